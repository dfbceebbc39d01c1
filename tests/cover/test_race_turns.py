"""Turns of the counting race on covers with colors: a search that says it is soon done is believed once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.colors import random_colored_cover
from tilewright.cover.racing.race import CountRace
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report

SLICE = 0.001  # seconds


class Contender:
    """Never done, and always as far from its end; each time it is asked it uses a slice."""

    def __init__(self, name: str, remaining: float, log: list[str]) -> None:
        self.name, self.remaining, self.log = name, remaining, log
        self.seconds, self.states, self.nodes, self.solutions = 0.0, 0, 0, 0
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
