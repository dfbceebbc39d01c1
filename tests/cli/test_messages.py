"""What commands say where the limit came, where nothing was found, and where numbers are out of bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tilewright.cover.engines.kernel_engines import Sweep
from tilewright.cover.problem import ExactCover


@pytest.mark.parametrize(("text", "printed"), [("0:1|a\na\n", "\na\n\n"), ("a b\na b\n", "a b\n\n")])
def test_each_solution_of_a_cover_has_an_empty_line_after_it(
    run: CommandLine, tmp_path: Path, text: str, printed: str
) -> None:
    (tmp_path / "x.dlx").write_text(text)
    assert run("cover", tmp_path / "x.dlx", "--all").out == printed


def test_a_cover_says_that_the_limit_came(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "x.dlx").write_text("a\na\n")
    ran = run("cover", tmp_path / "x.dlx", "--limit", "0")
    assert (ran.code, ran.out, ran.err) == (3, "", "unknown: the limit came before a solution was found\n")


def test_a_hint_names_the_limit_that_was_given(run: CommandLine) -> None:
    ran = run("hint", "pentominoes@6x10", "--limit", "0.001")
    assert (ran.code, ran.out) == (3, "No easy step found in 0.001 s.\n")


@pytest.mark.parametrize("number", ["0", "9" * 23])
def test_the_number_of_tilings_has_bounds(run: CommandLine, number: str) -> None:
    assert "expected a whole number, 1 to 999,999,999,999,999,999" in run.refused("solve", "FNPUV@5x5", "-n", number)


@pytest.mark.parametrize("number", ["1", "2"])
def test_all_and_a_number_are_refused(run: CommandLine, number: str) -> None:
    assert "not allowed with" in run.refused("solve", "FNPUV@5x5", "--all", "-n", number)
    assert "not allowed with" in run.refused("solve", "FNPUV@5x5", "-n", number, "--all")


def test_the_sweep_says_which_engine_to_take_instead() -> None:
    cover = ExactCover((1, 2), (1, 2), ((0, 1, 1),))
    why = Sweep().refuses(cover)
    assert why is not None and "option 0" in why and "native" in why


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tangramm", "did you mean tangram?"),
        ("ostomachin", "did you mean stomachion?"),
        ("levels", "`tilewright show levels`"),
    ],
)
def test_a_set_that_there_is_not_is_answered_with_what_there_is(run: CommandLine, name: str, said: str) -> None:
    assert said in run.refused("sets", name)


def test_a_directory_for_many_files_is_made_with_them_or_not_at_all(run: CommandLine, tmp_path: Path) -> None:
    run("design", "convex", "tangram", "-o", tmp_path / "shapes")
    assert len([*(tmp_path / "shapes").glob("*.toml")]) == 13
    assert "no directory" in run.refused("design", "convex", "tangram", "-o", tmp_path / "none" / "shapes")
    (tmp_path / "file").write_text("")
    assert "expected a directory" in run.refused("design", "convex", "tangram", "-o", tmp_path / "file")


def test_where_nothing_can_be_written_is_said_before_anything_is_read(run: CommandLine) -> None:
    assert "there is no directory" in run.refused(
        "export", "no-such-puzzle", "--to", "dlx", "-o", "no-such-directory/x"
    )
    assert "the name of a file" in run.refused("count", "FNPUV@5x5", "--proof", "-")
