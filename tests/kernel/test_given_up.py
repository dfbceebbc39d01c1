"""Searches that are given up while their threads are at work never stand still, crash or tell a wrong number."""

from __future__ import annotations

import subprocess
import sys

import pytest


def _runs(seed: int, rounds: int, *words: str) -> None:
    command = [sys.executable, "-m", "tests.helpers.given_up", str(seed), str(rounds), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False)
    assert (done.returncode, done.stdout) == (0, "good\n"), done.stderr


@pytest.mark.parametrize("words", [(), ("interrupts",)])
def test_searches_given_up_at_random(words: tuple[str, ...]) -> None:
    """A few of them."""
    _runs(1, 30, *words)


@pytest.mark.full
@pytest.mark.parametrize("words", [(), ("interrupts",)])
@pytest.mark.parametrize("seed", range(10, 100, 10))
def test_many_searches_given_up_at_random(seed: int, words: tuple[str, ...]) -> None:
    """And many."""
    _runs(seed, 300, *words)
