"""The plan of a search: the graphs of a problem and the cases to be searched, each built when it is needed.

How far the graphs must reach, so that no silhouette is missed, is proved in docs/theory/silhouettes.md, "The bound".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from tilewright.errors import LimitError, NotationError
from tilewright.silhouettes.budget import SilhouetteBudget
from tilewright.silhouettes.case import Case
from tilewright.silhouettes.graph_tables import GraphTables
from tilewright.silhouettes.growth.estimate import estimate_growth
from tilewright.silhouettes.orbits.build import build_graph
from tilewright.silhouettes.orbits.graph import OrbitGraph
from tilewright.silhouettes.orbits.reach import least_orbit_area, nearest_areas, reachable_areas
from tilewright.silhouettes.problem import Layers, Problem

MAX_SITES = 2_000_000  # filled cells of a graph
MAX_NEAR_SITES = 20_000  # of a graph that is built in seconds


@dataclass
class SearchPlan:
    """The cases of a problem. They, and shares of them, may be searched in any order, or by other processes.

    deadline: by which graphs must be built; DeadlinePassed is raised after it.
    """

    problem: Problem
    deadline: float = math.inf
    _tables: dict[tuple[Layers, int], GraphTables] = field(default_factory=dict)

    @cached_property
    def cases(self) -> list[Case]:
        """The cases, for each of the positions. Raises NotationError when no region has the area and the symmetry."""
        return self._cases(MAX_SITES, near=False)

    @cached_property
    def near_cases(self) -> list[Case]:
        """The connected cases, where the graphs are too large no farther from the center than is quickly built."""
        return [case for case in self._cases(MAX_NEAR_SITES, near=True) if not case.composite]

    def _cases(self, most_sites: int, near: bool) -> list[Case]:
        every = [self._tables_of(layers, most_sites, near) for layers in self.problem.positions]
        self._require_reachable([tables.graph for tables in every])
        return [Case(t, composite) for t in every for composite in (False, True) if t.has_composite or not composite]

    def _require_reachable(self, graphs: Sequence[OrbitGraph]) -> None:
        """Raise NotationError when no region of this area has the symmetry."""
        area, grid = self.problem.area, self.problem.grid
        if not any(area in reachable_areas(graph, area) for graph in graphs):
            raise NotationError(
                f"the pieces cover {grid.area(area):g} cells: no region of lattice {grid.name} with symmetry "
                f"{self.problem.query.symmetry} has that area; expected {nearest_areas(graphs, area)}"
            )

    def _tables_of(self, layers: Layers, most_sites: int, near: bool) -> GraphTables:
        """Return the graph of everything that a silhouette can contain; or, if `near`, of at most so many sites."""
        problem, ways = self.problem, len(layers) * len(self.problem.masks)
        radius = self.radius(layers, problem.area)
        if near:
            radius = min(radius, int(math.sqrt(most_sites / ways) - 3) // 2)
        sites = ways * (2 * radius + 3) ** 2
        if sites > MAX_SITES:
            raise LimitError(
                f"silhouettes of area {problem.grid.area(problem.area):g} with symmetry {problem.query.symmetry} reach over "
                f"{sites:,} filled cells: expected at most {MAX_SITES:,}; bound them with --within RxC"
            )
        if (layers, radius) not in self._tables:
            graph = build_graph(problem.grid, layers, problem.masks, radius, self._side(layers), self.deadline)
            if graph.mirror_only and problem.query.contact == "corner":
                graph = graph.through_corners()  # parts have no common center about which they could be composed
            self._tables[layers, radius] = GraphTables(problem, graph)
        return self._tables[layers, radius]

    def radius(self, layers: Layers, area: int) -> int:
        """Return how far from the center a region of this area has its orbits, in cells: each on the way takes some area."""
        least = least_orbit_area(self.problem.grid, layers, self.problem.masks)
        radius, side = max(area // least, 2), self._side(layers)
        return radius if side is None else min(radius, side // 2 + 1)

    def _side(self, layers: Layers) -> int | None:
        """Return the side of a square about the center that holds the board asked for; a mirror has no center."""
        within = self.problem.query.within
        return max(within) if within and layers[0].place != "line" else None

    def seconds_needed(self, budget: SilhouetteBudget) -> float:
        """Return an estimate of how long growth will take."""
        budget.enter("tables")
        return sum(self._estimate(case, budget) for case in self.near_cases)

    def _estimate(self, case: Case, budget: SilhouetteBudget) -> float:
        regions, radius_of = case.tables.regions(budget.deadline), partial(self.radius, case.graph.layers)
        return estimate_growth(regions, self.problem.area, radius_of, budget)
