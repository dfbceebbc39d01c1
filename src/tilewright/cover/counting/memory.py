"""How a count ends whose memory is too small for what has to stay there."""

from __future__ import annotations

from tilewright.cover.search.budget import Budget


class TooLittleMemoryError(Exception):
    """A count cannot go on with the layer that was saved in the folder `saved`, where it stays."""

    def __init__(self, saved: str) -> None:
        super().__init__("out of memory")
        self.saved = saved


def note_out_of_memory(budget: Budget) -> None:
    """Note in the report that it was the limit of memory that ended the search."""
    report = budget.report
    report.ended, report.notes["limit"] = "limit", "memory"
    report.notes["stopped"] = f"the memory limit of {budget.limit.memory:,} bytes"
