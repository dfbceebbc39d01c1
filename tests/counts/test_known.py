"""Known numbers of tilings, recounted."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest

from tests.helpers.paths import DATA
from tests.helpers.published import KNOWN, Published, of_notations, of_polyominoes
from tests.helpers.stock import STOCK, stock_puzzle
from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.kinds import Packing
from tilewright.pieces import select
from tilewright.puzzle import Board

# Boards with many subsets, and challenges with many states: the full tier.
LARGE = ("5x5", "rectangle_10_b", "rectangle_10_c", "rectangle_10_d", "square_09", "square_10", "triangle_10")


def rows(found: list[dict[str, Any]], key: str) -> list[Any]:
    """The rows by their names, the large ones for the full tier."""
    return [pytest.param(row, id=row[key], marks=[pytest.mark.full] * (row[key] in LARGE)) for row in found]


@pytest.mark.parametrize(
    "known", [*of_notations(KNOWN["counts"]), *of_polyominoes()], ids=lambda k: f"{k.name} {k.up_to}"
)
def test_published_counts(known: Published) -> None:
    found = count(known.puzzles[0], up_to=known.up_to)
    assert (found.value, found.bound) == (known.number, "exact")


@pytest.mark.parametrize("row", rows(KNOWN["subsets"], "board"))
def test_subsets_of_the_pentominoes(row: dict[str, Any]) -> None:
    board = Board.of_size(row["board"])
    counts = [count(Packing(board, chosen)).value for chosen in combinations(select("pentominoes"), row["pieces"])]
    assert (sum(n > 0 for n in counts), sum(counts)) == (row["solvable"], row["tilings"])


@pytest.mark.parametrize("challenge", STOCK["challenges"], ids=lambda challenge: challenge["name"])
def test_fridgeiq_stock(challenge: dict[str, Any]) -> None:
    puzzle = stock_puzzle(challenge)
    assert solve(puzzle).verdict == "solved"
    if challenge["tilings"] is not None:
        assert count(puzzle).value == challenge["tilings"]
        assert count(puzzle, labelled=True).value == challenge["labelled"]


@pytest.mark.parametrize("row", STOCK["author_says_no_solution"], ids=lambda row: row["name"])
def test_fridgeiq_impossible(row: dict[str, Any]) -> None:
    rows, columns = row["size"]
    puzzle = Packing(Board.of_size(f"{rows}x{columns}", "halfsquare"), select(f"fridgeiq:{row['parts']}"))
    found = solve(puzzle)
    assert (found.verdict, found.ended) == ("impossible", "exhausted")


FOUND = json.loads((DATA.parent.parent / "docs" / "data" / "fridgeiq-stock-counts.json").read_text())["counts"]


@pytest.mark.parametrize("row", rows(FOUND, "name"))
def test_fridgeiq_counts_we_published(row: dict[str, Any]) -> None:
    challenge = next(c for c in STOCK["challenges"] if c["name"] == row["name"])
    puzzle = stock_puzzle(challenge)
    assert puzzle.digest == row["digest"]
    assert count(puzzle, engine="frontier").value == row["tilings"]


@pytest.mark.full
@pytest.mark.parametrize("row", FOUND, ids=lambda row: row["name"])
def test_fridgeiq_counts_by_listing(row: dict[str, Any]) -> None:
    challenge = next(c for c in STOCK["challenges"] if c["name"] == row["name"])
    assert count(stock_puzzle(challenge), engine="sweep").value == row["tilings"]
