"""Puzzles in the form that the page uses.

Lattices are sent as tables and pieces with their orientations, so that the page needs no geometry. The module also
provides the gallery in `gallery.json`, new puzzles on demand, and the daily puzzles, which are the same for everyone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import msgspec

from tilewright.api.answer import puzzle_row
from tilewright.design.ladder import ladders, published_tables
from tilewright.errors import NotationError, quote
from tilewright.files import check_notation_length
from tilewright.formats import tables
from tilewright.kinds.packing.family import Family, load_family
from tilewright.kinds.packing.table import piece_table
from tilewright.lattice import NAMES, lattice
from tilewright.loader import load, parse
from tilewright.pieces import piece_set, select
from tilewright.pieces.sets import set_names
from tilewright.puzzle import Puzzle
from tilewright.puzzle.page import pieces_view, player_motions
from tilewright.puzzle.table import learnt
from tilewright.render.canvas import PALETTE, REGIONS
from tilewright.web.requests import PhrasedNotationError

MOST_IN_SET = 120  # larger sets are available on the command line only


@lru_cache
def lattices() -> dict[str, Any]:
    """Return every lattice by name, as described for `lattice_view`."""
    return {name: lattice_view(name) for name in NAMES}


def lattice_view(name: str) -> dict[str, Any]:
    """Return one lattice as tables; atoms are `[row, column]`, or `[row, column, slot]` if a cell has several.

    In space the layer comes first, and the tables of the plane describe one layer, seen from above.

    `polygons[slot]` are the corners of that atom of cell (0, 0) in units of a cell, with y downwards. The atom of
    another cell is moved by row * `step[0]` + column * `step[1]`. `neighbours[slot]` lists the neighbours as offsets
    [rows, columns, slot]. `below` is the offset of the next layer to the right, down the page and in depth. `ball` is
    the radius of cells that are balls. `blocks` lists the slots that one click paints together, and `player` names the
    motions of the keys R, F and T.
    """
    grid = lattice(name)
    flat = lattice(grid.layer) if grid.layer else grid
    x, y, z = grid.space[0] if grid.space else (0.0, 0.0, 0.0)
    return {
        "name": name,
        "dimension": grid.dimension,
        "letters": grid.letters,
        "polygons": [flat.polygon(flat.join((0, 0), slot)) for slot in range(flat.slot_count)],
        "step": flat.basis,
        "neighbours": [[[*vector, slot] for vector, slot in row] for row in grid.neighbours],
        "blocks": grid.blocks,
        "ball": grid.ball,
        "below": [x, -y, -z],
        "unit": grid.unit or grid.slot_count,
        "usual": grid.default_motion,
        "motions": [
            {"name": m.name, "matrix": m.matrix, "kinds": m.slots, "offsets": m.offsets, "mirrored": m.mirrored}
            for m in grid.motions
        ],
        "groups": grid.groups,
        "player": {key: motion.name for key, motion in player_motions(name).items()},
        "palette": PALETTE,
        "regions": REGIONS,
    }


def puzzle_view(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle for the page: its JSON of the file format under `puzzle`, and the data to draw and play it."""
    view: dict[str, Any] = {
        **puzzle_row(puzzle),
        "puzzle": tables.dump_json(puzzle),
        "atoms": puzzle.board.atoms,
        "optional": puzzle.board.optional,
        "extent": puzzle.board.extent,
    }
    return {**view, **puzzle.picture.view()}


@lru_cache
def sets_view() -> list[dict[str, Any]]:
    """Return the named sets that are small enough to choose from, with their lattices."""
    return [
        {"name": each.name, "summary": each.summary, "lattice": each.pieces[0].lattice, "pieces": len(each.pieces)}
        for each in map(piece_set, set_names())
        if len(each.pieces) <= MOST_IN_SET
    ]


def chosen_view(text: str) -> list[dict[str, Any]]:
    """Return pieces of named sets, each with its table in puzzle files.

    `text` is written like the left side of PIECES@BOARD.
    """
    try:
        pieces = select(check_notation_length(text))
    except NotationError as error:
        raise _phrased(text, error) from error
    rows = pieces_view(pieces)
    return [{**row, "table": msgspec.to_builtins(piece_table(piece))} for row, piece in zip(rows, pieces, strict=True)]


def _phrased(text: str, error: NotationError) -> NotationError:
    """Return the error, with fields for the page if a set has no piece of a given name, as in `pentominoes:Q`."""
    name, _, letters = text.partition(":")
    known = piece_set(name).letters if name in set_names() else ""
    missing = next((letter for letter in letters if letter not in known), None)
    if not known or missing is None:
        return error
    return PhrasedNotationError(str(error), "no such letters", letter=missing, letters=known)


FILE = Path(__file__).parent / "gallery.json"
BOXES = Path(__file__).parent / "boxes.json"
SHOWN = ("name", "system", "title", "difficulty", "cells", "card")


@lru_cache
def _items() -> dict[str, dict[str, Any]]:
    items: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return {item["name"]: item for item in items}


@lru_cache
def entries() -> list[dict[str, Any]]:
    """Return name, system, title, difficulty, size in cells and card picture of every puzzle of the gallery.

    The picture holds the board's bounds and outline in units of a cell, and the outlines of its pieces in their colors,
    or its clues. It never shows a solution.
    """
    return [{key: item[key] for key in SHOWN} for item in _items().values()]


@lru_cache
def box_entries() -> list[dict[str, Any]]:
    """Return box, title, game and solved card picture of every board on the shelf."""
    rows: list[dict[str, Any]] = json.loads(BOXES.read_text(encoding="utf-8"))
    return rows


def puzzle(name: str) -> Puzzle:
    """Return the puzzle of the gallery with this name. Raises NotationError if there is none."""
    if name not in _items():
        raise PhrasedNotationError("the gallery has no such puzzle", "no such puzzle")
    return parse(_items()[name]["text"])


def item_view(name: str) -> dict[str, Any]:
    """Return the puzzle of the gallery with this name for the page, under its title."""
    return {**puzzle_view(puzzle(name)), "name": _items()[name]["title"]}


Difficulty = Literal["easy", "medium", "hard"]
System = Literal["shikaku", "doodle-fit", "tetris", "fridgeiq", "surprise", "edges"]
SMALLEST, LARGEST = 5, 20  # rows and columns of a Shikaku
LARGEST_SEED = 10**12 - 1
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
FIRST_DAY = date(2026, 1, 1)
LAST_DAY = date(2099, 12, 31)
# Systems with a puzzle each day.
DAILY = ("shikaku", "katamino", "tetris", "fridgeiq", "doodle-fit", "edges", "surprise", "calendar")
# Rows, columns and difficulty of the Shikaku by weekday, from a small and easy one on Monday to a large and hard one on
# Sunday.
WEEK: tuple[tuple[int, int, Difficulty], ...] = (
    (7, 7, "easy"),
    (8, 8, "easy"),
    (8, 8, "medium"),
    (10, 10, "easy"),
    (10, 10, "medium"),
    (12, 12, "medium"),
    (12, 12, "hard"),
)
FIRST_STEP, LAST_STEP = 3, 9  # pieces on the first and last step of a ladder: seven ladders share no set
CALENDAR = Path(__file__).parent / "calendar.toml"
MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]


class NewRequest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A request for a new puzzle of a system, determined by its seed.

    A Shikaku also has a number of rows and columns.
    """

    difficulty: Difficulty
    seed: int
    system: System = "shikaku"
    rows: int = 0
    columns: int = 0

    def job(self) -> dict[str, Any]:
        """Return the job for the process that makes the puzzle.

        Raises NotationError if the size or the seed is out of bounds.
        """
        sized = self.system == "shikaku"
        low, high = (SMALLEST, LARGEST) if sized else (0, 0)
        if not all(low <= length <= high for length in (self.rows, self.columns)):
            what = f"a new puzzle ({self.system}) of {self.rows} x {self.columns}"
            expected = f"expected {low} to {high} rows and columns"
            raise PhrasedNotationError(f"{what}: {expected}", "no such size", low=low, high=high)
        if not 0 <= self.seed <= LARGEST_SEED:
            line = f"seed {quote(str(self.seed))}: expected a number from 0 to {LARGEST_SEED}"
            raise PhrasedNotationError(line, "no such seed")
        return {"goal": "new", "request": msgspec.to_builtins(self)}

    @property
    def fields(self) -> dict[str, Any]:
        """The fields from which the page makes the puzzle's name."""
        fields: dict[str, Any] = msgspec.to_builtins(self)
        return fields


def day_of(text: str) -> date:
    """Parse a day written as 2026-11-21. Raises NotationError for days outside 2026 to 2099."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    first, last = str(FIRST_DAY), str(LAST_DAY)
    expected = f"expected one from {first} to {last}"
    if day is None or not DAY.fullmatch(text):
        raise PhrasedNotationError(f"{quote(text)} is no date: {expected}", "no date", day=quote(text))
    if not FIRST_DAY <= day <= LAST_DAY:
        raise PhrasedNotationError(f"day {quote(text)}: {expected}", "no such day", first=first, last=last)
    return day


def check_daily(system: str) -> None:
    """Raise NotationError for a system without a daily puzzle."""
    if system not in DAILY:
        names = ", ".join(DAILY)
        raise PhrasedNotationError(f"system {quote(system)}: expected one of {names}", "no such system", names=names)


def request_of_day(system: str, day: date) -> NewRequest | None:
    """Return the request for a day's puzzle, or None for systems whose puzzles are ready-made."""
    rows, columns, difficulty = WEEK[day.weekday()]
    seed = int(day.strftime("%Y%m%d"))
    if system == "shikaku":
        return NewRequest(difficulty, seed, "shikaku", rows, columns)
    if system in ("katamino", "calendar"):
        return None
    return msgspec.convert({"difficulty": difficulty, "seed": seed, "system": system}, learnt(NewRequest))


def puzzle_of_day(system: str, day: date) -> dict[str, Any]:
    """Return the view of a ready-made puzzle of the day: a Katamino or the calendar."""
    view = calendar_view(day) if system == "calendar" else puzzle_view(katamino_of_day(day))
    return {**view, "made": {"system": system}}


def katamino_of_day(day: date) -> Puzzle:
    """Return a day's Katamino, with four pentominoes on a Monday up to ten on a Sunday, which fill their board."""
    size = 4 + day.weekday()
    subsets = sorted(published_tables()[size])
    number = int.from_bytes(sha256(f"katamino {day}".encode()).digest()[:8])
    return load(f"{subsets[number % len(subsets)]}@5x{size}")


def calendar_view(day: date) -> dict[str, Any]:
    """Return the view of the calendar with the day's month and number left open, and the labels of its cells."""
    family = load_family(CALENDAR)
    open_names = (MONTHS[day.month - 1], str(day.day))
    member = family.with_open_cells(open_names)
    return {**puzzle_view(member), "labels": _labels(family, open_names), "open": open_names}


@lru_cache
def ladder_map() -> list[list[dict[str, Any]]]:
    """Return the Katamino ladders: for each step, the letters of its pieces and its number of tilings."""
    tables = published_tables()
    rows = ladders(tables, FIRST_STEP, LAST_STEP)
    return [[{"letters": step, "tilings": tables[len(step)][step]} for step in row] for row in rows]


def box_view(path: str) -> dict[str, Any]:
    """Return the puzzle of BOX, BOX/BOARD or BOX/BOARD/MEMBER for the page; a member is written like `MAR,14`.

    `box` lists the boards of the box and, for boards with dice or dates, the possible choices and the chosen member.
    """
    from tilewright.shelf import canonical_name
    from tilewright.shelf.box import find_box

    name, board_name, member = (*path.split("/"), "", "")[:3]
    if canonical_name(name) is None:
        raise PhrasedNotationError(f"no such box: {quote(name)}", "no such puzzle")
    try:
        box = find_box(name)
        board = box.board(board_name)
        family = board.family
        names = family.parse_member(member) if family and member else board.open
        puzzle = board.member(names)
    except NotationError as error:
        raise PhrasedNotationError(str(error), "no such puzzle") from error
    groups = [list(group) for group in family.groups] if family else []
    chosen = {"name": box.name, "board": board.name, "boards": list(box.board_names)}
    return {
        **puzzle_view(puzzle),
        "name": f"{box.game}: {board.name}" if len(box.board_names) > 1 else box.game,
        "labels": _labels(family, names) if family else [],
        "box": {**chosen, "groups": groups, "open": names, "dice": bool(board.dice)},
    }


def _labels(family: Family, names: Sequence[str]) -> list[list[Any]]:
    """Return (atom, name) for the named cells on the board of the member that leaves `names` open."""
    grid, back = family.puzzle.grid, family.shift_of(names)
    return [[*atom, name] for name, atoms in family.names for atom in grid.shift(atoms, back)]
