"""Polygon puzzles made of squares or triangles: drawn at random, as objects of the package, and their features."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

import tilewright as tw
from tests.campaign.asked import Named, PuzzleCase
from tests.campaign.cases import Wrong
from tests.campaign.draw import cut, grown
from tests.campaign.puzzles import Atom, Cut, Frame, Shape
from tests.campaign.truth import Truth
from tests.campaign.truth_lattice import grid as lattice_grid
from tests.campaign.truth_polygons import Point, cells_in, is_simple, lattice_corner, placed, rings, truth_of, turns

MOST = 11
# The turns of `truth_polygons.turns` in degrees; None for one that is no multiple of 15.
DEGREES: dict[int, list[int | None]] = {1: [0, 90, None], 2: [0, 90, None, 45, 135], 3: [0, 90, None, 60, 30, 240]}


def draw_polygons(rng: Random) -> Cut:
    """A board of cells cut into polygons; each is written in a frame of its own."""
    lattice = rng.choice(["square", "square", "triangular"])
    grid = lattice_grid(lattice)
    start = {(0, 0) if lattice == "square" else (0, 0, 0)}
    for _ in range(50):
        atoms = _board(rng, lattice, start)
        parts = cut(rng, grid, atoms)
        if all(is_simple(grid, part) for part in parts):
            break
    else:
        atoms, parts = tuple(start), [tuple(start)]
    names = rng.choice([list("ABCDEFGHIJKLM"), [f"piece {n}" for n in range(13)]])
    pieces = []
    for name, part in zip(names, parts, strict=False):
        motion = rng.choice(sorted(grid.motions))
        flip = rng.choice(["free", "free", "turn"])
        pieces.append(
            Shape(name, tuple(sorted(grid.turned(part, motion))), motion=flip, color=rng.choice([None, "#336699"]))
        )
    puzzle = Cut(lattice, atoms, tuple(pieces))
    lying = [(piece.name, part) for piece, part in zip(pieces, parts, strict=True)]
    puzzle, lying = _with_copies(rng, puzzle, lying)
    if rng.random() < 0.15:
        puzzle = _with_wrong(rng, puzzle)
    if rng.random() < 0.25:
        puzzle = replace(puzzle, pins=tuple(rng.sample(lying, min(len(lying), rng.randint(1, 2)))))
    if rng.random() < 0.35:
        partial = rng.sample(lying, min(len(lying), rng.randint(1, 2)))
        puzzle = replace(puzzle, partial=tuple(each for each in partial if each not in puzzle.pins))
    return _framed(rng, replace(puzzle, title=rng.choice(["", "", "a title"])))


def _board(rng: Random, lattice: str, start: set[Atom]) -> tuple[Atom, ...]:
    grid = lattice_grid(lattice)
    if rng.random() < 0.4:
        rows, columns = rng.choice([(1, 3), (2, 2), (2, 3), (2, 4), (3, 3), (1, 5)])
        cells = {(r, c) for r in range(rows) for c in range(columns)}
        if lattice == "square" and len(cells) > 5 and rng.random() < 0.4:
            cells.discard((1, 1))  # a hole, or a notch
        atoms = cells if lattice == "square" else {(*cell, slot) for cell in sorted(cells)[:5] for slot in (0, 1)}
    else:
        atoms = grown(rng, grid, start, rng.randint(3, MOST))
    if lattice == "square" and rng.random() < 0.1 and len(atoms) < MOST - 2:
        atoms = {*atoms, *grid.moved(grown(rng, grid, start, 2), (7, 7))}  # a board in two parts
    low = (min(atom[0] for atom in atoms), min(atom[1] for atom in atoms))
    return tuple(sorted(grid.moved(atoms, (-low[0], -low[1]))))


Lying = list[tuple[str, tuple[Atom, ...]]]


def _with_copies(rng: Random, puzzle: Cut, lying: Lying) -> tuple[Cut, Lying]:
    """Pieces of one form as copies of one."""
    if rng.random() < 0.4:
        return puzzle, lying
    truth = truth_of(replace(puzzle, pieces=tuple(replace(piece, motion="free") for piece in puzzle.pieces)))
    first = truth.first_alike
    lying = [(first[name], part) for name, part in lying]
    times = {name: sum(other == name for other, _ in lying) for name in first.values()}
    kept = tuple(replace(piece, copies=(times[piece.name],) * 2) for piece in puzzle.pieces if piece.name in times)
    return replace(puzzle, pieces=kept), lying


def _with_wrong(rng: Random, puzzle: Cut) -> Cut:
    """A piece of another form."""
    grid = lattice_grid(puzzle.lattice)
    number = rng.randrange(len(puzzle.pieces))
    piece = puzzle.pieces[number]
    start = {(0, 0) if puzzle.lattice == "square" else (0, 0, 0)}
    atoms = tuple(sorted(grown(rng, grid, start, len(piece.atoms))))
    if not is_simple(grid, atoms):
        return puzzle
    changed = replace(piece, atoms=atoms)
    return replace(puzzle, pieces=(*puzzle.pieces[:number], changed, *puzzle.pieces[number + 1 :]))


def _framed(rng: Random, puzzle: Cut) -> Cut:
    root = 3 if puzzle.lattice == "triangular" else rng.choice([1, 1, 2, 3])
    plain = rng.random() < 0.3

    def frame() -> Frame:
        if plain:
            return Frame()
        step = rng.choice([(0, 1, 0, 1), (1, 2, 0, 1), (-2, 1, 1, 2), (1, 3, 0, 1)])
        return Frame(rng.randrange(len(turns(root))), step, rng.choice([(0, 1, 0, 1), (3, 1, 0, 1), (1, 4, -1, 1)]))

    return replace(puzzle, root=root, frame=frame(), frames=tuple(frame() for _ in puzzle.pieces))


def features(puzzle: Cut) -> set[str]:
    """What a polygon puzzle has."""
    grid = lattice_grid(puzzle.lattice)
    board = rings(grid, puzzle.atoms)
    names: list[tuple[str, object]] = [
        ("pins", puzzle.pins),
        ("partial answer", puzzle.partial),
        ("copies", any(piece.copies[1] != 1 for piece in puzzle.pieces)),
        ("not flipped", any(piece.motion == "turn" for piece in puzzle.pieces)),
        ("non-convex pieces", any(len(rings(grid, piece.atoms)[0]) > 4 for piece in puzzle.pieces)),
        ("hole or several parts", len(board) > 1),
        ("non-convex board", len(board[0]) > 4),
        ("turned board", puzzle.frame.turn),
        ("turned pieces", any(frame.turn for frame in puzzle.frames)),
        ("equal pieces", len(set(truth_of(puzzle).first_alike.values())) < len(puzzle.pieces)),
        ("names with blanks", any(" " in piece.name for piece in puzzle.pieces)),
    ]
    form = "squares" if puzzle.lattice == "square" else "triangles"
    return {f"lattice: {form}", f"field: sqrt({puzzle.root})"} | {name for name, there in names if there}


@dataclass
class PolygonCase(PuzzleCase):
    """A polygon puzzle that is asked."""

    drawn: Cut
    has_cells = False

    @cached_property
    def truth(self) -> Truth:
        """What is true of it."""
        return truth_of(replace(self.drawn, partial=()))

    @property
    def lying(self) -> tuple[Named, ...]:
        """What lies there already."""
        return tuple((name, frozenset(atoms)) for name, atoms in self.drawn.partial)

    @cached_property
    def made(self) -> Any:
        """The puzzle as an object of the package, read from a plain table."""
        table = self.table_with(Random(0), plain=True)
        return tw.load(table)

    def corners(self, cells: Iterable[Atom], frame: Frame) -> list[list[str]]:
        """The corners of cells in a frame, as texts."""
        (ring,) = rings(lattice_grid(self.drawn.lattice), sorted(cells))
        return texts(placed(self.drawn, frame, corner) for corner in ring)

    def placement(self, lying: Named) -> Any:
        """A piece on cells of the board as an object of the package."""
        name, cells = lying
        return self.made.placement_at(name, self.corners(cells, self.drawn.frame))  # type: ignore[arg-type]

    def named(self, placement: Any) -> Named:
        """A piece of the package by the cells that it covers; Wrong where its corners are none of the lattice."""
        ring = []
        for x, y in placement.corners:
            corner = lattice_corner(self.drawn, float(x), float(y))
            if corner is None:
                raise Wrong(f"{placement.id} has a corner that is none of the lattice")
            ring.append(corner)
        return placement.piece, cells_in(self.drawn, ring, self.drawn.atoms)

    def orbits(self, mirrors: bool, labelled: bool) -> tuple[int, int]:
        """How many tilings there are up to rotations, or with mirrors."""
        return self.truth.orbits(mirrors, labelled)

    def places(self, name: str) -> list[Hashable]:
        """Where a piece may lie."""
        return [*self.truth.places[name]]

    def table(self) -> dict[str, Any]:
        """The puzzle as the table of a file."""
        return self.table_with(self.rng, plain=False)

    def table_with(self, rng: Random, plain: bool) -> dict[str, Any]:
        """The table, in forms that are drawn, or in the first of each."""
        drawn = self.drawn
        table: dict[str, Any] = {"kind": "polygons", "board": self._board_form(rng, plain)}
        table["piece"] = []
        for piece, frame in zip(drawn.pieces, drawn.frames, strict=True):
            corners = self.corners(piece.atoms, frame)
            row: dict[str, Any] = {"name": piece.name, "corners": corners if plain else _ring_form(rng, corners)}
            if piece.copies != (1, 1):
                row["copies"] = piece.copies[0]
            if piece.motion == "turn":
                row["flip"] = False
            if piece.color:
                row["color"] = piece.color
            table["piece"].append(row)
        if drawn.pins:
            table["pinned"] = [
                {"piece": name, "corners": self.corners(cells, drawn.frame)} for name, cells in drawn.pins
            ]
        if drawn.title:
            table["name"] = drawn.title
        if not plain and rng.random() < 0.1:
            table["source"] = "a campaign"
        return table

    def _board_form(self, rng: Random, plain: bool) -> Any:
        """One ring as corners, several as WKT; or a table that puts cells together."""
        drawn = self.drawn
        grid = lattice_grid(drawn.lattice)
        found = [[placed(drawn, drawn.frame, corner) for corner in ring] for ring in rings(grid, drawn.atoms)]
        if not plain and is_simple_enough(drawn) and rng.random() < 0.35:
            return self._board_table(rng)
        if not plain and len(found) == 1 and _may_be_path(drawn) and rng.random() < 0.3:
            return {"svg": _path(rng, found[0])}
        if len(found) == 1:
            return texts(found[0]) if plain else _ring_form(rng, texts(found[0]))
        return _wkt(found)

    def _board_table(self, rng: Random) -> dict[str, Any]:
        """The board as shapes that are put together, then made larger, turned and moved to where its frame has them."""
        drawn, half = self.drawn, Fraction(1, 2)
        grid = lattice_grid(drawn.lattice)
        turn = DEGREES[drawn.root][drawn.frame.turn % len(DEGREES[drawn.root])]
        if drawn.lattice != "square" or turn is None:
            parts = [
                texts(placed(drawn, drawn.frame, corner) for corner in rings(grid, [atom])[0]) for atom in drawn.atoms
            ]
            return {"polygon": parts[0], **_listed("plus", [{"polygon": part} for part in parts[1:]])}
        rows, columns = (max(atom[axis] for atom in drawn.atoms) + 1 for axis in (0, 1))
        size = half if rng.random() < 0.4 else Fraction(1)
        end: dict[str, Any] = {"scale": str(1 / size)} if size != 1 else {}
        end |= {"turn": turn} if turn or rng.random() < 0.3 else {}

        def square(row: Fraction, column: Fraction) -> dict[str, Any]:
            return {"square": str(size), "translate": [str((column + half) * size), str((-row - half) * size)]}

        if rng.random() < 0.5:  # what is missing is taken away from the whole, which lies about its middle
            middle = Fraction(rows, 2), Fraction(columns, 2)
            gone = [
                (Fraction(r), Fraction(c)) for r in range(rows) for c in range(columns) if (r, c) not in drawn.atoms
            ]
            whole: dict[str, Any] = (
                {"square": str(rows * size)}
                if rows == columns
                else {"rectangle": [str(columns * size), str(rows * size)]}
            )
            minus = [square(r - middle[0], c - middle[1]) for r, c in gone]
            return {
                **whole,
                **_listed("minus", minus),
                **end,
                "translate": texts([placed(drawn, drawn.frame, middle)])[0],
            }
        (top, left), *others = drawn.atoms
        ring = [(left, top), (left, top + 1), (left + 1, top + 1), (left + 1, top)]
        first = {"polygon": [[str(x * size), str(-y * size)] for x, y in ring]}
        plus = [square(Fraction(r), Fraction(c)) for r, c in others]
        return {**first, **_listed("plus", plus), **end, "translate": texts([placed(drawn, drawn.frame, (0, 0))])[0]}

    def has_own_digest(self, table: dict[str, Any]) -> bool:
        """Rings may begin at another corner."""
        return table == self.table_with(Random(0), plain=True)


def _listed(key: str, shapes: list[dict[str, Any]]) -> dict[str, Any]:
    """Shapes under a key, one alone also without a list; nothing where there are none."""
    return {key: shapes[0] if len(shapes) == 1 else shapes} if shapes else {}


def _may_be_path(drawn: Cut) -> bool:
    """Whether an SVG path has the corners exactly: halves, not turned otherwise than by 90 degrees."""
    (_, b, _, d), (_, f, _, h) = drawn.frame.x, drawn.frame.y
    return drawn.lattice == "square" and drawn.root == 1 and drawn.frame.turn < 2 and {b, d, f, h} <= {1, 2, 4}


def _path(rng: Random, ring: list[Point]) -> Any:
    """A path of SVG, whose y points down."""
    unit = rng.choice([1, 10])
    points = [(float(x) * unit, -float(y) * unit) for x, y in ring]
    path = "M " + " L ".join(f"{x:g} {y:g}" for x, y in points) + " Z"
    if unit == 1 and rng.random() < 0.5:
        return path
    return {"path": path, "unit": unit, **rng.choice([{}, {"roots": [2]}]), **rng.choice([{}, {"tolerance": 0.01}])}


def is_simple_enough(drawn: Cut) -> bool:
    """Whether cells can be put together one after the other."""
    return len(drawn.atoms) < 8


def texts(corners: Iterable[Point]) -> list[list[str]]:
    """Points as texts."""
    return [[str(x), str(y)] for x, y in corners]


def _ring_form(rng: Random, corners: list[list[str]]) -> Any:
    form = rng.choice(["list", "text", "table", "turned round", "begun elsewhere"])
    text = ", ".join(" ".join(corner) for corner in corners)
    if form == "turned round":
        return corners[::-1]
    if form == "begun elsewhere":
        start = rng.randrange(len(corners))
        return [*corners[start:], *corners[:start]]
    return {"list": corners, "text": text, "table": {"polygon": corners}}[form]


def _wkt(found: list[list[Point]]) -> str:
    """Rings as a multipolygon, each hole behind the outer ring around it."""

    def twice_area(ring: list[Point]) -> float:
        pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
        return sum(float(a) * float(d) - float(c) * float(b) for (a, b), (c, d) in pairs)

    def inside(hole: list[Point], ring: list[Point]) -> bool:
        """Whether the middle of a side of a hole, which may touch the border at corners, lies in a ring."""
        x, y = ((float(hole[0][axis]) + float(hole[1][axis])) / 2 for axis in (0, 1))
        crossings = 0
        for (a, b), (c, d) in zip(ring, (*ring[1:], ring[0]), strict=True):
            ax, ay, cx, cy = float(a), float(b), float(c), float(d)
            if (ay > y) != (cy > y) and x < ax + (y - ay) * (cx - ax) / (cy - ay):
                crossings += 1
        return crossings % 2 == 1

    outer = [ring for ring in found if twice_area(ring) > 0]
    holes = [ring for ring in found if twice_area(ring) < 0]
    polygons = [[ring, *(hole for hole in holes if inside(hole, ring))] for ring in outer]
    written = (
        "(" + ", ".join(f"({', '.join(' '.join(map(str, p)) for p in (*ring, ring[0]))})" for ring in each) + ")"
        for each in polygons
    )
    return f"MULTIPOLYGON ({', '.join(written)})"


def smaller(drawn: Cut) -> list[Cut]:
    """Puzzles with one thing less."""
    found = []
    for name, plain in (("pins", ()), ("partial", ()), ("frame", Frame()), ("title", "")):
        if getattr(drawn, name) != plain:
            found.append(replace(drawn, **{name: plain}))
    if any(frame != Frame() for frame in drawn.frames):
        found.append(replace(drawn, frames=(Frame(),) * len(drawn.pieces)))
    if (
        drawn.root != 1
        and drawn.lattice == "square"
        and not drawn.frame.turn
        and not any(frame.turn for frame in drawn.frames)
    ):
        found.append(replace(drawn, root=1))
    used = {name for name, _ in (*drawn.pins, *drawn.partial)}
    for number, piece in enumerate(drawn.pieces):
        rest = (*drawn.pieces[:number], *drawn.pieces[number + 1 :])
        frames = (*drawn.frames[:number], *drawn.frames[number + 1 :])
        if rest and piece.name not in used:
            for cells in truth_of(drawn).places[piece.name][:6]:
                left = tuple(atom for atom in drawn.atoms if atom not in cells)
                if left and piece.copies == (1, 1):
                    found.append(replace(drawn, pieces=rest, frames=frames, atoms=left))
        if piece.motion == "turn":
            found.append(
                replace(
                    drawn, pieces=(*drawn.pieces[:number], replace(piece, motion="free"), *drawn.pieces[number + 1 :])
                )
            )
    return found
