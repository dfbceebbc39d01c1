"""FindRace part by part: what covers the parts covers the whole, and nothing else is ever handed out."""

from __future__ import annotations

import random

import pytest

from tests.helpers.listing import listed
from tilewright.exact_cover.find import DividedSeeker, Division, divisors
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.problem import ExactCover, faults
from tilewright.exact_cover.progress import Progress
from tilewright.kinds import Packing
from tilewright.pieces import select
from tilewright.puzzle import Board

ONE = Limit(solutions=1)


def sets_of_pentominoes(number: int, board: str) -> ExactCover:
    pieces = tuple(piece.with_copies(number, number) for piece in select("pentominoes"))
    return Packing(Board.of_size(board), pieces).compile().cover


@pytest.mark.parametrize(("number", "board"), [(3, "60x3"), (3, "3x60"), (7, "20x21"), (4, "16x15")])
def test_several_sets_are_found_part_by_part(number: int, board: str) -> None:
    cover = sets_of_pentominoes(number, board)
    found, outcome = listed("race", cover, ONE)
    assert len(found) == 1 and not faults(cover, found[0])
    assert (
        outcome.ended == "enough" and outcome.nodes < 200_000
    )  # without the parts, 60x3 is not found after 200 million


@pytest.mark.parametrize(("turn", "parts"), [(100, 3), (1_000_000, 3)])
def test_divisions_go_on_where_they_stood(turn: int, parts: int) -> None:
    """The same nodes, and the same solutions, in many turns as in one; as many solutions as are wanted, all different."""
    cover = sets_of_pentominoes(3, "60x3")
    deadline, divided = Deadline(Limit(solutions=50)), DividedSeeker(cover, turn)
    for _ in range(100):
        if divided.advance(deadline) == "enough":
            break
    found = [s for batch in divided.found for s in batch]
    assert divisors(cover) == [parts] and len(found) == len(set(found)) == 50
    assert not any(faults(cover, solution) for solution in found)
    assert divided.nodes == 24987


def random_cover(seed: int) -> ExactCover:
    """A board of up to 32 items in a row, options of near ones, each with one of up to three kinds, bounds that two divides."""
    rng = random.Random(seed)
    cells, kinds = 32, rng.randint(1, 3)
    options = set()
    for _ in range(200):
        first = rng.randrange(cells - 4)
        shape = {first, *(first + rng.randint(1, 4) for _ in range(3))}
        options.add((*sorted(shape), cells + rng.randrange(kinds)))
    lo = [2 * rng.randint(0, 1) for _ in range(kinds)]
    hi = [low + rng.randint(0, 9) for low in lo]
    return ExactCover([1] * cells + lo, [1] * cells + hi, sorted(options), order=range(cells))


def test_random_covers() -> None:
    """What two halves give is a solution of the whole, whatever the bounds; some have one."""
    covered = 0
    for seed in range(150):
        cover = random_cover(seed)
        division = Division(cover, 2, deadline := Deadline(Limit(solutions=3)))
        division.advance(deadline, 10**6)
        assert division.is_over
        found = list(division.solutions())
        assert not any(faults(cover, solution) for solution in found)
        covered += bool(found)
    assert 10 < covered < 140


def test_what_is_not_divided() -> None:
    strange = {"U@2x3", "dominoes*@8x8", "pentominoes@6x10"}
    assert not any(divisors(Packing.parse(notation).compile().cover) for notation in strange)
    assert not divisors(sets_of_pentominoes(2, "10x12").replace(order=()))
    assert not divisors(ExactCover.of([(0,), (1,)], primary=2))


def test_the_limit_is_told() -> None:
    progress = Progress()
    divided = DividedSeeker(sets_of_pentominoes(3, "60x3"), 500)
    assert (
        divided.advance(Deadline(ONE, progress)) == "limit"
        and divided.nodes == 500
        and not divided.found
        and divided.most > 500
    )
    progress.stop = True
    assert divided.advance(Deadline(ONE, progress)) in ("limit", "stopped") and divided.nodes == 500
