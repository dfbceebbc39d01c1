"""Bars on standard error, drawn by rich. It is slow to import, so whoever has a terminal to draw on imports this file."""

from __future__ import annotations

from threading import Event

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tilewright.cover.search.report import Report

PATIENCE = 1.0  # seconds before the bar appears: most searches are over by then
EVERY = 0.2


def run_bar() -> Progress:
    """The bar of a durable run, whose words follow it."""
    columns = (BarColumn(20), TimeElapsedColumn(), TextColumn("{task.description}"))
    return Progress(*columns, console=Console(stderr=True), transient=True)


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
