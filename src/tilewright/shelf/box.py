"""A box of the shelf: its pieces, the boards they fill, dice or dates, and published numbers with their sources."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Sequence
from functools import cache, cached_property
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tilewright.errors import NotationError, did_you_mean, quote
from tilewright.kinds.packing.family import Family
from tilewright.kinds.packing.family import load_family as file_family
from tilewright.kinds.packing.table import read_pieces, read_table
from tilewright.puzzle.table import learnt
from tilewright.shelf import NAMES, canonical_name, is_shelf_name, shelf_names

if TYPE_CHECKING:
    from tilewright.kinds import Packing
    from tilewright.pieces import Piece


FOLDER = os.path.join(os.path.dirname(__file__), "boxes")  # noqa: PTH118, PTH120  pathlib is slow to import


class Published(msgspec.Struct, forbid_unknown_fields=True):
    """A published number of tilings.

    classes: the number up to symmetry.

    turned: the number up to rotation.

    source: where it was published.
    """

    source: str
    tilings: int | None = None
    classes: int | None = None
    turned: int | None = None


class PublishedFamily(msgspec.Struct, forbid_unknown_fields=True):
    """Published numbers for all members of a family; `rarest` are the members with the fewest tilings."""

    source: str
    least: int | None = None
    median: float | None = None
    most: int | None = None
    impossible: int | None = None
    total: int | None = None
    rarest: list[str] = []


class BoxBoard(msgspec.Struct, frozen=True, dict=True):
    """A board of a box.

    name: the part of its name after the slash.

    names: the names of its cells in reading order, a point for a cell without one; empty if the board belongs to no
    family.

    groups: the choices of a member, by default the sides of the dice; `excluded` lists names that no member combines.

    open: the member used by default, as the cells left open.

    dice: the sides of each die, repeated as on the die.

    placed: pieces that a challenge places first.

    published: published numbers with their sources.

    keys: the keys of its puzzle table.
    """

    name: str
    about: str = ""
    names: str = ""
    groups: tuple[tuple[str, ...], ...] = ()
    excluded: tuple[tuple[str, ...], ...] = ()
    open: tuple[str, ...] = ()
    dice: tuple[tuple[str, ...], ...] = ()
    placed: tuple[str, ...] = ()
    published: tuple[Published, ...] = ()
    published_family: tuple[PublishedFamily, ...] = msgspec.field(default=(), name="family")
    keys: dict[str, Any] = {}

    @cached_property
    def puzzle(self) -> Packing:
        """The puzzle of the pieces and the board; for a family, no cell is left open."""
        return read_table(self.keys, "")

    @cached_property
    def family(self) -> Family | None:
        """The boards of all dates or rolls; None if there is only one board."""
        if not self.names:
            return None
        atoms, names = sorted(self.puzzle.board.atoms), self.names.split()
        if len(names) != len(atoms):
            raise NotationError(f"{len(names)} names for {len(atoms)} cells: expected one a cell, or . for none")
        named = tuple((name, (atom,)) for name, atom in zip(names, atoms, strict=True) if name != ".")
        groups = tuple(tuple(dict.fromkeys(side)) for side in self.dice or self.groups)
        return Family(self.puzzle, named, groups, self.excluded)

    def member(self, names: tuple[str, ...] = ()) -> Packing:
        """Return the puzzle, for a family that of a member (by default the one of `open`).

        Raises NotationError if the names are not those of a member.
        """
        if self.family is None:
            if names:
                raise NotationError("the board has no named cells: expected no --open and no --roll")
            return self.puzzle
        return self.family.with_open_cells(names or self.open)


class Box(msgspec.Struct, frozen=True, dict=True):
    """A box of the shelf.

    fits: the games that it fits.

    hands: the names of each player's pieces, if cards use those of one player; empty if all belong to one player.

    height: the height in layers of the regions on cards, for a box without a board.

    deck: whether its boards are a deck, so that each card has its own.

    board_tables: the table of each board by name; merged with `base` it is a puzzle table.
    """

    name: str
    title: str
    fits: str
    about: str
    confidence: str
    sources: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
    height: int = 1
    deck: bool = False
    base: dict[str, Any] = {}
    board_tables: dict[str, dict[str, Any]] = {}

    def __repr__(self) -> str:
        return f"<Box {self.name}: {self.title}>"

    @property
    def game(self) -> str:
        """The short name of the first game that it fits, without notes in brackets."""
        return re.split(r"[;(]", self.fits)[0].strip()

    @property
    def board_names(self) -> tuple[str, ...]:
        """The names of the boards; a box for regions on cards has none."""
        return tuple(self.board_tables)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces of the box."""
        return read_pieces(self.base, "")

    @property
    def boards(self) -> tuple[BoxBoard, ...]:
        """All boards."""
        return tuple(self.board(name) for name in self.board_tables)

    def board(self, name: str = "") -> BoxBoard:
        """Return the board of this name, or the first one.

        Raises NotationError, listing the boards, if there is no such board.
        """
        if not self.board_tables:
            raise NotationError(
                f"{self.name} has pieces and no board: draw one, or make some by `tilewright design cards {self.name}`"
            )
        name = name.lower() or next(iter(self.board_tables))
        if name not in self.board_tables:
            known = ", ".join(f"{self.name}/{each}" for each in self.board_tables)
            raise NotationError(f"{quote(f'{self.name}/{name}')}: no such board: expected one of {known}")
        row = self.board_tables[name]
        own = {key: row[key] for key in BoxBoard.__struct_encode_fields__ if key in row}
        rest = {key: value for key, value in row.items() if key not in own}
        keys = {"name": f"{self.title}, {name}", **self.base, **rest}
        return msgspec.convert({**own, "keys": keys}, learnt(BoxBoard))


def find_box(name: str) -> Box:
    """Return the box of a name or alias. Raises NotationError, suggesting the closest name, if there is none.

    >>> find_box("kanoodle").title
    'Twelve pieces of 55 balls'
    """
    canonical = canonical_name(name)
    if canonical is None:
        guess = did_you_mean(name, shelf_names())
        raise NotationError(f"no such box: {quote(name)}{guess}: `tilewright shelf` lists them")
    return _load(canonical)


def load_board(text: str) -> BoxBoard:
    """Return the board of `BOX` or `BOX/BOARD`. Raises NotationError for an unknown name.

    >>> load_board("iq-puzzler/diagonal").puzzle.board.area
    55.0
    """
    name, _, board = text.partition("/")
    return find_box(name).board(board)


def boxes() -> list[Box]:
    """Return all boxes in the order of the list."""
    return [_load(name) for name in NAMES]


@cache
def _load(name: str) -> Box:
    with open(os.path.join(FOLDER, f"{name}.toml"), encoding="utf-8") as file:  # noqa: PTH118, PTH123
        return parse_box(name, file.read())


def parse_box(name: str, text: str) -> Box:
    """Return the box of a TOML text; its boards are built when they are requested."""
    data = tomllib.loads(text)
    own = {key: data.pop(key) for key in Box.__struct_fields__ if key in data}
    tables = {row["name"]: row for row in data.pop("boards", [])}
    return msgspec.convert({**own, "name": name, "base": data, "board_tables": tables}, learnt(Box))


def load_family(source: str) -> Family:
    """Return the family of a box with dice or dates, such as `genius-square`, or of a TOML file.

    Raises NotationError if the board has no named cells.

    >>> load_family("calendar").groups[0][:2]
    ('JAN', 'FEB')
    """
    if not is_shelf_name(source) or os.path.exists(source):  # noqa: PTH110  pathlib is slow to import
        return file_family(source)
    family = load_board(source).family
    if family is None:
        raise NotationError(f"{source} has no named cells: expected a calendar, or a box with dice")
    return family


MOST_ROLLS = 10_000


def parse_roll(board: BoxBoard, text: str, seed: int | None = None) -> tuple[str, ...]:
    """Return the member of a roll such as `F1,D4,A1,B2,E6,C5,F2`, in any order, or of `random`.

    Raises NotationError for a box without dice, and for a roll that its dice cannot show.
    """
    if not board.dice or board.family is None:
        raise NotationError("--roll: the box has no dice; of a calendar --open says which cells stay open")
    if text.strip() == "random":
        from random import Random

        rng = Random(seed)
        return tuple(rng.choice(die) for die in board.dice)
    words = _words(text)
    if wrong := _roll_fault(board, words):
        example = ",".join(next(board.family.members()))
        raise NotationError(f"--roll {quote(text)}: {wrong}: expected one name of each die, such as {example}")
    return board.family.parse_member(",".join(words))


def _roll_fault(board: BoxBoard, words: Sequence[str]) -> str:
    """Return which die cannot show the roll or has no name in it; empty if each die shows one of the names."""
    for word in words:
        if not any(word in die for die in board.dice):
            return f"no die shows {word}"
    shown = [[word for word in words if word in die] for die in board.dice]
    numbers = [f"die {number} ({', '.join(dict.fromkeys(die))})" for number, die in enumerate(board.dice, start=1)]
    for number, names in zip(numbers, shown, strict=True):
        if len(names) > 1:
            return f"{number} shows one name only, not {' and '.join(names)}"
    return next((f"{number} shows nothing" for number, names in zip(numbers, shown, strict=True) if not names), "")


def _words(text: str) -> list[str]:
    return [word.upper() for word in re.split(r"[\s,]+", text.strip()) if word]


class DiceCheck(NamedTuple):
    """The result of checking a set of dice against some rolls.

    rolls: the number of rolls.

    bad: the indices of the rolls that the dice as sold cannot show.

    suspects: sets of dice, by number from 1, that can show every roll; (1, 2, ..., n) are the dice as sold.
    """

    rolls: int
    bad: tuple[int, ...]
    suspects: tuple[tuple[int, ...], ...]


def check_dice(board: BoxBoard, rolls: Sequence[str]) -> DiceCheck:
    """Return which sets of these dice, with some missing and others doubled, can show every roll.

    rolls: for each roll the names shown, one per die, in any order.

    Raises NotationError for names that are on no die, and for a wrong number of names or rolls.
    """
    if not board.dice:
        raise NotationError("the box has no dice: expected one such as genius-square")
    if not 1 <= len(rolls) <= MOST_ROLLS:
        raise NotationError(f"{len(rolls):,} rolls: expected 1 to {MOST_ROLLS:,}")
    shown = [_shown(board, roll) for roll in rolls]
    numbers = range(len(board.dice))
    as_sold = tuple(numbers)
    bad = tuple(place for place, roll in enumerate(shown) if not _can_show(board.dice, as_sold, roll))
    suspects = [as_sold]
    if bad:
        every = combinations_with_replacement(numbers, len(board.dice))
        fitting = [each for each in every if all(_can_show(board.dice, each, roll) for roll in shown)]
        most = max((len(set(each)) for each in fitting), default=0)
        suspects = [each for each in fitting if len(set(each)) == most]
    return DiceCheck(len(rolls), bad, tuple(tuple(number + 1 for number in each) for each in suspects))


def _shown(board: BoxBoard, roll: str) -> list[str]:
    words = _words(roll)
    for word in words:
        if not any(word in die for die in board.dice):
            raise NotationError(f"{quote(roll)}: no die shows {word}: expected names of the board's cells")
    if len(words) != len(board.dice):
        raise NotationError(f"{quote(roll)}: {len(words)} names: expected {len(board.dice)}, one a die")
    return words


def _can_show(dice: Sequence[Sequence[str]], chosen: Sequence[int], roll: Sequence[str]) -> bool:
    """Return whether these dice can show the roll, each one a name: a matching by augmenting paths."""
    owner: dict[int, int] = {}  # index among the dice -> index in the roll

    def place(name: int, seen: set[int]) -> bool:
        for at, number in enumerate(chosen):
            if at in seen or roll[name] not in dice[number]:
                continue
            seen.add(at)
            if at not in owner or place(owner[at], seen):
                owner[at] = name
                return True
        return False

    return all(place(name, set()) for name in range(len(roll)))
