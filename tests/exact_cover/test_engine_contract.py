"""What every engine promises, tested for every engine that is here, against the plainest one."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tests.helpers.generate import light_seeds, random_cover, random_puzzle
from tests.helpers.listing import AVAILABLE, SLOW, listed
from tests.helpers.looks import stopped
from tests.helpers.tiers import quick
from tilewright.exact_cover.engine import Engine, engine
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import BatchChecker, ExactCover, Solution, faults
from tilewright.kinds import Packing

FEW = 100  # and only covers with at most so many solutions
CASES = 400


@cache
def cases(number: int) -> list[tuple[ExactCover, list[Solution]]]:
    """Random covers and covers of random puzzles, half as many, with their solutions by the reference."""
    made = [random_cover(seed) for seed in range(number)]
    made += [random_puzzle(seed).compile().cover for seed in light_seeds(number // 2)]
    return [(cover, listed(engine("reference"), cover)[0] if cover.validate() is None else []) for cover in made]


def covers(name: str, parity: int) -> list[tuple[ExactCover, list[Solution]]]:
    """The cases of one parity for an engine, each with its solutions."""
    most = FEW if name in SLOW else None
    made = [case for case in cases(SLOW.get(name, CASES))[parity::2] if case[0].validate() is None]
    return [case for case in made if most is None or len(case[1]) <= most]


@pytest.fixture(params=AVAILABLE)
def found(request: pytest.FixtureRequest) -> Engine:
    return engine(request.param)


@pytest.mark.parametrize("half", quick([0, 1], 1))
def test_lists_what_the_reference_lists(found: Engine, half: int) -> None:
    taken = 0
    for cover, expected in covers(found.name, half):
        if found.refuses(cover):
            continue
        taken += 1
        got, outcome = listed(found, cover)
        assert outcome.ended == "exhausted", cover
        assert outcome.solutions == len(got)
        assert len(set(got)) == len(got), cover
        assert {tuple(sorted(s)) for s in got} == set(expected), cover
        assert all(not faults(cover, solution) for solution in got)
    assert taken >= SLOW.get(found.name, CASES) // 4


def test_counts_what_the_reference_counts(found: Engine) -> None:
    for cover, expected in covers(found.name, 0)[:200]:
        if found.refuses(cover):
            continue
        counted = found.count(cover)
        assert (counted.solutions, counted.ended) == (len(expected), "exhausted"), cover


def test_stops_at_the_number_of_solutions(found: Engine) -> None:
    cover = ExactCover.of([(0,), (1,), (2,), (0, 1), (1, 2), (0, 2), (0, 1, 2)], primary=3)
    got, outcome = listed(found, cover, Limit(solutions=2))
    assert len(got) == len(set(got)) == 2
    assert outcome.ended == "enough"


def test_same_order_twice(found: Engine) -> None:
    for cover, _ in covers(found.name, 1)[:40]:
        if not found.refuses(cover):
            assert listed(found, cover)[0] == listed(found, cover)[0]


def test_stops_when_time_is_up(found: Engine) -> None:
    # 40 items, all pairs: (2n - 1)!! perfect matchings, more than anybody lists.
    pairs = [(a, b) for a in range(40) for b in range(a + 1, 40)]
    assert listed(found, ExactCover.of(pairs, primary=40), Limit(seconds=0.1))[1].ended == "limit"


def test_stops_when_asked_to(found: Engine) -> None:
    pairs = [(a, b) for a in range(40) for b in range(a + 1, 40)]
    stream = found.solutions(ExactCover.of(pairs, primary=40), progress=stopped())
    for _ in stream:
        pass
    assert stream.outcome.ended == "stopped"


def test_can_be_closed_early(found: Engine) -> None:
    pairs = [(a, b) for a in range(12) for b in range(a + 1, 12)]
    stream = found.solutions(ExactCover.of(pairs, primary=12), Limit(solutions=3000))
    assert next(stream)
    stream.close()
    assert list(stream) == [] and stream.outcome.ended == "stopped"


def test_no_items_and_no_options(found: Engine) -> None:
    assert listed(found, ExactCover((), (), ()))[0] == [()]
    assert listed(found, ExactCover((1,), (1,), ()))[0] == []


def test_batch_checker_agrees_with_the_plain_one() -> None:
    for seed in range(150):
        cover = random_cover(seed)
        if not cover.options or cover.validate():
            continue
        solutions, _ = listed(engine("reference"), cover, Limit(solutions=5))
        # Solutions, and things that are none: one option more, one less, one twice, one that is not there.
        tried = [s for s in solutions if s]
        tried += [s[:-1] for s in solutions] + [(*s, 0) for s in solutions] + [(len(cover.options),), (0, 0)]
        wrong = BatchChecker(cover).wrong(tried)
        assert wrong == [place for place, s in enumerate(tried) if faults(cover, s)], cover


@pytest.mark.parametrize("text", ["pentominoes@6x10", "tetrominoes*@8x9", "FNPUV@5x5"])
def test_batch_checker_agrees_on_puzzles(text: str) -> None:
    """More than 64 items, and pieces without end."""
    cover = Packing.parse(text).compile().cover
    rng = random.Random(5)
    solutions, _ = listed(engine("native"), cover, Limit(solutions=40))
    tried = list(solutions)
    for solution in solutions:
        changed = list(solution)
        changed[rng.randrange(len(changed))] = rng.randrange(len(cover.options))
        tried += [tuple(changed), tuple(rng.sample(range(len(cover.options)), len(solution)))]
    wrong = BatchChecker(cover).wrong(tried)
    assert wrong == [place for place, s in enumerate(tried) if faults(cover, s)]
