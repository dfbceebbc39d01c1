"""Fixtures for all tests."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings

from tests.cli import CommandLine

# The machine is shared: how long an example takes says nothing.
settings.register_profile("tilewright", deadline=None)
settings.load_profile("tilewright")

# Started in the background, a shell has us ignore Ctrl-C, and programs we start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """The command line: `run("solve", "FNPUV@5x5").out`."""
    return CommandLine(monkeypatch, capsys)
