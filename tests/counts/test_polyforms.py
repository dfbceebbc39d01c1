"""Known numbers of polyforms and of tilings beyond the square, recounted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.helpers.paths import DATA
from tilewright.api.count import count
from tilewright.lattice import Atom
from tilewright.pieces import Piece, piece_set
from tilewright.pieces.polyforms import polyforms
from tilewright.pieces.sets import set_rows
from tilewright.puzzle import Board, Packing
from tilewright.puzzle.packing.puzzle import Pin

KNOWN = json.loads((DATA / "polyform_extra.json").read_text())
PUZZLER = json.loads((DATA / "polyform_counts.json").read_text())
LATTICES = {"cubes3": "cubic", "hexes2": "hexagonal", "iamonds3": "triangular"}

# Longer than a second or so: the full tier.
SLOW = {
    "cubes/solid-pentominoes-5x5x5-quarter-pyramid", "cubes/solid-pentominoes-6x6x6-crystal-5",
    "cubes/solid-pentominoes-ohnos-block", "cubes/solid-pentominoes-square-tower-4", "trihexes+tetrahexes@h4",
    "hexes/polyhexes-1234-diamond-ring", "hexes/polyhexes-1234-elongated-hexagon-2x6-ring",
    "hexes/polyhexes-1234-irregular-hexagon-4", "hexes/polyhexes-1234-jagged-hexagon-2",
    "hexes/polyhexes-1234-knobbed-hexagon-1", "hexes/polyhexes-1234-knobbed-hexagon-3", "hexes/polyhexes-34-hexagon",
    "iamonds/hexiamonds-semiregular-hexagon-4x3", "iamonds/hexiamonds-tenyo", "iamonds/one-sided-hexiamonds-hexagram",
    "iamonds/polyiamonds-12345-bat", "iamonds/polyiamonds-12345-peanut",
}  # fmt: skip


def rows(found: list[dict[str, Any]], key: str) -> list[Any]:
    return [
        pytest.param(row, id=row[key], marks=[pytest.mark.full] if row.get("slow") or row[key] in SLOW else [])
        for row in found
    ]


@pytest.mark.parametrize("motion", ["free", "turn"])
@pytest.mark.parametrize("name", KNOWN["polyforms"])
def test_numbers_of_polyforms(name: str, motion: str) -> None:
    wanted = KNOWN["polyforms"][name][motion]
    assert [len(polyforms(name, cells, motion)) for cells in range(1, len(wanted) + 1)] == wanted


@pytest.mark.parametrize(("name", "number"), [(name, number) for name, number, _ in set_rows()])
def test_numbers_of_pieces_in_the_list_of_sets(name: str, number: int) -> None:
    """The list has them from a table; here they are enumerated."""
    assert len(piece_set(name).pieces) == number


@pytest.mark.parametrize("row", rows(KNOWN["counts"], "puzzle"))
def test_published_counts(row: dict[str, Any]) -> None:
    puzzle = Packing.parse(row["puzzle"])
    for up_to in ("none", "rotations", "symmetries"):
        if up_to in row:
            found = count(puzzle, up_to=up_to)  # type: ignore[arg-type]
            assert (found.value, found.bound) == (row[up_to], "exact")


@pytest.mark.full
@pytest.mark.timeout(3600)
def test_bedlam_cube() -> None:
    """Every tiling has X in one place; places that a turn of the cube exchanges have equally many tilings."""
    puzzle = Packing.parse(KNOWN["bedlam"]["puzzle"])
    compiled = puzzle.compile()
    left = {n for n in range(len(compiled.cover.options)) if compiled.placement(n).piece == "X"}
    total = 0
    while left:
        orbit = {turn.options[min(left)] for turn in compiled.cover.automorphisms}
        found = count(puzzle.with_pins((Pin("X", compiled.placement(min(left)).atoms),)))
        assert found.bound == "exact"
        total += len(orbit) * found.value
        left -= orbit
    assert total == KNOWN["bedlam"]["none"]
    # No tiling is kept by a turn, as 24 times the published number says.
    assert total == 24 * KNOWN["bedlam"]["rotations"]


def atoms(coords: str, cells: list[tuple[int, ...]]) -> Iterator[Atom]:
    """Our atoms of the data's cells: x to the right, y up or away, z up (on triangles: 0 for up, 1 for down)."""
    for x, y, *z in cells:
        yield {"cubes3": (-z[0] if z else 0, -y, x), "hexes2": (-y, x), "iamonds3": (-y, x, *z)}[coords]


def board_of(puzzle: dict[str, Any]) -> Board:
    drawn = puzzle["components"][0]["board"]
    layers = drawn.get("layers_z") or [drawn["rows_y_up"]]
    cells = [
        (x, y, z)[: 3 if "layers_z" in drawn else 2]
        for z, layer in enumerate(layers)
        for y, row in enumerate(layer)
        for x, there in enumerate(row)
        if there == "#"
    ]
    return Board(tuple(atoms(puzzle["coords"], cells)), lattice=LATTICES[puzzle["coords"]])


def puzzle_of(puzzle: dict[str, Any]) -> Packing:
    board = board_of(puzzle)
    motion = "turn" if puzzle["one_sided"] else ""
    shapes = PUZZLER["piece_sets"][puzzle["components"][0]["pieces"]]
    return Packing(
        board,
        tuple(
            Piece(name, tuple(atoms(puzzle["coords"], cells)), board.lattice, motion=motion)
            for name, cells in shapes.items()
        ),
    )


def largest_part(board: Board) -> Board:
    """The board without the place beside it on which the author of the data lays a piece that is left over."""
    return replace(board, atoms=max(board.grid.components(board.atoms), key=len))


@pytest.mark.parametrize("row", rows(PUZZLER["puzzles"], "name"))
def test_polyform_puzzler_counts(row: dict[str, Any]) -> None:
    assert len(row["components"]) == 1
    posed = puzzle_of(row)
    if row["components"][0].get("secondary_cols"):  # one piece is left over: the cases add up
        board = largest_part(posed.board)
        # Of a piece and its mirror image (with a small letter) he leaves out the first only.
        names = [piece.name for piece in posed.pieces if piece.name[0].isupper()]
        cases = [replace(posed, board=board, pieces=tuple(p for p in posed.pieces if p.name != name)) for name in names]
        up_to = "rotations" if row["one_sided"] else "symmetries"
        assert sum(count(case, up_to=up_to).value for case in cases) == row["count"]  # type: ignore[arg-type]
        return
    # Where pieces are not their own mirror images in space he counts mirror images of tilings apart; the recount says so.
    recount = row.get("recount", {})
    up_to = "rotations" if recount.get("result") == "equal_rotations_only" else "symmetries"
    assert count(posed, up_to=up_to).value == row["count"]  # type: ignore[arg-type]
    if "all" in recount:
        assert count(posed).value == recount["all"]
