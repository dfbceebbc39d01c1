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


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """No workers for one file, which is done before they have started; else as many as pytest-xdist thinks fit."""
    files = {argument.partition("::")[0] for argument in config.args}
    return 0 if len(files) == 1 and files.pop().endswith(".py") else None


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """The command line: `run("solve", "FNPUV@5x5").out`."""
    return CommandLine(monkeypatch, capsys)
