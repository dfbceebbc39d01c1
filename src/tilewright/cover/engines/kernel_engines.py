"""The engines of the compiled kernel: `native`, the general search; `sweep`, over bit masks, item after item in a fixed
sequence, with symmetry broken inside; `frontier`, which merges equal states of a sweep and counts without listing; and
`race`, which takes the best of them in turn or side by side.

The frontier's work grows with the number of states, not of solutions: 10 x 10 cells and any number of tetrominoes, some
7 * 10^16 tilings, take a third of a second. It lists too, from a `SolutionGraph`; `native` is better at that.

To find some solutions, searches take turns where the best one cannot be told from the puzzle. The sweep goes wrong where it
commits itself too early, `native` where smallest domains mislead it. So each is given a
little, then half as much again, and so on, each going on where it stood, until one is done. After some rounds two
others take part. Turns are measured in nodes, not in seconds, because which solutions are found must not depend on the
machine.

**Part by part.** The board is cut into equal parts, and each part given its share of the pieces. Three sets of
pentominoes fill 60 x 3 because one set fills 20 x 3: a search that takes what fits all along the board hardly ever ends
with the pieces that the last part needs, but three small searches are over in some thousand nodes. So the items of the
board are cut, in their sequence, into 2, 3, ... parts, as many as divide the needed copies of every piece. What covers
every part covers the whole; that a part cannot be covered says nothing of the whole. Divisions are tried in turn.

**Hard pieces first**, in a new order each time, for large boards and sets of which all must be used. A sweep that takes
what fits uses up the pieces that fit easily, and is left with those that do not. Samples of its tree tell which these
are: how often the options of a piece lead on, by how many are needed. Tried first where they fit, and the easy ones
kept for the end, eight sets of pentominoes fill 60 x 8 with hardly a step back. Where that goes wrong, it goes wrong
early, so the search begins again with the order shaken (Gomes, Selman, Kautz 1998), by numbers that are the same each
time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice, product
from math import gcd, log

from tilewright import _kernel
from tilewright._kernel import Plan
from tilewright.cover.choice import BegunSearch, CountRace, begin, begin_solid, is_doubtful, is_solid
from tilewright.cover.engine import Engine, lookup
from tilewright.cover.frontier_count import FrontierCount
from tilewright.cover.kernel import (
    Slices,
    TooLittleMemoryError,
    count_solutions,
    general_plan,
    kernel_cover,
    list_solutions,
    note_out_of_memory,
    preparation_seconds,
    sweep_plan,
)
from tilewright.cover.limits import Budget, Limit, Report, in_time
from tilewright.cover.parts import cut_options, part_cover
from tilewright.cover.problem import ExactCover, Solution, Solutions
from tilewright.cover.sampling import SolutionGraph
from tilewright.errors import LimitError

GROWTH = 1.5  # of what a search has had in all, from turn to turn
TEAM_NODES = 1_000_000  # from which several threads pay


class Racer(ABC):
    """What takes turns."""

    def __init__(self, most: int) -> None:
        self.most = most  # nodes, at the end of its next turn
        self.nodes = 0
        self.before = 0  # nodes of searches that were given up
        self.found: list[Sequence[Solution]] = []

    @property
    def number(self) -> int:
        """Solutions found."""
        return sum(map(len, self.found))

    @abstractmethod
    def go_on(self, budget: Budget) -> None:
        """Search until it has `most` nodes; `report.ended` is "limit" if neither the tree nor what is wanted is exhausted."""

    def prolong(self) -> None:
        """Make the next turn longer."""
        self.most = int(GROWTH * self.most) + 1


class Seeker(Racer):
    """One search; `restarts` if it begins again at each turn, in another order."""

    def __init__(
        self, name: str, make_plan: Callable[[], Plan], most: int, threads: int = 1, restarts: bool = False
    ) -> None:
        super().__init__(most)
        self.name, self.make_plan, self.threads, self.restarts = name, make_plan, threads, restarts
        self.plan: _kernel.Plan | None = None
        self.slices: Slices | None = None

    def begin_again(self) -> None:
        """Forget what was found; the nodes that it took still count."""
        self.before += self.nodes
        self.nodes = 0
        self.slices = None
        self.found.clear()

    def go_on(self, budget: Budget) -> None:
        """The next turn of this search."""
        report = budget.report
        if self.restarts:
            self.begin_again()
            self.plan = None
        report.engine, report.ended, report.nodes, report.solutions = self.name, None, self.nodes, self.number
        self.plan = self.plan or self.make_plan()
        turn = Budget(budget.limit.of_turn(nodes=self.most), report)
        try:
            self.found += self._solutions(self.plan, turn)
        finally:
            self.nodes = report.nodes
        self.prolong()

    def _solutions(self, plan: _kernel.Plan, turn: Budget) -> Solutions:
        if self.threads == 1 or self.most < TEAM_NODES:
            self.slices = self.slices or Slices(plan.search())
            return self.slices.run(turn)
        # A team ends with its turn; the next begins at the root, with more nodes than all before.
        self.most *= 2
        self.begin_again()
        turn.report.nodes = turn.report.solutions = 0
        return list_solutions(plan, turn, self.threads)


LEAST_ITEMS = 16  # of a part; smaller ones are hardly ever covered
MOST_DIVISIONS = 8  # tried, those of the most parts


class Division:
    """A cover cut into so many parts, and how many of them have been covered; `is_over` when nothing more can be found."""

    def __init__(self, cover: ExactCover, number: int, budget: Budget) -> None:
        size = len(cover.order) // number
        self.parts = [cover.order[part * size : (part + 1) * size] for part in range(number)]
        self.options = cut_options(cover, self.parts, budget)
        self.seekers = [self._seeker(cover, part, options, budget) for part, options in enumerate(self.options)]
        self.covered = 0
        self.is_over = False

    def _seeker(self, cover: ExactCover, part: int, options: list[int], budget: Budget) -> Seeker:
        def make_plan() -> _kernel.Plan:
            board = set(cover.order)
            others = [item for item in range(len(cover.lo)) if item not in board]
            own = part_cover(cover, len(self.parts), self.parts[part], others, options)
            return sweep_plan(own, budget, budget.limit.memory)

        return Seeker("sweep", make_plan, 0)

    @property
    def nodes(self) -> int:
        """Nodes of all parts."""
        return sum(seeker.nodes for seeker in self.seekers)

    def go_on(self, budget: Budget, nodes: int) -> None:
        """Search for so many nodes more, or until all is covered, or a part cannot be."""
        end = self.nodes + nodes
        while self.covered < len(self.seekers) and (left := end - self.nodes) > 0:
            seeker = self.seekers[self.covered]
            seeker.most = seeker.nodes + left
            seeker.go_on(budget)
            if budget.report.ended not in ("enough", "exhausted"):
                return
            self.covered += 1
            self.is_over = not seeker.number or self.covered == len(self.seekers)
            if not seeker.number:
                return

    def solutions(self) -> Iterator[Solution]:
        """Of the whole, once all parts are covered: every choice of one found for each part."""
        found = [
            [tuple(numbers[option] for option in solution) for batch in seeker.found for solution in batch]
            for seeker, numbers in zip(self.seekers, self.options, strict=True)
        ]
        for chosen in product(*found):
            yield tuple(sorted(option for solution in chosen for option in solution))


class Divided(Racer):
    """The divisions of a cover, in turn; their parts are searched by the sweep."""

    def __init__(self, cover: ExactCover, most: int) -> None:
        super().__init__(most)
        self.cover = cover
        self.waiting = deque(divisors(cover))
        self.begun = deque[Division]()

    def go_on(self, budget: Budget) -> None:
        """The next turn, shared by the divisions; `report.ended` is "enough" when one of them gave what is wanted."""
        report, end = budget.report, self.most
        report.ended = "limit"
        while self.nodes < end and (self.waiting or self.begun) and not budget.ended:
            division = Division(self.cover, self.waiting.popleft(), budget) if self.waiting else self.begun.popleft()
            before = division.nodes
            try:
                division.go_on(budget, end - self.nodes)
            finally:
                self.nodes += division.nodes - before
            if not division.is_over:
                self.begun.append(division)
            elif self._takes(division, budget):
                return
            report.ended = "limit"  # a request to stop is seen in the next turn
        self.prolong()

    def _takes(self, division: Division, budget: Budget) -> bool:
        """Keep what a division gave, if it is more than others did; whether that is enough."""
        wanted = budget.limit.solutions
        found = list(islice(division.solutions(), wanted))
        if len(found) > self.number:
            self.found = [found]
        budget.report.ended = "enough" if len(found) == wanted else "limit"
        return len(found) == wanted


def divisors(cover: ExactCover) -> list[int]:
    """Into how many parts the board may be cut so that each gets the same pieces, the most parts first.

    >>> from tilewright import load
    >>> divisors(load("pentominoes@6x10").compile().cover)
    []
    """
    board = set(cover.order)
    needed = [lo for item, lo in enumerate(cover.lo) if item not in board and lo]
    common = gcd(*needed) if cover.order and not cover.colors else 0
    most = min(common, len(board) // LEAST_ITEMS)
    return [k for k in range(most, 1, -1) if common % k == 0 == len(board) % k][:MOST_DIVISIONS]


SAMPLES = 64  # nodes of a layer
SHAKE = 0.3  # spread of what is added to the logarithm of an option's hardness
LEAST_USES = 1e-9


class HardFirst:
    """Priorities of a cover's options; `kinds` are the items that do not form the board, such as pieces."""

    def __init__(self, cover: ExactCover) -> None:
        self.cover = cover
        board = set(cover.order)
        self.kinds = [item for item in range(len(cover.lo)) if item not in board and cover.lo[item] > 0]
        self._hardness: list[float] = []
        import random  # slow to import, for searches that begin again

        self._random = random.Random(0)

    @property
    def is_worth_trying(self) -> bool:
        """Whether there is a board, and different things that must be used on it."""
        return bool(self.cover.order) and len(self.kinds) > 1

    def priority(self, plan: _kernel.Plan) -> list[float]:
        """The next order; `plan` is a sweep's in its own order."""
        self._hardness = self._hardness or self._measure(plan.uses(SAMPLES))
        shake = self._random.gauss
        return [hardness + SHAKE * shake(0, 1) for hardness in self._hardness]

    def _measure(self, uses: list[float]) -> list[float]:
        """The logarithm of each option's hardness: of the hardest thing that it uses."""
        used = list(map(frozenset(self.kinds).intersection, self.cover.options))
        total = dict.fromkeys(self.kinds, 0.0)
        for items, number in zip(used, uses, strict=True):
            for item in items:
                total[item] += number
        need = {item: log(self.cover.lo[item] / max(number, LEAST_USES)) for item, number in total.items()}
        easiest = min(need.values(), default=0.0)
        return [max(map(need.__getitem__, items), default=easiest) for items in used]


# The first turn of the sweep takes about as long as it takes to prepare `native` and let it look: nodes of both for each option.
NODES_AN_OPTION, MOST_NODES = (1.0, 0.2), (5_000, 1_000)
RESTART_NODES = 50_000  # of the sweep, from which another order is worth what it takes to make
RESTART_SHARE = 3  # each restart begins at nothing, so that all of them together take about as much as the sweep


def turns(cover: ExactCover, budget: Budget, threads: int) -> Iterator[Racer]:
    """Who is to go on next, without end; the cover is one that the sweep takes."""
    memory, options = budget.limit.memory // threads, len(cover.options)
    first, second = (1 + min(most, int(part * options)) for part, most in zip(NODES_AN_OPTION, MOST_NODES, strict=True))
    sweep = Seeker("sweep", lambda: sweep_plan(cover, budget, memory), first, threads)
    yield sweep  # with which small covers are done
    native = Seeker("native", lambda: general_plan(cover, budget), second, threads)
    yield native
    while sweep.nodes < RESTART_NODES:
        yield sweep
        yield native
    racers = [sweep, native, *latecomers(cover, budget, sweep)]
    while True:
        yield from racers


def latecomers(cover: ExactCover, budget: Budget, sweep: Seeker) -> list[Racer]:
    """The searches that join those which began: part by part, and in orders that the sweep's plan tells."""
    hard, divided = HardFirst(cover), Divided(cover, sweep.most)
    memory = budget.limit.memory // sweep.threads

    def shaken() -> _kernel.Plan:
        assert sweep.plan is not None  # it has had its turn before
        return sweep_plan(cover, budget, memory, priority=hard.priority(sweep.plan))

    restarts = Seeker("sweep", shaken, sweep.most // RESTART_SHARE, sweep.threads, restarts=True)
    return [*([divided] if divided.waiting else []), *([restarts] if hard.is_worth_trying else [])]


def find_in_turn(cover: ExactCover, budget: Budget, threads: int) -> Solutions:
    """Solutions up to the limit's number of them: those of the search that is done first, or that has found most."""
    report, begun = budget.report, dict[Racer, None]()  # in the order of their first turns
    for racer in turns(cover, budget, threads):
        begun[racer] = None
        try:
            racer.go_on(budget)
        except KeyboardInterrupt:
            yield from _furthest(begun).found
            raise
        done = report.ended != "limit"
        if done or budget.left <= preparation_seconds(cover):  # too little for another turn
            best = racer if done else _furthest(begun)
            report.nodes, report.solutions = sum(each.before + each.nodes for each in begun), best.number
            yield from best.found
            return


def _furthest(racers: Iterable[Racer]) -> Racer:
    return max(racers, key=lambda each: each.number)


class KernelSearch(Engine):
    """A search of the kernel, which lists and counts by one plan."""

    colors = True

    def plan(self, cover: ExactCover, budget: Budget, threads: int) -> Plan:
        """Prepare the search. Raises OutOfTimeError at the deadline."""
        raise NotImplementedError

    def solutions(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> Solutions:
        """All solutions, in batches, until the limit."""
        report.engine = self.name
        with in_time(limit, report) as budget:
            yield from list_solutions(self.plan(cover, budget, threads), budget, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, without collecting them or their images."""
        report.engine = self.name
        with in_time(limit, report) as budget:
            return count_solutions(self.plan(cover, budget, threads), budget, threads)
        return 0


class Native(KernelSearch):
    """The general search of the kernel."""

    name = "native"
    summary = "compiled search for every cover: branches where the fewest options are left"

    def plan(self, cover: ExactCover, budget: Budget, threads: int) -> Plan:
        """Prepare the general search."""
        return general_plan(cover, budget)


class Sweep(KernelSearch):
    """The fastest way to list the tilings of a board."""

    name = "sweep"
    summary = "compiled sweep over bit masks for boards: the fastest list of all tilings"

    def refuses(self, cover: ExactCover) -> str | None:
        """Large states, and options that anchor nowhere, are not for the sweep."""
        reason = _kernel.sweep_refusal(kernel_cover(cover))
        if reason.endswith(" covers an item several times"):
            option = reason.split()[1]
            return f"takes no placement that covers one item twice or more (option {option} does): expected another, e.g. native"
        return reason or None

    def plan(self, cover: ExactCover, budget: Budget, threads: int) -> Plan:
        """Prepare the sweep; the threads share the memory for its images."""
        return sweep_plan(cover, budget, budget.limit.memory // max(1, threads))


class Race(Engine):
    """`frontier` and a search count, or two searches find."""

    name = "race"
    summary = "engines in turn or side by side: sweep and native to find, frontier and one of them to count"
    colors = True
    counts = True

    def solutions(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> Solutions:
        """Solutions: all of them by one search; up to a number of them by two in turn."""
        with in_time(limit, report) as budget:
            search = _board_search(cover, budget)
            begun, sweep = _looked_at(cover, search, budget, True, threads)
            if begun is not None and begun.is_chosen:
                yield from begun.found
                if not begun.is_over:
                    yield from list_solutions(begun.plan, budget, threads, begun.slices)
            elif begun is not None or sweep is not None:
                report.engine = search.name
                found = (
                    list_solutions(sweep, budget, threads) if sweep else search.solutions(cover, limit, report, threads)
                )
                yield from found if begun is None else begun.unfound(found)
            elif limit.solutions is None or limit.nodes is not None or search.name == "native":
                yield from search.solutions(cover, limit, report, threads)
            else:
                yield from find_in_turn(cover, budget, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, by the engine that is done first."""
        begun = None
        with in_time(limit, report) as budget:
            search = _board_search(cover, budget)
            begun, sweep = _looked_at(cover, search, budget, False, threads)
            if limit.nodes is not None or limit.solutions is not None:  # nodes of two kinds cannot be added
                return search.count(cover, limit, report, threads)
            if begun is None or not begun.is_over:
                return CountRace(cover, search.name, budget, threads, begun, sweep).run()
        if begun is not None and report.ended != "exhausted":  # too little time to begin the race
            report.solutions = max(report.solutions, begun.number)
        return report.solutions


def _board_search(cover: ExactCover, budget: Budget) -> Engine:
    """The sweep if it takes the cover; `native` takes any."""
    kernel_cover(cover, budget)
    budget.require(preparation_seconds(cover))
    sweep = lookup("sweep")
    return lookup("native") if sweep.refuses(cover) else sweep


GLANCE_NODES = 4_000  # of the general search, before a count by the sweep is planned: mostly less than 3 ms


def glance(cover: ExactCover, budget: Budget) -> BegunSearch:
    """Count by the general search for as long as the sweep's plan takes, about: small covers are done by then; else lay it aside.

    Raises OutOfTimeError at a deadline that comes before the search has begun.
    """
    begun = BegunSearch(cover, budget, collect=False)
    begun.go_on(GLANCE_NODES)
    if not begun.is_over:
        begun.lay_aside()
    return begun


def _looked_at(
    cover: ExactCover, search: Engine, budget: Budget, collect: bool, threads: int
) -> tuple[BegunSearch | None, Plan | None]:
    """The general search, begun, where all is searched and it may be faster than the sweep; and the sweep's plan, if made."""
    limit, report = budget.limit, budget.report
    if limit.solutions is not None or limit.nodes is not None or search.name != "sweep":
        return None, None
    doubtful, sweep = is_doubtful(cover), None
    report.engine = "native"
    begun: BegunSearch | None
    if not doubtful and not collect and (begun := glance(cover, budget)).is_over:
        return begun, None
    if not doubtful and not is_solid(cover):
        return None, None
    if doubtful:
        begun = begin(cover, budget, collect)
    else:
        begun, sweep = begin_solid(cover, budget, collect, threads)
    report.engine = "native" if begun is not None and begun.is_chosen else "sweep"
    return begun, sweep


BATCH = 1024


class Frontier(Engine):
    """The states of a sweep, merged. A node is a state."""

    name = "frontier"
    summary = "counts without listing: merges equal states of a sweep; for many tilings on narrow boards"
    colors = True
    counts = True

    def refuses(self, cover: ExactCover) -> str | None:
        """Only covers whose frontier is too wide for a key."""
        return _kernel.frontier_refusal(kernel_cover(cover)) or None

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions; 0 when a limit comes first, for nothing is known before the end."""
        report.engine = self.name
        with in_time(limit, report) as budget:
            try:
                with closing(FrontierCount(cover, budget, threads)) as begun:
                    return begun.run(budget)
            except TooLittleMemoryError as error:
                report.outcome.saved = error.saved
                note_out_of_memory(budget)
                return 0
        report.outcome.reason = Budget(limit, report).reason("states")
        return 0

    def solutions(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> Iterator[list[Solution]]:
        """All solutions, in batches, until the limit; the first comes when all states are known."""
        report.engine = self.name
        with in_time(limit, report) as budget:
            try:
                graph = SolutionGraph(cover, limit, report)
            except LimitError:
                return
            yield from _listed(graph, budget)


def _listed(graph: SolutionGraph, budget: Budget) -> Iterator[list[Solution]]:
    report, batch = budget.report, list[Solution]()
    report.ended = None
    for solution in graph:
        report.solutions += 1
        batch.append(solution)
        if budget.is_enough():
            break
        if len(batch) == BATCH:
            yield batch
            batch = []
            if (ended := budget.ended) is not None:  # its nodes, the states, are all known by now
                report.ended = ended
                return
    report.ended = report.ended or "exhausted"
    if batch:
        yield batch
