"""Files are written whole or not at all, and only over what they may replace."""

from __future__ import annotations

import os
import stat
import threading
import time
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tilewright import files
from tilewright.errors import NotationError


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def names_in(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


@pytest.fixture(params=[0o022, 0o077, 0o002])
def umask(request):
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def test_a_new_file_gets_what_the_umask_leaves(tmp_path, umask):
    files.write(tmp_path / "a.txt", "x")
    assert mode_of(tmp_path / "a.txt") == 0o666 & ~umask


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o755, 0o666])
def test_a_file_that_stands_there_keeps_its_mode(tmp_path, mode, umask):
    path = tmp_path / "a.txt"
    path.write_text("before")
    path.chmod(mode)
    files.write(path, "after é")
    assert (path.read_bytes(), mode_of(path)) == ("after é".encode(), mode)
    assert names_in(tmp_path) == ["a.txt"]


def test_a_link_is_refused_and_followed_only_when_forced(tmp_path):
    target, link = tmp_path / "deep" / "target.txt", tmp_path / "link.txt"
    target.parent.mkdir()
    target.write_text("before")
    link.symlink_to(target)
    with pytest.raises(NotationError, match=r"link\.txt: .* a link.*--force"):
        files.write(link, "after")
    assert target.read_text() == "before"
    files.write(link, "after", force=True)
    assert link.is_symlink() and target.read_text() == "after"


def test_a_link_to_nothing_and_a_ring_of_links(tmp_path):
    link, ring = tmp_path / "link.txt", tmp_path / "ring.txt"
    link.symlink_to(tmp_path / "later.txt")
    ring.symlink_to(ring)
    for path in (link, ring):
        with pytest.raises(NotationError, match="is a link"):
            files.write(path, "x")
    files.write(link, "x", force=True)
    assert (tmp_path / "later.txt").read_text() == "x"
    with pytest.raises(NotationError, match=r"ring\.txt"):
        files.write(ring, "x", force=True)


@pytest.mark.parametrize("force", [False, True])
def test_a_read_only_file_is_replaced_only_when_forced(tmp_path, force):
    path = tmp_path / "a.txt"
    path.write_text("before")
    path.chmod(0o444)
    if force:
        files.write(path, "after", force=True)
    else:
        with pytest.raises(NotationError, match="read-only"):
            files.write(path, "after")
    assert (path.read_text(), mode_of(path)) == ("after" if force else "before", 0o444)


def test_a_fifo_is_refused_and_written_into_only_when_forced(tmp_path):
    fifo, read = tmp_path / "fifo.txt", []
    os.mkfifo(fifo)
    with pytest.raises(NotationError, match="not a regular file"):
        files.write(fifo, "x")
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()), daemon=True)
    reader.start()
    files.write(fifo, "x", force=True)
    reader.join(60)
    assert read == [b"x"] and stat.S_ISFIFO(fifo.stat().st_mode)


def test_a_device_is_never_replaced():
    with pytest.raises(NotationError, match="not a regular file"):
        files.write(Path("/dev/null"), "x")
    files.write(Path("/dev/null"), "x", force=True)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize("force", [False, True])
def test_a_directory_is_never_written(tmp_path, force):
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(NotationError, match="is a directory"):
        files.write(tmp_path / "a.txt", "x", force=force)


def test_all_files_or_none(tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text("before")
    bad.symlink_to(good)
    with pytest.raises(NotationError, match=r"bad\.txt"):
        files.write_all({good: "after", tmp_path / "new.txt": "x", bad: "x"})
    assert good.read_text() == "before" and names_in(tmp_path) == ["bad.txt", "good.txt"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_an_interrupted_write_leaves_nothing_behind(tmp_path, monkeypatch, error):
    def fail(self, target):
        raise error

    (tmp_path / "a.txt").write_text("before")
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(KeyboardInterrupt if isinstance(error, KeyboardInterrupt) else NotationError):
        files.write_all({tmp_path / "a.txt": "after", tmp_path / "b.txt": b"x"})
    assert names_in(tmp_path) == ["a.txt"] and (tmp_path / "a.txt").read_text() == "before"


@pytest.mark.parametrize(
    ("name", "content"),
    [("a\0b.txt", "x"), ("a" * 300, "x"), ("none/a.txt", "x"), ("a.txt", "half a pair: \ud83d"), ("\x1b[31m/a", "x")],
)
def test_what_cannot_be_written_is_one_line(tmp_path, name, content):
    with pytest.raises(NotationError) as refused:
        files.write(tmp_path / name, content)
    assert str(refused.value).isprintable()
    assert names_in(tmp_path) == []


def test_a_name_as_long_as_names_may_be(tmp_path):
    files.write(tmp_path / ("n" * 251 + ".txt"), "x")
    assert len(names_in(tmp_path)) == 1


COMMANDS = [
    ("solve", "FNPUV@5x5", "-o", "a.svg"),
    ("solve", "FNPUV@5x5", "--all", "-o", "a.jsonl"),
    ("show", "FNPUV@5x5", "-o", "a.png"),
    ("verdict", "FNPUV@5x5", "-o", "a.json"),
    ("hint", "FNPUV@5x5", "-o", "a.svg"),
    ("export", "FNPUV@5x5", "--to", "toml", "-o", "a.toml"),
    ("design", "blocks", "3x3", "--blocks", "2", "--any", "-o", "a.txt"),
    ("design", "shikaku", "4x4", "-o", "a.txt"),
    ("design", "ladder", "--table", "-o", "a.json"),
    ("publish", "sheet", "FNPUV@5x5", "-o", "a.svg"),
    ("publish", "laser", "fridgeiq:D", "-o", "a.svg"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_every_command_heeds_what_stands_there(command, tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    target, link = tmp_path / "target", tmp_path / command[-1]
    target.write_text("before")
    target.chmod(0o640)
    link.symlink_to(target)
    said = run.refused(*command)
    assert f"{link.name}: " in said and "a link" in said and "--force" in said
    assert target.read_text() == "before"
    assert run(*command, "--force").code == 0
    assert link.is_symlink() and target.read_bytes() != b"before" and mode_of(target) == 0o640


READING = [
    ["run", "verify", "{}.db"],
    ["run", "verify", "{}.json"],
    ["run", "status", "{}.db"],
    ["run", "resume", "{}.db"],
    ["run", "salvage", "{}.db", "-o", "new.db"],
    ["solve", "{}.toml"],
    ["solve", "{}.toml#2"],
    ["solve", "FNPUV@5x5", "--with", "{}.json"],
    ["check", "FNPUV@5x5", "{}.json"],
    ["check", "FNPUV@5x5", "--proof", "{}.json"],
    ["cover", "{}.dlx"],
    ["read", "FNPUV@5x5", "{}.txt"],
    ["show", "{}.json#1"],
    ["design", "family", "{}.toml"],
    ["design", "blocks", "./{}.txt"],
    ["design", "silhouettes", "--pieces", "fridgeiq:BO", "--symmetry", "D4", "--compare", "{}.json"],
    ["design", "silhouettes", "--pieces", "./{}.toml"],
    ["publish", "booklet", "{}.toml", "-o", "a.pdf"],
]


@pytest.mark.parametrize("words", READING, ids=" ".join)
@pytest.mark.parametrize("kind", ["fifo", "directory"])
@pytest.mark.timeout(60)
def test_no_command_waits_for_the_writer_of_a_fifo(words, kind, run, tmp_path):
    """Where nobody writes, a FIFO would be waited for without end; nor does a directory end in a traceback."""
    for suffix in ("db", "json", "toml", "dlx", "txt"):
        (os.mkfifo if kind == "fifo" else os.mkdir)(tmp_path / f"thing.{suffix}")
    assert "thing" in run.refused(*(word.format("thing") for word in words))


def test_a_pipe_with_a_writer_is_read(run, tmp_path):
    """As from `<(...)`, whether its writer has begun or not, and more than a pipe holds at a time."""
    os.mkfifo(tmp_path / "fifo")
    board = "\n".join(["board = '5x5'", *(f"# {'x' * 1000}" for _ in range(300)), "pieces = 'FNPUV'"])

    def write() -> None:
        with (tmp_path / "fifo").open("w") as file:
            time.sleep(0.2)
            file.write(board)

    writer = threading.Thread(target=write)
    writer.start()
    while not writer.is_alive():
        time.sleep(0.01)
    time.sleep(0.1)
    assert run("count", "fifo").out == "16\n"
    writer.join()


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "a.toml", "-o", "a.toml"),
        ("solve", "./a.toml", "-o", "b.svg", "-o", "a.toml"),
        ("export", "a.toml", "--to", "json", "-o", "a.toml"),
        ("solve", "a.toml", "--with", "begun.json", "-o", "begun.json"),
        ("solve", "tetrominoes:O@board.txt", "-o", "board.txt"),
        ("verdict", "a.toml", "--proof", "a.toml"),
    ],
)
def test_a_file_that_is_read_is_not_overwritten(
    run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {"a.toml": 'pieces = "tetrominoes:O"\nboard = "2x2"\n', "board.txt": "##\n##\n", "begun.json": "[]"}
    for name, text in texts.items():
        Path(name).write_text(text)
    assert "expected another name" in run.refused(*words)
    assert all(Path(name).read_text() == text for name, text in texts.items())


def test_force_overwrites_the_file_that_is_read(
    run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("##\n##\n---\n**\n**\n")
    assert run("solve", "a.txt", "-o", "a.txt", "--force").code == 0
    assert Path("a.txt").read_text() != "##\n##\n---\n**\n**\n"


def test_names_behind_two_dashes_may_begin_with_one(
    run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-x.toml").write_text('pieces = "tetrominoes:O"\nboard = "2x2"\n')
    assert run("count", "--", "-x.toml").out == run("count", "--engine", "auto", "--", "-x.toml").out == "1\n"
    assert run("count", "--json", "--", "FNPUV@5x5").json["count"]["value"] == 16
