"""Movement by brute force, in plain Python: every subset, every direction, step by step. The oracle of the kernel's search.

It knows cubes and squares alone, whose cells meet nothing on their way but the cell where a step ends.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

Cell = tuple[int, ...]


def take_apart(pieces: list[frozenset[Cell]], first_only: bool = False) -> tuple[int, ...] | None:
    """The lexicographically least numbers of moves; None where the pieces do not come apart.

    first_only: only the first separation, whatever becomes of its parts.
    """
    dimension = len(next(iter(pieces[0])))
    axes = [tuple(sign * (k == axis) for k in range(dimension)) for axis in range(dimension) for sign in (1, -1)]
    span = 2 + max(c for piece in pieces for cell in piece for c in cell) - min(
        c for piece in pieces for cell in piece for c in cell
    )  # fmt: skip

    def cells(number: int, place: Cell) -> set[Cell]:
        return {tuple(map(sum, zip(cell, place, strict=True))) for cell in pieces[number]}

    def is_free(part: tuple[int, ...], places: tuple[Cell, ...], moved: frozenset[int]) -> bool:
        ours = set().union(*(cells(n, p) for n, p in zip(part, places, strict=True) if n in moved))
        theirs = set().union(*(cells(n, p) for n, p in zip(part, places, strict=True) if n not in moved))
        return not ours & theirs

    def shifted(part: tuple[int, ...], places: tuple[Cell, ...], moved: frozenset[int], axis: Cell) -> tuple[Cell, ...]:
        return tuple(
            tuple(map(sum, zip(p, axis, strict=True))) if n in moved else p for n, p in zip(part, places, strict=True)
        )

    def normal(places: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return tuple(tuple(a - b for a, b in zip(place, places[0], strict=True)) for place in places)

    @cache
    def least(part: tuple[int, ...], start: tuple[Cell, ...]) -> tuple[int, ...] | None:
        if len(part) < 2:
            return ()
        subsets = [frozenset(some) for size in range(1, len(part)) for some in combinations(part, size)]
        seen, layer, level = {start}, [start], 0
        while layer:
            level, after, best = level + 1, [], None
            for places, moved, axis in product(layer, subsets, axes):
                now, steps = shifted(part, places, moved, axis), 1
                while is_free(part, now, moved) and steps < span * len(part):
                    if normal(now) not in seen:
                        seen.add(normal(now))
                        after.append(normal(now))
                    now, steps = shifted(part, now, moved, axis), steps + 1
                if steps < span * len(part):
                    continue
                if first_only:
                    return (level,)
                halves = [
                    least(some, normal(tuple(p for n, p in zip(part, places, strict=True) if n in some)))
                    for some in (tuple(sorted(moved)), tuple(sorted(set(part) - moved)))
                ]
                if None in halves:
                    return None
                first, second = halves
                found = (level, *min(first + second, second + first))
                best = min(best or found, found)
            if best:
                return best
            layer = after
        return None

    return least(tuple(range(len(pieces))), ((0,) * dimension,) * len(pieces))
