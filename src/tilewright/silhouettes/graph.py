"""The graph in which symmetric outlines grow: its nodes are orbits of filled cells under the group.

A cell may be filled in a few ways (whole, or one of the halves); `Site` is a cell of one of the lattices (`frame`)
together with the bit mask of its filled atoms. A node is an orbit of sites that do not overlap one another. An outline
invariant under the group is a set of nodes without overlap, and it hangs together exactly when the nodes do *and* the
group elements met along its loops generate the group (a voltage graph): see docs/theory/silhouettes.md.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import inf

from tilewright.errors import NotationError
from tilewright.lattice import Atom, Lattice, Vector
from tilewright.lattice.symmetry import Isometry
from tilewright.silhouettes.centres import Centre, compose
from tilewright.silhouettes.contacts import CORNER, EDGE, OVERLAP, contacts, strongest

Site = tuple[int, Vector, int]  # (frame, cell, mask of kinds)
FAR = 1 << 30


class OutOfTime(Exception):
    """The deadline came while tables were built."""


def in_time(deadline: float) -> None:
    """Raise OutOfTime after the deadline."""
    if time.perf_counter() > deadline:
        raise OutOfTime


@dataclass
class OutlineGraph:
    """Nodes and their contacts. Group elements are numbers, 0 the identity, the same for every frame.

    sites:     for each node the sites of its orbit, the representative first.
    area:      atoms of the whole orbit.
    stabiliser: elements that keep the representative.
    edges, half_edges, corners: for each node, (other node, element h): the representative shares an edge (a part of
               one with another frame's; only a point) with h applied to the other's representative. A node may
               touch itself.
    overlaps:  nodes that cannot stand together with this one.
    """

    grid: Lattice
    frames: tuple[Centre, ...]
    radius: int
    sites: list[list[Site]] = field(default_factory=list)
    area: list[int] = field(default_factory=list)
    stabiliser: list[tuple[int, ...]] = field(default_factory=list)
    edges: list[list[tuple[int, int]]] = field(default_factory=list)
    half_edges: list[list[tuple[int, int]]] = field(default_factory=list)
    corners: list[list[tuple[int, int]]] = field(default_factory=list)
    overlaps: list[list[int]] = field(default_factory=list)

    def through_corners(self) -> OutlineGraph:
        """The graph in which meeting in a point counts as sharing an edge."""
        rows = zip(self.edges, self.half_edges, self.corners, strict=True)
        edges = [sorted({*a, *b, *c}) for a, b, c in rows]
        empty: list[list[tuple[int, int]]] = [[] for _ in edges]
        return replace(self, edges=edges, half_edges=empty, corners=empty)

    @cached_property
    def times(self) -> list[list[int]]:
        """The group's multiplication table: times[a][b] does b first."""
        group = self.frames[0].isometries
        number = {isometry: index for index, isometry in enumerate(group)}
        return [[number[compose(self.grid, a, b)] for b in group] for a in group]

    @cached_property
    def subgroups(self) -> list[frozenset[int]]:
        """The maximal proper subgroups, as sets of elements."""
        order = len(self.times)
        cyclic = {self.closure({a, b}) for a in range(order) for b in range(order)}
        every = cyclic | {self.closure(a | b) for a in cyclic for b in cyclic}
        proper = [group for group in every if len(group) < order]
        return sorted((g for g in proper if not any(g < other for other in proper)), key=sorted)

    def closure(self, elements: Iterable[int]) -> frozenset[int]:
        """The subgroup generated."""
        found = {0, *elements}
        while True:
            more = found | {self.times[a][b] for a in found for b in found}
            if more == found:
                return frozenset(found)
            found = more

    def breaks(self, subgroup: frozenset[int]) -> list[int]:
        """The nodes with a contact whose element lies outside the subgroup; an outline needs one of them.

        If none is there, every element met along the outline's loops lies in the subgroup.
        """
        return [
            node
            for node, row in enumerate(self.edges)
            if any(h not in subgroup for _, h in row) or not subgroup.issuperset(self.stabiliser[node])
        ]

    def distances(self, sources: Iterable[int]) -> list[int]:
        """Least area of a chain of touching nodes from a source to each node, both ends counted."""
        found = [FAR] * len(self.area)
        heap = [(self.area[node], node) for node in sources]
        for area, node in heap:
            found[node] = area
        heapq.heapify(heap)
        while heap:
            area, node = heapq.heappop(heap)
            if area > found[node]:
                continue
            for other, _ in self.edges[node]:
                total = area + self.area[other]
                if total < found[other]:
                    found[other] = total
                    heapq.heappush(heap, (total, other))
        return found

    @cached_property
    def node_of(self) -> dict[Site, int]:
        """The node of each site that stands in the graph."""
        return {site: node for node, orbit in enumerate(self.sites) for site in orbit}


def build_graph(
    grid: Lattice,
    frames: Sequence[Centre],
    masks: Sequence[int],
    radius: int,
    within: float | None = None,
    deadline: float = inf,
) -> OutlineGraph:
    """The graph of all orbits whose representative lies within `radius` cells of the centre (or the mirror's origin).

    `within` leaves out what does not lie in a square of this side about the centre. OutOfTime after the deadline.
    """
    graph = OutlineGraph(grid, tuple(frames), radius)
    lookup: dict[Site, tuple[int, int]] = {}
    for frame in range(len(frames)):
        _add_orbits(graph, frame, masks, lookup, within, deadline)
    templates = {(f, mask): _template(graph, f, mask, masks) for f in range(len(frames)) for mask in masks}
    for node, orbit in enumerate(graph.sites):
        in_time(deadline)
        frame, cell, mask = orbit[0]
        found: dict[tuple[int, int], str] = {}
        clash: set[int] = set()
        for other_frame, step, other_mask, contact in templates[frame, mask]:
            place = lookup.get((other_frame, tuple(map(int.__add__, cell, step)), other_mask))
            if place is None or place == (node, 0):
                continue
            if contact == OVERLAP:
                clash.add(place[0])
            elif found.get(place) != EDGE:
                found[place] = contact
        clash.discard(node)
        graph.overlaps.append(sorted(clash))
        near = {place: contact for place, contact in found.items() if place[0] not in clash}
        same = {place for place in near if graph.sites[place[0]][0][0] == frame}
        graph.edges.append(sorted(p for p, contact in near.items() if contact == EDGE and p in same))
        graph.half_edges.append(sorted(p for p, contact in near.items() if contact == EDGE and p not in same))
        graph.corners.append(sorted(p for p, contact in near.items() if contact == CORNER))
    return graph


def _add_orbits(
    graph: OutlineGraph,
    frame: int,
    masks: Sequence[int],
    lookup: dict[Site, tuple[int, int]],
    within: float | None,
    deadline: float,
) -> None:
    """The orbits of one frame; `lookup` gives node and element of every site in them."""
    grid, centre = graph.grid, graph.frames[frame]
    maps = [_site_map(grid, isometry, masks) for isometry in centre.isometries]
    middle = [int(v // 1) for v in centre.point]
    spans = [range(m - graph.radius - 1, m + graph.radius + 2) for m in middle]
    for cell in product(*spans):
        in_time(deadline)
        if within is not None and not all(
            -within <= 2 * (v - p) <= within - 2 for v, p in zip(cell, centre.point, strict=True)
        ):
            continue
        for mask in masks:
            images = [_applied(each[mask], cell) for each in maps]
            if min(images)[0] < cell or (grid.unit == 1 and min(images) < (cell, mask)):
                continue  # the least cell of an orbit represents it: that is a wedge of the plane
            orbit: dict[Site, int] = {}
            for element, image in enumerate(images):
                orbit.setdefault((frame, *image), element)
            if grid.unit != 1 and len({site[1] for site in orbit}) < len(orbit):
                continue
            node = len(graph.sites)
            for site, element in orbit.items():
                lookup[site] = node, element
            graph.sites.append(list(orbit))
            graph.area.append(mask.bit_count() * len(orbit))
            keeps = [e for e, image in enumerate(images) if image == (cell, mask)]
            graph.stabiliser.append(tuple(keeps))


def map_site(grid: Lattice, isometry: Isometry, cell: Vector, mask: int) -> tuple[Vector, int]:
    """The image of a filled cell."""
    return _applied(_site_map(grid, isometry, (mask,))[mask], cell)


def _applied(site_map: tuple[list[tuple[int, int, int]], int], cell: Vector) -> tuple[Vector, int]:
    rows, mask = site_map
    return tuple([a * cell[0] + b * cell[1] + c for a, b, c in rows]), mask


def _site_map(
    grid: Lattice, isometry: Isometry, masks: Sequence[int]
) -> dict[int, tuple[list[tuple[int, int, int]], int]]:
    """Where filled cells go, for each mask: rows (a, b, c) with image = a·row + b·column + c, and the mask's image."""
    if grid.dimension != 2:
        raise NotationError(f"lattice {grid.name} is no plane: expected pieces of a flat lattice for outlines")
    motion, found = isometry.motion, {}
    for mask in masks:
        first = _kinds(mask)[0]  # where kinds move differently, each is a cell of its own
        vector = map(int.__add__, isometry.vector, motion.offsets[first]) if motion.offsets else isometry.vector
        rows = [(a, b, shift) for (a, b), shift in zip(motion.matrix, vector, strict=True)]
        found[mask] = rows, sum(1 << motion.slots[k] for k in _kinds(mask))
    return found


def _kinds(mask: int) -> list[int]:
    return [kind for kind in range(mask.bit_length()) if mask >> kind & 1]


def _template(graph: OutlineGraph, frame: int, mask: int, masks: Sequence[int]) -> list[tuple[int, Vector, int, str]]:
    """The contacts of a site: (other frame, cell step, other mask, contact)."""
    found = []
    own = graph.frames[frame].point
    for other, centre in enumerate(graph.frames):
        # the other frame's cell v lies at v - centre.point from the common centre, in half cells twice that
        shift = tuple(int(2 * (a - b)) for a, b in zip(own, centre.point, strict=True))
        table = contacts(graph.grid, tuple(s % 2 for s in shift))
        for step in product(range(-3, 4), repeat=graph.grid.dimension):
            distance = tuple(2 * v + s for v, s in zip(step, shift, strict=True))
            for other_mask in masks:
                kinds = product(_kinds(mask), _kinds(other_mask))
                contact = strongest({table[key] for a, b in kinds if (key := (a, distance, b)) in table})
                if other == frame and not any(step) and (graph.grid.unit != 1 or other_mask == mask):
                    contact = OVERLAP  # two ways to fill one cell
                if contact:
                    found.append((other, step, other_mask, contact))
    return found


def site_atoms(graph: OutlineGraph, nodes: Iterable[int]) -> list[tuple[int, Atom]]:
    """(frame, atom) of all sites of the nodes, sorted."""
    grid = graph.grid
    sites = (site for node in nodes for site in graph.sites[node])
    return sorted((frame, grid.join(cell, kind)) for frame, cell, mask in sites for kind in _kinds(mask))
