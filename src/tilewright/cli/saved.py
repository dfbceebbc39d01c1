"""What a count in a scratch folder leaves there when it was ended before it was done."""

from __future__ import annotations

from tilewright.cli.terminal import streams
from tilewright.cover.search.report import Report
from tilewright.errors import printable


def tell_saved(scratch: str | None, report: Report) -> None:
    """Say on standard error whether the same command goes on from where it was, unless the count is done."""
    folder = report.notes.get("saved")  # None where the time was over before the folder was looked at
    if scratch is None or folder is None or report.ended == "exhausted":
        return
    kept = f"saved in {folder}: the same command goes on from there" if folder else "nothing was saved yet"
    streams.tell(f"tilewright: {printable(kept)}")
