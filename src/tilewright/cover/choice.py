"""Which engine suits a cover, when the user does not say.

**Sweep or general search.** On flat boards the sweep is known to be faster, and nothing is asked, but that the first
nodes of a count are the general search's (`kernel_engines.glance`): small covers are done before a sweep is planned. With colors, where
nothing is known of the items' places, on solids and on heaps of balls (whose cells have so many neighbors that the
front of a sweep is a large part of the board) either may be, by factors of ten thousand. On solids the sweep is planned
first, and does by itself what its samples promise to be small. Else the general search is begun, and the part of its
tree that it has seen tells the whole (Knuth 1975); of the sweep's tree samples tell it. Both are counted in nodes, so
the choice depends on the cover alone. Where the general search is chosen, it goes on from there.

**Counting: frontier or search.** Many tilings on a narrow board want the frontier, which merges states; few tilings on
a wide one want a search; the two differ by factors of thousands. Each says how long it is likely to take still, the one
that says less goes on, for a part of what the other would take, and is then asked again. So a wrong guess costs little,
and the choice a first look at both: a thousand nodes of the search, with which small covers are done, and the first
quarter of the frontier's steps, which is a tenth of its time (`PROGRESS`). With colors the steps of a frontier tell
nothing of its time; there both take turns that double, so that a count takes at most about four times as long as by the
better one.

**For a bound.** Where neither will end in time, what counts is how many solutions are found until then. Both searches
have a trial, and whoever finds more a second goes on; where pieces may be used in any number, the counts of the board's
parts, multiplied, are mostly far more than any search lists (parts.py).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from math import inf, isinf, log
from typing import Any, Literal

from tilewright import _kernel
from tilewright._kernel import TeamState
from tilewright.cover.engine import Engine, engine
from tilewright.cover.engine import engine as find_engine
from tilewright.cover.frontier_count import FrontierContender
from tilewright.cover.kernel import (
    MOST_BUFFERED,
    Slices,
    general_plan,
    goes_by_masks,
    kernel_cover,
    note_out_of_memory,
    preparation_seconds,
    sweep_plan,
)
from tilewright.cover.limits import MOST_COUNTED, NEVER, Budget, Deadline, Limit
from tilewright.cover.parts import PartwiseCount
from tilewright.cover.problem import ExactCover, Solution, Solutions
from tilewright.errors import (
    EngineUnavailableError,
    LimitError,
    OutOfTimeError,
    argument_error,
    check_flag,
    check_threads,
)

NO_ENGINES = ("auto", "shikaku")  # the choice, and a search that needs no cover
FEW = 1000  # solutions; from there on what is fast to list pays for its preparation


def listing_goal(limit: Limit) -> Goal:
    """What an engine is chosen for: to find a few solutions, or to list many."""
    return "find" if limit.solutions is not None and limit.solutions <= FEW else "list"


def check_arguments(engine: Any, limit: object, threads: object, labelled: object = False) -> None:
    """Raise ArgumentError at what no search can be told, EngineUnavailableError where the engine cannot run here."""
    if engine not in NO_ENGINES:
        find_engine(engine)
    if not isinstance(limit, Limit):
        raise argument_error("limit", limit, "seconds, or a Limit, e.g. Limit(seconds=10)", False)
    check_threads(threads)
    check_flag("labelled", labelled)


# Nodes of the general search; samples of a layer of the sweep; by what factor the trees must differ to be believed.
LOOKS = ((1_000, 16, 30.0), (1_000, 64, 8.0), (4_000, 256, 1.0))
# On solids; the nodes are then these parts of what samples expect of the sweep: what a search has seen of its tree tells too
# much at first (3x4x5 pentominoes by 16,000 nodes seven times as much as by 300,000), and large trees bear long looks.
SOLID_LOOKS, SOLID_PARTS = ((4_000, 256, 30.0), (16_000, 256, 10.0)), ((1 / 600, 4.0), (1 / 200, 1.0))
# A sample takes as long as some hundred nodes. Few of them miss the heavy branches: of Bedlam's cube with one piece held, 8 tell
# 5 x 10^4 nodes, 256 tell 2 x 10^7, and 4,096 tell 2 x 10^8.
NODES_A_SAMPLE, LEAST_SAMPLES, MOST_SAMPLES = 3_000, 256, 4_096
# Nodes of the sweep that take as long as one of the general search by masks (2 on solids, 4 for Latin squares), by slacks,
# and so on solids.
MASK_NODES, SWEEP_NODES, SOLID_NODES = 2.5, 1.5, 6.0
MANY_NEIGHBORS = 4  # of a cell, on average, that only solids, balls and hexagons exceed
FIRST_SAMPLES, MANY_NODES = 64, 2e5  # of the sweep of a solid, from which the general search is worth a look
LOOK_SHARE = 0.05  # of the seconds left: the most that one look takes


class BegunSearch:
    """The general search as far as it has come, with the solutions found on the way unless they are only counted."""

    def __init__(self, cover: ExactCover, budget: Budget, collect: bool) -> None:
        self.budget, self.collect = budget, collect
        self.plan = general_plan(cover, budget)
        self.slices = Slices(self.plan.search())
        self.found: list[Sequence[Solution]] = []
        self.seconds = 0.0  # of CPU
        self.number = 0  # of solutions found
        self.is_over = False  # nothing is left of the tree or of the budget
        self.is_chosen = True  # and goes on; else the sweep is likely to be faster

    def go_on(self, nodes: int) -> None:
        """Search until it has so many nodes in all."""
        report, began = self.budget.report, time.thread_time()
        if self.is_over or report.nodes >= nodes:
            return
        limit = self.budget.limit
        seconds = None if limit.seconds is None else min(limit.seconds, report.seconds + LOOK_SHARE * self.budget.left)
        self.found += self.slices.run(Budget(limit.of_turn(nodes=nodes, seconds=seconds), report), self.collect)
        self.seconds += time.thread_time() - began
        self.number = report.solutions
        self.is_over = report.ended != "limit" or self.budget.spent is not None
        if not self.is_over:
            report.ended = None

    def lay_aside(self) -> None:
        """Another search begins, and the report with it; the solutions found stay here, for the case that it finds fewer."""
        report, self.is_chosen = self.budget.report, False
        report.nodes = report.solutions = 0
        report.fraction = None

    def unfound(self, batches: Iterable[Sequence[Solution]]) -> Solutions:
        """The batches of the other search, and then, if it ended early with fewer solutions than this one, those it lacks."""
        report, seen, number = self.budget.report, list[Sequence[Solution]](), 0
        for batch in batches:
            number += len(batch)
            if number < self.number:
                seen.append(batch)
            yield batch
        if number < self.number and report.ended in ("limit", "stopped"):
            known = set(chain.from_iterable(seen))
            if lacking := [solution for solution in chain.from_iterable(self.found) if solution not in known]:
                report.solutions += len(lacking)
                yield lacking

    @property
    def expected_nodes(self) -> float:
        """Of the whole tree, if what is left of it is like what was seen."""
        search = self.slices.search
        return search.nodes / max(search.fraction, 1e-12)


def is_doubtful(cover: ExactCover) -> bool:
    """Return True if the cover alone does not say which search suits it.

    >>> is_doubtful(ExactCover.of([(0, 1), (1,)], primary=2))
    True
    """
    return bool(cover.colors) or not cover.order


def is_solid(cover: ExactCover) -> bool:
    """Return True if the cells of a board have so many neighbours that a sweep's front is a large part of it.

    >>> path = ExactCover([1, 1], [1, 1], [(0, 1)], order=[0, 1], adjacent=[(1,), (0,)])
    >>> is_solid(path)
    False
    """
    return len(cover.adjacent.flat) > MANY_NEIGHBORS * len(cover.order) > 0


def begin(cover: ExactCover, budget: Budget, collect: bool) -> BegunSearch:
    """Begin to search all of a cover that the sweep takes; the search is not chosen if the sweep is likely to be faster.

    Raises OutOfTimeError at a deadline that comes before the search has begun.
    """
    begun = BegunSearch(cover, budget, collect)
    begun.go_on(LOOKS[0][0])
    if begun.is_over:
        return begun
    try:
        plan = sweep_plan(cover, budget, budget.limit.memory, sampled=False)
    except (LimitError, OutOfTimeError):
        return begun
    return _compared(begun, plan, LOOKS, MASK_NODES if goes_by_masks(cover) else SWEEP_NODES)


def _compared(
    begun: BegunSearch, sweep: _kernel.Plan, looks: Sequence[tuple[int, int, float]], sweep_nodes: float
) -> BegunSearch:
    """The search, which goes on until it is clear whether the sweep, of which so many nodes are as fast as one, has less to do."""
    for nodes, samples, doubt in looks:
        begun.go_on(nodes)
        ratio = sweep.expected_nodes(samples) / (sweep_nodes * begun.expected_nodes)
        late = begun.budget.report.nodes < nodes  # a look is cut short where time is limited
        if begun.is_over or ratio >= (1 if late else doubt):
            return begun
        if late or ratio < 1 / doubt:
            break
    begun.lay_aside()
    return begun


def begin_solid(
    cover: ExactCover, budget: Budget, collect: bool, threads: int
) -> tuple[BegunSearch | None, _kernel.Plan | None]:
    """Begin to search all of a solid as `begin` does, unless the sweep is likely to be done soon; and the sweep's plan.

    Raises OutOfTimeError at a deadline that comes before the search has begun.
    """
    try:
        sweep = sweep_plan(cover, budget, budget.limit.memory // threads, sampled=collect)
    except LimitError:
        return BegunSearch(cover, budget, collect), None
    if sweep.expected_nodes(FIRST_SAMPLES) < MANY_NODES:
        return None, sweep
    expected = sweep.expected_nodes(LEAST_SAMPLES)
    samples = int(min(max(expected / NODES_A_SAMPLE, LEAST_SAMPLES), MOST_SAMPLES))
    looks = [*SOLID_LOOKS, *((int(min(part * expected, MOST_COUNTED)), samples, doubt) for part, doubt in SOLID_PARTS)]
    begun, nodes = BegunSearch(cover, budget, collect), MASK_NODES if goes_by_masks(cover) else SOLID_NODES
    return _compared(begun, sweep, looks, nodes), sweep


Goal = Literal["find", "list", "count"]

# The first that takes the cover is chosen.
PREFERENCE: dict[Goal, tuple[str, ...]] = {
    "find": ("race", "native", "reference"),
    "list": ("sweep", "native", "reference"),
    "count": ("race", "native", "reference"),
}
COMPILED = ("auto", "race", "native", "sweep", "frontier")  # these look at the cover as the kernel holds it


def choose(cover: ExactCover, goal: Goal, name: str = "auto", deadline: Deadline = NEVER) -> Engine:
    """The engine called `name`, or for "auto" the one that suits the goal; EngineUnavailableError says why not.

    Raises OutOfTimeError when the deadline comes before the cover is ready for it.
    """
    if name in COMPILED:
        kernel_cover(cover, deadline)
        deadline.require(preparation_seconds(cover))
    if name != "auto":
        return engine(name, cover)
    reasons = []
    doubtful = goal == "list" and (is_doubtful(cover) or is_solid(cover))
    for candidate in PREFERENCE["count" if doubtful else goal]:  # the race begins with a look at both searches
        try:
            return engine(candidate, cover)
        except EngineUnavailableError as reason:
            reasons.append(str(reason))
    raise EngineUnavailableError("; ".join(reasons))


SECONDS_A_NODE = 6e-8  # of a sweep, before its first are measured
FIRST_NODES = 500  # of a search that counts, in which it makes its tables; as many again tell its pace
PACE_NODES = 2000  # that tell it better, where it matters: the first thousand take up to twice as long as later ones
ALIVE = 0.6  # part of the sampled tree that is searched: samples know nothing of remembered dead states
# Samples of the search tree: nodes of a layer; seconds from which they pay; by what factor the sample before may be wrong.
SAMPLES = ((8, 0.0, inf), (64, 3e-4, 300.0), (256, 1e-3, 10.0), (1024, 3e-2, 3.0))
LARGE_TREE = 1e6  # nodes from which samples of other sequences pay
WORTH_A_TEAM = 0.005  # seconds
UNKNOWN = 1e15  # nodes of a tree of which nothing is known


class SearchContender:
    """A search that counts, by a sweep or the general one; with several threads it becomes a team where that pays."""

    def __init__(
        self,
        cover: ExactCover,
        name: str,
        deadline: Deadline,
        threads: int,
        begun: BegunSearch | None = None,
        sweep: _kernel.Plan | None = None,
    ) -> None:
        """sweep: its plan, if it was made already."""
        self.cover, self.name, self.deadline, self.threads = cover, name, deadline, threads
        self.most_found = begun.number if begun else 0  # by itself or by a search that it gave up for another
        self._begin(sampled=False, begun=begun if begun and begun.is_chosen else None, sweep=sweep)

    def _begin(self, sampled: bool, begun: BegunSearch | None = None, sweep: _kernel.Plan | None = None) -> None:
        self.plan = begun.plan if begun else sweep or self._make_plan(sampled)
        self.slices = begun.slices if begun else Slices(self.plan.search())
        self.team: _kernel.Team | None = None
        self.nodes, self.solutions = self.slices.search.nodes, self.slices.search.solutions
        self.seconds = begun.seconds if begun else 0.0
        self.first_nodes, self.first_seconds = 0, 0.0  # before its pace was measured
        self.expected, self.samples = 0.0, 0
        self.sampled = sampled

    def _make_plan(self, sampled: bool) -> _kernel.Plan:
        if self.name == "sweep":
            try:
                return sweep_plan(self.cover, self.deadline, self.deadline.limit.memory // self.threads, sampled)
            except LimitError:
                self.name = "native"
        return general_plan(self.cover, self.deadline)

    def rival(self, name: str) -> SearchContender | None:
        """The other search of the same cover; None if there is no other, or no time or memory for its plan."""
        if name == self.name:
            return None
        try:
            other = SearchContender(self.cover, name, self.deadline, self.threads)
        except OutOfTimeError:
            return None
        return None if other.name == self.name else other  # the sweep's plan may be too large

    @property
    def remaining(self) -> float:
        """Seconds it is likely to take still, by all its threads."""
        if not self.samples:
            self.refine(0.0)
        return max(self.expected - self.nodes, self.nodes / 4) * self._pace / self.threads

    @property
    def _pace(self) -> float:
        """Seconds a node, those left out in which it made its tables."""
        nodes = self.nodes - self.first_nodes
        return (self.seconds - self.first_seconds) / nodes if nodes >= FIRST_NODES else SECONDS_A_NODE

    def refine(self, other: float) -> None:
        """Estimate the tree's nodes as well as the choice between it and so many seconds of another is worth."""
        if self.name != "sweep":
            done = self.team.fraction if self.team else self.slices.search.fraction
            self.expected, self.samples = self.nodes / done if done else UNKNOWN, 1
            return
        for samples, seconds, doubt in SAMPLES:
            if samples > self.samples and (not self.samples or self._is_worth(seconds, doubt, other)):
                self.samples, self.expected = samples, ALIVE * self.plan.expected_nodes(samples)

    def _is_worth(self, seconds: float, doubt: float, other: float) -> bool:
        mine = self.remaining
        return min(mine, other) >= seconds and max(mine, other) <= doubt * min(mine, other)

    def go_on(self, budget: Budget) -> None:
        """Go on until the budget is spent; `report.ended` is "exhausted" when all was searched."""
        self._prepare()
        report = budget.report
        report.engine, report.nodes, report.solutions = self.name, self.nodes, self.solutions
        if self.team is None:
            if not self.nodes:
                self._look(budget, FIRST_NODES)
            elif self.is_rough:
                self._look(budget, PACE_NODES)
            if report.ended is None:
                self._search(budget)
        else:
            self._wait(self.team, budget)
        self.nodes, self.solutions = report.nodes, report.solutions
        self.most_found = max(self.most_found, self.solutions)

    @property
    def is_rough(self) -> bool:
        """Whether what is left is known by samples that pay, but the pace by few nodes: its next turn should be short."""
        return self.samples > SAMPLES[0][0] and self.first_nodes <= FIRST_NODES and self.team is None

    def _look(self, budget: Budget, nodes: int) -> None:
        """Search so many nodes, in which tables are made, so that those after them tell the pace."""
        report = budget.report
        self.slices.nodes = nodes
        self._search(budget.of_turn(0.0))
        self.first_nodes, self.first_seconds = report.nodes, self.seconds
        if report.ended == "limit":
            report.ended = None

    def _search(self, budget: Budget) -> None:
        began = time.thread_time()
        for _ in self.slices.run(budget, collect=False):
            pass
        self.seconds += time.thread_time() - began

    def _prepare(self) -> None:
        """Choose by samples how a large tree is searched, and give a long search to all threads."""
        if self.team or self.nodes < FIRST_NODES or self.is_rough:
            return
        if self.name == "sweep" and not self.sampled and self.expected > max(LARGE_TREE, 10 * self.nodes):
            self._begin(sampled=True)
        elif self.threads > 1 and self.remaining > WORTH_A_TEAM:
            self.team = _kernel.Team(self.plan, self.threads, False, -1, -1, MOST_BUFFERED, self.slices.search)

    def _wait(self, team: _kernel.Team, budget: Budget) -> None:
        report, nodes = budget.report, self.nodes
        while report.ended is None:
            state, _, _ = team.wait(budget.pause, 1)
            report.nodes, report.solutions, report.fraction = team.nodes, team.solutions, team.fraction
            if state is TeamState.EXHAUSTED:
                report.ended = "exhausted"
            else:
                budget.is_spent()
        report.outcome.cpu = team.cpu
        self.seconds *= max(1.0, report.nodes / max(1, nodes))  # at the pace of its first nodes


LEAST_TURN = 0.0005  # seconds
FIRST_TURN = 0.002  # of those that double
FIRST_LAYER = 1e-7  # seconds, at least, a move of a step and an option: what one layer of a frontier may take
WORTH_A_CHANGE = 0.7  # the other is to be that much better; what is only guessed does not make them take turns
FAIR, LONG = 0.5, 0.1  # of the other's seconds, which each has where neither can be believed; from so many on
SHARE = 0.15  # of what the other would take still, for a turn
SOON = 600.0  # seconds that a search may be expected to take still where memory ended the frontier and there is no time limit
WARY = 4.0  # by which a frontier's expectation may be too small; one that may not end in time shares it with the search
TURNS_LEFT = 20  # at least, before a time limit
LOOKS_LEFT = 200  # of a frontier's first turns, each of which doubles its time
TRIALS = 0.005, 0.01  # of the seconds left, for each that may find most in them; the second for those that are close
CLOSE = 4.0  # by which one may find less a second than another in a short trial, and be the better one
DOUBTED = 0.01  # of the seconds, from which on it is not believed that a frontier's promises will stop rising
PARTS_SHARE = 0.1  # of them, for the first bound by the parts of the board
LEAST_BOUND_TURN = 0.01  # seconds
FASTEST = 1e9  # solutions a second that no search finds
DOUBT = 2.0  # by which such an expectation may be wrong: a time limit so many times too short does not end the count at once


class CountRace:
    """The frontier and a search on the same count, each laid aside where it stands and taken up again there."""

    def __init__(
        self,
        cover: ExactCover,
        search: str,
        deadline: Deadline,
        threads: int,
        begun: BegunSearch | None = None,
        sweep: _kernel.Plan | None = None,
    ) -> None:
        self.report = deadline.report
        self.budget = Budget(deadline.limit, deadline.report)
        chosen = begun is not None and begun.is_chosen
        self.search = SearchContender(cover, "native" if chosen else search, deadline, threads, begun, sweep)
        self.frontier = FrontierContender(cover, deadline, threads, is_solid(cover))
        self.lent = False  # whether the search had the last turn for its bound alone
        self.colored, self.turn = bool(cover.colors), _first_turn(cover)
        self.unordered = not cover.order  # what either promises is worth little
        self.prolonged = False  # whether the search, saying that it is soon done, was believed: once, as it may err
        self.patient = self.colored or chosen  # the frontier is not begun before the search had its turn
        self.at_work: SearchContender | FrontierContender = self.search
        self.began = self.report.seconds
        self.partwise = PartwiseCount(cover, deadline, threads) if PartwiseCount.suits(cover) else None
        self.rival_name = search if chosen else "native"  # "native" as well where the sweep refuses the cover
        self.finders: list[SearchContender | PartwiseCount] = []  # once the number is out of reach
        self.on_trial: list[SearchContender | PartwiseCount] = []  # still to be tried, for so many seconds each
        self.trial, self.trials = 0.0, list(TRIALS)

    def run(self) -> int:
        """The number of solutions; of those that the search has found, when the limit comes first."""
        report = self.report
        try:
            over = self._until(self.search, self.turn) if self.patient else self._turn(self.search, 0.0)
            while not over:
                over = self._next_turn()
        finally:
            found = {self.search, *self.finders, *([self.partwise] if self.partwise else [])}
            report.nodes = self.frontier.states + sum(each.nodes for each in found)
            if report.ended != "exhausted":
                report.solutions = max(each.most_found for each in found)
        return report.solutions

    def _next_turn(self) -> bool:
        if self.frontier.lacks_memory:
            return self._without_frontier()
        if self.partwise and not self.partwise.seconds and WARY * self.frontier.prospects[0] > self._left:
            return self._turn(self.partwise, PARTS_SHARE * self.budget.left)
        if self.finders or self._is_hopeless():
            return self._turn_for_bound()
        if self.colored:
            return self._double_turn()
        self.search.refine(self.frontier.remaining)
        if self.search.is_rough and self._turn(self.search, 0.0):
            return True
        other = self.frontier if self.at_work is self.search else self.search
        if other.remaining < WORTH_A_CHANGE * self.at_work.remaining:
            self.at_work, other = other, self.at_work
        is_long = self.unordered and self.at_work.seconds > LONG and not self.frontier.out
        if is_long and other.seconds < FAIR * self.at_work.seconds:
            return self._turn(other, FAIR * self.at_work.seconds)
        seconds, left = SHARE * other.remaining, self.budget.left
        if is_long:
            seconds = min(seconds, self.at_work.seconds)
        if not isinf(left):
            seconds = min(seconds, left / TURNS_LEFT)
            if self.at_work is self.frontier:
                seconds = min(seconds, max(left / LOOKS_LEFT, self.frontier.seconds))
                if self._wants_bound():
                    return self._turn(self.search, max(LEAST_TURN, seconds))
        return self._turn(self.at_work, None if isinf(seconds) else max(LEAST_TURN, seconds))

    def _wants_bound(self) -> bool:
        """Whether the search goes on although the frontier is the better way to the number, since only it gives a bound.

        Always where the frontier will not end in the seconds left, and every other turn where it may not.
        """
        left, (at_best, as_lately) = self._left, self.frontier.prospects
        if self._is_bounded(left):
            return False
        if at_best > left:
            return True
        self.lent = WARY * at_best > left and as_lately > left and not self.lent
        return self.lent

    def _is_bounded(self, left: float) -> bool:
        """Whether the bound is more already than a search finds in the seconds left, so that the frontier may have them."""
        return self.partwise is not None and self.partwise.most_found > FASTEST * left

    def _is_hopeless(self) -> bool:
        """Whether neither is likely to end in time; then what is found in the seconds left is all that matters."""
        left = self._left
        if isinf(left):
            return False
        at_best, as_lately = self.frontier.prospects
        is_wary = self.colored or self._is_bounded(left)
        times = 1 / WARY if is_wary else 2 if as_lately > left else 1  # 2: every other turn
        if (times * at_best <= left and not self._is_doubted(left)) or self.search.remaining <= WARY * left:
            return False
        self.frontier.give_up()
        soon = preparation_seconds(self.search.cover) < TRIALS[-1] * left
        rival = self.search.rival(self.rival_name) if soon else None
        self.finders = [each for each in (self.partwise, self.search, rival) if each is not None]
        self.on_trial = [each for each in (rival, self.search) if each is not None]
        self.trial = self.trials.pop(0) * self.budget.left
        return True

    def _is_doubted(self, left: float) -> bool:
        """Whether the frontier promises an end in time, but its promises rise so much that it will not keep them."""
        if self.colored or self._is_bounded(left) or self.frontier.seconds < DOUBTED * left:
            return False
        return self.frontier.expected_by_rise > WARY * left

    def _turn_for_bound(self) -> bool:
        """After a trial of each, and a longer one of those that are close, whoever finds most solutions a second goes on."""
        if not self.on_trial and self.trials:
            searches = [each for each in self.finders if each is not self.partwise]
            most = max(map(_pace_of_finding, searches))
            close = [each for each in searches if _pace_of_finding(each) >= most - log(CLOSE)]
            self.on_trial, self.trial = close if len(close) > 1 else [], self.trials.pop(0) * self.budget.left
        if self.on_trial:
            return self._turn(self.on_trial.pop(), self.trial)
        self.finders = [each for each in self.finders if each.remaining > 0]
        best = max(self.finders, key=lambda each: (_pace_of_finding(each), -each.seconds))
        return self._turn(best, max(LEAST_BOUND_TURN, self.budget.left / 4))

    @property
    def _left(self) -> float:
        """Seconds of CPU that are likely to be left, of which others take their part."""
        used = self.frontier.seconds + self.search.seconds + (self.partwise.seconds if self.partwise else 0.0)
        return self.budget.left * min(1.0, used / max(used, self.report.seconds - self.began))

    def _without_frontier(self) -> bool:
        """Let the search go on to its end where that is likely to come soon; else memory is the limit."""
        patience = SOON if isinf(self.budget.left) else DOUBT * self.budget.left
        self.search.refine(patience)
        if self.search.remaining <= patience:
            return self._turn(self.search, None)
        if self.partwise and self._turn(self.partwise, self.frontier.seconds):
            return True
        self.report.engine = "frontier"
        note_out_of_memory(self.budget)
        return True

    def _double_turn(self) -> bool:
        if self.frontier.out:
            return self._turn(self.search, None)
        if self.at_work is self.search:
            if not self.prolonged and self.search.remaining < 2 * self.turn:
                self.prolonged = True
                return self._until(self.search, 3 * self.turn)
            self.at_work = self.frontier
        else:
            self.at_work, self.turn = self.search, 2 * self.turn
        return self._until(self.at_work, self.turn)

    def _until(self, contender: SearchContender | FrontierContender, seconds: float) -> bool:
        """Let it go on until it has used so much CPU in all; whether all is over then."""
        while contender.seconds < seconds and contender.remaining < inf:
            if contender is self.frontier and contender.prospects[0] > WARY * self._left:
                return False  # it would not end in time if it took a fraction of what it says
            if self._turn(contender, seconds - contender.seconds):
                return True
        return False

    def _turn(self, contender: SearchContender | FrontierContender | PartwiseCount, seconds: float | None) -> bool:
        """Let it go on for so long, at least for one slice; whether all is over then."""
        self.report.ended = None
        contender.go_on(self.budget.of_turn(seconds))
        return self.budget.left <= 0 or self.report.ended not in ("limit", None)


def _pace_of_finding(contender: SearchContender | PartwiseCount) -> float:
    """The logarithm of the solutions a second until now, of which parts of a board may tell more than a float holds."""
    found, seconds = contender.most_found, max(contender.seconds, LEAST_TURN)
    return log(found) - log(seconds) if found else -inf


def _first_turn(cover: ExactCover) -> float:
    """Seconds for the search before the frontier begins, whose layers cannot be left in the middle: more if they are wide."""
    if not cover.colors:
        return FIRST_TURN
    times = Counter(cover.options.flat)
    widest = max((times[item] for item, lo in enumerate(cover.lo) if lo), default=0)
    return FIRST_TURN + FIRST_LAYER * widest * len(cover.options)
