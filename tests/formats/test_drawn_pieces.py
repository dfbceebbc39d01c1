"""Pieces and boards as other programs draw them: lists of drawings, presents with regions, boxed puzzles, boards in many marks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tilewright import Board, NotationError, load
from tilewright.loader import load_several, parse, read_board
from tilewright.pieces.drawn import parse_list

# Eleven pieces of three to five cells that fill the staircase of 55 cells in 32288 ways: another program's data, counted by
# a program of C++ that shares nothing with this one.
STAIRCASE = "\n".join("X" * n for n in range(1, 11)) + "\n"
PIECES = """XXX\nXX\n\nXXX\nX\nX\n\nXXXX\nX\n\nXX\nX\n\nXXX\nX\n\nXX\nXX\n\nXXXX\n\nXXX\nX X\n\n X\nXXX\n X\n
XXXX\n X\n\n XXX\nXX\n\nXX\n XX\n  X\n"""
REGIONS = (
    "0:\n##.\n.##\n..#\n\n1:\n###\n#..\n#..\n\n2:\n.#.\n###\n...\n\n4x4: 1 1 0\n6x3: 0 2 1\n5x5: 2 2 1\n4x5: 2 2 0\n"
)
BOXED = "5 7 5\nCUSTOM\n...X...\n.XXXXX.\nXXXXXXX\n.XXXXX.\n...X...\nA\nAAA\nBB\nBBB\nCCCC\n C\nD\nEEE\nE"
FULL = "5 5 7\nDEFAULT\nA\nAA\nB\nBB\nC\nCC\nD\nDD\nEE\nEE\nE\nFF\nFF\nF\nGGG"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"b.board": STAIRCASE, "p.poly": PIECES, "regions.txt": REGIONS}.items():
        Path(name).write_text(text)
    return tmp_path


def test_a_list_of_drawings_on_a_drawn_board(run: CommandLine) -> None:
    assert run("count", "b.board", "--pieces", "p.poly").out == run("count", "p.poly@b.board").out == "32288\n"
    assert run("count", "5x11", "--pieces", "p.poly").out == run("count", "./p.poly@5x11").out != "0\n"
    assert "FILE@5x12" in run.refused("count", "p.poly")
    assert "several" not in run.refused("count", "p.poly#2")


def test_the_pieces_of_other_files(run: CommandLine) -> None:
    Path("p.toml").write_text('pieces = "tetrominoes:IO"\n')
    Path("p.json").write_text('[["##", "##"], ["####"]]')
    Path("p.blocks").write_text("##\n##\n---\n##\n##\n")
    assert run("count", "2x4", "--pieces", "p.toml").out == run("count", "p.json@2x4").out == "0\n"
    assert "---" in run.refused("count", "2x4", "--pieces", "p.blocks")
    Path("p.json").write_text('["##", "#."]')
    assert "one piece or several" in run.refused("count", "p.json@2x2")
    assert load({"pieces": "##\n##\n\n###\n#..", "board": "2x4"}).piece_names == ("A", "B")
    with pytest.raises(NotationError, match="drawing of a piece, or the name of one"):
        load({"pieces": ["XX\nX", "X"], "board": "2x2"})


@pytest.mark.parametrize("mark", "#■█*XxO@+□▓▒░◼◻⬛⬜●○")
def test_a_board_in_any_one_mark(mark: str) -> None:
    for none in ". ":
        Path("b.txt").write_text(f"{mark}{mark}{none}\n{none}{mark}{mark}\n")
        assert read_board("b.txt") == Board.parse("##.\n.##")
    assert [len(piece.atoms) for piece in parse_list(f"{mark}{mark}\n{mark}\n\n{mark}{mark}")] == [3, 2]


@pytest.mark.parametrize(
    "text", ["XO\nOX", "#X\n##", "oo\noo", "oX", "# # #\n# . #", "##\n\n##", "#\t#\n###", "X.X\nX X", "##q", " 1\n111"]
)
def test_a_board_that_could_be_two_is_refused(text: str) -> None:
    Path("b.txt").write_text(text)
    with pytest.raises(NotationError, match="expected"):
        load("monomino*@b.txt")


@pytest.mark.parametrize(
    "text",
    [
        "##\n  ##",
        "A\nAA\n\nA\n\nBB",
        "1:\n##\n\n###",
        "1:\n##\n\n1:\n#",
        "1:\n\n2:\n#",
        "##\n#q",
        "# 2\n#q",
        "22\n2",
        "#X",
        "..",
        "A:\n",
    ],
)
def test_a_list_that_could_be_two_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_list(text)


def test_names_and_comments_of_a_list() -> None:
    named = parse_list("# made by hand\nL:\n##\n#\n\nthe_bar:\n###\n")
    assert [piece.name for piece in named] == ["L", "the_bar"]
    assert [piece.name for piece in parse_list("LL\nL\n\nIII")] == ["L", "I"]
    assert [piece.name for piece in parse_list("\n\n".join(["##"] * 28))][-2:] == ["A1", "B1"]
    with pytest.warns(UserWarning, match="2 parts"):
        assert len(parse_list("X:\n#.\n.#")[0].atoms) == 2


def test_every_region_is_answered(run: CommandLine) -> None:
    counted = run("count", "regions.txt")
    assert (counted.code, counted.out) == (1, "4x4: 1 1 0: 32\n6x3: 0 2 1: 20\n5x5: 2 2 1: 0\n4x5: 2 2 0: 0\n")
    said = run("verdict", "regions.txt").out.splitlines()
    assert [line.split(": ")[2] for line in said] == ["several", "several", "impossible", "impossible"]
    assert run("solve", "regions.txt").out.count("impossible") == 2
    rows = run("verdict", "regions.txt", "--json").json["puzzles"]
    assert [row["verdict"] for row in rows] == ["several", "several", "impossible", "impossible"]
    assert run("count", "regions.txt#2").out == "20\n"
    assert run("show", "regions.txt").out.splitlines()[1] == "regions.txt#2  6x3: 0 2 1"
    assert next(row["title"] for row in run("show", "regions.txt", "--json").json["puzzles"]) == "4x4: 1 1 0"
    assert run("verdict", "regions.txt", "--limit", "0").code in (1, 3)
    Path("two.txt").write_text(REGIONS.replace("5x5: 2 2 1\n4x5: 2 2 0\n", ""))
    assert run("count", "two.txt").code == 0


def test_what_wants_one_puzzle_says_how_one_is_named(run: CommandLine) -> None:
    for words in (
        ("hint", "regions.txt"),
        ("export", "regions.txt", "--to", "toml"),
        ("check", "regions.txt", "regions.txt"),
    ):
        assert "FILE#1" in run.refused(*words)
    for option in (("--with", "p.poly"), ("--proof", "x")):
        assert "regions.txt#1 to regions.txt#4" in run.refused("verdict", "regions.txt", *option)
    assert "1 to 4" in run.refused("count", "regions.txt#5")
    with pytest.raises(NotationError, match="4 puzzles"):
        load("regions.txt")
    assert load("regions.txt#1").board.optional and not load("regions.txt#1").board.atoms
    assert load_several("b.board") is None


@pytest.mark.parametrize(
    ("old", "new"),
    [("1 1 0", "1 1"), ("1 1 0", "0 0 0"), ("1 1 0", "1 1 x"), ("1:", "2:"), ("2:", "3:"), ("0:", ""), ("4x4", "0x4"), ("4x4", "4000x4000"), ("4x4: 1 1 0", "4x4:")],
)  # fmt: skip
def test_regions_that_do_not_fit_are_refused(old: str, new: str) -> None:
    with pytest.raises(tw.TilewrightError, match="expected"):
        parse(REGIONS.replace(old, new, 1))


def test_a_boxed_puzzle_in_letters(run: CommandLine) -> None:
    for text, number in ((BOXED, 16), (FULL, 784), ("2 2 2\nDEFAULT\nA\nAA\nB", 4)):
        assert tw.count(parse(text)).value == number
    Path("box.txt").write_text(BOXED.replace("\n", "\r\n"))
    assert run("count", "box.txt").out == "16\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [("5 7 5", "5 7 6"), ("5 7 5", "7 5 5"), ("CUSTOM", "PYRAMID"), ("CUSTOM", "DEFAULT"), ("D\n", "D\nA\n"), ("D\n", "DE\n"), ("D\n", "1\n"), (".XXXXX.", ".XXXXX", ), ("...X...", "...O...")],
)  # fmt: skip
def test_a_boxed_puzzle_that_contradicts_itself_is_refused(old: str, new: str) -> None:
    with pytest.raises(tw.TilewrightError, match="expected"):
        parse(BOXED.replace(old, new, 1))


@pytest.mark.parametrize(
    "optional",
    [
        "4x4",
        " 4 X 4 ",
        "####\n" * 4,
        ["1111"] * 4,
        [[1] * 4] * 4,
        {"cells": [[r, c] for r in range(4) for c in range(4)]},
    ],
)
def test_a_board_of_optional_cells_only(optional: object) -> None:
    piece = {"name": "E", "shape": "###\n#..\n###", "copies": 2}
    puzzle = load({"optional": optional, "piece": [piece]})
    assert tw.count(puzzle).value == 4 and not puzzle.board.atoms
    assert parse(json.dumps(puzzle.to_table())).digest == puzzle.digest


def test_optional_cells_that_could_be_two_things_are_refused() -> None:
    for table in (
        {"optional": [[0, 1], [1, 1]]},
        {"board": "4x4", "optional": [[0, 1], [1, 1]]},
        {"board": "4x4", "optional": "4x4~"},
        {},
    ):
        with pytest.raises(NotationError, match="expected"):
            load({"pieces": "monomino*", **table})
    rolled = load({"pieces": "monomino*", "optional": "2x3~~"})
    assert (
        rolled.lattice == "square~2x3"
        and load({"pieces": "monomino*", "optional": "2x3", "wrap": "both"}).board == rolled.board
    )
