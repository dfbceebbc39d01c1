"""Pieces as rows of 0 and 1, the classic way, which never mean coordinates; whole problems of such lists."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.paths import ROOT
from tilewright import count, formats, loader
from tilewright.errors import ArgumentError, NotationError
from tilewright.kinds import Packing
from tilewright.pieces import Piece, select

# the twelve pentominoes as a program of old has them; nothing here is taken from the package
KATAMINO = {
    "F": [[0, 1, 1], [1, 1, 0], [0, 1, 0]],
    "I": [[1, 1, 1, 1, 1]],
    "L": [[1, 0], [1, 0], [1, 0], [1, 1]],
    "N": [[0, 1], [0, 1], [1, 1], [1, 0]],
    "P": [[1, 1], [1, 1], [1, 0]],
    "T": [[1, 1, 1], [0, 1, 0], [0, 1, 0]],
    "U": [[1, 0, 1], [1, 1, 1]],
    "V": [[1, 0, 0], [1, 0, 0], [1, 1, 1]],
    "W": [[1, 0, 0], [1, 1, 0], [0, 1, 1]],
    "X": [[0, 1, 0], [1, 1, 1], [0, 1, 0]],
    "Y": [[0, 1], [1, 1], [0, 1], [0, 1]],
    "Z": [[1, 1, 0], [0, 1, 0], [0, 1, 1]],
}


def piece(lattice: str = "square", **row: Any) -> Piece:
    text = json.dumps(
        {"lattice": lattice, "board": "9x9" if lattice != "cubic" else "3x3x3", "piece": [{"name": "A", **row}]}
    )
    puzzle = loader.parse(text)
    assert isinstance(puzzle, Packing)
    return puzzle.pieces[0]


@pytest.mark.parametrize(
    ("rows", "drawing"),
    [
        ([[1, 1], [1, 0]], "##\n#."),
        ([[1, 1, 1, 1, 1]], "#####"),
        ([[0, 1], [1, 1]], ".#\n##"),  # three cells, where coordinates would be two
        ([[1], [1]], "#\n#"),
        ([[1, 1]], "##"),
        ([[0, 0, 0], [0, 1, 1]], "##"),  # a margin of zeros, three wide: no coordinates of a plane
    ],
)
def test_rows_of_0_and_1(rows: list[list[int]], drawing: str) -> None:
    expected = Piece.parse(drawing)
    assert piece(shape=rows) == Piece.from_rows(rows) == expected
    assert loader.parse(f"board = '9x9'\n[[piece]]\nname = 'A'\nshape = {rows}").pieces == (expected,)
    assert Piece.parse("\n".join("".join(map(str, row)) for row in rows)) == expected
    assert piece(shape="\n".join(" ".join(map(str, row)) for row in rows)) == expected


def test_rows_on_other_lattices() -> None:
    assert len(piece("halfsquare", shape=[[1, 1], [1, 0]]).atoms) == 12
    assert piece("hexagonal", shape=[[1, 1], [1, 0]]).atoms == ((0, 0), (0, 1), (1, 0))
    solid = piece("cubic", shape=[[[1, 1], [1, 0]], [[1, 0], [0, 0]]])
    assert solid.atoms == ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0))
    assert Piece.parse("11\n10\n\n10\n00", lattice="cubic") == solid


def test_cells_are_coordinates() -> None:
    assert piece(cells=[[0, 0], [1, 0], [2, 0], [2, 1]]) == Piece.parse("#.\n#.\n##")
    assert piece(cells=[[1, 1], [1, 0]]) == Piece.parse("##")


@pytest.mark.parametrize(
    "shape",
    [
        [[0, 0], [1, 0], [2, 0], [2, 1]],  # files of old: coordinates
        [[0, 0], [0, 1]],
        [[0, 0], [1, 0]],
        [[0, 0], [0, 1], [1, 0], [1, 1]],
        [[0, 0]],
        [[0, 0, "s"]],
        [[1, 1], [1]],
        [[1, 1], []],
        [1, 1],
        [],
        [[1, 2]],
        [[1.0, 1]],
        [["1"]],
        [[[[1]]]],
    ],
)
def test_anything_else_is_refused_and_cells_are_named(shape: Any) -> None:
    with pytest.raises(NotationError, match=r"^piece 'A': .*expected .*cells = "):
        piece(shape=shape)
    with pytest.raises(NotationError):
        Piece.from_rows(shape)


def test_every_piece_that_an_old_file_held_is_itself_or_an_error() -> None:
    """What was written as coordinates stood in order and began at row and column 0."""
    for name in ("dominoes", "trominoes", "tetrominoes", "pentominoes"):
        for each in select(name):
            for _, atoms in each.orientations:
                with pytest.raises(NotationError):
                    piece(shape=[list(atom) for atom in atoms])


def test_flat_rows_of_a_solid_are_refused() -> None:
    with pytest.raises(NotationError, match="layers of rows of 0 and 1"):
        piece("cubic", shape=[[1, 1], [1, 0]])


@pytest.mark.parametrize("row", [{}, {"shape": "#", "cells": [[0, 0]]}])
def test_shape_and_cells_exclude_each_other(row: dict[str, Any]) -> None:
    with pytest.raises(NotationError, match=r"piece 'A': expected one of shape = .*, cells = "):
        piece(**row)


@pytest.mark.parametrize("atoms", [[[1, 1], [1, 0]], ((1, 1, 1), (1, 0, 0)), ([0, 0], [0, 1])])
def test_rows_are_no_atoms_in_python(atoms: Any) -> None:
    with pytest.raises(ArgumentError, match=r"expected tuples .*Piece\.from_rows"):
        Piece("A", atoms)


@pytest.mark.parametrize(
    ("subset", "board", "tilings"), [("LPV", "5x3", 4), (["F", "N", "P", "U", "V"], "5x5", 16), (None, "5x12", None)]
)
def test_a_whole_katamino_problem(subset: Any, board: str, tilings: int) -> None:
    problem = {"pieces": KATAMINO, "board": board} | ({"subset": subset} if subset else {})
    puzzle = loader.parse(json.dumps(problem))
    plain = loader.parse(f"{''.join(subset) if subset else 'pentominoes'}@{board}")
    assert isinstance(puzzle, Packing)
    assert isinstance(plain, Packing)
    assert {each.equivalence_key for each in puzzle.pieces} == {each.equivalence_key for each in plain.pieces}
    if tilings:
        assert count(puzzle).value == count(plain, engine="reference").value == tilings
    assert loader.parse(formats.dump(puzzle, "json")) == puzzle


@pytest.mark.parametrize(
    ("subset", "message"),
    [
        (["L", "Q"], "subset: no piece 'Q': expected one of 'F, I, L"),
        ("LL", "'L' appears twice"),
        ([], "the subset is empty"),
    ],
)
def test_a_wrong_subset(subset: Any, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)):
        loader.parse(json.dumps({"pieces": KATAMINO, "board": "5x3", "subset": subset}))


def test_every_way_to_write_rows() -> None:
    pieces = ["11\n11", ["1111"], [[1, 1], [1, 1]]]
    for board in ("1111\n1111\n1111", ["1111"] * 3, [[1] * 4] * 3):
        puzzle = loader.parse(json.dumps({"pieces": pieces, "board": board}))
        assert isinstance(puzzle, Packing)
        assert [each.name for each in puzzle.pieces] == ["A", "B", "C"] and len(puzzle.board.atoms) == 12
        assert count(puzzle).value > 0
    toml = 'pieces = ["11\\n11", ["1111"], [[1, 1], [1, 1]]]\nboard = """\n1111\n1111\n1111\n"""\n'
    assert count(loader.parse(toml)).value > 0


def test_the_problem_of_the_docs() -> None:
    text = Path(ROOT / "docs/reference/formats.md").read_text()
    block = re.findall(r"```json\n(.*?)```", text, re.DOTALL)[0]
    assert [each.name for each in loader.parse(block).pieces] == ["L", "P", "V"]  # type: ignore[attr-defined]
