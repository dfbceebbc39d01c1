"""Techniques for pieces: an isolated region that no pieces add up to, and a coloring that cannot come out even."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence

from tilewright.explain.hints.position import Position, bits
from tilewright.explain.hints.techniques import Finding
from tilewright.kinds.packing.compile import CompiledPacking


def isolated_region(position: Position) -> Iterator[Finding]:
    """A placement must not cut off a region whose size is no sum of sizes of the pieces left."""
    sizes = _Sizes(position)
    near = position.table.neighbors
    for option in bits(position.alive):
        position.table.deadline.check()
        covered = {item for item in position.table.options[option] if position.table.is_cell(item)}
        bad = [region for region in _regions(position, near, covered) if not sizes.fills(region, option)]
        if bad:
            smallest: set[int] = min(bad, key=len)
            yield Finding("isolated region", 1 << option, tuple(sorted(smallest)))


def _regions(position: Position, near: Sequence[tuple[int, ...]], covered: set[int]) -> Iterator[set[int]]:
    """The edge-connected parts of the cells that are free when `covered` is, those beside it."""
    table = position.table
    free = {item for item in range(len(table.compiled.atoms)) if position.room[item] == 1} - covered
    for start in [n for item in sorted(covered) for n in near[item]]:
        if start not in free:
            continue
        region = {start}
        free.remove(start)
        queue = deque(region)
        while queue:
            for other in near[queue.popleft()]:
                if other in free:
                    free.remove(other)
                    region.add(other)
                    queue.append(other)
        yield region


class _Sizes:
    """Which numbers of cells the pieces left can add up to."""

    def __init__(self, position: Position) -> None:
        compiled = position.table.compiled
        assert isinstance(compiled, CompiledPacking)
        self.most = sum(position.room[item] == 1 for item in range(len(compiled.atoms)))
        self.must = {item for item in position.open if position.table.is_cell(item)}
        self.meanings = compiled.meanings
        used = Counter(compiled.meanings[option][0] for option in position.placed)
        self.multiplicity: list[tuple[int, int]] = []  # (atoms of one, how many are left at most)
        for number, each in enumerate(compiled.classes):
            size, hi = len(each.pieces[0].atoms), each.copies[1]
            left = self.most // size if hi is None else hi - used[number]
            self.multiplicity.append((size, left))
        self.sums: dict[int, int] = {}

    def fills(self, region: set[int], option: int) -> bool:
        """Whether pieces left (after `option` is placed) add up to the region, its optional cells as one likes."""
        kind = self.meanings[option][0]
        if kind not in self.sums:
            self.sums[kind] = self._sums(kind)
        least = len(region & self.must)
        return bool(self.sums[kind] >> least & ((1 << len(region) - least + 1) - 1))

    def _sums(self, without: int) -> int:
        """The reachable sums as bits, with one piece of kind `without` less."""
        reachable, mask = 1, (1 << self.most + 1) - 1
        for number, (size, left) in enumerate(self.multiplicity):
            left -= number == without
            step = 1
            while left > 0:  # 1, 2, 4, ... copies at a time reach every number of copies
                take = min(step, left)
                reachable |= reachable << take * size & mask
                left, step = left - take, step * 2
        return reachable


def invariant(position: Position) -> Iterator[Finding]:
    """Color the cells in two: every piece covers more of one color by certain amounts; they must come to the board's.

    Only where each piece lies exactly once: of any number of a piece nothing is known.
    """
    compiled = position.table.compiled
    if any(hi != 1 for hi in position.table.cover.hi):
        return
    left = [position.table.cover.lo[item] for item in range(len(compiled.atoms), len(position.table.cover.lo))]
    if any(lo == 0 for lo in left) or len(position.open) == 0 or not _is_each_counted(position):
        return
    for colors in _colorings(position):
        yield from _imbalances(position, colors)


def _is_each_counted(position: Position) -> bool:
    """Whether each option covers one item beside the cells: that of its piece, whose copies are given."""
    table, cells = position.table, len(position.table.compiled.atoms)
    return all(sum(item >= cells for item in table.options[option]) == 1 for option in bits(position.alive))


def _colorings(position: Position) -> Iterator[list[int]]:
    """+1 and -1 on the cells: a checkerboard, where the lattice has one, and stripes along each coordinate."""
    compiled = position.table.compiled
    yield from ([1 - 2 * (atom[axis] % 2) for atom in compiled.atoms] for axis in range(compiled.puzzle.grid.dimension))
    if (board := _checkerboard(position)) is not None:
        yield board


def _checkerboard(position: Position) -> list[int] | None:
    near = position.table.neighbors
    colors = [0] * len(position.table.compiled.atoms)
    for start in range(len(colors)):
        if colors[start]:
            continue
        colors[start] = 1 - 2 * (sum(position.table.compiled.atoms[start]) % 2)
        stack = [start]
        while stack:
            item = stack.pop()
            for other in near[item]:
                if not colors[other]:
                    colors[other] = -colors[item]
                    stack.append(other)
                elif colors[other] == colors[item]:
                    return None
    return colors


def _imbalances(position: Position, colors: list[int]) -> Iterator[Finding]:
    table = position.table
    cells = len(colors)
    must = {item for item in position.open if item < cells}  # cells that may stay empty have no part in it
    board = sum(colors[item] for item in must)
    surplus = {option: sum(colors[i] for i in table.options[option] if i in must) for option in bits(position.alive)}
    kinds: dict[int, set[int]] = {}
    for item in sorted(position.open):
        if item >= cells:
            kinds[item] = {surplus[option] for option in bits(position.choices(item))}
    for item in kinds:
        others = {0}
        for other, values in kinds.items():
            table.deadline.check()
            if other != item:
                others = {a + b for a in others for b in values}
        against = 0
        for option in bits(position.choices(item)):
            if board - surplus[option] not in others:
                against |= 1 << option
        if against:
            yield Finding("invariant", against, (item,))
