"""The kernel's searches against every subset of options, and against each other when cut into slices and parts."""

import random
from itertools import combinations

import numpy as np
import pytest

from tests.helpers.generate import random_puzzle
from tests.helpers.tiers import quick
from tilewright import _kernel
from tilewright._kernel import SearchEngine
from tilewright.exact_cover.kernel import Slices, kernel_cover
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.outcome import run_to_end
from tilewright.exact_cover.problem import Batch, ExactCover, Solution, faults

SEARCHES = ["general", "sweep"]


def random_cover(rng: random.Random) -> ExactCover:
    """A small cover with all kinds of bounds; most have solutions, some many."""
    items = rng.randint(1, 7)
    lo, hi = [], []
    for _ in range(items):
        kind = rng.random()
        low, high = (1, 1) if kind < 0.55 else (0, 1) if kind < 0.7 else (rng.randint(0, 2), rng.choice([2, 3, None]))
        lo.append(low)
        hi.append(high if high is None else max(low, high))
    options = []
    for _ in range(rng.randint(0, 11)):
        option = rng.sample(range(items), rng.randint(1, min(3, items)))
        if rng.random() < 0.15:  # an item several times, where it may be
            option += [item for item in option[:1] if hi[item] is None or hi[item] > 1]
        options.append(tuple(sorted(option)))
    order = rng.sample(range(items), rng.randint(0, items))
    return ExactCover(tuple(lo), tuple(hi), tuple(options), tuple(order))


def every_subset(cover: ExactCover) -> set[tuple[int, ...]]:
    numbers = range(len(cover.options))
    return {s for size in range(len(numbers) + 1) for s in combinations(numbers, size) if not faults(cover, s)}


def all_of(search: _kernel.Search, nodes: int = -1, solutions: int = -1) -> list[tuple[int, ...]]:
    found, done = [], False
    while not done:
        done, starts, options = search.run(nodes, solutions)
        found += Batch(starts, options)
    return found


def is_taken(name: str, cover: ExactCover) -> bool:
    return name != "sweep" or not _kernel.sweep_refusal(kernel_cover(cover))


CASES = [(name, seed) for name in SEARCHES for seed in range(400) if is_taken(name, random_cover(random.Random(seed)))]


def test_the_sweep_takes_many_random_covers() -> None:
    assert sum(name == "sweep" for name, _ in CASES) >= 50


@pytest.mark.parametrize(("name", "seed"), quick(sorted(CASES, key=lambda case: case[1]), 300))
def test_random_covers(name: str, seed: int) -> None:
    rng = random.Random(seed)
    cover = random_cover(rng)
    plan = _kernel.Plan(kernel_cover(cover), SearchEngine[name.upper()])
    search = plan.search()
    found = all_of(search)
    assert len(set(found)) == len(found)
    assert set(found) == every_subset(cover)
    assert search.fraction == 1
    assert search.solutions == len(found)
    assert all_of(plan.search(), nodes=rng.randint(1, 5)) == found, "slices of nodes change nothing"
    assert all_of(plan.search(), solutions=1) == found, "slices of solutions change nothing"
    counting = plan.search()
    assert counting.run(collect=False)[0]
    assert counting.solutions == len(found)
    for wanted in (2, 5, 20):
        parts = plan.subproblems(wanted)
        assert [s for path in parts for s in all_of(plan.search(path))] == found, "the parts are the whole, in order"


@pytest.mark.parametrize("seed", quick(range(300), 150))
def test_the_sweep_on_puzzles_with_symmetry(seed: int) -> None:
    cover = random_puzzle(seed).compile().cover
    if _kernel.sweep_refusal(kernel_cover(cover)):
        return
    expected = sorted(all_of(_kernel.Plan(kernel_cover(cover), SearchEngine.GENERAL).search()))
    plan = _kernel.Plan(kernel_cover(cover), SearchEngine.SWEEP)
    found = all_of(plan.search())
    assert sorted(found) == expected
    assert all_of(plan.search(), nodes=3) == found
    assert [s for path in plan.subproblems(8) for s in all_of(plan.search(path))] == found


def test_large_covers_are_replayed_and_agree() -> None:
    """Padding with items and options that change nothing makes the engine go back by replay instead of by copies."""
    for seed in range(60):
        cover = random_cover(random.Random(seed))
        items, extra = len(cover.lo), 6000
        padded = ExactCover(
            (*cover.lo, *(0,) * extra, 1),
            cover.hi + (1,) * extra + (1,),
            (*cover.options, (items + extra,)),
            cover.order,
        )
        small = all_of(_kernel.Plan(kernel_cover(cover), SearchEngine.GENERAL).search())
        large = all_of(_kernel.Plan(kernel_cover(padded), SearchEngine.GENERAL).search())
        assert sorted(s[:-1] for s in large) == sorted(small)


def test_limits() -> None:
    cover = ExactCover.of([(item,) for item in range(30) for _ in range(3)], 30)
    plan = _kernel.Plan(kernel_cover(cover), SearchEngine.GENERAL)
    search, found = Slices(plan, "native"), list[Solution]()
    assert run_to_end(search.list(Deadline(Limit(solutions=10))), found.extend) == "enough"
    assert len(found) == search.solutions == 10
    search = Slices(plan, "native")
    assert run_to_end(search.list(Deadline(Limit(nodes=5))), found.extend) == "limit"
    assert (search.nodes, len(found)) == (5, 10)
    for limit in (Limit(nodes=50_000), Limit(seconds=0.0)):
        search = Slices(plan, "native")
        assert search.count(Deadline(limit)) == "limit" and search.fraction is not None and 0 < search.fraction < 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lo": [2]}, "item 0 has bounds that cannot be met"),
        ({"option_items": [1]}, "option 0 names item 1, which is not there"),
        ({"option_start": [0, 2]}, "option_start must run from 0 to the number of option items"),
        ({"option_start": [0, 0, 1]}, "option 0 covers nothing"),
        ({"order": [0, 0]}, "order names an item twice or one that is not there"),
        ({"adjacent_start": [0]}, "adjacent does not have one row for each item"),
        ({"automorphisms": [([0], [1])]}, "automorphism 0 is no permutation"),
        ({"colors": [1, 2]}, "there is not one color for each entry"),
        ({"colors": [1]}, "item 0 has colors, but its bounds are not 0 to 1"),
    ],
)
def test_malformed_covers(change: dict[str, list[int]], message: str) -> None:
    parts = {"lo": [1], "hi": [1], "option_start": [0, 1], "option_items": [0], "order": [], "adjacent_start": [],
             "adjacent_items": [], "automorphisms": [], "colors": []}  # fmt: skip
    parts.update(change)
    arrays = {
        key: [(np.array(a, np.int32), np.array(b, np.int32)) for a, b in value]
        if key == "automorphisms"
        else np.array(value, np.int64 if key.endswith("start") else np.int32)
        for key, value in parts.items()
    }
    with pytest.raises(ValueError, match=message):
        _kernel.Cover(**arrays)


def test_a_path_that_is_none() -> None:
    plan = _kernel.Plan(kernel_cover(ExactCover.of([(0,), (0,)], 1)), SearchEngine.GENERAL)
    with pytest.raises(ValueError, match="option 7 "):
        plan.search([7])
