"""Pieces, boards and notations written as other people and programs write them, then changed; each must be read as what it was made
of, or be refused.

Run `python -m tests.campaign.piece_texts --seed 43 --number 3000`: it prints what is mistaken, and a table. A change that keeps the
meaning is held to the puzzle that the text was made of; after any other, `second_reader_pieces.py` says what the text means, or
that it is unclear, and then it must be refused. Counts are those of its brute force.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import tomllib
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import tilewright as tw
from tests.campaign import second_reader_pieces as second
from tests.campaign.second_reader_pieces import Cell, Copies, Meaning, Shape, UnclearError
from tilewright.errors import TilewrightError

ONCE: Copies = (1, 1)
MOST_COUNTED = 400  # tilings of a puzzle whose number is compared


@dataclass(frozen=True)
class Case:
    """What is read, and what it means.

    form:    list, size, regions, boxed, toml, json, values (of Python) or notation.
    texts:   the text, or the pieces and the board; of `values` a dictionary.
    means:   what each puzzle of it means; () where it must be refused.
    changes: what was done to the text.
    sure:    whether all changes keep the meaning, so that the second reader need not be asked.
    """

    form: str
    texts: tuple[Any, ...]
    means: tuple[Meaning, ...]
    changes: tuple[str, ...] = ()
    sure: bool = True


# Puzzles.


def random_shape(rng: Random, cells: int) -> Shape:
    """A polyomino."""
    shape = {(0, 0)}
    while len(shape) < cells:
        row, column = rng.choice(sorted(shape))
        down, right = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        shape.add((row + down, column + right))
    return second.at_corner(shape)


def random_board(rng: Random, shapes: Sequence[Shape]) -> Shape:
    """A board that is often filled by the shapes: they are laid one beside the other, or it is a rectangle of their area."""
    area = sum(map(len, shapes))
    sides = [(h, area // h) for h in range(2, area) if area % h == 0 and area // h > 1]
    if sides and rng.random() < 0.3:
        height, width = rng.choice(sides)
        return frozenset((r, c) for r in range(height) for c in range(width))
    board: set[Cell] = set()
    for shape in shapes:
        turned = rng.choice(sorted(second.positions(shape, True), key=sorted))
        edge = {(r + a, c + b) for r, c in board for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} - board or {(0, 0)}
        for row, column in rng.sample(sorted(edge), len(edge)):
            first = rng.choice(sorted(turned))
            laid = {(r + row - first[0], c + column - first[1]) for r, c in turned}
            if board.isdisjoint(laid):
                board |= laid
                break
        else:
            return random_board(rng, shapes)
    return second.at_corner(board)


def shapes_of(rng: Random, fewest: int = 2) -> list[Shape]:
    return [random_shape(rng, rng.choice([1, 2, 3, 3, 4, 4, 5])) for _ in range(rng.randint(fewest, 4))]


# How they are written.


def draw(cells: Shape, mark: str = "#", none: str = ".") -> str:
    """The drawing of some cells in the corner."""
    height, width = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    rows = ("".join(mark if (r, c) in cells else none for c in range(width)) for r in range(height))
    return "\n".join(row.rstrip() if none == " " else row for row in rows)


def list_case(rng: Random) -> Case:
    """Drawings divided by empty lines, on a drawn board."""
    shapes = shapes_of(rng)
    board = random_board(rng, shapes)
    none = rng.choice(". ")
    pieces = "\n\n".join(draw(shape, none=none) for shape in shapes) + "\n"
    meaning = Meaning.of(board, (), [(shape, ONCE, True) for shape in shapes])
    return Case("list", (pieces, draw(board, none=rng.choice(". ")) + "\n"), (meaning,))


def size_case(rng: Random) -> Case:
    """Drawings divided by empty lines, on a rectangle."""
    shapes = shapes_of(rng)
    area = sum(map(len, shapes))
    height, width = rng.choice(
        [(h, w) for h in range(1, 6) for w in range(1, 8) if area - 2 <= h * w <= area + 2] or [(3, 4)]
    )
    cells = [(r, c) for r in range(height) for c in range(width)]
    meaning = Meaning.of(cells, (), [(shape, ONCE, True) for shape in shapes])
    return Case("size", ("\n\n".join(map(draw, shapes)) + "\n", f"{height}x{width}"), (meaning,))


def regions_case(rng: Random) -> Case:
    """Numbered presents, and regions below them."""
    shapes = shapes_of(rng)
    text = "".join(f"{number}:\n{draw(shape)}\n\n" for number, shape in enumerate(shapes))
    means = []
    for _ in range(rng.randint(1, 3)):
        width, height = rng.randint(2, 5), rng.randint(1, 4)
        counts = [rng.choice([0, 1, 1, 2]) for _ in shapes]
        counts[rng.randrange(len(counts))] = 1
        text += f"{width}x{height}: {' '.join(map(str, counts))}\n"
        cells = [(r, c) for r in range(height) for c in range(width)]
        wanted = [(shape, (n, n), True) for shape, n in zip(shapes, counts, strict=True) if n]
        means.append(Meaning.of((), cells, wanted))
    return Case("regions", (text,), tuple(means))


def boxed_case(rng: Random) -> Case:
    """Rows, columns and pieces above pieces in letters."""
    shapes = shapes_of(rng)
    board = random_board(rng, shapes)
    height, width = max(r for r, _ in board) + 1, max(c for _, c in board) + 1
    is_full = len(board) == height * width
    letters = rng.sample("ABCDEFGHIJKLMNOPQRSTUVWXYZ", len(shapes))
    drawn = "\n".join(draw(shape, letter, " ") for letter, shape in zip(letters, shapes, strict=True))
    kind = "DEFAULT" if is_full else f"CUSTOM\n{draw(board, 'X')}"
    meaning = Meaning.of(board, (), [(shape, ONCE, True) for shape in shapes])
    return Case("boxed", (f"{height} {width} {len(shapes)}\n{kind}\n{drawn}\n",), (meaning,))


def copies_written(copies: Copies) -> Any:
    lo, hi = copies
    return lo if lo == hi else "any" if copies == (0, None) else [lo, "any" if hi is None else hi]


def table_case(rng: Random, form: str) -> Case:
    """Tables of pieces, some in several parts, on a board whose cells may all, or some of them, stay empty."""
    shapes = shapes_of(rng, 1)
    if rng.random() < 0.3:
        shapes[0] = second.at_corner(rng.sample([(r, c) for r in range(3) for c in range(3)], rng.randint(2, 4)))
    board = random_board(rng, shapes)
    may = frozenset(rng.sample(sorted(board), rng.choice([0, 0, 1, len(board)])))
    copies: list[Copies] = [rng.choice([ONCE, ONCE, (0, None), (0, 2), (1, 2), (2, 2)]) for _ in shapes]
    rows = [
        {"name": "ABCD"[n], "shape": draw(shape), "copies": copies_written(each)}
        for n, (shape, each) in enumerate(zip(shapes, copies, strict=True))
    ]
    for row, shape in zip(rows, shapes, strict=True):
        if second.parts(shape) > 1 and rng.random() < 0.7:
            row["connected"] = False
    rest = board - may
    table: dict[str, Any] = {"piece": rows}
    if may != board:
        table["board"] = "\n".join(
            "".join(
                "o" if (r, c) in may else "#" if (r, c) in rest else "." for c in range(max(c for _, c in board) + 1)
            )
            for r in range(max(r for r, _ in board) + 1)
        )
    else:
        table["optional"] = draw(board)
    meaning = Meaning.of(rest, may, [(shape, each, True) for shape, each in zip(shapes, copies, strict=True)])
    if form == "values":
        return Case(form, (table,), (meaning,))
    text = json.dumps(table) if form == "json" else toml_of(table)
    return Case(form, (text,), (meaning,))


def toml_of(table: dict[str, Any]) -> str:
    def value(each: Any) -> str:
        return f'"""\n{each}\n"""' if isinstance(each, str) and "\n" in each else json.dumps(each)

    head = "".join(f"{key} = {value(each)}\n" for key, each in table.items() if key != "piece")
    return head + "".join(
        "[[piece]]\n" + "".join(f"{k} = {value(v)}\n" for k, v in row.items()) for row in table["piece"]
    )


def notation_case(rng: Random) -> Case:
    """A set, letters, copies and a size."""
    name = rng.choice(["tetrominoes", "pentominoes", "trominoes", "dominoes", "pentominoes"])
    known = [letter for letter in second.LETTERS[name] if name not in ("trominoes", "dominoes") or letter.isdigit()]
    letters = rng.sample(known, rng.randint(1, min(4, len(known))))
    many = rng.choice(["", "", "*", "?", "+"])
    if name in ("tetrominoes", "pentominoes") and not many and rng.random() < 0.5:
        letters = [f"{letter}{rng.choice(['', 1, 2])}" for letter in letters]
    height, width = rng.randint(2, 4), rng.randint(3, 5)
    holes = rng.sample([(r, c) for r in range(height) for c in range(width)], rng.choice([0, 0, 1, 2]))
    gone = f"-{','.join(f'r{r}c{c}' for r, c in holes)}" if holes else ""
    bare = name == "pentominoes" and rng.random() < 0.5
    text = f"{'' if bare else name + ':'}{''.join(letters)}{many}@{height}x{width}{gone}"
    return Case("notation", (text,), (second.read_notation(text),))


# What is changed: (name, the forms and the part of the text it is for, whether the meaning stays, how).

Change = tuple[str, Callable[[Random, str], str]]


def _each_line(how: Callable[[str], str]) -> Callable[[Random, str], str]:
    return lambda rng, text: "\n".join(how(line) if line.strip() else line for line in text.split("\n"))


def _in_other_mark(rng: Random, text: str) -> str:
    return text.replace("#", rng.choice(second.SURE[1:] + second.OTHERS))


def _in_letters(rng: Random, text: str) -> str:
    """Each drawing in a letter of its own."""
    letters = iter(rng.sample("ABCDEFGHIJKLMNPQRSTUVWYZ", 20))
    return "\n\n".join(part.replace("#", next(letters)) for part in text.split("\n\n"))


def _turned(rng: Random, text: str) -> str:
    """A drawing of a list turned or mirrored: what turns and flips is the same piece."""
    blocks = text.rstrip("\n").split("\n\n")
    place = rng.randrange(len(blocks))
    lines = blocks[place].split("\n")
    head = [lines.pop(0)] if lines[0].endswith(":") else []
    cells = frozenset((r, c) for r, line in enumerate(lines) for c, v in enumerate(line) if v == "#")
    if not cells or any(set(line) - set("#. ") for line in lines):
        return text
    turned = rng.choice(sorted(second.positions(second.at_corner(cells), True), key=sorted))
    blocks[place] = "\n".join([*head, draw(turned, none="." if "." in blocks[place] else " ")])
    return "\n\n".join(blocks) + "\n"


def _commented(rng: Random, text: str) -> str:
    sign = rng.choice(["# ", "// ", "; ", "% "])
    blocks = text.split("\n\n")
    blocks.insert(rng.randrange(len(blocks)), f"{sign}{rng.choice(['first piece', 'made by hand', 'no 7', 'L and T'])}")
    return "\n\n".join(blocks)


def _named(rng: Random, text: str) -> str:
    names = rng.sample(["A", "b", "L", "piece_1", "2", "17", "long_name"], 7)
    return "\n\n".join(f"{name}:\n{block}" for name, block in zip(names, text.split("\n\n"), strict=False))


def _numbered_from(first: int, word: str = "") -> Callable[[Random, str], str]:
    def renumbered(rng: Random, text: str) -> str:
        lines, number = text.split("\n"), first
        for place, line in enumerate(lines):
            if line.endswith(":") and line[:-1].isdigit():
                lines[place], number = f"{word}{number}:", number + 1
        return "\n".join(lines)

    return renumbered


def _one_line(how: Callable[[Random, list[str]], list[str]]) -> Callable[[Random, str], str]:
    def changed(rng: Random, text: str) -> str:
        return "\n".join(how(rng, text.split("\n")))

    return changed


def _without_line(rng: Random, lines: list[str]) -> list[str]:
    place = rng.randrange(len(lines))
    return lines[:place] + lines[place + 1 :]


def _with_line_twice(rng: Random, lines: list[str]) -> list[str]:
    place = rng.randrange(len(lines))
    return [*lines[:place], lines[place], *lines[place:]]


def _with_tab(rng: Random, lines: list[str]) -> list[str]:
    place = rng.randrange(len(lines))
    at = rng.randrange(len(lines[place]) + 1)
    return [*lines[:place], lines[place][:at] + "\t" + lines[place][at:], *lines[place + 1 :]]


def _other_character(rng: Random, text: str) -> str:
    place = rng.randrange(len(text))
    return text[:place] + rng.choice("#.XxOo+□ 01\n:@-A") + text[place + 1 :]


def _mixed(rng: Random, text: str) -> str:
    """Some of the marks in another one."""
    other = rng.choice("XxOo□@+*")
    return "".join(other if c == "#" and rng.random() < 0.3 else c for c in text)


ENDS = {"with CR LF": "\r\n", "with CR": "\r"}
OF_ANY: tuple[Change, ...] = (
    ("a byte order mark", lambda rng, text: "\ufeff" + text),
    ("CR LF", lambda rng, text: text.replace("\n", "\r\n")),
    ("blanks at the ends", lambda rng, text: re.sub(r"(?<!\r)(?=\r?\n)|\Z", lambda _: " " * rng.randint(0, 3), text)),
    ("no line feed at the end", lambda rng, text: text.rstrip("\n")),
    ("empty lines at the end", lambda rng, text: text + "\n" * rng.randint(1, 3)),
)  # fmt: skip
OF_DRAWINGS: tuple[Change, ...] = (
    *OF_ANY,
    ("empty lines at the beginning", lambda rng, text: "\n" * rng.randint(1, 3) + text),
    ("another mark", _in_other_mark),
    ("indented", _each_line(lambda line: "   " + line)),
    ("indented by a tab", _each_line(lambda line: "\t" + line)),
)
OF_LISTS: tuple[Change, ...] = (
    *OF_DRAWINGS,
    ("more empty lines", lambda rng, text: text.replace("\n\n", "\n" * rng.randint(3, 5))),
    ("lines of blanks between", lambda rng, text: text.replace("\n\n", "\n  \n")),
    ("turned", _turned),
    ("comments", _commented),
    ("names", _named),
    ("in letters", _in_letters),
    ("as JSON", lambda rng, text: json.dumps([part.strip("\n").split("\n") for part in text.split("\n\n")])),
)
OF_BOARDS: tuple[Change, ...] = (
    *OF_DRAWINGS,
    ("as JSON", lambda rng, text: json.dumps(text.strip("\n").split("\n"), ensure_ascii=rng.random() < 0.5)),
)
OF_REGIONS: tuple[Change, ...] = (
    *OF_DRAWINGS,
    ("turned", _turned),
    ("numbered from 1", _numbered_from(1)),
    ("named with a word", _numbered_from(0, "shape ")),
    ("commas", lambda rng, text: _in_regions(text, lambda line: line.replace(": ", ":").replace(" ", ", "))),
    ("a capital X", lambda rng, text: _in_regions(text, lambda line: line.replace("x", "X"))),
    ("blanks around x", lambda rng, text: _in_regions(text, lambda line: line.replace("x", " x "))),
    ("no empty lines", lambda rng, text: text.replace("\n\n", "\n")),
    ("glued to the colon", lambda rng, text: _in_regions(text, lambda line: line.replace(": ", ":"))),
)
OF_BOXED: tuple[Change, ...] = (
    *OF_ANY,
    ("small letters", lambda rng, text: text.replace("DEFAULT", "default").replace("CUSTOM", "custom")),
    ("small letters for pieces", lambda rng, text: _below(text, str.lower)),
    ("empty lines between pieces", lambda rng, text: _below(text, lambda part: part.replace("\n", "\n\n"))),
)
UNSURE: tuple[Change, ...] = (
    ("a line left out", _one_line(_without_line)),
    ("a line twice", _one_line(_with_line_twice)),
    ("a tab somewhere", _one_line(_with_tab)),
    ("another character", _other_character),
    ("two marks", _mixed),
    ("commas for dots", lambda rng, text: text.replace(".", ",")),
    ("dots and blanks", lambda rng, text: "".join(" " if c == "." and rng.random() < 0.5 else c for c in text)),
    ("spaced", _each_line(" ".join)),
    ("quoted", _each_line(lambda line: f'"{line}"')),
    ("as a list", lambda rng, text: str(text.split("\n"))),
    ("no empty lines", lambda rng, text: text.replace("\n\n", "\n")),
    ("lines of dashes", lambda rng, text: text.replace("\n\n", "\n---\n")),
    ("semicolons", lambda rng, text: text.replace("\n\n", "\n;\n")),
    ("a title", lambda rng, text: rng.choice(["My pieces", "Board", "L", "X"]) + "\n" + text),
    ("in small letters", lambda rng, text: text.lower()),
    ("another mark", lambda rng, text: text.replace("#", rng.choice("Oo□+=?123▀▄"))),
    ("0 and 1", lambda rng, text: text.replace("#", "1").replace(".", "0")),
    ("mirrored", _each_line(lambda line: line[::-1])),
    ("cut", lambda rng, text: text[: rng.randrange(len(text))]),
    ("sides swapped", lambda rng, text: _in_regions(text, lambda line: re.sub(r"([0-9]+)x([0-9]+)", r"\2x\1", line))),
    ("counts glued", lambda rng, text: _in_regions(text, lambda line: line.replace(" ", ""))),
    ("other numbers", _numbered_from(5)),
)  # fmt: skip
OF_NOTATION: tuple[Change, ...] = (
    ("a capital X", lambda rng, text: text.replace("x", "X")),
    ("a times sign", lambda rng, text: text.replace("x", "×")),
    ("blanks at the ends", lambda rng, text: f" {text} "),
    ("blanks around @", lambda rng, text: text.replace("@", " @ ")),
)
UNSURE_NOTATION: tuple[Change, ...] = (
    ("small letters", lambda rng, text: text.lower()),
    ("capitals", lambda rng, text: text.upper()),
    ("commas", lambda rng, text: _of_letters(text, ",".join)),
    ("letters twice", lambda rng, text: _of_letters(text, lambda word: word + rng.choice(word))),
    ("numbers before", lambda rng, text: _of_letters(text, lambda word: "".join(f"{rng.randint(1, 3)}{c}" for c in word))),
    ("numbers behind", lambda rng, text: _of_letters(text, lambda word: "".join(f"{c}{rng.choice(['', 0, 1, 2, '02'])}" for c in word))),
    ("a sum", lambda rng, text: _of_letters(text, lambda word: f"{word}+tetrominoes:{rng.choice('IJLOSTZ')}")),
    ("players' letters", lambda rng, text: text.replace("trominoes:1", "trominoes:I").replace("trominoes:2", "trominoes:L")),
    ("another character", _other_character),
    ("cut", lambda rng, text: text[: rng.randrange(1, len(text))]),
    ("a blank within", lambda rng, text: _of_letters(text, " ".join)),
    ("* and a number", lambda rng, text: text.replace("@", "2*@")),
    ("another sign of copies", lambda rng, text: text.replace("@", rng.choice("*+?") + "@")),
)  # fmt: skip


def _in_regions(text: str, how: Callable[[str], str]) -> str:
    return "\n".join(how(line) if second.REGION.fullmatch(line) else line for line in text.split("\n"))


def _below(text: str, how: Callable[[str], str]) -> str:
    """The pieces of a boxed puzzle changed; its board stays."""
    lines = text.split("\n")
    rows = re.match(r"[0-9]+", lines[0])
    first = 2 + (int(rows[0]) if rows and "CUSTOM" in text else 0)
    return "\n".join(lines[:first]) + "\n" + how("\n".join(lines[first:]))


def _of_letters(text: str, how: Callable[[str], str]) -> str:
    pieces, _, board = text.partition("@")
    name, colon, letters = pieces.rpartition(":")
    bare = letters.rstrip("*+?")
    return f"{name}{colon}{how(bare) if bare else ''}{letters[len(bare) :]}@{board}"


# A case with its changes.

FORMS: dict[str, Callable[[Random], Case]] = {
    "list": list_case,
    "size": size_case,
    "regions": regions_case,
    "boxed": boxed_case,
    "toml": lambda rng: table_case(rng, "toml"),
    "json": lambda rng: table_case(rng, "json"),
    "values": lambda rng: table_case(rng, "values"),
    "notation": notation_case,
}
SAFE = {"list": OF_LISTS, "size": OF_LISTS, "regions": OF_REGIONS, "boxed": OF_BOXED, "notation": OF_NOTATION}


def cases(seed: int, numbers: range) -> Iterator[Case]:
    """Yield cases; each depends on the seed and its number alone."""
    for number in numbers:
        rng = Random(f"{seed} {number}")
        yield changed(rng, FORMS[[*FORMS][number % len(FORMS)]](rng))


def changed(rng: Random, case: Case) -> Case:
    """The case after one change or two."""
    if case.form in ("toml", "json", "values"):
        return _changed_table(rng, case)
    for _ in range(rng.choice([1, 1, 2])):
        is_safe = rng.random() < 0.5
        unsure = UNSURE_NOTATION if case.form == "notation" else UNSURE
        place = rng.randrange(len(case.texts))
        is_board = place == 1
        if case.form == "size" and is_board:
            name, how = rng.choice(OF_NOTATION[:2])
            is_safe = True
        elif case.form == "list" and is_board and is_safe:
            name, how = rng.choice(OF_BOARDS)
        else:
            name, how = rng.choice(SAFE[case.form] if is_safe else unsure)
        texts = list(case.texts)
        if len(texts[place]) < 2:
            continue
        texts[place] = how(rng, texts[place])
        case = replace(case, texts=tuple(texts), changes=(*case.changes, name), sure=case.sure and is_safe)
    return case


def _changed_table(rng: Random, case: Case) -> Case:
    """A table whose drawings are written in another way, all with the same meaning."""
    text = case.texts[0]
    table = text if case.form == "values" else json.loads(text) if case.form == "json" else tomllib.loads(text)
    mark = rng.choice(second.SURE + second.OTHERS)
    key = "board" if "board" in table else "optional"
    has_some = "o" in table[key]
    ways: dict[str, Callable[[str], Any]] = {
        "rows": lambda drawing: drawing.strip("\n").split("\n"),
        "0 and 1": lambda drawing: drawing.strip("\n").replace("#", "1").replace(".", "0"),
        "another mark": lambda drawing: drawing.replace("#", mark),
        "lists of 0 and 1": lambda drawing: [[int(c == "#") for c in row] for row in drawing.strip("\n").split("\n")],
        "blanks for dots": lambda drawing: drawing.replace(".", " "),
        "as it is": lambda drawing: drawing,
        "indented": lambda drawing: "\n".join("  " + row for row in drawing.strip("\n").split("\n")),
    }
    name = rng.choice([*ways])
    new = {**table, "piece": [{**row, "shape": ways[name](row["shape"])} for row in table["piece"]]}
    if not has_some:
        new[key] = ways[name](table[key])
    changes = [name]
    if rng.random() < 0.2 and key == "optional":
        new["board"], _ = [], changes.append("board = []")
    if rng.random() < 0.2:
        new["piece"] = [{k: v for k, v in row.items() if k != "name"} for row in new["piece"]]
        changes.append("no names")
    # Pairs of 0 and 1 may be cells as well, and are refused; a drawing in one mark is a drawing in any.
    written: Any = (
        new
        if case.form == "values"
        else json.dumps(new, ensure_ascii=rng.random() < 0.5)
        if case.form == "json"
        else toml_of(new)
    )
    if case.form != "values" and rng.random() < 0.4:
        change, how = rng.choice(OF_ANY if case.form == "json" else OF_ANY[1:])
        written = how(rng, written)
        changes.append(change)
    return replace(case, texts=(written,), changes=tuple(changes))


# What the package makes of it.


def read(case: Case, folder: Path) -> list[tw.Packing]:
    """The puzzles of a case, as the package reads them. Raises TilewrightError where it refuses."""
    if case.form == "values":
        return [tw.load(case.texts[0])]
    if case.form == "notation":
        return [tw.load(case.texts[0])]
    suffix = {"toml": ".toml", "json": ".json"}.get(case.form, ".txt")
    file, board = folder / f"text{suffix}", folder / "board.txt"
    file.write_bytes(case.texts[0].encode())
    if case.form == "list":
        board.write_bytes(case.texts[1].encode())
        return [tw.load(f"{file}@{board}")]
    if case.form == "size":
        return [tw.load(f"{file}@{case.texts[1]}")]
    if case.form == "regions":
        numbers = range(1, 1 + _titles(file))
        return [tw.load(f"{file}#{number}") for number in numbers] or [tw.load(file)]
    return [tw.load(file)]


def _titles(file: Path) -> int:
    from tilewright.loader import load_several

    several = load_several(str(file))
    return len(several.titles) if several else 0


def meaning_of(puzzle: tw.Packing) -> Meaning:
    """The same of a puzzle of the package, by its atoms, shapes and motions."""
    assert isinstance(puzzle, tw.Packing) and puzzle.lattice == "square" and not puzzle.pinned, puzzle
    flips = {"free": True, "turn": False}
    pieces = [(frozenset(piece.atoms), piece.copies, flips[str(piece.motion)]) for piece in puzzle.pieces]
    return Meaning.of(puzzle.board.atoms, puzzle.board.optional, pieces)


def said_by_second(case: Case) -> tuple[Meaning, ...] | None:
    """What the second reader makes of it; () where it is unclear, None where only the meaning it was made of counts."""
    if case.sure:
        return case.means
    try:
        if case.form == "list":
            return (second.read_list_on_board(*case.texts),)
        if case.form == "size":
            box = [int(side) for side in case.texts[1].replace("X", "x").replace("×", "x").split("x")]
            cells = [(r, c) for r in range(box[0]) for c in range(box[1])]
            return (Meaning.of(cells, (), [(shape, ONCE, True) for _, shape in second.read_pieces(case.texts[0])]),)
        if case.form == "regions":
            return tuple(second.read_regions(case.texts[0]))
        if case.form == "boxed":
            return (second.read_boxed(case.texts[0]),)
        return (second.read_notation(re.sub(r"\s*@\s*", "@", case.texts[0])),)
    except UnclearError:
        return ()


def judge(case: Case, folder: Path) -> str:
    """read, refused, or mistaken with what was taken for what."""
    wanted = said_by_second(case)
    try:
        with warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always")
            puzzles = read(case, folder)
    except TilewrightError:
        return "refused"
    found = tuple(map(meaning_of, puzzles)) if all(isinstance(each, tw.Packing) for each in puzzles) else None
    if found != wanted:
        return f"mistaken: {found} for {wanted or 'nothing clear'}"
    in_parts = any(second.parts(shape) > 1 for each in found for shapes, _ in each.pieces for shape in shapes)
    if in_parts and not notes and case.form not in ("toml", "json", "values"):
        return "mistaken: parts without a note"
    for puzzle, meaning in zip(puzzles, found, strict=True):
        try:
            number = second.count(meaning, MOST_COUNTED)
        except OverflowError:
            continue
        counted = tw.count(puzzle).value
        if counted != number:
            return f"mistaken: counted {counted}, and there are {number}"
    return "read"


def table(found: Counter[tuple[str, str]]) -> str:
    """What was read and refused, by form."""
    rows = [f"{'form':<10}{'read':>8}{'refused':>9}{'mistaken':>10}"]
    for form in (*FORMS, "all"):
        numbers = [
            sum(n for (f, v), n in found.items() if form in (f, "all") and v == verdict)
            for verdict in ("read", "refused", "mistaken")
        ]
        rows.append(f"{form:<10}{numbers[0]:>8}{numbers[1]:>9}{numbers[2]:>10}")
    return "\n".join(rows)


def main() -> int:
    """Run a number of cases, print what is mistaken and the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=43)
    parser.add_argument("--number", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    found = Counter[tuple[str, str]]()
    by_change = Counter[tuple[str, str]]()
    numbers = range(args.first, args.first + args.number)
    with tempfile.TemporaryDirectory() as folder:
        for number, case in zip(numbers, cases(args.seed, numbers), strict=True):
            verdict = judge(case, Path(folder))
            word = verdict.partition(":")[0]
            found[case.form, word] += 1
            by_change.update((change, word) for change in case.changes)
            if word == "mistaken":
                print(f"case {number}: {case.form} {case.changes} sure={case.sure}\n{case.texts}\n{verdict[:600]}\n")
    print(f"seed {args.seed}, cases {numbers.start} to {numbers.stop - 1}")
    print(table(found))
    for change in sorted({change for change, _ in by_change}):
        print(f"  {change:<30}{by_change[change, 'read']:>6}{by_change[change, 'refused']:>6}")
    return int(any(word == "mistaken" for _, word in found))


if __name__ == "__main__":
    sys.exit(main())
