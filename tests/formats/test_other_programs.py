"""Texts of other programs: Shikaku below its size, janko.at, `.soma` figures, the Mechanical Puzzle Studio, lists with a border."""

from __future__ import annotations

import json

import pytest

from tests.helpers.cli import CommandLine
from tilewright import formats
from tilewright.api.count import count
from tilewright.errors import LimitError, NotationError
from tilewright.kinds import EdgeMatching, Packing, Shikaku

# Puzzle 008 of github.com/catlzy/shikaku-solver: rows, then columns, each on its own line. Its 410 puzzles are all read.
CATLZY = """12
16
- - 6 6 - - - 6 - - 6 - - 6 - -
- - - - - - - - - - - - - - - -
- - - - - - - - - - - - - - 6 -
- - - 6 - 6 - - - - - - - 6 - -
- - - - - - - 6 - - 6 - - 6 - -
6 - 6 - 6 6 - - - - - - - - - -
- - - - - - - - - - - - - - - 6
- - - - - - 6 6 - - - 6 6 - 6 -
- - - - - - - - - - - - - - - -
- - - 6 - - - 6 - - - - 6 - 6 -
- 6 - 6 - - - - - 6 - 6 - - - -
- - - - - 6 - - - - 6 - - - - -
"""
# github.com/thanks4opensource/yass, figures/good_t_cube.soma: its README says that it has 240 solutions.
GOOD_T = "ooo\nooo\nooo\n\nooo\nooo\nooo\n\nooo\noto\nttt\n"
DOG = "**.***\n.*****\n**.***\n\n.*....\n.*****\n.*....\n\n......\n***...\n......\n\n......\n.**...\n......\n"  # figures/003_dog.soma
BATTLESHIP = """# The classic battleship figure
....o....    # top Z slice
.........

...ooo...
.........

..coooo..    # pre-place "c" piece
.........

occoooooo
oocoooooo
"""


def recognized(text: str) -> list[str]:
    return [name for name, entry in formats.FORMATS.items() if entry.recognizes(text)]


ROWS = "2 - -\n- - 4"


@pytest.mark.parametrize("head", ["2 3", "2\n3", "2x3", "3x2"])
def test_shikaku_below_its_size(head: str) -> None:
    text = f"{head}\n{ROWS}\n"
    assert recognized(text) == ["sized-shikaku"]
    puzzle = formats.parse(text)
    assert puzzle == Shikaku(2, 3, ((0, 0, 2), (1, 2, 4)))
    assert formats.parse(formats.dump(puzzle, "sized-shikaku")) == puzzle


def test_a_puzzle_of_janko_as_a_solver_stores_it() -> None:
    puzzle = formats.parse(CATLZY)
    assert isinstance(puzzle, Shikaku) and (puzzle.rows, puzzle.columns) == (12, 16)
    assert count(puzzle).value == 1


@pytest.mark.parametrize(
    "text",
    [
        "2 2\n1 .\n. 1\n",  # three rows of two cells: the clues add up
        "4 4\n1 2 3 4\n1 1 1 1\n2 2 2 2\n3 3 3 3\n",  # tiles of a board of 4 x 4, cut short
        "2 3\n2 - -\n",  # a row is missing
        "3 3\n2 - -\n- - 4\n",
    ],
)
def test_what_is_not_surely_sized_is_not_read_so(text: str) -> None:
    assert "sized-shikaku" not in recognized(text)


@pytest.mark.parametrize("text", ["3 2\n6 -\n- -\n- -\n", "2 2\n4 -\n- -\n", "2 2\n2 .\n. 2\n"])
def test_two_columns_below_their_size(text: str) -> None:
    assert recognized(text)[0] == "sized-shikaku"
    assert count(formats.parse(text)).value > 0


def test_two_columns_that_add_up_neither_way_are_refused() -> None:
    with pytest.raises(NotationError, match="3x2"):
        formats.parse("3 2\n5 -\n- -\n- -\n")
    assert formats.parse("# Shikaku\n3 2\n5 -\n- -\n- -\n").board.area == 8


def test_tiles_below_their_board_stay_tiles() -> None:
    tiles = "\n".join(["0 1 2 0", "0 0 3 1", "2 4 0 0", "3 0 0 4"])
    for text in (tiles, f"2 2\n{tiles}"):
        assert recognized(text) == ["edge-list"]
        puzzle = formats.parse(text)
        assert isinstance(puzzle, EdgeMatching) and puzzle.border == "0"
        assert count(puzzle).value > 0
    assert formats.parse(tiles).digest == formats.parse(f"2 2\n{tiles}").digest


@pytest.mark.parametrize(
    "tiles", ["0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 1 4", "1 2 3 4\n" * 4, "0 1 0 1\n" * 4, "0 0 1 1\n" * 3]
)
def test_four_numbers_a_line_without_a_border_are_refused(tiles: str) -> None:
    assert recognized(tiles) == []
    with pytest.raises(NotationError):
        formats.parse(tiles)
    with pytest.raises(NotationError):
        formats.parse(tiles, ".edges")


JANKO = "begin\npuzzle sikaku\nauthor A. Nonymous\nrows 2\ncols 3\nproblem\n2 - -\n- - 4\nsolution\n1 1 2\n2 2 2\nend\n"


def test_a_text_of_janko() -> None:
    assert recognized(JANKO) == ["janko"]
    assert formats.parse(JANKO) == Shikaku(2, 3, ((0, 0, 2), (1, 2, 4)))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("puzzle sikaku", "puzzle sudoku", "expected puzzle sikaku"),
        ("cols 3", "cols 4", "expected 2 rows of 4"),
        ("rows 2\n", "", "expected a line such as size 10"),
        ("problem\n", "", "expected a line problem"),
        ("rows 2\n", "rows 2\nrows 2\n", "stands twice"),
        ("2 - -\n", "2 - x\n", "expected a number"),
    ],
)
def test_wrong_texts_of_janko_are_refused(old: str, new: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        formats.parse(JANKO.replace(old, new))


def test_addresses_with_the_sign_of_a_variant() -> None:
    for address in ("https://puzz.link/p?v:/shikaku/3/2/2j4", "https://puzz.link/p?shikaku/v:/3/2/2j4"):
        assert formats.parse(address) == formats.parse("https://puzz.link/p?shikaku/3/2/2j4")


@pytest.mark.parametrize("text", [GOOD_T, DOG, BATTLESHIP])
def test_soma_figures(text: str) -> None:
    assert recognized(text) == ["soma"]
    puzzle = formats.parse(text)
    assert isinstance(puzzle, Packing) and len(puzzle.board.atoms) == 27
    assert formats.parse(formats.dump(puzzle, "soma")).digest == puzzle.digest
    assert count(puzzle).value > 0


def test_a_figure_with_a_piece_in_place() -> None:
    assert count(formats.parse(GOOD_T)).value == 480  # 240 up to the mirror image that leaves the T where it lies
    assert count(formats.parse(GOOD_T), up_to="symmetries").value == 240


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (DOG.replace("**.***", "**..**", 1), "a figure of 26 cubes"),
        (GOOD_T.replace("ttt", "tto"), "the cubes t do not make that piece"),
        (
            DOG.replace("******", "*****?", 1) if "******" in DOG else DOG.replace("*****", "****?", 1),
            "expected \\* or o",
        ),
    ],
)
def test_wrong_figures_are_refused(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        formats.parse(text, ".soma")


def studio(**changes: object) -> str:
    """A file as github.com/mbrown1413/Mechanical-Puzzle-Studio writes them: a square and two dominoes."""
    shapes = [
        {"type": "Shape", "id": 0, "voxels": "0,0,0; 1,0,0; 0,1,0; 1,1,0", "label": "goal"},
        {"type": "ShapeGroup", "shapes": [{"type": "Shape", "id": 7, "voxels": "0,0,0; 1,0,0", "label": "two"}]},
    ]
    problem = {"type": "AssemblyProblem", "id": 0, "label": "Square", "goalShapeId": 0, "shapeCounts": {"7": 2}}
    inner = {"type": "Puzzle", "grid": {"type": "CubicGrid"}, "shapeTree": shapes, "problems": [problem], **changes}
    return json.dumps({"type": "PuzzleFile", "name": "x", "puzzle": inner})


def test_a_file_of_the_puzzle_studio() -> None:
    assert recognized(studio()) == ["puzzle-studio"]
    puzzle = formats.parse(studio())
    assert isinstance(puzzle, Packing) and puzzle.name == "Square" and puzzle.piece_names == ("two",)
    assert count(puzzle).value == 2
    again = formats.parse(formats.dump(puzzle, "puzzle-studio"))
    assert isinstance(again, Packing) and again.board == puzzle.board and again.pieces == puzzle.pieces


def test_optional_cells_of_a_goal() -> None:
    shape = {"id": 0, "voxels": "0,0,0; 1,0,0; 2,0,0", "voxelAttributes": {"optional": {"2,0,0": True}}}
    domino = {"id": 1, "voxels": "0,0,0; 1,0,0", "label": "two"}
    problem = {"label": "p", "goalShapeId": 0, "shapeCounts": {"1": 1}}
    text = studio(grid={"type": "SquareGrid"}, shapeTree=[shape, domino], problems=[problem])
    puzzle = formats.parse(text)
    assert isinstance(puzzle, Packing) and len(puzzle.board.optional) == 1 and count(puzzle).value == 1
    again = formats.parse(formats.dump(puzzle, "puzzle-studio"))
    assert isinstance(again, Packing) and again.board == puzzle.board


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"grid": {"type": "CylindricalGrid"}}, "expected one of CubicGrid"),
        ({"problems": []}, "holds no problem"),
        ({"shapeTree": 4}, "no list"),
        ({"shapeTree": [{"id": 0, "voxels": "0,0"}]}, "lacks its goal|expected x,y,z"),
        ({"problems": [{"goalShapeId": 9, "shapeCounts": {}}]}, "lacks its goal"),
        ({"problems": [{"goalShapeId": 0, "shapeCounts": {"7": [1, 2]}}]}, "expected a number from 0"),
        ({"problems": [{"goalShapeId": 0, "shapeCounts": {"8": 1}}]}, "expected the number of a shape"),
    ],
)
def test_wrong_files_of_the_puzzle_studio_are_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises((NotationError, LimitError), match=says):
        formats.parse(studio(**changes))


def test_a_converted_figure(run: CommandLine, tmp_path: pytest.TempPathFactory) -> None:
    ran = run("export", "soma@3x3x3", "--to", "soma")
    assert ran.code == 0 and recognized(ran.out) == ["soma"]


def test_addresses_of_penpa_are_refused_in_one_line() -> None:
    address = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VTBjpswEL3zFSufRyrYkAC3NN30QtNusqtVhVBECLtBhToFvF05yr"
    for read in (formats.load, formats.parse):
        with pytest.raises(NotationError, match=r"puzz\.link address"):
            read(address)
