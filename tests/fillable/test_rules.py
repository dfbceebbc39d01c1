"""The rules of tetromino boards: what they say, against searches, and the composed tilings."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.paths import DOCS
from tilewright import faults, load, verdict
from tilewright.errors import LimitError, NotationError
from tilewright.fillable import BaseTiling, Rule, SizeFamily, blocks, fill, rules, theorem, tiling_of
from tools.check_tetromino_boards import check
from tools.tables import tetromino_boards as page
from tools.tables.page import filled

SEARCHED = json.loads((DOCS / "data" / "tetris-kinds.json").read_text())["boards"]


@pytest.mark.parametrize("board", SEARCHED)
def test_complete_searches_agree(board: str) -> None:
    rows, columns = map(int, board.split("x"))
    minimal = [set(kinds) for kinds in SEARCHED[board]["minimal"]]
    for rule in rules():
        assert rule.fills(rows, columns) == any(kinds <= set(rule.kinds) for kinds in minimal), rule.kinds


def test_there_is_a_rule_for_each_set() -> None:
    assert len({rule.kinds for rule in rules()}) == 127
    for rule in rules():
        for m, n in combinations(range(1, 30), 2):
            assert rule.fills(m, n) == rule.fills(n, m)
            assert not rule.fills(m, n) or m * n % 4 == 0


@pytest.mark.parametrize("text", sorted({str(rule) for rule in rules()}))
def test_the_words_of_a_rule_mean_the_rule(text: str) -> None:
    """The words are parsed here by other code."""
    words, _, rest = text.partition(", except ")
    except_for = [SizeFamily.parse(each) for each in rest.split(", ") if each]
    class_of = {
        "none": lambda m, n: False,
        "both sides are multiples of 4": lambda m, n: m % 4 == n % 4 == 0,
        "both sides are even": lambda m, n: m % 2 == n % 2 == 0,
        "one side is a multiple of 4": lambda m, n: m % 4 == 0 or n % 4 == 0,
        "the area is a multiple of 8": lambda m, n: m * n % 8 == 0,
        "the area is a multiple of 4": lambda m, n: m * n % 4 == 0,
    }[words]
    for rule in rules():
        if str(rule) == text:
            for m in range(1, 28):
                for n in range(1, 28):
                    said = class_of(m, n) and not any((m, n) in family for family in except_for)
                    assert rule.fills(m, n) == said, (rule.kinds, m, n)


def test_without_o_and_i() -> None:
    """The boards of the report, sides 5 to 15, and two large ones."""
    rule = Rule("JLSTZ")
    boards = [(m, n) for m in range(5, 16) for n in range(m, 16) if m * n % 4 == 0]
    assert len(boards) == 27
    assert all(rule.fills(m, n) for m, n in [*boards, (30, 30), (50, 62)])


@pytest.mark.parametrize("tiling", theorem().tilings, ids=lambda tiling: "/".join(tiling.rows))
def test_base_tilings_and_their_turns(tiling: BaseTiling) -> None:
    assert not faults((made := tiling_of(tiling)).puzzle, made.placements)
    assert not faults((made := tiling_of(tiling.turned())).puzzle, made.placements)
    assert tiling.turned().turned().turned().turned() == tiling


@pytest.mark.parametrize(
    ("kinds", "rows", "columns"),
    [
        ("JLSTZ", 50, 62),
        ("T", 44, 20),
        ("STZ", 6, 38),
        ("STZ", 38, 14),
        ("IT", 22, 30),
        ("OT", 5, 100),
        ("JL", 3, 64),
        ("ST", 10, 10),
        ("J", 13, 24),
        ("JS", 28, 4),
        ("IJL", 2, 22),
        ("I", 1, 4),
    ],
)
def test_boards_are_composed(kinds: str, rows: int, columns: int) -> None:
    tiling = fill(kinds, rows, columns)
    assert not faults(tiling.puzzle, tiling.placements)
    assert tiling.puzzle.board.area == rows * columns
    assert {each.piece for each in tiling.placements} <= set(kinds)


@pytest.mark.full
@pytest.mark.parametrize("kinds", [rule.kinds for rule in rules()])
def test_every_board_to_20_by_20(kinds: str) -> None:
    """Each is composed, cell by cell; what is not has a reason that the checker verifies."""
    rule = Rule(kinds)
    for m in range(1, 21):
        for n in range(1, 21):
            if rule.fills(m, n):
                covered = sorted(
                    (row + r, column + c)
                    for row, column, tiling in blocks(kinds, m, n)
                    for part in tiling.parts
                    for r, c in part
                )
                assert covered == [(r, c) for r in range(m) for c in range(n)]
                assert all(tiling.kinds <= set(kinds) for _, _, tiling in blocks(kinds, m, n))
            else:
                assert rule.reason(m, n) is not None


@pytest.mark.parametrize("text", ["STZ*@6x10", "IT*@6x6", "JS*@4x5", "OT*@4x9", "ISZ*@6x6"])
def test_engines_find_nothing_where_a_rule_says_so(text: str) -> None:
    kinds, rows, columns = text.split("*@")[0], *map(int, text.split("@")[1].split("x"))
    assert not Rule(kinds).fills(rows, columns)
    assert verdict(load(f"tetrominoes:{text}")).verdict == "impossible"


def test_the_checker_counts_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    counts = check(page.DATA, 2)
    sides = range(1, 21)
    for rule in rules():
        assert counts[rule.kinds] == sum(rule.fills(m, n) for m in sides for n in range(m, 21)), rule.kinds
    assert "127 sets" in capsys.readouterr().out


def test_the_page_is_up_to_date() -> None:
    text = page.PAGE.read_text()
    assert text.count("<!-- table ") == text.count("<!-- end -->") == len(page.TABLES)
    assert filled(text, page.TABLES) == text, "run: python -m tools.make_tetromino_boards"


@pytest.mark.parametrize("kinds", ["", "Q", "JJ", "jq", "J L"])
def test_sets_that_are_none(kinds: str) -> None:
    with pytest.raises(NotationError, match="expected letters out of IJLOSTZ"):
        Rule(kinds)


@pytest.mark.parametrize("text", ["", "2 x", "0 x n", "2x4", "n x 4k-2", "-1 x n", "2 x 4k+2\n", "\u0662 x n"])
def test_families_that_are_none(text: str) -> None:
    with pytest.raises(NotationError, match="expected two sides"):
        SizeFamily.parse(text)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(NotationError, match="two sides of at least 1"):
        Rule("I").fills(0, 4)
    with pytest.raises(NotationError, match="STZ cannot fill 6x10"):
        fill("STZ", 6, 10)
    with pytest.raises(LimitError, match="250,000"):
        fill("O", 502, 502)


def test_the_command(run: CommandLine) -> None:
    assert len(run("fillable").out.splitlines()) == 127
    assert run("fillable", "TSZ").out == f"{Rule('STZ')}\n"
    no = run("fillable", "STZ", "6x10")
    assert (no.code, no.err) == (1, "") and "cannot fill 6x10" in no.out
    yes = run("fillable", "JLSTZ", "1000000x999")
    assert (yes.code, yes.out) == (0, "JLSTZ fills 1000000x999\n")
    drawn = run("fillable", "T", "4x8", "--draw", "-o", "tiling.svg", "-o", "tiling.json")
    assert drawn.out.splitlines()[-1] == "T fills 4x8, composed of 2 of 4x4"
    assert run("check", "tetrominoes:T*@4x8", "tiling.json").code == 0
    answer = run("fillable", "JL", "5x12", "--json").json
    assert not answer["fillable"] and answer["reason"]["kind"] == "coloring"
    assert run("fillable", "JL", "--json").json["rules"] == [{"kinds": "JL", "rule": str(Rule("JL"))}]
    for words in (("QX",), ("JL", "6xx"), ("JL", "-o", "a.svg"), ("JL", "0x4"), ("JL", "8x8", "-o", "a.doc")):
        assert run("fillable", *words).code == 2
    assert "4x6" in run.refused("fillable", "JL", "4x6" * 40)
