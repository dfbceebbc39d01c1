"""HiGHS: the cover as a 0-1 program. Its presolve and its linear relaxation settle puzzles that defeat a search."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from tilewright.cover.engine import ListAndBlock
from tilewright.cover.formula import NoGood
from tilewright.cover.limits import Budget, InterruptibleCall
from tilewright.cover.linear import SECONDS_AN_ENTRY, Matrix, chosen_columns
from tilewright.cover.problem import ExactCover, Solution
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
    def acquire(cls) -> Worker:
        """The idle worker, or a new one."""
        worker, cls.idle = cls.idle, None
        return worker if worker is not None and worker.process.poll() is None else cls()

    def release(self) -> None:
        """Keep it, if it lives and none is kept yet."""
        if self.process.poll() is None and Worker.idle is None:
            Worker.idle = self
        else:
            self.end()

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()

    def ask(self, request: tuple[object, ...], budget: Budget) -> Any:
        """The answer; None when the limit or a stop came first, which ends the process."""
        assert self.process.stdin and self.process.stdout
        answers = self.process.stdout
        pickle.dump(request, self.process.stdin)
        self.process.stdin.flush()
        try:
            answer = InterruptibleCall(lambda: pickle.load(answers), self.process.kill).wait(budget)
        except EOFError:
            raise TilewrightError(f"HiGHS ended unexpectedly with code {self.process.wait()}") from None
        if answer is None:
            self.process.wait()  # it was killed; until it is reaped it would look alive
        return answer


class Mip(ListAndBlock):
    """HiGHS on the 0-1 program."""

    name = "mip"
    colors = True
    summary = "HiGHS: 0-1 program with presolve report; large Shikaku, mutilated boards (extra `mip`)"

    def unavailable(self) -> str | None:
        """Whether highspy is missing."""
        return None if find_spec("highspy") else "highspy is not installed: pip install 'tilewright[mip]'"

    @contextmanager
    def open_solver(self, cover: ExactCover, budget: Budget, threads: int) -> Iterator[_HighsSolver]:
        """A worker that holds the program."""
        budget.require(SECONDS_AN_ENTRY * sum(cover.size))
        matrix = Matrix.of(cover)
        worker = Worker.acquire()
        try:
            yield _HighsSolver(worker, matrix, len(cover.options), budget, threads)
        except BaseException:
            worker.end()  # an answer may be under way
            raise
        worker.release()


class _HighsSolver:
    def __init__(self, worker: Worker, matrix: Matrix, options: int, budget: Budget, threads: int) -> None:
        self.worker, self.budget = worker, budget
        self.options = options  # columns; those behind them are of colors
        self.forbidden: NoGood | None = None  # since the last solution
        self.presolve = worker.ask(("load", matrix, threads), budget)
        if self.presolve is not None:
            budget.report.outcome.presolve = self.presolve

    def find(self) -> Solution | None:
        report = self.budget.report
        if self.presolve is None:
            return None
        answer = self.worker.ask(("next", self.forbidden, self.budget.nodes_left), self.budget)
        if answer is None:
            return None
        status, values, searched = answer
        report.nodes += searched
        if status == "Optimal":
            return chosen_columns(values[: self.options], "HiGHS")
        if status in NONE_LEFT:
            report.ended = "exhausted"
        elif "limit" in status.lower():
            report.ended = "limit"
        else:
            raise TilewrightError(f"HiGHS gave up: {status}")
        return None

    def forbid(self, constraint: NoGood) -> None:
        self.forbidden = constraint
