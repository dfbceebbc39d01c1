"""Two hundred kills at random instants: the count and the set of tilings stay exact. `full` tier."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.processes import Forked, Process
from tilewright.cover.batch import Batch
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.registry import engine
from tilewright.cover.search.report import Report
from tilewright.runs import coordinator, verify
from tilewright.runs.archives import archive
from tilewright.runs.job import Job, Work
from tilewright.runs.silhouettes import SilhouetteJob
from tilewright.runs.store import Store
from tilewright.silhouettes.catalogues.reading import load_catalogue
from tilewright.silhouettes.query import Query
from tilewright.silhouettes.search import find_silhouettes

pytestmark = [pytest.mark.full, pytest.mark.timeout(7200)]
JOB = Job("tetrominoes*@4x8\n", "all", "reference")
TILINGS = 40899  # OEIS A174248
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
    for batch in engine("native").solutions(cover, Limit(), Report()):
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
        assert ended.returncode == 2 and "cannot write" in ended.stderr and "kept" in ended.stderr, ended.stderr
    assert resume(path).wait() == 0
    assert_exact(path)
