"""Measuring an instance: the clock starts at a compiled cover and takes in all that comes after it."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tilewright.bench.instances import Instance, Job
from tilewright.bench.yardstick import PeerResult, cover_text, run_peer
from tilewright.cover.kernel import kernel_cover
from tilewright.cover.search.choose import Goal, choose
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Ended, Report
from tilewright.explain.reasons.why import why_impossible
from tilewright.puzzle.compiled import Compiled

SWEEP = "plain sweep"
GOAL: dict[Job, Goal] = {"list": "list", "count": "count", "find": "find", "prove": "find"}


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
        if program == SWEEP and None not in (tilings, found.solutions) and found.solutions != tilings:
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
    report = Report()
    began = clock(threads)
    if job == "prove" and engine == "auto" and (reason := why_impossible(compiled)) is not None:
        return Run(clock(threads) - began, 0, 0, f"reason: {reason.kind}", "exhausted")
    budget = Limit(seconds=limit, solutions=1 if job in ("find", "prove") else None)
    worker = choose(compiled.cover, GOAL[job], engine)
    if job == "count":
        tilings = worker.count(compiled.cover, budget, report, threads)
    else:
        tilings = sum(map(len, worker.solutions(compiled.cover, budget, report, threads)))
    seconds = clock(threads) - began
    stopped = str(report.notes.get("stopped", f"the time limit of {limit:g} s")) if report.ended == "limit" else ""
    return Run(seconds, tilings, report.nodes, report.engine or worker.name, report.ended or "stopped", stopped)


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
