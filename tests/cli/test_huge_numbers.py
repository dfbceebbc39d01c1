"""Every command with boards, counts and options beyond what floats and Python's digits hold: an answer, a limit or a refusal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tilewright.cli.main import COMMANDS

HUGE = "9" * 400  # no float holds it
LONG = "9" * 5000  # and Python refuses to read this
FLOAT = "dominoes*@8x500"  # with a number of tilings of 500 digits
DIGITS = "monomino*+dominoes!fixed*@1x22000"  # of 4,598 digits
MANY_KINDS = ("tetrominoes*@18x18", "--where", "no two of one kind meet")  # thousands of items beside the board
SOON = ("--limit", "0.3")
COPIES = f'board = "3x3"\npieces = [{{name = "A", shape = "#", copies = {HUGE}}}]\n'
AREA = 'board = "3x3"\npieces = [{name = "A", shape = "####", copies = 999999}]\n'
HALVES = 'board = "90x200"\npieces = [{name = "A", shape = "#", copies = 10000}, {name = "B", shape = "##", copies = 4000}]\n'
FAMILY = 'board = "{}"\npieces = "{}"\ngroups = [["a", "b"]]\n[named]\na = [[0, 0], [0, 1]]\nb = [[0, 2], [0, 3]]\n'
COVER = "".join(
    (" ".join(f"i{n}" for n in range(500)), "\n", *(f"i{n}\ni{n}\n" for n in range(500)))
)  # 2^500 solutions
FILES = {
    "copies.toml": COPIES,
    "long.toml": COPIES.replace(HUGE, LONG),
    "long.json": f'{{"board": "3x3", "pieces": [{{"name": "A", "shape": "#", "copies": {LONG}}}]}}',
    "far.toml": f'pieces = "dominoes*"\nboard = {{cells = [[{HUGE}, 0], [0, 0]]}}\n',
    "infinite.toml": 'pieces = "dominoes*"\noutline = {square = inf}\n',
    "area.toml": AREA,
    "halves.toml": HALVES,
    "float-family.toml": FAMILY.format("8x500", "dominoes*"),
    "digits-family.toml": FAMILY.format("1x22000", "monomino*+dominoes!fixed*"),
    "clue.txt": f"{HUGE} .\n. .\n",
    "cover.dlx": COVER,
    "bounds.dlx": f"{HUGE}|a b\na b\n",
    "glpk.txt": f"c\ns bas 1 1 o {HUGE}\nj 1 1e999\ne o f\n",
    "catalogue.json": f'{{"tilewright": 1, "kind": "silhouettes", "outlines": [{{"id": "a", "cells": [[{HUGE}, 0]]}}]}}',
    "proof.txt": f'{{"tilewright": 1, "certificate": "states", "puzzle": "0", "count": "{LONG}"}}\n',
    "solution.json": f'{{"placements": [{{"piece": "1", "cells": [[{HUGE}, 0], [{HUGE}, 1]]}}]}}',
}
# Command lines and the codes that they may have: 1 only where "no" is the right answer.
CASES: list[tuple[tuple[str, ...], tuple[int, ...]]] = [
    (("count", FLOAT), (0,)),
    (("count", FLOAT, "--json"), (0,)),
    (("count", DIGITS), (0,)),
    (("count", DIGITS, "--json"), (0,)),
    (("count", FLOAT, "--up-to", "symmetries", *SOON), (0, 3)),
    (("count", FLOAT, "--by", "piece", *SOON), (0, 3)),
    (("count", "dominoes*@8x60", "--proof", "states.txt"), (0,)),
    (("count", "monomino*+dominoes*@40x40", *SOON), (3,)),
    (("count", *MANY_KINDS, *SOON), (3,)),
    (("count", *MANY_KINDS, "--threads", "2", *SOON), (3,)),
    (("count", "copies.toml"), (2,)),
    (("count", "long.toml"), (2,)),
    (("count", "long.json"), (2,)),
    (("count", "far.toml"), (2,)),
    (("count", "infinite.toml"), (2,)),
    (("count", "area.toml"), (1,)),
    (("count", f"dominoes*@{HUGE}x2"), (2,)),
    (("count", f"dominoes*@2x2-r{HUGE}c0"), (2,)),
    (("count", "dominoes*@2x2", "--where", f"at most {HUGE} of 1"), (2,)),
    (("count", "dominoes*@2x2", "--where", "at most 9999999 of 1"), (0,)),
    (("count", "dominoes*@2x2", "--memory", HUGE), (2,)),
    (("count", "dominoes*@2x2", "--limit", HUGE), (2,)),
    (("count", "dominoes*@2x2", "--threads", LONG), (2,)),
    (("solve", FLOAT, "--random", "5", "--json"), (0,)),
    (("solve", "monomino*+dominoes!fixed*@1x9000", "--random", "5"), (0,)),
    (("solve", *MANY_KINDS, *SOON), (0, 3)),
    (("solve", "halves.toml", *SOON), (0, 3)),
    (("solve", "clue.txt"), (2,)),
    (("solve", "dominoes*@2x2", "-n", HUGE), (2,)),
    (("verdict", *MANY_KINDS, *SOON), (0, 3)),
    (("verdict", "area.toml"), (1,)),
    (("hint", *MANY_KINDS, *SOON), (0, 3)),
    (("show", "halves.toml", "--stats"), (0,)),
    (("show", "dominoes*@300x300", "--stats"), (0,)),
    (("check", "dominoes*@2x2", "--proof", "proof.txt"), (2,)),
    (("check", "dominoes*@2x2", "solution.json"), (1, 2)),
    (
        (
            "series",
            "monomino*+dominoes!fixed*@{n}x22000",
            "--n",
            "1",
            "--store",
            "s.db",
            "--bfile",
            "s.txt",
            "-o",
            "s.svg",
        ),
        (0,),
    ),
    (("series", "monomino*+dominoes!fixed*@{n}x22000", "--n", "1", "--store", "s.db", "--json"), (0,)),
    (("series", "dominoes*@8x{n}", "--n", HUGE), (2,)),
    (("series", "dominoes*@8x{n}", "--n", "498..500"), (0,)),
    (("series", "dominoes*@64x{n}", "--entropy", *SOON), (2, 3)),
    (("design", "family", "float-family.toml", "--list"), (0,)),
    (("design", "family", "digits-family.toml", "--list"), (0,)),
    (("design", "family", "digits-family.toml", "--json", "-o", "f.json"), (0,)),
    (("design", "silhouettes", "--pieces", "fridgeiq", "--within", f"{HUGE}x1", *SOON), (2,)),
    (("design", "challenges", "--pieces", "fridgeiq", "--limit", HUGE), (2,)),
    (("design", "shikaku", f"{HUGE}x2"), (2,)),
    (("design", "shikaku", "5x5", "--sizes", f"2:{HUGE}"), (2,)),
    (("design", "edges", f"{HUGE}x2"), (2,)),
    (("design", "blocks", f"{HUGE}x2"), (2,)),
    (("design", "blocks", "--sizes", f"3..{HUGE}"), (2,)),
    (("design", "cards", "ubongo", "-n", HUGE), (2,)),
    (("design", "levels", "--board", f"{HUGE}x2"), (2,)),
    (("design", "convex", "tangram", "--limit", HUGE), (2,)),
    (("design", "interlocking", "--shape", f"{HUGE}x2x2", "--pieces", "2"), (2,)),
    (("design", "interlocking", "--shape", "3x3x3", "--pieces", HUGE), (2,)),
    (("disassemble", "soma@3x3x3", "--most", HUGE, *SOON), (0, 1, 2, 3)),
    (("design", "ladder", "--lengths", HUGE), (2,)),
    (("fillable", "JLSTZ", "999999999999999998x999999999999999998"), (0,)),
    (("fillable", "JLSTZ", f"{HUGE}x2"), (2,)),
    (("sets", f"polyominoes:{HUGE}"), (2,)),
    (("export", *MANY_KINDS, "--to", "dlx"), (0,)),
    (("export", "copies.toml", "--to", "json"), (2,)),
    (("read", "monomino*@1x1", "glpk.txt"), (2,)),
    (("cover", "cover.dlx", "--count", *SOON), (0, 3)),
    (("cover", "bounds.dlx"), (2,)),
    (("shelf", HUGE), (2,)),
    (("engines",), (0,)),
    (("serve", "--port", HUGE), (2,)),
    (("run", "start", "monomino*+dominoes!fixed*@4x5500", "--store", "run.db"), (0,)),
    (("run", "status", "run.db"), (0,)),
    (("run", "status", "run.db", "--json"), (0,)),
    (("run", "log", "run.db"), (0,)),
    (("run", "log", "run.db", "--last", HUGE), (2,)),
    (("run", "verify", "run.db", "--sample", "1"), (0,)),
    (("run", "resume", "run.db", "--limit", "60"), (0,)),
    (("run", "resume", "run.db", "--limit", HUGE), (2,)),
    (("run", "salvage", "run.db", "-o", "saved.db"), (0,)),
    (("run", "export", "run.db", "-o", "tilings.jsonl"), (2,)),
    (("publish", "booklet", "catalogue.json", "-o", "b.pdf"), (2,)),
    (("publish", "booklet", "pentominoes@6x10", "--cell", f"{HUGE}mm", "-o", "b.pdf"), (2,)),
    (("publish", "cards", "pentominoes@6x10", "--cell", f"{HUGE}mm", "-o", "c.pdf"), (2,)),
    (("publish", "sheet", "catalogue.json", "-o", "s.svg"), (2,)),
    (("publish", "pieces", "pentominoes@6x10", "--cell", f"{HUGE}mm", "-o", "p"), (2,)),
    (("publish", "laser", "pentominoes@6x10", "--cell", f"{HUGE}mm", "-o", "l.svg"), (2,)),
    (("completion", HUGE), (2,)),
]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def named(words: tuple[str, ...]) -> str:
    return next(name for name in (" ".join(words[:2]), words[0]) if name in COMMANDS)


SLOW = {"run": [pytest.mark.full, pytest.mark.ci]}  # workers that are started anew for each command
COMMAND_WORDS = [pytest.param(word, marks=SLOW.get(word, ())) for word in sorted({words[0] for words, _ in CASES})]


@pytest.mark.parametrize("command", COMMAND_WORDS)
def test_a_command_ends_with_an_answer_or_a_refusal(run: CommandLine, files: Path, command: str) -> None:
    """In their order: some go on with what those before have written."""
    for words, codes in CASES:
        if words[0] == command:
            ran = run(*words)
            assert ran.code in codes, (words, ran)
            assert "Traceback" not in ran.err and "internal error" not in ran.err, (words, ran.err)
            assert ran.code != 2 or ran.err.count("\n") == 1, (words, ran.err)


def test_no_command_is_left_out() -> None:
    assert {named(words) for words, _ in CASES} == {*COMMANDS}
