"""What `tilewright run` says of a run: a bar on a terminal, a line of JSON for machines, the result at the end."""

from __future__ import annotations

import sys
import time
from typing import Any

from tilewright.formats.answer import dumps_line, print_json
from tilewright.runs import coordinator
from tilewright.runs.coordinator import Status
from tilewright.runs.store import Store


class OutOfTime(Exception):
    """The time that --for gave is over."""


class Watch:
    """Progress of a run on standard error: a line of JSON each time, or a bar on a terminal."""

    def __init__(self, json: bool, seconds: float | None) -> None:
        self.json = json
        self.until = None if seconds is None else time.monotonic() + seconds
        self.bar: Any = None

    def __enter__(self) -> Watch:
        if sys.stderr.isatty() and not self.json:
            from tilewright.cli.terminal.bars import run_bar  # for terminals alone

            self.bar = run_bar()
            self.bar.start()
            self.task = self.bar.add_task("", total=1.0)
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar:
            self.bar.stop()

    def __call__(self, store: Store) -> None:
        """Tell how the run stands; OutOfTime when its time is over."""
        if self.bar or self.json:
            found = coordinator.status(store)
            if self.bar:
                self.bar.update(self.task, description=line(store, found), completed=found.share)
            if self.json:
                sys.stderr.write(dumps_line(row(found)))
                sys.stderr.flush()  # it is kept back under PYTHONUNBUFFERED: `streams.open_all`
        if self.until is not None and time.monotonic() > self.until:
            raise OutOfTime


def many(number: int, noun: str) -> str:
    """`1 tiling`, `2 tilings`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def tell_checked(report: dict[str, Any]) -> None:
    """What `run verify` found, a line each."""
    words = {True: "valid", False: "not valid", None: "unfinished: nothing wrong so far"}
    print(words[report["valid"]])
    for key, value in report.items():
        if value is not None and key != "valid":
            print(f"{key}: {value}")


def line(store: Store, found: Status) -> str:
    """The run in one line."""
    left = found.state_counts["open"] + found.state_counts["taken"]
    parts = [
        many(found.value, noun_of(store)),
        f"{many(found.state_counts['done'], 'subproblem')} done",
        f"{left:,} left",
    ]
    if found.pace and found.seconds:
        parts.append(f"{found.nodes / found.seconds * found.pace / 1e6:,.1f} M nodes/s")
    if found.eta:
        low, likely, high = map(duration, found.eta)
        parts.append(f"about {likely} to go ({low} to {high})")
    return ", ".join(parts)


def noun_of(store: Store) -> str:
    """What a run counts."""
    return "silhouette" if store.manifest()["goal"] == "silhouettes" else "tiling"


def duration(seconds: float) -> str:
    """A time span for people: 45 s, 12 min, 3.5 h, 12 days."""
    for limit, unit, size, digits in ((120, "s", 1, 0), (7200, "min", 60, 0), (48 * 3600, "h", 3600, 1)):
        if seconds < limit:
            return f"{seconds / size:.{digits}f} {unit}"
    return f"{seconds / 86400:,.0f} days"


def row(found: Status) -> dict[str, Any]:
    """The run as JSON."""
    return {
        "finished": found.finished,
        "value": found.value,
        "value_text": str(found.value),
        "bound": "exact" if found.finished else "at least",
        "subproblems": found.state_counts,
        "share": round(found.share, 6),
        "remaining": _rounded(found.remaining),
        "eta": _rounded(found.eta),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "pace": found.pace and round(found.pace, 3),
        "nodes_per_second": round(found.nodes / found.seconds) if found.seconds else None,
    }


def _rounded(span: tuple[float, float, float] | None) -> list[float] | None:
    return None if span is None else [round(seconds, 1) for seconds in span]


def tell(store: Store, found: Status, json: bool, asked: bool = False) -> None:
    """The result, or how far the run is, on standard output; of a finished run more than the number where `asked`."""
    manifest = store.manifest()
    if json:
        puzzle = {"name": manifest["name"], "digest": manifest["digest"]}
        print_json({"tilewright": 1, "puzzle": puzzle, "goal": manifest["goal"], **row(found)})
    elif found.finished and not asked:
        print(found.value)
    elif found.finished:
        goal, took = manifest["goal"], f"{duration(found.seconds)} of work"
        print(
            f"{many(found.value, noun_of(store))}: {manifest['name']}, goal {goal}, finished, {took}, in {store.path}"
        )
    else:
        print(f"at least {line(store, found)}; `tilewright run resume {store.path}` goes on")
