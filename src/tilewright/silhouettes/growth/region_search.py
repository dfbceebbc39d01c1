"""The kernel's search: grow the connected regions of a graph, and test which of them the pieces tile.

Growth is Redelmeier's: a list of untried neighbors, each first taken, then excluded for good. The tiling test refutes by
colorings, pieces that fit nowhere, uncovered cells and linear algebra modulo 2 and 3 before it searches. Both run on
threads of the kernel (native/src/silhouettes); here what they report is polled, so that time limits and Ctrl-C stop them.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from math import floor, inf

from tilewright import _kernel
from tilewright.kinds.packing.classes import PieceClass
from tilewright.lattice import Lattice, Vector
from tilewright.silhouettes.budget import SilhouetteBudget
from tilewright.silhouettes.growth.cell_masks import orientations_of
from tilewright.silhouettes.growth.colorings import coloring_bounds
from tilewright.silhouettes.growth.kernel_tables import filled_rows, kernel_graph, piece_row
from tilewright.silhouettes.growth.plane import FlatPlane
from tilewright.silhouettes.orbits.graph import OrbitGraph, Site, slots_in
from tilewright.silhouettes.silhouette import PlacedPiece

Nodes = tuple[int, ...]
KernelTiling = list[tuple[int, int, int]]  # (class of pieces, orientation, number of its first cell)
Batch = tuple[list[Nodes], list[tuple[Nodes, KernelTiling]]]  # regions reported, regions tiled
Share = tuple[int, int]  # (part, parts): every `parts`-th subtree of growth from `part` on
WHOLE: Share = (0, 1)
SKIP, REPORT, EXAMINE = _kernel.RegionUse.SKIP, _kernel.RegionUse.REPORT, _kernel.RegionUse.EXAMINE
FIRST_PAUSE, LONGEST_PAUSE = 0.0005, 0.05  # seconds between two looks at the kernel's threads


class RegionSearch:
    """The regions of one graph that one set of pieces tiles.

    complete: True if the last search ran to its end.
    """

    def __init__(
        self,
        graph: OrbitGraph,
        classes: Sequence[PieceClass],
        *,
        exactly: bool = True,
        parts: int = 1,
        sites: Sequence[Sequence[Site]] | None = None,
        symmetries: Sequence[Sequence[int]] = (),
        deadline: float = inf,
    ) -> None:
        """Build the kernel's tables. Raises DeadlinePassed when the deadline comes before they are built.

        exactly: a region needs all pieces; else it needs some of them, and those that fit must suffice for `parts` such
        regions. sites: what each node fills, if not its orbit. symmetries: permutations of the nodes that map tiled regions
        to tiled regions; one of each orbit is tested.
        """
        self.graph, self.classes, self.complete = graph, classes, False
        self.orientations = [orientations_of(graph.grid, each) for each in classes]
        filled = graph.sites if sites is None else sites
        cells = (cell for forms in self.orientations for form in forms for cell, _ in form)
        self.plane = FlatPlane.around(graph.grid, filled, rim=max(abs(v) for cell in cells for v in cell))
        rows = zip(classes, self.orientations, strict=True)
        self._kernel = _kernel.SilhouetteSearch(
            graph=kernel_graph(graph),
            cells=self.plane.size,
            filled=filled_rows(self.plane, filled),
            pieces=[piece_row(self.plane, each, forms, required=exactly) for each, forms in rows],
            weights=coloring_bounds(graph, classes, deadline) if exactly else [],
            symmetries=[list(permutation) for permutation in symmetries],
            parts=parts,
            max_nodes=-1,
        )

    def grow(self, use: Sequence[_kernel.RegionUse], budget: SilhouetteBudget, share: Share = WHOLE) -> Iterator[Batch]:
        """Grow all regions, or a share of them; `use[area]` says what happens to a region of so many atoms."""
        self._kernel.grow(use, budget.threads, *share)
        yield from self._batches(budget)

    def examine(self, regions: Sequence[Nodes], budget: SilhouetteBudget) -> Iterator[Batch]:
        """Test which of the given regions the pieces tile."""
        self._kernel.examine([list(nodes) for nodes in regions], budget.threads)
        yield from self._batches(budget)

    def _batches(self, budget: SilhouetteBudget) -> Iterator[Batch]:
        """Yield what the kernel reports until it is done or the deadline has passed."""
        progress = budget.progress
        before, grown, examined = Counter(progress.outcomes), progress.grown, progress.examined
        pause, done, late = FIRST_PAUSE, False, False
        self.complete = False
        try:
            while not done and not late:
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                late = time.perf_counter() > budget.deadline
                if late:
                    self._kernel.stop()
                news = self._kernel.news()
                progress.grown, progress.examined = grown + news.grown, examined + news.examined
                counts = {outcome.name.lower(): count for outcome, count in news.outcomes}
                progress.outcomes = before + Counter(counts)
                done = news.done and not late
                tiled = [(tuple(nodes), tiling) for nodes, tiling in zip(news.tiled, news.tilings, strict=True)]
                self.complete = done and not counts["open"]
                yield [tuple(nodes) for nodes in news.regions], tiled
        finally:
            self._kernel.stop()

    def placed_pieces(self, tiling: KernelTiling) -> list[PlacedPiece]:
        """Return the pieces of a tiling in half cells from the common center; identical ones are named in turn."""
        grid: Lattice = self.graph.grid
        names = [iter([p.name for p in each.pieces for _ in range(p.copies[0])]) for each in self.classes]
        placed = []
        for number, orientation, first in tiling:
            layer, cell = self.plane.cell(first)
            atoms = [
                grid.join(half_cells(self.graph, layer, tuple(map(int.__add__, cell, step))), slot)
                for step, mask in self.orientations[number][orientation]
                for slot in slots_in(mask)
            ]
            placed.append((next(names[number]), tuple(atoms)))
        return placed


def half_cells(graph: OrbitGraph, layer: int, cell: Vector) -> Vector:
    """Return where a cell of a layer lies, in half cells from the common center (rounded down if that lies in thirds)."""
    return tuple(2 * v - floor(2 * p) for v, p in zip(cell, graph.layers[layer].point, strict=True))
