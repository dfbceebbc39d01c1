"""What a search process of the studio does: one job after another from a pipe, telling what it finds.

It runs in a process of its own, so that a search that is cancelled or runs away is ended by ending the process.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from tilewright.errors import TilewrightError
from tilewright.web.orbits import Orbits

if TYPE_CHECKING:
    from tilewright.puzzle import Tiling
    from tilewright.puzzle.compiled import Compiled

NICENESS = 5  # the server itself, which answers those who play, goes first
EVERY = 0.25  # seconds between two words about progress
LOT = 50_000  # characters of a message with tilings
Tell = Callable[[dict[str, Any]], None]


def serve(pipe: Connection, parent: int) -> None:
    """Work until the pipe closes or the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    _warm_up()
    tell = _one_at_a_time(pipe)
    tell({"event": "ready"})
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            JOBS[job["goal"]](job, tell)
        except TilewrightError as error:
            tell({"event": "end", "ended": "error", "text": str(error)})
        except MemoryError:
            tell({"event": "end", "ended": "error", "text": "this search needs more memory than the studio has"})


def _one_at_a_time(pipe: Connection) -> Tell:
    """Sending on a pipe is not safe from several threads; the search and its progress are two."""
    lock = threading.Lock()

    def tell(message: dict[str, Any]) -> None:
        with lock:
            pipe.send(message)

    return tell


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


def _warm_up() -> None:
    """Everything slow that a first search would otherwise wait for."""
    from tilewright import load, solve

    solve(load("I@1x5"))


def _report(tell: Tell, report: Any, over: threading.Event) -> None:
    while not over.wait(EVERY):
        tell(
            {
                "event": "progress",
                "nodes": report.nodes,
                "solutions": report.solutions,
                "fraction": report.fraction,
                "seconds": round(report.seconds, 2),
            }
        )


def _watched(tell: Tell, report: Any, body: Callable[[], dict[str, Any]]) -> None:
    over = threading.Event()
    watcher = threading.Thread(target=_report, args=(tell, report, over), daemon=True)
    watcher.start()
    try:
        end = body()
    finally:
        over.set()
        watcher.join()
    tell({"event": "end", **end})


def _list(job: dict[str, Any], tell: Tell) -> None:
    """Tilings as lines of JSON: the first at once, then in lots, until as many or as much as asked for are sent."""
    from tilewright import Limit, load
    from tilewright.api.solve import TilingStream, solve, with_partial
    from tilewright.formats.answer import line_of, reason_row
    from tilewright.formats.lines import LineWriter
    from tilewright.formats.solution import parse_solution

    puzzle = load(job["puzzle"])
    partial = parse_solution(job["partial"], puzzle) if job.get("partial") else ()
    started = time.perf_counter()
    first = solve(puzzle, 1, partial=partial, limit=Limit(seconds=job["seconds"]))
    seconds = round(time.perf_counter() - started, 4)
    tell({"event": "solutions", "lines": [line_of(tiling) for tiling in first.tilings], "seconds": seconds})
    if not first.tilings or job["number"] == 1:
        reason = reason_row(puzzle, first.reason) if first.reason else None
        answer = {"ended": first.ended, "verdict": first.verdict, "reason": reason, "engine": first.engine}
        tell({"event": "end", "count": len(first.tilings), "seconds": seconds, **answer})
        return
    stream = TilingStream(with_partial(puzzle, partial), limit=Limit(seconds=job["seconds"]))
    lots = _Lots(tell, job["number"], job["bytes"])
    orbits = Orbits(stream.compiled, job.get("up_to", "none"))
    shown = _options(stream.compiled, first.tilings[0])  # it was sent by itself and comes again
    orbits.add(shown)

    def body() -> dict[str, Any]:
        lines = LineWriter(stream.compiled)
        count = 0
        for batch in stream:
            count += len(batch)
            if not lots.full:
                texts = lines(batch).split("\n")
                lots.add(f"{line}\n" for line, taken in zip(texts, batch, strict=False) if orbits.add(taken))
        lots.send()
        answer = {"ended": stream.report.ended, "verdict": "solved", "engine": stream.report.engine}
        sent = {"sent": lots.sent, "full": lots.full, "up_to": job.get("up_to", "none")}
        return {"count": count, **sent, "seconds": round(time.perf_counter() - started, 3), **answer}

    _watched(tell, stream.report, body)


def _options(compiled: Compiled, tiling: Tiling) -> list[int]:
    lying = {placement.atoms for placement in tiling.placements}
    every = range(len(compiled.cover.options))
    return [option for option in every if compiled.placement(option).atoms in lying]


class _Lots:
    """Lines on their way to the page: many small messages, so that nobody waits for a large one."""

    def __init__(self, tell: Tell, number: int, most_bytes: int) -> None:
        self.tell, self.number, self.bytes = tell, number, most_bytes
        self.sent, self.full = 1, False
        self.lot: list[str] = []
        self.size = 0

    def add(self, lines: Iterable[str]) -> None:
        """Take lines until it is enough."""
        for line in lines:
            if self.sent >= self.number or self.bytes <= 0:
                self.full = True
                return
            self.lot.append(line)
            self.sent += 1
            self.bytes -= len(line)
            self.size += len(line)
            if self.size > LOT:
                self.send()

    def send(self) -> None:
        """Send what is there."""
        if self.lot:
            self.tell({"event": "solutions", "lines": self.lot})
        self.lot, self.size = [], 0


def _count(job: dict[str, Any], tell: Tell) -> None:
    from tilewright import Limit, Report, count, load
    from tilewright.formats.answer import count_answer

    puzzle = load(job["puzzle"])
    report = Report()

    def body() -> dict[str, Any]:
        found = count(puzzle, up_to=job.get("up_to", "none"), limit=Limit(seconds=job["seconds"]), report=report)
        return {**count_answer(puzzle, found), "seconds": round(report.seconds, 3)}

    _watched(tell, report, body)


def _verdict(job: dict[str, Any], tell: Tell) -> None:
    """Whether there is a tiling, whether it is the only one, or why there is none."""
    from tilewright import Limit, Report, load
    from tilewright.api.verdict import verdict
    from tilewright.formats.answer import line_of, reason_row

    puzzle = load(job["puzzle"])
    report = Report()

    def body() -> dict[str, Any]:
        found = verdict(puzzle, limit=Limit(seconds=job["seconds"]), report=report)
        tell({"event": "solutions", "lines": [line_of(tiling) for tiling in found.tilings]})
        answer: dict[str, Any] = {"verdict": found.verdict, "ended": found.ended, "engine": found.engine}
        if found.reason:
            answer["reason"] = reason_row(puzzle, found.reason)
        return {**answer, "unique_up_to": found.unique_up_to, "seconds": found.times["total"], "asked": "verdict"}

    _watched(tell, report, body)


def _hint(job: dict[str, Any], tell: Tell) -> None:
    """The next step from what lies on the board."""
    from tilewright import Limit, load
    from tilewright.formats.solution import parse_solution
    from tilewright.web.hints import next_step

    puzzle = load(job["puzzle"])
    placements = parse_solution(job["partial"], puzzle)
    tell({"event": "end", "hint": next_step(puzzle, placements, Limit(seconds=job["seconds"]))})


JOBS: dict[str, Callable[[dict[str, Any], Tell], None]] = {
    "list": _list,
    "count": _count,
    "verdict": _verdict,
    "hint": _hint,
}
