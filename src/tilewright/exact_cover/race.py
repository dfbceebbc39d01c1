"""The race that `auto` runs: it finds out by trial which engine suits a cover.

**The rule.** Up to three engines take turns: the general search, the sweep and, if solutions are only counted, the
frontier. Each gets CPU time in inverse proportion to the time that it still expects to need, but at least `SHARE` of
the time of the engine that expects to finish first. The first to finish wins.

The expected time of an engine is the time that it has used, divided by the fraction of its work that is done, minus the
time used. For a search this is the fraction of its tree (Knuth 1975), for the frontier the fraction of its steps,
corrected by a curve (`STEPS_DONE`). Turns grow with the time that an engine has used, so there are few of them.

**The worst case.** Let the best engine need B seconds alone. When it finishes, it has used B, and no other engine more
than B / SHARE plus its last turn, which is `GROWTH` of that. With three engines this is 1 + 2 * 1.25 * 8 = 21 B,
however wrong all expectations are. If they are right to a factor of two, it is at most 1 + 2 * 2 * 1.25 = 6 B if all
three are equally good, and near B if one is far ahead. For measurements see docs/measured/choice.md.

**Exceptions.** An engine drops out if it refuses the cover or runs out of memory. A frontier that is not expected to
finish first waits while it holds more than `BESIDE` bytes for each second that has passed. If a time limit is expected
to come before any engine finishes, the engines that find most solutions get the time, to improve the bound, and the
frontier, which finds none, drops out. If the limit may come first, these engines get half of the time.

Lists are made by the same rule, but time is measured in nodes, because the order of solutions must not depend on the
machine. The sweep yields its solutions at once. The general search keeps its solutions until it has won, and then
yields those that are missing.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from math import exp, inf, isinf, log

from tilewright._kernel import Plan
from tilewright.errors import LimitError, OutOfTimeError
from tilewright.exact_cover.engine import Search
from tilewright.exact_cover.frontier_count import FrontierCount
from tilewright.exact_cover.kernel import (
    SAMPLES,
    Slices,
    Threads,
    general_plan,
    list_solutions,
    sweep_plan,
    sweep_seconds,
)
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.outcome import Ended, Outcome, StatesNote, mapped, out_of_memory_reason, run_to_end
from tilewright.exact_cover.parts import PartwiseCount
from tilewright.exact_cover.problem import Batch, ExactCover, Solution

# These numbers, and no others, were chosen by benchmarks/auto_engine.py and benchmarks/drawn.py --seed 77.
SHARE = 1 / 8  # the least share of an engine, relative to the time of the one that expects to finish first
GROWTH = 0.25  # the next turn of an engine, relative to the time that it has used
FIRST_TURN = 2e-4  # seconds; the shortest turn
STARTS = 4  # an engine begins when its share is this many times its preparation
STEPS_DONE = (
    (0.0, 0.0), (0.1, 0.03), (0.2, 0.07), (0.25, 0.11), (0.3, 0.2), (0.36, 0.3),
    (0.45, 0.5), (0.54, 0.7), (0.65, 0.9), (1.0, 1.0),
)  # fmt: skip  # (fraction of a frontier's steps, fraction of its time) on boards
# A sweep restarts with samples after this many times their cost, if less than this fraction is done.
SAMPLED, LARGE = 4, 0.1
FIRST_NODES = 250  # nodes of the first slice of a search
# Approximate times of preparations: for a search, per item, option and entry, plus per 64 items of an option for the
# masks of the sweep; for the frontier, per entry and per item.
LEAST_SECONDS, SECONDS_A_PLACE, SECONDS_A_MASK, SECONDS_AN_ENTRY, SECONDS_A_STEP = 3e-5, 2e-8, 1e-8, 5e-8, 3e-6
NODE_SECONDS = {"native": 1.5e-7, "sweep": 5e-8}  # time per node when listing: the medians of drawn.py

BESIDE = 25 << 20  # bytes of a waiting frontier per second that has passed; what a user may be asked to spare
TEAM_SECONDS = 0.005  # time from which several threads pay off: they wake in 0.05 ms and repeat some nodes
HOPELESS = 2.0  # times the time left: an engine that expects more will not finish; one that expects half of it may not
PARTS_SHARE = 0.1  # fraction of the time left for the first bound by parts of the board
PATIENCE = 600.0  # seconds that a search may still expect if memory ended the frontier and there is no time limit
HELD = 25 << 20  # bytes of solutions that a list may hold until the winner is known


def part_done(steps: float) -> float:
    """Return the likely fraction of its time that a frontier has used after this fraction of its steps.

    >>> round(part_done(0.5), 2), part_done(1.0)
    (0.61, 1.0)
    """
    k = min(bisect_right(STEPS_DONE, (steps, inf)), len(STEPS_DONE) - 1)
    (a, before), (b, after) = STEPS_DONE[k - 1], STEPS_DONE[k]
    return before + (after - before) * (steps - a) / (b - a)


class Contender(ABC):
    """An engine that takes turns in a race."""

    engine: str

    def __init__(self, cover: ExactCover, deadline: Deadline, threads: int) -> None:
        self.cover, self.deadline, self.threads = cover, deadline, threads
        self.begun = self.out = False
        self.used = 0.0  # seconds of CPU in total
        self.wasted = 0.0  # seconds of these for preparation, and for abandoned work
        self.nodes = self.solutions = 0

    @property
    @abstractmethod
    def preparation(self) -> float:
        """The approximate seconds of its preparation."""

    @property
    @abstractmethod
    def done(self) -> float:
        """The approximate fraction of its work that is done."""

    @property
    def remaining(self) -> float:
        """The seconds that it still expects to need; before it begins, `STARTS` times its preparation."""
        if not self.begun:
            return STARTS * self.preparation
        done, spent = self.done, self.used - self.wasted
        return spent * (1 - done) / done if done and spent else 10 * self.used

    @property
    def held_memory(self) -> int:
        """The number of bytes that it holds, which grows while it works."""
        return 0

    def advance(self, deadline: Deadline) -> Outcome | None:
        """Begin, or continue until the deadline; return the outcome if it finished.

        The engine drops out if it cannot begin or continue.
        """
        began = time.thread_time()
        try:
            if not self.begun:
                self.begun = True
                self.begin()
                self.wasted = time.thread_time() - began
            return self.go_on(deadline)
        except (
            LimitError,
            ValueError,
            OutOfTimeError,
        ):  # too large; its keys would be too wide; too little time to begin
            self.out = True
            return None
        finally:
            self.used += time.thread_time() - began

    @abstractmethod
    def begin(self) -> None:
        """Prepare. Raises LimitError, ValueError or OutOfTimeError if this is impossible."""

    @abstractmethod
    def go_on(self, deadline: Deadline) -> Outcome | None:
        """Continue until the deadline; return the outcome if it finished."""


class SearchContender(Contender):
    """A search that counts, by the sweep or the general search; several threads form a team when that pays off."""

    def __init__(self, engine: str, cover: ExactCover, deadline: Deadline, threads: int) -> None:
        super().__init__(cover, deadline, threads)
        self.engine = engine
        self._sampled = False
        self._team: Threads | None = None

    @property
    def preparation(self) -> float:
        """The approximate seconds for its plan."""
        items, options, _ = self.cover.size
        masks = SECONDS_A_MASK * options * (items // 64 + 1) if self.engine == "sweep" else 0.0
        return LEAST_SECONDS + SECONDS_A_PLACE * sum(self.cover.size) + masks

    @property
    def done(self) -> float:
        """The fraction of its tree that has been searched."""
        search = self._team or self._slices
        return search.fraction or 0.0

    def begin(self) -> None:
        """Make the plan."""
        if self.engine == "native":
            self._plan = general_plan(self.cover, self.deadline)
        else:
            memory = self.deadline.limit.memory // self.threads
            self._plan = sweep_plan(self.cover, self.deadline, memory, sampled=self._sampled)
        self._slices = Slices(self._plan, self.engine, FIRST_NODES)

    def go_on(self, deadline: Deadline) -> Outcome | None:
        """Search until the deadline."""
        self._begin_by_samples()
        if self.threads > 1 and self._team is None and self.used > TEAM_SECONDS:
            self._team = Threads(self._plan, self._slices, self.deadline, self.threads, collect=False)
        search = self._team or self._slices
        ended = search.count(deadline)
        self.nodes, self.solutions = search.nodes, max(self.solutions, search.solutions)
        if ended != "exhausted":
            return None
        return Outcome(ended=ended, engine=self.engine, solutions=search.solutions, nodes=search.nodes, cpu=self.cpu)

    @property
    def cpu(self) -> tuple[float, ...]:
        """The CPU seconds of each thread of a team."""
        return self._team.cpu if self._team else ()

    def _begin_by_samples(self) -> None:
        """Restart the sweep of a large tree with a plan chosen by samples, if that is likely to pay off."""
        cost = SAMPLES * sweep_seconds(self.cover)
        if self.engine != "sweep" or self._sampled or self.done > LARGE or self.used < SAMPLED * cost:
            return
        self._sampled = True
        began, self.wasted = time.thread_time(), self.used
        self.begin()
        self.wasted += time.thread_time() - began


class FrontierContender(Contender):
    """A count by merged states."""

    engine = "frontier"

    def __init__(self, cover: ExactCover, deadline: Deadline, threads: int) -> None:
        super().__init__(cover, deadline, threads)
        self._count: FrontierCount | None = None
        self.notes: tuple[StatesNote, ...] = ()

    @property
    def preparation(self) -> float:
        """The approximate seconds for its tables."""
        items, _, entries = self.cover.size
        return LEAST_SECONDS + SECONDS_AN_ENTRY * entries + SECONDS_A_STEP * items

    @property
    def done(self) -> float:
        """The likely fraction of its time that its steps have used."""
        steps = self._count.fraction if self._count else 0.0
        return max(LEAST_DONE, part_done(steps) if self.cover.order else steps)

    @property
    def held_memory(self) -> int:
        """The number of bytes of its states."""
        return self._count.held_memory if self._count else 0

    @property
    def lacks_memory(self) -> bool:
        """Whether it dropped out because it ran out of memory."""
        return any(note.memory_wanted for note in self.notes)

    def begin(self) -> None:
        """Make the tables."""
        self._count = FrontierCount(self.cover, self.deadline, self.threads)

    def go_on(self, deadline: Deadline) -> Outcome | None:
        """Merge states until the deadline."""
        assert self._count is not None
        found = self._count.run(deadline)
        self.nodes = found.nodes
        if found.ended == "exhausted":
            return found
        if found.limit == "memory":
            self.notes = self._count.notes
            self.give_up()
        return None

    def give_up(self) -> None:
        """Drop out, and free the memory."""
        self.out, self._count = True, None


LEAST_DONE = 0.005  # for a frontier that has just begun


class PartsContender(Contender):
    """A lower bound by the parts of a board; it never finishes with the exact number."""

    engine, preparation, done = "frontier", 0.0, 0.0

    def begin(self) -> None:
        """Create the count; nothing is prepared before the first parts are cut."""
        self._parts = PartwiseCount(self.cover, self.deadline, self.threads)

    def go_on(self, deadline: Deadline) -> Outcome | None:
        """Count larger and larger parts until the deadline."""
        self._parts.advance(deadline)
        self.nodes, self.solutions, self.out = self._parts.nodes, self._parts.solutions, self._parts.is_over
        return None


class CountRace:
    """A race of engines that count the same cover in turns."""

    def __init__(self, cover: ExactCover, deadline: Deadline, threads: int) -> None:
        self.cover, self.deadline, self.threads = cover, deadline, threads
        self.frontier = FrontierContender(cover, deadline, threads)
        searches = [SearchContender(engine, cover, deadline, threads) for engine in ("native", "sweep")]
        self.counters: list[Contender] = [*searches, self.frontier]
        self.finders: list[Contender] = [*searches]  # contenders that have a lower bound before they finish
        self.engine = "native"
        self._began = deadline.progress.seconds
        self._over = self._parts_asked = False

    @property
    def nodes(self) -> int:
        """The number of nodes of all engines."""
        return self.frontier.nodes + sum(each.nodes for each in self.finders)

    @property
    def solutions(self) -> int | None:
        """The best lower bound when all is over; None before, because partial counts say nothing about the total."""
        return max(each.solutions for each in self.finders) if self._over else None

    @property
    def fraction(self) -> None:
        """None, because each engine has done a part of a different whole."""
        return None

    def run(self) -> Outcome:
        """Count to the end or the deadline; at the deadline the result is a lower bound."""
        with self.deadline.progress.showing(self):
            try:
                end = None
                while end is None:
                    end = self._next_turn()
            finally:
                self._over = True
        solutions = end.solutions if end.ended == "exhausted" else self.solutions or 0
        return replace(end, solutions=solutions, nodes=self.nodes, notes=end.notes or self.frontier.notes)

    def _next_turn(self) -> Outcome | None:
        """Take one turn; return the outcome if the race is over."""
        if (ended := self.deadline.ended) is not None:
            return Outcome(ended=ended, engine=self._best_finder())
        expected = {each: each.remaining for each in self.counters if not each.out}
        soonest = min(expected.values(), default=inf)
        left = self._left
        if self.frontier.lacks_memory and soonest > (PATIENCE if isinf(left) else HOPELESS * left):
            return self._out_of_memory()
        if soonest > HOPELESS * left:
            self.frontier.give_up()
        elif soonest <= left / HOPELESS or sum(each.used for each in self.finders) > self.frontier.used:
            return self._turn(self._first_by_time(expected))
        self._add_parts()
        if (finder := self._first_by_bound()) is None:
            return Outcome(ended="limit", engine=self._best_finder())
        return self._turn(finder)

    @property
    def _left(self) -> float:
        """The seconds of CPU that are likely to be left, reduced by the share of other programs."""
        used = self.frontier.used + sum(each.used for each in self.finders)
        passed = self.deadline.progress.seconds - self._began
        return self.deadline.left * min(1.0, used / passed) if used and passed else self.deadline.left

    def _first_by_time(self, expected: dict[Contender, float]) -> Contender:
        """Return the contender furthest behind its due, which is inversely proportional to its expected time."""
        soonest = min(expected.values())
        beside = BESIDE * max(1.0, self.deadline.progress.seconds - self._began)

        def lag(each: Contender) -> float:
            if expected[each] > soonest and each.held_memory > beside:
                return inf
            share = max(SHARE, soonest / expected[each]) if expected[each] else 1.0
            return (each.used if each.begun else STARTS * each.preparation) / share

        return min(expected, key=lag)

    def _add_parts(self) -> None:
        """Add the bound by parts of the board, if it applies."""
        if self._parts_asked:
            return
        self._parts_asked = True
        if PartwiseCount.suits(self.cover):
            self.finders.append(PartsContender(self.cover, self.deadline, self.threads))

    def _first_by_bound(self) -> Contender | None:
        """Return the contender furthest behind its due, which is proportional to its solutions per second."""
        paces = {each: _pace(each, self.deadline.left) for each in self.finders if not each.out}
        best = max(paces, key=paces.__getitem__, default=None)
        if best is None or paces[best] == inf:
            return best
        return min(paces, key=lambda each: each.used / max(SHARE, exp(max(-50.0, paces[each] - paces[best]))))

    def _turn(self, contender: Contender) -> Outcome | None:
        self.engine = contender.engine
        if all(each is contender or each.out for each in [*self.counters, *self.finders]):
            return contender.advance(self.deadline)
        return contender.advance(self.deadline.of_turn(max(FIRST_TURN, GROWTH * contender.used)))

    def _best_finder(self) -> str:
        return max(self.finders, key=lambda each: each.solutions).engine

    def _out_of_memory(self) -> Outcome:
        """Return the outcome of a race that ran out of memory.

        A bound by parts of the board, if it applies, first gets as much time as the frontier had.
        """
        self._add_parts()
        for each in self.finders:
            if isinstance(each, PartsContender):
                each.advance(self.deadline.of_turn(self.frontier.used))
        reason = out_of_memory_reason(self.deadline.limit)
        return Outcome(ended="limit", engine=self.frontier.engine, limit="memory", reason=reason)


def _pace(contender: Contender, left: float) -> float:
    """Return the logarithm of the solutions per second so far; bounds by parts can exceed the range of a float."""
    if contender.solutions:
        return log(contender.solutions) - log(contender.used)
    is_new = contender.used < (PARTS_SHARE * left if isinstance(contender, PartsContender) else FIRST_TURN)
    return inf if is_new else -1e9


class Lister:
    """A search that lists, in turns of nodes; it keeps its solutions until the race is over."""

    def __init__(self, plan: Plan, engine: str) -> None:
        self.engine, self.plan, self.slices = engine, plan, Slices(plan, engine, FIRST_NODES)
        self.kept: list[Batch] = []
        self.kept_bytes = 0

    @property
    def used(self) -> float:
        """The seconds used, estimated from its nodes."""
        return self.slices.nodes * NODE_SECONDS[self.engine]

    @property
    def remaining(self) -> float:
        """The seconds that it still expects to need."""
        done = self.slices.fraction
        return self.used * (1 - done) / done if done else 10 * self.used

    def keep(self, batch: Batch) -> Batch:
        """Store a batch, and return it."""
        self.kept.append(batch)
        self.kept_bytes += sum(buffer.nbytes for buffer in batch.buffers)
        return batch

    def turn(self, deadline: Deadline, seconds: float) -> Deadline:
        """Return the deadline of a turn that takes about so many seconds."""
        nodes = self.slices.nodes + 1 + int(seconds / NODE_SECONDS[self.engine])
        return Deadline(deadline.limit.of_turn(nodes=nodes), deadline.progress)


class ListRace:
    """A race of the sweep and the general search, which list the same cover in turns."""

    def __init__(self, cover: ExactCover, deadline: Deadline, threads: int) -> None:
        self.cover, self.deadline, self.threads = cover, deadline, threads
        self._native = self._shown = Lister(general_plan(cover, deadline), "native")
        self._sweep: Lister | None = None

    @property
    def engine(self) -> str:
        """The search that expects to finish first."""
        return self._shown.engine

    @property
    def nodes(self) -> int:
        """The number of nodes of both searches."""
        return self._native.slices.nodes + (self._sweep.slices.nodes if self._sweep else 0)

    @property
    def solutions(self) -> int:
        """The number of solutions of the search that expects to finish first."""
        return self._shown.slices.solutions

    @property
    def fraction(self) -> float | None:
        """The fraction of the tree of that search that is done."""
        return self._shown.slices.fraction

    def run(self) -> Search:
        """Yield all solutions, or those found until the deadline."""
        with self.deadline.progress.showing(self):
            try:
                ended = self._turn_of_native(STARTS * sweep_seconds(self.cover))
                self._sweep = None if ended else self._begin_sweep()
                if self._sweep is not None:
                    ended = yield from self._in_turns(self._sweep)
                if ended:
                    new = self._new()
                    yield from self._lacking(new)
                    return Outcome(ended=ended, engine=self.engine, solutions=new.number, nodes=self.nodes)
            except KeyboardInterrupt:
                yield from self._lacking(self._new())
                raise
        return (yield from self._alone())

    def _new(self) -> _New:
        return _New(self._sweep.kept if self._sweep else [], self.deadline.limit.solutions)

    def _begin_sweep(self) -> Lister | None:
        """Return the sweep, planned by samples if that is likely to pay off; None if it does not take the cover."""
        sampled = self._native.remaining > SAMPLED * SAMPLES * sweep_seconds(self.cover)
        memory = self.deadline.limit.memory // self.threads
        try:
            return Lister(sweep_plan(self.cover, self.deadline, memory, sampled=sampled), "sweep")
        except (LimitError, OutOfTimeError):
            return None

    def _in_turns(self, sweep: Lister) -> Generator[Batch, None, Ended | None]:
        """Continue until one of them ends, or the deadline; return None if one is to continue alone."""
        native = self._native
        while True:
            needs = {each: each.remaining for each in (sweep, native)}
            self._shown = min(needs, key=needs.__getitem__)
            soonest = needs[self._shown]
            due = min(needs, key=lambda each: each.used / max(SHARE, soonest / needs[each] if needs[each] else 1.0))
            seconds = max(FIRST_TURN, GROWTH * due.used)
            if due is native:
                ended = self._turn_of_native(seconds)
            else:
                ended = yield from self._turn_of_sweep(sweep, seconds)
            if ended:
                self._shown = due
                return ended
            if native.kept_bytes + sweep.kept_bytes > HELD or self._is_for_a_team(sweep):
                return None

    def _is_for_a_team(self, sweep: Lister) -> bool:
        return self.threads > 1 and min(sweep.used, self._native.used) > TEAM_SECONDS

    def _turn_of_native(self, seconds: float) -> Ended | None:
        native = self._native
        return self._real(run_to_end(native.slices.list(native.turn(self.deadline, seconds)), native.keep))

    def _turn_of_sweep(self, sweep: Lister, seconds: float) -> Generator[Batch, None, Ended | None]:
        ended = yield from mapped(sweep.slices.list(sweep.turn(self.deadline, seconds)), sweep.keep)
        return self._real(ended)

    def _real(self, ended: Ended) -> Ended | None:
        """Return how the search ended, or None if only its turn ended."""
        return self.deadline.ended if ended == "limit" else ended

    def _alone(self) -> Search:
        """Continue with the search that expects to finish first, alone."""
        sweep, native = self._sweep, self._native
        if sweep is not None and self._shown is sweep:
            native.kept.clear()
            return (yield from list_solutions(sweep.slices, sweep.plan, self.deadline, self.threads))
        new = self._new()
        yield from filter(None, map(new.of, native.kept))
        native.kept.clear()
        rest = list_solutions(native.slices, native.plan, self.deadline, self.threads)
        outcome = yield from mapped(rest, new.of)
        return replace(outcome, solutions=new.number, nodes=self.nodes)

    def _lacking(self, new: _New) -> Iterator[Sequence[Solution]]:
        """Return the solutions that only the general search found, if the sweep found fewer."""
        if self._sweep and self._native.slices.solutions <= self._sweep.slices.solutions:
            return iter(())
        return filter(None, map(new.of, self._native.kept))


class _New:
    """A filter for the solutions of one search that another has not yielded, up to a total number."""

    def __init__(self, handed_out: Iterable[Sequence[Solution]], most: int | None) -> None:
        self._known = set(chain.from_iterable(handed_out))
        self.number, self._most = len(self._known), most

    def of(self, batch: Sequence[Solution]) -> Sequence[Solution]:
        """Return the new solutions of a batch."""
        if self._known:
            batch = [solution for solution in batch if solution not in self._known]
        if self._most is not None:
            batch = batch[: max(0, self._most - self.number)]
        self.number += len(batch)
        return batch
