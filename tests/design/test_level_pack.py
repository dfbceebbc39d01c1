"""The level pack: each level has one solution and the difficulty it says, under a name that goes wherever a puzzle goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.cli import EXAMPLES, CommandLine
from tilewright import rate
from tilewright.api.count import count
from tilewright.errors import NotationError
from tilewright.explain.techniques import TIERS
from tilewright.formats.drawing import PackLevel, pack_levels
from tilewright.loader import load
from tilewright.web.puzzles import entries
from tilewright.web.puzzles import puzzle as gallery_puzzle


@pytest.mark.parametrize("level", pack_levels(), ids=lambda level: level.name)
def test_each_has_one_solution_and_its_difficulty(level: PackLevel) -> None:
    puzzle = level.puzzle
    found = count(puzzle, engine="native")
    assert (found.value, found.bound) == (1, "exact")
    assert rate(puzzle).tier == level.difficulty
    assert puzzle.board.grid.is_connected(puzzle.board.atoms) and not puzzle.board.optional
    assert all(piece.motion == "fixed" and piece.copies == (1, 1) for piece in puzzle.pieces)


def test_the_pack_has_the_published_levels_and_twenty_of_every_difficulty() -> None:
    names = [level.name for level in pack_levels()]
    assert names[:2] == ["two", "cheeseonhead"] and len(set(names)) == len(names) == 22
    for name in names[:2]:
        assert load(f"levels#{name}") == load(EXAMPLES / "doodle-fit" / name)
    assert {level.difficulty for level in pack_levels()[2:]} == set(TIERS)
    assert [level.source for level in pack_levels()] == ["published"] * 2 + ["made"] * 20


def test_the_studio_shows_all_of_them() -> None:
    shown = {entry["name"]: entry for entry in entries() if entry["system"] == "doodle-fit"}
    assert list(shown) == [f"doodle-fit/{level.name}" for level in pack_levels()]
    for level in pack_levels():
        entry = shown[f"doodle-fit/{level.name}"]
        assert (entry["title"], entry["difficulty"]) == (level.name, level.difficulty)
        assert gallery_puzzle(entry["name"]) == level.puzzle


def test_names_on_the_command_line(run: CommandLine, tmp_path: Path) -> None:
    assert run("solve", "levels#two").out == run("solve", EXAMPLES / "doodle-fit" / "two").out
    assert run("count", "levels#10").out == run("count", "levels#heart").out == "1\n"
    ran = run("show", "levels", "-o", tmp_path / "x.svg")
    assert len(ran.out.splitlines()) == 22 and "10 heart        medium    9 blocks  46 cells  made" in ran.out
    assert "10 heart, medium" in (tmp_path / "x.svg").read_text()
    rows = run("show", "levels", "--json").json["levels"]
    assert rows[0] == {
        "number": 1,
        "name": "two",
        "source": "published",
        "difficulty": "medium",
        "blocks": 3,
        "cells": 8,
    }
    assert "did you mean heart?" in run.refused("solve", "levels#haert")
    for wrong in ("levels", "levels#", "levels#0", "levels#23", "levels#two#two"):
        with pytest.raises(NotationError, match="cheeseonhead"):
            load(wrong)
    assert "has no placements" in run.refused("show", "levels", "--placements")


def test_the_shape_of_a_level_may_be_that_of_a_puzzle(run: CommandLine, tmp_path: Path) -> None:
    def shape(*words: str | Path) -> str:
        return run("design", "blocks", "--blocks", "6", "--any", *words).out.partition("---")[0]

    drawing = tmp_path / "drawing"
    drawing.write_text("##..\n####\n..##\n")
    (tmp_path / "puzzle.toml").write_text('pieces = "FNPUV"\nboard = """\n##...\n#####\n#####\n"""\n')
    assert shape(drawing) == shape(EXAMPLES / "doodle-fit" / "two") == shape("levels#two")
    assert shape(tmp_path / "puzzle.toml") == "##   \n#####\n#####\n"
    assert shape(EXAMPLES / "shikaku" / "blog-6x6") == shape("6x6") == shape("FNPUV@6x6")
    assert shape("fridgeiq-D4#Dice").startswith("### ###\n# ### #\n#######\n")  # whole squares, in quarters
    (tmp_path / "wrong").write_text("x y z\n")
    assert "expected blocks text" in run.refused("design", "blocks", tmp_path / "wrong")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe#")
    assert "UTF-16" in run.refused("design", "blocks", tmp_path / "bytes")
    assert "whole squares" in run.refused("design", "blocks", EXAMPLES / "fridgeiq" / "triangle_01.toml")
