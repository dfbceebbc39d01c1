"""Colors in a cover: what they mean, what is refused, and that the definition, the checker and the oracle agree."""

from __future__ import annotations

import pickle
import random
from functools import cache

import pytest

from tests.helpers.colors import brute_solutions, powers, random_colored_cover, random_symmetric_cover
from tests.helpers.listing import AVAILABLE, SLOW, listed
from tilewright.errors import NotationError
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.exact_cover.problem import BatchChecker, ExactCover, Solution, faults, quotient_cover
from tilewright.formats import dlx
from tilewright.runs.subproblem import Child, Splitter

KNUTH = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"  # TAOCP 7.2.2.1, (49)


def test_the_example_of_the_book() -> None:
    cover = dlx.parse(KNUTH)
    assert cover.color_names == ("A", "B") and cover.colors.tolist() == [0, 0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 1, 0, 2]
    assert listed(engine("reference"), cover)[0] == [(1, 3)]
    assert dlx.dump_cover(cover) == KNUTH


def test_the_oracle_finds_what_the_definition_says() -> None:
    solvable = 0
    for seed in range(300):
        cover = random_colored_cover(seed, 11)
        assert cover.validate() is None
        expected = brute_solutions(cover)
        assert set(listed(engine("reference"), cover)[0]) == expected, cover
        solvable += bool(expected)
    assert 80 < solvable < 290


@cache
def cases() -> list[tuple[ExactCover, set[Solution]]]:
    made = [random_colored_cover(seed, 11) for seed in range(1000, 1300)]
    return [(cover, brute_solutions(cover)) for cover in made]


@pytest.mark.parametrize("name", AVAILABLE)
def test_every_engine_lists_and_counts_what_the_definition_says(name: str) -> None:
    found, taken = engine(name), 0
    few = 40 if name in SLOW else 10**6
    chosen = [case for case in cases() if len(case[1]) <= few][: SLOW.get(name, len(cases()))]
    for number, (cover, expected) in enumerate(chosen):
        if found.refuses(cover):
            continue
        taken += 1
        got, outcome = listed(found, cover)
        assert outcome.ended == "exhausted" and len(got) == len(expected), cover
        assert {tuple(sorted(solution)) for solution in got} == expected, cover
        if number % 4 == 0:
            assert found.count(cover).solutions == len(expected), cover
    assert taken > len(chosen) // 4


def test_both_checkers_judge_by_the_definition() -> None:
    rng = random.Random(3)
    for seed in range(150):
        cover = random_colored_cover(seed, 9)
        good = brute_solutions(cover)
        some = [tuple(o for o in range(len(cover.options)) if rng.random() < 0.4) for _ in range(20)]
        tried = [*sorted(good)[:20], *some]
        expected = [place for place, taken in enumerate(tried) if taken not in good]
        assert [place for place, taken in enumerate(tried) if faults(cover, taken)] == expected
        assert BatchChecker(cover).wrong(tried) == expected


def test_solutions_that_a_symmetry_keeps_are_those_of_a_smaller_cover() -> None:
    kept_at_all = 0
    for seed in range(300):
        cover, automorphism = random_symmetric_cover(seed)
        kernel_cover(cover.replace(automorphisms=(automorphism,)))  # which checks that it is one
        expected = [
            solution
            for solution in brute_solutions(cover)
            if tuple(sorted(automorphism.options[option] for option in solution)) == solution
        ]
        smaller = quotient_cover(cover, automorphism)
        assert smaller.validate() is None
        assert len(brute_solutions(smaller)) == len(expected), cover
        kept_at_all += bool(expected)
    assert kept_at_all > 60


def test_symmetry_inside_the_engines_changes_no_count() -> None:
    """The group of one automorphism given as a hint: sweep and frontier search a part and multiply."""
    for seed in range(150):
        cover, automorphism = random_symmetric_cover(seed)
        whole = cover.replace(automorphisms=powers(automorphism))
        expected = brute_solutions(cover)
        for name in ("native", "sweep", "frontier", "race"):
            if not engine(name).refuses(whole):
                assert engine(name).count(whole).solutions == len(expected), (name, whole)
        if not engine("sweep").refuses(whole):
            assert set(listed(engine("sweep"), whole)[0]) == expected, whole


def test_parts_of_a_run_are_all_solutions() -> None:
    for seed in range(80):
        cover = random_colored_cover(seed, 11)
        splitter, found = Splitter(cover), list[Solution]()
        for child in splitter.split(()) or [Child(())]:
            parts = splitter.split(child.prefix)
            for part in [child] if parts is None else parts:
                rest = splitter.rest(part.prefix)
                if rest is not None:
                    assert rest.cover.validate() is None
                    found += [
                        tuple(sorted((*part.prefix, *(rest.numbers[option] for option in solution))))
                        for solution in brute_solutions(rest.cover)
                    ]
        assert len(found) == len(set(found)) and set(found) == brute_solutions(cover), cover


def test_covers_with_colors_are_equal_by_what_they_say() -> None:
    for seed in range(40):
        cover = random_colored_cover(seed)
        assert eval(repr(cover)) == cover == pickle.loads(pickle.dumps(cover))
        assert cover.with_options(range(len(cover.options))) == cover
        assert bool(cover.colors) == (cover != cover.replace(colors=()))
        half = cover.with_options(range(0, len(cover.options), 2))
        assert half.color_rows == cover.color_rows[::2] and half.validate() is None


def test_no_color_at_all_is_a_cover_without_colors() -> None:
    plain = ExactCover.of([(0, 1), (0,)], primary=1, secondary=1)
    assert ExactCover.of([(0, 1), (0,)], 1, 1, colors=[(0, 0), (0,)]) == plain and not plain.colors


@pytest.mark.parametrize(
    ("colors", "said"),
    [
        ((1, 0), "item 0 has colors and bounds 1 to 1: only a secondary item, 0 to 1, may have colors"),
        ((0, -1), "item 1 has the color -1: expected 0 for none, or a positive number"),
        ((0, 1, 1), "there are 3 colors: expected one for each of 2 entries"),
    ],
)
def test_what_is_wrong_with_colors_is_said(colors: tuple[int, ...], said: str) -> None:
    assert ExactCover((1, 0), (1, 1), ((0, 1),), colors=colors).validate() == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a | x\na:1 x", "line 2, column 1: 'a:1': expected no color: only a secondary item may have one"),
        ("a | x\na x:", "line 2, column 3: 'x:': expected a color of 1 to 8 characters without : and | after the :"),
        ("a | x\na x:a:b", "line 2, column 3: 'x:a:b': expected a color of 1 to 8"),
        ("a | x\na x:123456789", "expected a color of 1 to 8 characters"),
        ("a | x\na x:\x1b[1m", "expected a color of 1 to 8 characters"),
        ("a | x\na x:1 x:1", "line 2, column 7: item 'x' appears twice"),
        ("a | x\na x:1 y:1", "line 2, column 7: unknown item 'y'"),
        ("a | x\nx:1", "line 2, column 1: the option has no primary item"),
        ("a 0:2|b | x\na b:1", "only a secondary item may have one"),
        ("a b | 2|x y\na x:A", "line 1, column 7: '2|x': expected no multiplicity behind the |"),
        ("a b | 0:1|x\na x:A", "expected no multiplicity behind the |"),
        ("99999999999|a\na", "line 1, column 1: '99999999999|a': the multiplicity is too large"),
        ("3:2|a\na", "3 is more than 2"),
        ("a:1 | x\na", "line 1, column 1: 'a:1': expected an item of 1 to 8 characters without : and |"),
    ],
)
def test_bad_colors_in_text_are_one_line(text: str, said: str) -> None:
    with pytest.raises(NotationError) as error:
        dlx.parse(text)
    assert said in str(error.value) and "\n" not in str(error.value)


def test_text_there_and_back() -> None:
    """The secondary items go to the end of the line of items, so it is the second text that stays as it is."""
    taken = 0
    for seed in range(200):
        cover = random_colored_cover(seed)
        if any(not any(cover.lo[item] for item in option) for option in cover.options) or None in cover.hi:
            continue  # text has no option without an item that must be covered, and no lower bound alone
        named = cover.replace(names=[f"i{item}" for item in range(len(cover.lo))])
        again = dlx.parse(dlx.dump_cover(named))
        assert dlx.parse(dlx.dump_cover(again)) == again
        assert brute_solutions(again) == brute_solutions(cover)
        taken += 1
    assert taken > 40


@pytest.mark.full
@pytest.mark.parametrize("part", range(20))
def test_twenty_thousand_covers(part: int) -> None:
    """Lists, counts and the counts of what a symmetry keeps, a thousand covers a part."""
    for seed in range(100_000 + 1000 * part, 101_000 + 1000 * part):
        cover, automorphism = random_symmetric_cover(seed) if seed % 4 == 0 else (random_colored_cover(seed, 11), None)
        expected = brute_solutions(cover)
        if automorphism is not None:
            kept = [s for s in expected if tuple(sorted(automorphism.options[o] for o in s)) == s]
            smaller = quotient_cover(cover, automorphism)
            assert {engine(name).count(smaller).solutions for name in ("native", "frontier")} == {len(kept)}
            cover = cover.replace(automorphisms=powers(automorphism))
        for name in ("native", "sweep", "frontier", "race", "reference"):
            if not engine(name).refuses(cover):
                got, _ = listed(engine(name), cover)
                assert len(got) == len(expected) and {tuple(sorted(s)) for s in got} == expected, (name, cover)
                assert engine(name).count(cover).solutions == len(expected), (name, cover)
