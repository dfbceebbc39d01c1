"""Why a Stars puzzle has no answer, where counting shows it, and how that is checked."""

from __future__ import annotations

from collections.abc import Iterator

from tests.puzzle.toy_kind.puzzle import Stars
from tilewright.cover.limits import NEVER, Deadline
from tilewright.explain.checkers import Checkers
from tilewright.explain.reasons import Reasons, uncovered_reasons
from tilewright.puzzle.check import Reason
from tilewright.puzzle.compiled import Compiled


class StarsReasons(Reasons):
    """Why there is no answer."""

    puzzle: Stars

    def of_placements(self, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
        """Two cells for each star, and cells that nothing covers."""
        stars, cells = len(self.puzzle.stars), len(self.puzzle.cells)
        if 2 * stars != cells:
            yield Reason("area", f"{stars} dominoes cannot cover {cells} cells")
        yield from uncovered_reasons(compiled, deadline)


class StarsCheckers(Checkers):
    """How such a reason is checked."""

    puzzle: Stars

    def checkable_reasons(self) -> tuple[str, ...]:
        """By counting."""
        return ("area",)

    def reason_fault(self, reason: Reason, deadline: Deadline = NEVER) -> str | None:
        """None if the stars are too many or too few."""
        wrong = 2 * len(self.puzzle.stars) != len(self.puzzle.cells)
        return None if wrong and reason.kind == "area" else "the dominoes of the stars can cover the cells"
