"""TOML, the full form of a puzzle that people write; the keys are those of `table.py`."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from tilewright.errors import NotationError, quote
from tilewright.kinds.packing.family_table import read_puzzle
from tilewright.puzzle import Puzzle

# The standard library's parser takes quadratic time over these, and no puzzle has any.
_LONG_KEY = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*\.[ \t]*){500}""", re.ASCII)


def parse(text: str) -> Puzzle:
    """Parse a TOML text. Raises NotationError quoting the line that is wrong.

    >>> parse("pieces = 'FNPUV'\\nboard = '5x5'").board.area
    25.0
    """
    return read_puzzle(decode(text), text)


def decode(text: str) -> object:
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


def dump(puzzle: Puzzle) -> str:
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
