"""Other programs on the same covers, which they read as plain numbers, each in a process of its own under a time limit.

Packages for Python are run by this file itself: `python -m tilewright.bench.peers NAME COVER`. The plain sweep is
compiled on the spot.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module, resources, util
from pathlib import Path
from typing import Any

from tilewright.cover.problem import ExactCover

PEERS = {"xcover": "xcover", "exact-cover": "exact_cover", "dxz": "dxz", "miniexact": "miniexact"}  # package: module


def peer_commands() -> tuple[dict[str, list[str]], list[str]]:
    """(the commands of the packages that are installed, the names of those that are not)."""
    here = {name: [sys.executable, "-m", __name__, name] for name, module in PEERS.items() if util.find_spec(module)}
    return here, [name for name in PEERS if name not in here]


def _read(path: Path) -> tuple[list[list[int]], int, int] | None:
    """(options, primary items, secondary items) of a dumped cover; None when some item is neither."""
    lo, hi, _, *rows = ([int(word) for word in line.split()] for line in path.read_text().splitlines())
    bounds = list(zip(lo[1:], hi[1:], strict=True))
    if any(bound not in ((1, 1), (0, 1)) for bound in bounds):
        return None
    # Others want the primary items first.
    ranked = sorted(range(len(bounds)), key=lambda item: -bounds[item][0])
    name = {item: place for place, item in enumerate(ranked)}
    primary = sum(low for low, _ in bounds)
    return [[name[item] for item in row[1:]] for row in rows[:-1]], primary, len(bounds) - primary


def _peer(name: str, path: Path) -> str:
    """What this process prints as the program of a package."""
    read = _read(path)
    if read is None:
        return "- items that are covered more than once"
    options, primary, secondary = read
    if secondary and name in ("exact-cover", "dxz"):
        return "- cells that may stay empty"
    module = import_module(PEERS[name])
    count = {"xcover": _xcover, "exact-cover": _exact_cover, "dxz": _dxz, "miniexact": _miniexact}[name]
    began = time.process_time()
    found = count(module, options, primary, secondary)
    return f"{found} {(time.process_time() - began) * 1000:.3f}"


def _xcover(module: Any, options: list[list[int]], primary: int, secondary: int) -> int:
    items = range(primary + secondary)
    found = module.covers(options, primary=[*items[:primary]], secondary=[*items[primary:]])
    return sum(1 for _ in found)


def _exact_cover(module: Any, options: list[list[int]], primary: int, secondary: int) -> int:
    import numpy as np  # only this package needs it

    matrix = np.zeros((len(options), primary), dtype=np.int32)
    for row, option in enumerate(options):
        matrix[row, option] = 1
    return len(module.get_all_solutions(matrix))


def _dxz(module: Any, options: list[list[int]], primary: int, secondary: int) -> int:
    flat = [int(item in option) for option in map(frozenset, options) for item in range(primary)]
    return int(module.dxz_count(len(options), primary, flat))


def _miniexact(module: Any, options: list[list[int]], primary: int, secondary: int) -> int:
    solver = module.miniexacts_x()
    items = [solver.primary(f"p{item}") for item in range(primary)]
    items += [solver.secondary(f"s{item}") for item in range(secondary)]
    for option in options:
        solver.add([items[item] for item in option])
    found = 0
    while solver.solve() == 10:
        found += 1
    return found


if __name__ == "__main__":
    print(_peer(sys.argv[1], Path(sys.argv[2])))


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
