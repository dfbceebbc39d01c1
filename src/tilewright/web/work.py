"""What a search process of the studio does: one job after another from a pipe, telling what it finds.

It runs in a process of its own, so that a search that is cancelled or runs away is ended by ending the process.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from tilewright.errors import TilewrightError

if TYPE_CHECKING:
    from tilewright.api.stream import TilingStream
    from tilewright.cover.problem import Solution
    from tilewright.cover.search.report import UpTo
    from tilewright.puzzle import Puzzle, Tiling
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
                "estimate": report.estimate,
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
    from tilewright.api.stream import tilings
    from tilewright.formats.answer import reason_row
    from tilewright.formats.solution import parse_solution

    puzzle = load(job["puzzle"])
    partial = parse_solution(job["partial"], puzzle) if job.get("partial") else ()
    most = 1 if job["number"] == 1 else None  # more are counted to the end, however many are sent
    stream = tilings(puzzle, most, partial=partial, limit=Limit(seconds=job["seconds"]))
    lots = _Lots(tell, job["number"], job["bytes"])

    def body() -> dict[str, Any]:
        _send(stream, lots, job.get("up_to", "none"), tell)
        report, count = stream.report, stream.found
        reason = reason_row(puzzle, stream.reason) if stream.reason else None
        answer = {"ended": report.ended, "verdict": stream.verdict, "reason": reason, "engine": report.engine}
        sent = {"sent": lots.sent, "full": lots.full, "up_to": job.get("up_to", "none")} if count and not most else {}
        return {"count": count, **sent, "seconds": round(report.seconds, 3), **answer}

    _watched(tell, stream.report, body)


def _send(stream: TilingStream, lots: _Lots, up_to: UpTo, tell: Tell) -> None:
    """The tilings that are new up to symmetry, the first as soon as it is found."""
    from tilewright.formats.lines import LineWriter
    from tilewright.puzzle.orbits import Orbits

    lines, orbits = LineWriter(), None
    for batch in stream.batches():
        if lots.full:
            continue
        if up_to != "none" and orbits is None:
            orbits = Orbits(stream.compiled, up_to)
        texts = lines(batch).splitlines(keepends=True)
        if orbits is not None:
            new = [orbits.add(solution) for solution in _solutions(stream.compiled, batch)]
            texts = [line for line, is_new in zip(texts, new, strict=True) if is_new]
        if not lots.sent:
            tell({"event": "solutions", "lines": texts[:1], "seconds": round(stream.report.seconds, 4)})
            lots.sent, texts = 1, texts[1:]
        lots.add(texts)
    if not lots.sent:
        tell({"event": "solutions", "lines": [], "seconds": round(stream.report.seconds, 4)})
    lots.send()


def _solutions(compiled: Compiled, batch: Sequence[Tiling]) -> Iterable[Solution]:
    """The options of tilings, also of those that a search without a cover found."""
    from tilewright.puzzle.tilings import Tilings

    if isinstance(batch, Tilings):
        return batch.solutions
    options = {compiled.atoms_of(option): option for option in range(len(compiled.meanings))}
    return [tuple(sorted(options[placement.atoms] for placement in tiling.placements)) for tiling in batch]


class _Lots:
    """Lines on their way to the page: many small messages, so that nobody waits for a large one."""

    def __init__(self, tell: Tell, number: int, most_bytes: int) -> None:
        self.tell, self.number, self.bytes = tell, number, most_bytes
        self.sent, self.full = 0, False
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


def _from_here(job: dict[str, Any]) -> Puzzle:
    """The puzzle with what lies there pinned."""
    from tilewright import load
    from tilewright.api.prepare import with_partial
    from tilewright.formats.solution import parse_solution

    puzzle = load(job["puzzle"])
    return with_partial(puzzle, parse_solution(job["partial"], puzzle)) if job.get("partial") else puzzle


def _map(job: dict[str, Any], tell: Tell) -> None:
    """How many tilings use each place."""
    from tilewright import Limit, Report
    from tilewright.web.explore import MEMORY, count_places

    puzzle, report = _from_here(job), Report()
    limit = Limit(seconds=job["seconds"], memory=MEMORY)
    _watched(tell, report, lambda: count_places(puzzle, limit, report))


def _steps(job: dict[str, Any], tell: Tell) -> None:
    """A plain search, step by step."""
    from tilewright.web.explore import search_steps

    tell({"event": "end", **search_steps(_from_here(job), job["seconds"])})


def _count(job: dict[str, Any], tell: Tell) -> None:
    from tilewright import Limit, Report, count
    from tilewright.formats.answer import count_answer

    puzzle = _from_here(job)
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
    from tilewright.web.next_step import next_step

    puzzle = load(job["puzzle"])
    placements = parse_solution(job["partial"], puzzle)
    tell({"event": "end", "hint": next_step(puzzle, placements, Limit(seconds=job["seconds"]))})


def _new(job: dict[str, Any], tell: Tell) -> None:
    """A puzzle that is made on demand."""
    from tilewright.web.new_puzzles import make_puzzle

    tell({"event": "end", "puzzle": make_puzzle(job["request"])})


JOBS: dict[str, Callable[[dict[str, Any], Tell], None]] = {
    "list": _list,
    "count": _count,
    "verdict": _verdict,
    "map": _map,
    "steps": _steps,
    "hint": _hint,
    "new": _new,
}
