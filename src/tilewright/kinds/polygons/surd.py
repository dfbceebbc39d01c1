"""Exact real numbers: sums of square roots of whole numbers over a denominator, with exact comparison.

They are closed under + - * /. Square roots of different squarefree numbers are linearly independent over the rationals
(Besicovitch 1940), so a number has only one form: it is 0 if no term is left, and equal numbers have equal terms. The
sign of any other number is that of an interval around it, which is narrowed until it excludes 0.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from math import gcd, isqrt, prod, sqrt
from typing import Any

from tilewright.errors import LimitError, NotationError, quote

MOST_BITS = 4096  # bits of the largest denominator
LARGEST_ROOT = 10**9  # the largest number under a root sign, without square factors
NARROW = 96  # binary places of the first interval

Terms = tuple[tuple[int, int], ...]  # (squarefree number under the root, coefficient), none of them 0, sorted


class Surd:
    """A sum of square roots with whole coefficients, over a common denominator.

    >>> Surd.root(2) * Surd.root(6) / 4
    Surd('1/2*sqrt(3)')
    >>> Surd.root(2) > Surd.of(1), float(Surd.root(2)).hex()
    (True, '0x1.6a09e667f3bcdp+0')
    """

    __slots__ = ("_float", "_hash", "denominator", "terms")

    def __init__(self, terms: Terms, denominator: int) -> None:
        self.terms, self.denominator = terms, denominator
        self._float: float | None = None
        self._hash: int | None = None

    @classmethod
    def of(cls, value: int | Fraction) -> Surd:
        """Return a rational number."""
        return cls(((1, value.numerator),), value.denominator) if value else ZERO

    @classmethod
    def root(cls, value: int | Fraction) -> Surd:
        """Return the square root of a rational number that is not negative.

        Raises LimitError if the number cannot be factored.

        >>> Surd.root(Fraction(3, 4))
        Surd('1/2*sqrt(3)')
        """
        under = value.numerator * value.denominator
        outside, inside = squarefree(under)
        return _reduced({inside: outside}, value.denominator) if under else ZERO

    def __add__(self, other: Surd) -> Surd:
        if not self.terms:
            return other
        return self._plus(1, other)

    def __neg__(self) -> Surd:
        return Surd(tuple((radicand, -coefficient) for radicand, coefficient in self.terms), self.denominator)

    def __sub__(self, other: Surd) -> Surd:
        return self._plus(-1, other)

    def _plus(self, sign: int, other: Surd) -> Surd:
        """Return the sum with the other number or, if `sign` is -1, the difference."""
        if not other.terms:
            return self
        a, b = self.denominator, other.denominator
        common = a if a == b else a * b // gcd(a, b)
        up = common // a
        sums = dict(self.terms) if up == 1 else {radicand: coefficient * up for radicand, coefficient in self.terms}
        up = sign * (common // b)
        for radicand, coefficient in other.terms:
            sums[radicand] = sums.get(radicand, 0) + coefficient * up
        return _reduced(sums, common)

    def __mul__(self, other: Surd | int) -> Surd:
        if isinstance(other, int):
            return _reduced({radicand: other * value for radicand, value in self.terms}, self.denominator)
        sums: dict[int, int] = {}
        for a, x in self.terms:
            for b, y in other.terms:
                outside, inside = _product(a, b) if a != 1 and b != 1 else (1, a * b)
                sums[inside] = sums.get(inside, 0) + x * y * outside
        return _reduced(sums, self.denominator * other.denominator)

    def inverse(self) -> Surd:
        """Return 1 divided by the number.

        Raises ZeroDivisionError for 0.
        """
        if not self.terms:
            raise ZeroDivisionError("1 / 0")
        if len(self.terms) == 1:
            ((radicand, coefficient),) = self.terms
            sign = 1 if coefficient > 0 else -1
            return _reduced({radicand: sign * self.denominator}, abs(coefficient) * radicand)
        prime = max(_primes(max(self.terms)[0]))
        rational, rest = self._split(prime)
        conjugate = rational - rest
        return conjugate * ((rational * rational) - (rest * rest)).inverse()

    def __truediv__(self, other: Surd | int) -> Surd:
        return self * (Surd.of(other) if isinstance(other, int) else other).inverse()

    def _split(self, prime: int) -> tuple[Surd, Surd]:
        """Return the terms without a prime under the root, and those with it."""
        without = {m: c for m, c in self.terms if m % prime}
        having = {m: c for m, c in self.terms if m % prime == 0}
        return _reduced(without, self.denominator), _reduced(having, self.denominator)

    def sqrt(self) -> Surd | None:
        """Return the square root if it is such a number again, otherwise (also for negative numbers) None.

        >>> (Surd.of(3) + Surd.root(8)).sqrt()
        Surd('1+sqrt(2)')
        """
        return self._sqrt(None)

    def _sqrt(self, allowed: frozenset[int] | None) -> Surd | None:
        """Return the square root; if primes are given, only if it is a sum of roots of products of these."""
        if self.sign() < 0:
            return None
        if not self.terms:
            return ZERO
        if self.terms[-1][0] == 1:
            return Surd.root(self.rational) if allowed is None else self._rational_root(allowed)
        # A root that is such a number lies in the field of this number, times the root of a rational (Kummer).
        # So the root of the norm lies in the field already.
        primes = frozenset[int]().union(*(_primes(radicand) for radicand, _ in self.terms))
        inner = (primes if allowed is None else allowed | primes) - {prime := max(primes)}
        a, rest = self._split(prime)
        norm = ((a * a) - (rest * rest))._sqrt(inner)
        for half in () if norm is None else ((a + norm) / 2, (a - norm) / 2):
            first = half._sqrt(None if allowed is None else inner)
            if first is not None and first.terms:
                found = first + rest / 2 / first
                if found * found == self:
                    return found if found.sign() > 0 else -found
        return None

    def _rational_root(self, primes: frozenset[int]) -> Surd | None:
        value = self.rational
        for number in range(1 << len(primes)):
            radicand = prod(prime for k, prime in enumerate(sorted(primes)) if number >> k & 1)
            under = value.numerator * value.denominator * radicand
            if (root := isqrt(under)) ** 2 == under:
                return _reduced({radicand: root}, value.denominator * radicand)
        return None

    @property
    def rational(self) -> Fraction:
        """The number as a fraction.

        Raises ValueError if it is not rational.
        """
        if not self.terms:
            return Fraction(0)
        if self.terms[-1][0] != 1:
            raise ValueError(f"{self} is not rational")
        return Fraction(self.terms[0][1], self.denominator)

    def sign(self) -> int:
        """Return -1, 0 or 1, exactly."""
        if not self.terms:
            return 0
        if len(self.terms) == 1:
            return 1 if self.terms[0][1] > 0 else -1
        low, high = self._interval(NARROW)
        bits = NARROW
        while low <= 0 <= high:
            bits *= 2
            low, high = self._interval(bits)
        return 1 if low > 0 else -1

    def _interval(self, bits: int) -> tuple[int, int]:
        """Return whole numbers below and above the number times its denominator and 2 ** bits."""
        low = high = 0
        for radicand, coefficient in self.terms:
            under = radicand << 2 * bits
            root = isqrt(under)
            ends = coefficient * root, coefficient * (root + (root * root != under))
            low, high = low + min(ends), high + max(ends)
        return low, high

    def bounds(self, bits: int) -> tuple[int, int]:
        """Return the nearest whole numbers below and above the number times 2 ** bits, or equal to it.

        >>> Surd.root(2).bounds(10), Surd.of(3).bounds(1)
        ((1448, 1449), (6, 6))
        """
        low, high = self._interval(bits)
        return low // self.denominator, -(-high // self.denominator)

    def __float__(self) -> float:
        """Return a float with a relative error of at most 2^-50.

        It is 0 only for 0 and for numbers that are too small for a float.
        """
        if self._float is None:
            small = all(abs(c) < 1 << 50 for _, c in self.terms) and self.denominator < 1 << 50
            parts = [c * sqrt(m) for m, c in self.terms] if small else []
            found = sum(parts)
            clear = not self.terms or abs(found) > 0.01 * max(map(abs, parts), default=0.0)
            self._float = found / self.denominator if clear else self._slowly()
        return self._float

    def _slowly(self) -> float:
        bits = NARROW
        low, high = self._interval(bits)
        while high - low > (abs(low) >> 60) and (low <= 0 <= high or bits < 64 * NARROW):
            bits *= 2
            low, high = self._interval(bits)
        return float(Fraction(low, self.denominator << bits))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Surd):
            return NotImplemented
        return self.terms == other.terms and self.denominator == other.denominator

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.terms, self.denominator))
        return self._hash

    def __lt__(self, other: Surd) -> bool:
        return (self - other).sign() < 0

    def __le__(self, other: Surd) -> bool:
        return (self - other).sign() <= 0

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __str__(self) -> str:
        """Return the number as an expression that `parse_number` reads."""
        parts = []
        for radicand, coefficient in self.terms:
            value = Fraction(coefficient, self.denominator)
            factor = "" if abs(value) == 1 != radicand else f"{abs(value)}"
            root = "" if radicand == 1 else f"sqrt({radicand})"
            parts.append("-+"[value > 0] + "*".join(filter(None, (factor, root))))
        return "".join(parts).removeprefix("+") or "0"

    def __repr__(self) -> str:
        return f"Surd({str(self)!r})"


ZERO = Surd((), 1)
ONE = Surd(((1, 1),), 1)


def _reduced(sums: dict[int, int], denominator: int) -> Surd:
    terms = [term for term in sums.items() if term[1]]
    if not terms:
        return ZERO
    if denominator != 1:
        common = denominator
        for _, coefficient in terms:
            common = gcd(common, coefficient)
            if common == 1:
                break
        else:
            terms = [(radicand, coefficient // common) for radicand, coefficient in terms]
            denominator //= common
    if len(terms) > 1:
        terms.sort()
    if denominator.bit_length() > MOST_BITS:
        raise LimitError(f"a number with a denominator of over {MOST_BITS:,} bits: expected smaller ones")
    return Surd(tuple(terms), denominator)


@lru_cache(4096)
def squarefree(value: int) -> tuple[int, int]:
    """Return (a, b) with value = a * a * b and b squarefree.

    Raises LimitError if b is too large to be found.

    >>> squarefree(72)
    (6, 2)
    """
    whole = isqrt(value)
    if whole * whole == value:
        return whole, 1 if value else 0
    outside, inside, rest, factor = 1, 1, value, 2
    while factor**3 <= rest:
        times = 0
        while rest % factor == 0:
            rest //= factor
            times += 1
        outside, inside = outside * factor ** (times // 2), inside * factor ** (times % 2)
        factor += 1
        if factor > 1 << 17:
            raise LimitError(f"the square root of {value}: expected a number whose prime factors are small")
    whole = isqrt(rest)  # the rest has at most two prime factors: equal ones make a square
    if whole * whole == rest:
        outside *= whole
    else:
        inside *= rest
    if inside > LARGEST_ROOT:
        raise LimitError(f"the square root of {inside}: expected at most {LARGEST_ROOT:,} under the root sign")
    return outside, inside


@lru_cache(4096)
def _product(a: int, b: int) -> tuple[int, int]:
    """Return the product of two roots of squarefree numbers as (outside, inside)."""
    common = gcd(a, b)
    return common, (a // common) * (b // common)


@lru_cache(1024)
def _primes(number: int) -> frozenset[int]:
    """Return the prime factors of a squarefree number."""
    found, factor = set[int](), 2
    while factor * factor <= number:
        if number % factor == 0:
            found.add(factor)
            number //= factor
        factor += 1
    return frozenset(found if number == 1 else {*found, number})


def field_degree(radicands: set[int]) -> int:
    """Return the degree of the field that these square roots generate: 2 to the rank of their prime factors modulo 2.

    >>> field_degree({1, 2, 3, 6})
    4
    """
    rows: list[frozenset[int]] = []
    for number in radicands:
        row = _primes(number)
        for known in rows:
            if max(known) in row:
                row ^= known
        if row:
            rows = [each ^ row if max(row) in each else each for each in rows]
            rows.append(row)
    return 1 << len(rows)


LONGEST = 1000  # characters of an expression
LONGEST_NUMBER = 120  # digits
FARTHEST = 10**6  # the largest coordinate
MOST_TERMS = 32  # of a coordinate, as with five independent roots; the time grows with the square of this
MOST_CORNERS = 500  # the most corners of a polygon
EXPECTED = "a number such as 3, 1/2, 0.25, sqrt(2)/2 or (1+sqrt(5))/2"

Point = tuple[Surd, Surd]

_OPERATIONS: dict[type[ast.operator], Callable[[Surd, Surd], Surd]] = {
    ast.Add: Surd.__add__,
    ast.Sub: Surd.__sub__,
    ast.Mult: Surd.__mul__,
    ast.Div: Surd.__truediv__,
}


def parse_number(value: object) -> Surd:
    """Return the exact number of an expression or of a TOML number; a Surd is returned as it is.

    Raises NotationError for anything else, and LimitError for numbers that are too large or have too many terms.

    >>> parse_number("sqrt(2)/2 + 0.5")
    Surd('1/2+1/2*sqrt(2)')
    >>> parse_number(0.1)
    Surd('1/10')
    """
    if isinstance(value, Surd):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise NotationError(f"{quote(repr(value)[:80])}: expected {EXPECTED}")
    text = value.strip() if isinstance(value, str) else repr(value)
    if len(text) > LONGEST:
        raise NotationError(
            f"{quote(text[:60])}...: an expression of {len(text)} characters: expected at most {LONGEST}"
        )
    if not re.fullmatch(r"[0-9a-z.+*/()\s-]+", text) or "**" in text or "//" in text:
        raise NotationError(f"{quote(text)}: expected {EXPECTED}")
    try:
        number = _value(ast.parse(text, mode="eval").body, text)
    except NotationError:
        raise  # its message says more
    except ZeroDivisionError:
        raise NotationError(f"{quote(text)} divides by zero: expected {EXPECTED}") from None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NotationError(f"{quote(text)}: expected {EXPECTED}") from None
    if len(number.terms) > MOST_TERMS:
        raise LimitError(f"{quote(text)} is a sum of {len(number.terms)} square roots: expected at most {MOST_TERMS}")
    try:
        is_far = abs(float(number)) > FARTHEST
    except OverflowError:
        is_far = True
    if is_far:
        raise LimitError(f"{quote(text)}: expected a number of at most {FARTHEST:,}")
    return number


def _value(node: ast.expr, text: str) -> Surd:
    """Return the value of an expression. Only numbers, + - * / and sqrt are evaluated."""
    match node:
        case ast.Constant(value=int() | float()):
            written = ast.get_source_segment(text, node) or ""
            if len(written) > LONGEST_NUMBER or not re.fullmatch(r"\d*\.?\d*(e-?\d{1,2})?", written):
                raise NotationError(f"{quote(written)}: expected a number of at most {LONGEST_NUMBER} digits")
            return Surd.of(Fraction(written))
        case ast.UnaryOp(op=ast.USub()):
            return -_value(node.operand, text)
        case ast.UnaryOp(op=ast.UAdd()):
            return _value(node.operand, text)
        case ast.BinOp() if type(node.op) in _OPERATIONS:
            return _OPERATIONS[type(node.op)](_value(node.left, text), _value(node.right, text))
        case ast.Call(func=ast.Name(id="sqrt"), args=[under], keywords=[]):
            return _root(_value(under, text))
    raise NotationError(f"{quote(text)}: expected {EXPECTED}")


def _root(under: Surd) -> Surd:
    if under.sign() < 0:
        raise NotationError(f"sqrt({under}) is not real: expected {EXPECTED}")
    found = under.sqrt()
    if found is None:
        expected = "expected corners in a field such as Q(sqrt(2), sqrt(3))"
        raise NotationError(f"sqrt({under}) is no sum of square roots of whole numbers: {expected}")
    return found


def parse_point(value: object) -> Point:
    """Return a point `[x, y]`.

    Raises NotationError for anything else.
    """
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise NotationError(f"{quote(repr(value)[:80])}: expected a corner [x, y]")
    return parse_number(value[0]), parse_number(value[1])


def parse_ring(value: object) -> tuple[Point, ...]:
    """Return the corners in a list, or in text such as "0 0, 1 0, 0 sqrt(2)/2".

    Raises NotationError for anything else, and for fewer than 3 or too many corners.
    """
    if isinstance(value, str):
        parts = value.split(",")
        pairs = [_pair(part) for part in parts] if len(parts) <= MOST_CORNERS + 1 else []
    elif isinstance(value, list | tuple):
        pairs = [parse_point(each) for each in value] if len(value) <= MOST_CORNERS + 1 else []
    else:
        raise NotationError(f"{quote(repr(value)[:80])}: expected a list of corners [x, y]")
    if len(pairs) > 1 and pairs[0] == pairs[-1]:
        del pairs[-1]
    if not 3 <= len(pairs) <= MOST_CORNERS:
        number = len(pairs) or (value.count(",") + 1 if isinstance(value, str) else len(value))
        raise NotationError(f"a polygon of {number} corners: expected 3 to {MOST_CORNERS}")
    return tuple(pairs)


def _pair(text: str) -> Point:
    """Return the point of two expressions, which have a blank between them but none inside."""
    words = text.split()
    if len(words) != 2:
        raise NotationError(f"{quote(text.strip())}: expected a corner `x y`, without blanks inside x and y")
    return parse_number(words[0]), parse_number(words[1])


def parse_wkt(text: str) -> list[list[tuple[Point, ...]]]:
    """Return the rings of each polygon of WKT, whose numbers may be expressions.

    Raises NotationError for other text.

    >>> [[len(ring) for ring in rings] for rings in parse_wkt("POLYGON ((0 0, sqrt(2) 0, 0 1, 0 0))")]
    [[3]]
    """
    found = re.fullmatch(r"\s*(MULTI)?POLYGON\s*(\(.*\))\s*", text, re.IGNORECASE | re.DOTALL)
    if not found:
        raise NotationError(f"{quote(text[:60])}: expected WKT such as POLYGON ((0 0, 1 0, 0 sqrt(2), 0 0))")
    nested = _nested(found[2], 2 if found[1] is None else 3)
    return [[parse_ring(ring) for ring in polygon] for polygon in (nested if found[1] else [nested])]


def _nested(text: str, depth: int) -> Any:
    """Return the texts inside `depth` levels of brackets as nested lists. Brackets of expressions stay in the texts."""
    text = text.strip()
    if depth == 0:
        return text
    if text[:1] != "(" or text[-1:] != ")":
        raise NotationError(f"{quote(text[:60])}: expected brackets around it, as in POLYGON ((0 0, 1 0, 0 1, 0 0))")
    levels = list(accumulate((mark == "(") - (mark == ")") for mark in text))
    if 0 in levels[:-1] or levels[-1]:
        raise NotationError(f"{quote(text[:60])}: expected brackets that match")
    if depth == 1:
        return text[1:-1]
    commas = (place for place, mark in enumerate(text) if mark == "," and levels[place] == 1)
    return [_nested(text[start + 1 : end], depth - 1) for start, end in pairwise((0, *commas, len(text) - 1))]
