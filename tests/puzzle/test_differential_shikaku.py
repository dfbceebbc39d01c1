"""Shikaku with pinned rectangles against a brute force that fills the grid cell by cell; see test_differential.py."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.helpers.brute import Cells, division_orbits, divisions
from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.errors import NotationError
from tilewright.formats import tables
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.puzzle import Rect
from tilewright.puzzle.check import faults

FAST, BLOCK, BLOCKS = 60, 250, 4  # puzzles: those of the full tier are 1,000


def in_order(division: frozenset[Cells]) -> list[list[tuple[int, ...]]]:
    """The same in every run: the order of a set is not."""
    return sorted(map(sorted, division))


def agree_on_shikaku(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = _shikaku(rng)
    expected = divisions(puzzle)
    assert tables.parse_json(tables.dump_json(puzzle)) == puzzle
    for engine in ("auto", "shikaku", "native"):
        assert count(puzzle, engine=engine).value == len(expected), puzzle
        tilings = solve(puzzle, None, engine=engine).tilings
        assert len(tilings) == len(expected)
        assert {frozenset(frozenset(p.atoms) for p in tiling.placements) for tiling in tilings} == expected
        assert not any(faults(puzzle, tiling.placements) for tiling in tilings)
    for up_to, mirrors in (("rotations", False), ("symmetries", True)):
        assert count(puzzle, up_to=up_to).value == division_orbits(puzzle, mirrors), puzzle  # type: ignore[arg-type]
    _divided_checks(rng, puzzle, expected)


def _divided_checks(rng: random.Random, puzzle: Shikaku, expected: set[frozenset[Cells]]) -> None:
    """Divisions of the puzzle without its pins are divisions of it if they have them; what is changed in them is judged."""
    free = sorted(divisions(replace(puzzle, pinned=())), key=in_order)
    for division in rng.sample(free, min(8, len(free))):
        laid = [(_clue_in(puzzle, cells), cells) for cells in sorted(division, key=sorted)]
        wrong = faults(puzzle, [puzzle.placement(name, cells) for name, cells in laid])
        assert (not wrong) == (division in expected) and {fault.rule for fault in wrong} <= {"pin"}
        for _ in range(8):
            other = [*laid]
            _spoil_division(rng, puzzle, other)
            named_right = all(_clue_in(puzzle, cells) == name for name, cells in other)
            valid = named_right and len(set(other)) == len(other) and frozenset(c for _, c in other) in expected
            wrong = faults(puzzle, [puzzle.placement(name, cells) for name, cells in other])
            assert valid == (not wrong), (puzzle, other, wrong)
    for division in rng.sample(sorted(expected, key=in_order), min(2, len(expected))):
        part = rng.sample(sorted(division, key=sorted), rng.randint(0, len(division)))
        placements = [puzzle.placement(_clue_in(puzzle, cells), cells) for cells in part]
        tilings = solve(puzzle, None, partial=placements).tilings
        assert len(tilings) == sum(set(part) <= each for each in expected)


def _spoil_division(rng: random.Random, puzzle: Shikaku, laid: list[tuple[str, Cells]]) -> None:
    """Another name, a region twice or away, two made one, one cut in two, or a cell that goes to another region."""
    kind, number = rng.randrange(6), rng.randrange(len(laid))
    name, cells = laid[number]
    beside = rng.randrange(len(laid))
    if kind == 0:
        laid[number] = rng.choice([*(f"{row},{column}" for row, column, _ in puzzle.clues), "9,9", "A"]), cells
    elif kind == 1:
        laid.append(laid[number])
    elif kind == 2:
        laid.pop(number)
    elif beside != number and kind == 3:
        laid[number] = name, cells | laid[beside][1]
        laid.pop(beside)
    elif beside != number and kind == 4 and len(cells) > 1:
        atom = rng.choice([min(cells), max(cells), *sorted(cells)])  # an end, so that both may stay rectangles
        laid[number], laid[beside] = (name, cells - {atom}), (laid[beside][0], laid[beside][1] | {atom})
    elif len(cells) > 1:
        half = frozenset(rng.sample(sorted(cells), rng.randint(1, len(cells) - 1)))
        laid[number] = name, cells - half
        laid.append((_clue_in(puzzle, half) or name, half))


def _clue_in(puzzle: Shikaku, cells: Cells) -> str:
    """The name of the first clue among the cells; nothing if there is none."""
    return next((f"{row},{column}" for row, column, _ in puzzle.clues if (row, column) in cells), "")


def _shikaku(rng: random.Random) -> Shikaku:
    """Clues of a random division, here and there another number or none; up to three pins that may lie together."""
    rows, columns = rng.randint(1, 4), rng.randint(1, 5)
    left = {(r, c) for r in range(rows) for c in range(columns)}
    clues, rects = [], list[Rect]()
    while left:
        top, side = min(left)
        height, width = rng.randint(1, 3), rng.randint(1, 3)
        while not {(r, c) for r in range(top, top + height) for c in range(side, side + width)} <= left:
            height, width = (height - 1, width) if height > width else (height, width - 1)
            height, width = max(1, height), max(1, width)
        cells = sorted((r, c) for r in range(top, top + height) for c in range(side, side + width))
        left.difference_update(cells)
        value = None if rng.random() < 0.3 else len(cells) + (rng.random() < 0.03)
        clues.append((*rng.choice(cells), value))
        rects.append((top, side, height, width))
    puzzle = Shikaku(rows, columns, tuple(clues))
    pins = [
        rng.choice(rects) if rng.random() < 0.8 else (0, 0, rng.randint(1, 5), rng.randint(1, 5))
        for _ in range(rng.randint(0, 3))
    ]
    try:
        pinned = replace(puzzle, pinned=tuple(pins))
    except NotationError:
        assert not any(pinned_by_cells(pins) <= each for each in divisions(puzzle)), (puzzle, pins)
        return puzzle
    assert pinned == replace(puzzle, pinned=(*pins[::-1], *pins)) and len(pinned.pinned) == len(set(pins))
    return pinned


def pinned_by_cells(pins: list[Rect]) -> set[Cells]:
    return {frozenset((r, c) for r in range(t, t + h) for c in range(s, s + w)) for t, s, h, w in pins}


@pytest.mark.parametrize("start", range(0, FAST, 40))
def test_shikaku_agree_with_brute_force(start: int) -> None:
    for seed in range(start, start + 40):
        agree_on_shikaku(seed)


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
def test_a_thousand_shikaku_agree_with_brute_force(block: int) -> None:
    for seed in range(10_000 + block * BLOCK, 10_000 + (block + 1) * BLOCK):
        agree_on_shikaku(seed)
