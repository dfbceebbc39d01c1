"""Arguments by area alone: a piece lies within one part, so the pieces must fall into groups of the parts' areas.

For several congruent parts this refutes most possibilities: 16 pieces of FridgeIQ cannot make eight equal parts.

Part orbits: an edge-connected part of a silhouette with all its images under the group.

A part is either invariant under the whole group, and then growth finds it, or its stabilizer contains no turn, and then
it has few pieces, because all its images must be tiled at once (docs/theory/silhouettes.md, "Several parts").

Connected components in the quotient by the group, with the stabilizers of the parts that they stand for.

Walk a spanning tree and note which copy of each node is reached; every further contact, and every stabilizer of a node,
gives a group element. These generate the stabilizer of the part (docs/theory/silhouettes.md, "Connectedness").

Sets of invariant part orbits of a given area. They surround one another, so there are few of them.

Parts whose stabilizer contains no turn: grown in a graph of the stabilizer alone, then put into every position.

One part alone is tested first, since few shapes can be tiled at all, and then all its images at once.

All part orbits that silhouettes of a problem may have: invariant parts, and those with a smaller stabilizer.

Composition: sets of part orbits that make one silhouette fit together, are connected as asked and have its area. Part orbits
are kept by area and by node, so that those that touch, clash or fit are found as bit sets of their numbers. Invariant parts
surround one another, so there are few sets of them; part orbits with a smaller stabilizer lie in hundreds of positions. Sets
with one of these are therefore grown along contacts, in Redelmeier's manner, from a part orbit whose contacts leave a maximal
subgroup.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import product

from tilewright.cover.limits import NEVER, Deadline
from tilewright.errors import OutOfTimeError
from tilewright.kinds.packing.compile import PieceClass
from tilewright.lattice import Vector
from tilewright.silhouettes.growth import (
    EXAMINE,
    REPORT,
    SKIP,
    GrowthDeadline,
    Nodes,
    RegionSearch,
    bit_set,
    free_translations,
)
from tilewright.silhouettes.orbits import Contacts, OrbitGraph, Site, build_graph, map_site
from tilewright.silhouettes.query import CORNER_CONCENTRIC, THROUGH_CORNERS, Problem
from tilewright.silhouettes.silhouette import GroupPosition


def has_disjoint_groups(areas: Sequence[int], targets: Sequence[int]) -> bool:
    """Return True if disjoint groups of pieces of these areas can have the target areas.

    >>> has_disjoint_groups([3, 3, 1, 1], [4, 4]), has_disjoint_groups([3, 3, 2], [4, 4])
    (True, False)
    """
    counts = Counter(areas)
    sizes = sorted(counts)
    numbers = tuple(counts[size] for size in sizes)
    return _Groups(sizes, numbers, sorted(targets, reverse=True)).exist(0, 0, numbers)


class _Groups:
    """The search for disjoint groups: targets in decreasing order, each with all ways to make it of the sizes."""

    def __init__(self, sizes: Sequence[int], numbers: Sequence[int], targets: Sequence[int]) -> None:
        self.sizes, self.numbers, self.targets = sizes, numbers, targets
        self.choices = {target: list(self._sums(0, target)) for target in set(targets)}

    def _sums(self, place: int, left: int) -> Iterator[tuple[int, ...]]:
        """Yield how often each size from `place` on is used to make `left`."""
        if place == len(self.sizes):
            if left == 0:
                yield ()
            return
        for times in range(min(self.numbers[place], left // self.sizes[place]) + 1):
            for more in self._sums(place + 1, left - times * self.sizes[place]):
                yield (times, *more)

    def exist(self, number: int, first: int, left: tuple[int, ...]) -> bool:
        """Return True if the targets from `number` on can be made of what is left; the next one from choice `first` on."""
        if number == len(self.targets):
            return True
        if sum(map(int.__mul__, left, self.sizes)) < sum(self.targets[number:]):
            return False
        target = self.targets[number]
        again = self.targets[number + 1 : number + 2] == [target]  # then choices in order, for they can be swapped
        for place in range(first, len(self.choices[target])):
            remaining = tuple(map(int.__sub__, left, self.choices[target][place]))
            if min(remaining) >= 0 and self.exist(number + 1, place if again else 0, remaining):
                return True
        return False


@dataclass(frozen=True)
class OrbitType:
    """A possible stabilizer of a part (up to conjugacy), the number of its images, and the areas it can have, in atoms."""

    stabilizer: tuple[int, ...]
    parts: int
    areas: tuple[int, ...]


def orbit_types(graph: OrbitGraph, areas: Sequence[int], most: int) -> list[OrbitType]:
    """Return the orbit types without turns in the stabilizer that pieces of these areas could make.

    most: area that all parts together may have.
    """
    group, isometries = graph.group, graph.layers[0].isometries
    mirrors = [(0, e) for e in range(1, group.order) if isometries[e].motion.mirrored]
    found, seen = [], set[frozenset[frozenset[int]]]()
    for stabilizer in [(0,), *mirrors]:
        conjugates = group.conjugates(stabilizer)
        if conjugates in seen or len(stabilizer) == group.order:
            continue
        seen.add(conjugates)
        parts = group.order // len(stabilizer)
        possible = [a for a in range(1, most // parts + 1) if has_disjoint_groups(areas, [a] * parts)]
        if possible:
            found.append(OrbitType(stabilizer, parts, tuple(possible)))
    return found


@dataclass(frozen=True)
class PartOrbit:
    """The nodes of a part's orbit; sets of nodes are bit sets.

    area:       atoms of all parts together.
    own:        its nodes.
    excluded:   nodes that overlap it, or share an edge with it on its own layer (they would belong to the part).
    half_edges: nodes that share a part of an edge with it from a layer shifted by half a cell.
    corners:    nodes that meet it in a point only, and `half_edges`.
    parts:      how many edge-connected parts it has; `invariant` if one part is kept by the whole group.
    """

    nodes: Nodes
    area: int
    own: int
    excluded: int
    half_edges: int
    corners: int
    invariant: bool
    parts: int = 1


class PartOrbitBuilder:
    """Builds part orbits of one graph; the contacts of single nodes are made bit sets once."""

    def __init__(self, graph: OrbitGraph) -> None:
        self.graph = graph
        self._excluded = [bit_set({*graph.overlaps[n], *_others(graph.edges[n])}) for n in graph.nodes]
        self._half_edges = [bit_set(_others(graph.half_edges[n])) for n in graph.nodes]
        self._corners = [bit_set(_others(graph.corners[n])) | self._half_edges[n] for n in graph.nodes]

    def build(self, nodes: Iterable[int], invariant: bool, parts: int = 1) -> PartOrbit:
        """Return the part orbit on these nodes."""
        nodes = tuple(nodes)
        area = own = excluded = half_edges = corners = 0
        for node in nodes:
            area += self.graph.area[node]
            own |= 1 << node
            excluded |= self._excluded[node]
            half_edges |= self._half_edges[node]
            corners |= self._corners[node]
        return PartOrbit(nodes, area, own, excluded, half_edges, corners, invariant, parts)


def _others(row: Iterable[tuple[int, int]]) -> set[int]:
    return {other for other, _ in row}


def quotient_components(
    graph: OrbitGraph, nodes: Sequence[int], contacts: Sequence[Contacts]
) -> list[tuple[list[int], frozenset[int]]]:
    """Return (nodes, stabilizer of one connected part) for each component of the nodes joined by these contacts."""
    left = set(nodes)
    found = []
    while left:
        copies, elements = _explore(graph, min(left), left, contacts)
        left -= copies.keys()
        found.append((sorted(copies), graph.group.generate(elements)))
    return found


def is_connected(graph: OrbitGraph, nodes: Sequence[int], contacts: Sequence[Contacts]) -> bool:
    """Return True if the nodes with all their images are one connected region."""
    components = quotient_components(graph, nodes, contacts)
    return len(components) == 1 and len(components[0][1]) == graph.group.order


def _explore(
    graph: OrbitGraph, start: int, nodes: set[int], contacts: Sequence[Contacts]
) -> tuple[dict[int, int], set[int]]:
    """Return (node -> the copy of it that is reached, elements met) for the component of `start` within `nodes`."""
    group = graph.group
    copies = {start: 0}
    stack, elements = [start], set[int]()
    while stack:
        node = stack.pop()
        copy = copies[node]
        elements.update(group.conjugate(s, copy) for s in graph.stabilizer[node])
        for other, h in (pair for relation in contacts for pair in relation[node]):
            there = group.times[copy][h]  # copy·node meets copy·h·other
            if other in copies:
                elements.add(group.times[there][group.inverse[copies[other]]])
            elif other in nodes:
                copies[other] = there
                stack.append(other)
    return copies, elements


PartSet = tuple[PartOrbit, ...]


def compatible_sets(parts: Sequence[PartOrbit], area: int, deadline: Deadline = NEVER) -> Iterator[PartSet]:
    """Yield all sets of part orbits that exclude each other nowhere and have this area together, each once.

    Raises OutOfTimeError after the deadline.
    """
    by_area: dict[int, list[tuple[int, PartOrbit]]] = defaultdict(list)
    for place, part in enumerate(sorted(parts, key=lambda part: part.area)):
        by_area[part.area].append((place, part))
    areas = sorted(by_area)

    def extend(chosen: PartSet, after: int, left: int, own: int, excluded: int) -> Iterator[PartSet]:
        for size in areas:
            deadline.check()
            # the last one takes all that is left; an earlier one leaves room for one at least as large
            if size != left and 2 * size > left:
                continue
            for place, part in by_area[size]:
                if place <= after or part.own & excluded or part.excluded & own:
                    continue
                if size == left:
                    yield (*chosen, part)
                else:
                    yield from extend((*chosen, part), place, left - size, own | part.own, excluded | part.excluded)

    yield from extend((), -1, area, 0, 0)


def touch(parts: PartSet, contact: str) -> bool:
    """Return True if invariant part orbits are connected by the contact, edge or corner."""
    left = list(parts[1:])
    reached = _neighbors(parts[0], contact)
    while left:
        near = next((part for part in left if part.own & reached), None)
        if near is None:
            return False
        left.remove(near)
        reached |= _neighbors(near, contact)
    return True


def _neighbors(part: PartOrbit, contact: str) -> int:
    return part.half_edges if contact == "edge" else part.corners


def grow_turnless_parts(
    graph: OrbitGraph,
    classes: Sequence[PieceClass],
    orbit_type: OrbitType,
    masks: Sequence[int],
    deadline: GrowthDeadline,
) -> tuple[list[Nodes], bool]:
    """Return (the nodes of all part orbits of this type, in every position; whether these are all)."""
    found: set[Nodes] = set()
    complete = True
    use = [EXAMINE if a in orbit_type.areas else SKIP for a in range(orbit_type.areas[-1] + 1)]
    for layer in range(len(graph.layers)):
        part_graph = _part_graph(graph, layer, orbit_type, masks)
        free = free_translations(part_graph)
        single = RegionSearch(part_graph, classes, exactly=False, parts=orbit_type.parts)
        tileable = [nodes for _, tiled in single.grow(use, deadline) for nodes, _ in tiled]
        images = RegionSearch(
            part_graph, classes, exactly=False, sites=_image_sites(graph, layer, orbit_type, part_graph)
        )
        for _, tiled in images.examine(tileable, deadline):
            for nodes, _ in tiled:
                shape = [site for node in nodes for site in part_graph.sites[node]]
                found.update(map(tuple, _positions(graph, layer, shape, orbit_type, free)))
        complete &= single.complete and images.complete
    return sorted(found), complete


def _part_graph(graph: OrbitGraph, layer: int, orbit_type: OrbitType, masks: Sequence[int]) -> OrbitGraph:
    """Return the graph in which one part grows: its group is the stabilizer."""
    position = graph.layers[layer]
    isometries = tuple(position.isometries[e] for e in orbit_type.stabilizer)
    least = min(mask.bit_count() for mask in masks)
    line = GroupPosition("line", isometries, position.point)
    return build_graph(graph.grid, (line,), masks, orbit_type.areas[-1] // least)


def _image_sites(graph: OrbitGraph, layer: int, orbit_type: OrbitType, part_graph: OrbitGraph) -> list[list[Site]]:
    """Return for each node of the part's graph what all its images fill, each image in a plane of its own."""
    representatives = graph.group.coset_representatives(orbit_type.stabilizer)
    maps = [graph.layers[layer].isometries[e] for e in representatives]
    return [
        [(plane, *map_site(graph.grid, g, cell, mask)) for plane, g in enumerate(maps) for _, cell, mask in sites]
        for sites in part_graph.sites
    ]


def _positions(
    graph: OrbitGraph, layer: int, shape: Sequence[Site], orbit_type: OrbitType, free: Sequence[Vector]
) -> Iterator[list[int]]:
    """Yield the nodes of the shape translated (along its mirror) so that its images neither overlap nor share an edge."""
    area = orbit_type.parts * sum(mask.bit_count() for _, _, mask in shape)
    far = range(-2 * graph.radius - 2, 2 * graph.radius + 3)
    for steps in product(far, repeat=len(free)):
        shift = [sum(s * v[axis] for s, v in zip(steps, free, strict=True)) for axis in range(graph.grid.dimension)]
        nodes = {graph.node_of.get((layer, tuple(map(int.__add__, cell, shift)), mask)) for _, cell, mask in shape}
        if None in nodes or sum(graph.area[n] for n in nodes if n is not None) != area:
            continue
        own = [node for node in nodes if node is not None]
        components = quotient_components(graph, own, [graph.edges])
        if len(components) == 1 and len(components[0][1]) == len(orbit_type.stabilizer):
            yield sorted(own)


MAX_PART_ORBITS = 500_000  # kept in memory, some 2000 bytes each


def grow_part_orbits(
    problem: Problem, graph: OrbitGraph, regions: RegionSearch, deadline: GrowthDeadline
) -> list[PartOrbit] | None:
    """Return all part orbits; None when they were not finished in time, or are too many."""
    deadline.enter("growing parts")
    builder = PartOrbitBuilder(graph)
    invariant: list[PartOrbit] = []
    for grown, _ in regions.grow([REPORT] * problem.area, deadline):
        some = (builder.build(nodes, invariant=True) for nodes in grown)
        invariant += [part for part in some if part.half_edges or problem.query.contact != "edge"]
        if len(invariant) > MAX_PART_ORBITS:
            return None
    if not regions.complete:
        return None
    found = list(invariant)
    for part_orbits in _turnless(problem, graph, builder, invariant, deadline):
        if part_orbits is None:
            return None
        found += part_orbits
    return found


def _turnless(
    problem: Problem, graph: OrbitGraph, builder: PartOrbitBuilder, invariant: list[PartOrbit], deadline: GrowthDeadline
) -> Iterator[list[PartOrbit] | None]:
    """Yield the part orbits of each type without turns in the stabilizer; None for a type that was not finished."""
    least = min((part.area for part in invariant), default=problem.area)
    # With corners they may touch one another; through edges only an invariant part of another layer.
    most = problem.area if problem.query.contact in THROUGH_CORNERS else problem.area - least
    for orbit_type in orbit_types(graph, problem.piece_areas, most):
        found, complete = grow_turnless_parts(graph, problem.classes, orbit_type, problem.masks, deadline)
        orbits = [builder.build(nodes, invariant=False, parts=orbit_type.parts) for nodes in found]
        yield orbits if complete else None


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
