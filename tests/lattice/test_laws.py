"""What every lattice must obey; a new one is tested by its name in the registry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.errors import NotationError
from tilewright.lattice import NAMES, Atom, Lattice, lattice
from tilewright.lattice.symmetry import canonical_form, group_name_of, symmetries
from tilewright.pieces import Piece
from tilewright.pieces.piece import draw_cells, parse_cells
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board

SPACE = [name for name in NAMES if lattice(name).dimension == 3]


def some_atoms(grid: Lattice, side: int = 3) -> list[Atom]:
    return [atom for cell in product(range(-1, side), repeat=grid.dimension) for atom in grid.atoms_of(cell)]


def group_name(grid: Lattice, atoms: Sequence[Atom]) -> str:
    return group_name_of(grid, symmetries(grid, atoms))


@pytest.fixture(params=NAMES)
def grid(request: pytest.FixtureRequest) -> Lattice:
    return lattice(request.param)


def test_neighbours_are_mutual(grid: Lattice) -> None:
    for atom in some_atoms(grid, 1):
        near = list(grid.adjacent(atom))
        assert len(set(near)) == len(near)
        assert all(atom in grid.adjacent(other) for other in near)


def test_motions_are_a_group_that_keeps_neighbours(grid: Lattice) -> None:
    cluster = some_atoms(grid, 2)
    images = {}
    for motion in grid.motions:
        moved = [grid.apply(motion, atom) for atom in cluster]
        assert len(set(moved)) == len(moved)
        for atom, other in zip(cluster, moved, strict=True):
            assert set(grid.adjacent(other)) == {grid.apply(motion, near) for near in grid.adjacent(atom)}
        images[tuple(moved)] = motion
    assert len(images) == len(grid.motions)
    identity = grid.motions[0]
    assert [grid.apply(identity, atom) for atom in cluster] == cluster
    assert not identity.mirrored
    # Closed, and mirroring twice is turning: seen on a shape that no motion keeps.
    shape = asymmetric(grid)
    found = {grid.image(motion, shape): motion for motion in grid.motions}
    assert len(found) == len(grid.motions)
    for (once, b), a in product(found.items(), grid.motions):
        assert found[grid.image(a, once)].mirrored == (a.mirrored != b.mirrored)


def asymmetric(grid: Lattice) -> tuple[Atom, ...]:
    """A shape that no motion but the identity keeps."""
    for cells in range(1, 7):
        for shape in polyforms(grid.name, cells):
            if len(symmetries(grid, shape)) == 1:
                return shape
    raise AssertionError(f"no asymmetric shape on {grid.name}")


def test_every_group_of_motions_has_a_name(grid: Lattice) -> None:
    groups = [frozenset(motions) for _, motions in grid.groups]
    names = {motion.name for motion in grid.motions}
    assert len(names) == len(grid.motions)
    assert len(set(groups)) == len(groups)
    assert all(group <= names for group in groups)
    cells = 6 if grid.dimension == 2 else 5
    for shape in (shape for n in range(1, cells) for shape in polyforms(grid.name, n)):
        assert group_name(grid, shape) in {name for name, _ in grid.groups}
        assert len(symmetries(grid, shape)) == len(dict(grid.groups)[group_name(grid, shape)])


@pytest.mark.parametrize(
    ("name", "full", "subgroups"),
    [
        ("square", "D4", 10),
        ("hexagonal", "D6", 16),
        ("triangular", "D6", 16),
        ("cubic", "Oh", 98),
        ("prism", "D6h", 54),
    ],
)
def test_all_subgroups_are_listed(name: str, full: str, subgroups: int) -> None:
    groups = lattice(name).groups
    assert len(groups) == subgroups
    assert next(n for n, motions in groups if len(motions) == len(lattice(name).motions)) == full


def test_atoms_share_the_edges_that_their_polygons_share(grid: Lattice) -> None:
    if grid.dimension != 2:
        return
    sides = Counter[frozenset[object]]()
    for atom in some_atoms(grid):
        corners = grid.corner_points(atom)
        sides.update(frozenset(pair) for pair in zip(corners, corners[1:] + corners[:1], strict=True))
    assert set(sides.values()) <= {1, 2}
    for atom in some_atoms(grid, 1):
        corners = grid.corner_points(atom)
        mine = {frozenset(pair) for pair in zip(corners, corners[1:] + corners[:1], strict=True)}
        shared = set()
        for other in grid.adjacent(atom):
            theirs = grid.corner_points(other)
            common = mine & {frozenset(pair) for pair in zip(theirs, theirs[1:] + theirs[:1], strict=True)}
            assert len(common) == 1
            shared |= common
        assert shared == mine


def test_polygons_turn_with_the_motions(grid: Lattice) -> None:
    """The picture is true: distances between the centres of atoms are kept by every motion."""
    if grid.dimension != 2:
        return

    def centre(atom: Atom) -> complex:
        return sum(complex(x, y) for x, y in grid.polygon(atom)) / len(grid.polygon(atom))

    cluster = some_atoms(grid, 2)
    for motion in grid.motions:
        moved = [grid.apply(motion, atom) for atom in cluster]
        for (a, b), (c, d) in zip(pairwise(cluster), pairwise(moved), strict=True):
            assert abs(centre(a) - centre(b)) == pytest.approx(abs(centre(c) - centre(d)))
        (a, b, c), (x, y, z) = some_three(cluster), some_three(moved)
        before = (centre(b) - centre(a)) * (centre(c) - centre(a)).conjugate()
        after = (centre(y) - centre(x)) * (centre(z) - centre(x)).conjugate()
        assert (before.imag * after.imag < 0) == motion.mirrored


def some_three(atoms: list[Atom]) -> tuple[Atom, Atom, Atom]:
    return atoms[0], atoms[len(atoms) // 3], atoms[-2]


@pytest.mark.parametrize("name", SPACE)
def test_faces_point_outwards_and_are_shared(name: str) -> None:
    grid = lattice(name)

    def point(corner: tuple[int, ...]) -> list[float]:
        return [
            sum(v * step[axis] for v, step in zip(corner, grid.space, strict=True)) / grid.scale for axis in range(3)
        ]

    for kind, (faces, neighbours) in enumerate(zip(grid.faces, grid.neighbours, strict=True)):
        corners = {corner for face in faces for corner in face}
        centre = [sum(p) / len(corners) for p in zip(*map(point, corners), strict=True)]
        for face, (vector, other) in zip(faces, neighbours, strict=True):
            a, b, c = (point(corner) for corner in face[:3])
            u, v = [q - p for p, q in zip(a, b, strict=True)], [q - p for p, q in zip(b, c, strict=True)]
            normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
            assert sum(n * (p - q) for n, p, q in zip(normal, a, centre, strict=True)) > 0
            shift = tuple(grid.scale * step for step in vector)
            theirs = {tuple(map(int.__add__, corner, shift)) for f in grid.faces[other] for corner in f}
            assert set(face) <= theirs, (kind, vector)


def test_drawings_of_all_small_polyforms_read_back(grid: Lattice) -> None:
    for cells in range(1, 5):
        for shape in polyforms(grid.name, cells, "fixed"):
            drawing = draw_cells(shape, grid.name)
            if "?" not in drawing:  # a cell that no glyph shows, on the half squares
                assert grid.normalize(parse_cells(drawing, grid.name)) == shape


@settings(deadline=None)
@given(st.sampled_from([name for name in NAMES if name != "halfsquare"]), st.data())
def test_drawings_of_boards_read_back(name: str, data: st.DataObject) -> None:
    grid = lattice(name)
    places = [
        grid.join(cell, kind) for cell in product(range(3), repeat=grid.dimension) for kind in range(grid.slot_count)
    ]
    chosen = data.draw(st.lists(st.sampled_from(places), min_size=1, unique=True))
    whole = data.draw(st.integers(1, len(chosen)))
    board = Board(tuple(chosen[:whole]), tuple(chosen[whole:]), name)
    assert Board.parse(str(board), name) == board
    assert canonical_form(grid, chosen) == canonical_form(grid, grid.image(grid.motions[-1], chosen))


@pytest.mark.parametrize(
    ("name", "size", "cells"),
    [
        ("triangular", "6x6", 72), ("triangular", "h3", 54), ("triangular", "t8", 64), ("triangular", "h1-r0c0u", 5),
        ("hexagonal", "4x7", 28), ("hexagonal", "h4", 37), ("hexagonal", "t8", 36), ("hexagonal", "h2-r1c1", 6),
        ("cubic", "3x4x5", 60), ("cubic", "2x2x2-l1r0c1,l0r0c0", 6),
    ],
)  # fmt: skip
def test_boards_by_size(name: str, size: str, cells: int) -> None:
    assert Board.of_size(size, name).area == cells


def test_hexagons_and_triangles_have_the_symmetry_of_their_name() -> None:
    for name in ("triangular", "hexagonal"):
        assert group_name(lattice(name), Board.of_size("h3", name).atoms) == "D6"
        assert group_name(lattice(name), Board.of_size("t4", name).atoms) == "D3"
    assert group_name(lattice("cubic"), Board.of_size("3x3x3", "cubic").atoms) == "Oh"
    assert group_name(lattice("cubic"), Board.of_size("2x3x3", "cubic").atoms) == "D4h"
    assert group_name(lattice("cubic"), Board.of_size("2x3x4", "cubic").atoms) == "D2h"


@pytest.mark.parametrize(
    ("name", "size", "expected"),
    [
        ("triangular", "h4x", "hN"), ("hexagonal", "s4", "tN"), ("triangular", "t0", "no cells"), ("cubic", "3x3", "LxRxC"),
        ("cubic", "h3", "LxRxC"), ("square", "h3", "RxC"), ("hexagonal", "h2-r0c2", "r0c2"), ("triangular", "h1-r0c0x", "r0c0x"),
        ("cubic", "2x2x2-r0c0", "l0r0c0"),
    ],
)  # fmt: skip
def test_sizes_that_are_none(name: str, size: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as error:
        Board.of_size(size, name)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "drawing"),
    [("hexagonal", "##"), ("hexagonal", "# #\n# #"), ("triangular", "▲▲"), ("triangular", "▲▼\n▲▼\n ▲")],
)
def test_cells_off_the_lattice(name: str, drawing: str) -> None:
    with pytest.raises(NotationError, match="off the lattice"):
        Piece.parse(drawing, lattice=name)


def test_solids_turn_but_are_not_mirrored_unless_asked() -> None:
    drawing = "#.\n##\n\n..\n.#"
    assert len(Piece.parse(drawing, lattice="cubic").orientations) == 12
    assert len(Piece.parse(drawing, lattice="cubic", motion="free").orientations) == 24
    assert len(Piece.parse("##\n#.\n#.", lattice="cubic").orientations) == 24  # what is flat turns over
