"""The kinds of puzzles of the campaign: how each is drawn, asked, reduced, and what features it has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from tests.campaign import draw, packed, writing
from tests.campaign.cases import Case


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle.

    share:   of the puzzles that are drawn.
    refused: whether the package refuses a case, rightly.
    """

    name: str
    share: int
    draw: Callable[[Random], Any]
    case: type[Case]
    features: Callable[[Any], set[str]]
    refused: Callable[[Any], bool]


KINDS = {
    kind.name: kind
    for kind in (Kind("packing", 55, draw.draw_packed, packed.PackedCase, writing.features, packed.refused),)
}


@cache
def load() -> None:
    """Import the questions of all kinds, which enter the table."""
    from tests.campaign import questions_packed

    assert questions_packed
