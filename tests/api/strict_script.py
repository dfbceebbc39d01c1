"""A program as a user writes it, over everything that the library offers for values, data, covers and stopping.

`test_public.py` runs it, and checks its types with `mypy --strict`.
"""

import asyncio
import logging
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
    assert stream.report.ended == "stopped"
    stream.close()
    report = tw.Report()

    async def main() -> str:
        search = asyncio.to_thread(tw.count, tw.load("pentominoes!turn@6x15"), engine="native", report=report)
        try:
            return str(await asyncio.wait_for(search, 0.05))
        except TimeoutError:
            return "too long"
        finally:
            report.stop = True

    assert asyncio.run(main()) == "too long"


def main() -> None:
    for part in (values, sequences, answers, errors, data, covers, stopping):
        part()
    print("done")


if __name__ == "__main__":
    main()
