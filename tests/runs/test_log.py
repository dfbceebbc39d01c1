"""The log of a store: at the end the file alone is the store, and no work is lost with a log without a word."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tilewright.errors import TilewrightError
from tilewright.runs import access, store, work
from tilewright.runs.access import FRAME, HEADER
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Job, SubproblemOutcome

WORK = Job("tetrominoes*@4x4\n", "all", "reference")
TILINGS = 117  # OEIS A174248
KILLED = """
import os, signal, sys
from tests.runs.test_log import finish_all
from pathlib import Path
finish_all(Path(sys.argv[1]))
os.kill(os.getpid(), signal.SIGKILL)
"""


def finish_all(path: Path) -> Store:
    """A finished run whose owner has not closed it."""
    opened = work.start(path, WORK)
    while (task := opened.claim("test")) is not None:
        answer = WORK.work(task.child)
        assert isinstance(answer, SubproblemOutcome)
        opened.finish(task.id, answer)
    return opened


def done_in(path: Path) -> int:
    with Store.open(path, read_only=True) as opened:
        return opened.state_counts()["done"]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run whose owner was killed: nearly all of it is in the log."""
    path = tmp_path_factory.mktemp("runs") / "a.db"
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, cwd=Path(__file__).parents[2])
    assert ended.returncode == -signal.SIGKILL
    return path


def copied(path: Path, directory: Path) -> Path:
    for suffix in ("", "-wal"):
        shutil.copy(f"{path}{suffix}", directory / f"{path.name}{suffix}")
    return directory / path.name


def test_a_finished_store_is_one_file_also_beside_a_reader(tmp_path: Path) -> None:
    opened = finish_all(tmp_path / "a.db")
    with Store.open(tmp_path / "a.db", read_only=True) as reader:
        assert reader.total() == TILINGS
        opened.close()
        (tmp_path / "b").mkdir()
        shutil.copy(tmp_path / "a.db", tmp_path / "b" / "a.db")
        assert done_in(tmp_path / "b" / "a.db") > 0
        with Store.open(tmp_path / "b" / "a.db", read_only=True) as alone:
            assert work.status(alone).finished and alone.total() == TILINGS


def test_a_log_that_remains_is_told(tmp_path: Path, run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PATIENCE", 0.1)
    work.start(tmp_path / "a.db", WORK).close()
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT COUNT(*) FROM subproblems").fetchone()[0]
        ran = run("run", "resume", "a.db")
        assert ran.code == 0 and "a.db-wal remains" in ran.err
    assert done_in(tmp_path / "a.db") > 0


def test_a_missing_log_is_told(killed: Path, tmp_path: Path, run: CommandLine) -> None:
    assert done_in(copied(killed, tmp_path)) > 5
    (tmp_path / "b").mkdir()
    path = Path(shutil.copy(killed, tmp_path / "b" / "a.db"))
    for words in (["status"], ["log"], ["verify"], ["export", "-o", "a.jsonl"]):
        assert "a.db-wal is missing" in run.refused("run", words[0], path, *words[1:])
    ran = run("run", "resume", path)
    assert ran.code == 0 and "a.db-wal is missing" in ran.err and ran.out == f"{TILINGS}\n"
    assert run("run", "status", path).err == "" and run("run", "verify", path).code == 0


def frames_of(log: bytes) -> Iterator[int]:
    """Where each frame begins."""
    return iter(range(HEADER, len(log), FRAME + int.from_bytes(log[8:12], "big")))


@pytest.mark.parametrize("part", range(8))
def test_a_damaged_log_is_told_wherever_it_is_damaged(
    part: int, killed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A byte of its header, of the head of a frame, or of a page: what a log loses is told, but for its last transaction."""
    whole = Path(f"{killed}-wal").read_bytes()
    with Store.open(copied(killed, tmp_path), read_only=True) as opened:
        expected = opened.total()
    frames = list(frames_of(whole))
    ends = [place for place in frames if any(whole[place + 4 : place + 8])]
    places = [
        *range(0, HEADER, 5),
        *(place + at for place in frames if place <= ends[-2] for at in (0, 5, 9, 13, 17, 23, FRAME + 7)),
    ]
    told = 0
    monkeypatch.setattr(access, "MOMENT", 0.0)
    some = places[part::8][:8]
    for place in some:
        directory = tmp_path / str(place)
        directory.mkdir()
        path = copied(killed, directory)
        damaged = bytearray(whole)
        damaged[place] ^= 64
        Path(f"{path}-wal").write_bytes(damaged)
        try:
            with Store.open(path, read_only=True) as opened:
                assert opened.total() == expected, place
        except TilewrightError as error:
            told += "a.db-wal is damaged" in str(error)
            assert "a.db" in str(error)
        shutil.rmtree(directory)
    assert told > len(some) // 2


def test_a_torn_last_transaction_is_no_damage(killed: Path, tmp_path: Path) -> None:
    """As a power loss leaves it: what was never whole is not missed."""
    whole = Path(f"{killed}-wal").read_bytes()
    for cut in (1, 100, 5000):
        directory = tmp_path / str(cut)
        directory.mkdir()
        path = copied(killed, directory)
        Path(f"{path}-wal").write_bytes(whole[:-cut])
        assert done_in(path) > 0
    os.truncate(f"{path}-wal", 0)
    with pytest.raises(TilewrightError, match="missing"):
        done_in(path)


def test_a_long_log_is_brought_in_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "LOG_BYTES", 1 << 16)
    with work.start(tmp_path / "a.db", Job("tetrominoes*@4x5\n", "count", "reference")) as opened:
        for _ in range(300):
            opened.release()
            task = opened.claim("test")
            assert task is not None and opened.record_death(task.id)
        assert Path(f"{opened.path}-wal").stat().st_size < 1 << 20
        (tmp_path / "b").mkdir()
        shutil.copy(opened.path, tmp_path / "b")
        with pytest.raises(TilewrightError, match="missing"):
            done_in(tmp_path / "b" / "a.db")
    shutil.copy(tmp_path / "a.db", tmp_path / "b")
    assert done_in(tmp_path / "b" / "a.db") == 0
