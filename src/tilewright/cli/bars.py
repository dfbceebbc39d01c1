"""Bars on standard error, drawn by rich. Rich is slow to import, so this file is imported only where there is a terminal to draw on."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from tilewright.cover.limits import Report

PATIENCE = 1.0  # seconds before the bar appears: most searches are over by then
EVERY = 0.2


class RunBar(Progress):
    """The bar of a durable run, and its words on as many lines below as they take: beside it they would squeeze it."""

    def get_renderables(self) -> Iterator[RenderableType]:
        """Yield the bar and the words."""
        yield self.make_tasks_table(self.tasks)
        for task in self.tasks:
            yield Text(task.description)


def run_bar() -> RunBar:
    """Return the bar of a durable run."""
    columns = (BarColumn(20), TaskProgressColumn(), TimeElapsedColumn())
    return RunBar(*columns, console=Console(stderr=True), transient=True)


def watch(report: Report, noun: str, over: Event) -> None:
    """Show how a search stands until it is over."""
    if over.wait(PATIENCE):
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)
        while not over.wait(EVERY):
            text = f"{report.solutions:,} {noun}{_total(report)}, {report.nodes:,} nodes"
            bar.update(task, description=text, completed=report.fraction or 0.0, total=1.0 if report.fraction else None)


def _total(report: Report) -> str:
    return "" if report.estimate is None else f" of about {float(report.estimate):,.3g}"
