"""Fixtures for all tests."""

from __future__ import annotations

import pytest

from tests.cli import CommandLine


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """The command line: `run("solve", "FNPUV@5x5").out`."""
    return CommandLine(monkeypatch, capsys)
