"""How Python hands a cover to the kernel: its arrays as they are."""

from __future__ import annotations

from array import array

from tilewright import _kernel
from tilewright.cover.problem import ExactCover
from tilewright.cover.rows import int_array
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import LimitError

SECONDS_AN_ENTRY = 1e-7  # of all that the kernel prepares at once: the cover, a plan, a test of the frontier's width


def preparation_seconds(cover: ExactCover) -> float:
    """Seconds, about, of one thing that the kernel prepares for a cover: it cannot be interrupted there."""
    return SECONDS_AN_ENTRY * sum(cover.size)


def kernel_cover(cover: ExactCover, deadline: Deadline = NEVER) -> _kernel.Cover:
    """The cover as the kernel holds it, made when it is first asked for.

    Raises LimitError when it is too large, ValueError when it is malformed, OutOfTimeError at the deadline.
    """
    if cover.prepared is None:
        most = _kernel.MOST_ENTRIES
        for what, size in zip(("items", "options", "entries"), cover.size, strict=True):
            if size > most:
                raise LimitError(f"the cover has {size:,} {what}: expected at most {most:,}")
        symmetries = [
            (memoryview(int_array(a.items)), memoryview(int_array(a.options)))
            for a in deadline.watch(cover.automorphisms, 1)
        ]
        deadline.require(preparation_seconds(cover) * (1 + len(symmetries)) / 2)
        rows, near = cover.options, cover.adjacent
        near_starts = near.starts if near else array("q")
        cover.prepared = _kernel.Cover(
            memoryview(cover.lo),
            memoryview(cover.upper),
            memoryview(rows.starts),
            memoryview(rows.flat),
            memoryview(cover.order),
            memoryview(near_starts),
            memoryview(near.flat),
            symmetries,
            memoryview(cover.colors),
        )
    return cover.prepared
