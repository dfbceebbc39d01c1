"""The image of a puzzle of cells under a motion of its lattice."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.campaign.packed import origin
from tests.campaign.puzzles import Atom, Packed
from tests.campaign.truth import Truth
from tests.campaign.truth_lattice import determinant
from tests.campaign.truth_lattice import grid as lattice_grid


def image_of(puzzle: Packed, rng: Random) -> Packed | None:
    """The puzzle turned, and mirrored where no piece minds; None where it begins again otherwise."""
    grid = lattice_grid(puzzle.lattice, puzzle.periods)
    truth = Truth(puzzle)
    motions = [name for name, matrix in grid.motions.items() if truth._keeps_periods(matrix)]
    motion = rng.choice(sorted(motions))
    plain = lattice_grid(puzzle.lattice)
    turned = plain.turned((*puzzle.atoms, *puzzle.optional), motion)
    if any(puzzle.periods):
        back: tuple[int, ...] = (0 if puzzle.periods[0] else -min(atom[0] for atom in turned), 0)
    else:
        back = tuple(-min(atom[axis] for atom in turned) for axis in range(grid.dimension))

    def moved(atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
        return tuple(grid.moved(grid.turned(atoms, motion), back))

    mirrors = determinant(grid.motions[motion]) < 0
    pieces = []
    for piece in puzzle.pieces:
        # A piece that is fixed is turned with the board; one that only turns is mirrored with it.
        if piece.motion == "fixed" or (mirrors and piece.motion == "turn"):
            atoms = tuple(plain.turned(piece.atoms, motion))
            paints = tuple(
                zip(plain.turned([atom for atom, _ in piece.paints], motion), [p for _, p in piece.paints], strict=True)
            )
            piece = replace(piece, atoms=atoms, paints=paints)
        pieces.append(piece)
    changed = replace(
        puzzle,
        atoms=moved(puzzle.atoms),
        optional=moved(puzzle.optional),
        pieces=tuple(pieces),
        size="",
        pieces_text="",
        pins=tuple((name, moved(atoms)) for name, atoms in puzzle.pins),
        paint=tuple((moved((atom,))[0], paint) for atom, paint in puzzle.paint),
    )
    return changed if origin(changed, grid) == (0,) * grid.dimension or any(puzzle.periods) else None
