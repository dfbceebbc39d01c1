"""The transfer matrix of a strip and its recurrence, against the counts of each board."""

from __future__ import annotations

import pytest

from tilewright import count
from tilewright.errors import LimitError, NotationError
from tilewright.series.pattern import Pattern
from tilewright.series.recurrence import holds, recurrence, shortest_recurrence
from tilewright.series.strip import Strip

STRIPS = [
    "dominoes*@4x{n}",
    "dominoes*@{n}x5",
    "dominoes*@3x{2n}",
    "tetrominoes*@4x{n}",
    "tetrominoes:LT*!turn@4x{n}",
    "trominoes*@3x{n+1}",
    "pentominoes:LNP*@5x{n}",
    "squares*@5x{n}",
    "monomino*+dominoes*@3x{n}",
    "diamonds*+moniamond*@2x{n}",
    "hexiamonds*@3x{n}",
    "dihexes*@3x{n}",
    "trihexes*@4x{n}",
    "diaboloes*@2x{n}",
    "triaboloes*@3x{n}",
    "dominoes*@{n}x6~",
    "tetrominoes*@{n}x2~",
    "trihexes*@{n}x4~",
]


@pytest.mark.parametrize("text", STRIPS)
def test_strips_agree_with_the_search(text: str) -> None:
    pattern = Pattern(text)
    found = Strip.of(pattern).terms(6)
    assert found[1:] == [count(pattern.puzzle((n,))).value for n in range(1, 7)]


@pytest.mark.parametrize("text", [text for text in STRIPS if "tetrominoes*" not in text])
def test_the_recurrence_gives_what_the_matrix_gives(text: str) -> None:
    strip = Strip.of(Pattern(text))
    found = recurrence(strip)
    more = strip.terms(found.states + found.order + 20)
    assert holds(more, found.coefficients)
    assert tuple(more[: found.order]) == found.first


def test_known_recurrences() -> None:
    assert recurrence(Strip.of(Pattern("dominoes*@3x{2n}"))).coefficients == (4, -1)
    assert recurrence(Strip.of(Pattern("dominoes*@4x{n}"))).coefficients == (1, 5, 1, -1)
    assert recurrence(Strip.of(Pattern("pentominoes:LX*@5x{n}"))).coefficients == (0, 2, 0, 0, 2)  # OEIS A234312


def test_a_recurrence_that_fails_late_is_seen() -> None:
    terms = [2**n for n in range(30)]
    assert shortest_recurrence(terms, 10007) == [2]
    assert holds(terms, (2,)) and not holds([*terms[:-1], 5], (2,))


def test_a_strip_without_tilings_has_the_recurrence_of_zeros() -> None:
    found = recurrence(Strip.of(Pattern("tetrominoes:O*@3x{n}")))
    assert holds([1, 0, 0, 0, 0], found.coefficients)


@pytest.mark.parametrize(
    "text",
    [
        "dominoes*@{n}x{n}",
        "pentominoes@6x{n}",
        "dominoes*@a{n}",
        "dicubes*@2x2x{n}",
        "rectangles*@3x{n}",
        "dominoes*@65x{n}",
        "dominoes*@3x{n}-r0c0",
    ],
)
def test_what_is_no_strip_is_refused(text: str) -> None:
    with pytest.raises((NotationError, LimitError), match="expected"):
        Strip.of(Pattern(text))
