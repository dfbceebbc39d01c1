"""JSON whose objects name a key twice: one reader takes the first value, another the last, so it is refused.

Puzzles as tables, the one schema of TOML and JSON files (and of the studio): what the tables of all kinds share.

Each kind of puzzle has its own struct and reader, in `table.py` of its folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from tilewright.errors import NotationError, controls_terminal, printable, quote
from tilewright.lattice import Atom, lattice
from tilewright.pieces.piece import LONGEST_NAME
from tilewright.pieces.text import parse_cells
from tilewright.puzzle.board import Cell, read_cells
from tilewright.structs import learnt


def refuse_repeated_keys(text: str | bytes) -> None:
    """Raise NotationError if an object of this JSON, which is known to be well formed, has a key twice.

    >>> refuse_repeated_keys('{"board": "5x5", "board": "3x3"}')
    Traceback (most recent call last):
    tilewright.errors.NotationError: the key 'board' stands twice in one object: expected it once
    """
    parse_json(text)


def parse_json(text: str | bytes) -> Any:
    """Return what JSON means. Raises NotationError unless it means one thing: no key twice, no NaN, brackets nested within reason.

    >>> parse_json('{"a": [1, 2]}')
    {'a': [1, 2]}
    """
    import json  # as large as all else that a small puzzle needs; a drawing or a notation does without

    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError:
        reason = "brackets are nested too deeply"
    except ValueError as error:  # also numbers with thousands of digits, and bytes that are not UTF-8
        reason = str(error)
    raise NotationError(f"{reason}: expected JSON")


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    seen = set[str]()
    for key, _ in pairs:
        if key in seen:
            raise NotationError(f"the key {quote(key)} stands twice in one object: expected it once")
        seen.add(key)
    return dict(pairs)


Drawing = str | list[Cell]
SHAPE = "a drawing or cells [[row, column], ...]"

T = TypeVar("T", bound=msgspec.Struct)


def read_atoms(drawing: Drawing, lattice_name: str) -> tuple[Atom, ...]:
    """The atoms of a drawing, or of cells."""
    if isinstance(drawing, str):
        return parse_cells(drawing, lattice_name)
    return read_cells(lattice(lattice_name), drawing)


def convert_table(
    data: object, text: str, struct: type[T], parts: Mapping[str, type[msgspec.Struct]], expected: Mapping[str, str]
) -> T:
    """Return the data as a struct. Raises NotationError quoting the line at fault.

    `parts` are the structs of the table's lists by their keys, `expected` says what each key takes; `pinned.motion` is the
    motion of a pin where another key has that name too.
    """
    try:
        return msgspec.convert(data, learnt(struct))
    except msgspec.ValidationError as error:
        raise NotationError(_explained(str(error), text, struct, parts, expected)) from None


def check_name(name: str, what: str) -> None:
    """Raise NotationError if a name from a file is too long, or has characters that control a terminal."""
    if len(name) > LONGEST_NAME or any(map(controls_terminal, name)):
        raise NotationError(
            f"{what} {quote(name)}: expected at most {LONGEST_NAME} characters, none of them control characters"
        )


def _explained(
    message: str,
    text: str,
    struct: type[msgspec.Struct],
    parts: Mapping[str, type[msgspec.Struct]],
    expected: Mapping[str, str],
) -> str:
    """A message of msgspec with the first line that has the key it names, and what is expected there."""
    unknown = re.findall(r"unknown field `([^`]+)`", message)
    keys = unknown or re.findall(r"\.(\w+)", message)
    message = re.sub(r"`([^`]*)`", lambda found: f"`{printable(found[1], 60)}`", message)
    line = next((f"{quote(line.strip())}: " for line in text.split("\n") if keys and keys[-1] in line), "")
    if missing := re.findall(r"required field `([^`]+)`", message):
        return f"{line}{message}: expected {missing[0]} = {expected[missing[0]]}"
    where = next((part for key, part in parts.items() if f"$.{key}[" in message), struct)
    every = f"the keys {', '.join(where.__struct_fields__)}"
    known = expected.get(".".join(keys)) or expected.get(keys[-1]) if keys else None
    return f"{line}{message}: expected {every if unknown or not keys else known or every}"
