"""Altered stores of runs for silhouettes: what is verified is true by the judge of altered catalogues, the rest is refused."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import zlib
from collections import Counter
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.forged import change_list, change_value, forged_row, judge
from tilewright.errors import NotationError, TilewrightError
from tilewright.pieces import select
from tilewright.runs import archive, verify, work
from tilewright.runs import silhouettes as job_module
from tilewright.runs.silhouettes import SilhouetteJob, run_catalogue
from tilewright.runs.store import Store
from tilewright.runs.subproblem import SubproblemOutcome, TooLong
from tilewright.silhouettes.query import CONTACTS, Query
from tilewright.silhouettes.search import find_silhouettes

QUERIES = [
    Query("tetrominoes:OJL", "C2", "edge"),
    Query("fridgeiq:MYD", "D2", "corner", (5, 5)),
    Query("fridgeiq:BOQY", "D2", "edge"),
    Query("fridgeiq:MYI", "D1d", "corner", (4, 4)),
]
SYMMETRIES = ("C2", "C4", "D1", "D1d", "D2", "D2d", "D4")


@pytest.fixture(scope="module", autouse=True)
def plans_made_once() -> Any:
    """Thousands of verifications of a few queries: tables are made, and shares are searched again, once for each."""
    plan, recount = SilhouetteJob.__dict__["plan"].func, SilhouetteJob.recount
    plan_of = cache(lambda query: plan(SilhouetteJob(query)))
    counted = cache(lambda query, child: recount(SilhouetteJob(query), child, ""))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SilhouetteJob, "plan", property(lambda job: plan_of(job.query)))
        patch.setattr(SilhouetteJob, "recount", lambda job, child, _: counted(job.query, child))
        yield


def written(path: Path, query: Query) -> Path:
    """A finished store, its first subproblems split."""
    job = SilhouetteJob(query)
    with work.start(path, job) as store:
        while (task := store.claim("test")) is not None:
            if len(task.child.prefix) < 2 and task.id % 2:
                store.split(task.id, [(task.child.prefix, job.split(task.child))])
            else:
                answer = job.work(task.child)
                assert isinstance(answer, SubproblemOutcome) and store.finish(task.id, answer)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    return path


@cache
def number_of(query: Query) -> int:
    return len(find_silhouettes(query.pieces, query.symmetry, query.contact, query.within).silhouettes)


def change_rows(source: random.Random, query: Query, rows: list[Any]) -> None:
    """Silhouettes of a subproblem: another one put in or in the place of one, which is right in itself; or any value."""
    if source.random() < 0.5:
        with suppress(TypeError, KeyError, IndexError, AttributeError, StopIteration, NotationError):
            holder = {"rows": rows}
            change_value(source, holder) if source.random() < 0.5 else change_list(source, rows)
        return
    cells = [[0, 0, "n"]] if query.pieces.startswith("fridgeiq") else [[0, 0]]
    row = forged_row(source, {"outlines": [{"cells": cells}], "pieces": query.pieces, "symmetry": query.symmetry})
    scale = {"n": 0, "e": 1, "s": 2, "w": 3}
    placed = [
        [
            part["piece"],
            sorted([int(2 * y), int(2 * x), *(scale[s] for s in slots)] for y, x, *slots in unrolled(part["cells"])),
        ]
        for part in row["solution"]
    ]
    placed.sort(key=lambda part: part[1])
    if rows and source.random() < 0.5:
        rows[source.randrange(len(rows))] = placed
    else:
        rows.append(placed)


def unrolled(cells: list[list[Any]]) -> list[list[Any]]:
    return [[y, x, *slot] for y, x, *slots in cells for slot in (slots[0] if slots else [""])]


def alter(source: random.Random, query: Query, db: sqlite3.Connection) -> None:
    """Something of the store; numbers are often made to fit."""
    stored = db.execute("SELECT subproblem, packed FROM solutions").fetchall()
    kind = source.randrange(8)
    if kind == 0:
        change_head(source, query, db)
        return
    id, packed = source.choice([each for each in stored if len(zlib.decompress(each[1])) > 2] or stored)
    text = zlib.decompress(packed)
    if kind == 1:
        place = source.randrange(len(text))
        text = (
            text[:place]
            + source.choice(b' 0123456789-.e[]truenesw"\xd9'.decode("latin-1")).encode()
            + text[place + 1 :]
        )
    elif kind == 2:
        other, theirs = source.choice(stored)
        db.execute("UPDATE solutions SET packed = ? WHERE subproblem = ?", (packed, other))
        text = zlib.decompress(theirs)
    else:
        rows = json.loads(text)
        change_rows(source, query, rows)
        text = json.dumps(rows).encode()
    packed = zlib.compress(text) + (b"more" if source.random() < 0.05 else b"")
    db.execute("UPDATE solutions SET packed = ? WHERE subproblem = ?", (packed, id))
    if source.random() < 0.8:
        for each, packed in db.execute("SELECT subproblem, packed FROM solutions").fetchall():
            with suppress(ValueError, TypeError, zlib.error):
                number = len(json.loads(zlib.decompress(packed)))
                db.execute("UPDATE solutions SET number = ? WHERE subproblem = ?", (number, each))
                db.execute("UPDATE subproblems SET count = ? WHERE id = ?", (str(number), each))


def change_head(source: random.Random, query: Query, db: sqlite3.Connection) -> None:
    """Another query, whose digest and cases are put in their places."""
    other = Query(
        query.pieces,
        source.choice((query.symmetry, *SYMMETRIES)),
        source.choice((query.contact, *CONTACTS)),
        source.choice((None, query.within, (2, 2), (3, 4), (9, 9))),
    )
    with suppress(TilewrightError):
        for key, value in SilhouetteJob(other).manifest().items():
            db.execute("UPDATE manifest SET value = ? WHERE key = ?", (json.dumps(value), key))


def attack(path: Path, numbers: range, queries: list[Query]) -> Counter[str]:
    """Verify altered stores. Returns how many were refused, not valid, and valid and found true."""
    bases = [written(path / f"{number}.db", query) for number, query in enumerate(queries)]
    ends: Counter[str] = Counter()
    for number in numbers:
        source = random.Random(number)
        which = source.randrange(len(queries))
        shutil.copyfile(bases[which], altered := path / "altered.db")
        with closing(sqlite3.connect(altered)) as db, db:
            alter(source, queries[which], db)
        try:
            with Store.open(altered, read_only=True) as store:
                report = verify.verify(store, sample=100)
                job = work.job_of(store)
                assert isinstance(job, SilhouetteJob)
                if report["valid"]:
                    data = json.loads(run_catalogue(store, job, finished=True).text())
        except TilewrightError as error:
            assert "\n" not in str(error), number
            ends["refused"] += 1
            continue
        ends["valid" if report["valid"] else "not valid"] += 1
        if report["valid"]:
            judge(data, select(data["pieces"]))
            assert len(data["outlines"]) == report["outlines"] == number_of(job.query), number
        else:
            assert report["fault"] and "\n" not in report["fault"], number
    return ends


def test_an_altered_store_is_true_or_refused(tmp_path: Path) -> None:
    ends = attack(tmp_path, range(30), QUERIES[:1])
    assert ends["not valid"] > 10, ends


@pytest.mark.full
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(8))
def test_8000_altered_stores_are_true_or_refused(part: int, tmp_path: Path) -> None:
    ends = attack(tmp_path, range(1000 + 1000 * part, 2000 + 1000 * part), QUERIES)
    print(ends)
    assert ends["not valid"] > 300 and ends["valid"] > 5, ends


def test_a_right_silhouette_of_another_query_is_not_valid(tmp_path: Path) -> None:
    """It tiles, it is counted, and it is too large, or has not the symmetry."""
    wide = SilhouetteJob(Query("tetrominoes:OJL", "C2", "edge"))
    narrow = SilhouetteJob(Query("tetrominoes:OJL", "C2", "edge", (3, 3)))
    for job in (narrow, SilhouetteJob(Query("tetrominoes:OJL", "D2", "edge"))):
        path = tmp_path / f"{job.query.symmetry}.db"
        with work.start(path, job) as store:
            first = next(answer for root in wide.roots() if (answer := wide.work(root)).count)  # type: ignore[union-attr]
            assert isinstance(first, SubproblemOutcome)
            while (task := store.claim("test")) is not None:
                store.finish(task.id, first)
            report = verify.verify(store, sample=0)
            assert (not report["valid"] and "expected those of D2" in report["fault"]) or "fit the board" in report[
                "fault"
            ]
            with pytest.raises(TilewrightError, match="is damaged"):
                archive.export(store, tmp_path / "a.json")


def test_what_is_packed_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few kilobytes that would be a gigabyte are not unpacked; a share that finds as much is split."""
    job = SilhouetteJob(QUERIES[0])
    bomb = zlib.compressobj()
    packed = b"".join(bomb.compress(b" " * (1 << 20)) for _ in range(100)) + bomb.flush()
    with work.start(tmp_path / "a.db", job) as store:
        while (task := store.claim("test")) is not None:
            store.finish(task.id, SubproblemOutcome(0, 1, 0.1, packed, "a"))
        assert "too many" in verify.verify(store, sample=0)["fault"]
    monkeypatch.setattr(job_module, "MOST_BYTES", 1)
    found = [job.work(root) for root in job.roots()[:1]]
    assert any(isinstance(answer, TooLong) and len(answer.splits[0][1]) == 8 for answer in found)
