"""Published counts that differ: the library and the brute force say what the page says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import brute_boxes
from tools.corrections import BOXES, CORRECTIONS, ROOT, Boxes, Correction, built

PAGE = (ROOT / "docs" / "measured" / "corrections.md").read_text()


@pytest.mark.parametrize("each", CORRECTIONS, ids=lambda each: each.name)
def test_library_counts_what_the_page_says(each: Correction) -> None:
    assert each.ours() == (each.right, each.every)
    assert f"| {each.published:,} | {each.right:,} | {each.every:,} |" in PAGE


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs in C++, each compiled when it is first needed."""
    return tmp_path_factory.mktemp("programs")


@pytest.mark.parametrize(
    "each", [each for each in CORRECTIONS if each.size in ((4, 4), (15, 4))], ids=lambda each: each.name
)
def test_brute_force_agrees(each: Correction, programs: Path) -> None:
    assert each.brute_force(programs) == each.every


@pytest.mark.full
@pytest.mark.parametrize("each", [each for each in CORRECTIONS if each.size == (11, 5)], ids=lambda each: each.name)
def test_brute_force_agrees_on_the_larger_one(each: Correction, programs: Path) -> None:
    assert each.brute_force(programs) == each.every


@pytest.mark.parametrize("each", BOXES, ids=lambda each: each.name)
def test_boxes_are_counted_by_three_programs_and_the_published_recurrence_is_found(each: Boxes) -> None:
    layers = each.first()
    published = each.published[layers // each.step]
    right = brute_boxes.brute(layers, each.letters)
    assert right == each.second(layers) == each.ours(layers) != published
    assert [each.ours(more) for more in range(1, layers + 4)] == [each.second(more) for more in range(1, layers + 4)]
    terms = range(0, each.step * len(each.published), each.step)
    assert tuple(each.second(more, wrong=True) for more in terms) == each.published
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {each.name} "))
    three, wrong = (", ".join(map(str, ways)) for ways in (_ways_to_three(each.letters), each.three))
    assert row.endswith(f" | {layers} | {published:,} | {right:,} | {wrong} | {three} |")


def _ways_to_three(letters: str) -> list[int]:
    """How many ways lead to three cubes that stand out, from none, one and two diagonal ones."""
    pieces = brute_boxes.placements(letters)
    before = ([], [(0, 0, 0)], [(0, 0, 0), (1, 1, 0)])
    reached = (brute_boxes.above(frozenset(cells), pieces) for cells in before)
    return [sum(number for cells, number in found.items() if len(cells) == 3) for found in reached]


def test_brute_force_and_layers_agree_on_boxes_whose_counts_are_known() -> None:
    """Dominoes (A006253), plates (A001045), all pieces in small boxes."""
    assert [brute_boxes.brute(layers, "d") for layers in range(5)] == [1, 2, 9, 32, 121]
    assert brute_boxes.by_layers(8, "d", {}) == [1, 2, 9, 32, 121, 450, 1681, 6272, 23409]
    assert brute_boxes.by_layers(8, "p", {}) == [1, 1, 3, 5, 11, 21, 43, 85, 171]
    for letters in ("c", "cp", "dp", "cdp", "Lp", "cdLp"):
        assert brute_boxes.by_layers(2, letters, {}) == [brute_boxes.brute(layers, letters) for layers in range(3)]


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
def test_polyominoes_and_those_with_holes(cells: int, printed: str, programs: Path) -> None:
    command = [built("polyominoes", programs), str(cells)]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip() == printed
