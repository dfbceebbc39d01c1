"""GAMS: the model says what the exact cover says, tables are read back, answers come from listings; what is wrong is refused."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import gams
from tests.helpers.cli import EXAMPLES, CommandLine
from tests.helpers.generate import random_puzzle
from tilewright.api.count import count
from tilewright.errors import LimitError, NotationError, TilewrightError
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.formats import dump
from tilewright.formats.model import Model, export_model
from tilewright.formats.solution import parse_solution, read_answer
from tilewright.kinds import Packing, Shikaku
from tilewright.loader import load, parse
from tilewright.puzzle import Puzzle

BLOG = load(EXAMPLES / "shikaku" / "blog-6x6")
ANSWER = [1, 3, 5, 8, 9, 12, 20, 22, 26, 29, 31]  # of the candidates numbered as published
LISTING = """\
GAMS 24.6.1  r55820 Released Jan 18, 2016 WEX-WEI x86 64bit/MS Windows
E x e c u t i o n

               S O L V E      S U M M A R Y

**** SOLVER STATUS     1 Normal Completion
**** MODEL STATUS      8 Integer Solution

----     89 VARIABLE x.L  candidate k is used

k1  1.000,    k3  1.000,    k5  1.000,    k8  1.000,    k9  1.000,    k12 1.000
k20 1.000,    k22 1.000,    k26 1.000
k29 1.000,    k31 1.000


EXECUTION TIME       =        0.016 SECONDS
"""
PROGRAM = """\
$ontext
  table fake(i,j)
$offtext
* the puzzle of an article; a comment with a table grid(i,j)
set i 'rows' /r1*r3/;
Sets j columns / c1*c4 /
     k / k1*k9 /;
Table grid(i,j) 'clues; as printed'
        c1  c2
  r1     4
* r2 has none here
  r3         2
+       c4   c3
  r1    4
  R3          2.0
;
binary variables x(k);
obj = 3; total = i / j / k;
"""


def rows_of(cover: ExactCover) -> Counter[gams.Row]:
    found: list[set[int]] = [set() for _ in cover.lo]
    for option, items in enumerate(cover.options):
        for item in items:
            found[item].add(option + 1)
    bounds = zip(found, cover.lo, cover.hi, strict=True)
    return Counter((frozenset(at), lo, inf if hi is None else hi) for at, lo, hi in bounds if lo or hi is not None)


def merged(rows: list[gams.Row]) -> Counter[gams.Row]:
    """Rows over the same placements as one: at least and at most."""
    bounds: dict[tuple[frozenset[int], int], tuple[float, float]] = {}
    exact = Counter(row for row in rows if row[1] == row[2])
    result = Counter(exact)
    for at, lo, hi in rows:
        if lo != hi:
            least, most = bounds.get((at, 0), (0, inf))
            bounds[at, 0] = max(least, lo), min(most, hi)
    result.update((at, lo, hi) for (at, _), (lo, hi) in bounds.items())
    return result


def as_cover(rows: list[gams.Row], options: int) -> ExactCover:
    covers: list[list[int]] = [[] for _ in range(options)]
    for item, (at, _, _) in enumerate(rows):
        for number in at:
            covers[number - 1].append(item)
    bounds = [(int(lo), None if hi == inf else int(hi)) for _, lo, hi in rows]
    return ExactCover([lo for lo, _ in bounds], [hi for _, hi in bounds], covers)


PUZZLES = [
    *(
        f"examples/{name}"
        for name in ("doodle-fit/two", "fridgeiq/square_01.toml", "shikaku/blog-6x6", "shikaku/blog-17x15")
    ),
    *("FNPUV@5x5", "tetrominoes*@4x4", "tetrominoes+@4x8", "tetrominoes:I+tetrominoes:I+tetrominoes:O*@4x4"),
    *("soma@3x3x3", "hexiamonds:CEFG@4x3", "trihexes@h2-r0c0", "dominoes*@3x3", "pentominoes:FLP@3x5-r0c0"),
]


def puzzle_of(name: str) -> Puzzle:
    return load(EXAMPLES.parent / name) if name.startswith("examples") else load(name)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_model_has_the_rows_of_the_cover(name: str) -> None:
    puzzle = puzzle_of(name)
    program = gams.run(export_model(puzzle, "gams"))
    cover = Model.of(puzzle).cover
    assert len(program.sets["k"]) == len(cover.options)
    assert merged(program.rows) == rows_of(cover)


@pytest.mark.parametrize("seed", range(40))
def test_the_model_of_any_puzzle_has_its_tilings(seed: int) -> None:
    puzzle = random_puzzle(seed)
    program = gams.run(export_model(puzzle, "gams"))
    found = engine("native").count(as_cover(program.rows, len(program.sets["k"])), Limit(nodes=300_000))
    assert found.ended != "exhausted" or found.solutions == count(puzzle, labelled=True).value


def test_copies_optional_cells_pins_and_odd_names() -> None:
    text = """
board = "##.\\n###\\n.##"
optional = [[0, 2], [2, 0]]
piece = [
 {name = "a'b", cells = [[0, 0], [0, 1]], copies = [1, 2]},
 {name = "A'B", cells = [[0, 0]], copies = [0, 3]},
 {name = "sum%$", cells = [[0, 0], [1, 0], [1, 1]], copies = 1},
 {name = "I", cells = [[0, 0], [0, 1], [0, 2]], copies = "any"},
]
pinned = [{piece = "A'B", cells = [[0, 2]]}]
"""
    puzzle = parse(text)
    assert isinstance(puzzle, Packing) and puzzle.board.optional and puzzle.pinned
    program = gams.run(export_model(puzzle, "gams"))
    assert {"p1", "p2", "p3", "p4"} == {label for (label,) in program.sets["p"]}  # a'b and A'B are the same to GAMS
    cover = as_cover(program.rows, len(program.sets["k"]))
    assert engine("reference").count(cover).solutions == count(puzzle, labelled=True).value > 0


def test_the_table_comes_back() -> None:
    for name in ("blog-6x6", "blog-17x15"):
        puzzle = load(EXAMPLES / "shikaku" / name)
        assert parse(export_model(puzzle, "gams")) == puzzle == parse(dump(puzzle, "gams-table"))
    unknown = Shikaku(2, 3, ((0, 0, None), (1, 2, 4)))
    assert "na" in dump(unknown, "gams-table") and parse(dump(unknown, "gams-table")) == unknown
    wide = Shikaku(1, 30_000, ((0, 0, 15_000), (0, 29_999, 15_000)))
    assert dump(wide, "gams-table").count("\n+") == 3 and parse(dump(wide, "gams-table")) == wide
    assert max(map(len, dump(wide, "gams-table").splitlines())) < 80_000
    pinned = BLOG.with_placements([BLOG.compile().placement(0)])
    with pytest.raises(NotationError, match="pinned"):
        dump(pinned, "gams-table")
    program = gams.run(export_model(pinned, "gams"))
    assert merged(program.rows) == rows_of(Model.of(pinned).cover)  # no other candidate of the clue is left


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6), st.integers(1, 35) | st.none()), min_size=1, max_size=9)
)
def test_any_table_comes_back(cells: list[tuple[int, int, int | None]]) -> None:
    places = {(row, column): value for row, column, value in cells}
    puzzle = Shikaku(5, 7, tuple(sorted(((*at, value) for at, value in places.items()), key=lambda clue: clue[:2])))
    assert parse(dump(puzzle, "gams-table")) == puzzle


def test_a_program_of_others() -> None:
    puzzle = parse(PROGRAM)
    assert puzzle == Shikaku(3, 4, ((0, 0, 4), (0, 3, 4), (2, 1, 2), (2, 2, 2)))
    shifted = parse("TABLE t\n\tc1\tc2\nr1\t4\n'r2' \t.\t4;")
    assert shifted == Shikaku(2, 2, ((0, 0, 4), (1, 1, 4)))
    assert parse("set i / a, b 'text, too', c /;\ntable grid(i,*)\n   x y\na  6\n;") == Shikaku(3, 2, ((0, 0, 6),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("table grid(i,j)\n   c1 c2\nr1       4\n;", "line 3: '4' is below no column name"),
        ("table grid(i,j)\n   c1 c2\nr1 12345\n;", "line 3: '12345' is below 'c1' and 'c2'"),
        ("table grid(i,j)\n   c1 c1\nr1 4\n;", "line 2: column 'c1' occurs twice"),
        ("table grid(i,j)\n   c1 c2\nr1 4\nr1 4\n;", "line 4: row 'r1' has column 'c1' twice"),
        ("table grid(i,j)\n   c1 c2\nr1 4\nr3 4\n;", "row 2 does not follow row 1"),
        ("table grid(i,j)\n   c1 c2\nr0 4\nr2 4\n;", "row 1 does not follow row 0"),
        ("table grid(i,j)\n   c0 c5\nr0 4\nr1 4\n;", "column 1 does not follow column 0"),
        ("table grid(i,j)\n   c1 c2\nr1 -4\n;", "line 3: '-4'"),
        ("table grid(i,j)\n   c1 c2\nr1 2.5\n;", "line 3: '2.5'"),
        ("table grid(i,j)\n   c1 c2\nr1 12345678\n;", "line 3"),
        ("table grid(i,j)\n   c1 c2\nr1.a 4\n;", "line 3: 'r1.a'"),
        ("set i /r1*r2/;\ntable grid(i,j)\n   c1 c2\nr3 4\n;", "row 'r3' is not in its set"),
        ("set i /r2*r1/;\ntable grid(i,j)\n   c1 c2\nr1 4\n;", "expected a range"),
        ("set i /r1*x9/;\ntable grid(i,j)\n   c1 c2\nr1 4\n;", "expected a range"),
        ("$ontext\ntable grid(i,j)\n   c1\nr1 1\n;", "line 1: '.ontext' is not closed"),
        ("table a(i,j)\n   c1\nr1 1\n;\ntable b(i,j)\n   c1\nr1 1\n;", "tables 'a', 'b'"),
        ("table a(i,j,k)\n   c1\nr1 1\n;", "tables none"),
        ("table grid(i,j)\n;", "is empty"),
        ("table grid(i,j)\n  c1\nr1 1\n+\nr2 1\n;", "line 4: no names"),
        ("table grid(i,j)\n,,,\n;", "line 2: no names"),
    ],
)
def test_what_is_wrong_in_a_table(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse(text)


def test_large_tables_are_refused_before_they_are_made() -> None:
    with pytest.raises(LimitError, match="elements"):
        parse("set i /r1*r9999999/;\ntable grid(i,j)\n   c1\nr1 1\n;")
    with pytest.raises(LimitError, match="cells"):
        parse("set i /r1*r99999/; set j /c1*c99/;\ntable grid(i,j)\n   c1\nr1 1\n;")


@given(st.text(st.sampled_from(list("table grid(i,j)\n r1c2 4.;+/*'\"$set,na?")), max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    for head in ("", "table grid(i,j)\n", "set i /r1/;\ntable grid(i,j)\n  c1\nr1 1\n"):
        with suppress(TilewrightError):
            parse(head + text)


@pytest.mark.parametrize("piece", ["i / ", "i ", "'a' ", "/ a ", "; i", "set i ", "\ntable ", "(", " " * 50])
def test_long_texts_take_no_long(piece: str) -> None:
    """Reading is linear: a quadratic one would take minutes here and run into the time limit of the tests."""
    text = "table grid(i,j)\n   c1 c2\nr1 2\n;\n" + piece * (1_000_000 // len(piece))
    with suppress(TilewrightError):
        parse(text)


def test_a_listing_is_an_answer(run: CommandLine, tmp_path: Path) -> None:
    found = read_answer(BLOG, LISTING)
    compiled = BLOG.compile()
    assert found and {each.id for each in found} == {compiled.placement(number - 1).id for number in ANSWER}
    assert set(parse_solution(LISTING, BLOG)) == set(found)
    path = tmp_path / "blog.lst"
    path.write_text(LISTING)
    assert (
        run("read", EXAMPLES / "shikaku" / "blog-6x6", path).out == run("solve", EXAMPLES / "shikaku" / "blog-6x6").out
    )
    assert run("check", EXAMPLES / "shikaku" / "blog-6x6", path).code == 0
    (tmp_path / "blog.gms").write_text(export_model(BLOG, "gams"))
    assert run("check", tmp_path / "blog.gms", path).code == 0
    paged = LISTING.replace(
        "k1  1.000,    k3  1.000,", "k1  1.000,    k3  1.000,\n\n\fGAMS 24.6.1  page 2\nE x e c u t i o n\n\n\n"
    )
    assert read_answer(BLOG, paged) == found


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("k31 1.000", "k32 1.000", "k1 to k31"),
        ("k31 1.000", "k31 0.500", "0.5"),
        ("k31 1.000", "k31 2.000", "2"),
        ("k31 1.000", "k29 1.000", "two values"),
        ("k31 1.000", "", "EXECUTION TIME"),
        (LISTING[LISTING.index(", ", LISTING.index("k29")) + 1 :], "", "cut short"),
        ("k31 1.000", "k31 nan", "nan"),
        ("k31 1.000", "r1 1.000", "'r1 1.000'"),
        ("k31 1.000", "k31 1e999", "inf"),
        ("8 Integer Solution", "14 No Solution Returned", "model status 14"),
        ("VARIABLE x.L", "PARAMETER x", "displays no variable"),
        ("VARIABLE x.L  candidate k is used", "VARIABLE z.L = 0.000", "expected the variable of the placements"),
    ],
)
def test_what_is_wrong_in_a_listing(old: str, new: str, message: str) -> None:
    assert old in LISTING
    with pytest.raises(NotationError, match=message):
        read_answer(BLOG, LISTING.replace(old, new))


def test_listings_without_an_answer(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "blog.lst"
    path.write_text(LISTING.replace("8 Integer Solution", "10 Integer Infeasible"))
    assert run("read", EXAMPLES / "shikaku" / "blog-6x6", path).code == 1
    assert "no solution" in run.refused("check", EXAMPLES / "shikaku" / "blog-6x6", path)
    path.write_text("----     89 VARIABLE x.L  \n\n                      ( ALL       0.000 )\n")
    assert "no solution of this puzzle" in run.refused("read", EXAMPLES / "shikaku" / "blog-6x6", path)
    path.write_text(LISTING.replace("k31 1.000", "k30 1.000"))
    assert "no solution of this puzzle" in run.refused("read", EXAMPLES / "shikaku" / "blog-6x6", path)
