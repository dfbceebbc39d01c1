"""Whole processes side by side: ours with each form of output, and other programs on the same covers.

    uv run python benchmarks/beside.py --json docs/data/bench-beside.json [--runs 5] [--limit 20] [--ours PYTHON] [--peers DIR]
        [--rust PROGRAM] [--burrtxt PROGRAM]

CPU seconds of a process from its start to its end, medians; the programs take turns, so that all are measured in the
same minute. Ours starts from the notation and checks, draws and writes all; the yardsticks of this folder start from
the cover as a text, and print a number. Byte code is cached, as it is after an installation. `--ours` is the interpreter of
an environment in which the package is installed as users have it: in that of its developers each start takes 20 ms more.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from large_instances import shikaku
from yardsticks import built

from tilewright import Puzzle, load
from tilewright.bench import peers
from tilewright.bench.yardstick import cover_text
from tilewright.formats.export import export
from tilewright.formats.puzzles import shikaku_grid

EXAMPLES = Path(__file__).parents[1] / "examples"
# name: what the command line takes, and what is asked for
INSTANCES = {
    "6x10": ("pentominoes@6x10", "all"),
    "5x12": ("pentominoes@5x12", "all"),
    "4x15": ("pentominoes@4x15", "all"),
    "3x20": ("pentominoes@3x20", "all"),
    "8x8 with hole": ("pentominoes@8x8-r3c3,r3c4,r4c3,r4c4", "all"),
    "Soma": ("soma@3x3x3", "all"),
    "Bedlam, first": ("bedlam@4x4x4", "first"),
    "FNPUV, first": ("FNPUV@5x5", "first"),
    "Doodle Fit two, first": (str(EXAMPLES / "doodle-fit/two"), "first"),
    "Shikaku 17x15, first": (str(EXAMPLES / "shikaku/blog-17x15"), "first"),
    "Shikaku 100x100, first": ("", "first"),  # made by large_instances.py
    "tetrominoes 8x8, count": ("tetrominoes*@8x8", "count"),
}
RUST_BOARDS = {"6x10": "6x10", "5x12": "5x12", "4x15": "4x15", "3x20": "3x20", "8x8 with hole": "8x8"}


SOLVED = (
    0,
    10,
    20,
)  # exit codes; SAT solvers and miniexact say 10 of what they solved, miniexact 20 when it listed all
OVER = (-24, -9, 152, 137)  # of what the limit on CPU time ended, by itself or in a shell


@dataclass(frozen=True)
class Programs:
    """The Python that has ours; the yardsticks of this folder; the folder of `miniexact` and `exact-cover`; single programs."""

    ours: str
    yardsticks: dict[str, list[str]]
    peers: Path | None
    rust: Path | None
    burrtxt: Path | None


def cpu_seconds(command: Sequence[str], limit: float) -> float | None:
    """User and system seconds of one run; None when it takes more CPU time than the limit. RuntimeError when it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    quiet = subprocess.DEVNULL
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    bounded = ["sh", "-c", f'ulimit -t {max(1, round(limit))}; exec "$@"', "sh", *command]
    done = subprocess.run(bounded, stdout=quiet, stderr=quiet, env=environment, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode not in SOLVED + OVER:
        raise RuntimeError(f"exit code {done.returncode} of {' '.join(command)}")
    return spent if done.returncode in SOLVED else None


def commands(name: str, folder: Path, programs: Programs) -> dict[str, list[str]]:
    """What is run for an instance, by column."""
    notation, asked = INSTANCES[name]
    if not notation:
        notation = str(folder / "shikaku")
        Path(notation).write_text(shikaku_grid.dump(shikaku(100)), encoding="ascii")
    tilewright = [programs.ours, "-m", "tilewright"]
    if asked == "count":
        return {"ours": [*tilewright, "count", notation]}
    ours = [*tilewright, "solve", notation, *(["--all"] if asked == "all" else [])]
    written = {f"ours, {suffix}": [*ours, "-o", str(folder / f"x{suffix}"), "--force"] for suffix in (".txt", ".jsonl")}
    return {"ours": ours, **written, **others(name, load(notation), folder, programs)}


def others(name: str, puzzle: Puzzle, folder: Path, programs: Programs) -> dict[str, list[str]]:
    """The other programs, each given the puzzle in the form it reads."""
    first = INSTANCES[name][1] == "first"
    (folder / "cover").write_text(cover_text(puzzle.compile().cover), encoding="ascii")
    found = {
        each: [*command, *["-first"] * first, str(folder / "cover")] for each, command in programs.yardsticks.items()
    }
    if programs.peers:
        (folder / "cover.dlx").write_text(export(puzzle, "dlx"), encoding="ascii")
        found["miniexact"] = [str(programs.peers / "miniexact"), "-m", *["-e"] * (not first), str(folder / "cover.dlx")]
        if not first:
            exact_cover = [str(programs.peers / "python"), peers.__file__, "exact-cover", str(folder / "cover")]
            found["exact-cover"] = exact_cover
    if first:
        for solver, form, command in (
            ("CaDiCaL", "dimacs", ["cadical", "-q"]),
            ("glpsol", "mathprog", ["glpsol", "-m"]),
        ):
            if shutil.which(command[0]):
                (folder / form).write_text(export(puzzle, form), encoding="utf-8")
                found[solver] = [*command, str(folder / form)]
    elif programs.burrtxt:  # it lists all, up to rotations
        (folder / "xmpuzzle").write_text(export(puzzle, "xmpuzzle"), encoding="utf-8")
        found["burrTxt"] = [str(programs.burrtxt), "-q", "-r", str(folder / "xmpuzzle")]
    if programs.rust and name in RUST_BOARDS:
        found["pentomino-solver"] = [str(programs.rust), RUST_BOARDS[name], "small"]
    return found


def row(name: str, folder: Path, programs: Programs, runs: int, limit: float) -> dict[str, Any]:
    every = commands(name, folder, programs)
    seconds: dict[str, list[float]] = {each: [] for each in every}
    given_up: set[str] = set()
    failed: set[str] = set()
    for number in range(runs + 1):  # the first warms up what is cached, and is not counted
        for each in every.keys() - given_up - failed:
            try:
                spent = cpu_seconds(every[each], limit)
            except RuntimeError as error:  # told, and left out: it is no measurement
                print(f"{name}, {each}: {error}", file=sys.stderr, flush=True)
                failed.add(each)
                continue
            if spent is None:
                given_up.add(each)
            elif number:
                seconds[each].append(spent)
    medians = {
        each: None if each in given_up else round(statistics.median(seconds[each]), 3)
        for each in every
        if each not in failed
    }
    return {"instance": name, "load": round(os.getloadavg()[0], 1), "seconds": medians}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=20.0)
    parser.add_argument("--only", default="")
    parser.add_argument("--ours", default=sys.executable, help="the Python of an environment with tilewright")
    parser.add_argument("--peers", type=Path, help="the bin folder of an environment with miniexact and exact-cover")
    parser.add_argument("--rust", type=Path, help="the program of pentomino_main.rs")
    parser.add_argument("--burrtxt", type=Path, help="the program of BurrTools")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = Programs(options.ours, built(folder, "-march=native"), options.peers, options.rust, options.burrtxt)
        for instance in INSTANCES:
            if options.only in instance:
                rows.append(row(instance, folder, programs, options.runs, options.limit))
                print(json.dumps(rows[-1]), flush=True)
    if options.json:
        head = {"date": str(date.today()), "command": "benchmarks/beside.py", "limit": options.limit}
        options.json.write_text(json.dumps({**head, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
