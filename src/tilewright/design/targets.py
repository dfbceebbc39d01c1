"""Target shapes by name: families of convex regions, sizes, boards from files, and assembled silhouettes.

A convex region whose sides run along lattice lines is a parallelogram of rows and columns with corners cut off along
the lattice's other lines: none on squares, four corners on half squares, two on triangles.

An assembled silhouette consists of pieces that touch along edges, each laid where it touches most. These pieces fill
it, often in other ways, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, product
from math import isqrt
from operator import sub
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tilewright.errors import NotationError, quote
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.kinds import Packing
from tilewright.lattice import Atom, Lattice, Motion, lattice
from tilewright.lattice.lattice import Vector
from tilewright.lattice.symmetry import canonical_form
from tilewright.loader import board_of, load
from tilewright.pieces import Piece
from tilewright.pieces.piece import refuse_parts
from tilewright.puzzle import Board

if TYPE_CHECKING:
    from tilewright.silhouettes.silhouette import Silhouette

# The names of convex shapes by family: every shape is in one of them, and all are `convex`.
FOUR_CORNERS = ("parallelogram", "trapezoid", "quadrilateral")
CORNERS = ("triangle", "", "pentagon", "hexagon", "heptagon", "octagon")  # from 3 on; four corners have several names
FAMILIES = {f"{kind}s": kind for kind in ("square", "rectangle", "triangle", *FOUR_CORNERS, *CORNERS[2:])}
CONVEX = "convex"
LATTICES = ("square", "halfsquare", "triangular")
BOXES = 10  # shapes made between two checks of the deadline: each takes some milliseconds
# The sides of what is cut off at the corners of a box, clockwise from the first corner of the first row.
Cuts = tuple[int, int, int, int]


def convex_boards(
    grid: Lattice, area: int, motions: Sequence[Motion], kinds: Collection[str], deadline: Deadline = NEVER
) -> dict[str, list[Board]]:
    """Return {kind: convex shapes of `area` atoms}, where images under the motions count once, flat shapes first.

    Raises OutOfTimeError at the deadline.
    """
    seen: set[tuple[Atom, ...]] = set()
    found: dict[str, list[Board]] = {}
    for rows, columns, cuts in deadline.watch(_cut_boxes(grid.name, area), BOXES):
        corners = _corners(rows, columns, cuts)
        if (kind := shape_kind(grid, corners)) not in kinds:
            continue
        images = [grid.image(motion, _inside(grid, rows, columns, corners)) for motion in motions]
        if (key := min(images)) not in seen:
            seen.add(key)
            alike = (Board(atoms, lattice=grid.name) for atoms in images)
            found.setdefault(kind, []).append(min(alike, key=lambda board: (board.extent, board.atoms)))
    for boards in found.values():
        boards.sort(key=lambda board: (board.extent, board.atoms))
    return found


def _cut_boxes(name: str, area: int) -> Iterator[tuple[int, int, Cuts]]:
    """Yield (rows, columns, corner cuts) of the convex shapes, at least one of each class under rotation.

    A cell has `whole` atoms, and a corner cut of side c removes `each`·c² of them; no row or column has fewer than
    `least`.
    """
    whole, each, least = {"square": (1, 1, 1), "halfsquare": (4, 2, 2), "triangular": (2, 1, 1)}[name]
    cuts_of = _two_cuts if name == "triangular" else _four_cuts
    longest = area // least
    for rows in range(1, longest + 1):
        for columns in range(-(-area // (whole * rows)), longest + 1):
            squares, left = divmod(whole * rows * columns - area, each)
            if left or squares > (
                0 if name == "square" else 2 * rows * rows
            ):  # two cuts remove less than a side's square
                continue
            for cuts in cuts_of(rows, columns, squares):
                yield rows, columns, cuts


def _two_cuts(rows: int, columns: int, squares: int) -> Iterator[Cuts]:
    """Yield the cuts of two opposite corners, which leave the other corners as they are."""
    for a in range(min(rows, columns, isqrt(squares)) + 1):
        b = isqrt(squares - a * a)
        if a * a + b * b == squares and b <= a and a + b < rows + columns:
            yield 0, a, 0, b


def _four_cuts(rows: int, columns: int, squares: int) -> Iterator[Cuts]:
    """Yield the cuts of four corners, the largest first."""
    for a in range(min(rows, columns, isqrt(squares)) + 1):
        if 4 * a * a < squares:
            continue
        for c in range(min(a, isqrt(squares - a * a)) + 1):
            left = squares - a * a - c * c
            if left > (rows - a) ** 2 + (rows - c) ** 2:
                continue
            for b in range(min(a, columns - a, rows - c, isqrt(left)) + 1):
                d = isqrt(left - b * b)
                if d * d + b * b == left and d <= min(a, rows - a, columns - c):
                    yield a, b, c, d


def _corners(rows: int, columns: int, cuts: Cuts) -> list[Vector]:
    """Return the corners of a cut box in cells, clockwise."""
    a, b, c, d = cuts
    ring = [(0, a), (0, columns - b), (b, columns), (rows - c, columns)]
    ring += [(rows, columns - c), (rows, d), (rows - d, 0), (a, 0)]
    return [corner for corner, before in zip(ring, (ring[-1], *ring), strict=False) if corner != before]


def _inside(grid: Lattice, rows: int, columns: int, corners: Sequence[Vector]) -> list[Atom]:
    """Return the atoms of the box that lie to the right of every side."""
    large = [tuple(grid.scale * v for v in corner) for corner in corners]
    sides = list(zip(large, _steps(large), strict=True))
    return [
        atom
        for cell in product(range(rows), range(columns))
        for atom in grid.atoms_of(cell)
        if all(
            _cross(step, (point[0] - start[0], point[1] - start[1])) <= 0
            for point in grid.corner_points(atom)
            for start, step in sides
        )
    ]


def shape_kind(grid: Lattice, corners: Sequence[Vector]) -> str:
    """Return the name of a convex shape with these corners, a value of FAMILIES."""
    steps = _steps(corners)
    if len(steps) != 4:
        return CORNERS[len(steps) - 3]
    opposite = [_cross(steps[i], steps[i + 2]) == 0 for i in (0, 1)]
    if not all(opposite):
        return "trapezoid" if any(opposite) else "quadrilateral"
    (x0, y0), (x1, y1) = (grid.point(step) for step in steps[:2])
    if abs(x0 * x1 + y0 * y1) > 1e-9:
        return "parallelogram"
    return "square" if abs(x0 * x0 + y0 * y0 - x1 * x1 - y1 * y1) < 1e-9 else "rectangle"


def _steps(corners: Sequence[Vector]) -> list[Vector]:
    return [(b[0] - a[0], b[1] - a[1]) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]


def _cross(a: Vector, b: Vector) -> int:
    return a[0] * b[1] - a[1] * b[0]


@dataclass(frozen=True)
class TargetShape:
    """A region to fill, with the name by which it is listed.

    scale: the number of cells of the board per cell of the pieces; 2 if parts of the region are shifted by half a cell.
    """

    name: str
    board: Board
    scale: int = 1

    def fitted(self, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        """Return the pieces in cells of the board."""
        if self.scale == 1:
            return tuple(pieces)
        from tilewright.silhouettes.comparison import twice_as_large

        return twice_as_large(pieces)


@dataclass(frozen=True)
class Targets:
    """The targets of `--shapes`: families of convex shapes, and single shapes."""

    families: frozenset[str]
    shapes: tuple[TargetShape, ...]

    def of_area(
        self, area: int, grid: Lattice, motions: Sequence[Motion], deadline: Deadline = NEVER
    ) -> list[TargetShape]:
        """Return the shapes of `area` atoms, where images under the motions count once.

        Raises OutOfTimeError at the deadline.
        """
        found: dict[tuple[Atom, ...], TargetShape] = {}
        single = (shape for shape in self.shapes if len(shape.board.atoms) == area * shape.scale**grid.dimension)
        for shape in chain(self._convex(area, grid, motions, deadline), single):
            found.setdefault(canonical_form(grid, shape.board.atoms, motions), shape)
        return list(found.values())

    def _convex(self, area: int, grid: Lattice, motions: Sequence[Motion], deadline: Deadline) -> Iterator[TargetShape]:
        wanted = [kind for family, kind in FAMILIES.items() if {family, CONVEX} & self.families]
        if wanted:
            for kind, boards in convex_boards(grid, area, motions, wanted, deadline).items():
                yield from _name_shapes(kind, boards)


def _name_shapes(kind: str, boards: Sequence[Board]) -> Iterator[TargetShape]:
    """Yield the shapes, named by kind and bounding box, and a letter if several would have the same name."""
    names = [f"{kind} {'x'.join(map(str, board.extent))}" for board in boards]
    for place, (name, board) in enumerate(zip(names, boards, strict=True)):
        letter = chr(ord("a") + names[:place].count(name)) if names.count(name) > 1 else ""
        yield TargetShape(name + letter, board)


def parse_targets(texts: Sequence[str], pieces: Sequence[Piece]) -> Targets:
    """Parse families, sizes, built-in catalogues and files. Raises NotationError, quoting any other text."""
    grid = lattice(pieces[0].lattice)
    families, shapes = set[str](), list[TargetShape]()
    for text in texts:
        if text in FAMILIES or text == CONVEX:
            if grid.name not in LATTICES:
                raise NotationError(
                    f"--shapes {text}: lattice {grid.name} has no families of convex shapes: expected sizes or files"
                )
            families.add(text)
        else:
            shapes += _single_shapes(text, grid)
    if not families and not shapes:
        raise NotationError("--shapes: expected at least one family, size or file")
    return Targets(frozenset(families), tuple(shapes))


def _single_shapes(text: str, grid: Lattice) -> list[TargetShape]:
    """Return the shapes of a size, of a catalogue of silhouettes, or of a puzzle file."""
    from tilewright.silhouettes.comparison import catalogue_files, entry_of, merged  # not in the static site

    if files := catalogue_files(text):
        return [_of_silhouette(one.id, one, grid, text) for one in (entry.silhouette() for entry in merged(files))]
    if entry := entry_of(text):
        return [_of_silhouette(_title(text), entry.silhouette(), grid, text)]
    if Path(text).is_file() or "#" in text or "@" in text:
        return [_on_lattice(TargetShape(_title(text), board_of(text, grid.name)), grid, text)]
    try:
        return [TargetShape(text, Board.of_size(text, grid.name))]
    except NotationError:
        raise NotationError(
            f"--shapes {quote(text)}: expected {', '.join(FAMILIES)}, {CONVEX}, a size such as 5x8, "
            "a catalogue of silhouettes, one of them, a level or a file of a puzzle"
        ) from None


def _of_silhouette(name: str, silhouette: Silhouette, grid: Lattice, source: str) -> TargetShape:
    from tilewright.silhouettes.comparison import board_of as board_of_silhouette

    return _on_lattice(TargetShape(name, board_of_silhouette(silhouette), 2 if silhouette.mixed else 1), grid, source)


def _title(source: str) -> str:
    """Return the name of a source's shape: the puzzle's own name, or else that of its file."""
    if Path(source).is_file():
        with suppress(NotationError):
            return load(source).name or Path(source).stem
        return Path(source).stem  # a drawing
    return load(source).name or source


def _on_lattice(shape: TargetShape, grid: Lattice, source: str) -> TargetShape:
    if shape.board.lattice != grid.name:
        raise NotationError(f"{source}: a shape of lattice {shape.board.lattice}: expected {grid.name}, as the pieces")
    return replace(shape, board=Board((*shape.board.atoms, *shape.board.optional), lattice=grid.name))


FROM_BEST = 3  # one of this many places with the most contact is drawn


def assembled(pieces: Sequence[Piece], count: int, seed: int) -> Packing:
    """Return a puzzle that asks to fill a random silhouette without holes by `count` of the pieces.

    Raises NotationError if there are fewer pieces, or they have different lattices.

    >>> from tilewright.pieces import select
    >>> puzzle = assembled(select("pentominoes"), 3, seed=1)
    >>> puzzle.board.area, len(puzzle.pieces)
    (15.0, 3)
    """
    if not 1 <= count <= len(pieces):
        raise NotationError(f"{quote(str(count))} pieces of {len(pieces)}: expected 1 to {len(pieces)}")
    if len({piece.lattice for piece in pieces}) > 1:
        raise NotationError("pieces of several lattices: expected one")
    refuse_parts(pieces, "a random silhouette")
    grid, rng = pieces[0].grid, Random(seed)
    while True:
        chosen = sorted(rng.sample(range(len(pieces)), count))
        laid = _lay([pieces[i] for i in chosen], grid, rng)
        shape = [atom for atoms in laid for atom in atoms]
        if _has_no_hole(grid, shape):
            board = Board(tuple(shape), lattice=grid.name)
            return Packing(board, tuple(pieces[i].with_copies(1, 1) for i in chosen))


def _lay(pieces: Sequence[Piece], grid: Lattice, rng: Random) -> list[tuple[Atom, ...]]:
    """Lay the pieces in random order, each where it touches the others most or nearly so."""
    order = list(pieces)
    rng.shuffle(order)
    laid = [rng.choice([atoms for _, atoms in order[0].orientations])]
    for piece in order[1:]:
        places = sorted(_places(piece, grid, set().union(*laid)), key=lambda place: (-place[0], place[1]))
        laid.append(rng.choice(places[:FROM_BEST])[1])
    return laid


def _places(piece: Piece, grid: Lattice, taken: set[Atom]) -> Iterator[tuple[int, tuple[Atom, ...]]]:
    """Yield (edges shared with the atoms taken, atoms) for every place at which the piece touches them."""
    rim = {other for atom in taken for other in grid.adjacent(atom)} - taken
    cells = {grid.split(atom)[0] for atom in rim}
    for _, atoms in piece.orientations:
        for shift in {tuple(map(sub, cell, grid.split(atom)[0])) for cell in cells for atom in atoms}:
            there = tuple(grid.shift(atoms, shift))
            shared = sum(other in taken for atom in there for other in grid.adjacent(atom))
            if shared and taken.isdisjoint(there):
                yield shared, there


def _has_no_hole(grid: Lattice, shape: Sequence[Atom]) -> bool:
    """Return whether everything around the shape is connected."""
    cells = [grid.split(atom)[0] for atom in shape]
    low, high = (tuple(map(how, zip(*cells, strict=True))) for how in (min, max))
    ranges = [range(a - 1, b + 2) for a, b in zip(low, high, strict=True)]
    outside = {atom for cell in product(*ranges) for atom in grid.atoms_of(cell)} - set(shape)
    return grid.is_connected(outside)
