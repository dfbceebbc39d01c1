"""Outlines: against shapely's union, and the cases where corners touch."""

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.lattice import lattice
from tilewright.lattice.outline import Region, merge, regions, seams
from tilewright.pieces import select
from tilewright.pieces.piece import parse_cells
from tilewright.puzzle import Board

FLAT = ("square", "halfsquare", "triangular", "hexagonal")


def drawn(text: str, name: str = "square") -> list[Region]:
    return regions(lattice(name), parse_cells(text, name))


def polygon(name: str, region: Region) -> shapely.Polygon:
    rings = [[lattice(name).point(corner) for corner in ring] for ring in region.rings]
    return shapely.Polygon(rings[0], rings[1:])


def test_a_rectangle_has_four_corners() -> None:
    assert drawn("###\n###") == [Region(((0, 0), (0, 3), (2, 3), (2, 0)))]


def test_outer_rings_go_clockwise_in_the_picture_and_holes_the_other_way() -> None:
    (region,) = drawn("###\n#.#\n###")
    ring = shapely.LinearRing([lattice("square").point(corner) for corner in region.outer])
    hole = shapely.LinearRing([lattice("square").point(corner) for corner in region.holes[0]])
    assert ring.is_ccw  # with y upwards, that is clockwise with y downwards
    assert not hole.is_ccw


def test_corner_contact_separates_regions_but_not_a_hole_from_its_region() -> None:
    assert [len(region.outer) for region in drawn("#.\n.#")] == [4, 4]
    (region,) = drawn(".##\n#.#\n###")
    assert (len(region.outer), [len(hole) for hole in region.holes]) == (8 - 2, [4])


def test_a_hole_that_touches_a_straight_run_shares_a_corner_with_it() -> None:
    atoms = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 1, 0), (1, 1, 1), (1, 2, 0)]
    atoms += [(2, 1, 0), (2, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2, 0), (3, 2, 1)]
    (region,) = regions(lattice("triangular"), atoms)
    assert set(region.outer) & set(region.holes[0]) == {(3, 3)}
    assert polygon("triangular", region).is_valid  # with corners rounded to floats


def test_two_holes_that_touch_are_two() -> None:
    (region,) = drawn("####\n#.##\n##.#\n####")
    assert [len(hole) for hole in region.holes] == [4, 4]


def test_half_squares_are_exact() -> None:
    (region,) = drawn("◢◣", "halfsquare")
    assert region == Region(((0, 2), (2, 4), (2, 0)))


def test_parts_shifted_by_half_a_cell_join_along_half_a_diagonal() -> None:
    grid = lattice("halfsquare")
    whole = [grid.corner_points(atom) for atom in parse_cells("◢", "halfsquare")]
    shifted = [[(r - 1, c + 1) for r, c in grid.corner_points(atom)] for atom in parse_cells("◤", "halfsquare")]
    assert len(merge(grid, whole + shifted)) == 1


@pytest.mark.parametrize("name", FLAT)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_regions_are_valid_polygons_that_make_the_union(name: str, data: st.DataObject) -> None:
    grid = lattice(name)
    every = [atom for r in range(5) for c in range(5) for atom in grid.atoms_of((r, c))]
    atoms = data.draw(st.sets(st.sampled_from(every), min_size=1))
    found = [polygon(name, region) for region in regions(grid, atoms)]
    assert all(part.is_valid for part in found)
    union = shapely.union_all([shapely.Polygon(grid.polygon(atom)) for atom in atoms])
    assert shapely.symmetric_difference(shapely.union_all(found), union).area < 1e-9
    assert sum(part.area for part in found) == pytest.approx(union.area)
    assert len(found) == len(grid.components(atoms))


def test_board_polygons_have_no_corner_in_a_straight_run() -> None:
    assert len(Board.of_size("40x30").polygon.exterior.coords) == 5
    board = Board.of_size("8x8-r3c3,r3c4,r4c3,r4c4")
    assert (len(board.polygon.interiors), board.polygon.area) == (1, 60)


@pytest.mark.parametrize("pieces", ["pentominoes", "fridgeiq"])
def test_every_piece_has_one_region_without_holes(pieces: str) -> None:
    for piece in select(pieces):
        (region,) = regions(piece.grid, piece.atoms)
        assert polygon(piece.lattice, region).area == pytest.approx(piece.area)


def test_seams_run_straight_through() -> None:
    grid = lattice("square")
    assert [*seams(grid, parse_cells("###\n###", "square"))] == [((0, 1), (2, 1)), ((0, 2), (2, 2)), ((1, 0), (1, 3))]
    assert [*seams(grid, parse_cells("#.#\n###", "square"))] == [
        ((1, 0), (1, 1)),
        ((1, 1), (2, 1)),
        ((1, 2), (1, 3)),
        ((1, 2), (2, 2)),
    ]


@pytest.mark.parametrize("name", FLAT)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_seams_are_what_neighbouring_cells_share(name: str, data: st.DataObject) -> None:
    grid = lattice(name)
    every = [atom for r in range(4) for c in range(4) for atom in grid.atoms_of((r, c))]
    atoms = data.draw(st.sets(st.sampled_from(every), min_size=1))
    lines = shapely.MultiLineString([[grid.point(start), grid.point(end)] for start, end in seams(grid, atoms)])
    shared = [
        shapely.Polygon(grid.polygon(a)).intersection(shapely.Polygon(grid.polygon(b)))
        for a in atoms
        for b in grid.adjacent(a)
        if b in atoms and grid.cell(a) < grid.cell(b)
    ]
    assert lines.length == pytest.approx(sum(line.length for line in shared))
    assert all(lines.buffer(1e-9).covers(line) for line in shared)
