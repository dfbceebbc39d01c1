"""Classes of tilings by canonical forms: the least image of each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tilewright.api.solve import solve
from tilewright.kinds import Shikaku
from tilewright.lattice import Atom, lattice
from tilewright.lattice.symmetry import Isometry, image
from tilewright.puzzle import Puzzle, Tiling


def orbits_by_canonical_form(puzzle: Puzzle) -> tuple[int, int]:
    """The numbers of classes of tilings up to rotations and up to symmetries, by the least image of each tiling."""
    tilings = solve(puzzle, None, engine="reference").tilings
    if not tilings:
        return 0, 0
    isometries = puzzle.compile().with_symmetries().isometries
    forms = [images(tiling, isometries) for tiling in tilings]
    turns = [number for number, isometry in enumerate(isometries) if not isometry.motion.mirrored]
    return len({min(form[n] for n in turns) for form in forms}), len({min(form) for form in forms})


def images(tiling: Tiling, isometries: Sequence[Isometry]) -> list[tuple[Any, ...]]:
    """The tiling moved by each isometry: which kind of piece lies on which atoms."""
    kinds = {} if isinstance(tiling.puzzle, Shikaku) else {piece.name: piece.forms for piece in tiling.puzzle.pieces}
    laid = [(p.atoms, kinds.get(p.piece, ())) for p in tiling.placements]
    return [tuple(sorted(moved(tiling.puzzle.lattice, isometry, *one) for one in laid)) for isometry in isometries]


@lru_cache(100_000)
def moved(
    name: str, isometry: Isometry, atoms: tuple[Atom, ...], kind: tuple[tuple[Atom, ...], ...]
) -> tuple[Any, ...]:
    """Where the atoms go, and what a piece with these orientations becomes."""
    grid = lattice(name)
    orientations = tuple(sorted(grid.image(isometry.motion, orientation) for orientation in kind))
    return tuple(sorted(image(grid, isometry, atoms))), orientations
