"""Published counts that differ: the library and the brute force say what the page says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.corrections import CORRECTIONS, ROOT, Correction, built

PAGE = (ROOT / "docs" / "measured" / "corrections.md").read_text()


@pytest.mark.parametrize("each", CORRECTIONS, ids=lambda each: each.name)
def test_library_counts_what_the_page_says(each: Correction) -> None:
    assert each.ours() == (each.right, each.every)
    assert f"| {each.published:,} | {each.right:,} | {each.every:,} |" in PAGE


@pytest.mark.parametrize(
    "each", [each for each in CORRECTIONS if each.size in ((4, 4), (15, 4))], ids=lambda each: each.name
)
def test_brute_force_agrees(each: Correction, tmp_path: Path) -> None:
    assert each.brute_force(tmp_path) == each.every


@pytest.mark.full
@pytest.mark.parametrize("each", [each for each in CORRECTIONS if each.size == (11, 5)], ids=lambda each: each.name)
def test_brute_force_agrees_on_the_larger_one(each: Correction, tmp_path: Path) -> None:
    assert each.brute_force(tmp_path) == each.every


@pytest.mark.parametrize(
    ("cells", "printed"),
    [
        (8, "8 cells: 2725 fixed, 369 free, 6 of them with holes, 363 without"),
        (11, "11 cells: 135268 fixed, 17073 free, 979 of them with holes, 16094 without"),
        pytest.param(
            13, "13 cells: 1903890 fixed, 238591 free, 21474 of them with holes, 217117 without", marks=pytest.mark.full
        ),
    ],
)
def test_polyominoes_and_those_with_holes(cells: int, printed: str, tmp_path: Path) -> None:
    command = [built("polyominoes", tmp_path), str(cells)]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip() == printed
