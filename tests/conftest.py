"""Fixtures for all tests."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Generator, Iterator
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


# Set by .ci/run, where every program and package is there: a test that is skipped has lost something, and fails.
NO_SKIPS = bool(os.environ.get("TILEWRIGHT_NO_SKIPS"))


def fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure where nothing may be skipped. Expected failures stay what they are."""
    if NO_SKIPS and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{reason}: nothing may be skipped where TILEWRIGHT_NO_SKIPS is set"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Hold single tests to `fail_if_skipped`."""
    report = yield
    fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Hold modules that are skipped as a whole to `fail_if_skipped`."""
    report = yield
    fail_if_skipped(report)
    return report


@pytest.fixture(autouse=True, scope="session")
def programs_end_with_their_test() -> Iterator[None]:
    """`with Popen(...)` waits for the program, also where the test has failed in between or is out of time: for ever, if the
    program stands still. Then it is killed first.
    """
    leave = subprocess.Popen.__exit__

    def killed_first(process: subprocess.Popen[str], kind: type[BaseException] | None, *rest: object) -> None:
        if kind is not None:
            process.kill()
        leave(process, kind, *rest)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess.Popen, "__exit__", killed_first)
        yield


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    """The command line in the test's own directory: `run("solve", "FNPUV@5x5").out`."""
    monkeypatch.chdir(tmp_path)
    return CommandLine(monkeypatch, capsys)
