"""Symmetric outlines beyond the square, against all polyforms of the area, one by one."""

from __future__ import annotations

from itertools import product

import pytest

from tests.helpers.forged import Triangle, drawn
from tests.helpers.tiers import quick
from tilewright.api.solve import solve
from tilewright.errors import NotationError
from tilewright.kinds import Packing
from tilewright.lattice import Atom, Lattice
from tilewright.lattice.symmetry import symmetries
from tilewright.pieces import Piece, select
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board
from tilewright.silhouettes.search import find_silhouettes
from tilewright.silhouettes.silhouette import silhouette_id

GROUPS = ("D1", "D1d", "C2", "C3", "C6", "D2", "D3", "D3d", "D6")


SETS = (
    "monohex+dihexes",
    "monohex+trihexes:12",
    "tetrahexes:O+trihexes:3",
    "moniamond+diamonds+triamonds",
    "diamonds+tetriamonds:12",
    "triamonds+hexiamonds:V",
)


def in_turn(case: tuple[str, str]) -> bool:
    """Every other group of a set first, beginning with the next one for the next set."""
    return bool((SETS.index(case[0]) + GROUPS.index(case[1])) % 2)


def keeps(grid: Lattice, shape: tuple[Atom, ...], symmetry: str) -> bool:
    """Whether the shape is invariant under the group, in one of its positions."""
    mine = {isometry.motion.name for isometry in symmetries(grid, shape)}
    return any(name == symmetry and mine.issuperset(motions) for name, motions in grid.groups)


def halves(grid: Lattice, shape: tuple[Atom, ...]) -> tuple[Atom, ...]:
    return tuple(grid.join(tuple(2 * v for v in cell), kind) for cell, kind in map(grid.split, shape))


@pytest.mark.parametrize(("notation", "symmetry"), quick(sorted(product(SETS, GROUPS), key=in_turn), 28))
def test_every_polyform_with_the_symmetry_is_found(notation: str, symmetry: str) -> None:
    pieces = select(notation)
    grid = pieces[0].grid
    area = sum(round(piece.area) for piece in pieces)
    wanted = {
        silhouette_id(grid, halves(grid, shape))
        for shape in polyforms(grid.name, area)
        if keeps(grid, shape, symmetry) and solve(Packing(Board(shape, lattice=grid.name), pieces)).tilings
    }
    try:
        found = find_silhouettes(notation, symmetry)
    except NotationError as error:  # no region at all has this area
        assert "expected" in str(error) and not wanted
        return
    assert found.complete
    assert {outline.id for outline in found.silhouettes if not outline.mixed} == wanted
    assert all(keeps(outline.grid, outline.atoms, symmetry) for outline in found.silhouettes)


def test_solids_are_refused() -> None:
    with pytest.raises(NotationError, match="is not planar"):
        find_silhouettes("soma", "D4")
    with pytest.raises(NotationError, match="expected one of"):
        find_silhouettes("tetrahexes", "D4")


PRIME = 2**31 - 1


def rank(rows: list[dict[Triangle, int]]) -> int:
    """The rank modulo a prime, which is at most the rank."""
    pivots: dict[Triangle, dict[Triangle, int]] = {}
    for row in rows:
        while row:
            place = min(row, key=sorted)
            if place not in pivots:
                inverse = pow(row[place], -1, PRIME)
                pivots[place] = {each: value * inverse % PRIME for each, value in row.items()}
                break
            factor = row[place]
            sums = {each: row.get(each, 0) - factor * pivots[place].get(each, 0) for each in {*row, *pivots[place]}}
            row = {each: value % PRIME for each, value in sums.items() if value % PRIME}
    return len(pivots)


def test_filled_cells_of_shifted_lattices_are_independent() -> None:
    """So a region is cells of lattices shifted by half a cell in one way only; quarters of cells are in several."""
    places = [(row / 2, column / 2) for row in range(5) for column in range(5)]

    def rows(masks: tuple[str, ...]) -> list[dict[Triangle, int]]:
        return [dict.fromkeys(drawn([[*place, mask]]), 1) for place in places for mask in masks]

    assert rank(rows(("ne", "es", "sw"))) == 3 * len(places)
    assert rank(rows(("nesw", "ne", "es", "sw", "wn"))) == 3 * len(places)  # nesw = ne + sw = es + wn
    assert rank(rows(("n", "e", "s", "w"))) < 4 * len(places)
    assert drawn([[0.5, 0, "s"], [1.5, 0, "n"]]) == drawn([[1, -0.5, "e"], [1, 0.5, "w"]])


@pytest.mark.parametrize("slots", ["n", "nes"])
def test_a_part_of_a_cell_that_is_no_half_is_refused(slots: str) -> None:
    atoms = tuple((0, 0, "nesw".index(slot)) for slot in slots)
    piece = Piece("q", atoms, "halfsquare", copies=(2, 2))
    with pytest.raises(NotationError, match="other than a half"):
        find_silhouettes([piece], "C2")
