"""Tables of Stars. Keys: `name`, `stars` (the grid)."""

from __future__ import annotations

from typing import Any

import msgspec
from tilewright.puzzle.stars.puzzle import Stars  # type: ignore[import-not-found]

from tilewright.formats.table import convert_table, to_table

KEY = "stars"


class StarsTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A Stars puzzle."""

    stars: str
    name: str = ""


def read_table(data: object, text: str) -> Stars:
    """The puzzle of a decoded file."""
    table = convert_table(data, text, StarsTable, {}, {"stars": "a grid of * and o", "name": "a string"})
    return Stars.parse(table.stars, table.name)


@to_table.register(Stars)
def _to_table(puzzle: Stars) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(StarsTable(str(puzzle), puzzle.name))
    return data
