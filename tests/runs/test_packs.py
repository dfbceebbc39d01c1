"""Large packs of tilings in files beside the store: exact, and told where one is missing or another."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import CommandLine
from tilewright.runs import access, archive, verify
from tilewright.runs import work as coordinator
from tilewright.runs.access import PACK, Packs, packs_directory
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Child, Job, SubproblemOutcome
from tilewright.runs.work import answer_subproblem

JOB = Job("tetrominoes*@4x5\n", "all", "native")
TILINGS = 454  # OEIS A174248


class Sharing:
    """A pool of one that is here and keeps all packs in files."""

    def __init__(self, offer: Packs) -> None:
        self.offer, self.answers = offer, list[tuple[int, Any]]()

    def free_slots(self) -> int:
        return 1 - len(self.answers)

    def submit(self, id: int, child: Child) -> None:
        self.answers.append((id, self.offer.keep(answer_subproblem(JOB, child))))

    def collect(self, seconds: float) -> Iterator[tuple[int, Any]]:
        while self.answers:
            yield self.answers.pop()

    def close(self) -> None:
        self.offer.withdraw()


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "a.db"
    with coordinator.start(path, JOB) as opened:
        work_on(opened)
    return path


def work_on(opened: Store) -> None:
    pool = Sharing(Packs.offer(opened.path, large=1))
    coordinator.run_until_done(opened, pool)
    pool.close()


def files(path: Path) -> list[Path]:
    return sorted(packs_directory(path).iterdir())


def test_a_store_names_its_files_and_nothing_else_is_left(store: Path, tmp_path: Path) -> None:
    left = packs_directory(store) / ("0" * 64 + PACK)
    with Store.open(store) as opened:
        assert {name + PACK for name in opened.files()} == {file.name for file in files(store)}
        assert all(outcome.packed for _, outcome in opened.finished())
        left.write_bytes(b"of a worker that was killed")
        work_on(opened)
    assert not left.exists() and files(store)
    with Store.open(store, read_only=True) as opened:
        report = verify.verify(opened)
        assert report["valid"] and report["tilings"] == TILINGS
        apart = archive.export(opened, tmp_path / "apart.jsonl").digest
    (tmp_path / "plain").mkdir()
    with coordinator.start(tmp_path / "plain" / "b.db", JOB) as opened:
        pool = Sharing(Packs(str(tmp_path), "no such key", large=1))  # a directory that is not the owner's
        coordinator.run_until_done(opened, pool)
        assert not opened.files() and archive.export(opened, tmp_path / "b.jsonl").digest == apart


def test_a_missing_file_is_told_and_done_again(store: Path, run: CommandLine) -> None:
    gone = files(store)[0]
    gone.unlink()
    for command in ("status", "verify", "log"):
        line = run.refused("run", command, store)
        assert gone.name in line and "is missing" in line
    assert "is missing" in run("run", "resume", store).err
    with Store.open(store, read_only=True) as opened:
        assert coordinator.status(opened).value == TILINGS and verify.verify(opened)["valid"]


def test_another_content_is_never_valid(store: Path, run: CommandLine) -> None:
    one, other = files(store)[:2]
    one.write_bytes(other.read_bytes())
    ended = run("run", "verify", store)
    assert ended.code == 1 and "not valid" in ended.out and one.name in ended.out
    one.unlink()
    os.mkfifo(one)
    assert "not a regular file" in run("run", "verify", store).out


@pytest.mark.parametrize("name", ["../../../../etc/passwd", "/etc/passwd", "x" * 64, "0" * 63, b"0" * 64, 0])
def test_a_store_names_no_file_elsewhere(store: Path, run: CommandLine, name: object) -> None:
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE solutions SET file = ? WHERE subproblem = (SELECT MIN(subproblem) FROM solutions)", (name,))
    assert "is damaged" in run.refused("run", "status", store)


def test_salvage_takes_tilings_from_files(store: Path, tmp_path: Path) -> None:
    files(store)[0].write_bytes(b"damaged")
    saved, lost = verify.salvage(store, tmp_path / "new.db")
    assert saved and lost == 1
    with Store.open(tmp_path / "new.db") as opened:
        work_on(opened)
        assert coordinator.status(opened).value == TILINGS and verify.verify(opened)["valid"]


def test_a_worker_that_cannot_write_sends_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = Packs.offer(tmp_path / "a.db", large=10)
    outcome = SubproblemOutcome(3, 1, 0.1, bytes(10))
    assert offer.keep(outcome).file and offer.keep(SubproblemOutcome(3, 1, 0.1, bytes(9))).packed == bytes(9)

    def full(directory: Path, name: str, packed: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(access, "_write_pack", full)
    assert offer.keep(outcome) == outcome
    offer.withdraw()
    assert [each.suffix for each in files(tmp_path / "a.db")] == [PACK]
