"""Many puzzles at once: the answers of one after the other, in their order, whoever works."""

from __future__ import annotations

import subprocess
from itertools import islice
from pathlib import Path

import pytest

from tests.helpers.looks import stopped
from tilewright import ArgumentError, NotationError, Solved, TilewrightError, load, solve, solve_many
from tilewright.api import many

TEXTS = ["FNPUV@5x5", "LPNUV@5x5", "dominoes*@4x4", "soma@3x3x3", "pentominoes@6x10"] * 9


@pytest.mark.parametrize("threads", [1, 2])
def test_answers_are_those_of_solve_in_their_order(threads: int) -> None:
    found = list(solve_many(TEXTS, 2, threads=threads))
    one_by_one = {text: solve(load(text), 2).tilings for text in set(TEXTS)}
    assert [list(each.tilings) for each in found] == [list(one_by_one[text]) for text in TEXTS]


@pytest.mark.parametrize("threads", [1, 3])
def test_puzzles_are_taken_as_they_are_needed(threads: int) -> None:
    taken = 0

    def endless():  # type: ignore[no-untyped-def]
        nonlocal taken
        while True:
            taken += 1
            yield load("FNPUV@5x5")

    found = solve_many(endless(), threads=threads)
    assert [each.verdict for each in islice(found, 40)] == ["solved"] * 40
    assert taken < 400
    found.close()  # type: ignore[attr-defined]
    assert next(found, None) is None


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_comes_in_the_place_of_its_answer(threads: int) -> None:
    found = solve_many(["FNPUV@5x5", "dominoes*@2x2", "FNPUQ@5x5", "FNPUV@5x5"], threads=threads)
    assert [next(found).verdict, next(found).verdict] == ["solved", "solved"]
    with pytest.raises(NotationError, match="Q"):
        next(found)
    assert next(found, None) is None


@pytest.mark.parametrize("threads", [1, 2])
def test_the_limit_holds_for_each(threads: int) -> None:
    found = list(solve_many(["FNPUV@5x5", "pentominoes@6x10"], None, limit=0, threads=threads))
    assert [each.ended for each in found] == ["limit", "limit"]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_bad_puzzle_is_an_answer_like_others(threads: int) -> None:
    bad = ["FNPUQ@5x5", "no such file", "dominoes*@99999x99999", "@", 5]
    puzzles = [puzzle for each in bad for puzzle in ("FNPUV@5x5", each, "LPNUV@5x5")] * 5
    found = list(solve_many(puzzles, threads=threads, on_error="yield"))  # type: ignore[arg-type]
    assert len(found) == len(puzzles)
    for puzzle, answer in zip(puzzles, found, strict=True):
        if puzzle in bad:
            assert isinstance(answer, TilewrightError) and str(answer)
            with pytest.raises(type(answer)) as raised:
                next(solve_many([puzzle]))  # type: ignore[list-item]
            assert str(raised.value) == str(answer)
        else:
            assert isinstance(answer, Solved) and len(answer) == (puzzle == "FNPUV@5x5")


@pytest.mark.parametrize("threads", [1, 2])
def test_puzzles_are_whatever_load_reads(threads: int, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.toml"
    file.write_text('pieces = "FNPUV"\nboard = "5x5"\n')
    same = [file, str(file), {"pieces": "FNPUV", "board": "5x5"}, load("FNPUV@5x5"), "FNPUV@5x5"]
    assert [len(found) for found in solve_many(same, None, threads=threads)] == [16] * 5


def test_a_puzzle_that_cannot_be_sent_is_an_error_in_its_place() -> None:
    puzzle = load("FNPUV@5x5").where(each=lambda placement: True)
    assert [found.verdict for found in solve_many([puzzle])] == ["solved"]
    puzzles = ["FNPUV@5x5"] * 20 + [puzzle] + ["FNPUV@5x5"] * 3
    found = list(solve_many(puzzles, threads=2, on_error="yield"))
    assert [number for number, each in enumerate(found) if isinstance(each, ArgumentError)] == [20]
    assert len(found) == 24
    before = solve_many(puzzles, threads=2)
    assert [len(next(before)) for _ in range(20)] == [1] * 20
    with pytest.raises(ArgumentError, match="threads=1"):
        next(before)


def test_workers_have_no_standard_input() -> None:
    found = list(solve_many(["FNPUV@5x5", "-", "FNPUV@5x5"], threads=2, on_error="yield"))
    assert [isinstance(each, TilewrightError) for each in found] == [False, True, False]


def test_a_killed_worker_is_an_error_of_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def recorded(*given, **options):  # type: ignore[no-untyped-def]
        begun.append(popen(*given, **options))
        return begun[-1]

    monkeypatch.setattr(many.subprocess, "Popen", recorded)
    found = solve_many(["FNPUV@5x5"] * 1000, threads=2, on_error="yield")
    assert isinstance(next(found), Solved)
    for process in begun:
        process.kill()
    with pytest.raises(TilewrightError, match="worker"):
        list(found)


@pytest.mark.parametrize("on_error", ["raise", "yield"])
def test_an_interrupt_is_for_all(on_error: many.OnError, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(puzzle, n, **options):  # type: ignore[no-untyped-def]
        return solve(puzzle, n, progress=stopped(), **options)

    monkeypatch.setattr(many, "solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(solve_many(["FNPUV@5x5"] * 3, on_error=on_error))


def test_arguments() -> None:
    with pytest.raises(ArgumentError, match="on_error"):
        solve_many([], on_error="ignore")  # type: ignore[call-overload]
    with pytest.raises(ArgumentError, match="several puzzles"):
        solve_many("FNPUV@5x5")
    with pytest.raises(ArgumentError):
        solve_many([], threads=0)
    assert list(solve_many([], threads=2)) == []
