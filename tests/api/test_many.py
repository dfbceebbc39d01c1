"""Many puzzles at once: the answers of one after the other, in their order, whoever works."""

from __future__ import annotations

from itertools import islice

import pytest

from tilewright import ArgumentError, NotationError, load, solve, solve_many

TEXTS = ["FNPUV@5x5", "LPNUV@5x5", "dominoes*@4x4", "soma@3x3x3", "pentominoes@6x10"] * 9


@pytest.mark.parametrize("threads", [1, 2])
def test_answers_are_those_of_solve_in_their_order(threads: int) -> None:
    found = list(solve_many(TEXTS, 2, threads=threads))
    one_by_one = {text: solve(load(text), 2).tilings for text in set(TEXTS)}
    assert [list(each.tilings) for each in found] == [list(one_by_one[text]) for text in TEXTS]


@pytest.mark.parametrize("threads", [1, 3])
def test_puzzles_are_taken_as_they_are_needed(threads: int) -> None:
    taken = 0

    def endless():  # type: ignore[no-untyped-def]
        nonlocal taken
        while True:
            taken += 1
            yield load("FNPUV@5x5")

    found = solve_many(endless(), threads=threads)
    assert [each.verdict for each in islice(found, 40)] == ["solved"] * 40
    assert taken < 400
    found.close()  # type: ignore[attr-defined]
    assert next(found, None) is None


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_comes_in_the_place_of_its_answer(threads: int) -> None:
    found = solve_many(["FNPUV@5x5", "dominoes*@2x2", "FNPUQ@5x5", "FNPUV@5x5"], threads=threads)
    assert [next(found).verdict, next(found).verdict] == ["solved", "solved"]
    with pytest.raises(NotationError, match="Q"):
        next(found)
    assert next(found, None) is None


@pytest.mark.parametrize("threads", [1, 2])
def test_the_limit_holds_for_each(threads: int) -> None:
    found = list(solve_many(["FNPUV@5x5", "pentominoes@6x10"], None, limit=0, threads=threads))
    assert [each.ended for each in found] == ["limit", "limit"]


def test_arguments() -> None:
    with pytest.raises(ArgumentError, match="several puzzles"):
        solve_many("FNPUV@5x5")
    with pytest.raises(ArgumentError):
        solve_many([], threads=0)
    assert list(solve_many([], threads=2)) == []
