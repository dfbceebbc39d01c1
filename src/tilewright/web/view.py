"""What the page needs to know: lattices as tables, puzzles with their pieces' orientations. No geometry is left to the page."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from tilewright.errors import NotationError
from tilewright.formats import tables
from tilewright.formats.answer import puzzle_row
from tilewright.formats.notation import check_notation_length
from tilewright.kinds.packing.table import piece_table
from tilewright.lattice import NAMES, lattice
from tilewright.pieces import piece_set, select
from tilewright.pieces.sets import set_names
from tilewright.puzzle import Puzzle
from tilewright.render.colors import PALETTE
from tilewright.render.page import pieces_view, player_motions
from tilewright.web.requests import PhrasedNotationError

MOST_IN_SET = 120  # larger sets are for the command line


@lru_cache
def lattices() -> dict[str, Any]:
    """Every lattice by name: per slot its corners in the plane and its neighbours."""
    return {name: lattice_view(name) for name in NAMES}


def lattice_view(name: str) -> dict[str, Any]:
    """One lattice: atoms are `[row, column]`, or `[row, column, slot]` where a cell has several.

    In space the layer comes first, and the tables of the plane are those of one layer, seen from above.

    `polygons[slot]` are the corners of that atom of cell (0, 0) in units of a cell, y downwards; the atom of another
    cell is moved by row * `step[0]` + column * `step[1]`. `neighbours[slot]` are [rows, columns, slot] away.
    `below` is how far to the right, down the page and lower the next layer begins, `ball` the radius of cells that are balls.
    `blocks` are the slots that one click paints together; `player` names the motions of the keys R, F and T.
    """
    grid = lattice(name)
    flat = lattice(grid.layer) if grid.layer else grid
    x, y, z = grid.space[0] if grid.space else (0.0, 0.0, 0.0)
    return {
        "name": name,
        "dimension": grid.dimension,
        "letters": grid.letters,
        "polygons": [flat.polygon(flat.join((0, 0), slot)) for slot in range(flat.slot_count)],
        "step": flat.basis,
        "neighbours": [[[*vector, slot] for vector, slot in row] for row in grid.neighbours],
        "blocks": grid.blocks,
        "ball": grid.ball,
        "below": [x, -y, -z],
        "unit": grid.unit or grid.slot_count,
        "usual": grid.default_motion,
        "motions": [
            {"name": m.name, "matrix": m.matrix, "kinds": m.slots, "offsets": m.offsets, "mirrored": m.mirrored}
            for m in grid.motions
        ],
        "groups": grid.groups,
        "player": {key: motion.name for key, motion in player_motions(name).items()},
        "palette": PALETTE,
    }


def puzzle_view(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle for the page: the file format's JSON under `puzzle`, and everything to draw and play it with."""
    view: dict[str, Any] = {
        **puzzle_row(puzzle),
        "puzzle": tables.dump_json(puzzle),
        "atoms": puzzle.board.atoms,
        "optional": puzzle.board.optional,
        "extent": puzzle.board.extent,
    }
    return {**view, **puzzle.page.view()}


@lru_cache
def sets_view() -> list[dict[str, Any]]:
    """The named sets that are not too many to choose from, with their lattices."""
    found = [piece_set(name) for name in set_names()]
    return [
        {"name": each.name, "summary": each.summary, "lattice": each.pieces[0].lattice, "pieces": len(each.pieces)}
        for each in found
        if len(each.pieces) <= MOST_IN_SET
    ]


def chosen_view(text: str) -> list[dict[str, Any]]:
    """Pieces of named sets, written as on the left of PIECES@BOARD, each with its table in puzzle files."""
    try:
        pieces = select(check_notation_length(text))
    except NotationError as error:
        raise _phrased(text, error) from error
    rows = pieces_view(pieces)
    return [{**row, "table": msgspec.to_builtins(piece_table(piece))} for row, piece in zip(rows, pieces, strict=True)]


def _phrased(text: str, error: NotationError) -> NotationError:
    """The error with fields for the page where a set is asked for a piece it does not have, as in `pentominoes:Q`."""
    name, _, letters = text.partition(":")
    known = piece_set(name).letters if name in set_names() else ""
    missing = next((letter for letter in letters if letter not in known), None)
    if not known or missing is None:
        return error
    return PhrasedNotationError(str(error), "no such letters", letter=missing, letters=known)
