"""What messages advise: found in a message, or in the text of one in the source, and taken as a reader would type it.

A form is what stands in backticks, or behind words such as "e.g." and "such as", or behind "expected" and "or" where it
looks like something to type.
"""

from __future__ import annotations

import ast
import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy
from PIL import Image

import tilewright as tw
from tests.helpers.paths import ROOT
from tilewright.cli.main import COMMANDS, GROUPS, parser_of
from tilewright.cli.options import byte_count
from tilewright.exact_cover.engine import lookup
from tilewright.kinds import find_named_sets
from tilewright.kinds.packing.constraints import parse_constraint
from tilewright.kinds.polygons.surd import parse_number
from tilewright.loader import parse
from tilewright.publish.paper import parse_length, parse_two_lengths
from tilewright.series.pattern import Pattern, values
from tilewright.shelf.box import load_board, parse_roll

HOLE = "\0"  # where a message has a value
BRACKETS = (
    r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)",
    r"\[(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*\]",
    r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}",
)
NESTED = "|".join(BRACKETS)
VALUE = rf"'[^']*'|\"[^\"]*\"|{NESTED}|[^\s,;:)`]+(?:[:,](?=\S)[^\s,;:)`]+)*"
FORM = (
    rf"(?:[a-z_]+ = (?:{VALUE})|POLYGON \(\(.*?\)\)|[A-Za-z_][\w.]*(?:{NESTED})(?:\[0\](?:\.\w+\[:1\])?)?"
    rf"|--[a-z-]+(?: (?:'[^']*'|[^\s,;:)`a-z][^\s,;:)`]*))?|{VALUE})"
)
LEAD = re.compile(
    rf"\b(?:e\.g\.|such as|as in|did you mean(?: the [a-z]+)?|two copies are) ({FORM})|[,(] as (?!in )({FORM})"
)
OTHERS = re.compile(rf"\b(?:expected|or|for) ({FORM})")
OF_TYPES = r"\$\..*|(?:(?:str|int|float|bool|array|object|null)(?: \| )?)+"  # how msgspec names what it found
TYPED = re.compile(rf"[@=\[{{(!#]|(?<!\w)[\"']|--|\w\*|{HOLE}:|:{HOLE}|\w:[A-Z]")


def advice_in(text: str) -> Iterator[str]:
    """Yield the forms that a message advises."""
    quoted = (found for found in re.findall(r"`([^`]+)`", text) if found.strip())
    yield from (found for found in quoted if not re.fullmatch(OF_TYPES, found))
    for first, second in LEAD.findall(text):
        if first or re.search(rf"[^a-z,]|{HOLE}", second):
            yield first or second
    yield from (found for found in OTHERS.findall(text) if TYPED.search(found))


def texts(node: ast.AST) -> Iterator[str]:
    """Yield the strings of a module, without docstrings and help texts; f-strings with a hole for each value."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.keyword) and child.arg == "help":
            continue
        if isinstance(child, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in child.values)
        elif isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value
        else:
            yield from texts(child)


@cache
def messages() -> tuple[tuple[str, str], ...]:
    """Return (file, text) of every string in the package that may be shown."""
    files = sorted((ROOT / "src" / "tilewright").rglob("*.py"))
    return tuple(
        (str(file.relative_to(ROOT / "src" / "tilewright")), text)
        for file in files
        for text in texts(ast.parse(file.read_text(encoding="utf-8")))
        if " " in text.strip() and file.name != "completion.py"  # functions of shells
    )


@cache
def advising() -> tuple[tuple[str, str], ...]:
    """Return those of `messages` that advise something; texts of several lines are of commands, and run elsewhere."""
    return tuple((file, text) for file, text in messages() if "\n" not in text and any(advice_in(text)))


def pattern_of(text: str) -> re.Pattern[str]:
    """Return what a message looks like that a text of the source makes."""
    return re.compile(".*?".join(map(re.escape, text.split(HOLE))), re.DOTALL)


# What stands for something in a form, and what a reader would put in its place.
PLACEHOLDERS = {
    "https://puzz.link/p?shikaku/COLUMNS/ROWS/CLUES": "https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5j",
    "PIECES@BOARD": "tetrominoes*@4x4",
    "PIECES@FILE": "tetrominoes*@board.txt",
    "CATALOGUE#NUMBER": "fridgeiq-D4#1",
    "ROWSxCOLUMNS": "5x5",
    "SET:LETTERS": "tetrominoes:SIO",
    "FILE@BOARD": "pieces.txt@board.txt",
    "FILE@5x12": "pieces.txt@5x12",
    "pentominoes@FILE": "pentominoes@board.txt",
    "tetrominoes*@FILE": "tetrominoes*@board.txt",
    "FILE#1": "regions.txt#1",
    "FILE.dlx": "cover.dlx",
    "PUZZLE ANSWER": "FNPUV@5x5 answer.txt",
    "NAMES": "MAR,14",
    "SET": "tetrominoes",
    "tangram/BOARD": "tangram",
    'pieces = "..."': 'pieces = "dominoes*"',
    "[[piece]]": '[[piece]]\nshape = "#"',
    "piece = NAME": '[[pinned]]\npiece = "M"\ncells = [[0, 0]]',
    "[named]": "[named]\nM = [[0, 0]]",
    '{"cells": [[row, column], ...]}': "{cells = [[0, 0], [0, 1]]}",
    "[fewest, most]": "[1, 9]",
    "(fewest, most)": "(1, 9)",
    "open = [NAME, ...]": 'open = ["M"]',
    "--open NAMES": "--open MAR,14",
    '{"kind": "levels", "levels": [{"name": ..., "puzzle": {...}}, ...]}': (
        '{"kind": "levels", "levels": [{"name": "1", "puzzle": {"pieces": "X", "board": "3x3"}}]}'
    ),
    '[row, column, "u"]': '[0, 0, "u"]',
    '{"shikaku": [[3, 0, 0], ...]}': '{"shikaku": [[3, 0, 0]]}',
    "[rows, columns]": "[12, 12]",
    "[side, cut]": "{octagon = [5, 1]}",
    '{"id": "name", ...}': '{"id": "name"}',
}
FILES = {
    "board.txt": "####\n####\n####\n####\n",
    "pieces.txt": "##\n##\n\n###\n",
    "regions.txt": "0:\n##\n\n4x4: 1\n5x5: 2\n",
    "cover.dlx": "a b\na\nb\n",
    "answer.txt": "",
    "xo.txt": "XO\nOX\n",
    "o.txt": "oo\noo\n",
    "oX.txt": "oX\n",
    "rows.json": '["##", "#."]',
    "list.txt": "##\n##\n\n#.q\n",
    "shikaku.txt": "2 .\n. 2\n",
    "formula.cnf": "p cnf 1 1\n1 0\n",
}


def write_files(folder: Path) -> None:
    """Write what placeholders stand for into a folder."""
    for name, content in FILES.items():
        (folder / name).write_text(content)
    Image.new("L", (4, 4)).save(folder / "heart.png")  # 16 black cells


def names() -> dict[str, Any]:
    """Return what code in messages may name."""
    others = {"tilewright": tw, "numpy": numpy, "puzzle": tw.load("FNPUV@5x5"), "options": [[0, 1], [1, 0]]}
    return {name: getattr(tw, name) for name in tw.__all__} | others


def _take_command(text: str) -> None:
    words = shlex.split(text.removeprefix("tilewright "))
    if words in ([], ["--help"]):
        return
    name = " ".join(words[:2]) if " ".join(words[:2]) in COMMANDS else words[0]
    if name not in COMMANDS:
        assert name in GROUPS or name == "help", name
        return
    rest, parser = words[len(name.split()) :], parser_of(name)
    known = {option for action in parser._actions for option in action.option_strings}
    assert {word for word in rest if word.startswith("--")} <= known, rest
    if rest and not rest[-1].startswith("--"):
        parser.parse(rest)


def _take_option(text: str) -> None:
    assert text.split()[0] in {
        option for name in COMMANDS for action in parser_of(name)._actions for option in action.option_strings
    }


PIECE = '[[piece]]\nname = "M"\nshape = "#"\ncopies = "any"\n'
# Tables with a place for a line, and for a value.
LINES = (
    "{}\nboard = '3x3'\n" + PIECE,
    "{}\n" + PIECE,
    "board = '1x3'\n{}\n",
    "board = '3x3'\n" + PIECE + "{}\n",
    "lattice = 'halfsquare'\n{}\n" + PIECE.replace("#", "■"),
    "board = '3x3'\ngroups = [['M']]\nopen = ['M']\n" + PIECE + "{}\n",
    "{}\nboard = '3x3'\ngroups = [['M']]\n" + PIECE + "[named]\nM = [[0, 0]]\n",
    "{}\n",
    "kind = 'polygons'\n{}\npieces = 'tangram'\nboard = {{square = 2}}\n",
)
VALUES = (
    "board = {}\n" + PIECE,
    "outline = {}\nlattice = 'halfsquare'\n" + PIECE.replace("#", "■"),
    "pieces = {}\nboard = '3x3'\n",
    "where = {}\npieces = 'X*'\nboard = '9x9'\n",
    "subset = {}\npieces = 'pentominoes'\nboard = '5x5'\n",
    "lattice = {}\nboard = '3x12'\n" + PIECE,
    "board = '3x3'\n[[piece]]\nshape = {}\ncopies = 'any'\n",
    "board = '3x3'\n[[piece]]\nshape = '#'\ncopies = {}\n",
    "board = '3x3'\n[[piece]]\nshape = '#'\ncopies = 'any'\nmotions = {}\n",
    "tiles = {}\nboard = '4x6'\n",
    "tiles = 'macmahon3'\nboard = {}\n",
    "tiles = 'macmahon3'\nboard = '4x6'\nmotion = {}\n",
    "tiles = 'abcb *'\nboard = '4x6'\nmatch = {}\n",
    "tiles = 'macmahon3'\nboard = '4x6'\nborder = {}\n",
    "tiles = 'abca *'\nboard = '3x12'\nlattice = {}\n",
    "tiles = 'abca *'\nboard = '2x2'\n[[pinned]]\ntile = '1'\ncell = [0, 0]\nmotion = {}\n",
    "kind = 'polygons'\npieces = {}\nboard = {{square = 4}}\n",
    "kind = 'polygons'\npieces = 'tangram'\nboard = {}\n",
    "kind = 'polygons'\nboard = {{square = 1}}\n[[piece]]\nname = 'A'\nboard = {}\n",
    "kind = 'polygons'\nboard = {{square = 1}}\n[[piece]]\nname = 'A'\ncorners = {}\n",
)


def _take_line(text: str) -> None:
    _read_first(table.format(text) for table in LINES)


def _take_value(text: str) -> None:
    """A value of some key, with quotes of its own or without."""
    _read_first(table.format(each) for table in VALUES for each in (text, f'"{text}"'))


def _read_first(tables: Iterable[str]) -> None:
    """Raise AssertionError unless one of the tables is a puzzle."""
    for table in tables:
        with suppress(Exception):
            parse(table)
            return
    raise AssertionError


def _take_outline(text: str) -> None:
    tw.Board.from_outline(text.strip("\"'"), "halfsquare")


def _take_json(text: str) -> None:
    tw.load(json.loads(text) if "shikaku" in text else {"board": "5x5", **json.loads(text)})


# By the form, what takes it where it is advised: whatever does not raise has accepted it.
TAKERS: tuple[tuple[str, Callable[[str], object]], ...] = (
    (r"tilewright .*|(?:cover|verdict|count|run|solve|read|show) ?.*", _take_command),
    (r"--[a-z].*", _take_option),
    (r"[a-z]+ = .*|\[\[?[a-z]+\]\]?.*|piece = .*", _take_line),
    (r"[A-Za-z_][\w.]*\(.*", lambda text: eval(text, names())),
    (r"POLYGON.*", _take_outline),
    (r"\{\"(?:pieces|shikaku).*", _take_json),
    (r".*", _take_value),
    (r"[\[(].*|\{\d.*", ast.literal_eval),
    (r"[\[{].*", json.loads),
    (r"[#.■]+", tw.Board.parse),
    (r"[A-Za-z][\w:,+*?!-]*", tw.select),
    (r"!.*", lambda text: tw.select(f"FNP{text}")),
    (r"[a-z]+\d?", lambda text: find_named_sets(text).lacks),  # type: ignore[union-attr]
    (r"[a-z]+", lookup),
    (r"[a-z]+", lambda text: tw.export(tw.load("FNPUV@5x5"), text)),
    (r".*@.*|.*#.*|.*/.*|[a-z-]+", tw.load),
    (r".*", tw.load),
    (r"[\dx~-].*|[a-z]\d+.*", tw.Board.of_size),
    (r"r\d+c\d+", lambda text: tw.Board.of_size(f"9x9-{text}")),
    (r".*mm", lambda text: parse_length(text, "--cell")),
    (r".*mm", lambda text: parse_two_lengths(text, "--sheet", 1.0, 0.1)),
    (r"\d+[KMG]?i?", byte_count),
    (r".*", parse_constraint),
    (r".*", parse_number),
    (r"[^ ]+,[^ ]+", lambda text: parse_roll(load_board("genius-square"), text)),
    (r"[^ ]+,[^ ]+", lambda text: tw.load_family("calendar").parse_member(text)),
    (r"F@.*", lambda text: tw.hint(tw.load("FNPUV@5x5"), without=[text])),
    (r"@.*", lambda text: parse(f"edges 1x4\nabca {text}\nabca *3\n")),
    (r".*@.*\{[nk\d].*", Pattern),
    (r"\{[nk\d].*", lambda text: Pattern(f"dominoes*@{text}x4")),
    (r"\d+\.\..*", values),
)


def accepts(advice: str) -> bool:
    """Return True if something takes what is advised, as it is typed."""
    advice = advice.removesuffix("?")
    text = next((new for old, new in PLACEHOLDERS.items() if old in (advice, advice.strip("'\""))), advice)
    for old in ("PUZZLE ANSWER", "FILE.dlx", "NAMES", "ROWSxCOLUMNS", "SET"):
        text = text.replace(old, PLACEHOLDERS[old])
    bare = text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text
    for form, take in TAKERS:
        if re.fullmatch(form, bare, re.DOTALL):
            with suppress(Exception):  # whatever it is: this does not take it
                take(bare)
                return True
    return False
