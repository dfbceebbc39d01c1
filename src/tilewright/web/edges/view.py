"""What the page needs to draw, turn and match tiles: their labels in each orientation, and how each label looks."""

from __future__ import annotations

from typing import Any

from tilewright.lattice import Motion
from tilewright.puzzle import EdgeMatching
from tilewright.puzzle.edges.tile import Form, Tile, allowed_motions, turned
from tilewright.render.edges import label_look
from tilewright.web.limits import placements_of
from tilewright.web.view import kind_view, player_motions

PAPER = "#e8e3d6"  # of what has no color of its own


@kind_view.register(EdgeMatching)
def edges_view(puzzle: EdgeMatching) -> dict[str, Any]:
    """Tiles as pieces of one atom with labels on its sides, the rule of the border, and how labels look.

    `pieces_list[i].orientations` are {motion, atoms, labels}, the labels in the order of the lattice's `neighbours`;
    `turns` says which orientation the player's motions make of each.
    """
    pinned = [{"piece": p.piece, "atoms": p.atoms, "motion": p.motion} for p in puzzle.pinned_placements]
    return {
        "kind": puzzle.kind,
        "pinned": pinned,
        "pieces_list": [_tile_row(tile) for tile in puzzle.tiles],
        "border": puzzle.border,
        "tile_labels": label_rows(puzzle),
    }


def label_rows(puzzle: EdgeMatching) -> dict[str, dict[str, Any]]:
    """Of each label the one that matches it, and its look: number, color, the ink of its half figure, the figure's rings.

    The rings are points (along, inward) in lengths of the edge, as `render/edges/half_figures.py` has them. `hollow` is
    true for a capital that stands for a partner.
    """
    rows = {}
    for label in {*puzzle.labels_used, *map(puzzle.partner, puzzle.labels_used)}:
        look = label_look(puzzle, label)
        rows[label] = {
            "partner": puzzle.partner(label),
            "number": look.number,
            "color": look.color,
            "ink": look.ink,
            "hollow": look.hollow,
            "figure": look.figure,
        }
    return dict(sorted(rows.items()))


def _tile_row(tile: Tile) -> dict[str, Any]:
    grid = tile.grid
    orientations = [
        {"motion": motion, "atoms": [grid.join((0, 0), slot)], "labels": labels}
        for motion, (slot, labels) in tile.orientations
    ]
    return {
        "name": tile.name,
        "color": PAPER,
        "copies": tile.copies,
        "orientations": orientations,
        "turns": {how: _turns(tile, motion) for how, motion in player_motions(tile.lattice).items()},
    }


def _may_flip(tile: Tile) -> bool:
    return any(motion.mirrored for motion in allowed_motions(tile.grid, tile.motion))


def _turns(tile: Tile, motion: Motion) -> list[int]:
    """For each orientation the next one that the motion, done once or several times, leads to.

    A tile that may not be flipped stays as it is, also where its mirror image is the tile turned.
    """
    numbers = {form: number for number, (_, form) in enumerate(tile.orientations)}

    def after(form: Form) -> int:
        if motion.mirrored and not _may_flip(tile):
            return numbers[form]
        form = turned(tile.grid, motion, form)
        while form not in numbers:  # it comes back to where it began at the latest
            form = turned(tile.grid, motion, form)
        return numbers[form]

    return [after(form) for form in numbers]


@placements_of.register(EdgeMatching)
def _placements_of(puzzle: EdgeMatching) -> int:
    return len(puzzle.board.atoms) * sum(len(tile.orientations) for tile in puzzle.tiles)
