"""The ways that a newcomer guesses: a board drawn in a file, help by name, files that are named, reasons for a count of 0."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.helpers.cli import CommandLine
from tilewright import Board, NotationError, load
from tilewright.formats.drawing import is_drawing, parse_drawing
from tilewright.loader import read_board

HEART = "..##..\n.####.\n######\n######\n.####.\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("heart.txt").write_text(HEART)
    return tmp_path


def draw_png(path: str, side: int, margin: int = 0) -> None:
    """HEART as a picture: black squares on white."""
    rows = HEART.split()
    picture = Image.new("L", (side * 6 + 2 * margin, side * 5 + 2 * margin), 255)
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark == "#":
                picture.paste(
                    0, (margin + c * side, margin + r * side, margin + (c + 1) * side, margin + (r + 1) * side)
                )
    picture.save(path)


def test_a_drawing_is_a_board_with_pieces_before_it_or_beside_it(run: CommandLine) -> None:
    counted = run("count", "dominoes*@heart.txt")
    assert counted.code == 0 and int(counted.out) > 0
    assert run("count", "heart.txt", "--pieces", "dominoes*").out == counted.out
    toml = 'pieces = "dominoes*"\nboard = """\n' + HEART + '"""\n'
    Path("heart.toml").write_text(toml)
    assert run("count", "heart.toml").out == counted.out
    assert run("count", "dominoes*@heart.toml").out == counted.out


def test_show_draws_a_board_that_has_no_pieces_yet(run: CommandLine) -> None:
    shown = run("show", "heart.txt")
    assert shown.code == 0 and shown.out == HEART and "22 cells" in shown.err
    assert run("show", "heart.txt", "--json").json["board"]["cells"] == 22
    assert run("show", "heart.txt", "-o", "heart.svg").code == 0 and "<svg" in Path("heart.svg").read_text()
    assert "--pieces" in run.refused("show", "heart.txt", "--placements")
    assert "--pieces" in run.refused("solve", "heart.txt")


@pytest.mark.parametrize(
    "board",
    ['"""\n001100\n011110\n111111\n111111\n011110\n"""', str([[int(x == "#") for x in row] for row in HEART.split()])],
)
def test_a_board_of_rows_of_0_and_1(board: str) -> None:
    puzzle = load(f'pieces = "dominoes*"\nboard = {board}\n')
    assert puzzle.board == Board.parse(HEART)


def test_pairs_of_numbers_stay_cells_unless_they_may_be_rows() -> None:
    assert load('pieces = "dominoes*"\nboard = [[0, 1], [0, 2], [1, 1], [1, 2]]\n').board == Board.of_size("2x2")
    for rows in ("[[0, 0], [0, 1], [1, 0], [1, 1]]", "[[1, 1], [1, 1]]", "[[1, 1], [0, 0], [1, 1]]"):
        with pytest.raises(NotationError, match="rows of 0 and 1, or cells"):
            load(f'pieces = "dominoes*"\nboard = {rows}\n')
    for key in ("pieces", "tiles"):
        marked = load({key: {"pieces": "monomino*", "tiles": "aabb\naabb"}[key], "board": {"cells": [[0, 0], [1, 0]]}})
        assert marked.board.atoms == ((0, 0), (1, 0))
        with pytest.raises(NotationError, match="cels"):
            load({key: "monomino*", "board": {"cels": [[0, 0]]}})


@pytest.mark.parametrize("rows", [[[1, 1], [0, 0], [0, 1], [1, 0]], [[1, 1]], [[0, 0], [1, 1]], [[1, 1, 0], [0, 1, 1]]])
@pytest.mark.parametrize("kind", [int, bool])
def test_an_array_is_always_rows(rows: list[list[int]], kind: type) -> None:
    array = np.array(rows, kind)
    drawn = Board.parse("\n".join("".join("#" if value else "." for value in row) for row in rows))
    monomino = [{"shape": "#", "copies": "any"}]
    assert load({"board": array, "piece": monomino}).board == drawn == Board.from_rows(array)
    assert load({"board": array.astype(bool).tolist(), "piece": monomino}).board == drawn


@pytest.mark.parametrize(
    "array", [np.array([[2, 0], [0, 1]]), np.zeros((2, 2), int), np.array([1, 0]), np.ones((0, 2))]
)
def test_an_array_of_anything_else_is_refused(array: object) -> None:
    with pytest.raises(NotationError, match="an array: expected rows of 0 and 1"):
        load({"board": array, "pieces": "dominoes*"})


@pytest.mark.parametrize(("side", "margin"), [(10, 0), (12, 5), (1, 0)])
def test_a_picture_of_black_cells_is_a_board(side: int, margin: int) -> None:
    draw_png("heart.png", side, margin)
    assert read_board("heart.png") == Board.parse(HEART)
    assert read_board("heart.png", cell=side) == Board.parse(HEART)


def test_pictures_are_refused_that_are_none(run: CommandLine) -> None:
    Image.new("L", (30, 30), 255).save("white.png")
    assert "no black pixels" in run.refused("show", "white.png")
    Path("broken.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 50)
    assert "broken.png" in run.refused("show", "broken.png")
    draw_png("uneven.png", 10)
    with Image.open("uneven.png") as picture:
        picture.resize((75, 51)).save("uneven.png")
    assert "--cell" in run.refused("show", "uneven.png")
    assert "not a PNG" in run.refused("count", "heart.txt", "--pieces", "dominoes*", "--cell", "5")


def test_the_side_of_a_cell_goes_with_both_ways_to_name_a_picture(run: CommandLine) -> None:
    draw_png("heart.png", 12, 5)
    ways = (("dominoes*@heart.png",), ("heart.png", "--pieces", "dominoes*"))
    assert len({run("count", *way, *side).out for way in ways for side in ((), ("--cell", "12"))}) == 1
    for word in ("heart.png", "@heart.png", "dominoes@"):
        assert "PIECES@FILE" in run.refused("count", word, "--cell", "12")
    assert "not a PNG" in run.refused("count", "dominoes*@5x6", "--cell", "12")


@pytest.mark.parametrize("side", [7, 9, 11, 20, 30])
def test_a_side_that_does_not_fit_the_picture_is_refused(run: CommandLine, side: int) -> None:
    draw_png("heart.png", 10, 5)
    assert "--cell" in run.refused("count", "heart.png", "--pieces", "dominoes*", "--cell", side)


def test_lines_between_the_cells_of_a_picture_are_let_pass() -> None:
    draw_png("heart.png", 10, 5)
    with Image.open("heart.png") as picture:
        for place in [(x, y) for x in range(picture.width) for y in range(picture.height)]:
            if place[0] % 10 == 5 or place[1] % 10 == 5:
                picture.putpixel(place, 255)
        picture.save("heart.png")
    assert read_board("heart.png", cell=10) == Board.parse(HEART)


def test_a_picture_in_place_of_a_puzzle(run: CommandLine) -> None:
    draw_png("heart.png", 10)
    assert run("show", "heart.png", "--pieces", "tetrominoes*").code == 0
    assert "--pieces" in run.refused("count", "heart.png")
    with Image.open("heart.png") as picture:
        picture.save("heart.gif")
    for words in (["show"], ["count"], ["count", "--pieces", "tetrominoes*"]):
        assert "expected a PNG" in run.refused(*words, "heart.gif")


def test_drawings_and_rows_of_digits() -> None:
    assert is_drawing(HEART) and is_drawing("01\n11") and not is_drawing("FNPUV@5x5") and not is_drawing("...")
    assert parse_drawing("0 1\n1 1") == Board.parse(".#\n##")


def test_a_file_that_is_not_there_suggests_the_nearest(run: CommandLine) -> None:
    assert "did you mean heart.txt?" in run.refused("solve", "dominoes*@hart.txt")
    assert "did you mean heart.txt?" in run.refused("show", "heat.txt")


def test_flat_pieces_in_space_lie_on_rows_and_columns() -> None:
    assert load("kanoodle@5x11").digest == load("kanoodle@1x5x11").digest
    assert load("solid-pentominoes@3x20-r0c0").digest == load("solid-pentominoes@1x3x20-l0r0c0").digest


def test_a_count_of_0_says_why_and_what_was_meant(run: CommandLine) -> None:
    ran = run("count", "dominoes@4x4")
    assert (ran.code, ran.out) == (1, "0\n") and "dominoes*@4x4" in ran.err and ran.err.startswith("impossible: ")
    assert run("count", "dominoes*@8x8-r0c0,r7c7", "--json").json["reason"]["kind"] == "invariant"
    assert "dominoes*@4x4" in run("verdict", "dominoes@4x4").out
    assert "tetrominoes?@4x4" in run("solve", "tetrominoes@4x4").out
    assert run("count", "dominoes*@4x4").err == ""


def test_count_and_verdict_go_on_from_what_lies_there(run: CommandLine) -> None:
    Path("all.jsonl").touch()
    tilings = run("solve", "FNPUV@5x5", "--all", "--json").json["solutions"]
    first = tilings[0]["placements"][0]
    Path("begun.json").write_text(json.dumps({"tilewright": 1, "placements": [first]}))
    same = sum(first in tiling["placements"] for tiling in tilings)
    assert run("count", "FNPUV@5x5", "--with", "begun.json").out == f"{same}\n"
    Path("done.json").write_text(json.dumps({"tilewright": 1, "placements": tilings[0]["placements"]}))
    assert run("verdict", "FNPUV@5x5", "--with", "done.json").out.startswith("unique")


def test_written_files_are_named(run: CommandLine) -> None:
    assert run("solve", "FNPUV@5x5", "-o", "a.svg", "-o", "a.png").err == "wrote a.svg, a.png\n"
    assert run("solve", "FNPUV@5x5", "--all", "-o", "x.geojson").err.endswith(
        "wrote 16 files, x-001.geojson to x-016.geojson\n"
    )
    assert run("solve", "FNPUV@5x5", "--all", "--json", "-o", "all.jsonl").err == "wrote all.jsonl (16 tilings)\n"
    assert run("verdict", "LPNUV@5x5", "-o", "why.svg").err == "wrote why.svg\n"
    assert run("export", "FNPUV@5x5", "--to", "toml", "-o", "a.toml").err.endswith("wrote a.toml\n")


def test_help_by_name(run: CommandLine) -> None:
    assert run("help", "count").out == run("count", "--help").out
    assert run("help", "design", "shikaku").out == run("design", "shikaku", "--help").out
    assert run("help", "design").out == run("design", "--help").out
    assert run("help").out == run("--help").out
    assert "did you mean count?" in run.refused("help", "cuont")


def test_a_puzzle_without_a_command(run: CommandLine) -> None:
    assert "tilewright solve pentominoes@6x10" in run.refused("pentominoes@6x10")
    assert "did you mean design shikaku?" in run.refused("shikaku")
    assert "did you mean symmetries?" in run.refused("count", "FNPUV@5x5", "--up-to", "symmetrie")


def test_made_puzzles_have_solutions_in_json(run: CommandLine) -> None:
    made = run("design", "shikaku", "5x5", "-n", "3", "--json").json["puzzles"]
    assert len(made) == 3
    for puzzle in made:
        areas = [len(placement["cells"]) for placement in puzzle["solution"]["placements"]]
        assert sorted(areas) == sorted(clue[2] for clue in puzzle["clues"]) and sum(areas) == 25


def test_unique_challenges_are_unique_up_to_symmetry(run: CommandLine) -> None:
    words = ("design", "challenges", "--pieces", "tetrominoes:IJLO", "--shapes", "4x4,2x4,3x4", "--no-rating")
    every = {line.rpartition("  ")[0]: line for line in run(*words).out.splitlines()}
    kept = [line for line in run(*words, "--keep", "unique").out.splitlines() if "  " in line]
    assert any("one up to symmetry" in line for line in kept)
    for line in kept:
        shape, pieces, _ = line.split("  ", 2)
        assert (
            run("verdict", f"tetrominoes:{pieces}@{shape}")
            .out.split("\n")[0]
            .startswith(("unique", "several, unique up to"))
        )
    assert len(kept) < len(every)


@pytest.mark.parametrize(
    "rows", [[[1, 1, 0], [0, 1, 1]], ["##.", ".##"], ["110", "011"], [[True, True, False], [False, True, True]]]
)
def test_a_list_of_rows_in_a_file_is_the_drawing_of_a_board(run: CommandLine, rows: list[object]) -> None:
    Path("board.json").write_text(json.dumps(rows))
    assert read_board("board.json") == Board.parse("##.\n.##")
    assert run("count", "board.json", "--pieces", "tetrominoes:Z").out == "1\n"
    assert run("show", "board.json").out == "##.\n.##\n"
    assert "--pieces" in run.refused("count", "board.json")


def test_lists_that_are_no_rows_are_refused(run: CommandLine) -> None:
    for text in ("[[1, 1], [0, 1]]", '["?"]', "[]", "[5]", '[{"a": 1}]'):
        Path("board.json").write_text(text)
        run.refused("count", "board.json", "--pieces", "dominoes*")


@pytest.mark.parametrize(
    ("source", "meant"),
    [
        ("fridgeiq-D4##19", "fridgeiq-D4#19"),
        ("fridgeiq_D4#19", "fridgeiq-D4#19"),
        ("PENTOMINOES@6x10", "pentominoes"),
        ("fridgeiq:ijmr@3x3", "fridgeiq:IJMR"),
    ],
)
def test_names_in_another_form_say_which_was_meant(run: CommandLine, source: str, meant: str) -> None:
    assert meant in run.refused("count", source).partition("did you mean")[2]


def test_boxes_are_named_in_any_case() -> None:
    assert load("Kanoodle/pyramid") == load("kanoodle/pyramid")


def test_a_seed_that_is_too_long_names_the_bound(run: CommandLine) -> None:
    assert "999,999" in run.refused("design", "shikaku", "4x4", "--seed", "9" * 26)
