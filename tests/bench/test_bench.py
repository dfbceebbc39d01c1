"""`tilewright bench`: what it measures is held against known numbers, and what it cannot do it says."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.clock import NEVER
from tests.helpers.generate import light_seeds, random_puzzle
from tests.helpers.stock import STOCK, stock_puzzle
from tilewright import bench as named
from tilewright.api.count import count
from tilewright.bench import (
    SWEEP,
    Instance,
    Setting,
    build,
    cover_text,
    instances,
    measure,
    peer_commands,
    run_peer,
    select_instances,
)
from tilewright.errors import NotationError
from tilewright.exact_cover.engine import engine
from tilewright.kinds import Packing

needs_compiler = pytest.mark.skipif(not any(map(shutil.which, ("c++", "g++", "clang++"))), reason="no C++ compiler")


Built = tuple[list[str] | None, str]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The plain sweep, compiled once; or why it cannot be."""
    return build(tmp_path_factory.mktemp("sweep"))


@pytest.fixture
def compiled_before(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command need not compile the plain sweep again."""
    monkeypatch.setattr("tilewright.bench.build", lambda folder: built)


@pytest.fixture(scope="module")
def sweep(built: Built) -> list[str]:
    command, why_not = built
    assert command is not None, why_not
    return command


def test_every_instance_loads_and_says_what_is_known() -> None:
    for instance in instances().values():
        assert instance.puzzles, instance
        assert instance.job in ("list", "count", "find", "prove")
        for puzzle, known in instance.load():
            assert puzzle.board.area > 0
            assert instance.job == "find" or known is not None, instance.name


def test_stock_challenges_are_those_of_fridgeiq() -> None:
    known = {c["name"]: c for c in STOCK["challenges"]}
    for name, wanted in (("fridgeiq", True), ("fridgeiq-uncounted", False)):
        theirs = [c for c in known.values() if (c["tilings"] is not None) == wanted]
        for challenge, (puzzle, tilings) in zip(theirs, instances()[name].load(), strict=True):
            assert sorted(puzzle.board.atoms) == sorted(stock_puzzle(challenge).board.atoms), challenge["name"]
            assert challenge["tilings"] in (None, tilings)


@pytest.mark.parametrize("name", ["3x20", "soma", "find-6x10", "prove-L-6x6", "prove-mutilated-8", "tetrominoes-8x8"])
@pytest.mark.usefixtures("compiled_before")
def test_quick_instances(run: CommandLine, name: str) -> None:
    ran = run("bench", name, "--repeat", 1, "--limit", NEVER, "--json")
    assert ran.code == 0, ran
    (row,) = ran.json["rows"]
    (known,) = [n for _, n in instances()[name].puzzles]
    assert row["instance"] == name and row["seconds"] > 0 and "wrong" not in row
    assert known is None or row["tilings"] == known == int(row["tilings_text"])


def test_a_wrong_number_is_an_error(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Instance("small", "x", "list", (("FNPUV@5x5", 17),), yardstick=False)
    monkeypatch.setattr(named, "instances", lambda: {"small": wrong})
    ran = run("bench", "small", "--repeat", 1)
    assert ran.code == 1
    assert "WRONG" in ran.out and "wrong: small: 16 tilings: expected 17" in ran.err


def test_nothing_found_and_something_found_where_it_should_not(tmp_path: Path) -> None:
    none = Instance("none", "x", "find", (("LPNUV@5x5", None),))
    assert measure(none, Setting(repeat=1), tmp_path).wrong == ["none: no tiling found: expected one"]
    some = Instance("some", "x", "prove", (("FNPUV@5x5", 0),))
    assert measure(some, Setting(repeat=1), tmp_path).wrong == ["some: 1 tilings: expected 0"]


@pytest.mark.usefixtures("compiled_before")
def test_the_limit_ends_a_run_with_exit_code_3(run: CommandLine) -> None:
    ran = run("bench", "pentominoes@6x10", "--engine", "reference", "--limit", 0.01, "--repeat", 5, "--json")
    assert ran.code == 3
    (row,) = ran.json["rows"]
    assert row["ended"] == "limit" and "tilings" not in row
    assert "stopped by the time limit of 0.01 s" in row["stopped"][0] and row["stopped"][0] in ran.err


def test_an_interrupt_tells_what_was_measured(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright import bench

    def interrupted(instance: Instance, *others: object) -> object:
        if instance.name == "find-6x10":
            raise KeyboardInterrupt
        return measure(instance, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(bench, "measure", interrupted)
    ran = run("bench", "prove-L-6x6", "find-6x10", "--json", "--repeat", 1)
    assert ran.code == 130
    assert [row["instance"] for row in ran.json["rows"]] == ["prove-L-6x6"]


def test_bad_input(run: CommandLine) -> None:
    said = run.refused("bench", "nonsense")
    assert "'nonsense'" in said and "expected one of 6x10, " in said
    assert "Q" in run.refused("bench", "FNPUQ@5x5")
    assert "nobody" in run.refused("bench", "3x20", "--engine", "nobody")
    with pytest.raises(NotationError):
        select_instances(["3x20", "nonsense"])


def test_names_groups_and_puzzles() -> None:
    assert [i.name for i in select_instances(["3x20", "find", "3x20"])][:2] == ["3x20", "find-Y-15x15"]
    assert all(not i.slow for i in select_instances([]))
    (given,) = select_instances(["FNPUV@5x5"])
    assert given.job == "list" and given.load()[0][1] is None


def test_without_a_compiler_one_line_says_so(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    ran = run("bench", "FNPUV@5x5", "--repeat", 1)
    assert ran.code == 0
    assert "no C++ compiler" in ran.err and "plain sweep" not in ran.out


@needs_compiler
def test_the_plain_sweep_counts_what_the_reference_counts(sweep: list[str], tmp_path: Path) -> None:
    taken = 0
    for seed in light_seeds(120):
        cover = random_puzzle(seed).compile().cover
        (tmp_path / "cover").write_text(cover_text(cover))
        found = run_peer(sweep, tmp_path / "cover", NEVER, 1)
        if found.refused:
            assert "more than one piece" in found.refused  # pins have an item of their own
            continue
        taken += 1
        assert found.solutions == engine("reference").count(cover).solutions, seed
    assert taken > 80


@needs_compiler
@pytest.mark.parametrize(
    "puzzle",
    [
        "tetrominoes*@4x4-r0c0,r0c1,r0c2,r0c3",
        "monomino*@1x127",
        "monomino*@8x63",
        "fridgeiq:ABDEJORU@4x5",
        "dominoes*@2x64-r0c0,r1c0",
        "soma@3x3x3",
    ],
)
def test_the_plain_sweep_takes_wide_masks(sweep: list[str], tmp_path: Path, puzzle: str) -> None:
    posed = Packing.parse(puzzle)
    (tmp_path / "cover").write_text(cover_text(posed.compile().cover))
    if "64" in puzzle:  # 10^13 tilings: it must be ended
        found = run_peer(sweep, tmp_path / "cover", 0.5, 3)
        assert found.limit and found.solutions is None and 0 <= found.seconds < 1
    else:
        assert run_peer(sweep, tmp_path / "cover", NEVER, 1).solutions == count(posed).value


@pytest.mark.full  # numba compiles xcover, where it is new, for 15 seconds
@pytest.mark.ci
def test_peers_count_the_same(tmp_path: Path) -> None:
    commands, _ = peer_commands()
    assert {"xcover", "exact-cover"} <= commands.keys()
    (tmp_path / "cover").write_text(cover_text(Packing.parse("FNPUV@5x5").compile().cover))
    for name, command in commands.items():
        assert run_peer(command, tmp_path / "cover", NEVER, 1).solutions == 16, name
    (tmp_path / "cover").write_text(cover_text(random_with_ranges().compile().cover))
    assert run_peer(commands["xcover"], tmp_path / "cover", 60, 1).refused


def random_with_ranges() -> Packing:
    return Packing(Packing.parse("I@1x5").board, (Packing.parse("dominoes@1x2").pieces[0].with_copies(0, 3),))


@needs_compiler
def test_beside_is_added_over_puzzles(sweep: list[str], tmp_path: Path) -> None:
    two = Instance("two", "x", "list", (("FNPUV@5x5", 16), ("FLNPUV@5x6", 48)))
    row = measure(two, Setting(repeat=1, programs={SWEEP: sweep}), tmp_path)
    assert row.tilings == row.peers[SWEEP].solutions == 64 and not row.wrong
    assert row.ratio() is not None
    text = json.dumps({"x": row.engine})
    assert "sweep" in text or "native" in text
