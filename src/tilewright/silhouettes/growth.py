"""The kernel's search: grow the connected regions of a graph, and test which of them the pieces tile.

For the kernel, the plane is one row of cells: layers follow one another, each with a margin that no piece can cross, so
that a placement is determined by one offset. Every connected region is grown from one root: the node of least rank
among those whose contacts leave a given maximal subgroup (docs/explanation/silhouettes.md, "Growth"). If translations
keep the position of the group, one period contains all roots.

Growth is Redelmeier's: each untried neighbor in a list is first included, then excluded for good. Before it searches,
the tiling test tries to refute a region by colorings (weights of the atoms whose sum over a tiled region the pieces
bound; the chessboard is the most effective one), pieces that fit nowhere, uncovered cells and linear algebra modulo 2
and 3. Both growth and tests run on threads of the kernel (native/src/silhouettes). This module polls their reports, so
that time limits and Ctrl-C stop them. The time that growth will take is estimated by growing to smaller areas first,
since the number of regions grows exponentially.
"""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import floor
from operator import mul

from tilewright._kernel import RegionUse, SilhouetteGraph, SilhouetteSearch
from tilewright.exact_cover.limits import NEVER, Deadline, Limit
from tilewright.exact_cover.progress import Progress
from tilewright.kinds.packing.compile import PieceClass
from tilewright.lattice import Atom, Lattice, Vector
from tilewright.silhouettes.orbits import FAR, OrbitGraph, Site, slots_in
from tilewright.silhouettes.silhouette import PlacedPiece

# (cell, mask), with the first cell 0. If each atom is a cell of its own (`Lattice.unit` 1), it has its own entry.
FilledCells = tuple[tuple[Vector, int], ...]


def orientations_of(grid: Lattice, piece_class: PieceClass) -> list[FilledCells]:
    """Return the orientations of a class of pieces as filled cells."""
    return [_filled_cells(grid, atoms) for atoms in piece_class.pieces[0].forms]


def _filled_cells(grid: Lattice, atoms: Sequence[Atom]) -> FilledCells:
    filled = [(cell, 1 << slot) for cell, slot in map(grid.split, sorted(atoms))]
    if grid.unit != 1:
        masks: dict[Vector, int] = defaultdict(int)
        for cell, mask in filled:
            masks[cell] |= mask
        filled = sorted(masks.items())
    first = filled[0][0]
    return tuple((tuple(map(int.__sub__, cell, first)), mask) for cell, mask in filled)


def cell_masks(grid: Lattice, classes: Sequence[PieceClass]) -> tuple[int, ...]:
    """Return the masks that a filled cell can have: unions of the masks of single pieces, or its single atoms."""
    if grid.unit == 1:
        return tuple(sorted(1 << slot for slot in range(grid.slot_count)))
    single = {mask for each in classes for orientation in orientations_of(grid, each) for _, mask in orientation}
    found = set(single)
    while more := {a | b for a in found for b in single if not a & b} - found:
        found |= more
    return tuple(sorted(found))


@dataclass(frozen=True)
class FlatPlane:
    """The cells of all layers in one row.

    origin, shape: the first cell, and the rows and columns of one layer.

    layers: the number of layers.

    each: cells per lattice vector; if each atom is a cell of its own, those of a vector are consecutive and have
    different masks.
    """

    origin: Vector
    shape: Vector
    layers: int
    each: int = 1

    @classmethod
    def around(cls, grid: Lattice, filled: Sequence[Sequence[Site]], rim: int) -> FlatPlane:
        """Return the plane that contains all these sites, with a margin of `rim` cells."""
        sites = [site for orbit in filled for site in orbit]
        cells = [cell for _, cell, _ in sites] or [(0, 0)]
        axes = list(zip(*cells, strict=True))
        low = tuple(min(axis) - rim for axis in axes)
        shape = tuple(max(axis) - min(axis) + 2 * rim + 1 for axis in axes)
        layers = 1 + max((layer for layer, _, _ in sites), default=0)
        return cls(low, shape, layers, grid.slot_count if grid.unit == 1 else 1)

    @property
    def size(self) -> int:
        """The number of its cells."""
        return self.layers * self.shape[0] * self.shape[1] * self.each

    def offsets(self, orientation: FilledCells) -> list[int]:
        """Return the numbers of an orientation's cells relative to that of the first."""
        numbers = [self._number(v[0] * self.shape[1] + v[1], mask) for v, mask in orientation]
        return [number - numbers[0] for number in numbers]

    def number(self, site: Site) -> int:
        """Return the number of a filled cell."""
        (layer, (row, column), mask), (rows, columns) = site, self.shape
        return self._number((layer * rows + row - self.origin[0]) * columns + column - self.origin[1], mask)

    def _number(self, vector: int, mask: int) -> int:
        return vector if self.each == 1 else vector * self.each + mask.bit_length() - 1

    def cell(self, number: int) -> tuple[int, Vector]:
        """Return (layer, cell) for a number."""
        line, column = divmod(number // self.each, self.shape[1])
        layer, row = divmod(line, self.shape[0])
        return layer, (row + self.origin[0], column + self.origin[1])


UNRANKED = 2**31 - 1
PERIODS = 4  # largest coordinate of a translation that is tried


def free_translations(graph: OrbitGraph) -> list[Vector]:
    """Return the shortest independent translations that keep the group's position.

    They run along a mirror, or in all directions for C1.
    """
    group = graph.layers[0].isometries
    zero = (0,) * graph.grid.dimension
    steps = (v for v in product(range(-PERIODS, PERIODS + 1), repeat=graph.grid.dimension) if v > zero)
    kept = [v for v in steps if all(tuple(sum(map(mul, row, v)) for row in g.motion.matrix) == v for g in group)]
    first, *others = sorted(kept, key=lambda v: (sum(x * x for x in v), v)) or [zero]
    second = next((v for v in others if first[0] * v[1] != first[1] * v[0]), zero)
    return [v for v in (first, second) if any(v)]


def roots_and_ranks(graph: OrbitGraph) -> tuple[list[int], list[int]]:
    """Return (roots in order, rank of every node).

    Every connected region has exactly one root of least rank, up to the free translations.
    """
    subgroups = graph.group.maximal_subgroups
    candidates = min((graph.leaving(m) for m in subgroups), key=len) if subgroups else list(graph.nodes)
    free = free_translations(graph)
    # With a translation: no two nodes of a period differ by it, so that one period contains one copy of each region.
    periods = {node: _period(graph, node, free) for node in candidates}
    distance = {node: 0.0 if free else _distance(graph, node) for node in candidates}
    ordered = sorted(candidates, key=lambda node: (periods[node], distance[node], node))
    ranks = [UNRANKED] * len(graph.area)
    for place, node in enumerate(ordered):
        ranks[node] = place
    return [node for node in ordered if not any(periods[node])], ranks


def _period(graph: OrbitGraph, node: int, free: Sequence[Vector]) -> tuple[int, ...]:
    """Return how many periods lie between the origin and the node's representative."""
    cell = graph.sites[node][0][1]
    return cell if len(free) == 2 else tuple(sum(map(mul, cell, step)) // sum(map(mul, step, step)) for step in free)


def _distance(graph: OrbitGraph, node: int) -> float:
    """Return the distance of the node's representative from the center in cells, in the maximum norm."""
    layer, cell, _ = graph.sites[node][0]
    return max(abs(float(v + 0.5 - p)) for v, p in zip(cell, graph.layers[layer].point, strict=True))


Rows = tuple[list[int], list[int]]  # compressed rows: the start of each, and all rows one after the other
PieceRow = tuple[int, int, int, list[int], list[int], list[int]]  # fewest, most, area, starts, offsets, masks


def kernel_graph(graph: OrbitGraph) -> SilhouetteGraph:
    """Return the graph in the form that the kernel uses."""
    roots, ranks = roots_and_ranks(graph)
    group = graph.group
    reach = []
    for subgroup in group.maximal_subgroups:
        distances = graph.distances(graph.leaving(subgroup))
        reach.append([min(d, FAR) - a for d, a in zip(distances, graph.area, strict=True)])
    start, to = compressed([[o for o, _ in row] for row in graph.edges])
    return SilhouetteGraph(
        times=[t for row in group.times for t in row],
        area=graph.area,
        stabiliser=[bit_set(s) for s in graph.stabilizer],
        edges=(start, to, [h for row in graph.edges for _, h in row]),
        overlaps=compressed(graph.overlaps),
        roots=roots,
        rank=ranks,
        subgroup=[bit_set(m) for m in group.maximal_subgroups],
        reach=reach,
    )


def filled_rows(plane: FlatPlane, filled: Sequence[Sequence[Site]]) -> tuple[list[int], list[int], list[int]]:
    """Return (starts, numbers of cells, masks) of what each node fills."""
    rows = [sorted((plane.number(site), site[2]) for site in orbit) for orbit in filled]
    start, numbers = compressed([[number for number, _ in row] for row in rows])
    return start, numbers, [mask for row in rows for _, mask in row]


def piece_row(
    plane: FlatPlane, piece_class: PieceClass, orientations: Sequence[FilledCells], required: bool
) -> PieceRow:
    """Return a class of pieces for the kernel; `required` means that all its copies must be used."""
    start, offsets = compressed([plane.offsets(orientation) for orientation in orientations])
    least, most = piece_class.copies
    assert most is not None
    masks = [mask for orientation in orientations for _, mask in orientation]
    return least if required else 0, most, len(piece_class.pieces[0].atoms), start, offsets, masks


def bit_set(numbers: Iterable[int]) -> int:
    """Return a set of numbers as a bit set."""
    return sum(1 << number for number in numbers)


def compressed(rows: Sequence[Sequence[int]]) -> Rows:
    """Return the start of each row, and all rows one after the other."""
    start, flat = [0], list[int]()
    for row in rows:
        flat.extend(row)
        start.append(len(flat))
    return start, flat


COLORINGS: tuple[Callable[[int, int], int], ...] = (
    lambda row, column: 1 - 2 * ((row + column) % 2),
    lambda row, column: 1 - 2 * (row % 2),
    lambda row, column: 1 - 2 * (column % 2),
)


def coloring_bounds(
    graph: OrbitGraph, classes: Sequence[PieceClass], deadline: Deadline = NEVER
) -> list[tuple[list[int], int, int]]:
    """Return (weight of each node, least sum, greatest sum) for every coloring and choice of its sign in each layer.

    Raises OutOfTimeError after the deadline.
    """
    found = []
    for color in COLORINGS:
        most = 0
        for each in classes:
            forms = orientations_of(graph.grid, each)
            most += each.copies[0] * max(abs(sum(m.bit_count() * color(*cell) for cell, m in form)) for form in forms)
        for signs in product((1, -1), repeat=len(graph.layers) - 1):
            deadline.check()
            sign = (1, *signs)
            nodes = [sum(sign[f] * m.bit_count() * color(*cell) for f, cell, m in orbit) for orbit in graph.sites]
            found.append((nodes, -most, most))
    return found


Nodes = tuple[int, ...]
KernelTiling = list[tuple[int, int, int]]  # (class of pieces, orientation, number of its first cell)
Batch = tuple[list[Nodes], list[tuple[Nodes, KernelTiling]]]  # regions reported, regions tiled
Share = tuple[int, int]  # (part, parts): every `parts`-th subtree of growth, starting with number `part`
WHOLE: Share = (0, 1)
SKIP, REPORT, EXAMINE = RegionUse.SKIP, RegionUse.REPORT, RegionUse.EXAMINE
FIRST_PAUSE, LONGEST_PAUSE = 0.0005, 0.05  # seconds between two polls of the kernel's threads


class GrowthProgress(Progress):
    """The progress of a search for silhouettes: `nodes` counts the regions grown, `solutions` the silhouettes.

    stage: the current stage of the search, in words.

    growth_seconds: an estimate of the time that growth will take; None while unknown.

    examined: the number of regions tested for a tiling.

    outcomes: how many examined regions had each outcome (`_kernel.RegionOutcome`, lower case).
    """

    def __init__(self) -> None:
        super().__init__()
        self.stage = ""
        self.growth_seconds: float | None = None
        self.examined = 0
        self.outcomes = Counter[str]()
        self._grown = self._found = 0
        self._share: float | None = None

    @property
    def nodes(self) -> int:
        """The number of regions grown."""
        return self._grown

    @property
    def solutions(self) -> int:
        """The number of silhouettes found."""
        return self._found

    @property
    def fraction(self) -> float | None:
        """The finished part of the stage, 0 to 1; None if unknown."""
        return self._share

    def enter(self, stage: str) -> None:
        """Begin a stage."""
        self.stage = stage

    def expect(self, seconds: float) -> None:
        """Set the expected time of growth in seconds."""
        self.growth_seconds = seconds

    def grow(self, regions: int, examined: int = 0) -> None:
        """Count more regions that were grown, and more that were examined."""
        self._grown += regions
        self.examined += examined

    def classify(self, outcomes: Mapping[str, int]) -> None:
        """Count the outcomes of more examined regions."""
        self.outcomes.update(outcomes)

    def find(self, silhouettes: int) -> None:
        """Set the number of silhouettes found."""
        self._found = silhouettes

    def reach(self, share: float | None) -> None:
        """Set the finished part of the stage, 0 to 1, or None if unknown."""
        self._share = share


class GrowthDeadline(Deadline):
    """The deadline of a search for silhouettes, with the threads that it may use.

    prefix: a text before the names of stages, for a search that is part of another.
    """

    progress: GrowthProgress

    def __init__(
        self, limit: Limit = Limit(), progress: GrowthProgress | None = None, threads: int = 1, prefix: str = ""
    ) -> None:
        super().__init__(limit, progress or GrowthProgress())
        self.threads, self.prefix = threads, prefix

    def enter(self, stage: str) -> None:
        """Report the stage that begins."""
        self.progress.enter(self.prefix + stage)

    def turn(self, seconds: float, prefix: str = "") -> GrowthDeadline:
        """Return the deadline of a part of the search that takes `seconds` from now, but no longer than the whole."""
        end = self.progress.seconds + min(seconds, self.left)
        return GrowthDeadline(self.limit.of_turn(seconds=end), self.progress, self.threads, prefix or self.prefix)


class RegionSearch:
    """The regions of one graph that one set of pieces tiles.

    complete: True if the last search was completed.
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
        deadline: Deadline = NEVER,
    ) -> None:
        """Build the kernel's tables. Raises OutOfTimeError if the deadline comes first.

        exactly: whether a region needs all pieces; otherwise it needs some of them, and those that fit must suffice for
        `parts` such regions.

        sites: what each node fills, by default its orbit.

        symmetries: permutations of the nodes that map tiled regions to tiled regions; one region of each orbit is
        tested.
        """
        self.graph, self.classes, self.complete = graph, classes, False
        self.orientations = [orientations_of(graph.grid, each) for each in classes]
        filled = graph.sites if sites is None else sites
        cells = (cell for forms in self.orientations for form in forms for cell, _ in form)
        self.plane = FlatPlane.around(graph.grid, filled, rim=max(abs(v) for cell in cells for v in cell))
        rows = zip(classes, self.orientations, strict=True)
        self._kernel = SilhouetteSearch(
            graph=kernel_graph(graph),
            cells=self.plane.size,
            filled=filled_rows(self.plane, filled),
            pieces=[piece_row(self.plane, each, forms, required=exactly) for each, forms in rows],
            weights=coloring_bounds(graph, classes, deadline) if exactly else [],
            symmetries=[list(permutation) for permutation in symmetries],
            parts=parts,
            max_nodes=-1,
        )

    def grow(self, use: Sequence[RegionUse], deadline: GrowthDeadline, share: Share = WHOLE) -> Iterator[Batch]:
        """Grow all regions, or a share of them, and yield what the kernel reports.

        use: what to do with regions by their area in atoms.
        """
        self._kernel.grow(use, deadline.threads, *share)
        yield from self._batches(deadline)

    def examine(self, regions: Sequence[Nodes], deadline: GrowthDeadline) -> Iterator[Batch]:
        """Test which of the given regions the pieces tile."""
        self._kernel.examine([list(nodes) for nodes in regions], deadline.threads)
        yield from self._batches(deadline)

    def _batches(self, deadline: GrowthDeadline) -> Iterator[Batch]:
        """Yield the kernel's reports until it is done or the deadline has passed."""
        progress, seen = deadline.progress, Counter[str]()
        grown = examined = 0
        pause, done, late = FIRST_PAUSE, False, False
        self.complete = False
        try:
            while not done and not late:
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                late = deadline.ended is not None
                if late:
                    self._kernel.stop()
                news = self._kernel.news()
                progress.grow(news.grown - grown, news.examined - examined)
                grown, examined = news.grown, news.examined
                counts = Counter({outcome.name.lower(): count for outcome, count in news.outcomes})
                progress.classify(counts - seen)
                seen = counts
                done = news.done and not late
                tiled = [(tuple(nodes), tiling) for nodes, tiling in zip(news.tiled, news.tilings, strict=True)]
                self.complete = done and not counts["open"]
                yield [tuple(nodes) for nodes in news.regions], tiled
        finally:
            self._kernel.stop()

    def placed_pieces(self, tiling: KernelTiling) -> list[PlacedPiece]:
        """Return the pieces of a tiling in half cells from the common center; identical ones are named in turn."""
        grid: Lattice = self.graph.grid
        # The offset of each layer's origin from the common center in half cells (rounded down if it is in thirds).
        origins = [[floor(2 * p) for p in position.point] for position in self.graph.layers]
        names = [iter([p.name for p in each.pieces for _ in range(p.copies[0])]) for each in self.classes]
        placed = []
        for number, orientation, first in tiling:
            layer, cell = self.plane.cell(first)
            atoms = [
                grid.join(tuple(2 * (v + s) - o for v, s, o in zip(cell, step, origins[layer], strict=True)), slot)
                for step, mask in self.orientations[number][orientation]
                for slot in slots_in(mask)
            ]
            placed.append((next(names[number]), tuple(atoms)))
        return placed


PROBE = 0.4  # most seconds of one probe
AREAS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)  # parts of the whole area, tried one after the other


def estimate_growth(
    regions: RegionSearch, area: int, radius_of: Callable[[int], int], deadline: GrowthDeadline
) -> float:
    """Return the seconds that growth to this area will take; 0 if nearly all of it could be tried.

    radius_of: the distance from the center that regions of an area can reach. If the graph contains only what is near
    the center, larger areas would be underestimated and are not tried.
    """
    counts: list[tuple[int, int, float]] = []  # area, number of regions up to it, seconds
    for share in AREAS:
        most = int(area * share)
        if counts and regions.graph.radius < radius_of(most):
            break
        probe = GrowthDeadline(Limit().of_turn(seconds=min(PROBE, deadline.left)))
        for _ in regions.grow([SKIP] * most + [REPORT], probe):
            pass
        if not regions.complete or probe.progress.seconds > PROBE / 2:
            break
        counts.append((most, probe.progress.nodes, probe.progress.seconds))
    else:
        return 0.0
    return extrapolate(counts, area) / deadline.threads


def extrapolate(counts: list[tuple[int, int, float]], area: int) -> float:
    """Return the seconds for an area from (area, regions, seconds) of smaller ones, or infinity for fewer than two."""
    if len(counts) < 2:
        return math.inf
    (a, tried_a, _), (b, tried_b, seconds) = counts[-2:]
    rate = math.log(max(tried_b, 2) / max(tried_a, 1)) / max(b - a, 1)
    return seconds * math.exp(min(rate * (area - b), 700))
