"""Limits that come at so many looks at the clock, so that tests of them need no time."""

from __future__ import annotations

from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.progress import Progress


def stopped() -> Progress:
    """The progress of a search that is asked to stop before it begins."""
    progress = Progress()
    progress.stop = True
    return progress


class Polls(Progress):
    """A progress whose clock goes by looks: a second each."""

    looks = 0

    @property
    def seconds(self) -> float:
        """How often somebody has looked."""
        self.looks += 1
        return self.looks


def after(looks: int) -> tuple[Limit, Polls]:
    """A limit that has come at so many looks at the clock."""
    return Limit(seconds=float(looks)), Polls()
