"""A family: one set of pieces against many boards, which differ in the named cells that are left open.

Families in TOML: a puzzle in its full form and `[named]` cells, `groups` of names, `excluded` combinations.

`open` are the names left open where nobody says which, so that the file is a puzzle, too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, TypeGuard

import msgspec

from tilewright.errors import NotationError, did_you_mean, quote
from tilewright.files import read_text
from tilewright.kinds import from_table
from tilewright.kinds.packing.puzzle import Packing
from tilewright.kinds.packing.table import board_origin, read_table
from tilewright.lattice import Atom, lattice
from tilewright.puzzle import Puzzle
from tilewright.puzzle.board import Board, Cell, read_cells
from tilewright.puzzle.table import check_name, learnt

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
        listed = [name for group in self.groups for name in group]
        for name, atoms in self.names:
            if not set(atoms) <= there:
                raise NotationError(f"the cell named {name} is not on the board")
            if listed.count(name) > 1:
                raise NotationError(f"the groups name {name} more than once: expected each name once")
        if unknown := [name for name in listed if name not in known]:
            raise NotationError(f"a group names {unknown[0]}: expected one of {', '.join(known)}")
        for names in self.excluded:
            held = [len({*names} & {*group}) for group in self.groups]
            if not names or sum(held) != len(names) or max(held) > 1:
                expected = "expected one or more names, at most one a group"
                raise NotationError(f"excluded: {quote(', '.join(names))} excludes nothing: {expected}")
        if len(self.groups) > MOST_GROUPS:
            raise NotationError(f"{len(self.groups):,} groups: expected at most {MOST_GROUPS}")

    def members(self) -> Iterator[tuple[str, ...]]:
        """Return every combination of one name a group that has no excluded names together, in order.

        Raises NotationError if there is none.
        """
        members = self._extended(())
        if (first := next(members, None)) is None:
            raise NotationError("the family has no members: expected a combination that is not excluded")
        return chain([first], members)

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

    def split_names(self, text: str) -> list[str]:
        """Return the names in a text such as `MAR,14` or `MAR 14`; blanks within a name of the family stay."""
        known = {name.upper() for name, _ in self.names}
        parts = [part.strip() for part in text.split(",")]
        return [name for part in parts for name in ([part] if part.upper() in known else part.split() or [part])]

    def parse_member(self, text: str) -> tuple[str, ...]:
        """Parse a member such as `MAR,14`: one name of each group, in any order. Raises NotationError otherwise."""
        given = [name.upper() for name in self.split_names(text)]
        found = [[name for name in group if name.upper() in given] for group in self.groups]
        names = tuple(name for some in found for name in some)
        if len(names) != len(given) or any(len(some) != 1 for some in found) or self.excluded_in(names):
            example = ",".join(next(self.members()))
            raise NotationError(f"{quote(text)} is not a member: expected one name of each group, e.g. {example}")
        return names

    def with_open_cells(self, names: Sequence[str]) -> Packing:
        """The puzzle with these cells left open.

        Raises NotationError for names that the board lacks, the family excludes, or that are given twice.
        """
        known = {name.upper(): atoms for name, atoms in self.names}
        given = [name.upper() for name in names]
        for name in names:
            if name.upper() not in known:
                there = [each for each, _ in self.names]
                guess = did_you_mean(name.upper(), there)
                raise NotationError(f"the board has no cell {quote(name)}{guess}: expected one of {', '.join(there)}")
            if given.count(name.upper()) > 1:
                raise NotationError(f"the cell {name} is named more than once: expected each name once")
        if excluded := self.excluded_in(names):
            raise NotationError(f"{', '.join(excluded)} is excluded: expected the names of a member")
        gone = {atom for name in names for atom in known[name.upper()]}
        board = self.puzzle.board
        atoms = tuple(atom for atom in board.atoms if atom not in gone)
        title = f"{self.puzzle.name} {' '.join(names)}".strip()
        return replace(self.puzzle, board=Board(atoms, board.optional, board.lattice), name=title)


KEYS = ("named", "groups", "excluded", "open")


class _Names(msgspec.Struct, forbid_unknown_fields=True):
    named: dict[str, list[Cell]]
    groups: list[list[str]]
    excluded: list[list[str]] = []
    open: list[str] = []


def load_family(source: str | Path) -> Family:
    """The family of a TOML file (or `-`); NotationError says what is wrong with it."""
    expected = "expected a TOML file with [named] cells"
    try:
        text = read_text(str(source))
        data = tomllib.loads(text)
    except FileNotFoundError:
        raise NotationError(f"{source}: no such file; {expected}") from None
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"{source}: {error}: {expected}") from None
    if not is_family(data):
        raise NotationError(f"{source}: {expected}")
    try:
        return _family(data, text)[0]
    except NotationError as error:
        raise NotationError(f"{source}: {error}") from None


def is_family(data: object) -> TypeGuard[dict[str, Any]]:
    """Whether a decoded file has named cells."""
    return isinstance(data, dict) and "named" in data


def read_puzzle(data: object, text: str) -> Puzzle:
    """The puzzle of a decoded file; of a family's, the one that its key `open` names."""
    if not is_family(data):
        return from_table(data, text)
    family, names = _family(data, text)
    if not names:
        raise NotationError("the board has named cells: expected --open NAMES, or open = [NAME, ...] in the file")
    return family.with_open_cells(names)


def _family(data: dict[str, Any], text: str) -> tuple[Family, list[str]]:
    try:
        names = msgspec.convert({key: data[key] for key in KEYS if key in data}, learnt(_Names))
    except msgspec.ValidationError as error:
        hint = "expected [named] with NAME = [[row, column]], and groups = [[NAME, ...], ...]"
        raise NotationError(f"{quote(str(error))}: {hint}") from None
    for name in (*names.named, *(each for group in names.groups for each in group)):
        check_name(name, "cell")
    rest = {key: value for key, value in data.items() if key not in KEYS}
    puzzle = read_table(rest, text)
    grid = lattice(puzzle.lattice)
    back = tuple(-v for v in board_origin(rest, text))
    atoms = tuple((name, tuple(grid.shift(read_cells(grid, cells), back))) for name, cells in names.named.items())
    family = Family(puzzle, atoms, tuple(map(tuple, names.groups)), tuple(map(tuple, names.excluded)))
    return family, names.open
