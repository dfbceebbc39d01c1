"""`bench tetris`: the report's experiment from the installed package, and what its cells say."""

from __future__ import annotations

import pytest

from tests.helpers.cli import CommandLine
from tilewright import bench
from tilewright.bench import REPORT, Filling, fillings
from tilewright.cli.commands.bench import _tetris_row, table


def test_every_board_of_the_sides_is_filled_by_each_way() -> None:
    rows = list(fillings(range(5, 7), range(6, 9), "IJLOSTZ", "native", 60, 1))
    boards = {(m, n) for m in range(5, 7) for n in range(6, 9) if m * n % 4 == 0}
    assert {(row.rows, row.columns) for row in rows} == boards
    assert {row.way for row in rows} == {REPORT, "exact cover, native"}
    assert all(row.fillable and row.seconds is not None for row in rows)


def test_what_nothing_fills_and_what_the_limit_ends() -> None:
    lines = table(
        [Filling(5, 6, "", None, None), Filling(6, 5, "", 0.0123, True), Filling(6, 6, "", 0.00456, True)],
        range(5, 7),
        range(5, 7),
        1,
    ).splitlines()
    assert lines[0].split() == ["m", "\\", "n", "5", "6"]
    assert lines[1].split("  ")[-1].strip() == "> 1 s" and "0.0" not in lines[1]
    assert lines[2].split() == ["6", "12", "4.56"]
    assert table([Filling(2, 2, "", 0.1, False)], range(2, 3), range(2, 3), 1).split()[-1] == "none"


def test_a_limit_that_comes_first_is_said(run: CommandLine) -> None:
    ran = run("bench", "tetris", "--boards", "14", "--engine", "reference", "--limit", "0.01", "--repeat", "1")
    assert ran.code == 3 and "> 0.01 s" in ran.out.partition("exact cover, reference")[2]


def test_rows_for_machines(run: CommandLine) -> None:
    answer = run("bench", "tetris", "--boards", "6", "--repeat", "1", "--json").json
    assert answer["kind"] == "bench tetris" and [row["ended"] for row in answer["rows"]] == ["enough", "enough"]
    assert _tetris_row(Filling(5, 6, "", None, None))["ended"] == "limit"
    assert _tetris_row(Filling(2, 2, "", 0.1, False))["ended"] == "exhausted"


def test_without_minisat(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "has_package", lambda name: False)
    ran = run("bench", "tetris", "--boards", "6..6", "--repeat", "1", "--engine", "native")
    assert ran.code == 0 and "pip install" in ran.err and REPORT not in ran.out


def test_boards_that_are_none(run: CommandLine) -> None:
    for text in ("5-6", "6..5", "0..3", "5..99", "x", "5x", "5x0", "4x61"):
        assert "expected sides such as 5..15" in run.refused("bench", "tetris", "--boards", text)
    assert "expected `bench tetris`" in run.refused("bench", "--boards", "5..6")


def test_one_board_and_some_kinds(run: CommandLine) -> None:
    ran = run("bench", "tetris", "--boards", "5x8", "--kinds", "jlstz", "--repeat", "1", "--json")
    assert [(row["rows"], row["columns"], row["fillable"]) for row in ran.json["rows"]] == [(5, 8, True)] * 2
    rows = list(fillings(range(2, 3), range(2, 3), "T", "native", 60, 1))
    assert [row.fillable for row in rows] == [False, False]
    for text in ("", "JJ", "JQ"):
        assert "expected some of IJLOSTZ" in run.refused("bench", "tetris", "--kinds", text)
    assert "expected `bench tetris`" in run.refused("bench", "--kinds", "J")
