"""How much is left, and how kept tilings are packed."""

from __future__ import annotations

import random
import zlib

import pytest

from tilewright.runs.estimate import remaining
from tilewright.runs.subproblem import pack, unpack

Row = tuple[int | None, int, str, float, float, int]


def rows(tree: dict[int | None, list[float]], done: set[int], split: list[int]) -> list[Row]:
    """As the store gives them: `split` below the root, each with the leaves of `tree`; leaves are numbered on."""
    found: list[Row] = [(None, id, "split", 1.0, 1.0, 1) for id in split]
    number = 1000
    for parent, costs in tree.items():
        sums: dict[str, list[float]] = {"done": [], "open": []}
        for cost in costs:
            sums["done" if number in done else "open"].append(cost)
            number += 1
        for state, some in sums.items():
            if some:
                spent = some if state == "done" else [0.0] * len(some)
                found.append((parent, number, state, sum(spent), sum(c * c for c in spent), len(some)))
    return found


def test_equal_siblings_are_foretold_exactly() -> None:
    left = remaining(rows({1: [2.0] * 10, 2: [5.0] * 10}, set(range(1000, 1004)) | set(range(1010, 1013)), [1, 2]))
    assert left == pytest.approx((6 * 2.0 + 7 * 5.0,) * 3)


def test_what_was_never_seen_costs_what_its_depth_costs() -> None:
    left = remaining(rows({1: [2.0, 4.0, 3.0, 3.0], 2: [9.0] * 5}, {1000, 1001, 1002, 1003}, [1, 2]))
    assert left is not None and left[1] == pytest.approx(15.0) and left[0] < 15.0 < left[2]


def test_nothing_is_known_at_first() -> None:
    assert remaining(rows({1: [1.0, 1.0]}, {1000}, [1])) is None


def test_the_range_holds_the_truth_almost_always() -> None:
    hits = 0
    for seed in range(200):
        rng = random.Random(seed)
        tree: dict[int | None, list[float]] = {
            parent: [rng.lognormvariate(rng.uniform(0, 2), 0.5) for _ in range(rng.randint(5, 30))]
            for parent in range(1, 12)
        }
        number = sum(map(len, tree.values()))
        done = {1000 + place for place in range(number) if rng.random() < 0.4}
        left = remaining(rows(tree, done, list(tree)))  # type: ignore[arg-type]
        every = [cost for costs in tree.values() for cost in costs]
        truth = sum(cost for place, cost in enumerate(every) if 1000 + place not in done)
        assert left is not None
        hits += left[0] <= truth <= left[2]
    assert hits >= 180


@pytest.mark.parametrize("lengths", [[], [0], [3] * 100_000, [1, 2, 0, 5, 5, 1] * 40])
def test_packed_solutions_come_back(lengths: list[int]) -> None:
    rng = random.Random(1)
    solutions = [tuple(sorted(rng.sample(range(1000), length))) for length in lengths]
    packed = pack(solutions)
    found = [solution for batch in unpack(packed) for solution in batch]
    assert sorted(found) == sorted(solutions)
    if len(packed) > 20:
        with pytest.raises((ValueError, zlib.error)):
            list(unpack(packed[: len(packed) // 2]))
