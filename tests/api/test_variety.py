"""Tilings at random, and the first tiling of many kinds: how likely each is, that seeds repeat, what is said of it.

Seeds are fixed, so the numbers below are always the same; the bounds are those of the chi-square distribution at 0.001 and 0.999.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.cli import EXAMPLES, CommandLine
from tilewright.api.count import count
from tilewright.api.solve import solve, tilings
from tilewright.api.solved import Solved
from tilewright.errors import ArgumentError, NotationError
from tilewright.exact_cover.limits import Limit
from tilewright.formats import dump
from tilewright.kinds import Packing
from tilewright.loader import load
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.puzzle.tilings import Tilings

KINDS = "IJLOSTZ"
SMALL = Packing.parse("tetrominoes*@4x4")  # 117 tilings
MIDDLE = Packing.parse("tetrominoes*@6x6")  # 178,939 tilings
NO_GRAPH = Limit(memory=10_000)


def placed(tiling: Tiling) -> frozenset[str]:
    return frozenset(placement.id for placement in tiling.placements)


def kinds(found: Solved) -> set[str]:
    return {placement.piece for placement in found.tilings[0].placements}


def chi_square(observed: dict[int, int], expected: dict[int, float]) -> float:
    return sum((observed.get(value, 0) - number) ** 2 / number for value, number in expected.items())


def test_every_tiling_of_4x4_is_equally_likely() -> None:
    every = {placed(tiling) for tiling in solve(SMALL, None, engine="reference").tilings}
    drawn = Counter(placed(tiling) for tiling in solve(SMALL, 5850, random=1).tilings)
    assert len(every) == 117 and set(drawn) == every
    statistic = sum((times - 50) ** 2 / 50 for times in drawn.values())
    assert 73 < statistic < 171  # 116 degrees of freedom


def test_the_search_in_random_order_is_not_uniform_and_says_so() -> None:
    found = solve(SMALL, 1170, random=1, limit=NO_GRAPH)
    assert found.draw is not None and not found.draw.uniform and "memory limit of 10,000 bytes" in found.draw.why
    drawn = Counter(placed(tiling) for tiling in found.tilings)
    assert len(drawn) > 60
    assert sum((times - 10) ** 2 / 10 for times in drawn.values()) > 171  # the statistic sees it


def copies_of_every_tiling(puzzle: Packing) -> np.ndarray:
    """The copies of each kind in every tiling, all of them listed by the sweep: (tilings, kinds)."""
    rows = []
    for batch in tilings(puzzle, engine="sweep").batches():
        assert isinstance(batch, Tilings)
        kind = np.array([KINDS.index(batch.compiled.owner_names(owner)[0]) for owner, _ in batch.compiled.meanings])
        table = kind[batch.solutions.table]  # type: ignore[attr-defined]  # a Batch
        rows.append(np.stack([(table == number).sum(axis=1) for number in range(len(KINDS))], axis=1))
    return np.concatenate(rows)


def test_kinds_in_random_tilings_of_6x6_are_as_frequent_as_in_all() -> None:
    number = 3000
    every = copies_of_every_tiling(MIDDLE)
    assert len(every) == count(MIDDLE).value == 178_939
    found = solve(MIDDLE, number, random=2)
    assert found.draw is not None and found.draw.number == 178_939
    drawn = [Counter(placement.piece for placement in tiling.placements) for tiling in found.tilings]
    for place, kind in enumerate(KINDS):
        exact = np.bincount(np.minimum(every[:, place], 4)) / len(every)  # 0, 1, 2, 3, at least 4 copies
        expected = {copies: share * number for copies, share in enumerate(exact) if share}
        observed = Counter(min(4, copies[kind]) for copies in drawn)
        assert chi_square(observed, expected) < 18.5, kind  # up to 4 degrees of freedom
    of_each = np.bincount((every > 0).sum(axis=1)) / len(every)  # how many kinds a tiling has
    expected = {used: share * number for used, share in enumerate(of_each) if share * number > 5}
    assert chi_square(Counter(len(copies) for copies in drawn), expected) < 24.4  # up to 7


def test_seeds_repeat_and_differ() -> None:
    for limit in (Limit(), NO_GRAPH):
        drawn = [tuple(map(placed, solve(MIDDLE, 3, random=seed, limit=limit).tilings)) for seed in (5, 5, 6)]
        assert drawn[0] == drawn[1] != drawn[2]


@pytest.mark.parametrize("limit", [Limit(), NO_GRAPH], ids=["graph", "search"])
def test_random_tilings_keep_the_rules(limit: Limit, tmp_path: Path) -> None:
    puzzles: list[Puzzle] = [
        Packing.parse("tetrominoes:IOST+@4x8"),
        Packing.parse("pentominoes@5x12"),
        Packing.parse("tetrominoes:IOST*@6x6-r0c0,r5c5,r0c5,r5c0"),
        load(EXAMPLES / "shikaku" / "blog-6x6"),
        load(EXAMPLES / "doodle-fit" / "cheeseonhead"),
    ]
    for puzzle in puzzles:
        found = solve(puzzle, 2, random=3, limit=limit)
        assert len(found.tilings) == 2 and (found.ended, found.verdict) == ("enough", "solved")
        assert all(tiling.puzzle == puzzle and not faults(puzzle, tiling.placements) for tiling in found.tilings)


def test_what_lies_there_stays_there() -> None:
    laid = solve(SMALL).tilings[0].placements[:1]
    for limit in (Limit(), NO_GRAPH):
        found = solve(SMALL, 20, random=1, partial=laid, limit=limit)
        assert all(laid[0] in tiling.placements for tiling in found.tilings)
        assert all(tiling.puzzle == SMALL for tiling in found.tilings)
    number = found.draw and solve(SMALL, 1, random=1, partial=laid).draw
    assert number and number.number == len(solve(SMALL, None, partial=laid).tilings)


def test_nothing_to_draw() -> None:
    for limit in (Limit(), NO_GRAPH):
        found = solve(Packing.parse("LPNUV@5x5"), 2, random=1, limit=limit)
        assert (found.verdict, found.ended, len(found.tilings)) == ("impossible", "exhausted", 0) and found.reason
    assert solve(Packing.parse("tetrominoes*@5x5"), random=1).reason is not None
    assert solve(MIDDLE, random=1, limit=Limit(seconds=0)).verdict == "unknown"


@pytest.mark.parametrize(
    "wrong", [{"n": None}, {"engine": "native"}, {"random": -1}, {"random": True}, {"random": 1.0}]
)
def test_arguments_of_random(wrong: dict[str, object]) -> None:
    with pytest.raises(ArgumentError, match="random"):
        solve(SMALL, **{"random": 1, **wrong})  # type: ignore[arg-type]


def test_the_first_tiling_has_many_kinds() -> None:
    for board, least in (("15x12", 7), ("8x7", 7), ("6x6", 6), ("4x4", 3), ("30x30", 7), ("60x60", 7), ("1x8", 1)):
        puzzle = Packing.parse(f"tetrominoes*@{board}")
        found = solve(puzzle)
        assert len(kinds(found)) >= least, (board, found.tilings[0])
        assert found.tilings[0].puzzle == puzzle and not faults(puzzle, found.tilings[0].placements)
        assert placed(solve(puzzle).tilings[0]) == placed(found.tilings[0])  # the same every time


def test_only_the_first_tiling_without_an_engine_is_chosen_so() -> None:
    puzzle = Packing.parse("tetrominoes*@15x12")
    assert kinds(solve(puzzle, engine="native")) == {"I"}
    assert len(solve(SMALL, None).tilings) == 117
    impossible = solve(Packing.parse("tetrominoes:TI*@6x6"))
    assert (impossible.verdict, impossible.ended) == ("impossible", "exhausted") and impossible.reason
    assert solve(puzzle, limit=Limit(seconds=0)).verdict == "unknown"
    nodes = solve(puzzle, limit=Limit(nodes=10))  # a limit of nodes is for the plain search
    assert (nodes.ended, nodes.nodes) == ("limit", 10)


def test_each_at_least_once_in_the_notation() -> None:
    plus = Packing.parse("tetrominoes+@8x7")
    assert [piece.copies for piece in plus.pieces] == [(1, None)] * 7 and dump(plus, "notation") == "tetrominoes+@8x7"
    assert len(kinds(solve(plus))) == 7
    assert count(Packing.parse("tetrominoes+@4x6")).value == 0 < count(Packing.parse("tetrominoes*@4x6")).value
    mixed = Packing.parse("tetrominoes:I++pentominoes:XU*+tetrominoes:I@6x6")
    assert [(piece.name, piece.copies) for piece in mixed.pieces] == [
        ("I", (2, None)),
        ("X", (0, None)),
        ("U", (0, None)),
    ]
    assert Packing.parse("tetrominoes+!free@8x7") == Packing.parse("tetrominoes!free+@8x7")
    for text in ("tetrominoes*+@4x4", "tetrominoes+++I@4x4", "+@4x4", "tetrominoes++@4x4"):
        with pytest.raises(NotationError):
            Packing.parse(text)


def test_a_count_with_each_at_least_once_by_inclusion_and_exclusion() -> None:
    total = 0
    for mask in range(1, 1 << 4):
        names = [kind for place, kind in enumerate("IOTS") if mask >> place & 1]
        number = count(Packing.parse(f"tetrominoes:{''.join(names)}*@4x8")).value
        total += number * (-1) ** (4 - len(names))
    assert count(Packing.parse("tetrominoes:IOTS+@4x8")).value == total > 0


def test_random_and_kinds_on_the_command_line(run: CommandLine, tmp_path: Path) -> None:
    ran = run("solve", "tetrominoes*@4x4", "--random", "7", "-n", "2", "--json").json
    assert ran["random"] == {"seed": 7, "uniform": True, "tilings_text": "117"} and len(ran["solutions"]) == 2
    assert (
        "seed 7: drawn from all 117 tilings, each equally likely"
        in run("solve", "tetrominoes*@4x4", "--random", "7").err
    )
    thrown = run("solve", "tetrominoes*@4x4", "--random", "--json").json["random"]["seed"]
    again = [run("solve", "tetrominoes*@4x4", "--random", str(thrown)).out for _ in range(2)]
    assert again[0] == again[1]
    lines = tmp_path / "x.jsonl"
    assert run("solve", "tetrominoes*@4x4", "--random", "1", "-n", "5", "-o", lines).code == 0
    assert len(lines.read_text().splitlines()) == 5
    every = run("solve", "tetrominoes+@8x7", "--json").json
    assert {row["piece"] for row in every["solutions"][0]["placements"]} == set(KINDS)
    assert run("solve", "tetrominoes*@4x4", "--kinds", "all").code == 1
    assert "random" not in run("solve", "tetrominoes*@4x4", "--json").json
    assert "put PUZZLE before --random" in run.refused("solve", "--random", "tetrominoes*@4x4")
    assert "no --all" in run.refused("solve", "tetrominoes*@4x4", "--random", "--all")
    assert "no kinds of pieces" in run.refused("solve", EXAMPLES / "shikaku" / "blog-6x6", "--kinds", "all")
