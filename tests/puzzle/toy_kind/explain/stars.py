"""Why a Stars puzzle has no answer, where counting shows it, and how that is checked."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.puzzle.stars.puzzle import Stars  # type: ignore[import-not-found]

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.explain.checkers.verify import checkable_reasons, reason_fault
from tilewright.explain.reasons.reason import Reason
from tilewright.explain.reasons.why import reasons, uncovered_reasons
from tilewright.puzzle.compiled import Compiled


@reasons.register(Stars)
def _reasons(puzzle: Stars, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
    if 2 * len(puzzle.stars) != len(puzzle.cells):
        yield Reason("area", f"{len(puzzle.stars)} dominoes cannot cover {len(puzzle.cells)} cells")
    yield from uncovered_reasons(compiled, deadline)


@checkable_reasons.register(Stars)
def _counted_reasons(puzzle: Stars) -> tuple[str, ...]:
    return ("area",)


@reason_fault.register(Stars)
def _reason_fault(puzzle: Stars, reason: Reason, deadline: Deadline = NEVER) -> str | None:
    wrong = 2 * len(puzzle.stars) != len(puzzle.cells)
    return None if wrong and reason.kind == "area" else "the dominoes of the stars can cover the cells"
