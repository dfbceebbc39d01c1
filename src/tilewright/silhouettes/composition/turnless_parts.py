"""Parts whose stabilizer contains no turn: grown in a graph of the stabilizer alone, then put into every position.

One part alone is tested first, since few shapes can be tiled at all, and then all its images at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from tilewright.kinds.packing.classes import PieceClass
from tilewright.lattice import Vector
from tilewright.silhouettes.budget import SilhouetteBudget
from tilewright.silhouettes.composition.area_groups import OrbitType
from tilewright.silhouettes.composition.components import quotient_components
from tilewright.silhouettes.growth.region_search import EXAMINE, SKIP, Nodes, RegionSearch
from tilewright.silhouettes.growth.roots import free_translations
from tilewright.silhouettes.orbits.build import build_graph, map_site
from tilewright.silhouettes.orbits.graph import OrbitGraph, Site
from tilewright.silhouettes.orbits.positions import GroupPosition


def grow_turnless_parts(
    graph: OrbitGraph,
    classes: Sequence[PieceClass],
    orbit_type: OrbitType,
    masks: Sequence[int],
    budget: SilhouetteBudget,
) -> tuple[list[Nodes], bool]:
    """Return (the nodes of all part orbits of this type, in every position; whether these are all)."""
    found: set[Nodes] = set()
    complete = True
    use = [EXAMINE if a in orbit_type.areas else SKIP for a in range(orbit_type.areas[-1] + 1)]
    for layer in range(len(graph.layers)):
        part_graph = _part_graph(graph, layer, orbit_type, masks)
        free = free_translations(part_graph)
        single = RegionSearch(part_graph, classes, exactly=False, parts=orbit_type.parts)
        tileable = [nodes for _, tiled in single.grow(use, budget) for nodes, _ in tiled]
        images = RegionSearch(
            part_graph, classes, exactly=False, sites=_image_sites(graph, layer, orbit_type, part_graph)
        )
        for _, tiled in images.examine(tileable, budget):
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
