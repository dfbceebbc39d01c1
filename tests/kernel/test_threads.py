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
from tilewright.cover.engine import engine
from tilewright.cover.kernel import SLICE_OPTIONS, Threads, kernel_cover
from tilewright.cover.limits import Deadline, Limit
from tilewright.cover.problem import ExactCover, faults
from tilewright.cover.progress import Progress
from tilewright.formats import load

SEARCHES = ["native", "sweep"]


@pytest.fixture(autouse=True)
def alone_for_three_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise most of these searches would end before the threads begin."""
    monkeypatch.setattr("tilewright.cover.kernel.ALONE_SECONDS", 0.0)
    monkeypatch.setattr("tilewright.cover.kernel.FIRST_NODES", 3)


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
            found, report = listed(name, cover, threads=threads)
            assert found == expected, cover
            assert (report.ended, report.solutions, report.fraction) == ("exhausted", len(expected), 1)
            assert engine(name).count(cover, Limit(), Report(), threads) == len(expected)


@pytest.mark.parametrize("name", SEARCHES)
def test_splitting_keeps_the_order(name: str) -> None:
    for cover in medium():
        expected, _ = listed(name, cover)
        for threads in (2, 4, 7):
            assert listed(name, cover, threads=threads)[0] == expected
            assert engine(name).count(cover, Limit(), Report(), threads) == len(expected)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("memory", [1, 4000, 100_000])
def test_little_room_for_what_must_wait_changes_nothing(name: str, memory: int) -> None:
    """Tasks whose buffers are full are laid aside and taken up again."""
    cover = load("tetrominoes*@4x7").compile().cover
    expected, _ = listed(name, cover)
    plan = _kernel.Plan(
        kernel_cover(cover), {"native": SearchEngine.GENERAL, "sweep": SearchEngine.SWEEP}[name]
    )  # the plan itself would be refused
    found = Threads(plan, plan.search(), Budget(Limit(memory=memory), Report()), 3, collect=True).run()
    assert [solution for batch in found for solution in batch] == expected


@pytest.mark.parametrize("name", SEARCHES)
def test_as_many_as_asked_for_are_the_first_ones(name: str) -> None:
    cover = load("tetrominoes*@4x6").compile().cover
    expected, _ = listed(name, cover)
    for wanted in (1, 2, 30, 700):
        found, report = listed(name, cover, Limit(solutions=wanted), 3)
        assert found == expected[:wanted]
        assert (report.ended, report.solutions) == ("enough", wanted)


@pytest.mark.parametrize("name", SEARCHES)
def test_limits(name: str) -> None:
    endless = load("tetrominoes*@6x20").compile().cover
    for threads in (2, 4):
        report = Report()
        assert engine(name).count(endless, Limit(nodes=5000), report, threads) == report.solutions
        assert (report.ended, report.nodes) == ("limit", 5000)
        for limit in (Limit(nodes=100_000), Limit(seconds=0.05)):
            found, report = listed(name, endless, limit, threads)
            assert report.ended == "limit" and report.fraction < 1
            assert len(set(found)) == len(found) == report.solutions
            assert not any(faults(endless, solution) for solution in found[::1000])
            assert limit.nodes is None or (found and report.fraction > 0)
            report = Report()
            assert engine(name).count(endless, limit, report, threads) == report.solutions
            assert report.ended == "limit"


@pytest.mark.parametrize("name", SEARCHES)
def test_a_budget_of_nodes_that_suffices_is_no_limit(name: str) -> None:
    cover = matchings(8)
    expected, report = listed(name, cover)
    found, report = listed(name, cover, Limit(nodes=3 * report.nodes + 1000), 3)
    assert (found, report.ended) == (expected, "exhausted")


@pytest.mark.parametrize("name", SEARCHES)
def test_stops_when_asked_and_when_closed(name: str) -> None:
    endless = load("tetrominoes*@6x20").compile().cover
    report = Report()
    stream = engine(name).solutions(endless, Limit(), report, 3)
    assert next(iter(stream))
    report.stop = True
    found = sum(map(len, stream))
    assert report.ended == "stopped" and report.solutions >= found
    stream = engine(name).solutions(endless, Limit(), Report(), 3)
    assert next(iter(stream))
    stream.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", SEARCHES)
def test_an_interrupt_hands_out_what_is_there_and_goes_on_up(name: str) -> None:
    endless = load("tetrominoes*@6x20").compile().cover
    report = Report()
    stream = engine(name).solutions(endless, Limit(), report, 2)
    found = list(next(iter(stream)))
    with pytest.raises(KeyboardInterrupt):
        found += stream.throw(KeyboardInterrupt)  # type: ignore[attr-defined]
        for batch in stream:
            found += batch
    assert report.ended == "stopped"
    assert len(set(found)) == len(found) == report.solutions


def test_the_fraction_grows_to_one() -> None:
    cover = load("FLNPUVY@5x7").compile().cover
    report = Report()
    seen = []
    for batch in engine("native").solutions(cover, Limit(), report, 3):
        seen.append(report.fraction)
        time.sleep(random.random() / 1000 if batch else 0)
    seen.append(report.fraction)
    assert all(a <= b + 1e-9 for a, b in pairwise(seen))
    assert seen[-1] == 1


@pytest.mark.parametrize("threads", [1, 3])
def test_the_estimate_of_all_solutions_ends_at_their_number(threads: int) -> None:
    report = Report()
    assert report.estimate is None
    cover = load("FLNPUVY@5x7").compile().cover
    found = engine("native").count(cover, Limit(), report, threads)
    assert report.estimate == found > 0
    report = Report()
    endless = load("tetrominoes*@6x8").compile().cover
    engine("sweep").count(endless, Limit(nodes=100_000), report, threads)
    assert report.estimate is not None
    assert report.solutions < report.estimate


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_of_solutions_of_many_options_is_small(threads: int) -> None:
    """What is done with a batch is not under the clock, so a limit would come late after a long one."""
    cover = load("dominoes*@60x60").compile().cover
    wanted = Limit(solutions=500)
    batches = list(engine("native").solutions(cover, wanted, Report(), threads))
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
