"""Part orbits by area and by node, so that those that touch, clash or fit are found as bit sets of their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from tilewright.silhouettes.composition.part_orbits import PartOrbit

MEMORY = 200e6  # bytes that bit sets of neighbors may take


class PartIndex:
    """Part orbits, numbered in order of area. nodes: of the graph. through_corners: corners count as touching."""

    def __init__(self, parts: Sequence[PartOrbit], nodes: int, through_corners: bool) -> None:
        self.parts = sorted(parts, key=lambda part: (part.area, part.nodes))
        self._nodes, self._through_corners = nodes, through_corners
        room = max(64, int(MEMORY / (len(parts) / 4 + 64)))
        self.touching = lru_cache(room)(self._touching)
        self.clashing = lru_cache(room)(self._clashing)
        self.fitting = lru_cache(None)(self._fitting)

    def part_areas(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """Return the areas of all edge-connected parts, in order."""
        chosen = (self.parts[number] for number in numbers)
        return tuple(sorted(area for part in chosen for area in [part.area // part.parts] * part.parts))

    def _touching(self, number: int) -> int:
        """The part orbits that touch this one."""
        part = self.parts[number]
        return self._with_nodes(part.corners if self._through_corners else part.half_edges)

    def _clashing(self, number: int) -> int:
        """The part orbits that cannot stand beside this one, itself included."""
        return self._with_nodes(self.parts[number].excluded | self.parts[number].own)

    def _fitting(self, left: int, exactly: bool) -> int:
        """The part orbits after which an area of `left` can still be filled up (or, unless exactly, is not exceeded)."""
        sums = self._sums(left)
        areas = (area for area in self._by_area if (left - area in sums if exactly else area <= left))
        return sum(self._by_area[area] for area in areas)

    def _sums(self, most: int) -> set[int]:
        sums = {0}
        for total in range(1, most + 1):
            if any(total - area in sums for area in self._by_area):
                sums.add(total)
        return sums

    @cached_property
    def _by_area(self) -> dict[int, int]:
        """area -> the part orbits that have it."""
        found: dict[int, int] = {}
        low = 0
        for number, part in enumerate(self.parts):
            if number + 1 == len(self.parts) or self.parts[number + 1].area != part.area:
                found[part.area] = (1 << number + 1) - (1 << low)
                low = number + 1
        return found

    @cached_property
    def _by_node(self) -> list[int]:
        """For each node the part orbits that contain it."""
        rows = [bytearray() for _ in range(self._nodes)]
        size = len(self.parts) // 8 + 1
        for number, part in enumerate(self.parts):
            for node in part.nodes:
                rows[node] = rows[node] or bytearray(size)
                rows[node][number >> 3] |= 1 << (number & 7)
        return [int.from_bytes(row, "little") for row in rows]

    def _with_nodes(self, nodes: int) -> int:
        found = 0
        for node in members(nodes):
            found |= self._by_node[node]
        return found


def members(numbers: int) -> Iterator[int]:
    """Yield the members of a bit set, in order."""
    low = 0
    while numbers:
        step = (numbers & -numbers).bit_length()
        low += step
        numbers >>= step
        yield low - 1
