"""What every search is told, checked before any work is done.

Whether the sweep or the general search suits a cover that is no board without colors, by a small part of both trees.

On boards the sweep is known to be faster, and nothing is asked. With colors, or where nothing is known of the items' places,
either may be, by factors of ten thousand: tiles with labels on their edges are for the sweep, crossing words for a search that
goes where the fewest are left. So the general search is begun, and the part of its tree that it has seen tells the whole
(Knuth 1975); of the sweep's tree samples tell it. Both are counted in nodes, so the choice depends on the cover alone. Where the
general search is chosen, it goes on from there: small covers are done before anything is chosen.

Which engine suits a cover, when the user does not say.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal

from tilewright.arguments import argument_error, check_engine, check_flag, check_threads
from tilewright.cover.engine import Engine, engine
from tilewright.cover.engine import engine as find_engine
from tilewright.cover.kernel import Slices, general_plan, kernel_cover, preparation_seconds, sweep_plan
from tilewright.cover.limits import NEVER, Budget, Deadline, Limit
from tilewright.cover.problem import ExactCover, Solution
from tilewright.errors import EngineUnavailableError, LimitError

NO_ENGINES = ("auto", "shikaku")  # the choice, and a search that needs no cover


def check_arguments(engine: object, limit: object, threads: object, labelled: object = False) -> None:
    """Raise ArgumentError at what no search can be told, EngineUnavailableError where the engine cannot run here."""
    check_engine(engine)
    if engine not in NO_ENGINES:
        find_engine(str(engine))
    if not isinstance(limit, Limit):
        raise argument_error("limit", limit, "a Limit, e.g. Limit(seconds=10)")
    check_threads(threads)
    check_flag("labelled", labelled)


# Nodes of the general search; samples of a layer of the sweep; by what factor the trees must differ to be believed.
LOOKS = ((1_000, 16, 30.0), (1_000, 64, 8.0), (4_000, 256, 1.0))
SWEEP_NODES = 1.5  # of the sweep take about as long as one of the general search


class BegunSearch:
    """The general search as far as it has come, with the solutions found on the way unless they are only counted."""

    def __init__(self, cover: ExactCover, budget: Budget, collect: bool) -> None:
        self.budget, self.collect = budget, collect
        self.plan = general_plan(cover, budget)
        self.slices = Slices(self.plan.search())
        self.found: list[Sequence[Solution]] = []
        self.seconds = 0.0  # of CPU
        self.is_over = False  # nothing is left of the tree or of the budget

    def go_on(self, nodes: int) -> None:
        """Search until it has so many nodes in all."""
        report, began = self.budget.report, time.thread_time()
        if self.is_over or report.nodes >= nodes:
            return
        self.found += self.slices.run(Budget(self.budget.limit.of_turn(nodes=nodes), report), self.collect)
        self.seconds += time.thread_time() - began
        self.is_over = report.ended != "limit" or self.budget.spent is not None
        if not self.is_over:
            report.ended = None

    def forget(self) -> None:
        """Take back what the report says: another search begins."""
        report = self.budget.report
        report.nodes = report.solutions = 0
        report.fraction = None

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


def begin(cover: ExactCover, budget: Budget, collect: bool) -> BegunSearch | None:
    """Begin to search all of a cover that the sweep takes; return the search, or None if the sweep is likely to be faster.

    Raises OutOfTimeError at the deadline.
    """
    begun = BegunSearch(cover, budget, collect)
    begun.go_on(LOOKS[0][0])
    if begun.is_over:
        return begun
    try:
        plan = sweep_plan(cover, budget, budget.limit.memory, sampled=False)
    except LimitError:
        return begun
    for nodes, samples, doubt in LOOKS:
        begun.go_on(nodes)
        ratio = plan.expected_nodes(samples) / (SWEEP_NODES * begun.expected_nodes)
        if begun.is_over or ratio >= doubt:
            return begun
        if ratio < 1 / doubt:
            break
    begun.forget()
    return None


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
    doubtful = goal == "list" and is_doubtful(cover)
    for candidate in PREFERENCE["count" if doubtful else goal]:  # the race begins with a look at both searches
        try:
            return engine(candidate, cover)
        except EngineUnavailableError as reason:
            reasons.append(str(reason))
    raise EngineUnavailableError("; ".join(reasons))
