"""Answers as JSON: the one object that `--json` prints, and the rows it is made of (a contract, see docs/reference/json.md).

Tilings as lines of JSON, made for millions: what an option says is written out once, lines are put together from that.
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

VERSION = 1  # of the answer's form


def print_json(answer: object) -> None:
    """Print the one JSON object of `--json`."""
    sys.stdout.write(json_text(answer))


def atom_cells(puzzle: Puzzle, atoms: Iterable[Atom]) -> list[Cell]:
    """Atoms as JSON cells: `[row, column]`, or `[row, column, "nesw"]` with the letters of the atoms covered."""
    return write_cells(puzzle.grid, atoms)


def piece_rows(pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    """Pieces with their orientations, for `sets --json`."""
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
    """What the answer says of the puzzle."""
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
    """Why there is no tiling; of an invariant also the weights, [*atom, weight] each, and those of pieces."""
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
    """The answer of `verdict`."""
    formula, presolve = found.outcome.note(FormulaNote), found.outcome.note(PresolveNote)
    more = {
        "unique_up_to": found.unique_up_to,
        "proof": found.proof,
        "formula": formula and asdict(formula),
        "presolve": presolve and asdict(presolve),
    }
    return solved_answer(found) | {key: value for key, value in more.items() if value is not None}


def solution_rows(puzzle: Puzzle, tilings: Sequence[Tiling]) -> list[dict[str, Any]]:
    """Tilings as JSON. Those of a search share their placements, so each is made into a row once."""
    rows: dict[int, dict[str, Any]] = {}
    found = []
    for tiling in tilings:
        for placement in tiling.placements:
            if id(placement) not in rows:
                rows[id(placement)] = {"row": puzzle.placement_row(placement), "of": placement}  # kept, and its id
        found.append({"placements": [rows[id(placement)]["row"] for placement in tiling.placements]})
    return found


def laying_lines(tilings: Sequence[Tiling]) -> str:
    """A line for each tiling: its row with the order of laying, null where it cannot be laid piece by piece."""
    return "".join(
        dumps_line({**solution_rows(each.puzzle, [each])[0], "laying": list(order.names) if order else None})
        for each, order in ((each, laying_order(each)) for each in tilings)
    )


def solved_answer(found: Solved | Verdict) -> dict[str, Any]:
    """The answer of `solve`, and what all answers share."""
    head, tail = answer_parts(found)
    return {**head, "solutions": solution_rows(found.puzzle, found.tilings), **tail}


def answer_parts(found: Solved | Verdict) -> tuple[dict[str, Any], dict[str, Any]]:
    """What stands before and behind the tilings of such an answer."""
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
    """How tilings were drawn at random."""
    of_all = {} if draw.number is None else {"tilings_text": str(draw.number)}
    return {"seed": draw.seed, "uniform": draw.uniform, **of_all, **({"why": draw.why} if draw.why else {})}


def count_answer(puzzle: Puzzle, found: Count) -> dict[str, Any]:
    """The answer of `count`."""
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
    """Which limit came first, and what is known of the memory that is lacking; nothing of a count that is done."""
    wanted = {"memory_wanted": found.memory_wanted} if found.memory_wanted else {}
    return {"limit": found.limit, **wanted} if found.limit else {}


def _rounded(times: dict[str, float]) -> dict[str, float]:
    return {phase: round(seconds, 6) for phase, seconds in times.items()}


def disassembly_row(answer: Disassembly) -> dict[str, Any]:
    """An assembly and how it comes apart."""
    assert answer.tiling is not None
    return {**solution_rows(answer.tiling.puzzle, [answer.tiling])[0], **answer.to_dict()}


def line_of(tiling: Tiling) -> str:
    """A tiling as a line of a .jsonl file."""
    return dumps_line({"placements": [tiling.puzzle.placement_row(placement) for placement in tiling.placements]})


OPEN, CLOSE = '{"placements":[', "]}\n"


class LineWriter:
    """Called with a batch of tilings it gives their lines as one text; placements stand by position."""

    def __init__(self) -> None:
        self._compiled: Compiled | None = None
        self._texts = Lazy(self._text)
        self._unnamed: Lazy[int, str] = Lazy(lambda option: self._text((option, "")))

    def __call__(self, batch: Sequence[Tiling]) -> str:
        """The lines of all tilings, in their order."""
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
        """The same where several pieces are alike: the copies of a tiling get the names in turn, by where they lie."""
        compiled, texts = batch.compiled, self._texts
        for solution in batch.solutions:
            options = compiled.by_position(solution)
            names = compiled.names_of(options)
            yield OPEN + ",".join([texts[option, names.get(option, "")] for option in options]) + CLOSE

    def _text(self, key: tuple[int, str]) -> str:
        """What an option says when its piece has this name (none: the first of its class)."""
        assert self._compiled is not None
        option, name = key
        placement = self._compiled.placement(option, name)
        return dumps_line(self._compiled.puzzle.placement_row(placement)).rstrip("\n")


class AnswerWriter:
    """Takes batches of tilings and gives the text of the answer that holds them. `bytes` is about what it takes so far."""

    def __init__(self, lines_of: Callable[[Sequence[Tiling]], str] | None = None) -> None:
        self._lines_of = lines_of or LineWriter()
        self._lines: list[str] = []
        self.bytes = 0

    def take(self, batch: Sequence[Tiling]) -> None:
        """Add tilings."""
        self._lines.append(self._lines_of(batch))
        self.bytes += len(self._lines[-1])

    def text(self, found: Solved, indent: int | None = None) -> str:
        """One JSON object, ending in a newline: on one line, or with `indent` a line for each tiling."""
        from json import dumps  # which a drawing does not need

        with any_digits():
            head, tail = (dumps(part, ensure_ascii=False, indent=indent, default=str) for part in answer_parts(found))
        separator = ", " if indent is None else ",\n" + " " * indent
        rows = "".join(self._lines).rstrip("\n").replace("\n", separator)
        key = f"{separator}{dumps('solutions')}: ["
        return f"{head[:-1].rstrip()}{key}{rows}]{separator}{tail[1:].lstrip()}\n"
