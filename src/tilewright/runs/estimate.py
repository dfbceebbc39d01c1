"""Estimate how much work of a run is left.

The tree of subproblems is estimated from its leaves. The cost of an open subproblem is the mean of its siblings, where
siblings that were split count with the estimated cost of their own children. If fewer than two siblings are known, the
mean of all subproblems at that depth is used. The range is two standard errors in both directions, as if siblings were
drawn at random. Heavy tails make it too narrow while little is known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt


@dataclass
class _Group:
    """The children of one subproblem: sums over finished ones, ids of split ones, and the number of open ones."""

    done: int = 0
    seconds: float = 0.0
    squares: float = 0.0
    open: int = 0
    split: list[tuple[int, float]] = field(default_factory=list)  # (id, seconds before it was split)


@dataclass(frozen=True)
class _Guess:
    cost: float  # seconds of the whole subtree
    left: float  # seconds of it that are not yet spent
    variance: float


def remaining(rows: Iterable[tuple[int | None, int, str, float, float, int]]) -> tuple[float, float, float] | None:
    """Return (low, likely, high) seconds of work left, or None while nothing is known.

    rows: (parent, id, state, sum of seconds, sum of their squares, number of subproblems). Subproblems with the same
    parent and state share a row, but each split one has its own.
    """
    groups: dict[int | None, _Group] = defaultdict(_Group)
    for parent, id, state, seconds, squares, number in rows:
        group = groups[parent]
        if state == "split":
            group.split.append((id, seconds))
        elif state == "done":
            group.done, group.seconds, group.squares = number, seconds, squares
        else:
            group.open += number
    if sum(group.done for group in groups.values()) < 2:
        return None
    depths = _depths(groups)
    everywhere = _sum(groups.values())
    alike = {
        depth: found if (found := _sum(g for id, g in groups.items() if depths[id] == depth)).done > 1 else everywhere
        for depth in set(depths.values())
    }
    guesses: dict[int | None, _Guess] = {}
    for parent in sorted(groups, key=lambda id: -depths[id]):
        guesses[parent] = _guess(groups[parent], guesses, alike[depths[parent]])
    whole = guesses[None]
    error = 2 * sqrt(whole.variance)
    return max(0.0, whole.left - error), whole.left, whole.left + error


def _depths(groups: dict[int | None, _Group]) -> dict[int | None, int]:
    """Return the depth in the tree of the children of each split subproblem."""
    depths: dict[int | None, int] = {None: 0}
    order: list[int | None] = [None]
    for parent in order:
        for id, _ in groups[parent].split:
            if id in groups:
                depths[id] = depths[parent] + 1
                order.append(id)
    return depths


def _sum(groups: Iterable[_Group]) -> _Group:
    some = list(groups)
    return _Group(sum(g.done for g in some), sum(g.seconds for g in some), sum(g.squares for g in some))


def _guess(group: _Group, guesses: dict[int | None, _Guess], alike: _Group) -> _Guess:
    split = [(guesses.get(id, _Guess(0.0, 0.0, 0.0)), seconds) for id, seconds in group.split]
    costs = [guess.cost + seconds for guess, seconds in split]
    spent, left = group.seconds + sum(costs), sum(guess.left for guess, _ in split)
    variance = sum(guess.variance for guess, _ in split)
    if group.open:
        number, sum_, squares = group.done + len(costs), spent, group.squares + sum(cost * cost for cost in costs)
        if number < 2:  # too few to estimate the spread
            number, sum_, squares = number + alike.done, sum_ + alike.seconds, squares + alike.squares
        mean = sum_ / number
        spread = max(0.0, squares / number - mean * mean) * number / (number - 1)
        spent += group.open * mean
        left += group.open * mean
        variance += spread * group.open * (1 + group.open / number)
    return _Guess(spent, left, variance)
