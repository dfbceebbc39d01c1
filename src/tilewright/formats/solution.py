"""Solutions and partial ones read back: our JSON, whole or a line of .jsonl, a drawing, or the listing of GAMS."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec

from tilewright.errors import NotationError, quote
from tilewright.formats.solver_answers import is_answer, read_answer
from tilewright.formats.tables import decode_json
from tilewright.kinds import Packing
from tilewright.kinds.packing.text import has_walls
from tilewright.lattice import Atom
from tilewright.puzzle import Placement, Puzzle
from tilewright.puzzle.board import Cell, read_cells
from tilewright.structs import learnt


class PlacementRow(msgspec.Struct):
    """A placement as our answers write it."""

    piece: str
    cells: list[Cell] = []
    id: str = ""
    labels: list[str] | None = None  # of a tile, as it shows them where it lies
    corners: list[list[str]] | None = None  # of a piece that lies on no cells


class Solution(msgspec.Struct):
    """One solution."""

    placements: list[PlacementRow]


class Answer(msgspec.Struct):
    """What matters here of an answer: its solutions."""

    solutions: list[Solution]


def parse_solution(text: str, puzzle: Puzzle) -> tuple[Placement, ...]:
    """Return the placements of the one solution of a text. Raises NotationError quoting what is wrong, or for several.

    >>> from tilewright import Packing
    >>> parse_solution("OO", Packing.parse("tetrominoes:O@2x2"))[0].piece
    'O'
    """
    first, *others = parse_solutions(text, puzzle)
    if others:
        raise NotationError(f"{1 + len(others)} solutions: expected one")
    return first


def parse_solutions(text: str, puzzle: Puzzle) -> list[tuple[Placement, ...]]:
    """Return the placements of each solution of a text, at least one. Raises NotationError quoting what is wrong.

    >>> from tilewright import Packing
    >>> len(parse_solutions("OO\\nOO\\n\\nOO\\nOO", Packing.parse("tetrominoes:O@2x2")))
    2
    """
    if is_answer(text):
        return [_listed(text, puzzle)]
    if text.lstrip()[:1] != "{":
        return [puzzle.parse_drawing(drawing) for drawing in _drawings(text, puzzle)]
    return [tuple(read_placement(row, puzzle) for row in rows) for rows in _rows(text)]


def _drawings(text: str, puzzle: Puzzle) -> list[str]:
    """The drawings of a text. Each takes the lines that the board's rows take: blank lines may be part of it."""
    lines = text.splitlines()
    while lines and not lines[-1] and _besides(lines, puzzle):
        del lines[-1]
    found = list[str]()
    while any(map(str.strip, lines)):
        del lines[: _blank_before(lines, puzzle)]
        height = _height(lines[0], puzzle)
        found.append("\n".join(lines[:height]))
        del lines[:height]
    return found or [text]


def _blank_before(lines: Sequence[str], puzzle: Puzzle) -> int:
    """How many lines at the beginning belong to no drawing. In a solid or on a torus even the first row of one may be blank."""
    if len(puzzle.board.extent) > 2:
        return min(_besides(lines, puzzle), sum(1 for _ in takewhile(lambda line: not line, lines)))
    drawn = min(row for row, *_ in (*puzzle.board.atoms, *puzzle.board.optional)) if puzzle.board.wrap else 0
    return max(0, sum(1 for _ in takewhile(lambda line: not line.strip(), lines)) - drawn)


def _besides(lines: Sequence[str], puzzle: Puzzle) -> int:
    """How many lines there are besides whole drawings with a line between two of them."""
    return (len(lines) + 1) % (_height(lines[0], puzzle) + 1)


def _height(first: str, puzzle: Puzzle) -> int:
    if not puzzle.board.atoms:  # a line for each placement
        return sum(puzzle.copies_of(name)[1] for name in puzzle.piece_names)
    *layers, rows, _ = puzzle.board.extent
    if layers:
        return layers[0] * (rows + 1) - 1
    walls = first.lstrip().startswith("+-") or (isinstance(puzzle, Packing) and has_walls(first, puzzle))
    return 2 * rows + 1 if walls else rows


def _listed(text: str, puzzle: Puzzle) -> tuple[Placement, ...]:
    if (placements := read_answer(puzzle, text)) is None:
        raise NotationError("the solver says that there is no solution: expected one")
    return placements


def _rows(text: str) -> list[list[PlacementRow]]:
    """The rows of each solution: of an answer, of one solution, or of one in each line."""
    first, _, rest = text.strip().partition("\n")
    if rest.lstrip()[:1] != "{":
        return _rows_of(decode_json(text), text)
    lines = [line for line in (first, *rest.splitlines()) if line.strip()]
    values = [decode_json(line) for line in lines]
    if isinstance(values[-1], dict) and list(values[-1]) == ["archive"]:  # the last line of what `run export` writes
        values.pop()
    return [rows for line, value in zip(lines, values, strict=False) for rows in _rows_of(value, line)]


def _rows_of(data: Any, text: str) -> list[list[PlacementRow]]:
    try:
        if "placements" in data:
            return [msgspec.convert(data, learnt(Solution)).placements]
        solutions = msgspec.convert(data, learnt(Answer)).solutions
    except msgspec.ValidationError as error:
        raise NotationError(f'{quote(text.strip())}: {error}: expected our JSON, {{"solutions": [...]}}') from None
    if not solutions:
        raise NotationError("the answer has no solutions: expected one")
    return [solution.placements for solution in solutions]


def read_placement(row: PlacementRow, puzzle: Puzzle) -> Placement:
    """Return the placement of a row. Raises NotationError naming the cell or the piece that is wrong."""
    if row.corners is not None:
        return puzzle.placement_at(row.piece, row.corners)
    atoms: tuple[Atom, ...] = read_cells(puzzle.grid, row.cells)
    if not atoms:
        raise NotationError(f"the placement of {quote(row.piece)} has no cells: expected at least one")
    placed = puzzle.placed(row.piece, atoms, row.id.rpartition("/")[2])
    if row.labels is not None:
        _check_labels(row.id, row.labels, puzzle.placement_row(placed).get("labels"))
    return placed


def _check_labels(name: str, labels: list[str], shown: list[str] | None) -> None:
    """Raise NotationError where a row says that a tile shows other labels than it does in its motion."""
    if shown and labels != shown:
        told, expected = quote(" ".join(labels)), quote(" ".join(shown))
        raise NotationError(f"the placement {quote(name)} has labels {told}: expected {expected}, as the tile lies")
