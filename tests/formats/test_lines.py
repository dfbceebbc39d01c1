"""Lines written for millions say what the tilings say, one by one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.generate import light_seeds, random_puzzle
from tests.helpers.paths import DATA
from tilewright.api.answer import LineWriter, line_of
from tilewright.api.count import count
from tilewright.api.solve import solve, tilings
from tilewright.exact_cover.problem import Batch
from tilewright.formats import tables
from tilewright.formats.solution import parse_solution
from tilewright.kinds import Packing
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Tiling
from tilewright.puzzle.check import faults

TWINS = Packing(
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


def check(puzzle: Packing, most: int = 3000) -> int:
    stream = tilings(puzzle, engine="reference")
    write = LineWriter()
    number = 0
    for batch in stream.batches():
        lines = write(batch).split("\n")
        assert lines.pop() == ""
        assert len(lines) == len(batch)
        expected = [said(line_of(tiling)) for tiling in batch]
        assert list(map(said, lines)) == expected
        number += len(batch)
        if number > most:
            break
    return number


@pytest.mark.parametrize("seed", light_seeds(80))
def test_random_puzzles(seed: int) -> None:
    check(random_puzzle(seed))


def test_identical_pieces_get_their_names_in_turn() -> None:
    assert check(TWINS) > 100


def test_lines_are_solutions_that_pass_the_rules(tmp_path: Path, run: CommandLine) -> None:
    puzzle = Packing.parse("fridgeiq:ABDEJORU@4x5")  # R and E, B and Q are alike
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


IQ = json.loads((DATA / "iq_5x11.json").read_text())


def iq_puzzle() -> Packing:
    pieces = (Piece.parse("\n".join(rows), name) for name, rows in IQ["pieces"].items())
    return Packing(Board.of_size(IQ["board"]), tuple(pieces), name=IQ["name"])


def test_twelve_pieces_on_5x11_are_counted() -> None:
    assert count(iq_puzzle()).value == IQ["all"]
    assert count(iq_puzzle(), up_to="symmetries").value == IQ["up_to_symmetries"]


STREAM = """
import resource, sys
from tilewright.cli.main import main
try:
    main()
except SystemExit as end:
    print(end.code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.full
def test_all_tilings_of_5x11_are_streamed_in_little_memory(tmp_path: Path) -> None:
    """Each of the millions of lines is another tiling, and a hundred times as many take no more memory."""
    (tmp_path / "iq.json").write_text(tables.dump_json(iq_puzzle()))
    peak = {}
    for number in (["-n", "40000"], ["--all"]):
        command = [sys.executable, "-c", STREAM, "solve", "iq.json", *number, "-o", "x.jsonl"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        code, peak[number[0]] = map(int, done.stdout.split())
        assert code == 0
    assert peak["--all"] < peak["-n"] + 20_000  # KiB
    forms = set()
    with (tmp_path / "x.jsonl").open("rb") as file:
        for line in file:
            assert line.startswith(b'{"placements":[') and line.endswith(b"]}\n")
            forms.add(hash(line))
    assert len(forms) == IQ["all"]
