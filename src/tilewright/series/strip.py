"""Count tilings of strips of fixed width and any length by a transfer matrix, and prove recurrences.

The module is an independent second method: it shares nothing with the search or the compilation of puzzles.

A board of `n` columns is filled column by column. When the columns before one are full, all that matters is which cells
from that column on are already covered. This set is the state. Tilings of length n correspond to walks of n steps from
the empty state to itself.

With S states, the numbers a(n) are entries of powers of an S x S matrix, and so is every fixed combination b(n) = a(n)
- c1 a(n-1) - ... - cL a(n-L). By Cayley and Hamilton, b obeys a recurrence of order S: if S consecutive values are 0,
all later ones are. So a recurrence guessed by Berlekamp and Massey's algorithm (1969) modulo a large prime is checked
on S exact terms.

The number of tilings grows like the n-th power of the largest eigenvalue of the matrix. The quotients of one step of
the power iteration enclose it (Collatz 1942, Wielandt 1950): for a nonnegative matrix and a vector x > 0 it lies
between the least and the largest (M x)_i / x_i. This gives the entropy of the strip per cell, and bounds that of the
plane.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, pairwise, zip_longest
from math import inf, log, nextafter

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import LimitError, NotationError, TilewrightError, quote
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.kinds.edges.tiles import is_set
from tilewright.lattice import Lattice, lattice
from tilewright.lattice.names import wrapped
from tilewright.pieces import Piece
from tilewright.pieces.sets import select
from tilewright.series.pattern import PLACEHOLDER, Pattern

MOST_STATES = 20_000
BIG_STEPS = 64  # steps between two checks of the deadline when numbers are large
MOST_LENGTH = 10**6  # longest strip for which pieces are made
State = int  # a bit for each covered atom, starting with the current column


@dataclass(frozen=True)
class Strip:
    """The boards `WIDTHx{n}` of a lattice with any number of each piece, or `{n}xWIDTH~` with rows closed to rings.

    across: the number of cells in a column.

    along: the coordinate that grows with n, 0 or 1.

    step, first: the length is step * n + first.

    >>> strip = Strip.of(Pattern("dominoes*@4x{n}"))
    >>> strip.terms(5)
    [1, 1, 5, 11, 36, 95]
    >>> Strip.of(Pattern("dominoes*@{n}x6~")).terms(3)
    [1, 2, 20, 108]
    """

    pieces: tuple[Piece, ...]
    lattice: str
    across: int
    along: int
    step: int = 1
    first: int = 0

    @classmethod
    def of(cls, pattern: Pattern) -> Strip:
        """Return the strip of a pattern such as `tetrominoes*@4x{n}`.

        Raises NotationError if the pattern does not describe a strip.
        """
        pieces_text, _, board = pattern.text.strip().rpartition("@")
        if is_set(pieces_text):
            raise NotationError(
                f"{quote(pieces_text)} is a set of tiles: recurrences and entropies are found for sets of pieces on "
                "strips only, expected as 'dominoes*@4x{n}'"
            )
        is_tube = board.endswith("~") and not board.endswith("~~") and not board.endswith("}~")
        board = board[:-1] if is_tube else board
        length = PLACEHOLDER.search(board)
        sides = PLACEHOLDER.sub("n", board).split("x")
        if pattern.suffix or length is None or sorted(map(str.isdigit, sides)) != [False, True] or "n" not in sides:
            raise NotationError(
                f"{quote(pattern.text)}: expected a strip of fixed width, as in 'dominoes*@4x{{n}}' "
                "(--entropy takes the plane, too, as 'dominoes*@{n}x{k}')"
            )
        along, across = sides.index("n"), int(next(filter(str.isdigit, sides)))
        pieces = select(pieces_text, lambda: (across, MOST_LENGTH))
        if bounded := next((piece for piece in pieces if piece.copies != (0, None)), None):
            raise NotationError(f"piece {bounded.name} has a number of copies: expected any number, as in 'dominoes*'")
        grid = lattice(pieces[0].lattice)
        if grid.dimension != 2 or any(piece.allowed_paints for piece in pieces):
            raise NotationError(f"{quote(pattern.text)}: expected pieces of a flat lattice, without paint")
        if not 1 <= across <= 64:
            raise NotationError(f"a strip {across} cells wide: expected 1 to 64")
        if is_tube:
            grid = wrapped(grid, (0, across))
            pieces = tuple(replace(piece, lattice=grid.name) for piece in pieces)
        return cls(pieces, grid.name, across, along, int(length[1] or 1), int(length[3] or 0))

    @property
    def grid(self) -> Lattice:
        """The lattice of the strip."""
        return lattice(self.lattice)

    @cached_property
    def column(self) -> int:
        """The number of atoms in a column."""
        return self.across * self.grid.slot_count

    def _bit(self, atom: tuple[int, ...]) -> int:
        cell, slot = self.grid.split(atom)
        return cell[self.along] * self.column + cell[1 - self.along] * self.grid.slot_count + slot

    @cached_property
    def placements(self) -> tuple[tuple[State, ...], ...]:
        """For each atom of a column, the ways to cover it by a piece that starts in this column."""
        found: list[set[tuple[int, State]]] = [set() for _ in range(self.column)]
        classes = dict.fromkeys(piece.forms for piece in self.pieces)  # around a tube, others may cover the same cells
        for number, form in ((number, form) for number, forms in enumerate(classes) for form in forms):
            width = max(self.grid.split(atom)[0][1 - self.along] for atom in form) + 1
            for shift in range(self.across if self.grid.periods else self.across - width + 1):
                vector = (0, shift) if self.along == 0 else (shift, 0)
                mask = sum(1 << self._bit(atom) for atom in self.grid.shift(form, vector))
                for place in range(self.column):
                    if mask >> place & 1:
                        found[place].add((number, mask))
        return tuple(tuple(mask for _, mask in sorted(each)) for each in found)

    def next_states(self, state: State, deadline: Deadline = NEVER) -> Counter[State]:
        """Return the states one column further, each with the number of ways to reach it.

        The atoms of a column are filled in order: the first uncovered one is covered by each piece that fits.
        """
        full = (1 << self.column) - 1
        ways, done = Counter({state: 1}), Counter[State]()
        while ways:
            later: Counter[State] = Counter()
            for covered, number in deadline.watch(ways.items()):
                bare = ~covered & full
                if not bare:
                    done[covered >> self.column] += number
                    continue
                place = (bare & -bare).bit_length() - 1
                for mask in self.placements[place]:
                    if not mask & covered:
                        later[covered | mask] += number
            ways = later
        return done

    def matrix(self, deadline: Deadline = NEVER) -> list[list[tuple[int, int]]]:
        """Return the transfer matrix: for each state, a list of (next state, number of ways).

        Only states on a walk from the empty state, 0, back to it are included. Raises LimitError if there are more than
        MOST_STATES, and OutOfTimeError at the deadline.
        """
        steps: dict[State, Counter[State]] = {}
        waiting = {0}
        while waiting:
            if len(steps) >= MOST_STATES:
                raise LimitError(f"more than {MOST_STATES:,} states: expected a narrower strip or smaller pieces")
            state = waiting.pop()
            steps[state] = self.next_states(state, deadline)
            waiting |= steps[state].keys() - steps.keys()
        number = {state: place for place, state in enumerate(sorted(_leading_back(steps, deadline)))}
        return [
            [(number[other], ways) for other, ways in sorted(steps[state].items()) if other in number]
            for state in deadline.watch(number, BIG_STEPS)
        ]

    def terms(self, last: int, deadline: Deadline = NEVER) -> list[int]:
        """Return the number of tilings for n = 0, 1, ..., `last`; it is 1 for a board without columns."""
        lengths = [self.step * n + self.first for n in range(last + 1)]
        if lengths[0] < 0:
            raise NotationError(f"a strip of {lengths[0]} columns for n=0: expected none less than 0")
        found = list(_walks(self.matrix(deadline), lengths[-1], deadline))
        return [found[length] for length in lengths]


def _leading_back(steps: dict[State, Counter[State]], deadline: Deadline) -> set[State]:
    useful, last = set[State](), {0}
    while last:
        useful |= last
        rest = deadline.watch(steps.keys() - useful, BIG_STEPS)
        last = {state for state in rest if not last.isdisjoint(steps[state])}
    return useful


def _walks(matrix: list[list[tuple[int, int]]], last: int, deadline: Deadline) -> Iterator[int]:
    """Yield the numbers of closed walks from state 0 with 0, 1, ..., `last` steps."""
    there = [0] * len(matrix)
    there[0] = 1
    yield 1
    for _ in range(last):
        later = [0] * len(matrix)
        for state, number in deadline.watch(enumerate(there), BIG_STEPS):
            if number:
                for other, ways in matrix[state]:
                    later[other] += number * ways
        there = later
        yield there[0]


PRIMES = ((1 << 521) - 1, (1 << 2203) - 1, (1 << 11213) - 1)  # Mersenne primes, for coefficients of any likely size
SHOWN = 12


@dataclass(frozen=True)
class Recurrence:
    """The recurrence a(n) = sum of coefficients[i] * a(n-1-i) for all n >= order.

    first: the terms a(0) ... a(order-1).

    states: the number of states of the transfer matrix; as many terms were compared, which proves the recurrence.

    >>> print(recurrence(Strip.of(Pattern("dominoes*@3x{2n}"))))
    a(n) = 4 a(n-1) - a(n-2) for n >= 2, from 1, 3
    """

    coefficients: tuple[int, ...]
    first: tuple[int, ...]
    states: int

    @property
    def order(self) -> int:
        """The number of earlier terms used by the recurrence."""
        return len(self.coefficients)

    @property
    def denominator(self) -> tuple[int, ...]:
        """The coefficients of 1, x, x^2, ... in the denominator of the generating function."""
        return (1, *(-factor for factor in self.coefficients))

    @property
    def numerator(self) -> tuple[int, ...]:
        """The coefficients of 1, x, x^2, ... in the numerator of the generating function."""
        below = self.denominator
        return tuple(sum(below[k] * self.first[n - k] for k in range(n + 1)) for n in range(self.order))

    @property
    def generating_function(self) -> str:
        """The sum of a(n) x^n over all n >= 0 as a fraction.

        >>> recurrence(Strip.of(Pattern("dominoes*@3x{2n}"))).generating_function
        '(1 - x) / (1 - 4 x + x^2)'
        """
        above, below = _polynomial(self.numerator), _polynomial(self.denominator)
        return f"{f'({above})' if ' ' in above else above} / ({below})"

    def __str__(self) -> str:
        terms = _signed_sum((factor, f"a(n-{back})") for back, factor in enumerate(self.coefficients, start=1))
        return f"a(n) = {terms} for n >= {self.order}, from {', '.join(map(str, self.first)) or 'nothing'}"


def _polynomial(coefficients: Sequence[int]) -> str:
    powers = chain(("", "x"), (f"x^{power}" for power in range(2, len(coefficients))))
    return _signed_sum(zip(coefficients, powers, strict=False))


def _signed_sum(terms: Iterable[tuple[int, str]]) -> str:
    """Return a sum of multiples of names without those that are 0, such as `4 x - y`."""
    text = ""
    for factor, name in terms:
        if factor:
            sign = (" + " if factor > 0 else " - ") if text else ("" if factor > 0 else "-")
            number = "" if abs(factor) == 1 and name else abs(factor)
            text += sign + f"{number} {name}".strip()
    return text or "0"


def recurrence(strip: Strip, deadline: Deadline = NEVER) -> Recurrence:
    """Return the shortest linear recurrence of a strip's numbers, with proof.

    Raises LimitError and OutOfTimeError like `Strip.matrix`, and TilewrightError if the coefficients are too large.

    >>> recurrence(Strip.of(Pattern("dominoes*@2x{n}"))).coefficients
    (1, 1)
    """
    states = len(strip.matrix(deadline))
    exact = strip.terms(2 * states + 1, deadline)
    for prime in PRIMES:
        guess = shortest_recurrence(exact, prime, deadline)
        coefficients = tuple(c - prime if c > prime // 2 else c for c in guess)
        if holds(exact, coefficients, deadline):
            return Recurrence(coefficients, tuple(exact[: len(coefficients)]), states)
    raise TilewrightError(f"no recurrence was found with coefficients below 2^{PRIMES[-1].bit_length() - 1}")


def holds(exact: list[int], coefficients: tuple[int, ...], deadline: Deadline = NEVER) -> bool:
    """Return whether the recurrence gives every term that has enough terms before it."""
    order = len(coefficients)
    return all(exact[n] == _next(exact, n, coefficients, deadline) for n in range(order, len(exact)))


def shortest_recurrence(terms: list[int], prime: int, deadline: Deadline = NEVER) -> list[int]:
    """Return the coefficients of the shortest recurrence of the terms modulo a prime (Berlekamp and Massey).

    >>> shortest_recurrence([1, 1, 2, 3, 5, 8, 13, 21], 101)
    [1, 1]
    """
    terms = [term % prime for term in deadline.watch(terms, BIG_STEPS)]
    now: list[int] = []
    before: list[int] = []  # the recurrence before the last change of length
    missed_at, missed_by = -1, 1
    for n, term in enumerate(terms):
        off = (term - _next(terms, n, now, deadline)) % prime
        if not off:
            continue
        factor = off * pow(missed_by, -1, prime) % prime if missed_at >= 0 else 0
        change = [0] * (n - missed_at - 1) + [factor] + [-factor * c % prime for c in deadline.watch(before)]
        longer = [(a + b) % prime for a, b in zip_longest(now, change, fillvalue=0)]
        if n - len(now) > missed_at - len(before):
            before, missed_at, missed_by = now, n, off
        now = longer
    return now


def _next(terms: Sequence[int], n: int, coefficients: Sequence[int], deadline: Deadline) -> int:
    """Return term `n` according to the recurrence."""
    return sum(c * terms[n - 1 - i] for i, c in deadline.watch(enumerate(coefficients), BIG_STEPS))


WIDTH = 1e-12  # relative width of an eigenvalue's enclosure; rounding errors are about 1e-15
MOST_STEPS = 100_000
EPSILON = 2.0**-52  # twice the relative error of one rounding
SLOW = 0.5  # values are extrapolated if a step is larger than this part of the one before


@dataclass(frozen=True)
class StripEntropy:
    """An enclosure of log(tilings) per cell of a long strip; `low` and `high` are rounded outward.

    cells: the number of atoms in a column.

    states: the number of states of the transfer matrix.
    """

    cells: int
    low: float
    high: float
    states: int

    @property
    def middle(self) -> float:
        """The middle of the enclosure."""
        return (self.low + self.high) / 2


@dataclass(frozen=True)
class PlaneEntropy:
    """An estimate of log(tilings) per cell of large boards.

    error: the change of the estimate by the last size, which is no proven bound.

    values: (log a(n, n) - log a(n - d, n) - log a(n, n - d) + log a(n - d, n - d)) / d^2 for each n but the first. The
    contributions of edges and corners to the logarithm cancel.
    """

    estimate: float
    error: float
    values: tuple[float, ...]


def strip_entropy(strip: Strip, deadline: Deadline = NEVER) -> StripEntropy | None:
    """Return the entropy of a strip, or None if it has no tilings for any length.

    Raises LimitError if there are too many states, and OutOfTimeError at the deadline.

    >>> found = strip_entropy(Strip.of(Pattern("dominoes*@2x{n}")))
    >>> round(found.middle, 12)  # the golden ratio for each column of two cells
    0.24060591253
    """
    steps = strip.matrix(deadline)
    if not any(steps):
        return None
    sources = np.repeat(np.arange(len(steps)), [len(each) for each in steps])
    targets = np.array([other for each in steps for other, _ in each])
    ways = np.array([float(number) for each in steps for _, number in each])
    low, high = _largest_eigenvalue(sources, targets, ways, len(steps), deadline)
    return StripEntropy(strip.column, *_outward(low, high, max(map(len, steps)), strip.column), len(steps))


def _outward(low: float, high: float, terms: int, column: int) -> tuple[float, float]:
    """Return the logarithms of both ends per cell, moved outward by a bound of the rounding error.

    A quotient is a sum of `terms` products of nonnegative numbers, each rounded, followed by a division: its relative
    error is less than (terms + 3) EPSILON. Logarithm and division add a few units in the last place.
    """
    slack = (terms + 3) * EPSILON
    ends = log(low) - slack, log(high) + slack
    down, up = ((end + side * 4 * EPSILON * abs(end)) / column for end, side in zip(ends, (-1, 1), strict=True))
    return nextafter(down, -inf), nextafter(up, inf)


def _largest_eigenvalue(
    sources: NDArray[np.int64], targets: NDArray[np.int64], ways: NDArray[np.float64], size: int, deadline: Deadline
) -> tuple[float, float]:
    """Return bounds of the largest eigenvalue.

    A multiple of the identity is added, so that the iteration also converges for states that form a cycle.
    """
    vector, shift = np.ones(size), 1.0
    for _ in range(MOST_STEPS):
        deadline.check()
        image = np.bincount(sources, weights=ways * vector[targets], minlength=size)
        quotients = image / vector
        low, high = float(quotients.min()), float(quotients.max())
        if high - low <= WIDTH * high:
            break
        shift = (low + high) / 4
        vector = image + shift * vector
        vector /= vector.max()
    return low, high


def plane_entropy(tilings: Callable[[int, int], int], sizes: Sequence[int], cells: int = 1) -> PlaneEntropy:
    """Return an estimate from the numbers of tilings of n x n and n x (n - d) boards, for sizes n in steps of d.

    tilings: a function from height and width to the number of tilings.

    cells: the number of atoms in a unit of the board.

    If the values converge slowly, as those of dominoes do, they are extrapolated as f + c / n^2. Raises ValueError if
    there are fewer than four sizes, the steps differ, or a board has no tiling.

    >>> found = plane_entropy(lambda height, width: 2 ** (height * width), (2, 3, 4, 5))
    >>> round(found.estimate, 12), found.error < 1e-12
    (0.69314718056, True)
    """
    steps = {after - before for before, after in pairwise(sizes)}
    if len(sizes) < 4 or len(steps) != 1 or min(steps) < 1:
        raise ValueError(f"sizes {tuple(sizes)}: expected four at least, in equal steps, as 8..14:2")
    step = steps.pop()
    values = tuple(_bulk(tilings, size, step) / cells for size in sizes[1:])
    moved = [after - before for before, after in pairwise(values)]
    if moved[-2] and moved[-1] / moved[-2] > SLOW:
        slow = [  # f of f + c / n^2 through two consecutive values
            (value * size**2 - before * less**2) / (size**2 - less**2)
            for (less, before), (size, value) in pairwise(zip(sizes[1:], values, strict=True))
        ]
        return PlaneEntropy(slow[-1], abs(slow[-1] - slow[-2]), values)
    return PlaneEntropy(values[-1], abs(moved[-1]), values)


def _bulk(tilings: Callable[[int, int], int], size: int, step: int) -> float:
    """Return the contribution of each unit to the logarithm, without that of edges and corners."""
    less = size - step
    counts = [tilings(size, size), tilings(less, size), tilings(size, less), tilings(less, less)]
    if 0 in counts:
        raise ValueError(f"a board of {less} to {size} has no tiling: expected sizes that can be tiled")
    both, one, other, neither = map(log, counts)
    return (both - one - other + neither) / step**2
