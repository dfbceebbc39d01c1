"""Search processes that crash: their searches end with a sentence, and what crashes again and again is not tried for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.helpers import fragile
from tilewright.web import processes
from tilewright.web.processes import Pool, Search
from tilewright.web.requests import PhrasedError, StudioLimits

DEADLY, HARMLESS = {"goal": "list", "puzzle": "deadly"}, {"goal": "list", "puzzle": "harmless"}


async def end_of(search: Search) -> dict[str, Any]:
    while search.end is None:
        await asyncio.wait_for(search.changed.wait(), 60)
    return search.end


def with_pool(size: int, use: Callable[[Pool], Any]) -> None:
    """Run what uses a pool."""

    async def run() -> None:
        its = Pool(StudioLimits(), size)
        its.open()
        try:
            await use(its)
        finally:
            its.close()

    with ThreadPoolExecutor(1) as thread:  # a browser of another test may have a loop in this one
        thread.submit(asyncio.run, run()).result()


def test_a_job_that_crashes_again_and_again_is_refused_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "serve", fragile.serve)

    async def use(its: Pool) -> None:
        kinds = [(await end_of(its.begin({**DEADLY, "partial": str(n)})))["kind"] for n in range(processes.MOST)]
        assert kinds == ["process ended"] * (processes.MOST - 1) + ["keeps ending"]
        with pytest.raises(PhrasedError, match="not tried again"):
            its.begin(DEADLY)
        assert (await end_of(its.begin(HARMLESS)))["ended"] == "exhausted"
        assert (await end_of(its.begin({**DEADLY, "goal": "count"})))["kind"] == "process ended"

    with_pool(1, use)


def test_a_process_that_was_killed_unseen_is_given_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "serve", fragile.serve)

    async def use(its: Pool) -> None:
        assert (await end_of(its.begin(HARMLESS)))["ended"] == "exhausted"
        its.processes[0].process.kill()
        its.processes[0].process.join(60)
        assert (await end_of(its.begin(HARMLESS)))["ended"] == "exhausted"

    with_pool(1, use)


def test_crashes_that_are_not_in_a_row_are_forgiven() -> None:
    row = processes.Crashes()
    for _ in range(processes.MOST - 1):
        assert row.note(DEADLY, 1.0) == processes.ENDED
    row.forget(DEADLY)
    assert row.note(DEADLY, 1.0) == processes.ENDED
    row.check(DEADLY)


def test_only_so_many_jobs_are_remembered() -> None:
    row = processes.Crashes()
    for number in range(10 * processes.KEPT):
        row.note({"puzzle": str(number)}, 1.0)
    assert len(row.of_jobs) == processes.KEPT


def test_processes_that_do_not_start_are_given_up_and_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "serve", fragile.die)
    begun: list[processes.Process] = []
    build = processes.Process.__init__
    monkeypatch.setattr(processes.Process, "__init__", lambda self, its: (begun.append(self), build(self, its))[1])

    async def use(its: Pool) -> None:
        end = await end_of(its.begin(HARMLESS))
        assert (end["ended"], end["kind"]) == ("error", "no process")
        count = len(begun)
        assert count <= processes.MOST + 1
        for _ in range(3):
            with pytest.raises(PhrasedError, match="do not start"):
                its.begin(HARMLESS)
        assert len(begun) == count
        monkeypatch.setattr(processes, "serve", fragile.serve)
        its.crashes.last -= processes.PAUSE + 1
        assert (await end_of(its.begin(HARMLESS)))["ended"] == "exhausted"

    with_pool(2, use)
