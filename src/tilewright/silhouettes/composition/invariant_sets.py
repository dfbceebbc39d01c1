"""Sets of invariant part orbits of a given area. They surround one another, so there are few of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import inf

from tilewright.silhouettes.budget import check_deadline
from tilewright.silhouettes.composition.part_orbits import PartOrbit

PartSet = tuple[PartOrbit, ...]


def compatible_sets(parts: Sequence[PartOrbit], area: int, deadline: float = inf) -> Iterator[PartSet]:
    """Yield all sets of part orbits that exclude each other nowhere and have this area together, each once.

    Raises DeadlinePassed after the deadline.
    """
    by_area: dict[int, list[tuple[int, PartOrbit]]] = defaultdict(list)
    for place, part in enumerate(sorted(parts, key=lambda part: part.area)):
        by_area[part.area].append((place, part))
    areas = sorted(by_area)

    def extend(chosen: PartSet, after: int, left: int, own: int, excluded: int) -> Iterator[PartSet]:
        for size in areas:
            check_deadline(deadline)
            # the last one takes all that is left; an earlier one leaves room for one at least as large
            if size != left and 2 * size > left:
                continue
            for place, part in by_area[size]:
                if place <= after or part.own & excluded or part.excluded & own:
                    continue
                if size == left:
                    yield (*chosen, part)
                else:
                    yield from extend((*chosen, part), place, left - size, own | part.own, excluded | part.excluded)

    yield from extend((), -1, area, 0, 0)


def touch(parts: PartSet, contact: str) -> bool:
    """Return True if invariant part orbits are connected by the contact, edge or corner."""
    left = list(parts[1:])
    reached = _neighbors(parts[0], contact)
    while left:
        near = next((part for part in left if part.own & reached), None)
        if near is None:
            return False
        left.remove(near)
        reached |= _neighbors(near, contact)
    return True


def _neighbors(part: PartOrbit, contact: str) -> int:
    return part.half_edges if contact == "edge" else part.corners
