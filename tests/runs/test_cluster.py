"""Runs on a Dask cluster: exact whatever the cluster does."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.processes import Processes
from tilewright.errors import NotationError, TilewrightError
from tilewright.formats.puzzles import json_puzzle
from tilewright.kinds import Packing
from tilewright.runs import coordinator, verify
from tilewright.runs import dask as crew_module
from tilewright.runs.dask import DaskPool
from tilewright.runs.job import Job
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Outcome
from tilewright.runs.worker import Unanswered, queue_length

pytestmark = pytest.mark.full
PUZZLE, TILINGS = Packing.parse("tetrominoes*@4x8"), 40899  # OEIS A174248


def start(path: Path) -> Store:
    return coordinator.start(path, Job(json_puzzle.dump(PUZZLE), "all", "reference"))


@pytest.fixture
def cluster() -> Iterator[Processes]:
    processes = Processes()
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
        time.sleep(0.5)
        monkeypatch.setattr(pool, "_reviewed", float("-inf"))
    assert pool.free_slots() == queue_length(pool._pace)
    pool._good.clear()
    monkeypatch.setattr(crew_module, "KERNEL", -1)
    monkeypatch.setattr(pool, "_reviewed", float("-inf"))
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


def test_a_worker_of_another_version_refuses_by_itself() -> None:
    job = Job("tetrominoes*@4x5\n")
    refused = crew_module._work(job, job.roots()[0], "0.0 kernel 0")
    assert isinstance(refused, Unanswered) and not refused.worker_died
    assert isinstance(crew_module._work(job, job.roots()[0], crew_module.version()), Outcome)


def test_a_worker_without_the_package_is_named_and_left_out(
    tmp_path: Path, cluster: Processes, caplog: pytest.LogCaptureFixture
) -> None:
    hidden = tmp_path / "hidden"
    (hidden / "tilewright").mkdir(parents=True)
    (hidden / "tilewright" / "__init__.py").write_text("raise ModuleNotFoundError('no tilewright here')")
    cluster.scheduler()
    cluster.worker(PYTHONPATH=str(hidden))
    with start(tmp_path / "a.db") as store:
        pool = DaskPool(coordinator.job_of(store), cluster.address)
        deadline = time.monotonic() + 240
        while not pool._refused and time.monotonic() < deadline:
            time.sleep(0.5)
            pool._reviewed = float("-inf")
            pool.free_slots()
        assert pool._refused and not pool.free_slots()
        assert "is left out" in caplog.text
        cluster.worker()
        coordinator.run_until_done(store, pool)
        pool.close()
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
    monkeypatch.setattr(crew_module, "FIRST", 0.5)
    with pytest.raises(NotationError, match="local:N"):
        DaskPool(Job("tetrominoes*@4x5\n"), "local:none")
    with pytest.raises(TilewrightError, match="scheduler"):
        DaskPool(Job("tetrominoes*@4x5\n"), "tcp://127.0.0.1:1")
