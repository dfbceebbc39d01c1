"""Every outline that a set of pieces can make and that a symmetry group keeps: each once, with a tiling.

Connected outlines are grown and examined in the kernel; those of several parts are put together from blocks. The bound
that makes the search finite and the argument that nothing is missed are in docs/theory/silhouettes.md.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import islice

from tilewright.cover.search.report import Ended
from tilewright.errors import LimitError, NotationError
from tilewright.lattice import Lattice, lattice
from tilewright.pieces import Piece
from tilewright.puzzle.packing.classes import piece_classes
from tilewright.silhouettes.assembly import Assembly
from tilewright.silhouettes.catalogue import Catalogue, Query, checked
from tilewright.silhouettes.centres import Centre, centres
from tilewright.silhouettes.graph import OutlineGraph, OutOfTime, build_graph, in_time
from tilewright.silhouettes.kernel_search import EXAMINE, REPORT, SKIP, WHOLE, Hunt, HuntReport, Nodes, Share
from tilewright.silhouettes.parts import Block, Blocks, satellite_orbits, satellites
from tilewright.silhouettes.pieces import named
from tilewright.silhouettes.shares import partly
from tilewright.silhouettes.silhouette import Outline, require_same_lattice
from tilewright.silhouettes.tables import masks_of
from tilewright.silhouettes.twins import twins

MAX_BLOCKS = 500_000  # parts kept for putting together; each takes some 2000 bytes
BATCH = (1000, 100_000)  # outlines of several parts examined in one go: at first, in the end
MAX_SITES = 2_000_000  # filled cells of the graph
MAX_NEAR = 20_000  # of a graph that is set up in seconds
LONG = 3600.0  # seconds: what takes longer is out of reach
PROBE = 0.4  # seconds that an estimate may take

Found = Callable[[Outline, Catalogue], None]


@dataclass(frozen=True)
class Stage:
    """A part of the work: the connected outlines of a graph, or those put together from several parts."""

    graph: OutlineGraph
    several: bool


@dataclass
class Search:
    """What is asked, what is found. The stages, and their shares, may be searched in any order, or by others."""

    query: Query
    threads: int = 1
    deadline: float = math.inf
    report: HuntReport = field(default_factory=HuntReport)
    on_found: Found = lambda outline, so_far: None
    outlines: dict[str, Outline] = field(default_factory=dict)
    complete: bool = True
    complete_for: list[str] = field(default_factory=list)  # larger groups, all of whose outlines are there
    title: str = ""  # before the names of the stages in the report

    def __post_init__(self) -> None:
        self.pieces = self.query.chosen
        for piece in self.pieces:
            if piece.copies[0] != piece.copies[1]:
                raise NotationError(
                    f"piece {piece.name} comes in any number: an outline needs a fixed supply of pieces"
                )
        self.kinds = piece_classes(self.pieces, labelled=False)
        self.grid: Lattice = lattice(require_same_lattice(piece.lattice for piece in self.pieces))
        self.masks = masks_of(self.grid, self.kinds)
        self.areas = [len(piece.atoms) for piece in self.pieces for _ in range(piece.copies[0])]
        self.area = sum(self.areas)
        self._graphs: dict[tuple[tuple[Centre, ...], int], OutlineGraph] = {}
        self._least: dict[tuple[Centre, ...], int] = {}
        self._made: dict[int, list[Stage]] = {}
        self._hunts: dict[int, Hunt] = {}
        self._blocks: dict[int, list[Block]] = {}

    @cached_property
    def together(self) -> list[tuple[Centre, ...]]:
        """All positions of the group; those with a common centre together, because outlines may mix them."""
        positions = centres(self.grid, self.query.symmetry)
        lines = any(centre.name == "line" for centre in positions)
        together: list[tuple[Centre, ...]] = [(centre,) for centre in positions] if lines else concentric(positions)
        if lines and self.query.contact == "concentric":
            raise NotationError(
                f"contact concentric with symmetry {self.query.symmetry}: parts could slide along the mirror; "
                "expected a group with a centre, or contact edge or corner"
            )
        return together

    @cached_property
    def stages(self) -> list[Stage]:
        """The parts of the work, for each of the positions."""
        graphs = [self.graph(frames) for frames in self.together]
        self.require_reachable(graphs)
        return [stage for graph in graphs for stage in self._stages(graph)]

    @cached_property
    def near(self) -> list[Stage]:
        """Growth alone, where the graphs are too large no farther from the centre than is quickly set up."""
        graphs = [self.graph(frames, MAX_NEAR) for frames in self.together]
        self.require_reachable(graphs)
        return [stage for graph in graphs for stage in self._stages(graph) if not stage.several]

    def require_reachable(self, graphs: Sequence[OutlineGraph]) -> None:
        """NotationError when no region of this area has the symmetry."""
        if not any(reachable(graph, self.area) for graph in graphs):
            cells = self.grid.area(self.area)
            raise NotationError(
                f"the pieces cover {cells:g} cells: no region of lattice {self.grid.name} with symmetry "
                f"{self.query.symmetry} has that area; expected {expected_areas(graphs, self.area)}"
            )

    def _stages(self, graph: OutlineGraph) -> list[Stage]:
        if id(graph) not in self._made:
            line = graph.frames[0].name == "line"  # where parts have no common centre to be put together about
            several = not line and (self.query.contact != "edge" or any(graph.half_edges))
            grown = graph.through_corners() if line and self.query.contact == "corner" else graph
            self._made[id(graph)] = [Stage(grown, False), *[Stage(graph, True)] * several]
        return self._made[id(graph)]

    def run(self) -> None:
        """Every stage, one after the other; where the whole is out of reach, what can be had of it."""
        self.report.estimate = seconds = self.seconds_needed
        if seconds > self.patience:
            partly(self, self.near)
            return
        for stage in self.stages:
            in_time(self.deadline)
            self.search(stage)

    @property
    def patience(self) -> float:
        """Seconds within which a search should end."""
        return min(self.deadline - time.perf_counter(), LONG)

    @cached_property
    def seconds_needed(self) -> float:
        """How long growth will take."""
        self.report.stage = f"{self.title}tables"
        return sum(self.estimate(stage.graph) for stage in self.near)

    def graph(self, frames: tuple[Centre, ...], most: int = 0) -> OutlineGraph:
        """The graph of everything that an outline of this area can contain; or, nearer, of at most so many sites."""
        radius, ways = self.reach(frames, self.area), len(frames) * len(self.masks)
        if most:
            radius = min(radius, int(math.sqrt(most / ways) - 3) // 2)
        sites = ways * (2 * radius + 3) ** 2
        if sites > MAX_SITES:
            raise LimitError(
                f"outlines of area {self.grid.area(self.area):g} with symmetry {self.query.symmetry} reach over {sites:,} "
                f"filled cells: expected at most {MAX_SITES:,}; bound them with --within RxC"
            )
        if (frames, radius) not in self._graphs:
            side = self._side(frames)
            self._graphs[frames, radius] = build_graph(self.grid, frames, self.masks, radius, side, self.deadline)
        return self._graphs[frames, radius]

    def reach(self, frames: tuple[Centre, ...], area: int) -> int:
        """How far from the centre an outline of this area can have its orbits, in cells: each on the way takes some."""
        if frames not in self._least:
            graph, turning = build_graph(self.grid, frames, self.masks, 2), frames[0].name != "line"
            orbits = zip(graph.area, graph.sites, strict=True)
            self._least[frames] = min(size for size, orbit in orbits if len(orbit) > 1 or not turning)
        radius, side = max(area // self._least[frames], 2), self._side(frames)
        return radius if side is None else min(radius, side // 2 + 1)

    def _side(self, frames: tuple[Centre, ...]) -> int | None:
        """The side of a square about the centre that holds the board asked for; a mirror has no centre."""
        return max(self.query.within) if self.query.within and frames[0].name != "line" else None

    def hunt(self, graph: OutlineGraph) -> Hunt:
        """The kernel's tables for a graph, made once."""
        if id(graph) not in self._hunts:
            self._hunts[id(graph)] = Hunt(graph, self.kinds, twins=twins(graph, self.kinds), deadline=self.deadline)
        return self._hunts[id(graph)]

    def search(self, stage: Stage, share: Share = WHOLE) -> None:
        """A stage, or a share of it."""
        hunt = self.hunt(stage.graph)
        if stage.several:
            self.put_together(stage.graph, hunt, share)
            return
        self.report.stage = f"{self.title}growing"
        grown = hunt.grow([SKIP] * self.area + [EXAMINE], self.threads, self.deadline, self.report, share)
        for _, tiled in grown:
            self.keep(hunt, (tiling for _, tiling in tiled))
        self.complete &= hunt.complete

    def estimate(self, graph: OutlineGraph) -> float:
        """Seconds that growth will take, by growing to smaller areas first; 0 when that is nearly all of it."""
        hunt = self.hunt(graph)
        sizes: list[tuple[int, int, float]] = []
        for share in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
            most = int(self.area * share)
            if sizes and graph.radius < self.reach(graph.frames, most):
                break  # where the graph holds only what is near, larger areas would be counted too low
            probe = HuntReport()
            end = min(time.perf_counter() + PROBE, self.deadline)
            for _ in hunt.grow([SKIP] * most + [REPORT], 1, end, probe):
                pass
            if not hunt.complete or probe.seconds > PROBE / 2:
                break
            sizes.append((most, probe.grown, probe.seconds))
        else:
            return 0.0
        if len(sizes) < 2:
            return math.inf
        (a, tried_a, _), (b, tried_b, seconds) = sizes[-2:]
        doubling = math.log(max(tried_b, 2) / max(tried_a, 1)) / max(b - a, 1)
        return seconds * math.exp(min(doubling * (self.area - b), 700)) / self.threads

    def put_together(self, graph: OutlineGraph, hunt: Hunt, share: Share) -> None:
        """Outlines of several parts."""
        blocks = self.blocks(graph)
        if blocks is None:
            return
        self.report.stage = f"{self.title}several parts"
        make = Assembly(graph, blocks, self.query.contact, self.areas, self.deadline, self.report)
        sets = islice(make.sets(self.area), share[0], None, share[1])
        size = BATCH[0]  # small ones first, so that something is found early
        while whole := [tuple(node for block in some for node in block.nodes) for some in islice(sets, size)]:
            for _, tiled in hunt.examine(whole, self.threads, self.deadline, self.report):
                self.keep(hunt, (tiling for _, tiling in tiled))
            self.complete &= hunt.complete
            size = min(2 * size, BATCH[1])
        self.complete &= time.perf_counter() < self.deadline

    def blocks(self, graph: OutlineGraph) -> list[Block] | None:
        """The parts that outlines may have, grown once; None when there was no time for all of them."""
        if id(graph) not in self._blocks:
            before, self.complete = self.complete, True
            blocks = self.grow_blocks(graph)
            if self.complete:
                self._blocks[id(graph)] = blocks
            self.complete &= before
        return self._blocks.get(id(graph))

    def grow_blocks(self, graph: OutlineGraph) -> list[Block]:
        """Invariant parts, and those that are not, with their images."""
        self.report.stage = f"{self.title}growing parts"
        hunt, make = self.hunt(graph), Blocks(graph)
        blocks: list[Block] = []
        for regions, _ in hunt.grow([REPORT] * self.area, self.threads, self.deadline, self.report):
            some = (make.of(nodes, invariant=True) for nodes in regions)
            blocks += [block for block in some if block.halves or self.query.contact != "edge"]
            if len(blocks) > MAX_BLOCKS:
                break
        self.complete &= hunt.complete
        if not hunt.complete:
            return []
        return blocks + [
            make.of(nodes, invariant=False, parts=parts) for nodes, parts in self.satellites(graph, blocks)
        ]

    def satellites(self, graph: OutlineGraph, blocks: Sequence[Block]) -> Iterator[tuple[Nodes, int]]:
        """Parts whose stabiliser is smaller than the group, with their images."""
        least = min((block.area for block in blocks), default=self.area)
        # With corners they may hold on to one another; through edges only to an invariant part of another frame.
        most = self.area if self.query.contact == "corner" else self.area - least
        for orbit in satellite_orbits(graph, self.areas, most):
            found, complete = satellites(graph, self.kinds, orbit, self.masks, self.threads, self.deadline, self.report)
            self.complete &= complete
            yield from ((nodes, orbit.parts) for nodes in found)

    def keep(self, hunt: Hunt, tilings: Iterator[list[tuple[int, int, int]]]) -> None:
        """Check and report outlines; images of one another are one."""
        for tiling in tilings:
            outline = Outline.of(self.grid.name, hunt.parts(tiling))
            if outline.id in self.outlines or not self.fits(outline):
                continue
            checked(outline, self.pieces)
            self.add(outline)

    def add(self, outline: Outline) -> None:
        """Report an outline that belongs to the answer, if it is new."""
        mirror_alone = self.together[0][0].name == "line"
        if outline.id in self.outlines or (mirror_alone and outline.mixed):
            return
        self.outlines[outline.id] = outline
        self.report.found = len(self.outlines)
        self.on_found(outline, self.catalogue("stopped"))

    def catalogue(self, ended: Ended) -> Catalogue:
        """What there is."""
        outlines = sorted(self.outlines.values(), key=lambda outline: outline.id)
        return Catalogue(self.query, self.pieces, tuple(outlines), ended, tuple(self.complete_for))

    def fits(self, outline: Outline) -> bool:
        """Whether the outline lies on the board asked for, turned as it may be."""
        within = self.query.within
        return within is None or all(
            side <= most for side, most in zip(sorted(outline.extent), sorted(within), strict=True)
        )


def concentric(positions: Sequence[Centre]) -> list[tuple[Centre, ...]]:
    """The positions that outlines may mix: lattices that half cells shift onto one another when the centres meet."""
    found: dict[tuple[Fraction, ...], list[Centre]] = {}
    for centre in positions:
        found.setdefault(tuple(2 * v % 1 for v in centre.point), []).append(centre)
    return [tuple(some) for some in found.values()]


def reachable_areas(graph: OutlineGraph, most: int) -> set[int]:
    """The areas up to `most` that sets of orbits have; the orbit of a cell at the centre is there once."""
    once = {
        a
        for a, orbit in zip(graph.area, graph.sites, strict=True)
        if len(orbit) == 1 and graph.frames[0].name != "line"
    }
    often = {
        a for a, orbit in zip(graph.area, graph.sites, strict=True) if len(orbit) > 1 or graph.frames[0].name == "line"
    }
    found = {0} | once
    for area in range(1, most + 1):
        if any(area - a in found for a in often):
            found.add(area)
    return found


def reachable(graph: OutlineGraph, area: int) -> bool:
    """Whether any set of orbits has this area."""
    return area in reachable_areas(graph, area)


def expected_areas(graphs: Sequence[OutlineGraph], area: int) -> str:
    """The nearest areas that are possible, for a message."""
    grid = graphs[0].grid
    every = sorted(set().union(*(reachable_areas(graph, area + 40 * grid.slot_count) for graph in graphs)) - {0})
    below = [a for a in every if a < area][-1:]
    above = [a for a in every if a > area][:1]
    return " or ".join(f"{grid.area(a):g}" for a in below + above)


def find_silhouettes(
    pieces: str | Sequence[Piece],
    symmetry: str = "D4",
    contact: str = "edge",
    within: tuple[int, int] | None = None,
    threads: int = 1,
    seconds: float | None = None,
    report: HuntReport | None = None,
    on_found: Found = lambda outline, so_far: None,
) -> Catalogue:
    """The catalogue of all outlines that `pieces` tile and `symmetry` keeps.

    pieces: the notation (`fridgeiq!free`), the name of a file with pieces, or the pieces. contact: edge | corner |
    concentric. `within`: rows and columns of a board that must hold the outline. For the rest see `search_silhouettes`.
    """
    name, own = named(pieces)
    return search_silhouettes(Query(name, symmetry, contact, within, own), threads, seconds, report, on_found)


def search_silhouettes(
    query: Query,
    threads: int = 1,
    seconds: float | None = None,
    report: HuntReport | None = None,
    on_found: Found = lambda outline, so_far: None,
) -> Catalogue:
    """The answer to a query. `on_found` is called with each outline at once and the catalogue so far.

    KeyboardInterrupt and the limit of `seconds` end the search with what there is, and the catalogue is not
    `complete` then.
    """
    deadline = math.inf if seconds is None else time.perf_counter() + seconds
    search = Search(query, threads, deadline, report or HuntReport(), on_found)
    interrupted = False
    try:
        search.run()
    except KeyboardInterrupt:
        interrupted = True
    except OutOfTime:
        search.complete = False
    return search.catalogue("stopped" if interrupted else "exhausted" if search.complete else "limit")
