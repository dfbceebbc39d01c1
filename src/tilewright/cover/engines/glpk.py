"""GLPK's `glpsol` as a program of its own: the classic way of Doodle Fit. Run without a shell, in a temporary place."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from tilewright.cover.encodings import mathprog
from tilewright.cover.encodings.matrix import SECONDS_AN_ENTRY, Cut, Matrix
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.deadline import in_time
from tilewright.cover.search.engine import Engine, register
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.cover.search.supervise import EVERY, spent
from tilewright.errors import TilewrightError


@register
class Glpk(Engine):
    """GLPK's integer solver."""

    name = "glpk"
    summary = "GLPK's glpsol on a MathProg model, the classic way of Doodle Fit; small puzzles"
    flags: ClassVar[tuple[str, ...]] = ()

    def unavailable(self) -> str | None:
        """Whether glpsol is missing."""
        return (
            None if shutil.which("glpsol") else "glpsol is not on PATH: install GLPK (Debian: apt install glpk-utils)"
        )

    def refuses(self, cover: ExactCover) -> str | None:
        """Nothing: every cover is a 0-1 program."""
        return None

    def solutions(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> Iterator[list[Solution]]:
        """All solutions one by one: one run of glpsol each, with a row more that forbids the last."""
        report.engine = self.name
        with in_time(limit, report) as deadline:
            deadline.require(SECONDS_AN_ENTRY * sum(cover.size))
            yield from self._listed(Matrix.of(cover), cover, limit, report)

    def _listed(self, matrix: Matrix, cover: ExactCover, limit: Limit, report: Report) -> Iterator[list[Solution]]:
        cuts = list[Cut]()
        if not matrix.width:  # a program without columns is none
            if not any(cover.lo):
                report.solutions = 1
                yield [()]
            report.ended = "exhausted"
            return
        while (solution := self._next(cover, cuts, limit, report)) is not None:
            report.solutions += 1
            report.nodes += 1
            yield [solution]
            if limit.solutions is not None and report.solutions >= limit.solutions:
                report.ended = "enough"
                return
            cuts.append(matrix.cut(solution))
            if not len(cuts[-1].columns):
                report.ended = "exhausted"
                return

    def _next(self, cover: ExactCover, cuts: list[Cut], limit: Limit, report: Report) -> Solution | None:
        with tempfile.TemporaryDirectory(prefix="tilewright-glpk-") as directory:
            model, answer = Path(directory, "model.mod"), Path(directory, "answer.sol")
            model.write_text(mathprog.dump(cover, cuts=cuts), encoding="ascii")
            command = ["glpsol", *self.flags, "--math", model.name, "-w", answer.name]
            if not _run(command, directory, limit, report):
                return None
            output = Path(directory, "output").read_text(errors="replace")
            none = "NO PRIMAL FEASIBLE SOLUTION" in output or "UNSATISFIABLE" in output
            if none and (not answer.exists() or re.search(r"^s mip \d+ \d+ u", answer.read_text(), re.MULTILINE)):
                # glpsol writes no answer, or an undefined one, when its preprocessor already finds that there is none
                report.ended = "exhausted"
                return None
            if not answer.exists():
                last = output.strip().splitlines()[-1:] or ["nothing"]
                raise TilewrightError(f"glpsol failed, its last word: {last[0]}")
            text = answer.read_text(encoding="ascii")
        extra = sum(1 for item, lo in enumerate(cover.lo) if lo and not any(item in option for option in cover.options))
        solution = mathprog.read_answer(text, len(cover.options), extra)
        if solution is None:
            report.ended = "exhausted"
        return solution


def _run(command: list[str], directory: str, limit: Limit, report: Report) -> bool:
    """Run to the end; False when the limit or a stop came first, which ends the program."""
    with Path(directory, "output").open("wb") as output:
        process = subprocess.Popen(
            command, cwd=directory, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            wait = 0.001
            while process.poll() is None:
                if spent(limit, report):
                    report.ended = "stopped" if report.stop else "limit"
                    return False
                time.sleep(wait)
                wait = min(2 * wait, EVERY)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    return True


@register
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
