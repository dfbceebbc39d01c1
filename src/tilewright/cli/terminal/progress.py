"""A progress bar on a terminal, fed by polling a search's report; silent everywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tilewright.cover.search.report import Report
from tilewright.lazy import lazy

if TYPE_CHECKING:
    import threading

    from tilewright.cli.terminal import bars
else:
    threading = lazy("threading")  # as below, for terminals alone
    bars = lazy("tilewright.cli.terminal.bars")


@contextmanager
def progress(report: Report, noun: str = "tilings") -> Iterator[None]:
    """Shows `report` while the body runs, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    over = threading.Event()
    watcher = threading.Thread(target=bars.watch, args=(report, noun, over), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
