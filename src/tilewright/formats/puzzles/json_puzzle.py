"""JSON, the form that programs write and the studio speaks; the keys are those of `table.py`."""

from __future__ import annotations

import re

import msgspec

from tilewright.errors import NotationError, quote
from tilewright.formats.answer import dumps_json
from tilewright.formats.json_keys import refuse_repeated_keys
from tilewright.kinds.packing.family_table import read_puzzle
from tilewright.puzzle import Puzzle


def parse(text: str) -> Puzzle:
    """Parse a JSON text. Raises NotationError saying what is wrong.

    >>> parse('{"pieces": "FNPUV", "board": "5x5"}').board.area
    25.0
    """
    return read_puzzle(decode(text), text)


def decode(text: str) -> object:
    """Return the data of a JSON text. Raises NotationError quoting the line that is wrong."""
    try:
        found: object = msgspec.json.decode(text)
        refuse_repeated_keys(text)
        return found
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        what = "nested too deep" if isinstance(error, RecursionError) else str(error)
        place = re.search(r"byte (\d+)", what)
        before = text.encode()[: int(place[1])].decode(errors="ignore") if place else text.rstrip()
        line = text.split("\n")[before.count("\n")]
        raise NotationError(f"{quote(line.strip())}: {what}: expected JSON") from None


def dump(puzzle: Puzzle) -> str:
    """Return the puzzle as JSON."""
    return dumps_json(puzzle.to_table())
