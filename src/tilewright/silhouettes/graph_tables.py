"""One graph with what is built for it once: the kernel's tables, and the part orbits grown in it."""

from __future__ import annotations

import math

from tilewright.silhouettes.budget import SilhouetteBudget
from tilewright.silhouettes.composition.growth_of_parts import grow_part_orbits
from tilewright.silhouettes.composition.part_orbits import PartOrbit
from tilewright.silhouettes.growth.region_search import RegionSearch
from tilewright.silhouettes.orbits.graph import OrbitGraph
from tilewright.silhouettes.orbits.normalizer import normalizer_permutations
from tilewright.silhouettes.problem import Problem


class GraphTables:
    """The tables of one graph of a problem. They are kept, so that shares of a search can be searched one by one."""

    def __init__(self, problem: Problem, graph: OrbitGraph) -> None:
        self.problem, self.graph = problem, graph
        self._regions: RegionSearch | None = None
        self._part_orbits: list[PartOrbit] | None = None

    def regions(self, deadline: float = math.inf) -> RegionSearch:
        """Return the search for regions that the pieces tile. Raises DeadlinePassed when there is no time to build it."""
        if self._regions is None:
            classes = self.problem.classes
            symmetries = normalizer_permutations(self.graph, classes)
            self._regions = RegionSearch(self.graph, classes, symmetries=symmetries, deadline=deadline)
        return self._regions

    def part_orbits(self, budget: SilhouetteBudget) -> list[PartOrbit] | None:
        """Return the parts that silhouettes may have; None when there was no time for all of them."""
        if self._part_orbits is None:
            regions = self.regions(budget.deadline)
            self._part_orbits = grow_part_orbits(self.problem, self.graph, regions, budget)
        return self._part_orbits

    @property
    def has_composite(self) -> bool:
        """True if silhouettes of several edge-connected parts belong to the answer and have a common center."""
        several = self.problem.query.contact != "edge" or any(self.graph.half_edges)
        return several and not self.graph.mirror_only
