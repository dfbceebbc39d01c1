"""Finding a few solutions: searches take turns, because the best one cannot be predicted from the puzzle.

The sweep fails if it commits itself too early, the general search if smallest domains mislead it. So each gets a small
number of nodes, then half as many again, and so on, and continues where it stopped, until one finishes. After some
rounds two others join. Turns are measured in nodes, not in seconds, because the solutions found must not depend on the
machine.

**Part by part.** The board is cut into equal parts, and each part gets its share of the pieces. Three sets of
pentominoes fill 60 x 3 because one set fills 20 x 3. A search that places whatever fits along the whole board rarely
ends with the pieces that the last part needs, but three small searches each take only some thousand nodes. So the items
of the board are cut, in their sequence, into 2, 3, ... parts, as many as divide the needed copies of every piece.
Covers of all parts together cover the whole; if a part cannot be covered, nothing follows for the whole. The divisions
are tried in turn.

**Hard pieces first**, in a new order each time, for large boards and sets of which all pieces must be used. A sweep
that places whatever fits uses up the pieces that fit easily, and is left with those that do not. Samples of its tree
show which pieces are hard: those whose options succeed rarely, relative to the number of copies needed. If these are
tried first where they fit, and the easy ones kept for the end, eight sets of pentominoes fill 60 x 8 with hardly any
backtracking. An order that fails does so early, so the search restarts with the order perturbed (Gomes, Selman, Kautz
1998), by random numbers that are the same in each run.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from math import gcd, log

from tilewright._kernel import Plan
from tilewright.exact_cover.engine import Search
from tilewright.exact_cover.kernel import Slices, general_plan, list_solutions, preparation_seconds, sweep_plan
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.outcome import Ended, Outcome, run_to_end
from tilewright.exact_cover.parts import cut_options, part_cover
from tilewright.exact_cover.problem import ExactCover, Solution

GROWTH = 1.5  # the factor by which the total nodes of a search grow from turn to turn
TEAM_NODES = 1_000_000  # nodes from which several threads pay off


class Seeker(ABC):
    """A search that takes turns."""

    engine: str

    def __init__(self, most: int) -> None:
        self.most = most  # nodes at the end of its next turn
        self.nodes = 0
        self.before = 0  # nodes of abandoned searches
        self.found: list[Sequence[Solution]] = []

    @property
    def number(self) -> int:
        """The number of solutions found."""
        return sum(map(len, self.found))

    @abstractmethod
    def advance(self, deadline: Deadline) -> Ended:
        """Search until `most` nodes; return "limit" unless the tree is exhausted or enough was found."""

    def prolong(self) -> None:
        """Make the next turn longer."""
        self.most = int(GROWTH * self.most) + 1


class SearchSeeker(Seeker):
    """A single search; with `restarts`, it begins again at each turn, in another order."""

    def __init__(
        self, engine: str, make_plan: Callable[[], Plan], most: int, threads: int = 1, restarts: bool = False
    ) -> None:
        super().__init__(most)
        self.engine, self.make_plan, self.threads, self.restarts = engine, make_plan, threads, restarts
        self.plan: Plan | None = None
        self.slices: Slices | None = None

    def begin_again(self) -> None:
        """Forget what was found; the nodes used still count."""
        self.before += self.nodes
        self.nodes = 0
        self.slices = None
        self.found.clear()

    def advance(self, deadline: Deadline) -> Ended:
        """Take the next turn of this search."""
        if self.restarts:
            self.begin_again()
            self.plan = None
        self.plan = self.plan or self.make_plan()
        if self.threads == 1 or self.most < TEAM_NODES:
            ended = self._alone(self.plan, deadline)
        else:
            ended = self._together(self.plan, deadline)
        self.prolong()
        return ended

    def _alone(self, plan: Plan, deadline: Deadline) -> Ended:
        self.slices = self.slices or Slices(plan, self.engine)
        turn = Deadline(deadline.limit.of_turn(nodes=self.most), deadline.progress)
        try:
            return run_to_end(self.slices.list(turn), self.found.append)
        finally:
            self.nodes = self.slices.nodes

    def _together(self, plan: Plan, deadline: Deadline) -> Ended:
        """Take a turn with several threads.

        A team ends with its turn; the next one begins at the root, with more nodes than all turns before.
        """
        self.most *= 2
        self.begin_again()
        turn = Deadline(deadline.limit.of_turn(nodes=self.most), deadline.progress)
        outcome = run_to_end(list_solutions(Slices(plan, self.engine), plan, turn, self.threads), self.found.append)
        self.nodes = outcome.nodes
        return outcome.ended


LEAST_ITEMS = 16  # items of a part; smaller parts can rarely be covered
MOST_DIVISIONS = 8  # the number of divisions tried, those with the most parts first


class Division:
    """A cover cut into equal parts, of which the first `covered` are covered.

    `is_over` is True when nothing more can be found.
    """

    def __init__(self, cover: ExactCover, number: int, deadline: Deadline) -> None:
        size = len(cover.order) // number
        self.parts = [cover.order[part * size : (part + 1) * size] for part in range(number)]
        self.options = cut_options(cover, self.parts, deadline)
        self.seekers = [self._seeker(cover, part, options, deadline) for part, options in enumerate(self.options)]
        self.covered = 0
        self.is_over = False

    def _seeker(self, cover: ExactCover, part: int, options: list[int], deadline: Deadline) -> SearchSeeker:
        def make_plan() -> Plan:
            board = set(cover.order)
            others = [item for item in range(len(cover.lo)) if item not in board]
            own = part_cover(cover, len(self.parts), self.parts[part], others, options)
            return sweep_plan(own, deadline, deadline.limit.memory)

        return SearchSeeker("sweep", make_plan, 0)

    @property
    def nodes(self) -> int:
        """The number of nodes of all parts."""
        return sum(seeker.nodes for seeker in self.seekers)

    def advance(self, deadline: Deadline, nodes: int) -> None:
        """Search for at most `nodes` further nodes, until all parts are covered or one cannot be."""
        end = self.nodes + nodes
        while self.covered < len(self.seekers) and (left := end - self.nodes) > 0:
            seeker = self.seekers[self.covered]
            seeker.most = seeker.nodes + left
            if seeker.advance(deadline) not in ("enough", "exhausted"):
                return
            self.covered += 1
            self.is_over = not seeker.number or self.covered == len(self.seekers)
            if not seeker.number:
                return

    def solutions(self) -> Iterator[Solution]:
        """Yield the solutions of the whole, once all parts are covered: every combination of solutions of the parts."""
        found = [
            [tuple(numbers[option] for option in solution) for batch in seeker.found for solution in batch]
            for seeker, numbers in zip(self.seekers, self.options, strict=True)
        ]
        for chosen in product(*found):
            yield tuple(sorted(option for solution in chosen for option in solution))


class DividedSeeker(Seeker):
    """The divisions of a cover, in turn; their parts are searched by the sweep."""

    engine = "sweep"

    def __init__(self, cover: ExactCover, most: int) -> None:
        super().__init__(most)
        self.cover = cover
        self.waiting = deque(divisors(cover))
        self.begun = deque[Division]()

    def advance(self, deadline: Deadline) -> Ended:
        """Take the next turn, shared by the divisions; return "enough" if one of them gave enough solutions."""
        end = self.most
        while self.nodes < end and (self.waiting or self.begun) and not deadline.ended:
            division = Division(self.cover, self.waiting.popleft(), deadline) if self.waiting else self.begun.popleft()
            before = division.nodes
            try:
                division.advance(deadline, end - self.nodes)
            finally:
                self.nodes += division.nodes - before
            if not division.is_over:
                self.begun.append(division)
            elif self._takes(division, deadline.limit.solutions):
                return "enough"
        self.prolong()
        return "limit"  # a request to stop is noticed in the next turn

    def _takes(self, division: Division, wanted: int | None) -> bool:
        """Keep the solutions of a division if they outnumber those of others; return whether they are enough."""
        found = list(islice(division.solutions(), wanted))
        if len(found) > self.number:
            self.found = [found]
        return len(found) == wanted


def divisors(cover: ExactCover) -> list[int]:
    """Return the numbers of equal parts with the same pieces into which the board may be cut, largest first.

    >>> from tilewright import load
    >>> divisors(load("pentominoes@6x10").compile().cover)
    []
    """
    board = set(cover.order)
    needed = [lo for item, lo in enumerate(cover.lo) if item not in board and lo]
    common = gcd(*needed) if cover.order and not cover.colors else 0
    most = min(common, len(board) // LEAST_ITEMS)
    return [k for k in range(most, 1, -1) if common % k == 0 == len(board) % k][:MOST_DIVISIONS]


SAMPLES = 64  # nodes of each layer
SHAKE = 0.3  # standard deviation of the perturbation of the logarithm of an option's hardness
LEAST_USES = 1e-9


class HardFirst:
    """Priorities of a cover's options; `kinds` are the required items outside the board, such as pieces."""

    def __init__(self, cover: ExactCover) -> None:
        self.cover = cover
        board = set(cover.order)
        self.kinds = [item for item in range(len(cover.lo)) if item not in board and cover.lo[item] > 0]
        self._hardness: list[float] = []
        import random

        self._random = random.Random(0)

    @property
    def is_worth_trying(self) -> bool:
        """Whether there is a board, and at least two different things that must be used on it."""
        return bool(self.cover.order) and len(self.kinds) > 1

    def priority(self, plan: Plan) -> list[float]:
        """Return the priorities of the next order; `plan` is the plan of a sweep in its own order."""
        self._hardness = self._hardness or self._measure(plan.uses(SAMPLES))
        shake = self._random.gauss
        return [hardness + SHAKE * shake(0, 1) for hardness in self._hardness]

    def _measure(self, uses: list[float]) -> list[float]:
        """Return the logarithm of each option's hardness, which is that of the hardest thing that it uses."""
        used = list(map(frozenset(self.kinds).intersection, self.cover.options))
        total = dict.fromkeys(self.kinds, 0.0)
        for items, number in zip(used, uses, strict=True):
            for item in items:
                total[item] += number
        need = {item: log(self.cover.lo[item] / max(number, LEAST_USES)) for item, number in total.items()}
        easiest = min(need.values(), default=0.0)
        return [max(map(need.__getitem__, items), default=easiest) for items in used]


# Nodes per option in the first turns of the sweep and of the general search. The sweep's turn takes about as long as
# the preparation and the first turn of the general search.
NODES_AN_OPTION, MOST_NODES = (1.0, 0.2), (5_000, 1_000)
RESTART_NODES = 50_000  # nodes of the sweep from which another order is worth its preparation
RESTART_SHARE = 3  # each restart begins from nothing, so that all of them together take about as much as the sweep


def turns(cover: ExactCover, deadline: Deadline, threads: int) -> Iterator[Seeker]:
    """Yield the search that takes the next turn, without end; the sweep must accept the cover."""
    memory, options = deadline.limit.memory // threads, len(cover.options)
    first, second = (1 + min(most, int(part * options)) for part, most in zip(NODES_AN_OPTION, MOST_NODES, strict=True))
    sweep = SearchSeeker("sweep", lambda: sweep_plan(cover, deadline, memory), first, threads)
    yield sweep  # solves small covers at once
    native = SearchSeeker("native", lambda: general_plan(cover, deadline), second, threads)
    yield native
    while sweep.nodes < RESTART_NODES:
        yield sweep
        yield native
    seekers = [sweep, native, *latecomers(cover, deadline, sweep)]
    while True:
        yield from seekers


def latecomers(cover: ExactCover, deadline: Deadline, sweep: SearchSeeker) -> list[Seeker]:
    """Return the searches that join later: part by part, and in orders derived from the sweep's plan."""
    hard, divided = HardFirst(cover), DividedSeeker(cover, sweep.most)
    memory = deadline.limit.memory // sweep.threads

    def shaken() -> Plan:
        assert sweep.plan is not None  # the sweep has had its turn before
        return sweep_plan(cover, deadline, memory, priority=hard.priority(sweep.plan))

    restarts = SearchSeeker("sweep", shaken, sweep.most // RESTART_SHARE, sweep.threads, restarts=True)
    return [*([divided] if divided.waiting else []), *([restarts] if hard.is_worth_trying else [])]


class FindRace:
    """Searches that take turns in finding, presented as one search."""

    fraction = None

    def __init__(self, cover: ExactCover, deadline: Deadline, threads: int) -> None:
        self.cover, self.deadline, self.threads = cover, deadline, threads
        self.engine = ""
        self.begun: dict[Seeker, None] = {}  # in the order of their first turns

    @property
    def nodes(self) -> int:
        """The number of nodes of all searches."""
        return sum(each.before + each.nodes for each in [*self.begun])

    @property
    def solutions(self) -> int:
        """The number of solutions of the search that found most."""
        return max((each.number for each in [*self.begun]), default=0)

    def run(self) -> Search:
        """Yield solutions, at most as many as the limit allows.

        They come from the search that finishes first or, when time runs out, from the one that has found most.
        """
        deadline, order = self.deadline, turns(self.cover, self.deadline, self.threads)
        with deadline.progress.showing(self):
            while True:
                seeker = next(order)
                self.begun[seeker], self.engine = None, seeker.engine
                try:
                    ended = seeker.advance(deadline)
                except KeyboardInterrupt:
                    yield from self._furthest().found
                    raise
                done = ended != "limit"
                if done or deadline.left <= preparation_seconds(self.cover):  # too little time for another turn
                    best = seeker if done else self._furthest()
                    yield from best.found
                    return Outcome(ended=ended, engine=best.engine, solutions=best.number, nodes=self.nodes)

    def _furthest(self) -> Seeker:
        return max(self.begun, key=lambda each: each.number)
