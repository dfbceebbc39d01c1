"""Tilings are written while they are found: at the limit and after Ctrl-C files and notes agree, and nothing goes on."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.tiers import quick
from tilewright import files, load, solve
from tilewright.api.solved import Solved
from tilewright.cli import listing
from tilewright.cli.listing import Listing
from tilewright.errors import NotationError
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.progress import Progress
from tilewright.puzzle import Tiling

MANY = "tetrominoes*@4x6"  # 2003 tilings of 6 placements
IN_A_PART = 100


class Counted(listing.Sink):
    """Counts what it takes, and does something at one of the parts."""

    def __init__(self, at: int = -1, do: Callable[[], object] = lambda: None) -> None:
        self.parts: list[int] = []
        self.at, self.do = at, do

    def take(self, batch: Sequence[Tiling]) -> None:
        self.parts.append(len(batch))
        if len(self.parts) == self.at:
            self.do()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit and Ctrl-C leave no time for what was found already."""
    monkeypatch.setattr(listing, "LATE", 0.0)
    monkeypatch.setattr(listing, "PLACEMENTS", 6 * IN_A_PART)


@pytest.fixture
def found() -> Solved:
    return solve(load(MANY), None)


def test_a_batch_of_any_size_is_written_in_parts_until_the_limit(found: Solved) -> None:
    progress = Progress()
    counted = Counted(2, lambda: setattr(progress, "stop", True))
    taken = Listing([counted], Deadline(progress=progress))
    assert not taken.take(found.tilings)
    assert counted.parts == [IN_A_PART] * 2 and taken.written == 2 * IN_A_PART
    assert taken.ended == "stopped"


def test_what_is_slow_gets_smaller_parts(found: Solved) -> None:
    slow, other = Counted(), Counted()
    slow.slowness = 4
    assert Listing([slow, other], Deadline()).take(found.tilings[:60])
    assert slow.parts == other.parts == [25, 25, 10]


def test_the_first_part_is_written_after_the_limit_as_well(found: Solved) -> None:
    taken = Listing([Counted()], Deadline(Limit(seconds=0)))
    assert not taken.take(found.tilings)
    assert (taken.written, taken.ended) == (IN_A_PART, "limit")


def test_ctrl_c_waits_until_every_sink_has_the_same(found: Solved) -> None:
    sinks = [Counted(2, lambda: signal.raise_signal(signal.SIGINT)), Counted()]
    taken, before = Listing(sinks, Deadline()), signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        taken.take(found.tilings)
    assert sinks[0].parts == sinks[1].parts == [IN_A_PART] * 2 and taken.written == 2 * IN_A_PART
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_ends_it_at_once(found: Solved) -> None:
    second = Counted(1, lambda: signal.raise_signal(signal.SIGINT))
    taken = Listing([second, Counted(1, second.do)], Deadline())
    with pytest.raises(KeyboardInterrupt):
        taken.take(found.tilings)
    assert taken.written == 0


def test_what_is_held_until_the_end_is_bound_by_the_memory(found: Solved) -> None:
    held = Counted()
    held.bytes = 501
    listing = Listing([held], Deadline(Limit(memory=1000)))
    assert not listing.take(found.tilings[:3]) and listing.ended == "limit"


@pytest.mark.parametrize("suffix", quick(["txt", "jsonl", "wkt"], 2))
def test_after_ctrl_c_the_file_has_as_many_tilings_as_the_note_says(
    run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setattr(listing, "PLACEMENTS", 1 << 20)
    path, written, append = tmp_path / f"x.{suffix}", 0, listing.GrowingFile.write

    def interrupted(self: listing.GrowingFile, text: str) -> None:
        nonlocal written
        written += 1
        if written == 4:
            signal.raise_signal(signal.SIGINT)
        append(self, text)

    monkeypatch.setattr(listing.GrowingFile, "write", interrupted)
    ran = run("solve", "tetrominoes*@6x8", "--all", "--engine", "reference", "-o", path)
    separator = "\n\n" if suffix == "txt" else "\n"
    number = len(path.read_text().rstrip("\n").split(separator))
    assert ran.code == 130 and number > 256
    assert f"wrote {path} ({number} tilings)" in ran.err.splitlines()
    assert f"interrupted after {number} tilings" in ran.err.splitlines()


@pytest.mark.parametrize("options", [(), ("-o", "x.txt"), ("--json",), ("-o", "x.svg")], ids=str)
def test_no_more_is_drawn_after_the_limit(
    run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(listing, "PLACEMENTS", 1 << 20)
    take, parts = Listing._take, 0

    def late(self: Listing, batch: Sequence[Tiling]) -> bool:
        nonlocal parts
        parts += 1
        if parts == 2:
            self.deadline.progress.started -= 1e6
        return take(self, batch)

    monkeypatch.setattr(Listing, "_take", late)
    ran = run("solve", "tetrominoes*@6x8", "--all", "--engine", "reference", "--limit", "1000", *options)
    assert (ran.code, parts) == (3, 2)
    if options == ("--json",):
        assert ran.json["ended"] == "limit" and len(ran.json["solutions"]) == 256
    else:
        assert "after 512 tilings, 256 of them written" in ran.err


@pytest.mark.parametrize("suffix", ["txt", "svg", "png", "pdf", "jsonl", "wkt", "geojson"])
def test_where_nothing_is_found_a_file_stays_as_it_is(run: CommandLine, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x.{suffix}"
    path.write_text("before")
    assert run("solve", "LPNUV@5x5", "-o", path).code == 1
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]


def test_an_answer_is_written_whatever_it_is(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    assert run("solve", "LPNUV@5x5", "-o", path).code == 1
    assert '"verdict": "impossible"' in path.read_text()


def test_the_same_lines_beside_other_files(run: CommandLine, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    alone = run("solve", "FNPUV@5x5", "-o", one)
    assert (alone.out, alone.err) == ("", f"wrote {one} (1 tiling)\n")
    both = run("solve", "FNPUV@5x5", "-o", two, "-o", tmp_path / "x.json")
    assert (both.out, both.err) == ("", f"wrote {two} (1 tiling), {tmp_path / 'x.json'}\n")
    assert one.read_text() == two.read_text()
    assert one.read_text().strip() in (tmp_path / "x.json").read_text()


def test_a_growing_file_stands_beside_the_one_it_replaces(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("before")
    file = files.GrowingFile(path)
    file.write("a")
    file.write("é")
    (part,) = (name for name in tmp_path.iterdir() if name != path)
    assert part.name.startswith("x.txt.") and part.name.endswith(".part")
    assert (path.read_text(), part.read_text()) == ("before", "aé")
    file.finish()
    assert path.read_text() == "aé" and list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_what_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = files.GrowingFile(tmp_path / "x.txt")
    file.write("a")

    class Full:
        def write(self, content: bytes) -> None:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(file, "_file", Full())
    with pytest.raises(NotationError, match=r"x\.txt: No space left on device: .*\.part$"):
        file.write("b")
    (part,) = tmp_path.iterdir()
    assert part.read_text() == "a"
