"""Subsets of the pieces by area, up to identical pieces: their number, and each by the names of its pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.kinds.packing.classes import PieceClass


def subset_table(classes: Sequence[PieceClass], fewest: int, most: int | None) -> dict[int, int]:
    """Return {area in atoms: number of subsets of that area with `fewest` to `most` pieces}."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for each in classes:
        size = len(each.pieces[0].atoms)
        new: dict[tuple[int, int], int] = {}
        for (area, used), number in ways.items():
            for times in range(each.copies[0] + 1):
                if most is None or used + times <= most:
                    key = area + times * size, used + times
                    new[key] = new.get(key, 0) + number
        ways = new
    table: dict[int, int] = {}
    for (area, used), number in ways.items():
        if used >= fewest:
            table[area] = table.get(area, 0) + number
    return table


def subsets_of_area(
    classes: Sequence[PieceClass], area: int, fewest: int, most: int | None
) -> Iterator[tuple[str, ...]]:
    """Yield the names of the pieces of every subset of that area, each once up to identical pieces."""
    sizes = [len(each.pieces[0].atoms) for each in classes]
    reachable = [{0}]  # areas that the classes from a place on can have
    for each, size in zip(reversed(classes), reversed(sizes), strict=True):
        reachable.append({a + t * size for a in reachable[-1] for t in range(each.copies[0] + 1)})
    reachable.reverse()

    def extend(place: int, left: int, names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if left not in reachable[place] or (most is not None and len(names) > most):
            return
        if place == len(classes):
            if len(names) >= fewest:
                yield names
            return
        for times in range(min(classes[place].copies[0], left // sizes[place]), -1, -1):
            yield from extend(place + 1, left - times * sizes[place], (*names, *classes[place].names_in_turn(times)))

    yield from extend(0, area, ())
