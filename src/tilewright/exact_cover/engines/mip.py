"""Engines that solve the cover as a 0-1 program: HiGHS, and GLPK's `glpsol`.

The presolve and the linear relaxation of HiGHS settle puzzles that defeat a search. `glpsol` is the classic way of
Doodle Fit: a separate program, run without a shell in a temporary folder.

HiGHS runs in a process of its own, `python -m tilewright.exact_cover.engines.mip`, controlled through pipes. highspy
and ortools each bring a libhighs.so.1, and whichever is loaded second fails to import, so one of them needs another
process. A process can also be ended at once, which HiGHS's own interrupt does not guarantee.

Requests and answers are pickles, one after the other: ("load", Matrix, threads) -> presolve report;
("next", NoGood or None, nodes or None) -> (status, columns' values or None, nodes searched).
"""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from tilewright.errors import OutOfTimeError, TilewrightError
from tilewright.exact_cover import linear
from tilewright.exact_cover.constraints import NoGood
from tilewright.exact_cover.engine import ListAndBlock, ModelListing, Models
from tilewright.exact_cover.limits import EVERY, Deadline, InterruptibleCall
from tilewright.exact_cover.linear import SECONDS_AN_ENTRY, Matrix, chosen_columns
from tilewright.exact_cover.outcome import PresolveNote
from tilewright.exact_cover.problem import ExactCover, Solution
from tilewright.system import signals_put_off

# "or unbounded" always means infeasible here, because every column lies between 0 and 1.
HIGHS_NONE_LEFT = ("Infeasible", "Primal infeasible or unbounded")


class Worker:
    """The process that runs HiGHS (the reason is at the top of this file)."""

    idle: Worker | None = None  # kept for the next search, because starting one takes 0.2 s

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tilewright.exact_cover.engines.mip"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    @classmethod
    def acquire(cls) -> Worker:
        """Return the idle worker, or a new one."""
        worker, cls.idle = cls.idle, None
        return worker if worker is not None and worker.process.poll() is None else cls()

    def release(self) -> None:
        """Keep the worker for the next search, if it is alive and no other is kept."""
        if self.process.poll() is None and Worker.idle is None:
            Worker.idle = self
        else:
            self.end()

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()

    def ask(self, request: tuple[object, ...], deadline: Deadline) -> Any:
        """Return the answer to a request. Raises OutOfTimeError at the deadline, which also ends the process."""
        assert self.process.stdin and self.process.stdout
        answers = self.process.stdout
        pickle.dump(request, self.process.stdin)
        self.process.stdin.flush()
        try:
            return InterruptibleCall(lambda: pickle.load(answers), self.process.kill).wait(deadline)
        except EOFError:
            raise TilewrightError(f"HiGHS ended unexpectedly with code {self.process.wait()}") from None
        except OutOfTimeError:
            self.process.wait()  # it was killed, but appears alive until it is reaped
            raise


class Mip(ListAndBlock):
    """HiGHS on the 0-1 program."""

    name = "mip"
    colors = True
    summary = "HiGHS: 0-1 program with presolve report; large Shikaku, mutilated boards (extra `mip`)"
    package = "highspy", "highspy"

    def found(self, listing: ModelListing, threads: int) -> Models:
        """Yield the optima that a worker finds."""
        listing.deadline.require(SECONDS_AN_ENTRY * sum(listing.cover.size))
        matrix, worker = Matrix.of(listing.cover), Worker.acquire()
        try:
            ended = yield from self._found(worker, matrix, listing, threads)
        except BaseException:
            worker.end()  # the worker may still be sending an answer
            raise
        worker.release()
        return ended

    def _found(self, worker: Worker, matrix: Matrix, listing: ModelListing, threads: int) -> Models:
        deadline, forbidden = listing.deadline, None
        listing.note(PresolveNote(**worker.ask(("load", matrix, threads), deadline)))
        while True:
            request = ("next", forbidden, deadline.limit.nodes_left(listing.nodes))
            status, values, searched = worker.ask(request, deadline)
            listing.visit(searched)
            if status in HIGHS_NONE_LEFT or "limit" in status.lower():
                return "exhausted" if status in HIGHS_NONE_LEFT else "limit"
            if status != "Optimal":
                raise TilewrightError(f"HiGHS gave up: {status}")
            # The columns after these belong to colors.
            solution = chosen_columns(values[: len(listing.cover.options)], "HiGHS")
            yield solution
            if (forbidden := listing.forbid(solution)) is None:
                return None


GLPK_NONE_LEFT = ("NO PRIMAL FEASIBLE SOLUTION", "NO INTEGER FEASIBLE SOLUTION", "UNSATISFIABLE")
GLPK_SECONDS_AN_ENTRY = 2e-7  # approximate time per entry of the cover before glpsol can be run


class Glpk(ListAndBlock):
    """GLPK's integer solver, with one run of glpsol per solution."""

    name = "glpk"
    colors = True
    summary = "GLPK's glpsol on a MathProg model, the classic way of Doodle Fit; small puzzles"
    flags: ClassVar[tuple[str, ...]] = ()

    def unavailable(self) -> str | None:
        """Return how to install glpsol, or None if it is there."""
        missing = "glpsol is not on PATH: install GLPK (Debian: apt install glpk-utils)"
        return None if shutil.which("glpsol") else missing

    def found(self, listing: ModelListing, threads: int) -> Models:
        """Yield the answers of glpsol. Nothing runs between two of them: each model is written anew."""
        listing.deadline.require(GLPK_SECONDS_AN_ENTRY * sum(listing.cover.size))
        forbidden: list[NoGood] = []
        while (solution := self._answer(listing, forbidden)) is not None:
            yield solution
            if (constraint := listing.forbid(solution)) is None:
                return None
            forbidden.append(constraint)
        return "exhausted"

    def _answer(self, listing: ModelListing, forbidden: Sequence[NoGood]) -> Solution | None:
        listing.check()
        with tempfile.TemporaryDirectory(prefix="tilewright-glpk-") as directory:
            model, answer = Path(directory, "model.mod"), Path(directory, "answer.sol")
            program, columns = linear.dump(listing.cover, forbidden)
            model.write_text(program, encoding="ascii")
            command = ["glpsol", *self.flags, "--math", model.name, "-w", answer.name]
            run_program(command, directory, listing.deadline)
            listing.visit(1)
            text = _answer_text(answer, Path(directory, "output").read_text(errors="replace"))
        width = len(listing.cover.options)
        return None if text is None else linear.read_answer(text, width, columns - width)


def _answer_text(answer: Path, output: str) -> str | None:
    """Return the answer file of glpsol; None if there is no solution, in which case its preprocessor may write none."""
    none = any(said in output for said in GLPK_NONE_LEFT)
    if none and (not answer.exists() or re.search(r"^s mip \d+ \d+ u", answer.read_text(), re.MULTILINE)):
        return None
    if not answer.exists():
        last = output.strip().splitlines()[-1:] or ["nothing"]
        raise TilewrightError(f"glpsol failed; its last output line was: {last[0]}")
    return answer.read_text(encoding="ascii")


def run_program(command: list[str], directory: str, deadline: Deadline) -> None:
    """Run a program to its end. Raises OutOfTimeError at the deadline, which also ends the program."""
    process = None
    with Path(directory, "output").open("wb") as output:
        try:
            with signals_put_off():  # a signal that ended us while the program starts would leave it running
                process = subprocess.Popen(
                    command, cwd=directory, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
                )
            wait = 0.001
            while process.poll() is None:
                deadline.check()
                time.sleep(wait)
                wait = min(2 * wait, EVERY)
        finally:
            if process is not None and process.poll() is None:
                process.kill()
                process.wait()


class GlpkMinisat(Glpk):
    """GLPK's translation of the model for MiniSat."""

    name = "glpk-minisat"
    summary = "glpsol --minisat: the MathProg model as a formula for the MiniSat inside GLPK"
    flags = ("--minisat",)

    def refuses(self, cover: ExactCover) -> str | None:
        """Return a reason for covers where an infeasible answer of glpsol --minisat is not reliable, or None.

        The answer is reliable only for sums of ones with one bound.
        """
        if any(len(set(option)) != len(option) for option in cover.options):
            return "takes no option that covers an item twice"
        return None


def model_of(matrix: Matrix, threads: int) -> Any:
    """Return the program as a HiGHS model."""
    import highspy
    import numpy as np

    model: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    model.silent()
    model.setOptionValue("threads", threads)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = matrix.width, len(matrix.lo)
    lp.col_cost_ = np.zeros(matrix.width)
    lp.col_lower_, lp.col_upper_ = np.zeros(matrix.width), np.ones(matrix.width)
    lp.row_lower_ = np.where(np.isinf(matrix.lo), -highspy.kHighsInf, matrix.lo)
    lp.row_upper_ = np.where(np.isinf(matrix.hi), highspy.kHighsInf, matrix.hi)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = matrix.starts, matrix.columns, matrix.values
    lp.integrality_ = [highspy.HighsVarType.kInteger] * matrix.width
    model.passModel(lp)
    return model


def presolved(matrix: Matrix, model: Any) -> dict[str, object]:
    """Return the size of the program before and after HiGHS's presolve, and what presolve settled.

    before, after: the numbers of rows, columns and non-zeros.
    settled: "impossible", "solved" (nothing is left to search) or "no".
    """
    import highspy

    model.presolve()
    status = model.getModelPresolveStatus()
    left = model.getPresolvedLp()
    after = (left.num_row_, left.num_col_, len(left.a_matrix_.index_))
    settled = "no"
    if status in (highspy.HighsPresolveStatus.kInfeasible, highspy.HighsPresolveStatus.kUnboundedOrInfeasible):
        settled, after = "impossible", (0, 0, 0)
    elif status == highspy.HighsPresolveStatus.kReducedToEmpty:
        settled, after = "solved", (0, 0, 0)
    return {"before": (len(matrix.lo), matrix.width, len(matrix.columns)), "after": after, "settled": settled}


def next_answer(model: Any, forbidden: NoGood | None, nodes: int | None) -> tuple[str, Any, int]:
    """Run HiGHS once; return its status in its own words, the columns' values or None, and the nodes searched."""
    import numpy as np

    if forbidden is not None:
        values, columns = np.array(forbidden.terms).T
        model.addRow(forbidden.least, np.inf, len(columns), columns.astype(np.int32), values.astype(np.float64))
    if nodes is not None:
        model.setOptionValue("mip_max_nodes", nodes)
    for presolve in ("choose", "off"):
        model.clearSolver()  # otherwise HiGHS would resume the search that led to the solution now forbidden
        model.setOptionValue("presolve", presolve)
        model.run()
        status = str(model.modelStatusToString(model.getModelStatus()))
        if status != "Solve error":  # presolve fails once in thousands of small covers with many added rows
            break
    values = np.array(model.getSolution().col_value) if status == "Optimal" else None
    return status, values, max(0, int(model.getInfoValue("mip_node_count")[1]))


def answer_requests() -> None:
    """Answer requests until the pipe is closed."""
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # HiGHS 1.16 prints a greeting there even when silent.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    import highspy

    model: Any = None
    threads = 0  # the number with which HiGHS's scheduler was started
    while True:
        try:
            what, first, second = pickle.load(requests)
        except EOFError:
            return
        if what == "load":
            if second != threads:  # one scheduler serves the process; a run with another number is refused as "Not Set"
                model, threads = None, second
                highspy.Highs.resetGlobalScheduler(True)
            answer: object = presolved(first, model_of(first, second))
            model = model_of(first, second)
        else:
            answer = next_answer(model, first, second)
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    answer_requests()
