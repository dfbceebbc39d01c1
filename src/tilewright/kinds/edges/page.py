"""What the page needs to draw, turn and match tiles: their labels in each orientation, and how each label looks.

Pages with edge-matching puzzles: the board, and the tiles as cards to cut out.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tilewright.kinds import EdgeMatching
from tilewright.kinds.edges.picture import draw_tile, label_look
from tilewright.kinds.edges.puzzle import FREE, UNIFORM
from tilewright.kinds.edges.tiles import Form, Tile, allowed_motions, turned
from tilewright.lattice import Motion
from tilewright.puzzle import Tiling
from tilewright.render.canvas import Canvas, Point, translate
from tilewright.render.page import CutOut, Page, Task, pieces_note, player_motions, surface_note
from tilewright.render.place import box

PAPER = "#e8e3d6"  # of what has no color of its own


class EdgesPage(Page):
    """The page of edge matching puzzles."""

    puzzle: EdgeMatching

    def view(self) -> dict[str, Any]:
        """Tiles as pieces of one atom with labels on its sides, the rule of the border, and how labels look.

        `pieces_list[i].orientations` are {motion, atoms, labels}, the labels in the order of the lattice's `neighbours`;
        `turns` says which orientation the player's motions make of each.
        """
        puzzle = self.puzzle
        pinned = [{"piece": p.piece, "atoms": p.atoms, "motion": p.motion} for p in puzzle.pinned_placements]
        return {
            "kind": puzzle.kind,
            "pinned": pinned,
            "pieces_list": [_tile_row(tile) for tile in puzzle.tiles],
            "border": puzzle.border,
            "tile_labels": label_rows(puzzle),
        }

    def placements(self) -> int:
        puzzle = self.puzzle
        return len(puzzle.board.atoms) * sum(len(tile.orientations) for tile in puzzle.tiles)

    def task(self, tiling: Tiling | None) -> Task:
        puzzle = self.puzzle
        copies = [tile.copies for tile in puzzle.tiles]
        any_number = any(most is None for _, most in copies)
        count = "any number of each" if any_number else pieces_note(sum(most or 0 for _, most in copies))
        note = "; ".join([count.replace("piece", "tile"), *_rules(puzzle)])
        cards = () if any_number else tile_cards(puzzle)
        return Task(note, cards=cards, piece_list=any_number, to_scale=not any_number)


def label_rows(puzzle: EdgeMatching) -> dict[str, dict[str, Any]]:
    """Of each label the one that matches it, and its look: number, color, the ink of its half figure, the figure's rings.

    The rings are points (along, inward) in lengths of the edge, as `kinds/edges/picture.py` has them. `hollow` is
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


def _rules(puzzle: EdgeMatching) -> list[str]:
    """What is asked beside matching sides."""
    rules = ["a small letter meets its capital"] if puzzle.match == "partner" else []
    if puzzle.border == UNIFORM:
        rules.append("one label all around")
    elif puzzle.border != FREE:
        rules.append("the border as drawn")
    return [*rules, *filter(None, [surface_note(puzzle)])]


def tile_cards(puzzle: EdgeMatching) -> tuple[CutOut, ...]:
    """Return a card for every copy of each tile."""
    grid = puzzle.grid.plane
    left, top, right, bottom = box(grid, [grid.join((0, 0), 0)])
    size = (right - left, bottom - top)
    return tuple(
        CutOut(size, partial(_draw_card, puzzle=puzzle, tile=tile, corner=(left, top)))
        for tile in puzzle.tiles
        for _ in range(tile.copies[1] or 0)
    )


def _draw_card(canvas: Canvas, at: Point, puzzle: EdgeMatching, tile: Tile, corner: Point) -> None:
    grid = puzzle.grid.plane
    place = (at[0] - corner[0], at[1] - corner[1])
    corners = [translate(point, place) for point in grid.polygon(grid.join((0, 0), 0))]
    draw_tile(canvas, puzzle, (0, tile.labels), corners, tile.name)
