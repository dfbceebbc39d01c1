"""Published numbers of tilings in tests/data, as puzzles with the number that each must give."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from tests.helpers.paths import DATA
from tests.helpers.stock import STOCK, stock_puzzle
from tilewright.kinds import Packing
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.puzzle import Board

KNOWN = json.loads((DATA / "known_counts.json").read_text())
EXTRA = json.loads((DATA / "polyform_extra.json").read_text())
POLYOMINOES = json.loads((DATA / "polyomino_counts.json").read_text())
POLYFORMS = json.loads((DATA / "polyform_counts.json").read_text())
LATTICES = {"cubes3": "cubic", "hexes2": "hexagonal", "iamonds3": "triangular"}
UpTo = Literal["none", "rotations", "symmetries"]

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


@dataclass(frozen=True)
class Published:
    """A number: the sum over the puzzles, which are cases of one."""

    name: str
    puzzles: tuple[Packing, ...]
    up_to: UpTo
    number: int
    slow: bool = False


def of_notations(rows: list[dict[str, Any]]) -> Iterator[Published]:
    """Counts of `known_counts.json` and `polyform_extra.json`."""
    for row in rows:
        for up_to in ("none", "rotations", "symmetries"):
            if up_to in row:
                puzzle = Packing.parse(row["puzzle"])
                yield Published(row["puzzle"], (puzzle,), up_to, row[up_to], _is_slow(row, "puzzle"))  # type: ignore[arg-type]


def of_polyominoes() -> Iterator[Published]:
    """Counts of `polyomino_counts.json`."""
    for row in POLYOMINOES["puzzles"]:
        # Components of one board are its cases by how one piece lies; the board itself is asked once.
        puzzle = polyomino_puzzle(row, row["components"][0])
        yield Published(row["name"], (puzzle,), "none", row["recount"]["all"])
        yield Published(row["name"], (puzzle,), "symmetries", row["count"])


def of_polyforms() -> Iterator[Published]:
    """Counts of `polyform_counts.json`."""
    for row in POLYFORMS["puzzles"]:
        assert len(row["components"]) == 1
        posed = polyform_puzzle(row)
        name, slow = row["name"], _is_slow(row, "name")
        if row["components"][0].get("secondary_cols"):  # one piece is left over: the cases add up
            up_to: UpTo = "rotations" if row["one_sided"] else "symmetries"
            yield Published(name, tuple(one_left_over(posed)), up_to, row["count"], slow)
            continue
        # Where pieces are not their own mirror images in space he counts mirror images of tilings apart; the recount says so.
        recount = row.get("recount", {})
        up_to = "rotations" if recount.get("result") == "equal_rotations_only" else "symmetries"
        yield Published(name, (posed,), up_to, row["count"], slow)
        if "all" in recount:
            yield Published(name, (posed,), "none", recount["all"], slow)


def of_stock() -> Iterator[Published]:
    """Counts of `fridgeiq_stock.json`."""
    for challenge in STOCK["challenges"]:
        if challenge["tilings"] is not None:
            yield Published(challenge["name"], (stock_puzzle(challenge),), "none", challenge["tilings"])


def _is_slow(row: dict[str, Any], key: str) -> bool:
    return bool(row.get("slow")) or row[key] in SLOW


def polyomino_puzzle(puzzle: dict[str, Any], component: dict[str, Any]) -> Packing:
    """A component of the Polyform Puzzler data: boards with y up, pieces as (x, y) cells."""
    drawn = component.get("board") or puzzle["components"][0]["board"]
    rows = drawn["rows_y_up"][::-1]
    board = Board(tuple((r, c) for r, row in enumerate(rows) for c, there in enumerate(row) if there == "#"))
    motion = "turn" if puzzle["one_sided"] else "free"
    shapes = POLYOMINOES["piece_sets"][component["pieces"]]
    return Packing(board, tuple(Piece(name, tuple(map(tuple, cells)), motion=motion) for name, cells in shapes.items()))


def _atoms(coords: str, cells: list[tuple[int, ...]]) -> Iterator[Atom]:
    """Our atoms of the data's cells: x to the right, y up or away, z up (on triangles: 0 for up, 1 for down)."""
    for x, y, *z in cells:
        yield {"cubes3": (-z[0] if z else 0, -y, x), "hexes2": (-y, x), "iamonds3": (-y, x, *z)}[coords]


def _board_of(puzzle: dict[str, Any]) -> Board:
    drawn = puzzle["components"][0]["board"]
    layers = drawn.get("layers_z") or [drawn["rows_y_up"]]
    cells = [
        (x, y, z)[: 3 if "layers_z" in drawn else 2]
        for z, layer in enumerate(layers)
        for y, row in enumerate(layer)
        for x, there in enumerate(row)
        if there == "#"
    ]
    return Board(tuple(_atoms(puzzle["coords"], cells)), lattice=LATTICES[puzzle["coords"]])


def polyform_puzzle(puzzle: dict[str, Any]) -> Packing:
    """A puzzle of the Polyform Puzzler data beyond the square."""
    board = _board_of(puzzle)
    motion = "turn" if puzzle["one_sided"] else ""
    shapes = POLYFORMS["piece_sets"][puzzle["components"][0]["pieces"]]
    return Packing(
        board,
        tuple(
            Piece(name, tuple(_atoms(puzzle["coords"], cells)), board.lattice, motion=motion)
            for name, cells in shapes.items()
        ),
    )


def one_left_over(posed: Packing) -> Iterator[Packing]:
    """The cases of a puzzle whose author lays the piece that is left over on a place beside the board."""
    board = replace(posed.board, atoms=max(posed.board.grid.components(posed.board.atoms), key=len))
    # Of a piece and its mirror image (with a small letter) he leaves out the first only.
    for name in (piece.name for piece in posed.pieces if piece.name[0].isupper()):
        yield replace(posed, board=board, pieces=tuple(piece for piece in posed.pieces if piece.name != name))
