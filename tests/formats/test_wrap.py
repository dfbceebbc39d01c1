"""Wrapped boards in files and notations: the key `wrap`, the sign `~`, what is refused in one line."""

from __future__ import annotations

import pytest

from tests.helpers.cli import CommandLine
from tilewright.api.solve import solve
from tilewright.errors import TilewrightError
from tilewright.formats import notation, tables
from tilewright.formats.solution import parse_solutions
from tilewright.kinds import Packing
from tilewright.loader import load
from tilewright.puzzle import Board

SQUARE = 'pieces = "tetrominoes:O*"\n'


@pytest.mark.parametrize(
    "text",
    ["tetrominoes*@4x4~", "tetrominoes*@4x6~~-r0c0,r1c0,r2c0,r3c0", "hexiamonds@6x6~", "tetrahexes@4x7~~", "fridgeiq@6x6~", "dominoes*@2x5~~-r0c4,r1c4"],
)  # fmt: skip
def test_wrapped_puzzles_are_written_and_read(text: str) -> None:
    puzzle = Packing.parse(text)
    assert notation.dump(puzzle) == text
    assert tables.parse_toml(tables.dump_toml(puzzle)) == tables.parse_json(tables.dump_json(puzzle)) == puzzle


@pytest.mark.parametrize(
    "text",
    [
        'board = "2x4~"', 'board = "2x4"\nwrap = "columns"', 'board = "2x4~"\nwrap = "columns"',
        'board = "####\\n####"\nwrap = "columns"', 'lattice = "square~4"\nboard = "2x4"',
        'board = [[5, 3], [5, 4], [5, 5], [5, 6], [6, 3], [6, 4], [6, 5], [6, 6]]\nwrap = "columns"',
    ],
)  # fmt: skip
def test_ways_to_say_the_same(text: str) -> None:
    assert tables.parse_toml(SQUARE + text).board == Board.of_size("2x4~")


def test_pins_and_paint_lie_where_the_file_says() -> None:
    pinned = '\n[[pinned]]\npiece = "O"\ncells = [[0, 3], [0, 0], [1, 3], [1, 0]]\n'
    puzzle = tables.parse_toml(f'{SQUARE}board = "2x4"\nwrap = "columns"{pinned}')
    (tiling,) = solve(puzzle, None).tilings
    assert sorted(placement.id for placement in tiling.placements) == ["O@0,1/0", "O@0,3/0"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('board = "2x4"\nwrap = "rows"', "expected columns or both"),
        ('board = "2x4~~"\nwrap = "columns"', "the board wraps both"),
        ('lattice = "square~"\nboard = "2x4"', "expected the circumference"),
        ('lattice = "square~0"\nboard = "2x4"', "expected the circumference"),
        ('lattice = "square~99999"\nboard = "2x4"', "at most 10,000"),
        ('lattice = "cubic~3"\nboard = "2x2x4"', "expected a flat lattice"),
        ('lattice = "square~3"\nboard = "2x4"', "listed twice"),
        ('board = "1x1~"\n[[piece]]\nname = "I"\nshape = "##"\nturn = false', "piece I overlaps itself"),
    ],
)
def test_refused_in_one_line(text: str, expected: str) -> None:
    with pytest.raises(TilewrightError, match=expected) as error:
        tables.parse_toml(SQUARE + text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text", ["dominoes@1x1~~", "soma@3x3x3~", "pentominoes@5x12~~~", "dominoes*@0x4~", "tetrahexes@h3~"]
)
def test_bad_notations_end_with_code_2(text: str, run: CommandLine) -> None:
    refused = run("count", text)
    assert refused.code == 2 and refused.err.count("\n") == 1 and refused.err.startswith("tilewright: ")


@pytest.mark.parametrize("name", ["blocks", "xmpuzzle"])
def test_formats_of_flat_boards_say_so(name: str, run: CommandLine) -> None:
    refused = run("export", "dominoes*@2x4~", "--to", name)
    assert refused.code == 2 and "square~4" in refused.err


@pytest.mark.parametrize("notation", ["monomino*@3x1~~-r0c0", "squares*@4x2~~-r0c0,r0c1"])
def test_drawings_of_a_torus_without_its_first_row_are_read_back(notation: str) -> None:
    puzzle = load(notation)
    tilings = solve(puzzle, n=2).tilings
    text = "\n\n".join(map(str, tilings))
    assert str(tilings[0]).startswith(" ")
    assert [set(read) for read in parse_solutions(text, puzzle)] == [set(tiling.placements) for tiling in tilings]
