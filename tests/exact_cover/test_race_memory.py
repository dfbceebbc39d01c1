"""A count whose frontier runs out of memory: the search goes on alone only where that is likely to end soon."""

from __future__ import annotations

from math import inf

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.clock import NEVER, Clock
from tilewright import Limit, count, load
from tilewright.cli.output import which_limit

LARGE = "dominoes*@20x20"  # no search ends here


@pytest.mark.parametrize("words", [(), ("--threads", "2"), ("--limit", "3600")])
def test_a_count_that_no_search_would_finish_ends_at_once(run: CommandLine, words: tuple[str, ...]) -> None:
    ran = run("count", LARGE, "--memory", "1M", *words, "--json")
    answer = ran.json
    assert (ran.code, answer["ended"], answer["limit"], answer["engine"]) == (3, "limit", "memory", "frontier")
    assert answer["count"]["bound"] == "at least" and answer["memory_wanted"] > 1_000_000
    assert answer["nodes"] < 5_000_000  # states and nodes, most of them of the frontier until its memory was full
    assert ran.err.startswith(
        "tilewright: memory of 1M is too small for this count: give more with --memory (the layer"
    )
    assert ran.err.endswith("or a folder with --scratch\n") and ran.err.count("\n") == 1


def test_a_search_that_is_soon_done_goes_on(run: CommandLine) -> None:
    ran = run("count", "pentominoes@6x10", "--memory", "1M", "--json")
    assert (ran.code, ran.err, ran.json["engine"], ran.json["count"]["value"]) == (0, "", "sweep", 9356)
    assert "memory_wanted" not in ran.json


def test_the_end_by_another_limit_still_tells_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search is taken to be nearly done, and is not."""
    monkeypatch.setattr("tilewright.exact_cover.race.HOPELESS", inf)
    with monkeypatch.context() as patched:
        Clock(patched, looks=1500)
        found = count(load(LARGE), limit=Limit(seconds=NEVER, memory=1_000_000))
    assert (found.ended, found.limit, found.bound) == ("limit", "time", "at least")
    assert found.memory_wanted > 1_000_000 and found.value > 0
    told = which_limit(found, Limit(seconds=5, memory=1_000_000))
    assert told.startswith(
        "the limit of 5 s came first; memory of 1M is too small to count by states: give more with --memory ("
    )
