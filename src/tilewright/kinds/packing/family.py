"""A family: one set of pieces against many boards, which differ in the named cells that are left open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from tilewright.errors import NotationError
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom
from tilewright.puzzle.board import Board


@dataclass(frozen=True)
class Family:
    """A puzzle whose board has named cells; a member leaves one named cell of each group open.

    names:    (name, atoms) pairs.
    groups:   the choices, e.g. the months and the days.
    excluded: combinations that are not members, e.g. (FEB, 30).

    >>> from tilewright import Packing
    >>> family = Family(Packing.parse("tetrominoes:O@1x5"), (("A", ((0, 0),)), ("B", ((0, 4),))), (("A", "B"),))
    >>> list(family.members())
    [('A',), ('B',)]
    >>> print(family.with_open_cells(["B"]).board)
    ####
    """

    puzzle: Packing
    names: tuple[tuple[str, tuple[Atom, ...]], ...]
    groups: tuple[tuple[str, ...], ...]
    excluded: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        known = dict(self.names)
        there = {*self.puzzle.board.atoms}
        for name, atoms in self.names:
            if not set(atoms) <= there:
                raise NotationError(f"the cell named {name} is not on the board")
        for name in (name for group in self.groups for name in group):
            if name not in known:
                raise NotationError(f"a group names {name}: expected one of {', '.join(known)}")

    def members(self) -> Iterator[tuple[str, ...]]:
        """Every combination of one name a group, in order."""
        return (names for names in product(*self.groups) if names not in self.excluded)

    def parse_member(self, text: str) -> tuple[str, ...]:
        """Parse a member such as `MAR,14`: one name of each group, in any order. Raises NotationError otherwise."""
        given = [name.strip().upper() for name in text.split(",")]
        names = tuple(name for group in self.groups for name in group if name.upper() in given)
        if len(names) != len(given) or names not in self.members():
            raise NotationError(
                f"{text!r} is not a member: expected one name of each group, e.g. {','.join(next(self.members()))}"
            )
        return names

    def with_open_cells(self, names: Sequence[str]) -> Packing:
        """The puzzle with these cells left open; NotationError lists the names the board has."""
        known = {name.upper(): atoms for name, atoms in self.names}
        for name in names:
            if name.upper() not in known:
                raise NotationError(
                    f"the board has no cell {name!r}: expected one of {', '.join(name for name, _ in self.names)}"
                )
        gone = {atom for name in names for atom in known[name.upper()]}
        board = self.puzzle.board
        atoms = tuple(atom for atom in board.atoms if atom not in gone)
        title = f"{self.puzzle.name} {' '.join(names)}".strip()
        return replace(self.puzzle, board=Board(atoms, board.optional, board.lattice), name=title)
