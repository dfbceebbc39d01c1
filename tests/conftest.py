"""Fixtures for all tests."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tests.helpers.cli import CommandLine

# The machine is shared: how long an example takes says nothing. The source tree is not written to.
settings.register_profile("tilewright", deadline=None, database=None)
settings.load_profile("tilewright")

# Started in the background, a shell has us ignore Ctrl-C, and programs we start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """No workers for one file, which is done before they have started; else as many as pytest-xdist thinks fit."""
    files = {argument.partition("::")[0] for argument in config.args}
    return 0 if len(files) == 1 and files.pop().endswith(".py") else None


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    """The command line in the test's own directory: `run("solve", "FNPUV@5x5").out`."""
    monkeypatch.chdir(tmp_path)
    return CommandLine(monkeypatch, capsys)
