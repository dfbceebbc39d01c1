"""Whatever a message advises is accepted when it is typed, and no advice in the source is left out.

A text of the source that advises something must come in the message of one of these wrong inputs, or stand in `NOT_TYPED`
with what it is instead. To add a message with advice, add an input that raises it.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.advice import HOLE, accepts, advice_in, advising, names, pattern_of, write_files
from tilewright import TilewrightError
from tilewright.cli.main import main

# Texts and names that `load` refuses.
SOURCES = [
    "tetrominoes:OO@2x4", "tetrominoes:ijl@4x4", "tetrominoes:2O@4x4", "tetrominoes:O2*@4x4", "trominoes:I2@2x3", "trominoes:LV@2x3",
    "hexominoes:L@2x3", "OST@4x4", "fnpuv@5x5", "PENTOMINOES@6x10", "pentomino@6x10", "F!spin@5x5", "FNPUV@5x5-r9", "FNPUV@5", "FNPUV@",
    "FNPUV", "regions-12", "tetrominoes:O2T2", "tetrominoes:I,,T@2x4", "no-such", "fridgeiq_D4#19", "fridgeiq-D4", "fridgeiq-D9#1", "levels",
    "levels#hart", "tangram@5x5", "dominoes@0x3", "https://example.com/x", "6x6:d3a5!6b6n6b2_3a5d", "macmahon@4x6", "macmahon3@h",
    "##\n##\n", "##\n\n##\n", "XO\nOX\n", "##\n#q\n", "a\n", "1 2\n3 4\n", "3 2\n1 3\n2 1\n2 3\n", "POLYGON EMPTY\n",
    "##\n##\n---\n*.\n.*\n", "0:\n##\n\n4x4: 1\n5x5: 2\n", "##\n\n4x4: 1\n", "0:\n##\n\n4x4:\n", "edges\n", "edges 1x1 wrap=2\nabca\n",
    "edges 2x2\nabca@9\n", "0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 1 4\n", "tetravex\n1011\n1123\n1011\n1123\n1011\n1123\n", "begin\npuzzle shikaku\nrows 2\n-\nend\n",
    "pzprv3/shikaku/2\n", '{"kind": "levels", "levels": [{}]}', 'pieces = "F"\nboard = "5x5\n',
    "table grid(i,j)\n   c1 )\nr1 4 4\n;\n", "set i /r2*r1/;\ntable grid(i,j)\n   c1 c2\nr1 4\n;\n", "table a(i,j,k)\n   c1\nr1 1\n;\n",
]  # fmt: skip
# Tables of packing puzzles that `load` refuses, but for a board of 3x3 and the piece of one cell, where they have none.
TABLES = [
    'board = 55', 'board = "POLYGON ((0 0, 1 0, 0 1))"', 'board = [[1, 1], [1, 0]]', 'board = "oXo"', 'pieces = 5', 'pieces = {"A" = true}',
    'pieces = ["XX\\nX", "X"]', 'subset = 5', 'where = 5', 'where = "X is nice"', 'lattice = "square~"', 'lattice = {name = "q", basis = 5}',
    'lattice = {name = "q", neighbors = 5}', 'outline = 5', 'outline = "POINT (0 0)"', 'outline = "POLYGON ((0 0"', 'outline = {octagon = [4, 2]}', 'optional = 5',
    '[[piece]]\nmotions = 5', '[[piece]]\ncopies = "many"', '[[piece]]\nshape = 5', '[[pinned]]\npiece = "X"', '[named]\nA = 5', "[named]\nA = [[0, 0]]",
    '[[piece]]\nshape = "#.#"\nconnected = true', '[[piece]]\nshape = [[0, 1], [1, 0], [1, 1]]',
]  # fmt: skip
OTHER_TABLES = [
    'pieces = "F"', 'board = "5x5"', 'tiles = "x"\nboard = 5', 'tiles = ""\nboard = "4x6"', 'tiles = "ab"\nboard = "4x6"', 'tiles = "abca *x"\nboard = "4x6"',
    'tiles = "abca"\nboard = "1x1"\nmotion = 90', 'tiles = "abca"\nboard = "1x1"\nborder = 5', 'tiles = "abca"\nboard = "1x1"\nmatch = 5',
    'tiles = "abca"\nboard = "1x1"\nlattice = 5', 'tiles = "abc"\nboard = "1x1"\n[[pinned]]\ntile = "1"\ncell = [0, 0]', 'tiles = 5\nboard = "1x1"',
    'tiles = "abca"\nboard = "1x1"\n[[pinned]]\ntile = "1"\ncell = [0, 0]\nmotion = 90',
    'kind = "polygons"\npieces = 5\nboard = "0 0, 1 0, 0 1"', 'kind = "polygons"\npieces = "tangram"\nboard = 5', 'kind = "polygons"\npieces = "tangram"\nboard = "0 0, 1"',
    'kind = "polygons"\npieces = "tangram"\nboard = "POLYGON x"', 'kind = "polygons"\npieces = "tangram"\nboard = "0 0, q 0, 0 1"',
    'kind = "polygons"\npieces = "tangram"\nboard = {svg = "M10 10h282.843v282.843h-282.843z"}', 'kind = "polygons"\npieces = "tangram"\nboard = "0 0, 1 0, 0 sqrt(1+sqrt(2))"',
    'kind = "polygons"\nboard = "0 0, 1 0, 0 1"\n[[piece]]\nname = "A"\ncorners = 5',
]  # fmt: skip
# Expressions of Python with a wrong argument.
CODE = [
    "solve('FNPUV@5x5')", "solve(puzzle, engine=5)", "solve(puzzle, partial=5)", "solve(puzzle, limit='2 s')", "solve_many('FNPUV@5x5')",
    "Piece('A', None)", "Piece(3, ((0, 0),))", "Piece('A', ((0, 0), (1, 1)))", "Board(3)", "Board.of_size(5)", "Board.of_size('0x3')",
    "Board.of_size('3x3-q')", "Packing(None, ())", "Packing(Board.of_size('2x2'), 5)", "Packing(Board.of_size('2x2'), 'O')", "select(5)", "select('trominoes:I2')",
    "piece_set(5)", "piece_set('tetrominoes')['X']", "polyforms(5, 3)", "Shikaku(2, 2, ((0, 0, 0.5),))", "Placement('F', 5)",
    "cover(5)", "cover([['a']], items='ab')", "cover([['a']], copies={'a': None})", "cover([['a']], copies={'a': (2, 1)})",
    "make_shikaku(5)", "LevelRecipe(5)", "register_lattice('q', {'tile': []}, {'tile': []})",
    "register_lattice('q', {'a': [(0, 1, 'q')]}, {'a': [(0, 0), (0, 1), (1, 1), (1, 0)]})", "select('rectangles*')", "select('squares*', lambda: (2, 2, 2))",
    "load_family('calendar').parse_member('MAR')", "to_dict(5)", "from_dict(5)", "loads(5)",
    "export(puzzle, None)", "export(load('FNPUV@5x5'), 'dimacs', model='cells')", "from_dict({'kind': 'what'})",
    "load(5)", "bool(verdict(puzzle, limit=Limit(nodes=0)))", "bool(count(puzzle, limit=Limit(nodes=0)))",
    "puzzle.where(5)", "hint(puzzle, without=['no'])", "load('FNPUV@5x5').where('X is nice')", "Tile('1', 5)",
]  # fmt: skip
# Command lines in a folder with the files of `write_files`; most are refused.
COMMAND_LINES = [
    "design interlocking --shape 4x4 --pieces 3",
    "verdict LPNUV@5x5 --proof none.cnf", "check LPNUV@5x5 none.cnf",
    "count xo.txt --pieces tetrominoes*", "count o.txt --pieces tetrominoes*", "count oX.txt --pieces tetrominoes*",
    "count 5x5 --pieces ./rows.json", "count 5x5 --pieces ./list.txt", "count 5x5 --pieces ./shikaku.txt", "count 5x5 --pieces ./board.txt --cell 5",
    "pentominoes@6x10", "cuont FNPUV@5x5", "solve", "solve --no-such FNPUV@5x5", "solve FNPUV 5x5", "solve --engin native FNPUV@5x5", "design shikak 4x4",
    "count pieces.txt", "hint regions.txt", "count no-such.txt", "count board.txt", "show board.txt --placements", "count --random x FNPUV@5x5",
    "solve --random FNPUV@5x5", "count FNPUV@5x5 --memory much", "count heart.png --cell 5", "count FNPUV@5x5 --roll A1", "count calendar --roll A1",
    "count genius-square --roll F2,F2", "count genius-square --open A0", "count FNPUV@5x5 -o x.svg", "count FNPUV@5x5 --by r0c0 -o x.svg", "count FNPUV@5x5 --by Q",
    "check FNPUV@5x5", "solve FNPUV@5x5 --most F --all", "verdict regions.txt --proof x", "design blocks 6x6 --sizes big", "design shikaku 0x5",
    "design shikaku 5x5 --sizes big", "design levels --board x", "design levels --pieces-used x", "design cards genius-square --difficulty mad",
    "design challenges --pieces tetrominoes --shapes circles", "design challenges --pieces ./none.toml --shapes 4x4", "design silhouettes --pieces fridgeiq --symmetry D4 --within x",
    "design cards kanoodle/nothing", "design family tetrominoes*@3x3", "design convex FNPUV@5x5", "design cards 5x5", "export FNPUV@5x5", "export FNPUV@5x5 -o x.what",
    "export FNPUV@5x5 --to dimacs --model cells", "cover cover.dlx --proof x", "sets -o x.svg", "sets levels", "sets pentominos", "shelf --check-dice A1,B2",
    "shelf kanoodle --check-dice A1,B2", "shelf no-such", "show no-such-box/x", "run start --store x.db", "run start FNPUV@5x5 --goal silhouettes --store x.db",
    "run start FNPUV@5x5 --store x.db --dask local:N", "run start FNPUV@5x5 --store x.db --dask q", "run status board.txt", "run verify board.txt", "run export board.txt -o x.jsonl",
    "series", "series no-such", "series 'dominoes*@4x4' --n 1..3", "series 'dominoes*@{m}x4' --n 1..3", "series 'dominoes*@{n' --n 1..3", "series 'dominoes*@{n}x4}' --n 1..3",
    "series 'dominoes*@{n}x4'", "series 'dominoes*@{n}x4' --n 3..1", "series 'pentominoes@6x{n}' --recurrence", "series 'dominoes*@{n}x{n}' --n 1..3 --recurrence",
    "series 'dominoes*@{n}x4' --recurrence --up-to rotations", "series 'diamonds*@h{n}' --entropy", "series 'dominoes*@{n}x4' --entropy --n 1..2",
    "series 'dominoes*@{n}x4' --n 1..3 --store board.txt", "fillable JLSTZ x", "fillable JLSTZ -o x.svg", "fillable JLSTZ 4x5 6 x",
    "publish laser FNPUV@5x5 -o x.svg --sheet wide", "publish laser FNPUV@5x5 -o x.svg --cell 20furlong", "publish pieces fridgeiq -o x --magnet 10x9mm", "publish pieces fridgeiq -o x --bed 20mm",
    "publish booklet board.txt -o x.pdf --names board.txt", "show fridgeiq-D4 --placements", "show levels --placements", "show fridgeiq-D9", "hint FNPUV@5x5 --without q", "read FNPUV@5x5 answer.txt",
    "count ./none.txt@5x5", "design ladder --lengths x", "count heart.png", "count cover.dlx", "count formula.cnf", "count 'tetrominoes*@heart.jpg'",
]  # fmt: skip

# Advice for a place of its own: command lines in which it stands.
PLACES = {
    "--by piece": "count FNPUV@5x5 --by piece",
    "piece": "count FNPUV@5x5 --by piece",
    "4x4x4": "design interlocking --shape 4x4x4 --pieces 3 --level 1",
    "2:1,4:3": "design shikaku 4x4 --sizes 2:1,4:3",
    "easy..hard": "design cards genius-square --difficulty easy..hard",
    "local:N": "run start --help",  # with a number of workers; tests/runs/test_cluster.py begins them
}
# What looks like advice, but is nothing that a reader types where a puzzle is made or a command is given.
NOT_TYPED = {
    "names of Python": ["to_dict", "threads=1", "each=", "tiling[cell]", "dtype=str", "value", ".to_numpy(", ".tolist("],
    "names of packages and programs": ["z3", "dos2unix", "MiniSat"],
    "lines of certificates and proofs": ["c puzzle", "c at-most-one", ".drat", "d", "@PLACE KEPT:VALUE ...", "COVERED NUMBER"],
    "words of GAMS, of listings and of solvers": [
        "r1", "r1*r9", "table", "display x.l;", "k3", "(define-fun NAME () Bool true)", "(NAME true)", "')'",
    ],
    "words of a first line, of which the message says more": ["border=", "motion=", "tetravex", "@ROW,COLUMN/MOTION"],
    "a part of a cell, a corner, a field": ['"d"', "x y", "Q(sqrt(2), sqrt(3))"],
    "standard input": ["-"],
}  # fmt: skip
# Messages of stores of runs, which name the store: tests/runs/ and tests/series/ work on such stores.
OF_STORES = {
    "{} already exists: expected a new file, or `tilewright run resume {}`",
    "at least {}; `tilewright run resume {}` goes on",
    "{} is damaged ({}): try `tilewright run salvage {} -o NEW.db`",
    "{} is in use: another `tilewright {}` works on it",
    "{}: {}, and with it finished subproblems: find it, or `tilewright run resume {}` does them again",
}
EVERY_NOT_TYPED = {advice for some in NOT_TYPED.values() for advice in some}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder to work in, with the files that placeholders name."""
    made = tmp_path_factory.mktemp("advice")
    write_files(made)
    with contextlib.chdir(made):
        yield made


def table_of(text: str) -> str:
    """A table of a packing puzzle with a piece and a board, if the text has none of its own."""
    first = "" if "board" in text or "outline" in text else 'board = "3x3"\n'
    last = "" if "piece" in text else '\n[[piece]]\nname = "M"\nshape = "#"\ncopies = "any"\n'
    return f"{first}{text}{last}"


def run_line(line: str) -> tuple[int, str]:
    """The exit code of a command line, and all that it prints."""
    out, err = io.StringIO(), io.StringIO()
    argv, sys.argv = sys.argv, ["pytest", *shlex.split(line)]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    finally:
        sys.argv = argv
    return code, out.getvalue() + err.getvalue()


@pytest.fixture(scope="module")
def said(folder: Path) -> dict[str, str]:
    """The message for each wrong input."""
    known, found = names(), dict[str, str]()
    for text in (*SOURCES, *map(table_of, TABLES), *OTHER_TABLES):
        with pytest.raises(TilewrightError) as error:
            tw.load(text)
        found[text] = str(error.value)
    for code in CODE:
        with pytest.raises(TilewrightError) as error:
            eval(code, {**known})
        found[code] = str(error.value)
    return found | {line: run_line(line)[1] for line in COMMAND_LINES}


def is_taken(advice: str, wrong: str) -> bool:
    """Whether advice is accepted, by itself or in the place of the word of a wrong input that it is most like."""
    if advice in EVERY_NOT_TYPED or accepts(advice):
        return True
    if advice in PLACES:
        return run_line(PLACES[advice])[0] == 0
    if not advice.endswith("?"):
        return False
    meant = advice.strip("?'")
    (nearest,) = get_close_matches(meant, re.findall(r"[\w-]+", wrong), 1, 0.0) or [""]
    corrected = wrong.replace(nearest, meant) if nearest else ""
    return accepts(corrected) or (wrong in COMMAND_LINES and run_line(corrected)[0] in (0, 1))


def test_what_messages_advise_is_accepted(said: dict[str, str]) -> None:
    advised = {(wrong, advice) for wrong, message in said.items() for advice in advice_in(message)}
    assert len(advised) >= 250
    assert {(wrong, advice) for wrong, advice in advised if not is_taken(advice, wrong)} == set()


def test_no_advice_in_the_source_is_left_out(said: dict[str, str]) -> None:
    """Advice with a value in it must come in a message; any other is accepted as it stands."""
    left_out = set()
    for file, text in advising():
        longest, pattern = max(text.split(HOLE), key=len), pattern_of(text)
        is_raised = any(longest in each and pattern.search(each) for each in said.values())
        is_raised |= text.replace(HOLE, "{}") in OF_STORES
        for advice in advice_in(text):
            if not (is_raised if HOLE in advice else is_raised or is_taken(advice, "")):
                left_out.add((file, advice.replace(HOLE, "{}"), text.replace(HOLE, "{}")))
    assert left_out == set()


def test_the_lists_of_exceptions_have_nothing_that_is_gone() -> None:
    forms = {advice for _, text in advising() for advice in advice_in(text)}
    assert forms >= EVERY_NOT_TYPED
    assert {text.replace(HOLE, "{}") for _, text in advising()} >= OF_STORES
