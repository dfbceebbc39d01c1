"""A program as a user writes it, over everything that the library offers for values, data, covers and stopping.

`test_public.py` runs it, and checks its types with `mypy --strict`.
"""

import asyncio
import logging
from collections.abc import Sequence
from math import hypot
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import tilewright as tw


def values() -> None:
    board = tw.Board.parse("####\n##..")
    ell = tw.Piece.from_rows([[1, 1], [1, 0]], "L")
    bar = tw.Piece.parse("###", "I", motion="turn", copies=(1, 1))
    puzzle = tw.Packing(board, [ell, bar], name="first")
    assert puzzle == tw.Packing(board, (ell, bar)) and hash(puzzle)
    found: tw.Solved = tw.solve(puzzle, None, limit=2.5, threads=2)
    number: int = len(found)
    tiling: tw.Tiling = found[0]
    some = found[:1]
    assert number and some[0] == tiling and tiling in found
    names: list[str] = [placement.piece for placement in tiling]
    owner: tw.Placement = tiling[0, 0]
    cells: tuple[tuple[int, ...], ...] = owner.cells
    named: dict[tuple[int, ...], str] = {cell: each.piece for cell, each in tiling.items()}
    assert set(dict(tiling)) == set(named) == set(tiling.cells)
    assert sorted(names) == ["I", "L"] and cells and (0, 0) in tiling and (1, 3) not in board
    rows = tiling.grid()
    numbers = tiling.grid(int)
    assert len(rows) == 2 and numbers.shape == (2, 4)
    assert tw.Placement(owner.piece, [list(cell) for cell in owner.atoms], owner.motion) == owner
    assert tw.Tiling(puzzle, [owner]).cells == owner.cells
    assert all(len(piece) == 3 for piece in puzzle.pieces) and sum(1 for _ in board) == len(board) == 6


def sequences() -> None:
    pieces: tw.PieceSet = tw.piece_set("pentominoes")
    first: tw.Piece = pieces[0]
    cross: tw.Piece = pieces["X"]
    few: tuple[tw.Piece, ...] = pieces[:3]
    assert first in pieces and cross in pieces and cross.area == 5 and len(few) == 3
    chosen = [piece for piece in pieces if piece.name in "FNPUV"]
    puzzle = tw.Packing(tw.Board.of_size("5x5"), chosen)
    assert tw.count(puzzle).value == int(tw.count(puzzle)) == 16


def answers() -> None:
    puzzle = tw.load("FNPUV@5x5")
    verdict: tw.Verdict = tw.verdict(puzzle, limit=10)
    if verdict:
        words: str = str(verdict)
        assert words.startswith("several")
    total: tw.Count = tw.count(puzzle, up_to="symmetries", limit=tw.Limit(seconds=10))
    assert str(total) == "2 tilings up to symmetries"
    picture: str = verdict._repr_svg_()
    assert picture.startswith("<svg")
    step: tw.Hint = tw.hint(puzzle, limit=1)
    assert str(step) == step.text
    level: tw.Level = tw.make_level(None, 4, seed=1, difficulty="easy")
    rating: tw.Rating | None = level.rating
    assert rating is not None and rating.tier == "easy"


def errors() -> None:
    try:
        tw.load("no such file.toml")
    except FileNotFoundError as error:
        assert "no such file" in str(error)
    try:
        tw.load("QQQ@5x5")
    except ValueError as error:
        assert isinstance(error, tw.NotationError)
    try:
        bool(tw.verdict(tw.load("pentominoes@6x10"), limit=0))
    except tw.TilewrightError as error:
        assert "neither" in str(error)


def data() -> None:
    puzzle = tw.load({"pieces": ["F", "N", "P", "U", "V"], "board": ["11111"] * 5})
    assert isinstance(puzzle, tw.Packing) and len(puzzle.board) == 25
    plain: dict[str, Any] = tw.to_dict(puzzle)
    assert tw.from_dict(plain) == puzzle == tw.load(plain)
    tiling = tw.solve(puzzle)[0]
    again = tw.loads(tw.dumps(tiling))
    assert isinstance(again, tw.Tiling) and again == tiling
    with TemporaryDirectory() as folder:
        path = Path(folder, "puzzle.json")
        path.write_text(tw.dumps(puzzle, indent=True), encoding="utf-8")
        assert tw.load(path) == puzzle
    rating = tw.loads(tw.dumps(tw.rate(puzzle)))
    assert isinstance(rating, tw.Rating)
    step = tw.loads(tw.dumps(tw.hint(puzzle)))
    assert isinstance(step, tw.Hint)
    verdict = tw.loads(tw.dumps(tw.verdict(puzzle)))
    assert isinstance(verdict, tw.Verdict) and verdict.verdict == "several"


def covers() -> None:
    problem: tw.Cover = tw.cover({"A": ["x", "y"], "B": ["z"], "C": ["y", "z"], "D": ["x"]})
    found: tw.CoverSolved = problem.solve(None, threads=1, limit=5)
    assert {frozenset(each) for each in found} == {frozenset("AB"), frozenset("CD")}
    assert problem.count().value == 2 and problem.verdict().verdict == "several"
    squares = [(row, column) for row in range(6) for column in range(6)]
    queens = tw.cover(
        {(r, c): [("row", r), ("column", c), ("up", r + c), ("down", r - c)] for r, c in squares},
        optional=[("up", r + c) for r, c in squares] + [("down", r - c) for r, c in squares],
    )
    assert queens.count().value == 4
    for solution in queens.solutions(2):
        assert len(solution) == 6
    colored = tw.cover({"a": {1: None, "x": "red"}, "b": {2: None, "x": "red"}}, optional=["x"])
    assert len(colored.solve(None)) == 1
    assert tw.cover([["m"]] * 3, copies={"m": (0, 2)}).count().value == 7


def stopping() -> None:
    logging.getLogger("tilewright").setLevel(logging.WARNING)
    with tw.tilings(tw.load("pentominoes@6x10")) as stream:
        tiling: tw.Tiling = next(stream)
        assert len(tiling) == 12
    assert stream.outcome.ended == "stopped"
    stream.close()
    progress = tw.Progress()

    async def main() -> str:
        search = asyncio.to_thread(tw.count, tw.load("pentominoes!turn@6x15"), engine="native", progress=progress)
        try:
            return str(await asyncio.wait_for(search, 0.05))
        except TimeoutError:
            return "too long"
        finally:
            progress.stop = True

    assert asyncio.run(main()) == "too long"


def drawings() -> None:
    with TemporaryDirectory() as folder:
        heart = Path(folder, "heart.txt")
        heart.write_text(" ##  ##\n########\n########\n ######\n  ####\n   ##\n", encoding="utf-8")
        puzzle: tw.Puzzle = tw.load(f"tetrominoes*@{heart}")
    assert tw.count(puzzle).value == 902
    assert len(tw.Board.from_rows(["0110", "1111"])) == 6
    small = tw.load({"pieces": "dominoes*", "board": ["0110", "1111"]})
    assert tw.count(small).value == 1


def questions() -> None:
    puzzle = tw.load("FNPUV@5x5")
    corner: tw.Puzzle = puzzle.where("V covers r0c0", "F and N are adjacent")
    assert tw.count(corner).value == 4
    assert tw.solve(corner)[0][0, 0].piece == "V"

    def low(placement: tw.Placement) -> bool:
        return placement.piece != "P" or all(cell[0] > 0 for cell in placement)

    def apart(one: tw.Placement, other: tw.Placement) -> bool:
        return {one.piece, other.piece} != {"U", "N"} or one.atoms[0][0] != other.atoms[0][0]

    assert (tw.count(puzzle.where(each=low)).value, tw.count(puzzle.where(pair=apart)).value) == (8, 12)
    wrong: list[tw.Fault] = tw.faults(corner, tw.solve(puzzle.where("V does not cover r0c0"))[0])
    assert "where" in {fault.rule for fault in wrong}
    found: tw.Coverage = tw.coverage(puzzle)
    assert found.pieces_at((2, 2)) == {"F": 16} and found.most("F") == ((2, 2), 16)
    assert found.svg("V").startswith("<svg")


def series() -> None:
    strip = tw.Strip.of(tw.Pattern("dominoes*@4x{n}"))
    rule: tw.Recurrence = tw.recurrence(strip)
    assert rule.generating_function == "(1 - x^2) / (1 - x - 5 x^2 - x^3 + x^4)"
    for term in tw.terms(tw.TermQuery(tw.Pattern("dominoes*@4x{n}")), [(0,), (1,), (2,)]):
        assert not isinstance(term, tw.Count) and term.value == strip.terms(2)[term.index[0]]


def lattices() -> None:
    half: Sequence[tuple[float, float]] = [(0, 0), (1, 0), (0, 1)]
    other: Sequence[tuple[float, float]] = [(1, 0), (1, 1), (0, 1)]
    grid: tw.Lattice = tw.register_lattice("strictly", corners={"a": half, "b": other})
    assert len(grid.motions) == 4 and len(list(grid.adjacent((0, 0, 0)))) == 3
    shapes = tw.polyforms("strictly", 2)
    pieces = [tw.Piece(f"P{number}", shape, "strictly", (0, None)) for number, shape in enumerate(shapes)]
    puzzle = tw.Packing(tw.Board.of_size("2x2", "strictly"), pieces)
    x, y = grid.polygon((0, 0, 0))[1]
    assert hypot(x, y) == 1 and tw.count(puzzle).value == len(tw.solve(puzzle, None))


def levels() -> None:
    recipe = tw.LevelRecipe(tw.select("pentominoes"), (4, 4), (5, 5), (3, 3), "easy", "medium")
    made: list[tw.PieceLevel] = tw.make_levels(recipe, 2, seed=1, limit=60)
    steps: list[tw.Hint] = tw.hint_walk(made[0].puzzle)
    assert made[0].rating.tier == "easy" and steps
    page: bytes = tw.booklet([tw.puzzle_challenge(made[0].puzzle, 5)], tw.BookletStyle(), "One")
    assert page.startswith(b"%PDF")


def main() -> None:
    for part in (
        values,
        sequences,
        answers,
        errors,
        data,
        drawings,
        covers,
        questions,
        stopping,
        lattices,
        series,
        levels,
    ):
        part()
    print("done")


if __name__ == "__main__":
    main()
