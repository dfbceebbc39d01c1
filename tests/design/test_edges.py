"""Made edge-matching puzzles: one solution, the same for the same seed, of the tier that was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.paths import ROOT
from tilewright.api.count import count
from tilewright.design.edges import EdgesRecipe, make_edges
from tilewright.errors import NotationError, OutOfTimeError
from tilewright.explain.techniques import rate
from tilewright.loader import load, parse


@pytest.mark.parametrize(
    "recipe",
    [
        EdgesRecipe("3x3", labels=5),
        EdgesRecipe("3x3", border="free", match="partner"),
        EdgesRecipe("2x4", border="uniform", turn=False),
        EdgesRecipe("h1", lattice="triangular"),
        EdgesRecipe("h2", lattice="hexagonal", labels=4),
        EdgesRecipe("4x4~~", labels=12),
    ],
)
def test_made_puzzles_have_one_solution(recipe: EdgesRecipe) -> None:
    made = make_edges(recipe, 3)
    assert count(made.puzzle).value == 1
    assert make_edges(recipe, 3).puzzle == made.puzzle != make_edges(recipe, 4).puzzle


@pytest.mark.parametrize("tier", ["easy", "hard"])
def test_difficulty(tier: str) -> None:
    made = make_edges(EdgesRecipe("3x3", difficulty=tier), 1)  # type: ignore[arg-type]
    assert made.reached and made.rating is not None and made.rating.tier == tier
    assert rate(made.puzzle) == made.rating


def test_what_cannot_be_made() -> None:
    for recipe in (
        {"board": "1x1"},
        {"board": "99x99"},
        {"board": "3x3", "border": "zigzag"},
        {"board": "3x3", "labels": 99},
    ):
        with pytest.raises(NotationError):
            EdgesRecipe(**recipe)  # type: ignore[arg-type]


def test_command(run: CommandLine, tmp_path: Path) -> None:
    assert run("design", "edges", "3x3", "--seed", 5, "--labels", 6, "-o", tmp_path / "made.json").code == 0
    assert count(load(tmp_path / "made.json")).value == 1
    drawn = run("design", "edges", "3x3", "--seed", 5, "--labels", 6, "-o", tmp_path / "made.txt").out
    assert load(tmp_path / "made.txt") == parse(drawn) == load(tmp_path / "made.json")
    assert run("design", "edges", "3x3", "--json").json["kind"] == "edges"
    assert "expected" in run.refused("design", "edges", "0x3")


def test_sixteen_by_sixteen_is_only_cut(run: CommandLine, tmp_path: Path) -> None:
    made = tmp_path / "made.json"
    assert run("design", "edges", "16x16", "--labels", 17, "--seed", 1, "--unproved", "-o", made).code == 0
    assert load(made) == load(ROOT / "examples" / "edges" / "256.edges")
    assert "expected none" in run.refused("design", "edges", "4x4", "--unproved", "--difficulty", "easy")


def test_the_limit_ends_it_although_nothing_was_found() -> None:
    with pytest.raises(OutOfTimeError):
        make_edges(EdgesRecipe("9x9", labels=3, tries=10**9), seed=1, limit=0.2)
