"""Exploring solutions: how many use each place, compared with a list of all; a search to watch, replayed."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tilewright import Limit, count, load, tilings
from tilewright.exact_cover.limits import Deadline
from tilewright.formats.solution import parse_solution
from tilewright.puzzle import Puzzle
from tilewright.puzzle.check import faults
from tilewright.web.work import count_places, do, search_steps

SHIKAKU = "2 . .\n. . 4\n. 3 ."
PUZZLES = ["FNPUV@5x5", "dominoes*@4x5", "X@1x5", SHIKAKU]


def listed(puzzle: Puzzle) -> Counter[tuple[str, tuple[int, ...]]]:
    """The same numbers, from a list of all tilings."""
    return Counter((p.piece, atom) for tiling in tilings(puzzle) for p in tiling.placements for atom in p.atoms)


@pytest.mark.parametrize("text", PUZZLES)
def test_places_are_counted_as_a_list_of_all_tilings_has_them(text: str) -> None:
    puzzle = load(text)
    told = count_places(puzzle, Deadline())
    expected = listed(puzzle)
    found = {(row["pieces"][0], tuple(atom)): int(number) for row in told["places"] for atom, number in row["cells"]}
    assert found == expected
    assert int(told["total"]) == count(puzzle).value


def test_too_many_tilings_to_hold_end_at_the_limit() -> None:
    told = count_places(load("pentominoes@6x10"), Deadline(Limit(memory=1000)))
    assert told == {"ended": "limit", "asked": "map"}


def replay(told: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """What lies there whenever a solution is found; nothing is taken back that does not lie there."""
    lying: list[dict[str, Any]] = []
    found = []
    for step in told["steps"]:
        if step[0] == "lay":
            lying.append(told["placements"][step[1]])
        elif step[0] == "take":
            lying.pop()
        elif step[0] == "found":
            found.append(list(lying))
    return found


@pytest.mark.parametrize("text", PUZZLES)
def test_the_steps_of_a_search_lead_to_all_tilings(text: str) -> None:
    puzzle = load(text)
    told = search_steps(puzzle, 20.0)
    found = replay(told)
    assert told["whole"] and len(found) == count(puzzle).value
    for rows in found:
        assert not faults(puzzle, parse_solution(json.dumps({"placements": rows}), puzzle))


def test_a_search_from_what_lies_there_counts_only_its_tilings() -> None:
    puzzle = load("FNPUV@5x5")
    first = next(iter(tilings(puzzle)))
    told: list[dict[str, Any]] = []
    for goal in ("count", "map"):
        job = {"goal": goal, "puzzle": puzzle, "partial": first.placements[:1], "seconds": 20.0}
        do(job, told.append)
    counted, mapped = (message for message in told if message["event"] == "end")
    here = sum(first.placements[0] in tiling.placements for tiling in tilings(puzzle))
    assert counted["count"]["value"] == here == int(mapped["total"])
