"""Families counted member by member, and the search for sets of pieces that solve every member."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from statistics import median
from typing import Any

from tilewright import __version__
from tilewright.api.family import count_family, count_placed
from tilewright.api.solve import solve
from tilewright.cover.limits import Limit
from tilewright.errors import NotationError
from tilewright.kinds.packing.family import Family
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.shelf.box import BoxBoard


@dataclass(frozen=True)
class Counts:
    """Tilings of every member, in the order of the family."""

    members: tuple[tuple[str, ...], ...]
    values: tuple[int, ...]

    @property
    def summary(self) -> dict[str, float]:
        """Number of members, how many have tilings, total, minimum, median, maximum."""
        values = self.values
        return {
            "members": len(values),
            "solvable": sum(value > 0 for value in values),
            "total": sum(values),
            "minimum": min(values),
            "median": median(values),
            "maximum": max(values),
        }

    @property
    def rarest(self) -> tuple[tuple[str, ...], ...]:
        """The members with fewest tilings, in order."""
        return tuple(self.where(min(self.values)))

    @property
    def most_frequent(self) -> tuple[tuple[str, ...], ...]:
        """The members with most tilings, in order."""
        return tuple(self.where(max(self.values)))

    def where(self, value: int) -> list[tuple[str, ...]]:
        """Return the members with so many tilings."""
        return [names for names, found in zip(self.members, self.values, strict=True) if found == value]


def document(family: Family, found: Counts, source: str) -> dict[str, Any]:
    """Return the counts as the JSON document that is published."""
    return {
        "tilewright": 1,
        "kind": "family",
        "name": family.puzzle.name,
        "digest": family.puzzle.digest,
        "command": f"tilewright design family {source} -o FILE.json",
        "version": __version__,
        **found.summary,
        "counts": {",".join(names): value for names, value in zip(found.members, found.values, strict=True)},
    }


def count_members(family: Family, members: Sequence[tuple[str, ...]] | None = None, limit: Limit = Limit()) -> Counts:
    """Count the tilings of each member (default: all of them, in one sweep)."""
    found = count_family(family, members, limit=limit)
    return Counts(tuple(found), tuple(found.values()))


def count_layouts(board: BoxBoard, limit: Limit = Limit()) -> Counts:
    """Count the tilings of each layout of the pieces that a card of the board places first, in one sweep.

    The members are called after the first cell and the direction of each piece, as `K3@0,2-`.

    Raises NotationError for a board whose cards place no pieces first.
    """
    if not board.placed:
        raise NotationError(f"{board.name}: its cards place no pieces first: expected a box such as mondrian")
    found = list(count_placed(board.puzzle, board.placed, limit=limit))
    names = tuple(tuple(map(_place_name, board.placed, places)) for places, _ in found)
    return Counts(names, tuple(number for _, number in found))


def _place_name(piece: str, atoms: tuple[Atom, ...]) -> str:
    (row, column), (last_row, _) = min(atoms), max(atoms)
    direction = "" if len(atoms) == 1 else "-" if row == last_row else "|"
    return f"{piece}@{row},{column}{direction}"


def histogram(values: Sequence[int]) -> list[tuple[int, int, int]]:
    """How many members have how many tilings: (least, most, members) of ranges that double from one on; zero by itself.

    >>> histogram([0, 1, 1, 3, 9])
    [(0, 0, 1), (1, 1, 2), (2, 3, 1), (8, 15, 1)]
    """
    sizes = Counter(value.bit_length() for value in values)
    return [(1 << size >> 1, (1 << size) - 1, sizes[size]) for size in sorted(sizes)]


def piece_sets(
    family: Family, pool: Sequence[Piece], seed: int = 0, tries: int | None = None, fixed: Sequence[Piece] = ()
) -> Iterator[tuple[Piece, ...]]:
    """Yield the sets from the pool (with the `fixed` ones) that fill every member, each piece once.

    All sets of the right size in order, or with `tries` so many at random. The member that refuted the last set is
    asked first: most sets fall at the first board.
    """
    members = list(family.members())
    area = len(family.with_open_cells(members[0]).board.atoms) - sum(len(piece.atoms) for piece in fixed)
    candidates = _sets_of_area(pool, area) if tries is None else _random_sets(pool, area, Random(seed), tries)
    for chosen in candidates:
        pieces = (*fixed, *chosen)
        for place, names in enumerate(members):
            puzzle = replace(family.with_open_cells(names), pieces=pieces)
            if not solve(puzzle, 1, limit=Limit()).tilings:
                members.insert(0, members.pop(place))
                break
        else:
            yield pieces


def _sets_of_area(pool: Sequence[Piece], area: int) -> Iterator[tuple[Piece, ...]]:
    for size in range(1, len(pool) + 1):
        for chosen in combinations(pool, size):
            if sum(len(piece.atoms) for piece in chosen) == area:
                yield chosen


def _random_sets(pool: Sequence[Piece], area: int, rng: Random, tries: int) -> Iterator[tuple[Piece, ...]]:
    """Yield random sets of this area: pieces in random order, as long as they fit."""
    seen: set[tuple[str, ...]] = set()
    for _ in range(tries):
        order = list(pool)
        rng.shuffle(order)
        chosen: list[Piece] = []
        left = area
        for piece in order:
            if len(piece.atoms) <= left:
                chosen.append(piece)
                left -= len(piece.atoms)
        key = tuple(sorted(piece.name for piece in chosen))
        if left == 0 and key not in seen:
            seen.add(key)
            yield tuple(sorted(chosen, key=lambda piece: piece.name))
