"""Fixtures for all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.cli import CommandLine

# The machine is shared: how long an example takes says nothing.
settings.register_profile("tilewright", deadline=None)
settings.load_profile("tilewright")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """The command line: `run("solve", "FNPUV@5x5").out`."""
    return CommandLine(monkeypatch, capsys)
