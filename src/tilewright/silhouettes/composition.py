"""Part orbits by area and by node, so that those that touch, clash or fit are found as bit sets of their numbers.

Sets of part orbits that make one silhouette: they fit together, are connected as asked and have its area.

Invariant parts surround one another, so there are few sets of them; part orbits with a smaller stabilizer lie in hundreds
of positions. Sets with one of these are therefore grown along contacts, in Redelmeier's manner, from a part orbit whose
contacts leave a maximal subgroup (docs/theory/silhouettes.md, "Several parts"). Sets are bit sets of numbers of part orbits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, partial

from tilewright.errors import OutOfTimeError
from tilewright.silhouettes.growth import GrowthDeadline
from tilewright.silhouettes.orbits import OrbitGraph
from tilewright.silhouettes.parts import PartOrbit, PartSet, compatible_sets, has_disjoint_groups, is_connected, touch
from tilewright.silhouettes.query import CORNER_CONCENTRIC, THROUGH_CORNERS

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


Numbers = tuple[int, ...]


class Assembly:
    """The sets of part orbits of one graph that satisfy a contact: edge, corner, concentric or corner-concentric.

    areas: of the pieces, in atoms; they must fall into groups of the parts' areas.
    """

    def __init__(
        self,
        graph: OrbitGraph,
        parts: Sequence[PartOrbit],
        contact: str,
        areas: Sequence[int],
        deadline: GrowthDeadline,
    ) -> None:
        self.graph, self.contact, self.deadline = graph, contact, deadline
        self.index = PartIndex(parts, len(graph.area), through_corners=contact in THROUGH_CORNERS)
        self.contacts = [graph.edges, graph.half_edges] + ([graph.corners] if contact in THROUGH_CORNERS else [])
        self._has_groups = lru_cache(None)(partial(has_disjoint_groups, tuple(areas)))

    def sets(self, area: int) -> Iterator[PartSet]:
        """Yield all sets of this area, each once; fewer when the deadline comes."""
        invariant, deadline = [part for part in self.index.parts if part.invariant], self.deadline
        try:
            if self.contact in ("concentric", CORNER_CONCENTRIC):
                corners = self.contact == CORNER_CONCENTRIC
                composite = [
                    merge(some, corners) for some in self._grow(area, exactly=False) if self._is_connected(some)
                ]
                yield from compatible_sets([*invariant, *composite], area, deadline)
                return
            yield from (some for some in compatible_sets(invariant, area, deadline) if touch(some, self.contact))
            yield from (some for some in self._grow(area, exactly=True) if self._is_connected(some))
        except OutOfTimeError:
            return

    def _grow(self, area: int, exactly: bool) -> Iterator[PartSet]:
        """Yield the connected sets with a root and a part that is not invariant, of (up to, unless exactly) this area.

        Each is met once, as in growth by nodes: what touches the set is first taken, then excluded for good.
        """
        report, index, excluded = self.deadline.report, self.index, 0
        for done, root in enumerate(self.roots):
            report.fraction = done / len(self.roots)
            excluded |= 1 << root
            barred = excluded | index.clashing(root)
            left = area - index.parts[root].area
            for some in self._extend((root,), index.touching(root) & ~barred, barred, left, exactly):
                chosen = tuple(index.parts[number] for number in some)
                if not all(part.invariant for part in chosen):
                    yield chosen
        report.fraction = None

    def _extend(self, some: Numbers, near: int, excluded: int, left: int, exactly: bool) -> Iterator[Numbers]:
        """Yield the set and all that it grows to with what is near and not excluded, `left` being the area left."""
        self.deadline.check()
        if not self._has_groups(self.index.part_areas(some)):
            return
        self.deadline.report.nodes += 1
        if left == 0 or not exactly:
            yield some
        for number in members(near & self.index.fitting(left, exactly)):
            excluded |= 1 << number
            barred = excluded | self.index.clashing(number)
            more = (near | self.index.touching(number)) & ~barred
            yield from self._extend((*some, number), more, barred, left - self.index.parts[number].area, exactly)

    def _is_connected(self, some: PartSet) -> bool:
        """Return True if a connected set is connected with all its images."""
        return is_connected(self.graph, [node for part in some for node in part.nodes], self.contacts)

    @cached_property
    def roots(self) -> list[int]:
        """Part orbits of which each set to be grown has one: not invariant, or with contacts that leave a subgroup."""
        parts = list(enumerate(self.index.parts))
        choices = [[number for number, part in parts if not part.invariant]]
        for subgroup in self.graph.group.maximal_subgroups:
            leaving = sum(1 << node for node in self.graph.nodes if self._leaves(node, subgroup))
            choices.append([number for number, part in parts if part.own & leaving])
        return min(choices, key=len) if choices[0] else []

    def _leaves(self, node: int, subgroup: frozenset[int]) -> bool:
        met = (h for relation in self.contacts for _, h in relation[node])
        return not subgroup.issuperset(self.graph.stabilizer[node]) or not subgroup.issuperset(met)


def merge(parts: PartSet, through_corners: bool = False) -> PartOrbit:
    """Return a connected set as one invariant part orbit: nothing more may touch it through edges (or corners)."""
    nodes = tuple(node for part in parts for node in part.nodes)
    own = excluded = corners = 0
    for part in parts:
        own |= part.own
        excluded |= part.excluded | (part.corners if through_corners else part.half_edges)
        corners |= part.corners
    return PartOrbit(nodes, sum(part.area for part in parts), own, excluded, 0, corners, invariant=True)
