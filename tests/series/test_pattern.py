"""Families as texts with placeholders."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewright.errors import NotationError
from tilewright.series.pattern import Pattern, members, values


def test_sums_and_multiples_are_filled_in() -> None:
    pattern = Pattern("dominoes*@{2n-1}x{k+3}")
    assert pattern.variables == ("n", "k")
    assert pattern.filled((4, 2)) == "dominoes*@7x5"


def test_a_file_is_a_pattern_too(tmp_path: Path) -> None:
    path = tmp_path / "family.toml"
    path.write_text('board = "{n}x4"\npieces = "tetrominoes*"\n')
    pattern = Pattern.of(str(path))
    assert pattern.suffix == ".toml"
    assert pattern.puzzle((3,)).board.area == 12


def test_two_variables_go_by_antidiagonals() -> None:
    pattern = Pattern("dominoes*@{n}x{k}")
    found = list(members(pattern, {"n": range(1, 4), "k": range(1, 4)}))
    assert found == [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1), (2, 3), (3, 2), (3, 3)]


@pytest.mark.parametrize(
    "text", ["", "1..", "3..1", "a", "1...4", "1..4:0", "-1..3", "1..99999999", "1..1000000", "1,,2"]
)
def test_a_range_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        values(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1..1000000000", "at most 1,000,000"),
        ("5,1000001", "at most 1,000,000"),
        ("1..9:0", "a step of at least 1"),
        ("3..1", "as 1..3"),
        ("0..1000000", "at most 100,000 numbers"),
    ],
)
def test_the_bound_that_a_range_exceeds_is_named(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=f"expected .*{expected}"):
        values(text)


@pytest.mark.parametrize("stray", ["{n.__class__}", "{n**n}", "{}", "{{n}}", "{ n }", "}", "{"])
def test_what_is_no_placeholder_is_quoted(stray: str) -> None:
    with pytest.raises(NotationError, match=re.escape(f"{stray!r} is no placeholder: expected {{n}}")):
        Pattern(f"dominoes*@{{n}}x4{stray}")


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("dominoes*@4x4", {}),
        ("dominoes*@{m}x4", {"m": (1,)}),
        ("dominoes*@{n}x4", {}),
        ("dominoes*@{n}x4", {"n": (1,), "k": (1,)}),
    ],
)
def test_placeholders_and_ranges_must_match(text: str, ranges: dict[str, tuple[int, ...]]) -> None:
    with pytest.raises(NotationError):
        list(members(Pattern(text), ranges))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dominoes*@8x8", "{n} is missing"),
        ("dominoes*@5x{2n", "not closed"),
        ("dominoes*@{nx{k}", "'{nx' is not closed"),
    ],
)
def test_what_lacks_a_placeholder_or_a_brace_is_told(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        Pattern.of(text)


def test_a_member_that_is_no_number_of_cells_is_refused() -> None:
    with pytest.raises(NotationError, match="expected 0 to"):
        Pattern("dominoes*@{n-3}x4").filled((2,))
