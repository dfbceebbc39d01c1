"""GLPK's `glpsol` as a program of its own: the classic way of Doodle Fit. Run without a shell, in a temporary place."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from tilewright.cover import linear
from tilewright.cover.engine import ListAndBlock
from tilewright.cover.formula import NoGood
from tilewright.cover.limits import EVERY, Budget
from tilewright.cover.problem import ExactCover, Solution
from tilewright.errors import TilewrightError

NONE_LEFT = ("NO PRIMAL FEASIBLE SOLUTION", "NO INTEGER FEASIBLE SOLUTION", "UNSATISFIABLE")
SECONDS_AN_ENTRY = 2e-7  # of the cover, about, before glpsol can be run


class Glpk(ListAndBlock):
    """GLPK's integer solver: one run of glpsol a solution."""

    name = "glpk"
    colors = True
    summary = "GLPK's glpsol on a MathProg model, the classic way of Doodle Fit; small puzzles"
    flags: ClassVar[tuple[str, ...]] = ()

    def unavailable(self) -> str | None:
        """Whether glpsol is missing."""
        return (
            None if shutil.which("glpsol") else "glpsol is not on PATH: install GLPK (Debian: apt install glpk-utils)"
        )

    @contextmanager
    def open_solver(self, cover: ExactCover, budget: Budget, threads: int) -> Iterator[_GlpkSolver]:
        """Nothing runs between two solutions: the model is written anew for each."""
        budget.require(SECONDS_AN_ENTRY * sum(cover.size))
        yield _GlpkSolver(cover, budget, self.flags)


class _GlpkSolver:
    def __init__(self, cover: ExactCover, budget: Budget, flags: tuple[str, ...]) -> None:
        self.cover, self.budget, self.flags = cover, budget, flags
        self.forbidden: list[NoGood] = []
        covered = set(cover.options.flat)
        # For an item that nothing can cover mathprog.dump adds a column.
        self.extra = sum(1 for item, lo in enumerate(cover.lo) if lo and item not in covered)
        self.extra += linear.color_columns(cover)

    def find(self) -> Solution | None:
        report = self.budget.report
        with tempfile.TemporaryDirectory(prefix="tilewright-glpk-") as directory:
            model, answer = Path(directory, "model.mod"), Path(directory, "answer.sol")
            model.write_text(linear.dump(self.cover, no_goods=self.forbidden), encoding="ascii")
            command = ["glpsol", *self.flags, "--math", model.name, "-w", answer.name]
            if not run_program(command, directory, self.budget):
                return None
            report.nodes += 1
            text = _answer_text(answer, Path(directory, "output").read_text(errors="replace"))
        solution = None if text is None else linear.read_answer(text, len(self.cover.options), self.extra)
        if solution is None:
            report.ended = "exhausted"
        return solution

    def forbid(self, constraint: NoGood) -> None:
        self.forbidden.append(constraint)


def _answer_text(answer: Path, output: str) -> str | None:
    """What glpsol wrote; None when its preprocessor found that there is no solution, for then it writes none."""
    none = any(said in output for said in NONE_LEFT)
    if none and (not answer.exists() or re.search(r"^s mip \d+ \d+ u", answer.read_text(), re.MULTILINE)):
        return None
    if not answer.exists():
        last = output.strip().splitlines()[-1:] or ["nothing"]
        raise TilewrightError(f"glpsol failed; its last output line was: {last[0]}")
    return answer.read_text(encoding="ascii")


def run_program(command: list[str], directory: str, budget: Budget) -> bool:
    """Run to the end; False when the limit or a stop came first, which ends the program."""
    with Path(directory, "output").open("wb") as output:
        process = subprocess.Popen(
            command, cwd=directory, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            wait = 0.001
            while process.poll() is None:
                if budget.is_spent():
                    return False
                time.sleep(wait)
                wait = min(2 * wait, EVERY)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    return True


class GlpkMinisat(Glpk):
    """GLPK's translation to MiniSat."""

    name = "glpk-minisat"
    summary = "glpsol --minisat: the MathProg model as a formula for the MiniSat inside GLPK"
    flags = ("--minisat",)

    def refuses(self, cover: ExactCover) -> str | None:
        """An infeasible answer of glpsol --minisat is only worth something for sums of ones with one bound."""
        if any(len(set(option)) != len(option) for option in cover.options):
            return "takes no option that covers an item twice"
        return None
