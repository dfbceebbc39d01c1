"""The bridge to the kernel: a cover's arrays as they are, plans of a search, and their running by one thread or several.

One thread works in slices, so that the clock, a request to stop and Ctrl-C are looked at in between. The GIL is released in
each slice. Slices grow while they take little time and shrink when one took too much. A team of threads goes on while
its solutions are worked with.
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

SECONDS_AN_ENTRY = 1e-7  # of all that the kernel prepares at once: the cover, a plan, a test of the frontier's width


def preparation_seconds(cover: ExactCover) -> float:
    """Seconds, about, of one thing that the kernel prepares for a cover: it cannot be interrupted there."""
    return SECONDS_AN_ENTRY * sum(cover.size)


def kernel_cover(cover: ExactCover, deadline: Deadline = NEVER) -> Cover:
    """The cover as the kernel holds it, made when it is first asked for.

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
    """A count cannot go on with the layer that was saved in the folder `saved`, where it stays."""

    def __init__(self, saved: str) -> None:
        super().__init__("out of memory")
        self.saved = saved


FIRST_NODES, MOST_NODES = 1000, 1 << 40  # slices that end by their solutions do not tell how many nodes take 50 ms
FIRST_WORK = 10_000
# A batch of so many fits the cache: keeping them takes 0.7 of the time of batches of 512, writing them as long.
SLICE_SOLUTIONS = 2048
SLICE_OPTIONS = 1 << 17  # in a batch: what is done with it before the clock is looked at again takes milliseconds
# Of the first slice, in which no solution has more options than there are nodes.
FIRST_SOLUTIONS = SLICE_OPTIONS // FIRST_NODES


class Slices:
    """One search of the kernel by one thread. It may be laid aside at the end of a turn, and taken up again."""

    def __init__(self, plan: Plan, engine: str, nodes: int | None = None) -> None:
        """nodes: of the first slice."""
        self.search, self.engine = plan.search(), engine
        self.nodes = self.solutions = 0
        self.fraction: float | None = 0.0
        self.slice_nodes = nodes or FIRST_NODES
        self._slice_solutions = FIRST_SOLUTIONS

    def list(self, deadline: Deadline) -> Generator[Batch, None, Ended]:
        """Yield batches of solutions, none of them empty, until the end or the deadline."""
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
                self._slice_solutions = 1  # until it is known how many options one has
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
        """The next slice: twice as long while it takes little time, shorter when it took too much."""
        if seconds < wanted / 2:
            self.slice_nodes = min(2 * self.slice_nodes, MOST_NODES)
        elif seconds > wanted:
            self.slice_nodes = max(1, int(self.slice_nodes * wanted / seconds))


def batch_size(batch: Batch) -> int:
    """How many solutions like these, at least one, a batch may have."""
    options = len(batch.buffers[1])
    return max(1, min(SLICE_SOLUTIONS, SLICE_OPTIONS * len(batch) // options)) if options else SLICE_SOLUTIONS


class Sweeping(Protocol):
    """What the kernel merges states in: a frontier count, or the building of a solution graph."""

    def run(self, work: int) -> KernelOutcome:
        """Goes on for about so much work."""

    @property
    def states(self) -> int:
        """States met so far."""

    @property
    def fraction(self) -> float:
        """Part of the sweep done."""


class SweepEnd(NamedTuple):
    """How a sweep ended: `ended` is None where its scratch file failed; `limit` is "memory" where that ran out."""

    ended: Ended | None
    limit: LimitKind | None = None
    reason: str = ""


class StateSweep:
    """States that are merged by the kernel, in slices; nodes are states."""

    engine, solutions = "frontier", None

    def __init__(self, job: Sweeping) -> None:
        self.job = job
        self.nodes, self.fraction = job.states, job.fraction

    def run(self, deadline: Deadline) -> SweepEnd:
        """Go on to the end or the deadline."""
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
            if outcome is KernelOutcome.INTERRUPTED:  # by the kernel's clock, which may be a moment ahead of ours
                return SweepEnd("limit", reason=f"the time limit of {limit.seconds or 0:g} s")
            seconds = time.perf_counter() - began
            work = min(2 * work, max(1, int(work * deadline.pause / max(seconds, 1e-6))))


MOST_BUFFERED = 32 << 20  # bytes of solutions of a team's that wait for those before them


class Threads:
    """One search by several threads, which work at once; the clock, a stop and Ctrl-C are looked at every 50 ms or so."""

    def __init__(self, plan: Plan, begun: Slices, deadline: Deadline, threads: int, collect: bool) -> None:
        """begun: a search of the plan that has come some way, with which the team goes on; not to be used any more."""
        limit = deadline.limit
        left = (limit.nodes_left(begun.nodes), limit.solutions_left(begun.solutions))
        nodes, solutions = (-1 if most is None else most for most in left)
        buffer = min(MOST_BUFFERED, limit.memory // 4)
        self.team = Team(plan, threads, collect, nodes, solutions, buffer, begun.search)
        self.engine, self.collect = begun.engine, collect
        self.nodes, self.solutions, self.fraction = begun.nodes, begun.solutions, begun.fraction

    @property
    def cpu(self) -> tuple[float, ...]:
        """CPU seconds of each thread."""
        return tuple(self.team.cpu)

    def list(self, deadline: Deadline) -> Generator[Batch, None, Ended]:
        """Yield batches of solutions in the order of one thread, none of them empty.

        When the limit comes, all that was found is handed out, in order but with gaps.
        """
        try:
            return (yield from self._until_ended(deadline))
        except KeyboardInterrupt:
            self.team.stop()
            yield from self._until_ended(deadline, interrupted=True)
            raise

    def count(self, deadline: Deadline) -> Ended:
        """Count solutions until the end or the deadline, at which the team still works."""
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


SECONDS_A_WORD = 8e-8  # of the options' masks, when a sweep is planned
ALONE_SECONDS = 0.002  # that a search goes on before others help it
SAMPLES = 45  # times as long, at most, when it is chosen by samples


def general_plan(cover: ExactCover, deadline: Deadline) -> Plan:
    """The general search's plan; raises OutOfTimeError at the deadline."""
    prepared = kernel_cover(cover, deadline)
    deadline.require(preparation_seconds(cover))
    return Plan(prepared, SearchEngine.GENERAL)


def sweep_seconds(cover: ExactCover) -> float:
    """Seconds, about, that the plan of a sweep takes without samples."""
    items, options, _ = cover.size
    return SECONDS_A_WORD * options * (items // 64 + 1)


def sweep_plan(
    cover: ExactCover, deadline: Deadline, memory: int = -1, sampled: bool = True, priority: Sequence[float] = ()
) -> Plan:
    """The sweep's plan; raises OutOfTimeError at the deadline, LimitError when it takes more bytes (negative: any).

    sampled: choose it by samples of the tree, where that is large and is going to be searched whole.
    priority: of the options, or none: of those that begin at one item the highest is tried first.
    """
    limit, seconds = deadline.limit, sweep_seconds(cover)
    # What finds a few solutions, or has little time, is not worth samples of the tree.
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
    """Yield batches of solutions, none of them empty, in the order of one thread.

    begun:   a search of the plan, which perhaps has come some way.
    collect: the solutions too, not only their number.
    """
    progress = deadline.progress
    cpu: tuple[float, ...] = ()
    search: Slices | Threads = begun
    with progress.showing(begun):
        # A short search is not worth threads, so it begins alone; they go on where it stands.
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
