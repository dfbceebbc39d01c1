"""How often each piece lies on each cell, held against a count over the tilings themselves."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine


@pytest.mark.parametrize(
    "source", ["FNPUV@5x5", "dominoes*@4x4", "tetrominoes*@4x4", "fridgeiq:DIY@3x3", "tetrominoes:O+tetrominoes:O@2x4"]
)
def test_against_the_tilings(source: str) -> None:
    puzzle = tw.load(source)
    found = tw.coverage(puzzle)
    tilings = tw.solve(puzzle, None)
    expected = Counter((one.piece, atom) for tiling in tilings for one in tiling for atom in one.atoms)
    assert found.tilings == len(tilings)
    assert {(piece, atom): times for piece, each in found.counts.items() for atom, times in each.items()} == dict(
        expected
    )
    for atom in puzzle.board.atoms:
        assert sum(found.pieces_at(atom).values()) == len(tilings)


def test_pictures_and_limits() -> None:
    found = tw.coverage(tw.load("FNPUV@5x5"))
    assert found.svg("V").startswith("<svg") and found._repr_html_().count("<svg") == 5
    assert str(found) == "5 pieces on 25 cells over 16 tilings"
    cut = tw.coverage(tw.load("pentominoes@6x10"), limit=0)
    assert cut.answer is None and "limit" in str(cut)
    assert tw.coverage(tw.load("dominoes*@3x3")).counts == {}


def test_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run = CommandLine(monkeypatch, capsys)
    assert run("count", "FNPUV@5x5", "--by", "V").out.splitlines()[2] == " 4 4 8 4 4"
    assert run("count", "FNPUV@5x5", "--by", "r0c2").out.endswith("V 8, U 4, F 2, N 2\n")
    rows = run("count", "dominoes*@2x3", "--by", "cell", "--json").json["coverage"]
    assert {tuple(row["cell"]) for row in rows} == set(tw.Board.of_size("2x3"))
    picture = tmp_path / "heat.svg"
    run("count", "FNPUV@5x5", "--by", "piece", "-o", picture)
    assert picture.read_text().startswith("<svg")
    assert "expected a piece" in run.refused("count", "FNPUV@5x5", "--by", "Q")
    assert "from 0" in run.refused("count", "FNPUV@5x5", "--by", "r5c5")
    assert "--by" in run.refused("count", "FNPUV@5x5", "-o", picture)
    assert "--up-to" in run.refused("count", "FNPUV@5x5", "--by", "V", "--up-to", "symmetries")
