"""A limit covers the reading of the puzzle: what is left of it after a slow one is what the search gets."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

import pytest

from tests.helpers.cli import CommandLine


@pytest.mark.parametrize("command", ["solve", "count", "verdict", "hint"])
def test_a_slow_reading_uses_the_limit_up(run: CommandLine, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    module = import_module(f"tilewright.cli.commands.{command}")
    read = module.read_puzzle

    def read_slowly(*words: Any) -> Any:
        time.sleep(0.02)
        return read(*words)

    monkeypatch.setattr(module, "read_puzzle", read_slowly)
    assert run(command, "pentominoes@6x10", "--limit", "0.01").code == 3
