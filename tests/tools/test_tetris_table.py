"""The table of the Tetris-filling report, `examples/tetris/table.py`."""

from __future__ import annotations

import sys

import pytest

from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "examples" / "tetris"))
import table


def shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, list[str]]:
    """The lines of the table of each way."""
    monkeypatch.setattr(sys, "argv", ["table.py", *words])
    table.main()
    parts = capsys.readouterr().out.strip().split("\n\n")
    return {lines[0]: lines[1:] for lines in (part.splitlines() for part in parts)}


def test_both_ways_fill_every_board_whose_area_4_divides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = shown(monkeypatch, capsys, "--boards", "5..8", "--minisat")
    assert set(found) == {"search", "minisat"}
    for lines in found.values():
        cells = {
            (int(row.split()[0]), n): text
            for row in lines[1:]
            for n, text in zip(range(5, 9), row.split()[1:], strict=True)
        }
        assert {board for board, text in cells.items() if text != "-"} == {
            (m, n) for m in range(5, 9) for n in range(5, 9) if m * n % 4 == 0
        }
        assert all(float(text) > 0 for text in cells.values() if text != "-")


def test_a_board_that_cannot_be_filled(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for lines in shown(monkeypatch, capsys, "--boards", "2x2", "--kinds", "T", "--minisat").values():
        assert lines[-1].split() == ["2", "none"]


def test_a_limit_that_comes_first() -> None:
    assert table.cell(lambda puzzle, limit: None, "I", 4, 4, 1.5) == "> 1.5 s"


@pytest.mark.parametrize("words", [("--boards", "6..5"), ("--boards", "5x"), ("--boards", "0x4"), ("--kinds", "JQ")])
def test_bad_input(words: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["table.py", *words])
    with pytest.raises(SystemExit) as end:
        table.main()
    assert end.value.code == 2
