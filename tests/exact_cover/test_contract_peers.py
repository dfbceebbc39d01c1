"""On puzzles too large for the reference: the same numbers as xcover (a search) and graphillion (decision diagrams)."""

from __future__ import annotations

import random

import pytest
from graphillion import setset

from tests.helpers.generate import random_region
from tests.helpers.listing import AVAILABLE, SLOW
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.kinds import Packing
from tilewright.pieces import Piece
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board

ENGINES = [name for name in AVAILABLE if name not in SLOW and name != "reference"]
# Packing, and whether decision diagrams are small enough for the fast tests.
MEDIUM = [
    ("FNPUV@5x5", True),
    ("FLNPUV@5x6", False),
    ("dominoes*@6x7", True),
    ("trominoes*@6x6", True),
    ("tetrominoes*@4x6", True),
    ("tetrominoes@4x7", True),
    ("fridgeiq:IJMR@3x3", True),
    ("fridgeiq:DEIMOST@3x5", False),
    ("triaboloes*@2x3", True),
    ("tetrahexes@4x7", False),
    ("hexiamonds:CEFGHI@3x6", False),
    ("soma@3x3x3", False),
    ("tetracubes*@2x2x4", True),
]
LARGE = [
    "pentominoes@3x20",
    "pentominoes@8x8-r3c3,r3c4,r4c3,r4c4",
    "pentominoes@5x12",
    "hexiamonds@6x6",
    "FLNPTUVWY@5x9",
]


def by_xcover(cover: ExactCover) -> int | None:
    """None when an item may be covered more than once, which xcover cannot say."""
    import xcover  # late: where it is new, numba compiles it for 15 seconds, once for each worker that imports it

    if any((lo, hi) not in ((1, 1), (0, 1)) for lo, hi in zip(cover.lo, cover.hi, strict=True)):
        return None
    primary = [item for item, lo in enumerate(cover.lo) if lo]
    secondary = [item for item, lo in enumerate(cover.lo) if not lo]
    return sum(1 for _ in xcover.covers([list(o) for o in cover.options], primary=primary, secondary=secondary))


def by_graphillion(cover: ExactCover) -> int:
    """The family of all sets of options in which each item is covered so often; for items with bounds 1, 1 and 0, 1."""
    assert all((lo, hi) in ((1, 1), (0, 1)) for lo, hi in zip(cover.lo, cover.hi, strict=True))
    place = {item: at for at, item in enumerate(cover.order)}
    last = len(cover.lo)
    # Options by where they begin on the board: the diagrams stay narrow.
    numbers = sorted(range(len(cover.options)), key=lambda o: min(place.get(i, last) for i in cover.options[o]))
    setset.set_universe(numbers)
    found = None
    for item in (*cover.order, *(item for item in range(len(cover.lo)) if item not in place)):
        mine = [option for option in numbers if item in cover.options[option]]
        one = setset()
        for option in mine:
            one |= setset({"include": [option], "exclude": [other for other in mine if other != option]})
        if cover.lo[item] == 0:
            one |= setset({"exclude": mine})
        found = one if found is None else found & one
    assert found is not None
    return len(found)


def check(cover: ExactCover, expected: int) -> None:
    for name in ENGINES:
        if engine(name).refuses(cover) is None:
            found = engine(name).count(cover)
            assert (found.solutions, found.ended) == (expected, "exhausted"), name
            if expected < 20_000:
                listed = {s for batch in engine(name).solutions(cover) for s in batch}
                assert len(listed) == expected, name


def medium_puzzle(seed: int) -> Packing:
    """Different polyforms of 3 to 5 cells on a board of just their size, or any number of few on a random region."""
    rng = random.Random(seed)
    name = rng.choice(["square", "square", "halfsquare", "triangular", "hexagonal"])
    if rng.random() < 0.5:
        shapes = rng.sample([f for n in (2, 3, 4) for f in polyforms(name, n, "free")], 3)
        pieces = tuple(Piece("ABC"[k], shape, name, (0, None), "free") for k, shape in enumerate(shapes))
        return Packing(Board(tuple(random_region(rng, name, rng.randint(14, 20))), lattice=name), pieces)
    rows, columns = rng.randint(3, 5), rng.randint(4, 6)
    board = Board.of_size(f"{rows}x{columns}", name)
    left, pieces_ = len(board.atoms), []
    block = len(polyforms(name, 1, "free")[0])
    pool = [
        form
        for n in (3, 4, 5)
        for form in rng.sample(polyforms(name, n, "free"), min(8, len(polyforms(name, n, "free"))))
    ]
    while left:
        fitting = [form for form in pool if len(form) <= left and left - len(form) not in (block, 2 * block)]
        if not fitting:
            return medium_puzzle(seed + 1_000_000)
        pieces_.append(Piece(f"P{len(pieces_)}", rng.choice(fitting), name, (1, 1), "free"))
        left -= len(pieces_[-1].atoms)
    return Packing(board, tuple(pieces_))


@pytest.mark.parametrize("notation", [pytest.param(n, marks=() if quick else pytest.mark.full) for n, quick in MEDIUM])
def test_named_puzzles(notation: str) -> None:
    cover = Packing.parse(notation).compile().cover
    check(cover, by_graphillion(cover))


@pytest.mark.full
@pytest.mark.parametrize(
    "notations", [LARGE, pytest.param([n for n, _ in MEDIUM], marks=pytest.mark.ci)], ids=["large", "medium"]
)
def test_named_puzzles_beside_xcover(notations: list[str]) -> None:
    """In one test, hence in one worker: see `by_xcover`."""
    counted = 0
    for notation in notations:
        cover = Packing.parse(notation).compile().cover
        expected = by_xcover(cover)
        if expected is not None:
            check(cover, expected)
            counted += expected > 0
    assert counted >= 5


@pytest.mark.full
@pytest.mark.parametrize("chunk", range(10))
def test_random_puzzles_beside_xcover(chunk: int) -> None:
    solvable = taken = 0
    for seed in range(chunk * 30, (chunk + 1) * 30):
        cover = medium_puzzle(seed).compile().cover
        found = engine("native").count(cover, Limit(nodes=300_000))
        expected = by_xcover(cover) if found.ended == "exhausted" and found.solutions < 50_000 else None
        if expected is not None:
            check(cover, expected)
            solvable += expected > 0
            taken += 1
    assert taken >= 10 and solvable >= 3, (taken, solvable)
