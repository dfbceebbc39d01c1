"""Counts that programs of `benchmarks/` find again, which share nothing with the package, and what the pages say of them."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.paths import ROOT
from tilewright import count, load, select
from tools.brute_shelf import brute_count
from tools.fewest_given import fewest_given

BOARDS = json.loads((ROOT / "docs" / "data" / "pentominoes-wrapped.json").read_text("utf-8"))["boards"]
QUICK = {"3x20~", "3x20~~", "20x3~"}
LARGEST = {"5x12~~", "6x10~~"}  # of the second program gigabytes


def rows(quick: Collection[str], left_out: Collection[str] = ()) -> list[Any]:
    """The boards, those that take seconds for the full tier."""
    return [
        pytest.param(row, id=row["board"], marks=[] if row["board"] in quick else [pytest.mark.full])
        for row in BOARDS
        if row["board"] not in left_out
    ]


@pytest.mark.parametrize("row", rows(QUICK))
def test_pentominoes_on_cylinders_and_tori(row: dict[str, Any]) -> None:
    puzzle = load(f"pentominoes@{row['board']}")
    assert count(puzzle).value == row["tilings"]


@pytest.mark.parametrize("row", rows({"3x20~"}, LARGEST | {"6x10~"}))
def test_up_to_symmetry(row: dict[str, Any]) -> None:
    puzzle = load(f"pentominoes@{row['board']}")
    for up_to in ("rotations", "symmetries"):
        assert count(puzzle, up_to=up_to).value == row[up_to]


def test_the_page_has_the_same_numbers() -> None:
    page = (ROOT / "docs" / "guides" / "surfaces.md").read_text("utf-8")
    told = re.findall(r"^\| `(\d+x\d+~+)` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", page, re.MULTILINE)
    assert {name: [int(text.replace(",", "")) for text in numbers] for name, *numbers in told} == {
        row["board"]: [row["tilings"], row["rotations"], row["symmetries"]] for row in BOARDS
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("programs")


def said(folder: Path, name: str, *words: str, given: str = "") -> list[str]:
    """The lines that a program of `benchmarks/` prints."""
    program = folder / name
    if not program.exists():
        source = ROOT / "benchmarks" / f"{name}.cpp"
        subprocess.run(["c++", "-O3", "-std=c++20", "-o", program, source], check=True)
    done = subprocess.run([program, *words], check=True, capture_output=True, text=True, input=given)
    return done.stdout.splitlines()


@pytest.mark.full
@pytest.mark.parametrize("row", rows((), LARGEST))
def test_the_second_program_finds_the_pentominoes_again(row: dict[str, Any], folder: Path) -> None:
    size = row["board"].rstrip("~")
    wrap = "both" if row["board"].endswith("~~") else "columns"
    assert said(folder, "wrapped_pentominoes", *size.split("x"), wrap)[0] == str(row["tilings"])
    assert said(folder, "wrapped_pentominoes", "5", "12", "none")[0] == "4040"


@pytest.mark.full
def test_the_triangles_in_the_hexagon_are_found_again(folder: Path) -> None:
    (found, _) = said(folder, "macmahon_triangles")
    assert count(load("triangles4@h2 border=a"), engine="native").value == int(found) == 11_853_792


@pytest.mark.full
@pytest.mark.parametrize(("size", "number"), [(("11", "5", "once"), 371_020), (("10", "10", "once", "stairs"), 32_288)])
def test_the_flat_boards_of_balls_are_found_again(size: tuple[str, ...], number: int, folder: Path) -> None:
    """The twelve pieces as polyominoes: on a flat board no ball leaves its layer."""
    drawings = [str(piece).replace("O", "#") for piece in select("kanoodle")]
    assert said(folder, "brute_pack", *size, given="\n\n".join(drawings))[-1:] == [str(number)]


SHELF = {  # boards of the shelf whose counts nobody else has published
    "balls-25/5x5": 184,
    "balls-32/tray": 256,
    "balls-35/tray": 96,
    "balls-55/triangle": 32_288,
    "balls-55/butterfly": 92_960,
    "balls-55/arrowhead": 21_200,
    "beads-55/diagonal": 1_376_400,
}
SOON = {"balls-25/5x5", "balls-32/tray", "balls-35/tray"}  # seconds, most of them the compiler's


@pytest.mark.parametrize(
    ("name", "tilings"),
    [
        pytest.param(*each, marks=[pytest.mark.full, *([pytest.mark.ci] if each[0] in SOON else [])])
        for each in SHELF.items()
    ],
)
def test_boards_of_the_shelf_are_counted_again(name: str, tilings: int, tmp_path: Path) -> None:
    """By `benchmarks/brute_drawings.cpp`, which reads the drawings of the box itself."""
    assert brute_count(name, tmp_path) == tilings == count(load(name)).value


def test_the_fewest_given_pieces() -> None:
    """One given piece of a Kanoodle Jr. is enough in sixteen places, as listing all its tilings says."""
    assert fewest_given("kanoodle-jr") == (184, 1, 16)
    with pytest.raises(ValueError, match="expected 1 to"):
        fewest_given("FNPUV@5x6")
