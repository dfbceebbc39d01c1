"""Wide puzzles by every engine that takes them: an exact number is the right one, a bound holds, nothing else is said."""

from __future__ import annotations

import random

import pytest

from tests.helpers.wide import WideCase, wide_case
from tilewright import Limit, Progress, count
from tilewright.api.count import count_cover
from tilewright.errors import EngineUnavailableError
from tilewright.exact_cover.problem import ExactCover

PART, PARTS = 500, 40
NODES = {"auto": 20_000, "race": 20_000, "native": 3_000, "sweep": 10_000, "frontier": 300_000, "reference": 500}


def counted(case: WideCase, engine: str) -> tuple[int, bool] | None:
    """The number and whether it is exact; None where the engine refuses the puzzle."""
    limit = Limit(nodes=NODES[engine])
    try:
        if isinstance(case.problem, ExactCover):
            outcome = count_cover(case.problem, engine, limit, 1, Progress())
            return outcome.solutions, outcome.bound == "exact"
        found = count(case.problem, up_to=case.up_to, labelled=case.labelled, engine=engine, limit=limit)
    except EngineUnavailableError:
        return None
    return found.value, found.bound == "exact"


def wrong(seed: int) -> list[str]:
    """What engines say wrongly of the case of this seed."""
    case, rng = wide_case(seed), random.Random(seed)
    engines = ["auto", "frontier", *rng.sample(("native", "sweep", "race"), 2)]
    engines += ["reference"] * (case.count < 300 and rng.random() < 0.2)
    faults = []
    for engine in engines:
        answer = counted(case, engine)
        if answer is not None and (answer[0] != case.count if answer[1] else answer[0] > case.count):
            faults.append(f"seed {seed}, {engine}: {answer} for {case.count} of {case.name}")
    return faults


@pytest.mark.parametrize(
    "seeds", [range(40), pytest.param(range(40, 150), marks=(pytest.mark.full, pytest.mark.ci))], ids=str
)
def test_a_sample_of_wide_puzzles(seeds: range) -> None:
    assert [fault for seed in seeds for fault in wrong(seed)] == []


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
def test_wide_puzzles(part: int) -> None:
    assert [fault for seed in range(part * PART, (part + 1) * PART) for fault in wrong(seed)] == []
