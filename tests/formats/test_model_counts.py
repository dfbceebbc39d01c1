"""Every model that is written, read back by a reader of its own: as many solutions as the puzzle has labelled tilings."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tests.helpers.generate import light_seeds, random_cover, random_puzzle
from tests.helpers.model_readers import READERS
from tests.helpers.paths import ROOT
from tilewright.errors import NotationError
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.formats import dlx
from tilewright.formats.model import MODELS

RHOMBUS = {
    "kind": "polygons",
    "board": "-1 -sqrt(3), 1 -sqrt(3), 2 0, 0 0",
    "piece": [
        {"name": "P", "corners": "-1 -sqrt(3), 1 -sqrt(3), 3/2 -sqrt(3)/2, 1 0, 1/2 -sqrt(3)/2, 0 0"},
        {"name": "Q", "corners": "0 0, 1/2 -sqrt(3)/2, 1 0", "copies": 2},
    ],
}


def tetrominoes(board: str, **copies: object) -> tw.Puzzle:
    shapes = {"O": "##\n##", "I": "####"}
    return tw.load(
        {
            "board": board,
            "piece": [{"name": name, "shape": shapes[name], "copies": each} for name, each in copies.items()],
        }
    )


PUZZLES: dict[str, tw.Puzzle] = {
    "exact": tw.load("FNPUV@5x5"),
    "any number": tw.load("tetrominoes:OI*@2x4"),
    "two at least": tetrominoes("2x6", O=[2, 9], I="any"),
    "one to three": tetrominoes("4x4", O=[1, 3], I="any"),
    "more than fit": tetrominoes("2x4", O=[0, 9], I="any"),
    "no placement": tetrominoes("3x3", I=[1, 9], O="any"),
    "too many": tetrominoes("2x4", O=[7, 9]),
    "impossible": tw.load("LPNUV@5x5"),
    "optional": tw.load({"pieces": "tetrominoes:O*", "board": "####\n####\noooo"}),
    "of a kind": tw.load("tetrominoes*@4x4").where("at most 2 of a kind"),
    "a constraint": tw.load("tetrominoes:OIL*@4x4").where("O and L are not adjacent"),
    "torus": tw.load("tetrominoes:O*@4x4~~"),
    "cubes": tw.load({"lattice": "cubic", "board": "2x2x2", "piece": [{"name": "A", "shape": "##", "copies": "any"}]}),
    "shikaku": tw.load("# shikaku\n2 . 4\n. . .\n. 3 ."),
    "edges": tw.load("macmahon2@2x3"),
    "edges on a ring": tw.load("wang2*@1x3~"),
    "polygons": tw.load(RHOMBUS),
    "perigal": tw.load(ROOT / "examples" / "polygons" / "perigal.toml"),
}


def check(puzzle: tw.Puzzle, form: str, wanted: int) -> None:
    if form == "smtlib" and wanted > 100:
        return  # which are listed one by one
    try:
        text = tw.export(puzzle, form)
    except NotationError:
        assert form == "dlx"  # which has short names only, and options with an item that must be covered
        return
    assert READERS[form](text) == wanted


@pytest.mark.parametrize("form", sorted(READERS))
@pytest.mark.parametrize("name", PUZZLES)
def test_puzzles(name: str, form: str) -> None:
    check(PUZZLES[name], form, tw.count(PUZZLES[name], labelled=True).value)


@pytest.mark.parametrize("form", sorted({*READERS} - {"smtlib"}))
@pytest.mark.parametrize("seed", light_seeds(12))
def test_random_puzzles(seed: int, form: str) -> None:
    puzzle = random_puzzle(seed)
    wanted = tw.count(puzzle, labelled=True).value
    if wanted <= 2_000:
        check(puzzle, form, wanted)


def test_every_model_has_a_reader() -> None:
    assert {*MODELS} - {*READERS} == {"gams"}  # which is read by GAMS alone


# Covers


def named(cover: ExactCover, rng: random.Random) -> ExactCover:
    """The cover with names, sometimes with colors."""
    secondary = [item for item, bounds in enumerate(zip(cover.lo, cover.upper, strict=True)) if bounds == (0, 1)]
    colors = [rng.randrange(3) if item in secondary else 0 for option in cover.options for item in option]
    names = [f"i{item}" for item in range(len(cover.lo))]
    return cover.replace(names=names, colors=colors if rng.random() < 0.5 else ())


@pytest.mark.parametrize("seed", range(200))
def test_covers_as_dlx(seed: int) -> None:
    cover = named(random_cover(seed), random.Random(seed))
    counts = engine("reference").count(cover, Limit()).solutions
    try:
        text = dlx.dump_cover(cover, "a cover")
    except NotationError:
        assert any(len(set(option)) < len(option) for option in cover.options)
        return
    assert engine("reference").count(dlx.parse(text), Limit()).solutions == counts
    assert engine("native").count(dlx.parse(text), Limit()).solutions == counts


@pytest.mark.parametrize(
    ("bounds", "options"),
    [
        ([(1, None)], []),
        ([(7, None)], [(0,)]),
        ([(0, None), (1, 1)], [(0,), (0, 1), (1,)]),
        ([(2_000_000_000, 2_000_000_001)], [(0,)]),
        ([(0, 2_000_000_000)], [(0,), (0,)]),
        ([(0, 0), (1, 1)], [(0, 1), (1,)]),
        ([(0, 1), (0, 1)], []),
        ([(0, 1), (0, 1)], [(0, 1), (1,)]),
        ([(3, 3)], [(0,), (0,), (0,), (0,)]),
    ],
)
def test_bounds_as_dlx(bounds: list[tuple[int, int | None]], options: list[tuple[int, ...]]) -> None:
    cover = ExactCover([lo for lo, _ in bounds], [hi for _, hi in bounds], options, names=("a", "b")[: len(bounds)])
    read = dlx.parse(dlx.dump_cover(cover))
    counts = [engine("reference").count(each, Limit()).solutions for each in (cover, read)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("names", [("a b",), ("",), ("a|b",), ("a:b",), ("123456789",), ("a", "a")])
def test_names_that_dlx_cannot_hold(names: tuple[str, ...]) -> None:
    options = [tuple(range(len(names)))]
    with pytest.raises(NotationError):
        dlx.dump_cover(ExactCover([1] * len(names), [1] * len(names), options, names=names))
    colored = ExactCover(
        [1, 0], [1, 1], [(0, 1), (0, 1)], names=("x", "y"), colors=[0, 1, 0, 2][:4], color_names=(*names, "c")
    )
    with pytest.raises(NotationError):
        dlx.dump_cover(colored)
