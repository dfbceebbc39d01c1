"""A new kind of puzzle is a folder and a line: one that the package does not know works everywhere."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilewright
from tests.helpers.cli import CommandLine
from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.api.verdict import verdict
from tilewright.errors import NotationError
from tilewright.explain.hint import hint
from tilewright.explain.techniques import rate
from tilewright.formats import dump
from tilewright.kinds import KINDS, Kind
from tilewright.loader import load, parse
from tilewright.puzzle import Placement
from tilewright.puzzle.check import faults

GRID = "*o*o\no*o*\n*o*o"  # 11 answers: the tilings with dominoes
UNIQUE = "*oo*\noo**\n*o*o\no**o"


@pytest.fixture(scope="module", autouse=True)
def toy_kind() -> Iterator[None]:
    """The line that makes the kind known."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(KINDS, "stars", Kind("tests.puzzle.toy_kind.puzzle", "Stars", "stars"))
        yield


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "stars.toml"
    path.write_text(f"name = 'a toy'\nstars = '''\n{GRID}\n'''\n")
    return path


@pytest.fixture
def puzzle(file: Path) -> Any:
    return load(file)


def by_brute_force(puzzle: Any) -> set[frozenset[tuple[tuple[int, int], ...]]]:
    """The answers, by giving every star every neighbour."""
    choices = [
        [tuple(sorted(((r, c), other))) for other in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))]
        for r, c in puzzle.stars
    ]
    every = (frozenset(dominoes) for dominoes in itertools.product(*choices))
    return {found for found in every if sorted(itertools.chain(*found)) == list(puzzle.cells)}


def test_there_are_no_traces_of_it_in_the_package() -> None:
    assert list(KINDS) == ["packing", "shikaku", "edges", "polygons", "stars"]
    source = Path(tilewright.__file__).parent
    assert not [path for path in source.rglob("*.py") if "Stars" in path.read_text("utf-8")]


def test_it_loads_and_dumps(puzzle: Any, file: Path) -> None:
    assert type(puzzle).__name__ == "Stars" and puzzle.name == "a toy" and str(puzzle) == GRID
    for form in ("toml", "json"):
        again = parse(dump(puzzle, form))
        assert again == puzzle and again.digest == puzzle.digest
    with pytest.raises(NotationError, match=r"'x' in a grid of stars: expected"):
        parse("stars = '*x'")


@pytest.mark.parametrize("engine", ["auto", "reference", "native", "sweep", "frontier", "sat"])
def test_every_answer_is_found(puzzle: Any, engine: str) -> None:
    expected = by_brute_force(puzzle)
    assert len(expected) == 11
    if engine != "frontier":
        found = solve(puzzle, None, engine=engine)
        assert {frozenset(p.atoms for p in tiling.placements) for tiling in found.tilings} == expected
    assert count(puzzle, engine=engine).value == len(expected)


def test_counts_up_to_symmetry() -> None:
    square = parse('stars = "*o\\no*"')
    assert count(square).value == 2 and count(square, up_to="symmetries").value == 1


def test_answers_are_drawn_read_and_checked(puzzle: Any) -> None:
    for tiling in solve(puzzle, None).tilings:
        assert puzzle.parse_drawing(str(tiling)) and not faults(puzzle, puzzle.parse_drawing(str(tiling)))
        moved = [puzzle.placement(tiling.placements[1].piece, tiling.placements[0].atoms), *tiling.placements[1:]]
        assert {"star", "overlap"} & {fault.rule for fault in faults(puzzle, moved)}
        assert "<svg" in tiling._repr_svg_()


def test_verdicts_and_reasons(puzzle: Any) -> None:
    assert verdict(puzzle).verdict == "several"
    found = verdict(parse('stars = "*oo\\noo*"'))
    assert found.verdict == "impossible" and found.reason and found.reason.text == "2 dominoes cannot cover 6 cells"
    assert verdict(parse("stars = '*oo*'")).verdict == "unique"


def test_hints_lead_to_the_answer() -> None:
    puzzle = parse(f"stars = '''\n{UNIQUE}'''")
    (answer,) = solve(puzzle, None).tilings
    lying: list[Placement] = []
    for _ in range(200):
        step = hint(puzzle, lying)
        if step is None or len(lying) == len(answer.placements):
            break
        if step.kind == "place":
            assert set(step.placements) <= set(answer.placements)
            lying += step.placements
    assert set(lying) == set(answer.placements)
    assert rate(puzzle).solvable


def test_commands(file: Path, run: CommandLine, tmp_path: Path) -> None:
    drawn = run("solve", file, "-o", tmp_path / "answer.svg", "-o", tmp_path / "answer.txt", "-o", tmp_path / "a.json")
    assert drawn.code == 0 and "<svg" in (tmp_path / "answer.svg").read_text()
    for answer in ("answer.txt", "a.json"):
        assert run("check", file, tmp_path / answer).code == 0
    number = int(run("count", file).out)
    assert number == len(by_brute_force(load(file)))
    assert run("verdict", file, "--json").json["verdict"] == "several"
    assert run("show", file, "--stats").code == 0 and run("show", file, "-o", tmp_path / "board.svg").code == 0
    assert run("hint", file).code == 0
    assert run("export", file, "--to", "dimacs").out.startswith(("c ", "p cnf"))
    assert run("publish", "booklet", file, "-o", tmp_path / "book.pdf").code == 0
    assert "have no candidate numbers" in run.refused("solve", file, "--numbers")
    assert "is not drawn with walls" in run.refused("solve", file, "--walls")


def test_a_proof_of_its_own_reason(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(json.dumps({"stars": "*oo\noo*"}))
    assert run("verdict", path, "--proof", tmp_path / "proof").code == 1
    assert run("check", path, "--proof", tmp_path / "proof").code == 0
