"""A family: one set of pieces against many boards, which differ in the named cells that are left open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tilewright.errors import NotationError, quote
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom
from tilewright.puzzle.board import Board

MOST_GROUPS = 100


@dataclass(frozen=True)
class Family:
    """A puzzle whose board has named cells; a member leaves one named cell of each group open.

    names:    (name, atoms) pairs.
    groups:   the choices, e.g. the months and the days.
    excluded: names that no member has together, e.g. (FEB, 30), whatever it has of other groups.

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

        listed = [name for group in self.groups for name in group]
        if twice := [name for name in known if listed.count(name) > 1]:
            raise NotationError(f"the groups name {twice[0]} more than once: expected each name once")
        for names in self.excluded:
            self._check_excluded(names)
        if len(self.groups) > MOST_GROUPS:
            raise NotationError(f"{len(self.groups):,} groups: expected at most {MOST_GROUPS}")

    def _check_excluded(self, names: tuple[str, ...]) -> None:
        """Raise NotationError unless some combination of the groups has all these names."""
        held = [[name for name in names if name in group] for group in self.groups]
        if not names or sum(map(len, held)) != len(names) or max(map(len, held)) > 1:
            raise NotationError(
                f"excluded: {quote(', '.join(names))} excludes nothing: expected one or more names, at most one a group"
            )

    def members(self) -> Iterator[tuple[str, ...]]:
        """Yield every combination of one name a group that has no excluded names together, in order.

        Raises NotationError if there is none.
        """
        members = self._extended(())
        if (first := next(members, None)) is None:
            raise NotationError("the family has no members: expected a combination that is not excluded")
        yield first
        yield from members

    def _extended(self, chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if self.excluded_in(chosen):
            return
        if len(chosen) == len(self.groups):
            yield chosen
            return
        for name in self.groups[len(chosen)]:
            yield from self._extended((*chosen, name))

    def excluded_in(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the excluded names that are all among `names`, in any case and order; () if there are none."""
        given = {name.upper() for name in names}
        return next((each for each in self.excluded if given.issuperset(map(str.upper, each))), ())

    def parse_member(self, text: str) -> tuple[str, ...]:
        """Parse a member such as `MAR,14`: one name of each group, in any order. Raises NotationError otherwise."""
        given = [name.strip().upper() for name in text.split(",")]
        found = [[name for name in group if name.upper() in given] for group in self.groups]
        names = tuple(name for some in found for name in some)
        if len(names) != len(given) or any(len(some) != 1 for some in found) or self.excluded_in(names):
            raise NotationError(
                f"{quote(text)} is not a member: expected one name of each group, e.g. {','.join(next(self.members()))}"
            )
        return names

    def with_open_cells(self, names: Sequence[str]) -> Packing:
        """The puzzle with these cells left open. Raises NotationError for names that the board lacks or the family excludes."""
        known = {name.upper(): atoms for name, atoms in self.names}
        for name in names:
            if name.upper() not in known:
                raise NotationError(
                    f"the board has no cell {name!r}: expected one of {', '.join(name for name, _ in self.names)}"
                )
        if excluded := self.excluded_in(names):
            raise NotationError(f"{', '.join(excluded)} is excluded: expected the names of a member")
        gone = {atom for name in names for atom in known[name.upper()]}
        board = self.puzzle.board
        atoms = tuple(atom for atom in board.atoms if atom not in gone)
        title = f"{self.puzzle.name} {' '.join(names)}".strip()
        return replace(self.puzzle, board=Board(atoms, board.optional, board.lattice), name=title)
