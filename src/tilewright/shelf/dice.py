"""The dice of a box: rolls, and what rolls tell of dice that are not as sold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from tilewright.errors import NotationError, quote
from tilewright.shelf.box import BoxBoard

MOST_ROLLS = 10_000


def parse_roll(board: BoxBoard, text: str, seed: int | None = None) -> tuple[str, ...]:
    """The member of a roll such as `F1,D4,A1,B2,E6,C5,F2`, in any order, or of `random`.

    Raises NotationError for a box without dice, and for what its dice cannot show.
    """
    if not board.dice or board.family is None:
        raise NotationError("--roll: the box has no dice; of a calendar --open says which cells stay open")
    if text.strip() == "random":
        from random import Random  # for random rolls alone

        rng = Random(seed)
        return tuple(rng.choice(die) for die in board.dice)
    return board.family.parse_member(",".join(_words(text)))


def _words(text: str) -> list[str]:
    return [word.upper() for word in re.split(r"[\s,]+", text.strip()) if word]


class DiceCheck(NamedTuple):
    """What some rolls tell of a set of dice.

    rolls:    how many there were.
    bad:      the rolls, by place, that the dice as sold cannot show.
    suspects: sets of dice, by number from 1, that can show every roll; (1, 2, ..., n) are the dice as sold.
    """

    rolls: int
    bad: tuple[int, ...]
    suspects: tuple[tuple[int, ...], ...]


def check_dice(board: BoxBoard, rolls: Sequence[str]) -> DiceCheck:
    """Which sets of these dice, some missing and others twice, can show every roll.

    rolls: each the names that lay open, one a die, in any order.

    Raises NotationError for names that no die has, and for a wrong number of them.
    """
    if not board.dice:
        raise NotationError("the box has no dice: expected one such as genius-square")
    if not 1 <= len(rolls) <= MOST_ROLLS:
        raise NotationError(f"{len(rolls):,} rolls: expected 1 to {MOST_ROLLS:,}")
    shown = [_shown(board, roll) for roll in rolls]
    numbers = range(len(board.dice))
    as_sold = tuple(numbers)
    bad = tuple(place for place, roll in enumerate(shown) if not _can_show(board.dice, as_sold, roll))
    suspects = [as_sold] if not bad else []
    if bad:
        every = combinations_with_replacement(numbers, len(board.dice))
        fitting = [each for each in every if all(_can_show(board.dice, each, roll) for roll in shown)]
        fewest = min((len(board.dice) - len(set(each)) for each in fitting), default=0)
        suspects = [each for each in fitting if len(board.dice) - len(set(each)) == fewest]
    return DiceCheck(len(rolls), bad, tuple(tuple(number + 1 for number in each) for each in suspects))


def _shown(board: BoxBoard, roll: str) -> list[str]:
    words = _words(roll)
    sides = {side for die in board.dice for side in die}
    for word in words:
        if word not in sides:
            raise NotationError(f"{quote(roll)}: no die shows {word}: expected names of the board's cells")
    if len(words) != len(board.dice):
        raise NotationError(f"{quote(roll)}: {len(words)} names: expected {len(board.dice)}, one a die")
    return words


def _can_show(dice: Sequence[Sequence[str]], chosen: Sequence[int], roll: Sequence[str]) -> bool:
    """Whether these dice show the roll when each shows one of its names: a matching, by augmenting paths."""
    owner: dict[int, int] = {}  # place among the dice -> place in the roll

    def place(name: int, seen: set[int]) -> bool:
        for at, number in enumerate(chosen):
            if at in seen or roll[name] not in dice[number]:
                continue
            seen.add(at)
            if at not in owner or place(owner[at], seen):
                owner[at] = name
                return True
        return False

    return all(place(name, set()) for name in range(len(roll)))
