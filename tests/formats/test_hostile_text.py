"""Text of strangers: titles, names and keys steer no terminal, and what we write we can read."""

from __future__ import annotations

import json
import sys
import tomllib
import unicodedata

import pytest

from tests.helpers.cli import CommandLine
from tilewright import formats, loader
from tilewright.errors import TilewrightError, controls_terminal, printable
from tilewright.kinds import Packing, Shikaku
from tilewright.pieces import Piece, select
from tilewright.puzzle import Board, Puzzle

ESCAPE = "\x1b]0;owned\x07\x1b[31mred\x9b2J"
TITLES = {
    "escapes": ESCAPE,
    "NUL": "a\0b",
    "every control character": "".join(map(chr, [*range(32), *range(127, 160)])) + "x",
    "lines": "one\ntwo\r\nthree\u2028four\u2029five\x85six",
    "backwards": "abc\u202edef\u2066ghi\u2069\u200b\ufeff",
    "half a pair": "a\ud83db",
    "noncharacters": "a\ufffe\uffffb",
    "long": "very " * 100_000,
    "quotes": "\"'\\ ''' <&> ]]> %s {x}",
    "blanks": "  a \t b  ",
}


def is_safe(text: str) -> bool:
    return not any(unicodedata.category(each) in ("Cc", "Cf", "Cs") for each in text.replace("\n", ""))


def titled(title: str) -> list[Puzzle]:
    return [
        Packing(Board.of_size("5x5"), select("pentominoes:FNPUV"), name=title),
        Shikaku(2, 2, ((0, 0, 4),), name=title),
        Packing(Board.of_size("1x2x2", "cubic"), (Piece("A", ((0, 0, 0), (0, 0, 1)), "cubic", (2, 2)),), name=title),
    ]


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_titles_are_one_short_line_that_every_format_gives_back(title: str) -> None:
    for puzzle in titled(title):
        assert is_safe(puzzle.name) and "\n" not in puzzle.name and len(puzzle.name) <= 200
        assert is_safe(str(puzzle)) and is_safe(puzzle._repr_svg_())
        for name in formats.names():
            try:
                text = formats.dump(puzzle, name)
            except TilewrightError:
                continue
            again = loader.parse(text)
            assert is_safe(text) and text.encode().decode() == text
            assert again.name in ("", puzzle.name) or name == "notation", name
            if name in ("toml", "json", "xmpuzzle"):
                assert again.name == puzzle.name and again.digest == loader.parse(formats.dump(again, name)).digest
    assert printable(printable(title, 200), 200) == printable(title, 200)


def test_titles_that_are_fine_stay_as_they_are() -> None:
    for title in ("Zwölf Stücke", "五格骨牌", "👨‍👩‍👧 family", "na\u0308he", "می‌خواهم", "A & B: 'C'"):
        assert titled(title)[0].name == title


@pytest.mark.parametrize("name", ["\x1b[31m", "a\0", "a\u202eb", "\x7f", "\x9b2J", "x" * 101, "a\ud83d", "\ufeff"])
def test_names_of_pieces_paints_and_cells_with_control_characters_are_refused(name: str) -> None:
    with pytest.raises(TilewrightError) as refused:
        Piece(name, ((0, 0),))
    assert is_safe(str(refused.value)) and len(str(refused.value)) < 300
    if "\ud83d" in name:
        return
    board = {"board": "3x3", "pieces": "tetrominoes*"}
    for table in (
        {**board, "paint": {name: [[0, 0]]}},
        {**board, "piece": [{"name": "Z9", "shape": "#", "allowed_paints": [{"cells": [[0, 0]], "paints": [name]}]}]},
        {**board, "named": {name: [[0, 0]], "B": [[0, 1]]}, "groups": [[name, "B"]], "open": ["B"]},
        {**board, "piece": [{"name": name, "shape": "#"}]},
        {**board, "pinned": [{"piece": name, "cells": [[0, 0]]}]},
        {**board, name: 1},
    ):
        with pytest.raises(TilewrightError) as refused:
            loader.parse(json.dumps(table))
        assert is_safe(str(refused.value)) and len(str(refused.value)) < 600, str(refused.value)[:900]


def test_random_characters_as_titles_and_keys_are_safe() -> None:
    steering = "".join(each for each in map(chr, range(sys.maxunicode + 1)) if controls_terminal(each))
    assert is_safe(printable("a" + steering + "b"))
    for start in range(0, len(steering), 50):
        title = steering[start : start + 50]
        again = loader.parse(formats.dump(titled(f"a{title}b")[0], "toml"))
        assert again.name.replace(" ", "") == "ab"
        assert tomllib.loads(formats.dump(again, "toml"))["name"] == again.name


def test_shapes_of_burrtools_with_any_names_are_read() -> None:
    puzzle = titled("x")[2]
    text = formats.dump(puzzle, "xmpuzzle").replace('name="A"', f'name="{"n" * 500}&#9;\x9b\u202e"')
    assert is_safe(loader.parse(text).pieces[0].name)


@pytest.mark.parametrize(
    "text",
    [
        f'name = {json.dumps(ESCAPE)}\nboard = "5x5"\npieces = "FNPUV"\n',
        f'{json.dumps(ESCAPE)} = 1\nboard = "5x5"\npieces = "FNPUV"\n',
        f'board = "5x5"\npieces = {json.dumps(ESCAPE)}\n',
        f'board = {json.dumps(ESCAPE)}\npieces = "FNPUV"\n',
        f'board = "5x5"\nlattice = {json.dumps(ESCAPE)}\npieces = "FNPUV"\n',
        f'outline = {json.dumps(ESCAPE)}\npieces = "FNPUV"\n',
        json.dumps({"name": ESCAPE, "board": "5x5", "pieces": "FNPUV"}),
        json.dumps({ESCAPE * 1000: 1, "board": "5x5", "pieces": "FNPUV"}),
        f"5x5\n{ESCAPE}\n---\n{ESCAPE}\n",
        f"{ESCAPE}@5x5",
    ],
)
@pytest.mark.parametrize("command", [("show",), ("solve",), ("show", "--json"), ("export", "--to", "toml")])
def test_nothing_that_steers_a_terminal_is_printed(
    text: str, command: tuple[str, ...], run: CommandLine, tmp_path
) -> None:
    (tmp_path / "file").write_text(text, encoding="utf-8")
    ran = run(command[0], tmp_path / "file", *command[1:])
    assert is_safe(ran.out) and is_safe(ran.err), ran
    assert len(ran.err) < 3000 and ran.err.count("\n") <= 1


def test_a_name_of_a_file_that_is_not_there(run: CommandLine, tmp_path) -> None:
    for command in (("solve", f"{tmp_path}/{ESCAPE}"), ("show", ESCAPE), ("solve", "FNPUV@5x5", "--engine", ESCAPE)):
        said = run.refused(*command)
        assert is_safe(said) and "\x1b" not in said


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (("check", "FNPUV@5x5"), json.dumps({"placements": [{"piece": ESCAPE, "cells": [[0, 0]]}]})),
        (("check", "FNPUV@5x5"), json.dumps({"placements": [{"piece": "F", "cells": [[0, 0]], "id": ESCAPE}]})),
        (("check", "FNPUV@5x5"), json.dumps({ESCAPE: 1})),
        (("check", "FNPUV@5x5", "--proof"), json.dumps({"tilewright": ESCAPE, "claim": ESCAPE, "kind": ESCAPE})),
        (("check", "FNPUV@5x5", "--proof"), f"c {ESCAPE}\np cnf 1 1\n1 0\n"),
        (("cover",), "a\x1b[1m b\na\x1b[1m\nb\n"),
        (("cover",), f"{ESCAPE}\n{ESCAPE}\n"),
    ],
)
def test_answers_certificates_and_covers_of_strangers(
    command: tuple[str, ...], text: str, run: CommandLine, tmp_path
) -> None:
    (tmp_path / "file").write_text(text, encoding="utf-8")
    ran = run(*command, tmp_path / "file")
    assert is_safe(ran.out) and is_safe(ran.err) and ran.code in (1, 2), ran
