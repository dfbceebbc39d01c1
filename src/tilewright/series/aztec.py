"""Uniformly random domino tilings of Aztec diamonds, by domino shuffling (Elkies, Kuperberg, Larsen and Propp 1992).

A domino has a direction in which it moves. From one order to the next, pairs that would run into each other are taken away,
the others move one step, and each 2 x 2 block that is bare then gets two dominoes that lie or stand, by a coin. If all
tilings of one order were equally likely, so are those of the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from tilewright.arguments import check_whole
from tilewright.lattice.square import aztec_diamond

Direction = Literal["north", "south", "east", "west"]
STEPS: dict[Direction, tuple[int, int]] = {"north": (-1, 0), "south": (1, 0), "east": (0, 1), "west": (0, -1)}
MOST_ORDER = 1000


@dataclass(frozen=True, order=True)
class MovingDomino:
    """A domino by its first cell, with the direction in which the next step moves it; north and south ones lie."""

    row: int
    column: int
    direction: Direction

    @property
    def cells(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Both cells."""
        lies = self.direction in ("north", "south")
        return (self.row, self.column), (self.row + (not lies), self.column + lies)


def random_aztec(order: int, rng: Random) -> list[MovingDomino]:
    """Return a domino tiling of the Aztec diamond of this order, every one as likely as any other, sorted.

    Cells are those of the board `aN`. Raises ArgumentError for an order below 1 or above 1000.

    >>> len(random_aztec(10, Random(1)))
    110
    """
    check_whole("order", order, 1, MOST_ORDER)
    dominoes: list[MovingDomino] = []
    for size in range(1, order + 1):
        dominoes = _filled(_moved(dominoes), size, rng)
    return sorted(dominoes)


def _moved(dominoes: list[MovingDomino]) -> list[MovingDomino]:
    """Those that no other one meets, a step further, on the board of the next order, whose box begins a cell earlier."""
    there = set(dominoes)
    opposite: dict[Direction, Direction] = {"north": "south", "south": "north", "east": "west", "west": "east"}
    kept = []
    for domino in dominoes:
        down, right = STEPS[domino.direction]
        ahead = MovingDomino(domino.row + down, domino.column + right, opposite[domino.direction])
        if ahead not in there:
            kept.append(MovingDomino(domino.row + 1 + down, domino.column + 1 + right, domino.direction))
    return kept


def _filled(dominoes: list[MovingDomino], order: int, rng: Random) -> list[MovingDomino]:
    """The dominoes, and two more in each bare block: in reading order, the first bare cell is the corner of one."""
    covered = {cell for domino in dominoes for cell in domino.cells}
    added: list[MovingDomino] = []
    for cell in sorted(aztec_diamond(order)):
        row, column = cell[0], cell[1]
        if (row, column) in covered:
            continue
        if rng.getrandbits(1):
            pair = [MovingDomino(row, column, "north"), MovingDomino(row + 1, column, "south")]
        else:
            pair = [MovingDomino(row, column, "west"), MovingDomino(row, column + 1, "east")]
        added += pair
        covered |= {each for domino in pair for each in domino.cells}
    return dominoes + added
