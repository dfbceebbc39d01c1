"""The puzzles and covers of the benchmarks are those that they say, and what other programs print is understood."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

import tilewright as tw
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.problem import ExactCover
from tilewright.formats import dlx

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import beside
import covers
import drawn
import peers


def count(cover: ExactCover) -> int:
    return choose(cover).count(cover).solutions


def test_covers_have_the_known_numbers_of_solutions() -> None:
    assert count(covers.langford(7)) == 52  # twice OEIS A014552
    assert count(covers.latin(4)) == 576  # A002860


def test_made_covers_have_a_solution_and_depend_on_the_seed_alone() -> None:
    for make in (lambda rng: covers.sudoku(rng, 30), lambda rng: covers.random_cover(rng, 40, 4, 100)):
        first, again, other = (make(Random(seed)) for seed in (1, 1, 2))
        assert count(first) > 0
        assert first == again != other


@pytest.mark.parametrize("kind", drawn.KINDS)
def test_every_kind_is_drawn_and_compiles(kind: str, tmp_path: Path) -> None:
    task = drawn.task_of(kind, drawn.KINDS[kind](Random(f"test {kind}"), tmp_path), tmp_path)
    cover = task.puzzle.compile().cover if task.puzzle else task.loop[0]
    assert len(cover.options) > 0
    assert str(tmp_path) not in task.name


def test_a_cover_is_read_as_it_was_written(tmp_path: Path) -> None:
    cover = ExactCover.of(
        [(0, 3), (1, 2), (0, 1), (2, 3)], primary=3, secondary=1, colors=[(0, 1), (0, 0), (0, 0), (0, 2)]
    )
    (tmp_path / "x.dlx").write_text(dlx.dump_cover(cover.replace(names=list("abcd"), color_names=["A", "B"])))
    read = peers.read(tmp_path / "x.dlx")
    assert (read.primary, read.secondary) == (["a", "b", "c"], ["d"])
    assert read.options == [["a", "d:A"], ["b", "c"], ["a", "b"], ["c", "d:B"]]
    with pytest.raises(RuntimeError, match="colored"):
        read.plain  # noqa: B018


def test_an_item_of_several_copies_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.dlx").write_text("a 2|b\na b\nb\n")
    with pytest.raises(RuntimeError, match="more than once"):
        peers.read(tmp_path / "x.dlx")


@pytest.mark.parametrize(
    ("name", "said", "number"),
    [
        ("ours", "9356", 9356),
        ("sparse sets", "9356 12.250", 9356),
        ("miniexact", "3 14 15 \n\nFound 240 solutions!", 240),
        ("burrTxt", "240 assemblies and 0 solutions found with 40667 iterations", 240),
    ],
)
def test_what_programs_print_is_understood(name: str, said: str, number: int) -> None:
    task = beside.Task("", "all", puzzle=tw.load("FNPUV@5x5"))
    assert beside.number(task, name, said) == number


def test_a_process_over_its_limit_is_told_from_one_that_fails(tmp_path: Path) -> None:
    python = [sys.executable, "-c"]
    assert beside.run([*python, "while True: pass"], 1, tmp_path).is_over
    done = beside.run([*python, "x = bytearray(30_000_000); print(7)"], 5, tmp_path)
    assert (done.is_over, done.ended) == (False, "7") and 30 < done.memory < 100
    with pytest.raises(RuntimeError, match="exit code 3"):
        beside.run([*python, "raise SystemExit(3)"], 5, tmp_path)
    with pytest.raises(RuntimeError, match="colored items"):
        beside.run([*python, "print('- colored items')"], 5, tmp_path)
