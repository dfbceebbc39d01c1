"""Exact numbers, against an algebra system where it is installed and against rationals everywhere."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from tilewright.errors import LimitError, NotationError
from tilewright.kinds.polygons.surd import ZERO, Surd, field_degree, parse_number, parse_ring, parse_wkt, squarefree


def any_number(chance: random.Random) -> Surd:
    total = Surd.of(Fraction(chance.randint(-9, 9), chance.randint(1, 6)))
    for radicand in chance.sample([2, 3, 5, 6, 10, 15], 2):
        total = total + Surd.root(radicand) * Surd.of(Fraction(chance.randint(-9, 9), chance.randint(1, 6)))
    return total


def test_it_is_a_field() -> None:
    chance = random.Random(1)
    for _ in range(200):
        a, b, c = (any_number(chance) for _ in range(3))
        assert a + b == b + a and a * (b + c) == a * b + a * c and (a * b) * c == a * (b * c) and a - a == ZERO
        if b:
            assert a / b * b == a
        assert abs(float(a * b) - float(a) * float(b)) <= 1e-12 * (1 + abs(float(a) * float(b)))


def test_against_flint() -> None:
    gr: Any = pytest.importorskip("flint.types._gr")
    field = gr.gr_real_qqbar_ctx.new()

    def same(number: Surd) -> Any:
        return sum((field(c) * field(m).sqrt() for m, c in number.terms), field(0)) / field(number.denominator)

    chance = random.Random(2)
    for _ in range(15):
        a, b = any_number(chance), any_number(chance)
        assert same(a + b) == same(a) + same(b) and same(a * b) == same(a) * same(b)
        assert not b or same(a / b) == same(a) / same(b)
        difference = same(a) - same(b)
        root = (difference * difference).sqrt()  # its size
        assert (a - b).sign() == (0 if difference == field(0) else 1 if root == difference else -1)


def test_signs_that_floats_do_not_see() -> None:
    a, b = Surd.of(1), Surd.root(2)
    for _ in range(60):  # (1, 1), (3, 2), (7, 5), ...: convergents of sqrt(2), which come close in turns
        p, q = a.rational, (b / Surd.root(2)).rational
        assert (Surd.of(p) - Surd.root(2) * Surd.of(q)).sign() == (1 if p * p > 2 * q * q else -1)
        a, b = Surd.of(p + 2 * q), Surd.root(2) * Surd.of(p + q)


def test_roots() -> None:
    chance = random.Random(3)
    for _ in range(100):
        a = any_number(chance)
        found = (a * a).sqrt()
        assert found in (a, -a) and (not a or found.sign() > 0)
    assert (Surd.of(2) + Surd.root(2)).sqrt() is None and Surd.of(-1).sqrt() is None
    assert all(outside**2 * inside == value for value in range(500) for outside, inside in [squarefree(value)])
    assert [field_degree(each) for each in ({1}, {2}, {2, 3}, {6, 10, 15}, {2, 3, 5})] == [1, 2, 4, 4, 8]


def test_expressions() -> None:
    assert parse_number("sqrt(2)/2") == Surd.root(Fraction(1, 2)) and parse_number(0.1) == Surd.of(Fraction(1, 10))
    assert parse_number("-(1+sqrt(5))/2") == -(Surd.of(1) + Surd.root(5)) / 2
    assert parse_number("sqrt(3+sqrt(8))") == Surd.of(1) + Surd.root(2)
    chance = random.Random(4)
    for _ in range(50):
        number = any_number(chance)
        assert parse_number(str(number)) == number
    assert len(parse_wkt("MULTIPOLYGON (((0 0, 1 0, 0 1, 0 0)), ((5 5, 6 5, 5 6, 5 5)))")) == 2


@pytest.mark.parametrize(
    "text",
    ["", "x", "__import__('os')", "1/0", "2**9", "sqrt(-1)", "sqrt(2,3)", "(lambda: 1)()", "1e999", "1j", "sqrt", "'a'", "9" * 300,
     "sqrt(1+sqrt(2))", "1//2", "True", "sqrt(x=2)", "((((((((1"],
)  # fmt: skip
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_number(text)
    assert "\n" not in str(caught.value) and "expected" in str(caught.value)


@pytest.mark.parametrize("value", ["1000000*1000000", "sqrt(100000000000000000000000000000000000061)"])
def test_numbers_too_large(value: str) -> None:
    with pytest.raises((LimitError, NotationError)):
        parse_number(value)


@pytest.mark.parametrize("value", [True, None, [1], {"a": 1}, float("nan"), float("inf")])
def test_what_is_no_number_in_a_table(value: object) -> None:
    with pytest.raises(NotationError):
        parse_number(value)


def test_rings_that_are_none() -> None:
    for value in ("0 0, 1 0", "0, 1, 2", [[0, 0]] * 9999, 7, "0 0 0, 1 1 1, 2 2 2"):
        with pytest.raises(NotationError):
            parse_ring(value)


def test_long_numbers_are_read_back() -> None:
    """An answer altered by 10^-24 in a field of degree 4 has over 200 characters in a coordinate."""
    number = sum((Surd.root(m) * Surd.of(Fraction(10**27 + m, 10**28 + m)) for m in (1, 2, 3, 6)), ZERO)
    assert len(str(number)) > 200 and parse_number(str(number)) == number == parse_number(number)
