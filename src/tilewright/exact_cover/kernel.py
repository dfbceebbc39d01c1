"""The bridge to the kernel: the arrays of a cover, plans of a search, and running them in one or several threads.

A single thread works in slices, so that the clock, a request to stop and Ctrl-C are checked in between. The GIL is
released during each slice. Slices grow while they take little time, and shrink when one took too much. A team of
threads continues while its solutions are processed.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Generator, Sequence
from typing import NamedTuple, Protocol

from tilewright._kernel import MOST_ENTRIES, Cover, Plan, SearchEngine, Team, TeamState
from tilewright._kernel import Outcome as KernelOutcome
from tilewright.errors import LimitError
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.outcome import Ended, LimitKind, Outcome, out_of_memory_reason
from tilewright.exact_cover.problem import Batch, ExactCover, int_array

# For anything that the kernel prepares at once: the cover, a plan, a test of the frontier's width.
SECONDS_AN_ENTRY = 1e-7


def preparation_seconds(cover: ExactCover) -> float:
    """Return the approximate seconds of one preparation of a cover by the kernel, which cannot be interrupted."""
    return SECONDS_AN_ENTRY * sum(cover.size)


def kernel_cover(cover: ExactCover, deadline: Deadline = NEVER) -> Cover:
    """Return the cover as the kernel holds it, created at the first call.

    Raises LimitError when it is too large, ValueError when it is malformed, OutOfTimeError at the deadline.
    """
    if cover.prepared is None:
        most = MOST_ENTRIES
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
        cover.prepared = Cover(
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
    """The error that a count cannot continue with the layer saved in the folder `saved`, which is kept."""

    def __init__(self, saved: str) -> None:
        super().__init__("out of memory")
        self.saved = saved


FIRST_NODES, MOST_NODES = 1000, 1 << 40  # slices that end by their solutions do not show how many nodes take 50 ms
FIRST_WORK = 10_000
# Batches of this size fit in the cache: storing them takes 0.7 of the time of batches of 512, writing them the same
# time.
SLICE_SOLUTIONS = 2048
SLICE_OPTIONS = 1 << 17  # options in a batch, so that processing it between two checks of the clock takes milliseconds
# For the first slice, in which no solution has more options than there are nodes.
FIRST_SOLUTIONS = SLICE_OPTIONS // FIRST_NODES


class Slices:
    """One search of the kernel by one thread. It can be paused at the end of a turn, and resumed."""

    def __init__(self, plan: Plan, engine: str, nodes: int | None = None) -> None:
        """Begin a search of the plan.

        nodes: the number of nodes of the first slice.
        """
        self.search, self.engine = plan.search(), engine
        self.nodes = self.solutions = 0
        self.fraction: float | None = 0.0
        self.slice_nodes = nodes or FIRST_NODES
        self._slice_solutions = FIRST_SOLUTIONS

    def list(self, deadline: Deadline) -> Generator[Batch, None, Ended]:
        """Yield non-empty batches of solutions, until the end or the deadline."""
        while True:
            left = deadline.limit.solutions_left(self.solutions)
            wanted = self._slice_solutions if left is None else min(left, self._slice_solutions)
            began = time.perf_counter()
            exhausted, batch = self._slice(deadline, wanted, collect=True)
            if left is not None and left < len(batch):
                batch = batch[:left]
            self.solutions += len(batch)
            ended = self._ended(exhausted, deadline)
            if batch:
                self._slice_solutions = batch_size(batch)
                yield batch
            elif self._slice_solutions == FIRST_SOLUTIONS:
                self._slice_solutions = 1  # until the number of options of a solution is known
            if ended:
                return ended
            self._adapt(time.perf_counter() - began, deadline.pause)

    def count(self, deadline: Deadline) -> Ended:
        """Count solutions until the end or the deadline."""
        while True:
            left = deadline.limit.solutions_left(self.solutions)
            began = time.perf_counter()
            exhausted, _ = self._slice(deadline, -1 if left is None else left, collect=False)
            self.solutions = self.search.solutions
            if ended := self._ended(exhausted, deadline):
                return ended
            self._adapt(time.perf_counter() - began, deadline.pause)

    def _slice(self, deadline: Deadline, solutions: int, collect: bool) -> tuple[bool, Batch]:
        left = deadline.limit.nodes_left(self.nodes)
        nodes = self.slice_nodes if left is None else min(self.slice_nodes, left)
        exhausted, starts, options = self.search.run(nodes, solutions, collect)
        self.nodes, self.fraction = self.search.nodes, self.search.fraction
        return exhausted, Batch(starts, options)

    def _ended(self, exhausted: bool, deadline: Deadline) -> Ended | None:
        if deadline.limit.solutions_left(self.solutions) == 0:
            return "enough"
        return "exhausted" if exhausted else deadline.spent(self.nodes)

    def _adapt(self, seconds: float, wanted: float) -> None:
        """Adapt the next slice: double it while slices take little time, shorten it if one took too much."""
        if seconds < wanted / 2:
            self.slice_nodes = min(2 * self.slice_nodes, MOST_NODES)
        elif seconds > wanted:
            self.slice_nodes = max(1, int(self.slice_nodes * wanted / seconds))


def batch_size(batch: Batch) -> int:
    """Return the number of solutions like these, at least one, for a batch."""
    options = len(batch.buffers[1])
    return max(1, min(SLICE_SOLUTIONS, SLICE_OPTIONS * len(batch) // options)) if options else SLICE_SOLUTIONS


class Sweeping(Protocol):
    """A computation that merges states in the kernel: a frontier count, or the construction of a solution graph."""

    def run(self, work: int) -> KernelOutcome:
        """Continue for about `work` units."""

    @property
    def states(self) -> int:
        """The number of states met so far."""

    @property
    def fraction(self) -> float:
        """The fraction of the sweep that is done."""


class SweepEnd(NamedTuple):
    """The end of a sweep: `ended` is None if its scratch file failed; `limit` is "memory" if that ran out."""

    ended: Ended | None
    limit: LimitKind | None = None
    reason: str = ""


class StateSweep:
    """A sweep that merges states in the kernel, in slices; nodes are states."""

    engine, solutions = "frontier", None

    def __init__(self, job: Sweeping) -> None:
        self.job = job
        self.nodes, self.fraction = job.states, job.fraction

    def run(self, deadline: Deadline) -> SweepEnd:
        """Continue to the end or the deadline."""
        work, limit = FIRST_WORK, deadline.limit
        while True:
            began = time.perf_counter()
            outcome = self.job.run(work)
            self.nodes, self.fraction = self.job.states, self.job.fraction
            if outcome is KernelOutcome.EXHAUSTED:
                return SweepEnd("exhausted")
            if outcome is KernelOutcome.SCRATCH_FAILED:
                return SweepEnd(None)
            if (spent := deadline.spent(self.nodes)) is not None:
                return SweepEnd(spent, reason=deadline.reason(self.nodes, "states"))
            if outcome is KernelOutcome.OUT_OF_MEMORY:
                return SweepEnd("limit", "memory", out_of_memory_reason(limit))
            if outcome is KernelOutcome.INTERRUPTED:  # by the kernel's clock, which may be slightly ahead of ours
                return SweepEnd("limit", reason=f"the time limit of {limit.seconds or 0:g} s")
            seconds = time.perf_counter() - began
            work = min(2 * work, max(1, int(work * deadline.pause / max(seconds, 1e-6))))


MOST_BUFFERED = 32 << 20  # bytes of a team's solutions that wait for earlier ones


class Threads:
    """One search by several threads at once; the clock, a stop and Ctrl-C are checked about every 50 ms."""

    def __init__(self, plan: Plan, begun: Slices, deadline: Deadline, threads: int, collect: bool) -> None:
        """Start a team.

        begun: a partial search of the plan that the team continues; it must not be used any more.
        """
        limit = deadline.limit
        left = (limit.nodes_left(begun.nodes), limit.solutions_left(begun.solutions))
        nodes, solutions = (-1 if most is None else most for most in left)
        buffer = min(MOST_BUFFERED, limit.memory // 4)
        self.team = Team(plan, threads, collect, nodes, solutions, buffer, begun.search)
        self.engine, self.collect = begun.engine, collect
        self.nodes, self.solutions, self.fraction = begun.nodes, begun.solutions, begun.fraction

    @property
    def cpu(self) -> tuple[float, ...]:
        """The CPU seconds of each thread."""
        return tuple(self.team.cpu)

    def list(self, deadline: Deadline) -> Generator[Batch, None, Ended]:
        """Yield non-empty batches of solutions in the order of one thread.

        At the limit, everything found is yielded, in order but with gaps.
        """
        try:
            return (yield from self._until_ended(deadline))
        except KeyboardInterrupt:
            self.team.stop()
            yield from self._until_ended(deadline, interrupted=True)
            raise

    def count(self, deadline: Deadline) -> Ended:
        """Count solutions until the end or the deadline, at which the team is still running."""
        while True:
            state, _, _ = self.team.wait(deadline.pause, 1)
            self._look()
            if state is TeamState.EXHAUSTED:
                return "exhausted"
            if (spent := deadline.spent(self.nodes)) is not None:
                return spent

    def _look(self) -> None:
        self.nodes, self.fraction = self.team.nodes, self.team.fraction
        if not self.collect:
            self.solutions = self.team.solutions

    def _until_ended(self, deadline: Deadline, interrupted: bool = False) -> Generator[Batch, None, Ended]:
        spent: Ended | None = "stopped" if interrupted else None
        ended: Ended | None = None
        wanted = 1
        while not ended:
            state, starts, options = self.team.wait(deadline.pause, wanted)
            batch, left = Batch(starts, options), deadline.limit.solutions_left(self.solutions)
            if left is not None and left < len(batch):
                batch = batch[:left]
            self._look()
            self.solutions += len(batch) if self.collect else 0
            spent = spent or deadline.spent(self.nodes)
            if spent:
                self.team.stop()
            if deadline.limit.solutions_left(self.solutions) == 0:
                ended = "enough"
            elif state is not TeamState.RUNNING:
                ended = "exhausted" if state is TeamState.EXHAUSTED and not interrupted else spent or "limit"
            size = wanted = batch_size(batch)
            yield from (batch[start : start + size] for start in range(0, len(batch), size))
        return ended


SECONDS_A_WORD = 8e-8  # approximate time per word of the options' masks, when a sweep is planned
ALONE_SECONDS = 0.002  # how long a search runs before other threads join it
SAMPLES = 45  # largest factor by which planning a sweep takes longer with samples


def general_plan(cover: ExactCover, deadline: Deadline) -> Plan:
    """Return the general search's plan. Raises OutOfTimeError at the deadline."""
    prepared = kernel_cover(cover, deadline)
    deadline.require(preparation_seconds(cover))
    return Plan(prepared, SearchEngine.GENERAL)


def sweep_seconds(cover: ExactCover) -> float:
    """Return the approximate seconds of planning a sweep without samples."""
    items, options, _ = cover.size
    return SECONDS_A_WORD * options * (items // 64 + 1)


def sweep_plan(
    cover: ExactCover, deadline: Deadline, memory: int = -1, sampled: bool = True, priority: Sequence[float] = ()
) -> Plan:
    """Return the sweep's plan. Raises OutOfTimeError at the deadline, LimitError if it needs more than `memory` bytes.

    memory:   negative for no limit.
    sampled:  choose the plan by samples of the tree, if the tree is large and will be searched completely.
    priority: a number per option, or empty; among options that begin at one item, the highest is tried first.
    """
    limit, seconds = deadline.limit, sweep_seconds(cover)
    # If only a few solutions are wanted, or time is short, samples of the tree do not pay off.
    whole = sampled and limit.solutions is None and (limit.seconds is None or limit.seconds > 2 * SAMPLES * seconds)
    prepared = kernel_cover(cover, deadline)
    deadline.require(SAMPLES * seconds if whole else seconds)
    try:
        return Plan(prepared, SearchEngine.SWEEP, whole, memory=memory, priority=priority)
    except MemoryError as error:
        raise LimitError(str(error)) from None


def list_solutions(
    begun: Slices, plan: Plan, deadline: Deadline, threads: int = 1, collect: bool = True
) -> Generator[Batch, None, Outcome]:
    """Yield non-empty batches of solutions, in the order of one thread; return the outcome.

    begun:   a search of the plan, possibly a partial one.
    collect: whether to yield the solutions, not only count them.
    """
    progress = deadline.progress
    cpu: tuple[float, ...] = ()
    search: Slices | Threads = begun
    with progress.showing(begun):
        # A short search is not worth threads, so it begins alone, and the team continues from there.
        alone = deadline if threads == 1 else deadline.of_turn(ALONE_SECONDS)
        if collect:
            ended = yield from begun.list(alone)
        else:
            ended = begun.count(alone)
    if threads > 1 and ended == "limit" and not deadline.spent(begun.nodes):
        search = team = Threads(plan, begun, deadline, threads, collect)
        with progress.showing(team):
            ended = yield from team.list(deadline)
        cpu = team.cpu
    return Outcome(ended=ended, engine=search.engine, solutions=search.solutions, nodes=search.nodes, cpu=cpu)
