"""Matrices of 0 and 1 as exact covers, in Python and as text; what may be something else is refused."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import tilewright as tw
from tests.helpers.cli import CommandLine
from tilewright.errors import ArgumentError, NotationError

# Knuth's example (Dancing Links, 2000) in another order of rows, as parmentelat/exact-cover-samples has it.
KNUTH = [
    [0, 0, 1, 0, 1, 0, 0],
    [1, 0, 0, 1, 0, 0, 1],
    [0, 1, 1, 0, 0, 1, 0],
    [1, 0, 0, 1, 0, 1, 0],
    [0, 1, 0, 0, 0, 0, 1],
    [0, 0, 0, 1, 1, 0, 1],
]
FORMATS = ("csr", "csc", "coo", "lil", "dok", "dia", "bsr")


@pytest.mark.parametrize("dtype", [bool, int, float, object, np.uint8])
def test_arrays_are_matrices(dtype: type) -> None:
    cover = tw.cover(np.array(KNUTH, dtype))
    assert cover.items == tuple(range(7)) and list(cover.solve(None)) == [(0, 3, 4)]
    assert list(tw.cover(np.eye(2, dtype=dtype)).solve(None)) == [(0, 1)]


@pytest.mark.parametrize("name", [f"{name}_{sort}" for name in FORMATS for sort in ("matrix", "array")])
def test_sparse_matrices_of_every_format(name: str) -> None:
    assert list(tw.cover(getattr(sparse, name)(np.array(KNUTH))).solve(None)) == [(0, 3, 4)]


@pytest.mark.parametrize(
    "rows",
    [
        KNUTH,
        tuple(map(tuple, KNUTH)),
        [np.array(row) for row in KNUTH],
        [list(map(bool, row)) for row in KNUTH],
        [list(map(float, row)) for row in KNUTH],
        [list(map(str, row)) for row in KNUTH],  # as csv.reader gives them
        [array("i", row) for row in KNUTH],
        [bytearray(row) for row in KNUTH],
    ],
)
def test_nested_lists_are_matrices(rows: Any) -> None:
    assert list(tw.cover(rows).solve(None)) == [(0, 3, 4)]


def test_rows_may_be_iterators() -> None:
    assert list(tw.cover([map(int, row) for row in KNUTH]).solve(None)) == [(0, 3, 4)]  # type: ignore[misc]
    assert list(tw.cover([iter(["a"]), iter(["b"])]).solve(None)) == [(0, 1)]


def test_rows_and_columns_may_have_names() -> None:
    named = dict(zip("ABCDEF", KNUTH, strict=True))
    assert list(tw.cover(named).solve(None)) == [("A", "D", "E")]
    pandas = pytest.importorskip("pandas")
    cover = tw.cover(pandas.DataFrame(KNUTH, index=list("ABCDEF"), columns=list("abcdefg")))
    assert cover.items == tuple("abcdefg") and list(cover.solve(None)) == [("A", "D", "E")]


def test_columns_may_be_optional_and_have_copies() -> None:
    assert tw.cover([[1, 0, 1], [0, 1, 0]], optional=[2]).count().value == 1
    assert tw.cover(np.array([[1, 0], [1, 1]]), copies={0: 2}).count().value == 1
    assert tw.cover(np.array([[1, 0], [1, 0]])).count().value == 0  # nothing covers the second column
    assert tw.cover(np.zeros((0, 3))).count().value == 0
    for wrong in ({"items": ["a"]}, {"optional": [3]}, {"copies": {"a": 2}}):
        with pytest.raises(NotationError, match="no column"):
            tw.cover([[1, 0, 1], [0, 1, 0]], **wrong)


@pytest.mark.parametrize(
    "options", [[[1, 0], [0, 1]], ((0, 1),), [[0], [1]], [["1", "0"]], {"A": [1, 0], "B": [0, 1]}, [[0], [1], [0, 1]]]
)
def test_lists_that_may_be_of_items_are_refused(options: Any) -> None:
    with pytest.raises(NotationError, match=r"matrix.*items"):
        tw.cover(options)


def test_both_readings_can_be_written() -> None:
    """As the message advises."""
    assert tw.cover(np.array([[1, 0], [0, 1]], int)).count().value == 1
    assert tw.cover(np.array([["1", "0"], ["0", "1"]]).astype(int)).count().value == 1
    assert tw.cover([{0, 1}, {0, 1}]).count().value == 2
    assert tw.cover([[True, False], [False, True]]).count().value == 1
    assert tw.cover([[1], [1], [1]]).count().value == 3  # the same either way


@pytest.mark.parametrize(
    "options",
    [
        np.array([[1, 2], [0, 1]]),
        np.array([[1.0, np.nan]]),
        np.array([["a", "b"]]),
        np.zeros((2, 2, 2)),
        np.ma.array([[1, 0]], mask=[[0, 1]]),
        np.array(3),
        sparse.csr_array(np.array([[2, 0]])),
        sparse.coo_array(([1, 1], ([0, 0], [0, 0])), shape=(1, 1)),
    ],
)
def test_arrays_of_anything_else_are_refused(options: Any) -> None:
    with pytest.raises(ArgumentError, match="matrix"):
        tw.cover(options)


def test_a_row_without_a_one_is_refused() -> None:
    with pytest.raises(NotationError, match="row 1 of the matrix"):
        tw.cover(np.array([[1, 1], [0, 0]]))


FOUR = "1 0 0\n0 1 1\n0 1 1\n1 0 0\n"
TEXTS = {
    "blanks": FOUR,
    "tabs": FOUR.replace(" ", "\t"),
    "commas": FOUR.replace(" ", ","),
    "semicolons": FOUR.replace(" ", ";"),
    "nothing": FOUR.replace(" ", ""),
    "quotes": FOUR.replace(" ", ",").replace("0", '"0"').replace("1", '"1"'),
    "JSON": "[[1, 0, 0], [0, 1, 1], [0, 1, 1], [1, 0, 0]]",
    "NumPy": "[[1 0 0]\n [0 1 1]\n [0 1 1]\n [1 0 0]]\n",
    "MATLAB": "[1 0 0; 0 1 1; 0 1 1; 1 0 0]\n",
    "Mathematica": "{{1,0,0},{0,1,1},{0,1,1},{1,0,0}}\n",
    "booleans": FOUR.replace("0", "False").replace("1", "True"),
    "floats": FOUR.replace("0", "0.000e+00").replace("1", "1.000e+00"),
    "wide digits": FOUR.replace("0", "０").replace("1", "１"),
    "a comment": "# of others\n" + FOUR,
    "indented": "  " + FOUR.replace("\n", "\n  "),
}


@pytest.mark.parametrize("form", TEXTS)
def test_matrices_as_text(form: str, run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "four.txt"
    path.write_text(TEXTS[form])
    assert run("cover", path, "--count").out == "4\n"


@pytest.mark.parametrize("name", ["knuth.txt", "knuth.csv"])
def test_solutions_name_their_rows_from_one(name: str, run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("\n".join(("," if name.endswith("csv") else "").join(map(str, row)) for row in KNUTH))
    assert run("cover", path, "--all").out == "row 1: 3 5\nrow 4: 1 4 6\nrow 5: 2 7\n\n"
    answer = run("cover", path, "--all", "--json").json
    assert answer["rows"] == [[1, 4, 5]] and answer["solutions"] == [[["3", "5"], ["1", "4", "6"], ["2", "7"]]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1\n1\n", "Knuth's text"),  # two rows of a column, or an item and its option
        ("0 1\n1 0\n", "Knuth's text"),
        ("01\n01\n", "Knuth's text"),
        ("1 0 0\n0 1\n", "expected 3"),
        ("1,0,2\n0,1,0\n", "'2'"),
        ("1,0\n0,1,1\n", "expected 2"),
        ("1,0;1\n0,1;0\n", "expected one of them"),
        ("1 0,1\n0 1,1\n", "expected one of them"),
        ("1 0 1\n\n0 1 0\n1 1 1\n", "one table"),
        ("1 0 1\n# the next\n0 1 0\n", "one table"),
        ("[[1, 0], [0, 1]] [[1, 1], [1, 0]]", "in brackets"),
        ("1 0 1\n0 0 0\n", "row 2"),
        ("M = 1 0\n", "Knuth's text"),
        ("0,1,\n1,0,\n", "''"),
    ],
)
def test_texts_that_are_refused(text: str, said: str, run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "m.txt"
    path.write_text(text)
    assert said in run.refused("cover", path, "--count")


def test_the_name_of_the_file_or_a_bar_says_what_it_is(run: CommandLine, tmp_path: Path) -> None:
    """As the message advises."""
    for name, text, count in (
        ("a.csv", "1\n1\n", "2"),
        ("a.dlx", "1\n1\n", "1"),
        ("a.txt", "1 |\n1\n", "1"),
        ("b.txt", "[1]\n[1]\n", "2"),
    ):
        path = tmp_path / name
        path.write_text(text)
        assert run("cover", path, "--count").out == f"{count}\n"


def test_items_that_are_numbers_stay_items(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    for text in ("1 2 3\n1 2\n3\n", "0 1 2\n0 1\n2\n", "0,0 0,1 1,0\n0,0 0,1\n1,0\n"):
        path.write_text(text)
        assert run("cover", path, "--count").out == "1\n"
