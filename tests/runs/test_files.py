"""The files of runs: none is overwritten or touched that should not be, whatever a path leads to."""

from __future__ import annotations

import io
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import Console

from tests.helpers.cli import CommandLine
from tests.helpers.runs import finished
from tilewright.cli.terminal import run_bar
from tilewright.errors import NotationError, RunMismatchError, TilewrightError
from tilewright.runs import work
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Job

ALL = Job("tetrominoes*@4x4\n", "all")
TILINGS = 117  # OEIS A174248


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished(tmp_path_factory.mktemp("runs") / "a.db", ALL)


def contents(directory: Path) -> dict[str, bytes]:
    """All files, without the log and its index that SQLite makes beside a store that it reads."""
    files = (path for path in directory.iterdir() if path.is_file() and not path.name.endswith(("a.db-wal", "-shm")))
    return {path.name: path.read_bytes() for path in files}


@pytest.mark.parametrize("output", ["a.db", "link.db", "other.db", "store.jsonl", "sub/../a.db"])
def test_an_archive_never_takes_the_place_of_a_store(
    tmp_path: Path, store: Path, output: str, run: CommandLine
) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("a.db", "other.db", "store.jsonl"):
        shutil.copy(store, tmp_path / name)
    (tmp_path / "link.db").symlink_to(tmp_path / "a.db")
    before = contents(tmp_path)
    assert "never overwritten" in run.refused("run", "export", tmp_path / "a.db", "-o", tmp_path / output)
    assert contents(tmp_path) == before


def test_an_archive_takes_the_place_of_an_archive_but_not_beside_a_log(
    tmp_path: Path, store: Path, run: CommandLine
) -> None:
    for _ in range(2):
        assert run("run", "export", store, "-o", tmp_path / "b.db").code == 0
    (tmp_path / "c.db-wal").write_bytes(b"of a store that was moved without it")
    assert "c.db-wal" in run.refused("run", "export", store, "-o", tmp_path / "c.db")
    with pytest.raises(NotationError, match=r"c\.db-wal"):
        work.start(tmp_path / "c.db", ALL)
    assert sorted(contents(tmp_path)) == ["b.db", "c.db-wal"]


def test_one_owner_by_whatever_name(tmp_path: Path) -> None:
    path, link = tmp_path / "a.db", tmp_path / "elsewhere" / "b.db"
    link.parent.mkdir()
    link.symlink_to(path)
    with work.start(link, ALL):  # the store is where the link leads
        assert path.is_file() and link.is_symlink()
        for name in (path, link):
            with pytest.raises(RunMismatchError, match="in use"):
                Store.open(name)
    os.link(path, tmp_path / "hard.db")
    for name in (path, link, tmp_path / "hard.db"):
        with pytest.raises(NotationError, match="2 names"):
            Store.open(name)


@contextmanager
def nothing_beside(path: Path) -> Iterator[None]:
    """As on a read-only file system: SQLite cannot make its index of the log. (Rights do not stop root.)"""
    index = path.with_name(path.name + "-shm")
    index.unlink(missing_ok=True)
    index.symlink_to(path.parent / "nowhere" / "index")
    yield
    index.unlink()


def test_a_store_is_read_where_nothing_can_be_written(tmp_path: Path, store: Path, run: CommandLine) -> None:
    path = Path(shutil.copy(store, tmp_path / "a.db"))
    with nothing_beside(path):
        assert str(TILINGS) in run("run", "status", path).out
        assert run("run", "verify", path).code == 0
        assert run("run", "export", path, "-o", tmp_path / "a.jsonl").code == 0
        assert run("run", "log", path).code == 0
    with work.start(tmp_path / "b.db", ALL) as opened:
        opened.claim("test")
        for name in ("b.db", "b.db-wal"):
            shutil.copy(tmp_path / name, tmp_path / name.replace("b.", "c."))
    with nothing_beside(tmp_path / "c.db"):
        assert "log c.db-wal" in run.refused("run", "status", tmp_path / "c.db")


def test_what_is_no_store_is_left_as_it_is(tmp_path: Path, store: Path, run: CommandLine) -> None:
    with sqlite3.connect(tmp_path / "foreign.db") as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
    db.close()
    (tmp_path / "empty.db").touch()
    (tmp_path / "text.db").write_text("pentominoes@6x10\n")
    (tmp_path / "directory.db").mkdir()
    assert run("run", "export", store, "-o", tmp_path / "archive.db").code == 0
    before = contents(tmp_path)
    expected = {
        "foreign": "not a run store",
        "empty": "is empty",
        "text": "not a run store",
        "directory": "is a directory",
        "archive": "is an archive",
        "missing": "no such run store",
    }
    for command in ("resume", "status", "log"):
        for name, message in expected.items():
            assert message in run.refused("run", command, tmp_path / f"{name}.db")
    assert "already exists" in run.refused("run", "start", "LPNUV@5x5", "--store", tmp_path / "foreign.db")
    assert contents(tmp_path) == before


def test_a_store_is_whole_as_soon_as_it_has_its_name(tmp_path: Path) -> None:
    """Without its log, as someone copies it who knows of none, it is at least the run from its beginning."""
    with work.start(tmp_path / "a.db", ALL) as opened:
        opened.claim("test")
        shutil.copy(tmp_path / "a.db", tmp_path / "b.db")
    with Store.open(tmp_path / "b.db") as copied:
        assert copied.manifest()["digest"] == ALL.puzzle.digest
    (tmp_path / "c.db").symlink_to(tmp_path / "nowhere" / "c.db")
    with pytest.raises(TilewrightError, match="no directory"):
        work.start(tmp_path / "c.db", ALL)
    assert not [path.name for path in tmp_path.iterdir() if "part" in path.name]


@pytest.mark.parametrize("address", ["ws://127.0.0.1:8786", "local:0", "local:x", "http://a/b"])
def test_a_bad_cluster_leaves_no_store(address: str, tmp_path: Path, run: CommandLine) -> None:
    pytest.importorskip("distributed")
    line = run.refused("run", "start", "FNPUV@5x5", "--store", tmp_path / "a.db", "--dask", address)
    assert address in line and "local:N" in line and "inproc" not in line
    assert list(tmp_path.iterdir()) == []


def test_words_of_a_run(tmp_path: Path, store: Path, run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    said = run("run", "status", store).out
    assert "117 tilings" in said and "tetrominoes*@4x4" in said and "goal all" in said
    monkeypatch.chdir(tmp_path)
    ran = run("run", "start", "FNPUV@5x5")
    (made,) = tmp_path.glob("*.db")
    assert ran.out == "16\n" and made.name in ran.err
    assert run("run", "resume", made).out == "16\n"
    assert "'nan'" in (line := run.refused("run", "resume", made, "--limit", "nan")) or "number of seconds" in line
    assert "PUZZLE None" not in run.refused("run", "start", "--goal", "silhouettes")


def _is_at_work(path: Path) -> bool:
    """Whether subproblems of a run are given out; the workers may still import."""
    if not Path(f"{path}-wal").exists():
        return False
    try:
        with Store.open(path, read_only=True) as opened:
            return opened.state_counts()["taken"] > 0
    except TilewrightError:  # the store is not yet whole
        return False


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_whoever_ends_a_run_is_told_how_it_goes_on(number: int, code: int, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    words = ["run", "start", "tetrominoes*@8x20", "--engine", "reference", "--store", str(path), "--threads", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tilewright", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while process.poll() is None and not _is_at_work(path):
        time.sleep(0.05)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (code, "")
    assert f"tilewright run resume {path}" in out
    with Store.open(path, read_only=True) as opened:
        assert opened.state_counts()["taken"] == 0


@pytest.mark.parametrize("width", [60, 80, 200])
def test_progress_keeps_its_bar_and_its_range(width: int) -> None:
    words = (
        "1,234,567 tilings, 12,345 subproblems done, 1,234 left, 12.3 M nodes/s, about 12 min to go (10 min to 15 min)"
    )
    bar = run_bar()
    bar.update(bar.add_task(words, total=1.0), completed=0.4)
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(bar.get_renderable())
    text = console.export_text()
    assert "━" * 8 in text and "40%" in text and " ".join(text.split()).endswith(words)


def test_json_progress_comes_at_once_also_unbuffered(tmp_path: Path) -> None:
    words = ["run", "start", "tetrominoes*@8x20", "--engine", "reference", "--store", str(tmp_path / "a.db"), "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "tilewright", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:  # fmt: skip
        assert process.stderr is not None
        assert '"subproblems"' in process.stderr.readline()  # while it goes on: it would take years
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
