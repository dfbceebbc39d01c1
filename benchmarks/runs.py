"""What a durable run costs: overhead, balance of two workers, bookkeeping, archives, and what a subproblem costs a cluster.

    python benchmarks/runs.py [overhead] [balance] [bookkeeping] [archive] [dask] [--json FILE]

CPU seconds, of all processes together, because machines are shared; wall time where it is the disk that takes it.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.exact_cover.limits import Limit
from tilewright.runs import work
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Child, Job, SubproblemOutcome, cpu_seconds
from tilewright.runs.work import LocalPool

Rows = dict[str, Any]
LONG = "tetrominoes*@6x8\n"  # to count
MILLIONS = "tetrominoes*@4x11\n"  # to list
MANY = 100_000
PAIRS = 3


def bare(job: Job) -> tuple[float, int]:
    """CPU seconds and number of the search alone, compiled already."""
    cover = job.compiled.cover
    kernel_cover(cover)
    started, engine = cpu_seconds(), choose(cover, job.engine)
    if job.goal == "count":
        found = engine.count(cover, Limit()).solutions
    else:
        found = sum(map(len, engine.solutions(cover, Limit())))
    return cpu_seconds() - started, found


def run(job: Job, threads: int, path: Path) -> tuple[float, int, Rows]:
    """CPU seconds of a run, owner and workers together, from an empty store to the end; its number; seconds a worker."""
    began = cpu_seconds()
    with work.start(path, job) as store:
        pool = LocalPool(job, threads)
        try:
            work.run_until_done(store, pool)
        finally:
            pool.close()  # waits for the workers, whose time counts from then on
        found = store.total()
        query = "SELECT worker, SUM(seconds), COUNT(*) FROM subproblems WHERE worker != '' GROUP BY worker"
        shares = {worker: (seconds, number) for worker, seconds, number in store._db.execute(query)}
    return cpu_seconds() - began, found, shares


def overhead(directory: Path) -> Rows:
    """A run with one worker beside the search alone, in pairs one after the other; medians."""
    rows: Rows = {}
    for puzzle, goal, engine in ((LONG, "count", "sweep"), (MILLIONS, "all", "sweep")):
        job = Job(puzzle, goal, engine)  # type: ignore[arg-type]
        pairs = []
        for number in range(PAIRS):
            alone, expected = bare(job)
            cost, found, shares = run(job, 1, directory / f"{goal}{number}.db")
            assert found == expected
            pairs.append((alone, cost, sum(seconds for seconds, _ in shares.values())))
        rows[f"{goal} {puzzle.strip()} {engine}"] = {
            "number": expected,
            "alone": median(alone for alone, _, _ in pairs),
            "run": median(cost for _, cost, _ in pairs),
            "in subproblems": median(inside for _, _, inside in pairs),
            "subproblems": sum(number for _, number in shares.values()),
            "overhead": median(cost / alone - 1 for alone, cost, _ in pairs),
            "pairs": pairs,
        }
    return rows


def balance(directory: Path) -> Rows:
    """Two workers beside one, in pairs: the longer of their CPU times is what a machine of its own would take."""
    job = Job(LONG, "count", "sweep")
    pairs = []
    for number in range(PAIRS):
        one, expected, _ = run(job, 1, directory / f"one{number}.db")
        both, found, shares = run(job, 2, directory / f"two{number}.db")
        assert found == expected
        times = [seconds for seconds, _ in shares.values()]
        owner = both - sum(times)
        pairs.append({"one": one, "two": times, "beside": owner, "speed-up": one / (max(times) + owner / 2)})
    return {"speed-up": median(pair["speed-up"] for pair in pairs), "pairs": pairs}


class _Instant:
    """Workers that need no time: what is left is bookkeeping."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.given: list[int] = []

    def free_slots(self) -> int:
        return self.size - len(self.given)

    def submit(self, id: int, child: Child) -> None:
        self.given.append(id)

    def collect(self, seconds: float) -> Iterator[tuple[int, Any]]:
        for id in self.given:
            yield id, SubproblemOutcome(id % 7, 1000, 1.0, None, "nobody")
        self.given = []

    def close(self) -> None:
        pass


class _Flat(Job):
    """As many subproblems as are asked for."""

    def roots(self) -> list[Child]:
        return [Child((n,)) for n in range(MANY)]


def bookkeeping(directory: Path) -> Rows:
    """MANY subproblems through a store, 64 at work at a time."""
    began, started = cpu_seconds(), time.perf_counter()
    looks = 0

    def watch(store: Store) -> None:
        nonlocal looks
        looks += 1
        work.status(store)

    with work.start(directory / "many.db", _Flat("tetrominoes*@4x5\n")) as store:
        work.run_until_done(store, _Instant(64), watch)
        assert store.state_counts()["done"] == MANY
    return {
        "subproblems": MANY,
        "cpu": cpu_seconds() - began,
        "wall": time.perf_counter() - started,
        "looks": looks,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10,
        "file": (directory / "many.db").stat().st_size,
    }


def archives(directory: Path) -> Rows:
    """Exports of millions of tilings, and their verification; memory is that of the process, all modules in it."""
    path = directory / "all.db"
    job = Job(MILLIONS, "all", "sweep")
    cost, found, _ = run(job, 1, path)
    rows: Rows = {"tilings": found, "run": cost, "store": path.stat().st_size}
    for name in ("a.jsonl", "a.parquet", "a.db"):
        rows[name] = _alone(f"archive.export(store, Path({str(directory / name)!r}))", path)
        rows[name]["file"] = (directory / name).stat().st_size
    rows["verify"] = _alone("verify.verify(store, sample=0)", path)
    return rows


def _alone(statement: str, store: Path) -> Rows:
    """CPU seconds and peak memory of a statement in a process of its own."""
    code = (
        "import json, resource; from pathlib import Path; from tilewright.runs import archive, verify;"
        "from tilewright.runs.store import Store; from tilewright.runs.subproblem import cpu_seconds\n"
        f"with Store.open(Path({str(store)!r}), read_only=True) as store:\n    print({statement})\n"
        "print(json.dumps([cpu_seconds(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10]))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    cpu, memory = json.loads(said.splitlines()[-1])
    return {"cpu": cpu, "memory": memory}


def dask(directory: Path) -> Rows:
    """What one subproblem costs the client and the scheduler of a cluster, by many that need no time."""
    from tilewright.runs.dask import DaskPool

    number, port = 3000, 28786
    scheduler = _module("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    worker = _module(
        "distributed.cli.dask_worker", f"tcp://127.0.0.1:{port}", "--nthreads", "16", "--no-nanny", "--no-dashboard"
    )
    try:
        pool = DaskPool(Job("tetrominoes*@4x5\n"), f"tcp://127.0.0.1:{port}")
        while not pool.free_slots():
            time.sleep(1)
        _through(pool, 100)
        before, began, started = _cpu_of(scheduler), cpu_seconds(), time.perf_counter()
        _through(pool, number)
        rows = {
            "tasks": number,
            "client": (cpu_seconds() - began) / number,
            "scheduler": (_cpu_of(scheduler) - before) / number,
            "wall": (time.perf_counter() - started) / number,
        }
        pool.close()
        return rows
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()


def _module(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _cpu_of(process: subprocess.Popen[bytes]) -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _through(pool: Any, number: int) -> None:
    """So many subproblems that exclude themselves, and are done at once."""
    given = answered = 0
    while answered < number:
        for _ in range(min(pool.free_slots(), number - given)):
            pool.submit(given, Child((0, 0)))
            given += 1
        answered += sum(1 for _ in pool.collect(1.0))


PARTS: dict[str, Callable[[Path], Rows]] = {
    "overhead": overhead,
    "balance": balance,
    "bookkeeping": bookkeeping,
    "archive": archives,
    "dask": dask,
}


def main() -> None:
    """Run the parts asked for, all by default, each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []])
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    parts = asked.parts or list(PARTS)
    results: Rows = {}
    for name in parts:
        if len(parts) > 1:
            with tempfile.TemporaryDirectory() as directory:
                path = Path(directory) / "part.json"
                subprocess.run([sys.executable, __file__, name, "--json", str(path)], check=True)
                results |= json.loads(path.read_text())
            continue
        with tempfile.TemporaryDirectory() as directory:
            results[name] = PARTS[name](Path(directory))
        print(name, json.dumps(results[name], indent=1))
    results["load"] = os.getloadavg()[0]
    if asked.json:
        asked.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
