"""Shikaku as other people and programs write it: read, or refused with both readings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tilewright import formats, loader
from tilewright.errors import ArgumentError, NotationError
from tilewright.kinds.shikaku.text import dump_grid

NINE = tw.Shikaku(3, 3, ((0, 0, 3), (1, 1, 6)))
ROWS = [[3, 0, 0], [0, 6, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    "text",
    [
        *(
            f"3 {none} {none}\n{none} 6 {none}\n{none} {none} {none}\n"
            for none in (".", "-", "_", "--", "__", "0", "x", "X")
        ),
        "03 -- --\n-- 06 --\n-- -- --\n",
        "3,0,0\n0,6,0\n0,0,0\n",
        "3,,\n,6,\n,,\n",
        "3;;\n;6;\n;;\n",
        '"3","",""\n"","6",""\n"","",""\n',
        *(f"3{none}{none}\n{none}6{none}\n{none}{none}{none}\n" for none in ".-_0x"),
        "[[3,0,0],[0,6,0],[0,0,0]]",
        "[[3,null,null],[null,6,null],[null,null,null]]",
        '[["3",".","."],[".","6","."],[".",".","."]]',
        '{"shikaku": [[3,0,0],[0,6,0],[0,0,0]]}',
        '{"shikaku": "300\\n060\\n000"}',
        "[[3 0 0]\n [0 6 0]\n [0 0 0]]\n",
        "{{3,0,0},{0,6,0},{0,0,0}}",
        "# Shikaku\n[3,0,0]\n[0,6,0]\n[0,0,0]\n",
        "# a grid\r\n  3 . .\r\n  . 6 .\r\n  . . .\r\n",
        "3 . .\n\n. 6 .\n\n. . .\n",
    ],
)
def test_forms_that_are_read(text: str) -> None:
    assert loader.parse(text) == NINE


@pytest.mark.parametrize(
    "rows", [ROWS, tuple(map(tuple, ROWS)), np.array(ROWS), [[value or None for value in row] for row in ROWS]]
)
def test_rows_in_python(rows: Any) -> None:
    assert tw.load(rows) == tw.load({"shikaku": [list(row) for row in rows]}) == NINE
    assert tw.verdict(tw.load(rows)).verdict == "several"


def test_an_array_below_the_key() -> None:
    assert tw.load({"shikaku": np.array(ROWS)}) == NINE
    with pytest.raises(ArgumentError):
        tw.load({"shikaku": [[{3}]]})


def test_clues_may_be_lists() -> None:
    assert tw.Shikaku(3, 3, [[0, 0, 3], [1, 1, 6]]) == NINE  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="load"):
        tw.Shikaku(ROWS)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# shikaku\n10\n00\n", "one number of a column"),  # a clue 10, or 1 and 0
        ("# shikaku\n300\n06\n000\n", "one number of a column"),
        ("# shikaku\n12..\n....\n", "one number of a column"),
        ("# shikaku\n0 0 3\n1 1 6\n", "a clue as row, column and number"),
        ("[[0,0,3],[1,1,6]]", '"shikaku"'),
        ('{"shikaku": [[0, 0, 3], [1, 1, 6]]}', "a clue as row, column and number"),
        ('{"shikaku": [[1, 1, 3], [2, 2, 6]]}', "a clue as row, column and number"),
        ('{"rows": 3, "columns": 3, "clues": [[0, 0, 3], [1, 1, 6]]}', '"shikaku"'),
        ('{"grid": [[3, 0, 0], [0, 6, 0], [0, 0, 0]]}', '"shikaku"'),
        ("[[3.0, 0, 0], [0, 6, 0], [0, 0, 0]]", '"shikaku"'),
        ("[[3, -1, -1], [-1, 6, -1], [-1, -1, -1]]", '"shikaku"'),
        ("[[3, 0, 0], [0, 6], [0, 0, 0]]", '"shikaku"'),
        ("2 .\n. 2\n\n2 .\n. 2\n", "one table"),
        ("2 .\n. 2\n# 2\n2 .\n. 2\n", "one table"),
        ("3 x .\n. 6 .\n. . .\n", "'x' beside '.'"),
        ("# shikaku\n# . 2\n. 2 .\n", "a comment, or a row"),
        ("# shikaku\n3\t\t\n\t6\t\n\t\t\n", "tabs"),
        ("5,\n1,\n", "Shikaku"),
        ("# shikaku\n3  \n 6\n", "blanks around the numbers"),  # a column, or cells drawn as blanks
        ("3,,,\n,6,,\n,,,\n", "no separator"),
        (",3,,\n,,6,\n,,,\n", "no separator"),
    ],
)
def test_what_may_be_two_things_is_refused(text: str, said: str) -> None:
    with pytest.raises(NotationError) as refused:
        loader.parse(text)
    assert said in str(refused.value)


SUDOKU = """5 3 . . 7 . . . .
6 . . 1 9 5 . . .
. 9 8 . . . . 6 .
8 . . . 6 . . . 3
4 . . 8 . 3 . . 1
7 . . . 2 . . . 6
. 6 . . . . 2 8 .
. . . 4 1 9 . . 5
. . . . 8 . . 7 9
"""


@pytest.mark.parametrize(
    "text", [SUDOKU, "0 1 1\n1 1 0\n", "0110\n1111\n", "4001\n0423\n0010\n0010\n", "[[0, 0], [1, 2], [2, 1]]"]
)
def test_other_tables_are_no_shikaku(text: str) -> None:
    """A Sudoku, a matrix, a board, tiles of TetraVex or a packed grid, cells."""
    with pytest.raises(NotationError):
        loader.parse(text)


@pytest.mark.parametrize("text", ["300\n060\n000\n", "# shikaku\n300\n060\n000\n"])
def test_rows_of_digits_are_not_impossible(text: str, run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "s.shikaku"
    path.write_text(text)
    assert run("verdict", path).out.startswith("several, unique up to symmetries")


@pytest.mark.parametrize(
    "puzzle",
    [
        tw.Shikaku(2, 1, ((0, 0, 12),)),
        tw.Shikaku(2, 1, ((0, 0, 12), (1, 0, 34))),
        tw.Shikaku(1, 3, ((0, 0, 1), (0, 1, 1), (0, 2, 9))),
        tw.Shikaku(11, 1, ((3, 0, 11),)),
        tw.Shikaku(2, 1, ((0, 0, 12), (1, 0, None))),
        NINE,
    ],
)
def test_what_is_written_is_read_back(puzzle: tw.Shikaku) -> None:
    assert loader.parse(dump_grid(puzzle), ".shikaku") == puzzle
    assert tw.loads(tw.dumps(puzzle)) == puzzle
    assert loader.parse(formats.dump(puzzle, "toml")) == loader.parse(formats.dump(puzzle, "shikaku")) == puzzle
