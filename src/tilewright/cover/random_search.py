"""One solution by a search that tries things in a random order: varied, and quick where solutions are many, not uniform.

The kernel's general search numbers items and options by the cover's `order`, and of equal choices takes the first. So to
shuffle that hint is to shuffle the whole search; but options that differ in their colors alone, as tiles on one cell do, are
shuffled by themselves. A random order may lead into a part of the tree that has no solution and no
end; a search that finds nothing soon is therefore begun anew with another order (Gomes, Selman, Kautz, "Boosting combinatorial
search through randomization", 1998). On large boards a quite random order hardly ever ends well: places that are begun apart do
not fit where they meet. Each try therefore moves items half as far as the one before, down to the cover's own order nearly,
then the round begins again with twice as many nodes. Budgets are nodes: the numbers of `rng` alone decide what is found,
unless the limit's seconds end the search.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from random import Random

from tilewright.cover.batch import Batch
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.plans import general_plan

LEAST_NODES = 1000  # of the first try
NODES_AN_ITEM = 2  # added for each item: a search without a wrong step has at most one node an item
ROUND = 8  # tries: 3,600 items are moved by up to 3,600 places, then 1,800, ..., at last by 28
SLICE = 20_000  # nodes between two looks at the clock, some 10 ms


def random_solution(
    cover: ExactCover, rng: Random, budget: Budget, tries: Iterable[int] | None = None
) -> Solution | None:
    """Return a solution found in random order, or None.

    None means that there is no solution (`budget.report.ended` is "exhausted"), that the budget is spent ("limit" or
    "stopped"), or that the tries of these numbers found nothing (None: all, from 0 on). Raises OutOfTimeError at the deadline.

    >>> cover = ExactCover.of([(0, 1), (2, 3), (0, 2), (1, 3)], primary=4)
    >>> sorted({random_solution(cover, Random(seed), Budget()) for seed in range(9)})
    [(0, 1), (2, 3)]
    """
    nodes = LEAST_NODES + NODES_AN_ITEM * len(cover.lo)
    for number in count() if tries is None else tries:
        numbers = _shuffled_options(cover, rng)
        tried = _shuffled(cover.with_options(numbers) if numbers else cover, rng, number % ROUND)
        found = _try(tried, nodes << number // ROUND, budget)
        if found is not None or budget.report.ended is not None:
            return tuple(sorted(numbers[option] for option in found)) if found and numbers else found
    return None


def _shuffled_options(cover: ExactCover, rng: Random) -> list[int]:
    """The options in random order where they have colors, else nothing."""
    numbers = list(range(len(cover.options))) if cover.colors else []
    rng.shuffle(numbers)
    return numbers


def _shuffled(cover: ExactCover, rng: Random, halved: int) -> ExactCover:
    """The cover with its order shuffled: all of it, or each item moved by no more places than it has, halved so often."""
    order = list(cover.order) or list(range(len(cover.lo)))
    if halved:
        far = len(order) / 2**halved
        places = [place + far * rng.random() for place in range(len(order))]
        order = [order[place] for place in sorted(range(len(order)), key=places.__getitem__)]
    else:
        rng.shuffle(order)
    if cover.colors:  # what counts tiles comes behind the board, and is alike for all places
        rest = list(set(range(len(cover.lo))) - set(order))
        rng.shuffle(rest)
        order += rest
    return cover.replace(order=order, automorphisms=())


def _try(cover: ExactCover, nodes: int, budget: Budget) -> Solution | None:
    """The first solution within so many nodes; sets `report.ended` when the tree or the budget is at its end."""
    search, report = general_plan(cover, budget).search(), budget.report
    before = report.nodes
    while search.nodes < nodes:
        if budget.is_spent():
            return None
        left = min(SLICE, nodes - search.nodes, *([] if budget.nodes_left is None else [budget.nodes_left]))
        exhausted, starts, options = search.run(left, 1, True)
        report.nodes = before + search.nodes
        if found := Batch(starts, options):
            return found[0]
        if exhausted:
            report.ended = "exhausted"
            return None
    return None
