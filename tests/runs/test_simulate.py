"""The model of a cluster: what must hold whatever the figures."""

from __future__ import annotations

import pytest

from tilewright.runs.estimate import Costs, draw_sizes, simulate

FREE = Costs(per_task=0.0, per_row=0.0, per_commit=0.0, latency=0.0)


def test_without_costs_equal_pieces_take_their_time() -> None:
    found = simulate([2.0] * 60, 10, FREE)
    assert found.wall == pytest.approx(12.0) and found.workers == pytest.approx(1.0)
    assert found.limit == "workers"


@pytest.mark.parametrize("workers", [1, 3, 50])
def test_no_run_beats_the_work_or_the_longest_piece(workers: int) -> None:
    sizes = draw_sizes([1.0, 3.0, 30.0], 5.0, 400, seed=workers)
    assert sum(sizes) / len(sizes) == pytest.approx(5.0, rel=0.3)
    found = simulate(sizes, workers)
    assert found.wall >= max(max(sizes), sum(sizes) / workers)
    assert found.wall <= sum(sizes) / workers + 2 * max(sizes) + 5


def test_the_scheduler_is_the_limit_for_small_pieces_and_many_workers() -> None:
    costs = Costs(per_task=0.001)
    few, many = simulate([0.1] * 5000, 10, costs), simulate([0.1] * 5000, 1000, costs)
    assert few.limit == "workers" and many.limit == "scheduler"
    assert many.wall == pytest.approx(5.0, rel=0.1)  # a millisecond each
    assert simulate([10.0] * 20_000, 1000, costs).limit == "workers"


def test_the_store_is_the_limit_where_rows_are_dear() -> None:
    found = simulate([0.1] * 3000, 1000, Costs(per_task=0.0001, per_row=0.002))
    assert found.limit == "store" and found.wall >= 6.0


def test_the_last_subproblems_are_told_apart_from_the_rest() -> None:
    found = simulate([1.0] * 300 + [100.0], 100, FREE)
    assert found.limit == "workers" and found.full <= 3.0 and found.wall >= 100.0
