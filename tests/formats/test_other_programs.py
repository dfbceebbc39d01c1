"""Texts of other programs: Shikaku below its size, janko.at, Penpa+, `.soma` figures, the Mechanical Puzzle Studio, lists with
a border, TetraVex.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode

import pytest

from tests.helpers.cli import CommandLine
from tilewright import formats, loader
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
    puzzle = loader.parse(text)
    assert puzzle == Shikaku(2, 3, ((0, 0, 2), (1, 2, 4)))
    assert loader.parse(formats.dump(puzzle, "sized-shikaku")) == puzzle


def test_a_puzzle_of_janko_as_a_solver_stores_it() -> None:
    puzzle = loader.parse(CATLZY)
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
    assert count(loader.parse(text)).value > 0


def test_two_columns_that_add_up_neither_way_are_refused() -> None:
    with pytest.raises(NotationError, match="3x2"):
        loader.parse("3 2\n5 -\n- -\n- -\n")
    assert loader.parse("# Shikaku\n3 2\n5 -\n- -\n- -\n").board.area == 8


def test_tiles_below_their_board_stay_tiles() -> None:
    tiles = "\n".join(["0 1 2 0", "0 0 3 1", "2 4 0 0", "3 0 0 4"])
    for text in (tiles, f"2 2\n{tiles}"):
        assert recognized(text) == ["edge-list"]
        puzzle = loader.parse(text)
        assert isinstance(puzzle, EdgeMatching) and puzzle.border == "0"
        assert count(puzzle).value > 0
    assert loader.parse(tiles).digest == loader.parse(f"2 2\n{tiles}").digest


@pytest.mark.parametrize(
    "tiles", ["0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 1 4", "1 2 3 4\n" * 4, "0 1 0 1\n" * 4, "0 0 1 1\n" * 3]
)
def test_four_numbers_a_line_without_a_border_are_refused(tiles: str) -> None:
    assert recognized(tiles) == []
    with pytest.raises(NotationError):
        loader.parse(tiles)
    with pytest.raises(NotationError):
        loader.parse(tiles, ".edges")


JANKO = "begin\npuzzle sikaku\nauthor A. Nonymous\nrows 2\ncols 3\nproblem\n2 - -\n- - 4\nsolution\n1 1 2\n2 2 2\nend\n"


def test_a_text_of_janko() -> None:
    assert recognized(JANKO) == ["janko"]
    assert loader.parse(JANKO) == Shikaku(2, 3, ((0, 0, 2), (1, 2, 4)))


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
        loader.parse(JANKO.replace(old, new))


def test_addresses_with_the_sign_of_a_variant() -> None:
    for address in ("https://puzz.link/p?v:/shikaku/3/2/2j4", "https://puzz.link/p?shikaku/v:/3/2/2j4"):
        assert loader.parse(address) == loader.parse("https://puzz.link/p?shikaku/3/2/2j4")


@pytest.mark.parametrize("text", [GOOD_T, DOG, BATTLESHIP])
def test_soma_figures(text: str) -> None:
    assert recognized(text) == ["soma"]
    puzzle = loader.parse(text)
    assert isinstance(puzzle, Packing) and len(puzzle.board.atoms) == 27
    assert loader.parse(formats.dump(puzzle, "soma")).digest == puzzle.digest
    assert count(puzzle).value > 0


def test_a_figure_with_a_piece_in_place() -> None:
    assert count(loader.parse(GOOD_T)).value == 480  # 240 up to the mirror image that leaves the T where it lies
    assert count(loader.parse(GOOD_T), up_to="symmetries").value == 240


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
        loader.parse(text, ".soma")


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
    puzzle = loader.parse(studio())
    assert isinstance(puzzle, Packing) and puzzle.name == "Square" and puzzle.piece_names == ("two",)
    assert count(puzzle).value == 2
    again = loader.parse(formats.dump(puzzle, "puzzle-studio"))
    assert isinstance(again, Packing) and again.board == puzzle.board and again.pieces == puzzle.pieces


def test_optional_cells_of_a_goal() -> None:
    shape = {"id": 0, "voxels": "0,0,0; 1,0,0; 2,0,0", "voxelAttributes": {"optional": {"2,0,0": True}}}
    domino = {"id": 1, "voxels": "0,0,0; 1,0,0", "label": "two"}
    problem = {"label": "p", "goalShapeId": 0, "shapeCounts": {"1": 1}}
    text = studio(grid={"type": "SquareGrid"}, shapeTree=[shape, domino], problems=[problem])
    puzzle = loader.parse(text)
    assert isinstance(puzzle, Packing) and len(puzzle.board.optional) == 1 and count(puzzle).value == 1
    again = loader.parse(formats.dump(puzzle, "puzzle-studio"))
    assert isinstance(again, Packing) and again.board == puzzle.board


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"board": "###\n###", "piece": [{"shape": "##\n#.", "copies": 2, "turn": False}]}, "turn and flip"),
        ({"board": "####\n####", "piece": [{"shape": "###\n#..", "copies": 2, "flip": False}]}, "turn and flip"),
        (
            {
                "board": "##",
                "paint": {"a": "#."},
                "piece": [{"shape": "##", "allowed_paints": [{"cells": [[0, 0]], "paints": ["a"]}]}],
            },
            "paints",
        ),
    ],
)
def test_what_a_file_of_the_puzzle_studio_would_lose_is_refused(keys: dict[str, object], says: str) -> None:
    with pytest.raises(NotationError, match=says):
        formats.dump(loader.load(keys), "puzzle-studio")


def test_pieces_that_look_the_same_every_way_go_into_a_file_of_the_puzzle_studio() -> None:
    puzzle = loader.load({"board": "####", "piece": [{"shape": "#", "copies": 4, "turn": False, "flip": False}]})
    assert count(loader.parse(formats.dump(puzzle, "puzzle-studio"))).value == 1


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
        loader.parse(studio(**changes))


def test_a_converted_figure(run: CommandLine, tmp_path: pytest.TempPathFactory) -> None:
    ran = run("export", "soma@3x3x3", "--to", "soma")
    assert ran.code == 0 and recognized(ran.out) == ["soma"]


# An example of the solver github.com/T0nyX1ang/noqx (solver/shikaku.py), as its puzzle and the start of a solution are packed.
PENPA = (
    "m=edit&p=7VTfb9owEH7PX4H8fA/xDxI7b6yFvVC6rVRVFUUo0LRFA6VNyDQZ5X/f+QKkaammqlqnSZPx8X13tvPlnLvysUqLDLjvflID/uNQX"
    "NMUOqDp78Z0uVllUQ8G1eY+LxAAnI9GcJuuysyLd6sSb2tNZAdgP0cxEwxocpaA/Rpt7VlkJ2AvMMSAo2+MiDMQCIctvKK4QyeNk/uIJw0OEV4"
    "jXCyLxSqbjZuDvkSxnQJzz/lEux1k6/xHxpptxBf5er50jnm6wZcp75cPu0hZ3eTfq91antRgB43c4RG5spUrD3LlH5Sb3dxlZTU/ptUkdY05/"
    "4ZqZ1HshF+2ULfwItrWTtSWyT5uNRA218KURqoPNBBIgwMNww7VAVLZUtOhRjpRPdY61DMH93nnPO67x6knPHixwzz3cN09Q8ruGaqrmQf+E45"
    "J4JSKa7IjsoLsFDMFVpI9JeuT7ZMd05oh2SuyJ2QV2YDWhC7Xb7qN98thgcIMGY1X1/cbIJQEoTD3EpgUGqQwhIVGv8HsyN++QyybZtAd/X/Pl"
    "3gxG2L59CZ5sU5XWEKTaj3Pij3HhlV77Cejid8y9r//Pexv9DCXf/+Da+e9pRxjag/VBvYc2EM1S2eLHL8zzB+F9wX4Snhfk8fDWNKvBJR5Efj"
    "w5GCbSLxf"
)
PENPA_GRID = """\
. . . . . 9 . . . .
. . . . 8 . . . . .
. . . . 6 . . . . .
. . . . . 6 . . . .
3 . . 3 . . . ? ? .
. 6 4 . . . ? . . ?
. . . . 6 . . . . .
. . . . . 4 . . . .
. . . . . 6 . . . .
. . . . 6 . . . . ."""
SITE = "https://swaroopg92.github.io/penpa-edit/#"


@pytest.mark.parametrize(
    "address", [PENPA, f"{SITE}{PENPA}", f"{SITE}{PENPA}&l=solvedup", f"#{PENPA}".replace("edit", "solve")]
)
def test_an_address_of_penpa(address: str) -> None:
    puzzle = loader.load(address)
    assert str(puzzle) == PENPA_GRID and count(puzzle).value == 1
    written = formats.dump(puzzle, "penpa")
    assert recognized(written) == ["penpa"] and loader.parse(written) == puzzle


def test_penpa_opens_addresses_of_puzzlink_as_well() -> None:
    puzzle = loader.parse(f"{SITE}m=edit&p=https://puzz.link/p?shikaku/3/2/2j4")
    assert puzzle == Shikaku(2, 3, ((0, 0, 2), (1, 2, 4)))


def penpa(lines: dict[int, str], size: str = "square,3,2") -> str:
    """An address of a Shikaku of 2 rows and 3 columns, with other lines."""
    told = [
        f"{size},38,0,1,1,152,114,101,101,0,0,0,0,Title: ,Author: ,,",
        "[0,0,0,0]",
        "{}",
        '{zN:{"16":["2",1,"1"],"25":[4,1,"1"]}}',
        "{}",
    ]
    told += ["[16,1,1,5,1,1]", *[""] * 11, "[]", ""]
    for number, line in lines.items():
        told[number] = line
    return "m=edit&p=" + packed("\n".join(told).encode())


def packed(data: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b64encode(packer.compress(data) + packer.flush()).decode()


@pytest.mark.parametrize(
    "lines",
    [
        {},
        {17: '["shikaku"]'},
        {
            17: '["shikaku"]',
            3: '{zN:{"16":[" 2 ",6,"5"],"25":["4",1,"1"],"17":["",1,"1"]},zS:{"16":4},zY:{"16":[1,"circle_L",1]}}',
        },
    ],
)
def test_a_puzzle_of_penpa_that_is_shikaku(lines: dict[int, str]) -> None:
    assert loader.parse(penpa(lines)) == Shikaku(2, 3, ((0, 0, 2), (1, 2, 4)))


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ({17: '["classic","sudoku"]'}, "genre 'classic', 'sudoku'"),
        ({3: '{zN:{"16":["2",1,"1"],"25":["3",1,"1"]}}'}, "cover 5 of 6 cells"),
        ({3: '{zN:{"16":["2",1,"1"],"25":["4",1,"1"]},zE:{"35,36":2}}'}, "it has lineE drawn"),
        ({3: '{zN:{"16":["2",1,"1"],"25":["x",1,"1"]}}'}, "'x' in row 2, column 3"),
        ({3: '{zN:{"16":["2",1,"1"],"9":["4",1,"1"]}}'}, "beside the cells"),
        ({3: "{}"}, "has no numbers"),
        ({3: "[]"}, "expected a table"),
        ({3: '{"a":' * 9000}, "expected JSON"),
        ({5: "[16,1,1,5,1]"}, "no rectangle"),
        ({5: "[null]"}, "has no size"),
        ({5: "[]"}, "no cells"),
        ({0: "3,2,38,0,0,0,0"}, "older Penpa"),
        ({0: "hex" + ",3" * 20}, "on the grid 'hex'"),
    ],
)
def test_other_puzzles_of_penpa_are_refused(lines: dict[int, str], says: str) -> None:
    with pytest.raises(NotationError, match=says):
        loader.parse(penpa(lines))


@pytest.mark.parametrize(
    ("address", "error"),
    [
        (PENPA[:-200], NotationError),
        (PENPA.replace("7VTf", "!!!!"), NotationError),
        ("m=edit&p=", NotationError),
        ("m=edit&p=" + packed(b"\xff" * 100), NotationError),
        ("m=edit&p=" + packed(b"0" * 8_000_000), LimitError),
    ],
)
def test_damaged_addresses_and_bombs_are_refused(address: str, error: type[Exception]) -> None:
    with pytest.raises(error, match="expected") as told:
        loader.parse(address)
    assert "Error" not in str(told.value)


# Tiles of github.com/drguigui1/Tetravex-Solver (tests/generated_tests/0_3x3, README.md), logan-a-richey/tetravex_solver
# (sa/c_backend/test_puzzle.txt), cpcdoy/Tetravex-solver (data/tetravex_3_3.txt), qanastek/Concurency-Tetravex (data/5x5.txt),
# Motyak/tetravex_solver (examples/3x3.txt) and letmeentertainyou/Tetravex-Solver (benchmarks/4x4.shuffled).
DIGITS = "2646\n9481\n6767\n7118\n6103\n5019\n8075\n3745\n4495\n"
PLACED = "0986 @ \n6524\n5283\n3805\n"
ONE_LINE = "4 6759 9433 9567 3492 5045 8738 0797 9876 7261 5854 7759 9998 5754 7379 3180 9287 \n"
DRAWN = "6 8 4\n2 9 5 3 6 8\n8 2 8\n8 0 8\n8 6 3 9 2 2\n6 6 1\n7 2 1\n6 2 9 4 4 5\n2 0 4\n"
BOXED = "+-----+-----+\n|  0  |  3  |\n| 9 8 | 8 0 |\n|  6  |  5  |\n+-----+-----+\n|  6  |  5  |\n| 5 2 | 2 8 |\n|  4  |  3  |\n+-----+-----+\n"
# The same tiles in the boxes of gnome-tetravex-cli (src/cli.vala, `print_board`): the left board, where two lie, and the right.
GNOME = """
 ┌╴ ╶┐ ┌╴3╶┐   ┌╴6╶┐ ┌╴ ╶┐
        8 · 0   5 · 2
 └╴ ╶┘ └╴5╶┘   └╴4╶┘ └╴ ╶┘
 ┌╴ ╶┐ ┌╴5╶┐   ┌╴0╶┐ ┌╴ ╶┐
        2 · 8   9 · 8
 └╴ ╶┘ └╴3╶┘   └╴6╶┘ └╴ ╶┘
"""
SIZED = """5 5
8 4 4 0
5 6 4 0
6 1 5 8
1 3 8 1
6 0 3 2
2 1 4 2
6 0 7 8
4 0 2 7
2 8 1 8
5 2 8 8
0 7 5 4
0 4 1 4
7 3 0 8
2 6 2 1
0 2 6 7
3 8 2 6
0 8 1 2
1 0 0 0
1 8 7 2
4 7 6 0
0 7 6 3
7 7 0 5
6 8 2 3
4 0 4 7
6 6 6 4
"""
MOTYAK = "3 3\n5 7 1 8\n1 2 1 1\n3 4 4 6\n4 9 4 2\n1 7 3 7\n1 6 1 9\n4 9 3 7\n3 9 9 4\n6 1 5 3\n"
SPACED = "1 2 6 1\n5 5 2 1\n9 9 2 4\n0 2 7 6\n4 5 4 6\n6 2 6 0\n3 7 5 4\n3 9 8 3\n9 5 2 3\n9 7 5 5\n2 3 0 0\n6 8 5 9\n4 4 3 9\n7 0 7 9\n3 0 9 7\n0 6 0 1\n"
TETRAVEX = [DIGITS, PLACED, ONE_LINE, DRAWN, BOXED, GNOME, SIZED, f"tetravex\n{MOTYAK}", f"# tetravex\n{SPACED}"]


@pytest.mark.parametrize("text", TETRAVEX)
def test_tiles_of_tetravex_do_not_turn_and_make_one_board(text: str) -> None:
    assert recognized(text)[0] == "tetravex"
    puzzle = loader.parse(text)
    assert isinstance(puzzle, EdgeMatching) and puzzle.border == "free"
    assert {tile.motion for tile in puzzle.tiles} == {"fixed"} and len(puzzle.tiles) == len(puzzle.board.atoms)
    assert count(puzzle).value == 1
    again = formats.dump(puzzle, "tetravex")
    assert recognized(again) == ["tetravex"] and loader.parse(again).digest == puzzle.digest


def test_the_same_tiles_in_boxes_and_in_digits() -> None:
    boxes, gnome, digits = (loader.parse(text) for text in (BOXED, GNOME, PLACED))
    assert isinstance(digits, EdgeMatching) and [pin.atom for pin in digits.pinned] == [(0, 0)]
    assert isinstance(boxes, EdgeMatching) and isinstance(gnome, EdgeMatching)
    labels = [sorted(tile.labels for tile in each.tiles) for each in (boxes, gnome, digits)]
    assert labels[0] == labels[1] == labels[2]


def test_the_order_of_the_sides_can_be_told() -> None:
    drawn, clockwise = (loader.parse(f"tetravex 2x2 {order}\n{PLACED}") for order in ("drawn", "clockwise"))
    assert isinstance(drawn, EdgeMatching) and isinstance(clockwise, EdgeMatching)
    assert drawn.tiles[0].labels == ("0", "8", "6", "9") and clockwise.tiles[0].labels == ("0", "9", "8", "6")


@pytest.mark.parametrize(
    "text", [SPACED, "1 2 3 4\n" * 4, "0110\n1111\n1111\n0110\n", "2744 2557\n5961 4118\n", DIGITS[5:]]
)
def test_what_is_not_surely_tetravex_is_not_read_so(text: str) -> None:
    assert "tetravex" not in recognized(text)
    with pytest.raises(NotationError):
        loader.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "tetravex\n",
        f"tetravex 2x3\n{PLACED}",
        "tetravex\n1 2 3\n",
        "tetravex\n0123 @ @\n" * 4,
        f"tetravex 2x2\n{SIZED}",
    ],
)
def test_wrong_texts_below_tetravex_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        loader.parse(text)


CLOCKWISE = "5233\n4421\n2244\n2354\n5425\n3113\n4014\n5342\n1420\n"


def test_tiles_whose_sides_may_stand_in_several_orders_are_refused_until_one_is_told() -> None:
    for text in (CLOCKWISE, f"tetravex\n{CLOCKWISE}"):
        with pytest.raises(NotationError, match="drawn, clockwise or opposite"):
            loader.parse(text)
    counts = [count(loader.parse(f"tetravex {order}\n{CLOCKWISE}")).value for order in ("drawn", "clockwise")]
    assert counts[0] == 0 and counts[1] > 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tetravex\n1011\n1123\n1011\n1123\n1011\n1123\n", "such as tetravex 2x3"),
        ("tetravex 2x3\n1011\n1123\n", "2 tiles for a board of 2x3"),
        ("tetravex\n0123\n4567\n1450\n8922\n", "no order of their sides"),
    ],
)
def test_what_a_list_below_tetravex_lacks_is_said(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        loader.parse(text)


@pytest.mark.parametrize("tiles", ["1101\n1110\n1111\n1010", "0000 *4", "1234\n3412\n1111\n2222", "1234", "0000"])
def test_every_tetravex_that_is_written_is_read_again(tiles: str) -> None:
    side = 1 if len(tiles) == 4 else 2
    puzzle = loader.parse(f"edges {side}x{side} motion=fixed\n{tiles}")
    again = formats.dump(puzzle, "tetravex")
    assert recognized(again)[0] == "tetravex" and count(loader.parse(again)).value == count(puzzle).value


def test_what_a_text_of_tetravex_cannot_hold_is_refused() -> None:
    for text in (
        "edges 1x2\nabab *2",
        "macmahon3@4x6",
        "edges 2x2 motion=fixed\n1111 *3",
        "edges 2x2 border=1\n1111 *4",
    ):
        with pytest.raises(NotationError):
            formats.dump(loader.parse(text), "tetravex")
