"""Entropies: known constants lie where the figures say they do."""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import cache
from math import cos, log, pi, sqrt

import pytest

from tests.helpers.cli import CommandLine
from tilewright import count, load
from tilewright.series.pattern import Pattern
from tilewright.series.strip import Strip, plane_entropy, strip_entropy

CATALAN = 0.915965594177219


def strip(pattern: str) -> Strip:
    return Strip.of(Pattern(pattern))


def test_strip_of_dominoes_is_the_golden_ratio() -> None:
    found = strip_entropy(strip("dominoes*@2x{n}"))
    assert found is not None
    assert found.low <= log((1 + sqrt(5)) / 2) / 2 <= found.high
    assert found.high - found.low < 1e-11


@pytest.mark.parametrize("pattern", ["tetrominoes*@4x{n}", "trominoes*@3x{n}", "squares*@5x{n}"])
def test_strip_grows_as_its_terms_do(pattern: str) -> None:
    found, terms = strip_entropy(strip(pattern)), strip(pattern).terms(120)
    assert found is not None
    assert log(terms[120] / terms[60]) / 60 / found.cells == pytest.approx(found.middle, abs=1e-9)


@pytest.mark.parametrize("width", range(1, 9))
def test_enclosure_holds_the_exact_eigenvalue(width: int) -> None:
    """Of dominoes on a strip, by Kasteleyn and Temperley and Fisher: a product of known numbers, here in 50 digits."""
    found = strip_entropy(strip(f"dominoes*@{width}x{{n}}"))
    assert found is not None
    with localcontext() as context:
        context.prec = 50
        cosines = [Decimal(cos(pi * k / (width + 1))) for k in range(1, width // 2 + 1)]
        exact = sum(((c + (1 + c * c).sqrt()).ln() for c in cosines), Decimal(0)) / width
    rounding = Decimal("1e-16") * width  # of the cosines and of pi
    assert Decimal(found.low) - rounding <= exact <= Decimal(found.high) + rounding
    assert found.high - found.low < 1e-11


def test_strip_that_cannot_be_tiled_has_none() -> None:
    assert strip_entropy(strip("tetrominoes:T*@3x{n}")) is None


@pytest.mark.parametrize(
    ("pieces", "sizes", "known"),
    [("dominoes*", range(8, 17, 2), CATALAN / pi), ("monomino*+dominoes*", range(8, 13), 0.662798972834)],
)
def test_plane_is_near_what_is_known(pieces: str, sizes: range, known: float) -> None:
    @cache
    def tilings(height: int, width: int) -> int:
        return count(load(f"{pieces}@{height}x{width}"), engine="frontier").value

    found = plane_entropy(tilings, sizes)
    # the last step is no bound: dominoes are off by more than it (docs/measured/entropy.md)
    assert abs(found.estimate - known) < 2 * found.error < 1e-4
    assert (abs(found.estimate - known) > found.error) == (pieces == "dominoes*")


def test_sizes_are_checked() -> None:
    with pytest.raises(ValueError, match="equal steps"):
        plane_entropy(lambda height, width: 1, (2, 3, 5, 6))
    with pytest.raises(ValueError, match="no tiling"):
        plane_entropy(lambda height, width: 0, (2, 3, 4, 5))


def test_command_tells_strips_and_the_plane(run: CommandLine) -> None:
    assert run("series", "dominoes*@2x{n}", "--entropy").out.startswith("0.240605912530 for each cell")
    assert run("series", "squares*@{n}x{k}", "--entropy", "--n", "5..8").out.startswith("0.31")
    for words, said in (((), "--n 8..14"), (("--n", "2,4"), "equal steps")):
        ran = run("series", "squares*@{n}x{k}", "--entropy", *words)
        assert (ran.code, ran.out) == (2, "") and said in ran.err
    assert run("series", "tetrominoes:T*@3x{n}", "--entropy").code == 1
