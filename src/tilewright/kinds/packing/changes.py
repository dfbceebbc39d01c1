"""Changes of a packing puzzle: pins, flips, copies, exchanges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, permutations

from tilewright.kinds import Packing
from tilewright.pieces import Piece
from tilewright.pieces.piece import MOST_COPIES
from tilewright.puzzle.change import Change


def changes(puzzle: Packing) -> Iterator[Change]:
    """Yield the changes, smallest first; one exchange is reported if nothing smaller helps."""
    for kind, text, changed in chain(_changes(puzzle), _exchanges(puzzle)):
        yield Change(kind, text, changed, last_resort=int(kind == "exchange"))


def _changes(puzzle: Packing) -> Iterator[tuple[str, str, Packing]]:
    for number, pin in enumerate(puzzle.pinned):
        rest = puzzle.pinned[:number] + puzzle.pinned[number + 1 :]
        yield "unpin", f"drop the pin of piece {pin.piece}", replace(puzzle, pinned=rest)
    flips = {piece.name: flipped for piece in puzzle.pieces if (flipped := _flipped(piece)) is not None}
    for name, flipped in flips.items():
        yield "flip", f"allow piece {name} to flip", _with(puzzle, {name: flipped})
    for piece in puzzle.pieces:
        lo, hi = piece.copies
        if hi is not None and hi < MOST_COPIES:
            yield (
                "more",
                f"one more copy of piece {piece.name}",
                _with(puzzle, {piece.name: piece.with_copies(lo, hi + 1)}),
            )
        if lo > 0:
            yield (
                "fewer",
                f"one copy of piece {piece.name} fewer",
                _with(puzzle, {piece.name: piece.with_copies(lo - 1, hi)}),
            )
    if len(flips) > 1:
        yield "flip", "allow every piece to flip", _with(puzzle, flips)


def _exchanges(puzzle: Packing) -> Iterator[tuple[str, str, Packing]]:
    for out, into in permutations(puzzle.pieces, 2):
        (lo, hi), (least, most) = out.copies, into.copies
        if len(out.atoms) == len(into.atoms) and lo > 0 and most is not None and most < MOST_COPIES:
            pinned = sum(pin.piece == out.name for pin in puzzle.pinned)
            fewer = out.with_copies(lo - 1, hi if hi is None else max(1, hi - 1, pinned))
            changed = {out.name: fewer, into.name: into.with_copies(least, most + 1)}
            yield "exchange", f"another piece {into.name} instead of one piece {out.name}", _with(puzzle, changed)


def _flipped(piece: Piece) -> Piece | None:
    """The piece with flips allowed as well, None where that changes nothing."""
    if piece.motion not in ("turn", "fixed"):
        return None
    motions: str | tuple[str, ...] = "free"
    if piece.motion == "fixed":  # over the vertical axis only: turning stays forbidden
        grid = piece.grid
        over = next((m.name for m in grid.motions if m.mirrored), None)
        if over is None:
            return None
        motions = (grid.motions[0].name, over)
    flipped = replace(piece, motion=motions)
    return flipped if flipped.forms != piece.forms else None


def _with(puzzle: Packing, changed: dict[str, Piece]) -> Packing:
    return replace(puzzle, pieces=tuple(changed.get(piece.name, piece) for piece in puzzle.pieces))
