"""Known numbers of tilings, recounted."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest

from tests.helpers.paths import DATA
from tests.helpers.stock import STOCK, stock_puzzle
from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.pieces import Piece, select
from tilewright.puzzle import Board, Packing

KNOWN = json.loads((DATA / "known_counts.json").read_text())
POLYOMINOES = json.loads((DATA / "polyomino_counts.json").read_text())


# Boards with many subsets, and challenges with many states: the full tier.
LARGE = ("5x5", "rectangle_10_b", "square_09", "square_10")


def rows(found: list[dict[str, Any]], key: str) -> list[Any]:
    """The rows by their names, the large ones for the full tier."""
    return [pytest.param(row, id=row[key], marks=[pytest.mark.full] * (row[key] in LARGE)) for row in found]


@pytest.mark.parametrize("row", KNOWN["counts"], ids=lambda row: row["puzzle"])
def test_published_counts(row: dict[str, Any]) -> None:
    puzzle = Packing.parse(row["puzzle"])
    for up_to in ("none", "symmetries"):
        if up_to in row:
            found = count(puzzle, up_to=up_to)  # type: ignore[arg-type]
            assert (found.value, found.bound) == (row[up_to], "exact")


@pytest.mark.parametrize("row", rows(KNOWN["subsets"], "board"))
def test_subsets_of_the_pentominoes(row: dict[str, Any]) -> None:
    board = Board.of_size(row["board"])
    counts = [count(Packing(board, chosen)).value for chosen in combinations(select("pentominoes"), row["pieces"])]
    assert (sum(n > 0 for n in counts), sum(counts)) == (row["solvable"], row["tilings"])


def component_puzzle(puzzle: dict[str, Any], component: dict[str, Any]) -> Packing:
    """A component of the Polyform Puzzler data: boards with y up, pieces as (x, y) cells."""
    drawn = component.get("board") or puzzle["components"][0]["board"]
    rows = drawn["rows_y_up"][::-1]
    board = Board(tuple((r, c) for r, row in enumerate(rows) for c, there in enumerate(row) if there == "#"))
    motion = "turn" if puzzle["one_sided"] else "free"
    shapes = POLYOMINOES["piece_sets"][component["pieces"]]
    return Packing(board, tuple(Piece(name, tuple(map(tuple, cells)), motion=motion) for name, cells in shapes.items()))


@pytest.mark.parametrize("puzzle", POLYOMINOES["puzzles"], ids=lambda puzzle: puzzle["name"])
def test_polyform_puzzler_counts(puzzle: dict[str, Any]) -> None:
    # Components of one board are its cases by how one piece lies; the board itself is asked once.
    posed = component_puzzle(puzzle, puzzle["components"][0])
    assert count(posed).value == puzzle["recount"]["all"]
    assert count(posed, up_to="symmetries").value == puzzle["count"]


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
