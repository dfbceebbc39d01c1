"""Symmetry in the search: lists, counts and orbits are those of the reference, which knows no symmetry."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.helpers.listing import listed
from tests.helpers.symmetric_puzzles import BOARDS, random_symmetric
from tilewright.api.count import count
from tilewright.errors import NotationError
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import Automorphism, ExactCover, Solution
from tilewright.loader import load

CASES = 24  # of a chunk
MOST = Limit(nodes=20_000, solutions=2_000)


def orbits(solutions: list[Solution], group: tuple[Automorphism, ...]) -> int:
    """The number of orbits, by the least image of each."""
    return len({min(tuple(sorted(a.options[o] for o in s)) for a in group) for s in solutions})


def agree(name: str, seed: int) -> tuple[int, int] | None:
    """All ways to list and to count agree; the order of the group and the number of tilings, None if they are too many."""
    try:
        puzzle = random_symmetric(name, seed)
        cover = puzzle.compile().with_symmetries().cover
    except NotationError:  # a piece is as long as the board is round
        return None
    expected, outcome = listed("reference", cover, MOST)
    if outcome.ended != "exhausted":
        return None
    every = sorted(tuple(sorted(solution)) for solution in expected)
    for searching in ("native", "sweep", "frontier"):
        if engine(searching).refuses(cover):
            continue
        found, _ = listed(searching, cover)
        assert sorted(found) == every, (name, seed, searching)
        assert engine(searching).count(cover).solutions == len(every), (name, seed, searching)
    assert choose(cover).count(cover).solutions == len(every), (name, seed)
    assert sorted(listed(choose(cover), cover)[0]) == every, (name, seed)
    assert count(puzzle).value == len(every), (name, seed)
    assert count(puzzle, up_to="symmetries").value == orbits(every, cover.automorphisms), (name, seed)
    return len(cover.automorphisms), len(every)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(
    "seeds",
    [range(CASES // 3), *(pytest.param(range(CASES * k, CASES * (k + 1)), marks=pytest.mark.full) for k in range(80))],
    ids=str,
)
def test_searches_with_symmetry_find_what_is_there(name: str, seeds: range) -> None:
    groups: Counter[int] = Counter()
    for seed in seeds:
        if (agreed := agree(name, seed)) is not None:
            groups[min(agreed[0], 2), min(agreed[1], 1)] += 1
    assert sum(groups.values()) >= len(seeds) // 4, groups
    assert groups[2, 1], "no puzzle with symmetries and tilings"


@pytest.mark.parametrize(
    ("notation", "order", "nodes"),
    [("pentominoes@3x20", 4, 0.8), ("soma@3x3x3", 48, 0.1), ("FNPUV@5x5", 8, 0.8)],
)
def test_the_general_search_has_fewer_nodes(notation: str, order: int, nodes: float) -> None:
    """Most of what the group promises is saved: the tree with symmetry by that without it."""
    cover = load(notation).compile().with_symmetries().cover
    assert len(cover.automorphisms) == order
    with_symmetry = engine("native").count(cover)
    without = engine("native").count(cover.replace(automorphisms=()))
    assert without.solutions == with_symmetry.solutions > 0
    assert with_symmetry.nodes < nodes * without.nodes


def test_images_follow_their_solution() -> None:
    """The order of a list: a solution as the search finds it, then its images in the order of the group."""
    cover = load("pentominoes@3x20").compile().with_symmetries().cover
    found, _ = listed("native", cover)
    assert len(found) == 8
    for first in range(0, 8, 4):
        orbit = [tuple(sorted(a.options[o] for o in found[first])) for a in cover.automorphisms]
        assert found[first : first + 4] == orbit
    for threads in (2, 3):
        assert listed("native", cover, threads=threads)[0] == found


def test_a_cover_whose_group_moves_every_item_is_searched_whole() -> None:
    """Two cells that a symmetry exchanges: no item is fixed, so nothing is restricted, and nothing is lost."""
    swap = (Automorphism((0, 1), (0, 1, 2)), Automorphism((1, 0), (1, 0, 2)))
    cover = ExactCover.of([(0,), (1,), (0, 1)], primary=2).replace(automorphisms=swap)
    assert sorted(listed("native", cover)[0]) == [(0, 1), (2,)]
