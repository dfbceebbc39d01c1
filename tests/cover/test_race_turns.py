"""Turns of the counting race: what a search and a frontier say of themselves, and who goes on."""

from __future__ import annotations

from itertools import product
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest

import tilewright as tw
from tests.helpers.colors import random_colored_cover
from tilewright.cover.choice import FIRST_NODES, PACE_NODES, CountRace, FrontierContender, SearchContender
from tilewright.cover.limits import Deadline, Limit
from tilewright.cover.progress import Progress
from tilewright.formats import load

SLICE = 0.001  # seconds


class Contender:
    """Never done, and always as far from its end; each time it is asked it uses a slice."""

    def __init__(self, name: str, remaining: float, log: list[str]) -> None:
        self.name, self.remaining, self.log = name, remaining, log
        self.seconds, self.states, self.nodes, self.solutions, self.most_found = 0.0, 0, 0, 0, 0
        self.out = self.lacks_memory = False
        self.prospects, self.expected_by_rise = (0.0, 0.0), 0.0
        self.is_rough, self.cover = False, load("dominoes*@2x2").compile().cover
        self.other: Contender | None = None
        self.pace = 0  # solutions found in a turn

    def refine(self, other: float) -> None:
        """It knows how far it is from its end."""

    def rival(self, name: str) -> Contender | None:
        return self.other

    def give_up(self) -> None:
        self.out, self.prospects = True, (inf, inf)

    def go_on(self, budget: Budget) -> None:
        self.seconds += SLICE
        self.most_found += self.pace
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


@pytest.mark.parametrize(
    ("prospects", "turns"),
    [
        ((2e6, inf), "ssssssss"),
        ((6e5, inf), "ssssssss"),  # with every other turn alone it would not end
        ((4e5, inf), "sfsfsfsf"),
        ((5e5, 6e5), "ffffffff"),
        ((1e5, inf), "ffffffff"),
    ],
)
def test_the_search_makes_a_bound_while_the_frontier_may_not_end_in_time(
    prospects: tuple[float, float], turns: str
) -> None:
    """The frontier is the better way to the number, and tells none before its end: of 1e6 seconds it needs all, some or few."""
    log: list[str] = []
    race: Any = CountRace(load("dominoes*@2x2").compile().cover, "sweep", Deadline(Limit(seconds=1e6), Report()), 1)
    race.search, race.frontier = Contender("s", 1e9, log), Contender("f", 1.0, log)
    race.at_work, race.frontier.prospects, race.began, race.partwise = race.search, prospects, inf, None
    race.run()
    assert "".join(log)[1:].startswith(turns)


@pytest.mark.parametrize(
    ("paces", "turns"), [((1, 5), "srrrrrrr"), ((5, 1), "srssssss"), ((0, 0), "srrsrsrs"), ((2, 3), "srrsrrrr")]
)
def test_where_nobody_ends_in_time_whoever_finds_most_goes_on(paces: tuple[int, int], turns: str) -> None:
    log: list[str] = []
    race: Any = CountRace(load("dominoes*@2x2").compile().cover, "sweep", Deadline(Limit(seconds=1e6), Report()), 1)
    race.search, race.frontier = Contender("s", 1e9, log), Contender("f", 1.0, log)
    race.search.other = Contender("r", 1e9, log)
    race.search.pace, race.search.other.pace = paces
    race.at_work, race.frontier.prospects, race.began, race.partwise = race.search, (2e6, inf), inf, None
    race.run()
    assert "".join(log)[1:].startswith(turns) and "f" not in log


@pytest.mark.parametrize(("found", "turns"), [(10**20, "pfff"), (10, "pss")])
def test_a_large_bound_by_parts_leaves_the_seconds_to_the_frontier(found: int, turns: str) -> None:
    """It may take less than it says; no search would find as much in them."""
    log: list[str] = []
    race: Any = CountRace(load("dominoes*@2x2").compile().cover, "sweep", Deadline(Limit(seconds=1e6), Report()), 1)
    race.search, race.frontier, race.partwise = (
        Contender("s", 1e9, log),
        Contender("f", 1.0, log),
        Contender("p", 0, log),
    )
    race.at_work, race.frontier.prospects, race.began, race.partwise.pace = race.search, (2e6, inf), inf, found
    race.run()
    assert "".join(log)[1:].startswith(turns)


@pytest.mark.parametrize(("at_best", "has_turns"), [(2e6, True), (5e6, False)])
def test_with_colors_a_frontier_that_cannot_end_in_time_has_no_turns(at_best: float, has_turns: bool) -> None:
    """What it says of itself is rough there, so only far from the limit; the search goes on for its bound."""
    log: list[str] = []
    race: Any = CountRace(random_colored_cover(1), "native", Deadline(Limit(seconds=1e6), Report()), 1)
    race.search, race.frontier = Contender("s", 1e9, log), Contender("f", 1.0, log)
    race.at_work, race.frontier.prospects, race.began = race.search, (at_best, inf), inf
    race.run()
    assert ("f" in log) is has_turns


def test_a_frontier_tells_its_prospects_by_its_own_course() -> None:
    """Of equal layers the pace tells the rest; where what remains does not fall, no end is in sight."""
    contender: Any = FrontierContender(load("dominoes*@2x2").compile().cover, Deadline(Limit(), Report()), 1)
    contender.count = SimpleNamespace(job=SimpleNamespace(fraction=0.0))
    for step in range(1, 21):
        contender.seconds, contender.count.job.fraction = 0.1 * step, 0.01 * step
        contender._mark()
    assert contender.remaining > 20  # of 10 in all: as if the layers were still to grow
    assert contender.prospects == (pytest.approx(8.0), pytest.approx(8.0))
    for step in range(1, 21):
        contender.seconds, contender.count.job.fraction = 2 * 1.2**step, 0.2 + 0.001 * step
        contender._mark()
    assert contender.prospects[0] > 8.0 and contender.prospects[1] == inf


@pytest.mark.full
def test_no_frontier_is_believed_that_no_board_gives_an_order() -> None:
    """Five queens that attack or stand on every square: its layers seem soon done, and take ten times as long as the search."""
    squares = list(product(range(8), repeat=2))
    attacked = {
        (r, c): [(y, x) for y, x in squares if y == r or x == c or abs(y - r) == abs(x - c)] for r, c in squares
    }
    copies = {"queens": 5} | dict.fromkeys(squares, (1, None))
    found = tw.cover({queen: [*seen, "queens"] for queen, seen in attacked.items()}, copies=copies).count()
    assert (found.value, found.engine) == (4860, "native")
