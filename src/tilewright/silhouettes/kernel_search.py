"""Outlines on the kernel: a graph, a plane and pieces go down as tables, regions and tilings come back."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import floor, inf

from tilewright import _kernel
from tilewright.lattice import Lattice, Vector
from tilewright.lattice.symmetry import Isometry
from tilewright.puzzle.packing.classes import PieceClass
from tilewright.silhouettes.graph import FAR, OutlineGraph
from tilewright.silhouettes.silhouette import Part
from tilewright.silhouettes.tables import FlatPlane, Orientation, orientations_of, weights_of

Nodes = tuple[int, ...]
Tiling = list[tuple[int, int, int]]  # (kind, orientation, flat number of its first cell)
News = tuple[list[Nodes], list[tuple[Nodes, Tiling]]]  # regions reported, regions tiled
SKIP, REPORT, EXAMINE = _kernel.RegionUse.SKIP, _kernel.RegionUse.REPORT, _kernel.RegionUse.EXAMINE
Share = tuple[int, int]  # (part, parts): every `parts`-th from `part` on
WHOLE: Share = (0, 1)
UNRANKED = 2**31 - 1
PERIODS = 4  # how far a translation along a mirror is looked for, in cells


@dataclass
class HuntReport:
    """What a hunt did: polled while it runs. `fates` says what became of the regions examined, and why."""

    stage: str = ""
    estimate: float | None = None  # seconds that growth will take, when it is long
    fraction: float | None = None  # of putting parts together, where that is known
    grown: int = 0
    examined: int = 0
    found: int = 0
    fates: Counter[str] = field(default_factory=Counter)
    started: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Wall time since the hunt began."""
        return time.perf_counter() - self.started


def free_translations(graph: OutlineGraph) -> list[Vector]:
    """The shortest translations that keep the group's position: along a mirror, or everywhere for the trivial group."""
    group = graph.frames[0].isometries
    steps = (
        v for v in product(range(-PERIODS, PERIODS + 1), repeat=graph.grid.dimension) if v > (0,) * graph.grid.dimension
    )
    kept = [v for v in steps if all(_linear(g, v) == v for g in group)]
    kept.sort(key=lambda v: (sum(x * x for x in v), v))
    independent: list[Vector] = []
    for vector in kept:
        if not independent or (
            len(independent) == 1 and independent[0][0] * vector[1] != independent[0][1] * vector[0]
        ):
            independent.append(vector)
    return independent


def _linear(isometry: Isometry, vector: Vector) -> Vector:
    return tuple(sum(m * v for m, v in zip(row, vector, strict=True)) for row in isometry.motion.matrix)


def _roots(graph: OutlineGraph) -> tuple[list[int], list[int]]:
    """(roots, rank of every node): each outline has one root of least rank; with free translations, in one place."""
    subgroups = graph.subgroups
    candidates = min((graph.breaks(m) for m in subgroups), key=len) if subgroups else list(range(len(graph.area)))
    free = free_translations(graph)
    key: Callable[[int], tuple[float, ...]]
    if free:
        # Along the translation: no two nodes of a period differ by it, so one period holds one copy of each outline.
        key = lambda node: (*_period(graph, node, free), node)  # noqa: E731
        roots = sorted((n for n in candidates if not any(_period(graph, n, free))), key=key)
    else:
        key = lambda node: (_distance(graph, node), node)  # noqa: E731
        roots = sorted(candidates, key=key)
    rank = [UNRANKED] * len(graph.area)
    for place, node in enumerate(sorted(candidates, key=key)):
        rank[node] = place
    return roots, rank


def _period(graph: OutlineGraph, node: int, free: Sequence[Vector]) -> tuple[int, ...]:
    cell = graph.sites[node][0][1]
    if len(free) == 2:
        return cell
    (step,) = free
    return (sum(map(int.__mul__, cell, step)) // sum(v * v for v in step),)


def _distance(graph: OutlineGraph, node: int) -> float:
    frame, cell, _ = graph.sites[node][0]
    return max(abs(float(v + 0.5 - p)) for v, p in zip(cell, graph.frames[frame].point, strict=True))


def kernel_graph(graph: OutlineGraph) -> _kernel.SilhouetteGraph:
    """The graph as the kernel holds it."""
    roots, rank = _roots(graph)
    reach = []
    for subgroup in graph.subgroups:
        distance = graph.distances(graph.breaks(subgroup))
        reach.append([min(d, FAR) - a for d, a in zip(distance, graph.area, strict=True)])
    start, to = _rows([[o for o, _ in row] for row in graph.edges])
    element = [h for row in graph.edges for _, h in row]
    return _kernel.SilhouetteGraph(
        times=[t for row in graph.times for t in row],
        area=graph.area,
        stabiliser=[bits_of(s) for s in graph.stabiliser],
        edges=(start, to, element),
        overlaps=_rows(graph.overlaps),
        roots=roots,
        rank=rank,
        subgroup=[bits_of(m) for m in graph.subgroups],
        reach=reach,
    )


def bits_of(numbers: Iterable[int]) -> int:
    """A set of small numbers as a bit set."""
    return sum(1 << number for number in numbers)


def _rows(rows: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    start, flat = [0], list[int]()
    for row in rows:
        flat.extend(row)
        start.append(len(flat))
    return start, flat


class Hunt:
    """A hunt for regions of one graph that one set of pieces tiles. `complete`: the last one went to its end.

    `optional`: the pieces are a supply, of which a region takes what it needs, and those that fit must be enough for
    `parts` such regions. OutOfTime when the deadline comes while the tables are built. `sites[node]` overrides what is filled
    in the plane when a node stands for something else than its own orbit.
    """

    def __init__(
        self,
        graph: OutlineGraph,
        kinds: Sequence[PieceClass],
        optional: bool = False,
        sites: Sequence[Sequence[tuple[int, Vector, int]]] | None = None,
        twins: Sequence[Sequence[int]] = (),
        parts: int = 1,
        deadline: float = inf,
    ) -> None:
        self.graph, self.kinds = graph, kinds
        self.orientations = [orientations_of(graph.grid, kind) for kind in kinds]
        filled = sites if sites is not None else graph.sites
        frames = 1 + max((frame for orbit in filled for frame, _, _ in orbit), default=0)
        rim = max(
            abs(v)
            for orientations in self.orientations
            for orientation in orientations
            for cell, _ in orientation
            for v in cell
        )
        self.plane = FlatPlane.around(graph.grid, filled, rim)
        rows = [sorted((self.plane.number(frame, cell, mask), mask) for frame, cell, mask in orbit) for orbit in filled]
        start, flat = _rows([[number for number, _ in row] for row in rows])
        weights = [] if optional else weights_of(graph, kinds, deadline)
        self.kernel = _kernel.SilhouetteSearch(
            graph=kernel_graph(graph),
            cells=frames * self.plane.shape[0] * self.plane.shape[1] * self.plane.each,
            filled=(start, flat, [mask for row in rows for _, mask in row]),
            pieces=[self._kind_row(kind, a, optional) for kind, a in zip(kinds, self.orientations, strict=True)],
            weights=weights,
            symmetries=[list(twin) for twin in twins],
            parts=parts,
            max_nodes=-1,
        )

    def _kind_row(
        self, kind: PieceClass, orientations: Sequence[Orientation], optional: bool
    ) -> tuple[int, int, int, list[int], list[int], list[int]]:
        start, flat = _rows([self.plane.steps(orientation) for orientation in orientations])
        least, most = kind.copies
        assert most is not None
        masks = [mask for orientation in orientations for _, mask in orientation]
        return 0 if optional else least, most, len(kind.pieces[0].atoms), start, flat, masks

    def grow(
        self,
        use: Sequence[_kernel.RegionUse],
        threads: int,
        deadline: float,
        report: HuntReport,
        share: Share = WHOLE,
    ) -> Iterator[News]:
        """Grow all regions, or a share of them; `use[area]` says what happens to one of that area."""
        self.kernel.grow(use, threads, *share)
        yield from self._news(deadline, report)

    def examine(self, regions: Sequence[Nodes], threads: int, deadline: float, report: HuntReport) -> Iterator[News]:
        """Examine the regions given."""
        self.kernel.examine([list(nodes) for nodes in regions], threads)
        yield from self._news(deadline, report)

    def _news(self, deadline: float, report: HuntReport) -> Iterator[News]:
        before, grown, examined = Counter(report.fates), report.grown, report.examined
        pause, done, late = 0.0005, False, False
        self.complete = False
        try:
            while not done and not late:
                time.sleep(pause)
                pause = min(2 * pause, 0.05)
                late = time.perf_counter() > deadline
                if late:
                    self.kernel.stop()
                news = self.kernel.news()
                report.grown, report.examined = grown + news.grown, examined + news.examined
                counts = {outcome.name.lower(): count for outcome, count in news.outcomes}
                report.fates = before + Counter(counts)
                done = news.done and not late
                tiled = [(tuple(nodes), tiling) for nodes, tiling in zip(news.tiled, news.tilings, strict=True)]
                self.complete = done and not counts["open"]
                yield [tuple(nodes) for nodes in news.regions], tiled
        finally:
            self.kernel.stop()

    def parts(self, tiling: Tiling) -> list[Part]:
        """The pieces of a tiling, in half cells from the common centre; identical ones are named in turn."""
        grid: Lattice = self.graph.grid
        names = [iter([p.name for p in kind.pieces for _ in range(p.copies[0])]) for kind in self.kinds]
        parts = []
        for kind, orientation, number in tiling:
            frame, cell = self.plane.cell(number)
            atoms = [
                grid.join(half_cells(self.graph, frame, tuple(map(int.__add__, cell, step))), k)
                for step, mask in self.orientations[kind][orientation]
                for k in range(grid.slot_count)
                if mask >> k & 1
            ]
            parts.append((next(names[kind]), tuple(atoms)))
        return parts


def half_cells(graph: OutlineGraph, frame: int, cell: Vector) -> Vector:
    """Where a cell of a frame lies, in half cells from the common centre (or just before it, if that lies in thirds)."""
    return tuple(2 * v - floor(2 * p) for v, p in zip(cell, graph.frames[frame].point, strict=True))
