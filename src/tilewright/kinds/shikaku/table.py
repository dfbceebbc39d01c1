"""Tables and answers of Shikaku. Keys: `name`, `shikaku` (a grid of clues), `pinned` (tables with `rect`)."""

from __future__ import annotations

from typing import Any

import msgspec

from tilewright.errors import LimitError, NotationError
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku import text as grid
from tilewright.kinds.shikaku.puzzle import Rect
from tilewright.puzzle.table import convert_table
from tilewright.source import MAX_PIECES

EXPECTED = {
    "name": "a string",
    "shikaku": "a grid of clues",
    "pinned": "[[pinned]] tables",
    "rect": "[top, left, height, width]",
}


class ShikakuPinTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A rectangle every answer contains, [top, left, height, width]."""

    rect: Rect


class ShikakuTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A Shikaku."""

    shikaku: str
    name: str = ""
    pinned: list[ShikakuPinTable] = []


def read_table(data: object, text: str) -> Shikaku:
    """The puzzle of a decoded file."""
    for key in ("lattice", "pieces", "board", "outline", "optional", "paint", "piece"):
        if isinstance(data, dict) and data.get(key):
            raise NotationError(f"shikaku and {key} exclude each other: expected shikaku, name and pinned only")
    table = convert_table(data, text, ShikakuTable, {"pinned": ShikakuPinTable}, EXPECTED)
    if len(table.pinned) > MAX_PIECES:
        raise LimitError(f"there are {len(table.pinned):,} pinned rectangles: expected at most {MAX_PIECES:,}")
    given = grid.parse_grid(table.shikaku)
    return Shikaku(given.rows, given.columns, given.clues, tuple(pin.rect for pin in table.pinned), table.name)


def to_table(puzzle: Shikaku) -> dict[str, Any]:
    """Return the puzzle as the plain data of a file."""
    pins = [ShikakuPinTable(rect) for rect in puzzle.pinned]
    data: dict[str, Any] = msgspec.to_builtins(ShikakuTable(str(puzzle), puzzle.name, pins))
    return data
