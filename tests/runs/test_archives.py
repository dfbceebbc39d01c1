"""Archives tell what they are of, and whatever is wrong with one is found."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.runs import finished
from tilewright.exact_cover.problem import Batch
from tilewright.formats import tables
from tilewright.kinds import Packing
from tilewright.loader import load
from tilewright.runs import archive, work
from tilewright.runs.archive import verify_archive
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Job

SUFFIXES = (".jsonl", ".parquet", ".db")
PUZZLES = {
    "any number": "tetrominoes*@4x4",
    "each once": "FNPUV@5x5",
    "twins": "tetrominoes:IO+tetrominoes:IO@4x4",
    "flipped": "fridgeiq:ABM!free@2x3",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished(tmp_path_factory.mktemp("runs") / "a.db", Job("tetrominoes*@4x4\n", "all"))


def exported(store: Path, output: Path) -> archive.ExportSummary:
    with Store.open(store, read_only=True) as opened:
        return archive.export(opened, output)


@pytest.mark.parametrize("name", PUZZLES)
def test_archives_of_all_forms_are_right(name: str, tmp_path: Path) -> None:
    job = Job(tables.dump_json(Packing.parse(PUZZLES[name])), "all")
    finished(tmp_path / "a.db", job)
    found = {exported(tmp_path / "a.db", tmp_path / f"b{suffix}") for suffix in SUFFIXES}
    assert len(found) == 1
    (one,) = found
    for suffix in SUFFIXES:
        report = verify_archive(tmp_path / f"b{suffix}", engine="reference")
        assert report["valid"] is True, report
        assert (report["tilings"], report["digest"]) == (one.number, one.digest)
        assert one.number > 0 and report["sample"] > 0


def test_an_archive_of_shikaku(tmp_path: Path) -> None:
    text = "4 . . .\n. . . 4\n4 . . .\n. . . 4\n"
    job = Job(tables.dump_json(load(text)), "all")
    finished(tmp_path / "a.db", job)
    for suffix in SUFFIXES:
        number = exported(tmp_path / "a.db", tmp_path / f"b{suffix}").number
        assert verify_archive(tmp_path / f"b{suffix}")["valid"] is True and number > 0


def lines_changed(path: Path, change: Callable[[list[str]], Any]) -> None:
    lines = path.read_text().splitlines()
    change(lines)
    path.write_text("\n".join(lines) + "\n")


def of_record(**changed: Any) -> Callable[[list[str]], None]:
    def change(lines: list[str]) -> None:
        record = json.loads(lines[-1])["archive"]
        lines[-1] = json.dumps({"archive": {**record, **changed}})

    return change


def moved(lines: list[str]) -> None:
    """One placement of a tiling lies elsewhere, its id does not."""
    row = json.loads(lines[0])
    row["placements"][0]["cells"] = row["placements"][1]["cells"]
    lines[0] = json.dumps(row)


def swapped(lines: list[str]) -> None:
    """One placement comes from another tiling."""
    row, other = json.loads(lines[0]), json.loads(lines[-2])
    row["placements"][0] = other["placements"][-1]
    lines[0] = json.dumps(row)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda lines: lines.insert(0, lines[0]), "more than once"),
        (lambda lines: lines.pop(0), "it has 116 tilings, it says 117"),
        (moved, "line 1 is not what"),
        (swapped, "line 1 is not what"),
        (lambda lines: lines.insert(3, "no JSON"), "cannot be read"),
        (of_record(number=116), "it says 116"),
        (of_record(digest="0" * 64), "it says 000"),
        (of_record(puzzle="tetrominoes*@4x5\n"), "its puzzle has digest"),
        (of_record(puzzle="no puzzle"), "its puzzle cannot be read"),
    ],
)
def test_what_is_wrong_is_found(
    change: Callable[[list[str]], Any], fault: str, store: Path, tmp_path: Path, run: CommandLine
) -> None:
    path = tmp_path / "a.jsonl"
    exported(store, path)
    lines_changed(path, change)
    ran = run("run", "verify", path, "--json")
    assert ran.code == 1 and fault in ran.json["fault"], ran


def test_a_tiling_missing_everywhere_is_found_by_the_sample(store: Path, tmp_path: Path) -> None:
    """Number and digest made to fit: only another engine knows."""
    path = tmp_path / "a.db"
    exported(store, path)
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM tilings WHERE number % 2")
        db.execute("UPDATE tilings SET number = number / 2")
        record = json.loads(db.execute("SELECT record FROM archive").fetchone()[0])
        record["number"] = db.execute("SELECT COUNT(*) FROM tilings").fetchone()[0]
        db.execute("UPDATE archive SET record = ?", (json.dumps(record),))
    db.close()
    assert "tilings by engine" in verify_archive(path)["fault"]
    assert "digest" in verify_archive(path, sample=0)["fault"]


def test_an_unfinished_run(tmp_path: Path, run: CommandLine) -> None:
    job = Job("tetrominoes*@4x4\n", "all")
    with work.start(tmp_path / "a.db", job) as opened:
        for _ in range(4):
            task = opened.claim("test")
            assert task is not None
            answer = job.work(task.child)
            opened.finish(task.id, answer)  # type: ignore[arg-type]
    checked = run("run", "verify", tmp_path / "a.db")
    assert checked.code == 3 and checked.out.startswith("unfinished: nothing wrong so far")
    ran = run("run", "export", tmp_path / "a.db", "-o", tmp_path / "a.jsonl", "--json")
    assert ran.code == 3 and ran.json["bound"] == "at least" and 0 < ran.json["tilings"] < 117
    checked = run("run", "verify", tmp_path / "a.jsonl", "--json")
    assert checked.code == 3 and checked.json["valid"] is None and not checked.json["finished"]
    lines_changed(tmp_path / "a.jsonl", lambda lines: lines.insert(0, lines[0]))
    assert run("run", "verify", tmp_path / "a.jsonl").code == 1


def test_a_line_of_an_archive_is_a_solution(store: Path, tmp_path: Path, run: CommandLine) -> None:
    exported(store, tmp_path / "a.jsonl")
    assert run("check", "tetrominoes*@4x4", tmp_path / "a.jsonl").out == "valid: 117 solutions\n"


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_damaged_archives_never_pass_nor_crash(suffix: str, store: Path, tmp_path: Path, run: CommandLine) -> None:
    """Bytes turned over or cut off. Where nothing is read from them, in a page without content, nothing is found."""
    exported(store, tmp_path / f"a{suffix}")
    whole, path, rng = (tmp_path / f"a{suffix}").read_bytes(), tmp_path / f"b{suffix}", random.Random(suffix)
    caught = 0
    for number in range(40):
        data = bytearray(whole)
        if number % 4 == 0:
            del data[rng.randrange(len(data)) :]
        for _ in range(3):
            if data:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
        ran = run("run", "verify", path, "--json", "--sample", "0")
        assert ran.code in (0, 1, 2, 3), ran
        if ran.code == 0:
            assert ran.json["tilings"] == 117
        caught += ran.code != 0
    assert caught > 20


def test_distinct(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    rows = [tuple(sorted(rng.sample(range(40), rng.randint(1, 3)))) for _ in range(3000)]
    with archive.DistinctCounter() as some:
        for first in range(0, len(rows), 700):
            some.add(Batch.of(rows[first : first + 700]))
        assert some.number() == len(set(rows)) < len(rows)
        some.add(Batch.of(rows))
        assert some.number() == len(set(rows))
