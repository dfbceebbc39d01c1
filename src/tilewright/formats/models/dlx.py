"""Knuth's exact-cover text: items, `|`, secondary items; then one option a line; multiplicities `lo:hi|item`."""

from __future__ import annotations

import re
from collections import Counter

from tilewright import _kernel
from tilewright.cover.problem import ExactCover
from tilewright.cover.rows import Rows
from tilewright.errors import LimitError, NotationError, controls_terminal, quote
from tilewright.formats.models.model import Model

MAX_OPTIONS = 2_000_000
MAX_BYTES = 256 << 20  # of a text: two million options of twenty items
LARGE = 1 << 16  # characters, from which the kernel reads the options
OTHER_BREAKS = "\r\v\f\x1c\x1d\x1e\x1f"  # what Python takes for the end of a line, or for a blank, as well
_ITEM = re.compile(r"(?:(?:(?P<lo>\d{1,9}):)?(?P<hi>\d{1,9})\|)?(?P<name>[^|:]{1,8})", re.ASCII)


def dump(model: Model) -> str:
    """The cover as text; a `|` line says what each option is."""
    cover = model.cover
    if any(len(name) > 8 for name in model.row_names):
        raise NotationError("Knuth's items have at most 8 characters: the names of the pieces are too long for DLX")
    if any(times > 1 for option in cover.options for times in Counter(option).values()):
        raise NotationError("an option covers an item twice: DLX cannot say that")
    primary, secondary = [], []
    for item, name in enumerate(model.row_names):
        lo, hi = cover.lo[item], cover.hi[item]
        if (lo, hi) == (0, 1):
            secondary.append(name)
        elif (lo, hi) == (1, 1):
            primary.append(name)
        elif (lo, hi) != (0, None):
            primary.append(f"{lo}:{len(cover.options) if hi is None else hi}|{name}")
    lines = [f"| {model.title}", " ".join(primary + (["|", *secondary] if secondary else []))]
    for option, placement in zip(cover.options, model.placements, strict=True):
        lines += [f"| {placement.id}", " ".join(model.row_names[item] for item in option)]
    return "\n".join(lines) + "\n"


def parse(text: str) -> ExactCover:
    """Parse a DLX text without colors. Raises NotationError with line and column of what is wrong.

    >>> parse("a b\\na b\\na\\nb").size
    (2, 3, 4)
    """
    plain = text.isascii() and not any(character in text for character in OTHER_BREAKS)
    return _parse_plain(text) if plain and len(text) >= LARGE else _parse_lines(text)


def _parse_lines(text: str) -> ExactCover:
    lines = [
        (number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip() and line[0] != "|"
    ]
    if not lines:
        raise NotationError("line 1: expected a line of items, then options")
    lo, hi, names = _items(*lines[0])
    place = {name: item for item, name in enumerate(names)}
    if len(lines) - 1 > MAX_OPTIONS:
        raise LimitError(f"there are more than {MAX_OPTIONS:,} options: expected at most so many")
    options = tuple(_option(number, line, place, lo) for number, line in lines[1:])
    return ExactCover(tuple(lo), tuple(hi), options, names=tuple(names))


def _parse_plain(text: str) -> ExactCover:
    """The same where every line ends with \\n: the kernel reads the options."""
    number, line, rest = _first_line(text)
    lo, hi, names = _items(number, line)
    data = text[rest:].encode()
    starts, items, lines, end = _kernel.read_options(data, names, [least > 0 for least in lo], MAX_OPTIONS)
    if end < len(data):  # this line is no option, or one too many
        place = {name: item for item, name in enumerate(names)}
        _option(number + 1 + lines, data[end:].partition(b"\n")[0].decode(), place, lo)
        raise LimitError(f"there are more than {MAX_OPTIONS:,} options: expected at most so many")
    return ExactCover(tuple(lo), tuple(hi), Rows(starts, items), names=tuple(names))


def _first_line(text: str) -> tuple[int, str, int]:
    """(number, line, where the next begins) of the first line that is neither empty nor a comment."""
    number, begin = 1, 0
    while begin < len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        line = text[begin:end]
        if line.strip() and line[0] != "|":
            return number, line, min(end + 1, len(text))
        number, begin = number + 1, end + 1
    raise NotationError("line 1: expected a line of items, then options")


def _words(line: str) -> list[tuple[int, str]]:
    return [(match.start() + 1, match[0]) for match in re.finditer(r"\S+", line)]


def _items(number: int, line: str) -> tuple[list[int], list[int], list[str]]:
    lo: list[int] = []
    hi: list[int] = []
    names: dict[str, None] = {}
    secondary = False
    for column, word in _words(line):
        if word == "|" and not secondary:
            secondary = True
            continue
        match = _ITEM.fullmatch(word)
        if match is None or any(map(controls_terminal, word)):
            raise NotationError(
                f"line {number}, column {column}: {quote(word)}: expected an item of 1 to 8 characters without : and |"
            )
        if match["name"] in names:
            raise NotationError(f"line {number}, column {column}: item {quote(word)} appears twice")
        most = int(match["hi"]) if match["hi"] else 1
        least = int(match["lo"]) if match["lo"] else 0 if secondary else most
        if least > most:
            raise NotationError(f"line {number}, column {column}: {quote(word)}: {least} is more than {most}")
        lo.append(least)
        hi.append(most)
        names[match["name"]] = None
    return lo, hi, list(names)


def _option(number: int, line: str, place: dict[str, int], lo: list[int]) -> tuple[int, ...]:
    items = []
    for column, word in _words(line):
        if ":" in word:
            raise NotationError(f"line {number}, column {column}: {quote(word)}: expected items without colors")
        if word not in place:
            raise NotationError(f"line {number}, column {column}: unknown item {quote(word)}")
        if place[word] in items:
            raise NotationError(f"line {number}, column {column}: item {quote(word)} appears twice")
        items.append(place[word])
    if not any(lo[item] > 0 for item in items):
        raise NotationError(f"line {number}, column 1: the option has no primary item")
    return tuple(sorted(items))
