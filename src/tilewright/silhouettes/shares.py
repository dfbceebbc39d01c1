"""What can be had of an answer that is out of reach as a whole.

First the outlines with more symmetry than is asked for: they belong to the answer, and larger groups are searched to
the end in far less time. Then growth of the group itself, one small share after another with little time for each, so
that outlines of all regions are examined; what a share could not finish it gets more time for in the next round.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.errors import LimitError, NotationError
from tilewright.lattice import Lattice
from tilewright.silhouettes.graph import OutOfTime
from tilewright.silhouettes.kernel_search import Share

if TYPE_CHECKING:
    from tilewright.silhouettes.search import Search, Stage

SHARES, STRIDE = 4096, 2531  # of growth; the stride has no divisor in common with their number
SLICE = 0.1  # seconds for a share in the first round
MORE = 4  # times as much in each further round


def partly(search: Search, near: Sequence[Stage]) -> None:
    """Find what can be found within the deadline. near: growth near the centre, which a limit of time makes do with."""
    for name in supergroups(search.grid, search.query.symmetry):
        _larger(search, name)
    if math.isfinite(search.deadline):
        _in_turn(search, near)
        search.complete = False
        return
    _in_turn(search, [stage for stage in search.stages if not stage.several])
    for stage in search.stages:
        if stage.several:
            search.search(stage)


def supergroups(grid: Lattice, symmetry: str) -> list[str]:
    """The groups that contain the one named, largest first."""
    own = next(motions for name, motions in grid.groups if name == symmetry)
    larger = {name: len(motions) for name, motions in grid.groups if set(motions) > set(own)}
    return sorted(larger, key=lambda name: (-larger[name], name))


def _larger(search: Search, name: str) -> None:
    """The outlines with the larger symmetry, if they can be had in half of the time."""
    inner = type(search)(
        replace(search.query, symmetry=name),
        search.threads,
        time.perf_counter() + search.patience / 2,
        search.report,
        lambda outline, _: search.add(outline),
    )
    inner.title = f"symmetry {name}, "
    try:
        if inner.seconds_needed > inner.patience:
            return
        stages = inner.stages
    except (NotationError, LimitError, OutOfTime):  # no such region, or too many
        return
    try:
        for stage in stages:
            inner.search(stage)
    except OutOfTime:
        return
    if inner.complete:
        search.complete_for.append(name)


def _in_turn(search: Search, stages: Sequence[Stage]) -> None:
    waiting: deque[tuple[Stage, Share]] = deque(
        (stage, (number * STRIDE % SHARES, SHARES)) for number in range(SHARES) for stage in stages
    )
    deadline, complete, seconds = search.deadline, search.complete, SLICE
    try:
        while waiting:
            for _ in range(len(waiting)):
                stage, share = waiting.popleft()
                end = min(deadline, time.perf_counter() + seconds)
                search.complete, search.deadline = True, end
                search.search(stage, share)
                ended = time.perf_counter() < end
                complete &= search.complete or not ended
                if not ended:
                    waiting.append((stage, share))
                if time.perf_counter() > deadline:
                    complete = False
                    return
            seconds *= MORE
    finally:
        search.deadline, search.complete = deadline, complete
