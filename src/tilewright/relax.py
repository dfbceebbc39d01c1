"""What would make an impossible puzzle possible: the smallest changes, each tried by solving the changed puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, permutations

from tilewright.cover.engine import engines
from tilewright.cover.limit import Limit
from tilewright.optimise import largest_filling
from tilewright.pieces import Piece
from tilewright.puzzle import Puzzle, Tiling
from tilewright.solve import solve

SECONDS = 5.0  # for each change, unless told otherwise


@dataclass(frozen=True)
class Relaxation:
    """A change that helps. kind: unpin | flip | more | fewer | exchange | cells; `tiling` shows that it does.

    For "cells" the tiling is partial and leaves as few cells empty as any can, if `proven`.
    """

    kind: str
    text: str
    puzzle: Puzzle
    tiling: Tiling
    proven: bool = True


def relaxations(puzzle: Puzzle, limit: Limit = Limit(seconds=SECONDS)) -> Iterator[Relaxation]:
    """The changes that make the puzzle solvable, one by one: a pin dropped, a piece flipped, a copy more or fewer, all
    pieces flipped, one piece exchanged for another if nothing smaller helps, and the fewest cells left empty. `limit` is for each change; what it cuts short is not reported.
    """
    helped = False
    for kind, text, changed in chain(_changes(puzzle), _exchanges(puzzle)):
        if kind == "exchange" and helped:
            break
        found = solve(changed, 1, limit=limit)
        if found.tilings:
            helped = True
            yield Relaxation(kind, text, changed, found.tilings[0])
    if not engines()["cp"].unavailable():
        best = largest_filling(puzzle, limit=limit)
        if best.tiling is not None:
            left = f"{puzzle.board.area - best.value:g} of {puzzle.board.area:g} cells stay empty"
            if best.value < puzzle.board.area:
                yield Relaxation("cells", left, puzzle, best.tiling, best.ended == "exhausted")


def _changes(puzzle: Puzzle) -> Iterator[tuple[str, str, Puzzle]]:
    for number, pin in enumerate(puzzle.pinned):
        rest = puzzle.pinned[:number] + puzzle.pinned[number + 1 :]
        yield "unpin", f"drop the pin of piece {pin.piece}", replace(puzzle, pinned=rest)
    flips = {piece.name: flipped for piece in puzzle.pieces if (flipped := _flipped(piece)) is not None}
    for name, flipped in flips.items():
        yield "flip", f"allow piece {name} to flip", _with(puzzle, {name: flipped})
    for piece in puzzle.pieces:
        lo, hi = piece.copies
        if hi is not None:
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


def _exchanges(puzzle: Puzzle) -> Iterator[tuple[str, str, Puzzle]]:
    for out, into in permutations(puzzle.pieces, 2):
        (lo, hi), (least, most) = out.copies, into.copies
        if len(out.atoms) == len(into.atoms) and lo > 0 and most is not None:
            fewer = out.with_copies(lo - 1, hi if hi is None else max(1, hi - 1))
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
    return flipped if flipped.kind != piece.kind else None


def _with(puzzle: Puzzle, changed: dict[str, Piece]) -> Puzzle:
    return replace(puzzle, pieces=tuple(changed.get(piece.name, piece) for piece in puzzle.pieces))
