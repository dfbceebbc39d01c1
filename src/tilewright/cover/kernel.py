"""The bridge to the kernel: a cover's arrays as they are, plans of a search, and their running by one thread or several.

One thread works in slices, so that the clock, `report.stop` and Ctrl-C are looked at in between. The GIL is released in
each slice. Slices grow while they take little time and shrink when one took too much. A team of threads goes on while
its solutions are worked with.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from typing import Protocol

from tilewright import _kernel
from tilewright._kernel import Outcome, SearchEngine, TeamState
from tilewright.cover.limits import NEVER, Budget, Deadline, Ended
from tilewright.cover.problem import Batch, ExactCover, Solutions, int_array
from tilewright.errors import LimitError

SECONDS_AN_ENTRY = 1e-7  # of all that the kernel prepares at once: the cover, a plan, a test of the frontier's width


def preparation_seconds(cover: ExactCover) -> float:
    """Seconds, about, of one thing that the kernel prepares for a cover: it cannot be interrupted there."""
    return SECONDS_AN_ENTRY * sum(cover.size)


def kernel_cover(cover: ExactCover, deadline: Deadline = NEVER) -> _kernel.Cover:
    """The cover as the kernel holds it, made when it is first asked for.

    Raises LimitError when it is too large, ValueError when it is malformed, OutOfTimeError at the deadline.
    """
    if cover.prepared is None:
        most = _kernel.MOST_ENTRIES
        for what, size in zip(("items", "options", "entries"), cover.size, strict=True):
            if size > most:
                raise LimitError(f"the cover has {size:,} {what}: expected at most {most:,}")
        symmetries = [
            (memoryview(int_array(a.items)), memoryview(int_array(a.options)))
            for a in deadline.watch(cover.automorphisms, 1)
        ]
        deadline.require(preparation_seconds(cover) * (1 + len(symmetries)) / 2)
        rows, near = cover.options, cover.adjacent
        near_starts = near.starts if near else array("q")
        cover.prepared = _kernel.Cover(
            memoryview(cover.lo),
            memoryview(cover.upper),
            memoryview(rows.starts),
            memoryview(rows.flat),
            memoryview(cover.order),
            memoryview(near_starts),
            memoryview(near.flat),
            symmetries,
            memoryview(cover.colors),
        )
    return cover.prepared


class TooLittleMemoryError(Exception):
    """A count cannot go on with the layer that was saved in the folder `saved`, where it stays."""

    def __init__(self, saved: str) -> None:
        super().__init__("out of memory")
        self.saved = saved


def note_out_of_memory(budget: Budget) -> None:
    """Note in the report that it was the limit of memory that ended the search."""
    report = budget.report
    report.ended = "limit"
    report.outcome.out_of_memory(budget.limit.memory)


FIRST_NODES, MOST_NODES = 1000, 1 << 40  # slices that end by their solutions do not tell how many nodes take 50 ms
FIRST_WORK = 10_000
# A batch of so many fits the cache: keeping them takes 0.7 of the time of batches of 512, writing them as long.
SLICE_SOLUTIONS = 2048
SLICE_OPTIONS = 1 << 17  # in a batch: what is done with it before the clock is looked at again takes milliseconds
# Of the first slice, in which no solution has more options than there are nodes.
FIRST_SOLUTIONS = SLICE_OPTIONS // FIRST_NODES


class Slices:
    """One search of the kernel. It may be laid aside at the end of a budget, and taken up again with another."""

    def __init__(self, search: _kernel.Search) -> None:
        self.search = search
        self.nodes = FIRST_NODES  # of the next slice
        self.solutions = FIRST_SOLUTIONS  # of the next slice

    def run(self, budget: Budget, collect: bool = True) -> Solutions:
        """Batches of solutions, none empty (none at all without `collect`); the report is true at each."""
        report = budget.report
        while True:
            began = time.perf_counter()
            left = budget.nodes_left
            nodes = self.nodes if left is None else min(self.nodes, left)
            exhausted, starts, options = self.search.run(nodes, self._wanted(budget, collect), collect)
            batch = record(budget, self.search, Batch(starts, options), collect)
            report.ended = report.ended or ("exhausted" if exhausted else budget.spent)
            if batch:
                self.solutions = batch_size(batch)
                yield batch
            elif self.solutions == FIRST_SOLUTIONS:
                self.solutions = 1  # until it is known how many options one has
            if report.ended:
                return
            self._adapt(time.perf_counter() - began, budget.pause)

    def _adapt(self, seconds: float, wanted: float) -> None:
        """The next slice: twice as long while it takes little time, shorter when it took too much."""
        if seconds < wanted / 2:
            self.nodes = min(2 * self.nodes, MOST_NODES)
        elif seconds > wanted:
            self.nodes = max(1, int(self.nodes * wanted / seconds))

    def _wanted(self, budget: Budget, collect: bool) -> int:
        left = budget.solutions_left
        if not collect:
            return -1 if left is None else left
        return self.solutions if left is None else min(left, self.solutions)


def batch_size(batch: Batch) -> int:
    """How many solutions like these, at least one, a batch may have."""
    options = len(batch.buffers[1])
    return max(1, min(SLICE_SOLUTIONS, SLICE_OPTIONS * len(batch) // options)) if options else SLICE_SOLUTIONS


def record(budget: Budget, search: _kernel.Search | _kernel.Team, batch: Batch, collect: bool) -> Batch:
    """Note in the report what was found; return the part of the batch that was asked for."""
    report, left = budget.report, budget.solutions_left
    if collect and left is not None and left < len(batch):
        batch = batch[:left]
    report.nodes, report.fraction = search.nodes, search.fraction
    report.solutions = report.solutions + len(batch) if collect else search.solutions
    budget.is_enough()
    return batch


class Sweeping(Protocol):
    """What the kernel merges states in: a frontier count, or the building of a solution graph."""

    def run(self, work: int) -> Outcome:
        """Goes on for about so much work."""

    @property
    def states(self) -> int:
        """States met so far."""

    @property
    def fraction(self) -> float:
        """Part of the sweep done."""


def run_sweep(sweep: Sweeping, budget: Budget) -> None:
    """To the end or the limit; sets `report.ended`, and why it stopped in `report.outcome.reason`. Nodes are states.

    `report.ended` stays None where the scratch file of a count on disk failed.
    """
    work, report = FIRST_WORK, budget.report
    while True:
        began = time.perf_counter()
        outcome = sweep.run(work)
        report.nodes, report.fraction = sweep.states, sweep.fraction
        if outcome is Outcome.EXHAUSTED:
            report.ended = "exhausted"
            return
        if outcome is Outcome.SCRATCH_FAILED:
            return
        if budget.is_spent():
            report.outcome.reason = budget.reason("states")
            return
        if outcome is Outcome.OUT_OF_MEMORY:
            note_out_of_memory(budget)
            return
        if outcome is Outcome.INTERRUPTED:  # by the kernel's clock, which may be a moment ahead of the report's
            report.ended = "limit"
            report.outcome.reason = f"the time limit of {budget.limit.seconds or 0:g} s"
            return
        seconds = time.perf_counter() - began
        work = min(2 * work, max(1, int(work * budget.pause / max(seconds, 1e-6))))


MOST_BUFFERED = 32 << 20  # bytes of solutions of a team's that wait for those before them


class Threads:
    """One search by several threads; the clock, `report.stop` and Ctrl-C are looked at every 50 ms or so."""

    def __init__(self, plan: _kernel.Plan, search: _kernel.Search, budget: Budget, threads: int, collect: bool) -> None:
        """search: one of the plan, perhaps begun, with which the team goes on; not to be used any more."""
        self.plan, self.search = plan, search
        self.budget, self.threads, self.collect = budget, threads, collect

    def run(self) -> Solutions:
        """Batches of solutions, none of them empty, in the order of one thread.

        When the limit comes, all that was found is handed out, in order but with gaps.
        """
        left = (self.budget.nodes_left, self.budget.solutions_left)
        nodes, solutions = (-1 if most is None else most for most in left)
        buffer = min(MOST_BUFFERED, self.budget.limit.memory // 4)
        team = _kernel.Team(self.plan, self.threads, self.collect, nodes, solutions, buffer, self.search)
        try:
            yield from self._until_ended(team)
        except KeyboardInterrupt:
            team.stop()
            yield from self._until_ended(team, interrupted=True)
            raise

    def _until_ended(self, team: _kernel.Team, interrupted: bool = False) -> Solutions:
        budget, report = self.budget, self.budget.report
        spent: Ended | None = "stopped" if interrupted else None
        wanted = 1
        while not report.ended:
            state, starts, options = team.wait(budget.pause, wanted)
            report.outcome.cpu = team.cpu
            batch = record(budget, team, Batch(starts, options), self.collect)
            spent = spent or budget.spent
            if spent:
                team.stop()
            if state is not TeamState.RUNNING:
                exhausted = state is TeamState.EXHAUSTED and not interrupted
                report.ended = report.ended or ("exhausted" if exhausted else spent or "limit")
            size = wanted = batch_size(batch)
            yield from (batch[start : start + size] for start in range(0, len(batch), size))


SECONDS_A_WORD = 8e-8  # of the options' masks, when a sweep is planned
ALONE_SECONDS = 0.002  # that a search goes on before others help it
SAMPLES = 45  # times as long, at most, when it is chosen by samples


def general_plan(cover: ExactCover, deadline: Deadline) -> _kernel.Plan:
    """The general search's plan; raises OutOfTimeError at the deadline."""
    prepared = kernel_cover(cover, deadline)
    deadline.require(preparation_seconds(cover))
    return _kernel.Plan(prepared, SearchEngine.GENERAL)


def goes_by_masks(cover: ExactCover) -> bool:
    """Return True if the general search of this cover goes by masks, not by slacks (`native/src/search/masks.cpp`); most do.

    >>> goes_by_masks(ExactCover.of([(0, 1), (1,)], primary=2))
    True
    """
    return not cover.colors and all(most == 1 for most in cover.upper)


def sweep_plan(
    cover: ExactCover, deadline: Deadline, memory: int = -1, sampled: bool = True, priority: Sequence[float] = ()
) -> _kernel.Plan:
    """The sweep's plan; raises OutOfTimeError at the deadline, LimitError when it takes more bytes (negative: any).

    sampled: choose it by samples of the tree, where that is large and is going to be searched whole.
    priority: of the options, or none: of those that begin at one item the highest is tried first.
    """
    limit = deadline.limit
    items, options, _ = cover.size
    seconds = SECONDS_A_WORD * options * (items // 64 + 1)
    # What finds a few solutions, or has little time, is not worth samples of the tree.
    whole = sampled and limit.solutions is None and (limit.seconds is None or limit.seconds > 2 * SAMPLES * seconds)
    prepared = kernel_cover(cover, deadline)
    deadline.require(SAMPLES * seconds if whole else seconds)
    try:
        return _kernel.Plan(prepared, SearchEngine.SWEEP, whole, memory=memory, priority=priority)
    except MemoryError as error:
        raise LimitError(str(error)) from None


def list_solutions(
    plan: _kernel.Plan, budget: Budget, threads: int = 1, begun: Slices | None = None, collect: bool = True
) -> Solutions:
    """Batches of solutions, none of them empty, in the order of one thread; sets the report as it goes.

    begun: a search of the plan that has come some way, and goes on. collect: the solutions too, not only their number.
    """
    slices, report = begun or Slices(plan.search()), budget.report
    if threads == 1:
        yield from slices.run(budget, collect)
        return
    try:  # a short search is not worth threads, so it begins alone; they go on where it stands
        yield from slices.run(budget.of_turn(ALONE_SECONDS), collect)
    except KeyboardInterrupt:
        report.ended = "stopped"
        raise
    if report.ended == "limit" and not budget.spent:
        report.ended = None
        yield from Threads(plan, slices.search, budget, threads, collect).run()


def count_solutions(plan: _kernel.Plan, budget: Budget, threads: int = 1) -> int:
    """The number of solutions, without collecting them."""
    for _ in list_solutions(plan, budget, threads, collect=False):
        pass
    return budget.report.solutions
