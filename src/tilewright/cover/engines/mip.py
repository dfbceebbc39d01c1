"""HiGHS: the cover as a 0-1 program. Its presolve and its linear relaxation settle puzzles that defeat a search."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from tilewright.cover.encodings.matrix import SECONDS_AN_ENTRY, Cut, Matrix, taken
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.deadline import in_time
from tilewright.cover.search.engine import Engine, register
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.cover.search.supervise import Call, spent
from tilewright.errors import TilewrightError

# "or unbounded" is only ever infeasible: every column lies between 0 and 1.
NONE_LEFT = ("Infeasible", "Primal infeasible or unbounded")


class Worker:
    """The process that runs HiGHS (see highs_worker.py, which says why)."""

    idle: Worker | None = None  # kept for the next search: starting one takes 0.2 s

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tilewright.cover.engines.highs_worker"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    @classmethod
    def take(cls) -> Worker:
        """The idle worker, or a new one."""
        worker, cls.idle = cls.idle, None
        return worker if worker is not None and worker.process.poll() is None else cls()

    def give_back(self) -> None:
        """Keep it, if it lives and none is kept yet."""
        if self.process.poll() is None and Worker.idle is None:
            Worker.idle = self
        else:
            self.end()

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()

    def ask(self, request: tuple[object, ...], limit: Limit, report: Report) -> Any:
        """The answer; None when the limit or a stop came first, which ends the process."""
        assert self.process.stdin and self.process.stdout
        answers = self.process.stdout
        pickle.dump(request, self.process.stdin)
        self.process.stdin.flush()
        try:
            answer = Call(lambda: pickle.load(answers), self.process.kill).wait(limit, report)
        except EOFError:
            raise TilewrightError(f"HiGHS ended unexpectedly with code {self.process.wait()}") from None
        if answer is None:
            self.process.wait()  # it was killed; until it is reaped it would look alive
        return answer


@register
class Mip(Engine):
    """HiGHS on the 0-1 program."""

    name = "mip"
    summary = "HiGHS: 0-1 program with presolve report; large Shikaku, mutilated boards (extra `mip`)"

    def unavailable(self) -> str | None:
        """Whether highspy is missing."""
        return None if find_spec("highspy") else "highspy is not installed: pip install 'tilewright[mip]'"

    def solutions(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> Iterator[list[Solution]]:
        """All solutions one by one, each cut off once found."""
        report.engine = self.name
        with in_time(limit, report) as deadline:
            deadline.require(SECONDS_AN_ENTRY * sum(cover.size))
            yield from self._all(Matrix.of(cover), cover, limit, report, threads)

    def _all(
        self, matrix: Matrix, cover: ExactCover, limit: Limit, report: Report, threads: int
    ) -> Iterator[list[Solution]]:
        if not matrix.width:  # a program without columns is none
            if not any(cover.lo):
                report.solutions = 1
                yield [()]
            report.ended = "exhausted"
            return
        worker = Worker.take()
        try:
            yield from _listed(worker, matrix, limit, report, threads)
        except BaseException:
            worker.end()  # an answer may be under way
            raise
        worker.give_back()


def _listed(worker: Worker, matrix: Matrix, limit: Limit, report: Report, threads: int) -> Iterator[list[Solution]]:
    presolve = worker.ask(("pose", matrix, threads), limit, report)
    if presolve is None:
        return
    report.notes["presolve"] = presolve
    cut = None
    while (solution := _next(worker, cut, limit, report)) is not None:
        report.solutions += 1
        yield [solution]
        if limit.solutions is not None and report.solutions >= limit.solutions:
            report.ended = "enough"
            return
        cut = matrix.cut(solution)
        if not len(cut.columns):
            report.ended = "exhausted"
            return


def _next(worker: Worker, cut: Cut | None, limit: Limit, report: Report) -> Solution | None:
    if spent(limit, report):
        report.ended = "stopped" if report.stop else "limit"
        return None
    nodes = None if limit.nodes is None else max(0, limit.nodes - report.nodes)
    answer = worker.ask(("next", cut, nodes), limit, report)
    if answer is None:
        return None
    status, values, searched = answer
    report.nodes += searched
    if status == "Optimal":
        return taken(values, "HiGHS")
    if status in NONE_LEFT:
        report.ended = "exhausted"
    elif "limit" in status.lower():
        report.ended = "limit"
    else:
        raise TilewrightError(f"HiGHS gave up: {status}")
    return None
