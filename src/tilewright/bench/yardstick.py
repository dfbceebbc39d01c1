"""Peers to compare with: programs that read a cover as plain numbers, each in a process of its own under a time limit.

One of them is the plain sweep, compiled on the spot; `peers.py` is another, for packages for Python.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from tilewright.cover.problem import ExactCover

COMPILERS = ("c++", "g++", "clang++")


@dataclass(frozen=True)
class PeerResult:
    """The result of another program: median CPU seconds and solutions, or why it refused.

    limit: whether the limit of wall time ended it; then the seconds are a lower bound.
    """

    seconds: float = 0.0
    solutions: int | None = 0
    limit: bool = False
    refused: str = ""

    def combined_with(self, other: PeerResult) -> PeerResult:
        """Return the sum of both."""
        solutions = (
            None if None in (self.solutions, other.solutions) else (self.solutions or 0) + (other.solutions or 0)
        )
        limit, refused = self.limit or other.limit, self.refused or other.refused
        return PeerResult(self.seconds + other.seconds, solutions, limit, refused)


def cover_text(cover: ExactCover) -> str:
    """Rows, each preceded by its length: lo, hi (-1: any), the options (their number first), the order."""
    hi = [-1 if most is None else most for most in cover.hi]
    return "\n".join(
        (
            _row(cover.lo),
            _row(hi),
            str(len(cover.options)),
            *map(_row, cover.options),
            _row(cover.order or range(len(hi))),
            "",
        )
    )


def _row(values: Sequence[int]) -> str:
    return " ".join(map(str, (len(values), *values)))


def build(folder: Path) -> tuple[list[str] | None, str]:
    """(the command of the plain sweep, compiled into the folder, or None; why not)."""
    compiler = next((path for name in COMPILERS if (path := shutil.which(name))), None)
    if compiler is None:
        return None, f"no plain sweep to compare with: there is no C++ compiler ({', '.join(COMPILERS)}) on PATH"
    program = folder / "plain_sweep"
    with resources.as_file(resources.files("tilewright").joinpath("data", "plain_sweep.cpp")) as source:
        command = [compiler, "-O3", "-march=native", "-std=c++20", "-o", str(program), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        first = (done.stderr.strip().splitlines() or ["no message"])[0]
        return None, f"no plain sweep to compare with: {compiler} failed: {first}"
    return [str(program)], ""


def _spent() -> float:
    """CPU seconds of programs that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def run_peer(command: Sequence[str], cover: Path, limit: float, repeat: int) -> PeerResult:
    """Run a program on a dumped cover; it prints solutions and milliseconds, or `-` and why it refuses."""
    seconds = []
    solutions = 0
    for _ in range(repeat):
        before = _spent()
        try:
            done = subprocess.run([*command, str(cover)], capture_output=True, text=True, timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            return PeerResult(_spent() - before, None, True)  # on a busy machine less than the limit
        words = done.stdout.split(maxsplit=1)
        if done.returncode or not words:
            return PeerResult(refused=(done.stderr.strip().splitlines() or ["it failed"])[-1])
        if words[0] == "-":
            return PeerResult(refused=words[1].strip())
        solutions = int(words[0])
        seconds.append(float(words[1]) / 1000)
    return PeerResult(statistics.median(seconds), solutions)
