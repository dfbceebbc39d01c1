"""Silhouettes: a search is over when `grow` or `examine` returns."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import isqrt

from tilewright._kernel.blocks import ints, lists, rows
from tilewright._kernel.instance import Held, acquired

Piece = tuple[int, int, int, Sequence[int], Sequence[int], Sequence[int]]


class RegionUse(Enum):
    """What happens to a region of some area."""

    SKIP = 0
    REPORT = 1
    EXAMINE = 2


class RegionOutcome(Enum):
    """What an examined region was: why it has no tiling, TILED, or still OPEN."""

    WEIGHT = 0
    UNPLACEABLE = 1
    UNCOVERED = 2
    MODULO2 = 3
    MODULO3 = 4
    SEARCH = 5
    TILED = 6
    OPEN = 7


class SilhouetteGraph:
    """Orbits of filled cells and their contacts, as compressed rows."""

    def __init__(
        self,
        times: Sequence[int],
        area: Sequence[int],
        stabiliser: Sequence[int],
        edges: tuple[Sequence[int], Sequence[int], Sequence[int]],
        overlaps: tuple[Sequence[int], Sequence[int]],
        roots: Sequence[int],
        rank: Sequence[int],
        subgroup: Sequence[int],
        reach: Sequence[Sequence[int]],
    ) -> None:
        self.order, self.nodes = isqrt(len(times)), len(area)
        heads = [ints(times), ints(area), array("I", stabiliser)]
        links = [ints(each) for each in (*edges, *overlaps, roots, rank)]
        self.arrays = [*heads, *links, array("I", subgroup), *rows(reach)]


@dataclass(frozen=True)
class SilhouetteNews:
    """What happened since the last news; counters are totals."""

    regions: list[list[int]]
    tiled: list[list[int]]
    open: list[list[int]]
    tilings: list[list[tuple[int, int, int]]]
    outcomes: list[tuple[RegionOutcome, int]]
    grown: int
    examined: int
    done: bool


class SilhouetteSearch(Held):
    """Grows regions and examines them."""

    kind = "silhouettes"

    def __init__(
        self,
        graph: SilhouetteGraph,
        cells: int,
        filled: tuple[Sequence[int], Sequence[int], Sequence[int]],
        pieces: Sequence[Piece],
        weights: Sequence[tuple[Sequence[int], int, int]],
        symmetries: Sequence[Sequence[int]],
        parts: int,
        max_nodes: int,
    ) -> None:
        arrays = [*graph.arrays, ints(filled[0]), ints(filled[1]), bytes(filled[2])]
        for least, most, area, start, step, mask in pieces:
            arrays += [ints([least, most, area]), ints(start), ints(step), bytes(mask)]
        for node, low, high in weights:
            arrays += [ints(node), ints([low, high])]
        arrays += rows(symmetries)
        numbers = (graph.order, cells, len(pieces), len(weights), parts, max_nodes)
        with acquired() as instance:
            self.hold(instance, instance.call("silhouettes", *numbers, arrays=arrays))

    def grow(self, use: Sequence[RegionUse], threads: int, part: int = 0, parts: int = 1) -> None:
        """Grow all regions, or a part of them; `use[area]` says what happens to a region of that area."""
        self.call("grow", part, parts, arrays=[bytes(each.value for each in use)])

    def examine(self, regions: Sequence[Sequence[int]], threads: int) -> None:
        """Examine regions."""
        self.call("examine", arrays=rows(regions))

    def news(self) -> SilhouetteNews:
        """What happened since the last call."""
        self.call("news")
        numbers, *rest = self.results()
        grown, examined, done, *outcomes = numbers.cast("q").tolist()
        regions, tiled, open_ones, flat = (lists(*rest[k : k + 2]) for k in range(0, 8, 2))
        tilings = [[(row[k], row[k + 1], row[k + 2]) for k in range(0, len(row), 3)] for row in flat]
        named = [(RegionOutcome(number), count) for number, count in enumerate(outcomes)]
        return SilhouetteNews(regions, tiled, open_ones, tilings, named, grown, examined, bool(done))

    def stop(self) -> None:
        """It is over already."""
