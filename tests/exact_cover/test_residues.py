"""Counting by remainders: against the reference, with a bound that is proven to be one, and begun where memory is short."""

from __future__ import annotations

from math import prod

import pytest

from tests.helpers.colors import random_colored_cover
from tests.helpers.generate import LATTICES, random_cover, random_puzzle
from tests.helpers.listing import all_solutions
from tilewright import _kernel
from tilewright.exact_cover import frontier_count
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.frontier_count import PRIMES, ResidueCount
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.outcome import StatesNote
from tilewright.exact_cover.problem import ExactCover
from tilewright.kinds import Packing

LONG = "dominoes*@16x60"  # 3.0 MB by exact numbers of up to 49 bytes, 1.3 MB by remainders


def counted(cover: ExactCover, threads: int = 1, run_states: int = 800, work: int = -1) -> ResidueCount:
    job = ResidueCount(kernel_cover(cover), 1 << 30, threads, run_states)
    while job.run(work) is _kernel.Outcome.RUNNING:
        assert 0 <= job.fraction <= 1
    assert job.fraction == 1 and len(job.residues) == job.passes
    return job


def test_primes() -> None:
    """Strong pseudoprimes to the first twelve prime bases begin beyond 2^64 (Sorenson and Webster 2017)."""
    assert len(set(PRIMES)) == len(PRIMES)
    for prime in PRIMES:
        assert 2**61 < prime < 2**62
        shift = ((prime - 1) & -(prime - 1)).bit_length() - 1
        odd = (prime - 1) >> shift
        for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
            powers = [pow(base, odd << k, prime) for k in range(shift)]
            assert powers[0] == 1 or prime - 1 in powers


@pytest.mark.parametrize("seed", range(1, 400, 8))
def test_remainders_tell_the_number(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By several small primes, so that they have to be joined; every rule on every lattice, and colored items."""
    monkeypatch.setattr(frontier_count, "PRIMES", (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43))
    for cover in (random_cover(seed), random_puzzle(seed, LATTICES).compile().cover, random_colored_cover(seed)):
        if cover.validate() is not None or engine("frontier").refuses(cover):
            continue
        expected = len(all_solutions(cover))
        for threads in (1, 2):
            job = counted(cover, threads, run_states=0)
            assert job.value == expected
            assert expected <= job.bound <= max(1, 1.25 * expected)


@pytest.mark.parametrize(("text", "number"), [("tetrominoes*@10x10", 72713560548906621), ("pentominoes@6x10", 9356)])
def test_published_numbers(text: str, number: int) -> None:
    cover = Packing.parse(text).compile().with_hints().cover
    for threads, work in ((1, -1), (2, 30_000)):
        job = counted(cover, threads, work=work)
        assert job.value == number <= job.bound < 1.2 * number
    assert job.states >= job.peak_states > 0 and len(job.cpu) == 2


def test_numbers_of_many_words() -> None:
    assert counted(ExactCover.of([(i,) for i in range(500)], primary=0, secondary=500)).value == 2**500
    job = ResidueCount(kernel_cover(ExactCover.of([(i,) for i in range(1200)], primary=0, secondary=1200)), 1 << 30)
    assert job.run(-1) is _kernel.Outcome.OUT_OF_MEMORY  # beyond what a double bounds


def test_begun_where_exact_numbers_do_not_fit() -> None:
    cover = Packing.parse(LONG).compile().with_hints().cover
    exact = engine("frontier").count(cover)
    short = engine("frontier").count(cover, Limit(memory=2_000_000))
    whole, parts, number = exact.note(StatesNote), short.note(StatesNote), exact.solutions
    assert whole is not None and parts is not None and short.solutions == number
    assert prod(PRIMES[: parts.passes]) > number >= prod(PRIMES[: parts.passes - 1])
    assert not whole.passes and short.ended == "exhausted"
    assert parts.peak_memory < 2_250_000 < whole.peak_memory
    neither = engine("frontier").count(cover, Limit(memory=800_000))
    assert (neither.solutions, neither.ended, neither.limit) == (0, "limit", "memory")
