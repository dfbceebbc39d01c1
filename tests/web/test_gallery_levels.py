"""The pentomino levels of the gallery: one solution each, by an engine that does not search, and the stated difficulty."""

from __future__ import annotations

import json

from tilewright import Packing, count, rate
from tilewright.lattice.symmetry import canonical_form
from tilewright.loader import parse
from tilewright.web.puzzles import FILE

ROWS = [row for row in json.loads(FILE.read_text("utf-8")) if row["system"] == "levels"]


def test_each_level_has_one_solution_and_its_difficulty() -> None:
    assert [row["difficulty"] for row in ROWS] == ["easy"] * 6 + ["medium"] * 6 + ["hard"] * 6
    forms = set()
    for row in ROWS:
        puzzle = parse(row["text"])
        assert isinstance(puzzle, Packing) and 5 <= len(puzzle.pieces) <= 8
        assert count(puzzle, engine="frontier").value == 1, row["name"]
        assert rate(puzzle).tier == row["difficulty"], row["name"]
        forms.add(canonical_form(puzzle.grid, puzzle.board.atoms))
    assert len(forms) == len(ROWS)
