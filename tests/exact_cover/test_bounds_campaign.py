"""Bounds under limits: a count that ends early tells at most the number, one that ends tells the number, in any words.

The clock advances at each look, and slices and first looks are a few nodes, so that limits strike the race of engines, its trials
and the counts by parts at each of their steps, in puzzles small enough for the reference.
"""

from __future__ import annotations

import random
from collections import Counter
from types import SimpleNamespace

import pytest

from tests.helpers.colors import random_colored_cover
from tests.helpers.edge_puzzles import random_edges
from tests.helpers.generate import LATTICES, random_cover, random_puzzle, random_shikaku
from tilewright import load
from tilewright.errors import LimitError
from tilewright.exact_cover import frontier_count, kernel, parts, race
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.exact_cover.progress import Progress

MOST = Limit(nodes=1_500, solutions=1_000)
BOARDS = ("dominoes*", "tetrominoes*", "trominoes*", "monomino*+dominoes*", "pentominoes:LPY*"), (
    "3x4", "4x4", "2x7", "3x6", "4x4~", "3x4~~", "4x4-r0c0,r3c3",
)  # fmt: skip
LISTS = "FNPUV@5x5", "fridgeiq:IJMR@3x3", "tetrominoes:IOLTS+tetrominoes:T@4x6"


class Looks:
    """A clock that advances by a second at each look."""

    def __init__(self) -> None:
        self.now = 0.0

    def look(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Looks:
    """Seconds are looks at the clock, and the first slices and parts are small."""
    clock = Looks()
    module = SimpleNamespace(thread_time=clock.look, perf_counter=clock.look, monotonic=clock.look)
    for each in (race, frontier_count, parts, kernel):
        monkeypatch.setattr(each, "time", module)
    monkeypatch.setattr(Progress, "seconds", property(lambda progress: clock.look() - progress.started))
    for name, value in {
        "tilewright.exact_cover.race.FIRST_NODES": 3,
        "tilewright.exact_cover.race.FIRST_TURN": 3.0,
        "tilewright.exact_cover.race.SAMPLED": 0,
        "tilewright.exact_cover.kernel.FIRST_NODES": 3,
        "tilewright.exact_cover.kernel.FIRST_WORK": 20,
        "tilewright.exact_cover.parts.LEAST_PART": 4,
    }.items():
        monkeypatch.setattr(name, value)
    return clock


def cover_of(rng: random.Random) -> ExactCover:
    kind = rng.randrange(8)
    seed = rng.randrange(10**9)
    if kind == 0:
        return random_colored_cover(seed)
    if kind == 1:
        return random_cover(seed)
    if kind == 2:
        return random_shikaku(seed).compile().cover
    if kind == 3:
        return random_edges(rng, rng.choice(("square", "triangular", "hexagonal"))).puzzle.compile().with_hints().cover
    if kind == 4:
        return load(rng.choice(LISTS)).compile().with_hints().cover
    if kind == 5:
        return load("@".join(map(rng.choice, BOARDS))).compile().with_hints().cover
    compiled = random_puzzle(seed, LATTICES).compile()
    return (compiled.with_symmetries() if kind == 6 else compiled.with_hints()).cover


def in_other_words(rng: random.Random, cover: ExactCover) -> ExactCover:
    """The same cover with its items and options in another order."""
    items = rng.sample(range(len(cover.lo)), len(cover.lo))
    rows = rng.sample(range(len(cover.options)), len(cover.options))
    new = {item: place for place, item in enumerate(items)}
    plain = [(0,) * len(row) for row in cover.options]
    options = [
        sorted(
            zip(
                map(new.__getitem__, cover.options[row]),
                (cover.color_rows if cover.colors else plain)[row],
                strict=True,
            )
        )
        for row in rows
    ]
    return ExactCover(
        [cover.lo[item] for item in items],
        [cover.upper[item] for item in items],
        [[item for item, _ in option] for option in options],
        [new[item] for item in cover.order],
        colors=[color for option in options for _, color in option] if cover.colors else (),
    )


def limit(rng: random.Random) -> Limit:
    if rng.random() < 0.7:
        return Limit(seconds=float(rng.choice([2, 5, 10, 20, 50, 100, 200, 500, 1000]) + rng.randrange(5)))
    if rng.random() < 0.5:
        return Limit(nodes=rng.choice([1, 3, 10, 50, 200, 1000]))
    return Limit(seconds=float(rng.randrange(10, 500)), memory=rng.choice([50_000, 200_000, 1_000_000]))


def told(cover: ExactCover, name: str, limit: Limit, clock: Looks) -> tuple[int, str | None]:
    found = choose(cover, name).count(cover, limit, started(clock))
    return found.solutions, found.ended


def started(clock: Looks) -> Progress:
    """A progress that starts now."""
    progress = Progress()
    progress.started = clock.now
    return progress


def attack(seeds: range, clock: Looks) -> Counter[str]:
    """How many counts ended, and how many told a bound, of puzzles that the reference counts."""
    ends: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(f"bounds {seed}")
        cover = cover_of(rng)
        whole = engine("reference").count(cover, MOST, started(clock))
        right = whole.solutions
        if whole.ended != "exhausted":
            ends["too large"] += 1
            continue
        ends["puzzles"] += 1
        for each in (cover, in_other_words(rng, cover)):
            for name in ("auto", "auto", "auto", rng.choice(("sweep", "native", "frontier", "race"))):
                if name not in ("auto", "race") and engine(name).refuses(each):
                    continue
                most = limit(rng)
                try:
                    value, ended = told(each, name, most, clock)
                except LimitError:  # what is asked for by name may be refused for its memory
                    assert name == "sweep" and most.memory <= 1_000_000, (seed, most)
                    ends["refused"] += 1
                    continue
                ends[f"{ended} {'> 0' if value else '0'}"] += 1
                assert value == right if ended == "exhausted" else value <= right, (seed, name, most, value, right)
            assert told(each, "auto", Limit(), clock) == (right, "exhausted"), seed
    return ends


def test_bounds_are_at_most_the_number(slow: Looks) -> None:
    ends = attack(range(20), slow)
    assert ends["exhausted > 0"] > 20 and ends["limit > 0"] > 5, ends


@pytest.mark.full
@pytest.mark.parametrize("block", range(8))
def test_bounds_of_thousands_of_puzzles(block: int, slow: Looks) -> None:
    ends = attack(range(1000 + 500 * block, 1500 + 500 * block), slow)
    print(ends)
    assert ends["puzzles"] > 400 and ends["limit > 0"] > 200, ends
