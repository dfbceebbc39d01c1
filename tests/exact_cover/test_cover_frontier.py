"""Counting by merged states: published numbers, other sweeps of the same cover, limits; the census against listing."""

from __future__ import annotations

import _thread
import json
import random
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.generate import HEAVY, LATTICES, random_cover, random_puzzle
from tests.helpers.listing import all_solutions
from tests.helpers.looks import stopped
from tests.helpers.paths import DATA
from tests.helpers.tiers import quick
from tilewright import _kernel
from tilewright.errors import LimitError
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.frontier_count import ResidueCount
from tilewright.exact_cover.kernel import Sweeping, kernel_cover
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.outcome import StatesNote
from tilewright.exact_cover.problem import ExactCover, Solution, quotient_cover
from tilewright.exact_cover.sampling import SolutionGraph
from tilewright.kinds import Packing

OEIS = json.loads((DATA / "oeis_tilings.json").read_text())["sequences"]


def counted(cover: ExactCover, limit: Limit = Limit(), **how: bool) -> int:
    if not how:
        found = engine("frontier").count(cover, limit)
        assert found.ended == "exhausted"
        return found.solutions
    job = _kernel.Frontier(kernel_cover(cover), limit.memory, **how)
    assert job.run(-1) is _kernel.Outcome.EXHAUSTED
    return int.from_bytes(job.value, "little")


@pytest.mark.parametrize("row", OEIS, ids=lambda row: row["oeis"])
def test_published_counts(row: dict[str, Any]) -> None:
    for board, number in row["boards"]:
        assert counted(Packing.parse(f"{row['pieces']}@{board}").compile().cover) == number, board


@pytest.mark.parametrize("seed", quick(sorted(range(0, 300, 3), key=lambda seed: seed in HEAVY), 50))
def test_every_way_to_sweep_gives_the_same_number(seed: int) -> None:
    covers = [random_cover(seed), random_puzzle(seed).compile().cover]
    for cover in covers:
        if cover.validate() is not None or engine("frontier").refuses(cover):
            continue
        expected = len(all_solutions(cover))
        for symmetry in (False, True):
            for prune in (False, True):
                for reverse in (False, True):
                    assert counted(cover, symmetry=symmetry, prune=prune, reversed=reverse) == expected


@pytest.mark.parametrize("text", ["pentominoes@6x10", "pentominoes@3x20", "pentominoes!turn@3x30", "tetrominoes*@7x8"])
def test_symmetry_and_pruning_change_no_number(text: str) -> None:
    cover = Packing.parse(text).compile().cover
    assert (
        counted(cover) == counted(cover, symmetry=False) == counted(cover, prune=False) == counted(cover, reversed=True)
    )


def by_threads(cover: ExactCover, threads: int, run_states: int = 0, work: int = -1, symmetry: bool = True) -> int:
    """The count; with `run_states` 0 even the smallest layers are cut into runs and shared."""
    job = _kernel.Frontier(kernel_cover(cover), 1 << 30, symmetry=symmetry, threads=threads, run_states=run_states)
    while (outcome := job.run(work)) is _kernel.Outcome.RUNNING:
        assert 0 <= job.fraction <= 1
    assert outcome is _kernel.Outcome.EXHAUSTED and len(job.cpu) == threads
    return int.from_bytes(job.value, "little")


@pytest.mark.parametrize("seed", quick(sorted(range(1, 400, 4), key=lambda seed: seed in HEAVY), 50))
def test_threads_and_short_runs_change_no_number(seed: int) -> None:
    """Every rule (copies, optional cells, pins) on every lattice, against the reference."""
    for cover in (random_cover(seed), random_puzzle(seed, LATTICES).compile().cover):
        if cover.validate() is not None or engine("frontier").refuses(cover):
            continue
        expected = len(all_solutions(cover))
        for threads in (1, 2, 3):
            for symmetry in (True, False):
                assert by_threads(cover, threads, symmetry=symmetry) == expected


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("hexiamonds@6x6", 624),
        pytest.param("tetracubes*@3x3x4", None, marks=pytest.mark.full),
        ("tetrahexes*@5x8", None),
        pytest.param("fridgeiq@5x5", None, marks=(pytest.mark.full, pytest.mark.ci)),
        ("FLNPUVY@5x7", None),
        ("pentominoes@6x10", 9356),
        pytest.param("tetrominoes*@10x10", 72713560548906621, marks=(pytest.mark.full, pytest.mark.ci)),
    ],
)
def test_threads_change_no_number(text: str, number: int | None) -> None:
    """Whole layers of up to some 300,000 states, and slices that end in the middle of a step."""
    cover = Packing.parse(text).compile().cover
    number = by_threads(cover, 1, 800) if number is None else number
    for threads in (1, 2, 3):
        assert by_threads(cover, threads, 800 if number > 10**12 else 20) == number
    assert by_threads(cover, 3, 50, work=20_000) == number
    found = engine("frontier").count(cover, threads=2)
    assert (found.solutions, found.ended) == (number, "exhausted")


def test_orbit_covers_with_items_named_twice() -> None:
    """What a rotation keeps, counted in the quotient, is what it keeps among all tilings."""
    for text in ("tetrominoes*@4x4", "tetrominoes*@4x6", "dominoes*@6x6", "trominoes*@6x6"):
        cover = Packing.parse(text).compile().with_symmetries().cover
        everything = {frozenset(s) for s in all_solutions(cover)} if text != "trominoes*@6x6" else None
        for g in cover.automorphisms:
            quotient = quotient_cover(cover, g)
            number = counted(quotient)
            if everything is None:
                assert number == engine("native").count(quotient).solutions
            else:
                assert number == sum(
                    frozenset(g.options[o] for o in s) in everything and frozenset(g.options[o] for o in s) == s
                    for s in everything
                )


def test_numbers_of_many_words() -> None:
    """2^200 subsets of 200 free options, and 3^150 choices of one of two or none."""
    assert counted(ExactCover.of([(i,) for i in range(200)], primary=0, secondary=200)) == 2**200
    twice = [(i,) for i in range(150) for _ in range(2)]
    assert counted(ExactCover.of(twice, primary=0, secondary=150)) == 3**150


def test_long_strips() -> None:
    """4 x n domino tilings satisfy a(n) = a(n-1) + 5 a(n-2) + a(n-3) - a(n-4)."""
    terms = [1, 1, 5, 11]
    while len(terms) <= 160:
        terms.append(terms[-1] + 5 * terms[-2] + terms[-3] - terms[-4])
    for n in (100, 160):
        assert counted(Packing.parse(f"dominoes*@4x{n}").compile().cover) == terms[n]


@pytest.mark.parametrize("apart", [40, 90, 200, 400])
def test_keys_of_several_words(apart: int) -> None:
    """Item i goes with item i + apart; the first ten may also stand alone: keys of `apart` bits, 2^10 solutions."""
    options = [(i, i + apart) for i in range(apart)]
    options += [(i,) for i in range(10)] + [(i + apart,) for i in range(10)]
    cover = ExactCover((1,) * (2 * apart), (1,) * (2 * apart), tuple(options), order=tuple(range(2 * apart)))
    assert counted(cover) == SolutionGraph(cover).number == 2**10


def test_limits() -> None:
    cover = Packing.parse("tetrominoes*@9x12").compile().cover
    for threads in (1, 2, 3):
        for limit in (Limit(nodes=1000), Limit(seconds=0.0), Limit(memory=1 << 20)):
            found = engine("frontier").count(cover, limit, threads=threads)
            assert (found.solutions, found.ended) == (0, "limit")
            assert limit.seconds is not None or found.reason  # time may end before there is anything to stop
        note = found.note(StatesNote)
        assert note is not None and note.memory_wanted > 1 << 20 and note.peak_memory < 2 << 20
    with pytest.raises(LimitError, match="states"):
        SolutionGraph(cover, Deadline(Limit(nodes=1000)))


def test_stops_when_asked() -> None:
    found = engine("frontier").count(Packing.parse("tetrominoes*@10x10").compile().cover, progress=stopped())
    assert (found.solutions, found.ended) == (0, "stopped")


def test_a_layer_in_one_piece_heeds_the_limit_of_memory() -> None:
    """Items that may be covered twice are not swept, so a layer is one run, however large."""
    options = [tuple(sorted((i % 24, (i * 7 + 1) % 24))) for i in range(60)]
    cover = ExactCover((0,) * 24, (2,) * 24, tuple(options))
    for threads in (1, 2):
        found = engine("frontier").count(cover, Limit(memory=8 << 20), threads=threads)
        note = found.note(StatesNote)
        assert (found.solutions, found.limit) == (0, "memory")
        assert note is not None and note.peak_memory < 16 << 20


def test_too_wide_is_refused() -> None:
    # One option covers the first and the last of 600 items in this order.
    options = [(0, 599), *((i,) for i in range(600))]
    cover = ExactCover((1,) * 600, (1,) * 600, tuple(options), order=tuple(range(600)))
    assert engine("frontier").refuses(cover) is None  # the far item is carried apart
    pairs = tuple((i, i + 550) for i in range(550)) + tuple((i,) for i in range(1100))
    cover = ExactCover((1,) * 1100, (1,) * 1100, pairs, order=tuple(range(1100)))
    assert "expected at most" in str(engine("frontier").refuses(cover))


@pytest.mark.parametrize(
    "text", ["pentominoes:FNPUV@5x5", "tetrominoes*@4x5", "dominoes*@5x6", "fridgeiq:DIY@3x3", "tetrominoes*@3x4"]
)
def test_census_is_the_listing(text: str) -> None:
    cover = Packing.parse(text).compile().cover
    check_census(cover, sorted(all_solutions(cover)))


def test_census_of_random_covers() -> None:
    for seed in range(150):
        cover = random_cover(seed)
        if cover.validate() is None:
            check_census(cover, sorted(all_solutions(cover)))


def check_census(cover: ExactCover, expected: list[Solution]) -> None:
    census = SolutionGraph(cover)
    assert census.number == len(expected)
    assert sorted(census) == expected
    assert [census.solution(k) for k in range(census.number)] == list(census)
    among = Counter(option for solution in expected for option in solution)
    assert census.with_option == tuple(among[o] for o in range(len(cover.options)))
    for beyond in (-1, census.number):
        with pytest.raises(IndexError, match="no solution"):
            census.solution(beyond)


def test_random_solutions_are_uniform() -> None:
    """117 tilings, 11700 draws: the chi-squared statistic of 116 degrees of freedom stays below its 1 - 1e-6 quantile."""
    cover = Packing.parse("tetrominoes*@4x4").compile().cover
    census, rng = SolutionGraph(cover), random.Random(1)
    drawn = Counter(census.random(rng) for _ in range(11700))
    assert set(drawn) == set(all_solutions(cover))
    assert sum((n - 100) ** 2 / 100 for n in drawn.values()) < 205
    with pytest.raises(IndexError):
        SolutionGraph(Packing.parse("tetrominoes:T*@3x4").compile().cover).random(rng)


ONE_RUN = {"run_states": 1 << 40}  # every layer is one run, inside of which no slice ends


@pytest.mark.parametrize("threads", [1, 2])
def test_the_time_limit_ends_a_count_inside_a_layer(threads: int, tmp_path: Path) -> None:
    cover = kernel_cover(Packing.parse("tetrominoes*@12x12").compile().cover)
    on_disk = {"scratch": str(tmp_path), "checkpoint": str(tmp_path / "layer"), "label": "test"}
    jobs: list[Sweeping] = [
        _kernel.Frontier(cover, 1 << 30, threads=threads, seconds=0, **ONE_RUN),
        _kernel.Frontier(cover, 4_000_000, threads=threads, seconds=0, **ONE_RUN, **on_disk),  # type: ignore[arg-type]
        ResidueCount(cover, 1 << 30, threads, seconds=0, **ONE_RUN),
    ]
    for job in jobs:
        assert job.run(-1) is _kernel.Outcome.INTERRUPTED
        assert job.states < 100_000
        assert job.run(-1) is _kernel.Outcome.INTERRUPTED


def test_ctrl_c_ends_a_count_inside_a_layer() -> None:
    job = _kernel.Frontier(kernel_cover(Packing.parse("tetrominoes*@12x12").compile().cover), 1 << 30, **ONE_RUN)
    with pytest.raises(KeyboardInterrupt):
        threading.Timer(0.1, _thread.interrupt_main).start()
        job.run(-1)
        pytest.fail("the count went on to its end")
    assert job.run(-1) is _kernel.Outcome.INTERRUPTED
