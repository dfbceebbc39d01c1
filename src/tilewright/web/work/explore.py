"""Exploring the solutions of a puzzle: how many use each place, and a plain search to watch."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from typing import Any

from tilewright.api.clock import Clock
from tilewright.api.prepare import prepare
from tilewright.cover.engines.reference import BudgetSpent, PlainSearch
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.cover.solution_graph import SolutionGraph
from tilewright.errors import LimitError, OutOfTimeError
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle
from tilewright.puzzle.compiled import Compiled
from tilewright.web.work.tell import Tell, puzzle_from_here, watched

MEMORY = 256 << 20  # bytes of the graph that holds all solutions
STEPS = 1500  # of a search that is watched
LOOKING = 5.0  # seconds that such a search may take


def map_places(job: dict[str, Any], tell: Tell) -> None:
    """How many tilings use each place."""
    puzzle, report = puzzle_from_here(job), Report()
    limit = Limit(seconds=job["seconds"], memory=MEMORY)
    watched(tell, report, lambda: count_places(puzzle, limit, report))


def show_steps(job: dict[str, Any], tell: Tell) -> None:
    """A plain search, step by step."""
    tell({"event": "end", **search_steps(puzzle_from_here(job), job["seconds"])})


def count_places(puzzle: Puzzle, limit: Limit, report: Report) -> dict[str, Any]:
    """In how many tilings each piece covers each atom, exactly, without listing any.

    `places` has a row for each class of identical pieces (or clue): their names, and `[atom, number]` with the numbers
    as text, for they may be longer than the page's numbers. `ended` is "limit" where the tilings are too many to hold.
    """
    try:
        prepared = prepare(puzzle, False, Deadline(limit, report), Clock())
        if prepared.compiled is None or prepared.reason is not None:
            return {"ended": "exhausted", "asked": "map", "total": "0", "places": []}
        graph = SolutionGraph(prepared.compiled.cover, limit, report)
    except (LimitError, OutOfTimeError):
        return {"ended": "limit", "asked": "map"}
    places = _by_place(prepared.compiled, graph.with_option)
    return {"ended": "exhausted", "asked": "map", "total": str(graph.number), "places": places}


def _by_place(compiled: Compiled, with_option: tuple[int, ...]) -> list[dict[str, Any]]:
    numbers: dict[int, dict[Atom, int]] = {owner: defaultdict(int) for owner in compiled.owners}
    for option, number in enumerate(with_option):
        if number:
            for atom in compiled.atoms_of(option):
                numbers[compiled.meanings[option][0]][atom] += number
    return [
        {"pieces": compiled.owner_names(owner), "cells": [[atom, str(number)] for atom, number in sorted(row.items())]}
        for owner, row in numbers.items()
    ]


class _WatchedSearch(PlainSearch):
    """The plain search, telling each step: where it looks and how many ways there are, what it lays and takes back."""

    def __init__(self, compiled: Compiled, budget: Budget) -> None:
        super().__init__(compiled.cover, budget)
        self.compiled = compiled
        self.steps: list[list[Any]] = []

    def choose(self) -> tuple[int | None, list[int]]:
        item, fitting = super().choose()
        if item is None:
            self.steps.append(["found"])
        elif item < len(self.compiled.atoms):
            self.steps.append(["look", self.compiled.atoms[item], len(fitting)])
        else:
            owner = self.compiled.item_owners.get(item)
            names = () if owner is None else self.compiled.owner_names(owner)
            self.steps.append(["choose", names, len(fitting)])
        return item, fitting

    def change(self, number: int, by: int) -> None:
        super().change(number, by)
        self.steps.append(["lay", number] if by > 0 else ["take"])


def search_steps(puzzle: Puzzle, seconds: float) -> dict[str, Any]:
    """The first steps of a plain search for all tilings, for people to watch.

    `steps` are `["look", atom, ways]` and `["choose", pieces, ways]` (where it goes on, in how many ways), `["lay",
    number]` of a row of `placements`, `["take"]` back the last, `["found"]` a tiling. `whole` tells whether that was all.
    """
    limit = Limit(seconds=min(seconds, LOOKING), nodes=STEPS)
    report = Report()
    try:
        prepared = prepare(puzzle, False, Deadline(limit, report), Clock())
    except OutOfTimeError:
        return {"ended": "limit", "asked": "steps"}
    if prepared.compiled is None:
        return {"ended": "exhausted", "asked": "steps", "steps": [], "placements": [], "whole": True}
    search = _WatchedSearch(prepared.compiled, Budget(limit, report))
    whole = False
    with suppress(BudgetSpent):
        for _ in search.run():
            pass
        whole = True
    return {"ended": "exhausted", "asked": "steps", **_laid(search), "whole": whole}


def _laid(search: _WatchedSearch) -> dict[str, Any]:
    """The steps with the placements they lay numbered from 0."""
    used = list(dict.fromkeys(step[1] for step in search.steps if step[0] == "lay"))
    number = {option: place for place, option in enumerate(used)}
    steps = [[step[0], number[step[1]]] if step[0] == "lay" else step for step in search.steps]
    puzzle = search.compiled.puzzle
    rows = [puzzle.placement_row(search.compiled.placement(option)) for option in used]
    return {"steps": steps, "placements": rows}
