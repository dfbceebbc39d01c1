"""What commands say where the limit came, where nothing was found, and where numbers are out of bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tilewright.exact_cover.engines.kernel_engines import Sweep
from tilewright.exact_cover.problem import ExactCover


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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("design", "convex", "tetrominoes"), "'tetrominoes': expected a set of polygons, tangram, "),
        (("design", "convex", "tangram:"), "'tangram:' (did you mean tangram?): expected a set of polygons, "),
        (("sets", "macmahon3", "-o", "x"), "-o x: it has no suffix: expected one of .svg .png"),
        (("sets", "macmahon3", "-o", "x.svg"), "'macmahon3' has tiles, which are listed"),
    ],
)
def test_what_is_no_set_for_a_command_is_told_in_its_words(run: CommandLine, words: tuple[str, ...], said: str) -> None:
    error = run.refused(*words)
    assert said in error and "board" not in error


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("x.txt", "POLYGON EMPTY\n", "'POLYGON EMPTY': nothing is in it: expected corners"),
        ("x.toml", 'pieces = "F"\nboard = "POLYGON ((0 0, 1 0, 0 1))"\n', 'an outline: expected outline = "POLYGON'),
        ("x.json", "[1, 2,\n 3", "line 2: '3': Input data was truncated: expected JSON"),
        ("x.json", '[{"pieces": "F"},\n {"board":', "line 2: '{\"board\":': Input data was truncated: expected JSON"),
        ("x.json", '{"pieces": "F",\n "board": 5x5}', "line 2: '\"board\": 5x5}': "),
    ],
)
def test_a_file_that_is_no_puzzle_is_called_what_it_is(
    run: CommandLine, tmp_path: Path, name: str, text: str, said: str
) -> None:
    (tmp_path / name).write_text(text)
    assert said in run.refused("solve", tmp_path / name)


def test_an_answer_of_another_version_is_refused(run: CommandLine, tmp_path: Path) -> None:
    answer = run("solve", "FNPUV@5x5", "--json").out
    for version in ("2", "true", '"1"'):
        (tmp_path / "answer.json").write_text(answer.replace('"tilewright": 1', f'"tilewright": {version}'))
        assert "another version of the format: expected version 1" in run.refused(
            "check", "FNPUV@5x5", tmp_path / "answer.json"
        )
