"""Random Aztec diamonds: every tiling comes with the same probability, and large ones are tilings."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tilewright import ArgumentError, count, load
from tilewright.lattice.planar import aztec_diamond
from tilewright.series.pattern import MovingDomino, random_aztec

Cells = tuple[tuple[int, int], ...]


class Coins(Random):
    """Coins that fall as told; one more than there are raises IndexError."""

    def __init__(self, told: tuple[int, ...]) -> None:
        super().__init__(0)
        self.told, self.used = told, 0

    def getrandbits(self, k: int) -> int:
        """The next coin."""
        self.used += 1
        return self.told[self.used - 1]


def chances(order: int) -> dict[tuple[MovingDomino, ...], Fraction]:
    """The probability of each tiling, from all ways in which the coins may fall."""
    found: dict[tuple[MovingDomino, ...], Fraction] = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        told = waiting.pop()
        try:
            tiling = tuple(random_aztec(order, Coins(told)))
        except IndexError:
            waiting += [(*told, 0), (*told, 1)]
        else:
            found[tiling] = found.get(tiling, Fraction(0)) + Fraction(1, 2 ** len(told))
    return found


@pytest.mark.parametrize("order", [1, 2, 3])
def test_every_tiling_is_equally_likely(order: int) -> None:
    cells: dict[frozenset[Cells], Fraction] = {}
    for tiling, chance in chances(order).items():
        covered = frozenset(domino.cells for domino in tiling)
        cells[covered] = cells.get(covered, Fraction(0)) + chance
    number = count(load(f"dominoes*@a{order}")).value
    assert len(cells) == number
    assert set(cells.values()) == {Fraction(1, number)}


def test_large_one_covers_the_board() -> None:
    dominoes = random_aztec(30, Random(7))
    covered = [cell for domino in dominoes for cell in domino.cells]
    assert sorted(covered) == sorted((cell[0], cell[1]) for cell in aztec_diamond(30))
    assert dominoes == random_aztec(30, Random(7))


def test_order_is_checked() -> None:
    with pytest.raises(ArgumentError, match="order"):
        random_aztec(0, Random(1))
