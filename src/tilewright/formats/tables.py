"""Puzzle files of keys and values: TOML, which people write, and JSON, which programs and the studio use.

The keys are described in `table.py` in the folder of each kind.

A file of levels, as written by `design levels -o levels.json`, holds several puzzles (`levels.json#3` is one of
them). Its entries are objects with a name, a difficulty, the puzzle as in a JSON file of one puzzle, its
solution and its hints. The cards written by `design cards -o cards.json` have the same form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from tilewright.errors import NotationError, TilewrightError, quote
from tilewright.files import MAX_PIECES
from tilewright.formats import Format
from tilewright.kinds import KINDS
from tilewright.kinds.packing.family import read_puzzle
from tilewright.pieces import Piece, PieceSet
from tilewright.puzzle import Board, Puzzle
from tilewright.puzzle.table import array_drawing, decode_toml
from tilewright.puzzle.table import parse_json as decode
from tilewright.system import dumps_json, dumps_line


def parse_json(text: str) -> Puzzle:
    """Return the puzzle of a JSON text; raise NotationError with what is wrong.

    >>> parse_json('{"pieces": "FNPUV", "board": "5x5"}').board.area
    25.0
    """
    return read_puzzle(decode_json(text), text)


def decode_json(text: str) -> object:
    """Return the data of a JSON text; raise NotationError quoting the line that is wrong."""
    try:
        found: object = msgspec.json.decode(text)
        decode(text)  # raises for duplicate keys
        return found
    except NotationError:  # a duplicate key
        raise
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        what = "nested too deep" if isinstance(error, RecursionError) else str(error)
        place = re.search(r" \(byte (\d+)\)", what)
        before = text.encode()[: int(place[1])].decode(errors="ignore") if place else text.rstrip()
        number = before.count("\n")
        line, what = text.split("\n")[number], what.replace(place[0], "") if place else what
        raise NotationError(f"line {number + 1}: {quote(line.strip())}: {what}: expected JSON") from None


def dump_json(puzzle: Puzzle) -> str:
    """Return the puzzle as JSON."""
    return dumps_json(puzzle.to_table())


def parse_toml(text: str) -> Puzzle:
    """Return the puzzle of a TOML text; raise NotationError quoting the line that is wrong.

    >>> parse_toml("pieces = 'FNPUV'\\nboard = '5x5'").board.area
    25.0
    """
    return read_puzzle(decode_toml(text), text)


def dump_toml(puzzle: Puzzle) -> str:
    """Return the puzzle as TOML."""
    table = puzzle.to_table()
    subtables = {key: table.pop(key) for key in ("piece", "pinned") if key in table}
    parts = [_pairs(table)]
    for key, rows in subtables.items():
        parts += [f"[[{key}]]\n{_pairs(row)}" for row in rows]
    return "\n\n".join(parts) + "\n"


def _pairs(table: dict[str, Any]) -> str:
    return "\n".join(f"{key} = {_value(value)}" for key, value in table.items())


def _value(value: object) -> str:
    if isinstance(value, str) and "\n" in value and "'''" not in value:  # a drawing
        return f"'''\n{value}\n'''"  # adds a line feed at the end, which drawings allow
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_value(key)} = {_value(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    # TOML reads the escapes of JSON strings in the same way, but does not allow a literal DEL.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def parse_mapping(data: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of the data in a JSON or TOML file; raise NotationError if it is not a puzzle."""
    if "kind" in data and str(data["kind"]) not in KINDS:
        raise NotationError(
            f"a dictionary of kind {quote(str(data['kind']))}: expected that of a puzzle; see from_dict"
        )
    plain = dict(data)
    for key, each in data.items():
        if key in ("board", "optional") and hasattr(each, "tolist"):  # a NumPy array of 0 and 1
            plain[key] = array_drawing(key, each)
        elif key == "shikaku" and hasattr(each, "tolist"):
            plain[key] = each.tolist()
        elif isinstance(each, Board | Piece | PieceSet):
            raise NotationError(
                f"{key} is a {type(each).__name__}: expected plain lists and texts; Packing(board, pieces) takes values"
            )
    return read_puzzle(plain, "")


JSON = Format(parse_json, dump_json)
TOML = Format(parse_toml, dump_toml)


KIND = "levels"
EXPECTED = 'expected {"kind": "levels", "levels": [{"name": ..., "puzzle": {...}}, ...]}'


def _level_rows(text: str) -> list[dict[str, Any]]:
    """Return the levels, or the cards, of a file; raise NotationError if it has none."""
    data = decode(text)
    rows = data.get("levels", data.get("cards")) if isinstance(data, dict) else None
    if not isinstance(rows, list) or not 0 < len(rows) <= MAX_PIECES:
        raise NotationError(f"no levels, or more than {MAX_PIECES:,}: {EXPECTED}")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or not isinstance(row.get("puzzle"), dict):
            raise NotationError(f"level {number} has no puzzle: {EXPECTED}")
    return rows


def parse_levels(text: str, number: int = 0) -> Puzzle:
    """Return the puzzle of a level given by its position from 0; raise NotationError quoting what is wrong."""
    row = _level_rows(text)[number]
    try:
        puzzle = parse_json(dumps_line(row["puzzle"]))
        return puzzle if puzzle.name else replace(puzzle, name=str(row.get("name", "")))  # type: ignore[type-var]
    except TilewrightError as error:
        raise type(error)(f"level {number + 1}: {error}") from None


def titles(text: str) -> list[str]:
    """Return the names of the levels in a file."""
    rows = enumerate(_level_rows(text), start=1)
    return [str(row.get("name", f"card {number}" if "given" in row else number)) for number, row in rows]


def dump_levels(puzzle: Puzzle) -> str:
    """Return a file with the puzzle as its only level."""
    row = {"name": puzzle.name or "1", "puzzle": decode(dump_json(puzzle))}
    return dumps_json({"tilewright": 1, "kind": KIND, "levels": [row]})


LEVELS = Format(parse_levels, dump_levels, problem_titles=titles)
