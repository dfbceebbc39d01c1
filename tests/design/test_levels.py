"""Levels with given pieces: one solution by another engine, the difficulty they say, none like another, hints that lead there."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tilewright import rate
from tilewright.api.count import count
from tilewright.design.levels import LevelRecipe, hint_walk, make_levels
from tilewright.errors import NotationError
from tilewright.explain.techniques import TIERS
from tilewright.lattice import lattice
from tilewright.lattice.symmetry import canonical_form
from tilewright.loader import load, problem_titles
from tilewright.pieces import select
from tilewright.puzzle.check import faults

SMALL = LevelRecipe(select("pentominoes"), (4, 4), (6, 6), (3, 5), "easy", "hard")


def test_levels_are_what_was_asked_for() -> None:
    made = make_levels(SMALL, 9, seed=3)
    assert Counter(level.rating.tier for level in made) == {"easy": 3, "medium": 3, "hard": 3}
    for level in made:
        puzzle = level.puzzle
        assert count(puzzle, engine="reference").value == 1 and not faults(puzzle, level.tiling.placements)
        assert rate(puzzle).tier == level.rating.tier
        assert puzzle.board.grid.is_connected(puzzle.board.atoms)
        assert all(4 <= side <= 6 for side in puzzle.board.extent) and 3 <= len(level.tiling.placements) <= 5
        assert any(len(piece.orientations) > 1 for piece in puzzle.pieces)
    assert len({canonical_form(lattice("square"), level.puzzle.board.atoms) for level in made}) == len(made)
    assert all(TIERS.index(a.rating.tier) <= TIERS.index(b.rating.tier) for a, b in pairwise(made))


def test_the_same_seed_makes_the_same_levels() -> None:
    assert make_levels(SMALL, 3, seed=5) == make_levels(SMALL, 3, seed=5)
    assert make_levels(SMALL, 3, seed=5) != make_levels(SMALL, 3, seed=6)


def test_hints_lead_to_the_solution() -> None:
    for level in make_levels(SMALL, 3, seed=2):
        placed = [one for step in hint_walk(level.puzzle) if step.kind == "place" for one in step.placements]
        assert {one.id for one in placed} == {one.id for one in level.tiling.placements}


def test_pieces_of_which_there_are_many() -> None:
    (level,) = make_levels(LevelRecipe(select("tetrominoes*"), (4, 4), (6, 6), (4, 6), "easy", "easy"), 1, seed=1)
    assert sum(piece.copies[0] for piece in level.puzzle.pieces) == len(level.tiling.placements)
    assert count(level.puzzle, engine="reference").value == 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"pieces": select("hexiamonds")}, "squares"),
        ({"used": (13, 14), "most": (20, 20)}, "there are 12 pieces"),
        ({"used": (8, 8)}, "cover at least 40 cells"),
        ({"easiest": "hard", "hardest": "easy"}, "easier"),
        ({"least": (9, 9)}, "rows and columns"),
    ],
)
def test_recipes_that_nothing_keeps_are_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(NotationError, match=said):
        LevelRecipe(**{"pieces": select("pentominoes"), "least": (4, 4), "most": (6, 6), **changes})  # type: ignore[arg-type]


def test_the_file_goes_wherever_a_puzzle_goes(run: CommandLine, tmp_path: Path) -> None:
    path, other = tmp_path / "levels.json", tmp_path / "levels.svg"
    words = (
        "design",
        "levels",
        "--board",
        "4x4..6x6",
        "--pieces-used",
        "3..4",
        "-n",
        "3",
        "-o",
        path,
        "-o",
        other,
    )
    ran = run(*words)
    assert ran.code == 0 and ran.out.count("easy:") == 1 and f"wrote {path}, {other}" in ran.err
    document = json.loads(path.read_text())
    assert len(problem_titles(str(path))) == len(document["levels"]) == 3
    for number, level in enumerate(document["levels"], start=1):
        puzzle = load(f"{path}#{number}")
        (tmp_path / "answer.json").write_text(json.dumps({"tilewright": 1, **level["solution"]}))
        assert run("check", f"{path}#{number}", tmp_path / "answer.json").out == "valid\n"
        assert len(puzzle.piece_names) == len(level["pieces"]) and "hints" not in level
    assert run(*words[:-4], "--json").json["levels"] == document["levels"]
    hinted = run(*words[:-4], "--json", "--hints").json["levels"]
    assert all(level["hints"] for level in hinted)
    assert [{**level, "hints": 0} for level in hinted] == [{**level, "hints": 0} for level in document["levels"]]
    assert "expected one or two of easy" in run.refused("design", "levels", "--difficulty", "eazy..hard")
    path.write_text('{"kind": "levels", "levels": [5]}')
    assert "level 1 has no puzzle" in run.refused("solve", path)


def test_sizes_of_blocks(run: CommandLine) -> None:
    made = run("design", "blocks", "5x5", "--blocks", "5", "--sizes", "4..6", "--seed", "2", "--json").json
    blocks = made["level"].split("---")[1:]
    assert len(blocks) == 5 and all(4 <= block.count("*") <= 6 for block in blocks)
    assert "cover 10 to 15 cells" in run.refused("design", "blocks", "5x5", "--blocks", "5", "--sizes", "2..3")


def test_the_number_of_blocks_follows_the_shape(run: CommandLine) -> None:
    for shape, words, blocks in (("2x4", ["--any"], 2), ("4x4", [], 4), ("4x4", ["--any", "--sizes", "8"], 2)):
        made = run("design", "blocks", shape, "--seed", "1", "--json", *words).json
        assert len(made["level"].split("---")) - 1 == blocks


def test_a_search_that_gives_up_is_no_bad_input(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "plus.txt").write_text(".#.\n###\n.#.\n")
    done = run("design", "blocks", tmp_path / "plus.txt", "--blocks", "2", "--sizes", "2..3")
    assert (done.code, done.out) == (3, "") and "no level of 2 blocks" in done.err


def test_fewer_levels_name_what_can_help(run: CommandLine) -> None:
    words = ("design", "levels", "--pieces", "tetrominoes:O", "--board", "2x2", "--pieces-used", "1", "-n", "2")
    done = run(*words, "--difficulty", "easy..extreme")
    assert done.code == 3 and "--board" in done.err and "--limit" not in done.err and "--difficulty" not in done.err
    assert "--difficulty" in run(*words).err
    done = run(*words, "--limit", "0")
    assert done.code == 3 and "--limit" in done.err and "--board" not in done.err
