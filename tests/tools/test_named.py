"""The named instances: what they measure is held against known numbers, and what cannot be measured is said."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.clock import NEVER
from tests.helpers.generate import light_seeds, random_puzzle
from tests.helpers.paths import ROOT
from tests.helpers.stock import STOCK, stock_puzzle
from tilewright.errors import NotationError
from tilewright.exact_cover.engine import engine

sys.path.insert(0, str(ROOT / "benchmarks"))
import named
from dump_cover import cover_text
from measurements import compiled_program
from named import Instance, Setting, instances, measure, run_sweep, select_instances

needs_compiler = pytest.mark.skipif(not any(map(shutil.which, ("c++", "g++", "clang++"))), reason="no C++ compiler")


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The plain sweep, compiled once."""
    return compiled_program("plain_sweep", tmp_path_factory.mktemp("sweep"))


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
def test_quick_instances(name: str, tmp_path: Path) -> None:
    row = measure(instances()[name], Setting(runs=1, limit=NEVER), tmp_path).row
    (known,) = [n for _, n in instances()[name].puzzles]
    assert row["instance"] == name and row["seconds"] > 0 and "wrong" not in row
    assert known is None or int(row["tilings_text"]) == known


@pytest.mark.parametrize(
    ("job", "puzzle", "known"),
    [("list", "FNPUV@5x5", 17), ("find", "LPNUV@5x5", None), ("prove", "FNPUV@5x5", 0)],
)
def test_a_wrong_number_is_found(job: named.Job, puzzle: str, known: int | None, tmp_path: Path) -> None:
    instance = Instance("small", "x", job, ((puzzle, known),), yardstick=False)
    assert len(measure(instance, Setting(runs=1), tmp_path).row["wrong"]) == 1


def test_a_run_over_its_limit_has_no_number(tmp_path: Path) -> None:
    (instance,) = select_instances(["pentominoes@6x10"])
    row = measure(instance, Setting("reference", runs=5, limit=0.01), tmp_path).row
    assert row["ended"] == "limit" and "tilings_text" not in row and len(row["stopped"]) == 1


def test_the_program_ends_with_1_where_a_number_is_wrong(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for known, code in ((16, 0), (17, 1)):
        instance = Instance("small", "x", "list", (("FNPUV@5x5", known),), yardstick=False)
        monkeypatch.setattr(named, "instances", lambda instance=instance: {"small": instance})
        monkeypatch.setattr(sys, "argv", ["named.py", "small", "--runs", "1", "--json", str(tmp_path / "rows.json")])
        with pytest.raises(SystemExit) as end:
            named.main()
        assert end.value.code == code


def test_names_groups_and_puzzles() -> None:
    assert [i.name for i in select_instances(["3x20", "find", "3x20"])][:2] == ["3x20", "find-Y-15x15"]
    assert all(not i.slow for i in select_instances([]))
    (given,) = select_instances(["FNPUV@5x5"])
    assert given.job == "list" and given.load()[0][1] is None
    for wrong in ("nonsense", "FNPUQ@5x5"):
        with pytest.raises(NotationError):
            select_instances(["3x20", wrong])


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RuntimeError):
        compiled_program("plain_sweep", tmp_path)


@needs_compiler
def test_the_plain_sweep_counts_what_the_reference_counts(sweep: list[str], tmp_path: Path) -> None:
    taken = 0
    for seed in light_seeds(120):
        cover = random_puzzle(seed).compile().cover
        (tmp_path / "cover").write_text(cover_text(cover))
        found = run_sweep(sweep, tmp_path / "cover", NEVER, 1)
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
    posed = tw.load(puzzle)
    (tmp_path / "cover").write_text(cover_text(posed.compile().cover))
    if "64" in puzzle:  # 10^13 tilings: it must be ended
        found = run_sweep(sweep, tmp_path / "cover", 0.5, 3)
        assert found.limit and found.solutions is None and 0 <= found.seconds < 1
    else:
        assert run_sweep(sweep, tmp_path / "cover", NEVER, 1).solutions == tw.count(posed).value


@needs_compiler
def test_the_plain_sweep_is_added_over_puzzles(sweep: list[str], tmp_path: Path) -> None:
    two = Instance("two", "x", "list", (("FNPUV@5x5", 16), ("FLNPUV@5x6", 48)))
    row = measure(two, Setting(runs=1, sweep=sweep), tmp_path)
    assert row.sweep is not None and row.tilings == row.sweep.solutions == 64 and not row.wrong
    assert row.row["beside"]["plain sweep"]["seconds"] > 0


def test_a_sweep_that_refuses_a_cover_finds_nothing_wrong(tmp_path: Path) -> None:
    refusing = [sys.executable, "-c", "print('- a cell that is covered more than once')"]
    (instance,) = select_instances([str(ROOT / "examples" / "polygons" / "tangram-square.toml")])
    row = measure(instance, Setting(runs=1, limit=5, sweep=refusing), tmp_path)
    assert row.tilings == 8 and not row.wrong and row.sweep is not None and row.sweep.refused
