"""What a search may still use of its limit: the one place that says when to look, and when to end."""

from __future__ import annotations

from types import TracebackType
from typing import Literal

from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.limit import MOST_SECONDS, Limit
from tilewright.cover.search.report import Report
from tilewright.errors import OutOfTimeError

LOOK_SECONDS = 0.05  # between two looks at the clock, at a stop and at Ctrl-C


class Budget(Deadline):
    """A deadline that knows nodes and solutions too; it reads from the report what has been used.

    >>> report = Report(nodes=7, solutions=2)
    >>> budget = Budget(Limit(nodes=10, solutions=2), report)
    >>> budget.nodes_left, budget.is_spent(), budget.is_enough(), report.ended
    (3, False, True, 'enough')
    """

    @property
    def spent(self) -> Literal["limit", "stopped"] | None:
        """Why the search must end: "stopped" when asked to, "limit" when out of time or of nodes; else None."""
        return self.ended or ("limit" if self.nodes_left == 0 else None)

    def is_spent(self) -> bool:
        """Whether the search must end; the report then says why."""
        if (spent := self.spent) is None:
            return False
        self.report.ended = spent
        return True

    def is_enough(self) -> bool:
        """Whether as many solutions were found as asked for; the report then says so."""
        if self.solutions_left != 0:
            return False
        self.report.ended = "enough"
        return True

    @property
    def nodes_left(self) -> int | None:
        """Nodes that may still be visited; None for any number."""
        return None if self.limit.nodes is None else max(0, self.limit.nodes - self.report.nodes)

    @property
    def solutions_left(self) -> int | None:
        """Solutions that are still wanted; None for all."""
        return None if self.limit.solutions is None else max(0, self.limit.solutions - self.report.solutions)

    @property
    def pause(self) -> float:
        """Seconds until the next look, 0.001 to LOOK_SECONDS."""
        return max(0.001, min(LOOK_SECONDS, self.left))

    def of_turn(self, seconds: float | None) -> Budget:
        """The budget of a turn that lasts so many seconds from now (None: to the end)."""
        if seconds is None:
            return self
        most = MOST_SECONDS if self.limit.seconds is None else self.limit.seconds
        return Budget(self.limit.of_turn(seconds=min(most, self.report.seconds + seconds)), self.report)

    def reason(self, unit: str = "nodes") -> str:
        """Why the search ended before it was exhausted, for people."""
        if self.report.stop:
            return "a request to stop"
        if self.limit.seconds is not None and (self.left <= 0 or self.nodes_left != 0):  # or too few were left to begin
            return f"the time limit of {self.limit.seconds:g} s"
        return f"the limit of {self.limit.nodes:,} {unit}"


class in_time:  # noqa: N801 - used like a function
    """The budget of the work in this block, which is left when the deadline comes: `report.ended` then says so.

    >>> report = Report()
    >>> with in_time(Limit(seconds=0), report) as budget:
    ...     budget.check()
    >>> report.ended
    'limit'
    """

    def __init__(self, limit: Limit, report: Report) -> None:
        self.budget = Budget(limit, report)

    def __enter__(self) -> Budget:
        return self.budget

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, OutOfTimeError):
            return False
        self.budget.report.ended = error.ended
        return True
