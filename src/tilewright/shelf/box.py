"""A box of the shelf: its pieces, the boards they fill, dice or dates, and what is known, with sources."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from tilewright.errors import NotationError, did_you_mean, quote
from tilewright.kinds.packing.family import Family
from tilewright.kinds.packing.family import load_family as file_family
from tilewright.kinds.packing.table import read_pieces, read_table
from tilewright.shelf import NAMES, canonical_name, is_shelf_name, shelf_names
from tilewright.structs import learnt

if TYPE_CHECKING:
    from tilewright.kinds import Packing
    from tilewright.lattice import Atom
    from tilewright.pieces import Piece

FOLDER = os.path.join(os.path.dirname(__file__), "boxes")  # noqa: PTH118, PTH120  pathlib is slow to import


class Published(msgspec.Struct, forbid_unknown_fields=True):
    """A number somebody else states: tilings, classes up to symmetry, up to turning alone; where it stands."""

    source: str
    tilings: int | None = None
    classes: int | None = None
    turned: int | None = None


class PublishedFamily(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody else states of all members of a family."""

    source: str
    least: int | None = None
    median: int | None = None
    most: int | None = None
    impossible: int | None = None
    total: int | None = None


class _BoxTable(msgspec.Struct):
    """The keys of a box beside those of a puzzle, which its boards complete."""

    title: str
    fits: str
    about: str
    confidence: str
    sources: list[str]
    aliases: list[str] = []
    boards: list[dict[str, Any]] = []
    hands: list[list[str]] = []
    height: int = 1


class _BoardTable(msgspec.Struct):
    """The keys of a board beside those of a puzzle."""

    name: str
    about: str = ""
    names: str = ""
    dice: list[list[str]] = []
    placed: list[str] = []
    published: list[Published] = []
    family: list[PublishedFamily] = []


@dataclass(frozen=True)
class BoxBoard:
    """A board of a box.

    name:      behind the slash.
    puzzle:    its pieces and the board; of a family, without the open cells.
    family:    the boards of all dates or rolls; None where there is one.
    open:      what is left open where nobody says what: a member.
    dice:      the sides of each die, as often as they are on it.
    placed:    pieces that a challenge places first.
    published: what others state, with sources.
    """

    name: str
    about: str
    puzzle: Packing
    family: Family | None
    open: tuple[str, ...]
    dice: tuple[tuple[str, ...], ...]
    placed: tuple[str, ...]
    published: tuple[Published, ...]
    published_family: tuple[PublishedFamily, ...]

    def member(self, names: tuple[str, ...] = ()) -> Packing:
        """The puzzle, of a family that of a member (default: the one of `open`). Raises NotationError for no member."""
        if self.family is None:
            if names:
                raise NotationError("the board has no named cells: expected no --open and no --roll")
            return self.puzzle
        return self.family.with_open_cells(names or self.open)


@dataclass(frozen=True)
class Box:
    """A box of the shelf: neutral name, aliases, the game that it fits, pieces, names of boards, sources.

    hands:  names of the pieces of each player, where a card uses those of one; empty: all are one player's.
    height: of the regions of cards of a box without a board, in layers.
    """

    name: str
    aliases: tuple[str, ...]
    title: str
    fits: str
    about: str
    confidence: str
    sources: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    height: int
    _base: dict[str, Any] = field(repr=False, compare=False)
    _rows: dict[str, dict[str, Any]] = field(repr=False, compare=False)

    @property
    def board_names(self) -> tuple[str, ...]:
        """The names of the boards; a box for regions of cards has none."""
        return tuple(self._rows)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces, as they lie in the box."""
        return read_pieces(self._base, "")

    @property
    def boards(self) -> tuple[BoxBoard, ...]:
        """All boards."""
        return tuple(self.board(name) for name in self._rows)

    def board(self, name: str = "") -> BoxBoard:
        """The board of this name, or the first. Raises NotationError listing the boards there are."""
        if not self._rows:
            raise NotationError(
                f"{self.name} has pieces and no board: draw one, or make some by `tilewright design cards {self.name}`"
            )
        name = name or next(iter(self._rows))
        if name not in self._rows:
            known = ", ".join(f"{self.name}/{each}" for each in self._rows)
            raise NotationError(f"{quote(f'{self.name}/{name}')}: no such board: expected one of {known}")
        return _board(f"{self.title}, {name}", self._base, self._rows[name])


def find_box(name: str) -> Box:
    """The box of a name or alias. Raises NotationError with the closest name.

    >>> find_box("kanoodle").title
    'Twelve pieces of 55 balls'
    """
    canonical = canonical_name(name)
    if canonical is None:
        guess = did_you_mean(name, shelf_names())
        raise NotationError(f"no such box: {quote(name)}{guess}: `tilewright shelf` lists them")
    return _load(canonical)


def load_board(text: str) -> BoxBoard:
    """The board of `BOX` or `BOX/BOARD`. Raises NotationError for a name the shelf lacks.

    >>> load_board("iq-puzzler/diagonal").puzzle.board.area
    55.0
    """
    name, _, board = text.partition("/")
    return find_box(name).board(board)


def boxes() -> list[Box]:
    """All boxes, in the order of the list."""
    return [_load(name) for name in NAMES]


@cache
def _load(name: str) -> Box:
    with open(os.path.join(FOLDER, f"{name}.toml"), encoding="utf-8") as file:  # noqa: PTH118, PTH123
        return parse_box(name, file.read())


def parse_box(name: str, text: str) -> Box:
    """The box of a TOML text; its boards are made when they are asked for."""
    data = tomllib.loads(text)
    table = msgspec.convert(data, learnt(_BoxTable))
    base = {key: value for key, value in data.items() if key not in _BoxTable.__struct_fields__}
    rows = {row["name"]: row for row in table.boards}
    return Box(
        name,
        tuple(table.aliases),
        table.title,
        table.fits,
        table.about,
        table.confidence,
        tuple(table.sources),
        tuple(map(tuple, table.hands)),
        table.height,
        base,
        rows,
    )


def _board(title: str, base: dict[str, Any], row: dict[str, Any]) -> BoxBoard:
    table = msgspec.convert(row, learnt(_BoardTable))
    keys = {key: value for key, value in row.items() if key not in _BoardTable.__struct_fields__}
    choices = {key: keys.pop(key) for key in ("groups", "excluded", "open") if key in keys}
    puzzle = read_table({"name": title, **base, **keys}, "")
    dice = tuple(map(tuple, table.dice))
    family = None
    if table.names:
        groups = tuple(tuple(dict.fromkeys(side)) for side in dice or choices["groups"])
        excluded = tuple(map(tuple, choices.get("excluded", ())))
        family = Family(puzzle, _named_atoms(puzzle, table.names), groups, excluded)
    return BoxBoard(
        table.name,
        table.about,
        puzzle,
        family,
        tuple(choices.get("open", ())),
        dice,
        tuple(table.placed),
        tuple(table.published),
        tuple(table.family),
    )


def _named_atoms(puzzle: Packing, words: str) -> tuple[tuple[str, tuple[Atom, ...]], ...]:
    """The cells of a board by names, given in reading order; a point stands for a cell without a name."""
    atoms, names = sorted(puzzle.board.atoms), words.split()
    if len(names) != len(atoms):
        raise NotationError(f"{len(names)} names for {len(atoms)} cells: expected one a cell, or . for none")
    return tuple((name, (atom,)) for name, atom in zip(names, atoms, strict=True) if name != ".")


def load_family(source: str) -> Family:
    """The family of a box with dice or dates, as `genius-square`, or of a TOML file. Raises NotationError for none.

    >>> load_family("calendar").groups[0][:2]
    ('JAN', 'FEB')
    """
    if not is_shelf_name(source) or os.path.exists(source):  # noqa: PTH110  as above
        return file_family(source)
    family = load_board(source).family
    if family is None:
        raise NotationError(f"{source} has no named cells: expected a calendar, or a box with dice")
    return family
