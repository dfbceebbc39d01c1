"""Pieces in several parts, whose cells meet at corners only, or not at all: on every lattice, through every engine and way out."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.brute import Brute, TooManyError
from tests.helpers.cli import CommandLine
from tests.helpers.differential import agree_on, posed
from tests.helpers.hints import check_techniques
from tilewright.explain.hint import hint
from tilewright.explain.techniques import initial_position
from tilewright.formats import dump
from tilewright.kinds import Packing
from tilewright.lattice import NAMES, lattice
from tilewright.loader import parse
from tilewright.pieces import Piece
from tilewright.puzzle import Board
from tilewright.puzzle.check import faults
from tilewright.puzzle.picture import tiling_svg
from tilewright.puzzle.rules import Reason

PAIR = Piece("A", ((0, 0), (1, 1)), connected=False)
FAST, BLOCK, BLOCKS = 40, 150, 8
NAMED = {"Board": Board, "Packing": Packing, "Piece": Piece}
ENGINES = ("auto", "native", "sweep", "frontier", "reference", "sat", "cp", "mip")


def scattered(rng: random.Random, puzzle: Packing) -> Packing:
    """The puzzle with the shape of a piece or two replaced by atoms of the board from anywhere."""
    every = sorted((*puzzle.board.atoms, *puzzle.board.optional))
    pieces = list(puzzle.pieces)
    for number in rng.sample(range(len(pieces)), rng.randint(1, min(2, len(pieces)))):
        atoms = tuple(rng.sample(every, min(len(every), rng.randint(2, 3))))
        pieces[number] = replace(pieces[number], atoms=atoms, connected=False)
    return Packing(puzzle.board, pieces)


def posed_in_parts(seed: int) -> Brute:
    rng = random.Random(seed)
    name = NAMES[seed % len(NAMES)]
    while True:
        puzzle = scattered(rng, replace(posed(rng, name).puzzle, pinned=()))
        if all(piece.connected for piece in puzzle.pieces):
            continue
        brute = Brute(puzzle, most=400)
        try:
            if len(brute.labelled) >= rng.random():
                return brute
        except TooManyError:
            continue


def agree_in_parts(seed: int) -> None:
    brute = posed_in_parts(seed)
    puzzle = brute.puzzle
    agree_on(random.Random(seed), brute)
    assert parse(dump(puzzle, "toml")).digest == puzzle.digest and eval(repr(puzzle), NAMED) == puzzle
    check_techniques(puzzle, str(seed))
    every = {frozenset(tiling) for tiling in brute.unlabelled}
    found = hint(puzzle)
    if found.kind == "place" and not initial_position(puzzle).table.compiled.owners_of_many:
        for each in found.placements:
            assert all(frozenset(each.atoms) in {cells for _, cells in tiling} for tiling in every), (seed, found)
    for tiling in tw.solve(puzzle, n=3).tilings:
        assert tiling_svg(tiling)
        if "?" in str(tiling):  # a cell of quarters of which no text tells whose they are
            continue
        read = puzzle.parse_drawing(str(tiling))
        assert not faults(puzzle, read), (seed, str(tiling))
        alone = {piece.name for piece in puzzle.pieces if not piece.connected}
        drawn, laid = ({(p.piece, p.atoms) for p in each if p.piece in alone} for each in (read, tiling.placements))
        assert drawn == laid, (seed, str(tiling))


@pytest.mark.parametrize("start", range(0, FAST, 10))
def test_puzzles_with_pieces_in_parts_agree_with_brute_force(start: int) -> None:
    for seed in range(start, start + 10):
        agree_in_parts(seed)


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
def test_many_puzzles_with_pieces_in_parts_agree_with_brute_force(block: int) -> None:
    for seed in range(10_000 + block * BLOCK, 10_000 + (block + 1) * BLOCK):
        agree_in_parts(seed)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("size", "shape", "copies", "number"), [
    ("2x2", "#.\n.#", 2, 1), ("1x4", "#.#", 2, 1), ("1x8", "#.#", 4, 1), ("2x4", "#.#", 4, 1), ("4x4", "#.\n.#", 8, 1),
    ("1x6", "#..#", 3, 1), ("1x5", "#.#", 2, 0), ("3x4~", "#.#", 6, 4), ("2x4~~", "#.\n.#", 4, 4),
])  # fmt: skip
def test_engines_count_alike(engine: str, size: str, shape: str, copies: int, number: int) -> None:
    piece = Piece.parse(shape, copies=(copies, copies), connected=False)
    assert tw.count(Packing(Board.of_size(size), [piece]), engine=engine).value == number


def test_a_file_may_say_that_a_piece_is_in_parts_or_that_it_is_not() -> None:
    table = {"board": "2x2", "piece": [{"name": "A", "shape": "#.\n.#", "copies": 2}]}
    with pytest.warns(UserWarning, match="2 parts"):
        silent = tw.load(table)
    row = table["piece"][0]
    marked = tw.load({**table, "piece": [{**row, "connected": False}]})  # type: ignore[dict-item]
    assert silent == marked and tw.count(marked).value == 1
    with pytest.raises(tw.NotationError, match="connected = false"):
        tw.load({**table, "piece": [{**row, "connected": True}]})  # type: ignore[dict-item]
    with pytest.raises(tw.NotationError, match="true or false"):
        parse('board = "2x2"\n[[piece]]\nshape = "#"\nconnected = 0\n')
    assert json.loads(dump(marked, "json"))["piece"][0]["connected"] is False


def test_the_library_takes_pieces_in_parts_on_request_only() -> None:
    for made in (
        lambda **more: Piece("A", ((0, 0), (1, 1)), **more),
        lambda **more: Piece.parse("#.\n.#", **more),
        lambda **more: Piece.from_rows([[1, 0], [0, 1]], **more),
    ):
        with pytest.raises(tw.NotationError, match="connected=False"):
            made()
        assert made(connected=False) == PAIR
    with pytest.raises(tw.ArgumentError, match="connected"):
        Piece("A", ((0, 0),), connected=0)  # type: ignore[arg-type]
    assert Piece("A", ((0, 0), (0, 1)), connected=False) == Piece("A", ((0, 0), (0, 1)))


def test_a_gap_that_pieces_reach_over_is_no_reason() -> None:
    """Parts of the board that a piece in one part cannot leave, one in several parts can."""
    board = Board.parse("#.#")
    across = Packing(board, [Piece.parse("#.#", connected=False)])
    assert tw.count(across).value == 1
    forged = Reason("region", "no choice of the pieces", ((0, 0),))
    assert across.checkers.reason_fault(forged) is not None
    assert Packing(board, [Piece.parse("##")]).checkers.reason_fault(forged) is None
    far = Board(((0, 0), (0, 100_000)))
    assert tw.count(Packing(far, [Piece("A", ((0, 0), (0, 100_000)), connected=False)])).value == 1


def test_certificates_of_puzzles_with_pieces_in_parts_are_checked(tmp_path: Path) -> None:
    for size, word in (("1x6", "impossible"), ("1x8", "unique")):
        puzzle = Packing(Board.of_size(size), [Piece.parse("#.#", copies=(0, None), connected=False)])
        found = tw.verdict(puzzle, proof=tmp_path / size)
        assert (found.verdict, found.proof) == (word, "checked")


def test_what_is_made_of_a_piece_in_parts(run: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(dump(Packing(Board.of_size("2x2"), [PAIR.with_copies(2, 2)]), "toml"))
    for words in (("laser", file, "-o", tmp_path / "a.svg"), ("pieces", file, "-o", tmp_path / "a")):
        assert "several parts" in run.refused("publish", *words)
    for words in (("booklet", file, "-o", tmp_path / "b.pdf"), ("cards", file, "-o", tmp_path / "c.svg")):
        with pytest.warns(UserWarning, match="come apart"):
            assert run("publish", *words).code == 0
    assert "several parts" in run.refused("design", "silhouettes", "--pieces", file, "--symmetry", "D4")
    with pytest.raises(tw.NotationError, match="several parts"):
        dump(Packing(Board.of_size("2x2"), [replace(PAIR, motion="fixed")]), "blocks")
    for name in ("json", "toml"):
        written = run("export", file, "--to", name).out
        again = tmp_path / f"again.{name}"
        again.write_text(written)
        assert run("count", again).out == "1\n"


def test_copies_in_parts_are_told_apart_in_drawings() -> None:
    puzzle = Packing(Board.of_size("2x4"), [PAIR.with_copies(0, None), Piece.parse("##", "D", copies=(0, None))])
    drawings = [str(tiling) for tiling in tw.solve(puzzle, n=20).tilings]
    assert len(set(drawings)) == 11
    tilings = {frozenset((p.piece, p.atoms) for p in tiling.placements) for tiling in tw.solve(puzzle, n=20).tilings}
    assert {frozenset((p.piece, p.atoms) for p in puzzle.parse_drawing(text)) for text in drawings} == tilings


@pytest.mark.parametrize("name", ["halfsquare", "triangular", "hexagonal", "cubic", "spheres", "prism"])
def test_every_lattice_draws_pieces_in_parts(name: str) -> None:
    grid = lattice(name)
    size = "x".join("2" * (grid.dimension - 1) + "3")
    board = Board.of_size(size, name)
    first, last = grid.atoms_of((0,) * grid.dimension), grid.atoms_of((*(1,) * (grid.dimension - 1), 2))
    ends = Piece("A", (*first, *last), name, connected=False)
    rest = Board((), [atom for atom in board.atoms if atom not in (*first, *last)], name)
    puzzle = Packing(replace(rest, atoms=(*first, *last)), [ends])
    (tiling,) = tw.solve(puzzle).tilings
    assert tiling_svg(tiling).count("<svg") == 1 and not faults(puzzle, puzzle.parse_drawing(str(tiling)))
