"""Levels in a file, as `design levels -o levels.json` writes them: `levels.json#3` is one of them.

Each level is an object with its name, its difficulty, the puzzle as in a JSON file of one puzzle, its solution and its hints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilewright.errors import NotationError, TilewrightError
from tilewright.formats.answer import dumps_json, dumps_line, solution_rows
from tilewright.formats.recognize import Format
from tilewright.formats.tables import dump_json, parse_json
from tilewright.puzzle import Puzzle
from tilewright.puzzle.table import parse_json as decode
from tilewright.source import MAX_PIECES

if TYPE_CHECKING:
    from tilewright.design.levels import PieceLevel
    from tilewright.explain.hint import Hint

KIND = "levels"
EXPECTED = 'expected {"kind": "levels", "levels": [{"name": ..., "puzzle": {...}}, ...]}'


def levels_document(levels: Sequence[tuple[PieceLevel, Sequence[Hint]]], command: str) -> dict[str, Any]:
    """Return levels with their hints as JSON; `command` says how they were made."""
    so_far = Counter[str]()
    rows = []
    for level, hints in levels:
        so_far[level.rating.tier] += 1
        rows.append(_level_row(f"{level.rating.tier} {so_far[level.rating.tier]}", level, hints))
    return {"tilewright": 1, "kind": KIND, "command": command, "levels": rows}


def _level_row(name: str, level: PieceLevel, hints: Sequence[Hint]) -> dict[str, Any]:
    puzzle = level.puzzle
    return {
        "name": name,
        "source": "made",
        "difficulty": level.rating.tier,
        "techniques": dict(level.rating.techniques),
        "cells": len(puzzle.board.atoms),
        "pieces": {piece.name: piece.copies[0] for piece in puzzle.pieces},
        "puzzle": decode(dump_json(puzzle)),
        "solution": solution_rows(puzzle, [level.tiling])[0],
        "hints": [
            {
                "kind": step.kind,
                "technique": step.technique,
                "tier": step.tier,
                "text": step.text,
                "placements": [placement.id for placement in step.placements],
            }
            for step in hints
        ],
    }


def _rows(text: str) -> list[dict[str, Any]]:
    """The levels of a file. Raises NotationError for what is none."""
    data = decode(text)
    rows = data.get("levels") if isinstance(data, dict) else None
    if not isinstance(rows, list) or not 0 < len(rows) <= MAX_PIECES:
        raise NotationError(f"no levels, or more than {MAX_PIECES:,}: {EXPECTED}")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or not isinstance(row.get("puzzle"), dict):
            raise NotationError(f"level {number} has no puzzle: {EXPECTED}")
    return rows


def parse(text: str, number: int = 0) -> Puzzle:
    """Return the puzzle of a level by its place from 0. Raises NotationError quoting what is wrong."""
    row = _rows(text)[number]
    try:
        return parse_json(dumps_line(row["puzzle"]))
    except TilewrightError as error:
        raise type(error)(f"level {number + 1}: {error}") from None


def titles(text: str) -> list[str]:
    """Return the names of the levels in a file."""
    return [str(row.get("name", number)) for number, row in enumerate(_rows(text), start=1)]


def dump(puzzle: Puzzle) -> str:
    """Return a file with the puzzle as its only level."""
    row = {"name": puzzle.name or "1", "puzzle": decode(dump_json(puzzle))}
    return dumps_json({"tilewright": 1, "kind": KIND, "levels": [row]})


LEVELS = Format(parse, dump, problem_titles=titles)
