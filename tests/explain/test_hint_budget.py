"""Hints under a budget: what is said when it is used up is still true, and nothing is said that was not found out."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.hints import key, puzzles, solutions
from tests.helpers.looks import stopped
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.progress import Progress
from tilewright.explain import position
from tilewright.explain.hint import hint, no_step_hint
from tilewright.explain.position import StepDeadline, Table, bit_list, bits
from tilewright.explain.techniques import initial_position
from tilewright.kinds import Packing
from tilewright.loader import load
from tilewright.puzzle import Placement, Puzzle
from tilewright.puzzle.puzzle import Hint

BUDGETS = (1, 3, 10, 30, 100, 300, 1000)  # steps


def holds(step: Hint, puzzle: Puzzle, partial: list[Placement], found: list[frozenset[int]]) -> bool:
    """Whether a hint is true of all solutions of a puzzle that contain what lies there, of which there are some."""
    table = initial_position(puzzle).table
    laid = {key(placement) for placement in partial}
    every = [{key(table.compiled.placement(option)) for option in solution} for solution in found]
    extending = [solution for solution in every if laid <= solution]
    named = {key(placement) for placement in step.placements}
    match step.kind:
        case "place":
            return bool(named - laid) and all(named <= solution for solution in extending)
        case "rule out":
            return bool(named) and not any(named & solution for solution in extending)
        case "done":
            return laid in every
        case "free":
            return not set.intersection(*extending) - laid
        case "none":
            return step.ended == "limit"
        case _:
            return False  # what lies there is right


def posed(seed: int, puzzle: Puzzle) -> tuple[list[Placement], list[frozenset[int]]]:
    """A part of a solution, and all solutions; nothing for puzzles without, or with pieces that cannot be told apart."""
    found, table = solutions(puzzle), initial_position(puzzle).table
    if not found or table.compiled.owners_of_many:
        return [], []
    rng = random.Random(seed)
    whole = [table.compiled.placement(option) for option in sorted(rng.choice(found))]
    return rng.sample(whole, rng.randint(0, len(whole))), found


def test_hints_cut_short_hold_in_every_solution() -> None:
    kinds = set()
    for seed, puzzle in enumerate(puzzles(range(80))):
        partial, found = posed(seed, puzzle)
        for budget in BUDGETS if found else ():
            step = hint(puzzle, partial, limit=Limit(nodes=budget))
            assert holds(step, puzzle, partial, found), (seed, budget, step)
            kinds.add((step.kind, step.ended))
    assert {("none", "limit"), ("rule out", "limit"), ("place", "exhausted")} <= kinds


def test_with_budget_enough_the_hint_is_the_easiest() -> None:
    for seed, puzzle in enumerate(puzzles(range(40))):
        partial, found = posed(seed, puzzle)
        if found:
            assert hint(puzzle, partial, limit=Limit(nodes=10**6)) == hint(puzzle, partial, limit=Limit())


def test_a_search_cut_short_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position, "SEARCH_NODES", 1)
    for seed, puzzle in enumerate(puzzles(range(80))):
        partial, found = posed(seed, puzzle)
        if found:
            step = hint(puzzle, partial, limit=Limit())
            assert holds(step, puzzle, partial, found), (seed, step)


def test_wrong_moves_are_blamed_under_a_budget_too() -> None:
    """Of the placements of a puzzle with one solution, all others are wrong; no budget makes one right."""
    puzzle = Packing.parse("PUV@3x5")
    table = initial_position(puzzle).table
    right = {option for solution in solutions(puzzle) for option in solution}
    kinds = set()
    for option in range(len(table.cover.options)):
        if option in right:
            continue
        for budget in BUDGETS:
            step = hint(puzzle, [table.compiled.placement(option)], limit=Limit(nodes=budget))
            assert step.kind != "done" and step.kind != "impossible", (option, budget, step)
            kinds.add(step.kind)
    assert "wrong" in kinds


def test_a_hint_can_be_stopped() -> None:
    step = hint(load("pentominoes@6x10"), limit=Limit(), progress=stopped())
    assert (step.kind, step.ended) == ("none", "stopped")


def test_a_large_board_costs_no_more_steps_than_allowed() -> None:
    """In 4,000 steps of a 50x50 board: who can reach which cell, and the first corner that would be cut off."""
    step = hint(load("pentominoes*@50x50"), limit=Limit(nodes=4000))
    assert (step.kind, step.technique, step.ended) == ("rule out", "isolated region", "limit")
    assert [placement.id for placement in step.placements] == ["F@0,0/0"]


def test_sets_of_options_and_what_collides() -> None:
    table = initial_position(Packing.parse("tetrominoes*@6x6")).table
    options = table.cover.options
    for number in range(0, len(options), 7):
        sharing = {other for other, option in enumerate(options) if set(option) & set(options[number])} - {number}
        assert set(bits(table.conflicts(number))) == sharing
    for seed in range(200):
        rng = random.Random(seed)
        ones = sorted(rng.sample(range(5000), rng.randint(0, 60)))
        assert list(bits(sum(1 << one for one in ones))) == ones


def test_limit_on_the_command_line(run: CommandLine, tmp_path: Path) -> None:
    ran = run("hint", "pentominoes@6x10", "--limit", "0")
    assert (ran.code, ran.out, ran.err) == (3, "No easy step found in 0 s.\n", "")
    answer = run("hint", "pentominoes@6x10", "--limit", "0", "--json", "-o", tmp_path / "step.svg")
    assert answer.code == 3 and answer.json["hint"]["kind"] == "none" and answer.json["hint"]["ended"] == "limit"
    assert (tmp_path / "step.svg").read_text().startswith("<svg")
    assert run("hint", "FNPUV@5x5", "--limit", "60", "--json").json["hint"]["ended"] == "exhausted"
    assert "-1" in run.refused("hint", "FNPUV@5x5", "--limit", "-1")


@pytest.mark.parametrize(("seconds", "told"), [(1.94391, "1.9 s"), (0.0204, "0.02 s"), (120.0, "120 s")])
def test_the_time_of_no_step_is_rounded(seconds: float, told: str) -> None:
    progress = Progress()
    progress.started -= 1000
    assert no_step_hint(Deadline(Limit(seconds=seconds), progress)).text == f"No easy step found in {told}."


def test_every_table_of_a_large_board_looks_at_the_clock() -> None:
    """A row of bits for each of 10,000 cells takes 25 MB; of 300x300 dominoes they take 2 GB."""
    deadline = StepDeadline(Limit())
    table = Table(Packing.parse("dominoes*@100x100").compile(), deadline)
    for name, looks in {"covering": 15, "options": 2, "neighbors": 2, "colors": 2, "owner_options": 2}.items():
        before = deadline.steps
        getattr(table, name)
        assert deadline.steps - before >= looks, name
    assert table.covering[0] == sum(1 << number for number, option in enumerate(table.options) if 0 in option)


def test_bits_of_a_number_as_a_list() -> None:
    for number in (0, 1, 0b10110, 1 << 5000, (1 << 5000) - 1, random.Random(1).getrandbits(3000)):
        assert bit_list(number) == list(bits(number))
