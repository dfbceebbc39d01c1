"""What would make an impossible puzzle possible: the smallest changes, each tried by solving the changed puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations, permutations

from tilewright.api.optimise import largest_filling
from tilewright.api.solve import solve
from tilewright.cover.search.arguments import check_arguments
from tilewright.cover.search.engine import engines
from tilewright.cover.search.limit import Limit
from tilewright.pieces import Piece
from tilewright.pieces.piece import MOST_COPIES
from tilewright.puzzle import Packing, Puzzle, Shikaku, Tiling
from tilewright.puzzle.shikaku import search as shikaku_search
from tilewright.puzzle.shikaku.puzzle import Clue, Rect, overlap

SECONDS = 5.0  # for each change, unless told otherwise
MOST_PAIRS = 5_000  # of clues, nearest first, that are tried with other numbers
MOST_TOLD = 10  # of them that are reported


@dataclass(frozen=True)
class Relaxation:
    """A change that helps; `tiling` shows that it does.

    kind: unpin | flip | more | fewer | exchange, for a Shikaku unpin | number | drop | move | numbers, for both cells.
    For "cells" the tiling is partial and leaves as few cells empty as any can, if `proven`.
    """

    kind: str
    text: str
    puzzle: Puzzle
    tiling: Tiling
    proven: bool = True


def relaxations(puzzle: Puzzle, limit: Limit = Limit(seconds=SECONDS)) -> Iterator[Relaxation]:
    """The changes that make the puzzle solvable, one by one, and the fewest cells left empty.

    Pieces: a pin dropped, a piece flipped, a copy more or fewer, all pieces flipped; one piece exchanged for another if
    nothing smaller helps. A Shikaku: a pin dropped, a clue with another number, without it, or moved by one cell; two
    clues with other numbers if nothing smaller helps. `limit` is for each change; what it cuts short is not reported.
    """
    check_arguments("auto", limit, 1)
    yield from _of_clues(puzzle, limit) if isinstance(puzzle, Shikaku) else _of_pieces(puzzle, limit)
    if not engines()["cp"].unavailable():
        best = largest_filling(puzzle, limit=limit)
        if best.tiling is not None:
            left = f"{puzzle.board.area - best.value:g} of {puzzle.board.area:g} cells stay empty"
            if best.value < puzzle.board.area:
                yield Relaxation("cells", left, puzzle, best.tiling, best.ended == "exhausted")


def _of_pieces(puzzle: Packing, limit: Limit) -> Iterator[Relaxation]:
    helped = False
    for kind, text, changed in chain(_changes(puzzle), _exchanges(puzzle)):
        if kind == "exchange" and helped:
            break
        found = solve(changed, 1, limit=limit)
        if found.tilings:
            helped = True
            yield Relaxation(kind, text, changed, found.tilings[0])


def _of_clues(puzzle: Shikaku, limit: Limit) -> Iterator[Relaxation]:
    told = {"numbers": 0}
    for kind, text, changed in chain(_clue_changes(puzzle), _other_numbers(puzzle)):
        if kind == "numbers" and (len(told) > 1 or told[kind] == MOST_TOLD):
            break
        found = shikaku_search.divide(changed, 1, limit) if _areas_fit(changed) else ()
        if found:
            told[kind] = told.get(kind, 0) + 1
            tiling = found.tiling()
            if not text:
                changed = _numbered(puzzle, tiling)
                text = _told_apart(puzzle, changed)
            yield Relaxation(kind, text, changed, replace(tiling, puzzle=changed))


def _clue_changes(puzzle: Shikaku) -> Iterator[tuple[str, str, Shikaku]]:
    """Changes of one clue; where a number becomes unknown there is no text yet, for the tiling tells the new one."""
    taken = {clue[:2] for clue in puzzle.clues}
    for pin in puzzle.pinned:
        rest = tuple(other for other in puzzle.pinned if other != pin)
        yield "unpin", f"drop the pin of the rectangle {pin}", replace(puzzle, pinned=rest)
    for clue in puzzle.clues:
        if clue[2] is not None:
            yield "number", "", _with_clues(puzzle, {clue: (*clue[:2], None)})
    pinned = {cell for cell in taken if any(_holds(rect, cell) for rect in puzzle.pinned)}
    for clue in puzzle.clues:
        if clue[:2] not in pinned:  # a pinned rectangle needs its clue
            yield "drop", f"no {_named(clue)}", _with_clues(puzzle, {clue: None})
    for clue in puzzle.clues:
        row, column, value = clue
        mine = next((rect for rect in puzzle.pinned if _holds(rect, (row, column))), None)
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            there = 0 <= r < puzzle.rows and 0 <= c < puzzle.columns and (r, c) not in taken
            if there and mine == next((rect for rect in puzzle.pinned if _holds(rect, (r, c))), None):
                text = f"the {_named(clue)} moved to row {r}, column {c}"
                yield "move", text, _with_clues(puzzle, {clue: (r, c, value)})


def _holds(rect: Rect, cell: tuple[int, int]) -> bool:
    return overlap(rect, (*cell, 1, 1))


def _other_numbers(puzzle: Shikaku) -> Iterator[tuple[str, str, Shikaku]]:
    """Two clues of unknown size."""

    def apart(pair: tuple[Clue, Clue]) -> int:
        return abs(pair[0][0] - pair[1][0]) + abs(pair[0][1] - pair[1][1])

    known = [clue for clue in puzzle.clues if clue[2] is not None]
    for pair in sorted(combinations(known, 2), key=apart)[:MOST_PAIRS]:
        yield "numbers", "", _with_clues(puzzle, {clue: (*clue[:2], None) for clue in pair})


def _areas_fit(puzzle: Shikaku) -> bool:
    known = [value for _, _, value in puzzle.clues if value is not None]
    unknown = len(puzzle.clues) - len(known)
    left = puzzle.rows * puzzle.columns - sum(known)
    return left >= unknown if unknown else left == 0


def _numbered(puzzle: Shikaku, tiling: Tiling) -> Shikaku:
    """The puzzle with the tiling's numbers instead of its own."""
    sizes = {placement.piece: len(placement.atoms) for placement in tiling.placements}
    clues = ((row, column, value and sizes[f"{row},{column}"]) for row, column, value in puzzle.clues)
    return replace(puzzle, clues=tuple(clues))


def _told_apart(puzzle: Shikaku, numbered: Shikaku) -> str:
    pairs = zip(puzzle.clues, numbered.clues, strict=True)
    return " and ".join(f"the {_named(old)} as {new[2]}" for old, new in pairs if old != new)


def _named(clue: Clue) -> str:
    return f"clue {'?' if clue[2] is None else clue[2]} at row {clue[0]}, column {clue[1]}"


def _with_clues(puzzle: Shikaku, changed: dict[Clue, Clue | None]) -> Shikaku:
    clues = (changed.get(clue, clue) for clue in puzzle.clues)
    return replace(puzzle, clues=tuple(clue for clue in clues if clue is not None))


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
    return flipped if flipped.kind != piece.kind else None


def _with(puzzle: Packing, changed: dict[str, Piece]) -> Packing:
    return replace(puzzle, pieces=tuple(changed.get(piece.name, piece) for piece in puzzle.pieces))
