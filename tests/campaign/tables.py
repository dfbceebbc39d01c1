"""Matrices, Shikaku grids and drawn answers written as other people and programs write them, then changed; each must be read as what
it was made of, or be refused.

Run `python -m tests.campaign.tables --seed 20260101 --number 3000`: it prints the seed, what is mistaken and a table. The meaning is
known because the text is made from it; `second_reader_tables.py` reads the text once more, and says where it has two meanings.
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import tilewright as tw
from tests.campaign import second_reader_tables as second
from tilewright.errors import TilewrightError
from tilewright.files import read_text
from tilewright.formats.matrix import parse_cover
from tilewright.formats.solution import parse_solutions

Words = list[list[str]]
NOTHING = None  # the meaning of what must be refused


@dataclass(frozen=True)
class Case:
    """What is read, and what it means.

    kind: matrix, values (of Python), shikaku or answer. form: how it is written. changes: what was done to it then.
    content: a text, or a value of Python. suffix: of the file.
    meaning: the rows of a matrix, (rows, columns, clues) of a grid, the regions of an answer; NOTHING: to be refused.
    source:  of an answer, its puzzle.
    """

    kind: str
    form: str
    content: Any
    meaning: Any
    suffix: str = ".txt"
    changes: tuple[str, ...] = ()
    source: str = ""
    is_complete: bool = True
    is_checked: bool = True  # whether the answer breaks no rule


# How a table of words is written.


def _joined(separator: str) -> Callable[[Words], str]:
    return lambda words: "\n".join(separator.join(row) for row in words) + "\n"


def _nested(outer: str, inner: str, between: str = ", ", rows: str = ",\n ") -> Callable[[Words], str]:
    def write(words: Words) -> str:
        lists = [inner[0] + between.join(row) + inner[1] for row in words]
        return (outer[:1] + rows.join(lists) + outer[1:]) + "\n"

    return write


SEPARATED: dict[str, Callable[[Words], str]] = {
    "blanks": _joined(" "),
    "wide blanks": _joined("   "),
    "tabs": _joined("\t"),
    "commas": _joined(","),
    "commas and blanks": _joined(", "),
    "semicolons": _joined(";"),
}
BRACKETS: dict[str, Callable[[Words], str]] = {
    "JSON": lambda words: "[" + ", ".join("[" + ", ".join(row) + "]" for row in words) + "]",
    "JSON in lines": _nested("[]", "[]"),
    "Python tuples": _nested("()", "()"),
    "NumPy": _nested("[]", "[]", " ", "\n "),
    "Mathematica": _nested("{}", "{}", ",", ","),
    "C": lambda words: _nested("{}", "{}")(words).rstrip() + ";\n",
    "MATLAB": lambda words: "[" + "; ".join(" ".join(row) for row in words) + "]\n",
    "Prolog": lambda words: ",\n".join("[" + ",".join(row) + "]" for row in words) + "\n",
}
PACKED = {"packed": _joined("")}
CSV_QUOTES: dict[str, Callable[[Words], str]] = {
    "quotes": lambda words: _joined(",")([[f'"{word}"' for word in row] for row in words])
}


# What is done to a text; the meaning stays, or becomes nothing.


def _lines(text: str, change: Callable[[list[str]], list[str]]) -> str:
    return "\n".join(change(text.rstrip("\n").split("\n"))) + "\n"


def _ragged(rng: Random, text: str) -> str:
    def cut(lines: list[str]) -> list[str]:
        places = [
            (number, k) for number, line in enumerate(lines) for k, character in enumerate(line) if character.isalnum()
        ]
        if not places:
            return lines
        place, end = rng.choice(places)
        return [*lines[:place], lines[place][:end] + lines[place][end + 1 :], *lines[place + 1 :]]

    return _lines(text, cut)


def _with_separators(lines: list[str]) -> list[str]:
    """The lines with a comma behind each, unless cells are empty."""
    if any(line.startswith((",", ";")) or ",," in line or line.endswith(("\t", ",", ";")) for line in lines):
        return lines
    return [line.rstrip() + "," if line.strip() else line for line in lines]


SAME: dict[str, Callable[[Random, str], str]] = {
    "indented": lambda rng, text: _lines(text, lambda lines: [" " * 3 + line for line in lines]),
    "BOM": lambda rng, text: "\ufeff" + text,
    "CRLF": lambda rng, text: text.replace("\n", "\r\n"),
    "no end of line": lambda rng, text: text.rstrip("\n"),
    "trailing blanks": lambda rng, text: text.replace("\n", "  \n"),
    "empty lines around": lambda rng, text: "\n\n" + text + "\n\n",
    "empty lines between": lambda rng, text: text.replace("\n", "\n\n"),
    "comment above": lambda rng, text: "# from elsewhere\n" + text,
    "comment below": lambda rng, text: text.rstrip("\n") + "\n# from elsewhere\n",
    "comment of C above": lambda rng, text: "// from elsewhere\n" + text,
    "comment between": lambda rng, text: _lines(text, lambda lines: [*lines[:1], "# here", *lines[1:]]),
    "trailing separators": lambda rng, text: _lines(text, _with_separators),
    "wide digits": lambda rng, text: text.translate({48 + k: 0xFF10 + k for k in range(10)}),
    "Arabic digits": lambda rng, text: text.translate({48 + k: 0x0660 + k for k in range(10)}),
    "wide commas": lambda rng, text: text.replace(",", "，"),
    "a name before it": lambda rng, text: "M = " + text,
    "a title above": lambda rng, text: "The matrix:\n" + text,
    "in a fence": lambda rng, text: "```\n" + text + "```\n",
}
SPOILT: dict[str, Callable[[Random, str], str]] = {
    "two of them": lambda rng, text: text.rstrip("\n") + "\n\n" + text,
    "two below a comment": lambda rng, text: text.rstrip("\n") + "\n# the next\n" + text,
}


def _changed(rng: Random, case: Case, fewest: int = 0) -> Case:
    """The case with up to three changes that leave its meaning, or take all meaning from it."""
    for _ in range(rng.choice((fewest, 1, 1, 1, 2, 3))):
        spaced = {"empty lines between", "two of them"}  # lines apart, of two tables or of one
        names = [name for name in (*SAME, *SPOILT) if name not in case.changes]
        name = rng.choice([name for name in names if name not in spaced or spaced.isdisjoint(case.changes)])
        spoils = name in SPOILT
        text = (SPOILT if spoils else SAME)[name](rng, case.content)
        if text != case.content:
            if case.kind == "answer" and name == "two of them":
                spoils = False  # each is read
            meaning = NOTHING if spoils else case.meaning
            case = replace(case, content=text, meaning=meaning, changes=(*case.changes, name))
    return case


# Matrices.


def _matrix(rng: Random) -> list[list[int]]:
    height, width = rng.randint(1, 6), rng.choice((1, 2, 2, 3, 3, 4, 5, 6, 7))
    share = rng.choice((0.3, 0.5, 0.8))
    rows = [[int(rng.random() < share) for _ in range(width)] for _ in range(height)]
    for row in rows:
        if not any(row) and rng.random() < 0.9:
            row[rng.randrange(width)] = 1
    return rows


BITS = {"0 and 1": ("0", "1"), "floats": ("0.0", "1.0"), "NumPy's floats": ("0.", "1."), "savetxt": ("0.000e+00", "1.000e+00"),
        "booleans": ("False", "True"), "JSON's booleans": ("false", "true"), "capitals": ("FALSE", "TRUE"), "dots": (".", "1"), "dashes": ("-", "1"),
        "crosses": (".", "X"), "underscores": ("_", "1")}  # fmt: skip
WRONG_ENTRIES = ("2", "10", "-1", "0.5", "nan", "?", "", "1/2", "1e5", "11")


def matrix_case(rng: Random) -> Case:
    """A matrix as text."""
    rows = _matrix(rng)
    bits = (
        rng.choice([*BITS, *["0 and 1"] * 8]) if len(rows[0]) > 1 else "0 and 1"
    )  # one column of words is Knuth's text
    words = [[BITS[bits][bit] for bit in row] for row in rows]
    is_short = len(BITS[bits][0]) == len(BITS[bits][1]) == 1 and (bits != "dots" or len(rows[0]) > 2)  # 1. is a number
    writers = {**SEPARATED, **BRACKETS, **CSV_QUOTES, **(PACKED if is_short else {})}
    form = rng.choice([*writers, *["packed"] * ("packed" in writers), "blanks", "commas"])
    meaning: Any = tuple(map(tuple, rows)) if all(map(any, rows)) else NOTHING
    changes: tuple[str, ...] = () if bits == "0 and 1" else (bits,)
    draw = rng.random()
    if draw < 0.1 and len(rows[0]) > 1 and (len(rows) > 1 or form != "packed"):
        entry = rng.choice(
            [entry for entry in WRONG_ENTRIES if entry or form in ("commas", "semicolons", "JSON", "C", "quotes")]
        )
        words[rng.randrange(len(words))][rng.randrange(len(words[0]))] = entry
        meaning, changes = NOTHING, (*changes, f"an entry {entry!r}")
    elif draw < 0.15 and len(words[0]) > 2:
        words = [[chr(97 + k) for k in range(len(words[0]))], *words]
        changes = (*changes, "header of letters")
    elif draw < 0.2 and len(words[0]) > 2 and form != "packed":
        words = [[str(k + rng.choice((1,))) for k in range(len(words[0]))], *words]
        changes = (*changes, "header of numbers")
    elif draw < 0.25 and len(rows) > 1:
        words = [[f"r{k}", *row] for k, row in enumerate(words)]
        changes = (*changes, "named rows")
    elif draw < 0.3 and (len(rows) > 1 or bits == "0 and 1"):
        words = [list(column) for column in zip(*words, strict=True)]
        turned = tuple(zip(*rows, strict=True))
        meaning, changes = (turned if all(map(any, turned)) else NOTHING), (*changes, "transposed")
    elif draw < 0.4 and len(words) > 1 and len(words[0]) > 1:
        del rng.choice(words)[-1]
        meaning, changes = NOTHING, (*changes, "ragged")
    suffix = rng.choice((".txt", ".txt", "", ".csv" if form != "blanks" else ".dat"))
    return _changed(rng, Case("matrix", form, writers[form](words), meaning, suffix, changes))


def dlx_case(rng: Random) -> Case:
    """Knuth's text, whose items are perhaps numbers."""
    names = rng.choice(
        (
            ["a", "b", "c", "d"],
            ["1", "2", "3", "4"],
            ["0", "1", "2", "3"],
            ["0,0", "0,1", "1,0", "1,1"],
            ["00", "01", "10", "11"],
        )
    )
    names = names[: rng.randint(1, 4)]
    options = [rng.sample(names, rng.randint(1, len(names))) for _ in range(rng.randint(1, 5))]
    text = "\n".join([" ".join(names), *map(" ".join, options)]) + "\n"
    meaning = ("dlx", tuple(names), tuple(tuple(sorted(option)) for option in options))
    suffix = rng.choice((".txt", "", ".dlx"))
    case = Case("matrix", "Knuth's text", text, meaning, suffix)
    kept = ("BOM", "CRLF", "no end of line", "trailing blanks", "empty lines around", "empty lines between")
    name = rng.choice(kept)
    return replace(case, content=SAME[name](rng, text), changes=(name,)) if rng.random() < 0.5 else case


# Values of Python.


def value_case(rng: Random) -> Case:
    """A matrix as a value of Python, or lists of items."""
    if rng.random() < 0.15:
        return _items_case(rng)
    rows = _matrix(rng)
    meaning: Any = tuple(map(tuple, rows)) if all(map(any, rows)) else NOTHING
    form = rng.choice([*_containers()])
    changes: tuple[str, ...] = ()
    if rng.random() < 0.25:
        wrong = rng.choice((2, 10, -1, 0.5, float("nan"), None, "x"))
        if not (
            isinstance(wrong, int) and form in ("lists", "tuples", "dictionary", "list of arrays")
        ):  # lists of items
            rows[rng.randrange(len(rows))][rng.randrange(len(rows[0]))] = wrong
            meaning, changes = NOTHING, (f"an entry {wrong!r}",)
            if form in ("lists", "tuples", "dictionary", "list of arrays"):
                form = "array of objects"
            if "bool" in form or form in ("texts", "lists of floats", "array of small numbers"):
                form = "array of objects"
    elif (
        rng.random() < 0.1
        and len(rows) > 1
        and len(rows[0]) > 1
        and form in ("lists", "tuples", "lists of booleans", "dictionary")
    ):
        del rows[rng.randrange(len(rows))][-1]
        meaning, changes = NOTHING, ("ragged",)
    try:
        value = _containers()[form](rows)
    except (TypeError, ValueError):  # this container cannot hold such an entry
        form, value = "array of objects", _containers()["array of objects"](rows)
    return Case("values", form, value, meaning, "", changes)


def _items_case(rng: Random) -> Case:
    names: Sequence[Any] = rng.choice((range(5), range(2), "abcd", [(0, 0), (0, 1), (1, 0)]))
    options = [rng.sample(list(names), rng.randint(1, min(3, len(names)))) for _ in range(rng.randint(1, 5))]
    form = rng.choice(("lists of items", "sets of items"))
    meaning = ("items", tuple(tuple(sorted(map(repr, option))) for option in options))
    return Case("values", form, list(map(set, options)) if form == "sets of items" else options, meaning, "")


@cache
def _containers() -> dict[str, Callable[[list[list[Any]]], Any]]:
    import numpy as np
    from scipy import sparse

    found: dict[str, Callable[[list[list[Any]]], Any]] = {
        "lists": lambda rows: rows,
        "tuples": lambda rows: tuple(map(tuple, rows)),
        "lists of booleans": lambda rows: [list(map(bool, row)) for row in rows],
        "lists of floats": lambda rows: [list(map(float, row)) for row in rows],
        "texts": lambda rows: [list(map(str, row)) for row in rows],
        "dictionary": lambda rows: {f"row {k}": row for k, row in enumerate(rows)},
        "list of arrays": lambda rows: [np.array(row) for row in rows],
        "array": np.array,
        "array of bool": lambda rows: np.array(rows, bool),
        "array of floats": lambda rows: np.array(rows, float),
        "array of small numbers": lambda rows: np.array(rows, np.int8),
        "array of objects": lambda rows: np.array(rows, object),
        "matrix of NumPy": lambda rows: np.asmatrix(rows),
        "Fortran order": lambda rows: np.asfortranarray(rows),
    }
    for name in ("csr", "csc", "coo", "lil", "dok", "dia", "bsr"):
        for sort in ("matrix", "array"):
            make = getattr(sparse, f"{name}_{sort}")
            found[f"{name} {sort}"] = lambda rows, make=make: make(np.array(rows))
    return found


# Shikaku.

Clue = tuple[int, int, int]


def _division(rng: Random) -> tuple[int, int, list[tuple[int, int, int, int]], list[Clue]]:
    """A grid cut into rectangles at random, with a clue in each."""
    height, width = rng.randint(1, 6), rng.randint(1, 7)
    rects, left = [], [(0, 0, height, width)]
    while left:
        top, first, high, wide = left.pop()
        if high * wide > 1 and (high * wide > 12 or rng.random() < 0.75):
            if high > 1 and (wide == 1 or rng.random() < 0.5):
                cut = rng.randint(1, high - 1)
                left += [(top, first, cut, wide), (top + cut, first, high - cut, wide)]
            else:
                cut = rng.randint(1, wide - 1)
                left += [(top, first, high, cut), (top, first + cut, high, wide - cut)]
        else:
            rects.append((top, first, high, wide))
    clues = [(top + rng.randrange(high), first + rng.randrange(wide), high * wide) for top, first, high, wide in rects]
    return height, width, rects, clues


MARKS = (".", "0", "-", "_", "--", "__", "x", "X", "..", "·", "")


def shikaku_case(rng: Random) -> Case:
    """A Shikaku as text."""
    height, width, _, clues = _division(rng)
    changes: tuple[str, ...] = ()
    if rng.random() < 0.1:
        row, column, size = clues[0]
        clues[0] = (row, column, size + rng.randint(1, 9))
        changes = ("clues do not add up",)
    at = {clue[:2]: clue[2] for clue in clues}
    meaning: Any = (height, width, frozenset(clues))
    suffix = rng.choice((".txt", ".txt", "", ".shikaku"))
    if rng.random() < 0.12:
        return _json_case(rng, meaning, at)
    mark = rng.choice((*MARKS[: -1 if width == 1 else None], ".", "0", "0"))
    writers = {**SEPARATED, **CSV_QUOTES, **BRACKETS}
    if max(at.values()) < 10 and len(mark) == 1:
        writers |= PACKED
    if not mark:
        writers = {name: SEPARATED[name] for name in ("commas", "semicolons", "tabs")}
    form = rng.choice([*writers, *["packed"] * 3 * ("packed" in writers), *["blanks"] * 3 * (mark != "")])
    wide = rng.choice((1, 1, 2)) if form != "packed" and width > 1 else 1  # 01 above 03 may be four cells
    words = [[str(at[r, c]).zfill(wide) if (r, c) in at else mark for c in range(width)] for r in range(height)]
    draw = rng.random()
    if draw < 0.12 and (height > 1 or form != "packed"):
        row, column = rng.choice(list(at))
        wrong = rng.choice(("-3", "3.0", "3.5", "a", "１", "true", "1e3", "12345678", "10", "#" if width > 1 else "!"))
        words[row][column] = wrong
        changes = (*changes, f"a clue {wrong!r}")
        meaning = (
            (height, width, frozenset({*clues} - {(row, column, at[row, column])} | {(row, column, 10)}))
            if wrong == "10" and form != "packed"
            else NOTHING
        )
    elif draw < 0.2 and height > 1 and width > 2 and mark:  # two numbers above one may be a size
        del rng.choice(words)[-1]
        meaning, changes = NOTHING, (*changes, "ragged")
    elif draw < 0.25:
        words = [["row", *(f"c{k}" for k in range(width))], *([f"r{k}", *row] for k, row in enumerate(words))]
        changes = (*changes, "header and named rows")
    elif draw < 0.3 and mark:
        words = [list(column) for column in zip(*words, strict=True)]
        meaning, changes = (width, height, frozenset((c, r, value) for r, c, value in clues)), (*changes, "transposed")
    text = writers[form](words)
    if rng.random() < 0.3:
        text, changes = "# Shikaku\n" + text, (*changes, "called so")
    return _changed(rng, Case("shikaku", f"{form}, {mark or 'nothing'}", text, meaning, suffix, changes))


def _json_case(rng: Random, meaning: Any, at: dict[tuple[int, int], int]) -> Case:
    """A Shikaku as JSON: rows, or clues by their places."""
    height, width, clues = meaning
    none = rng.choice((0, None, ".", "", -1))
    rows = [[at.get((r, c), none) for c in range(width)] for r in range(height)]
    first = rng.randint(0, 1)
    listed = [[r + first, c + first, value] for r, c, value in sorted(clues)]
    forms: dict[str, Any] = {
        "rows": rows,
        "rows as texts": [[str(word) for word in row] for row in rows],
        "key shikaku": {"shikaku": rows},
        "key grid": {"grid": rows},
        "key clues": {"rows": height, "columns": width, "clues": listed},
        "clues": listed,
        "key shikaku, clues": {"shikaku": listed},
        "clues as tables": [{"row": r, "col": c, "value": value} for r, c, value in listed],
        "several": [rows, rows],
        "floats": [
            [float(word) if word else 0.0 for word in row]
            for row in ([at.get((r, c), 0) for c in range(width)] for r in range(height))
        ],
    }
    form = rng.choice([*forms, "rows", "clues"])
    text = json.dumps(forms[form], indent=rng.choice((None, None, 1)))
    return Case(
        "shikaku",
        f"JSON {form}, {none!r}",
        text,
        NOTHING if form == "several" else meaning,
        rng.choice((".json", ".txt")),
    )


# Drawn answers.

PACKINGS = ("dominoes*@2x4", "dominoes*@3x4", "trominoes*@3x5", "tetrominoes:IO*@4x4", "FNPUV@5x5", "pentominoes:LPY@3x5", "tetrominoes:LJ*@4x4",
            "dominoes*@3x3-r1c1", "tetrominoes:TO*@4x5-r0c0,r0c4,r3c0,r3c4", "trominoes*@4x4-r0c0")  # fmt: skip
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@cache
def _tilings(source: str) -> list[Any]:
    return list(tw.solve(tw.load(source), 40))


def answer_case(rng: Random) -> Case:
    """A drawn answer of a Shikaku or a packing."""
    if rng.random() < 0.5:
        height, width, rects, clues = _division(rng)
        source = json.dumps({"rows": height, "columns": width, "clues": sorted(clues)})
        regions = [
            [(r, c) for r in range(top, top + high) for c in range(left, left + wide)]
            for top, left, high, wide in rects
        ]
        shown = {clue[:2]: str(clue[2]) for clue in clues}
        there = {(r, c) for r in range(height) for c in range(width)}
    else:
        source = rng.choice(PACKINGS)
        found = _tilings(source)
        if not found:
            return answer_case(rng)
        tiling = rng.choice(found)
        (height, width), there = tiling.puzzle.board.extent, set(tiling.puzzle.board.atoms)
        regions, shown = [list(placement.atoms) for placement in tiling.placements], {}
    rng.shuffle(regions)
    changes: tuple[str, ...] = ()
    if rng.random() < 0.2 and len(regions) > 1:
        regions, changes = regions[: rng.randint(1, len(regions) - 1)], ("partial",)
    meaning: Any = frozenset(map(frozenset, regions))
    form, text = _drawn(rng, regions, shown, there, (height, width))
    case = Case(
        "answer", f"{'Shikaku' if shown else 'pieces'}: {form}", text, meaning, "", changes, source, not changes
    )
    if rng.random() < 0.15:
        text = _ragged(rng, text)
        # What stands inside walls is no part of the regions; and a row may still be whole without one character.
        found = meaning if "walls" in form else second.drawn_regions(text, height, width) or NOTHING
        return replace(case, content=text, meaning=found, changes=(*changes, "a character missing"), is_checked=False)
    return _changed(rng, case) if rng.random() < 0.6 else case


def _drawn(
    rng: Random, regions: list[list[Any]], shown: dict[Any, str], there: set[Any], extent: tuple[int, int]
) -> tuple[str, str]:
    """How the regions are drawn, and the drawing."""
    height, width = extent
    owner = {cell: number for number, region in enumerate(regions) for cell in region}
    is_partial = len(owner) < len(there)
    if rng.random() < 0.45:
        return _walls(rng, owner, shown, there, extent)
    sorts = {
        "letters": lambda k: LETTERS[k % 26],
        "small letters": lambda k: LETTERS[k % 26].lower(),
        "mixed cases": lambda k: LETTERS[k // 2 % 26] if k % 2 else LETTERS[k // 2 % 26].lower(),
        "numbers from 0": str,
        "numbers from 1": lambda k: str(k + 1),
        "base 36": lambda k: "0123456789abcdefghijklmnopqrstuvwxyz"[k % 36],
        "two letters": lambda k: f"{LETTERS[k // 26]}{LETTERS[k % 26]}",
    }
    if shown:
        sorts["values"] = lambda k: str(len(regions[k]))
    sort = rng.choice([*sorts])
    is_letter = sorts[sort](0).isalpha()
    nothing = rng.choice((".", ".", "_", "0" if is_letter else ".", "-1"))
    words = [
        [sorts[sort](owner[r, c]) if (r, c) in owner else nothing if (r, c) in there else "#" for c in range(width)]
        for r in range(height)
    ]
    writers = {name: SEPARATED[name] for name in ("blanks", "wide blanks", "commas", "tabs")} | {
        "JSON in lines": BRACKETS["JSON in lines"]
    }
    if all(len(word) == 1 for row in words for word in row):
        writers |= PACKED
    name = rng.choice([*writers, *["packed"] * 3 * ("packed" in writers), "blanks"])
    if name == "packed" and rng.random() < 0.5:
        words = [[word.replace("#", " ") for word in row] for row in words]
    return f"{sort}, {name}{f', {nothing} for nothing' * is_partial}", writers[name](words)


def _walls(
    rng: Random, owner: dict[Any, int], shown: dict[Any, str], there: set[Any], extent: tuple[int, int]
) -> tuple[str, str]:
    height, width = extent
    inside = rng.randint(max([1, *map(len, shown.values())]), 4)
    style = rng.choice(("plain", "dots", "dots everywhere", "labels", "one label", "clues"))
    if len(owner) < len(there):
        style = rng.choice(("labels", "open")) if shown else "labels"
        inside += style == "open"
    first = {number: min(cell for cell, other in owner.items() if other == number) for number in owner.values()}

    def text(cell: tuple[int, int]) -> str:
        if style == "labels":
            return LETTERS[owner[cell] % 26] if cell in owner else "." if cell in there else ""
        if style == "one label":
            return LETTERS[owner[cell] % 26] if cell in owner and first[owner[cell]] == cell else ""
        if style == "open":  # as our own drawings have it
            clue = shown.get(cell, "")
            return clue if cell in owner else (clue + ".")[: max(1, inside)] if cell in there else ""
        if style == "dots everywhere":
            return "." if cell in there else ""
        dot = "." if style == "dots" and cell in there else ""
        return shown.get(cell, dot)

    def at(r: int, c: int) -> int:
        return owner.get((r, c), -1 if (r, c) in there else -2)

    posts = rng.choice(("+", "all"))
    lines = []
    for r in range(height + 1):
        line = ""
        for c in range(width + 1):
            around = at(r - 1, c - 1), at(r - 1, c), at(r, c - 1), at(r, c)
            line += "+" if posts == "all" or len(set(around)) > 1 else " "
            if c < width:
                line += ("-" if at(r - 1, c) != at(r, c) else " ") * inside
        lines.append(line)
        if r < height:
            cells = ["".join((" |"[at(r, c - 1) != at(r, c)], text((r, c)).center(inside))) for c in range(width)]
            lines.append("".join(cells) + " |"[at(r, width - 1) != at(r, width)])
    drawing = "\n".join(line.rstrip() for line in lines) + "\n"
    boxes = rng.random() < 0.2
    if boxes:
        drawing = drawing.translate(str.maketrans("+-|", "┼─│"))
    return f"walls, {style}{', boxes' * boxes}", drawing


# Judging.


def judge(case: Case, folder: Path) -> str:
    """Return "read", "refused", or what is mistaken."""
    try:
        found = READERS[case.kind](case, folder)
    except TilewrightError:
        return "refused"
    if found == case.meaning and case.meaning is not NOTHING:
        return "read"
    return f"mistaken: {found!r} for {case.meaning!r}"


def _text(case: Case, folder: Path) -> str:
    """The text of a file with this content."""
    path = folder / f"case{case.suffix}"
    path.write_bytes(case.content.encode())
    return read_text(path)


def read_matrix(case: Case, folder: Path) -> Any:
    text = _text(case, folder)
    cover, is_matrix = parse_cover(text, case.suffix)
    if not is_matrix:
        rows = tuple(tuple(sorted(cover.names[item] for item in option)) for option in cover.options)
        return "dlx", tuple(cover.names), rows
    width = len(cover.names)
    found = tuple(tuple(int(item in option) for item in range(width)) for option in cover.options)
    if found not in second.matrices(text):
        return f"{found}, which the second reader does not see"
    if case.suffix not in (".csv", ".tsv") and second.dlx_options(text) is not None:
        return "a matrix, though it may be Knuth's text"
    return found


def read_value(case: Case, folder: Path) -> Any:
    cover = tw.cover(case.content)
    if isinstance(case.meaning, tuple) and case.meaning[:1] == ("items",):
        return "items", tuple(
            tuple(sorted(repr(cover.items[item]) for item in option)) for option in cover.exact_cover.options
        )
    if cover.items == (1,) and case.meaning is not None and all(row == (1,) for row in case.meaning):
        return case.meaning  # one item: the solutions are the same
    rows = [{cover.items[item] for item in option} for option in cover.exact_cover.options]
    return tuple(tuple(int(column in row) for column in cover.items) for row in rows)


def read_shikaku(case: Case, folder: Path) -> Any:
    text = _text(case, folder)
    puzzle = tw.load(folder / f"case{case.suffix}")
    if not isinstance(puzzle, tw.Shikaku):
        return puzzle
    found = puzzle.rows, puzzle.columns, frozenset(puzzle.clues)
    if text.lstrip()[:1] != "{" and found not in second.grids(text):
        return f"{found}, which the second reader does not see"
    return found


def read_drawing(case: Case, folder: Path) -> Any:
    if case.source.startswith("{"):
        table = json.loads(case.source)
        puzzle: Any = tw.Shikaku(table["rows"], table["columns"], tuple(map(tuple, table["clues"])))
    else:
        puzzle = tw.load(case.source)
    answers = parse_solutions(_text(case, folder), puzzle)
    if case.meaning is NOTHING and any(tw.faults(puzzle, placements, partial=True) for placements in answers):
        raise TilewrightError("told as wrong, and refused by --with")
    for placements in answers if case.is_checked and case.meaning is not NOTHING else ():
        if wrong := tw.faults(puzzle, placements, partial=not case.is_complete):
            return f"wrong by {wrong[0].text}"
    found = {frozenset(frozenset(placement.atoms) for placement in placements) for placements in answers}
    return found.pop() if len(found) == 1 else found


READERS: dict[str, Callable[[Case, Path], Any]] = {
    "matrix": read_matrix,
    "values": read_value,
    "shikaku": read_shikaku,
    "answer": read_drawing,
}
MAKERS = (matrix_case, matrix_case, dlx_case, value_case, shikaku_case, shikaku_case, answer_case, answer_case)


def cases(seed: int, numbers: range) -> Iterator[Case]:
    """Yield the cases of these numbers; each depends on the seed and its number alone."""
    for number in numbers:
        rng = Random(f"tables {seed} {number}")
        yield MAKERS[number % len(MAKERS)](rng)


def main() -> int:
    """Judge as many cases as asked; return 1 if any is mistaken."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaign.tables", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--seed", type=int, default=int(f"{datetime.datetime.now(datetime.UTC):%Y%m%d}"), help="default: the day"
    )
    parser.add_argument("--number", type=int, default=3000, help="of cases")
    args = parser.parse_args()
    print(f"seed {args.seed}")
    by_form, by_change = Counter[tuple[str, str, str]](), Counter[tuple[str, str]]()
    with tempfile.TemporaryDirectory() as name:
        for number, case in enumerate(cases(args.seed, range(args.number))):
            verdict = judge(case, Path(name))
            word = verdict.split(":")[0]
            by_form[case.kind, case.form.split(",")[0], word] += 1
            by_change.update((change, word) for change in case.changes or ("none",))
            if word == "mistaken":
                print(
                    f"\ncase {number}, {case.kind}, {case.form}, {case.changes}, {case.suffix}, {case.source}\n{case.content!r}\n{verdict}"
                )
    for title, table in (("form", by_form), ("change", by_change)):
        print(f"\n| {title} | read | refused | mistaken |\n|---|---|---|---|")
        for row in sorted({key[:-1] for key in table}):
            print(
                f"| {': '.join(row)} | "
                + " | ".join(str(table[(*row, word)]) for word in ("read", "refused", "mistaken"))
                + " |"
            )  # type: ignore[index]
    return int(any(key[-1] == "mistaken" for key in by_form))


if __name__ == "__main__":
    sys.exit(main())
