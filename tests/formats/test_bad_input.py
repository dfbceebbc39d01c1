"""What cannot be read: one line that quotes the offending line and says what was expected; never anything else."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.helpers.paths import EXAMPLES
from tilewright import formats, loader
from tilewright.errors import LimitError, NotationError, TilewrightError
from tilewright.files import MAX_BYTES
from tilewright.puzzle import Puzzle

EXAMPLE_FILES = sorted(path for path in EXAMPLES.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc"))
TEXTS = [path.read_text(encoding="utf-8") for path in EXAMPLE_FILES]
TEXTS += [formats.dump(loader.load(path), "json") for path in EXAMPLE_FILES]


def message(source: str | Path, kind: type[TilewrightError] = NotationError) -> str:
    with pytest.raises(kind) as error:
        loader.load(source)
    text = str(error.value)
    assert "\n" not in text
    assert len(text) < 600
    return text


@pytest.mark.parametrize(
    ("text", "quoted", "expected"),
    [
        ("###\n#q#\n---\n*\n", "'#q#'", "expected one of '.' '#'"),
        ("edges 2x2 border=\nabca\n", "'border='", "the value is missing"),
        ("##\n---\n*?\n", "block 0: '*?'", "expected one of '.' '#'"),
        ("\n---\n*\n", "the shape above the first line ---", "expected cells in #"),
        ("##\n---\n*\n---\n   \n---\n*\n", "block 1", "expected some in *"),
        ("###\n---\n* *\n---\n*\n", "block 0: piece '0' is not connected", "a piece for each of its 2 parts"),
        ("##\n##\n---\n*.\n.*\n", "block 0: piece '0' is not connected through edges", "connected = false"),
        ("##\n---\n\n", "there are no blocks", "divided by lines ---"),
        ("##\n##\n", "a board without pieces", "expected some, as pentominoes@FILE"),
        ("", "''", "no such file"),
        ("\n", "", "the text is empty"),
        ("2 . .\n. 4\n", "row 1 '. 4' has 2 cells", "expected 3, as the first row"),
        ("2 . .\n. x 4\n", "row 1 '. x 4': 'x'", "expected a number"),
        ("2 . 123456789\n. . 4\n", "row 0 '2 . 123456789': '123456789'", "expected a number of up to 7 digits"),
        ("2 . . .\nx y . .\n", "row 1 'x y . .': 'y'", "expected a number"),
        ('pieces = "FNPUV"\nboard = "5x5\n', "'board = \"5x5'", "expected TOML"),
        ('pieces = "FNPUV"\nboarb = "5x5"\n', "'boarb = \"5x5\"'", "expected the keys name, lattice, pieces"),
        ('pieces = "FNPUV"\n', "expected one of board =", "outline ="),
        ('board = "5x5"\n', "there are no pieces", "[[piece]]"),
        ('pieces = "FNPUV"\nboard = 55\n', "'board = 55': Expected", "got `int` - at `$.board`"),
        ('pieces = "FNPUQ"\nboard = "5x5"\n', "no piece 'Q'", "FILNPTUVWXYZ"),
        ('pieces = "FNPUV"\nlattice = "hex"\nboard = "5x5"\n', "unknown lattice 'hex'", "expected one of square"),
        ('pieces = "FNPUV"\nboard = "5x5"\nlattice = "halfsquare"\n', "is on lattice square", "expected halfsquare"),
        ('pieces = "fridgeiq:DIY"\noutline = "POLYGON ((0 0, 3 0, 3 2.5, 0 0))"\n', "cuts through an atom", "expected corners on the lattice"),
        ('pieces = "fridgeiq:DIY"\noutline = "POLYGON ((0 0, 3 0"\n', "outline 'POLYGON ((0 0, 3 0'", "expected WKT"),
        ('pieces = "fridgeiq:DIY"\noutline = "POINT (0 0)"\n', "outline 'POINT (0 0)'", "expected a POLYGON"),
        ('pieces = "fridgeiq:DIY"\noutline = "POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))"\n', "not a simple polygon", "Self-intersection"),
        ('board = "3x3"\n[[piece]]\nname = "A"\nshape = """\n#.\n.#"""\nconnected = true\n', "piece 'A'", "not connected through edges"),
        ('board = "3x3"\n[[piece]]\nname = "A B"\nshape = "#"\n', "piece name 'A B'", "expected characters other than"),
        ('board = "3x3"\n[[piece]]\nname = "A"\nshape = ""\n', "piece 'A'", "has no cells"),
        ('board = "3x3"\n[[piece]]\nname = "A"\nshape = "#%"\n', "piece 'A': '#%'", "expected one of"),
        ('board = "3x3"\n[[piece]]\nname = "A"\nshape = "#"\ncopies = -1\n', "fewest=-1", "expected a whole number, 0 to"),
        ('board = "3x3"\n[[piece]]\nname = "A"\nshape = "#"\ncopies = [3, 2]\n', "copies 3 to 2", "expected 0 <= fewest"),
        ('board = "3x3"\n[[piece]]\nname = "A"\nshape = "#"\ncopies = "many"\n', "'copies = \"many\"'", 'expected a number, "any", or [fewest, most]'),
        ('board = "3x3"\n[[piece]]\nname = "A"\nshape = "#"\ncopies = 2000000\n', "copies 2000000", "expected at most 1,000,000"),
        ('board = "3x3"\n[[piece]]\nname = "A"\nshape = "#"\nmotions = ["45"]\n', "unknown motion '45'", "expected one of free"),
        ('board = "3x3"\npieces = "X"\n[[piece]]\nname = "X"\nshape = "#"\n', "two pieces are called 'X'", "names that differ"),
        ('board = "3x3"\npieces = "X"\n[[pinned]]\npiece = "X"\ncells = [[0, 0]]\n', "pinned cells (0, 0)", "expected an allowed position of piece X"),
        ('board = "3x3"\npieces = "X"\n[[pinned]]\npiece = "Y"\ncells = [[0, 0]]\n', "no piece 'Y'", "expected one of X"),
        ('board = "3x3"\npieces = "X"\n[[pinned]]\npiece = "X"\n', "without piece or cells", "expected piece = NAME"),
        ('board = "3x3"\npieces = "X"\n[[pinned]]\npiece = "X"\ncells = [[0, "a"]]\n', "cell \"[0, 'a']\"", "expected [row, column]"),
        ('board = "3x3"\npieces = "X"\n[[pinned]]\npiece = "X"\ncells = [[0, true]]\n', "'cells = [[0, true]]'", "got `bool`"),
        ('board = [[0, 0, "nx"]]\npieces = "fridgeiq"\n', "cell \"[0, 0, 'nx']\"", 'letters of "nesw"'),
        ('board = [[0, 2], [0, 2]]\npieces = "X"\n', "a cell appears twice", ""),
        ('board = "3x3"\nshikaku = "2 ."\n', "shikaku and board exclude each other", "expected shikaku"),
        ('shikaku = "2 ."\n[[pinned]]\npiece = "0,0"\n', "unknown field `piece`", "expected the keys rect"),
        ('{"pieces": "FNPUV", "board": 5}\n', "'{\"pieces\": \"FNPUV\", \"board\": 5}'", "Expected"),
        ('{"pieces": "FNPUV",\n "board: 5}\n', "'\"board: 5}'", "expected JSON"),
        ('{"pieces": "FNPUV",\n x "board": 5}\n', "'x \"board\": 5}'", "expected JSON"),
        ('{"solutions": []}\n', "unknown field `solutions`", "expected the keys name, lattice"),
    ],
)  # fmt: skip
def test_texts_that_do_not_parse(text: str, quoted: str, expected: str) -> None:
    found = message(text)
    assert quoted in found
    assert expected in found


@pytest.mark.parametrize(
    ("source", "quoted"),
    [
        ("no/such/file.toml", "'no/such/file.toml': no such file"),
        ("FNPUV", "'FNPUV' is a set of pieces and no file: expected a board"),
        ("t-puzzle", "'t-puzzle' is a set of pieces and no file: expected an outline"),
        ("FNPUV@", "'FNPUV@': expected PIECES@BOARD"),
        ("@5x5", "'@5x5': expected PIECES@BOARD"),
        ("FNPUV@5", "board '5': expected RxC"),
        ("FNPUV@0x5", "board '0x5' has no cells"),
        ("FNPUV@5x5-r9c9", "no cell 'r9c9'"),
        ("FNPUV@5x5-r9", "no cell 'r9'"),
        ("FNPUQ@5x5", "no piece 'Q': expected some of FILNPTUVWXYZ"),
        ("FFNPU@5x5", "F appears twice"),
        ("tetrominoe@5x5", "unknown set 'tetrominoe' (did you mean tetrominoes?): expected one of"),
        ("tangram@5x5", "'tangram' is a box with boards of its own: expected tangram or tangram/BOARD"),
        ("FNPUV!spin@5x5", "unknown motion !spin: expected !free, !turn or !fixed"),
        ("fridgeiq+X@5x5", "expected one lattice"),
        ("https://puzz.link/p?sudoku/6/6/abc", "expected https://puzz.link/p?shikaku/"),
        ("https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5", "the clues fill 32 cells: expected 6 x 6 = 36"),
        ("https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5!", "column 47: '!' in 'https://puzz.link"),
        ("6x6:d3a5!6b6n6b2_3a5d", "column 9: '!6b6n6b2_3a5d' in '6x6:d3a5!6b6n6b2_3a5d': expected a-z, a number or _"),
        ("6x6:d3a5_6b6n6b2_3a5", "the clues fill 32 cells: expected 6 x 6 = 36"),
        ("x\0y", "no such file"),
        ("x" * 5000, "no such file"),
    ],
)
def test_names_that_are_no_puzzle(source: str, quoted: str) -> None:
    assert quoted in message(source)


@pytest.mark.parametrize(
    "source",
    [
        "pentominoes@100000x100000",
        "pentominoes@" + "9" * 30 + "x1",
        "https://puzz.link/p?shikaku/100000/100000/z",
        'pieces = "X"\nboard = "100000x100000"\n',
        'pieces = "X"\noutline = "POLYGON ((0 0, 100000 0, 100000 100000, 0 100000, 0 0))"\n',
        'pieces = "X"\nboard = [[0, 0], [999999, 999999]]\n',
        "#" * 20_000 + "\n---\n*\n",
        "\n".join(["#" * 9_000] * 200) + "\n---\n*\n",
        "\n".join([". " * 2_000] * 600),
    ],
)
def test_absurd_sizes_are_refused_before_memory_is_taken(source: str) -> None:
    tracemalloc.start()
    found = message(source, TilewrightError)
    assert tracemalloc.get_traced_memory()[1] < 100_000_000
    tracemalloc.stop()
    assert "expected" in found


def test_ten_megabytes_of_junk_are_refused_unread(tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.write_bytes(b"#x=[" * 2_500_000)
    tracemalloc.start()
    assert f"has more than {MAX_BYTES:,} bytes" in message(junk, LimitError)
    assert tracemalloc.get_traced_memory()[1] < 3 * MAX_BYTES
    tracemalloc.stop()


QUICK_JUNK = (b"[", b"#\n", b'"')
SLOW_JUNK = (
    b"{",
    b"=",
    b"-",
    b'{"piece":',
    b"a.",
    b"a=[",
    b"* \n---\n",
    b"1 ",
    b"\n",
    b"a = 1\n",
    b"[[piece]]\n",
)  # a second or two each


@pytest.mark.parametrize(
    "part", [*QUICK_JUNK, *(pytest.param(junk, marks=(pytest.mark.full, pytest.mark.ci)) for junk in SLOW_JUNK)]
)
def test_four_megabytes_of_anything_end_in_one_line(tmp_path: Path, part: bytes) -> None:
    junk = tmp_path / "junk.toml"
    junk.write_bytes(part * (MAX_BYTES // len(part)))
    message(junk, TilewrightError)


@pytest.mark.parametrize(
    ("data", "where"),
    [(b"##\n\xff\xfe---\n*\n", "byte 3 is 0xff"), (b"##\n\0---\n*\n", "byte 3 is 0x00"), ("##\n---\n*".encode("utf-16"), "in UTF-16")],
)  # fmt: skip
def test_what_is_no_text(tmp_path: Path, data: bytes, where: str) -> None:
    path = tmp_path / "two"
    path.write_bytes(data)
    assert where in message(path)
    assert str(path) in message(path)


def test_directories_and_what_only_the_suffix_tells(tmp_path: Path) -> None:
    assert "is a directory: expected a file" in message(tmp_path)
    path = tmp_path / "empty.toml"
    path.write_text("")
    assert f"{path}: the text is empty" in message(path)


def test_byte_order_marks_line_ends_and_blanks_do_not_matter(tmp_path: Path) -> None:
    wanted = loader.load("##\n####\n  ##\n---\n *\n**\n---\n*\n*\n---\n*\n**\n")
    path = tmp_path / "two"
    for text in (
        "\ufeff##\n####\n  ##\n---\n *\n**\n---\n*\n*\n---\n*\n**",
        "##\r\n####\r\n  ##\r\n---\r\n *\r\n**\r\n---\r\n*\r\n*\r\n---\r\n*\r\n**\r\n",
        "\n\n##   \n####\n  ##\n\n-----\n\n #\n##\n---\n#\n#\n---\n#\n##\n---\n\n",
        "##..\n####\n..##\n---\n.*\n**\n---\n*\n*\n---\n*.\n**\n",
    ):
        path.write_bytes(text.encode())
        assert loader.load(path) == wanted
        assert loader.load(str(path)) == wanted


def answer(text: str, puzzle: Puzzle, tmp_path: Path) -> str:
    path = tmp_path / "answer"
    path.write_text(text)
    with pytest.raises(TilewrightError) as error:
        loader.read_solution(path, puzzle)
    assert "\n" not in str(error.value)
    assert str(path) in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("{", "expected JSON"),
        ("{}", "expected our JSON"),
        ('{"solutions": []}', "no solutions"),
        ('{"solutions": [{"placements": [{"piece": "F"}]}]}', "the placement of 'F' has no cells"),
        ('{"placements": [{"piece": "F", "cells": []}]}', "no cells"),
        ('{"placements": [{"piece": "F", "cells": [[0]]}]}', "'[0]': expected [row, column]"),
        ('{"placements": [{"piece": "F", "cells": [[0, 1e9]]}]}', "Expected"),
        ('{"placements": [{"piece": "F", "cells": [[0, 1000000000]]}]}', "expected [row, column]"),
        ('{"placements": [{"piece": 3, "cells": [[0, 1]]}]}', "Expected `str`, got `int`"),
        ("QQQQ", "unexpected 'Q', expected one of F N P U V or ."),
        ("\n\n", "empty"),
    ],
)
def test_solutions_that_do_not_parse(tmp_path: Path, text: str, quoted: str) -> None:
    assert quoted in answer(text, loader.load("FNPUV@5x5"), tmp_path)


def only_our_errors(text: str) -> None:
    """Whatever the text, it is a puzzle, or an error of ours in one line."""
    try:
        found = loader.parse(text)
    except TilewrightError as error:
        assert "\n" not in str(error)
    else:
        assert isinstance(found, Puzzle)
        repr(found)
        str(found)


@given(st.text(max_size=200))
@example("{}")
@example("a\n=")
@example("---")
@example('"@"')
def test_random_text(text: str) -> None:
    only_our_errors(text)


@given(st.text("#*.-o \n0123456789x@!:+/rc\"'[]{}=,?◢◣◤◥■JLF7nesw", max_size=120))
def test_random_text_of_the_characters_that_mean_something(text: str) -> None:
    only_our_errors(text)


@given(st.binary(max_size=300))
def test_random_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz"
    path.write_bytes(data)
    try:
        loader.load(path)
    except TilewrightError as error:
        assert "\n" not in str(error)


@settings(max_examples=300)
@given(st.sampled_from(TEXTS), st.data())
def test_valid_files_with_a_few_changes(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        stop = min(len(text), start + data.draw(st.integers(0, 6)))
        piece = data.draw(
            st.one_of(
                st.text(max_size=4),
                st.sampled_from(["9" * 5000, "-1", "1e400", "nan", "[[[", '"', "999999999", "\n", "x", "\u0661"]),
            )
        )
        text = text[:start] + piece + text[stop:]
    only_our_errors(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["any", "square", "halfsquare", "3x3", "##\n.#", "X"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["name", "shape", "copies", "turn", "flip", "motions", "piece", "cells", "rect"]), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
keys = st.sampled_from(["name", "lattice", "pieces", "board", "outline", "optional", "shikaku", "piece", "pinned"])


@settings(max_examples=300)
@given(st.dictionaries(keys, json_values, max_size=6))
@example({"pieces": "X", "outline": "POLYGON ((0 0, 1e300 0, 1e300 1e300, 0 0))"})
@example({"pieces": "X", "outline": "POLYGON ((0 0, inf 0, inf inf, 0 0))"})
@example({"pieces": "X", "outline": "POLYGON ((0 0, nan 0, 1 nan, 0 0))"})
@example({"pieces": "X", "outline": "POLYGON Z ((0 0 0, 3 0 0, 3 3 0, 0 3 0, 0 0 0))"})
@example({"pieces": "X", "board": [[-5, -5], [-5, -4]]})
@example({"piece": [{"name": "a", "shape": "#", "copies": 10**30}], "board": "1x1"})
@example({"pieces": "X", "board": "1x1", "optional": [[3, 3]]})
@example({"pieces": "X", "board": []})
@example({"pieces": {"name": True}, "board": "1x1"})
@example({"shikaku": "?", "pinned": [{"rect": [0, 0, 10**9, 10**9]}]})
def test_random_tables(table: dict[str, object]) -> None:
    only_our_errors(json.dumps(table))


def test_examples_are_there_and_load() -> None:
    assert len(EXAMPLE_FILES) >= 20
    for path in EXAMPLE_FILES:
        assert loader.load(path) == loader.load(str(path))


@pytest.mark.parametrize("notation", ["pentominoes*@1000x1000", "pentominoes@999x999-r0c0,r1c1"])
def test_what_is_too_large_is_refused_before_its_board_is_made(notation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.puzzle import Board

    monkeypatch.setattr(Board, "of_size", lambda *_: pytest.fail("the board was made"))
    with pytest.raises(LimitError, match=r"31\d,\d{3},\d{3} .* at most 60,000,000"):
        loader.load(notation)


def test_the_line_of_broken_json_is_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"pieces": "FNPUV",\n "board": "5x5",,}\n')
    assert "line 2: " in message(path)
    path.write_text('{"pieces": "FNPUV",\n "board": "5x5"\n')
    assert "line 2: " in message(path)


def test_an_outline_alone_is_told_from_other_text(tmp_path: Path) -> None:
    path = tmp_path / "triangle.wkt"
    path.write_text("POLYGON ((0 0, 3 0, 3 3, 0 0))\n")
    assert 'outline = "POLYGON' in message(path)
