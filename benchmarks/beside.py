"""Whole processes side by side: ours with each form of output, and other programs on the same covers.

    uv run python benchmarks/beside.py --json docs/data/bench-beside.json [--runs 5] [--limit 20] [--ours PYTHON] [--peers DIR]
        [--rust PROGRAM] [--burrtxt PROGRAM]

CPU seconds of a process from its start to its end, medians; the programs take turns, so that all are measured in the
same minute. Ours starts from the notation and checks, draws and writes all; the yardsticks of this folder start from
the cover as a text, and print a number. Byte code is cached, as it is after an installation. `--ours` is the interpreter of
an environment in which the package is installed as users have it: in that of its developers each start takes 20 ms more.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from large_instances import shikaku
from measurements import Rows, options
from yardsticks import built

from tilewright import Puzzle, Shikaku, bench, load
from tilewright.bench import cover_text
from tilewright.formats.model import export
from tilewright.kinds.shikaku import text

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


# Exit codes: SAT solvers and miniexact say 10 of what they solved, miniexact 20 when it listed all.
SOLVED = (0, 10, 20)
OVER = (-24, -9, 152, 137)  # of what the limit on CPU time ended, by itself or in a shell
NOTHING_TO_WRITE = "a count has no tilings to write"
ONE_ONLY = "finds one solution"
ALL_ONLY = "lists all tilings"
THESE_BOARDS = "knows the five boards of twelve pentominoes"
NO_CLUES = "its file has no clues"


@dataclass(frozen=True)
class Programs:
    """The Python that has ours; the yardsticks of this folder; the folder of `miniexact` and `exact-cover`; single programs."""

    ours: str
    yardsticks: dict[str, list[str]]
    peers: Path | None
    rust: Path | None
    burrtxt: Path | None


def cpu_seconds(command: Sequence[str], limit: float) -> float | None:
    """User and system seconds of one run; None when it takes more CPU time than the limit.

    RuntimeError when it fails, or says in its first line, behind `- `, why it cannot.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    bounded = ["sh", "-c", f'ulimit -t {max(1, round(limit))}; exec "$@"', "sh", *command]
    with tempfile.TemporaryFile() as written:
        done = subprocess.run(bounded, stdout=written, stderr=subprocess.DEVNULL, env=environment, check=False)
        written.seek(0)
        said = written.readline(200).decode(errors="replace").strip()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if said.startswith("- "):
        raise RuntimeError(f"refused: {said[2:]}")
    if done.returncode not in SOLVED + OVER:
        raise RuntimeError(f"failed with exit code {done.returncode}")
    return spent if done.returncode in SOLVED else None


def commands(name: str, folder: Path, programs: Programs) -> dict[str, list[str] | str]:
    """What is run for an instance, by column; a sentence where a program cannot do it."""
    notation, asked = INSTANCES[name]
    if not notation:
        notation = str(folder / "shikaku")
        Path(notation).write_text(text.dump_grid(shikaku(100)), encoding="ascii")
    tilewright = [programs.ours, "-m", "tilewright"]
    ours = [*tilewright, "solve", notation, *(["--all"] if asked == "all" else [])]
    written: dict[str, list[str] | str] = {
        f"ours, {suffix}": [*ours, "-o", str(folder / f"x{suffix}"), "--force"] for suffix in (".txt", ".jsonl")
    }
    if asked == "count":
        ours = [*tilewright, "count", notation]
        written = dict.fromkeys(written, NOTHING_TO_WRITE)
    puzzle = load(notation)
    (folder / "cover").write_text(cover_text(puzzle.compile().cover), encoding="ascii")
    first = asked == "first"
    return {
        "ours": ours,
        **written,
        **yardsticks(asked, folder, programs.yardsticks),
        **(packages(puzzle, first, folder, programs.peers) if programs.peers else {}),
        **solvers(puzzle, first, folder),
        **specialists(name, puzzle, first, folder, programs),
    }


def yardsticks(asked: str, folder: Path, built: dict[str, list[str]]) -> dict[str, list[str] | str]:
    """The programs of this folder; the plain sweep knows no other end than that of everything."""
    words = {"first": ["-first"], "all": [], "count": []}[asked]
    found: dict[str, list[str] | str] = {
        each: [*command, *words, str(folder / "cover")] for each, command in built.items()
    }
    if asked == "first":
        found["plain sweep"] = ALL_ONLY
    return found


def packages(puzzle: Puzzle, first: bool, folder: Path, peers_folder: Path) -> dict[str, list[str] | str]:
    """The packages of PyPI: miniexact by algorithm X, or M where an item may be covered several times."""
    cover = puzzle.compile().cover
    once = max(cover.upper, default=1) == 1
    (folder / "cover.dlx").write_text(export(puzzle, "dlx"), encoding="ascii")
    python, ending = str(peers_folder / "python"), [bench.__file__, str(folder / "cover")]
    listing = [python, ending[0], "exact-cover", ending[1]]
    finding = [python, str(Path(__file__).with_name("exact_cover_first.py")), *ending]
    dlx = str(folder / "cover.dlx")
    return {
        "miniexact": [str(peers_folder / "miniexact"), "-x" if once else "-m", *["-e"] * (not first), dlx],
        "exact-cover": (finding if first else listing) if once else "knows items that are covered once",
    }


def solvers(puzzle: Puzzle, first: bool, folder: Path) -> dict[str, list[str] | str]:
    """A solver of clauses and one of integer programs, where they are installed: each finds one solution."""
    found: dict[str, list[str] | str] = {}
    for solver, form, command in (
        ("CaDiCaL", "dimacs", ["cadical", "-q"]),
        ("glpsol", "mathprog", ["glpsol", "-m"]),
    ):
        if shutil.which(command[0]):
            found[solver] = [*command, str(folder / form)] if first else ONE_ONLY
            if first:
                (folder / form).write_text(export(puzzle, form), encoding="utf-8")
    return found


def specialists(name: str, puzzle: Puzzle, first: bool, folder: Path, programs: Programs) -> dict[str, list[str] | str]:
    """Programs that know pieces and boards: burrTxt, which lists all up to rotations, and that of the five rectangles."""
    found: dict[str, list[str] | str] = {}
    if programs.burrtxt and (first or isinstance(puzzle, Shikaku)):
        found["burrTxt"] = NO_CLUES if isinstance(puzzle, Shikaku) else ALL_ONLY
    elif programs.burrtxt:
        (folder / "xmpuzzle").write_text(export(puzzle, "xmpuzzle"), encoding="utf-8")
        found["burrTxt"] = [str(programs.burrtxt), "-q", "-r", str(folder / "xmpuzzle")]
    if programs.rust:
        board = RUST_BOARDS.get(name)
        found["pentomino-solver"] = THESE_BOARDS if board is None else [str(programs.rust), board, "small"]
    return found


def row(name: str, folder: Path, programs: Programs, runs: int, limit: float) -> dict[str, Any]:
    """Medians of an instance; None for what takes longer than the limit, and `cannot`: why a program has none."""
    asked = commands(name, folder, programs)
    cannot = {each: command for each, command in asked.items() if isinstance(command, str)}
    every = {each: command for each, command in asked.items() if not isinstance(command, str)}
    seconds: dict[str, list[float]] = {each: [] for each in every}
    given_up: set[str] = set()
    for number in range(runs + 1):  # the first warms up what is cached, and is not counted
        for each in [each for each in every if each not in given_up and each not in cannot]:
            try:
                spent = cpu_seconds(every[each], limit)
            except RuntimeError as error:  # no measurement
                print(f"{name}, {each}: {error}", file=sys.stderr, flush=True)
                cannot[each] = str(error)
                continue
            if spent is None:
                given_up.add(each)
            elif number:
                seconds[each].append(spent)
    medians = {
        each: None if each in given_up else round(statistics.median(seconds[each]), 3)
        for each in every
        if each not in cannot
    }
    return {"instance": name, "load": round(os.getloadavg()[0], 1), "seconds": medians, "cannot": cannot}


def main() -> None:
    parser = options(__doc__, runs=5, limit=20.0, only="")
    parser.add_argument("--ours", default=sys.executable, help="the Python of an environment with tilewright")
    parser.add_argument("--peers", type=Path, help="the bin folder of an environment with miniexact and exact-cover")
    parser.add_argument("--rust", type=Path, help="the program of pentomino_solver/")
    parser.add_argument("--burrtxt", type=Path, help="the program of BurrTools")
    args = parser.parse_args()
    rows = Rows(args.json, limit=args.limit)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = Programs(args.ours, built(folder, "-march=native"), args.peers, args.rust, args.burrtxt)
        for instance in INSTANCES:
            if args.only in instance:
                rows.add(row(instance, folder, programs, args.runs, args.limit))


if __name__ == "__main__":
    main()
