"""The kinds of puzzles of the campaign: how each is drawn, asked, reduced, and what features it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from tests.campaign import asked, covers, draw, edges, packed, polygons, puzzles, shikakus, smaller, writing
from tests.campaign.cases import Case


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle.

    drawn:   the class of what is drawn.
    share:   of the puzzles that are drawn.
    smaller: puzzles with one thing less, for the reducer.
    refused: whether the package refuses a case, rightly.
    """

    name: str
    share: int
    drawn: type[Any]
    draw: Callable[[Random], Any]
    case: type[Case]
    features: Callable[[Any], set[str]]
    refused: Callable[[Any], bool]
    smaller: Callable[[Any], Iterable[Any]]


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "packing",
            55,
            puzzles.Packed,
            draw.draw_packed,
            packed.PackedCase,
            writing.features,
            asked.refused,
            smaller.smaller_packed,
        ),
        Kind(
            "shikaku",
            13,
            puzzles.Divided,
            shikakus.draw_shikaku,
            shikakus.ShikakuCase,
            shikakus.features,
            asked.refused,
            shikakus.smaller,
        ),
        Kind(
            "edges", 15, puzzles.Tiled, edges.draw_edges, edges.EdgesCase, edges.features, asked.refused, edges.smaller
        ),
        Kind(
            "polygons",
            12,
            puzzles.Cut,
            polygons.draw_polygons,
            polygons.PolygonCase,
            polygons.features,
            asked.refused,
            polygons.smaller,
        ),
        Kind(
            "covers",
            10,
            puzzles.Covered,
            covers.draw_cover,
            covers.CoverCase,
            covers.features,
            covers.refused,
            smaller.smaller_cover,
        ),
    )
}


@cache
def load() -> None:
    """Import the questions of all kinds, which enter the table."""
    from importlib import import_module

    for name in ("puzzles", "commands", "packed", "shikaku", "edges", "covers"):
        import_module(f"tests.campaign.questions_{name}")
