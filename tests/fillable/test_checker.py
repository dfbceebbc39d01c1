"""The checker finds what is wrong with the data."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tools.check_tetromino_boards import DATA, WrongError, check, fillable_lengths, shapes

Change = Callable[[dict[str, Any]], None]


def reason(data: dict[str, Any], by: str, kinds: str) -> dict[str, Any]:
    return next(row for row in data["reasons"] if row["by"] == by and row["kinds"] == kinds)


def swap(data: dict[str, Any], old: str, new: str) -> None:
    for row in data["reasons"]:
        row["boards"] = [new if board == old else board for board in row["boards"]]


CHANGES: dict[str, tuple[Change, str]] = {
    "a tiling too few": (lambda data: data["tilings"].pop(), "is not composed"),
    "a tiling of no tetrominoes": (lambda data: data["tilings"][0].append("aaaa"), "is no tetromino"),
    "a ragged tiling": (lambda data: data["tilings"][1].append("a"), "differ in length"),
    "a reason too few": (lambda data: data["reasons"].remove(reason(data, "strip", "IT")), "is not composed"),
    "a reason without its mirror image": (
        lambda data: data["reasons"].remove(reason(data, "strip", "JS")),
        "has no mirror image",
    ),
    "a strip that is filled": (lambda data: swap(data, "6 x 6", "6 x 8"), "fill 6x8"),
    "weights that do not hold": (
        lambda data: reason(data, "coloring", "JL").update(weights=[[0, 1], [3, 3]]),
        "weighs",
    ),
    "weights that say nothing": (
        lambda data: reason(data, "coloring", "JL").update(weights=[[0, 0], [0, 0]]),
        "weighs 0",
    ),
    "an edge that can be covered": (
        lambda data: reason(data, "edge", "SZ").update(kinds="OSZ"),
        "cover an edge",
    ),
    "a theorem about other boards": (
        lambda data: reason(data, "theorem", "T").update(boards=["n x n"]),
        "the theorem is about",
    ),
    **{
        f"a theorem about {kinds}": (
            lambda data, kinds=kinds: reason(data, "theorem", "T").update(kinds=kinds),  # type: ignore[misc]
            "about T alone",
        )
        for kinds in ("O", "I", "IT", "OT", "SZ", "IJLOSTZ")
    },
    "a wrong area": (lambda data: reason(data, "area", "IJLOSTZ").update(boards=["2k+1 x n"]), "area of"),
    "an unknown sort": (lambda data: reason(data, "strip", "IT").update(by="faith"), "unknown sort"),
    "a side that is no class": (lambda data: swap(data, "6 x 6", "6 x 3k"), "is no multiple"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_wrong_data_is_found(name: str, tmp_path: Path) -> None:
    change, message = CHANGES[name]
    data = json.loads(DATA.read_text())
    change(data)
    path = tmp_path / "boards.json"
    path.write_text(json.dumps(data))
    with pytest.raises(WrongError, match=message):
        check(path, 0)


@pytest.mark.full
def test_strips_of_seven_rows() -> None:
    check(DATA, 7)


@pytest.mark.parametrize(
    ("kinds", "rows", "lengths"),
    [("O", 2, [2, 4, 6, 8]), ("I", 3, [4, 8]), ("T", 4, [4, 8]), ("JL", 3, [8]), ("IJL", 2, [4, 6, 8]), ("SZ", 4, [])],
)
def test_strips_known_by_hand(kinds: str, rows: int, lengths: list[int]) -> None:
    filled = fillable_lengths(kinds, rows)
    assert [n for n in range(1, 10) if filled(n)] == lengths


def covers_window(kinds: str, rows: int, n: int) -> bool:
    """Brute force: pieces laid cell after cell over the first rows of a box with three rows more."""
    forms = [shape for kind in kinds for shape in shapes(kind)]
    seen: set[frozenset[tuple[int, int]]] = set()

    def cover(taken: frozenset[tuple[int, int]]) -> bool:
        free = next(((r, c) for c in range(n) for r in range(rows) if (r, c) not in taken), None)
        if free is None:
            return True
        if taken in seen:
            return False
        seen.add(taken)
        for form in forms:
            for r, c in form:
                cells = frozenset((free[0] + y - r, free[1] + x - c) for y, x in form)
                inside = all(0 <= y < rows + 3 and 0 <= x < n for y, x in cells)
                if inside and not cells & taken and cover(taken | cells):
                    return True
        return False

    return cover(frozenset())


@pytest.mark.parametrize("rows", [1, 2])
def test_the_edge_automaton_is_brute_force(rows: int) -> None:
    for size in (1, 2):
        for kinds in map("".join, combinations("IOTSZJL", size)):
            filled = fillable_lengths(kinds, rows, 3)
            assert [filled(n) for n in range(1, 8)] == [covers_window(kinds, rows, n) for n in range(1, 8)], kinds


@pytest.mark.full
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_the_edge_automaton_is_brute_force_to_length_12(rows: int) -> None:
    for size in (1, 2, 3):
        for kinds in map("".join, combinations("IOTSZJL", size)):
            filled = fillable_lengths(kinds, rows, 3)
            assert [filled(n) for n in range(1, 13)] == [covers_window(kinds, rows, n) for n in range(1, 13)], kinds


def test_pieces_that_begin_below_the_edge() -> None:
    """A lying S or T and the upright Z begin in a row that need not be covered."""
    assert fillable_lengths("T", 1, 3)(5)
    assert fillable_lengths("J", 2, 3)(2)
    assert not any(fillable_lengths("SZ", 1, 3)(n) for n in range(1, 50))


def test_lengths_that_are_too_few_are_refused() -> None:
    with pytest.raises(WrongError, match="do not cover a period"):
        fillable_lengths("IJLOSTZ", 4).tested(10)
