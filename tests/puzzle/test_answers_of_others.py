"""Drawn answers as other programs have them: read by what they show, or refused; never taken for an empty drawing."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tilewright.errors import NotationError
from tilewright.formats.solution import parse_solution

SHIKAKU = tw.load("2 . .\n. . 4")
ROOMS = {frozenset({(0, 0), (1, 0)}), frozenset({(0, 1), (0, 2), (1, 1), (1, 2)})}
DOTTED = "+---+---+---+\n| 2 | .   . |\n|   |       |\n| . | .   4 |\n+---+---+---+\n"


def regions(puzzle: tw.Puzzle, text: str) -> set[frozenset[tuple[int, ...]]]:
    placements = parse_solution(text, puzzle)
    assert not tw.faults(puzzle, placements, partial=True)
    return {frozenset(placement.atoms) for placement in placements}


@pytest.mark.parametrize(
    "text",
    [
        DOTTED,
        "\n".join("     " + line for line in DOTTED.split("\n")),
        DOTTED.translate(str.maketrans("+-|", "┼─│")),
        DOTTED.replace(".", " "),
        DOTTED.replace("2", ".").replace("4", "."),
        "+-+---+\n|A|B B|\n+ +   +\n|A|B B|\n+-+---+",
        "+-+---+\n|1|2 2|\n+ +   +\n|1|2 2|\n+-+---+",
        "+----+---------+\n|    |  x      |\n|    |         |\n|    |         |\n+----+---------+",
        "ABB\nABB",
        "A B B\nA B B",
        "aBB\naBB",
        "0 1 1\n0 1 1",
        "1 2 2\n1 2 2",
        "7 3 3\n7 3 3",
        "2 4 4\n2 4 4",
        "011\n011",
        "A,B,B\nA,B,B",
        "[[1, 2, 2],\n [1, 2, 2]]",
        "[[1, 2, 2], [1, 2, 2]]",
        "   ABB\n   ABB",
    ],
)
def test_divisions_that_are_read(text: str) -> None:
    assert regions(SHIKAKU, text) == ROOMS


def test_cells_that_nothing_covers() -> None:
    left = {frozenset({(0, 0), (1, 0)})}
    drawing = str(tw.Tiling(SHIKAKU, parse_solution("A..\nA..", SHIKAKU)))
    assert regions(SHIKAKU, drawing) == regions(SHIKAKU, "0 . .\n0 . .") == regions(SHIKAKU, "0 -1 -1\n0 -1 -1") == left
    assert regions(SHIKAKU, "...\n...") == set()


def test_the_same_label_for_rectangles_apart() -> None:
    puzzle = tw.load("1 2 .\n1 . 2")
    assert len(regions(puzzle, "ABB\nBAA")) == 4


@pytest.mark.parametrize(
    "text",
    [
        "+-+---+\n|2|. .|\n+ +   +\n| |. 4|\n+-+---+",  # a dot in some of the empty cells
        "+-+---+\n|2|5 .|\n+ +   +\n|.|. 4|\n+-+---+",  # the clue of another puzzle
        "+-+---+\n|A|B C|\n+ +   +\n|A|B B|\n+-+---+",
        "+-+-+-+\n|A|.|.|\n+ + + +\n|A|.|.|\n+-+-+-+",
        "# # #\n# # #",
        "A|B B\nA|B B",
        "1 2 x\n1 2 2",
        "AB\nAB",
        "A B\nA B",
        "A B B\nA B",
        "A,B,\nA,B,",
    ],
)
def test_divisions_that_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_solution(text, SHIKAKU)


@pytest.mark.parametrize("text", ["0 1 1\n0 0 0", "B 1 1\nB B B"])
def test_a_wrong_division_is_wrong(text: str) -> None:
    placements = parse_solution(text.replace("B", "0"), SHIKAKU)
    assert {fault.rule for fault in tw.faults(SHIKAKU, placements)} >= {"shape"}


def test_rectangles_with_one_label_that_touch_are_refused() -> None:
    with pytest.raises(NotationError, match="touch"):
        parse_solution("2 2\n2 2", tw.load("2 .\n. 2"))
    with pytest.raises(NotationError, match="'0' may be"):
        parse_solution("1 1 2\n0 0 2", SHIKAKU)


def test_a_division_that_is_wrong_is_never_ignored(run: CommandLine, tmp_path: Path) -> None:
    puzzle, right, wrong = tmp_path / "q.txt", tmp_path / "right.txt", tmp_path / "wrong.txt"
    puzzle.write_text("2 . .\n. . 4\n")
    right.write_text(DOTTED)
    wrong.write_text("+---+---+---+\n| 2   .   . |\n+---+---+---+\n| .   .   4 |\n+---+---+---+\n")
    assert run("check", puzzle, right).out == "valid\n"
    assert run("solve", puzzle, "--with", right).code == 0
    assert run("check", puzzle, wrong).code == 1
    assert "3 cells" in run.refused("solve", puzzle, "--with", wrong)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("dominoes*@1x4", "AABB"),
        ("dominoes*@1x4", "aabb"),
        ("dominoes*@1x4", "A A B B"),
        ("dominoes*@1x4", "0 0 1 1"),
        ("dominoes*@1x4", "1122"),
        ("dominoes*@1x4", "10 10 11 11"),
        ("dominoes*@1x4", "A,A,B,B"),
        ("dominoes*@1x4", "[[1, 1, 2, 2]]"),
        ("dominoes*@1x4", "   AABB"),
        ("dominoes*@1x4", "+---+---+\n|A A|B B|\n+---+---+"),
        ("dominoes*@1x4", "  +-------+-------+\n  | A   A | B   B |\n  +-------+-------+"),
        ("dominoes*@1x4", "┌───┬───┐\n│A A│B B│\n└───┴───┘"),
        ("dominoes*@1x4", "+---+---+\n|   |   |\n+---+---+"),
        ("dominoes*@1x4", "+---+---+\n|. .|. .|\n+---+---+"),
        ("dominoes*@1x4", "+---+---+\n|A  |B  |\n+---+---+"),
        ("tetrominoes:O*@2x4", "OOoo\nOOoo"),
        ("tetrominoes:O*@2x4", "O O o o\nO O o o"),
        ("tetrominoes:IO*@4x4", "aabb\naabb\ncccc\nIIII"),
        ("dominoes*@3x3-r1c1", "0 0 1\n2 # 1\n2 3 3"),
        ("dominoes*@3x3-r1c1", "001\n2 1\n233"),
    ],
)
def test_tilings_with_other_labels(source: str, text: str) -> None:
    puzzle = tw.load(source)
    assert not tw.faults(puzzle, parse_solution(text, puzzle))


def test_pieces_are_told_by_their_shapes(run: CommandLine, tmp_path: Path) -> None:
    puzzle = tw.load("FNPUV@5x5")
    tiling = tw.solve(puzzle)[0]
    drawing = str(tiling).translate(str.maketrans("FNPUV", "12345"))
    assert set(parse_solution(drawing, puzzle)) == set(tiling.placements)
    path = tmp_path / "other.txt"
    path.write_text(drawing)
    assert run("check", "FNPUV@5x5", path).out == "valid\n"


def test_names_that_are_exchanged_are_refused_with_both_readings() -> None:
    puzzle = tw.load("FNPUV@5x5")
    drawing = str(tw.solve(puzzle)[0]).translate(str.maketrans("FN", "NF"))
    with pytest.raises(NotationError, match=r"names.*shapes"):
        parse_solution(drawing, puzzle)


@pytest.mark.parametrize(
    "text",
    [
        "AAAB",  # no domino
        "AAAA",  # one label for both
        "+-------+\n|       |\n+-------+",
        "+---+---+\n|A A|   |\n+---+---+",
        "+---+-+-+\n|A A|.|.|\n+---+-+-+",
        "AABBCC",
        "11....",
        "0 0 A A",
        "",
        "    ",
    ],
)
def test_tilings_that_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_solution(text, tw.load("dominoes*@1x4"))


def test_edges_and_polygons() -> None:
    tiles = tw.load("macmahon2@2x3")
    drawing = str(tw.solve(tiles)[0])
    indented = "\n".join("    " + line for line in drawing.split("\n"))
    assert parse_solution(indented, tiles) == parse_solution(drawing, tiles)
    with pytest.raises(NotationError, match="TILE/MOTION"):
        parse_solution("aaaa aaab aabb\nabab abbb bbbb", tiles)  # which way do they lie?
    tangram = tw.load("examples/polygons/tangram-cat.toml")
    found = tw.solve(tangram)[0]
    renamed = "\n".join(f"{number}: {line.rpartition(': ')[2]}" for number, line in enumerate(str(found).split("\n")))
    assert not tw.faults(tangram, parse_solution(renamed, tangram))
    for nothing in ("", "\n\n"):
        with pytest.raises(NotationError):
            parse_solution(nothing, tangram)
