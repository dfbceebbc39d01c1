"""Find every silhouette that a set of pieces can make and a symmetry group keeps.

Each is found once up to the symmetries of the plane, checked, and returned with a tiling.

Connected silhouettes are grown and tested in the kernel; those of several parts are composed of part orbits. A plan has
the graphs of a problem and the cases to search, each built when it is needed. The bound that makes the search finite,
and the proof that nothing is missed, are in docs/explanation/silhouettes.md.

If a complete answer is out of reach, silhouettes with more symmetry than requested are found first: they belong to the
answer, and larger groups are searched completely in far less time. Then growth for the group itself proceeds in many
small shares with little time for each, so that regions of all kinds are tested. An unfinished share gets more time in
the next round.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice

from tilewright.errors import LimitError, NotationError, OutOfTimeError
from tilewright.exact_cover.limits import NEVER, Deadline, Limit, as_limit
from tilewright.exact_cover.outcome import Ended
from tilewright.lattice import Lattice
from tilewright.pieces import Piece
from tilewright.silhouettes.catalogue import Catalogue
from tilewright.silhouettes.growth import (
    EXAMINE,
    SKIP,
    WHOLE,
    GrowthDeadline,
    GrowthProgress,
    RegionSearch,
    Share,
    estimate_growth,
)
from tilewright.silhouettes.orbits import (
    OrbitGraph,
    build_graph,
    least_orbit_area,
    nearest_areas,
    normalizer_permutations,
    reachable_areas,
)
from tilewright.silhouettes.parts import Assembly, PartOrbit, grow_part_orbits
from tilewright.silhouettes.query import (
    ALL,
    PARTS,
    Layers,
    Problem,
    Query,
    check_answers,
    check_silhouette,
    fits,
    name_pieces,
)
from tilewright.silhouettes.silhouette import PlacedPiece, Silhouette

OnFound = Callable[[Silhouette, Catalogue], None]


def ignore(silhouette: Silhouette, so_far: Catalogue) -> None:
    """Do nothing; this is the default of `on_found`."""


@dataclass
class Collection:
    """The silhouettes that a search has found.

    on_found: called with each new silhouette and the catalogue so far.

    complete_for: larger groups whose silhouettes are all included.
    """

    problem: Problem
    progress: GrowthProgress = field(default_factory=GrowthProgress)
    on_found: OnFound = ignore
    silhouettes: dict[str, Silhouette] = field(default_factory=dict)
    complete_for: list[str] = field(default_factory=list)

    def add_tilings(self, tilings: Iterable[Sequence[PlacedPiece]]) -> None:
        """Check and add the silhouettes of tilings that belong to the answer."""
        for placed in tilings:
            silhouette = Silhouette.of(self.problem.grid.name, placed)
            if silhouette.id not in self.silhouettes and fits(silhouette, self.problem.query.within):
                self.add(check_silhouette(silhouette, self.problem.pieces))

    def add(self, silhouette: Silhouette) -> None:
        """Add a checked silhouette if it is new; for a single mirror, only if it does not mix lattices."""
        if silhouette.id in self.silhouettes or (self.problem.mirror_only and silhouette.mixed):
            return
        self.silhouettes[silhouette.id] = check_answers(silhouette, self.problem.query)
        self.progress.find(len(self.silhouettes))
        self.on_found(silhouette, self.catalogue("stopped"))

    def catalogue(self, ended: Ended) -> Catalogue:
        """Return the catalogue of the silhouettes so far."""
        found = sorted(self.silhouettes.values(), key=lambda silhouette: silhouette.id)
        return Catalogue(self.problem.query, self.problem.pieces, tuple(found), ended, tuple(self.complete_for))


Search = Callable[[Query, OnFound], Catalogue]


def search_union(query: Query, on_found: OnFound, search: Search) -> Catalogue:
    """Answer a query for all contacts by calling `search` for one contact after the other."""
    found: dict[str, Silhouette] = {}
    endings: list[Ended] = []
    complete_for: list[set[str]] = []

    def catalogue(ended: Ended) -> Catalogue:
        listed = tuple(sorted(found.values(), key=lambda silhouette: silhouette.id))
        both = sorted(set.intersection(*complete_for)) if len(complete_for) == len(PARTS) else []
        return Catalogue(query, query.chosen, listed, ended, tuple(both))

    def add(silhouette: Silhouette, _: Catalogue) -> None:
        if silhouette.id not in found:
            found[silhouette.id] = silhouette
            on_found(silhouette, catalogue("stopped"))

    for contact in PARTS:
        part = search(replace(query, contact=contact), add)
        endings.append(part.ended)
        complete_for.append(set(part.complete_for))
        if part.ended == "stopped":
            return catalogue("stopped")
    return catalogue(next((ended for ended in endings if ended != "exhausted"), "exhausted"))


class GraphTables:
    """The tables of one graph of a problem, kept so that shares of a search can be searched one by one."""

    def __init__(self, problem: Problem, graph: OrbitGraph) -> None:
        self.problem, self.graph = problem, graph
        self._regions: RegionSearch | None = None
        self._part_orbits: list[PartOrbit] | None = None

    def regions(self, deadline: Deadline = NEVER) -> RegionSearch:
        """Return the search for regions that the pieces tile.

        Raises OutOfTimeError if there is not enough time to build it.
        """
        if self._regions is None:
            classes = self.problem.classes
            symmetries = normalizer_permutations(self.graph, classes)
            self._regions = RegionSearch(self.graph, classes, symmetries=symmetries, deadline=deadline)
        return self._regions

    def part_orbits(self, deadline: GrowthDeadline) -> list[PartOrbit] | None:
        """Return the part orbits that silhouettes may have, or None if there was not enough time for all of them."""
        if self._part_orbits is None:
            regions = self.regions(deadline)
            self._part_orbits = grow_part_orbits(self.problem, self.graph, regions, deadline)
        return self._part_orbits

    @property
    def has_composite(self) -> bool:
        """True if the answer includes silhouettes of several edge-connected parts with a common center."""
        several = self.problem.query.contact != "edge" or any(self.graph.half_edges)
        return several and not self.graph.mirror_only


BATCH_SIZES = (1000, 100_000)  # composed regions tested at a time, at first and at most


@dataclass(frozen=True)
class Case:
    """The silhouettes of one part, or of several (`composite`).

    Shares of a case are disjoint and together are the case.
    """

    tables: GraphTables
    composite: bool

    @property
    def graph(self) -> OrbitGraph:
        """The graph in which the silhouettes grow."""
        return self.tables.graph

    def prepare(self, deadline: GrowthDeadline) -> None:
        """Build the tables that every share needs."""
        self.tables.regions(deadline)
        if self.composite:
            self.tables.part_orbits(deadline)

    def search(self, deadline: GrowthDeadline, collection: Collection, share: Share = WHOLE) -> bool:
        """Add all silhouettes of a share to the collection. Return whether the search was completed.

        Raises OutOfTimeError if the deadline comes while tables are built.
        """
        if self.composite:
            return self._search_composite(deadline, collection, share)
        regions = self.tables.regions(deadline)
        deadline.enter("growing")
        for _, tiled in regions.grow([SKIP] * self.tables.problem.area + [EXAMINE], deadline, share):
            collection.add_tilings(regions.placed_pieces(tiling) for _, tiling in tiled)
        return regions.complete

    def _search_composite(self, deadline: GrowthDeadline, collection: Collection, share: Share) -> bool:
        problem, regions = self.tables.problem, self.tables.regions(deadline)
        part_orbits = self.tables.part_orbits(deadline)
        if part_orbits is None:
            return False
        deadline.enter("several parts")
        assembly = Assembly(self.graph, part_orbits, problem.query.contact, problem.piece_areas, deadline)
        sets = islice(assembly.sets(problem.area), share[0], None, share[1])
        complete, size = True, BATCH_SIZES[0]  # small batches first, so that something is found early
        while batch := [tuple(node for part in some for node in part.nodes) for some in islice(sets, size)]:
            for _, tiled in regions.examine(batch, deadline):
                collection.add_tilings(regions.placed_pieces(tiling) for _, tiling in tiled)
            complete &= regions.complete
            size = min(2 * size, BATCH_SIZES[1])
        return complete and deadline.ended is None


MAX_SITES = 2_000_000  # most filled cells of a graph
MAX_NEAR_SITES = 20_000  # most filled cells of a graph that is built within seconds


@dataclass
class SearchPlan:
    """The cases of a problem. They, and shares of them, may be searched in any order and by other processes.

    deadline: for building graphs; OutOfTimeError is raised after it.
    """

    problem: Problem
    deadline: Deadline = NEVER
    _tables: dict[tuple[Layers, int], GraphTables] = field(default_factory=dict)

    @cached_property
    def cases(self) -> list[Case]:
        """The cases for all positions. Raises NotationError if no region has the area and the symmetry."""
        return self._cases(MAX_SITES, near=False)

    @cached_property
    def near_cases(self) -> list[Case]:
        """The connected cases, where graphs that are too large are restricted to what is near the center."""
        return [case for case in self._cases(MAX_NEAR_SITES, near=True) if not case.composite]

    def _cases(self, most_sites: int, near: bool) -> list[Case]:
        every = [self._tables_of(layers, most_sites, near) for layers in self.problem.positions]
        graphs, area, grid = [tables.graph for tables in every], self.problem.area, self.problem.grid
        if not any(area in reachable_areas(graph, area) for graph in graphs):
            raise NotationError(
                f"the pieces cover {grid.area(area):g} cells: no region of lattice {grid.name} with symmetry "
                f"{self.problem.query.symmetry} has that area; expected {nearest_areas(graphs, area)}"
            )
        return [Case(t, composite) for t in every for composite in (False, True) if t.has_composite or not composite]

    def _tables_of(self, layers: Layers, most_sites: int, near: bool) -> GraphTables:
        """Return the graph of everything that a silhouette can contain, or, if `near`, of at most so many sites."""
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
        """Return the greatest distance in cells from the center to an orbit in a region of this area.

        It is finite because each orbit on the way has some area.
        """
        least = least_orbit_area(self.problem.grid, layers, self.problem.masks)
        radius, side = max(area // least, 2), self._side(layers)
        return radius if side is None else min(radius, side // 2 + 1)

    def _side(self, layers: Layers) -> int | None:
        """Return the side of a square about the center that contains the board; None without a board or a center."""
        within = self.problem.query.within
        return max(within) if within and layers[0].place != "line" else None

    def seconds_needed(self, deadline: GrowthDeadline) -> float:
        """Return an estimate of the seconds that growth will take."""
        deadline.enter("tables")
        return sum(
            estimate_growth(
                case.tables.regions(deadline), self.problem.area, partial(self.radius, case.graph.layers), deadline
            )
            for case in self.near_cases
        )


LONG = 3600.0  # seconds; longer searches are out of reach
SHARES, STRIDE = 4096, 2531  # shares of growth; the stride is coprime to their number
SLICE = 0.1  # seconds per share in the first round
MORE = 4  # factor by which the time increases in each further round


def patience(deadline: GrowthDeadline) -> float:
    """Return the seconds within which a search should end."""
    return min(deadline.left, LONG)


def search_in_part(plan: SearchPlan, deadline: GrowthDeadline, collection: Collection) -> bool:
    """Find what can be found before the deadline; without one, everything. Return whether the answer is complete.

    With a deadline, growth stays near the center, where graphs are built quickly.
    """
    for name in supergroups(plan.problem.grid, plan.problem.query.symmetry):
        if _search_supergroup(plan.problem, name, deadline, collection):
            collection.complete_for.append(name)
    if deadline.limit.seconds is not None:
        search_shares(plan.near_cases, deadline, collection)
        return False
    complete = search_shares([case for case in plan.cases if not case.composite], deadline, collection)
    for case in plan.cases:
        if case.composite:
            complete &= case.search(deadline, collection)
    return complete


def supergroups(grid: Lattice, symmetry: str) -> list[str]:
    """Return the names of the groups that contain this one, largest first."""
    own = next(motions for name, motions in grid.groups if name == symmetry)
    larger = {name: len(motions) for name, motions in grid.groups if set(motions) > set(own)}
    return sorted(larger, key=lambda name: (-larger[name], name))


def _search_supergroup(problem: Problem, name: str, deadline: GrowthDeadline, collection: Collection) -> bool:
    """Add the silhouettes with this larger symmetry if they take at most half of the time.

    Return whether all were added.
    """
    inner = deadline.turn(patience(deadline) / 2, prefix=f"symmetry {name}, ")
    plan = SearchPlan(Problem(replace(problem.query, symmetry=name)), inner)
    found = Collection(plan.problem, deadline.progress, on_found=lambda silhouette, _: collection.add(silhouette))
    try:
        if plan.seconds_needed(inner) > patience(inner):
            return False
        cases = plan.cases
    except (NotationError, LimitError, OutOfTimeError):  # there is no such region, or there are too many
        return False
    with suppress(OutOfTimeError):
        finished = [case.search(inner, found) for case in cases]
        return all(finished)
    return False


def search_shares(cases: Sequence[Case], deadline: GrowthDeadline, collection: Collection) -> bool:
    """Search shares of the cases in turn until all are finished or the deadline has passed. Return whether all are."""
    for case in cases:
        case.prepare(deadline)  # so that a share's time is used for growth only
    waiting: deque[tuple[Case, Share]] = deque(
        (case, (number * STRIDE % SHARES, SHARES)) for number in range(SHARES) for case in cases
    )
    complete, seconds = True, SLICE
    while waiting:
        for _ in range(len(waiting)):
            case, share = waiting.popleft()
            turn = deadline.turn(seconds)
            finished = case.search(turn, collection, share)
            if turn.left <= 0:
                waiting.append((case, share))
            else:
                complete &= finished
            if deadline.ended is not None:
                return False
        seconds *= MORE
    return complete


def find_silhouettes(
    pieces: str | Sequence[Piece],
    symmetry: str = "D4",
    contact: str = "edge",
    within: tuple[int, int] | None = None,
    threads: int = 1,
    limit: Limit | float | None = None,
    progress: GrowthProgress | None = None,
    on_found: OnFound = ignore,
) -> Catalogue:
    """Return the catalogue of all silhouettes that `pieces` tile and `symmetry` keeps.

    pieces: the notation (`fridgeiq!free`), the name of a file with pieces, or the pieces.

    contact: edge | corner | concentric | corner-concentric | all.

    within: rows and columns of a board that must hold the silhouette.

    limit: seconds, or a Limit.

    For the other arguments and what is raised, see `search_silhouettes`.

    >>> found = find_silhouettes("tetrominoes:IOJL", "D4")
    >>> len(found.silhouettes), found.complete
    (1, True)
    """
    name, own = name_pieces(pieces)
    return search_silhouettes(
        Query(name, symmetry, contact, within, own), threads, as_limit(limit).seconds, progress, on_found
    )


def search_silhouettes(
    query: Query,
    threads: int = 1,
    seconds: float | None = None,
    progress: GrowthProgress | None = None,
    on_found: OnFound = ignore,
) -> Catalogue:
    """Answer a query. `on_found` is called at once with each silhouette and the catalogue so far.

    KeyboardInterrupt and the limit of `seconds` end the search; the catalogue of what was found is then not `complete`.

    Raises NotationError for a query that has no answer, and LimitError for one that is too large.
    """
    progress = progress or GrowthProgress()
    if query.contact == ALL:
        return search_union(
            query, on_found, lambda part, tell: search_silhouettes(part, threads, seconds, progress, tell)
        )
    deadline = GrowthDeadline(Limit(seconds=seconds), progress, threads)
    plan = SearchPlan(Problem(query), deadline)
    collection = Collection(plan.problem, progress, on_found)
    try:
        complete = _search(plan, deadline, collection)
    except KeyboardInterrupt:
        return collection.catalogue("stopped")
    except OutOfTimeError as error:
        return collection.catalogue(error.ended)
    return collection.catalogue("exhausted" if complete else deadline.ended or "limit")


def _search(plan: SearchPlan, deadline: GrowthDeadline, collection: Collection) -> bool:
    """Search every case, or the part of them that is within reach. Return whether the answer is complete."""
    seconds = plan.seconds_needed(deadline)
    deadline.progress.expect(seconds)
    if seconds > patience(deadline):
        return search_in_part(plan, deadline, collection)
    complete = True
    for case in plan.cases:
        deadline.check()
        complete &= case.search(deadline, collection)
    return complete
