"""Knuth's text for exact covers: a line of items, `|` and secondary items, then one option on each line.

Multiplicities are written `lo:hi|item`, colors `item:c`.

Knuth's programs accept colors of one character; here they may have up to eight. Every option must contain an
item from before the bar, which may have the lower bound 0. Knuth's programs skip options that consist of
secondary items only, so they are refused here.
"""

from __future__ import annotations

import re
import string
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilewright._kernel import read_options
from tilewright.errors import LimitError, NotationError, controls_terminal, quote
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.problem import ExactCover, Rows
from tilewright.formats.model import Model

MAX_OPTIONS = 2_000_000
MAX_BYTES = 256 << 20  # bytes of a text: two million options of twenty items
LARGE = 1 << 16  # characters; from this size on the kernel reads the options
SECONDS_A_BYTE, SECONDS_A_NAME = 1e-8, 3e-7  # reading times of the kernel, which cannot be interrupted
OTHER_BREAKS = "\r\v\f\x1c\x1d\x1e\x1f"  # other characters that Python treats as line ends or blanks
ONE_CHARACTER = string.ascii_uppercase + string.ascii_lowercase + string.digits  # names for colors that have none
MOST_DIGITS = 9  # digits of a multiplicity
NO_ITEMS = "line 1: expected a line of items, then options"
_FIRST = re.compile(r"^(?!\|).*\S.*", re.MULTILINE)  # the first line that is neither empty nor a comment
_COLOR = re.compile(r"[^|:]{1,8}")
_ITEM = re.compile(r"(?:(?:(?P<lo>\d+):)?(?P<hi>\d+)\|)?(?P<name>[^|:]{1,8})", re.ASCII)


def dump(model: Model) -> str:
    """Return the cover as text; a `|` line before each option names its placement."""
    cover = model.cover
    if any(len(name) > 8 for name in model.row_names):
        raise NotationError("Knuth's items have at most 8 characters: the names of the pieces are too long for DLX")
    notes = [placement.id for placement in model.placements]
    title = f"{model.title}; equal pieces are told apart, as `count --labelled` does"
    return dump_cover(cover.replace(names=model.row_names), title, notes)


def dump_cover(cover: ExactCover, title: str = "", notes: Sequence[str] = ()) -> str:
    """Return any cover whose items have names as text; `notes` are written on a `|` line before each option.

    Raises NotationError for what DLX cannot express.

    >>> print(dump_cover(parse("a | x\\na x:1\\na x:2\\n")), end="")
    a | x
    a x:1
    a x:2
    """
    if any(times > 1 for option in cover.options for times in Counter(option).values()):
        raise NotationError("an option covers an item twice: DLX cannot say that")
    if not cover.lo or not all(map(len, cover.options)):
        raise NotationError("a cover without items, or an option without any: DLX cannot say that")
    _check_names("item", cover.names)
    lines = [f"| {title}"] if title else []
    lines.append(_item_line(cover))
    colors = ["", *(f":{name}" for name in _color_names(cover))]
    for number, (option, row) in enumerate(zip(cover.options, cover.color_rows, strict=True)):
        lines += [f"| {notes[number]}"] if notes else []
        lines.append(" ".join(cover.names[item] + colors[color] for item, color in zip(option, row, strict=True)))
    return "\n".join(lines) + "\n"


def _check_names(what: str, names: Sequence[str]) -> None:
    """Raise NotationError for names that could not be read back."""
    for name in names:
        if _COLOR.fullmatch(name) is None or name.split() != [name] or any(map(controls_terminal, name)):
            raise NotationError(f"{what} {quote(name)}: DLX has names of 1 to 8 characters, without blanks, : and |")
    if len(set(names)) < len(names):
        twice = next(name for name, times in Counter(names).items() if times > 1)
        raise NotationError(f"two {what}s are called {quote(twice)}: expected names that differ")


def _item_line(cover: ExactCover) -> str:
    primary, secondary, needed = [], [], _needed_items(cover)
    for item, (name, lo, hi) in enumerate(zip(cover.names, cover.lo, cover.upper, strict=True)):
        if (lo, hi) == (0, 1) and item not in needed:
            secondary.append(name)
        elif (lo, hi) == (1, 1):
            primary.append(name)
        else:
            least, most = _written_bounds(lo, hi, len(cover.options))
            primary.append(f"{least}:{most}|{name}")
    return " ".join(primary + (["|", *secondary] if secondary else []))


def _written_bounds(least: int, most: int, options: int) -> tuple[int, int]:
    """Return equivalent bounds with few digits: no item is covered more often than there are options."""
    if max(least, most) < 10**MOST_DIGITS:
        return least, most
    return min(least, options + 1), max(options, min(least, options + 1))


def _needed_items(cover: ExactCover) -> set[int]:
    """Return items to write before the bar with the bounds 0:1: one of each option that has only secondary items.

    If all items are secondary, at least one is returned, because a line that begins with a bar is a comment.
    """
    secondary = [(lo, hi) == (0, 1) for lo, hi in zip(cover.lo, cover.upper, strict=True)]
    found: set[int] = set()
    for option in cover.options:
        if option and all(secondary[item] and item not in found for item in option):
            found.add(option[0])
    return found or ({0} if all(secondary) else found)


def _color_names(cover: ExactCover) -> Sequence[str]:
    """Return the names of the colors 1, 2, ...: their own, or one character each."""
    number = max(cover.colors, default=0)
    if len(cover.color_names) >= number:
        _check_names("color", cover.color_names)
        return cover.color_names
    if number > len(ONE_CHARACTER):
        raise NotationError(f"the cover has {number} colors without names: DLX names up to {len(ONE_CHARACTER)}")
    return ONE_CHARACTER


def parse(text: str, deadline: Deadline = NEVER) -> ExactCover:
    """Return the cover of a DLX text.

    Raises NotationError with line and column of a fault, OutOfTimeError at the deadline.

    >>> parse("a b\\na b\\na\\nb").size
    (2, 3, 4)
    >>> parse("a b | x\\na x:A\\nb x:A").colors.tolist()
    [0, 1, 0, 1]
    """
    plain = text.isascii() and ":" not in text and not any(character in text for character in OTHER_BREAKS)
    deadline.check()
    return (_parse_plain if plain and len(text) >= LARGE else _parse_lines)(text, deadline)


def _parse_lines(text: str, deadline: Deadline) -> ExactCover:
    numbered = enumerate(text.splitlines(), start=1)
    lines = [(number, line) for number, line in numbered if line.strip() and line[0] != "|"]
    if not lines:
        raise NotationError(NO_ITEMS)
    items = _items(*lines[0], deadline)
    reader = _OptionReader(items)
    if len(lines) - 1 > MAX_OPTIONS:
        raise LimitError(f"there are more than {MAX_OPTIONS:,} options: expected at most so many")
    options = [reader.read(number, line) for number, line in deadline.watch(lines[1:])]
    return ExactCover(
        items.lo,
        items.hi,
        [[item for item, _ in option] for option in options],
        names=reader.place,
        colors=[color for option in options for _, color in option] if reader.colors else (),
        color_names=reader.colors,
    )


def _parse_plain(text: str, deadline: Deadline) -> ExactCover:
    """Parse a text in which every line ends with a line feed; the kernel reads the options."""
    found = _FIRST.search(text)
    if found is None:
        raise NotationError(NO_ITEMS)
    number = text.count("\n", 0, found.start()) + 1
    items = _items(number, found[0], deadline)
    data, needed = text[found.end() + 1 :].encode(), [item < items.primary for item in range(len(items.names))]
    deadline.require(SECONDS_A_BYTE * len(data) + SECONDS_A_NAME * len(needed))
    starts, flat, lines, end = read_options(data, items.names, needed, MAX_OPTIONS)
    if end < len(data):  # this line is not an option, or one too many
        _OptionReader(items).read(number + 1 + lines, data[end:].partition(b"\n")[0].decode())
        raise LimitError(f"there are more than {MAX_OPTIONS:,} options: expected at most so many")
    return ExactCover(array("i", items.lo), array("i", items.hi), Rows(starts, flat), names=tuple(items.names))


def _words(line: str) -> Iterator[tuple[int, str]]:
    return ((match.start() + 1, match[0]) for match in re.finditer(r"\S+", line))


class _Items(NamedTuple):
    """The items of a text with their bounds; the first `primary` of them stand before the bar."""

    lo: list[int]
    hi: list[int]
    names: list[str]
    primary: int


def _items(number: int, line: str, deadline: Deadline) -> _Items:
    lo: list[int] = []
    hi: list[int] = []
    names: dict[str, None] = {}
    secondary, primary = False, 0
    for column, word in deadline.watch(_words(line)):
        if word == "|" and not secondary:
            secondary, primary = True, len(lo)
            continue
        name, least, most = word, int(not secondary), 1
        if not (len(word) <= 8 and word.isalnum() and word.isascii()):  # other names are rare in large covers
            name, least, most = _bounded_item(f"line {number}, column {column}: ", word, secondary)
        if name in names:
            raise NotationError(f"line {number}, column {column}: item {quote(word)} appears twice")
        lo.append(least)
        hi.append(most)
        names[name] = None
    return _Items(lo, hi, list(names), primary if secondary else len(lo))


def _bounded_item(here: str, word: str, secondary: bool) -> tuple[str, int, int]:
    """Return (name, least, most) of an item; `here` is its position for error messages."""
    match = _ITEM.fullmatch(word)
    if match is None or any(map(controls_terminal, word)):
        raise NotationError(f"{here}{quote(word)}: expected an item of 1 to 8 characters without : and |")
    if match["hi"] is None:
        return match["name"], int(not secondary), 1
    if secondary:
        what = "expected no multiplicity behind the |: secondary items are covered at most once"
        raise NotationError(f"{here}{quote(word)}: {what}")
    if max(len(match["lo"] or ""), len(match["hi"])) > MOST_DIGITS:
        raise NotationError(
            f"{here}{quote(word)}: the multiplicity is too large: expected at most {MOST_DIGITS} digits"
        )
    most = int(match["hi"])
    least = int(match["lo"] or most)
    if least > most:
        raise NotationError(f"{here}{quote(word)}: {least} is more than {most}")
    return match["name"], least, most


class _OptionReader:
    """Reads options, and numbers the colors in order of appearance."""

    def __init__(self, items: _Items) -> None:
        self.items = items
        self.place = {name: item for item, name in enumerate(items.names)}
        self.colors: dict[str, int] = {}

    def read(self, number: int, line: str) -> list[tuple[int, int]]:
        """Return (item, color) for each word of an option, sorted by item.

        Raises NotationError with the position of a fault.
        """
        found: dict[int, int] = {}
        for column, word in _words(line):
            name, colon, color = word.partition(":")
            here = f"line {number}, column {column}: "
            if name not in self.place:
                raise NotationError(f"{here}unknown item {quote(name)}")
            item = self.place[name]
            if item in found:
                raise NotationError(f"{here}item {quote(name)} appears twice")
            if colon and (_COLOR.fullmatch(color) is None or any(map(controls_terminal, color))):
                raise NotationError(
                    f"{here}{quote(word)}: expected a color of 1 to 8 characters without : and | after the :"
                )
            if colon and (self.items.lo[item], self.items.hi[item]) != (0, 1):
                raise NotationError(f"{here}{quote(word)}: expected no color: only a secondary item may have one")
            found[item] = self.colors.setdefault(color, len(self.colors) + 1) if colon else 0
        if not any(item < self.items.primary for item in found):
            raise NotationError(
                f"line {number}, column 1: the option has no primary item: expected one from before the |"
            )
        return sorted(found.items())
