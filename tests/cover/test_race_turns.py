"""Turns of the counting race: what a search and a frontier say of themselves, and who goes on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.colors import random_colored_cover
from tilewright.cover.choice import FIRST_NODES, PACE_NODES, CountRace, FrontierContender, SearchContender
from tilewright.cover.limits import Budget, Deadline, Limit, Report
from tilewright.formats import load

SLICE = 0.001  # seconds


class Contender:
    """Never done, and always as far from its end; each time it is asked it uses a slice."""

    def __init__(self, name: str, remaining: float, log: list[str]) -> None:
        self.name, self.remaining, self.log = name, remaining, log
        self.seconds, self.states, self.nodes, self.solutions, self.most_found = 0.0, 0, 0, 0, 0
        self.out = self.lacks_memory = False

    def go_on(self, budget: Budget) -> None:
        self.seconds += SLICE
        self.log.append(self.name)
        budget.report.ended = "limit" if len(self.log) < 40 else "exhausted"


@pytest.mark.parametrize(("remaining", "first"), [(0.0, 3), (1.0, 1)])
def test_a_search_that_is_soon_done_has_its_turn_prolonged_once(remaining: float, first: int) -> None:
    log: list[str] = []
    race: Any = CountRace(random_colored_cover(1), "native", Deadline(Limit(), Report()), 1)
    race.search, race.frontier = Contender("s", remaining, log), Contender("f", 1.0, log)
    race.at_work, race.turn = race.search, 4 * SLICE
    race.run()
    text = "".join(log)
    assert text.startswith("s" * 4 * first + "ffff")
    assert text.count("f") >= 12  # and it has its turns from then on


def test_the_pace_of_a_search_is_measured_again_where_samples_pay() -> None:
    """Its first thousand nodes take longer than later ones: where the choice is close, it is asked after more of them."""
    budget = Budget(Limit(), Report())
    contender = SearchContender(load("pentominoes@6x10").compile().with_hints().cover, "sweep", budget, 1)
    contender.go_on(budget.of_turn(0.0))
    assert contender.nodes == 2 * FIRST_NODES and not contender.is_rough
    contender.refine(0.01)
    assert contender.samples > 8 and contender.is_rough
    budget.report.ended = None  # as before each turn
    contender.go_on(budget.of_turn(0.0))
    assert contender.nodes == 2 * FIRST_NODES + 2 * PACE_NODES and not contender.is_rough


def test_pieces_make_the_least_of_a_frontier_larger() -> None:
    budget = Budget(Limit(), Report())
    free, labelled = (load(each).compile().cover for each in ("tetrominoes*@6x10", "pentominoes@6x10"))
    for cover, times in ((free, 1), (labelled, 2)):
        contender = FrontierContender(cover, budget, 1)
        assert contender.remaining == pytest.approx(times * (5e-5 + 1e-7 * cover.size[2]))


def test_all_threads_of_a_counting_search_work() -> None:
    """A team without room for what waits would leave all to one of them."""
    budget = Budget(Limit(), Report())
    cover = load("pentominoes@8x8-r0c0,r0c7,r7c0,r7c7").compile().with_hints().cover
    contender = SearchContender(cover, "sweep", budget, 2)
    while budget.report.ended != "exhausted":
        budget.report.ended = None
        contender.go_on(budget.of_turn(0.01))
    assert budget.report.solutions == 2170 * 8 and contender.team is not None
    assert min(contender.team.cpu) > 0


def test_a_search_begun_again_keeps_its_bound() -> None:
    """A search that is given up for a better plan found solutions that still bound the number from below."""
    budget = Budget(Limit(), Report())
    race = CountRace(load("dominoes*@8x8").compile().cover, "sweep", budget, 1)
    race.search.go_on(budget.of_turn(0.0))
    found = race.search.solutions
    race.search._begin(sampled=True)
    race.budget = Budget(Limit(seconds=0), budget.report)
    assert found > 0 and race.search.solutions == 0 and race.run() >= found
