"""Blocks, of which outlines of several edge-connected parts are put together: a part with all its images under the group.

A part is either invariant under the whole group, and then found by growth, or its stabiliser holds no turn (see
docs/theory/silhouettes.md): then it has few pieces, because all its images must be tiled at once, and few shapes survive that.
Such a block is called a satellite here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from tilewright.puzzle.packing.classes import PieceClass
from tilewright.silhouettes.centres import Centre
from tilewright.silhouettes.graph import OutlineGraph, Site, build_graph, map_site
from tilewright.silhouettes.kernel_search import EXAMINE, SKIP, Hunt, HuntReport, Nodes, bits_of, free_translations


@dataclass(frozen=True)
class Block:
    """Nodes of one part's orbit, and bit sets of nodes: its own, those it bars, those it meets.

    barred: overlap it, or share an edge with it on its own lattice (then they would be one part).
    halves: share a part of an edge with it from a lattice shifted by half a cell.
    points: meet it in a point only, or as `halves`.
    parts: how many edge-connected parts it has.
    """

    nodes: Nodes
    area: int
    own: int
    barred: int
    halves: int
    points: int
    invariant: bool
    parts: int = 1


class Blocks:
    """Makes blocks of one graph; the bit sets of single nodes are worked out once."""

    def __init__(self, graph: OutlineGraph) -> None:
        self.graph = graph
        nodes = range(len(graph.area))
        self.barred = [bits_of({*graph.overlaps[n], *_others(graph.edges[n])}) for n in nodes]
        self.halves = [bits_of(_others(graph.half_edges[n])) for n in nodes]
        self.points = [bits_of(_others(graph.corners[n])) | self.halves[n] for n in nodes]

    def of(self, nodes: Iterable[int], invariant: bool, parts: int = 1) -> Block:
        """The block on these nodes."""
        nodes = tuple(nodes)
        area = own = barred = halves = points = 0
        for node in nodes:
            area += self.graph.area[node]
            own |= 1 << node
            barred |= self.barred[node]
            halves |= self.halves[node]
            points |= self.points[node]
        return Block(nodes, area, own, barred, halves, points, invariant, parts)


def _others(row: Iterable[tuple[int, int]]) -> set[int]:
    return {other for other, _ in row}


def joined(
    graph: OutlineGraph, nodes: Sequence[int], relations: Sequence[Sequence[Sequence[tuple[int, int]]]]
) -> list[tuple[list[int], frozenset[int]]]:
    """The classes of nodes joined by the relations, and for each the stabiliser of one connected part of it."""
    times = graph.times
    inverse = [row.index(0) for row in times]
    left = set(nodes)
    found = []
    while left:
        start = min(left)
        left.remove(start)
        copy = {start: 0}
        stack, elements = [start], set[int]()
        while stack:
            node = stack.pop()
            own = copy[node]
            elements.update(times[times[own][s]][inverse[own]] for s in graph.stabiliser[node])
            for other, h in (pair for relation in relations for pair in relation[node]):
                there = times[own][h]  # own·node meets own·h·other
                if other in left:
                    left.remove(other)
                    copy[other] = there
                    stack.append(other)
                elif other in copy:
                    elements.add(times[there][inverse[copy[other]]])
        found.append((sorted(copy), graph.closure(elements)))
    return found


def disjoint_groups(areas: Sequence[int], targets: Sequence[int]) -> bool:
    """Whether groups of these areas can be taken from pieces of the areas given, no piece twice."""
    supply = Counter(areas)
    sizes = sorted(supply)
    wanted = sorted(targets, reverse=True)

    def groups(place: int, left: int) -> Iterator[tuple[int, ...]]:
        if place == len(sizes):
            if left == 0:
                yield ()
            return
        for times in range(min(supply[sizes[place]], left // sizes[place]) + 1):
            for rest in groups(place + 1, left - times * sizes[place]):
                yield (times, *rest)

    choices = {target: list(groups(0, target)) for target in set(wanted)}

    def take(number: int, first: int, left: tuple[int, ...]) -> bool:
        if number == len(wanted):
            return True
        if sum(map(int.__mul__, left, sizes)) < sum(wanted[number:]):
            return False
        target = wanted[number]
        alike = number + 1 < len(wanted) and wanted[number + 1] == target  # then in order, for they can be swapped
        for place in range(first, len(choices[target])):
            rest = tuple(map(int.__sub__, left, choices[target][place]))
            if min(rest) >= 0 and take(number + 1, place if alike else 0, rest):
                return True
        return False

    return take(0, 0, tuple(supply[size] for size in sizes))


@dataclass(frozen=True)
class Orbit:
    """A possible stabiliser of a satellite, and the areas (atoms) its parts can have by the pieces' areas alone."""

    stabiliser: tuple[int, ...]
    parts: int
    areas: tuple[int, ...]


def satellite_orbits(graph: OutlineGraph, areas: Sequence[int], most: int) -> list[Orbit]:
    """The stabilisers without turns, up to conjugacy, of which pieces of these areas could make a whole orbit.

    `most`: area that all parts together may have.
    """
    group = graph.frames[0].isometries
    order = len(group)
    found, seen = [], set[frozenset[frozenset[int]]]()
    for stabiliser in [(0,), *((0, e) for e in range(1, order) if group[e].motion.mirrored)]:
        inverse = [row.index(0) for row in graph.times]
        key = frozenset(
            frozenset(graph.times[graph.times[t][s]][inverse[t]] for s in stabiliser) for t in range(order)
        )  # its conjugates
        if key in seen or len(stabiliser) == order:
            continue
        seen.add(key)
        parts = order // len(stabiliser)
        sizes = [a for a in range(1, most // parts + 1) if disjoint_groups(areas, [a] * parts)]
        if sizes:
            found.append(Orbit(stabiliser, parts, tuple(sizes)))
    return found


def satellites(
    graph: OutlineGraph,
    kinds: Sequence[PieceClass],
    orbit: Orbit,
    masks: Sequence[int],
    threads: int,
    deadline: float,
    report: HuntReport,
) -> tuple[list[Nodes], bool]:
    """The nodes of all satellites with this stabiliser, in every position; and whether that is all."""
    found: set[Nodes] = set()
    complete = True
    use = [EXAMINE if a in orbit.areas else SKIP for a in range(orbit.areas[-1] + 1)]
    for frame in range(len(graph.frames)):
        line = _line_graph(graph, frame, orbit, masks)
        free = free_translations(line)
        # One part alone is tried first: few shapes can be tiled at all, and then all images at once.
        alone = Hunt(line, kinds, optional=True, parts=orbit.parts)
        tileable = [nodes for _, tiled in alone.grow(use, threads, deadline, report) for nodes, _ in tiled]
        every = Hunt(line, kinds, optional=True, sites=_copies(graph, frame, orbit, line))
        for _, tiled in every.examine(tileable, threads, deadline, report):
            for nodes, _ in tiled:
                shape = [site for node in nodes for site in line.sites[node]]
                found.update(map(tuple, _positions(graph, frame, shape, orbit, free)))
        complete &= alone.complete and every.complete
    return sorted(found), complete


def _line_graph(graph: OutlineGraph, frame: int, orbit: Orbit, masks: Sequence[int]) -> OutlineGraph:
    """The graph in which the part of a satellite grows: its group is the stabiliser alone."""
    centre = graph.frames[frame]
    alone = Centre("line", tuple(centre.isometries[e] for e in orbit.stabiliser), centre.point)
    least = min(mask.bit_count() for mask in masks)
    return build_graph(graph.grid, (alone,), masks, orbit.areas[-1] // least)


def _copies(graph: OutlineGraph, frame: int, orbit: Orbit, line: OutlineGraph) -> list[list[Site]]:
    """For each node of the line graph what all images of it fill, each image in a plane of its own."""
    times, left = graph.times, set(range(len(graph.times)))
    leaders = []
    while left:
        leaders.append(min(left))
        left -= {times[leaders[-1]][s] for s in orbit.stabiliser}
    maps = [graph.frames[frame].isometries[e] for e in leaders]
    return [
        [
            (place, *map_site(graph.grid, isometry, cell, mask))
            for place, isometry in enumerate(maps)
            for _, cell, mask in row
        ]
        for row in line.sites
    ]


def _positions(
    graph: OutlineGraph, frame: int, shape: Sequence[Site], orbit: Orbit, free: Sequence[tuple[int, ...]]
) -> Iterator[list[int]]:
    """The shape moved along its mirror (or anywhere) to where its images neither overlap nor share an edge."""
    area = orbit.parts * sum(mask.bit_count() for _, _, mask in shape)
    far = range(-2 * graph.radius - 2, 2 * graph.radius + 3)
    for steps in product(far, repeat=len(free)):
        shift = [sum(s * v[axis] for s, v in zip(steps, free, strict=True)) for axis in range(graph.grid.dimension)]
        nodes = {graph.node_of.get((frame, tuple(map(int.__add__, cell, shift)), mask)) for _, cell, mask in shape}
        if None in nodes or sum(graph.area[n] for n in nodes if n is not None) != area:
            continue
        own = [node for node in nodes if node is not None]
        classes = joined(graph, own, [graph.edges])
        if len(classes) == 1 and len(classes[0][1]) == len(orbit.stabiliser):
            yield sorted(own)
