"""Bounds by the parts of a board: at most the number, the same in many turns as in one, and more than searches list."""

from __future__ import annotations

import pytest

from tests.helpers.cli import CommandLine
from tilewright import Limit, load
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.parts import PartwiseCount, from_end_to_end
from tilewright.exact_cover.problem import ExactCover

BOARDS = [
    "dominoes*@6x8",
    "tetrominoes*@5x8",
    "tetrominoes*@8x4~",
    "dominoes*@4x6~~",
    "tetrahexes*@4x6",
    "tetracubes*@2x3x4",
    "tetraboloes*@4x4",
    "dominoes*@6x7-r2c3,r0c0",
    "dominoes*+trominoes*@3x9",
]


def cover_of(text: str) -> ExactCover:
    return load(text).compile().with_hints().cover


@pytest.mark.parametrize("text", BOARDS)
def test_a_bound_by_parts_is_at_most_the_number(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With parts of every size, also those that cannot be covered."""
    cover = cover_of(text)
    exact = engine("frontier").count(cover).solutions
    bounds = []
    for least in (6, 8, 12, 20):
        monkeypatch.setattr("tilewright.exact_cover.parts.LEAST_PART", least)
        partwise = PartwiseCount(cover, Deadline())
        partwise.advance(Deadline())
        assert partwise.is_over and partwise.solutions <= exact
        bounds.append(partwise.solutions)
    assert max(bounds) > 0


def test_a_bound_that_is_laid_aside_goes_on() -> None:
    cover = cover_of("tetrominoes*@4x40")
    alone, partwise = (PartwiseCount(cover, Deadline()) for _ in range(2))
    alone.advance(Deadline())
    while not partwise.is_over:
        partwise.advance(Deadline().of_turn(0.0))
        partwise.advance(Deadline().of_turn(0.002))
    assert partwise.solutions == alone.solutions > 10**15 and partwise.nodes >= alone.nodes


def test_parts_are_for_pieces_in_any_number_alone() -> None:
    """What is limited in number, or has colors, ties the parts of a board together."""
    assert PartwiseCount.suits(cover_of("dominoes*@2x2"))
    assert not any(PartwiseCount.suits(cover_of(text)) for text in ("FNPUV@5x5", "wang2*@3x3"))
    loose = {"options": [(0, 1), (2, 3), (0, 4), (1, 4)], "order": range(4)}
    assert not PartwiseCount.suits(ExactCover([1, 1, 1, 1, 1], [1, 1, 1, 1, 2], **loose))
    assert not PartwiseCount.suits(ExactCover([1, 1, 1, 1, 0], [1, 1, 1, 1, 2], **loose))
    assert PartwiseCount.suits(ExactCover([1, 1, 1, 1, 0], [1, 1, 1, 1, None], **loose))
    assert not PartwiseCount.suits(ExactCover([1, 1], [1, 1], [(0, 1)]))


def test_too_little_memory_ends_the_rounds() -> None:
    deadline = Deadline(Limit(memory=1_000_000))
    partwise = PartwiseCount(cover_of("tetrominoes*@8x30"), deadline)
    partwise.advance(deadline)
    assert partwise.is_over and partwise.solutions > 10**15


def test_items_go_from_one_end_to_the_other() -> None:
    near = [[other for other in (item - 1, item + 1, item - 3, item + 3) if 0 <= other < 30] for item in range(30)]
    sequence = from_end_to_end(range(30), near)
    place = {item: k for k, item in enumerate(sequence)}
    assert sorted(sequence) == list(range(30))
    assert max(abs(place[item] - place[other]) for item in range(30) for other in near[item]) <= 8
    assert from_end_to_end([4, 9], near) in ([4, 9], [9, 4])


def test_a_number_of_more_digits_than_python_writes_is_printed(run: CommandLine) -> None:
    before, last = 1, 1
    for _ in range(29_999):
        before, last = last, (before + last) % 10**9
    number = run("count", "dominoes*@2x30000").out.strip()
    assert len(number) == 6270 and int(number[-9:]) == last
