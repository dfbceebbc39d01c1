"""The sweep on boards of more bits than eight words hold, and the races that choose between searches."""

from __future__ import annotations

import pytest

from tests.helpers.clock import NEVER, Clock
from tests.helpers.tiers import quick
from tilewright.cover.choice import CountRace
from tilewright.cover.engine import engine
from tilewright.cover.limits import Deadline, Limit
from tilewright.cover.problem import BatchChecker
from tilewright.cover.progress import Progress
from tilewright.kinds import Packing


@pytest.mark.parametrize("size", ["4x129", "4x150", "4x300"])
def test_first_tilings_of_long_boards(size: str) -> None:
    cover = Packing.parse(f"tetrominoes*@{size}").compile().cover
    report = Report()
    found = [s for batch in engine("sweep", cover).solutions(cover, Limit(solutions=700), report) for s in batch]
    assert (report.ended, len(found), len(set(found))) == ("enough", 700, 700)
    assert BatchChecker(cover).wrong(found) == []


@pytest.mark.parametrize(("notation", "number"), [("tetrominoes:O*@2x520", 1), ("tetrominoes:O*@2x521", 0)])
def test_all_tilings_of_long_boards(notation: str, number: int) -> None:
    cover = Packing.parse(notation).compile().cover
    report = Report()
    assert engine("sweep", cover).count(cover, Limit(), report) == number
    assert report.ended == "exhausted"


def test_too_long_a_board_is_refused() -> None:
    cover = Packing.parse("dominoes*@2x1030").compile().cover
    assert engine("sweep").refuses(cover) == "its state has 2060 bits: expected at most 2048"


@pytest.mark.parametrize("solutions", [1, 3, 500])
def test_the_race_finds_what_there_is(monkeypatch: pytest.MonkeyPatch, solutions: int) -> None:
    """Turns of a few nodes, so that every racer has several; no more than asked for, none twice."""
    monkeypatch.setattr("tilewright.cover.engines.kernel_engines.MOST_NODES", (5, 1))
    monkeypatch.setattr("tilewright.cover.engines.kernel_engines.RESTART_NODES", 30)
    for notation in ("FNPUV@5x5", "pentominoes@3x20", "Y*@5x5"):
        cover = Packing.parse(notation).compile().cover
        report = Report()
        found = [s for batch in engine("race").solutions(cover, Limit(solutions=solutions), report) for s in batch]
        expected = {s for batch in engine("native").solutions(cover, Limit(), Report()) for s in batch}
        assert len(found) == len(set(found)) == min(solutions, len(expected)) == report.solutions
        assert set(found) <= expected
        assert report.ended == ("enough" if solutions <= len(found) else "exhausted")


@pytest.mark.parametrize("threads", quick([1, 3, 2], 2))
@pytest.mark.parametrize(
    ("notation", "number"),
    [("pentominoes@6x10", 9356), ("tetrominoes*@6x6", 178939), ("FNPUV@5x5", 16), ("tetrominoes:L*@6x6", 0)],
)
def test_a_counting_race_of_many_turns(
    monkeypatch: pytest.MonkeyPatch, notation: str, number: int, threads: int
) -> None:
    """Each engine is laid aside and taken up again many times: the other always seems the better one."""
    monkeypatch.setattr("tilewright.cover.choice.WORTH_A_CHANGE", 1e9)
    monkeypatch.setattr("tilewright.cover.choice.SHARE", 0.0)
    monkeypatch.setattr("tilewright.cover.choice.WORTH_A_TEAM", 0.0)
    cover = Packing.parse(notation).compile().cover
    for search in ("sweep", "native"):
        report = Report()
        assert CountRace(cover, search, Deadline(Limit(), report), threads).run() == number
        assert (report.ended, report.solutions) == ("exhausted", number)
        assert report.engine in ("frontier", search)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_counting_race_goes_on_without_the_frontier(threads: int) -> None:
    """When the frontier has no memory left, the search is in the race alone, to its end or the limit."""
    report = Report()
    cover = Packing.parse("pentominoes@6x10").compile().cover
    assert engine("race").count(cover, Limit(memory=threads << 20), report, threads) == 9356
    assert (report.engine, report.ended) == ("sweep", "exhausted") and report.outcome.memory_wanted


@pytest.mark.parametrize("threads", quick([2, 1], 1))
def test_a_counting_race_that_the_limit_ends(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    """What the search has found until then is "at least"; a stop is a stop."""
    cover = Packing.parse("tetrominoes*@14x20").compile().cover
    for memory in (1 << 20, 1 << 30):
        report = Report()
        with monkeypatch.context() as patched:
            Clock(patched, looks=150)
            found = engine("race").count(cover, Limit(seconds=NEVER, memory=memory), report, threads)
        assert report.ended == "limit" and found == report.solutions > 0 and report.nodes > 0
    report = Report(stop=True)
    engine("race").count(cover, Limit(), report, threads)
    assert report.ended == "stopped"
