"""Build the JSON object that `--json` prints, and the rows it consists of.

The format is a contract; see docs/reference/json.md.

Tilings can also be written as lines of JSON, possibly millions of them. The text of each option is therefore
made once, and lines are joined from these texts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tilewright.exact_cover.outcome import FormulaNote, PresolveNote
from tilewright.lattice import Atom
from tilewright.movement.laying import laying_order
from tilewright.pieces import Piece
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.board import Cell, write_cells
from tilewright.puzzle.puzzle import Compiled, Lazy
from tilewright.puzzle.tilings import Tilings
from tilewright.system import any_digits, digits, dumps_line, json_text

if TYPE_CHECKING:
    from tilewright.api.solved import Draw, Solved
    from tilewright.api.verdict import Verdict
    from tilewright.exact_cover.outcome import Count
    from tilewright.movement.disassembly import Disassembly
    from tilewright.puzzle.rules import Reason

VERSION = 1  # the version of the JSON format


def print_json(answer: object) -> None:
    """Print the one JSON object of `--json`."""
    sys.stdout.write(json_text(answer))


def atom_cells(puzzle: Puzzle, atoms: Iterable[Atom]) -> list[Cell]:
    """Return atoms as JSON cells: `[row, column]`, or `[row, column, "nesw"]` with the letters of the covered atoms."""
    return write_cells(puzzle.grid, atoms)


def piece_rows(pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    """Return the pieces with their orientations, for `sets --json`."""
    return [
        {
            "name": piece.name,
            "cells": piece.area,
            "copies": list(piece.copies),
            "motion": piece.motion,
            "orientations": len(piece.orientations),
            "drawing": str(piece).split("\n"),
        }
        for piece in pieces
    ]


def puzzle_row(puzzle: Puzzle) -> dict[str, Any]:
    """Return the puzzle's entry in the answer."""
    area = puzzle.board.area
    number = int(area) if area == int(area) else area
    has_cells = bool(puzzle.board.atoms)
    return {
        "name": puzzle.name,
        **({"lattice": puzzle.lattice, "cells": number} if has_cells else {"kind": puzzle.kind, "area": number}),
        "pieces": len(puzzle.piece_names),
        "digest": puzzle.digest,
    }


def reason_row(puzzle: Puzzle, reason: Reason) -> dict[str, Any]:
    """Return the reason why there is no tiling.

    The row of an invariant also holds the weights of the cells, `[*atom, weight]` each, and those of the
    pieces.
    """
    row: dict[str, Any] = {"kind": reason.kind, "text": reason.text}
    if reason.atoms:
        row["cells"] = atom_cells(puzzle, reason.atoms)
    if reason.modulus is not None:
        row["modulus"] = reason.modulus
        row["weights"] = [[*atom, weight] for atom, weight in reason.weights]
    if reason.pieces:
        row["pieces"] = dict(reason.pieces)
    return row


def verdict_answer(found: Verdict) -> dict[str, Any]:
    """Return the answer of `verdict`."""
    formula, presolve = found.outcome.note(FormulaNote), found.outcome.note(PresolveNote)
    more = {
        "unique_up_to": found.unique_up_to,
        "proof": found.proof,
        "formula": formula and asdict(formula),
        "presolve": presolve and asdict(presolve),
    }
    return solved_answer(found) | {key: value for key, value in more.items() if value is not None}


def solution_rows(puzzle: Puzzle, tilings: Sequence[Tiling]) -> list[dict[str, Any]]:
    """Return tilings as JSON rows.

    The tilings of one search share their placement objects, so each placement is converted once.
    """
    rows: dict[int, dict[str, Any]] = {}
    found = []
    for tiling in tilings:
        for placement in tiling.placements:
            if id(placement) not in rows:
                rows[id(placement)] = {
                    "row": puzzle.placement_row(placement),
                    "of": placement,
                }  # holding the placement keeps its id valid
        found.append({"placements": [rows[id(placement)]["row"] for placement in tiling.placements]})
    return found


def laying_lines(tilings: Sequence[Tiling]) -> str:
    """Return a line for each tiling: its row with the order of laying, null where it cannot be laid piece by piece."""
    return "".join(
        dumps_line({**solution_rows(each.puzzle, [each])[0], "laying": list(order.names) if order else None})
        for each, order in ((each, laying_order(each)) for each in tilings)
    )


def solved_answer(found: Solved | Verdict) -> dict[str, Any]:
    """Return the answer of `solve`, which is also the common part of all answers."""
    head, tail = answer_parts(found)
    return {**head, "solutions": solution_rows(found.puzzle, found.tilings), **tail}


def answer_parts(found: Solved | Verdict) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the parts of an answer that stand before and after the tilings."""
    head = {"tilewright": VERSION, "puzzle": puzzle_row(found.puzzle), "verdict": found.verdict, "ended": found.ended}
    tail: dict[str, Any] = {}
    if found.reason is not None:
        tail["reason"] = reason_row(found.puzzle, found.reason)
    if (draw := getattr(found, "draw", None)) is not None:
        tail["random"] = draw_row(draw)
    if (part := getattr(found, "partial", None)) is not None:
        tail["partial"] = solution_rows(found.puzzle, [part])[0]
    return head, tail | {"engine": found.engine, "nodes": found.nodes, "times": _rounded(found.times)}


def draw_row(draw: Draw) -> dict[str, Any]:
    """Return how tilings were drawn at random."""
    of_all = {} if draw.number is None else {"tilings_text": str(draw.number)}
    return {"seed": draw.seed, "uniform": draw.uniform, **of_all, **({"why": draw.why} if draw.why else {})}


def count_answer(puzzle: Puzzle, found: Count) -> dict[str, Any]:
    """Return the answer of `count`."""
    return {
        "tilewright": VERSION,
        "puzzle": puzzle_row(puzzle),
        "ended": found.ended,
        "count": {
            "value": found.value,
            "value_text": digits(found.value),
            "bound": found.bound,
            "up_to": found.up_to,
            "labelled": found.labelled,
        },
        "engine": found.engine,
        "nodes": found.nodes,
        "times": _rounded(found.times),
        **limit_row(found),
    }


def limit_row(found: Count) -> dict[str, Any]:
    """Return the limit that ended a count and, if known, the memory it needed; empty for a finished count."""
    wanted = {"memory_wanted": found.memory_wanted} if found.memory_wanted else {}
    return {"limit": found.limit, **wanted} if found.limit else {}


def _rounded(times: dict[str, float]) -> dict[str, float]:
    return {phase: round(seconds, 6) for phase, seconds in times.items()}


def disassembly_row(answer: Disassembly) -> dict[str, Any]:
    """Return an assembly and how it comes apart."""
    assert answer.tiling is not None
    return {**solution_rows(answer.tiling.puzzle, [answer.tiling])[0], **answer.to_dict()}


def line_of(tiling: Tiling) -> str:
    """Return a tiling as a line of a .jsonl file."""
    return dumps_line({"placements": [tiling.puzzle.placement_row(placement) for placement in tiling.placements]})


OPEN, CLOSE = '{"placements":[', "]}\n"


class LineWriter:
    """Convert batches of tilings to lines of JSON, whose placements are sorted by position."""

    def __init__(self) -> None:
        self._compiled: Compiled | None = None
        self._texts = Lazy(self._text)
        self._unnamed: Lazy[int, str] = Lazy(lambda option: self._text((option, "")))

    def __call__(self, batch: Sequence[Tiling]) -> str:
        """Return the lines of all tilings, in their order."""
        if not isinstance(batch, Tilings):
            return "".join(map(line_of, batch))
        if batch.compiled is not self._compiled:
            self._compiled = batch.compiled
            self._texts.clear()
            self._unnamed.clear()
        if batch.compiled.owners_of_many:
            return "".join(self._with_names(batch))
        text, by_position = self._unnamed.__getitem__, batch.compiled.by_position
        return "".join(OPEN + ",".join(map(text, by_position(solution))) + CLOSE for solution in batch.solutions)

    def _with_names(self, batch: Tilings) -> Iterator[str]:
        """Yield the lines of tilings with identical pieces, whose copies are named in the order of their positions."""
        compiled, texts = batch.compiled, self._texts
        for solution in batch.solutions:
            options = compiled.by_position(solution)
            names = compiled.names_of(options)
            yield OPEN + ",".join([texts[option, names.get(option, "")] for option in options]) + CLOSE

    def _text(self, key: tuple[int, str]) -> str:
        """Return the JSON text of an option whose piece has the given name ("" for the first name of its class)."""
        assert self._compiled is not None
        option, name = key
        placement = self._compiled.placement(option, name)
        return dumps_line(self._compiled.puzzle.placement_row(placement)).rstrip("\n")


class AnswerWriter:
    """Collect batches of tilings and write the answer that holds them.

    The attribute `bytes` is the approximate size of what was collected so far.
    """

    def __init__(self, lines_of: Callable[[Sequence[Tiling]], str] | None = None) -> None:
        self._lines_of = lines_of or LineWriter()
        self._lines: list[str] = []
        self.bytes = 0

    def take(self, batch: Sequence[Tiling]) -> None:
        """Add tilings."""
        self._lines.append(self._lines_of(batch))
        self.bytes += len(self._lines[-1])

    def text(self, found: Solved, indent: int | None = None) -> str:
        """Return one JSON object that ends in a newline: on one line, or with `indent` one line for each tiling."""
        from json import dumps

        with any_digits():
            head, tail = (dumps(part, ensure_ascii=False, indent=indent, default=str) for part in answer_parts(found))
        separator = ", " if indent is None else ",\n" + " " * indent
        rows = "".join(self._lines).rstrip("\n").replace("\n", separator)
        key = f"{separator}{dumps('solutions')}: ["
        return f"{head[:-1].rstrip()}{key}{rows}]{separator}{tail[1:].lstrip()}\n"
