"""Linear recurrences of strips, found from their terms and proven by the transfer matrix.

With S states the numbers a(n) are entries of powers of an S x S matrix, and so is every fixed combination
b(n) = a(n) - c1 a(n-1) - ... - cL a(n-L). By Cayley and Hamilton b obeys a recurrence of order S: if S of its values in a
row are 0, all later ones are. So a guess, by Berlekamp and Massey (1969) modulo a large prime, is checked on S exact terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import TilewrightError
from tilewright.series.strip import BIG_STEPS, Strip

PRIMES = ((1 << 521) - 1, (1 << 2203) - 1, (1 << 11213) - 1)  # of Mersenne: coefficients of any likely size
SHOWN = 12


@dataclass(frozen=True)
class Recurrence:
    """a(n) = sum of coefficients[i] * a(n-1-i) for all n >= order, from the terms a(0) ... a(order-1).

    states: of the transfer matrix; that many terms were compared, which proves it.

    >>> from tilewright.series.pattern import Pattern
    >>> print(recurrence(Strip.of(Pattern("dominoes*@3x{2n}"))))
    a(n) = 4 a(n-1) - a(n-2) for n >= 2, from 1, 3
    """

    coefficients: tuple[int, ...]
    first: tuple[int, ...]
    states: int

    @property
    def order(self) -> int:
        """How many terms back it looks."""
        return len(self.coefficients)

    def __str__(self) -> str:
        text = ""
        for back, factor in enumerate(self.coefficients, start=1):
            if factor:
                sign = (" + " if factor > 0 else " - ") if text else ("" if factor > 0 else "-")
                times = "" if abs(factor) == 1 else f"{abs(factor)} "
                text += f"{sign}{times}a(n-{back})"
        start = ", ".join(map(str, self.first)) if self.first else "nothing"
        return f"a(n) = {text or 0} for n >= {self.order}, from {start}"


def recurrence(strip: Strip, deadline: Deadline = NEVER) -> Recurrence:
    """The shortest linear recurrence of a strip's numbers, proven. Raises LimitError and OutOfTimeError as `Strip.matrix`."""
    states = len(strip.matrix(deadline))
    exact = strip.terms(2 * states + 1, deadline)
    for prime in PRIMES:
        guess = shortest_recurrence(exact, prime, deadline)
        coefficients = tuple(c - prime if c > prime // 2 else c for c in guess)
        if holds(exact, coefficients, deadline):
            return Recurrence(coefficients, tuple(exact[: len(coefficients)]), states)
    raise TilewrightError(f"no recurrence was found with coefficients below 2^{PRIMES[-1].bit_length() - 1}")


def holds(exact: list[int], coefficients: tuple[int, ...], deadline: Deadline = NEVER) -> bool:
    """Whether the recurrence gives every one of the terms that has enough before it."""
    order = len(coefficients)
    return all(exact[n] == _next(exact, n, coefficients, deadline) for n in range(order, len(exact)))


def shortest_recurrence(terms: list[int], prime: int, deadline: Deadline = NEVER) -> list[int]:
    """The coefficients of the shortest recurrence of the terms modulo a prime (Berlekamp and Massey).

    >>> shortest_recurrence([1, 1, 2, 3, 5, 8, 13, 21], 101)
    [1, 1]
    """
    terms = [term % prime for term in deadline.watch(terms, BIG_STEPS)]
    now: list[int] = []
    before: list[int] = []  # the recurrence before the last change of length
    missed_at, missed_by = -1, 0
    for n, term in enumerate(terms):
        off = (term - _next(terms, n, now, deadline)) % prime
        if not off:
            continue
        if missed_at < 0:
            now, missed_at, missed_by = [0] * (n + 1), n, off
            continue
        factor = off * pow(missed_by, -1, prime) % prime
        change = [0] * (n - missed_at - 1) + [factor] + [-factor * c % prime for c in deadline.watch(before)]
        longer = [(a + b) % prime for a, b in _padded(now, change)]
        if n - len(now) > missed_at - len(before):
            before, missed_at, missed_by = now, n, off
        now = longer
    return now


def _next(terms: Sequence[int], n: int, coefficients: Sequence[int], deadline: Deadline) -> int:
    """What a recurrence gives for term `n` from those before it."""
    return sum(c * terms[n - 1 - i] for i, c in deadline.watch(enumerate(coefficients), BIG_STEPS))


def _padded(one: list[int], other: list[int]) -> list[tuple[int, int]]:
    length = max(len(one), len(other))
    return list(zip(one + [0] * (length - len(one)), other + [0] * (length - len(other)), strict=True))
