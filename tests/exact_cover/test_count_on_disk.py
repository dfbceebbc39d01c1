"""Counts on disk: they agree with the reference, go on after whatever ended them, and say in one line what is wrong."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.colors import random_colored_cover
from tests.helpers.generate import random_cover, random_puzzle
from tests.helpers.listing import all_solutions
from tilewright import ArgumentError, Limit, ScratchError, _kernel, count, load
from tilewright.exact_cover import frontier_count
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.frontier_count import FrontierCount
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.outcome import StatesNote
from tilewright.exact_cover.problem import ExactCover

TETROMINOES, NUMBER = "tetrominoes*@10x10", 72713560548906621
BOARD, BOARD_NUMBER = "tetrominoes*@8x8", 19077209438
MEMORIES = [int(700_000 * 1.15**k) for k in range(40)]
MEMORY = 4_200_000  # of 5 MB that its largest layers take


def command(folder: Path, *words: str, kill: float = 0, size: int = 0, text: str = TETROMINOES) -> list[str]:
    count = ["count", text, "--memory", str(MEMORY), "--scratch", str(folder), *words]
    return [sys.executable, "-m", "tests.helpers.count_on_disk", str(kill), str(size), *count]


def ran(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, timeout=600)


def widened(cover: ExactCover) -> ExactCover:
    """The cover beside that of a board, swept by turns: as many solutions and states as the product of both."""
    board, size = load(BOARD).compile().cover, len(cover.lo)
    cells, items = [size + item for item in board.order or range(len(board.lo))], list(cover.order or range(size))
    places = {len(cells) * (k + 1) // (len(items) + 1): item for k, item in enumerate(items)}
    assert len(places) == len(items)
    return ExactCover(
        lo=[*cover.lo, *board.lo],
        hi=[*cover.hi, *board.hi],
        options=[*cover.options, *(tuple(size + item for item in option) for option in board.options)],
        order=[each for k, cell in enumerate(cells) for each in ([places[k]] if k in places else []) + [cell]],
        colors=[*cover.colors, *[0] * len(board.options.flat)] if cover.colors else (),
    )


def on_disk(cover: ExactCover, folder: Path, memory: int, threads: int) -> tuple[int, bool] | None:
    """The count laid aside and taken up again after some states, and whether states went to disk; None for too little memory."""
    layer, work, written = str(folder / "layer"), 200_000, False
    while True:
        job = _kernel.Frontier(
            kernel_cover(cover), memory, True, True, False, threads, 800, 0, False, str(folder), layer, "it", 0.0
        )
        outcome, work = job.run(work), 2 * work
        written |= job.on_disk > 0
        if outcome is not _kernel.Outcome.RUNNING:
            Path(layer).unlink(missing_ok=True)
            assert outcome is not _kernel.Outcome.SCRATCH_FAILED, job.failure
            return (int.from_bytes(job.value, "little"), written) if outcome is _kernel.Outcome.EXHAUSTED else None


def puzzle_cover(seed: int) -> ExactCover:
    return random_puzzle(seed).compile().cover


def check_against_reference(made: Callable[[int], ExactCover], seeds: Iterable[int], folder: Path) -> None:
    """With hardly more memory than two blocks and the tables take."""
    written = 0
    for seed in seeds:
        cover = made(seed)
        if cover.validate() is not None or engine("frontier").refuses(cover):
            continue
        expected = len(all_solutions(cover)) * BOARD_NUMBER
        for threads in (1, 2):
            found = (on_disk(widened(cover), folder, memory, threads) for memory in MEMORIES)
            number, spilled = next(each for each in found if each is not None)
            assert number == expected
            written += spilled
    assert written  # how often depends on how two threads take turns


@pytest.mark.parametrize(("made", "seed"), [(random_cover, 49), (random_colored_cover, 49), (puzzle_cover, 5)])
def test_counts_what_the_reference_counts(made: Callable[[int], ExactCover], seed: int, tmp_path: Path) -> None:
    check_against_reference(made, [seed], tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("made", [random_cover, random_colored_cover, puzzle_cover])
def test_counts_what_the_reference_counts_often(made: Callable[[int], ExactCover], tmp_path: Path) -> None:
    check_against_reference(made, range(1, 60, 4), tmp_path)


def test_the_api_counts_on_disk(tmp_path: Path) -> None:
    found = count(load(TETROMINOES), limit=Limit(memory=MEMORY, scratch=tmp_path))
    assert (found.value, found.bound, found.engine) == (NUMBER, "exact", "frontier")
    (note,) = found.notes
    assert isinstance(note, StatesNote) and note.on_disk > 0 and note.peak_memory < 1.1 * MEMORY
    assert note.saved == "" and not list(tmp_path.iterdir())


def test_a_limit_keeps_what_was_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time a little more, until it is done."""
    monkeypatch.setattr(frontier_count, "CHECKPOINT_SECONDS", 0.0)
    ends, states = 0, 0
    while True:
        limit = Limit(memory=MEMORY, scratch=tmp_path, nodes=states + 1_000_000)
        found = count(load(TETROMINOES), limit=limit)
        assert found.nodes >= states  # those of before are not counted again, but told
        if found.bound == "exact":
            break
        states, ends = found.nodes, ends + 1
        (note,) = found.notes
        assert (
            isinstance(note, StatesNote)
            and found.ended == "limit"
            and note.saved
            and len(list(tmp_path.iterdir())) == 1
        )
    assert found.value == NUMBER and ends > 1 and not list(tmp_path.iterdir())


def test_too_little_memory_is_a_limit_that_is_named(run: CommandLine, tmp_path: Path) -> None:
    """In the same way on disk, in memory, for a series, and in Python."""
    words = ("--memory", "600K", "--engine", "frontier")
    for scratch_words, advice in ((("--scratch", tmp_path), ""), ((), ", or a folder with --scratch")):
        ran = run("count", TETROMINOES, *words, *scratch_words, "--json")
        assert ran.code == 3 and ran.json["limit"] == "memory" and ran.json["memory_wanted"] > 600_000
        assert ran.err.startswith("tilewright: memory of 600K is too small for this count: give more with --memory (")
        assert ran.err.endswith(f"{advice}\n") and ran.err.count("\n") == 1
        series = run("series", "tetrominoes*@10x{n}", "--n", "1..10:9", *words, *scratch_words)
        assert series.code == 3 and series.out == "1 0\n"
        assert series.err.startswith("tilewright: n=10 was not finished: memory of 600K is too small")
    limit = Limit(memory=600_000, scratch=tmp_path)
    found = count(load(TETROMINOES), limit=limit)
    assert (found.ended, found.limit, found.exit_code) == ("limit", "memory", 3)
    assert not list(tmp_path.iterdir())


def test_too_little_memory_for_a_saved_layer_is_the_same_limit(
    run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer = saved(tmp_path, TETROMINOES, monkeypatch, states=2_000_000)
    for memory in ("1500K", "1200K", "300K", "1"):
        ran = run("count", TETROMINOES, "--memory", memory, "--scratch", tmp_path)
        assert (ran.code, ran.out) == (3, "at least 0\n")
        small, kept = ran.err.splitlines()
        assert f"memory of {memory} is too small" in small and "with more memory the same command goes on" in kept
        assert layer.exists()
    assert run("count", TETROMINOES, "--scratch", tmp_path).out == f"{NUMBER}\n"


@pytest.mark.parametrize("up_to", ["symmetries", "rotations"])
def test_up_to_symmetry(up_to: str, run: CommandLine, tmp_path: Path) -> None:
    words = ("count", "tetrominoes*@6x6", "--up-to", up_to)
    assert run(*words, "--memory", "2M", "--scratch", tmp_path).out == run(*words).out
    assert not list(tmp_path.iterdir())


def test_a_series(run: CommandLine, tmp_path: Path) -> None:
    ran = run("series", "tetrominoes*@{n}x{n}", "--n", "2..8:2", "--memory", "3M", "--scratch", tmp_path)
    assert ran.out.split() == ["2", "1", "4", "117", "6", "178939", "8", "19077209438"]
    assert not list(tmp_path.iterdir())


def killed(folder: Path, times: int) -> None:
    rng = random.Random(times)
    kills = 0
    while kills < times:
        done = ran(*command(folder, "--threads", rng.choice("12"), kill=rng.uniform(0.05, 0.6)))
        kills += done.returncode == -signal.SIGKILL
        assert done.returncode in (-signal.SIGKILL, 0), done
        assert done.returncode or done.stdout == f"{NUMBER}\n"
    assert ran(*command(folder)).stdout == f"{NUMBER}\n"
    assert not list(folder.iterdir())


def test_killed_once(tmp_path: Path) -> None:
    killed(tmp_path, 1)


@pytest.mark.full
def test_killed_fifty_times(tmp_path: Path) -> None:
    killed(tmp_path, 50)


def wait_for_layer(folder: Path, process: subprocess.Popen[bytes]) -> None:
    while not list(folder.glob("*/layer")):
        assert process.poll() is None
        time.sleep(0.01)


def test_ctrl_c_keeps_what_was_saved(tmp_path: Path) -> None:
    words = command(tmp_path, text="tetrominoes*@12x12")
    process = subprocess.Popen(words, stderr=subprocess.PIPE)
    try:
        wait_for_layer(tmp_path, process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130 and b"the same command goes on from there" in said
    assert len(list(tmp_path.glob("*/layer"))) == 1


def test_full_disk(tmp_path: Path) -> None:
    """No file may become larger than half of what is needed: one line, and without that the same count goes on."""
    done = ran(*command(tmp_path, size=1_000_000))
    assert done.returncode == 2 and done.stdout == "" and len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("tilewright: ") and "File too large; what was saved is kept" in done.stderr
    assert [file.name for file in tmp_path.glob("*/*") if file.name != "lock"] == ["layer"]
    assert ran(*command(tmp_path)).stdout == f"{NUMBER}\n"
    assert not list(tmp_path.iterdir())


def saved(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch, states: int = 1000) -> Path:
    """The layer of a count that was begun."""
    monkeypatch.setattr(frontier_count, "CHECKPOINT_SECONDS", 0.0)
    before = set(folder.glob("*/layer"))
    count(load(text), limit=Limit(nodes=states, scratch=folder))
    (layer,) = set(folder.glob("*/layer")) - before
    return layer


def test_strange_layers_are_refused(run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = (saved(tmp_path, text, monkeypatch) for text in (TETROMINOES, "dominoes*@8x40"))
    whole = own.read_bytes()
    changed = bytearray(whole)
    changed[-20] ^= 1
    for content in (
        other.read_bytes(),
        whole[:-5],
        bytes(changed),
        whole + b"x",
        b"",
        whole.replace(b"0.1.0", b"0.0.9"),
    ):
        own.write_bytes(content)
        assert "remove the file to begin again" in run.refused("count", TETROMINOES, "--scratch", tmp_path)
        assert own.read_bytes() == content
    own.write_bytes(whole)
    assert run("count", TETROMINOES, "--scratch", tmp_path).out == f"{NUMBER}\n"
    assert list(tmp_path.iterdir()) == [other.parent]


@pytest.mark.parametrize("name", ["lock", "layer", ""])
@pytest.mark.parametrize("kind", ["FIFO", "link", "dangling link", "folder", "plain file"])
def test_strange_things_in_the_folder_are_refused(name: str, kind: str, run: CommandLine, tmp_path: Path) -> None:
    if (name, kind) in ([("", "folder"), ("lock", "plain file"), ("layer", "plain file")]):
        return  # as it should be, or tested above
    cover = load(BOARD).compile().with_hints().cover
    victim, count_folder = tmp_path / "victim", frontier_count.CountFolder(tmp_path, cover)
    count_folder.close()
    thing = count_folder.path / name if name else count_folder.path
    thing.parent.mkdir(exist_ok=True)
    if kind == "FIFO":
        os.mkfifo(thing)
    elif kind == "folder":
        thing.mkdir()
    elif kind == "plain file":
        thing.touch()
    else:
        thing.symlink_to(victim)
    if kind == "link":
        victim.touch()
    said = run.refused("count", BOARD, "--scratch", tmp_path)
    assert f"{thing} is a {kind.removeprefix('dangling ')}: expected" in said
    assert victim.exists() == (kind == "link") and os.path.lexists(thing)


def test_two_processes_never_share_a_count(run: CommandLine, tmp_path: Path) -> None:
    cover = load(BOARD).compile().with_hints().cover
    first = FrontierCount(cover, Deadline(Limit(scratch=tmp_path)))
    assert "another process is at work" in run.refused("count", BOARD, "--scratch", tmp_path)
    first.close()
    assert run("count", BOARD, "--scratch", tmp_path).out == f"{BOARD_NUMBER}\n"
    assert not list(tmp_path.iterdir())


def test_bad_values(run: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for command in (("count", TETROMINOES), ("series", "dominoes*@2x{n}", "--n", "1..3")):
        for folder in (tmp_path / "nowhere", file, ""):
            assert "expected a folder that can be written to" in run.refused(*command, "--scratch", folder)
        for size in ("-1", "0", "1X", "", "nan", "1e9", "99999999T", "0.0000001K"):
            assert "expected a number of bytes" in run.refused(*command, f"--memory={size}")
        assert "which alone counts" in run.refused(*command, "--scratch", tmp_path, "--engine", "native")
    for value in (5, True, file, b"folder", tmp_path / "nowhere"):
        with pytest.raises(ArgumentError, match=r"scratch=.*expected a folder"):
            Limit(scratch=value)  # type: ignore[arg-type]


def test_a_folder_without_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path))

    monkeypatch.setattr(Path, "mkdir", refuse)  # as tests may run as root, who has all rights
    with pytest.raises(ScratchError, match="Permission denied"):
        count(load(TETROMINOES), limit=Limit(scratch=tmp_path))
