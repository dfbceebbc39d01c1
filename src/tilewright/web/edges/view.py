"""What the page needs to know of an edge-matching puzzle: tiles with their labels, and how labels look."""

from __future__ import annotations

from typing import Any

from tilewright.puzzle import EdgeMatching
from tilewright.render.edges.half_figures import FIGURES
from tilewright.render.edges.pictures import label_color, label_number
from tilewright.web.limits import placements_of
from tilewright.web.view import kind_view, player_motions


@kind_view.register(EdgeMatching)
def _kind_view(puzzle: EdgeMatching) -> dict[str, Any]:
    pinned = [{"piece": pin.tile, "atoms": [pin.atom], "id": f"/{pin.motion}"} for pin in puzzle.pinned]
    labels = {label: _label_view(puzzle, label) for label in puzzle.labels_used}
    rules = {"border": puzzle.border, "match": puzzle.match}
    return {"kind": "edges", "pinned": pinned, "pieces_list": tiles_view(puzzle), "labels_of": labels, "rules": rules}


def _label_view(puzzle: EdgeMatching, label: str) -> dict[str, Any]:
    """How a label looks: its color, and its half figure as rings of (along, inward)."""
    return {
        "color": label_color(puzzle, label),
        "figure": FIGURES[label_number(puzzle, label) % len(FIGURES)],
        "hollow": puzzle.match == "partner" and label != label.lower(),
        "partner": puzzle.partner(label),
    }


def tiles_view(puzzle: EdgeMatching) -> list[dict[str, Any]]:
    """Tiles as the page's pieces are, each orientation with its labels and what a turn makes of it."""
    grid = puzzle.grid.plane
    rows = []
    for tile in puzzle.tiles:
        orientations = [
            {"motion": motion, "atoms": [grid.join((0, 0), slot)], "labels": labels}
            for motion, (slot, labels) in tile.orientations
        ]
        rows.append(
            {
                "name": tile.name,
                "color": label_color(puzzle, tile.labels[0]),
                "copies": tile.copies,
                "orientations": orientations,
                "turns": {how: list(range(len(orientations))) for how in player_motions(grid.name)},
            }
        )
    return rows


@placements_of.register(EdgeMatching)
def _placements_of(puzzle: EdgeMatching) -> int:
    return len(puzzle.board.atoms) * sum(len(tile.orientations) for tile in puzzle.tiles)
