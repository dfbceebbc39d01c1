"""The sweep on boards of more bits than eight words hold, and the races that choose between searches."""

from __future__ import annotations

import pytest

from tests.helpers.clock import NEVER, Clock
from tests.helpers.listing import listed
from tests.helpers.looks import stopped
from tests.helpers.tiers import quick
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.problem import BatchChecker
from tilewright.exact_cover.race import CountRace
from tilewright.kinds import Packing


@pytest.mark.parametrize("size", ["4x129", "4x150", "4x300"])
def test_first_tilings_of_long_boards(size: str) -> None:
    cover = Packing.parse(f"tetrominoes*@{size}").compile().cover
    found, outcome = listed("sweep", cover, Limit(solutions=700))
    assert (outcome.ended, len(found), len(set(found))) == ("enough", 700, 700)
    assert BatchChecker(cover).wrong(found) == []


@pytest.mark.parametrize(("notation", "number"), [("tetrominoes:O*@2x520", 1), ("tetrominoes:O*@2x521", 0)])
def test_all_tilings_of_long_boards(notation: str, number: int) -> None:
    cover = Packing.parse(notation).compile().cover
    found = engine("sweep", cover).count(cover)
    assert (found.solutions, found.ended) == (number, "exhausted")


def test_too_long_a_board_is_refused() -> None:
    cover = Packing.parse("dominoes*@2x1030").compile().cover
    assert engine("sweep").refuses(cover) == "its state has 2060 bits: expected at most 2048"


@pytest.mark.parametrize("solutions", [1, 3, 500])
def test_the_race_finds_what_there_is(monkeypatch: pytest.MonkeyPatch, solutions: int) -> None:
    """Turns of a few nodes, so that every racer has several; no more than asked for, none twice."""
    monkeypatch.setattr("tilewright.exact_cover.find.MOST_NODES", (5, 1))
    monkeypatch.setattr("tilewright.exact_cover.find.RESTART_NODES", 30)
    for notation in ("FNPUV@5x5", "pentominoes@3x20", "Y*@5x5"):
        cover = Packing.parse(notation).compile().cover
        found, outcome = listed("race", cover, Limit(solutions=solutions))
        expected = {s for batch in engine("native").solutions(cover) for s in batch}
        assert len(found) == len(set(found)) == min(solutions, len(expected)) == outcome.solutions
        assert set(found) <= expected
        assert outcome.ended == ("enough" if solutions <= len(found) else "exhausted")


@pytest.mark.parametrize("threads", quick([1, 3, 2], 2))
@pytest.mark.parametrize(
    ("notation", "number"),
    [("pentominoes@6x10", 9356), ("tetrominoes*@6x6", 178939), ("FNPUV@5x5", 16), ("tetrominoes:L*@6x6", 0)],
)
def test_a_counting_race_of_many_turns(
    monkeypatch: pytest.MonkeyPatch, notation: str, number: int, threads: int
) -> None:
    """Each engine is laid aside and taken up again many times, in turns that do not grow, and with equal shares."""
    for name, value in (("GROWTH", 0.0), ("FIRST_TURN", 0.0), ("SHARE", 1.0), ("STARTS", 0), ("TEAM_SECONDS", 0.0)):
        monkeypatch.setattr(f"tilewright.exact_cover.race.{name}", value)
    cover = Packing.parse(notation).compile().cover
    found = CountRace(cover, Deadline(), threads).run()
    assert (found.ended, found.solutions) == ("exhausted", number)
    assert found.engine in ("frontier", "sweep", "native")


@pytest.mark.parametrize("threads", [1, 2])
def test_a_counting_race_goes_on_without_the_frontier(threads: int) -> None:
    """When the frontier has no memory left, the search is in the race alone, to its end or the limit."""
    cover = Packing.parse("pentominoes@6x10").compile().cover
    found = engine("race").count(cover, Limit(memory=threads << 20), threads=threads)
    assert (found.solutions, found.ended) == (9356, "exhausted") and found.engine in ("sweep", "native")


@pytest.mark.parametrize("threads", quick([2, 1], 1))
def test_a_counting_race_that_the_limit_ends(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    """What the search has found until then is "at least"; a stop is a stop."""
    cover = Packing.parse("tetrominoes*@14x20").compile().cover
    for memory in (1 << 20, 1 << 30):
        with monkeypatch.context() as patched:
            Clock(patched, looks=150)
            found = engine("race").count(cover, Limit(seconds=NEVER, memory=memory), threads=threads)
        assert found.ended == "limit" and found.solutions > 0 and found.nodes > 0
    assert engine("race").count(cover, progress=stopped(), threads=threads).ended == "stopped"
