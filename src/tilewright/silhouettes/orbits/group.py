"""A finite group as its multiplication table: elements are numbers, 0 the identity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tilewright.lattice import Lattice
from tilewright.silhouettes.orbits.positions import GroupPosition, compose


@dataclass(frozen=True)
class GroupTable:
    """times[a][b] is the element that applies b, then a."""

    times: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, grid: Lattice, position: GroupPosition) -> GroupTable:
        """Return the table of a position's isometries, numbered as they stand there."""
        group = position.isometries
        number = {isometry: index for index, isometry in enumerate(group)}
        return cls(tuple(tuple(number[compose(grid, a, b)] for b in group) for a in group))

    @property
    def order(self) -> int:
        """Number of elements."""
        return len(self.times)

    @cached_property
    def inverse(self) -> tuple[int, ...]:
        """The inverse of each element."""
        return tuple(row.index(0) for row in self.times)

    def conjugate(self, element: int, by: int) -> int:
        """Return `by · element · by⁻¹`."""
        return self.times[self.times[by][element]][self.inverse[by]]

    def conjugates(self, subgroup: Iterable[int]) -> frozenset[frozenset[int]]:
        """Return all conjugates of a subgroup."""
        elements = tuple(subgroup)
        return frozenset(frozenset(self.conjugate(s, t) for s in elements) for t in range(self.order))

    def coset_representatives(self, subgroup: Iterable[int]) -> list[int]:
        """Return one element of every left coset of a subgroup, the identity first."""
        elements, left, found = tuple(subgroup), set(range(self.order)), list[int]()
        while left:
            found.append(min(left))
            left -= {self.times[found[-1]][s] for s in elements}
        return found

    def generate(self, elements: Iterable[int]) -> frozenset[int]:
        """Return the subgroup that the elements generate."""
        found = {0, *elements}
        while True:
            more = found | {self.times[a][b] for a in found for b in found}
            if more == found:
                return frozenset(found)
            found = more

    @cached_property
    def maximal_subgroups(self) -> list[frozenset[int]]:
        """The maximal proper subgroups, as sets of elements."""
        numbers = range(self.order)
        two_generated = {self.generate({a, b}) for a in numbers for b in numbers}
        every = two_generated | {self.generate(a | b) for a in two_generated for b in two_generated}
        proper = [group for group in every if len(group) < self.order]
        return sorted((g for g in proper if not any(g < other for other in proper)), key=sorted)
