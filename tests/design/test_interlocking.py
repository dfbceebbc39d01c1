"""Interlocking puzzles: each is taken apart by the plain reference, and counted."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import combinations, product

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tests.helpers.movement_reference import take_apart
from tests.helpers.paths import DATA
from tilewright._kernel import levels_of_grids
from tilewright.design.interlocking import MOST_POSITIONS, NoInterlockingError, assembly, count_assemblies
from tilewright.loader import parse
from tilewright.movement.replay import check_disassembly

RECORDS = json.loads((DATA / "interlocking_records.json").read_text())["cubes"]


def cells_of(shape: tuple[int, ...], labels: str) -> list[frozenset[tuple[int, ...]]]:
    """The cells of each piece."""
    pieces = defaultdict(set)
    for cell, label in zip(product(*map(range, shape)), labels, strict=True):
        if label != "0":
            pieces[label].add(cell)
    return [frozenset(cells) for _, cells in sorted(pieces.items())]


def kernel_level(shape: tuple[int, ...], labels: str, least: int = 0) -> int:
    packed = bytes(int(label, 36) for label in labels)
    ((level, _, _),) = levels_of_grids(shape, packed, least, MOST_POSITIONS)
    return level


@pytest.mark.parametrize("recipe", [
    tw.InterlockingRecipe((3, 3, 3), 3, level=3),
    tw.InterlockingRecipe((4, 4, 4), 4, level=3),
    tw.InterlockingRecipe((4, 4, 4), 3, level=3, sizes=(18, 24)),
    tw.InterlockingRecipe((3, 3, 4), 3, level=2, empty=2),
    tw.InterlockingRecipe((3, 3, 5), 3, level=2),
], ids=str)  # fmt: skip
def test_levels_by_the_reference(recipe: tw.InterlockingRecipe) -> None:
    made = tw.make_interlocking(recipe, seed=2, limit=tw.Limit(nodes=300_000))
    assert made.reached and recipe.level is not None and made.level >= recipe.level
    pieces = [frozenset(each.atoms) for each in made.tiling.placements]
    reference = take_apart(pieces)
    assert reference == made.apart.levels
    check_disassembly(made.tiling, made.apart)
    least, most = recipe.bounds
    assert all(least <= len(piece) <= most for piece in pieces)
    assert sum(map(len, pieces)) == recipe.shape[0] * recipe.shape[1] * recipe.shape[2] - recipe.empty
    assert tw.make_interlocking(recipe, seed=2, limit=tw.Limit(nodes=300_000)) == made


def test_one_assembly() -> None:
    recipe = tw.InterlockingRecipe((3, 3, 3), 3, level=2, unique=True)
    made = tw.make_interlocking(recipe, seed=1, limit=tw.Limit(nodes=300_000))
    box = tw.Board((), tuple(product(range(3), repeat=3)), "cubic")
    assert tw.count(tw.Packing(box, made.puzzle.pieces), up_to="rotations", engine="reference").value == 1


def test_a_full_box_has_level_one() -> None:
    """Without an empty cell whatever can shift can leave."""
    for first in range(1, 8):
        for chosen in combinations(range(12), first):
            labels = "".join("1" if cell in chosen else "2" for cell in range(12))
            assert kernel_level((2, 2, 3), labels) <= 1
    with pytest.raises(tw.NotationError):
        tw.InterlockingRecipe((3, 3, 3), 3, level=2, empty=0)


@pytest.mark.parametrize("row", RECORDS, ids=lambda row: f"{row['shape']}-{row['pieces']}")
def test_records(row: dict[str, object]) -> None:
    """The highest levels found, each again: by the search of whole tilings, and played by the checker."""
    shape = tuple(map(int, str(row["shape"]).split("x")))
    labels = str(row["labels"])
    pieces = cells_of(shape, labels)
    assert len(pieces) == row["pieces"] and labels.count("0") == row["empty"]
    assert all(tw.Piece("A", tuple(piece), "cubic").connected for piece in pieces)
    tiling = assembly(shape, bytes(map(int, labels)))
    found = tw.disassemble(tiling, canonical=False)
    assert found.level == row["level"] == kernel_level(shape, labels)
    check_disassembly(tiling, found)
    if row["reference"]:
        levels = take_apart(pieces)
        assert levels is not None and levels[0] == row["level"]


def test_a_level_below_the_wanted_one_is_given_up() -> None:
    row = RECORDS[0]
    shape = tuple(map(int, row["shape"].split("x")))
    assert kernel_level(shape, row["labels"], row["level"]) == row["level"]
    assert kernel_level(shape, row["labels"], row["level"] + 1) == 0
    with pytest.raises(ValueError, match="label"):
        levels_of_grids((2, 2, 2), b"\x01\x02", 0, 10)
    with pytest.raises(ValueError, match="piece"):
        levels_of_grids((1, 1, 2), b"\x01\x03", 0, 10)


def test_no_level_without_a_limit() -> None:
    with pytest.raises(tw.NotationError):
        tw.make_interlocking(tw.InterlockingRecipe((3, 3, 3), 3), limit=None)
    with pytest.raises(NoInterlockingError):
        tw.make_interlocking(tw.InterlockingRecipe((4, 4, 4), 4, level=9), limit=0)
    assert count_assemblies((1, 1, 3), b"\x01\x01\x02") == 1


def test_the_command(run: CommandLine) -> None:
    words = ("design", "interlocking", "--shape", "3x3x3", "--pieces", "3")
    row = run(*words, "--level", "3", "--seed", "1", "--json").json["puzzles"][0]
    assert row["level"] >= 3 and row["reached"] and len(row["moves"]) == sum(row["levels"])
    assert parse(row["toml"]).piece_names == ("A", "B", "C")
    assert run(*words, "--level", "20", "--limit", "0.5").code == 3
    assert "3x3" in run.refused("design", "interlocking", "--shape", "3x3")
    assert "empty" in run.refused(*words, "--level", "2", "--empty", "0")
    assert "--sizes" in run.refused(*words, "--sizes", "small")
