"""Lines written for millions say what the tilings say, one by one."""

from __future__ import annotations

import json

import pytest

from tests.cli import CommandLine
from tests.generate import random_puzzle
from tilewright.cover.batch import Batch
from tilewright.formats.answer import line_of
from tilewright.formats.lines import LineWriter
from tilewright.formats.solution import parse_solution
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.solve import TilingStream, solve

TWINS = Puzzle(
    Board.of_size("4x5"),
    (
        Piece.parse("###", "A", copies=(1, 2)),
        Piece.parse("#\n#\n#", "B", copies=(0, 1)),
        Piece.parse("##", "C", copies=(0, None)),
        Piece.parse("#.\n##", "D", copies=(2, 3)),
    ),
)


def said(line: str) -> list[tuple[str, str, str]]:
    return sorted((p["piece"], p["id"], str(p["cells"])) for p in json.loads(line)["placements"])


def check(puzzle: Puzzle, most: int = 3000) -> int:
    stream = TilingStream(puzzle, engine="reference")
    write = LineWriter(stream.compiled)
    number = 0
    for batch in stream:
        lines = write(batch).split("\n")
        assert lines.pop() == ""
        assert len(lines) == len(batch)
        expected = [said(line_of(stream.compiled.tiling(solution))) for solution in batch]
        assert sorted(map(said, lines)) == sorted(expected)
        if all(batch):  # an empty tiling comes first, whatever its place
            assert list(map(said, lines)) == expected
        number += len(batch)
        if number > most:
            break
    return number


@pytest.mark.parametrize("seed", range(80))
def test_random_puzzles(seed: int) -> None:
    check(random_puzzle(seed))


def test_identical_pieces_get_their_names_in_turn() -> None:
    assert check(TWINS) > 100


def test_lines_are_solutions_that_pass_the_rules(tmp_path, run: CommandLine) -> None:  # type: ignore[no-untyped-def]
    puzzle = Puzzle.parse("fridgeiq:ABDEJORU@4x5")  # R and E, B and Q are alike
    path = tmp_path / "x.jsonl"
    assert run("solve", "fridgeiq:ABDEJORU@4x5", "--all", "-o", path).code == 0
    lines = path.read_text().splitlines()
    assert len(lines) == len(set(lines)) == len(solve(puzzle, None, engine="reference").tilings) > 0
    for line in lines:
        assert not faults(puzzle, Tiling(puzzle, tuple(parse_solution(line, puzzle))).placements)


def test_batches_read_as_tuples() -> None:
    solutions = [(1, 2), (0,), (3, 4, 5), (), (7,)]
    batch = Batch.of(solutions)
    assert list(batch) == solutions and batch[2] == (3, 4, 5) and batch[-1] == (7,)
    assert list(batch[1:4]) == solutions[1:4] and list(batch[3:2]) == []
    assert list(batch[1:4][1:]) == solutions[2:4]
    even = Batch.of([(1, 2), (3, 4), (5, 6)])
    assert list(even[1:]) == [(3, 4), (5, 6)] and even[1:].table is not None
    assert sorted(place for places, _ in batch[1:].by_length() for place in places.tolist()) == [0, 1, 2, 3]
