"""Values that behave as a Python programmer expects: equal, hashable, iterable, true or false, and drawn in notebooks."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import tilewright as tw

PUZZLE = tw.load("FNPUV@5x5")
IMPOSSIBLE = tw.load("dominoes*@3x3")


def test_lists_are_normalized() -> None:
    board, piece = tw.Board.of_size("2x2"), tw.piece_set("tetrominoes")["O"]
    listed, tuples = tw.Packing(board, [piece]), tw.Packing(board, (piece,))
    assert listed == tuples and hash(listed) == hash(tuples)
    placed = tw.Placement("O", [[1, 1], [0, 0], [0, 1], [1, 0]])
    assert placed == tw.Placement("O", ((0, 0), (0, 1), (1, 0), (1, 1)))
    assert len({placed, tw.Placement("O", [(0, 0), (0, 1), (1, 0), (1, 1)])}) == 1
    tiling = tw.Tiling(listed, [placed])
    assert tiling == tw.Tiling(tuples, (placed,)) and hash(tiling)
    with pytest.raises(TypeError, match="atoms="):
        tw.Placement("O", 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="pieces="):
        tw.Packing(board, "O")  # type: ignore[arg-type]


def test_board_is_a_set_of_cells() -> None:
    board = tw.Board.parse("##o\n#.#")
    assert len(board) == 5 and list(board) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)]
    assert (0, 2) in board and (1, 1) not in board and "no cell" not in board
    half = tw.load("fridgeiq:DIY@3x3").board
    assert len(half) == 9 and (2, 2) in half and (2, 2, 3) in half and (2, 2, 4) not in half
    assert pickle.loads(pickle.dumps(board)) == board


def test_tiling_is_a_mapping() -> None:
    tiling = tw.solve(PUZZLE)[0]
    assert {placement.piece for placement in tiling} == set("FNPUV") and len(tiling) == 5
    for placement in tiling:
        assert placement in tiling
        for cell in placement:
            assert tiling[cell] is placement and cell in tiling
    assert tiling.cells == PUZZLE.board.cells
    with pytest.raises(KeyError):
        tiling[5, 5]
    rows = ["".join(row) for row in tiling.grid()]
    assert "\n".join(rows) == str(tiling)
    numbers = tiling.grid(dtype=np.int8)
    assert numbers.dtype == np.int8 and numbers.shape == (5, 5) and np.bincount(numbers.ravel()).tolist() == [5] * 5
    assert tiling.grid(str).tolist() == tiling.grid()
    assert tw.Tiling(PUZZLE, ()) and tw.Tiling(PUZZLE, ()).grid(int).max() == -1
    assert pickle.loads(pickle.dumps(tiling)) == tiling


def test_shared_cells() -> None:
    tiling = tw.solve(tw.load("diaboloes*@2x2"), None)
    for each in tiling:
        shared = [cell for cell in each.cells if len({p for p in each if cell in p}) > 1]
        for cell in shared:
            assert "/" in each.grid()[cell[0]][cell[1]]
            with pytest.raises(KeyError, match="shared"):
                each[cell]


def test_solids_have_layers() -> None:
    grid = tw.solve(tw.load("soma@3x3x3"))[0].grid()
    assert len(grid) == len(grid[0]) == len(grid[0][0]) == 3


def test_sets_and_answers_are_sequences() -> None:
    pieces = tw.piece_set("pentominoes")
    assert len(pieces) == 12 and pieces[0].name == "F" and pieces[-1] is pieces["Z"]
    assert [piece.name for piece in pieces[:2]] == ["F", "I"] and "X" in pieces and "Q" not in pieces
    found = tw.solve(PUZZLE, None)
    assert len(found) == 16 and found[0] in found and found[:2] == tuple(found)[:2] and bool(found)
    assert not tw.solve(IMPOSSIBLE)


def test_truth() -> None:
    assert tw.verdict(PUZZLE) and tw.count(PUZZLE)
    assert not tw.verdict(IMPOSSIBLE) and not tw.count(IMPOSSIBLE)
    open_question = tw.verdict(tw.load("pentominoes@6x10"), limit=0)
    assert open_question.verdict == "unknown"
    with pytest.raises(ValueError, match="neither true nor false"):
        bool(open_question)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda: tw.solve(PUZZLE), "1 tiling"),
        (lambda: tw.solve(PUZZLE, None), "16 tilings, and there are no others"),
        (lambda: tw.solve(IMPOSSIBLE), "no tiling: "),
        (lambda: tw.solve(tw.load("pentominoes@6x10"), limit=0), "no tiling was found: the limit came first"),
        (lambda: tw.count(PUZZLE, up_to="symmetries"), "2 tilings up to symmetries"),
        (lambda: tw.count(IMPOSSIBLE), "no tilings"),
        (lambda: tw.verdict(PUZZLE), "several: "),
        (lambda: tw.verdict(tw.load("tetrominoes:O@2x2")), "unique: "),
        (lambda: tw.verdict(IMPOSSIBLE), "impossible: "),
    ],
)
def test_words(answer: object, words: str) -> None:
    found = answer()  # type: ignore[operator]
    assert str(found).startswith(words) and "\n" not in str(found)
    assert len(repr(found)) < 250 and type(found).__name__ in repr(found)


def test_pictures_in_notebooks() -> None:
    level = tw.make_level(tw.Board.of_size("4x4"), 4, seed=1, difficulty="easy")
    assert level.rating is not None and len(repr(level)) < 200
    step = tw.hint(PUZZLE, tw.solve(PUZZLE)[0].placements[:3])
    for value in (tw.solve(PUZZLE, 3), tw.solve(IMPOSSIBLE), tw.verdict(PUZZLE), tw.verdict(IMPOSSIBLE), step, level):
        assert value._repr_svg_().startswith("<svg ") and "<svg " in value._repr_html_()  # type: ignore[union-attr]
    assert "&lt;" not in step._repr_html_() and step.text.split()[0] in step._repr_html_()


def test_errors_are_those_of_python() -> None:
    with pytest.raises(ValueError, match="Q"):
        tw.load("FNPUQ@5x5")
    with pytest.raises(FileNotFoundError, match="no such file"):
        tw.load("no-such-file.toml")
    with pytest.raises(TypeError, match="threads="):
        tw.solve(PUZZLE, threads="2")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads="):
        tw.solve(PUZZLE, threads=0)
    with pytest.raises(TypeError, match="limit="):
        tw.count(PUZZLE, limit="2 s")  # type: ignore[arg-type]


def test_seconds_are_a_limit() -> None:
    slow = tw.load("pentominoes@6x10")
    for answer in (tw.solve(slow, limit=0), tw.count(slow, limit=0.0), tw.verdict(slow, limit=tw.Limit(seconds=0))):
        assert answer.ended == "limit"
    assert repr(tw.Limit(seconds=2.5)) == "Limit(seconds=2.5)"
