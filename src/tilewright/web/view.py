"""What the page needs to know: lattices as tables, puzzles with their pieces' aspects. No geometry is left to the page."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tilewright.formats import json_puzzle
from tilewright.formats.answer import puzzle_row
from tilewright.lattice import NAMES, lattice
from tilewright.puzzle import Puzzle, Shikaku
from tilewright.render.theme import PALETTE, piece_colors


@lru_cache
def lattices() -> dict[str, Any]:
    """Every flat lattice by name: per kind of atom its corners in the plane and its neighbours."""
    return {name: lattice_view(name) for name in NAMES if lattice(name).dimension == 2}


def lattice_view(name: str) -> dict[str, Any]:
    """One lattice: atoms are `[row, column]`, or `[row, column, kind]` where a cell has several kinds.

    `polygons[kind]` are the corners of that atom of cell (0, 0) in units of a cell, y downwards; the atom of another
    cell is moved by row * `step[0]` + column * `step[1]`. `neighbours[kind]` are [rows, columns, kind] away.
    `blocks` are the kinds that one click paints together; `turn` and `flip` name motions in the order of R and F.
    """
    grid = lattice(name)
    start = (0,) * grid.dimension
    return {
        "name": name,
        "letters": grid.letters,
        "polygons": [grid.polygon(grid.join(start, kind)) for kind in range(grid.kinds)],
        "step": grid.basis,
        "neighbours": [[[*vector, kind] for vector, kind in row] for row in grid.neighbours],
        "blocks": grid.blocks,
        "motions": [
            {"name": m.name, "matrix": m.matrix, "kinds": m.kinds, "offsets": m.offsets, "mirrored": m.mirrored}
            for m in grid.motions
        ],
        "groups": grid.groups,
        "palette": PALETTE,
    }


def puzzle_view(puzzle: Puzzle | Shikaku) -> dict[str, Any]:
    """A puzzle for the page: the file format's JSON under `puzzle`, and everything to draw and play it with."""
    view: dict[str, Any] = {
        **puzzle_row(puzzle),
        "puzzle": json_puzzle.dump(puzzle),
        "atoms": puzzle.board.atoms,
        "optional": puzzle.board.optional,
        "extent": puzzle.board.extent,
    }
    if isinstance(puzzle, Shikaku):
        return {**view, "kind": "shikaku", "clues": puzzle.clues, "rows": puzzle.rows, "columns": puzzle.columns}
    colors = piece_colors(puzzle)
    view["kind"] = "pieces"
    view["pinned"] = [{"piece": pin.piece, "atoms": pin.atoms} for pin in puzzle.pinned]
    view["pieces_list"] = [
        {
            "name": piece.name,
            "color": colors[piece.name],
            "copies": piece.copies,
            "aspects": [{"motion": motion, "atoms": atoms} for motion, atoms in piece.aspects],
            "turns": _turned(piece),
        }
        for piece in puzzle.pieces
    ]
    return view


def _turned(piece: Any) -> dict[str, Any]:
    """For each aspect the number of the aspect that a quarter turn (or the lattice's least turn) and a flip make of it."""
    grid = piece.grid
    aspects = [atoms for _, atoms in piece.aspects]
    turn = next((m for m in grid.motions[1:] if not m.mirrored), grid.motions[0])
    flip = next((m for m in grid.motions if m.mirrored), grid.motions[0])

    def become(motion: Any) -> list[int]:
        images = [grid.image(motion, atoms) for atoms in aspects]
        return [aspects.index(image) if image in aspects else place for place, image in enumerate(images)]

    return {"turn": become(turn), "flip": become(flip)}
