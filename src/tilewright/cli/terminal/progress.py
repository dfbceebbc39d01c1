"""A progress bar on a terminal, fed by polling a search's report; silent everywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tilewright.cover.search.report import Report

if TYPE_CHECKING:
    import threading

PATIENCE = 1.0  # seconds before the bar appears: most searches are over by then
EVERY = 0.2


@contextmanager
def progress(report: Report, noun: str = "tilings") -> Iterator[None]:
    """Shows `report` while the body runs, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    import threading  # as all below, for terminals alone

    over = threading.Event()
    watcher = threading.Thread(target=_watch, args=(report, noun, over), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _watch(report: Report, noun: str, over: threading.Event) -> None:
    if over.wait(PATIENCE):
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)
        while not over.wait(EVERY):
            text = f"{report.solutions:,} {noun}{_total(report)}, {report.nodes:,} nodes"
            bar.update(task, description=text, completed=report.fraction or 0.0, total=1.0 if report.fraction else None)


def _total(report: Report) -> str:
    return "" if report.estimate is None else f" of about {float(report.estimate):,.3g}"
