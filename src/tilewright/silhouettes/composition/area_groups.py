"""Arguments by area alone: a piece lies within one part, so the pieces must fall into groups of the parts' areas.

For several congruent parts this refutes most possibilities: 16 pieces of FridgeIQ cannot make eight equal parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.silhouettes.orbits.graph import OrbitGraph


def has_disjoint_groups(areas: Sequence[int], targets: Sequence[int]) -> bool:
    """Return True if disjoint groups of pieces of these areas can have the target areas.

    >>> has_disjoint_groups([3, 3, 1, 1], [4, 4]), has_disjoint_groups([3, 3, 2], [4, 4])
    (True, False)
    """
    counts = Counter(areas)
    sizes = sorted(counts)
    numbers = tuple(counts[size] for size in sizes)
    return _Groups(sizes, numbers, sorted(targets, reverse=True)).exist(0, 0, numbers)


class _Groups:
    """The search for disjoint groups: targets in decreasing order, each with all ways to make it of the sizes."""

    def __init__(self, sizes: Sequence[int], numbers: Sequence[int], targets: Sequence[int]) -> None:
        self.sizes, self.numbers, self.targets = sizes, numbers, targets
        self.choices = {target: list(self._sums(0, target)) for target in set(targets)}

    def _sums(self, place: int, left: int) -> Iterator[tuple[int, ...]]:
        """Yield how often each size from `place` on is used to make `left`."""
        if place == len(self.sizes):
            if left == 0:
                yield ()
            return
        for times in range(min(self.numbers[place], left // self.sizes[place]) + 1):
            for more in self._sums(place + 1, left - times * self.sizes[place]):
                yield (times, *more)

    def exist(self, number: int, first: int, left: tuple[int, ...]) -> bool:
        """Return True if the targets from `number` on can be made of what is left; the next one from choice `first` on."""
        if number == len(self.targets):
            return True
        if sum(map(int.__mul__, left, self.sizes)) < sum(self.targets[number:]):
            return False
        target = self.targets[number]
        again = self.targets[number + 1 : number + 2] == [target]  # then choices in order, for they can be swapped
        for place in range(first, len(self.choices[target])):
            remaining = tuple(map(int.__sub__, left, self.choices[target][place]))
            if min(remaining) >= 0 and self.exist(number + 1, place if again else 0, remaining):
                return True
        return False


@dataclass(frozen=True)
class OrbitType:
    """A possible stabilizer of a part (up to conjugacy), the number of its images, and the areas it can have, in atoms."""

    stabilizer: tuple[int, ...]
    parts: int
    areas: tuple[int, ...]


def orbit_types(graph: OrbitGraph, areas: Sequence[int], most: int) -> list[OrbitType]:
    """Return the orbit types without turns in the stabilizer that pieces of these areas could make.

    most: area that all parts together may have.
    """
    group, isometries = graph.group, graph.layers[0].isometries
    mirrors = [(0, e) for e in range(1, group.order) if isometries[e].motion.mirrored]
    found, seen = [], set[frozenset[frozenset[int]]]()
    for stabilizer in [(0,), *mirrors]:
        conjugates = group.conjugates(stabilizer)
        if conjugates in seen or len(stabilizer) == group.order:
            continue
        seen.add(conjugates)
        parts = group.order // len(stabilizer)
        possible = [a for a in range(1, most // parts + 1) if has_disjoint_groups(areas, [a] * parts)]
        if possible:
            found.append(OrbitType(stabilizer, parts, tuple(possible)))
    return found
