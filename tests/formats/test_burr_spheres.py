"""BurrTools files of spheres, and files of several problems."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.burr import document, problem, voxel
from tests.helpers.cli import CommandLine
from tilewright import loader
from tilewright.api.count import count
from tilewright.errors import NotationError
from tilewright.formats import burrtools
from tilewright.kinds import Packing

# The shapes of Stewart Coffin's puzzle in BallRoom.xmpuzzle (github.com/burr-tools/burr-tools, examples): a tetrahedron and
# two boxes of balls; BurrTools finds 2, 1 and 3 assemblies of them, mirror images not told apart.
SHAPES = (
    voxel(5, 5, 3, "__#___#_#_#_#_#_#_#___#_________#___#_#___#___________________#____________"),
    voxel(3, 3, 1, "#___#___#"),
    voxel(3, 2, 1, "#_#_#_"),
    voxel(3, 3, 2, "__#_#_____#_____#_"),
    voxel(3, 3, 2, "#___#___#_______#_"),
    voxel(3, 3, 3, "#___#___#_#_#_#_#___#_#_#__"),
    voxel(3, 3, 3, "#_#_#_#_#_#_#_#_#_#_#_#_#_#"),
)
FOUR = "".join(f'<shape id="{number}" count="1"/>' for number in (2, 1, 4, 3))
THREE = "".join(f'<shape id="{number}" count="1"/>' for number in (2, 1, 4))
ROOM = document("".join(SHAPES), problem(FOUR, 0) + problem(THREE, 5) + problem(FOUR, 6), grid="2")


@pytest.mark.parametrize(("number", "assemblies", "all_of_them"), [(0, 2, 8), (1, 1, 24), (2, 3, 72)])
def test_problems_of_balls_have_as_many_assemblies_as_burrtools_finds(
    number: int, assemblies: int, all_of_them: int
) -> None:
    puzzle = burrtools.parse(ROOM, number)
    assert puzzle.lattice == "spheres"
    assert (count(puzzle, up_to="symmetries").value, count(puzzle).value) == (assemblies, all_of_them)


@pytest.mark.parametrize("text", ["kanoodle@p5", "kanoodle@1x5x11", "trispheres@t3", "tetraspheres@p4-l0r3c3"])
def test_balls_read_back(text: str) -> None:
    puzzle = Packing.parse(text)
    again = burrtools.parse(burrtools.dump(puzzle))
    grid = puzzle.grid
    assert again.lattice == "spheres"
    assert sorted(piece.forms for piece in again.pieces) == sorted(piece.forms for piece in puzzle.pieces)
    assert again.board.atoms == grid.normalize(puzzle.board.atoms)


def test_a_ball_where_there_is_none_is_refused() -> None:
    odd = document(voxel(2, 1, 1, "##") + voxel(3, 1, 1, "#_#"), problem('<shape id="0"/>', 1), grid="2")
    with pytest.raises(NotationError, match="x=1 y=0 z=0: expected"):
        burrtools.parse(odd)


def test_later_problems_are_chosen_by_number(tmp_path: Path, run: CommandLine) -> None:
    file = tmp_path / "room.xmpuzzle"
    file.write_text(ROOM)
    assert [loader.load(f"{file}#{number}") for number in (1, 2, 3)] == [
        burrtools.parse(ROOM, number) for number in range(3)
    ]
    assert loader.load(file) == burrtools.parse(ROOM)
    shown = run("show", str(file))
    assert [line.partition(": ")[2] for line in shown.out.splitlines()[-3:]] == ["p (shown)", "p", "p"]
    assert f"{file}#2: p" in shown.out
    for wrong in ("0", "4", "x", "", "1e3", "-1", "٣"):
        refused = run("count", f"{file}#{wrong}")
        assert refused.code == 2 and refused.err.count("\n") == 1 and "expected a number from 1 to 3" in refused.err


def test_other_files_have_no_problems_to_choose(tmp_path: Path, run: CommandLine) -> None:
    file = tmp_path / "puzzle.toml"
    file.write_text('pieces = "FNPUV"\nboard = "5x5"\n')
    refused = run("count", f"{file}#2")
    assert refused.code == 2 and "holds one puzzle" in refused.err
    assert loader.problem_titles(str(file)) == []
