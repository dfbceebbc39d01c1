"""The search in random order: right whatever the order, and told how it ended."""

from __future__ import annotations

from random import Random

import pytest

from tilewright.errors import OutOfTimeError
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.problem import ExactCover, faults
from tilewright.exact_cover.sampling import LEAST_NODES, NODES_AN_ITEM, RandomSearch
from tilewright.kinds import Packing


def random_cover(rng: Random) -> ExactCover:
    items = rng.randint(3, 9)
    options = [rng.sample(range(items), rng.randint(1, min(3, items))) for _ in range(rng.randint(4, 16))]
    return ExactCover.of(options, primary=items)


@pytest.mark.parametrize("seed", range(60))
def test_it_agrees_with_the_oracle(seed: int) -> None:
    cover = random_cover(Random(seed))
    oracle = {s for batch in engine("reference").solutions(cover) for s in batch}
    found = RandomSearch(cover, Random(seed), Deadline()).solution()
    assert (found in oracle) if oracle else found is None
    if oracle:
        met = {RandomSearch(cover, Random(each), Deadline()).solution() for each in range(40)}
        assert None not in met and met <= oracle


def test_budgets_end_it() -> None:
    cover = Packing.parse("pentominoes@6x10").compile().cover
    search = RandomSearch(cover, Random(1), Deadline(Limit(nodes=50)))
    with pytest.raises(OutOfTimeError):
        search.solution()
    assert search.nodes == 50
    again = RandomSearch(cover, Random(2), Deadline())
    assert again.solution(tries=[0]) is None and again.nodes >= 1000  # the caller may go on


def test_it_ends_with_a_solution_however_bad_the_first_orders_are() -> None:
    cover = Packing.parse("tetrominoes*@60x60").compile().cover
    search = RandomSearch(cover, Random(0), Deadline())
    found = search.solution()
    assert found is not None and not faults(cover, found)
    assert search.nodes > LEAST_NODES + NODES_AN_ITEM * len(cover.lo)  # the first order led nowhere
