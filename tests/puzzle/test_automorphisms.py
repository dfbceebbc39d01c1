"""Symmetries by generators of their group are those that the definition gives, one option after the other."""

from __future__ import annotations

import pytest

from tests.helpers.generate import random_puzzle
from tilewright.cover.problem import Automorphism
from tilewright.formats import load
from tilewright.lattice import NAMES, lattice
from tilewright.lattice.symmetry import Isometry, image
from tilewright.puzzle.automorphisms import automorphisms
from tilewright.puzzle.compiled import Compiled

KNOWN = {
    "soma@3x3x3": 48,
    "bedlam@4x4x4": 24,
    "pentominoes@6x10": 4,
    "pentominoes@1x5": 4,  # two isometries keep every cell, yet they are two
    "tetrominoes*@8x8": 8,
    "pentominoes!turn@9x10": 4,
}


def by_definition(compiled: Compiled) -> list[tuple[Isometry, Automorphism]]:
    """Every isometry of the lattice that keeps the board, and takes every option to an option."""
    board = compiled.puzzle.board
    grid, atoms = board.grid, (*board.atoms, *board.optional)
    numbers = {option: number for number, option in enumerate(compiled.cover.options)}
    found = []
    for motion in grid.motions:
        corner = grid.origin(grid.apply(motion, atom) for atom in atoms)
        isometry = Isometry(motion, tuple(a - b for a, b in zip(grid.origin(atoms), corner, strict=True)))
        moved = {atom: next(grid.shift((grid.apply(motion, atom),), isometry.vector)) for atom in atoms}
        kept = set(moved.values()) == set(atoms) and {moved[a] for a in board.optional} == set(board.optional)
        rules = compiled.image_of_rules(isometry) if kept else None
        if rules is None:
            continue
        items = [compiled.atoms.index(moved[atom]) for atom in compiled.atoms] + rules
        options = [numbers.get(tuple(sorted(items[item] for item in option))) for option in numbers]
        if None not in options:
            found.append((isometry, Automorphism(tuple(items), tuple(options))))  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("chunk", range(4))
def test_symmetries_of_random_puzzles(chunk: int) -> None:
    proper = 0
    for seed in range(50 * chunk, 50 * chunk + 50):
        compiled = random_puzzle(seed).compile()
        found = automorphisms(compiled)
        assert list(found) == by_definition(compiled), seed
        proper += len(found) > 1
    assert proper > 5


@pytest.mark.parametrize("text", KNOWN)
def test_symmetries_of_known_puzzles(text: str) -> None:
    compiled = load(text).compile()
    found = automorphisms(compiled)
    assert len(found) == KNOWN[text] and list(found) == by_definition(compiled)


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
