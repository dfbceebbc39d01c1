"""The transfer matrix of a strip and its recurrence, against the counts of each board."""

from __future__ import annotations

import time

import pytest

from tests.helpers.cli import CommandLine
from tilewright import Limit, TermQuery, count, load, terms
from tilewright.errors import LimitError, NotationError, OutOfTimeError
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.outcome import Count
from tilewright.series.pattern import Pattern
from tilewright.series.strip import Strip, holds, recurrence, shortest_recurrence

STRIPS = [
    "dominoes*@4x{n}",
    "dominoes*@{n}x5",
    "dominoes*@3x{2n}",
    "tetrominoes*@4x{n}",
    "tetrominoes:LT*!turn@4x{n}",
    "trominoes*@3x{n+1}",
    "pentominoes:LNP*@5x{n}",
    "squares*@5x{n}",
    "monomino*+dominoes*@3x{n}",
    "diamonds*+moniamond*@2x{n}",
    "hexiamonds*@3x{n}",
    "dihexes*@3x{n}",
    "trihexes*@4x{n}",
    "diaboloes*@2x{n}",
    "triaboloes*@3x{n}",
    "dominoes*@{n}x6~",
    "tetrominoes*@{n}x2~",
    "trihexes*@{n}x4~",
]


@pytest.mark.parametrize("text", STRIPS)
def test_strips_agree_with_the_search(text: str) -> None:
    pattern = Pattern(text)
    found = Strip.of(pattern).terms(6)
    assert found[1:] == [count(pattern.puzzle((n,))).value for n in range(1, 7)]


@pytest.mark.parametrize("text", [text for text in STRIPS if "tetrominoes*" not in text])
def test_the_recurrence_gives_what_the_matrix_gives(text: str) -> None:
    strip = Strip.of(Pattern(text))
    found = recurrence(strip)
    more = strip.terms(found.states + found.order + 20)
    assert holds(more, found.coefficients)
    assert tuple(more[: found.order]) == found.first


def test_known_recurrences() -> None:
    assert recurrence(Strip.of(Pattern("dominoes*@3x{2n}"))).coefficients == (4, -1)
    assert recurrence(Strip.of(Pattern("dominoes*@4x{n}"))).coefficients == (1, 5, 1, -1)
    assert recurrence(Strip.of(Pattern("pentominoes:LX*@5x{n}"))).coefficients == (0, 2, 0, 0, 2)  # OEIS A234312


def test_a_recurrence_that_fails_late_is_seen() -> None:
    terms = [2**n for n in range(30)]
    assert shortest_recurrence(terms, 10007) == [2]
    assert holds(terms, (2,)) and not holds([*terms[:-1], 5], (2,))


def test_a_strip_without_tilings_has_the_recurrence_of_zeros() -> None:
    found = recurrence(Strip.of(Pattern("tetrominoes:O*@3x{n}")))
    assert holds([1, 0, 0, 0, 0], found.coefficients)


@pytest.mark.parametrize(
    "text",
    [
        "dominoes*@{n}x{n}",
        "pentominoes@6x{n}",
        "dominoes*@a{n}",
        "dicubes*@2x2x{n}",
        "rectangles*@3x{n}",
        "dominoes*@65x{n}",
        "dominoes*@3x{n}-r0c0",
        "macmahon2*@{n}x3~",
    ],
)
def test_what_is_no_strip_is_refused(text: str) -> None:
    with pytest.raises((NotationError, LimitError), match="expected"):
        Strip.of(Pattern(text))


def test_tiles_with_labels_are_told_from_pieces(run: CommandLine) -> None:
    for option in ("--recurrence", "--entropy"):
        assert "sets of pieces on strips only" in run.refused("series", "macmahon2*@{n}x3~", option)


def test_one_state_with_very_many_steps_ends_in_time(run: CommandLine) -> None:
    start = time.monotonic()
    found = run("series", "tetrominoes*@{n}x30", "--recurrence", "--limit", "0.2")
    assert (found.code, found.out) == (3, "") and "limit" in found.err
    assert time.monotonic() - start < 10


def test_arithmetic_heeds_the_deadline() -> None:
    over = Deadline(Limit(seconds=0.0))
    with pytest.raises(OutOfTimeError):
        shortest_recurrence([1, 2, 4, 8], 101, over)
    with pytest.raises(OutOfTimeError):
        holds([1, 2, 4, 8], (2,), over)
    with pytest.raises(OutOfTimeError):
        Strip.of(Pattern("dominoes*@4x{n}")).next_states(0, over)


@pytest.mark.parametrize("words", [("dominoes*@5x{2n}", "--up-to", "rotations"), ("A224239",)])
def test_counts_up_to_symmetries_are_refused(words: tuple[str, ...], run: CommandLine) -> None:
    assert "expected --up-to none" in run.refused("series", *words, "--recurrence")


@pytest.mark.parametrize(
    "given",
    [
        ("--n", "1..3"),
        ("--k", "1"),
        ("--bfile", "b.txt"),
        ("--output", "p.svg"),
        ("--engine", "native"),
        ("--store", "s.db"),
        ("--threads", "2"),
    ],
)
def test_options_without_meaning_are_named(given: tuple[str, str], run: CommandLine) -> None:
    for mode in ("--recurrence", "--entropy"):
        assert f"{given[0]} means nothing to {mode}" in run.refused("series", "dominoes*@5x{2n}", mode, *given)
    assert f"{given[0]} means nothing to --list" in run.refused("series", "--list", *given)


def test_one_thing_is_done_at_a_time(run: CommandLine) -> None:
    assert "--recurrence, --entropy mean nothing" in run.refused("series", "--list", "--entropy", "--recurrence")
    assert "PATTERN means nothing" in run.refused("series", "A004003", "--list")
    assert "--k means nothing" in run.refused("series", "dominoes*@{n}x{k}", "--entropy", "--n", "4..7", "--k", "1")
    assert run("series", "dominoes*@5x{2n}", "--recurrence", "--limit", "60", "--up-to", "none").code == 0


@pytest.mark.parametrize("around", [1, 2, 3, 4])
@pytest.mark.parametrize("pieces", ["monomino*+trominoes*", "dominoes*", "monomino*+tetrominoes*", "tetrominoes:OT*"])
def test_strips_around_narrow_rings_are_counted_as_the_boards_are(pieces: str, around: int) -> None:
    """Some of these pieces overlap themselves in every orientation, and lie nowhere."""
    counted = [count(load(f"{pieces}@{length}x{around}~")).value for length in (1, 2, 3, 4)]
    assert Strip.of(Pattern(f"{pieces}@{{n}}x{around}~")).terms(4)[1:] == counted


@pytest.mark.parametrize(
    "pattern", ["dominoes*@4x{n}", "squares*@3x{n}", "trominoes*@3x{n}", "dominoes*@3x{2n}", "tetrominoes:I*@3x{n}"]
)
def test_the_generating_function_gives_the_terms(pattern: str) -> None:
    strip = Strip.of(Pattern(pattern))
    found = recurrence(strip)
    expected, series = strip.terms(30), list[int]()
    for n in range(31):  # the division of power series
        above = found.numerator[n] if n < len(found.numerator) else 0
        back = found.denominator[1 : n + 1]
        series.append(above - sum(factor * series[n - k] for k, factor in enumerate(back, start=1)))
    assert series == expected
    assert "x" in found.generating_function


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("dominoes*@4x{n}", 1),
        ("pentominoes@5x{n}", 0),
        ("dominoes*@{n}x{n}", 1),
        ("dominoes*@a{n}", 1),
        ("squares?@3x{n}~", 1),
    ],
)
def test_the_empty_board(pattern: str, expected: int) -> None:
    (term,) = terms(TermQuery(Pattern(pattern)), [(0,)])
    assert not isinstance(term, Count)
    assert term.value == expected
