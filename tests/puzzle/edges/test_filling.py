"""The most tiles that could be laid where the limit comes first: what is done for it, and that it is checked."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import Any

import pytest

from tilewright import Limit, Progress, load, solve, tilings
from tilewright.exact_cover.limits import Deadline
from tilewright.kinds import EdgeMatching
from tilewright.kinds.edges import filling
from tilewright.kinds.edges.filling import fill
from tilewright.puzzle import Placement
from tilewright.puzzle.check import faults

solving = import_module("tilewright.api.solve")  # whose function of this name hides it
NO_TIME = Limit(seconds=0)


def test_a_filling_takes_a_step_a_tile_where_nothing_is_undone() -> None:
    puzzle = load("wang2*@60x60")
    assert isinstance(puzzle, EdgeMatching)
    placements = fill(puzzle, steps=3600)
    assert len(placements) == 3600 and faults(puzzle, placements) == []


def test_what_fills_the_board_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    checks = []

    def counted(*args: Any, **how: Any) -> Any:
        checks.append(how)
        return faults(*args, **how)

    monkeypatch.setattr(solving, "faults", counted)
    found = solve(load("wang2*@40x40"), limit=NO_TIME)
    assert (found.verdict, found.engine, len(found.tilings), found.partial) == ("solved", "filling", 1, None)
    assert len(checks) == 1


def test_a_full_board_without_a_tile_that_must_be_used_is_no_tiling() -> None:
    found = solve(load("edges 2x2 border=a\naaaa *\nabab *1-\n"), limit=NO_TIME)
    assert (found.verdict, len(found.tilings)) == ("unknown", 0)
    assert found.partial is not None and len(found.partial.placements) == 4
    assert [fault.rule for fault in faults(found.puzzle, found.partial.placements)] == ["copies"]


class Spent(Progress):
    """Of a search that had all but the last tenth of the limit."""

    def __init__(self, limit: float) -> None:
        super().__init__()
        self.limit = limit

    @property
    def seconds(self) -> float:
        return 0.9 * self.limit


def test_the_part_has_its_share_inside_the_limit() -> None:
    for seconds, n, left in ((20, 1, 18), (1, 1, 0.5), (0.25, 1, 0.125), (20, None, 20)):
        stream = tilings(load("wang2*@10x10"), n, limit=Limit(seconds=seconds))
        stream.reserve_time_for_part()
        assert stream.limit.seconds == pytest.approx(left) and stream.options.limit.seconds == seconds


@pytest.mark.parametrize(
    ("size", "limit", "share"), [("230x230", 1, None), ("230x230", 20, 2 - 1.058), ("10x10", 0, 0.1 - 0.002)]
)
def test_its_share_of_the_limit(size: str, limit: float, share: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done with the tiles is taken off; where that is more than there is, they are not looked for."""
    asked: list[float | None] = []

    def filler(deadline: Deadline) -> tuple[Placement, ...]:
        asked.append(deadline.limit.seconds)
        return ()

    monkeypatch.setattr(EdgeMatching, "filler", property(lambda _: filler))
    assert solving._best_part(load(f"wang2*@{size}"), Limit(seconds=limit), Spent(limit)) is None
    assert asked == ([] if share is None else [pytest.approx(share)])


def test_the_clock_is_looked_at_before_each_look_through_the_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """With many tiles it takes a millisecond to find those that fit, and steps are counted in thousands."""
    looks: list[str] = []

    class Watched(Deadline):
        def check(self) -> None:
            looks.append("clock")

    fitting = filling._Filler._fitting

    def watched(filler: filling._Filler, slot: int, wanted: tuple[str, ...]) -> list[filling.Laid]:
        looks.append("tiles")
        return fitting(filler, slot, wanted)

    monkeypatch.setattr(filling._Filler, "_fitting", watched)
    puzzle = load("macmahon3@4x6")
    assert isinstance(puzzle, EdgeMatching)
    fill(puzzle, steps=200, deadline=Watched())
    during = looks[: len(looks) - looks[::-1].index("clock")]  # what still fits at the end is found without it
    assert during.count("tiles") > 10 and ("tiles", "tiles") not in set(pairwise(during))
