"""When a person's patience is over: every loop of the techniques asks here, and is left by an exception."""

from __future__ import annotations

from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.errors import OutOfTimeError


class StepDeadline(Deadline):
    """A deadline that also counts the looks at it, and comes when there were `limit.nodes`."""

    def __init__(self, limit: Limit, report: Report) -> None:
        super().__init__(limit, report)
        self.steps = 0

    def check(self) -> None:
        """Count a step. Raises OutOfTimeError when the budget is used up."""
        self.steps += 1
        if self.limit.nodes is not None and self.steps > self.limit.nodes:
            raise OutOfTimeError("limit")
        super().check()
