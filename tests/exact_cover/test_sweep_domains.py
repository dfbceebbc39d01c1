"""Smallest domains near the root of a sweep, and little memory, change no answer and no order."""

from __future__ import annotations

import random

import pytest

from tests.helpers.generate import random_cover, random_puzzle
from tilewright import _kernel
from tilewright._kernel import SearchEngine
from tilewright.errors import LimitError
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.kernel import Slices, Threads, kernel_cover
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.outcome import run_to_end
from tilewright.exact_cover.problem import Batch, ExactCover, Solution
from tilewright.kinds import Packing
from tilewright.pieces import select
from tilewright.puzzle import Board

PARTS = (3.0, 40.0, 1e9)  # nodes near the root; the last: smallest domains everywhere


def listed_by_plan(plan: _kernel.Plan, nodes: int = -1, path: list[int] | None = None) -> list[Solution]:
    search, found, done = plan.search(path or []), [], False
    while not done:
        done, starts, options = search.run(nodes)
        found += Batch(starts, options)
    assert search.fraction == 1 and search.solutions == len(found)
    return found


def by_team(plan: _kernel.Plan, threads: int) -> list[Solution]:
    found: list[Solution] = []
    team = Threads(plan, Slices(plan, "sweep"), Deadline(), threads, collect=True)
    assert run_to_end(team.list(Deadline()), found.extend) == "exhausted"
    assert (team.solutions, team.fraction) == (len(found), 1)
    return found


def ragged(seed: int) -> Packing:
    """Pentominoes on a board with holes anywhere, some cells optional, some pieces twice."""
    rng = random.Random(seed)
    rows, columns = rng.choice([(5, 6), (6, 6), (4, 8), (5, 7)])
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    holes = set(rng.sample(cells, rng.randint(0, 4)))
    left = [cell for cell in cells if cell not in holes]
    optional = rng.sample(left, len(left) % 5)
    pieces = rng.sample(select("pentominoes"), min(len(left) // 5 + rng.randint(0, 1), 6))
    return Packing(
        Board(tuple(cell for cell in left if cell not in optional), optional=tuple(optional)),
        tuple(p.with_copies(0, rng.choice([1, 2])) for p in pieces),
    )


def covers() -> list[ExactCover]:
    posed = [random_puzzle(seed).compile().cover for seed in range(120)]
    posed += [ragged(seed).compile().cover for seed in range(25)]
    return [cover for cover in posed if not engine("sweep").refuses(cover)]


@pytest.mark.parametrize("parts", PARTS)
def test_as_the_general_search(parts: float) -> None:
    solved = 0
    for cover in covers():
        expected = sorted(listed_by_plan(_kernel.Plan(kernel_cover(cover), SearchEngine.GENERAL)))
        solved += bool(expected)
        plan = _kernel.Plan(kernel_cover(cover), SearchEngine.SWEEP, parts=parts)
        found = listed_by_plan(plan)
        assert sorted(found) == expected
        assert listed_by_plan(plan, nodes=3) == found, "slices change nothing"
        for wanted in (2, 9, 60):
            assert [s for path in plan.subproblems(wanted) for s in listed_by_plan(plan, path=path)] == found
    assert solved >= 30


@pytest.mark.parametrize("parts", PARTS)
def test_threads_keep_the_order(parts: float) -> None:
    for cover in covers()[::4]:
        plan = _kernel.Plan(kernel_cover(cover), SearchEngine.SWEEP, parts=parts)
        expected = listed_by_plan(plan)
        for threads in (2, 3, 5):
            assert by_team(plan, threads) == expected


@pytest.mark.parametrize("parts", PARTS)
def test_covers_of_all_kinds_as_the_reference(parts: float) -> None:
    for seed in range(150):
        cover = random_cover(seed)
        if cover.validate() or engine("sweep").refuses(cover):
            continue
        expected = sorted(s for batch in engine("reference").solutions(cover) for s in batch)
        assert sorted(listed_by_plan(_kernel.Plan(kernel_cover(cover), SearchEngine.SWEEP, parts=parts))) == expected


def test_limits_hold_there_too() -> None:
    cover = Packing.parse("pentominoes@3x20").compile().cover
    plan = _kernel.Plan(kernel_cover(cover), SearchEngine.SWEEP, parts=1e9)
    search, found = Slices(plan, "sweep"), list[Solution]()
    assert run_to_end(search.list(Deadline(Limit(nodes=20))), found.extend) == "limit"
    assert (search.nodes, found) == (20, [])
    assert run_to_end(Slices(plan, "sweep").list(Deadline(Limit(solutions=3))), found.extend) == "enough"
    assert found == listed_by_plan(plan)[:3]


def test_a_large_tree_is_sampled_and_its_plan_is_the_same_each_time() -> None:
    """The cells left out make a tree that another sequence sweeps in a third of the nodes."""
    cells = [(r, c) for r in range(8) for c in range(8)]
    holes = random.Random(4).sample(cells, 4)
    board = Board(tuple(cell for cell in cells if cell not in holes))
    cover = Packing(board, select("pentominoes")).compile().cover
    nodes = []
    for whole in (True, True, False):
        search = _kernel.Plan(kernel_cover(cover), SearchEngine.SWEEP, whole).search()
        assert search.run(collect=False)[0]
        nodes.append((search.nodes, search.solutions))
    assert nodes[0] == nodes[1]
    assert nodes[0][0] < nodes[2][0] and nodes[0][1] == nodes[2][1]


def test_little_memory_forgets_more_and_too_little_is_refused() -> None:
    cover = Packing.parse("pentominoes@4x15").compile().cover
    found = listed_by_plan(_kernel.Plan(kernel_cover(cover), SearchEngine.SWEEP, memory=600_000))
    assert found == listed_by_plan(_kernel.Plan(kernel_cover(cover), SearchEngine.SWEEP))
    message = r"^the sweep takes about \d+\.\d MB of memory: expected at most 0\.0 MB$"
    with pytest.raises(LimitError, match=message):
        engine("sweep").count(cover, Limit(memory=10_000))
