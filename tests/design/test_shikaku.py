"""Makers of Shikaku: one solution by an independent engine, the rating asked for, the same everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.listing import listed
from tilewright.design.shikaku import MadeShikaku, Recipe, grid_isometries, make
from tilewright.exact_cover.limits import Limit
from tilewright.explain.techniques import TIERS, rate
from tilewright.kinds import Shikaku
from tilewright.lattice.planar import SQUARE
from tilewright.lattice.symmetry import image
from tilewright.loader import parse
from tilewright.puzzle.puzzle import Tier


def solutions(puzzle: Shikaku) -> int:
    """The number of solutions, up to 2, by the general engine for exact covers."""
    found, outcome = listed("native", puzzle.compile().cover, Limit(solutions=2))
    assert outcome.ended in ("enough", "exhausted")
    return len(found)


def check_rating(made: MadeShikaku, wanted: Tier) -> None:
    assert made.rating is not None and made.reached and made.rating.tier == wanted
    level = TIERS.index(wanted)
    assert wanted == "extreme" or "search" not in rate(made.puzzle, wanted).names
    if level:
        assert "search" in rate(made.puzzle, TIERS[level - 1]).names


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 9), (3, 2), (5, 8), (9, 4), (10, 10), (20, 20), (13, 31)])
def test_one_solution(rows: int, columns: int) -> None:
    for seed in range(4):
        made = make(Recipe(rows, columns), seed)
        assert (made.puzzle.rows, made.puzzle.columns) == (rows, columns)
        assert solutions(made.puzzle) == 1


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(("rows", "columns"), [(8, 8), (7, 10)])
def test_difficulty(tier: Tier, rows: int, columns: int) -> None:
    for seed in range(3):
        made = make(Recipe(rows, columns, tier), seed)
        assert solutions(made.puzzle) == 1
        check_rating(made, tier)


@pytest.mark.full
@pytest.mark.parametrize("tier", TIERS)
def test_a_thousand_of_each_difficulty(tier: Tier) -> None:
    for seed in range(1000):
        made = make(Recipe(8 + seed % 3, 8, tier), seed)
        assert solutions(made.puzzle) == 1, seed
        check_rating(made, tier)


def test_the_same_seed_gives_the_same_puzzle_on_every_machine() -> None:
    # Written down once; another machine, version of Python or load must not change them.
    assert make(Recipe(10, 10), 0).puzzle.digest == "1adb7f8153b2dd2d"
    assert make(Recipe(8, 8, "hard"), 5).puzzle.digest == "da37022d9e91f85e"
    assert make(Recipe(9, 9, symmetry="C4"), 1).puzzle.digest == "c33c010a2dcdecd2"
    assert make(Recipe(10, 10), 0).puzzle != make(Recipe(10, 10), 1).puzzle


@pytest.mark.parametrize("name", ["C2", "C4", "D1", "D1d", "D2", "D2d", "D4"])
def test_symmetry(name: str) -> None:
    for size in (8, 9):
        puzzle = make(Recipe(size, size, symmetry=name), 2).puzzle
        assert solutions(puzzle) == 1
        clues = {(row, column): value for row, column, value in puzzle.clues}
        for isometry in grid_isometries(size, size, name):
            assert dict(zip(image(SQUARE, isometry, clues), clues.values(), strict=True)) == clues


def test_sizes() -> None:
    values = [value for seed in range(5) for _, _, value in make(Recipe(12, 12, sizes={4: 1, 6: 2}), seed).puzzle.clues]
    wanted = [value for value in values if value in (4, 6)]
    assert len(wanted) > 0.7 * len(values)
    assert wanted.count(6) > wanted.count(4)
    assert max(values) <= 6


def test_what_cannot_be_reached_gives_the_nearest_and_exit_3(run: CommandLine) -> None:
    made = make(Recipe(2, 2, "extreme", tries=50), 0)
    assert not made.reached and made.rating is not None and made.rating.tier == "easy"
    done = run("design", "shikaku", "2x2", "--difficulty", "extreme")
    assert done.code == 3 and "nearest" in done.err


@pytest.mark.parametrize("more", [[], ["--difficulty", "easy"], ["-n", "3"]])
def test_a_limit_that_comes_before_the_first_puzzle(run: CommandLine, more: list[str]) -> None:
    done = run("design", "shikaku", "60x60", "--limit", "0", *more)
    assert (done.code, done.out) == (3, "")
    assert "no puzzle with one solution was made within 0 s" in done.err


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["0x5"], "0x5"), (["5x-3"], "5x-3"), (["ten"], "ten"), (["5x5", "--symmetry", "C9"], "C9"),
        (["5x6", "--symmetry", "D4"], "D4"), (["5x5", "--sizes", "big"], "big"), (["5x5", "--sizes", "0..3"], "0..3"),
        (["9999x9999"], "9999"), (["5x5", "--seed", "x"], "x"), (["5x5", "-o", "a.doc"], "a.doc"),
        (["5x5", "--difficulty", "brutal"], "brutal"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_that_quotes_it(run: CommandLine, arguments: list[str], quoted: str) -> None:
    assert quoted in run.refused("design", "shikaku", *arguments)


def test_sizes_that_cannot_be_or_are_not_met(run: CommandLine) -> None:
    assert "26 to 30" in run.refused("design", "shikaku", "5x5", "--sizes", "26..30")
    assert "7 cells" in run.refused("design", "shikaku", "5x5", "--sizes", "7..7")
    done = run("design", "shikaku", "5x5", "--sizes", "4..4", "--seed", "1")
    assert done.code == 3 and done.out and "--sizes" in done.err
    done = run("design", "shikaku", "4x4", "--sizes", "4..4", "--seed", "1")
    assert set(done.out.split()) == {".", "4"} and (done.code, done.err) == (0, "")


def test_the_command_line(run: CommandLine, tmp_path: Path) -> None:
    done = run("design", "shikaku", "6x7", "--seed", "4", "-n", "3", "--difficulty", "easy", "-o", tmp_path / "p.svg")
    texts = done.out.strip().split("\n\n")
    assert done.code == 0 and len(texts) == 3 and len(list(tmp_path.glob("p-00?.svg"))) == 3
    made = [make(Recipe(6, 7, "easy"), seed).puzzle for seed in (4, 5, 6)]
    assert texts == [str(puzzle).rstrip() for puzzle in made]
    row = run("design", "shikaku", "6x7", "--seed", "4", "--difficulty", "easy", "--json").json["puzzles"][0]
    assert row["rating"]["tier"] == "easy" and parse(row["url"]) == made[0]
