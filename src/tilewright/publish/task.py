"""What a page asks for: the pieces it takes, and a line that says so. Each kind of puzzle says it in its own file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from tilewright.errors import NotationError
from tilewright.pieces import Piece
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.by_kind import by_kind
from tilewright.render.canvas import Canvas, Point
from tilewright.render.theme import palette_colors


@dataclass(frozen=True)
class PieceCount:
    """A piece in its color, its number among the pieces (for the hatching), and how many of it are needed."""

    piece: Piece
    number: int
    count: int


@dataclass(frozen=True)
class CutOut:
    """Something to cut out of paper.

    size: (width, height) in cells.
    draw: called with a canvas and the place of its top left corner.
    """

    size: tuple[float, float]
    draw: Callable[[Canvas, Point], None]


@dataclass(frozen=True)
class Task:
    """What a page asks for.

    note:     a line below the name.
    needs:    the pieces to be printed; none where nobody lays pieces on paper.
    cards:    what is to be printed of a puzzle that takes no pieces, such as tiles with labels.
    piece_list: whether the pieces to use are drawn beside the board.
    to_scale: whether real pieces are laid on the page (else it is filled with a pencil).
    """

    note: str
    needs: tuple[PieceCount, ...] = ()
    cards: tuple[CutOut, ...] = ()
    piece_list: bool = False
    to_scale: bool = False


@by_kind
def task_of(puzzle: Puzzle, tiling: Tiling | None) -> Task:
    """What a page with this puzzle asks for; the tiling, if known, says how many of each piece."""
    return Task("")


def piece_counts(pieces: tuple[Piece, ...], counts: Mapping[str, int]) -> tuple[PieceCount, ...]:
    """The pieces that are needed at all."""
    colors = palette_colors(pieces)
    return tuple(
        PieceCount(replace(piece, color=colors[piece.name]), number, counts[piece.name])
        for number, piece in enumerate(pieces)
        if counts[piece.name]
    )


def pieces_note(count: int) -> str:
    """`1 piece`, `12 pieces`."""
    return f"{count} piece" + "s" * (count != 1)


def surface_note(puzzle: Puzzle) -> str:
    """What is done with the paper of a cylinder's net; empty for other boards.

    >>> from tilewright import load
    >>> surface_note(load("pentominoes@5x12~"))
    'a tube: glue the pale cells under the first'
    """
    return "a tube: glue the pale cells under the first" if len(puzzle.board.circumferences) == 1 else ""


@by_kind
def physical_pieces(puzzle: Puzzle) -> tuple[Piece, ...]:
    """The pieces to be made; NotationError for a kind of puzzle that is only drawn."""
    raise NotationError(f"this {puzzle.title} has no pieces to make: expected a set or a puzzle with pieces")
