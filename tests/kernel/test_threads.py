"""Several threads answer as one: the same solutions in the same order, whatever is stolen from whom."""

from __future__ import annotations

import random
import sys
import time
from itertools import pairwise

import pytest

from tests.helpers.generate import light_seeds, random_cover, random_puzzle
from tests.helpers.listing import listed
from tilewright import _kernel
from tilewright._kernel import SearchEngine
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.kernel import SLICE_OPTIONS, Slices, Threads, kernel_cover
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.outcome import run_to_end
from tilewright.exact_cover.problem import ExactCover, Solution, faults
from tilewright.exact_cover.progress import Progress
from tilewright.loader import load

SEARCHES = ["native", "sweep"]


@pytest.fixture(autouse=True)
def alone_for_three_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise most of these searches would end before the threads begin."""
    monkeypatch.setattr("tilewright.exact_cover.kernel.ALONE_SECONDS", 0.0)
    monkeypatch.setattr("tilewright.exact_cover.kernel.FIRST_NODES", 3)


def matchings(items: int) -> ExactCover:
    """All ways to pair the items off: (items - 1)!! solutions."""
    return ExactCover.of([(a, b) for a in range(items) for b in range(a + 1, items)], primary=items)


def medium() -> list[ExactCover]:
    """Long enough to be split."""
    names = (
        "pentominoes@3x20",
        "FLNPUVY@5x7",
        "tetrominoes*@4x6",
        "tetrominoes:LT*@4x8",
        "fridgeiq:DIY+fridgeiq:BNU@3x4",
    )
    return [load(name).compile().cover for name in names] + [matchings(10)]


@pytest.mark.parametrize("name", SEARCHES)
def test_small_covers_as_the_reference_and_in_the_order_of_one_thread(name: str) -> None:
    covers = [random_cover(seed) for seed in range(120)]
    covers += [random_puzzle(seed).compile().cover for seed in light_seeds(60)]
    for cover in covers:
        if cover.validate() or engine(name).refuses(cover):
            continue
        expected, _ = listed(name, cover)
        assert sorted(expected) == sorted(listed("reference", cover)[0])
        for threads in (2, 3, 4):
            found, outcome = listed(name, cover, threads=threads)
            assert found == expected, cover
            assert (outcome.ended, outcome.solutions) == ("exhausted", len(expected))
            assert engine(name).count(cover, threads=threads).solutions == len(expected)


@pytest.mark.parametrize("name", SEARCHES)
def test_splitting_keeps_the_order(name: str) -> None:
    for cover in medium():
        expected, _ = listed(name, cover)
        for threads in (2, 4, 7):
            assert listed(name, cover, threads=threads)[0] == expected
            assert engine(name).count(cover, threads=threads).solutions == len(expected)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("memory", [1, 4000, 100_000])
def test_little_room_for_what_must_wait_changes_nothing(name: str, memory: int) -> None:
    """Tasks whose buffers are full are laid aside and taken up again."""
    cover = load("tetrominoes*@4x7").compile().cover
    expected, _ = listed(name, cover)
    plan = _kernel.Plan(
        kernel_cover(cover), {"native": SearchEngine.GENERAL, "sweep": SearchEngine.SWEEP}[name]
    )  # the plan itself would be refused
    deadline, found = Deadline(Limit(memory=memory)), list[Solution]()
    run_to_end(Threads(plan, Slices(plan, name), deadline, 3, collect=True).list(deadline), found.extend)
    assert found == expected


@pytest.mark.parametrize("name", SEARCHES)
def test_as_many_as_asked_for_are_the_first_ones(name: str) -> None:
    cover = load("tetrominoes*@4x6").compile().cover
    expected, _ = listed(name, cover)
    for wanted in (1, 2, 30, 700):
        found, outcome = listed(name, cover, Limit(solutions=wanted), 3)
        assert found == expected[:wanted]
        assert (outcome.ended, outcome.solutions) == ("enough", wanted)


@pytest.mark.parametrize("name", SEARCHES)
def test_limits(name: str) -> None:
    endless = load("tetrominoes*@6x20").compile().cover
    for threads in (2, 4):
        outcome = engine(name).count(endless, Limit(nodes=5000), threads=threads)
        assert (outcome.ended, outcome.nodes) == ("limit", 5000)
        for limit in (Limit(nodes=100_000), Limit(seconds=0.05)):
            found, outcome = listed(name, endless, limit, threads)
            assert outcome.ended == "limit"
            assert len(set(found)) == len(found) == outcome.solutions
            assert not any(faults(endless, solution) for solution in found[::1000])
            assert limit.nodes is None or found
            assert engine(name).count(endless, limit, threads=threads).ended == "limit"


@pytest.mark.parametrize("name", SEARCHES)
def test_a_budget_of_nodes_that_suffices_is_no_limit(name: str) -> None:
    cover = matchings(8)
    expected, outcome = listed(name, cover)
    found, outcome = listed(name, cover, Limit(nodes=3 * outcome.nodes + 1000), 3)
    assert (found, outcome.ended) == (expected, "exhausted")


@pytest.mark.parametrize("name", SEARCHES)
def test_stops_when_asked_and_when_closed(name: str) -> None:
    endless = load("tetrominoes*@6x20").compile().cover
    progress = Progress()
    stream = engine(name).solutions(endless, progress=progress, threads=3)
    assert next(stream)
    progress.stop = True
    found = sum(map(len, stream))
    assert stream.outcome.ended == "stopped" and stream.outcome.solutions >= found
    stream = engine(name).solutions(endless, threads=3)
    assert next(stream)
    stream.close()
    assert list(stream) == [] and stream.outcome.ended == "stopped" and stream.outcome.nodes > 0


@pytest.mark.parametrize("name", SEARCHES)
def test_an_interrupt_hands_out_what_is_there_and_goes_on_up(name: str) -> None:
    endless = load("tetrominoes*@6x20").compile().cover
    deadline = Deadline()
    search = engine(name).search(endless, deadline, 2)
    found = list(next(search))
    with pytest.raises(KeyboardInterrupt):
        found += search.throw(KeyboardInterrupt)
        for batch in search:
            found += batch
    assert deadline.progress.latest is not None
    assert len(set(found)) == len(found) == deadline.progress.latest.solutions


def test_the_fraction_grows_to_one() -> None:
    cover = load("FLNPUVY@5x7").compile().cover
    progress = Progress()
    seen = []
    for batch in engine("native").solutions(cover, progress=progress, threads=3):
        seen.append(progress.fraction)
        time.sleep(random.random() / 1000 if batch else 0)
    assert all(a <= b + 1e-9 for a, b in pairwise(seen))
    assert progress.fraction is None and progress.latest is not None and progress.latest.fraction == 1


@pytest.mark.parametrize("threads", [1, 3])
def test_the_solutions_that_there_may_be_are_more_than_those_found(threads: int) -> None:
    seen: list[tuple[int | None, int | None]] = []
    progress = Progress(on_look=lambda: seen.append((progress.solutions, progress.estimate)))
    assert progress.estimate is None
    endless = load("tetrominoes*@6x8").compile().cover
    engine("sweep").count(endless, Limit(nodes=100_000), progress, threads)
    found, estimate = seen[-1]
    assert found is not None and estimate is not None and 0 < found < estimate


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_of_solutions_of_many_options_is_small(threads: int) -> None:
    """What is done with a batch is not under the clock, so a limit would come late after a long one."""
    cover = load("dominoes*@60x60").compile().cover
    wanted = Limit(solutions=500)
    batches = list(engine("native").solutions(cover, wanted, threads=threads))
    assert sum(len(batch) for batch in batches) == 500
    assert all(len(batch) * 1800 <= SLICE_OPTIONS for batch in batches)
    assert len(batches) <= 20


@pytest.mark.parametrize("kind", [SearchEngine.GENERAL, SearchEngine.SWEEP])
def test_a_search_that_is_handed_over_is_not_held_by_python(kind: SearchEngine) -> None:
    """Its thread would wait for Python's lock to drop it, while whoever has that lock waits for the thread."""
    plan = _kernel.Plan(kernel_cover(load("FNPUV@5x5").compile().cover), kind)
    search = plan.search()
    before = sys.getrefcount(search)
    team = _kernel.Team(plan, 3, False, -1, -1, 0, search)
    assert sys.getrefcount(search) == before
    del team


@pytest.mark.parametrize("kind", [SearchEngine.GENERAL, SearchEngine.SWEEP])
def test_threads_are_laid_aside_at_any_time(kind: SearchEngine) -> None:
    """Tasks end, are split and begin while the one who owns the threads gives them up."""
    cover = kernel_cover(load("FNPUV@5x5").compile().cover)
    for turn in range(400):
        plan = _kernel.Plan(cover, kind)
        team = _kernel.Team(plan, 3, False, -1, -1, 0, plan.search())
        for _ in range(turn % 40):
            assert team.nodes >= 0
        del team
