"""The stream of tilings: lazy, checked, ended by limits and interrupts, read by one consumer after another."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tests.helpers.looks import stopped
from tilewright.api import solve
from tilewright.errors import NotationError, TilewrightError
from tilewright.exact_cover.engines.kernel_engines import Sweep
from tilewright.exact_cover.kernel import SLICE_SOLUTIONS
from tilewright.exact_cover.limits import Clock, Limit
from tilewright.kinds import Packing, Shikaku
from tilewright.puzzle.check import faults
from tilewright.puzzle.tilings import Tilings

PUZZLE = Packing.parse("FNPUV@5x5")
MANY = Packing.parse("dominoes*@6x6")  # 6,728 tilings
SHIKAKU = Shikaku(3, 3, ((0, 0, 3), (1, 1, 3), (2, 2, 3)))  # two divisions


class BrokenSweep(Sweep):
    """Leaves an option out of every solution."""

    def solutions(self, *words: Any) -> Iterator[Sequence[tuple[int, ...]]]:
        for batch in super().solutions(*words):
            yield [solution[1:] for solution in batch]


def test_nothing_is_done_before_the_first_tiling_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Packing] = []
    genuine = Packing.compile

    def noted(puzzle: Packing, *words: Any, **named: Any) -> Any:
        compiled.append(puzzle)
        return genuine(puzzle, *words, **named)

    monkeypatch.setattr(Packing, "compile", noted)
    stream = tw.tilings(PUZZLE)
    assert not compiled and stream.verdict == "unknown"
    assert not faults(PUZZLE, next(stream).placements)
    assert compiled == [PUZZLE] and stream.verdict == "solved"


def test_what_lies_there_is_checked_at_once() -> None:
    first = tw.solve(PUZZLE).tilings[0]
    twice = (first.placements[0], first.placements[0])
    with pytest.raises(NotationError, match="what lies there breaks a rule"):
        tw.tilings(PUZZLE, partial=twice)
    found = list(tw.tilings(PUZZLE, partial=first.placements[:2]))
    assert found and all(set(first.placements[:2]) <= set(tiling.placements) for tiling in found)
    assert all(tiling.puzzle is PUZZLE for tiling in found)


def test_consumers_share_one_search() -> None:
    stream = tw.tilings(MANY)
    seen = [next(stream), next(stream)]
    for tiling in stream:
        seen.append(tiling)
        if len(seen) == 700:
            break
    batch = next(stream.batches())
    rest = sum(map(len, stream.batches()))
    assert stream.outcome.ended == "exhausted" and stream.found == 6728
    assert len({tiling.placements for tiling in seen}) == 700
    assert not {tiling.placements for tiling in batch} & {tiling.placements for tiling in seen}
    # What the iterator had begun to read of a batch stays with it.
    left = len(list(stream))
    assert left < SLICE_SOLUTIONS and 700 + len(batch) + rest + left == 6728


def test_as_many_as_asked_for() -> None:
    for n, limit, expected in ((3, None, 3), (None, 5, 5), (7, 4, 4), (None, None, 16)):
        stream = tw.tilings(PUZZLE, n, limit=Limit(solutions=limit))
        assert len(list(stream)) == expected
        assert stream.outcome.ended == ("exhausted" if expected == 16 else "enough")


def test_the_limit_ends_it_and_leaves_the_verdict_open() -> None:
    stream = tw.tilings(MANY, limit=Limit(seconds=0.0))
    assert list(stream) == [] and stream.outcome.ended == "limit" and stream.verdict == "unknown"
    assert stream.reason is None
    stream = tw.tilings(PUZZLE, progress=stopped())
    assert list(stream) == [] and stream.outcome.ended == "stopped"


def test_an_interrupt_of_the_consumer_keeps_what_it_has() -> None:
    stream = tw.tilings(MANY)
    kept: list[Any] = []

    def take(batch: Sequence[tw.Tiling]) -> None:
        kept.extend(batch)
        if len(kept) > 1000:
            raise KeyboardInterrupt

    stream.feed(take)
    assert 1000 < len(kept) < 6728 and stream.outcome.ended == "stopped"
    assert list(stream) == []


def test_an_interrupt_of_the_search_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = Sweep.search

    def interrupted(*words: Any) -> Iterator[Any]:
        yield next(genuine(*words))
        raise KeyboardInterrupt

    monkeypatch.setattr(Sweep, "search", interrupted)
    found = tw.solve(MANY, None, engine="sweep")
    assert found.ended == "stopped" and found.exit_code == 130
    assert 0 < len(found.tilings) < 6728 and not faults(MANY, found.tilings[-1].placements)


@pytest.mark.parametrize("n", [1, None])
def test_no_wrong_solution_gets_through(n: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "choose", lambda *_: BrokenSweep())
    with pytest.raises(TilewrightError, match=r"not a (tiling|solution)"):
        list(tw.tilings(PUZZLE, n))


def test_reasons_and_verdicts_come_with_the_stream() -> None:
    for text, kind in (("pentominoes@7x8", "area"), ("pentacubes*@12x12x12", "area"), ("LPNUV@5x5", "search")):
        stream = tw.tilings(Packing.parse(text))
        assert list(stream) == [] and stream.verdict == "impossible"
        assert stream.reason is not None and stream.reason.kind == kind
        assert stream.outcome.ended == "exhausted"


def test_unequal_areas_need_no_exact_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Packing, "compile", lambda *_, **__: pytest.fail("compiled"))
    puzzle = Packing.parse("pentacubes*@12x12x12")
    assert tw.solve(puzzle).verdict == "impossible"
    assert tw.count(puzzle).value == 0 and tw.count(puzzle, up_to="symmetries").bound == "exact"
    assert tw.verdict(puzzle).verdict == "impossible"


def test_a_search_of_the_puzzle_itself_comes_the_same_way() -> None:
    stream = tw.tilings(SHIKAKU)
    found = list(stream)
    by_engine = tw.tilings(SHIKAKU, engine="native")
    assert {t.placements for t in found} == {t.placements for t in by_engine} and len(found) == stream.found > 1
    assert (stream.outcome.engine, stream.outcome.ended, stream.verdict) == ("shikaku", "exhausted", "solved")
    none = tw.tilings(Shikaku(2, 2, ((0, 0, 3), (1, 1, 1))))
    assert list(none) == [] and none.verdict == "impossible" and none.reason is not None
    again = tw.tilings(SHIKAKU, partial=found[0].placements[:1])
    assert all(t.puzzle is SHIKAKU for t in again)


def test_clocks_add_up_and_the_consumer_is_not_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes by an hour whenever the consumer works."""
    hours = [0.0]
    genuine = solve.Clock

    class Slow(genuine):  # type: ignore[misc, valid-type]
        def lap(self, phase: str) -> None:
            self._last -= hours[0]
            self._started -= hours[0]
            hours[0] = 0.0
            super().lap(phase)

    monkeypatch.setattr(solve, "Clock", Slow)
    stream = tw.tilings(MANY)

    def take(batch: Sequence[tw.Tiling]) -> None:
        hours[0] += 3600.0

    stream.feed(take)
    times = stream.clock.times()
    phases = {name: seconds for name, seconds in times.items() if name not in ("total", "cpu")}
    assert sum(phases.values()) == pytest.approx(times["total"])
    assert phases["caller"] >= 3600 and sum(phases.values()) - phases["caller"] < 3600
    assert {"reasons", "compile", "prepare", "search", "check"} <= set(phases)


@pytest.mark.parametrize("text", ["FNPUV@5x5", "LPNUV@5x5", "pentominoes@7x8", "tetrominoes*@4x4"])
def test_the_phases_of_every_answer_add_up(text: str) -> None:
    puzzle = Packing.parse(text)
    answers = (tw.solve(puzzle, None), tw.count(puzzle), tw.count(puzzle, up_to="rotations"), tw.verdict(puzzle))
    for found in answers:
        phases = [seconds for name, seconds in found.times.items() if name not in ("total", "cpu")]
        assert sum(phases) == pytest.approx(found.times["total"]) and min(phases) >= 0


def test_a_clock_has_no_gaps() -> None:
    clock = Clock()
    for phase in ("a", "b", "a"):
        clock.lap(phase)
    times = clock.times()
    assert set(times) == {"a", "b", "other", "total", "cpu"}
    assert times["a"] + times["b"] + times["other"] == pytest.approx(times["total"])


def test_exit_codes_are_those_of_the_command_line(run: CommandLine) -> None:
    for text in ("FNPUV@5x5", "LPNUV@5x5", "pentominoes@7x8"):
        puzzle = Packing.parse(text)
        found = {"solve": tw.solve(puzzle), "count": tw.count(puzzle), "verdict": tw.verdict(puzzle)}
        for command, answer in found.items():
            assert run(command, text).code == answer.exit_code == int(text != "FNPUV@5x5")
    late = Limit(seconds=0.0)
    for answer in (tw.solve(MANY, limit=late), tw.count(MANY, limit=late), tw.verdict(MANY, limit=late)):
        assert answer.exit_code == 3 and answer.answer is None
    assert tw.solve(MANY, progress=stopped()).exit_code == 130


def test_batches_are_sequences_of_tilings() -> None:
    batch = next(tw.tilings(MANY).batches())
    assert isinstance(batch, Tilings) and len(batch) == len(list(batch)) and batch[0] == next(iter(batch))


@pytest.fixture
def no_garbage_collected() -> Iterator[None]:
    """Only what nothing refers to is let go of."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_garbage_collected")
def test_a_stream_that_is_dropped_ends_its_search_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be it read as tilings or as batches. Its threads would work on."""
    ended = []

    class Noted(Sweep):
        def solutions(self, *words: Any) -> Iterator[Sequence[tuple[int, ...]]]:
            try:
                yield from super().solutions(*words)
            finally:
                ended.append(True)

    monkeypatch.setattr(solve, "choose", lambda *_: Noted())
    for reader in (tw.tilings(MANY), tw.tilings(MANY).batches()):
        assert next(reader)
    gone = weakref.ref(reader)
    assert ended == [True]  # the first of them
    del reader
    assert gone() is None and ended == [True, True]


def test_batches_go_on_where_the_last_reader_stopped() -> None:
    stream = tw.tilings(MANY)
    first = next(stream.batches())
    assert len(first) + sum(map(len, stream.batches())) == 6728 and stream.outcome.ended == "exhausted"
