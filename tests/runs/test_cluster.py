"""Runs on a Dask cluster: exact whatever the cluster does."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.processes import Forked, Processes
from tilewright.errors import NotationError, TilewrightError
from tilewright.formats import tables
from tilewright.kinds import Packing
from tilewright.runs import dask as crew_module
from tilewright.runs import verify
from tilewright.runs import work as coordinator
from tilewright.runs.access import packs_directory
from tilewright.runs.dask import DaskPool, version
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Child, Job, SubproblemOutcome
from tilewright.runs.work import Unanswered, queue_length

pytestmark = pytest.mark.full
PUZZLE, TILINGS = Packing.parse("tetrominoes*@4x8"), 40899  # OEIS A174248


def start(path: Path) -> Store:
    return coordinator.start(path, Job(tables.dump_json(PUZZLE), "all", "reference"))


@pytest.fixture
def cluster() -> Iterator[Processes]:
    processes = Processes()
    yield processes
    processes.end()


@pytest.fixture
def quick() -> Iterator[Forked]:
    processes = Forked()
    yield processes
    processes.end()


def finished(path: Path) -> None:
    with Store.open(path, read_only=True) as store:
        assert coordinator.status(store).value == TILINGS
        assert verify.verify(store)["valid"]


def test_local_cluster(tmp_path: Path) -> None:
    with start(tmp_path / "a.db") as store:
        pool = DaskPool(coordinator.job_of(store), "local:2")
        coordinator.run_until_done(store, pool)
        pool.close()
    finished(tmp_path / "a.db")


def test_workers_write_large_results_into_files(tmp_path: Path) -> None:
    """They are not sent, and the store names them."""
    path = tmp_path / "a.db"
    with start(path) as store:
        pool = DaskPool(coordinator.job_of(store), "local:2", path)
        assert pool.packs
        pool.packs = replace(pool.packs, large=1)
        coordinator.run_until_done(store, pool)
        pool.close()
        assert pool._size == 0.0
        assert len(store.files()) == store.state_counts()["done"] == len(list(packs_directory(path).iterdir()))
    finished(path)


def test_workers_and_scheduler_killed_on_the_way(tmp_path: Path, cluster: Processes) -> None:
    cluster.scheduler()
    cluster.worker()
    doomed = cluster.worker()

    def kill() -> None:
        time.sleep(4)
        doomed.kill()
        cluster.worker()
        time.sleep(3)
        cluster.running[0].kill()
        time.sleep(1)
        cluster.scheduler()
        cluster.worker()

    with start(tmp_path / "a.db") as store:
        pool = DaskPool(coordinator.job_of(store), cluster.address)
        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        coordinator.run_until_done(store, pool)
        killer.join(120)
        pool.close()
    finished(tmp_path / "a.db")


def test_a_client_that_is_killed_is_resumed(tmp_path: Path, cluster: Processes) -> None:
    cluster.scheduler()
    cluster.worker()
    start(tmp_path / "a.db").close()
    command = [sys.executable, "-m", "tilewright", "run", "resume", str(tmp_path / "a.db"), "--dask", cluster.address]
    client = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    time.sleep(6)
    client.kill()
    client.wait()
    assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0
    finished(tmp_path / "a.db")


def test_workers_of_another_version_get_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cluster: Processes
) -> None:
    cluster.scheduler()
    cluster.worker()
    pool = DaskPool(Job("tetrominoes*@4x5\n"), cluster.address)
    deadline = time.monotonic() + 240
    while not pool.free_slots() and time.monotonic() < deadline:
        list(pool.collect(0.5))
    assert pool.free_slots() == queue_length(pool._pace)
    pool._members.clear()
    monkeypatch.setattr(crew_module, "KERNEL", -1)
    while not pool._refused and time.monotonic() < deadline:
        list(pool.collect(0.5))
    assert pool.free_slots() == 0 and pool._refused
    pool.close()


def test_workers_may_come_later_than_the_client(tmp_path: Path, cluster: Processes) -> None:
    cluster.scheduler()
    threading.Timer(8, cluster.worker).start()
    with start(tmp_path / "a.db") as store:
        pool = DaskPool(coordinator.job_of(store), cluster.address)
        assert not pool.free_slots()
        coordinator.run_until_done(store, pool)
        pool.close()
    finished(tmp_path / "a.db")


def members(pool: DaskPool, number: int) -> list[str]:
    """The addresses of so many usable workers, when they are there."""
    deadline = time.monotonic() + 240
    while len([m for m in pool._members.values() if m.usable]) < number:
        assert time.monotonic() < deadline
        list(pool.collect(0.5))
    return [address for address, m in pool._members.items() if m.usable]


def collect_slowest(pool: DaskPool, until: Callable[[], bool], answers: list[tuple[int, Any]] | None = None) -> float:
    """Collect until a condition holds; return the seconds of the slowest turn of the owner's loop."""
    slowest, deadline = 0.0, time.monotonic() + 240
    while not until():
        assert time.monotonic() < deadline
        began = time.monotonic()
        found = list(pool.collect(0.2))
        pool.free_slots()
        slowest = max(slowest, time.monotonic() - began)
        if answers is not None:
            answers += found
    return slowest


def dreamy_version() -> str:
    """Examines a worker, or hangs it, with its heart."""
    time.sleep(600 if "DREAM" in os.environ else 0)
    return version()


def test_whoever_hangs_the_owner_goes_on(
    quick: Forked, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A worker that hangs while it joins, one that hangs at work, a scheduler that hangs: each time the owner's loop
    turns, and what the hanging worker has is done by another one.
    """
    job = Job("tetrominoes*@4x8\n", "all", "native")
    scheduler = quick.scheduler()
    quick.worker()
    pool = DaskPool(job, quick.address)
    try:
        good = members(pool, 1)
        monkeypatch.setattr(crew_module, "version", dreamy_version)
        quick.worker(DREAM="1")
        assert collect_slowest(pool, lambda: "does not name its version" in caplog.text) < crew_module.ASK
        assert members(pool, 1) == good
        other = quick.worker()
        address = next(each for each in members(pool, 2) if each not in good)
        with quick.stopped(other):
            answers: list[tuple[int, Any]] = []
            for id, child in enumerate(job.split(Child(())) or []):
                pool.submit(id, child)
            given = len(pool._leases)
            assert all(member.leases for member in pool._members.values())
            assert collect_slowest(pool, lambda: not pool._leases, answers) < crew_module.ASK
            assert sorted(id for id, _ in answers) == list(range(given))
            assert sum(answer.count for _, answer in answers) == TILINGS
            assert caplog.text.count(f"{address} does not answer") == 1
        with quick.stopped(scheduler):
            assert collect_slowest(pool, lambda: "does not answer: waiting" in caplog.text) < crew_module.ASK
        assert len(members(pool, 2)) == 2
    finally:
        pool.close()


def test_a_worker_that_is_lost_while_it_joins_is_named_once(
    quick: Forked, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Also one that had hung before, and was named for that."""
    quick.scheduler()
    quick.worker()
    pool = DaskPool(Job("tetrominoes*@4x5\n"), quick.address)
    try:
        good = members(pool, 1)
        monkeypatch.setattr(crew_module, "version", dreamy_version)
        for has_hung in (False, True):
            monkeypatch.setattr(crew_module, "ASK", 2.0 if has_hung else 120.0)
            dreamer = quick.worker(DREAM="1")
            collect_slowest(pool, lambda: bool(pool._asked))
            address = next(iter(pool._asked))
            if has_hung:
                collect_slowest(pool, lambda name=address: f"{name} does not name its version" in caplog.text)  # type: ignore[misc]
            quick.kill(dreamer)
            collect_slowest(pool, lambda name=address: f"{name} left while it joined" in caplog.text)  # type: ignore[misc]
            collect_slowest(pool, lambda: not pool._asked and not pool._unnamed)
            monkeypatch.setattr(pool, "_reviewed", float("-inf"))
            list(pool.collect(0.5))
            assert caplog.text.count(f"{address} left while it joined") == 1
            assert caplog.text.count(f"{address} does not name its version") == has_hung
        assert members(pool, 1) == good
    finally:
        pool.close()


def test_a_scheduler_that_restarts_unseen_is_reported(quick: Forked, caplog: pytest.LogCaptureFixture) -> None:
    """The client connects to the new one by itself, before the owner's loop looks."""
    scheduler, worker = quick.scheduler(), quick.worker()
    pool = DaskPool(Job("tetrominoes*@4x5\n"), quick.address)
    try:
        members(pool, 1)
        client: Any = pool._client
        before = client._scheduler_identity["id"]
        for victim in (worker, scheduler):
            quick.kill(victim)
        quick.scheduler()
        deadline = time.monotonic() + 60
        while pool._disconnected or client._scheduler_identity["id"] == before:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        quick.worker()
        collect_slowest(pool, lambda: "answers again" in caplog.text)
        assert caplog.text.count("has restarted") == 1
        members(pool, 1)
    finally:
        pool.close()


def test_a_slow_worker_gets_help_from_an_idle_one(quick: Forked, caplog: pytest.LogCaptureFixture) -> None:
    """Its heart beats, but it is at one subproblem for longer than three times what is usual."""
    quick.scheduler()
    quick.worker()
    quick.worker(DREAM="1")
    pool = DaskPool(Dreamer("tetrominoes*@4x5\n"), quick.address)
    try:
        members(pool, 2)
        pool._times.extend([0.1] * crew_module.RECENT)
        answers: list[tuple[int, Any]] = []
        for id in range(2):  # one each
            pool.submit(id, Child((id,)))
        collect_slowest(pool, lambda: len(answers) == 2, answers)
        assert sorted(id for id, _ in answers) == [0, 1] and not pool._leases
        assert caplog.text.count("is slow") == 1
    finally:
        pool.close()


class Dreamer(Job):
    """Sleeps where it is told to, and is quick elsewhere."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Dreamer, (self.puzzle_text,)

    def work(self, child: Child) -> SubproblemOutcome:
        time.sleep(600 if "DREAM" in os.environ else 0)
        return SubproblemOutcome(1, 1, 0.1)


def test_naming_does_not_grow_with_the_workers(quick: Forked, monkeypatch: pytest.MonkeyPatch) -> None:
    """One refused worker does not make each submit name all others."""
    quick.scheduler()
    quick.worker()
    pool = DaskPool(Job("tetrominoes*@4x5\n"), quick.address)
    try:
        address = members(pool, 1)[0]
        for number in range(99):
            other = f"tcp://127.0.0.1:{number + 1}"
            pool._members[other] = crew_module._Member(other, 1, leases=dict.fromkeys(range(1000, 1010)))
        pool._refused.add("tcp://127.0.0.1:100")
        named: list[Any] = []
        submit = pool._client.submit
        monkeypatch.setattr(pool._client, "submit", lambda *a, **k: (named.append(k["workers"]), submit(*a, **k))[1])
        pool.submit(0, Child((0,)))
        assert named == [[address]]
    finally:
        pool.close()


def test_the_dashboard_has_an_address() -> None:
    pytest.importorskip("bokeh")
    pool = DaskPool(Job("tetrominoes*@4x5\n"), "local:1")
    try:
        assert pool.dashboard and pool.dashboard.startswith("http://127.0.0.1:")
        assert b"Status" in urllib.request.urlopen(pool.dashboard, timeout=60).read()
    finally:
        pool.close()


def test_a_worker_of_another_version_refuses_by_itself() -> None:
    job = Job("tetrominoes*@4x5\n")
    refused = crew_module._work(job, job.roots()[0], "0.0 kernel 0")
    assert isinstance(refused, Unanswered) and not refused.worker_died
    assert isinstance(crew_module._work(job, job.roots()[0], crew_module.version()), SubproblemOutcome)


def test_a_worker_without_the_package_is_named_and_left_out(
    tmp_path: Path, quick: Forked, caplog: pytest.LogCaptureFixture
) -> None:
    hidden = tmp_path / "hidden.py"
    hidden.write_text("""import sys
for name in [each for each in sys.modules if each.partition(".")[0] == "tilewright"]:
    del sys.modules[name]
sys.modules["tilewright"] = None  # what is not there
""")
    quick.scheduler()
    stranger = quick.worker("--preload", str(hidden))
    with coordinator.start(tmp_path / "a.db", Job(tables.dump_json(PUZZLE), "all", "native")) as store:
        pool = DaskPool(coordinator.job_of(store), quick.address)
        while not pool._refused:
            assert stranger.poll() is None
            list(pool.collect(0.5))
        assert not pool.free_slots()
        quick.worker()
        coordinator.run_until_done(store, pool)
        pool.close()
        assert caplog.text.count("is left out") == 1
    finished(tmp_path / "a.db")


def test_an_address_where_nobody_answers_is_one_line(
    tmp_path: Path, run: CommandLine, caplog: pytest.LogCaptureFixture
) -> None:
    """One attempt, within the time that somebody waits."""
    assert crew_module.FIRST_ANSWER <= 8
    with socket.create_server(("127.0.0.1", 0)) as other:  # where something else listens
        stranger = threading.Thread(target=_answer_as_the_web, args=(other,), daemon=True)
        stranger.start()
        for port in (1, other.getsockname()[1]):
            store = tmp_path / f"{port}.db"
            line = run.refused("run", "start", "FNPUV@5x5", "--store", store, "--dask", f"tcp://127.0.0.1:{port}")
            assert f"no Dask scheduler answers at 'tcp://127.0.0.1:{port}'" in line
            assert not store.exists()
    assert not caplog.text


def _answer_as_the_web(server: socket.socket) -> None:
    with suppress(OSError):
        while True:
            connection, _ = server.accept()
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 10)


def test_bad_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew_module, "FIRST_ANSWER", 0.5)
    with pytest.raises(NotationError, match="local:N"):
        DaskPool(Job("tetrominoes*@4x5\n"), "local:none")
    with pytest.raises(TilewrightError, match="scheduler"):
        DaskPool(Job("tetrominoes*@4x5\n"), "tcp://127.0.0.1:1")
