"""What a format dumps it reads back as the same puzzle; what it cannot hold it refuses, saying why."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.generate import random_puzzle
from tilewright import formats, loader
from tilewright.errors import NotationError
from tilewright.kinds import Packing, Shikaku
from tilewright.kinds.packing.letters import short_names
from tilewright.lattice import NAMES as LATTICES
from tilewright.lattice import lattice
from tilewright.pieces import Piece
from tilewright.puzzle import Board
from tilewright.puzzle.board import write_cells

EVERYTHING = ("toml", "json")
titles = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
names = st.text(
    st.characters(exclude_categories=("Cs", "Z", "Cc", "Cf"), exclude_characters="@/#.\ufffe\uffff"),
    min_size=1,
    max_size=5,
)


@st.composite
def puzzles(draw: st.DrawFn) -> Packing:
    """Puzzles with every rule, and names, colors and motions of every kind."""
    puzzle = random_puzzle(draw(st.integers(0, 10**6)), LATTICES)
    motions = [motion.name for motion in puzzle.grid.motions]
    rules = st.one_of(
        st.sampled_from(["free", "turn", "fixed"]),
        st.lists(st.sampled_from(motions), min_size=1, unique=True).map(tuple),
        st.just(next((motions[0], motion.name) for motion in puzzle.grid.motions if motion.mirrored)),
    )
    if puzzle.pinned:  # a pinned piece keeps the motion that brings it there
        return replace(puzzle, name=draw(titles))
    called = draw(st.lists(names.filter(bool), min_size=4, max_size=4, unique=True))
    pieces = tuple(
        replace(piece, name=name, motion=draw(rules), color=draw(st.sampled_from([None, "#00b8d4", "rebeccapurple"])))
        for piece, name in zip(puzzle.pieces, called, strict=False)
    )
    return Packing(puzzle.board, pieces, name=draw(titles))


@st.composite
def shikakus(draw: st.DrawFn) -> Shikaku:
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 45))
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    values = st.one_of(st.none(), st.integers(1, 8191))
    clues = draw(st.dictionaries(cells, values, max_size=12))
    return Shikaku(rows, columns, tuple((*cell, value) for cell, value in clues.items()), name="")


@given(puzzles(), st.sampled_from(EVERYTHING))
def test_puzzles_come_back_the_same(puzzle: Packing, name: str) -> None:
    read = loader.parse(formats.dump(puzzle, name))
    assert read == puzzle
    assert (read.name, read.digest) == (puzzle.name, puzzle.digest)


@given(shikakus(), titles, st.sampled_from(["toml", "json", "shikaku", "puzz.link"]))
def test_shikakus_come_back_the_same(puzzle: Shikaku, title: str, name: str) -> None:
    text = formats.dump(replace(puzzle, name=title), name)
    if not puzzle.clues and name == "shikaku" and puzzle.columns == 1:
        return  # a column of dots is as good as a drawing of nothing
    read = loader.parse(text)
    assert read == puzzle
    if name in EVERYTHING:
        assert read.name == replace(puzzle, name=title).name


@given(shikakus(), st.data())
def test_pinned_rectangles_come_back(puzzle: Shikaku, data: st.DataObject) -> None:
    top, left = data.draw(st.integers(0, puzzle.rows - 1)), data.draw(st.integers(0, puzzle.columns - 1))
    height, width = data.draw(st.integers(1, puzzle.rows - top)), data.draw(st.integers(1, puzzle.columns - left))
    outside = [clue for clue in puzzle.clues if not (top <= clue[0] < top + height and left <= clue[1] < left + width)]
    own = (top, left + width - 1, data.draw(st.sampled_from([None, height * width])))
    pinned = replace(puzzle, clues=(*outside, own), pinned=((top, left, height, width),))
    for name in EVERYTHING:
        assert loader.parse(formats.dump(pinned, name)) == pinned
    for name in ("shikaku", "puzz.link"):
        with pytest.raises(NotationError, match="pinned rectangles"):
            formats.dump(pinned, name)


@given(st.integers(0, 10**6))
def test_blocks_come_back_the_same(seed: int) -> None:
    puzzle = random_puzzle(seed, ("square",))
    count = len(puzzle.pieces)
    fixed = tuple(
        replace(piece, name=name, motion="fixed", copies=(1, 1))
        for piece, name in zip(puzzle.pieces, short_names(count), strict=True)
    )
    plain = Packing(Board((*puzzle.board.atoms, *puzzle.board.optional)), fixed)
    assert loader.parse(formats.dump(plain, "blocks")) == plain
    twice = replace(plain, pieces=(replace(fixed[0], copies=(2, 2)), *fixed[1:]))
    assert len(loader.parse(formats.dump(twice, "blocks")).pieces) == count + 1  # type: ignore[union-attr]


@pytest.mark.parametrize("name", [name for name in LATTICES if lattice(name).dimension == 2])
@pytest.mark.parametrize("form", EVERYTHING)
def test_a_board_within_two_by_two_cells_is_never_taken_for_rows(name: str, form: str) -> None:
    """Cells there are pairs of 0 and 1, as rows of two columns are: whatever is written must be read as the same cells."""
    grid = lattice(name)
    corner = [atom for row in (0, 1) for column in (0, 1) for atom in grid.atoms_of((row, column))]
    for kinds in product(("", "board", "optional"), repeat=len(corner[:5])):
        board, optional = (
            [a for a, kind in zip(corner, kinds, strict=False) if kind == k] for k in ("board", "optional")
        )
        if board:
            puzzle = Packing(
                Board(tuple(board), tuple(optional), name), (Piece("A", (board[0],), name).with_copies(0, None),)
            )
            assert loader.parse(formats.dump(puzzle, form)) == puzzle
    marked = {"board": {"cells": write_cells(grid, corner)}, "lattice": name, "pieces": []}
    one = {"name": "A", "cells": write_cells(grid, corner[:1]), "copies": "any"}
    assert set(loader.load(marked | {"pieces": [one]}).board.atoms) == set(corner)


@pytest.mark.parametrize(
    "notation",
    [
        "FNPUV@5x5", "pentominoes@8x8-r3c3,r3c4,r4c3,r4c4", "tetrominoes*@8x7", "tetrominoes:SIO*@3x4",
        "pentominoes!turn@9x10", "pentominoes:FL!turn@4x5", "fridgeiq:IJMR@3x3", "fridgeiq!free@8x5", "hexominoes:3,1@4x3",
        "monomino*@1x1", "pentominoes*!fixed@5x5", "soma@3x3x3", "hexiamonds*@h2", "tetrahexes*@4x7-r0c0,r3c6",
        "fridgeiq:IJMR@3x3-r0c0nw", "tetracubes*@2x2x4-l1r1c3",
    ],
)  # fmt: skip
def test_notations_come_back_the_same(notation: str) -> None:
    puzzle = loader.load(notation)
    text = formats.dump(puzzle, "notation")
    assert loader.load(text) == puzzle
    assert len(text) <= len(notation)
    for name in EVERYTHING:
        assert loader.load(formats.dump(puzzle, name)) == puzzle


@given(puzzles())
def test_a_notation_is_the_puzzle_or_refused(puzzle: Packing) -> None:
    try:
        text = formats.dump(puzzle, "notation")
    except NotationError as error:
        assert "cannot hold" in str(error)
    else:
        assert loader.load(text).digest == puzzle.digest


def test_toml_and_json_are_what_other_readers_take_them_for() -> None:
    puzzle = Packing(
        Board.parse("o##\n.##"),
        (Piece.parse("##", 'a"\\', color="red"), Piece.parse("#", "b").with_copies(2, None)),
        name="x\x7f\ny",
    )
    table = tomllib.loads(formats.dump(puzzle, "toml"))
    drawn = {"board": table["board"].rstrip()}  # what TOML writes on lines of its own ends in a line feed
    assert table | drawn == json.loads(formats.dump(puzzle, "json"))
    assert table["name"] == "x y"
    assert drawn == {"board": "o##\n.##"}
    assert table["piece"][1]["copies"] == [2, "any"]


def test_single_atoms_are_written_as_cells() -> None:
    grid = lattice("halfsquare")
    board = Board((*grid.atoms_of((0, 0)), (0, 1, 0)), ((0, 1, 1),), "halfsquare")
    puzzle = Packing(board, (Piece("a", ((0, 0, 2),), "halfsquare"),))
    table = json.loads(formats.dump(puzzle, "json"))
    assert table["board"] == [[0, 0, "nesw"], [0, 1, "n"]]
    assert table["optional"] == [[0, 1, "e"]]
    assert table["piece"][0]["cells"] == [[0, 0, "s"]]
    assert "shape" not in table["piece"][0]


@pytest.mark.parametrize(
    ("notation", "name", "why"),
    [
        ("FNPUV@5x5", "blocks", "piece F, which may turn or flip"),
        ("tetrominoes:O*@2x2", "blocks", "piece O, whose number of copies is open"),
        ("fridgeiq!fixed@8x5", "blocks", "lattice halfsquare"),
        ("FNPUV@5x5", "shikaku", "holds shikaku puzzles only"),
        ("FNPUV@5x5", "puzz.link", "holds shikaku puzzles only"),
    ],
)
def test_what_a_format_cannot_hold_it_refuses(notation: str, name: str, why: str) -> None:
    with pytest.raises(NotationError) as error:
        formats.dump(loader.load(notation), name)
    assert why in str(error.value)


def test_other_refusals() -> None:
    blocks = loader.load("##\n---\n*\n---\n*\n")
    assert isinstance(blocks, Packing)
    empty = replace(blocks, board=Board(((0, 0),), ((0, 1),)))
    for name in ("blocks", "notation"):
        with pytest.raises(NotationError, match="cells that may stay empty"):
            formats.dump(empty, name)
    grid = Shikaku(1, 2, ((0, 0, 2),))
    for name in ("blocks", "notation"):
        with pytest.raises(NotationError, match="holds packing puzzles only"):
            formats.dump(grid, name)
    with pytest.raises(NotationError, match=r"8192: expected at most 8191"):
        formats.dump(Shikaku(1, 2, ((0, 0, 8192),)), "puzz.link")
    with pytest.raises(NotationError, match=r"'yaml': expected one of .*json, .*toml"):
        formats.dump(grid, "yaml")
