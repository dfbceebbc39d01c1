"""The order in which the pieces of a tiling are laid, one after the other, without lifting another.

A piece is laid by a straight move into its place. Backwards, pieces leave one at a time in one direction, each without end.
A piece can leave when nothing that is left lies in its way. So "lies in the way of" is a relation between two pieces, which
does not depend on what else is there: an order exists exactly if the relation has no cycle. Of the pieces of a cycle none
can be the first to leave, which is the proof that there is no order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.errors import NotationError, argument_error, quote
from tilewright.lattice import Atom, Lattice, Vector
from tilewright.lattice.spatial import to_cubes
from tilewright.movement.disassembly import names_of
from tilewright.movement.ways import Direction, Ways, ways_of
from tilewright.puzzle import Tiling

_UP = (-1, 0, 0)  # on cubes and prisms, whose layers are numbered from the top
_UP_FROM_SQUARES = (-2, 1, 1)  # balls on a layer of squares


@dataclass(frozen=True)
class LayingOrder:
    """An order of laying, or the proof that there is none; true if there is one.

    names: the pieces in the order in which they are laid; of equal ones the second is "A#2".
    cycle: where there is no order, pieces of which each lies in the way of the one before, the first in that of the last.

    >>> from tilewright import laying_order, load, solve
    >>> laying_order(solve(load("soma@3x3x3"))[0]).cycle
    ()
    """

    names: tuple[str, ...] = ()
    cycle: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return not self.cycle

    def __str__(self) -> str:
        if self.cycle:
            return f"cannot be laid piece by piece: each of {', '.join(self.cycle)} lies on the one before, in a circle"
        return ", ".join(self.names)


def laying_order(tiling: Tiling, way: str | None = None) -> LayingOrder:
    """Return an order in which the pieces of a tiling are laid one by one, or the pieces that rule it out.

    way: the direction in which pieces would leave, by its name, e.g. "left" for a tray that is open on the left; None:
         upwards. Flat pieces are laid from above in any order; theirs is then that of the drawing. Balls stand on their
         largest layer, of squares if two are as large.

    Of several orders it is the one in which the lowest piece that can be laid comes next.

    Raises NotationError for kinds and lattices whose pieces cannot be moved, and for other names of directions.

    >>> from tilewright import laying_order, load, solve
    >>> order = laying_order(solve(load("soma@3x3x3"))[0])
    >>> bool(order), len(order.names)
    (True, 7)
    """
    if not isinstance(tiling, Tiling):
        raise argument_error("tiling", tiling, "a Tiling, e.g. tilewright.solve(puzzle)[0]", False)
    puzzle = tiling.puzzle
    if not puzzle.board.atoms:
        raise NotationError(f"puzzles of the kind {puzzle.kind} have no cells to move: expected pieces on a lattice")
    names = names_of(tiling.placements)
    if way is None and puzzle.grid.dimension == 2:
        return LayingOrder(tuple(names))
    ways = ways_of(puzzle.grid)
    direction = _direction(tiling, ways, way)
    return _ordered(tiling, names, _in_the_way(tiling, ways, direction), direction)


def _direction(tiling: Tiling, ways: Ways, name: str | None) -> Direction:
    vector = None if name is not None else _up_from_layers(tiling, ways) if ways.lattice.ball else _UP
    for direction in ways.directions:
        if direction.vector == vector or direction.name == name:
            return direction
    known = ", ".join(direction.name for direction in ways.directions)
    raise NotationError(f"direction {quote(name or '')}: expected one of {known}")


def _up_from_layers(tiling: Tiling, ways: Ways) -> Vector:
    """Square to the layers of balls of which the lowest is the largest."""
    square = [each.vector for each in ways.directions if sum(way * way for way in to_cubes(each.vector)) > 2]
    for vector in (_UP_FROM_SQUARES, *square):
        layers = Counter(_height(ways.lattice, atom, vector) for each in tiling.placements for atom in each.atoms)
        if layers[min(layers)] == max(layers.values()):
            return vector
    return _UP_FROM_SQUARES


def _height(grid: Lattice, atom: Atom, vector: Vector) -> int:
    """How far a cell lies along a vector."""
    cell, _ = grid.split(atom)
    ends = (to_cubes(cell), to_cubes(vector)) if grid.ball else (cell, vector)
    return sum(a * b for a, b in zip(*ends, strict=True))


def _in_the_way(tiling: Tiling, ways: Ways, direction: Direction) -> list[set[int]]:
    """For each placement the numbers of those that it would meet on its way out."""
    owner = {ways.place(atom): number for number, each in enumerate(tiling.placements) for atom in each.atoms}
    vector = (*(0,) * (3 - len(direction.vector)), *direction.vector)
    steps = 1 + max(
        max(place[axis] for place, _ in owner) - min(place[axis] for place, _ in owner) for axis in range(3)
    )
    met: list[set[int]] = [set() for _ in tiling.placements]
    for (place, slot), number in owner.items():
        for moving, other, offset in direction.sweeps:
            if moving != slot:
                continue
            reach = (*(0,) * (3 - len(offset)), *offset)
            for step in range(steps):
                there = tuple(a + step * b + c for a, b, c in zip(place, vector, reach, strict=True))
                if (found := owner.get((there, other), number)) != number:
                    met[number].add(found)
    return met


def _ordered(tiling: Tiling, names: Sequence[str], met: Sequence[set[int]], direction: Direction) -> LayingOrder:
    grid = tiling.puzzle.grid

    def height(number: int) -> tuple[int, int]:
        """How high its lowest cell lies; then its place in the tiling."""
        return min(_height(grid, atom, direction.vector) for atom in tiling.placements[number].atoms), number

    below: list[set[int]] = [set() for _ in met]  # what must be laid before
    for number, others in enumerate(met):
        for other in others:
            below[other].add(number)
    left = set(range(len(met)))
    order: list[int] = []
    while left:
        free = [number for number in left if not below[number] & left]
        if not free:
            return LayingOrder(cycle=tuple(names[number] for number in _cycle(below, left)))
        order.append(min(free, key=height))
        left.remove(order[-1])
    return LayingOrder(tuple(names[number] for number in order))


def _cycle(below: Sequence[set[int]], left: set[int]) -> list[int]:
    """Numbers of which each lies on the one before, and the first on the last."""
    path, at = list[int](), min(left)
    while at not in path:
        path.append(at)
        at = min(below[at] & left)
    return path[path.index(at) :][::-1]
