"""Two hundred kills at random instants: the count and the set of tilings stay exact. `full` tier."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.helpers.processes import Forked, Process, free_port
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.problem import Batch
from tilewright.runs import archive, verify
from tilewright.runs import work as coordinator
from tilewright.runs.silhouettes import SilhouetteJob
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Job, Work
from tilewright.silhouettes.catalogue import load_catalogue
from tilewright.silhouettes.query import Query
from tilewright.silhouettes.search import find_silhouettes

pytestmark = [pytest.mark.full, pytest.mark.timeout(7200)]
JOB = Job("tetrominoes*@4x9\n", "all", "reference")
TILINGS = 179399  # OEIS A174248
KILLS = 200
PATIENCE = 120.0


def prepare(path: Path, depth: int = 6, work: Work = JOB) -> None:
    """A store with so many subproblems that there is work left for every kill."""
    with coordinator.start(path, work) as store, store.batch():
        while (task := store.claim("test")) is not None:
            children = work.split(task.child) if len(task.child.prefix) < depth else None
            if children:
                store.split(task.id, [(task.child.prefix, children)])
        store.release()


def resume(path: Path, *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tilewright", "run", "resume", str(path), *words]
    with said(path).open("wb") as errors:
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)


def said(path: Path) -> Path:
    """What the last process said on standard error."""
    return path.with_suffix(".err")


def done(path: Path) -> int:
    with Store.open(path, read_only=True) as store:
        return store.state_counts()["done"]


def wait_for_progress(path: Path, process: Process) -> None:
    """Until something more is finished, or the process has ended."""
    before, until = done(path), time.monotonic() + PATIENCE
    while done(path) == before and process.poll() is None:
        assert time.monotonic() < until, "no subproblem is finished any more"
        time.sleep(0.02)


def assert_exact(path: Path) -> None:
    digest, every = archive.SetDigest(JOB.puzzle.digest), archive.SetDigest(JOB.puzzle.digest)
    number = 0
    with Store.open(path, read_only=True) as store:
        assert coordinator.status(store).value == TILINGS
        assert verify.verify(store)["valid"]
        for batch in archive.tilings(store, JOB):
            digest.add(batch)
            number += len(batch)
    cover = JOB.compiled.cover
    for batch in engine("native").solutions(cover):
        every.add(Batch.of(batch))
    assert number == TILINGS and digest.hex == every.hex


def children(process: subprocess.Popen[bytes]) -> list[int]:
    return list(map(int, Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()))


def survive(path: Path, kills: int, seed: int) -> None:
    """Work on a store to its end, local workers or the coordinator, who alone writes, killed again and again."""
    rng = random.Random(seed)
    process = resume(path, "--threads", "2")
    for _ in range(kills):
        if rng.random() < 0.9:
            wait_for_progress(path, process)
        time.sleep(rng.random() * 0.05)
        assert process.poll() is None, said(path).read_text() or "finished before the last kill"
        workers = children(process)
        if workers and rng.random() < 0.5:
            os.kill(rng.choice(workers), signal.SIGKILL)
        else:
            process.kill()
            process.wait()
            process = resume(path, "--threads", "2")
    assert process.wait() == 0


def test_workers_and_the_owner_of_the_store(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    prepare(path)
    survive(path, KILLS, seed=7)
    assert_exact(path)


def test_a_catalogue_of_silhouettes(tmp_path: Path) -> None:
    """The same silhouettes as the plain command finds in one go."""
    path, job = tmp_path / "a.db", SilhouetteJob(Query("fridgeiq", "D4", "edge"))
    prepare(path, depth=3, work=job)
    survive(path, kills=20, seed=11)
    with Store.open(path, read_only=True) as store:
        assert verify.verify(store, sample=3)["valid"]
        number = archive.export(store, tmp_path / "a.json").number
    plain = find_silhouettes("fridgeiq", "D4", "edge")
    found = load_catalogue(tmp_path / "a.json")
    assert found.complete and number == len(plain.silhouettes) == 74
    assert [silhouette.id for silhouette in found.silhouettes] == [silhouette.id for silhouette in plain.silhouettes]


@pytest.fixture
def cluster() -> Iterator[Forked]:
    processes = Forked()
    yield processes
    processes.end()


def test_workers_scheduler_and_client_of_a_cluster(tmp_path: Path, cluster: Forked) -> None:
    path = tmp_path / "a.db"
    prepare(path, depth=5)
    rng = random.Random(8)
    scheduler = cluster.scheduler()
    workers = [cluster.worker(), cluster.worker()]
    command = ("tilewright", "run", "resume", str(path), "--dask", cluster.address)
    client = cluster.start(*command, errors=said(path))
    for _ in range(KILLS):
        wait_for_progress(path, client)
        time.sleep(rng.random() * 0.05)
        assert client.poll() is None, said(path).read_text() or "finished before the last kill"
        victim = rng.choice(("worker", "worker", "client", "scheduler"))
        if victim == "worker":
            cluster.kill(workers.pop(rng.randrange(2)))
            workers.append(cluster.worker())
        elif victim == "client":
            cluster.kill(client)
            client = cluster.start(*command, errors=said(path))
        else:
            cluster.kill(scheduler)
            scheduler = cluster.scheduler()
            for worker in workers:  # they end with it, sooner or later
                cluster.kill(worker)
            workers = [cluster.worker(), cluster.worker()]
    assert client.wait() == 0
    assert_exact(path)


class Campaign:
    """A run on a cluster of real processes, of which some are killed or hang; how long it stood still, what was said."""

    def __init__(self, path: Path, cluster: Forked, seed: int) -> None:
        self.path, self.cluster, self.rng = path, cluster, random.Random(seed)
        self.said: list[Path] = []
        self.events: list[str] = []
        self.longest = 0.0
        self.over = threading.Event()
        self.scheduler = cluster.scheduler()
        self.workers: list[tuple[Process, str]] = []
        self.hire(2)
        self.owner = self.own()
        self.watcher = threading.Thread(target=self.watch, daemon=True)
        self.watcher.start()

    def own(self) -> Process:
        self.said.append(self.path.with_suffix(f".{len(self.said)}.err"))
        words = ("run", "resume", str(self.path), "--dask", self.cluster.address)
        return self.cluster.start("tilewright", *words, errors=self.said[-1])

    def hire(self, number: int) -> None:
        for _ in range(number):
            port = free_port()
            worker = self.cluster.worker("--worker-port", str(port))
            self.workers.append((worker, f"tcp://127.0.0.1:{port}"))

    def watch(self) -> None:
        """Until the run is over: how long is nothing finished?"""
        with closing(sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True, timeout=30)) as db:
            before, last = -1, time.monotonic()
            while not self.over.wait(0.2):
                number = db.execute("SELECT COUNT(*) FROM subproblems WHERE state = 'done'").fetchone()[0]
                if number > before:
                    before, last = number, time.monotonic()
                self.longest = max(self.longest, time.monotonic() - last)

    def wait_until_said(self, word: str, times: int = 1) -> None:
        """Until the present owner has reported this, so often."""
        until = time.monotonic() + PATIENCE
        while self.said[-1].read_text().count(word) < times:
            assert time.monotonic() < until, f"{word!r} not in: {self.said[-1].read_text()}"
            assert self.owner.poll() is None, self.said[-1].read_text() or "finished before the last kill"
            time.sleep(0.1)

    def wait_until_at_work(self, worker: Process) -> None:
        """Until the worker has finished something from now on: the present owner knows it."""
        done = "SELECT COUNT(*) FROM subproblems WHERE state = 'done' AND ended > ? AND worker LIKE ?"
        asked, until = time.time(), time.monotonic() + PATIENCE
        with closing(sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True, timeout=30)) as db:
            while not db.execute(done, (asked, f"%:{worker.pid}")).fetchone()[0]:
                assert time.monotonic() < until, "a worker gets nothing to do"
                assert self.owner.poll() is None, self.said[-1].read_text() or "finished before the last kill"
                time.sleep(0.1)

    def strike(self, victim: str, stop: bool) -> None:
        """Kill or stop somebody; wait until the owner has reported a loss; put another in the place."""
        self.events.append(f"{'stop' if stop else 'kill'} {victim}")
        getattr(self, victim)(stop)

    def working(self, stop: bool) -> None:
        worker, address = self.workers.pop(self.rng.randrange(len(self.workers)))
        self.wait_until_at_work(worker)
        if stop:  # for good, but it is there
            os.kill(worker.pid, signal.SIGSTOP)
        else:
            self.cluster.kill(worker)
        self.hire(1)
        self.wait_until_said(address)

    def joining(self, stop: bool) -> None:
        self.hire(1)
        worker, _ = self.workers.pop()
        time.sleep(2 * self.rng.random())
        if stop:
            os.kill(worker.pid, signal.SIGSTOP)
        else:
            self.cluster.kill(worker)

    def client(self, stop: bool) -> None:
        if stop:
            with self.cluster.stopped(self.owner):
                time.sleep(8 * self.rng.random())
        else:
            self.cluster.kill(self.owner)
            self.owner = self.own()

    def master(self, stop: bool) -> None:
        if stop:
            with self.cluster.stopped(self.scheduler):
                time.sleep(15 * self.rng.random())
        else:
            before = self.said[-1].read_text().count("answers again")
            self.cluster.kill(self.scheduler)
            self.scheduler = self.cluster.scheduler()
            for worker, _ in self.workers:  # they end with it, sooner or later
                self.cluster.kill(worker)
            self.workers = []
            self.hire(2)
            self.wait_until_said("answers again", times=before + 1)

    def end(self) -> None:
        """Wait for the end of the run."""
        assert self.owner.wait() == 0, self.said[-1].read_text()
        self.over.set()
        self.watcher.join(30)


@pytest.mark.parametrize("seed", [28])
def test_twenty_kills_and_stops_of_a_cluster(tmp_path: Path, cluster: Forked, seed: int) -> None:
    """Of owner, scheduler and workers, joining or working: exact, never still for long, each loss reported."""
    path = tmp_path / "a.db"
    prepare(path, depth=6)
    campaign = Campaign(path, cluster, seed)
    strikes = [(victim, stop) for victim in ("working", "joining", "client", "master") for stop in (False, True)]
    strikes = 2 * strikes + [("working", True), ("working", False), ("joining", True), ("master", False)]
    campaign.rng.shuffle(strikes)
    for victim, stop in strikes:
        time.sleep(2 * campaign.rng.random())
        assert campaign.owner.poll() is None, campaign.said[-1].read_text() or "finished before the last kill"
        campaign.strike(victim, stop)
        print(f"{len(campaign.events)}: {campaign.events[-1]}; still for {campaign.longest:.1f} s at most")
    campaign.end()
    print(f"seed {seed}: still for {campaign.longest:.1f} s at most")
    assert campaign.longest < 30
    assert_exact(path)


def test_a_full_disk_at_random_instants(tmp_path: Path) -> None:
    """The store may not grow beyond what there is of it and some more: the run says so, and goes on when it may."""
    path = tmp_path / "a.db"
    prepare(path, depth=3)
    rng = random.Random(9)
    for _ in range(20):
        room = 512 * rng.randint(1, 200)
        size = path.stat().st_size + room
        code = (
            "import resource, signal, sys; from tilewright.cli.main import main;"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
            f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}));"
            f"sys.argv = ['tilewright', 'run', 'resume', {str(path)!r}]; main()"
        )
        ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        if ended.returncode == 0:
            break
        assert ended.returncode == 2 and "cannot write" in ended.stderr and "safe" in ended.stderr, ended.stderr
    assert resume(path).wait() == 0
    assert_exact(path)
