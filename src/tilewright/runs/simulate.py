"""A run on a cluster that is not at hand: 10 to 10,000 workers fed with subproblems of measured sizes.

Three things can be the limit, and each is a queue here: the workers; the scheduler, which needs `per_task` seconds of
its one thread for every subproblem; and the owner of the store, who needs `per_row` seconds for each result and
`per_commit` seconds for each transaction, into which goes all that has come by then. A worker has `ahead` subproblems
and asks for another when an answer is written, a network's `latency` later; so it stands still only when scheduler or
store are slower than the workers together.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Costs:
    """Seconds, as measured by benchmarks/runs.py."""

    per_task: float = 0.001
    per_row: float = 0.0009
    per_commit: float = 0.005
    latency: float = 0.002
    ahead: int = 2


@dataclass(frozen=True)
class Simulated:
    """What came out. `wall`: seconds to the end; `full`: seconds until the last subproblem was given out. Of those: the
    shares in which workers, scheduler and store were busy. Of the store's time only the rows count: it commits as often
    as it can, and puts the more into a transaction the more has come.
    """

    wall: float
    full: float
    workers: float
    scheduler: float
    store: float

    @property
    def limit(self) -> str:
        """What holds the run up while there is enough to give out."""
        if self.workers >= 0.9:
            return "workers"
        return "scheduler" if self.scheduler >= self.store else "store"


def simulate(sizes: Sequence[float], workers: int, costs: Costs = Costs()) -> Simulated:
    """A run of subproblems of these seconds, in this order."""
    waiting = deque(sizes)
    queued = [deque[float]() for _ in range(workers)]
    busy = [False] * workers
    free = {"scheduler": 0.0, "store": 0.0}  # when each has done with what it has
    used = {"workers": 0.0, "scheduler": 0.0, "store": 0.0}
    arrived: list[int] = []  # workers whose answers wait for the next transaction
    events: list[tuple[float, int, str, int]] = []
    number = at_work = 0
    full = last = 0.0

    def at(time: float, what: str, worker: int) -> None:
        nonlocal number
        number += 1
        heapq.heappush(events, (time, number, what, worker))

    def give(now: float, worker: int) -> None:
        """The scheduler sends a subproblem on its way."""
        nonlocal full
        full = now
        free["scheduler"] = max(now, free["scheduler"]) + costs.per_task
        used["scheduler"] += costs.per_task
        queued[worker].append(waiting.popleft())
        at(free["scheduler"] + costs.latency, "arrives", worker)

    def begin(now: float, worker: int) -> None:
        seconds = queued[worker].popleft()
        busy[worker] = True
        at(now + seconds, "ends", worker)

    ready = [0] * workers  # subproblems that have arrived and not begun
    for _ in range(costs.ahead):
        for worker in range(workers):
            if waiting:
                give(0.0, worker)
    now = 0.0
    while events:
        now, _, what, worker = heapq.heappop(events)
        if waiting:
            used["workers"] += at_work * (now - last)
            last = now
        if what == "arrives":
            ready[worker] += 1
        elif what == "ends":
            busy[worker] = False
            at_work -= 1
            at(now + costs.latency, "answers", worker)
        elif what == "answers":
            if not arrived:
                at(max(now, free["store"]), "commits", worker)
            arrived.append(worker)
        else:
            cost = costs.per_commit + costs.per_row * len(arrived)
            free["store"] = now + cost
            used["store"] += costs.per_row * len(arrived)
            for each in arrived:
                if waiting:
                    give(free["store"], each)
            arrived.clear()
        if ready[worker] and not busy[worker]:
            ready[worker] -= 1
            at_work += 1
            begin(now, worker)
    whole = max(last, 1e-9)
    return Simulated(
        max(now, free["store"]),
        full,
        used["workers"] / (whole * workers),
        used["scheduler"] / whole,
        used["store"] / whole,
    )


def pieces(measured: Sequence[float], mean: float, number: int, seed: int = 1) -> list[float]:
    """So many sizes drawn from the measured ones, scaled to this mean; splitting finer scales them alike."""
    rng = random.Random(seed)
    scale = mean * len(measured) / sum(measured)
    return [scale * rng.choice(measured) for _ in range(number)]
