"""Pictures of solids: what is seen, what hides what, and that assemblies can be put together as the steps say."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tilewright.api.solve import solve
from tilewright.kinds import Packing
from tilewright.lattice import lattice
from tilewright.pieces import Piece, piece_set
from tilewright.puzzle import Board, Placement, Tiling
from tilewright.puzzle.picture import puzzle_svg, tiling_svg
from tilewright.render import solids
from tilewright.render.canvas import Canvas, box, view
from tilewright.render.svg import board_svg, piece_svg


def faces(svg: str) -> int:
    """Closed polygons of a picture."""
    return len(re.findall(r'<path d="[^"]*Z" fill="[^"]*" stroke=', svg))


@pytest.mark.parametrize(
    ("drawing", "name", "seen"),
    [
        ("#", "cubic", 3),
        ("##", "cubic", 5),
        ("#\n\n#", "cubic", 5),
        ("##\n##\n\n##\n##", "cubic", 12),
        ("▲▼", "prism", 4),
    ],
)
def test_faces_that_look_at_the_viewer(drawing: str, name: str, seen: int) -> None:
    assert faces(piece_svg(Piece.parse(drawing, lattice=name))) == seen


def test_nearer_faces_are_painted_later() -> None:
    grid = lattice("cubic")
    found = solids._faces(grid, [((0, 0, 0),), ((1, 1, 1),)])
    depth = {face.owner: face.depth for face in found}
    assert depth[1] == pytest.approx(
        depth[0] + 1
    )  # one lower is further away, one to the front and one right are nearer
    top = [face for face in solids._faces(grid, [((0, 0, 0),)]) if face.normal == (0, 0, 1)]
    assert len(top) == 1


def test_the_view_is_no_mirror_image() -> None:
    """Soma's A and B differ by being left- and right-handed: seen from above, layer by layer, and isometrically."""
    a, b = (piece_set("soma")[name] for name in "AB")
    assert piece_svg(a).split(">", 2)[2] != piece_svg(b).split(">", 2)[2]
    grid = a.grid
    right, away, up = (grid.point(step) for step in ((0, 0, 1), (0, -1, 0), (-1, 0, 0)))
    assert right[0] > 0 > up[1] == -1
    assert right[0] * away[1] - right[1] * away[0] < 0  # counterclockwise, with y downwards


def test_layers_are_islands_side_by_side() -> None:
    board = Board.of_size("3x2x4", "cubic")
    grid = view(board.grid, board.atoms)
    layers = [[atom for atom in board.atoms if atom[0] == layer] for layer in range(3)]
    edges = [box(grid, layer) for layer in layers]
    assert all(left[2] < right[0] for left, right in pairwise(edges))
    assert len(grid.components(board.atoms)) == 3
    assert len({(r - l, b - t) for l, t, r, b in edges}) == 1  # noqa: E741


@pytest.mark.parametrize("notation", ["soma@3x3x3", "tetracubes*@2x2x3", "bedlam@4x4x4"])
def test_assemblies_go_together_as_the_steps_say(notation: str) -> None:
    found = solve(Packing.parse(notation)).tilings[0]
    order = solids.assembly_order(found.puzzle.grid, found.placements)
    assert sorted(p.atoms for p, _ in order) == sorted(p.atoms for p in found.placements)
    sides = {
        "above": (1, 0, 0),
        "below": (-1, 0, 0),
        "the front": (0, -1, 0),
        "behind": (0, 1, 0),
        "the left": (0, 0, 1),
        "the right": (0, 0, -1),
    }
    there: set[tuple[int, ...]] = set()
    for placement, side in order:
        if side:  # slide it in from far away: it meets nothing
            for far in range(12):
                moved = found.puzzle.grid.shift(placement.atoms, tuple(-far * step for step in sides[side]))
                assert there.isdisjoint(moved)
        there.update(placement.atoms)


def test_a_lid_goes_on_last() -> None:
    ring = "###\n#.#\n###"
    board = Board.parse("###\n###\n###\n\n###\n###\n###\n\n###\n###\n###", "cubic")
    rings = [[(layer, r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)] for layer in (0, 2)]
    middle = [(layer, 1, 1) for layer in range(3)] + [(1, r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    pieces = (Piece.parse(ring, "R", "cubic", copies=(2, 2)), Piece("M", tuple(middle), "cubic"))
    tiling = Tiling(
        Packing(board, pieces),
        tuple(
            Placement(name, tuple(sorted(atoms)), "lrc", "cubic")
            for name, atoms in (("R", rings[0]), ("M", middle), ("R", rings[1]))
        ),
    )
    assert [side for _, side in solids.assembly_order(tiling.puzzle.grid, tiling.placements)][1:] == ["above", "above"]


def test_linked_rings_have_no_side() -> None:
    flat = tuple((1, r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1))
    upright = tuple((layer, 1, c) for layer in range(3) for c in range(1, 4) if (layer, c) != (1, 2))
    puzzle = Packing(Board(flat + upright, lattice="cubic"), (Piece("F", flat, "cubic"), Piece("U", upright, "cubic")))
    found = solve(puzzle).tilings[0]
    assert solids.assembly_order(found.puzzle.grid, found.placements)[-1][1] == ""


def test_pictures_are_whole_documents() -> None:
    puzzle = Packing.parse("soma@3x3x3")
    found = solve(puzzle).tilings[0]
    for svg in (puzzle_svg(puzzle), board_svg(puzzle.board), tiling_svg(found), tiling_svg(found, labels=False)):
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert len(re.findall('aria-label="[1-7]\\. ', tiling_svg(found))) == 7


def test_a_label_lies_on_a_face_that_nothing_hides() -> None:
    canvas = Canvas()
    solids.blocks(
        canvas, lattice("cubic"), [((0, 0, 0),), ((0, 1, 1),), ((1, 1, 1),)], ["#ff0000", "#00ff00", "#0000ff"], "ABC"
    )
    assert sum('aria-label="' in element for element in canvas.elements) == 3
    hidden = Canvas()  # the cube behind is covered wholly by the one that is nearer along the line of sight
    solids.blocks(hidden, lattice("cubic"), [((1, 0, 0),), ((0, 1, 1),)], ["#ff0000", "#00ff00"], "AB")
    assert [re.findall('aria-label="(.)"', element) for element in hidden.elements if "aria-label" in element] == [
        ["B"]
    ]
