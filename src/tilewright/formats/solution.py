"""Solutions and partial ones read back: our JSON, whole or a line of .jsonl, a drawing, or the listing of GAMS."""

from __future__ import annotations

from typing import Any

import msgspec

from tilewright.errors import NotationError, quote
from tilewright.formats.cells import Cell, read_cells
from tilewright.formats.models.answers import read_answer
from tilewright.formats.models.gams.listing import is_listing
from tilewright.formats.puzzles.json_puzzle import decode
from tilewright.lattice import Atom
from tilewright.puzzle import Placement, Puzzle


class PlacementRow(msgspec.Struct):
    """A placement as our answers write it."""

    piece: str
    cells: list[Cell]


class Solution(msgspec.Struct):
    """One solution."""

    placements: list[PlacementRow]


class Answer(msgspec.Struct):
    """What matters here of an answer: its solutions."""

    solutions: list[Solution]


def parse_solution(text: str, puzzle: Puzzle) -> tuple[Placement, ...]:
    """Return the placements of a text, of several solutions the first. Raises NotationError quoting what is wrong.

    >>> from tilewright import Packing
    >>> parse_solution("OO", Packing.parse("tetrominoes:O@2x2"))[0].piece
    'O'
    """
    if is_listing(text):
        return _listed(text, puzzle)
    if text.lstrip()[:1] != "{":
        return puzzle.parse_drawing(text)
    return tuple(_placement(row, puzzle) for row in _rows(text))


def _listed(text: str, puzzle: Puzzle) -> tuple[Placement, ...]:
    if (placements := read_answer(puzzle, text)) is None:
        raise NotationError("GAMS says that there is no solution: expected the listing of one")
    return placements


def _rows(text: str) -> list[PlacementRow]:
    first, _, rest = text.lstrip().partition("\n")
    data: Any = decode(first if rest.lstrip()[:1] == "{" else text)
    try:
        if "placements" in data:
            return msgspec.convert(data, Solution).placements
        solutions = msgspec.convert(data, Answer).solutions
    except msgspec.ValidationError as error:
        raise NotationError(f'{quote(text.strip())}: {error}: expected our JSON, {{"solutions": [...]}}') from None
    if not solutions:
        raise NotationError("the answer has no solutions: expected one")
    return solutions[0].placements


def _placement(row: PlacementRow, puzzle: Puzzle) -> Placement:
    atoms: tuple[Atom, ...] = read_cells(puzzle.grid, row.cells)
    if not atoms:
        raise NotationError(f"the placement of {quote(row.piece)} has no cells: expected at least one")
    return puzzle.placement(row.piece, atoms)
