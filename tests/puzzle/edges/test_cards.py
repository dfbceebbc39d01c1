"""The ten heads-and-tails puzzles of `examples/cards`: as drawn by the tool, and as many solutions as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.edge_brute import EdgeBrute
from tests.helpers.paths import ROOT
from tilewright.api.count import count
from tilewright.loader import load
from tilewright.publish.booklet import card_set

FILES = sorted((ROOT / "examples" / "cards").iterdir())
QUICK = {"01", "08"}  # of the others the brute force takes a second each
PAGE = (ROOT / "docs" / "measured" / "edge-matching.md").read_text("utf-8")
TOLD = {
    name: (int(all_), int(turned))
    for name, all_, turned in re.findall(r"^\| `(\d\d)` .* (\d+) \| (\d+) \|$", PAGE, re.M)
}


def test_there_are_ten() -> None:
    assert len(FILES) == len(TOLD) == 10


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=() if path.stem in QUICK else (pytest.mark.full, pytest.mark.ci))
        for path in FILES
    ],
)
def test_the_solutions_are_as_many_as_a_brute_force_finds_and_the_page_says(path: Path) -> None:
    """The search of the kernel, its merging of states, and a program that knows corners and cyclic words alone."""
    puzzle = load(path)
    by_engines = {count(puzzle, engine=engine).value for engine in ("native", "frontier")}
    assert by_engines == {len(EdgeBrute(puzzle, steps=10**7).tilings)} == {TOLD[path.stem][0]}
    assert count(puzzle, up_to="rotations").value == TOLD[path.stem][1]
    assert len(card_set(puzzle).parts) == 9
