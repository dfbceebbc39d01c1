"""Data for a page that shows a puzzle, on the screen or on paper.

This covers the pieces as rows, the task with a line that describes it, and pieces and tiles to cut out at true size.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from tilewright.errors import LimitError
from tilewright.lattice import Lattice, Motion, lattice
from tilewright.pieces import Piece
from tilewright.puzzle.board import Board
from tilewright.render import draw
from tilewright.render.canvas import Canvas, Point, Theme, box, palette_colors, shelves


@dataclass(frozen=True)
class PieceCount:
    """A piece in its color, its number among the pieces (for the hatching), and the number of copies needed."""

    piece: Piece
    number: int
    count: int


@dataclass(frozen=True)
class CutOut:
    """Something to cut out of paper.

    size: (width, height) in cells.
    draw: a function called with a canvas and the position of the top left corner.
    key:  identifies a piece, so that a piece needed by several puzzles is printed once; None for a tile of one puzzle.
    unit: the word for a cell, or for the unit of length where there are no cells.
    """

    size: tuple[float, float]
    draw: Callable[[Canvas, Point], None]
    key: Hashable = None
    unit: str = "cell"


@dataclass(frozen=True)
class Task:
    """What a page asks the reader to do.

    note:  a line below the name.
    needs: the pieces to be printed; empty if no pieces are laid on paper.
    cards: other things to be printed, such as tiles with labels or pieces without cells.
    piece_list: whether the pieces to use are drawn beside the board.
    to_scale: whether real pieces are laid on the page (otherwise it is filled in with a pencil).
    """

    note: str
    needs: tuple[PieceCount, ...] = ()
    cards: tuple[CutOut, ...] = ()
    piece_list: bool = False
    to_scale: bool = False


@dataclass(frozen=True)
class OutlinePiece:
    """A flat piece without cells, for fabrication.

    corners: the corners in order, in units of the board, y up.
    copies:  (fewest, most), as for a `Piece`.
    label:   the text that is engraved at `spot`: (x, y, distance from the sides).
    """

    name: str
    corners: tuple[Point, ...]
    copies: tuple[int, int]
    color: str
    label: str
    spot: tuple[float, float, float]


def piece_counts(pieces: tuple[Piece, ...], counts: Mapping[str, int]) -> tuple[PieceCount, ...]:
    """Return the pieces of which at least one copy is needed, with their colors."""
    colors = palette_colors(pieces)
    return tuple(
        PieceCount(replace(piece, color=colors[piece.name]), number, counts[piece.name])
        for number, piece in enumerate(pieces)
        if counts[piece.name]
    )


def pieces_note(count: int) -> str:
    """Return the number of pieces in words, such as `1 piece` or `12 pieces`."""
    return f"{count} piece" + "s" * (count != 1)


def surface_note(board: Board) -> str:
    """Return the instruction for folding a cylinder's net; "" for other boards.

    >>> from tilewright import load
    >>> surface_note(load("pentominoes@5x12~").board)
    'a tube: glue the pale cells under the first'
    """
    return "a tube: glue the pale cells under the first" if len(board.circumferences) == 1 else ""


def pieces_view(pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    """Return the pieces with their orientations and the orientation that each turn leads to.

    Pieces that overlap themselves around the board in every orientation are left out.
    """
    colors = palette_colors(pieces)
    return [
        {
            "name": piece.name,
            "color": colors[piece.name],
            "copies": piece.copies,
            "orientations": [{"motion": motion, "atoms": atoms} for motion, atoms in piece.orientations],
            "turns": _turned(piece),
        }
        for piece in pieces
        if piece.orientations
    ]


def _turned(piece: Piece) -> dict[str, list[int]]:
    """Return, for each of the player's motions, the number of the orientation that it makes of each orientation."""
    grid = piece.grid
    orientations = [atoms for _, atoms in piece.orientations]
    numbers = {atoms: number for number, atoms in enumerate(orientations)}

    def become(motion: Motion) -> list[int]:
        return [numbers.get(grid.image(motion, atoms), number) for number, atoms in enumerate(orientations)]

    return {name: become(motion) for name, motion in player_motions(piece.lattice).items()}


@lru_cache
def player_motions(name: str) -> dict[str, Motion]:
    """Return the motions of the keys R (turn), F (flip) and, in space, T (tumble), without those the lattice lacks."""
    grid = lattice(name)
    turns = [motion for motion in grid.motions[1:] if not motion.mirrored]
    flips = [motion for motion in grid.motions if motion.mirrored]
    if grid.dimension == 2:
        chosen = {"turn": turns[:1], "flip": flips[:1]}
    else:  # in space: the turns of highest order around the vertical axis, and out of the layer
        upright = [motion for motion in turns if motion.matrix[0] == (1, 0, 0)]
        over = [motion for motion in turns if motion.matrix[0] != (1, 0, 0)]
        most = partial(max, key=lambda motion: _order(grid, motion))
        chosen = {"turn": [most(upright)], "tumble": [most(over)], "flip": flips[:1]}
    return {key: motions[0] for key, motions in chosen.items() if motions}


def _order(grid: Lattice, motion: Motion) -> int:
    """Return the order of the motion: how often it is repeated until everything is back in place."""
    atom = start = grid.join((1, 2, 3), 0)
    steps = 1
    while (atom := grid.apply(motion, atom)) != start:
        steps += 1
    return steps


RIM = 0.06  # cells; the margin of a picture, for the width of its lines
GAP = 4.0  # mm between the parts to be cut out
LINE = 0.4  # mm; the widest outline, drawn centered on the line to be measured or cut
MOST = 5_000  # largest number of parts in one file


def piece_cut_out(need: PieceCount) -> CutOut:
    """Return a piece as a part to cut out."""
    left, top, right, bottom = box(need.piece.grid, need.piece.atoms)
    return CutOut((right - left, bottom - top), partial(_draw_piece, need=need, corner=(left, top)))


def _draw_piece(canvas: Canvas, at: Point, need: PieceCount, corner: Point) -> None:
    piece, place = need.piece, (at[0] - corner[0], at[1] - corner[1])
    draw.shape(canvas, piece.grid, piece.atoms, piece.color or "", piece.name, place, need.number)


def cut_out_sheets(
    parts: Sequence[CutOut], room: tuple[float, float], cell: float, theme: Theme
) -> tuple[list[Canvas], float]:
    """Return sheets with the parts in rows, and the size of a cell in mm: `cell`, or less if a part is too large.

    room: (width, height) of a sheet in mm.

    Raises LimitError for more than MOST parts.

    >>> from tilewright.puzzle.page import CutOut
    >>> from tilewright.render.canvas import LIGHT
    >>> square = CutOut((1, 1), lambda canvas, at: None)
    >>> sheets, cell = cut_out_sheets([square] * 30, (100.0, 50.0), 20.0, LIGHT)
    >>> len(sheets), cell
    (4, 20.0)
    """
    if not parts:
        return [], cell
    if len(parts) > MOST:
        raise LimitError(f"{len(parts):,} pieces to cut out: expected at most {MOST:,}")
    wide, high = room
    sizes = [part.size for part in parts]
    cell = fitting_cell(parts, room, cell)
    placed = list(shelves(sizes, wide / cell - RIM, GAP / cell, high / cell - RIM))
    sheets = [Canvas(theme, cell, "mm", edge=min(Canvas.edge, LINE / cell)) for _ in range(placed[-1][0] + 1)]
    for part, (page, x, y) in zip(parts, placed, strict=True):
        part.draw(sheets[page], (x, y))
    return sheets, cell


def fitting_cell(parts: Sequence[CutOut], room: tuple[float, float], cell: float) -> float:
    """Return the largest size of a cell in mm, at most `cell`, at which every part fits on a sheet.

    parts: at least one part.
    """
    wide, high = room
    width, height = (max(part.size[axis] for part in parts) + RIM for axis in (0, 1))
    return min(cell, wide / width, high / height)
