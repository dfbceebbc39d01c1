"""Techniques and hints hold: against all solutions, listed by the oracle."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from tests.helpers.cli import EXAMPLES, CommandLine
from tests.helpers.hints import check_techniques, key, puzzles, solutions
from tilewright.explain.hint import hint
from tilewright.explain.techniques import initial_position, rate
from tilewright.kinds import EdgeMatching, Packing, Shikaku
from tilewright.kinds.edges.puzzle import TilePin
from tilewright.loader import load, parse
from tilewright.pieces import select
from tilewright.puzzle import Board, Placement, Puzzle, Tiling
from tilewright.puzzle.picture import step_svg
from tilewright.puzzle.puzzle import Hint


@pytest.mark.parametrize("seeds", [range(120), range(120, 240)], ids=str)
def test_techniques_keep_every_solution(seeds: range) -> None:
    for seed, puzzle in zip(seeds, puzzles(seeds), strict=True):
        check_techniques(puzzle, str(seed))


@pytest.mark.parametrize(
    "pieces", ["monomino+dominoes*", "monomino+trominoes*", "dominoes+trominoes", "monomino+dominoes"]
)
def test_techniques_hold_beside_any_number_of_a_piece_and_cells_that_may_stay_empty(pieces: str) -> None:
    cells = [(row, column) for row in range(2) for column in range(4)]
    for optional in [(), *((cell,) for cell in cells), *combinations(cells, 2)]:
        board = Board(tuple(cell for cell in cells if cell not in optional), optional)
        check_techniques(Packing(board, select(pieces)), f"{pieces} {optional}")


@pytest.mark.parametrize("seeds", [range(80), range(80, 160)], ids=str)
def test_hints_hold_in_every_solution(seeds: range) -> None:
    for seed, puzzle in zip(seeds, puzzles(seeds), strict=True):
        found = solutions(puzzle)
        if not found or initial_position(puzzle).table.compiled.owners_of_many:
            continue
        rng = random.Random(seed)
        table = initial_position(puzzle).table
        whole = [table.compiled.placement(option) for option in sorted(rng.choice(found))]
        partial = rng.sample(whole, rng.randint(0, len(whole)))
        laid = {key(p) for p in partial}
        every = [{key(table.compiled.placement(o)) for o in solution} for solution in found]
        extending = [solution for solution in every if laid <= solution]
        step = hint(puzzle, partial)
        named = {key(p) for p in step.placements}
        if step.kind == "place":
            assert len(named) == 1 and all(named <= solution for solution in extending) and not named & laid
        elif step.kind == "rule out":
            assert named and all(not named & solution for solution in extending)
        elif step.kind == "done":
            assert laid in every
        else:
            assert step.kind == "free" and not set.intersection(*extending) - laid


@pytest.mark.parametrize("seeds", [range(200)], ids=str)
def test_a_wrong_move_is_named(seeds: range) -> None:
    wrong = 0
    for seed, puzzle in zip(seeds, puzzles(seeds), strict=True):
        found = solutions(puzzle)
        table = initial_position(puzzle).table
        if not found or table.compiled.owners_of_many:
            continue
        every = [{key(table.compiled.placement(o)) for o in solution} for solution in found]
        for option in range(len(table.cover.options)):
            move = table.compiled.placement(option)
            step = hint(puzzle, [move])
            if any(key(move) in solution for solution in every):
                assert step.kind != "wrong", seed
            else:
                assert step.kind == "wrong" and step.placements == (move,), seed
                wrong += 1
    assert wrong > 50


def follow_hints(puzzle: Puzzle) -> list[Hint]:
    """The hints that lead from nothing to the end."""
    partial: list[Placement] = []
    without: list[str] = []
    steps = []
    while True:
        step = hint(puzzle, partial, without=without)
        steps.append(step)
        if step.kind == "place":
            partial += step.placements
        elif step.kind == "rule out":
            without += [p.id for p in step.placements]
        else:
            return steps


@pytest.mark.parametrize("name", ["shikaku/blog-6x6", "doodle-fit/two"])
def test_hints_lead_to_the_end(name: str) -> None:
    puzzle = load(EXAMPLES / name)
    steps = follow_hints(puzzle)
    assert steps[-1].kind == "done"
    pieces = len(puzzle.clues) if isinstance(puzzle, Shikaku) else len(puzzle.pieces)
    assert sum(step.kind == "place" for step in steps) == pieces
    assert "search" not in {step.technique for step in steps}


def test_no_solution_is_said() -> None:
    assert hint(Packing.parse("LNPUV@5x5")).kind == "impossible"


def test_a_rating_names_its_techniques() -> None:
    # One clue a row: every rectangle is decided by its clue alone.
    easy = rate(Shikaku(2, 3, ((0, 0, 3), (1, 2, 3))))
    assert easy.tier == "easy" and set(easy.names) <= {"forced cell", "forced clue"}
    several = rate(Shikaku(2, 2, ((0, 0, 2), (1, 1, 2))))
    assert several.tier == "extreme" and "search" in several.names
    assert not rate(Shikaku(2, 2, ((0, 0, 3), (1, 1, 1)))).solvable


def test_the_command_line(run: CommandLine, tmp_path: Path) -> None:
    blog = EXAMPLES / "shikaku/blog-6x6"
    done = run("hint", blog, "-o", tmp_path / "step.svg")
    assert done.code == 0 and "can only be" in done.out and (tmp_path / "step.svg").read_text().startswith("<svg")
    row = run("hint", blog, "--json").json["hint"]
    assert row["kind"] == "place" and row["placements"][0]["rect"] and row["tier"] == "easy"
    answer = run("solve", blog, "--json").out
    (tmp_path / "whole.json").write_text(answer)
    assert "solution" in run("hint", blog, "--with", tmp_path / "whole.json").out
    wrong = '{"solutions": [{"placements": [{"piece": "2,1", "cells": [[2, 0], [2, 1], [2, 2], [2, 3], [2, 4]]}]}]}'
    (tmp_path / "wrong.json").write_text(wrong)
    refused = run("hint", blog, "--with", tmp_path / "wrong.json")
    assert refused.code == 1 and "wrong" in refused.out
    overlap = '{"placements": [{"piece": "0,0", "cells": [[0,0],[0,1]]}, {"piece": "0,5", "cells": [[0,1],[0,2]]}]}'
    (tmp_path / "overlap.json").write_text(overlap)
    assert run("hint", blog, "--with", tmp_path / "overlap.json").code == 1
    assert "nothing@0" in run.refused("hint", blog, "--without", "nothing@0")


def test_the_picture_shows_the_step() -> None:
    from tilewright.puzzle import Tiling

    puzzle = load(EXAMPLES / "shikaku/blog-6x6")
    step = hint(puzzle)
    drawn = step_svg(Tiling(puzzle, ()), step.placements, True, step.atoms)
    assert drawn != step_svg(Tiling(puzzle, ()), (), True)


def test_a_region_is_measured_in_the_lattice_s_own_cells() -> None:
    step = hint(load("hexiamonds@6x6"))
    assert "cut off 2 cells" in step.text and len(step.atoms) == 2


def test_the_picture_of_a_step_in_space_lies_on_the_layers() -> None:
    puzzle = load("soma@3x3x3")
    step = hint(puzzle)
    plain, stepped = (_width(step_svg(Tiling(puzzle, ()), which, False)) for which in ((), step.placements[:1]))
    assert stepped <= plain + 0.3  # no more than the line's own width outside the layers


def _width(svg: str) -> float:
    return float(re.search(r'viewBox="([^"]*)"', svg)[1].split()[2])  # type: ignore[index]


def test_of_identical_pieces_those_that_lie_there_are_not_offered_again() -> None:
    puzzle = parse(
        "edges 3x3 border=a\n1: ddda @2,1/270\n2: dcef\n3: ebaa\n4: adda\n5: ddaa\n6: adff\n7: afea\n8: eeea\n9: cdab"
    )
    placed: tuple[Placement, ...] = puzzle.pinned_placements
    while (step := hint(puzzle, placed)).kind == "place":
        placed += step.placements
    assert step.kind == "done" and sorted(each.piece for each in placed) == list("123456789")


def test_the_wrong_one_of_identical_pieces_is_the_one_that_lies_there() -> None:
    puzzle = parse(
        '{"board": "#####\\n#####\\n...##", "piece": [{"name": "A", "shape": "##"}, {"name": "B", "shape": "##"}, '
        '{"name": "C", "shape": "####"}, {"name": "D", "shape": "####"}]}'
    )
    (wrong,) = hint(puzzle, [puzzle.placement("B", [(1, 3), (1, 4)])]).placements
    assert wrong.piece == "B"


def test_of_sides_that_clash_with_a_given_tile_the_laid_one_is_wrong() -> None:
    free = load("edges 1x3 border=uniform\n1: aaab\n2: abab\n3: bbba")
    assert isinstance(free, EdgeMatching)
    puzzle = replace(free, pinned=(TilePin("3", (0, 2), "0"),))
    step = hint(puzzle, [Placement("1", ((0, 0),)), *puzzle.pinned_placements])
    assert (step.kind, step.technique) == ("wrong", "rules")
    assert [each.piece for each in step.placements] == ["1"]
