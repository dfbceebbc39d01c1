"""A case of the search: the connected silhouettes of one graph, or those composed of several parts."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import islice

from tilewright.silhouettes.budget import SilhouetteBudget
from tilewright.silhouettes.catalogues.collection import Collection
from tilewright.silhouettes.composition.assembly import Assembly
from tilewright.silhouettes.graph_tables import GraphTables
from tilewright.silhouettes.growth.region_search import EXAMINE, SKIP, WHOLE, Share
from tilewright.silhouettes.orbits.graph import OrbitGraph

BATCH_SIZES = (1000, 100_000)  # composed regions tested in one go: at first, in the end


@dataclass(frozen=True)
class Case:
    """The silhouettes of one part, or of several (`composite`). Shares of a case are disjoint and together are the case."""

    tables: GraphTables
    composite: bool

    @property
    def graph(self) -> OrbitGraph:
        """The graph in which they grow."""
        return self.tables.graph

    def prepare(self, budget: SilhouetteBudget) -> None:
        """Build the tables that every share needs."""
        self.tables.regions(budget.deadline)
        if self.composite:
            self.tables.part_orbits(budget)

    def search(self, budget: SilhouetteBudget, collection: Collection, share: Share = WHOLE) -> bool:
        """Add all silhouettes of a share to the collection. Return True if the search ran to its end.

        Raises DeadlinePassed when the deadline comes while tables are built.
        """
        if self.composite:
            return self._search_composite(budget, collection, share)
        regions = self.tables.regions(budget.deadline)
        budget.enter("growing")
        for _, tiled in regions.grow([SKIP] * self.tables.problem.area + [EXAMINE], budget, share):
            collection.add_tilings(regions.placed_pieces(tiling) for _, tiling in tiled)
        return regions.complete

    def _search_composite(self, budget: SilhouetteBudget, collection: Collection, share: Share) -> bool:
        problem, regions = self.tables.problem, self.tables.regions(budget.deadline)
        part_orbits = self.tables.part_orbits(budget)
        if part_orbits is None:
            return False
        budget.enter("several parts")
        assembly = Assembly(self.graph, part_orbits, problem.query.contact, problem.piece_areas, budget)
        sets = islice(assembly.sets(problem.area), share[0], None, share[1])
        complete, size = True, BATCH_SIZES[0]  # small batches first, so that something is found early
        while batch := [tuple(node for part in some for node in part.nodes) for some in islice(sets, size)]:
            for _, tiled in regions.examine(batch, budget):
                collection.add_tilings(regions.placed_pieces(tiling) for _, tiling in tiled)
            complete &= regions.complete
            size = min(2 * size, BATCH_SIZES[1])
        return complete and time.perf_counter() < budget.deadline
