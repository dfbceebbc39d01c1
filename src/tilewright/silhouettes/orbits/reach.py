"""How far a region can reach from the center, and which areas a set of orbits can have.

Every cell that a connected region crosses on its way outwards belongs to an orbit of its own, so its area bounds its
radius: docs/theory/silhouettes.md, "The bound".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tilewright.lattice import Lattice
from tilewright.silhouettes.orbits.build import build_graph
from tilewright.silhouettes.orbits.graph import OrbitGraph
from tilewright.silhouettes.orbits.positions import GroupPosition


@lru_cache
def least_orbit_area(grid: Lattice, layers: tuple[GroupPosition, ...], masks: tuple[int, ...]) -> int:
    """Return the least area in atoms of an orbit away from the center (of any orbit, for a mirror alone)."""
    graph = build_graph(grid, layers, masks, radius=2)
    orbits = zip(graph.area, graph.sites, strict=True)
    return min(area for area, orbit in orbits if not _is_central(graph, orbit))


def reachable_areas(graph: OrbitGraph, most: int) -> set[int]:
    """Return the areas in atoms up to `most` that sets of orbits have. A site at the center is its own orbit: used once."""
    central = {area for area, orbit in zip(graph.area, graph.sites, strict=True) if _is_central(graph, orbit)}
    others = {area for area, orbit in zip(graph.area, graph.sites, strict=True) if not _is_central(graph, orbit)}
    found = {0} | central
    for total in range(1, most + 1):
        if any(total - area in found for area in others):
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
