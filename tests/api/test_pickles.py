"""Every public value is pickled and copied before and after it was used, also where another process reads it."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tests.helpers.every_puzzle import EDGES, OWN, OWN_BOARD, POLYGONS, PUZZLE, PUZZLES, SHIKAKU


def use_puzzle(puzzle: tw.Puzzle) -> object:
    found = tw.solve(puzzle)
    limit = tw.Limit(solutions=100)
    return (
        found,
        tw.count(puzzle, limit=limit),
        tw.hint(puzzle),
        puzzle.svg(),
        str(puzzle),
        puzzle.digest,
        puzzle.board.area,
    )


def use_cover(cover: tw.Cover) -> object:
    return cover.count(), cover.solve(None), cover.verdict(), list(cover.solutions(engine="sat"))


def use(value: Any) -> object:
    """Look at whatever is worked out when it is looked at."""
    for name in dir(type(value)):
        if not name.startswith("_") and not callable(inspect.getattr_static(type(value), name)):
            getattr(value, name)
    return repr(value), str(value)


def cover() -> tw.Cover:
    return tw.cover([["a", "b"], ["b", "c"], ["a"], ["c"], ["a", "c"], ["b"]], copies={"a": (0, 2)})


def certificate(folder: Path) -> tw.ProofCheck:
    puzzle = tw.load("dominoes*@3x3")
    tw.verdict(puzzle, proof=folder / "proof")
    return tw.check_proof(puzzle, folder / "proof")


def values(folder: Path) -> dict[str, list[Any]]:
    """Values of every public class."""
    count = tw.count(PUZZLE)
    tiling = tw.solve(PUZZLE)[0]
    pattern = tw.Pattern("dominoes*@3x{2n}")
    strip = tw.Strip.of(pattern)
    catalogue = tw.find_silhouettes("tetrominoes:IOJL", "D4")
    cards = tw.find_challenges(tw.ChallengeQuery.of("tetrominoes:IJLO", ["2x4", "4x4"]))
    recipe = tw.LevelRecipe(tuple(tw.piece_set("pentominoes")), (4, 4), (5, 5), (3, 3), "easy", "easy")
    shikaku = tw.ShikakuRecipe(5, 5, difficulty="easy")
    random = tw.solve(PUZZLE, 2, random=1)
    boxes = tw.InterlockingRecipe((2, 2, 3), 2, 1)
    apart = tw.disassemble(tw.solve(tw.load("soma@3x3x3"))[0])
    found: list[Any] = [
        PUZZLE, SHIKAKU, EDGES, POLYGONS, apart, apart.moves[0], PUZZLE.board, POLYGONS.board, PUZZLE.grid, tw.load("tetrominoes:O*@4x4~~").grid,
        tiling, tiling.placements[0], *tw.solve(POLYGONS)[0].placements[:1], tw.piece_set("pentominoes"), tw.piece_set("pentominoes")[0],
        EDGES.tiles[0], tw.TilePin("aabb", (0, 0), "90"),  # type: ignore[attr-defined]
        count, tw.verdict(PUZZLE), tw.verdict(tw.load("dominoes*@3x3")), tw.hint(PUZZLE), tw.rate(PUZZLE), tw.coverage(PUZZLE),
        tw.solve(PUZZLE, None), tw.solve(POLYGONS, None), random, random.draw, tw.most(tw.load("tetrominoes*@4x4"), "O"),
        tw.faults(PUZZLE, ())[0], *list(tw.relaxations(tw.load("dominoes*@3x3")))[:1], cover(), cover().solve(None),
        tw.Limit(seconds=1), tw.Outcome(ended="exhausted"), tw.SearchOptions(), tw.ChallengeQuery.of("fridgeiq", ["squares"]), certificate(folder),
        pattern, strip, tw.recurrence(strip), tw.TermQuery(pattern), tw.FillRule("STZ"),
        catalogue, catalogue.silhouettes[0], cards, cards.cards[0], tw.make_level(None, 4, seed=1, difficulty="easy"),
        recipe, tw.make_levels(recipe, 1, seed=1)[0], shikaku, tw.make_shikaku(shikaku, seed=1), tw.SolidStyle(), tw.BookletStyle(),
        boxes, tw.make_interlocking(boxes, seed=1), tw.laying_order(tw.solve(tw.load("soma@3x3x3"))[0]),
    ]  # fmt: skip
    by_class: dict[str, list[Any]] = {}
    for value in found:
        for each in type(value).__mro__:
            by_class.setdefault(each.__name__, []).append(value)
    return by_class


NO_VALUES = {"Progress", "TilingStream", "PuzzleWidget"}  # a search that runs, and a widget of a page that is open
OTHER_NAMES = {"FillRule": "Rule", "ShikakuRecipe": "Recipe", "BookletStyle": "Style", "MadeShikaku": "Level"}


def same(one: Any, other: Any) -> bool:
    if isinstance(one, tw.Cover):
        return (one.names, one.items, one.exact_cover) == (other.names, other.items, other.exact_cover)
    return bool(one == other)


@pytest.fixture(scope="module")
def public_values(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    return values(tmp_path_factory.mktemp("values"))


CLASSES = [
    name for name in tw.__all__ if inspect.isclass(getattr(tw, name)) and not issubclass(getattr(tw, name), Exception)
]


@pytest.mark.parametrize("name", sorted({*CLASSES} - NO_VALUES))
def test_public_values(name: str, public_values: dict[str, list[Any]]) -> None:
    for value in public_values[OTHER_NAMES.get(name, name)]:
        for _ in range(2):
            assert same(pickle.loads(pickle.dumps(value)), value), value
            assert same(copy.deepcopy(value), value) and same(copy.copy(value), value)
            use(value)


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_puzzles(puzzle: tw.Puzzle) -> None:
    for _ in range(2):
        read = pickle.loads(pickle.dumps(puzzle))
        assert read == puzzle and read.digest == puzzle.digest and copy.deepcopy(puzzle) == puzzle
        use_puzzle(puzzle)
    assert tw.solve(read)[0] == tw.solve(puzzle)[0]


@pytest.mark.parametrize("use", [use_cover, lambda each: each.count(engine="native"), repr])
def test_covers(use: Callable[[tw.Cover], object]) -> None:
    problem = cover()
    use(problem)
    read = pickle.loads(pickle.dumps(problem))
    assert same(read, problem) and read.count() == problem.count()


@pytest.mark.parametrize(
    "error",
    [each for each in map(tw.__dict__.get, tw.__all__) if inspect.isclass(each) and issubclass(each, Exception)],
)
def test_errors(error: type[Exception]) -> None:
    made = error("what was read: what was expected")
    assert str(pickle.loads(pickle.dumps(made))) == str(made)


READ = "import pickle, sys; value = pickle.load(sys.stdin.buffer); print(value.lattice, len(value))"


def test_a_lattice_of_ones_own_in_another_process() -> None:
    puzzle = PUZZLES["a lattice of one's own"]
    assert isinstance(puzzle, tw.Packing)
    assert pickle.loads(pickle.dumps(OWN)) is OWN
    for value, size in ((OWN_BOARD, 8), (puzzle.pieces[0], 2), (tw.solve(puzzle)[0].placements[0], 2)):
        assert pickle.loads(pickle.dumps(value)) == value
        done = subprocess.run([sys.executable, "-c", READ], input=pickle.dumps(value), capture_output=True, check=True)
        assert done.stdout.split() == [b"ownsquares", str(size).encode()]
    assert [len(found) for found in tw.solve_many([puzzle] * 2, None, threads=2)] == [5, 5]
