"""All part orbits that silhouettes of a problem may have: invariant parts, and those with a smaller stabilizer."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.silhouettes.budget import SilhouetteBudget
from tilewright.silhouettes.composition.area_groups import orbit_types
from tilewright.silhouettes.composition.part_orbits import PartOrbit, PartOrbitBuilder
from tilewright.silhouettes.composition.turnless_parts import grow_turnless_parts
from tilewright.silhouettes.growth.region_search import REPORT, RegionSearch
from tilewright.silhouettes.orbits.graph import OrbitGraph
from tilewright.silhouettes.problem import Problem
from tilewright.silhouettes.query import THROUGH_CORNERS

MAX_PART_ORBITS = 500_000  # kept in memory, some 2000 bytes each


def grow_part_orbits(
    problem: Problem, graph: OrbitGraph, regions: RegionSearch, budget: SilhouetteBudget
) -> list[PartOrbit] | None:
    """Return all part orbits; None when they were not finished in time, or are too many."""
    budget.enter("growing parts")
    builder = PartOrbitBuilder(graph)
    invariant: list[PartOrbit] = []
    for grown, _ in regions.grow([REPORT] * problem.area, budget):
        some = (builder.build(nodes, invariant=True) for nodes in grown)
        invariant += [part for part in some if part.half_edges or problem.query.contact != "edge"]
        if len(invariant) > MAX_PART_ORBITS:
            return None
    if not regions.complete:
        return None
    found = list(invariant)
    for part_orbits in _turnless(problem, graph, builder, invariant, budget):
        if part_orbits is None:
            return None
        found += part_orbits
    return found


def _turnless(
    problem: Problem, graph: OrbitGraph, builder: PartOrbitBuilder, invariant: list[PartOrbit], budget: SilhouetteBudget
) -> Iterator[list[PartOrbit] | None]:
    """Yield the part orbits of each type without turns in the stabilizer; None for a type that was not finished."""
    least = min((part.area for part in invariant), default=problem.area)
    # With corners they may touch one another; through edges only an invariant part of another layer.
    most = problem.area if problem.query.contact in THROUGH_CORNERS else problem.area - least
    for orbit_type in orbit_types(graph, problem.piece_areas, most):
        found, complete = grow_turnless_parts(graph, problem.classes, orbit_type, problem.masks, budget)
        orbits = [builder.build(nodes, invariant=False, parts=orbit_type.parts) for nodes in found]
        yield orbits if complete else None
