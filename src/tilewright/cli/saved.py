"""What is said of a count that a limit ended: of its memory, and of what it leaves in a scratch folder."""

from __future__ import annotations

from tilewright.cli.terminal import streams
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Count, Report
from tilewright.errors import printable

UNITS = {"": 1, "K": 10**3, "Ki": 2**10, "M": 10**6, "Mi": 2**20, "G": 10**9, "Gi": 2**30, "T": 10**12, "Ti": 2**40}


def tell_saved(scratch: str | None, report: Report) -> None:
    """Say on standard error whether the same command goes on from where it was, unless the count is done."""
    folder = report.notes.get("saved")  # None where the time was over before the folder was looked at
    if scratch is None or folder is None or report.ended == "exhausted":
        return
    lacks_memory = report.ended == "limit" and report.notes.get("limit") == "memory"
    if lacks_memory and not folder:  # the line that asks for more memory says all
        return
    same = "with more memory the same command goes on" if lacks_memory else "the same command goes on"
    kept = f"saved in {folder}: {same} from there" if folder else "nothing was saved yet"
    streams.tell(f"tilewright: {printable(kept)}")


def which_limit(found: Count, limit: Limit) -> str:
    """What ended a count before it was done, and of memory what would help.

    >>> which_limit(Count(0, "at least", ended="limit", limit="memory"), Limit(memory=50_000_000))
    'memory of 50M is too small for this count: give more with --memory, or a folder with --scratch'
    """
    if found.ended != "limit":
        return "interrupted"
    late = f"the limit of {limit.seconds or 0:g} s came first"
    if found.limit != "memory":
        return f"{late}; {_lacking(found, limit, 'to count by states')}" if found.memory_wanted else late
    return _lacking(found, limit, "for this count")


def _lacking(found: Count, limit: Limit, goal: str) -> str:
    beside, disk = (", or a folder with --scratch", "") if limit.scratch is None else ("", ", with what is on disk")
    held = f" (the layer it ended at would take about {rounded_up(found.memory_wanted)}{disk})"
    small = f"memory of {in_bytes(limit.memory)} is too small {goal}: give more with --memory"
    return f"{small}{held * bool(found.memory_wanted)}{beside}"


def in_bytes(size: int) -> str:
    """A number of bytes as --memory takes it: in the largest unit that divides it.

    >>> in_bytes(50_000_000), in_bytes(3 << 29), in_bytes(123_456_789)
    ('50M', '1536Mi', '123456789')
    """
    unit = max((unit for unit in UNITS if size % UNITS[unit] == 0), key=UNITS.__getitem__)
    return f"{size // UNITS[unit]}{unit}"


def rounded_up(size: int) -> str:
    """A number of bytes in the least unit that takes three digits.

    >>> rounded_up(123_456_789), rounded_up(7), rounded_up(999_001)
    ('124M', '1K', '1M')
    """
    unit = next(unit for unit in "KMGT" if size <= 999 * UNITS[unit] or unit == "T")
    return f"{-(-size // UNITS[unit])}{unit}"
