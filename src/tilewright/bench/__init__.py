"""How fast: named instances, measured beside a plain sweep and other packages; see docs/measured/benchmarks.md.

The named instances of `tilewright bench` are in data/bench.json; puzzles may be given instead of a name. The clock starts at a
compiled cover and takes in all that comes after it. Other programs read the same covers as plain numbers, each in a process of
its own under a time limit; packages for Python are run by this file itself, called with NAME COVER. The plain
sweep is compiled on the spot.

The experiment of the Tetris-filling report asks how long the first filling of every board of some sides takes. The report's own
way is its formula of cell states, with margins of 3 cells, solved by MiniSat; ours is a search on the puzzle's exact cover. As in
the report only the solver's call is timed, in CPU seconds: not the formula, not the cover.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from statistics import median_low
from threading import Timer
from typing import Literal

from tilewright import loader
from tilewright.errors import NotationError, TilewrightError, quote
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.outcome import Ended
from tilewright.exact_cover.problem import ExactCover
from tilewright.explain.reasons import why_impossible
from tilewright.files import data_text
from tilewright.kinds import Packing
from tilewright.kinds.packing.cell_states import encode
from tilewright.puzzle import Puzzle
from tilewright.puzzle.check import faults
from tilewright.puzzle.puzzle import Compiled
from tilewright.system import has_package

PEERS = {"xcover": "xcover", "exact-cover": "exact_cover", "dxz": "dxz", "miniexact": "miniexact"}  # package: module


def peer_commands() -> tuple[dict[str, list[str]], list[str]]:
    """(the commands of the packages that are installed, the names of those that are not)."""
    here = {name: [sys.executable, __file__, name] for name, module in PEERS.items() if has_package(module)}
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
    prepare = {"xcover": _xcover, "exact-cover": _exact_cover, "dxz": _dxz, "miniexact": _miniexact}[name]
    count = prepare(options, primary, secondary)
    began = time.process_time()
    return f"{count()} {(time.process_time() - began) * 1000:.3f}"


def _xcover(options: list[list[int]], primary: int, secondary: int) -> Callable[[], int]:
    import xcover  # not of ours, as those below

    items = range(primary + secondary)
    first, others = [*items[:primary]], [*items[primary:]]
    return lambda: sum(1 for _ in xcover.covers(options, primary=first, secondary=others))


def _exact_cover(options: list[list[int]], primary: int, secondary: int) -> Callable[[], int]:
    import exact_cover  # as above
    import numpy as np  # only this package needs it

    def count() -> int:
        matrix = np.zeros((len(options), primary), dtype=np.int32)
        for row, option in enumerate(options):
            matrix[row, option] = 1
        return len(exact_cover.get_all_solutions(matrix))

    return count


def _dxz(options: list[list[int]], primary: int, secondary: int) -> Callable[[], int]:
    import dxz  # as above

    def count() -> int:
        flat = [int(item in option) for option in map(frozenset, options) for item in range(primary)]
        return int(dxz.dxz_count(len(options), primary, flat))

    return count


def _miniexact(options: list[list[int]], primary: int, secondary: int) -> Callable[[], int]:
    import miniexact  # as above

    def count() -> int:
        solver = miniexact.miniexacts_x()
        items = [solver.primary(f"p{item}") for item in range(primary)]
        items += [solver.secondary(f"s{item}") for item in range(secondary)]
        for option in options:
            solver.add([items[item] for item in option])
        found = 0
        while solver.solve() == 10:
            found += 1
        return found

    return count


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
        known = self.solutions is not None and other.solutions is not None
        solutions = (self.solutions or 0) + (other.solutions or 0) if known else None
        limit, refused = self.limit or other.limit, self.refused or other.refused
        return PeerResult(self.seconds + other.seconds, solutions, limit, refused)


def cover_text(cover: ExactCover) -> str:
    """Rows, each preceded by its length: lo, hi (-1: any), the options (their number first), the order."""
    hi = [-1 if most is None else most for most in cover.hi]
    rows = [cover.lo, hi, *cover.options, cover.order or range(len(hi))]
    lines = [" ".join(map(str, (len(row), *row))) for row in rows]
    return "\n".join([*lines[:2], str(len(cover.options)), *lines[2:], ""])


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


Job = Literal["list", "count", "find", "prove"]


@dataclass(frozen=True)
class Instance:
    """What is measured under one name: a job on one puzzle or on several, their times added.

    puzzles: (what `load` takes, the known number of tilings or None), one each.
    aim, ratio: seconds, and times as fast as the plain sweep, that are aimed at.
    engine: the engine that is meant when none is asked for ("auto": what the library would choose).
    slow: left out unless it is named.
    yardstick: whether the plain sweep and other packages can be expected to end.
    """

    name: str
    group: str
    job: Job
    puzzles: tuple[tuple[str, int | None], ...]
    aim: float | None = None
    ratio: float | None = None
    engine: str = "auto"
    slow: bool = False
    yardstick: bool = True
    source: str = ""
    given: tuple[Puzzle, ...] = field(default=(), compare=False)

    @property
    def compared(self) -> bool:
        """Whether the plain sweep and other packages are run beside it."""
        return self.yardstick and self.job in ("list", "count")

    def load(self) -> list[tuple[Puzzle, int | None]]:
        """The puzzles and their known numbers of tilings."""
        if self.given:
            return [(puzzle, None) for puzzle in self.given]
        return [(loader.load(text), known) for text, known in self.puzzles]


@lru_cache
def instances() -> dict[str, Instance]:
    """All of data/bench.json, by name."""
    text = data_text("bench.json")
    found: dict[str, Instance] = {}
    for row in json.loads(text)["instances"]:
        # A puzzle that no notation says is an object, which the loader takes as text.
        puzzles = ((each if isinstance(each, str) else json.dumps(each, indent=1), n) for each, n in row["puzzles"])
        found[row["name"]] = Instance(**{**row, "puzzles": tuple(puzzles)})
    return found


def select_instances(names: Sequence[str]) -> list[Instance]:
    """Return the instances of names, groups and puzzles; without any, all but the slow ones."""
    known = instances()
    if not names:
        return [instance for instance in known.values() if not instance.slow]
    groups = {instance.group for instance in known.values()}
    found: list[Instance] = []
    for name in names:
        if name in known:
            found.append(known[name])
        elif name in groups:
            found += [instance for instance in known.values() if instance.group == name and not instance.slow]
        else:
            found.append(_given(name, groups))
    return list({instance.name: instance for instance in found}.values())


def _given(name: str, groups: set[str]) -> Instance:
    try:
        puzzle = loader.load(name)
    except NotationError:
        if "@" in name:
            raise
        text = f"{quote(name)}: no instance, group or puzzle: expected one of {', '.join(instances())}"
        raise NotationError(f"{text}, a group ({', '.join(sorted(groups))}) or a puzzle such as FNPUV@5x5") from None
    return Instance(name, "given", "list", (), given=(puzzle,))


SWEEP = "plain sweep"


@dataclass(frozen=True)
class Run:
    """One run of one puzzle. `seconds` is CPU time with one thread and wall time with several."""

    seconds: float
    tilings: int
    nodes: int
    engine: str
    ended: Ended
    stopped: str = ""  # by what limit


@dataclass
class Measurement:
    """What was measured of an instance; seconds are medians, added over its puzzles.

    tilings: None when a limit came first. wrong: what is not as it is known to be, a line each. stopped: by what, likewise.
    peers:   the plain sweep ("plain sweep") and other packages on the same covers.
    """

    instance: Instance
    seconds: float = 0.0
    tilings: int | None = 0
    nodes: int = 0
    engine: str = ""
    wrong: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    peers: dict[str, PeerResult] = field(default_factory=dict)

    def ratio(self, name: str = SWEEP) -> float | None:
        """How many times our seconds the other took; when it was ended by the limit, that and more."""
        other = self.peers.get(name)
        return None if other is None or other.refused else other.seconds / max(self.seconds, 1e-9)


@dataclass(frozen=True)
class Setting:
    """How to measure: engine ("auto": that of the instance), repeats, seconds a run may take, and the peers."""

    engine: str = "auto"
    repeat: int = 3
    limit: float = 60.0
    threads: int = 1
    programs: Mapping[str, Sequence[str]] = field(default_factory=dict)


def measure(instance: Instance, setting: Setting, folder: Path) -> Measurement:
    """Measure an instance, and the programs of the setting on the same covers, which are written to `folder`."""
    row = Measurement(instance)
    for number, (puzzle, known) in enumerate(instance.load()):
        compiled = puzzle.compile() if instance.job == "find" else puzzle.compile().with_hints()
        run = median(list(run_repeatedly(compiled, instance, setting)))
        row.seconds += run.seconds
        row.nodes += run.nodes
        row.engine = run.engine if number == 0 or run.engine == row.engine else "several"
        over = run.ended in ("exhausted", "enough")
        row.tilings = row.tilings + run.tilings if over and row.tilings is not None else None
        name = instance.name if len(instance.puzzles) < 2 else f"{instance.name}, puzzle {number + 1}"
        if over:
            row.wrong += _wrong(name, instance.job, run, known)
        else:
            row.stopped.append(f"{name}: stopped by {run.stopped or 'an interrupt'}")
        if instance.compared:
            _run_peers(row, name, compiled, run.tilings if over else None, setting, folder)
    return row


def _wrong(name: str, job: Job, run: Run, known: int | None) -> list[str]:
    if job == "find":
        return [] if run.tilings else [f"{name}: no tiling found: expected one"]
    expected = 0 if job == "prove" else known
    return [] if expected in (None, run.tilings) else [f"{name}: {run.tilings} tilings: expected {expected}"]


def _run_peers(
    row: Measurement, name: str, compiled: Compiled, tilings: int | None, setting: Setting, folder: Path
) -> None:
    path = folder / "cover"
    path.write_text(cover_text(compiled.cover), encoding="ascii")
    for program, command in setting.programs.items():
        before = row.peers.get(program, PeerResult())
        if before.refused or before.limit:
            continue
        counting = ["-count"] if program == SWEEP and row.instance.job == "count" else []
        found = run_peer([*command, *counting], path, setting.limit, setting.repeat)
        known = not found.refused and tilings is not None and found.solutions is not None
        if program == SWEEP and known and found.solutions != tilings:
            row.wrong.append(f"{name}: {tilings} tilings: the plain sweep finds {found.solutions}")
        row.peers[program] = before.combined_with(found)


def clock(threads: int) -> float:
    """CPU seconds of this process and of programs it has run; wall seconds when several threads are to share the work."""
    if threads > 1:
        return time.perf_counter()
    others = os.times()
    return time.process_time() + others.children_user + others.children_system


def run_once(compiled: Compiled, job: Job, engine: str, limit: float, threads: int) -> Run:
    """One run of a job on a puzzle whose cover the kernel holds already."""
    began = clock(threads)
    if job == "prove" and engine == "auto" and (reason := why_impossible(compiled)) is not None:
        return Run(clock(threads) - began, 0, 0, f"reason: {reason.kind}", "exhausted")
    budget = Limit(seconds=limit, solutions=1 if job in ("find", "prove") else None)
    worker = choose(compiled.cover, engine)
    if job == "count":
        found = worker.count(compiled.cover, budget, threads=threads)
    else:
        stream = worker.solutions(compiled.cover, budget, threads=threads)
        for _ in stream:
            pass
        found = stream.outcome
    seconds = clock(threads) - began
    stopped = (found.reason or f"the time limit of {limit:g} s") if found.ended == "limit" else ""
    return Run(seconds, found.solutions, found.nodes, found.engine or worker.name, found.ended, stopped)


def run_repeatedly(compiled: Compiled, instance: Instance, setting: Setting) -> Iterator[Run]:
    """Yield the runs; fewer when the limit ends one."""
    kernel_cover(compiled.cover)  # the kernel's copy of the cover is made once, before the clock starts
    engine = instance.engine if setting.engine == "auto" else setting.engine
    for _ in range(setting.repeat):
        run = run_once(compiled, instance.job, engine, setting.limit, setting.threads)
        yield run
        if run.ended in ("limit", "stopped"):
            return


def median(runs: list[Run]) -> Run:
    """The run of the median time (of the lower two, when their number is even)."""
    middle = statistics.median_low([run.seconds for run in runs])
    return replace(next(run for run in runs if run.seconds == middle), ended=runs[-1].ended, stopped=runs[-1].stopped)


WARM_UP = "tetrominoes*@4x4"
REPORT = "cell states, MiniSat"
MISSING = "python-sat is not installed: pip install python-sat: the report's own way is left out"


@dataclass(frozen=True)
class Filling:
    """How long the first filling of a board took by one way; `seconds` is None when the limit came first.

    fillable: whether there is one; None when the limit came first.
    """

    rows: int
    columns: int
    way: str
    seconds: float | None
    fillable: bool | None


def ways(engine: str) -> tuple[str, ...]:
    """Return the names of what is measured: the report's way where MiniSat is installed, and ours."""
    return (*((REPORT,) if has_package("pysat") else ()), f"exact cover, {engine}")


def fillings(sides: range, columns_of: range, kinds: str, engine: str, limit: float, repeat: int) -> Iterator[Filling]:
    """Measure every board of these rows and columns whose area 4 divides, by each way; medians of `repeat` runs."""
    for run in _runs(Packing.parse(WARM_UP), engine, limit):
        run()  # imports what it needs
    for rows in sides:
        for columns in columns_of:
            if rows * columns % 4 == 0:
                puzzle = Packing.parse(f"tetrominoes:{kinds}*@{rows}x{columns}")
                for way, run in zip(ways(engine), _runs(puzzle, engine, limit), strict=True):
                    yield Filling(rows, columns, way, *_median(run, repeat))


TetrisRun = Callable[[], tuple[float | None, bool | None]]


def _runs(puzzle: Packing, engine: str, limit: float) -> list[TetrisRun]:
    """What measures the puzzle once, by each way; formula and cover are made before."""
    compiled = puzzle.compile()
    kernel_cover(compiled.cover)

    def search() -> tuple[float | None, bool | None]:
        found = run_once(compiled, "find", engine, limit, 1)
        return (None, None) if found.ended == "limit" else (found.seconds, found.tilings > 0)

    return [*([_minisat(puzzle, limit)] if has_package("pysat") else []), search]


def _minisat(puzzle: Packing, limit: float) -> TetrisRun:
    from pysat.solvers import Minisat22  # the extra `sat`, which may not be installed

    formula = encode(puzzle)

    def solve() -> tuple[float | None, bool | None]:
        with Minisat22(bootstrap_with=list(formula.cnf.clauses())) as solver:
            timer = Timer(limit, solver.interrupt)
            timer.start()
            began = time.process_time()
            answer = solver.solve_limited(expect_interrupt=True)
            seconds = time.process_time() - began
            timer.cancel()
            timer.join()
            if answer and (wrong := faults(puzzle, formula.placements(solver.get_model()))):
                raise TilewrightError(f"MiniSat's answer is not a tiling: {wrong[0].text}")
        return (None, None) if answer is None else (seconds, answer)

    return solve


def _median(run: TetrisRun, repeat: int) -> tuple[float | None, bool | None]:
    found: list[float] = []
    fillable: bool | None = None
    for _ in range(repeat):
        seconds, fillable = run()
        if seconds is None:
            return None, None
        found.append(seconds)
    return median_low(found), fillable


if __name__ == "__main__":
    print(_peer(sys.argv[1], Path(sys.argv[2])))
