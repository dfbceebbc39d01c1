"""Build the graph of orbits around a center: first the orbits, then the contacts of each representative.

Contacts depend only on layer and filling, so they are tabulated once for a site at the origin and then translated.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import inf

from tilewright.errors import NotationError
from tilewright.lattice import Lattice, Vector
from tilewright.lattice.symmetry import Isometry
from tilewright.silhouettes.budget import check_deadline
from tilewright.silhouettes.orbits.contacts import CORNER, EDGE, OVERLAP, contact_table, strongest
from tilewright.silhouettes.orbits.graph import OrbitGraph, Site, slots_in
from tilewright.silhouettes.orbits.positions import GroupPosition

SiteMap = tuple[list[tuple[int, int, int]], int]  # rows (a, b, c): image = a·row + b·column + c; the mask's image
Elements = dict[Site, tuple[int, int]]  # site -> (node, element that takes the representative there)
Template = list[tuple[int, Vector, int, str]]  # (other layer, step between cells, other mask, contact)


def build_graph(
    grid: Lattice,
    layers: Sequence[GroupPosition],
    masks: Sequence[int],
    radius: int,
    within: float | None = None,
    deadline: float = inf,
) -> OrbitGraph:
    """Return the graph of all orbits whose representative lies within `radius` cells of the center.

    (For a mirror alone: of its origin.) masks: the ways to fill a cell. within: leave out what does not lie in a square
    of this side about the center. Raises DeadlinePassed after the deadline.
    """
    graph = OrbitGraph(grid, tuple(layers), radius)
    elements: Elements = {}
    for layer in range(len(layers)):
        _add_orbits(graph, layer, masks, elements, within, deadline)
    templates = {(f, mask): _template(graph, f, mask, masks) for f in range(len(layers)) for mask in masks}
    for node, ((layer, _, mask), *_) in enumerate(graph.sites):
        check_deadline(deadline)
        _add_contacts(graph, node, templates[layer, mask], elements)
    return graph


def _add_orbits(
    graph: OrbitGraph,
    layer: int,
    masks: Sequence[int],
    elements: Elements,
    within: float | None,
    deadline: float,
) -> None:
    """Add the orbits of one layer."""
    position = graph.layers[layer]
    maps = [_site_map(graph.grid, isometry, masks) for isometry in position.isometries]
    middle = [int(v // 1) for v in position.point]
    for cell in product(*(range(m - graph.radius - 1, m + graph.radius + 2) for m in middle)):
        check_deadline(deadline)
        if within is not None and not all(
            -within <= 2 * (v - p) <= within - 2 for v, p in zip(cell, position.point, strict=True)
        ):
            continue
        for mask in masks:
            _add_orbit(graph, layer, (cell, mask), [_apply(each[mask], cell) for each in maps], elements)


def _add_orbit(
    graph: OrbitGraph, layer: int, site: tuple[Vector, int], images: Sequence[tuple[Vector, int]], elements: Elements
) -> None:
    """Add the orbit of a site, unless another site represents it or its images overlap. images: by group element."""
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
    """Return for each mask how the isometry maps cells filled so."""
    if grid.dimension != 2:
        raise NotationError(f"lattice {grid.name} is not planar: expected pieces of a planar lattice for silhouettes")
    motion, found = isometry.motion, {}
    for mask in masks:
        first = slots_in(mask)[0]  # where slots move differently, each is a cell of its own
        vector = map(int.__add__, isometry.vector, motion.offsets[first]) if motion.offsets else isometry.vector
        rows = [(a, b, shift) for (a, b), shift in zip(motion.matrix, vector, strict=True)]
        found[mask] = rows, sum(1 << motion.slots[k] for k in slots_in(mask))
    return found


def _template(graph: OrbitGraph, layer: int, mask: int, masks: Sequence[int]) -> Template:
    """Return the contacts of a site filled so, wherever it lies."""
    found = []
    own = graph.layers[layer].point
    for other, position in enumerate(graph.layers):
        # the other layer's cell v lies at v - position.point from the common center, in half cells twice that
        shift = tuple(int(2 * (a - b)) for a, b in zip(own, position.point, strict=True))
        table = contact_table(graph.grid, tuple(s % 2 for s in shift))
        for step in product(range(-3, 4), repeat=graph.grid.dimension):
            distance = tuple(2 * v + s for v, s in zip(step, shift, strict=True))
            for other_mask in masks:
                pairs = product(slots_in(mask), slots_in(other_mask))
                contact = strongest({table[key] for a, b in pairs if (key := (a, distance, b)) in table})
                if other == layer and not any(step) and (graph.grid.unit != 1 or other_mask == mask):
                    contact = OVERLAP  # two ways to fill one cell
                if contact:
                    found.append((other, step, other_mask, contact))
    return found
