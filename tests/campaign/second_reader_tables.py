"""A second reader of tables and drawn answers, written apart from the package and importing nothing of it.

It reads by trying: every way to divide a text into rows of words, by the csv, json and ast modules of the standard library and by
single characters. What a text may mean is the set of all ways that give a whole table of the wanted words. A reading of the
package is right if it is what the text was made of, and is lucky if another way is as good.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator

Table = tuple[tuple[str, ...], ...]
Matrix = tuple[tuple[int, ...], ...]
ONE, ZERO = {"1", "true"}, {"0", "false"}


def tables(text: str) -> set[Table]:
    """Every rectangular table of words that a text may be."""
    raw = [
        line for line in text.lstrip("\ufeff").splitlines() if line.strip("\r ") and not line.strip().startswith("#")
    ]
    lines = [line.strip() for line in raw]
    found = {_whole(line.split() for line in lines), _whole(list(line) for line in lines)}
    for separator in ",;\t":
        rows = csv.reader(io.StringIO("\n".join(raw if separator == "\t" else lines)), delimiter=separator)
        found.add(_whole([word.strip() for word in row] for row in rows))
    found.add(_of_value("\n".join(lines)))
    inner = [part for row in re.findall(r"[\[({]([^\[\](){}]*)[\])}]", "\n".join(lines)) for part in row.split(";")]
    found.add(_whole(re.split(r"\s*,\s*|\s+", part.strip()) for part in inner))
    return {table for table in found if table}


def _whole(rows: Iterable[Iterable[str]]) -> Table:
    table = tuple(tuple(row) for row in rows)
    return table if table and len({len(row) for row in table}) == 1 and table[0] else ()


def _of_value(text: str) -> Table:
    """The table that JSON or a literal of Python means, also one of NumPy, Mathematica and C."""
    text = text.strip().rstrip(";.,")
    plain = (
        text.replace("{", "[")
        .replace("}", "]")
        .replace("null", "None")
        .replace("true", "True")
        .replace("false", "False")
    )
    spaced = re.sub(r"(?<=[\d.])\s+(?=[\d.])", ",", plain.replace("\n", " "))
    spaced = re.sub(r"\]\s*,?\s*\[", "],[", spaced)
    for candidate in (text, plain, spaced, f"[{spaced}]"):
        for read in (json.loads, ast.literal_eval):
            try:
                value = read(candidate)
                return _whole([str(word) for word in row] for row in value)
            except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
                continue
    return ()


def matrices(text: str) -> set[Matrix]:
    """Every matrix of 0 and 1 that a text may be."""
    found = set()
    plain = "".join(
        str(unicodedata.decimal(each)) if each.isdecimal() else each for each in unicodedata.normalize("NFKC", text)
    )
    for table in tables(plain):
        rows = tuple(tuple(_bit(word) for word in row) for row in table)
        if all(bit is not None for row in rows for bit in row):
            found.add(tuple(tuple(int(bool(bit)) for bit in row) for row in rows))
    return found


def _bit(word: str) -> bool | None:
    word = word.strip("\"'").casefold()
    if word in ONE | ZERO:
        return word in ONE
    try:
        return {0.0: False, 1.0: True}.get(float(word))
    except ValueError:
        return None


def dlx_options(text: str) -> list[list[str]] | None:
    """The options of Knuth's text, if it is one with at least one option and plain 0 and 1 as items."""
    lines = [line.split() for line in text.lstrip("\ufeff").splitlines() if line.strip() and not line.startswith("|")]
    if len(lines) < 2 or not all(re.fullmatch("[01]+", word) for word in lines[0]):
        return None
    items, *options = lines
    if len(set(items)) < len(items):
        return None
    sound = all(len(set(option)) == len(option) and set(option) <= set(items) for option in options)
    return options if sound else None


Clues = frozenset[tuple[int, int, int | None]]
BLANK = {"", ".", "..", "-", "--", "_", "__", "x", "X", "null", "None", "·"}


def grids(text: str) -> set[tuple[int, int, Clues]]:
    """Every (rows, columns, clues) that a text without a head may be."""
    found = set()
    for table in tables(text):
        clues: set[tuple[int, int, int | None]] = set()
        for row, words in enumerate(table):
            for column, word in enumerate(words):
                word = word.strip("\"'")
                if word == "?":
                    clues.add((row, column, None))
                elif re.fullmatch("[0-9]+", word):
                    clues |= {(row, column, int(word))} if int(word) else set()
                elif word not in BLANK:
                    break
            else:
                continue
            break
        else:
            found.add((len(table), len(table[0]), frozenset(clues)))
    return found


OPEN = {".", "_", "-", "-1"}
Regions = frozenset[frozenset[tuple[int, int]]]


def connected(cells: Iterable[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
    """The parts of cells that hang together by their sides."""
    left = set(cells)
    while left:
        part = {left.pop()}
        border = set(part)
        while border:
            border = {(r + a, c + b) for r, c in border for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} & left
            left -= border
            part |= border
        yield frozenset(part)


def drawn_regions(text: str, rows: int, columns: int) -> Regions | None:
    """The regions of rows with a label in each cell, `.` for nothing; None for what is no such drawing."""
    for table in tables(text):
        if (len(table), len(table[0])) == (rows, columns) and all(
            word in OPEN or word.isalnum() for row in table for word in row
        ):
            cells: dict[str, set[tuple[int, int]]] = {}
            for row, words in enumerate(table):
                for column, word in enumerate(words):
                    cells.setdefault(word, set()).add((row, column))
            return frozenset(part for word, some in cells.items() if word not in OPEN for part in connected(some))
    return None
