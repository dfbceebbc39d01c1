"""BurrTools files: what is read, what is refused in one line, and that what is written reads back."""

from __future__ import annotations

import gzip
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from tests.helpers.burr import document, problem, voxel
from tests.helpers.cli import CommandLine
from tests.helpers.generate import random_puzzle, random_region
from tilewright import formats, loader
from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.errors import LimitError, NotationError, TilewrightError
from tilewright.formats import burrtools
from tilewright.kinds import Packing
from tilewright.pieces import Piece
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board
from tilewright.puzzle.check import faults

DOMINO = voxel(2, 1, 1, "##", "domino")
SQUARE = document(DOMINO + voxel(2, 2, 1, "####"), problem('<shape id="0" count="2"/>', 1))


def test_counts_and_ranges() -> None:
    puzzle = burrtools.parse(SQUARE)
    assert (puzzle.lattice, puzzle.name, puzzle.board.area) == ("cubic", "p", 4)
    assert puzzle.pieces[0].copies == (2, 2)
    assert count(puzzle).value == 2
    shapes = DOMINO + voxel(1, 1, 1, "#", "one") + voxel(2, 2, 1, "####")
    ranged = burrtools.parse(
        document(shapes, problem('<shape id="0" min="0" max="2"/><shape id="1" max="4" min="0"/>', 2))
    )
    assert [piece.copies for piece in ranged.pieces] == [(0, 2), (0, 4)]
    assert count(ranged).value == 7  # matchings of a square
    left_out = burrtools.parse(document(shapes, problem('<shape id="0" count="2"/><shape id="1" count="0"/>', 2)))
    assert [piece.name for piece in left_out.pieces] == ["domino"]


def test_optional_cells_and_axes() -> None:
    shapes = voxel(3, 1, 1, "###", "bar") + voxel(3, 2, 2, "###+_____#__")
    puzzle = burrtools.parse(document(shapes, problem('<shape id="0"/>', 1)))
    # x to the right, y away from the viewer, z up: the second layer of the file is the one on top.
    assert str(puzzle.board) == "...\n#..\n\no..\n###" or str(puzzle.board) == "#..\n...\n\no..\n###"
    assert (len(puzzle.board.atoms), len(puzzle.board.optional)) == (4, 1)


def test_pieces_turn_and_are_not_mirrored() -> None:
    corner = voxel(2, 2, 2, "##_#___#", "A")
    assert len(burrtools.parse(document(corner + corner, problem('<shape id="0"/>', 1))).pieces[0].orientations) == 12


def test_soma_from_burrtools_has_its_tilings() -> None:
    soma = Packing.parse("soma@3x3x3")
    read = burrtools.parse(burrtools.dump(soma))
    assert burrtools.notes(soma) == []
    assert {piece.name: piece.forms for piece in read.pieces} == {piece.name: piece.forms for piece in soma.pieces}
    assert count(read, up_to="symmetries").value == 240


@pytest.mark.parametrize(
    "notation", ["hexiamonds:CEFG@4x3", "pentominoes:FLP@3x5", "soma@3x3x3-l0r0c0", "tetracubes*@2x2x2"]
)
def test_what_is_written_reads_back(notation: str) -> None:
    puzzle = Packing.parse(notation)
    read = burrtools.parse(burrtools.dump(puzzle))
    flat = puzzle.grid.dimension == 2
    assert {atom[flat:] for atom in read.board.atoms} == set(puzzle.board.atoms)
    assert len(read.pieces) == len(puzzle.pieces)
    if flat:  # in one layer a piece that may turn over has the same orientations
        for mine, theirs in zip(puzzle.pieces, read.pieces, strict=True):
            level = {
                tuple(atom[1:] for atom in orientation)
                for orientation in theirs.forms
                if not any(atom[0] for atom in orientation)
            }
            assert level == set(mine.forms)
    assert count(read).value == count(puzzle).value


def test_prisms_alternate() -> None:
    shapes = voxel(3, 1, 2, "######", "block") + voxel(3, 1, 2, "######")
    puzzle = burrtools.parse(document(shapes, problem('<shape id="0"/>', 1), grid="1"))
    assert puzzle.lattice == "prism"
    assert str(puzzle.board) == "▲▼▲\n\n▲▼▲"
    assert solve(puzzle).verdict == "solved"


def test_notes_say_where_rules_differ() -> None:
    assert "flat ones turn over" in burrtools.notes(Packing.parse("tetrominoes:LS@2x4"))[0]
    assert "L, S" in burrtools.notes(Packing.parse("tetrominoes:LSO@2x6"))[0]
    assert burrtools.notes(Packing.parse("pentominoes@6x10")) == []
    assert "mirrors none" in burrtools.notes(Packing.parse("tetracubes:AB!free@2x2x2"))[0]


def test_export_warns(run: CommandLine) -> None:
    done = run("export", "tetrominoes:LS@2x4", "--to", "xmpuzzle")
    assert done.code == 0
    assert done.err.startswith("tilewright: note: BurrTools turns all pieces in space")
    assert "flat ones turn over" in done.out
    assert run("export", "soma@3x3x3", "--to", "xmpuzzle").err == ""


def test_colors() -> None:
    colors = '<color red="255" green="0" blue="16"/><color red="0" green="255" blue="0"/>'
    shapes = voxel(2, 1, 1, "#1#1", "red") + voxel(2, 1, 1, "##2")
    free = document(shapes, problem('<shape id="0"/>', 1, '<pair piece="0" result="1"/>'), colors=colors)
    assert burrtools.parse(free).pieces[0].color == "#ff0010"
    assert count(burrtools.parse(free)).value == 1
    bound = burrtools.parse(document(shapes, problem('<shape id="0"/>', 1), colors=colors))
    assert solve(bound).verdict == "impossible"
    half = voxel(2, 1, 1, "#1#", "half") + voxel(2, 2, 1, "#1#2#1#2")
    rows = '<pair piece="0" result="0"/>'
    puzzle = burrtools.parse(document(half, problem('<shape id="0" count="2"/>', 1, rows), colors=colors))
    # The colored ends lie on the left column: both dominoes across, or both along is out of the question.
    assert [count(puzzle).value, count(puzzle, up_to="symmetries").value] == [1, 1]
    (tiling,) = solve(puzzle, 5).tilings
    assert all({column for _, _, column in placement.atoms} == {0, 1} for placement in tiling.placements)
    along = replace(tiling.placements[0], atoms=((0, 0, 1), (0, 1, 1)))
    assert [fault.rule for fault in faults(puzzle, [along], partial=True)] == ["paint"]
    assert loader.parse(formats.dump(puzzle, "toml")).digest == puzzle.digest
    assert loader.parse(formats.dump(puzzle, "json")).digest == puzzle.digest


def test_gzip_latin_1_and_recognition(tmp_path: Path) -> None:
    text = SQUARE.replace("domino", "Klötze")
    for name, data in {
        "plain.xmpuzzle": text.encode("utf-8"),
        "old.xmpuzzle": text.encode("latin-1"),
        "packed.xmpuzzle": gzip.compress(text.encode("latin-1")),
        "other-suffix.xml": gzip.compress(text.encode("utf-8")),
    }.items():
        path = tmp_path / name
        path.write_bytes(data)
        puzzle = loader.load(path)
        assert isinstance(puzzle, Packing)
        assert puzzle.pieces[0].name == "Klötze"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SQUARE.replace('gridType type="0"', 'gridType type="3"'), "rhombic"),
        (SQUARE.replace('gridType type="0"', 'gridType type="9"'), "not supported"),
        (SQUARE[: len(SQUARE) // 2], "not complete XML"),
        (SQUARE.replace(">####<", ">###<"), "expected 4 of the characters"),
        (SQUARE.replace(">####<", ">##X#<"), "expected 4 of the characters"),
        (SQUARE.replace(">####<", ">____<"), "empty"),
        (SQUARE.replace('x="2" y="2"', 'x="two" y="2"'), "expected a number"),
        (SQUARE.replace('result id="1"', 'result id="7"'), "no shape 7"),
        (SQUARE.replace('result id="1"', 'result id="-1"'), "expected a number"),
        (SQUARE.replace('<shape id="0"', '<shape id="5"'), "no shape 5"),
        (document(DOMINO, ""), "0 problems"),
        (SQUARE.replace('<result id="1"/>', ""), "no result"),
        (SQUARE.replace(">##<", ">#+<"), "may stay empty"),
        (SQUARE.replace('<?xml version="1.0"?>', '<!DOCTYPE p [<!ENTITY a "aaaa">]>'), "document type"),
        (document(DOMINO + voxel(2, 2, 1, "##++"), problem('<shape id="0"/>', 1, more=' maxHoles="1"')), "maxHoles"),
    ],
)
def test_refused_in_one_line(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as error:
        burrtools.parse(text)
    assert "\n" not in str(error.value)


def test_a_shape_in_several_parts_is_one_piece() -> None:
    text = document(voxel(3, 1, 1, "#_#") + voxel(4, 1, 1, "####"), problem('<shape id="0" count="2"/>', 1))
    with pytest.warns(UserWarning, match="2 parts"):
        puzzle = burrtools.parse(text)
    assert count(puzzle).value == 1
    with pytest.warns(UserWarning, match="2 parts"):
        assert burrtools.parse(burrtools.dump(puzzle)) == puzzle


def test_too_large(tmp_path: Path) -> None:
    with pytest.raises(LimitError, match="box of 999999999"):
        burrtools.parse(SQUARE.replace('x="2" y="2"', 'x="999999999" y="999999999"'))
    bomb = tmp_path / "bomb.xmpuzzle"
    bomb.write_bytes(gzip.compress(b"<puzzle>" + b" " * (64 << 20)))
    with pytest.raises(LimitError, match="bytes"):
        loader.load(bomb)
    cut = tmp_path / "cut.xmpuzzle"
    cut.write_bytes(gzip.compress(SQUARE.encode())[:-20])
    with pytest.raises(NotationError, match="gzip file that ends too early"):
        loader.load(cut)


@pytest.mark.parametrize("notation", ["tetrahexes@4x7", "fridgeiq:DIY@3x3"])
def test_lattices_that_burrtools_does_not_have(notation: str) -> None:
    with pytest.raises(NotationError, match="cannot hold the lattice"):
        burrtools.dump(Packing.parse(notation))


@pytest.mark.parametrize("lattice", ["square", "triangular", "cubic", "prism", "spheres"])
@pytest.mark.parametrize("seed", range(12))
def test_random_puzzles_read_back_with_the_same_number_of_tilings(lattice: str, seed: int) -> None:
    """Copies of every kind, optional cells and motions; where BurrTools moves pieces otherwise, the copies still agree."""
    puzzle = replace(random_puzzle(seed, (lattice,)), pinned=())
    read = burrtools.parse(burrtools.dump(puzzle))
    room = len(puzzle.board.atoms) + len(puzzle.board.optional)
    for mine, theirs in zip(puzzle.pieces, read.pieces, strict=True):
        (lo, hi), fits = mine.copies, room // len(mine.atoms)
        assert theirs.copies[0] == lo and (theirs.copies[1] == hi if hi else theirs.copies[1] >= fits)
    if not burrtools.notes(puzzle):
        assert count(read).value == count(puzzle).value


@pytest.mark.parametrize("lattice", ["square", "triangular", "cubic", "spheres"])
def test_every_range_of_copies_beside_every_room(lattice: str) -> None:
    """Boards with room for no copy, one, two, ...; fewest copies below, at and above that room."""
    row = tuple(sorted(random_region(random.Random(1), lattice, 7)))
    for size, room, lo, more in product((1, 2, 3), range(1, 8), range(5), (0, 1, None)):
        shape = polyforms(lattice, size)[0]
        board = Board(row[:room], lattice=lattice)
        if lo == more == 0:
            continue
        puzzle = Packing(board, (Piece("A", shape, lattice, (lo, None if more is None else lo + more)),))
        read = burrtools.parse(burrtools.dump(puzzle))
        if not burrtools.notes(puzzle):
            assert count(read).value == count(puzzle).value, puzzle


def test_more_colors_than_burrtools_has() -> None:
    domino = Packing.parse("dominoes@1x2").pieces[0]
    many = tuple(replace(domino, name=f"D{n}", copies=(0, 1), color=f"#{n:06x}") for n in range(1200))
    puzzle = Packing(Packing.parse("dominoes@1x2").board, many)
    read = burrtools.parse(burrtools.dump(puzzle))
    assert [piece.color for piece in read.pieces[:64]] == [f"#{n:06x}" for n in range(63)] + [None]
    assert len(read.pieces) == 1200


def test_contradicting_copies_and_other_digits_are_refused() -> None:
    for copies in ('min="2" max="1"', 'min="2" max="0"', 'count="٢"', 'count="9999999"', 'min="-1" max="2"'):
        with pytest.raises(TilewrightError) as error:
            burrtools.parse(SQUARE.replace('count="2"', copies))
        assert "\n" not in str(error.value)
