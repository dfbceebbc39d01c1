"""Puzzle files of keys and values: TOML, which people write, and JSON, which programs write and the studio speaks.

The keys are those of `table.py` in the folder of each kind.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import msgspec

from tilewright.errors import NotationError, quote
from tilewright.formats.answer import dumps_json
from tilewright.formats.recognize import Format
from tilewright.kinds.packing.family import read_puzzle
from tilewright.puzzle import Puzzle
from tilewright.puzzle.table import refuse_repeated_keys


def parse_json(text: str) -> Puzzle:
    """Parse a JSON text. Raises NotationError saying what is wrong.

    >>> parse_json('{"pieces": "FNPUV", "board": "5x5"}').board.area
    25.0
    """
    return read_puzzle(decode_json(text), text)


def decode_json(text: str) -> object:
    """Return the data of a JSON text. Raises NotationError quoting the line that is wrong."""
    try:
        found: object = msgspec.json.decode(text)
        refuse_repeated_keys(text)
        return found
    except NotationError:  # a key that stands twice
        raise
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        what = "nested too deep" if isinstance(error, RecursionError) else str(error)
        place = re.search(r"byte (\d+)", what)
        before = text.encode()[: int(place[1])].decode(errors="ignore") if place else text.rstrip()
        line = text.split("\n")[before.count("\n")]
        raise NotationError(f"{quote(line.strip())}: {what}: expected JSON") from None


def dump_json(puzzle: Puzzle) -> str:
    """Return the puzzle as JSON."""
    return dumps_json(puzzle.to_table())


# The standard library's parser takes quadratic time over these, and no puzzle has any.
_LONG_KEY = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*\.[ \t]*){500}""", re.ASCII)


def parse_toml(text: str) -> Puzzle:
    """Parse a TOML text. Raises NotationError quoting the line that is wrong.

    >>> parse_toml("pieces = 'FNPUV'\\nboard = '5x5'").board.area
    25.0
    """
    return read_puzzle(decode_toml(text), text)


def decode_toml(text: str) -> object:
    """Return the data of a TOML text. Raises NotationError quoting the line that is wrong."""
    if long_key := _LONG_KEY.search(text):
        raise NotationError(f"{quote(long_key[0])}: a key of too many parts: expected TOML such as board = '3x3'")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        what = "nested too deep" if isinstance(error, RecursionError) else str(error)
        place = re.search(r"at line (\d+)", what)
        lines = text.rstrip("\n").split("\n")
        line = lines[int(place[1]) - 1 if place else -1]
        raise NotationError(f"{quote(line.strip())}: {what}: expected TOML such as board = '3x3'") from None


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
        return f"'''\n{value}\n'''"  # a line feed more at the end, which no drawing minds
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_value(key)} = {_value(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    # What JSON escapes in strings TOML reads alike, but for DEL, which TOML does not take as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


JSON = Format(parse_json, dump_json)
TOML = Format(parse_toml, dump_toml)
