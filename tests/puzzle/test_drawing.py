"""Tilings as text, and back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.generate import random_puzzle
from tests.helpers.paths import DATA
from tilewright import loader
from tilewright.api.solve import solve
from tilewright.errors import NotationError
from tilewright.kinds import Packing, Shikaku
from tilewright.kinds.packing.letters import labels, short_names
from tilewright.lattice import NAMES as LATTICES
from tilewright.pieces import Piece, select
from tilewright.puzzle import Board, Placement, Puzzle, Tiling
from tilewright.puzzle.check import faults

BLOG = json.loads((DATA / "shikaku_blog.json").read_text())["instances"]


def tiling_of(puzzle: Puzzle) -> Tiling:
    return solve(puzzle, engine="reference").tilings[0]


def shape(placements: tuple[Placement, ...]) -> set[tuple[str, tuple[tuple[int, ...], ...]]]:
    return {(placement.piece, placement.atoms) for placement in placements}


def covered(placements: tuple[Placement, ...]) -> dict[tuple[int, ...], str]:
    return {atom: placement.piece for placement in placements for atom in placement.atoms}


def test_the_drawing_of_the_doodle_fit_example_is_the_classic_one() -> None:
    puzzle = loader.load("##\n####\n  ##\n---\n *\n**\n---\n*\n*\n---\n*\n**\n")
    assert str(tiling_of(puzzle)) == "12  \n1220\n  00"


@given(st.integers(0, 10**6), st.integers(0, 5))
def test_a_drawing_reads_back_as_placements_that_break_no_rule(seed: int, left_out: int) -> None:
    puzzle = random_puzzle(seed, LATTICES)
    found = solve(puzzle, engine="reference").tilings
    if not found:
        return
    whole = found[0].placements
    read = puzzle.parse_drawing(str(found[0]))
    # Copies that lie side by side may be read as other copies, never as other cells or another number of them.
    assert covered(read) == covered(whole)
    assert not faults(puzzle, read, partial=bool(puzzle.pinned))
    partial = replace(found[0], placements=whole[left_out:])
    if whole[left_out:]:
        read = puzzle.parse_drawing(str(partial))
        assert covered(read) == covered(partial.placements)
        assert not faults(puzzle, read, partial=True)


@given(st.integers(0, 10**6))
def test_pieces_used_once_are_read_back_exactly(seed: int) -> None:
    puzzle = random_puzzle(seed, LATTICES)
    once = tuple(replace(piece, copies=(0, 1)) for piece in puzzle.pieces)
    puzzle = Packing(Board((), (*puzzle.board.atoms, *puzzle.board.optional), puzzle.lattice), once)
    options = puzzle.compile(labelled=True)
    taken: set[tuple[int, ...]] = set()
    chosen: dict[str, Placement] = {}
    for number in range(len(options.cover.options)):
        placement = options.placement(number)
        if placement.piece not in chosen and taken.isdisjoint(placement.atoms):
            chosen[placement.piece] = placement
            taken.update(placement.atoms)
    if chosen:
        tiling = Tiling(puzzle, tuple(chosen.values()))
        assert set(puzzle.parse_drawing(str(tiling))) == set(chosen.values())


def test_half_squares_are_drawn_three_characters_a_cell() -> None:
    puzzle = Packing(Board.from_outline("POLYGON ((0 0, 3 0, 3 3, 0 0))", "halfsquare"), select("fridgeiq:DIY"))
    drawing = str(tiling_of(puzzle))
    assert drawing == "       /D\n    /IY\\D\n /IIIIYYY"
    read = puzzle.parse_drawing(drawing)
    assert not faults(puzzle, read)
    assert {placement.id for placement in read} == {placement.id for placement in tiling_of(puzzle).placements}


def test_trailing_blanks_may_be_lost_and_dots_or_blanks_mean_nothing_lies_there() -> None:
    puzzle = loader.load("##\n####\n  ##\n---\n *\n**\n---\n*\n*\n---\n*\n**\n")
    for drawing in (
        "12\n1220\n  00",
        "12..\n1220\n..00",
        "12\r\n1220\r\n  00\r\n",
        "\n12  \n1220\n  00\n\n12  \n1220\n  00\n",
    ):
        assert not faults(puzzle, puzzle.parse_drawing(drawing))
    assert shape(puzzle.parse_drawing("1.\n1.")) == {("1", ((0, 0), (1, 0)))}


def test_copies_side_by_side_are_told_apart() -> None:
    puzzle = Packing.parse("tetrominoes:IO*@4x4")
    read = puzzle.parse_drawing("IIII\nIIII\nOOOO\nOOOO")
    assert len(read) == 4
    assert not faults(puzzle, read)
    # A large region too, by whatever engine is there.
    many = Packing.parse("dominoes*@20x20")
    assert len(many.parse_drawing("\n".join(["1" * 20] * 20))) == 200


def test_a_region_no_copies_fill_is_left_to_the_rules() -> None:
    puzzle = Packing.parse("tetrominoes:IO*@4x4")
    read = puzzle.parse_drawing("IIII\nIII.\nOO..\nOO.I")
    wrong = faults(puzzle, read)
    assert {fault.rule for fault in wrong} == {"shape", "uncovered"}
    assert sum(fault.rule == "shape" for fault in wrong) == 2


def test_labels_are_the_names_while_these_are_short() -> None:
    board = Board.of_size("2x2")
    a, b = Piece.parse("##", "A"), Piece.parse("##", "B2")
    assert labels(Packing(board, (a, b))) == {"A": "A ", "B2": "B2"}
    long = Piece.parse("##", "purple")
    assert labels(Packing(board, (a, long))) == {"A": "0", "purple": "1"}
    assert labels(Packing(board, (a, Piece.parse("##", "_")))) == {"A": "0", "_": "1"}
    tiling = tiling_of(Packing(board, (a, b)))
    assert str(tiling) in ("A A \nB2B2", "B2B2\nA A ", "A B2\nA B2", "B2A \nB2A ")
    assert shape(tiling.puzzle.parse_drawing(str(tiling))) == shape(tiling.placements)


def test_names_of_blocks() -> None:
    assert short_names(3) == ["0", "1", "2"]
    names = short_names(62)
    assert names[9:12] == ["9", "a", "b"]
    assert names[35:37] == ["z", "A"]
    assert short_names(63)[:2] == ["00", "01"]
    for count in (1, 62, 63, 200):
        assert len(set(short_names(count))) == count


def test_more_than_62_blocks_take_two_characters_a_cell() -> None:
    text = "\n---\n".join(["#" * 63, *["*"] * 63])
    puzzle = loader.load(text)
    tiling = tiling_of(puzzle)
    drawing = str(tiling)
    assert len(drawing) == 2 * 63
    assert shape(puzzle.parse_drawing(drawing)) == shape(tiling.placements)


def test_cells_that_may_stay_empty_are_dotted_and_cells_off_the_board_blank() -> None:
    puzzle = Packing(Board.parse("o##\n .#"), select("trominoes:1!free+trominoes:2!free"))
    used = tiling_of(Packing(puzzle.board, tuple(piece.with_copies(0, 1) for piece in puzzle.pieces)))
    name = used.placements[0].piece
    assert str(used) == f".{name}{name}\n  {name}"


@pytest.mark.parametrize(
    ("drawing", "quotes"),
    [
        ("12\n1q20\n  00", "'1q20'"),
        ("12\n1220\n  00\n   1", "'   1'"),
        ("\n\n", "empty"),
        ("", "empty"),
    ],
)
def test_what_is_no_drawing_is_refused(drawing: str, quotes: str) -> None:
    puzzle = loader.load("##\n####\n  ##\n---\n *\n**\n---\n*\n*\n---\n*\n**\n")
    with pytest.raises(NotationError, match=r"expected|more than") as error:
        puzzle.parse_drawing(drawing)
    assert quotes in str(error.value)
    assert "\n" not in str(error.value)


def test_a_half_square_cell_of_no_form_is_refused() -> None:
    puzzle = Packing(Board.from_outline("POLYGON ((0 0, 3 0, 3 3, 0 0))", "halfsquare"), select("fridgeiq:DIY"))
    with pytest.raises(NotationError, match=r"'D-Y', expected one of .*AAA A/B A\\B"):
        puzzle.parse_drawing("      D-Y")


def test_what_lies_outside_the_board_is_left_to_the_rules() -> None:
    puzzle = Packing.parse("dominoes@1x2")
    assert {fault.rule for fault in faults(puzzle, puzzle.parse_drawing(".11"))} == {"off-board", "uncovered"}


def shikaku(instance: dict[str, object]) -> Shikaku:
    return Shikaku(instance["rows"], instance["cols"], tuple(map(tuple, instance["clues"])))  # type: ignore


@pytest.mark.parametrize("instance", BLOG, ids=lambda instance: instance["name"])
def test_shikaku_numbers_are_the_published_ones(instance: dict[str, list[object]]) -> None:
    puzzle = shikaku(instance)
    assert len(puzzle.candidates()) == instance["blog_n_feasible"]
    tiling = tiling_of(puzzle)
    grid = tiling.puzzle.text.styles["numbers"](tiling)
    assert sorted({int(number) for number in grid.split()}) == instance["blog_solution_k"]
    rows = [line.split() for line in grid.split("\n")]
    for number, top, left, height, width in instance["blog_solution"]:  # type: ignore[misc]
        assert {rows[r][c] for r in range(top, top + height) for c in range(left, left + width)} == {str(number)}  # type: ignore
    assert set(puzzle.parse_drawing(grid)) == set(tiling.placements)
    assert set(puzzle.parse_drawing(str(tiling))) == set(tiling.placements)


def test_shikaku_is_drawn_with_walls_and_the_clues_inside() -> None:
    puzzle = Shikaku(2, 3, ((0, 0, 2), (0, 2, 4)))
    drawing = str(tiling_of(puzzle))
    assert drawing == "\n".join(["+---+---+---+", "| 2 |     4 |", "+   +       +", "|   |       |", "+---+---+---+"])


@given(st.integers(0, 10**6), st.data())
def test_shikaku_drawings_read_back_also_partial_ones(seed: int, data: st.DataObject) -> None:
    instance = BLOG[0]
    puzzle = shikaku(instance)
    tiling = tiling_of(puzzle)
    kept = tuple(data.draw(st.lists(st.sampled_from(tiling.placements), unique=True)))
    partial = Tiling(puzzle, kept)
    assert set(puzzle.parse_drawing(str(partial))) == set(kept)
    if kept:
        assert set(puzzle.parse_drawing(partial.puzzle.text.styles["numbers"](partial))) == set(kept)


def test_shikaku_pinned_rectangles_keep_the_classic_numbers() -> None:
    puzzle = shikaku(BLOG[0])
    tiling = tiling_of(puzzle)
    pinned = replace(puzzle, pinned=((0, 0, 2, 1),))
    assert pinned.text.styles["numbers"](Tiling(pinned, tiling.placements)) == tiling.puzzle.text.styles["numbers"](
        tiling
    )


@pytest.mark.parametrize(
    ("drawing", "quotes"),
    [
        ("1 2\n1 2", "'1 2': 2 cells: expected 3"),
        ("1 2 x\n1 2 2", "'x' beside '1': expected numbers, or letters"),
        ("9! 2 1\n1 2 2", "'9!': expected a number or letters"),
        ("1 2 2", "1 rows: expected 2"),
        ("+---+\n|   |", "'+---+'"),
        ("+---+---+---+\n| 2 |   q 4 |\n+   +       +\n|   |       |\n+---+---+---+", "'| 2 |   q 4 |'"),
        ("", "empty"),
    ],
)
def test_what_is_no_shikaku_drawing_is_refused(drawing: str, quotes: str) -> None:
    with pytest.raises(NotationError) as error:
        Shikaku(2, 3, ((0, 0, 2), (0, 2, 4))).parse_drawing(drawing)
    assert quotes in str(error.value)


@pytest.mark.parametrize("drawing", ["##\xa0", "##\n#\xa0\n", "#\xa0\n##"])
def test_what_stands_in_a_line_is_read_in_the_last_one_too(drawing: str) -> None:
    with pytest.raises(NotationError, match="unexpected"):
        Board.parse(drawing)
