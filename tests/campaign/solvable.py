"""Puzzles made by cutting a board, so that they have a tiling: of every kind, with numbers at the edges of what a checker compares.

Each maker returns a puzzle and the tiling that it was cut from, which passes the rules.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tests.helpers.constrained import random_sentence
from tests.helpers.edge_puzzles import EDGES, TORI, planted_labels, random_edge_board
from tests.puzzle.polygons.dissections import FIELDS, dissection
from tilewright.errors import LimitError, NotationError
from tilewright.kinds import EdgeMatching, Packing, Polygons, Shikaku
from tilewright.kinds.edges.tiles import Tile
from tilewright.kinds.packing.constraints import parse_constraint
from tilewright.kinds.packing.puzzle import Pin
from tilewright.kinds.polygons.puzzle import PolygonPiece, PolygonPlacement
from tilewright.kinds.polygons.shape import read_region, sound_ring
from tilewright.kinds.polygons.surd import Surd, parse_number
from tilewright.lattice import Atom, lattice
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Placement, Puzzle
from tilewright.puzzle.check import faults

LATTICES = ("square", "square", "square", "halfsquare", "triangular", "hexagonal", "cubic", "square~4", "square~3x5")
MOST_COPIES = 1_000_000
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "ÄÖÜßαβγδЖД日本"


@dataclass(frozen=True)
class Solvable:
    """A puzzle and one of its tilings."""

    puzzle: Puzzle
    tiling: tuple[Placement, ...]

    def __post_init__(self) -> None:
        wrong = faults(self.puzzle, self.tiling)
        assert not wrong, (self.puzzle, wrong[0])


def cut_region(
    rng: random.Random, name: str, atoms: Sequence[Atom], largest: int, apart: float = 0
) -> list[list[Atom]]:
    """A region cut into parts at random, which are connected but for this share of them."""
    grid, left = lattice(name), set(atoms)
    parts = []
    while left:
        part = [rng.choice(sorted(left))]
        left.remove(part[0])
        anywhere = rng.random() < apart
        for _ in range(rng.randint(1, largest) - 1):
            beside = sorted(left if anywhere else {other for atom in part for other in grid.adjacent(atom)} & left)
            if not beside:
                break
            part.append(rng.choice(beside))
            left.remove(part[-1])
        parts.append(part)
    return parts


def grow_region(rng: random.Random, name: str, size: int) -> list[Atom]:
    """A connected region; on some of them parts are missing or lie apart."""
    grid = lattice(name)
    origin = grid.join((0,) * grid.dimension, 0)
    region = {origin}
    while len(region) < size:
        beside = sorted({other for atom in region for other in grid.adjacent(atom)} - region)
        if not beside:
            break
        region.add(rng.choice(beside))
    atoms = sorted(region)
    if rng.random() < 0.3 and len(atoms) > 3:
        atoms.remove(rng.choice(atoms))
    if rng.random() < 0.3 and not any(grid.periods):
        far = rng.choice([2, 3, 50, 1000])
        steps = (far, *(0,) * (grid.dimension - 1))
        atoms += [atom for atom in grid.shift(grow_region(rng, name, rng.randint(1, size)), steps) if atom not in atoms]
    return atoms


def cut_packing(rng: random.Random, size: int = 14, lattices: Sequence[str] = LATTICES) -> Solvable:
    """A packing puzzle with the bounds of copies, optional cells, pins, paint and constraints that its tiling allows."""
    while True:
        try:
            return _cut_packing(rng, rng.choice(lattices), rng.randint(2, size))
        except (NotationError, LimitError):  # a shape that meets itself around the board, a constraint against a pin
            continue


def _cut_packing(rng: random.Random, name: str, size: int) -> Solvable:
    atoms = grow_region(rng, name, size)
    apart = rng.choice([0, 0, 0.5]) if not any(lattice(name).periods) else 0
    parts = cut_region(rng, name, atoms, rng.randint(1, 5), apart)
    grid, plane = lattice(name), lattice(name).plane
    pieces: list[Piece] = []
    laid: list[tuple[str, list[Atom]]] = []
    used = Counter[str]()
    letters = iter(rng.sample(NAMES, len(NAMES)))
    for part in parts:
        placed = tuple(grid.reduce(part)) if any(grid.periods) else tuple(part)
        like = [piece for piece in pieces if grid.normalize(placed) in set(map(grid.normalize, piece.forms))]
        if like and rng.random() < 0.8:
            piece = rng.choice(like)
        else:
            motion = rng.choice(["free", "turn", "fixed"])
            piece = Piece(next(letters), _unrolled(name, part), plane.name, motion=motion, connected=not apart)
            if grid.normalize(placed) not in set(map(grid.normalize, piece.forms)):
                raise NotationError("a part that meets itself")
            pieces.append(piece)
        used[piece.name] += 1
        laid.append((piece.name, list(placed)))
    pieces = [replace(piece, copies=_bounds(rng, used[piece.name])) for piece in pieces]
    if rng.random() < 0.4:  # pieces that the tiling does without
        extra = cut_region(rng, plane.name, grow_region(rng, plane.name, 4), 4)[0]
        pieces.append(Piece(next(letters), tuple(extra), plane.name, _bounds(rng, 0)))
    may = rng.sample(atoms, rng.randint(1, min(3, len(atoms)))) if rng.random() < 0.3 else []
    spare = [atom for atom in _beside(name, atoms) if rng.random() < 0.3] if rng.random() < 0.3 else []
    paint = tuple((atom, rng.choice("rg")) for atom in atoms if rng.random() < 0.3) if rng.random() < 0.2 else ()
    board = Board(tuple(atom for atom in atoms if atom not in may), (*may, *spare), name, paint)
    step = tuple(a - b for a, b in zip(_origin(board), _least(name, (*atoms, *spare)), strict=True))
    laid = [(each, list(grid.shift(part, step))) for each, part in laid]
    puzzle = Packing(board, tuple(rng.sample(pieces, len(pieces))))
    pins = rng.sample(laid, rng.randint(1, len(laid))) if rng.random() < 0.25 else []
    puzzle = puzzle.with_pins(tuple(Pin(each, tuple(sorted(part))) for each, part in pins)) if pins else puzzle
    tiling = tuple(puzzle.placement(each, sorted(part)) for each, part in laid)
    for _ in range(rng.choice([0, 0, 0, 1, 3, 6])):
        more = replace(puzzle, constraints=(*puzzle.constraints, parse_constraint(random_sentence(rng, puzzle)))[-3:])
        puzzle = more if not faults(more, tiling) else puzzle
    return Solvable(puzzle, tiling)


def _origin(board: Board) -> tuple[int, ...]:
    return _least(board.lattice, (*board.atoms, *board.optional))


def _least(name: str, atoms: Sequence[Atom]) -> tuple[int, ...]:
    return lattice(name).origin(atoms)


def _beside(name: str, atoms: Sequence[Atom]) -> list[Atom]:
    there = set(atoms)
    return sorted({other for atom in atoms for other in lattice(name).adjacent(atom)} - there)


def _unrolled(name: str, part: Sequence[Atom]) -> tuple[Atom, ...]:
    """A part of a wrapped board in the plane, atom by atom from the first."""
    grid = lattice(name)
    if not any(grid.periods):
        return tuple(part)
    found = {part[0]: part[0]}
    waiting = [part[0]]
    while waiting:
        for near in grid.plane.adjacent(waiting.pop()):
            (there,) = grid.reduce([near])
            if there in part and there not in found:
                found[there] = near
                waiting.append(near)
    return tuple(found.values())


def _bounds(rng: random.Random, used: int) -> tuple[int, int | None]:
    """Bounds of copies that hold for so many, often just so."""
    low = rng.choice([used, used, used, max(0, used - 1), 0])
    return low, rng.choice([max(1, used), max(1, used), used + 1, used + 1, MOST_COPIES, None])


def cut_shikaku(rng: random.Random, side: int = 6) -> Solvable:
    """A Shikaku whose clues are those of a division, some unknown, some rectangles pinned."""
    rows, columns = rng.randint(1, side), rng.randint(2, side)
    free = {(r, c) for r in range(rows) for c in range(columns)}
    rects = []
    while free:
        top, left = min(free)
        sizes = [
            (h, w)
            for h in range(1, side)
            for w in range(1, side)
            if all((top + r, left + c) in free for r in range(h) for c in range(w))
        ]
        height, width = rng.choice(sizes)
        rects.append((top, left, height, width))
        free -= {(top + r, left + c) for r in range(height) for c in range(width)}
    clues = [
        (t + rng.randrange(h), c + rng.randrange(w), rng.choice([h * w, h * w, h * w, None])) for t, c, h, w in rects
    ]
    pinned = tuple(rng.sample(rects, rng.randint(0, 1)))
    puzzle = Shikaku(rows, columns, tuple(sorted(clues)), pinned)
    tiling = [
        puzzle.placement(f"{clue[0]},{clue[1]}", [(t + r, c + k) for r in range(h) for k in range(w)])
        for clue, (t, c, h, w) in zip(clues, rects, strict=True)
    ]
    return Solvable(puzzle, tuple(tiling))


def cut_edges(rng: random.Random) -> Solvable:
    """An edge-matching puzzle read off a board full of labels: twins, copies, pins, every rule of the border, wrapped boards."""
    while True:
        try:
            return _cut_edges(rng, rng.choice([*EDGES, *EDGES, *TORI, "square~3", "square~5", "hexagonal~4"]))
        except NotationError:  # a label without a partner, a tile that cannot lie as it is
            continue


def _cut_edges(rng: random.Random, name: str) -> Solvable:
    board = random_edge_board(rng, name)
    match = rng.choice(["same", "same", "partner"])
    letters = "abc"[: rng.randint(1, 3)]
    letters += letters.upper() if match == "partner" else ""
    border = rng.choice(["free", "uniform", rng.choice(letters)])
    shown = planted_labels(rng, board, letters, match, border)
    tiles: dict[tuple[str, ...], Tile] = {}
    used = Counter[str]()
    laid: list[tuple[Tile, Atom, tuple[str, ...]]] = []
    for number, (atom, word) in enumerate(zip(board.atoms, shown, strict=True)):
        turn = rng.randrange(len(word)) if board.grid.slot_count == 1 else 0
        given = word[turn:] + word[:turn]
        motion = (
            "fixed" if not turn and board.grid.slot_count == 1 and rng.random() < 0.3 else rng.choice(["turn", "free"])
        )
        tile = tiles.get(given) if rng.random() < 0.6 else None
        if tile is None:
            tile = Tile(str(number + 1), given, motion=motion)
            tiles.setdefault(given, tile)
        used[tile.name] += 1
        laid.append((tile, atom, word))
    every = {tile.name: replace(tile, copies=_bounds(rng, used[tile.name])) for tile, _, _ in laid}
    if rng.random() < 0.3:
        every["x"] = Tile("x", tuple(rng.choice(letters) for _ in shown[0]), copies=_bounds(rng, 0))
    known = {label for tile in every.values() for label in tile.labels}
    border = border if border in {*known, "free", "uniform"} else "free"
    puzzle = EdgeMatching(board, tuple(rng.sample(list(every.values()), len(every))), border, match)
    tiling = [puzzle.placed(tile.name, (atom,), _motion(puzzle, tile.name, atom, word)) for tile, atom, word in laid]
    if rng.random() < 0.3:
        puzzle = puzzle.with_placements(rng.sample(tiling, rng.randint(1, len(tiling))))
    return Solvable(puzzle, tuple(tiling))


def _motion(puzzle: EdgeMatching, name: str, atom: Atom, word: tuple[str, ...]) -> str:
    """The motion in which a tile shows the labels. NotationError where there is none."""
    form = puzzle.grid.split(atom)[1], word
    for motion, there in puzzle.tile(name).orientations:
        if there == form:
            return motion
    raise NotationError(f"tile {name} does not show {word}")


def cut_polygons(rng: random.Random) -> Solvable:
    """Polygons: a convex board cut by lines, cells under a shear, or pieces that lie apart; numbers are often nearly equal."""
    while True:
        try:
            return rng.choice([_cut_by_lines, _cut_cells, _apart, _apart])(rng)
        except (NotationError, LimitError, ZeroDivisionError):
            continue


def _cut_by_lines(rng: random.Random) -> Solvable:
    puzzle, tiling = dissection(rng.choice(list(FIELDS)), rng.randrange(10**6), rng.randint(2, 6))
    return _shared_copies(rng, puzzle, [(each.piece, each.corners) for each in tiling])  # type: ignore[union-attr]


NUMBERS = ("1", "2", "1/3", "7/5", "sqrt(2)", "1+sqrt(3)", "sqrt(5)/2", "sqrt(2)+sqrt(3)", "99999/100000", "1/1000000")


def _number(rng: random.Random) -> Surd:
    value = parse_number(rng.choice(NUMBERS))
    if rng.random() < 0.3:
        value = value + Surd.of(Fraction(rng.choice([-1, 1]), 10 ** rng.randint(3, 18)))
    return value


def _cut_cells(rng: random.Random) -> Solvable:
    """A region of squares, with holes and corners that touch, cut into polyominoes, all under one linear map."""
    cells = grow_region(rng, "square", rng.randint(2, 12))
    if rng.random() < 0.4:  # a cell that touches at a corner only, or closes a hole so
        cells = sorted({*cells, (cells[-1][0] + 1, cells[-1][1] + 1)})
    a, b, c, d = (_number(rng) for _ in range(4))
    if not (a * d - b * c) or rng.random() < 0.5:
        b = c = Surd.of(0)
    flip = (a * d - b * c).sign() < 0
    rings = []
    for part in cut_region(rng, "square", cells, 4):
        outline = _outline(set(part))
        moved = tuple((a * x + b * y, c * x + d * y) for x, y in outline)
        rings.append(sound_ring(moved[::-1] if flip else moved, "part"))
    return _of_parts(rng, rings)


def _outline(cells: set[Atom]) -> list[tuple[int, int]]:
    """The outline of a polyomino, counterclockwise (x right, y up is row). NotationError where it is not one simple ring."""
    edges: dict[tuple[int, int], tuple[int, int]] = {}
    for r, c in cells:
        corners = [(c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)]
        beside = [(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)]
        for k, other in enumerate(beside):
            if other not in cells:
                if corners[k] in edges:
                    raise NotationError("a polyomino that touches itself")
                edges[corners[k]] = corners[(k + 1) % 4]
    start = min(edges)
    ring = [start]
    while (at := edges.pop(ring[-1])) != start:
        ring.append(at)
    if edges:
        raise NotationError("a polyomino with a hole")
    return ring


def _apart(rng: random.Random) -> Solvable:
    """Quadrilaterals and octagons that lie beside each other, most of them nearly the same.

    Some are so many that their angles, each nearer to the next than floats are told apart, lead from one angle to quite another.
    """
    is_chain = rng.random() < 0.03
    unit = (
        Fraction(rng.randint(200, 1200), 10**12) if is_chain else Fraction(rng.randint(1, 99), 10 ** rng.randint(2, 16))
    )
    rings = []
    for place in range(60 if is_chain else rng.randint(1, 12)):
        q = [Fraction(0) if not is_chain and rng.random() < 0.2 else (4 * place + k) * unit for k in range(1, 5)]
        if is_chain or rng.random() < 0.5:
            points = [
                (q[0], q[0]),
                (2, -1),
                (4 - q[1], q[1]),
                (5, 2),
                (4 - q[2], 4 - q[2]),
                (2, 5),
                (q[3], 4 - q[3]),
                (-1, 2),
            ]
        else:
            points = [(q[0], 0), (4, q[1]), (4 - q[2], 4), (0, 4 - q[3])]
        far = 10 * place + (rng.choice([0, 0, 999_000]) if not is_chain else 0)
        corners = ((Surd.of(Fraction(x) + far), Surd.of(Fraction(y))) for x, y in points)
        rings.append(sound_ring(tuple(corners), "part"))
    return _of_parts(rng, rings)


def _of_parts(rng: random.Random, rings: Sequence[Any]) -> Solvable:
    text = ", ".join(f"(({', '.join(f'{x} {y}' for x, y in (*ring, ring[0]))}))" for ring in rings)
    board = read_region(f"MULTIPOLYGON ({text})", "board")
    pieces = tuple(PolygonPiece(f"P{number}", ring) for number, ring in enumerate(rings))
    return _shared_copies(rng, Polygons(board, pieces), [(f"P{number}", ring) for number, ring in enumerate(rings)])


def _shared_copies(rng: random.Random, puzzle: Polygons, laid: Sequence[tuple[str, Any]]) -> Solvable:
    """The same with pieces that are alike as copies of one, and some that may not be flipped."""
    pieces: list[PolygonPiece] = []
    named: list[tuple[str, Any]] = []
    for name, ring in laid:
        piece = puzzle.piece(name)
        like = next((k for k, each in enumerate(pieces) if each.is_like(piece)), None)
        if like is not None and rng.random() < 0.7:
            pieces[like] = replace(pieces[like], copies=pieces[like].copies + 1)
            named.append((pieces[like].name, ring))
        else:
            pieces.append(piece)
            named.append((name, ring))
    whole = replace(puzzle, pieces=tuple(pieces))
    tiling = tuple(whole.placement_at(name, ring) for name, ring in named)
    if rng.random() < 0.4:  # where it lies as it is given, a piece need not be flipped
        kept = {each.piece for each in tiling if each.motion.endswith("f")}
        whole = replace(whole, pieces=tuple(replace(each, flip=each.name in kept) for each in pieces))
    if rng.random() < 0.2 and isinstance(tiling[0], PolygonPlacement):
        whole = whole.with_placements(tiling[:1])
    return Solvable(whole, tiling)


MAKERS: dict[str, Callable[[random.Random], Solvable]] = {
    "packing": cut_packing,
    "shikaku": cut_shikaku,
    "edges": cut_edges,
    "polygons": cut_polygons,
}
