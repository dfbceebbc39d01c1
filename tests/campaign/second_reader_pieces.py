"""A second reader of pieces and boards as text, written apart: what a careful person takes a text for, and how many tilings it has.

It shares nothing with the package. What it cannot make one thing of is `UnclearError`; then the package must refuse the text.
Cells are (row, column) on the square lattice; pieces turn and flip unless the form says otherwise.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

Cell = tuple[int, int]
Shape = frozenset[Cell]
Copies = tuple[int, int | None]

SURE = "#■█"
OTHERS = "*XxO@+□▓▒░◼◻▪▫⬛⬜●○"
NOTHING = "._·"
LETTERS = {  # drawn here once more
    "pentominoes": {
        "F": ".##/##./.#.", "I": "#####", "L": "####/#...", "N": "##../.###", "P": "##/##/#.", "T": "###/.#./.#.", "U": "#.#/###",
        "V": "#../#../###", "W": "#../##./.##", "X": ".#./###/.#.", "Y": "####/.#..", "Z": "##./.#./.##",
    },
    "tetrominoes": {"I": "####", "J": "#../###", "L": "..#/###", "O": "##/##", "S": ".##/##.", "T": ".#./###", "Z": "##./.##"},
    "trominoes": {"1": "###", "2": "##/#.", "I": "###", "L": "##/#.", "V": "##/#."},
    "dominoes": {"1": "##", "I": "##"},
}  # fmt: skip
TURN_ONLY = {"tetrominoes"}


class UnclearError(Exception):
    """A text that could mean nothing, or several things."""


def at_corner(cells: Iterable[Cell]) -> Shape:
    """The cells moved so that the first row and column are 0."""
    found = [*cells]
    top, left = min(r for r, _ in found), min(c for _, c in found)
    return frozenset((r - top, c - left) for r, c in found)


@cache
def positions(shape: Shape, flips: bool) -> frozenset[Shape]:
    """What a shape looks like in each way that it may lie."""
    found = set()
    for mirrored in (False, True) if flips else (False,):
        now = frozenset((r, -c) for r, c in shape) if mirrored else shape
        for _ in range(4):
            now = frozenset((c, -r) for r, c in now)
            found.add(at_corner(now))
    return frozenset(found)


def parts(shape: Shape) -> int:
    """How many parts a shape is in, by edges."""
    left, number = set(shape), 0
    while left:
        number += 1
        edge = [left.pop()]
        for r, c in edge:
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left
            left -= near
            edge += near
    return number


@dataclass(frozen=True)
class Meaning:
    """A puzzle: cells to cover, cells that may stay empty, and (positions, (fewest, most)) of each piece.

    Pieces of equal shape are one with their copies added: nobody tells them apart.
    """

    must: Shape
    may: Shape
    pieces: frozenset[tuple[frozenset[Shape], Copies]]

    @classmethod
    def of(cls, must: Iterable[Cell], may: Iterable[Cell], pieces: Iterable[tuple[Shape, Copies, bool]]) -> Meaning:
        """Put the board to the corner, and pieces of equal shape together."""
        must, may = frozenset(must), frozenset(may)
        if not must | may:
            raise UnclearError("a board without cells")
        every = must | may
        top, left = min(r for r, _ in every), min(c for _, c in every)
        moved = [frozenset((r - top, c - left) for r, c in some) for some in (must, may)]
        found: dict[frozenset[Shape], Copies] = {}
        for shape, (lo, hi), flips in pieces:
            low, high = found.get(kind := positions(at_corner(shape), flips), (0, 0))
            found[kind] = low + lo, None if high is None or hi is None else high + hi
        if not found:
            raise UnclearError("no pieces")
        return cls(moved[0], moved[1], frozenset(found.items()))


def count(meaning: Meaning, most: int = 100_000) -> int:
    """Count the tilings cell by cell."""
    every = sorted(meaning.must | meaning.may)
    kinds = [*meaning.pieces]
    there = frozenset(every)
    with_cell: dict[Cell, list[tuple[int, Shape]]] = {cell: [] for cell in every}
    for number, (shapes, _) in enumerate(kinds):
        for shape in shapes:
            first = min(shape)
            for r, c in every:
                cells = frozenset((a + r - first[0], b + c - first[1]) for a, b in shape)
                if cells <= there:
                    with_cell[r, c].append((number, cells))

    def fill(place: int, taken: Shape, used: tuple[int, ...]) -> int:
        while place < len(every) and every[place] in taken:
            place += 1
        if place == len(every):
            return int(all(n >= lo for n, (_, (lo, _)) in zip(used, kinds, strict=True)))
        cell = every[place]
        total = fill(place + 1, taken, used) if cell in meaning.may else 0
        for number, cells in with_cell[cell]:
            hi = kinds[number][1][1]
            if not cells & taken and (hi is None or used[number] < hi):
                total += fill(place + 1, taken | cells, (*used[:number], used[number] + 1, *used[number + 1 :]))
                if total > most:
                    raise OverflowError
        return total

    return fill(0, frozenset(), (0,) * len(kinds))


# How each form is read.


def lines_of(text: str) -> list[str]:
    """The lines without what stands at their ends; tabs only where every line begins with them."""
    found = [
        line.rstrip() for line in text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    ]
    full = [line for line in found if line]
    tabs = min((len(line) - len(line.lstrip("\t")) for line in full), default=0)
    if any("\t" in line[tabs:] for line in full):
        raise UnclearError("a tab within a drawing")
    return [line[tabs:] for line in found]


def trimmed(lines: list[str]) -> list[str]:
    while lines and not lines[0]:
        lines = lines[1:]
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def drawn(lines: list[str], letters: bool = False) -> tuple[Shape, str]:
    """The cells of one drawing, and its mark."""
    text = "".join(lines)
    marks = dict.fromkeys(c for c in text if c not in NOTHING + " ")
    if set(marks) <= set("01") and "1" in marks and not set(text) & set(NOTHING):
        rows = [line.replace(" ", "") for line in lines]
        if len(set(map(len, rows))) > 1:
            raise UnclearError("rows of different lengths")
        return frozenset((r, c) for r, row in enumerate(rows) for c, v in enumerate(row) if v == "1"), "1"
    if not marks:
        raise UnclearError("nothing is drawn")
    mark = next(iter(marks))
    if len(marks) > 1 and not set(marks) <= set(SURE):
        raise UnclearError("two marks")
    known = SURE + OTHERS + "o" * letters
    if any(c not in known and not (letters and c.isascii() and c.isalpha()) for c in marks):
        raise UnclearError("a mark that nobody uses")
    left = min(len(line) - len(line.lstrip()) for line in lines if line)
    body = [line[left:] for line in lines]
    if max(map(len, body)) > 2 and not any(line[1::2].strip() for line in body):
        raise UnclearError("every other column is blank")
    if mark not in SURE and set(text) & set(NOTHING) and any(" " in line for line in body):
        raise UnclearError("blanks and dots")
    return frozenset((r, c) for r, line in enumerate(lines) for c, v in enumerate(line) if v in marks), mark


def read_board(text: str) -> tuple[Shape, Shape]:
    """(cells to cover, cells that may stay empty) of a drawing, or of a JSON list of its rows."""
    is_list = text.removeprefix("\ufeff").strip()[:1] == "["
    lines = [] if is_list else trimmed(lines_of(text))
    if is_list:
        rows = of_json(text)
        if not all(isinstance(row, str) and "\n" not in row for row in rows):
            raise UnclearError("a list of something else")
        lines = trimmed([row.rstrip() for row in rows])
    if not all(lines):
        raise UnclearError("an empty line in a board")
    if "o" in "".join(lines):
        others = set("".join(lines)) - set(NOTHING + " o")
        if not others or not others <= set(SURE):
            raise UnclearError("o beside something else, or alone")
        every, _ = drawn([line.replace("o", "#") for line in lines])
        may = frozenset((r, c) for r, line in enumerate(lines) for c, v in enumerate(line) if v == "o")
        return every - may, may
    return drawn(lines)[0], frozenset()


def of_json(text: str) -> list[Any]:
    """A list written as JSON."""
    try:
        found = json.loads(text.removeprefix("\ufeff"))
    except ValueError:
        raise UnclearError("brackets that are no JSON") from None
    if not isinstance(found, list) or not found:
        raise UnclearError("no list")
    return found


HEADING = re.compile(r"\s*(?:(?:shape|piece|present|block)[ \t]*)?(\w{1,20})[ \t]*:\s*", re.IGNORECASE)


def is_comment(line: str) -> bool:
    """Whether a line begins with a sign of comments and a blank, and has a word that is not made of marks."""
    sign, _, words = line.strip().partition(" ")
    is_sign = sign in ("#", "##", "###", ";", ";;", "//", "%", "%%")
    return is_sign and any(len(word) > 1 and set(word) - set("XxOo") for word in re.findall(r"\w+", words))


def blocks_of(text: str) -> Iterator[tuple[str, list[str]]]:
    """(name above it, lines) of each drawing of a list."""
    name, rows = "", list[str]()
    for line in [*lines_of(text), ""]:
        heading = HEADING.fullmatch(line)
        if line and not heading and not is_comment(line):
            rows.append(line)
            continue
        if rows and is_comment(line):
            raise UnclearError("a comment within a drawing")
        if rows:
            yield name, rows
            name, rows = "", []
        if heading:
            if name:
                raise UnclearError("a name without a drawing")
            name = heading[1]
    if name:
        raise UnclearError("a name without a drawing")


def read_pieces(text: str) -> list[tuple[str, Shape]]:
    """(name, shape) of each drawing of a list."""
    found, marks = list[tuple[str, Shape]](), list[str]()
    if text.removeprefix("\ufeff").strip()[:1] == "[":
        every = of_json(text)
        if not all(isinstance(rows, list) and rows and all(isinstance(row, str) for row in rows) for rows in every):
            raise UnclearError("a list that is not one of lists of rows")
        text = "\n\n".join("\n".join(rows) for rows in every)
    for name, rows in blocks_of(text):
        shape, mark = drawn(rows, letters=True)
        if parts(shape) > 1 and not name:
            raise UnclearError("a drawing in several parts")
        found.append((name, shape))
        marks.append("#" if mark in SURE or mark == "1" else mark)
    if not found:
        raise UnclearError("no drawings")
    named = [name for name, _ in found if name]
    if named and (len(named) < len(found) or len(set(named)) < len(named)):
        raise UnclearError("some have no name, or the same")
    alone = len(set(marks)) == len(marks) and all(map(str.isalpha, marks))
    if not named and len(set(marks)) > 1 and not alone:
        raise UnclearError("some in the same mark")
    return found


def read_list_on_board(pieces: str, board: str) -> Meaning:
    """Each piece once on a drawn board."""
    must, may = read_board(board)
    return Meaning.of(must, may, [(shape, (1, 1), True) for _, shape in read_pieces(pieces)])


REGION = re.compile(r"[ \t]*([0-9]+)[ \t]*[xX×*][ \t]*([0-9]+)[ \t]*:(.*)")


def read_regions(text: str) -> list[Meaning]:
    """Each region below numbered presents."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found = [match for line in lines if (match := REGION.fullmatch(line.rstrip()))]
    presents = read_pieces("\n".join("" if REGION.fullmatch(line.rstrip()) else line for line in lines))
    names = [name for name, _ in presents]
    if not found or not all(names):
        raise UnclearError("no regions, or a drawing without a number")
    numbers = [int(name) for name in names if re.fullmatch("[0-9]+", name)]
    if numbers and numbers not in (list(range(len(names))), list(range(1, len(names) + 1))):
        raise UnclearError("numbers that leave the order open")
    regions = []
    for match in found:
        words = match[3].replace(",", " ").split()
        if (
            not all(re.fullmatch("[0-9]+", word) for word in words)
            or len(words) != len(presents)
            or not any(map(int, words))
        ):
            raise UnclearError("counts that do not fit the presents")
        cells = [(r, c) for r in range(int(match[2])) for c in range(int(match[1]))]
        wanted = [(shape, (int(n), int(n)), True) for (_, shape), n in zip(presents, words, strict=True) if int(n)]
        regions.append(Meaning.of((), cells, wanted))
    return regions


def read_boxed(text: str) -> Meaning:
    """Rows, columns and pieces; DEFAULT or CUSTOM with a board; pieces in letters."""
    lines = [line for line in lines_of(text) if line]
    numbers = re.fullmatch(r"\s*([0-9]+)[ \t,]+([0-9]+)[ \t,]+([0-9]+)", lines[0]) if lines else None
    if numbers is None or len(lines) < 3:
        raise UnclearError("no head")
    rows, columns, number = map(int, numbers.groups())
    word, rest = lines[1].strip().upper(), lines[2:]
    if word == "DEFAULT":
        must = frozenset((r, c) for r in range(rows) for c in range(columns))
    elif word == "CUSTOM":
        board, rest = rest[:rows], rest[rows:]
        if len(board) != rows or any(len(line) != columns or set(line) - set(".X") for line in board):
            raise UnclearError("another board than the head says")
        must = frozenset((r, c) for r, line in enumerate(board) for c, v in enumerate(line) if v == "X")
    else:
        raise UnclearError("neither DEFAULT nor CUSTOM")
    shapes: dict[str, list[str]] = {}
    last = ""
    for line in rest:
        used = set(line) - {" "}
        letter = next(iter(used), "")
        if len(used) != 1 or not (letter.isascii() and letter.isalpha()):
            raise UnclearError("a line of several letters")
        if letter != last and letter.upper() in map(str.upper, shapes):
            raise UnclearError("a letter that comes again")
        shapes.setdefault(letter, []).append(line)
        last = letter
    if len(shapes) != number:
        raise UnclearError("another number of pieces")
    pieces = []
    for letter, some in shapes.items():
        shape, _ = drawn([line.replace(letter, "#") for line in some])
        pieces.append((shape, (1, 1), True))
    return Meaning.of(must, (), pieces)


TERM = re.compile(r"(?:(\w+):)?([A-Za-z0-9,]+)([*+?]?)(?:!(free|turn|fixed))?")
MANY: dict[str, Copies] = {"": (1, 1), "*": (0, None), "+": (1, None), "?": (0, 1)}


def read_notation(text: str) -> Meaning:
    """`SET:LETTERS@RxC` with numbers of copies; each letter once; other forms are unclear here."""
    pieces, _, size = text.strip().partition("@")
    box = re.fullmatch(r"([0-9]+)[xX×*]([0-9]+)((?:-r[0-9]+c[0-9]+(?:,r[0-9]+c[0-9]+)*)?)", size)
    if not box:
        raise UnclearError("no size")
    gone = {(int(r), int(c)) for r, c in re.findall(r"r([0-9]+)c([0-9]+)", box[3])}
    must = {(r, c) for r in range(int(box[1])) for c in range(int(box[2]))}
    if not gone <= must:
        raise UnclearError("holes off the board")
    found = list[tuple[Shape, Copies, bool]]()
    for term in re.split(r"\+(?=[A-Za-z])", pieces):
        match = TERM.fullmatch(term)
        if not match or match[4]:
            raise UnclearError("a term of another form")
        name, letters, many = match[1] or "", match[2], match[3]
        if not name and letters in LETTERS:
            name, letters = letters, "".join(x for x in LETTERS[letters] if letters != "trominoes" or x.isdigit())
            if name == "dominoes":
                letters = "1"
        name = name or "pentominoes"
        if name not in LETTERS:
            raise UnclearError("no such set")
        found += _chosen(name, letters, MANY[many])
    return Meaning.of(must - gone, (), found)


def _chosen(name: str, letters: str, copies: Copies) -> Iterator[tuple[Shape, Copies, bool]]:
    known = LETTERS[name]
    numbered = any(map(str.isdigit, known))
    pairs = (
        re.findall(r"([A-Za-z])([0-9]*),?", letters) if not numbered else [(x, "") for x in letters.replace(",", "")]
    )
    if "".join(a + b for a, b in pairs) != letters.replace(",", "") or not all(letters.split(",")):
        raise UnclearError("letters and numbers mixed up")
    bare = letters.replace(",", "")
    if numbered and not (bare.isdigit() or bare.isalpha()):
        raise UnclearError("a name or a number of copies")
    shapes = Counter(at_corner_of(known.get(letter, "")) for letter, _ in pairs)
    if any(letter not in known for letter, _ in pairs) or max(shapes.values()) > 1:
        raise UnclearError("no such letter, or one twice")
    for letter, number in pairs:
        if number and (number[0] == "0" or copies != (1, 1)):
            raise UnclearError("a number beside *, or one that begins with 0")
        each = (int(number), int(number)) if number else copies
        yield at_corner_of(known[letter]), each, name not in TURN_ONLY


@cache
def at_corner_of(drawing: str) -> Shape:
    """A shape drawn with / between its rows."""
    return frozenset((r, c) for r, row in enumerate(drawing.split("/")) for c, v in enumerate(row) if v == "#")
