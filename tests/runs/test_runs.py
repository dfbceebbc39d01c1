"""Durable runs: the count is exact whatever happens on the way."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.generate import HEAVY, random_cover, random_puzzle
from tests.helpers.listing import all_solutions
from tests.helpers.tiers import quick
from tilewright.errors import NotationError, RunMismatchError, TilewrightError
from tilewright.exact_cover.engines.kernel_engines import Sweep
from tilewright.exact_cover.outcome import Outcome as SearchOutcome
from tilewright.exact_cover.problem import Batch, Solution
from tilewright.formats import tables
from tilewright.kinds import Packing
from tilewright.runs import archive, subproblem, verify
from tilewright.runs import work as coordinator
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Child, Splitter, SubproblemOutcome, TooLong, unpack
from tilewright.runs.verify import salvage
from tilewright.runs.work import LocalPool, answer_subproblem

PUZZLE = Packing.parse("tetrominoes*@4x5")
TILINGS = 454  # OEIS A174248
COUNT, ALL = (subproblem.Job(tables.dump_json(PUZZLE), goal) for goal in ("count", "all"))


def below(splitter: Splitter, child: Child, depth: int) -> list[Solution]:
    """The solutions of a subproblem, from those of its children where it can be split."""
    children = splitter.split(child.prefix) if depth else None
    if children is not None:
        return [s for each in children for s in below(splitter, each, depth - 1)]
    rest = splitter.rest(child.prefix)
    return (
        []
        if rest is None
        else [tuple(sorted((*child.prefix, *(rest.numbers[o] for o in s)))) for s in all_solutions(rest.cover)]
    )


@pytest.mark.parametrize("seed", quick(sorted(range(80), key=lambda seed: seed in HEAVY), 40))
def test_subproblems_partition_the_solutions(seed: int) -> None:
    cover = random_cover(seed) if seed % 2 else random_puzzle(seed).compile().cover
    if cover.validate():
        return
    found = below(Splitter(cover), Child(()), depth=random.Random(seed).randint(1, 4))
    assert sorted(found) == sorted(all_solutions(cover))


class BrokenSweep(Sweep):
    """Leaves an option out of every solution."""

    def solutions(self, *words: Any) -> Iterator[Sequence[Solution]]:
        for batch in super().solutions(*words):
            yield [solution[1:] for solution in batch]


def test_no_wrong_solution_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    child = ALL.roots()[0]
    assert isinstance(ALL.work(child), SubproblemOutcome)
    monkeypatch.setattr(subproblem, "choose", lambda *_: BrokenSweep())
    with pytest.raises(TilewrightError, match="not a solution"):
        ALL.work(child)


@pytest.mark.parametrize("seed", quick(sorted(range(40), key=lambda seed: seed in HEAVY), 20))
def test_symmetric_roots_stand_for_all_solutions(seed: int) -> None:
    compiled = random_puzzle(seed).compile().with_symmetries()
    splitter = Splitter(compiled.cover)
    roots = splitter.split_root()
    if roots is None:
        return
    found = [
        solution
        for root in roots
        for batch in splitter.images(Batch.of(below(splitter, root, 0)), root)
        for solution in batch
    ]
    assert sorted(found) == sorted(all_solutions(compiled.cover))


def finish(path: Path, threads: int = 1) -> coordinator.Status:
    with Store.open(path) as store:
        pool = LocalPool(coordinator.job_of(store), threads)
        try:
            coordinator.run_until_done(store, pool)
        finally:
            pool.close()
        return coordinator.status(store)


def test_a_run_counts_and_keeps(tmp_path: Path) -> None:
    coordinator.start(tmp_path / "a.db", ALL).close()
    assert finish(tmp_path / "a.db", threads=2).value == TILINGS
    with Store.open(tmp_path / "a.db", read_only=True) as store:
        assert verify.verify(store, engine="reference")["valid"]
        exported = archive.export(store, tmp_path / "a.jsonl")
        assert exported == archive.export(store, tmp_path / "b.db")
    *lines, _ = (tmp_path / "a.jsonl").read_text().splitlines()
    assert len(lines) == len(set(lines)) == exported.number == TILINGS
    assert len(json.loads(lines[0])["placements"]) == 5
    with sqlite3.connect(tmp_path / "a.db") as db:
        db.execute("UPDATE subproblems SET count = count + 1 WHERE id = (SELECT MAX(id) FROM subproblems)")
    db.close()
    with Store.open(tmp_path / "a.db", read_only=True) as store, pytest.raises(TilewrightError, match="were counted"):
        verify.store_digest(store)


def test_what_is_stopped_and_cannot_be_split_has_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search may be stopped for its length although something is left that nothing covers."""
    work = subproblem.Job(tables.dump_json(PUZZLE), "all", "reference")
    dead = next(child for child in subproblems(work) if work.split(child) == [] and work.splitter.rest(child.prefix))

    cut = SearchOutcome(ended="stopped"), b""
    monkeypatch.setattr(subproblem.Job, "_solve", lambda *_: cut)
    answer = work.work(dead)
    assert isinstance(answer, SubproblemOutcome) and answer.count == 0 and list(unpack(answer.packed or b"")) == []


def subproblems(work: subproblem.Job) -> Iterator[Child]:
    """All of them, breadth first."""
    level = work.roots()
    while level:
        yield from level
        level = [child for each in level for child in work.split(each) or []]


def test_workers_that_cannot_begin_are_noticed() -> None:
    pool = LocalPool(ALL, 1)
    with pytest.raises(TilewrightError, match="before they began"):
        for _ in range(50):
            pool.workers[0].process.kill()
            list(pool.collect(5.0))
    pool.close()


def test_a_store_of_other_packs_is_refused(tmp_path: Path) -> None:
    coordinator.start(tmp_path / "a.db", ALL).close()
    with sqlite3.connect(tmp_path / "a.db") as db:
        db.execute("DELETE FROM manifest WHERE key = 'packing'")
    db.close()
    with Store.open(tmp_path / "a.db") as store, pytest.raises(RunMismatchError, match="another form"):
        coordinator.job_of(store)


def test_long_subproblems_are_split(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subproblem, "LOOK", 0.01)
    monkeypatch.setattr(subproblem, "LONGEST", 0.001)
    work = subproblem.Job("tetrominoes*@4x6\n", "count", "reference")
    store = coordinator.start(tmp_path / "a.db", work)
    splits = 0
    while (task := store.claim("test")) is not None:
        answer = work.work(task.child)
        if isinstance(answer, SubproblemOutcome):
            assert store.finish(task.id, answer)
        else:
            splits += 1
            assert store.split(task.id, answer.splits, answer.nodes, answer.seconds)
    assert splits
    assert coordinator.status(store).value == 2003
    assert verify.verify(store)["partition"] == "complete"
    assert store.finished_share() == pytest.approx(1.0)
    store.close()


@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_at_each_transaction(tmp_path: Path, when: str) -> None:
    path = tmp_path / "a.db"
    coordinator.start(path, ALL).close()
    for last in (1, 2, 3, 4, 5):
        killed = subprocess.run(
            [sys.executable, "-m", "tests.helpers.crash_run", str(path), str(last), when], check=False
        )
        assert killed.returncode == -signal.SIGKILL
    assert finish(path).value == TILINGS
    with Store.open(path, read_only=True) as store:
        assert verify.verify(store)["valid"]


def test_finished_once_only(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "a.db", {}, [Child((0,)), Child((1,), weight=3)])
    first, second = store.claim("a"), store.claim("b")
    assert first is not None and second is not None and store.claim("c") is None
    assert store.finish(first.id, SubproblemOutcome(5, 1, 0.1)) and not store.finish(
        first.id, SubproblemOutcome(5, 1, 0.1)
    )
    assert not store.split(first.id, [((0,), [Child((0, 1))])])
    assert store.release([first.id, second.id]) == 1
    assert store.finish(second.id, SubproblemOutcome(10**30, 1, 0.1))
    assert store.total() == 5 + 3 * 10**30
    store.close()


def test_a_second_owner_is_refused_and_a_moved_copy_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with coordinator.start(path, COUNT):
        with pytest.raises(RunMismatchError, match="in use"):
            Store.open(path)
        with Store.open(path, read_only=True) as reader:
            assert reader.state_counts()["open"] > 0
    (tmp_path / "elsewhere").mkdir()
    shutil.move(path, tmp_path / "elsewhere" / "b.db")
    assert finish(tmp_path / "elsewhere" / "b.db").value == TILINGS


def test_other_puzzle_other_kernel_other_file(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    coordinator.start(path, COUNT).close()
    with pytest.raises(NotationError, match="already exists"):
        coordinator.start(path, COUNT)
    for key, value, expected in (("kernel", "99", "kernel 99"), ("digest", '"0"', "puzzle 0")):
        shutil.copy(path, tmp_path / "b.db")
        with sqlite3.connect(tmp_path / "b.db") as db:
            db.execute("UPDATE manifest SET value = ? WHERE key = ?", (value, key))
        db.close()
        with Store.open(tmp_path / "b.db") as store, pytest.raises(RunMismatchError, match=expected):
            coordinator.job_of(store)
    (tmp_path / "c.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(TilewrightError, match="damaged"):
        Store.open(tmp_path / "c.db")


@pytest.mark.parametrize("key", ["name", "digest", "puzzle"])
def test_status_never_names_another_puzzle(key: str, tmp_path: Path, run: CommandLine) -> None:
    """The numbers of one puzzle under the name of another."""
    coordinator.start(tmp_path / "a.db", COUNT).close()
    coordinator.start(tmp_path / "b.db", subproblem.Job(tables.dump_json(Packing.parse("dominoes*@4x5")))).close()
    assert run("run", "status", tmp_path / "a.db").code == 0
    with closing(sqlite3.connect(tmp_path / "a.db")) as db, db:
        db.execute("ATTACH ? AS other", (str(tmp_path / "b.db"),))
        value = "(SELECT value FROM other.manifest WHERE key = ?)"
        db.execute(f"UPDATE main.manifest SET value = {value} WHERE key = ?", (key, key))
    assert "is of puzzle" in run.refused("run", "status", tmp_path / "a.db")


def test_a_tampered_store_does_not_verify(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    coordinator.start(path, ALL).close()
    finish(path)
    for change in (
        "UPDATE subproblems SET count = count + 1 WHERE id = (SELECT MIN(id) FROM subproblems WHERE count > 0)",
        "UPDATE subproblems SET weight = weight + 1 WHERE id = 2",
        "UPDATE solutions SET packed = (SELECT packed FROM solutions s WHERE s.number > 0 AND s.subproblem != solutions.subproblem LIMIT 1)",
    ):
        shutil.copy(path, tmp_path / "b.db")
        with sqlite3.connect(tmp_path / "b.db") as db:
            db.execute(change)
        db.close()
        with Store.open(tmp_path / "b.db", read_only=True) as store:
            assert not verify.verify(store, sample=0)["valid"], change


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM subproblems WHERE id = (SELECT MAX(id) FROM subproblems WHERE state = 'done')",
        "INSERT INTO subproblems (parent, prefix, weight, share, state, count) VALUES (NULL, '[9999]', 1, 0.1, 'done', '28')",
    ],
)
def test_a_store_without_a_subproblem_or_with_one_more_is_not_opened(
    change: str, tmp_path: Path, run: CommandLine
) -> None:
    path = tmp_path / "a.db"
    coordinator.start(path, COUNT).close()
    finish(path)
    assert run("run", "status", path).code == 0
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(change)
    for command in ("status", "resume", "verify"):
        assert "of the whole" in run.refused("run", command, path)


def test_salvage_of_a_truncated_store(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    coordinator.start(path, ALL).close()
    finish(path)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    whole = path.read_bytes()
    for pages in range(1, len(whole) // 4096):
        path.write_bytes(whole[: len(whole) - 4096 * pages])
        output = tmp_path / f"{pages}.db"
        saved, lost = salvage(path, output, ALL)
        assert saved + lost > 0
        if pages % 2:
            assert finish(output).value == TILINGS


def test_a_full_disk_says_so_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    store = coordinator.start(path, ALL)
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    task = store.claim("a")
    assert task is not None
    with pytest.raises(TilewrightError, match="cannot write"):
        store.finish(task.id, SubproblemOutcome(1, 1, 0.1, packed=os.urandom(100_000)))
    store.close()
    assert finish(path).value == TILINGS


def test_a_worker_killed_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    coordinator.start(path, COUNT).close()
    with Store.open(path) as store:
        pool = LocalPool(coordinator.job_of(store), 2)
        os.kill(pool.workers[0].process.pid or 0, signal.SIGKILL)
        coordinator.run_until_done(store, pool)
        pool.close()
        assert coordinator.status(store).value == TILINGS


class Chatty:
    """Subproblems that take no time and have long names: more is on its way than pipes hold."""

    def work(self, child: Child) -> SubproblemOutcome:
        return SubproblemOutcome(1, 1, 0.0, bytes(100))


def test_pipes_full_on_both_sides_do_not_stop_a_worker() -> None:
    pool = LocalPool(Chatty(), 1)  # type: ignore[arg-type]
    for number in range(3000):
        pool.submit(number, Child(tuple(range(500))))
    found: list[int] = []
    while len(found) < 3000:
        found += [id for id, answer in pool.collect(1.0) if isinstance(answer, SubproblemOutcome)]
    pool.close()
    assert found == list(range(3000))


class Crowded(subproblem.Job):
    """Memory runs out at the `bad` subproblem, so many times; `whole`: it cannot be split."""

    bad: Child
    times: int
    whole = False

    def work(self, child: Child) -> SubproblemOutcome | TooLong:
        if child == self.bad and self.times:
            object.__setattr__(self, "times", self.times - 1)
            raise MemoryError
        return super().work(child)

    def split(self, child: Child) -> list[Child] | None:
        return None if self.whole else super().split(child)


class Here:
    """A pool in this process."""

    def __init__(self, work: subproblem.Work) -> None:
        self.work, self.given = work, list[tuple[int, Child]]()

    def free_slots(self) -> int:
        return 3 - len(self.given)

    def submit(self, id: int, child: Child) -> None:
        self.given.append((id, child))

    def collect(self, seconds: float) -> Iterator[tuple[int, Any]]:
        id, child = self.given.pop(0)
        yield id, answer_subproblem(self.work, child)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("times", [1, coordinator.MOST_DEATHS - 1, coordinator.MOST_DEATHS, 1000])
@pytest.mark.parametrize("whole", [False, True])
def test_out_of_memory_ends_the_lease_and_not_the_run(tmp_path: Path, times: int, whole: bool) -> None:
    """Another try, then split; what cannot be split is set aside and named when all others are finished."""
    crowded = Crowded(COUNT.puzzle_text, "count")
    for name, value in (("bad", crowded.roots()[0]), ("times", times), ("whole", whole)):
        object.__setattr__(crowded, name, value)
    with coordinator.start(tmp_path / "a.db", crowded) as store:
        if whole and times >= coordinator.MOST_DEATHS:
            with pytest.raises(TilewrightError, match="subproblem 1 "):
                coordinator.run_until_done(store, Here(crowded))
            assert store.state_counts() | {"done": 0} == {"open": 1, "taken": 0, "split": 0, "done": 0}
            assert store.state_counts()["done"] == len(crowded.roots()) - 1
        else:
            coordinator.run_until_done(store, Here(crowded))
            assert coordinator.status(store).value == TILINGS
