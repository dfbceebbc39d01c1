"""Sets of blocks that make one outline: they fit together, hang together as asked and have its area.

Invariant blocks surround one another, so there are few sets of them; satellites lie in hundreds of places. Sets with
satellites are therefore grown along contacts, from a block that may break out of a maximal subgroup: see
docs/theory/silhouettes.md.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, partial
from math import inf

from tilewright.silhouettes.graph import OutlineGraph, OutOfTime, in_time
from tilewright.silhouettes.kernel_search import HuntReport
from tilewright.silhouettes.parts import Block, disjoint_groups, joined

MEMORY = 200e6  # bytes that bit sets of neighbours may take

Blocks = tuple[Block, ...]


class Assembly:
    """The sets of some blocks of one graph that satisfy a contact: edge, corner or concentric.

    areas: of the pieces. A piece lies within one part, so the pieces must fall into groups of the parts' areas.
    """

    def __init__(
        self,
        graph: OutlineGraph,
        blocks: Sequence[Block],
        contact: str,
        areas: Sequence[int],
        deadline: float = inf,
        report: HuntReport | None = None,
    ) -> None:
        self.graph, self.contact, self.deadline = graph, contact, deadline
        self.report = report or HuntReport()
        self.blocks = sorted(blocks, key=lambda block: (block.area, block.nodes))
        self.relations = [graph.edges, graph.half_edges] + ([graph.corners] if contact == "corner" else [])
        room = max(64, int(MEMORY / (len(blocks) / 4 + 64)))
        self.packable = lru_cache(None)(partial(disjoint_groups, tuple(areas)))
        self.touching = lru_cache(room)(self._touching)
        self.clashing = lru_cache(room)(self._clashing)

    def sets(self, area: int) -> Iterator[Blocks]:
        """All sets of this area, each once; fewer after the deadline."""
        invariant = [block for block in self.blocks if block.invariant]
        try:
            if self.contact == "concentric":
                own = [self.compound(some) for some in self.grown(area, whole=False) if self.generates(some)]
                yield from combinations_of([*invariant, *own], area, self.deadline)
                return
            yield from (some for some in combinations_of(invariant, area, self.deadline) if _linked(some, self.contact))
            yield from (some for some in self.grown(area, whole=True) if self.generates(some))
        except OutOfTime:
            return

    def grown(self, area: int, whole: bool) -> Iterator[Blocks]:
        """The connected sets with a satellite and a root, of this area, or of up to this area; each once.

        As in growth by nodes: what touches the set is first taken, then left out for good.
        """
        dead = 0
        for done, root in enumerate(self.roots):
            self.report.fraction = done / len(self.roots)
            dead |= 1 << root
            closed = dead | self.clashing(root)
            for some in self._extend((root,), self.touching(root) & ~closed, closed, area - self._area(root), whole):
                chosen = tuple(self.blocks[number] for number in some)
                if not all(block.invariant for block in chosen):
                    yield chosen
        self.report.fraction = None

    def _extend(self, some: tuple[int, ...], near: int, dead: int, left: int, whole: bool) -> Iterator[tuple[int, ...]]:
        in_time(self.deadline)
        if not self.packable(self._parts(some)):
            return
        self.report.grown += 1
        if left == 0 or not whole:
            yield some
        for number in bits(near & self.takeable(left, whole)):
            dead |= 1 << number
            closed = dead | self.clashing(number)
            yield from self._extend(
                (*some, number), (near | self.touching(number)) & ~closed, closed, left - self._area(number), whole
            )

    def generates(self, some: Blocks) -> bool:
        """Whether a connected set is connected with all its images."""
        classes = joined(self.graph, [node for block in some for node in block.nodes], self.relations)
        return len(classes) == 1 and len(classes[0][1]) == len(self.graph.times)

    def compound(self, some: Blocks) -> Block:
        """A part that is invariant as a whole: nothing more may touch it through edges."""
        nodes = tuple(node for block in some for node in block.nodes)
        own = barred = points = 0
        for block in some:
            own, barred, points = own | block.own, barred | block.barred | block.halves, points | block.points
        return Block(nodes, sum(block.area for block in some), own, barred, 0, points, True)

    @cached_property
    def roots(self) -> list[int]:
        """Blocks of which each set with satellites has one: satellites, or those that break out of a subgroup."""
        choices = [[number for number, block in enumerate(self.blocks) if not block.invariant]]
        for subgroup in self.graph.subgroups:
            breaking = 0
            for node, keeps in enumerate(self.graph.stabiliser):
                met = (h for relation in self.relations for _, h in relation[node])
                if not subgroup.issuperset(keeps) or not subgroup.issuperset(met):
                    breaking |= 1 << node
            choices.append([number for number, block in enumerate(self.blocks) if block.own & breaking])
        return min(choices, key=len) if choices[0] else []

    @cached_property
    def holders(self) -> list[int]:
        """For each node the set of blocks that it belongs to."""
        rows = [bytearray() for _ in self.graph.area]
        size = len(self.blocks) // 8 + 1
        for number, block in enumerate(self.blocks):
            for node in block.nodes:
                rows[node] = rows[node] or bytearray(size)
                rows[node][number >> 3] |= 1 << (number & 7)
        return [int.from_bytes(row, "little") for row in rows]

    def _of_nodes(self, nodes: int) -> int:
        found = 0
        for node in bits(nodes):
            found |= self.holders[node]
        return found

    def _touching(self, number: int) -> int:
        block = self.blocks[number]
        return self._of_nodes(block.points if self.contact == "corner" else block.halves)

    def _clashing(self, number: int) -> int:
        return self._of_nodes(self.blocks[number].barred | self.blocks[number].own)

    def _parts(self, some: tuple[int, ...]) -> tuple[int, ...]:
        chosen = (self.blocks[number] for number in some)
        return tuple(sorted(area for b in chosen for area in [b.area // b.parts] * b.parts))

    def _area(self, number: int) -> int:
        return self.blocks[number].area

    @cached_property
    def by_area(self) -> dict[int, int]:
        """area -> the set of blocks that have it."""
        found: dict[int, int] = {}
        low = 0
        for number, block in enumerate(self.blocks):
            if number + 1 == len(self.blocks) or self.blocks[number + 1].area != block.area:
                found[block.area] = (1 << number + 1) - (1 << low)
                low = number + 1
        return found

    def takeable(self, left: int, whole: bool) -> int:
        """The blocks after which what is left of the area can still be filled, or need not be."""
        if (left, whole) not in self._takeable:
            sums = self._sums(left)
            areas = (a for a in self.by_area if (left - a in sums if whole else a <= left))
            self._takeable[left, whole] = sum(self.by_area[a] for a in areas)
        return self._takeable[left, whole]

    @cached_property
    def _takeable(self) -> dict[tuple[int, bool], int]:
        return {}

    def _sums(self, most: int) -> set[int]:
        sums = {0}
        for total in range(1, most + 1):
            if any(total - area in sums for area in self.by_area):
                sums.add(total)
        return sums


def bits(numbers: int) -> Iterator[int]:
    """The members of a bit set, in order."""
    low = 0
    while numbers:
        step = (numbers & -numbers).bit_length()
        low += step
        numbers >>= step
        yield low - 1


def combinations_of(blocks: Sequence[Block], area: int, deadline: float = inf) -> Iterator[Blocks]:
    """All sets of blocks that fit together and have this area in all, each once; fewer after the deadline."""
    by_area: dict[int, list[tuple[int, Block]]] = defaultdict(list)
    for place, block in enumerate(sorted(blocks, key=lambda b: b.area)):
        by_area[block.area].append((place, block))
    areas = sorted(by_area)

    def extend(chosen: Blocks, after: int, left: int, own: int, barred: int) -> Iterator[Blocks]:
        for size in areas:
            if time.perf_counter() > deadline:
                return
            # the last block takes all that is left; an earlier one leaves room for one at least as large
            if size != left and 2 * size > left:
                continue
            for place, block in by_area[size]:
                if place <= after or block.own & barred or block.barred & own:
                    continue
                if size == left:
                    yield (*chosen, block)
                else:
                    yield from extend((*chosen, block), place, left - size, own | block.own, barred | block.barred)

    yield from extend((), -1, area, 0, 0)


def _linked(blocks: Blocks, contact: str) -> bool:
    """Whether invariant blocks hang together."""
    left = list(blocks[1:])
    reached = blocks[0].halves if contact == "edge" else blocks[0].points
    while left:
        near = next((block for block in left if block.own & reached), None)
        if near is None:
            return False
        left.remove(near)
        reached |= near.halves if contact == "edge" else near.points
    return True
