"""When a person's patience is over: every loop of the techniques asks here, and is left by OutOfTimeError."""

from __future__ import annotations

from tilewright.cover import deadline
from tilewright.cover.limit import Limit
from tilewright.cover.result import Report
from tilewright.errors import OutOfTimeError


class Deadline(deadline.Deadline):
    """Counts the steps of the techniques against `limit.nodes` as well."""

    def __init__(self, limit: Limit, report: Report) -> None:
        super().__init__(limit, report)
        self.steps = 0

    def check(self) -> None:
        """Count a step. Raises OutOfTimeError when the budget is used up."""
        self.steps += 1
        if self.limit.nodes is not None and self.steps > self.limit.nodes:
            raise OutOfTimeError("stopped" if self.report.stop else "limit")
        super().check()

    @property
    def of_time(self) -> deadline.Deadline:
        """The same without steps, for the compiler."""
        return deadline.Deadline(self.limit, self.report)

    def for_search(self, nodes: int, share: float) -> Limit:
        """What a search for one solution may use: `nodes`, and a share of the time that is left."""
        seconds = self.limit.seconds
        if seconds is not None:
            seconds = self.report.seconds + share * max(0.0, seconds - self.report.seconds)
        return Limit(
            seconds=seconds, nodes=nodes if self.limit.nodes is None else min(nodes, self.limit.nodes), solutions=1
        )


class Patient(Deadline):
    """No deadline at all, for ratings: they must not depend on the machine."""

    def __init__(self) -> None:
        super().__init__(Limit(), Report())

    def check(self) -> None:
        """Go on."""
