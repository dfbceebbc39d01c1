"""Reasons a person understands why there is no tiling, those that need no search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.lattice import Atom
from tilewright.puzzle.compile import Compiled
from tilewright.puzzle.shikaku import Shikaku


@dataclass(frozen=True)
class Reason:
    """Why there is no tiling.

    kind:    area | unplaceable | uncovered | region | invariant | partial | search.
    text:    one sentence.
    atoms:   where, when it is about a place.
    modulus, weights: of an invariant: every piece's weights sum to 0 modulo `modulus`, the board's do not.
    """

    kind: str
    text: str
    atoms: tuple[Atom, ...] = ()
    modulus: int | None = None
    weights: tuple[tuple[Atom, int], ...] = ()


def why_impossible(compiled: Compiled) -> Reason | None:
    """The first reason that can be seen without a search, or None."""
    return next(_reasons(compiled), None)


def _reasons(compiled: Compiled) -> Iterator[Reason]:
    if isinstance(compiled.puzzle, Shikaku):
        yield from _clue_reasons(compiled, compiled.puzzle)
    else:
        yield from _supply_reasons(compiled)
    yield from _uncovered(compiled)


def _supply_reasons(compiled: Compiled) -> Iterator[Reason]:
    """Areas that cannot be equal, and pieces that must be used but fit nowhere."""
    board = compiled.puzzle.board
    fewest, most = 0.0, 0.0
    for kind in compiled.kinds:
        area, (lo, hi) = kind.pieces[0].area, kind.copies
        fewest, most = fewest + lo * area, most + (float("inf") if hi is None else hi * area)
    room = board.area + board.grid.area(len(board.optional))
    if fewest > room:
        yield Reason("area", f"the pieces cover {fewest:g} cells, the board has only {room:g}")
    if most < board.area:
        yield Reason("area", f"the pieces cover at most {most:g} cells, the board has {board.area:g}")
    placed = {number for number, _ in compiled.meanings}
    for number, kind in enumerate(compiled.kinds):
        if kind.copies[0] > 0 and number not in placed:
            yield Reason("unplaceable", f"piece {kind.pieces[0].name} fits nowhere on the board")


def _clue_reasons(compiled: Compiled, puzzle: Shikaku) -> Iterator[Reason]:
    cells = puzzle.rows * puzzle.columns
    known = sum(value for _, _, value in puzzle.clues if value is not None)
    unknown = sum(value is None for _, _, value in puzzle.clues)
    if known + unknown > cells or (known < cells and not unknown):
        yield Reason("area", f"the clues sum to {known}, the grid has {cells} cells")
    placed = {number for number, _ in compiled.meanings}
    for number, (row, column, value) in enumerate(puzzle.clues):
        if number not in placed:
            text = f"no rectangle of {value} cells fits around the clue at row {row}, column {column}"
            yield Reason("unplaceable", text, ((row, column),))


def _uncovered(compiled: Compiled) -> Iterator[Reason]:
    covered = {item for option in compiled.cover.options for item in option}
    bare = [atom for item, atom in enumerate(compiled.atoms) if compiled.cover.lo[item] and item not in covered]
    if bare:
        where = ", ".join("(" + ", ".join(map(str, atom)) + ")" for atom in bare[:4]) + (
            ", ..." if len(bare) > 4 else ""
        )
        yield Reason("uncovered", f"nothing can cover {where}", tuple(bare))
