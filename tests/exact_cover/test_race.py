"""The race of engines: who has its turns, what it costs at most, and that lists and counts are right whoever wins."""

from __future__ import annotations

import random
from math import inf

import pytest

from tests.helpers.clock import NEVER, Clock
from tests.helpers.colors import random_colored_cover
from tests.helpers.generate import random_cover, random_puzzle
from tests.helpers.listing import listed
from tests.helpers.looks import stopped
from tilewright import Progress, load
from tilewright.exact_cover import race
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.outcome import Outcome
from tilewright.exact_cover.problem import ExactCover
from tilewright.exact_cover.race import BESIDE, GROWTH, SHARE, Contender, CountRace

COVER = ExactCover.of([(0,)], primary=1)


class Turn(Deadline):
    """A deadline that knows how long its turns are to last; its clock stands still."""

    def __init__(self, limit: Limit = Limit(), seconds: float = inf) -> None:
        super().__init__(limit)
        self.seconds, self.passed = seconds, 0.0

    def of_turn(self, seconds: float) -> Turn:
        return Turn(self.limit, seconds)

    @property
    def left(self) -> float:
        return inf if self.limit.seconds is None else self.limit.seconds


class Runner(Contender):
    """Ends after so many seconds, and says what it pleases about them."""

    preparation = 0.001

    def __init__(self, engine: str, seconds: float, belief: float = 1.0, pace: float = 0.0) -> None:
        super().__init__(COVER, Turn(), 1)
        self.engine, self.seconds, self.belief, self.pace = engine, seconds, belief, pace
        self.memory, self.turns = 0, 0

    @property
    def done(self) -> float:
        return min(1.0, self.used / self.seconds)

    @property
    def remaining(self) -> float:
        return self.belief * (self.seconds - self.used)

    @property
    def held_memory(self) -> int:
        return self.memory

    def begin(self) -> None:
        """It needs nothing."""

    def go_on(self, deadline: Deadline) -> Outcome | None:
        raise NotImplementedError

    def advance(self, deadline: Deadline) -> Outcome | None:
        assert isinstance(deadline, Turn)
        self.begun = True
        self.turns += 1
        self.used = min(self.seconds, self.used + deadline.seconds)
        self.solutions = int(self.pace * self.used)
        return Outcome(ended="exhausted", engine=self.engine) if self.used == self.seconds else None


def race_of(*runners: Runner, limit: Limit = Limit()) -> CountRace:
    made = CountRace(COVER, Turn(limit), 1)
    made.counters = [*runners]
    made.finders = [each for each in runners if each.pace]
    return made


def test_no_race_costs_more_than_what_is_promised() -> None:
    """Whatever the runners say, who ends first has had its share by then."""
    rng = random.Random(1)
    for _ in range(300):
        runners = [Runner(name, 10 ** rng.uniform(-3, 2), 10 ** rng.uniform(-6, 6)) for name in "abc"]
        best = min(each.seconds for each in runners)
        race_of(*runners).run()
        assert sum(each.used for each in runners) <= (1 + 2 * (1 + GROWTH) / SHARE) * best + 3 * 0.01


def test_who_knows_what_it_needs_wins_at_little_cost() -> None:
    runners = [Runner("a", 1.0), Runner("b", 30.0), Runner("c", 1000.0)]
    assert race_of(*runners).run().engine == "a"
    assert sum(each.used for each in runners) < 1.4
    close = [Runner("a", 1.0), Runner("b", 1.2)]
    race_of(*close).run()
    assert sum(each.used for each in close) < 2.3


def test_turns_grow_so_that_there_are_few() -> None:
    runners = [Runner("a", 100.0), Runner("b", 100.0)]
    race_of(*runners).run()
    assert sum(each.turns for each in runners) < 150


def test_large_states_wait_unless_they_are_expected_to_end_first() -> None:
    large, small = Runner("a", 10.0, belief=2.0), Runner("b", 10.0)
    large.memory = 2 * BESIDE
    assert race_of(large, small).run().engine == "b" and large.used == 0
    large, small = Runner("a", 10.0), Runner("b", 10.0, belief=2.0)
    large.memory = 2 * BESIDE
    assert race_of(large, small).run().engine == "a"


def test_where_nobody_ends_in_time_who_finds_most_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    runners = [Runner("a", 1e9, pace=1000.0), Runner("b", 1e9, pace=50_000.0)]
    made = race_of(*runners, limit=Limit(seconds=10.0))
    for _ in range(200):
        assert made._next_turn() is None
    assert runners[1].used > 4 * runners[0].used > 0


@pytest.mark.parametrize("threads", [1, 2])
def test_counts_are_those_of_the_reference(threads: int) -> None:
    covers = [random_cover(seed) for seed in range(60)] + [random_colored_cover(seed) for seed in range(60)]
    covers += [random_puzzle(seed).compile().with_hints().cover for seed in range(30)]
    for cover in covers:
        if cover.validate():
            continue
        expected = engine("reference").count(cover, Limit(nodes=20_000))
        if expected.ended == "exhausted":
            found = engine("race").count(cover, threads=threads)
            assert (found.solutions, found.ended) == (expected.solutions, "exhausted"), cover


def queens(n: int) -> ExactCover:
    """Rows and columns once, diagonals at most once."""
    options = [(r, n + c, 2 * n + r + c, 4 * n - 1 + r - c + n - 1) for r in range(n) for c in range(n)]
    return ExactCover.of(options, primary=2 * n, secondary=4 * n - 2)


LISTS = {
    "queens": lambda: queens(9),
    "pieces": lambda: load("pentominoes@5x12").compile().with_hints().cover,
    "balls": lambda: load("kanoodle:BCDEGHIJKL@3x4x4").compile().with_hints().cover,
    "tiles": lambda: load("wang2*@2x3").compile().cover.replace(order=()),
    "any number": lambda: load("tetrominoes*@4x7").compile().with_hints().cover,
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", LISTS)
def test_lists_are_whole_and_in_one_order(name: str, threads: int) -> None:
    cover = LISTS[name]()
    expected = {tuple(sorted(solution)) for solution in listed("native", cover)[0]}
    found, outcome = listed("race", cover, threads=threads)
    assert (outcome.ended, outcome.solutions) == ("exhausted", len(found))
    assert len(found) == len(expected) and {tuple(sorted(solution)) for solution in found} == expected
    assert listed("race", cover, threads=threads)[0] == found


@pytest.mark.parametrize("name", LISTS)
def test_who_holds_too_much_goes_on_alone(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A list that could not be kept until it is known who wins is handed out by the one that expects to end first."""
    cover = LISTS[name]()
    expected = set(listed("native", cover)[0])
    for most in (1, 2_000, 20_000):
        monkeypatch.setattr(race, "HELD", most)
        found, outcome = listed("race", cover)
        assert outcome.ended == "exhausted" and len(found) == outcome.solutions == len(expected)
        assert set(found) == expected


@pytest.mark.parametrize("name", ["any number", "tiles"])
@pytest.mark.parametrize("held", [2_000, 25 << 20])
def test_lists_end_at_the_number_that_is_wanted(monkeypatch: pytest.MonkeyPatch, name: str, held: int) -> None:
    monkeypatch.setattr(race, "HELD", held)
    cover = LISTS[name]()
    every = set(listed("native", cover)[0])
    for wanted in (1_001, 5_000):
        found, outcome = listed("race", cover, Limit(solutions=wanted))
        assert (len(found), len(set(found)), outcome.ended) == (wanted, wanted, "enough") and set(found) <= every


def test_what_was_found_is_handed_out_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for looks in (20, 60, 200):
        with monkeypatch.context() as patched:
            Clock(patched, looks=looks)
            found, outcome = listed("race", LISTS["any number"](), Limit(seconds=NEVER))
        assert outcome.ended in ("limit", "exhausted") and len(set(found)) == len(found) == outcome.solutions
    assert listed("race", queens(9), Limit(nodes=500))[1].ended == "limit"
    assert engine("race").count(queens(9), progress=stopped()).ended == "stopped"


def test_a_count_by_several_engines_shows_no_number_before_its_end() -> None:
    """What one of them has found says nothing of the whole: for 26 digits, 144 of about 658."""
    seen: list[tuple[int | None, float | None, int | None]] = []
    progress = Progress(on_look=lambda: seen.append((progress.solutions, progress.fraction, progress.estimate)))
    found = engine("race").count(load("tetrominoes*@7x8").compile().with_hints().cover, progress=progress)
    assert found.ended == "exhausted" and found.solutions > 10**8
    assert set(seen) == {(None, None, None)}
    assert (progress.engine, progress.nodes, progress.solutions) == ("", 0, None)
