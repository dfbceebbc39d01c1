"""One step of a hint for the page: worked out in a process of its own, which can be ended, and awaited by the server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from tilewright.errors import BusyError
from tilewright.web.limits import StudioLimits, error_of
from tilewright.web.processes.pool import Pool

Gone = Callable[[], Awaitable[bool]]
LOOK = 0.25  # seconds between looks at whether the asker is still there
WAIT = 30.0  # seconds from the question on, with all the waiting; a process that works on it then is ended


class HintDesk:
    """Two lanes of one process each: puzzles of the size people play never wait behind large ones."""

    def __init__(self, limits: StudioLimits) -> None:
        self.everyday, self.large = Pool(limits, 1), Pool(limits, 1)

    def open(self) -> None:
        """Start the processes."""
        self.everyday.open()
        self.large.open()

    def close(self) -> None:
        """End the processes, and with them every hint."""
        self.everyday.close()
        self.large.close()


async def result(pool: Pool, job: dict[str, Any], key: str, gone: Gone) -> dict[str, Any]:
    """Await the end of a short job, which has `key`; the work is ended when the asker is gone, or waits too long.

    Raises BusyError after WAIT, and TilewrightError with what the process refused.
    """
    search = pool.begin(job)
    until = time.monotonic() + WAIT
    try:
        while search.end is None and not await gone():
            if time.monotonic() > until:
                raise BusyError("the studio is busy with others: try again in a moment")
            with suppress(TimeoutError):
                await asyncio.wait_for(search.changed.wait(), LOOK)
    finally:
        pool.drop(search)
    end = search.end or {}
    if key not in end:
        raise error_of(end, "the answer was not waited for")
    return end
