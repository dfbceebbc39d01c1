"""Files with several solutions: each is read, each is checked."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from tests.helpers.cli import CommandLine
from tilewright import load, solve
from tilewright.api.answer import line_of
from tilewright.errors import NotationError
from tilewright.formats.solution import parse_solution, parse_solutions
from tilewright.puzzle.table import PlacementRow


def lines(tmp_path: Path) -> tuple[Path, list[str]]:
    found = solve(load("FNPUV@5x5"), None).tilings
    path = tmp_path / "all.jsonl"
    text = [line_of(tiling) for tiling in found]
    path.write_text("".join(text))
    return path, text


def test_every_line_is_checked(tmp_path: Path, run: CommandLine) -> None:
    path, text = lines(tmp_path)
    assert run("check", "FNPUV@5x5", path).out == "valid: 16 solutions\n"
    path.write_text("".join([*text[:2], text[2].replace('"piece":"F"', '"piece":"Q"'), *text[3:]]))
    ran = run("check", "FNPUV@5x5", path)
    assert ran.code == 1 and ran.out.startswith("solution 3: ") and "solution 4" not in ran.out
    assert [row["solution"] for row in run("check", "FNPUV@5x5", path, "--json").json["faults"]] == [3, 3]


@pytest.mark.parametrize("extra", ['{"garbage":1}', "garbage", '{"archive": {}, "placements": 3}', "[]"])
def test_a_line_that_is_no_solution_is_refused(extra: str, tmp_path: Path, run: CommandLine) -> None:
    path, text = lines(tmp_path)
    path.write_text(text[0] + extra + "\n")
    run.refused("check", "FNPUV@5x5", path)


def test_the_last_line_of_an_archive_is_no_solution(tmp_path: Path, run: CommandLine) -> None:
    path, text = lines(tmp_path)
    path.write_text("".join(text) + '{"archive": {"tilings": 16}}\n')
    assert run("check", "FNPUV@5x5", path).out == "valid: 16 solutions\n"


def test_every_solution_of_an_answer_is_checked(tmp_path: Path, run: CommandLine) -> None:
    answer = run("solve", "FNPUV@5x5", "-n", "2", "--json").json
    answer["solutions"].append({"placements": []})
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer))
    ran = run("check", "FNPUV@5x5", path)
    assert ran.code == 1 and ran.out.startswith("solution 3: uncovered")


@pytest.mark.parametrize(
    "notation", ["FNPUV@5x5", "hexiamonds*@6x4", "diaboloes*@2x3", "tetracubes*@2x2x2", "tetrominoes:O*@4x4"]
)
def test_every_drawing_is_read(notation: str) -> None:
    puzzle = load(notation)
    found = solve(puzzle, 3).tilings
    read = parse_solutions("\n\n".join(map(str, found)), puzzle)
    assert [{p.atoms for p in placements} for placements in read] == [{p.atoms for p in t.placements} for t in found]


def test_a_second_drawing_is_checked_too(tmp_path: Path, run: CommandLine) -> None:
    path = tmp_path / "two.txt"
    path.write_text(run("solve", "FNPUV@5x5").out + "\nUUUUU\nFFFFF\n")
    ran = run("check", "FNPUV@5x5", path)
    assert ran.code == 1 and "solution 2: " in ran.out


LINE = "..JJJJ....."
BLANK = " " * 11


@pytest.mark.parametrize(
    ("lines", "row"),
    [
        ((BLANK, BLANK, LINE, BLANK, BLANK), 2),
        (("", "", LINE, "", ""), 2),
        ((BLANK, BLANK, LINE), 2),
        (("", LINE, *[BLANK] * 4), 0),
        (("", "", BLANK, LINE, *[BLANK] * 3), 1),
        ((LINE,), 0),
    ],
)
def test_blank_lines_of_a_whole_drawing_are_rows(lines: tuple[str, ...], row: int) -> None:
    (placement,) = parse_solution("\n".join(lines) + "\n", load("kanoodle"))
    assert placement.atoms[0] == (row, 2)


@pytest.mark.parametrize("text", [f"\n\n{LINE}\n", f"{'.' * 11}\n" * 6])
def test_a_drawing_whose_rows_cannot_be_told_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="rows"):
        parse_solution(text, load("kanoodle"))


def test_one_is_wanted_where_one_is_used(tmp_path: Path, run: CommandLine) -> None:
    path, _ = lines(tmp_path)
    assert "16 solutions: expected one" in run.refused("solve", "FNPUV@5x5", "--with", path)
    with pytest.raises(NotationError, match="expected one"):
        parse_solution(path.read_text(), load("FNPUV@5x5"))


def test_a_key_that_stands_twice_is_refused(tmp_path: Path, run: CommandLine) -> None:
    path = tmp_path / "p.json"
    path.write_text('{"board": "5x3", "board": "3x1", "pieces": {"L": [[1, 1, 1]]}}')
    assert "'board' stands twice" in run.refused("count", path)
    proof = tmp_path / "c.txt"
    assert run("count", "FNPUV@5x5", "--proof", proof).code == 0
    proof.write_text(proof.read_text().replace('"count": "16"', '"count": "72", "count": "16"', 1))
    assert "'count' stands twice" in run.refused("check", "FNPUV@5x5", "--proof", proof)


def test_a_filling_leaves_no_wanted_piece_out(run: CommandLine) -> None:
    assert "wanted at least once" in run.refused("solve", "tetrominoes+@4x7", "--filling")
    assert "wanted at least once" in run.refused("solve", "tetrominoes+@4x4", "--filling")


@pytest.mark.parametrize("trimmed", [False, True])
@pytest.mark.parametrize("number", [1, 3])
def test_a_solid_may_begin_with_blank_rows(number: int, trimmed: bool) -> None:
    puzzle = load("kanoodle@p5")
    found = solve(puzzle, number).tilings
    text = "\n\n" + "\n\n\n".join(map(str, found)) + "\n\n"
    if trimmed:
        text = "\n".join(line.rstrip() for line in "\n\n".join(map(str, found)).split("\n")) + "\n"
    read = parse_solutions(text, puzzle)
    assert [{p.id for p in placements} for placements in read] == [{p.id for p in t.placements} for t in found]


@pytest.mark.parametrize("notation", ["O*@2x4~", "O*@4x4~~", "I*@2x4~", "I*@4x4~", "I*@4x4~~"])
def test_walls_are_read_where_a_wrapped_board_is_open(notation: str, tmp_path: Path, run: CommandLine) -> None:
    path = tmp_path / "walls.txt"
    assert run("solve", f"tetrominoes:{notation}", "-n", "3", "-o", path).code == 0
    assert run("check", f"tetrominoes:{notation}", path).out.startswith("valid")


ROWS = {  # a puzzle of each kind, and what a row of JSON for it must not have
    "FNPUV@5x5": ({"corners": [["0", "0"], ["1", "0"], ["0", "1"]]}, "expected cells, not corners"),
    "macmahon2@2x3": ({"labels": ["b", "a", "a", "q"]}, "as the tile lies"),
    "examples/shikaku/blog-6x6": ({"cells": []}, "has no cells"),
    "examples/polygons/tangram-cat.toml": ({"corners": None}, "has no cells: expected the corners of piece"),
}


@pytest.mark.parametrize("source", ROWS)
def test_a_row_of_json_is_the_placement_again(source: str) -> None:
    puzzle = load(source)
    changed, expected = ROWS[source]
    for placement in solve(puzzle)[0].placements:
        row = puzzle.placement_row(placement)
        assert puzzle.read_row(msgspec.convert(row, PlacementRow)) == placement
        with pytest.raises(NotationError, match=expected):
            puzzle.read_row(msgspec.convert(row | changed, PlacementRow))


def test_an_answer_that_names_another_puzzle_is_read_with_a_note(tmp_path: Path, run: CommandLine) -> None:
    path = tmp_path / "answer.json"
    assert run("solve", "FNPUV@5x5", "-o", path).code == 0
    assert run("check", "FNPUV@5x5", path).code == 0
    with pytest.warns(UserWarning, match=r"another puzzle, 'FNPUV@5x5'"):
        assert run("check", "pentominoes:FNPUV@5x5-r0c0", path).code == 1
