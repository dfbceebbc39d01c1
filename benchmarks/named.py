"""Named instances: how fast each is listed, counted, found or proven, beside a plain sweep.

    uv run python benchmarks/named.py [NAME...] [--json docs/data/bench-named.json] [--engine ENGINE] [--runs 3] [--limit 60]

A NAME is an instance or a group of named.json, or any puzzle; without one all but the slow instances are measured. The
clock starts at a compiled cover and takes in all that comes after it: medians of CPU seconds, of wall seconds with several
threads. The plain sweep is compiled on the spot and reads the same cover. Every number of tilings is compared with the known
one; a wrong number, or a run that the limit stopped, ends the program with exit code 1.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from dump_cover import cover_text
from measurements import Rows, compiled_program, options

from tilewright import loader
from tilewright.errors import NotationError, quote
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.outcome import Ended
from tilewright.explain.reasons import why_impossible
from tilewright.puzzle import Puzzle
from tilewright.puzzle.puzzle import Compiled

HERE = Path(__file__).parent
SWEEP = "plain sweep"
Job = Literal["list", "count", "find", "prove"]


@dataclass(frozen=True)
class Instance:
    """What is measured under one name: a job on one puzzle or on several, their times added.

    puzzles: (what `load` takes, the known number of tilings or None), one each.
    aim, ratio: seconds, and times as fast as the plain sweep, that are aimed at.
    engine: the engine that is meant when none is asked for ("auto": what the library would choose).
    slow: left out unless it is named.
    yardstick: whether the plain sweep can be expected to end.
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
        """Whether the plain sweep is run beside it."""
        return self.yardstick and self.job in ("list", "count")

    def load(self) -> list[tuple[Puzzle, int | None]]:
        """The puzzles and their known numbers of tilings."""
        if self.given:
            return [(puzzle, None) for puzzle in self.given]
        return [(loader.load(text), known) for text, known in self.puzzles]


@cache
def instances() -> dict[str, Instance]:
    """All of named.json, by name."""
    text = (HERE / "named.json").read_text(encoding="utf-8")
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


@dataclass(frozen=True)
class SweepResult:
    """The result of the plain sweep: median CPU seconds and solutions, or why it refused.

    limit: whether the limit of wall time ended it; then the seconds are a lower bound.
    """

    seconds: float = 0.0
    solutions: int | None = 0
    limit: bool = False
    refused: str = ""

    def combined_with(self, other: SweepResult) -> SweepResult:
        """Return the sum of both."""
        known = self.solutions is not None and other.solutions is not None
        solutions = (self.solutions or 0) + (other.solutions or 0) if known else None
        limit, refused = self.limit or other.limit, self.refused or other.refused
        return SweepResult(self.seconds + other.seconds, solutions, limit, refused)

    @property
    def row(self) -> dict[str, Any]:
        """As JSON."""
        if self.refused:
            return {"refused": self.refused}
        return {"at_least": self.seconds} if self.limit else {"seconds": self.seconds, "tilings": self.solutions}


def spent() -> float:
    """CPU seconds of programs that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def run_sweep(command: Sequence[str], cover: Path, limit: float, repeat: int) -> SweepResult:
    """Run a program on a dumped cover; it prints solutions and milliseconds, or `-` and why it refuses."""
    seconds = []
    solutions = 0
    for _ in range(repeat):
        before = spent()
        try:
            done = subprocess.run([*command, str(cover)], capture_output=True, text=True, timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            return SweepResult(spent() - before, None, True)  # on a busy machine less than the limit
        words = done.stdout.split(maxsplit=1)
        if done.returncode or not words:
            return SweepResult(refused=(done.stderr.strip().splitlines() or ["it failed"])[-1])
        if words[0] == "-":
            return SweepResult(refused=words[1].strip())
        solutions = int(words[0])
        seconds.append(float(words[1]) / 1000)
    return SweepResult(statistics.median(seconds), solutions)


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
    sweep:   the plain sweep on the same covers, if it ran.
    """

    instance: Instance
    seconds: float = 0.0
    tilings: int | None = 0
    nodes: int = 0
    engine: str = ""
    wrong: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    sweep: SweepResult | None = None

    @property
    def row(self) -> dict[str, Any]:
        """As JSON."""
        instance, tilings = self.instance, self.tilings
        found = {"instance": instance.name, "group": instance.group, "job": instance.job}
        known = {} if tilings is None else {"tilings_text": str(tilings)}
        ended = "limit" if tilings is None else "enough" if instance.job == "find" else "exhausted"
        aims = {key: value for key in ("aim", "ratio") if (value := getattr(instance, key)) is not None}
        beside = {} if self.sweep is None else {SWEEP: self.sweep.row}
        rest = {key: value for key in ("wrong", "stopped") if (value := getattr(self, key))}
        took = {"seconds": self.seconds, "nodes": self.nodes, "engine": self.engine, "ended": ended}
        return {**found, **known, **took, **aims, "load": round(os.getloadavg()[0], 1), "beside": beside, **rest}


@dataclass(frozen=True)
class Setting:
    """How to measure: engine ("auto": that of the instance), runs, seconds a run may take, and the command of the sweep."""

    engine: str = "auto"
    runs: int = 3
    limit: float = 60.0
    threads: int = 1
    sweep: Sequence[str] = ()


def measure(instance: Instance, setting: Setting, folder: Path) -> Measurement:
    """Measure an instance, and the plain sweep on the same covers, which are written to `folder`."""
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
            row.wrong += wrong_number(name, instance.job, run, known)
        else:
            row.stopped.append(f"{name}: stopped by {run.stopped or 'an interrupt'}")
        if instance.compared:
            run_beside(row, name, compiled, run.tilings if over else None, setting, folder)
    return row


def wrong_number(name: str, job: Job, run: Run, known: int | None) -> list[str]:
    if job == "find":
        return [] if run.tilings else [f"{name}: no tiling found: expected one"]
    expected = 0 if job == "prove" else known
    return [] if expected in (None, run.tilings) else [f"{name}: {run.tilings} tilings: expected {expected}"]


def run_beside(
    row: Measurement, name: str, compiled: Compiled, tilings: int | None, setting: Setting, folder: Path
) -> None:
    """Add what the plain sweep finds on the same cover."""
    before = row.sweep or SweepResult()
    if not setting.sweep or before.refused or before.limit:
        return
    path = folder / "cover"
    path.write_text(cover_text(compiled.cover), encoding="ascii")
    counting = ["-count"] if row.instance.job == "count" else []
    found = run_sweep([*setting.sweep, *counting], path, setting.limit, setting.runs)
    known = not found.refused and tilings is not None and found.solutions is not None
    if known and found.solutions != tilings:
        row.wrong.append(f"{name}: {tilings} tilings: the plain sweep finds {found.solutions}")
    row.sweep = before.combined_with(found)


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
    for _ in range(setting.runs):
        run = run_once(compiled, instance.job, engine, setting.limit, setting.threads)
        yield run
        if run.ended in ("limit", "stopped"):
            return


def median(runs: list[Run]) -> Run:
    """The run of the median time (of the lower two, when their number is even)."""
    middle = statistics.median_low([run.seconds for run in runs])
    return replace(next(run for run in runs if run.seconds == middle), ended=runs[-1].ended, stopped=runs[-1].stopped)


def main() -> None:
    parser = options(__doc__, engine="auto", runs=3, limit=60.0, threads=1)
    parser.add_argument("names", nargs="*", help="instances, groups or puzzles; by default all but the slow instances")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            chosen = select_instances(args.names)
            sweep = compiled_program("plain_sweep", Path(folder)) if any(each.compared for each in chosen) else ()
        except (NotationError, RuntimeError) as error:
            raise SystemExit(str(error)) from None
        setting = Setting(args.engine, args.runs, args.limit, args.threads, sweep)
        rows = Rows(args.json, limit=args.limit, runs=args.runs, threads=args.threads)
        for instance in chosen:
            rows.add(measure(instance, setting, Path(folder)).row)
    sys.exit(any("wrong" in row or "stopped" in row for row in rows))


if __name__ == "__main__":
    main()
