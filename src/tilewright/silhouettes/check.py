"""The checker of silhouettes: their tilings, and that they answer the query. No code of the search is used.

Shapes are looked up among the pieces' orientations, the cover is judged by `cover.check`, contacts by `connectivity`. Shared
with the search: the tables of the lattice, the orientations of the pieces, and the names of centers (`orbits/positions.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilewright.cover.check import faults
from tilewright.cover.problem import ExactCover
from tilewright.errors import NotationError, quote
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.silhouettes.query import ALL, CORNER_CONCENTRIC, Problem, Query
from tilewright.silhouettes.silhouette import PlacedPiece, Silhouette, first_overlap, shift_of, to_whole_cells


def check_answers(silhouette: Silhouette, query: Query) -> Silhouette:
    """Return the silhouette if it has the group and contact asked for and fits the board. Raises NotationError saying what is wrong."""
    if any(silhouette.grid.origin(silhouette.atoms)):
        raise NotationError(f"silhouette {silhouette.id}: expected its least row and column to be 0")
    if not silhouette.has_symmetry(query.symmetry):
        raise NotationError(
            f"silhouette {silhouette.id} has the symmetries {silhouette.group}: expected those of {query.symmetry}"
        )
    if not _is_in_contact(silhouette, query):
        raise NotationError(f"silhouette {silhouette.id} is not in contact as {query.contact} says")
    if not fits(silhouette, query.within):
        raise NotationError(f"silhouette {silhouette.id} does not fit the board")
    if silhouette.mixed and Problem(replace(query, contact="edge")).mirror_only:
        raise NotationError(f"silhouette {silhouette.id} mixes lattices: expected one, with a mirror alone")
    return silhouette


def fits(silhouette: Silhouette, within: tuple[int, int] | None) -> bool:
    """Return True if the silhouette fits the board, turned as it may be, or there is none."""
    return within is None or all(
        side <= most for side, most in zip(sorted(silhouette.extent), sorted(within), strict=True)
    )


def _is_in_contact(silhouette: Silhouette, query: Query) -> bool:
    if query.contact == ALL:
        return silhouette.contact != "none" or silhouette.is_concentric(query.symmetry)
    if query.contact == "concentric":
        return silhouette.is_concentric(query.symmetry)
    if query.contact == CORNER_CONCENTRIC:
        return silhouette.is_concentric(query.symmetry, through_corners=True)
    return silhouette.contact in ("edge", query.contact)


def check_silhouette(silhouette: Silhouette, pieces: Sequence[Piece]) -> Silhouette:
    """Return the silhouette if its solution tiles it with exactly these pieces. Raises NotationError saying what is wrong."""
    for placed in silhouette.solution:
        _check_shape(silhouette, placed, pieces)
    _check_cover(silhouette, pieces)
    if (atom := first_overlap(silhouette.grid, silhouette.atoms)) is not None:
        raise NotationError(f"silhouette {silhouette.id}: cells overlap at {atom}")
    return silhouette


def _check_shape(silhouette: Silhouette, placed: PlacedPiece, pieces: Sequence[Piece]) -> None:
    """Raise NotationError unless the atoms are an orientation of the piece of that name."""
    name, atoms = placed
    piece = next((piece for piece in pieces if piece.name == name), None)
    if piece is None:
        expected = ", ".join(piece.name for piece in pieces)
        raise NotationError(f"silhouette {silhouette.id}: no piece {quote(name)}: expected one of {expected}")
    grid = silhouette.grid
    if len({shift_of(grid, atom) for atom in atoms}) != 1:
        raise NotationError(f"silhouette {silhouette.id}: piece {name} does not lie on one lattice")
    back = tuple(-v for v in grid.origin(atoms))
    shape: tuple[Atom, ...] = grid.normalize(to_whole_cells(grid, atom) for atom in grid.shift(atoms, back))
    if shape not in piece.forms:
        raise NotationError(f"silhouette {silhouette.id}: what lies as piece {name} is not an orientation of it")


def _check_cover(silhouette: Silhouette, pieces: Sequence[Piece]) -> None:
    """Raise NotationError unless every atom is covered once and every piece is used as often as there are copies."""
    item = {atom: number for number, atom in enumerate(silhouette.atoms)}
    if any(atom not in item for _, atoms in silhouette.solution for atom in atoms):
        raise NotationError(f"silhouette {silhouette.id}: a piece lies outside the silhouette")
    piece_item = {piece.name: len(item) + number for number, piece in enumerate(pieces)}
    options = tuple(tuple(sorted([*(item[a] for a in atoms), piece_item[name]])) for name, atoms in silhouette.solution)
    bounds = (1,) * len(item) + tuple(piece.copies[0] for piece in pieces)
    cover = ExactCover(bounds, bounds, options)
    if wrong := faults(cover, range(len(options))):
        raise NotationError(
            f"silhouette {silhouette.id}: {wrong[0]}: expected each piece used and each cell covered as often as there are"
        )
