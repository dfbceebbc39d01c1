"""How much work of a run is left, and how a cluster that is not at hand would do it.

The tree of subproblems is estimated from its leaves. An open one costs the mean of its siblings, those that were split
at what their own children are estimated to cost; where no two siblings are known, the mean of all at that depth. The
range is two standard errors either way, of siblings drawn at random. Heavy tails make it too narrow while little is
known.

The model of a cluster is 10 to 10,000 workers fed with subproblems of measured sizes.
Three things can be the limit, and each is a queue here: the workers; the scheduler, which needs `per_task` seconds of
its one thread for every subproblem; and the owner of the store, who needs `per_row` seconds for each result and
`per_commit` seconds for each transaction, into which goes all that has come by then. A worker has `ahead` subproblems
and asks for another when an answer is written, a network's `latency` later.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import sqrt


@dataclass
class _Group:
    """The children of one subproblem: finished ones in sums, split ones by number, open ones counted."""

    done: int = 0
    seconds: float = 0.0
    squares: float = 0.0
    open: int = 0
    split: list[tuple[int, float]] = field(default_factory=list)  # (id, seconds before it was split)


@dataclass(frozen=True)
class _Guess:
    cost: float  # seconds of the whole subtree
    left: float  # of it, not yet spent
    variance: float


def remaining(rows: Iterable[tuple[int | None, int, str, float, float, int]]) -> tuple[float, float, float] | None:
    """(low, likely, high) seconds of work left, or None where nothing is known yet.

    `rows`: (parent, id, state, sum of seconds, sum of their squares, how many), subproblems in one row where they have
    parent and state in common; each split one in a row of its own.
    """
    groups: dict[int | None, _Group] = defaultdict(_Group)
    for parent, id, state, seconds, squares, number in rows:
        group = groups[parent]
        if state == "split":
            group.split.append((id, seconds))
        elif state == "done":
            group.done, group.seconds, group.squares = number, seconds, squares
        else:
            group.open += number
    if sum(group.done for group in groups.values()) < 2:
        return None
    depths = _depths(groups)
    everywhere = _sum(groups.values())
    alike = {
        depth: found if (found := _sum(g for id, g in groups.items() if depths[id] == depth)).done > 1 else everywhere
        for depth in set(depths.values())
    }
    guesses: dict[int | None, _Guess] = {}
    for parent in sorted(groups, key=lambda id: -depths[id]):
        guesses[parent] = _guess(groups[parent], guesses, alike[depths[parent]])
    whole = guesses[None]
    error = 2 * sqrt(whole.variance)
    return max(0.0, whole.left - error), whole.left, whole.left + error


def _depths(groups: dict[int | None, _Group]) -> dict[int | None, int]:
    """How deep in the tree the children of each split subproblem lie."""
    depths: dict[int | None, int] = {None: 0}
    order: list[int | None] = [None]
    for parent in order:
        for id, _ in groups[parent].split:
            if id in groups:
                depths[id] = depths[parent] + 1
                order.append(id)
    return depths


def _sum(groups: Iterable[_Group]) -> _Group:
    total = _Group()
    for group in groups:
        total.done += group.done
        total.seconds += group.seconds
        total.squares += group.squares
    return total


def _guess(group: _Group, guesses: dict[int | None, _Guess], alike: _Group) -> _Guess:
    split = [(guesses.get(id, _Guess(0.0, 0.0, 0.0)), seconds) for id, seconds in group.split]
    costs = [guess.cost + seconds for guess, seconds in split]
    spent, left = group.seconds + sum(costs), sum(guess.left for guess, _ in split)
    variance = sum(guess.variance for guess, _ in split)
    if group.open:
        number, sum_, squares = group.done + len(costs), spent, group.squares + sum(cost**2 for cost in costs)
        if number < 2:  # nothing to tell the spread by
            number, sum_, squares = number + alike.done, sum_ + alike.seconds, squares + alike.squares
        mean = sum_ / number
        spread = max(0.0, squares / number - mean**2) * number / (number - 1)
        spent += group.open * mean
        left += group.open * mean
        variance += spread * group.open * (1 + group.open / number)
    return _Guess(spent, left, variance)


@dataclass(frozen=True)
class Costs:
    """Seconds, as measured by benchmarks/runs.py."""

    per_task: float = 0.001
    per_row: float = 0.0009
    per_commit: float = 0.005
    latency: float = 0.002
    ahead: int = 2


@dataclass(frozen=True)
class SimulatedRun:
    """What came out, in seconds and shares.

    wall: seconds to the end.
    full: seconds until the last subproblem was given out. The shares below are of this time.
    workers, scheduler, store: the share in which each was busy. Of the store's time only the rows count: it commits as
          often as it can, and a transaction takes in all the answers that have come by then.
    """

    wall: float
    full: float
    workers: float
    scheduler: float
    store: float

    @property
    def limit(self) -> str:
        """What holds the run up while there are subproblems to give out: "workers", "scheduler" or "store"."""
        if self.workers >= 0.9:
            return "workers"
        return "scheduler" if self.scheduler >= self.store else "store"


def simulate(sizes: Sequence[float], workers: int, costs: Costs = Costs()) -> SimulatedRun:
    """Return what a run of subproblems of these seconds would take, given out in this order.

    >>> run = simulate([1.0] * 1000, workers=10)
    >>> round(run.wall), run.limit
    (100, 'workers')
    """
    return _Simulation(sizes, workers, costs).run()


class _Simulation:
    """The events of a run, in the order of time: a subproblem arrives or ends, an answer arrives, the store commits."""

    def __init__(self, sizes: Sequence[float], workers: int, costs: Costs) -> None:
        self.costs = costs
        self.waiting = deque(sizes)
        self.queues = [deque[float]() for _ in range(workers)]
        self.busy = [False] * workers
        self.at_work = 0  # busy workers
        self.scheduler_free = self.store_free = 0.0  # when each is done with what it has
        self.worker_seconds = self.scheduler_seconds = self.store_seconds = 0.0
        self.answered: list[int] = []  # workers whose answers wait for the next transaction
        self.events: list[tuple[float, int, Callable[[float, int], None], int]] = []
        self.numbers = count()
        self.full = self.last = 0.0

    def run(self) -> SimulatedRun:
        """Handle all events."""
        for worker in list(range(len(self.queues))) * self.costs.ahead:
            self._give(0.0, worker)
        now = 0.0
        while self.events:
            now, _, handle, worker = heappop(self.events)
            if self.waiting:
                self.worker_seconds += self.at_work * (now - self.last)
                self.last = now
            handle(now, worker)
        whole = max(self.last, 1e-9)
        return SimulatedRun(
            max(now, self.store_free),
            self.full,
            self.worker_seconds / (whole * len(self.queues)),
            self.scheduler_seconds / whole,
            self.store_seconds / whole,
        )

    def _at(self, time: float, handle: Callable[[float, int], None], worker: int) -> None:
        heappush(self.events, (time, next(self.numbers), handle, worker))

    def _give(self, now: float, worker: int) -> None:
        """The scheduler sends the next subproblem, if there is one, on its way."""
        if not self.waiting:
            return
        self.full = now
        self.scheduler_free = max(now, self.scheduler_free) + self.costs.per_task
        self.scheduler_seconds += self.costs.per_task
        size = self.waiting.popleft()
        self._at(
            self.scheduler_free + self.costs.latency, lambda time, worker: self._arrive(time, worker, size), worker
        )

    def _arrive(self, now: float, worker: int, size: float) -> None:
        self.queues[worker].append(size)
        self._begin(now, worker)

    def _begin(self, now: float, worker: int) -> None:
        if self.queues[worker] and not self.busy[worker]:
            self.busy[worker] = True
            self.at_work += 1
            self._at(now + self.queues[worker].popleft(), self._end, worker)

    def _end(self, now: float, worker: int) -> None:
        self.busy[worker] = False
        self.at_work -= 1
        self._at(now + self.costs.latency, self._answer, worker)
        self._begin(now, worker)

    def _answer(self, now: float, worker: int) -> None:
        if not self.answered:
            self._at(max(now, self.store_free), self._commit, worker)
        self.answered.append(worker)

    def _commit(self, now: float, worker: int) -> None:
        rows = self.costs.per_row * len(self.answered)
        self.store_free = now + self.costs.per_commit + rows
        self.store_seconds += rows
        for each in self.answered:
            self._give(self.store_free, each)
        self.answered.clear()


def draw_sizes(measured: Sequence[float], mean: float, number: int, seed: int = 1) -> list[float]:
    """Draw so many sizes from the measured ones, scaled to this mean; splitting finer scales them alike."""
    rng = random.Random(seed)
    scale = mean * len(measured) / sum(measured)
    return [scale * rng.choice(measured) for _ in range(number)]
