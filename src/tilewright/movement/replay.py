"""Check an answer about movement by replaying it, cell against cell.

Nothing here is shared with the search or its tables. A moving cell and a resting one are held against each other for the
whole way, in exact arithmetic: two polygons overlap at a time when their shadows on every axis do, two balls when their
centers are closer than a diameter. A claim that some pieces are stuck comes with every position they reach: the list must
begin with the assembly, and no set of pieces may be able to take one step that leads out of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, floor

from tilewright.errors import LimitError, NotationError
from tilewright.lattice import Atom, Lattice, Vector, lattice
from tilewright.lattice.spatial import to_cubes
from tilewright.movement.disassembly import Disassembly, Move, StuckPart
from tilewright.movement.ways import ways_of
from tilewright.puzzle import Tiling

MOST_TESTS = 20_000_000  # pairs of cells: about a minute
Body = Sequence[Atom]
Times = tuple[Fraction, Fraction] | None  # an open interval of time; None: never


class ReplayError(NotationError):
    """An answer about movement that does not hold; the message names the move."""


def check_disassembly(tiling: Tiling, answer: Disassembly, groups: Iterable[Iterable[str]] = ()) -> None:
    """Raise ReplayError unless the answer holds for the tiling. An answer that is open claims nothing and passes.

    That the moves lead apart is checked, not that fewer would not.

    groups: names of pieces that may stay together at the end; those of the puzzle are added.

    Raises LimitError where the certificate of a stuck part is too long to be checked.
    """
    bodies = bodies_by_name(tiling, answer.pieces)
    together = [frozenset(group) for group in (*groups, *tiling.puzzle.groups)]
    if answer.answer is None:
        return
    table = _Collisions(tiling.puzzle.grid)
    if answer.stuck is None:
        _check_apart(table, bodies, answer, together)
    else:
        _check_stuck(table, bodies, answer.stuck, together)


def bodies_by_name(tiling: Tiling, names: Sequence[str]) -> dict[str, Body]:
    """Return the atoms of each body by its name: "A#2" is the second placement of A, "A+B" one body of two placements."""
    placements: dict[str, Body] = {}
    for placement in tiling.placements:
        name, number = placement.piece, 1
        while name in placements:
            number += 1
            name = f"{placement.piece}#{number}"
        placements[name] = placement.atoms
    bodies: dict[str, Body] = {}
    for name in names:
        parts = [name] if name in placements else name.split("+")
        if not all(part in placements for part in parts):
            raise ReplayError(f"{name} is not a piece of the tiling, or stands twice: expected each piece once")
        bodies[name] = [atom for part in parts for atom in placements.pop(part)]
    if placements:
        raise ReplayError(f"the answer leaves out the pieces {', '.join(placements)}")
    return bodies


def _may_stay(part: frozenset[str], groups: Sequence[frozenset[str]]) -> bool:
    return len(part) < 2 or any(all(_belongs(name, group) for name in part) for group in groups)


def _belongs(name: str, group: frozenset[str]) -> bool:
    return all(
        part in group or part.partition("#")[0] in group for part in ([name] if name in group else name.split("+"))
    )


def _check_apart(
    table: _Collisions, bodies: Mapping[str, Body], answer: Disassembly, groups: Sequence[frozenset[str]]
) -> None:
    offsets: dict[str, Vector] = dict.fromkeys(bodies, (0,) * table.lattice.dimension)
    parts = [frozenset(bodies)]
    for separation in answer.separations:
        part = frozenset(separation.pieces)
        if part not in parts:
            raise ReplayError(f"{', '.join(sorted(part))} are not a part that is left: expected one")
        parts.remove(part)
        ends = [move.distance is None for move in separation.moves]
        if sum(ends) != 1 or not ends[-1]:
            raise ReplayError("a separation ends with its only move without end")
        for move in separation.moves:
            moved = frozenset(move.pieces)
            if not moved or not moved < part:
                raise ReplayError(f"{move}: expected some pieces of the part, but not all")
            _check_move(table, bodies, offsets, move, part - moved)
            if move.distance is None:
                parts += [moved, part - moved]
            else:
                for name in moved:
                    offsets[name] = _add(offsets[name], move.vector, move.distance)
    for part in parts:
        if not _may_stay(part, groups):
            raise ReplayError(f"{', '.join(sorted(part))} are never separated")


def _check_move(
    table: _Collisions, bodies: Mapping[str, Body], offsets: Mapping[str, Vector], move: Move, rest: Iterable[str]
) -> None:
    if move.vector not in table.vectors:
        raise ReplayError(f"{move}: {move.vector} is not a direction of the lattice {table.lattice.name}")
    if move.direction != table.vectors[move.vector]:
        raise ReplayError(f"{move}: {move.vector} is the direction {table.vectors[move.vector]}")
    if move.distance is not None and move.distance < 1:
        raise ReplayError(f"{move}: expected at least one step")
    for a, b in product(move.pieces, rest):
        offset = tuple(x - y for x, y in zip(offsets[a], offsets[b], strict=True))
        if table.do_bodies_collide(bodies[a], bodies[b], offset, move.vector, move.distance):
            raise ReplayError(f"{move}: {a} runs into {b}")


def _check_stuck(
    table: _Collisions, bodies: Mapping[str, Body], claim: StuckPart, groups: Sequence[frozenset[str]]
) -> None:
    names = claim.pieces
    if _may_stay(frozenset(names), groups) or not set(names) <= set(bodies) or len(set(names)) != len(names):
        raise ReplayError("the stuck part is not a set of pieces that must be separated")
    dimension = table.lattice.dimension
    known = {_from_first(position) for position in claim.positions}
    if any(len(position) != len(names) or any(len(place) != dimension for place in position) for position in known):
        raise ReplayError("a position without an offset for each piece of the stuck part")
    if ((0,) * dimension,) * len(names) not in known:
        raise ReplayError("the assembly itself is not among the positions")
    for position in known:
        for vector in table.vectors:
            blocked = [
                [
                    a != b
                    and table.do_bodies_collide(
                        bodies[names[a]], bodies[names[b]],
                        tuple(x - y for x, y in zip(position[a], position[b], strict=True)), vector, 1,
                    )
                    for b in range(len(names))
                ]
                for a in range(len(names))
            ]  # fmt: skip
            for moved in _sets_that_shift(blocked):
                after = tuple(_add(place, vector, 1) if k in moved else place for k, place in enumerate(position))
                if _from_first(after) not in known:
                    raise ReplayError(f"{', '.join(names[k] for k in sorted(moved))} can leave a listed position")


def _sets_that_shift(blocked: Sequence[Sequence[bool]]) -> set[frozenset[int]]:
    """Every set of pieces, neither empty nor all, none of which is blocked by a piece outside the set."""
    count = len(blocked)
    found: set[frozenset[int]] = {frozenset()}
    for piece in range(count):
        taken = {piece}
        for a in (queue := [piece]):
            for b in range(count):
                if blocked[a][b] and b not in taken:
                    taken.add(b)
                    queue.append(b)
        found |= {each | taken for each in found}
        if len(found) > MOST_TESTS // 100:
            raise LimitError("too many sets of pieces can shift: the certificate is too long to be checked")
    return {each for each in found if 0 < len(each) < count}


def _from_first(position: Sequence[Vector]) -> tuple[Vector, ...]:
    return tuple(tuple(x - y for x, y in zip(place, position[0], strict=True)) for place in position)


def _add(place: Vector, vector: Vector, steps: int) -> Vector:
    return tuple(x + steps * y for x, y in zip(place, vector, strict=True))


class _Collisions:
    """Tests of one lattice between a moving cell and a resting one; results are kept by their offset."""

    def __init__(self, grid: Lattice) -> None:
        self.lattice = grid
        self.vectors = {direction.vector: direction.name for direction in ways_of(grid).directions}
        self.flat = lattice(grid.layer) if grid.layer and not grid.ball else grid
        self.known: dict[tuple[Vector, int, int, Vector], Times] = {}
        self.tests = 0

    def do_bodies_collide(self, moving: Body, still: Body, offset: Vector, vector: Vector, steps: int | None) -> bool:
        """Return True if the first body, shifted by `offset` and then moved, runs into the second on its way."""
        self.tests += len(moving) * len(still)
        if self.tests > MOST_TESTS:
            raise LimitError(f"more than {MOST_TESTS:,} pairs of cells: the answer is too long to be checked")
        for a, b in product(moving, still):
            (cell, slot), (other, met) = self.lattice.split(a), self.lattice.split(b)
            apart = tuple(y - x - o for x, y, o in zip(cell, other, offset, strict=True))
            key = (apart, slot, met, vector)
            if key not in self.known:
                self.known[key] = self._times(*key)
            times = self.known[key]
            if times is not None and times[1] > 0 and (steps is None or times[0] < steps):
                return True
        return False

    def _times(self, apart: Vector, slot: int, met: int, vector: Vector) -> Times:
        """When a moving cell at the origin and a resting one at `apart` overlap."""
        if self.lattice.ball:
            return _times_of_balls(to_cubes(apart), to_cubes(vector))
        times: Times = None
        if self.lattice.dimension == 3:
            times = _times_of_shadows((0, 1), (apart[0], apart[0] + 1), vector[0])
            if times is None:
                return None
            apart, vector = apart[1:], vector[1:]
        first = self.flat.corner_points(self.flat.join((0, 0), slot))
        second = self.flat.corner_points(self.flat.join(apart, met))
        way = tuple(self.flat.scale * step for step in vector)
        polygons = _times_of_polygons(first, second, way)
        return polygons if self.lattice.dimension == 2 else _common(times, polygons)


_ALWAYS = (Fraction(-(10**9)), Fraction(10**9))


def _common(one: Times, other: Times) -> Times:
    if one is None or other is None:
        return None
    begin, end = max(one[0], other[0]), min(one[1], other[1])
    return (begin, end) if begin < end else None


def _times_of_shadows(moving: tuple[int, int], still: tuple[int, int], speed: int) -> Times:
    """When an interval that moves along its axis overlaps a resting one."""
    if not speed:
        return _ALWAYS if moving[0] < still[1] and still[0] < moving[1] else None
    ends = Fraction(still[0] - moving[1], speed), Fraction(still[1] - moving[0], speed)
    return min(ends), max(ends)


def _times_of_polygons(moving: Sequence[Vector], still: Sequence[Vector], way: Vector) -> Times:
    """When two convex polygons overlap: their shadows must, on each line at right angles to a side of either."""
    times: Times = _ALWAYS
    for ring in (moving, still):
        for (x, y), (u, v) in zip(ring, (*ring[1:], ring[0]), strict=True):
            normal = (y - v, u - x)
            ours, theirs = ([normal[0] * a + normal[1] * b for a, b in side] for side in (moving, still))
            speed = normal[0] * way[0] + normal[1] * way[1]
            times = _common(times, _times_of_shadows((min(ours), max(ours)), (min(theirs), max(theirs)), speed))
    return times


def _times_of_balls(apart: Vector, way: Vector) -> Times:
    """When the centers are closer than a diameter, whose square is 2.

    The true ends are square roots. Moves begin and end at whole times, so each end is given as the half on the same side
    of every whole number.
    """
    length = sum(step * step for step in way)
    along = sum(a * b for a, b in zip(apart, way, strict=True))
    if sum(a * a for a in apart) * length - along * along >= 2 * length:
        return None
    closest = Fraction(along, length)

    def is_close(time: int) -> bool:
        return sum((time * step - place) ** 2 for place, step in zip(apart, way, strict=True)) < 2

    begin, end = ceil(closest), floor(closest)
    while is_close(begin - 1):
        begin -= 1
    while is_close(end + 1):
        end += 1
    return Fraction(2 * begin - 1, 2), Fraction(2 * end + 1, 2)
