"""Exact covers of one's own, compared with known numbers and with brute force over all sets of options."""

from __future__ import annotations

import pydoc
from itertools import chain, combinations
from random import Random

import pytest

import tilewright as tw
from tilewright.errors import NotationError


def queens(n: int) -> tw.Cover:
    return tw.cover(
        {
            (row, column): [("row", row), ("column", column), ("sum", row + column), ("difference", row - column)]
            for row in range(n)
            for column in range(n)
        },
        optional=[("sum", each) for each in range(2 * n - 1)] + [("difference", each) for each in range(1 - n, n)],
    )


def langford(n: int) -> tw.Cover:
    return tw.cover({(k, i): [f"number {k}", i, i + k + 1] for k in range(1, n + 1) for i in range(2 * n - k - 1)})


def latin(n: int) -> tw.Cover:
    cells = [(r, c, v) for r in range(n) for c in range(n) for v in range(n)]
    return tw.cover({(r, c, v): [("cell", r, c), ("row", r, v), ("column", c, v)] for r, c, v in cells})


@pytest.mark.parametrize(
    ("problem", "number"),  # OEIS A000170, twice A014552, A002860
    [
        (queens(6), 4),
        (queens(8), 92),
        (langford(3), 2),
        (langford(4), 2),
        (langford(5), 0),
        (langford(7), 52),
        (latin(4), 576),
    ],
    ids=str,
)
def test_known_numbers(problem: tw.Cover, number: int) -> None:
    assert problem.count().value == number
    found = problem.solve(None)
    assert len(found) == len(set(found)) == number and found.ended == "exhausted"
    assert problem.count(engine="reference").value == number
    assert problem.count(threads=2).value == number


def brute_force(options: list[dict[str, str | None]], optional: str, copies: dict[str, tuple[int, int]]) -> int:
    items = {item for option in options for item in option}
    number = 0
    for chosen in chain.from_iterable(combinations(options, size) for size in range(len(options) + 1)):
        good = True
        for item in items:
            colors = [option[item] for option in chosen if item in option]
            times = 1 if colors and None not in colors and len(set(colors)) == 1 else len(colors)
            low, high = copies.get(item, (0, 1) if item in optional else (1, 1))
            good = good and low <= times <= high
        number += good
    return number


@pytest.mark.parametrize("seed", range(40))
def test_against_brute_force(seed: int) -> None:
    rng = Random(seed)
    copies = {"c": (rng.randrange(2), 2)}
    options: list[dict[str, str | None]] = []
    for _ in range(rng.randrange(4, 11)):
        items = rng.sample("abcxy", rng.randrange(1, 4))
        options.append({item: rng.choice([None, "red", "blue"]) if item in "xy" else None for item in items})
    problem = tw.cover(options, optional=["x", "y"], copies=copies)
    there = {item for option in options for item in option}
    expected = brute_force(options, "xy", copies) if there >= set("c") or copies["c"][0] == 0 else 0
    assert problem.count().value == expected == len(problem.solve(None))
    words = {0: "impossible", 1: "unique"}
    assert problem.verdict().verdict == words.get(expected, "several")


def test_limits_and_streams() -> None:
    problem = queens(12)
    assert problem.count(limit=tw.Limit(nodes=50), engine="native").bound == "at least"
    assert problem.solve(None, limit=0).verdict == "unknown"
    stream = problem.solutions(progress=tw.Progress())
    assert len(next(stream)) == 12
    assert len(problem.solve(3)) == 3 and problem.verdict().verdict == "several"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: tw.cover([["a"], []]), "option 1 has no items"),
        (lambda: tw.cover({"one": {"a": "red"}}), "'a' has a color"),
        (lambda: tw.cover([["a", "a"]]), "covers 'a' 2 times"),
        (lambda: tw.cover([["a"]], copies={"a": -1}), "copies of 'a'"),
        (lambda: tw.cover([3]), "a list of items"),
        (lambda: tw.cover("abc"), "options="),
        (lambda: tw.cover({"x": "seat"}), r"option 'x'='seat': .*\['seat'\]"),
        (lambda: tw.cover(["ab", "c"]), r"option 0='ab': .*\['ab'\]"),
        (lambda: tw.cover({"x": ["a"]}, optional="seat"), r"optional='seat': .*\['seat'\]"),
        (lambda: tw.cover({"x": ["a"]}, items="ab"), r"items='ab': .*\['ab'\]"),
        (lambda: tw.cover({"x": {"a": [1]}}, optional=["a"]), "color of item 'a'"),
        (lambda: tw.cover({"x": ["a"]}, copies={"a": None}), r"copies of 'a'=None: .*\(1, None\)"),
        (lambda: tw.cover({"x": ["a"]}, copies={"a": (2, 1)}), r"copies of 'a'=\(2, 1\): .*\(2, None\)"),
        (lambda: tw.cover({"x": ["a"]}, copies={"a": (1,)}), r"\(1, None\)"),
        (lambda: tw.cover({"x": ["a"]}, copies={"a": (None, 1)}), "the fewest copies of 'a'"),
    ],
)
def test_refused(call: object, words: str) -> None:
    with pytest.raises((NotationError, ValueError), match=words):
        call()  # type: ignore[operator]


def test_the_most_may_be_none() -> None:
    assert tw.cover([["a"], ["a"]], copies={"a": (1, None)}).count().value == 3


def test_help_describes_the_function() -> None:
    shown = pydoc.render_doc(tw.cover)
    assert all(f"{word}:" in shown for word in ("options", "items", "optional", "copies")) and ">>> " in shown


def test_nothing_to_cover() -> None:
    assert tw.cover([]).count().value == 1
    assert tw.cover([], copies={"a": 1}).verdict().verdict == "impossible"
