"""The families whose numbers are published: their patterns, sources, and the terms known there (`data/series.json`)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from itertools import count, islice
from typing import get_args

from tilewright.cover.search.report import UpTo
from tilewright.errors import NotationError, quote
from tilewright.series.pattern import Index, Pattern


@dataclass(frozen=True)
class BoardFamily:
    """A published sequence or table.

    id:      its number in the OEIS.
    start:   the values of the pattern's variables at its first term; a table goes on by antidiagonals.
    terms:   as published.

    >>> family("A004003").known[(4,)]
    12988816
    """

    id: str
    name: str
    pattern: str
    start: Index
    terms: tuple[int, ...]
    up_to: UpTo = "none"

    @cached_property
    def known(self) -> dict[Index, int]:
        """The published terms of those members that are boards: none has a side 0."""
        every = zip(self.indices(len(self.terms)), self.terms, strict=True)
        return {index: term for index, term in every if 0 not in index}

    def indices(self, number: int) -> list[Index]:
        """The values of the variables for the first terms, as published."""
        first, *others = self.start
        if not others:
            return [(first + place,) for place in range(number)]
        diagonals = ((first + row, others[0] + total - row) for total in count() for row in range(total + 1))
        return list(islice(diagonals, number))


@cache
def families() -> dict[str, BoardFamily]:
    """All of them by id."""
    rows = json.loads(files("tilewright").joinpath("data/series.json").read_text(encoding="utf-8"))["families"]
    return {row["id"]: _family(row) for row in rows}


def _family(row: dict[str, object]) -> BoardFamily:
    start, terms = row["start"], row["terms"]
    assert isinstance(start, list) and isinstance(terms, list) and row.get("up_to", "none") in get_args(UpTo)
    fields = {key: value for key, value in row.items() if key not in ("start", "terms")}
    return BoardFamily(start=tuple(start), terms=tuple(map(int, terms)), **fields)  # type: ignore[arg-type]


def family(name: str) -> BoardFamily:
    """The family of that number; NotationError when it is not among them."""
    if (found := families().get(name)) is None:
        raise NotationError(f"unknown series {quote(name)}: `tilewright series --list` names those there are")
    return found


def published(pattern: Pattern, up_to: UpTo) -> Sequence[BoardFamily]:
    """The families of just this pattern."""
    return [each for each in families().values() if (each.pattern, each.up_to) == (pattern.text, up_to)]
