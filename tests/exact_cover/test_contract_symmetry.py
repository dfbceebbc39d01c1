"""Counts up to symmetry are numbers of orbits found cell by cell, on boards made symmetric and with motion rules of every kind."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.helpers.brute import division_orbits
from tests.helpers.generate import random_region
from tests.helpers.orbits import orbits_by_cells
from tests.helpers.symmetric import holds
from tilewright.api.count import count
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import Automorphism, ExactCover
from tilewright.kinds import Packing, Shikaku
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import Atom, Lattice, Motion, lattice
from tilewright.lattice.symmetry import image, symmetries
from tilewright.pieces import Piece
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board

LATTICES = ("square", "square", "halfsquare", "triangular", "hexagonal", "cubic")
MOST = 3000  # tilings that are listed and moved


def symmetric_board(rng: random.Random, name: str) -> Board:
    """A rectangle and the like, or a random region that lies on several of its images; perhaps with optional cells."""
    grid = lattice(name)
    sides = [rng.choice([2, 2, 3, 4]) for _ in range(grid.dimension)]
    if name == "cubic":
        sides = [rng.choice([1, 2]), 2, rng.choice([2, 3])]
    whole = Board.of_size("x".join(map(str, sides)), name)
    group = list(symmetries(grid, whole.atoms, ()))
    if rng.random() < 0.5:
        kept = set(whole.atoms)
        hole = {rng.choice(whole.atoms)}
        if rng.random() < 0.7:  # on all its images: the board keeps its symmetries; else some of them
            hole = {atom for s in group for atom in image(grid, s, tuple(hole))}
        kept -= _blocks(grid, hole)
        atoms = tuple(sorted(kept)) if len(kept) >= 4 else whole.atoms
    else:
        atoms = whole.atoms
    if rng.random() < 0.3 and len(atoms) > 5:
        seed = rng.choice(atoms)
        optional = {moved for s in group for moved in image(grid, s, (seed,))} & set(atoms)
        if len(optional) < len(atoms):
            return Board(tuple(a for a in atoms if a not in optional), tuple(sorted(optional)), name)
    return Board(atoms, (), name)


def _blocks(grid: Lattice, atoms: set[Atom]) -> set[Atom]:
    """Whole cells, so that what is left can be tiled."""
    return {atom for a in atoms for atom in grid.atoms_of(grid.split(a)[0])}


def symmetric_puzzle(seed: int) -> Packing:
    """Pieces often come with their mirror images and in equal copies, and move by any set of motions."""
    rng = random.Random(seed)
    name = rng.choice(LATTICES)
    grid = lattice(name)
    board = symmetric_board(rng, name)
    names = [motion.name for motion in grid.motions]
    mirrors = [motion for motion in grid.motions if motion.mirrored]
    pieces: list[Piece] = []
    for letter in "ABC"[: rng.randint(1, 3)]:
        shape = rng.choice(polyforms(name, rng.randint(1, 3)))
        motion = rng.choice(["free", "turn", "fixed", tuple(rng.sample(names, rng.randint(1, 3)))])
        copies = rng.choice([(1, 1), (0, None), (0, None), (0, 2), (1, 2), (2, 2), (1, None)])
        pieces.append(Piece(letter, shape, name, copies, motion))
        if rng.random() < 0.4:  # the mirror image, sometimes in other copies
            twin = grid.image(rng.choice(mirrors), shape)
            pieces.append(Piece(letter.lower(), twin, name, rng.choice([copies, copies, (0, 1)]), motion))
    posed = Packing(board, tuple(pieces))
    if rng.random() < 0.2:
        options = posed.compile().cover.options
        if options:
            pinned = posed.compile().placement(rng.randrange(len(options)))
            posed = posed.with_pins((Pin(pinned.piece, pinned.atoms),))
    return posed


@pytest.mark.parametrize("chunk", [0, *(pytest.param(k, marks=pytest.mark.full) for k in range(1, 40))])
def test_orbits_are_those_of_cells(chunk: int) -> None:
    groups: Counter[int] = Counter()
    for seed in range(chunk * 25, (chunk + 1) * 25):
        posed = symmetric_puzzle(seed)
        plain = count(posed, engine="native", limit=Limit(nodes=10 * MOST, solutions=MOST + 1))
        if plain.bound != "exact" or plain.value > MOST:
            continue
        groups[len(posed.compile().with_symmetries().isometries)] += 1
        for up_to, expected in zip(("rotations", "symmetries"), orbits_by_cells(posed), strict=True):
            for name in ("auto", "native", "reference"):
                found = count(posed, up_to=up_to, engine=name)  # type: ignore[arg-type]
                assert found.value == expected, (posed, up_to, name)
    assert sum(groups.values()) >= 8 and len(groups) >= 2, groups


@pytest.mark.parametrize("chunk", [*range(2), *(pytest.param(k, marks=pytest.mark.full) for k in range(2, 10))])
def test_automorphisms_map_options_to_options(chunk: int) -> None:
    proper = 0
    for seed in range(chunk * 50, (chunk + 1) * 50):
        compiled = symmetric_puzzle(seed).compile().with_symmetries()
        assert compiled.cover.automorphisms, "the identity is one"
        for automorphism in compiled.cover.automorphisms:
            holds(compiled.cover, automorphism)
        proper += len(compiled.cover.automorphisms) > 1
    assert proper > 10


@pytest.mark.parametrize("seed", range(40))
def test_no_symmetry_is_missed(seed: int) -> None:
    """With any number of pieces that move freely every isometry of the board is one of the puzzle."""
    rng = random.Random(seed)
    name = rng.choice(LATTICES)
    board = symmetric_board(rng, name)
    if seed % 4 == 0:
        board = Board(tuple(random_region(rng, name, 6)), (), name)
    free = "turn" if name == "cubic" and seed % 2 else "free"
    pieces = [Piece("AB"[k], rng.choice(polyforms(name, 2 + k, "free")), name, (0, None), free) for k in range(2)]
    compiled = Packing(board, tuple(pieces)).compile().with_symmetries()
    grid = lattice(name)
    atoms = frozenset((*board.atoms, *board.optional))
    keeps = [
        motion
        for motion in grid.motions
        if frozenset(grid.image(motion, tuple(atoms))) == frozenset(grid.normalize(tuple(atoms)))
        and (not board.optional or _keeps_optional(grid, motion, board))
    ]
    if free == "turn":
        assert len(compiled.isometries) >= sum(not motion.mirrored for motion in keeps)
    else:
        assert len(compiled.isometries) == len(keeps)


def _keeps_optional(grid: Lattice, motion: Motion, board: Board) -> bool:
    every = (*board.atoms, *board.optional)
    moved = {atom: grid.apply(motion, atom) for atom in every}
    back, home = (tuple(-v for v in grid.origin(atoms)) for atoms in ([*moved.values()], every))
    optional = grid.shift([moved[atom] for atom in board.optional], back)
    return set(optional) == set(grid.shift(board.optional, home))


@pytest.mark.parametrize("seed", range(30))
def test_symmetric_shikaku(seed: int) -> None:
    rng = random.Random(seed)
    rows, columns = rng.randint(2, 4), rng.randint(2, 4)
    cell, value = (rng.randrange(rows), rng.randrange(columns)), rng.choice([2, 3, None])
    other = (rows - 1 - cell[0], columns - 1 - cell[1])
    clues = tuple((*place, value) for place in {cell, other})
    posed = Shikaku(rows, columns, clues)
    for automorphism in posed.compile().with_symmetries().cover.automorphisms:
        holds_options(posed.compile().cover, automorphism)
    found = [count(posed, up_to=up_to, engine="native").value for up_to in ("rotations", "symmetries")]  # type: ignore[arg-type]
    assert tuple(found) == (division_orbits(posed, False), division_orbits(posed, True))


def holds_options(cover: ExactCover, automorphism: Automorphism) -> None:
    reference = engine("reference")
    every = {tuple(sorted(s)) for b in reference.solutions(cover) for s in b}
    assert {tuple(sorted(automorphism.options[o] for o in s)) for s in every} == every
