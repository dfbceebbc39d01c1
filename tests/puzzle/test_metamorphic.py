"""What is asked of a puzzle does not change with its position, nor with the names and the order of its pieces and paints.

A pair is a puzzle and its image under an isometry of the lattice (a torus may become the one turned by 90 degrees), moved along
the periods, with other names. Each puzzle's orbits are also counted cell by cell. The fast tier takes a sample of the pairs, the
full tier 5,000 on every lattice, and as many on its cylinders and tori.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache

import pytest

from tests.helpers.generate import random_region
from tests.helpers.orbits import PlainSymmetry, orbits_by_cells
from tests.helpers.symmetric import FLAT, LARGEST, meeting
from tilewright.api.count import count
from tilewright.api.verdict import verdict
from tilewright.errors import NotationError
from tilewright.exact_cover.limits import Limit
from tilewright.explain.hint import hint
from tilewright.kinds import Packing
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import NAMES, Atom, Motion, lattice
from tilewright.loader import load
from tilewright.pieces import Piece
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board

WRAPS = (*((name, "") for name in NAMES), *((name, "~") for name in FLAT), *((name, "~~") for name in FLAT))
IMAGES = 4  # of each puzzle
FAST, BLOCK, BLOCKS = 2, 125, 10  # puzzles
MOST = 300  # tilings of a puzzle
COPIES = [(1, 1), (1, 1), (0, None), (0, None), (0, 1), (0, 2), (1, 2), (2, 2), (1, None), (1, 3)]


def posed(rng: random.Random, name: str, wrap: str) -> Packing:
    """A puzzle with few tilings, often with symmetries: pieces with their mirror images, every rule of motion, paint, pins."""
    while True:
        try:
            board = _board(rng, name, wrap)
            puzzle = _pinned(rng, Packing(board, _pieces(rng, name, board)))
        except NotationError as error:
            assert "overlaps itself" in str(error)
            continue
        found = count(puzzle, engine="native", limit=Limit(nodes=20 * MOST, solutions=MOST + 1))
        if found.bound == "exact" and (0 if rng.random() < 0.1 else 1) <= found.value <= MOST:
            return puzzle


def _board(rng: random.Random, name: str, wrap: str) -> Board:
    grid = lattice(name)
    most = max(2, round((12 / grid.slot_count) ** (1 / grid.dimension)))
    if not wrap and rng.random() < 0.3:
        atoms, label = tuple(random_region(rng, name, rng.randint(3, 8))), name
    else:
        whole = Board.of_size(
            "x".join(str(rng.randint(1, most + bool(wrap))) for _ in range(grid.dimension)) + wrap, name
        )
        gone = rng.sample(whole.atoms, min(rng.choice([0, 0, 1, 2]), len(whole.atoms) - 1))
        atoms, label = tuple(atom for atom in whole.atoms if atom not in gone), whole.lattice
    optional = rng.sample(atoms, rng.randint(0, min(2, len(atoms) - 1))) if rng.random() < 0.3 else []
    painted = rng.sample(atoms, rng.randint(1, len(atoms))) if rng.random() < 0.3 else []
    paint = tuple((atom, rng.choice("rg")) for atom in painted)
    return Board(tuple(atom for atom in atoms if atom not in optional), tuple(optional), label, paint)


def _pieces(rng: random.Random, name: str, board: Board) -> tuple[Piece, ...]:
    grid, pieces = lattice(name), list[Piece]()
    mirrors = [motion for motion in grid.motions if motion.mirrored]
    for letter in "ABC"[: rng.randint(1, 3)]:
        size = rng.randint(1, LARGEST[name])
        if board.grid.periods and rng.random() < 0.5 and (shapes := meeting(board.lattice, name, size)):
            pieces += _mirror_pair(rng, letter, rng.choice(shapes), name)
            continue
        shape = rng.choice(polyforms(name, size))
        names = tuple(motion.name for motion in rng.sample(grid.motions, rng.randint(1, 3)))
        motion = rng.choice(["free", "turn", "turn", "fixed", names])
        ways = grid.image(rng.choice(grid.motions), shape)
        paints = (
            tuple((atom, (rng.choice("rg"),)) for atom in rng.sample(ways, 1))
            if board.paint and rng.random() < 0.5
            else ()
        )
        copies = rng.choice(COPIES)
        pieces.append(Piece(letter, ways, name, copies, motion, allowed_paints=paints))
        if rng.random() < 0.4:  # the mirror image or a twin, sometimes in other copies
            other = grid.image(rng.choice([*mirrors, grid.motions[0]]), ways)
            pieces.append(Piece(letter.lower(), other, name, rng.choice([copies, copies, (0, 1)]), motion))
    if rng.random() < 0.5:
        pieces.append(Piece("M", polyforms(name, 1)[0], name, (0, None)))
    return tuple(pieces)


@lru_cache(1000)
def _mirror_pair(rng: random.Random, letter: str, shape: tuple[Atom, ...], name: str) -> list[Piece]:
    """A piece that only turns, and mostly its mirror image in equal copies."""
    grid, copies = lattice(name), rng.choice(COPIES)
    ways = grid.image(rng.choice(grid.motions), shape)
    other = grid.image(rng.choice([motion for motion in grid.motions if motion.mirrored]), ways)
    pair = [Piece(letter, ways, name, copies, "turn"), Piece(letter.lower(), other, name, copies, "turn")]
    return pair[: rng.choice([1, 2, 2, 2])]


def _pinned(rng: random.Random, puzzle: Packing) -> Packing:
    places = [(piece.name, cells) for piece in puzzle.pieces for cells in PlainSymmetry(puzzle).places(piece)]
    if not places or rng.random() < 0.7:
        return puzzle
    name, cells = rng.choice(sorted(places, key=lambda place: (place[0], sorted(place[1]))))
    return puzzle.with_pins((Pin(name, tuple(cells)),))


def image(rng: random.Random, puzzle: Packing) -> Packing:
    """The puzzle under a random isometry of its lattice, with its pieces and paints in another order and by other names."""
    board, flat, periods = puzzle.board, puzzle.grid.plane, puzzle.grid.periods
    motion, goal = rng.choice([*_kept(puzzle)])
    name = f"{flat.name}~{'x'.join(str(period) for period in goal if period)}" if periods else flat.name
    turned = [flat.apply(motion, atom) for atom in (*board.atoms, *board.optional)]
    step = tuple(
        rng.randrange(period) if period else -low
        for period, low in zip(goal or (0,) * 3, flat.origin(turned), strict=False)
    )
    grid = lattice(name)

    def moved(atoms: Iterable[Atom]) -> tuple[Atom, ...]:
        return tuple(grid.shift([flat.apply(motion, atom) for atom in atoms], step))

    paints = dict(zip("rg", rng.choice(["rg", "gr"]), strict=True))
    names = dict(zip(puzzle.piece_names, rng.sample("PQRSTUVWXYZ", len(puzzle.pieces)), strict=True))
    painted = zip(moved(atom for atom, _ in board.paint), (paints[paint] for _, paint in board.paint), strict=True)
    pieces = [
        Piece(
            names[piece.name],
            tuple(flat.apply(motion, atom) for atom in piece.atoms),
            name,
            piece.copies,
            _conjugated(puzzle, piece.motion, motion),
            allowed_paints=tuple(
                (flat.apply(motion, atom), tuple(paints[paint] for paint in allowed))
                for atom, allowed in piece.allowed_paints
            ),
        )
        for piece in puzzle.pieces
    ]
    pins = tuple(Pin(names[pin.piece], moved(pin.atoms)) for pin in puzzle.pinned)
    place = Board(moved(board.atoms), moved(board.optional), name, tuple(painted))
    return Packing(place, tuple(rng.sample(pieces, len(pieces))), pins)


def _kept(puzzle: Packing) -> Iterable[tuple[Motion, tuple[int, ...]]]:
    """The motions of the lattice that move whole boards, each with the periods that there are then."""
    periods = puzzle.grid.periods
    for motion in puzzle.grid.plane.motions:
        turned = [tuple(row[axis] * period for row in motion.matrix) for axis, period in enumerate(periods)]
        for goal in dict.fromkeys((periods, periods[::-1] if all(periods) else periods)):
            if all(
                way % period == 0 if period else way == 0
                for way_of in turned
                for way, period in zip(way_of, goal, strict=True)
            ):
                yield motion, goal
                break


def _conjugated(puzzle: Packing, motion: str | tuple[str, ...], by: Motion) -> str | tuple[str, ...]:
    """The rule of motion of the moved piece: what turns it as the old one was turned, before it was moved."""
    if motion in ("free", "turn", "fixed"):
        return motion
    motions = puzzle.grid.plane.motions
    table = {each.matrix: each for each in motions}

    def product(a: Motion, b: Motion) -> Motion:
        columns = list(zip(*b.matrix, strict=True))
        return table[
            tuple(tuple(sum(x * y for x, y in zip(row, column, strict=True)) for column in columns) for row in a.matrix)
        ]

    back = next(each for each in motions if product(each, by) is motions[0])
    return tuple(product(by, product(puzzle.grid.motion(name), back)).name for name in motion)


def answers(puzzle: Packing) -> tuple[object, ...]:
    """What is to be the same."""
    counted = (count(puzzle, up_to=up_to).value for up_to in ("none", "rotations", "symmetries"))  # type: ignore[arg-type]
    judged = verdict(puzzle)
    return (
        *counted,
        count(puzzle, labelled=True, up_to="symmetries").value,
        judged.verdict,
        judged.unique_up_to,
        hint(puzzle, limit=None).kind,  # never by the clock, which a busy machine would decide
    )


def agree(name: str, wrap: str, seed: int) -> None:
    rng = random.Random(f"{name}{wrap} {seed}")
    puzzle = posed(rng, name, wrap)
    expected = answers(puzzle)
    assert expected[1:3] == orbits_by_cells(puzzle), puzzle
    for _ in range(IMAGES):
        other = image(rng, puzzle)
        assert answers(other) == expected, (puzzle, other)


def _hexomino(mirrored: bool) -> Packing:
    rows = ["##.", ".#.", ".##", ".#."]
    shape = Piece.parse("\n".join(row[::-1] if mirrored else row for row in rows)).atoms
    pieces = Piece("M", ((0, 0),), copies=(0, None)), Piece("H", shape, copies=(0, None), motion="turn")
    return Packing(Board.of_size("3x4~-r0c0"), pieces)


DOMINO, MONOMINO = Piece("D", ((0, 0), (0, 1))), Piece("M", ((0, 0),))
ZIGZAG = Piece.parse("##.\n.#.\n.##", "Z", motion="turn", copies=(0, 1))
PAINTED = Board(((0, 0), (0, 1), (0, 2)), paint=(((0, 0), "r"),))
KNOWN = {  # tilings, up to rotations, up to symmetries
    "orientations that only one of a pair shares": (load("tetrominoes:LJ*@8x3~"), (96, 20, 10)),
    "a piece whose images meet around the board": (load("tetrominoes:TLJ@4x3~"), (12, 2, 1)),
    "paint that no piece minds": (Packing(PAINTED, (DOMINO, MONOMINO)), (2, 1, 1)),
    "paint that a piece minds": (
        Packing(PAINTED, (DOMINO, Piece("M", ((0, 0),), allowed_paints=(((0, 0), ("g",)),)))),
        (1, 1, 1),
    ),
    "a piece that only turns and fits nowhere": (
        Packing(Board.of_size("2x3"), (DOMINO.with_copies(0, None), MONOMINO.with_copies(0, None), ZIGZAG)),
        (22, 14, 14),
    ),
    "no bound on pieces of which two may share a place": (
        Packing(Board.of_size("2x3"), tuple(Piece.parse(d, n, copies=(0, None), motion=m) for d, n, m in [
            ("##\n#.", "L", "free"), ("##\n#.", "K", "turn"), ("###", "I", "fixed"), ("##", "D", "fixed"), ("#", "M", "free"),
        ])), None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", KNOWN)
def test_counts_up_to_symmetry_by_the_rule(name: str) -> None:
    puzzle, expected = KNOWN[name]
    found = answers(puzzle)
    assert expected in (found[:3], None) and found[1:3] == orbits_by_cells(puzzle)
    rng = random.Random(name)
    for _ in range(8):
        assert answers(image(rng, puzzle)) == found


def test_a_puzzle_and_its_mirror_image_on_a_cylinder() -> None:
    """One had 3 orbits and the other 4: what fits is mirrored to what fits, yet the piece is not its own mirror image."""
    one, other = _hexomino(mirrored=False), _hexomino(mirrored=True)
    assert answers(one) == answers(other) and answers(one)[1:3] == orbits_by_cells(one) == (4, 4)


@pytest.mark.parametrize(("name", "wrap"), WRAPS)
def test_images_have_the_same_answers(name: str, wrap: str) -> None:
    for seed in range(FAST):
        agree(name, wrap, seed)


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize(("name", "wrap"), WRAPS)
def test_thousands_of_images_have_the_same_answers(name: str, wrap: str, block: int) -> None:
    for seed in range(1000 + block * BLOCK, 1000 + (block + 1) * BLOCK):
        agree(name, wrap, seed)
