"""Stores with bytes turned over or cut off: one line says what is damaged, and no wrong number is ever called valid."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine, Ran
from tests.helpers.runs import finished
from tilewright.runs import work as coordinator
from tilewright.runs.silhouettes import SilhouetteJob
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Job, SubproblemOutcome
from tilewright.silhouettes.query import Query

TILINGS = 117  # OEIS A174248


def small(path: Path) -> Path:
    """A finished store of some pages, part of it split again."""
    work = Job("tetrominoes*@4x4\n", "all", "reference")
    with coordinator.start(path, work) as store:
        while (task := store.claim("test")) is not None:
            children = work.split(task.child) if len(task.child.prefix) < 2 and task.id % 3 == 0 else None
            answer = work.work(task.child)
            assert isinstance(answer, SubproblemOutcome)
            if children:
                store.split(task.id, [(task.child.prefix, children)])
            else:
                store.finish(task.id, answer)
        assert store.total() == TILINGS
    with sqlite3.connect(path) as db:  # the same bytes each time
        db.execute("UPDATE subproblems SET ended = id, seconds = 0.5, worker = 'someone'")
        db.execute("UPDATE manifest SET value = '\"then\"' WHERE key = 'started'")
    db.execute("VACUUM")
    db.close()
    return path


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small(tmp_path_factory.mktemp("runs") / "a.db")


def damaged(whole: bytes, rng: random.Random) -> bytes:
    data = bytearray(whole)
    if rng.random() < 0.2:
        del data[rng.randrange(1, len(data)) :]
    used = [place for place, byte in enumerate(data) if byte] or [0]
    for _ in range(rng.choice((1, 1, 3, 10))):
        data[rng.choice(used)] ^= 1 << rng.randrange(8)
    return bytes(data)


def said(ran: Ran) -> Ran:
    """What a command may do with a damaged store."""
    assert ran.code in (0, 1, 2, 3), ran
    assert "Traceback" not in ran.err
    if ran.code == 2:
        assert ran.err.startswith("tilewright: ") and ran.err.count("\n") == 1, ran
        assert "cannot write" not in ran.err
    return ran


@pytest.mark.parametrize("damages", [12, pytest.param(200, marks=pytest.mark.full)])
def test_damage_is_said_in_one_line_and_nothing_wrong_is_valid(
    damages: int, store: Path, tmp_path: Path, run: CommandLine
) -> None:
    whole, rng = store.read_bytes(), random.Random(7)
    found = 0
    for number in range(damages):
        directory = tmp_path / str(number)
        directory.mkdir()
        path = directory / "a.db"
        path.write_bytes(damaged(whole, rng))
        for command in ("status", "log"):
            said(run("run", command, path, "--json"))
        checked = said(run("run", "verify", path, "--json", "--sample", "0"))
        if checked.code == 0:
            assert checked.json["count"] == str(TILINGS) and checked.json["tilings"] == TILINGS, number
        found += checked.code != 0
        archived = said(run("run", "export", path, "-o", directory / "a.jsonl", "--json"))
        if archived.code == 0 and checked.code == 0:
            assert archived.json["tilings"] == TILINGS
        said(run("run", "salvage", path, "-o", directory / "saved.db", "--puzzle", "tetrominoes*@4x4", "--goal", "all"))
        if number % 20 == 0:
            said(run("run", "resume", path, "--limit", "20"))
        shutil.rmtree(directory)
    assert found > damages // 2


@pytest.mark.parametrize("turned", [20, 60])
def test_a_damaged_pack_is_named(turned: int, store: Path, tmp_path: Path, run: CommandLine) -> None:
    path = Path(shutil.copy(store, tmp_path / "a.db"))
    with sqlite3.connect(path) as db:
        id, packed = db.execute("SELECT subproblem, packed FROM solutions ORDER BY number DESC LIMIT 1").fetchone()
        broken = bytearray(packed)
        broken[turned] ^= 64
        db.execute("UPDATE solutions SET packed = ? WHERE subproblem = ?", (bytes(broken), id))
    db.close()
    checked = run("run", "verify", path, "--json")
    assert checked.code == 1 and f"subproblem {id}" in checked.json["fault"] and "salvage" in checked.json["fault"]
    line = run.refused("run", "export", path, "-o", tmp_path / "a.jsonl")
    assert f"subproblem {id}" in line and "salvage" in line
    assert not (tmp_path / "a.jsonl").exists()


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("ALTER TABLE subproblems RENAME COLUMN worker TO porter", "its tables"),
        ("UPDATE subproblems SET prefix = '[999]', state = 'open', count = NULL WHERE id = 1", r"no subproblem [999]"),
        ("UPDATE subproblems SET prefix = 'no list', state = 'open' WHERE id = 1", "subproblem 1"),
        ("UPDATE manifest SET value = 'no JSON' WHERE key = 'goal'", "manifest"),
        ("DELETE FROM manifest WHERE key = 'goal'", "no goal"),
    ],
)
def test_damage_is_no_fault_of_the_disk(
    statement: str, message: str, store: Path, tmp_path: Path, run: CommandLine
) -> None:
    path = Path(shutil.copy(store, tmp_path / "a.db"))
    with sqlite3.connect(path) as db:
        db.execute(statement)
    db.close()
    line = run.refused("run", "resume", path) if "999" not in message else said(run("run", "resume", path)).err
    assert "damaged" in line and message in line


def test_damaged_silhouettes(tmp_path: Path, run: CommandLine) -> None:
    path = finished(tmp_path / "a.db", SilhouetteJob(Query("fridgeiq:BOQY", "D2", "edge")))  # type: ignore[arg-type]
    with Store.open(path, read_only=True) as opened:
        (id, *_) = [task.id for task, outcome in opened.finished() if outcome.count]
    with sqlite3.connect(path) as db:
        db.execute("UPDATE solutions SET packed = substr(packed, 1, 30) WHERE subproblem = ?", (id,))
    db.close()
    assert f"subproblem {id}" in run.refused("run", "export", path, "-o", tmp_path / "a.json")
    assert run("run", "verify", path).code == 1


@pytest.mark.parametrize(
    ("which", "commands"), [("MAX(id)", "status log resume verify export"), ("MIN(id)", "resume export")]
)
def test_a_changed_weight_is_seen_before_any_work(
    which: str, commands: str, store: Path, tmp_path: Path, run: CommandLine
) -> None:
    """That of a subproblem below others when the store is opened, that of a first one when its puzzle is there."""
    path = Path(shutil.copy(store, tmp_path / "a.db"))
    with sqlite3.connect(path) as db:
        db.execute(f"UPDATE subproblems SET weight = weight + 1 WHERE id = (SELECT {which} FROM subproblems)")
    db.close()
    for command in commands.split():
        output = ["-o", tmp_path / "a.jsonl"] if command == "export" else []
        line = run.refused("run", command, path, *output)
        assert "weight" in line and "expected" in line, command


def test_lost_tilings_are_said_and_done_again(store: Path, tmp_path: Path, run: CommandLine) -> None:
    path = Path(shutil.copy(store, tmp_path / "a.db"))
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM solutions WHERE subproblem = (SELECT MAX(subproblem) FROM solutions)")
    db.close()
    line = run.refused("run", "export", path, "-o", tmp_path / "a.jsonl")
    assert "tilings are missing" in line and "salvage" in line and "only counts" not in line
    assert "1 to be done again" in run("run", "salvage", path, "-o", tmp_path / "b.db").out
    run("run", "resume", tmp_path / "b.db")
    checked = run("run", "verify", tmp_path / "b.db", "--json")
    assert checked.code == 0 and checked.json["tilings"] == TILINGS


def test_silhouettes_are_salvaged(tmp_path: Path, run: CommandLine) -> None:
    path = finished(tmp_path / "a.db", SilhouetteJob(Query("fridgeiq:BOQY", "D2", "edge")))  # type: ignore[arg-type]
    assert ", 0 to be done again" in run("run", "salvage", path, "-o", tmp_path / "b.db").out
    assert run("run", "verify", tmp_path / "b.db").code == 0
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM solutions WHERE subproblem = (SELECT MAX(subproblem) FROM solutions)")
    db.close()
    assert ", 1 to be done again" in run("run", "salvage", path, "-o", tmp_path / "c.db").out


@pytest.mark.parametrize("option", [("--goal", "count"), ("--goal", "all"), ("--engine", "auto")])
def test_salvage_refuses_what_goes_with_a_puzzle(
    option: tuple[str, str], store: Path, tmp_path: Path, run: CommandLine
) -> None:
    line = run.refused("run", "salvage", store, "-o", tmp_path / "b.db", *option)
    assert f"{option[0]} goes with --puzzle" in line and not (tmp_path / "b.db").exists()


def test_an_output_that_cannot_be_is_refused_before_any_work(tmp_path: Path, run: CommandLine) -> None:
    """Before the store is looked at, which here is none."""
    (tmp_path / "no.db").write_bytes(b"no store")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "other.jsonl")
    for name, said in (("a.txt", ".jsonl"), ("no/a.jsonl", "no directory"), ("link.jsonl", "--force")):
        assert said in run.refused("run", "export", tmp_path / "no.db", "-o", tmp_path / name)
    for name, said in (("no/a.db", "no directory"), ("no.db", "already exists")):
        assert said in run.refused("run", "salvage", tmp_path / "no.db", "-o", tmp_path / name)


def test_digests_say_what_they_are_of(store: Path, tmp_path: Path, run: CommandLine) -> None:
    exported = run("run", "export", store, "-o", tmp_path / "a.jsonl").out
    checked = run("run", "verify", tmp_path / "a.jsonl", "--sample", "0").out
    digest = exported.split()[-1]
    assert f"digest of the tilings {digest}" in exported and f"digest of the tilings: {digest}" in checked
    assert "digest of the subproblems: " in run("run", "verify", store, "--sample", "0").out
