"""What can be found of an answer that is out of reach as a whole.

First the silhouettes with more symmetry than is asked for: they belong to the answer, and larger groups are searched to the
end in far less time. Then growth for the group itself, one small share after another with little time for each, so that
regions of all kinds are tested; a share that was not finished gets more time in the next round.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from tilewright.errors import LimitError, NotationError
from tilewright.lattice import Lattice
from tilewright.silhouettes.budget import DeadlinePassed, SilhouetteBudget
from tilewright.silhouettes.case import Case
from tilewright.silhouettes.catalogues.collection import Collection
from tilewright.silhouettes.growth.region_search import Share
from tilewright.silhouettes.plan import SearchPlan
from tilewright.silhouettes.problem import Problem

LONG = 3600.0  # seconds: what takes longer is out of reach
SHARES, STRIDE = 4096, 2531  # of growth; the stride has no divisor in common with their number
SLICE = 0.1  # seconds for a share in the first round
MORE = 4  # times as much in each further round


def patience(budget: SilhouetteBudget) -> float:
    """Return the seconds within which a search should end."""
    return min(budget.seconds_left, LONG)


def search_in_part(plan: SearchPlan, budget: SilhouetteBudget, collection: Collection) -> bool:
    """Find what can be found before the deadline; without one, everything. Return True if nothing can be missing.

    With a deadline, growth stays near the center, where the graphs are quickly built.
    """
    for name in supergroups(plan.problem.grid, plan.problem.query.symmetry):
        if _search_supergroup(plan.problem, name, budget, collection):
            collection.complete_for.append(name)
    if math.isfinite(budget.deadline):
        search_shares(plan.near_cases, budget, collection)
        return False
    complete = search_shares([case for case in plan.cases if not case.composite], budget, collection)
    for case in plan.cases:
        if case.composite:
            complete &= case.search(budget, collection)
    return complete


def supergroups(grid: Lattice, symmetry: str) -> list[str]:
    """Return the names of the groups that contain the one named, largest first."""
    own = next(motions for name, motions in grid.groups if name == symmetry)
    larger = {name: len(motions) for name, motions in grid.groups if set(motions) > set(own)}
    return sorted(larger, key=lambda name: (-larger[name], name))


def _search_supergroup(problem: Problem, name: str, budget: SilhouetteBudget, collection: Collection) -> bool:
    """Add the silhouettes with this larger symmetry, if they take at most half of the time. Return True if all are there."""
    deadline = time.perf_counter() + patience(budget) / 2
    inner = replace(budget, deadline=deadline, prefix=f"symmetry {name}, ")
    plan = SearchPlan(Problem(replace(problem.query, symmetry=name)), deadline)
    found = Collection(plan.problem, budget.progress, on_found=lambda silhouette, _: collection.add(silhouette))
    try:
        if plan.seconds_needed(inner) > patience(inner):
            return False
        cases = plan.cases
    except (NotationError, LimitError, DeadlinePassed):  # there is no such region, or they are too many
        return False
    try:
        finished = [case.search(inner, found) for case in cases]
    except DeadlinePassed:
        return False
    return all(finished)


def search_shares(cases: Sequence[Case], budget: SilhouetteBudget, collection: Collection) -> bool:
    """Search shares of the cases in turn until all are finished or the deadline has passed. Return True if all are."""
    for case in cases:
        case.prepare(budget)  # so that a share's time is spent on growth
    waiting: deque[tuple[Case, Share]] = deque(
        (case, (number * STRIDE % SHARES, SHARES)) for number in range(SHARES) for case in cases
    )
    complete, seconds = True, SLICE
    while waiting:
        for _ in range(len(waiting)):
            case, share = waiting.popleft()
            end = min(budget.deadline, time.perf_counter() + seconds)
            finished = case.search(replace(budget, deadline=end), collection, share)
            if time.perf_counter() >= end:
                waiting.append((case, share))
            else:
                complete &= finished
            if time.perf_counter() > budget.deadline:
                return False
        seconds *= MORE
    return complete
