"""Symmetries by generators of their group are those that the definition gives, one placement after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

import pytest

from tests.helpers.generate import random_puzzle
from tests.helpers.looks import after
from tests.helpers.orbits import PlainSymmetry
from tests.helpers.symmetric import FLAT, LARGEST, holds, meeting
from tilewright import solve
from tilewright.errors import OutOfTimeError
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.outcome import UpTo
from tilewright.kinds import Packing
from tilewright.lattice import NAMES, Atom, Lattice, lattice, symmetry
from tilewright.lattice.symmetry import Isometry, image
from tilewright.loader import load
from tilewright.pieces import Piece
from tilewright.puzzle import Board
from tilewright.puzzle.orbits import Orbits, images_of
from tilewright.puzzle.puzzle import Compiled
from tilewright.puzzle.symmetry import automorphisms
from tilewright.puzzle.tilings import Tilings

KNOWN = {
    "soma@3x3x3": 48,
    "bedlam@4x4x4": 24,
    "pentominoes@6x10": 4,
    "pentominoes@1x5": 4,  # two isometries keep every cell, yet they are two
    "tetrominoes*@8x8": 8,
    "pentominoes!turn@9x10": 4,
    "tetrominoes:LJ*@8x3~": 4 * 3,
    "tetrominoes:TLJ@4x3~": 4 * 3,
    "tetrominoes*@4x4~~": 8 * 16,
}

SLOW = {"bedlam@4x4x4", "tetrominoes*@4x4~~"}  # by the definition, a second or two


def by_definition(compiled: Compiled) -> list[tuple[Isometry, tuple[int, ...]]]:
    """Every isometry that keeps the rules, found cell by cell, with the option that each option becomes."""
    plain = PlainSymmetry(compiled.puzzle)  # type: ignore[arg-type]
    numbers = {key: number for number, key in enumerate(_contents(compiled))}
    found = []
    for motion, move, names in plain.symmetries():
        (start, *_) = move
        (step,) = plain.steps(plain.flat.apply(motion, start), [move[start]])
        vector = tuple(way % period if period else way for way, period in zip(step, plain.periods, strict=True))
        moved = ((names[name], frozenset(map(move.__getitem__, cells))) for name, cells in numbers)
        found.append((Isometry(motion, vector), tuple(numbers[key] for key in moved)))
    return found


def _contents(compiled: Compiled) -> list[tuple[str, frozenset[Atom]]]:
    """Each option by the first piece of its class and its cells."""
    owners = (owner for owner, _ in compiled.meanings)
    return [
        (compiled.owner_names(owner)[0], frozenset(compiled.atoms_of(option))) for option, owner in enumerate(owners)
    ]


def agree(compiled: Compiled) -> int:
    """The number of symmetries, which are those of the definition and automorphisms of the cover."""
    found = automorphisms(compiled)
    assert found[0][1].options == tuple(range(len(compiled.cover.options)))
    key = attrgetter("motion.name", "vector")
    made = [(isometry, each.options) for isometry, each in found]
    assert sorted(made, key=lambda pair: key(pair[0])) == sorted(by_definition(compiled), key=lambda pair: key(pair[0]))
    for _, automorphism in found:
        holds(compiled.cover, automorphism)
    return len(found)


@pytest.mark.parametrize("chunk", range(4))
def test_symmetries_of_random_puzzles(chunk: int) -> None:
    proper = 0
    for seed in range(50 * chunk, 50 * chunk + 50):
        proper += agree(random_puzzle(seed, ("square", "halfsquare")).compile()) > 1
    assert proper > 5


@pytest.mark.parametrize(
    "text", [pytest.param(t, marks=(pytest.mark.full, pytest.mark.ci) if t in SLOW else ()) for t in KNOWN]
)
def test_symmetries_of_known_puzzles(text: str) -> None:
    assert agree(load(text).compile()) == KNOWN[text]


@pytest.mark.parametrize("size", ["4x3~", "3x4~", "3x3~~", "4x2~", "2x3~~"])
@pytest.mark.parametrize("name", FLAT)
def test_symmetries_where_pieces_meet_their_mirror_images_around_the_board(name: str, size: str) -> None:
    """One orientation in common does not make them equal."""
    board = Board.of_size(size, name)
    shapes = [shape for cells in range(3, LARGEST[name] + 1) for shape in meeting(board.lattice, name, cells)]
    mirror = next(motion for motion in lattice(name).motions if motion.mirrored)
    for shape in shapes[:: len(shapes) // 6 + 1]:
        pair = [
            Piece("A", shape, name, motion="turn"),
            Piece("B", lattice(name).image(mirror, shape), name, motion="turn"),
        ]
        alone, both = (agree(Packing(board, pieces).compile()) for pieces in (tuple(pair[:1]), tuple(pair)))
        assert both % alone == 0


@pytest.mark.parametrize("name", NAMES)
def test_matrices_tell_the_motions_of_a_lattice_apart(name: str) -> None:
    """Automorphisms are known by the matrices of their motions, whose products must be matrices of motions."""
    motions = lattice(name).motions
    assert len({motion.matrix for motion in motions}) == len(motions)


@pytest.mark.parametrize("name", NAMES)
def test_an_image_by_columns_is_that_of_each_atom(name: str) -> None:
    grid = lattice(name)
    cells = [(row, column, 2 * row - column)[: grid.dimension] for row in range(-2, 3) for column in range(3)]
    atoms = [atom for cell in cells for atom in grid.atoms_of(cell)]
    step = (3, -1, 4)[: grid.dimension]
    for motion in grid.motions:
        each = [next(grid.shift((grid.apply(motion, atom),), step)) for atom in atoms]
        assert list(image(grid, Isometry(motion, step), atoms)) == each
    assert image(grid, Isometry(grid.motions[0], step), ()) == ()


def test_a_large_board_is_moved_in_parts_with_looks_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million cells took 0.4 s in one go for each of a few isometries."""
    monkeypatch.setattr(symmetry, "AT_ONCE", 7)
    for text, order in KNOWN.items():
        assert len(automorphisms(load(text).compile())) == order, text
    moves: list[int] = []
    moved = symmetry._image

    def noted(grid: Lattice, isometry: Isometry, atoms: Sequence[Atom]) -> Iterable[Atom]:
        moves.append(len(atoms))
        return moved(grid, isometry, atoms)

    monkeypatch.setattr(symmetry, "_image", noted)
    grid = lattice("square")
    with pytest.raises(OutOfTimeError):
        image(grid, Isometry(grid.motions[0], (0, 0)), Deadline(*after(3)).watch([(0, k) for k in range(100)], 10))
    assert moves == [7, 7]  # of twenty atoms that came until the third look


def test_images_of_a_tiling_are_found_under_the_clock() -> None:
    compiled = load("tetrominoes*@4x4").compile()
    first = solve(load("tetrominoes*@4x4"), 1, engine="native").tilings
    assert isinstance(first, Tilings)
    solution = tuple(sorted(first.solutions[0]))
    images = images_of(compiled, solution)
    groups: tuple[UpTo, ...] = ("rotations", "symmetries")
    for group in groups:
        assert images[group] == Orbits(compiled, group).images(solution)
    with pytest.raises(OutOfTimeError):
        images_of(compiled.with_symmetries(), solution, Deadline(*after(5)))
