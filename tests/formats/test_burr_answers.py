"""Solutions of BurrTools files: what we write reads back and replays; what is wrong is refused."""

from __future__ import annotations

import random
import re

import pytest

import tilewright as tw
from tests.helpers.burr import document, problem, voxel
from tests.helpers.cli import CommandLine
from tilewright.errors import NotationError, TilewrightError
from tilewright.formats import burrtools
from tilewright.formats.burr_answers import ROTATIONS, dump_answers, parse_answers
from tilewright.movement.replay import check_disassembly

# Two halves of a bar that slide apart, the second one turned; and a puzzle in which two of three pieces may stay together.
SHAPES = voxel(2, 1, 1, "##", "A") + voxel(1, 2, 1, "##", "B") + voxel(4, 1, 1, "####")
ASSEMBLY = "<assembly>0 0 0 0 3 0 0 16</assembly>"
SEPARATION = (
    '<separation><pieces count="2">0 1</pieces>'
    "<state><dx>0 3</dx><dy>0 0</dy><dz>0 0</dz></state>"
    "<state><dx>0 20003</dx><dy>0 0</dy><dz>0 0</dz></state></separation>"
)


def saved(solution: str) -> str:
    inside = f"<shape id='0'/><shape id='1'/></shapes><solutions><solution>{solution}</solution></solutions><shapes>"
    return document(SHAPES, problem(inside, 2))


def test_a_solution_is_read() -> None:
    text = saved(ASSEMBLY + SEPARATION)
    puzzle = burrtools.parse(text)
    (answer,) = parse_answers(text, puzzle)
    assert [placement.piece for placement in answer.tiling.placements] == ["A", "B"]
    assert answer.levels == (1,) and answer.disassembly is not None
    (move,) = answer.disassembly.moves
    assert (move.pieces, move.direction, move.distance) == (("B",), "right", None)
    check_disassembly(answer.tiling, answer.disassembly)


def test_numbers_of_moves_alone_are_read() -> None:
    text = saved(f"{ASSEMBLY}<separationInfo>4 3 0 0 2 0 0</separationInfo>")
    (answer,) = parse_answers(text, burrtools.parse(text))
    assert answer.levels == (3, 2, 1) and answer.disassembly is None


@pytest.mark.parametrize(
    "solution",
    [
        "<assembly>0 0 0 0 3 0 0</assembly>",
        "<assembly>0 0 0 0 3 0 0 16 1</assembly>",
        "<assembly>0 0 0 0 3 0 0 99</assembly>",
        "<assembly>0 0 0 0 1 0 0 16</assembly>",
        "<assembly>0 0 0 0 x</assembly>",
        "<assembly>0 0 0 0 999999999999 0 0 16</assembly>",
        f"{ASSEMBLY}<separationInfo>many</separationInfo>",
        ASSEMBLY + SEPARATION.replace("0 1</pieces>", "0 7</pieces>"),
        ASSEMBLY + SEPARATION.replace("0 1</pieces>", "0 0</pieces>"),
        ASSEMBLY + SEPARATION.replace("0 20003", "20000 20003"),
        ASSEMBLY + SEPARATION.replace("0 20003", "1 20003"),
        ASSEMBLY + SEPARATION.replace("<dy>0 0</dy>", "<dy>0</dy>"),
        ASSEMBLY + SEPARATION.replace("<dy>0 0</dy>", ""),
        ASSEMBLY + re.sub("<state>.*</state>", "", SEPARATION),
    ],
)
def test_a_solution_that_is_wrong_is_refused(solution: str) -> None:
    text = saved(solution)
    with pytest.raises(TilewrightError):
        (answer,) = parse_answers(text, burrtools.parse(text))
        assert answer.disassembly is not None
        check_disassembly(answer.tiling, answer.disassembly)


def test_the_rotations_are_a_group_of_24() -> None:
    assert len(set(ROTATIONS)) == 24
    images = {tuple(tuple(row) for row in rotation) for rotation in ROTATIONS}
    for rotation in ROTATIONS:
        inverse = tuple(zip(*rotation, strict=True))
        assert inverse in images


@pytest.mark.parametrize("notation", ["soma@3x3x3", "tetracubes*@2x2x4", "pentominoes:FLP@3x5"])
def test_what_is_written_reads_back_and_replays(notation: str) -> None:
    puzzle = tw.load(notation)
    assert isinstance(puzzle, tw.Packing)
    found = tw.solve(puzzle, 5)
    answers = [tw.disassemble(tiling) for tiling in random.Random(1).sample(list(found), len(found))]
    text = dump_answers(puzzle, answers)
    back = parse_answers(text, burrtools.parse(text))
    assert len(back) == len(answers)
    for mine, theirs in zip(answers, back, strict=True):
        assert theirs.disassembly is not None and sorted(theirs.levels) == sorted(mine.levels)
        check_disassembly(theirs.tiling, theirs.disassembly)


def test_groups_are_read_and_written() -> None:
    shapes = voxel(1, 1, 1, "#", "A") + voxel(2, 1, 1, "##", "B") + voxel(3, 1, 1, "###")
    rows = '<shape id="0" group="1"/><shape id="1" group="1"/>'
    puzzle = burrtools.parse(document(shapes, problem(rows, 2)))
    assert puzzle.groups == (("A", "B"),)
    assert burrtools.parse(burrtools.dump(puzzle)).groups == puzzle.groups
    inside = '<shape id="0"><group group="2" count="1"/></shape><shape id="1"/>'
    assert burrtools.parse(document(shapes, problem(inside, 2))).groups == (("A",),)
    with pytest.raises(NotationError):
        burrtools.parse(document(shapes, problem('<shape id="0" count="3"><group group="2" count="1"/></shape>', 2)))


def test_the_command_writes_and_reads_them(run: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("burr") / "soma.xmpuzzle"
    assert run("disassemble", "soma@3x3x3", "-o", file).code == 0
    row = run("disassemble", file, file, "--json").json
    assert (row["assemblies"], len(row["disassemblies"])) == (1, 1)
