"""To find some solutions, searches take turns, because the best one cannot be told from the puzzle.

The sweep goes wrong where it commits itself too early, the general search where smallest domains mislead it. So each is
given a little, then half as much again, and so on, each going on where it stood, until one is done. After some rounds
two others take part. Turns are measured in nodes, not in seconds, because which solutions are found must not depend on
the machine.

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

GROWTH = 1.5  # of what a search has had in all, from turn to turn
TEAM_NODES = 1_000_000  # from which several threads pay


class Seeker(ABC):
    """What takes turns."""

    engine: str

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
    def advance(self, deadline: Deadline) -> Ended:
        """Search until it has `most` nodes; "limit" if neither the tree nor what is wanted is exhausted."""

    def prolong(self) -> None:
        """Make the next turn longer."""
        self.most = int(GROWTH * self.most) + 1


class SearchSeeker(Seeker):
    """One search; `restarts` if it begins again at each turn, in another order."""

    def __init__(
        self, engine: str, make_plan: Callable[[], Plan], most: int, threads: int = 1, restarts: bool = False
    ) -> None:
        super().__init__(most)
        self.engine, self.make_plan, self.threads, self.restarts = engine, make_plan, threads, restarts
        self.plan: Plan | None = None
        self.slices: Slices | None = None

    def begin_again(self) -> None:
        """Forget what was found; the nodes that it took still count."""
        self.before += self.nodes
        self.nodes = 0
        self.slices = None
        self.found.clear()

    def advance(self, deadline: Deadline) -> Ended:
        """The next turn of this search."""
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
        """A team ends with its turn; the next begins at the root, with more nodes than all before."""
        self.most *= 2
        self.begin_again()
        turn = Deadline(deadline.limit.of_turn(nodes=self.most), deadline.progress)
        outcome = run_to_end(list_solutions(Slices(plan, self.engine), plan, turn, self.threads), self.found.append)
        self.nodes = outcome.nodes
        return outcome.ended


LEAST_ITEMS = 16  # of a part; smaller ones are hardly ever covered
MOST_DIVISIONS = 8  # tried, those of the most parts


class Division:
    """A cover cut into so many parts, and how many of them have been covered; `is_over` when nothing more can be found."""

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
        """Nodes of all parts."""
        return sum(seeker.nodes for seeker in self.seekers)

    def advance(self, deadline: Deadline, nodes: int) -> None:
        """Search for so many nodes more, or until all is covered, or a part cannot be."""
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
        """Of the whole, once all parts are covered: every choice of one found for each part."""
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
        """The next turn, shared by the divisions; "enough" when one of them gave what is wanted."""
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
        return "limit"  # a request to stop is seen in the next turn

    def _takes(self, division: Division, wanted: int | None) -> bool:
        """Keep what a division gave, if it is more than others did; whether that is enough."""
        found = list(islice(division.solutions(), wanted))
        if len(found) > self.number:
            self.found = [found]
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

    def priority(self, plan: Plan) -> list[float]:
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


# The first turn of the sweep takes about as long as it takes to prepare the general search and let it look: nodes of
# both for each option.
NODES_AN_OPTION, MOST_NODES = (1.0, 0.2), (5_000, 1_000)
RESTART_NODES = 50_000  # of the sweep, from which another order is worth what it takes to make
RESTART_SHARE = 3  # each restart begins at nothing, so that all of them together take about as much as the sweep


def turns(cover: ExactCover, deadline: Deadline, threads: int) -> Iterator[Seeker]:
    """Who is to go on next, without end; the cover is one that the sweep takes."""
    memory, options = deadline.limit.memory // threads, len(cover.options)
    first, second = (1 + min(most, int(part * options)) for part, most in zip(NODES_AN_OPTION, MOST_NODES, strict=True))
    sweep = SearchSeeker("sweep", lambda: sweep_plan(cover, deadline, memory), first, threads)
    yield sweep  # with which small covers are done
    native = SearchSeeker("native", lambda: general_plan(cover, deadline), second, threads)
    yield native
    while sweep.nodes < RESTART_NODES:
        yield sweep
        yield native
    seekers = [sweep, native, *latecomers(cover, deadline, sweep)]
    while True:
        yield from seekers


def latecomers(cover: ExactCover, deadline: Deadline, sweep: SearchSeeker) -> list[Seeker]:
    """The searches that join those which began: part by part, and in orders that the sweep's plan tells."""
    hard, divided = HardFirst(cover), DividedSeeker(cover, sweep.most)
    memory = deadline.limit.memory // sweep.threads

    def shaken() -> Plan:
        assert sweep.plan is not None  # it has had its turn before
        return sweep_plan(cover, deadline, memory, priority=hard.priority(sweep.plan))

    restarts = SearchSeeker("sweep", shaken, sweep.most // RESTART_SHARE, sweep.threads, restarts=True)
    return [*([divided] if divided.waiting else []), *([restarts] if hard.is_worth_trying else [])]


class FindRace:
    """Searches that find in turn, as one."""

    fraction = None

    def __init__(self, cover: ExactCover, deadline: Deadline, threads: int) -> None:
        self.cover, self.deadline, self.threads = cover, deadline, threads
        self.engine = ""
        self.begun: dict[Seeker, None] = {}  # in the order of their first turns

    @property
    def nodes(self) -> int:
        """Nodes of all."""
        return sum(each.before + each.nodes for each in [*self.begun])

    @property
    def solutions(self) -> int:
        """Solutions of the one that found most."""
        return max((each.number for each in [*self.begun]), default=0)

    def run(self) -> Search:
        """Yield solutions up to the limit's number of them: those of the search that is done first, or has found most."""
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
                if done or deadline.left <= preparation_seconds(self.cover):  # too little for another turn
                    best = seeker if done else self._furthest()
                    yield from best.found
                    return Outcome(ended=ended, engine=best.engine, solutions=best.number, nodes=self.nodes)

    def _furthest(self) -> Seeker:
        return max(self.begun, key=lambda each: each.number)
