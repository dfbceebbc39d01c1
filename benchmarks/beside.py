"""Whole processes side by side: ours and every program that can be had, on the same puzzles: CPU seconds and memory.

    uv run python benchmarks/beside.py --json docs/data/bench-beside.json [--runs 5] [--limit 30] [--only WORD] [--ours PYTHON]
        [--peers BIN] [--npm FOLDER] [--burrtxt PROGRAM] [--burrtxt-simd PROGRAM] [--simd PROGRAM] [--rust PROGRAM]

CPU seconds (user and system) of a process from its start to its end, medians; the programs take turns, so that all are
measured in the same minute. Ours reads the notation, searches, checks and prints; the others read the same cover, or the
same puzzle in their own format, as `tilewright export` writes it. Numbers of solutions are compared, and a wrong one is
said. What takes more than the limit, or 20 times what ours takes if that is less (but 6 s), is ended; the file
remembers it, and it is not run again unless --again says so. What takes more than 10 s is run three times at most.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

import covers
from dump_cover import cover_text
from large_instances import shikaku
from measurements import Rows, compiled_program, options

from tilewright import Packing, Puzzle, load
from tilewright.errors import TilewrightError
from tilewright.exact_cover.problem import ExactCover
from tilewright.formats import dlx
from tilewright.formats.model import export
from tilewright.kinds.shikaku import text

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
Asked = Literal["all", "first"]
OURS, NATIVE, THREADS = "ours", "ours, native", "ours, 2 threads"
YARDSTICKS = {"plain sweep": "plain_sweep", "dancing links": "dlx", "sparse sets": "sparse_sets"}  # of this folder
SHORTEST = (6.0, 2.0)  # CPU seconds that every program is given; in drawn.py, where many puzzles are small
FACTOR = 20.0  # times what ours takes is the most that another is given
SLOW = 10.0  # what takes longer is run three times at most
RUST_BOARDS = {"6x10": "6x10", "3x20": "3x20", "8x8 with hole": "8x8"}
SOLVED = (0, 10, 20)  # SAT solvers and miniexact say 10 of what they solved, miniexact 20 when it listed all
OVER = (-24, -9, 137, 152)  # of what the limit on CPU time ended
NUMBERS = {"miniexact": r"Found (\d+)", "burrTxt": r"(\d+) assemblies", "burrTxt SIMD": r"(\d+) assemblies"}


@dataclass(frozen=True)
class Task:
    """What is asked for: all solutions counted, or the first; of a puzzle, a cover, or a loop over many covers.

    words: what the command line takes, `count` or `solve` and a notation; empty for covers.
    """

    name: str
    asked: Asked
    words: tuple[str, ...] = ()
    loop: tuple[ExactCover, ...] = ()
    puzzle: Puzzle | None = field(default=None, compare=False)

    @classmethod
    def of(cls, name: str, notation: str, asked: Asked, *more: str) -> Task:
        """A puzzle by what the command line takes."""
        words = ("count" if asked == "all" else "solve", notation, *more)
        return cls(name, asked, words, puzzle=load(notation))


@dataclass(frozen=True)
class Run:
    """One process: CPU seconds, wall seconds, peak memory in MB, the end of what it printed."""

    seconds: float
    wall: float
    memory: float
    ended: str
    is_over: bool


def tasks(folder: Path) -> list[Task]:
    """The instances of the table."""
    (folder / "shikaku-100").write_text(text.dump_grid(shikaku(100)), encoding="ascii")
    rng = Random("sudokus in a loop")
    return [
        Task.of("6x10", "pentominoes@6x10", "all"),
        Task.of("3x20", "pentominoes@3x20", "all"),
        Task.of("8x8 with hole", "pentominoes@8x8-r3c3,r3c4,r4c3,r4c4", "all"),
        Task.of("hexiamonds 6x6", "hexiamonds@6x6", "all"),
        Task.of("tetrominoes 8x8", "tetrominoes*@8x8", "all"),
        Task.of("Soma", "soma@3x3x3", "all"),
        Task.of("Kanoodle pyramid", "kanoodle/pyramid", "all"),
        Task.of("solid pentominoes 3x4x5", "solid-pentominoes@3x4x5", "all"),
        Task.of("Bedlam", "bedlam@4x4x4", "all"),
        Task.of("Tetris Cube", "tetris-cube", "all"),
        Task("Langford 12", "all", loop=(covers.langford(12),)),
        Task("Latin squares 5x5", "all", loop=(covers.latin(5),)),
        Task("1,000 sudokus, first", "first", loop=tuple(covers.sudoku(rng, 32) for _ in range(1000))),
        Task("1,000 boards of 20 cells, first", "first", loop=tuple(covers.boards(1000))),
        Task.of("Bedlam, first", "bedlam@4x4x4", "first"),
        Task.of("FNPUV, first", "FNPUV@5x5", "first"),
        Task.of("Doodle Fit two, first", str(EXAMPLES / "doodle-fit/two"), "first"),
        Task.of("Shikaku 17x15, first", str(EXAMPLES / "shikaku/blog-17x15"), "first"),
        Task.of("Shikaku 100x100, first", str(folder / "shikaku-100"), "first"),
        Task.of("edges 4x4", str(EXAMPLES / "edges/sixteen.edges"), "all", "--labelled"),
    ]


def built(folder: Path) -> dict[str, list[str]]:
    """The command of each yardstick, compiled for this machine."""
    return {shown: compiled_program(name, folder) for shown, name in YARDSTICKS.items()}


def run(command: list[str], limit: float, folder: Path) -> Run:
    """Run a process; RuntimeError when it fails, or says behind `- ` why it cannot.

    `time` starts it, so that the memory of this process, which is large, is not taken for that of its child.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    bounded = ["sh", "-c", f'ulimit -t {max(1, round(limit))}; exec "$@"', "sh", *command]
    note, began = folder / "time", time.monotonic()
    with (folder / "out").open("wb") as out:
        process = subprocess.Popen(
            ["/usr/bin/time", "-f", "%M", "-o", str(note), *bounded],
            stdout=out, stderr=subprocess.DEVNULL, env=environment,
        )  # fmt: skip
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = code = os.waitstatus_to_exitcode(status)
    with (folder / "out").open("rb") as out:
        out.seek(max(0, out.seek(0, os.SEEK_END) - 20_000))
        said = out.read().decode(errors="replace").strip()
    if said.startswith("- "):
        raise RuntimeError(said[2:])
    if code not in SOLVED + OVER and not (code == 1 and said.isdigit()):  # ours counted none
        raise RuntimeError(f"failed with exit code {code}")
    memory = int(note.read_text().split()[-1]) / 1000
    return Run(used.ru_utime + used.ru_stime, time.monotonic() - began, memory, said, code in OVER)


def commands(task: Task, folder: Path, args: argparse.Namespace) -> dict[str, list[str]]:
    """What is run, by program; the texts of the cover and the puzzle are written to the folder."""
    made = (task.puzzle.compile().cover,) if task.puzzle else task.loop
    numbers, texts = [], []
    for number, cover in enumerate(made):
        named = cover.replace(names=[f"i{item}" for item in range(len(cover.lo))])
        said = export(task.puzzle, "dlx") if task.puzzle else dlx.dump_cover(named)
        numbers.append(folder / f"{number}.cover")
        texts.append(folder / f"{number}.dlx")
        numbers[-1].write_text(cover_text(cover), encoding="ascii")
        texts[-1].write_text(said, encoding="utf-8")
    is_colored = any(cover.colors for cover in made)
    is_first, files = task.asked == "first", [str(path) for path in texts]
    found = ours(task, files, args.ours)
    if not is_colored:
        small = args.yardsticks | ({"SIMD cover search": [str(args.simd)]} if args.simd else {})
        found |= {name: [*command, *["-first"] * is_first, *map(str, numbers)] for name, command in small.items()}
        if is_first:
            del found["plain sweep"]  # it lists all
    if args.peers:
        for name in ("xcover", "exact-cover", "CP-SAT"):
            found[name] = [str(args.peers / "python"), str(HERE / "peers.py"), name, task.asked, *files]
        if len(files) == 1:
            algorithm = "-c" if is_colored else "-x" if max(made[0].upper, default=1) == 1 else "-m"
            found["miniexact"] = [str(args.peers / "miniexact"), algorithm, *["-e"] * (not is_first), *files]
    if args.npm:
        found["dancing-links"] = ["node", str(HERE / "dancing_links.mjs"), str(args.npm), task.asked, *files]
    return found | specialists(task, folder, args)


def ours(task: Task, files: list[str], python: str) -> dict[str, list[str]]:
    """Our command: without a named engine, by `native`, and by two threads."""
    if len(files) > 1:
        return {OURS: [python, str(HERE / "peers.py"), "tilewright", task.asked, *files]}
    words = list(task.words) or ["cover", files[0], *["--count"] * (task.asked == "all")]
    plain = [python, "-m", "tilewright", *words]
    return {OURS: plain, NATIVE: [*plain, "--engine", "native"], THREADS: [*plain, "--threads", "2"]}


def specialists(task: Task, folder: Path, args: argparse.Namespace) -> dict[str, list[str]]:
    """Programs that know pieces: burrTxt, which lists all up to rotations, and that of the five rectangles; CaDiCaL on our formula."""
    found: dict[str, list[str]] = {}
    if task.puzzle is None:
        return found
    # Where copies are free it takes mirror images for one in some tilings, and its flat pieces may always turn over.
    is_fixed = isinstance(task.puzzle, Packing) and all(each.copies[0] == each.copies[1] for each in task.puzzle.pieces)
    if task.asked == "all" and is_fixed:
        try:
            (folder / "xmpuzzle").write_text(export(task.puzzle, "xmpuzzle"), encoding="utf-8")
        except TilewrightError:  # a lattice that it does not know
            pass
        else:
            both = {"burrTxt": args.burrtxt, "burrTxt SIMD": args.burrtxt_simd}
            found = {name: [str(path), "-q", "-r", str(folder / "xmpuzzle")] for name, path in both.items() if path}
    if task.asked == "first" and shutil.which("cadical"):
        (folder / "dimacs").write_text(export(task.puzzle, "dimacs"), encoding="utf-8")
        found["CaDiCaL"] = ["cadical", "-q", str(folder / "dimacs")]
    if args.rust and task.name in RUST_BOARDS:
        found["pentomino-solver"] = [str(args.rust), RUST_BOARDS[task.name], "small"]
    return found


def expected(task: Task, count: int, folder: Path, args: argparse.Namespace) -> set[int]:
    """The numbers that burrTxt may say: it counts up to rotations, of flat pieces up to all symmetries."""
    numbers = {count}
    for group in ("rotations", "symmetries"):
        command = [args.ours, "-m", "tilewright", *task.words, "--up-to", group]
        numbers.add(int(run(command, args.limit, folder).ended))
    return numbers


def number(task: Task, name: str, said: str) -> int | None:
    """How many solutions a program says there are; of a loop their sum, and None for the first of a single puzzle."""
    found = re.findall(NUMBERS.get(name, r"^(\d+)(?![\d.])"), said, re.MULTILINE)
    if len(task.loop) > 1:
        return sum(map(int, found))
    return int(found[-1]) if found and task.asked == "all" else None


def medians(runs: dict[str, list[Run]], part: str) -> dict[str, float]:
    return {name: round(statistics.median(getattr(each, part) for each in found), 3) for name, found in runs.items()}


def row(task: Task, folder: Path, args: argparse.Namespace, before: dict[str, Any]) -> dict[str, Any]:
    """Medians of a task: seconds (none of what took more than `over` says), memory and wall time; `cannot`: why a program has none."""
    every = commands(task, folder, args)
    runs: dict[str, list[Run]] = defaultdict(list)
    cannot: dict[str, str] = {}
    over: dict[str, float] = (
        {} if args.again else {name: most for name, most in before.get("over", {}).items() if name != OURS}
    )
    wrong: list[str] = []
    count, limit = None, args.limit
    classes: set[int] = set(before.get("classes", ()))
    for turn in range(args.runs):
        for name, command in every.items():
            is_once = args.others_once and not name.startswith(OURS)
            if name in cannot or name in over or (turn and is_once) or (turn > 2 and runs[name][0].seconds > SLOW):
                continue
            try:
                done = run(command, limit, folder)
            except RuntimeError as error:
                cannot[name] = str(error)
                continue
            if done.is_over:
                over[name] = round(limit)
                continue
            runs[name].append(done)
            if name == OURS and turn == 0:
                limit = min(args.limit, max(SHORTEST[args.others_once], FACTOR * done.seconds))
                count = number(task, name, done.ended)
            if turn == 0 and count is not None and (found := number(task, name, done.ended)) != count:
                if name.startswith("burrTxt"):
                    classes = classes or expected(task, count, folder, args)
                if found not in classes:
                    wrong.append(f"{name}: {found}, ours {count}")
    return {
        "instance": task.name,
        "asked": task.asked,
        "load": round(os.getloadavg()[0], 1),
        "count": count,
        **{part: medians(runs, part) for part in ("seconds", "wall", "memory")},
        "over": over,
        "cannot": cannot,
        "wrong": wrong,
        "classes": sorted(classes),
    }


def programs(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add where the programs are."""
    parser.add_argument("--ours", default=sys.executable, help="the Python of an environment with tilewright")
    for name, said in (
        ("peers", "the bin folder of an environment with the packages of PyPI"),
        ("npm", "the folder with dancing-links in node_modules"),
        ("burrtxt", "the program of BurrTools"),
        ("burrtxt-simd", "the same with its search of 2026"),
        ("simd", "that search alone, on covers as the yardsticks read them"),
        ("rust", "the program of pentomino_solver/"),
    ):
        parser.add_argument(f"--{name}", type=Path, help=said)
    parser.add_argument("--again", action="store_true", help="run again what the limit ended before")
    return parser


def main() -> None:
    args = programs(options(__doc__, runs=5, limit=30.0, only="")).parse_args()
    args.others_once = False
    rows = Rows(args.json, limit=args.limit, runs=args.runs).resumed()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        args.yardsticks = built(folder)
        for task in tasks(folder):
            if args.only in task.name:
                before = next((each for each in rows if each["instance"] == task.name), {})
                rows.add(row(task, folder, args, before), "instance")
    if wrong := [f"{each['instance']}: {one}" for each in rows for one in each["wrong"]]:
        raise SystemExit("; ".join(wrong))


if __name__ == "__main__":
    main()
