"""Families: a set of pieces and many boards, which differ in the named cells that are left open.

A family in TOML is a puzzle in its full form with `[named]` cells, `groups` of names and `excluded` combinations. The
key `open` lists the names that are left open by default, so that the file is a puzzle, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, TypeGuard

import msgspec

from tilewright.errors import NotationError, did_you_mean, quote
from tilewright.files import read_text
from tilewright.kinds import from_table
from tilewright.kinds.packing.constraints import atoms_of_slot
from tilewright.kinds.packing.puzzle import Packing, Pin
from tilewright.kinds.packing.table import board_origin, read_table
from tilewright.lattice import Atom, Vector, lattice
from tilewright.puzzle import Puzzle
from tilewright.puzzle.board import Board, Cell, read_cells
from tilewright.puzzle.table import check_name, decode_toml, learnt

MOST_GROUPS = 100


@dataclass(frozen=True)
class Family:
    """A puzzle whose board has named cells; a member leaves one named cell of each group open.

    names:    (name, atoms) pairs.
    groups:   the choices, e.g. the months and the days.
    excluded: names that no member has together, e.g. (FEB, 30), whatever its names in other groups.

    Raises NotationError for names that are repeated, unknown or malformed, and for cells off the board.

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
        there = {*self.puzzle.board.atoms, *self.puzzle.board.optional}
        listed = [name for group in self.groups for name in group]
        if len(known) < len(self.names):
            raise NotationError("a name stands twice among the named cells: expected each name once")
        for name, atoms in self.names:
            if not name or name != name.strip() or "," in name:
                raise NotationError(f"the cell named {quote(name)}: expected a name without commas and outer blanks")
            if not atoms:
                raise NotationError(f"{name} names no cell: expected at least one")
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
        """Return every combination of one name of each group without excluded names, in order.

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

    def excluded_in(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the first excluded names that are all among `names`, in any order; () if there are none."""
        given = {*names}
        return next((each for each in self.excluded if given.issuperset(each)), ())

    def split_names(self, text: str) -> list[str]:
        """Return the names in a text such as `MAR,14` or `MAR 14`; blanks within a known name are kept."""
        parts = [part.strip() for part in text.split(",")]
        return [name for part in parts for name in ([part] if self._meant(part) else part.split() or [part])]

    def parse_member(self, text: str) -> tuple[str, ...]:
        """Return the member of a text such as `MAR,14`: one name of each group, in any order.

        Raises NotationError for other texts.
        """
        return self.member_of(self.split_names(text))

    def member_of(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the member of these names, in the order of the groups.

        Raises NotationError unless they are one name of each group, without excluded names.
        """
        named = {meant[0] for meant in map(self._meant, names) if len(meant) == 1}
        found = [[name for name in group if name in named] for group in self.groups]
        member = tuple(name for some in found for name in some)
        if len(member) != len(names) or any(len(some) != 1 for some in found) or self.excluded_in(member):
            example = ",".join(next(self.members()))
            raise NotationError(
                f"{quote(','.join(names))} is not a member: expected one name of each group, e.g. {example}"
            )
        return member

    def _meant(self, name: str) -> list[str]:
        """Return the names that a text may mean: the one written exactly so, else those in other capitals."""
        known = [each for each, _ in self.names]
        return [name] if name in known else [each for each in known if each.upper() == name.upper()]

    def _known(self, names: Sequence[str]) -> list[str]:
        """Return the names as the family writes them.

        Raises NotationError for unknown, ambiguous and repeated names.
        """
        found = []
        for name in names:
            meant = self._meant(name)
            if len(meant) > 1:
                raise NotationError(f"the cell {quote(name)} may be {' or '.join(meant)}: expected one of them")
            if not meant:
                there = [each for each, _ in self.names]
                guess = did_you_mean(name.upper(), there)
                raise NotationError(f"the board has no cell {quote(name)}{guess}: expected one of {', '.join(there)}")
            if meant[0] in found:
                raise NotationError(f"the cell {name} is named more than once: expected each name once")
            found += meant
        return found

    def with_open_cells(self, names: Sequence[str]) -> Packing:
        """Return the puzzle with these cells left open: they are removed from its board, and nothing else changes.

        The result is the member that is solved, counted, drawn and written. Its board begins at its own first row and
        column, and the cells of pins, constraints and paint move with it.

        Raises NotationError for names that the board lacks, that the family excludes, or that are given twice, and if a
        pin or a constraint needs a cell that is left open.
        """
        chosen = self._known(names)
        if excluded := self.excluded_in(chosen):
            raise NotationError(f"{', '.join(excluded)} is excluded: expected the names of a member")
        known, board, grid = dict(self.names), self.puzzle.board, self.puzzle.grid
        opened = {atom: name for name in chosen for atom in known[name]}
        atoms, optional = ([atom for atom in each if atom not in opened] for each in (board.atoms, board.optional))
        paint = [pair for pair in board.paint if pair[0] not in opened]
        self._check_needed(opened, {*atoms, *optional})
        back = self.shift_of(chosen)
        return replace(
            self.puzzle,
            board=Board(atoms, optional, board.lattice, paint),
            pinned=tuple(Pin(pin.piece, tuple(grid.shift(pin.atoms, back))) for pin in self.puzzle.pinned),
            constraints=tuple(each.moved(grid, back) for each in self.puzzle.constraints),
            name=f"{self.puzzle.name} {' '.join(chosen)}".strip(),
        )

    def shift_of(self, names: Sequence[str]) -> Vector:
        """Return how far the board moves when these cells are left open.

        The board then begins at its own first row and column.
        """
        known, board, grid = dict(self.names), self.puzzle.board, self.puzzle.grid
        opened = {atom for name in names for atom in known[name]}
        left = [atom for atom in (*board.atoms, *board.optional) if atom not in opened]
        return tuple(-v for v in grid.origin(left)) if left else (0,) * grid.dimension

    def _check_needed(self, opened: Mapping[Atom, str], left: set[Atom]) -> None:
        """Raise NotationError if a pin or a constraint needs a cell that is left open."""
        for pin in self.puzzle.pinned:
            if name := next((opened[atom] for atom in pin.atoms if atom in opened), ""):
                raise NotationError(f"pinned piece {pin.piece} covers the cell {name}, {self._left_open(name)}")
        for each in self.puzzle.constraints:
            if each.where is None or each.where.cell is None:
                continue
            parts = atoms_of_slot(self.puzzle.grid, each.where.cell, each.where.slot)
            if (name := next((opened[atom] for atom in parts if atom in opened), "")) and left.isdisjoint(parts):
                raise NotationError(f"{quote(each.text)}: the cell is {name}, {self._left_open(name)}")

    def _left_open(self, name: str) -> str:
        in_group = any(name in group for group in self.groups)
        return f"which is left open: expected other cells{f', or excluded = [[{name!r}]]' if in_group else ''}"


KEYS = ("named", "groups", "excluded", "open")


class _Names(msgspec.Struct, forbid_unknown_fields=True):
    named: dict[str, list[Cell]]
    groups: list[list[str]]
    excluded: list[list[str]] = []
    open: list[str] = []


def load_family(source: str | Path) -> Family:
    """Return the family of a TOML file, or of standard input for `-`.

    Raises NotationError that says what is wrong with the file.
    """
    expected = "expected a TOML file with [named] cells"
    try:
        text = read_text(str(source))
    except FileNotFoundError:
        raise NotationError(f"{source}: no such file; {expected}") from None
    try:
        data = decode_toml(text)
    except NotationError as error:
        raise NotationError(f"{source}: {str(error).rpartition(': expected ')[0]}: {expected}") from None
    if not is_family(data):
        raise NotationError(f"{source}: {expected}")
    try:
        return _family(data, text)[0]
    except NotationError as error:
        reason = str(error) if "[named]" in str(error) or "[named" in text else f"{error}; {expected}"
        raise NotationError(f"{source}: {reason}") from None


def is_family(data: object) -> TypeGuard[dict[str, Any]]:
    """Return whether a decoded file has named cells."""
    return isinstance(data, dict) and "named" in data


def read_puzzle(data: object, text: str) -> Puzzle:
    """Return the puzzle of a decoded file; for a family, the one that its key `open` names.

    Raises NotationError that says what is wrong with the file.
    """
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
