"""Random polygon puzzles for comparison with brute force: regions of a grid of triangles or squares, cut into pieces."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product

from tests.helpers.polygon_brute import (
    BrutePiece,
    BrutePuzzle,
    Point,
    Ring,
    clean,
    mirror,
    number,
    rotate,
    shift,
    sides,
    twice_area,
)

Atom = Ring  # a small triangle or square, counterclockwise
Grid = tuple[int, list[list[Atom]]]  # degrees of a step, and the atoms of each cell


def squares(rows: int, columns: int, size: Fraction = Fraction(1)) -> Grid:
    """Each cell is one atom."""

    def at(x: int, y: int) -> Point:
        return number(x * size), number(y * size)

    return 90, [
        [(at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1))] for x, y in product(range(columns), range(rows))
    ]


def quarters(rows: int, columns: int) -> Grid:
    """Squares, each cut into four triangles. Three of them have the corners of the square and its center, whichever is left out."""

    def cell(x: int, y: int) -> list[Atom]:
        corners = [(number(x + dx), number(y + dy)) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]
        half = Fraction(1, 2)
        return [(a, b, (number(x + half), number(y + half))) for a, b in sides(corners)]

    return 45, [cell(x, y) for x, y in product(range(columns), range(rows))]


def _triangle_cells(rows: int, columns: int) -> list[Ring]:
    def at(x: int, y: int) -> Point:
        return number(x + Fraction(y, 2)), number(0, Fraction(y, 2), 3)

    found: list[Ring] = []
    for x, y in product(range(columns), range(rows)):
        found += [(at(x, y), at(x + 1, y), at(x, y + 1)), (at(x + 1, y), at(x + 1, y + 1), at(x, y + 1))]
    return found


def triangles(rows: int, columns: int) -> Grid:
    """Triangles with three equal sides."""
    return 60, [[cell] for cell in _triangle_cells(rows, columns)]


def thirds(rows: int, columns: int) -> Grid:
    """Such triangles, each cut into three. Two of them have the corners of the triangle and its center, whichever is left out."""

    def cell(a: Point, b: Point, c: Point) -> list[Atom]:
        x = Fraction(a[0].a + b[0].a + c[0].a, 3 * 48)
        y = Fraction(a[1].b + b[1].b + c[1].b, 3 * 48)
        center = number(x), number(0, y, 3)
        return [(a, b, center), (b, c, center), (c, a, center)]

    return 30, [cell(*each) for each in _triangle_cells(rows, columns)]


def loops(atoms: Iterable[Atom]) -> list[Ring]:
    """The boundary of some atoms as simple rings, holes clockwise."""
    edges = {side for atom in atoms for side in sides(atom)}
    edges -= {(b, a) for a, b in edges}
    leaving: dict[Point, list[Point]] = {}
    for a, b in sorted(edges):
        leaving.setdefault(a, []).append(b)
    found: list[Ring] = []
    path: list[Point] = []
    while leaving or path:
        at = path[-1] if path else next(iter(leaving))
        if at in path[:-1]:
            start = path.index(at)
            ring = tuple(path[start:-1])
            cleaned = clean(ring)
            found.append(cleaned if twice_area(ring).sign > 0 else cleaned[::-1])
            del path[start + 1 :]
            if not leaving.get(at):
                path = []
            continue
        path = path or [at]
        path.append(leaving[at].pop())
        leaving = {point: ends for point, ends in leaving.items() if ends}
    return found


def is_piece(atoms: Sequence[Atom]) -> bool:
    """Whether some atoms make a polygon without holes that does not touch itself."""
    rings = loops(atoms)
    return len(rings) == 1


def neighbors(atoms: Sequence[Atom]) -> dict[Atom, list[Atom]]:
    owner = {side: atom for atom in atoms for side in sides(atom)}
    return {atom: [owner[b, a] for a, b in sides(atom) if (b, a) in owner] for atom in atoms}


def cut(chance: random.Random, cells: Sequence[Sequence[Atom]], most: int) -> list[list[Atom]] | None:
    """The atoms cut into pieces; None where some piece is none. Often a piece begins as a cell that lacks one atom."""
    left = {atom for cell in cells for atom in cell}
    near = neighbors(sorted(left))
    found: list[list[Atom]] = []
    for cell in cells:
        if len(cell) > 1 and chance.random() < 0.5:
            without = chance.choice(cell)
            part = [atom for atom in cell if atom != without]
            found.append(part)
            left -= set(part)
    while left:
        part = [chance.choice(sorted(left))]
        for _ in range(chance.randrange(most)):
            beside = sorted({each for atom in part for each in near[atom]} & left - set(part))
            if beside:
                part.append(chance.choice(beside))
        found.append(part)
        left -= set(part)
    for part in found[:]:  # some grow into others
        if part in found and chance.random() < 0.3:
            other = chance.choice(found)
            if other is not part and {each for atom in part for each in near[atom]} & set(other):
                found.remove(other)
                part += other
    return found if all(map(is_piece, found)) else None


def random_region(chance: random.Random, cells: Sequence[list[Atom]], size: int) -> list[list[Atom]]:
    """Some cells, most of them beside others; others make a board of several parts."""
    of = {atom: number for number, cell in enumerate(cells) for atom in cell}
    near = neighbors(sorted(of))
    chosen = [chance.randrange(len(cells))]
    while len(chosen) < min(size, len(cells)):
        beside = sorted({of[each] for number in chosen for atom in cells[number] for each in near[atom]} - set(chosen))
        others = sorted(set(range(len(cells))) - set(chosen))
        chosen.append(chance.choice(beside if beside and chance.random() < 0.9 else others))
    return [cells[number] for number in chosen]


def random_puzzle(chance: random.Random) -> BrutePuzzle:
    """A puzzle of two to six pieces, usually with a solution; perhaps with pins."""
    while True:
        step, cells = chance.choice(
            [
                squares(3, 3),
                squares(3, 4, Fraction(1, 2)),
                quarters(2, 2),
                quarters(1, 3),
                triangles(2, 3),
                triangles(3, 3),
                thirds(1, 2),
                thirds(2, 2),
            ]
        )
        size = chance.randint(2, 8 if len(cells[0]) == 1 else 3)
        if len(cells) == 9 and chance.random() < 0.3:
            region = [cell for number, cell in enumerate(cells) if number != 4]  # with a hole
        else:
            region = random_region(chance, cells, size)
        parts = cut(chance, region, 4)
        if parts is not None and 2 <= len(parts) <= 6:
            return _made(chance, step, region, parts)


def _made(
    chance: random.Random, step: int, region: Sequence[Sequence[Atom]], parts: Sequence[Sequence[Atom]]
) -> BrutePuzzle:
    board = loops([atom for cell in region for atom in cell])
    answer = [loops(part)[0] for part in parts]
    bare = BrutePuzzle(board, [BrutePiece("P", answer[0])], step)
    pieces: list[BrutePiece] = []
    places: list[tuple[str, Ring]] = []
    for ring in answer:
        flip = chance.random() < 0.6
        there = bare.orientations(ring, flip)
        like = [each for each in pieces if bare.orientations(each.ring, each.flip).keys() == there.keys()]
        if like and chance.random() < 0.6:
            place = pieces.index(chance.choice(like))
            old = pieces[place]
            pieces[place] = BrutePiece(old.name, old.ring, old.copies + 1, old.flip)
            places.append((old.name, ring))
            continue
        drawn = mirror(ring) if flip and chance.random() < 0.5 else ring
        drawn = shift(rotate(drawn, chance.choice(bare.turns)), (number(chance.randrange(3)), number(0)))
        start = chance.randrange(len(drawn))
        name = f"P{len(pieces)}"
        pieces.append(BrutePiece(name, drawn[start:] + drawn[:start], 1, flip))
        places.append((name, ring))
    if chance.random() < 0.15:
        place = chance.randrange(len(pieces))
        old = pieces[place]
        pieces[place] = BrutePiece(old.name, mirror(old.ring), old.copies, False)
        return BrutePuzzle(board, pieces, step)
    pins = chance.sample(places, chance.choice([0, 0, 0, 1, 1, 2])) if len(places) > 2 else []
    return BrutePuzzle(board, pieces, step, [(name, _listed(chance, ring)) for name, ring in pins])


def _listed(chance: random.Random, ring: Ring) -> Ring:
    """The ring from another corner on, perhaps clockwise."""
    start = chance.randrange(len(ring))
    turned = ring[start:] + ring[:start]
    return turned[::-1] if chance.random() < 0.5 else turned


def shares_corners(
    puzzle: BrutePuzzle, tilings: Iterable[frozenset[tuple[int, frozenset[tuple[Point, Point]]]]]
) -> bool:
    """Whether two positions of a piece in tilings have the same corners."""
    places = {each for tiling in tilings for each in tiling}
    return len({(form, frozenset(a for a, _ in place)) for form, place in places}) < len(places)
