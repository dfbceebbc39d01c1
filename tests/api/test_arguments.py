"""Arguments that no function can take are refused at once, by a ValueError that says what was expected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tilewright.api.optimise import fewest, largest_filling, most
from tilewright.api.verdict import relaxations, verdict
from tilewright.errors import EngineUnavailableError
from tilewright.exact_cover.engine import engines

PUZZLE = tw.Packing.parse("LPNUV@5x5")
SHIKAKU = tw.Shikaku(2, 2, ((0, 0, 2), (1, 1, 2)))

LIMITS: list[dict[str, Any]] = [
    {"memory": 2**70},
    {"memory": 0},
    {"memory": None},
    {"memory": 1.5},
    {"seconds": float("nan")},
    {"seconds": float("inf")},
    {"seconds": -1},
    {"seconds": True},
    {"seconds": "5"},
    {"seconds": 10**30},
    {"nodes": -1},
    {"nodes": 0},
    {"nodes": True},
    {"nodes": 2.0},
    {"nodes": 2**70},
    {"solutions": -1},
    {"solutions": 0},
]
SEARCHES: dict[str, Callable[..., object]] = {
    "count": lambda p, **words: tw.count(p, **words),
    "solve": lambda p, **words: tw.solve(p, **words),
    "verdict": lambda p, **words: verdict(p, **words),
    "stream": lambda p, **words: tw.TilingStream(p, None, tw.SearchOptions(**words)),
}
BEST: dict[str, Callable[..., object]] = {
    "fewest": lambda p, **words: fewest(p, "L", **words),
    "most": lambda p, **words: most(p, "L", **words),
    "largest_filling": lambda p, **words: largest_filling(p, **words),
}
WRONG: list[dict[str, Any]] = [
    {"threads": 0},
    {"threads": -1},
    {"threads": 10**9},
    {"threads": True},
    {"threads": 1.0},
    {"threads": None},
    {"limit": "soon"},
    {"limit": -5},
]


@pytest.mark.parametrize("words", LIMITS, ids=str)
def test_limits(words: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"^{next(iter(words))}=.*: expected "):
        tw.Limit(**words)


def test_limits_that_make_sense() -> None:
    assert tw.Limit(0, 1, 1, 1) and tw.Limit(0.5) and tw.Limit(None, None, None)


@pytest.mark.parametrize(
    "words", [*WRONG, {"engine": None}, {"engine": 3}, {"engine": "nothing"}, {"engine": ""}], ids=str
)
@pytest.mark.parametrize("call", SEARCHES)
@pytest.mark.parametrize("puzzle", [PUZZLE, SHIKAKU], ids=["pieces", "shikaku"])
def test_every_search_refuses(puzzle: object, call: str, words: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        SEARCHES[call](puzzle, **words)


@pytest.mark.skipif(bool(engines()["cp"].unavailable()), reason="needs ortools")
@pytest.mark.parametrize("words", WRONG, ids=str)
@pytest.mark.parametrize("call", BEST)
def test_every_optimisation_refuses(call: str, words: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        BEST[call](PUZZLE, **words)


def test_words_flags_and_numbers() -> None:
    for puzzle in (PUZZLE, SHIKAKU):
        for word in ("symmetry", "", None, True, "Rotations"):
            with pytest.raises(ValueError, match=r"^up_to=.*'none', 'rotations', 'symmetries', 'labels'$"):
                tw.count(puzzle, up_to=word)  # type: ignore[arg-type]
        for flag in (1, "yes", None):
            with pytest.raises(ValueError, match=r"^labelled=.*expected True or False$"):
                tw.count(puzzle, labelled=flag)  # type: ignore[arg-type]
            with pytest.raises(ValueError, match=r"^labelled="):
                tw.solve(puzzle, labelled=flag)  # type: ignore[arg-type]
            with pytest.raises(ValueError, match=r"^labelled="):
                puzzle.compile(flag)  # type: ignore[arg-type]
            with pytest.raises(ValueError, match=r"^partial="):
                tw.faults(puzzle, (), flag)  # type: ignore[arg-type]
        for number in (-1, 0, 1.0, True, "2", 2**80):
            with pytest.raises(ValueError, match=r"^n=.*expected a whole number, 1 to"):
                tw.solve(puzzle, number)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^limit="):
        next(relaxations(PUZZLE, "soon"))  # type: ignore[arg-type]


def test_an_unknown_engine_is_both_errors() -> None:
    """Those who wait for an engine that cannot run are told, too."""
    with pytest.raises(EngineUnavailableError, match="'nothing': expected auto"):
        tw.count(PUZZLE, engine="nothing")


@pytest.mark.parametrize(
    "copies",
    [(10**30, 10**30), (0, 10**30), (-1, 1), (1.0, 1), (True, 1), (None, 1), (1,), [1, 1], 3, (10**5000, None)],
)
def test_copies(copies: Any) -> None:
    with pytest.raises(ValueError, match=r"^copies.*expected"):
        tw.Piece("A", ((0, 0),), copies=copies)
    tw.Piece("A", ((0, 0),), copies=(0, 1_000_000))


def test_messages_stay_short() -> None:
    for wrong in ("x" * 10_000, 10**5000, [0] * 10_000):
        with pytest.raises(ValueError) as caught:
            tw.count(PUZZLE, up_to=wrong)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "words",
    [
        ("count", "--up-to", "symmetry"),
        ("count", "--engine", "nothing"),
        ("count", "--threads", "0"),
        ("count", "--threads", "1000000000"),
        ("count", "--limit", "nan"),
        ("count", "--limit", "-1"),
        ("count", "--limit", "inf"),
        ("count", "--limit", "1e30"),
        ("solve", "-n", "-1"),
        ("solve", "-n", "0"),
        ("solve", "-n", str(2**80)),
        ("solve", "--limit", "inf"),
        ("verdict", "--limit", "inf"),
        ("verdict", "--engine", "nothing"),
    ],
    ids=" ".join,
)
def test_the_command_line_says_so_in_one_line(run: CommandLine, words: tuple[str, ...]) -> None:
    assert (
        "expected" in run.refused(words[0], "LPNUV@5x5", *words[1:])
        or "not" in run(words[0], "LPNUV@5x5", *words[1:]).err
    )


def test_copies_of_a_file(run: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "many.toml"
    file.write_text(f'board = "2x2"\n[[piece]]\nname = "A"\nshape = "#"\ncopies = {10**30}\n')
    assert "expected" in run.refused("count", file)


@pytest.mark.parametrize("puzzle", ["FNPUV@5x5", None, 5])
def test_what_is_not_a_puzzle_is_named(puzzle: Any) -> None:
    for function in (tw.solve, tw.count, tw.verdict, tw.hint, tw.tilings, tw.largest_filling):
        with pytest.raises(ValueError, match="expected a puzzle"):
            function(puzzle)


CELL = tw.Piece("A", ((0, 0),))
MALFORMED: dict[str, Callable[[], object]] = {
    "piece: half a cell": lambda: tw.Piece("A", ((0, 0.5),)),  # type: ignore[arg-type]
    "piece: no atoms": lambda: tw.Piece("A", None),  # type: ignore[arg-type]
    "piece: a number as name": lambda: tw.Piece(3, ((0, 0),)),  # type: ignore[arg-type]
    "board: half a cell": lambda: tw.Board(((0, 0.5),)),  # type: ignore[arg-type]
    "board: a number": lambda: tw.Board(3),  # type: ignore[arg-type]
    "shikaku: no rows": lambda: tw.Shikaku(None, 2, ()),  # type: ignore[arg-type]
    "shikaku: half a clue": lambda: tw.Shikaku(1, 1, ((0, 0, 0.5),)),  # type: ignore[arg-type]
    "shikaku: four numbers": lambda: tw.Shikaku(1, 1, ((0, 0, 1, 1),)),  # type: ignore[arg-type]
    "packing: no board": lambda: tw.Packing(None, (CELL,)),  # type: ignore[arg-type]
    "packing: names for pieces": lambda: tw.Packing(tw.Board(((0, 0),)), ("A",)),  # type: ignore[arg-type]
    "packing: a number as pin": lambda: tw.Packing(tw.Board(((0, 0),)), (CELL,), (3,)),  # type: ignore[arg-type]
    "hint: a number": lambda: tw.hint(PUZZLE, 3),  # type: ignore[arg-type]
    "solve: names for placements": lambda: tw.solve(PUZZLE, partial=("L",)),  # type: ignore[arg-type]
    "faults: a number": lambda: tw.faults(PUZZLE, (3,)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("make", MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_cell_clue_or_placement_is_refused(make: Callable[[], object]) -> None:
    with pytest.raises(tw.ArgumentError, match=r"^\w+=.*: expected "):
        make()


CALENDAR = "calendar"
OTHERS: dict[str, Callable[[], object]] = {
    "polyforms of too many cells": lambda: tw.polyforms("square", 1100),
    "polyforms of no cells": lambda: tw.polyforms("square", 0),
    "polyforms of -1 cells": lambda: tw.polyforms("square", -1),
    "polyforms of half cells": lambda: tw.polyforms("square", 2.5),  # type: ignore[arg-type]
    "polyforms of a number": lambda: tw.polyforms(5, 2),  # type: ignore[arg-type]
    "polyforms that fold": lambda: tw.polyforms("square", 2, "fold"),
    "no members": lambda: tw.count_family(tw.load_family(CALENDAR), 5),  # type: ignore[arg-type]
    "a member that is a text": lambda: tw.count_family(tw.load_family(CALENDAR), ["MAR,14"]),
    "a member of None": lambda: tw.count_family(tw.load_family(CALENDAR), [(None, "14")]),  # type: ignore[list-item]
    "no family": lambda: tw.count_family(CALENDAR),  # type: ignore[arg-type]
    "cards of a name": lambda: tw.card_set("kanoodle"),  # type: ignore[arg-type]
    "no format": lambda: tw.export(PUZZLE, None),  # type: ignore[arg-type]
    "no text": lambda: tw.loads(5),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_functions_refuse_in_one_line(name: str) -> None:
    with pytest.raises(tw.ArgumentError, match="expected") as error:
        OTHERS[name]()
    assert str(error.value).count("\n") == 0
