"""A search that is closed, stopped or cancelled ends, and its process with it; `logging` hears of it."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

import tilewright as tw

LONG = "tetrominoes*@8x9"


def test_a_stream_is_closed_by_its_block() -> None:
    with tw.tilings(tw.load(LONG), threads=2) as stream:
        assert next(stream)
    assert stream.outcome.ended == "stopped" and list(stream) == [] and list(stream.batches()) == []
    stream.close()
    unread = tw.tilings(tw.load(LONG))
    unread.close()
    assert list(unread) == [] and unread.outcome.ended == "stopped"


def test_a_finished_stream_stays_finished() -> None:
    with tw.tilings(tw.load("FNPUV@5x5")) as stream:
        assert len(list(stream)) == 16
    assert stream.outcome.ended == "exhausted"


RECIPE = """
import asyncio
import tilewright as tw

async def count_within(puzzle, seconds):
    progress = tw.Progress()
    try:
        return await asyncio.wait_for(asyncio.to_thread(tw.count, puzzle, engine="native", progress=progress), seconds)
    finally:
        progress.stop = True  # the search looks at it some twenty times a second

async def main():
    try:
        await count_within(tw.load("pentominoes!turn@6x15"), 0.2)
    except TimeoutError:
        print("cancelled")

asyncio.run(main())
"""


def test_asyncio_ends_the_process() -> None:
    done = subprocess.run([sys.executable, "-c", RECIPE], capture_output=True, text=True, timeout=60)
    assert done.stdout == "cancelled\n" and not done.stderr


def test_logging(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "tilewright"):
        tw.solve(tw.load("FNPUV@5x5"))
        tw.count(tw.load("FNPUV@5x5"))
    said = [record.getMessage() for record in caplog.records]
    assert any("searching" in line for line in said) and any("16 tilings" in line for line in said)
