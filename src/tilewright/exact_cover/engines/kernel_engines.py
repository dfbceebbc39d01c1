"""The engines of the compiled kernel: `native`, `sweep`, `frontier` and `race`.

`native` is the general search. `sweep` uses bit masks, takes the items in a fixed sequence, and breaks symmetry.
`frontier` merges equal states of a sweep and counts without listing. `race` runs them in turns.

The frontier's work grows with the number of states, not of solutions: 10 x 10 cells with any number of tetrominoes,
which have about 7 * 10^16 tilings, take a third of a second. It can also list from a `SolutionGraph`, but `native`
lists faster.
"""

from __future__ import annotations

from contextlib import closing

from tilewright._kernel import Plan, frontier_refusal, sweep_refusal
from tilewright.exact_cover.choice import wants_many
from tilewright.exact_cover.engine import Engine, Search, lookup
from tilewright.exact_cover.find import FindRace
from tilewright.exact_cover.frontier_count import FrontierCount
from tilewright.exact_cover.kernel import (
    Slices,
    TooLittleMemoryError,
    general_plan,
    kernel_cover,
    list_solutions,
    preparation_seconds,
    sweep_plan,
)
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.outcome import Ended, Outcome, StatesNote, out_of_memory_reason, run_to_end
from tilewright.exact_cover.problem import ExactCover, Solution
from tilewright.exact_cover.race import CountRace, ListRace
from tilewright.exact_cover.sampling import GraphCutShortError, SolutionGraph


class KernelSearch(Engine):
    """A search of the kernel that lists and counts with one plan."""

    colors = True

    def plan(self, cover: ExactCover, deadline: Deadline, threads: int) -> Plan:
        """Prepare the search. Raises OutOfTimeError at the deadline."""
        raise NotImplementedError

    def search(self, cover: ExactCover, deadline: Deadline, threads: int) -> Search:
        """Yield all solutions, in batches, until the limit."""
        plan = self.plan(cover, deadline, threads)
        return (yield from list_solutions(Slices(plan, self.name), plan, deadline, threads))

    def counted(self, cover: ExactCover, deadline: Deadline, threads: int) -> Outcome:
        """Return the count, without collecting solutions or their images."""
        plan = self.plan(cover, deadline, threads)
        return run_to_end(list_solutions(Slices(plan, self.name), plan, deadline, threads, collect=False))


class Native(KernelSearch):
    """The general search of the kernel."""

    name = "native"
    summary = "compiled search for every cover: branches where the fewest options are left"

    def plan(self, cover: ExactCover, deadline: Deadline, threads: int) -> Plan:
        """Prepare the general search."""
        return general_plan(cover, deadline)


class Sweep(KernelSearch):
    """The sweep over bit masks, which lists the tilings of a board fastest."""

    name = "sweep"
    summary = "compiled sweep over bit masks for boards: the fastest list of all tilings"

    def refuses(self, cover: ExactCover) -> str | None:
        """Return why the sweep does not take the cover, such as large states or options without an anchor, or None."""
        reason = sweep_refusal(kernel_cover(cover))
        if reason.endswith(" covers an item several times"):
            option = reason.split()[1]
            return f"takes no placement that covers one item twice or more (option {option} does): expected another, e.g. native"
        return reason or None

    def plan(self, cover: ExactCover, deadline: Deadline, threads: int) -> Plan:
        """Prepare the sweep; the threads share the memory for its images."""
        return sweep_plan(cover, deadline, deadline.limit.memory // max(1, threads))


class Race(Engine):
    """A race of the engines in turns."""

    name = "race"
    summary = "engines in turns: sweep and native to find and to list, frontier too to count"
    colors = True
    counts = True

    def search(self, cover: ExactCover, deadline: Deadline, threads: int) -> Search:
        """Yield solutions: a few by searches that take turns in finding, many by searches that take turns in listing."""
        searches = _searches(cover, deadline)
        limit = deadline.limit
        if limit.nodes is not None or len(searches) == 1:  # nodes of two engines cannot be added
            return (yield from lookup(searches[-1]).search(cover, deadline, threads))
        if not wants_many(limit):
            return (yield from FindRace(cover, deadline, threads).run())
        return (yield from ListRace(cover, deadline, threads).run())

    def counted(self, cover: ExactCover, deadline: Deadline, threads: int) -> Outcome:
        """Return the count of the engine that finishes first."""
        if deadline.limit.nodes is not None or deadline.limit.solutions is not None:
            return lookup(_searches(cover, deadline)[-1]).counted(cover, deadline, threads)
        kernel_cover(cover, deadline)
        deadline.require(preparation_seconds(cover))
        return CountRace(cover, deadline, threads).run()


def _searches(cover: ExactCover, deadline: Deadline) -> list[str]:
    """Return the searches that take the cover; `native` takes any."""
    kernel_cover(cover, deadline)
    deadline.require(preparation_seconds(cover))
    return ["native"] if lookup("sweep").refuses(cover) else ["native", "sweep"]


BATCH = 1024


class Frontier(Engine):
    """The count by merged states of a sweep. A node is a state."""

    name = "frontier"
    summary = "counts without listing: merges equal states of a sweep; for many tilings on narrow boards"
    colors = True
    counts = True

    def refuses(self, cover: ExactCover) -> str | None:
        """Return a reason only for covers whose frontier is too wide for a key."""
        return frontier_refusal(kernel_cover(cover)) or None

    def counted(self, cover: ExactCover, deadline: Deadline, threads: int) -> Outcome:
        """Return the count, or 0 when a limit comes first, because nothing is known before the end."""
        try:
            with closing(FrontierCount(cover, deadline, threads)) as begun, deadline.progress.showing(begun):
                return begun.run(deadline)
        except TooLittleMemoryError as error:
            return Outcome(
                ended="limit",
                engine=self.name,
                limit="memory",
                reason=out_of_memory_reason(deadline.limit),
                notes=(StatesNote(saved=error.saved),),
            )

    def search(self, cover: ExactCover, deadline: Deadline, threads: int) -> Search:
        """Yield all solutions, in batches, until the limit; the first comes when all states are known."""
        try:
            graph = SolutionGraph(cover, deadline)
        except GraphCutShortError as end:
            return end.outcome
        listing = _GraphListing(graph)
        with deadline.progress.showing(listing):
            return (yield from listing.run(deadline))


class _GraphListing:
    """The listing of the solutions of a graph."""

    engine = Frontier.name

    def __init__(self, graph: SolutionGraph) -> None:
        self.graph, self.nodes, self.solutions = graph, graph.nodes, 0

    @property
    def fraction(self) -> float:
        """The fraction of the solutions that have been listed."""
        return self.solutions / self.graph.number if self.graph.number else 1.0

    def run(self, deadline: Deadline) -> Search:
        """Yield solutions in batches until the limit; the number of nodes (states) no longer changes."""
        batch: list[Solution] = []
        ended: Ended = "exhausted"
        for solution in self.graph:
            self.solutions += 1
            batch.append(solution)
            if deadline.limit.solutions_left(self.solutions) == 0:
                ended = "enough"
                break
            if len(batch) == BATCH:
                yield batch
                batch = []
                if (late := deadline.ended) is not None:
                    ended = late
                    break
        if batch:
            yield batch
        return Outcome(ended=ended, engine=self.engine, solutions=self.solutions, nodes=self.nodes)
