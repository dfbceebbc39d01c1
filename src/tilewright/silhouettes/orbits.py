"""The graph in which symmetric regions grow: its nodes are orbits of filled cells under the group.

A cell can be filled in a few ways (completely, or one of its halves). A `Site` is a cell of one of the lattices that a
region may mix (a `layer`), together with the bit mask of its filled atoms. A node is an orbit of sites that do not
overlap. A region that is invariant under the group is a set of nodes without overlaps. It is connected exactly if its
nodes are *and* the group elements met along its cycles generate the group (a voltage graph);
docs/explanation/silhouettes.md has the proof.

First the orbits around a center are built, then the contacts of each representative, which depend only on layer and
filling and are tabulated once. Lattices may be shifted by half a cell against each other, so that distances are in half
cells. The normalizer consists of symmetries of the lattice outside the group that map its silhouettes to silhouettes;
of regions that it maps to one another, only one is tested. Every cell that a connected region crosses on its way
outwards belongs to a different orbit, so that the area bounds the radius (docs/explanation/silhouettes.md, "The
bound").
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product

from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.kinds.packing.compile import PieceClass
from tilewright.lattice import Atom, Lattice, Motion, Vector
from tilewright.lattice.symmetry import Isometry
from tilewright.silhouettes.silhouette import GroupPosition, GroupTable, centroid

OVERLAP, EDGE, CORNER = "overlap", "edge", "corner"


@lru_cache
def contact_table(grid: Lattice, residue: Vector) -> dict[tuple[int, Vector, int], str]:
    """Return {(slot, distance, other slot): contact} for distances congruent to `residue` modulo 2.

    distance: from the atom's cell to the other atom's cell, in half cells.

    Atoms that do not touch have no entry. Lattice coordinates are used as plane coordinates, since an affine map does
    not change contacts, and shapely is exact for such small integers, which are in units of 1/(2 scale) of a cell.
    """
    import shapely

    slots = range(grid.slot_count)
    distances = product(*([d for d in range(-5, 6) if (d - r) % 2 == 0] for r in residue))
    keys = list(product(slots, distances, slots))
    zero = (0,) * grid.dimension
    first = shapely.polygons([_corners(grid, slot, zero) for slot, _, _ in keys])
    second = shapely.polygons([_corners(grid, other, distance) for _, distance, other in keys])
    shared = shapely.intersection(first, second)
    area, length, empty = shapely.area(shared), shapely.length(shared), shapely.is_empty(shared)
    return {
        key: OVERLAP if area[i] > 0 else EDGE if length[i] > 0 else CORNER for i, key in enumerate(keys) if not empty[i]
    }


def _corners(grid: Lattice, slot: int, shift: Vector) -> list[tuple[int, ...]]:
    corners = grid.corners[slot]
    return [tuple(2 * v + s * grid.scale for v, s in zip(corner, shift, strict=True)) for corner in corners]


Site = tuple[int, Vector, int]  # (layer, cell, bit mask of the filled atoms)
Contacts = list[list[tuple[int, int]]]  # for each node (other node, group element)
FAR = 1 << 30


@dataclass
class OrbitGraph:
    """Nodes and their contacts. Group elements are numbers, the same for every layer (`GroupTable`).

    layers: the positions of the group on the lattices that a region may mix; their fixed points coincide.

    radius: the greatest distance of representatives from the center, in cells.

    sites: for each node the sites of its orbit, the representative first.

    area: the number of atoms in the whole orbit.

    stabilizer: the elements that keep the representative.

    edges, half_edges, corners: for each node, (other node, element h). The representative shares an edge (a part of an
    edge with one on another layer; only a point) with h applied to the other node's representative. A node may touch
    itself.

    overlaps: the nodes that cannot be in one region with this one.
    """

    grid: Lattice
    layers: tuple[GroupPosition, ...]
    radius: int
    sites: list[list[Site]] = field(default_factory=list)
    area: list[int] = field(default_factory=list)
    stabilizer: list[tuple[int, ...]] = field(default_factory=list)
    edges: Contacts = field(default_factory=list)
    half_edges: Contacts = field(default_factory=list)
    corners: Contacts = field(default_factory=list)
    overlaps: list[list[int]] = field(default_factory=list)

    @property
    def nodes(self) -> range:
        """The numbers of the nodes."""
        return range(len(self.area))

    @property
    def mirror_only(self) -> bool:
        """True if the group is a single mirror, which fixes a line, so that parts have no common center."""
        return self.layers[0].place == "line"

    @cached_property
    def group(self) -> GroupTable:
        """The multiplication table of the group."""
        return GroupTable.of(self.grid, self.layers[0])

    @cached_property
    def node_of(self) -> dict[Site, int]:
        """The node of each site of the graph."""
        return {site: node for node, orbit in enumerate(self.sites) for site in orbit}

    def through_corners(self) -> OrbitGraph:
        """Return the graph in which sharing a point counts as sharing an edge."""
        rows = zip(self.edges, self.half_edges, self.corners, strict=True)
        edges = [sorted({*a, *b, *c}) for a, b, c in rows]
        empty: Contacts = [[] for _ in edges]
        return replace(self, edges=edges, half_edges=empty, corners=empty)

    def leaving(self, subgroup: frozenset[int]) -> list[int]:
        """Return the nodes with a contact whose element lies outside the subgroup.

        A connected region needs such a node. Otherwise all elements met along the region's cycles lie in the subgroup
        and do not generate the group.
        """
        return [
            node
            for node, row in enumerate(self.edges)
            if any(h not in subgroup for _, h in row) or not subgroup.issuperset(self.stabilizer[node])
        ]

    def distances(self, sources: Iterable[int]) -> list[int]:
        """Return for each node the least area of a chain of touching nodes from a source to it, including both ends."""
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

    def atoms(self, nodes: Iterable[int]) -> list[tuple[int, Atom]]:
        """Return (layer, atom) for all filled atoms of the nodes, sorted."""
        sites = (site for node in nodes for site in self.sites[node])
        return sorted((layer, self.grid.join(cell, slot)) for layer, cell, mask in sites for slot in slots_in(mask))


def slots_in(mask: int) -> list[int]:
    """Return the slots of the atoms in a bit mask."""
    return [slot for slot in range(mask.bit_length()) if mask >> slot & 1]


SiteMap = tuple[list[tuple[int, int, int]], int]  # rows (a, b, c): image = a·row + b·column + c; the image of the mask
Elements = dict[Site, tuple[int, int]]  # site -> (node, element that maps the representative to the site)
Template = list[tuple[int, Vector, int, str]]  # (other layer, step between cells, other mask, contact)


def build_graph(
    grid: Lattice,
    layers: Sequence[GroupPosition],
    masks: Sequence[int],
    radius: int,
    within: float | None = None,
    deadline: Deadline = NEVER,
) -> OrbitGraph:
    """Return the graph of all orbits whose representative lies within `radius` cells of the center.

    For a single mirror, distances are from its origin.

    masks: the ways to fill a cell.

    within: the side in cells of a square about the center; sites outside are left out.

    Raises OutOfTimeError after the deadline.
    """
    graph = OrbitGraph(grid, tuple(layers), radius)
    elements: Elements = {}
    for layer in range(len(layers)):
        _add_orbits(graph, layer, masks, elements, within, deadline)
    templates = {(f, mask): _template(graph, f, mask, masks) for f in range(len(layers)) for mask in masks}
    for node, ((layer, _, mask), *_) in enumerate(graph.sites):
        deadline.check()
        _add_contacts(graph, node, templates[layer, mask], elements)
    return graph


def _add_orbits(
    graph: OrbitGraph,
    layer: int,
    masks: Sequence[int],
    elements: Elements,
    within: float | None,
    deadline: Deadline,
) -> None:
    """Add the orbits of one layer."""
    position = graph.layers[layer]
    maps = [_site_map(graph.grid, isometry, masks) for isometry in position.isometries]
    middle = [int(v // 1) for v in position.point]
    for cell in product(*(range(m - graph.radius - 1, m + graph.radius + 2) for m in middle)):
        deadline.check()
        ends = (2 * (v - p) for v, p in zip(cell, position.point, strict=True))
        if within is None or all(-within <= end <= within - 2 for end in ends):
            for mask in masks:
                _add_orbit(graph, layer, (cell, mask), [_apply(each[mask], cell) for each in maps], elements)


def _add_orbit(
    graph: OrbitGraph, layer: int, site: tuple[Vector, int], images: Sequence[tuple[Vector, int]], elements: Elements
) -> None:
    """Add the orbit of a site, unless another site represents it or its images overlap.

    images: the images of the site by group element.
    """
    cell, mask = site
    if min(images)[0] < cell or (graph.grid.unit == 1 and min(images) < site):
        return  # the least cell of an orbit represents it
    orbit: dict[Site, int] = {}
    for element, image in enumerate(images):
        orbit.setdefault((layer, *image), element)
    if graph.grid.unit != 1 and len({other for _, other, _ in orbit}) < len(orbit):
        return
    elements.update({image: (len(graph.sites), element) for image, element in orbit.items()})
    graph.sites.append(list(orbit))
    graph.area.append(mask.bit_count() * len(orbit))
    graph.stabilizer.append(tuple(element for element, image in enumerate(images) if image == site))


def _add_contacts(graph: OrbitGraph, node: int, template: Template, elements: Elements) -> None:
    """Add the contacts of a node's representative."""
    layer, cell, _ = graph.sites[node][0]
    contacts: dict[tuple[int, int], str] = {}
    overlapping: set[int] = set()
    for other_layer, step, other_mask, contact in template:
        place = elements.get((other_layer, tuple(map(int.__add__, cell, step)), other_mask))
        if place is None or place == (node, 0):
            continue
        if contact == OVERLAP:
            overlapping.add(place[0])
        elif contacts.get(place) != EDGE:
            contacts[place] = contact
    overlapping.discard(node)
    near = {place: contact for place, contact in contacts.items() if place[0] not in overlapping}
    same_layer = {place for place in near if graph.sites[place[0]][0][0] == layer}
    graph.overlaps.append(sorted(overlapping))
    graph.edges.append(sorted(p for p, contact in near.items() if contact == EDGE and p in same_layer))
    graph.half_edges.append(sorted(p for p, contact in near.items() if contact == EDGE and p not in same_layer))
    graph.corners.append(sorted(p for p, contact in near.items() if contact == CORNER))


def map_site(grid: Lattice, isometry: Isometry, cell: Vector, mask: int) -> tuple[Vector, int]:
    """Return the image (cell, mask) of a filled cell."""
    return _apply(_site_map(grid, isometry, (mask,))[mask], cell)


def _apply(site_map: SiteMap, cell: Vector) -> tuple[Vector, int]:
    rows, mask = site_map
    return tuple([a * cell[0] + b * cell[1] + c for a, b, c in rows]), mask


def _site_map(grid: Lattice, isometry: Isometry, masks: Sequence[int]) -> dict[int, SiteMap]:
    """Return for each mask how the isometry maps cells filled in this way."""
    motion, found = isometry.motion, {}
    for mask in masks:
        first = slots_in(mask)[0]  # if slots move differently, each is a cell of its own
        vector = map(int.__add__, isometry.vector, motion.offsets[first]) if motion.offsets else isometry.vector
        rows = [(a, b, shift) for (a, b), shift in zip(motion.matrix, vector, strict=True)]
        found[mask] = rows, sum(1 << motion.slots[k] for k in slots_in(mask))
    return found


def _template(graph: OrbitGraph, layer: int, mask: int, masks: Sequence[int]) -> Template:
    """Return the contacts of a site with this mask, which do not depend on its cell."""
    found = []
    own = graph.layers[layer].point
    for other, position in enumerate(graph.layers):
        # The other layer's cell v lies at v - position.point from the common center, or twice that in half cells.
        shift = tuple(int(2 * (a - b)) for a, b in zip(own, position.point, strict=True))
        table = contact_table(graph.grid, tuple(s % 2 for s in shift))
        for step in product(range(-3, 4), repeat=graph.grid.dimension):
            distance = tuple(2 * v + s for v, s in zip(step, shift, strict=True))
            for other_mask in masks:
                pairs = product(slots_in(mask), slots_in(other_mask))
                met = {table[key] for a, b in pairs if (key := (a, distance, b)) in table}
                contact = next((each for each in (OVERLAP, EDGE, CORNER) if each in met), None)  # the strongest
                if other == layer and not any(step) and (graph.grid.unit != 1 or other_mask == mask):
                    contact = OVERLAP  # two ways to fill the same cell
                if contact:
                    found.append((other, step, other_mask, contact))
    return found


def normalizer_permutations(graph: OrbitGraph, classes: Sequence[PieceClass]) -> list[list[int]]:
    """Return permutations of the nodes by motions about the common center that normalize the group but are not in it.

    The motions must also keep the set of pieces, since pieces that may only be turned may tile only one of two mirror
    images. For a single mirror there are none, because a region and its image are at different places along the mirror.
    """
    if graph.mirror_only:
        return []
    group = {isometry.motion.name for isometry in graph.layers[0].isometries}
    found = []
    for motion in graph.grid.motions:
        if motion.name in group or not _keeps_pieces(graph.grid, classes, motion):
            continue
        if (permutation := _permutation(graph, motion)) is not None:
            found.append(permutation)
    return found


def _keeps_pieces(grid: Lattice, classes: Sequence[PieceClass], motion: Motion) -> bool:
    """Return whether the motion maps the set of pieces to itself."""
    forms = [each.pieces[0].forms for each in classes]
    images = [tuple(sorted(grid.image(motion, orientation) for orientation in some)) for some in forms]
    copies = [each.copies for each in classes]
    return Counter(zip(forms, copies, strict=True)) == Counter(zip(images, copies, strict=True))


def _permutation(graph: OrbitGraph, motion: Motion) -> list[int] | None:
    maps = [_layer_map(graph, motion, layer) for layer in range(len(graph.layers))]
    result: list[int] = []
    for orbit in graph.sites:
        images = set[int | None]()
        for layer, cell, mask in orbit:
            target = maps[layer]
            images.add(target and graph.node_of.get((target[0], *map_site(graph.grid, target[1], cell, mask))))
        (node, *others) = images
        if node is None or others:
            return None
        result.append(node)
    return result if len(set(result)) == len(result) else None


def _layer_map(graph: OrbitGraph, motion: Motion, layer: int) -> tuple[int, Isometry] | None:
    """Return the layer to which a motion about the common center maps a layer, and how its cells move."""
    own = graph.layers[layer].point
    turned = tuple(sum(m * v for m, v in zip(row, own, strict=True)) for row in motion.matrix)
    offset = _offset(graph.grid, motion)
    for other, position in enumerate(graph.layers):
        shift = [p - t - o for p, t, o in zip(position.point, turned, offset, strict=True)]
        if all(Fraction(s).denominator == 1 for s in shift):
            return other, Isometry(motion, tuple(int(s) for s in shift))
    return None


def _offset(grid: Lattice, motion: Motion) -> tuple[Fraction, ...]:
    """Return the image of the point 0 in cells, since a motion of cells need not fix the plane's origin."""
    start: Vector = (0,) * grid.dimension
    cell = grid.atoms_of(start)
    before, after = (centroid(grid, atoms) for atoms in (cell, tuple(grid.apply(motion, atom) for atom in cell)))
    moved = tuple(sum(m * v for m, v in zip(row, before, strict=True)) for row in motion.matrix)
    return tuple(a - b for a, b in zip(after, moved, strict=True))


@lru_cache
def least_orbit_area(grid: Lattice, layers: tuple[GroupPosition, ...], masks: tuple[int, ...]) -> int:
    """Return the least area in atoms of an orbit away from the center (of any orbit, for a single mirror)."""
    graph = build_graph(grid, layers, masks, radius=2)
    orbits = zip(graph.area, graph.sites, strict=True)
    return min(area for area, orbit in orbits if not _is_central(graph, orbit))


def reachable_areas(graph: OrbitGraph, most: int) -> set[int]:
    """Return the areas in atoms, up to `most`, that sets of orbits have.

    A site at the center is its own orbit, so that it can be used only once.
    """
    kinds = {(area, _is_central(graph, orbit)) for area, orbit in zip(graph.area, graph.sites, strict=True)}
    central = {area for area, is_central in kinds if is_central}
    return sums_of({area for area, is_central in kinds if not is_central}, most, {0} | central)


def sums_of(areas: Collection[int], most: int, start: Iterable[int] = (0,)) -> set[int]:
    """Return the sums up to `most` of one number of `start` and any areas, each used any number of times.

    All numbers of `start` are included.
    """
    found = set(start)
    for total in range(1, most + 1):
        if any(total - area in found for area in areas):
            found.add(total)
    return found


def _is_central(graph: OrbitGraph, orbit: Sequence[object]) -> bool:
    return len(orbit) == 1 and not graph.mirror_only


def nearest_areas(graphs: Sequence[OrbitGraph], area: int) -> str:
    """Return the nearest areas in cells that regions of these graphs can have, for a message: `9 or 12`."""
    grid = graphs[0].grid
    every = sorted(set().union(*(reachable_areas(graph, area + 40 * grid.slot_count) for graph in graphs)) - {0})
    below = [a for a in every if a < area][-1:]
    above = [a for a in every if a > area][:1]
    return " or ".join(f"{grid.area(a):g}" for a in below + above)
