"""Every command and every public function that takes a limit ends within it and a second, whatever it is given.

Seconds are those of CPU, in a process of its own: the limit is on that clock, too, so that other programs on the machine
change nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.limits.hostile import CALLS, COMMANDS
from tests.limits.running import run_call, run_command

LIMIT = 0.5  # seconds
LATE = 1.0  # that it may be passed by
CODES = (0, 1, 2, 3)  # of commands; an exception that nobody expected has another, or a traceback
NOISE = 1.5  # how much longer the same work takes, in CPU seconds, beside other programs


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


@pytest.fixture(scope="session")
def startup(files: Path, tmp_path_factory: pytest.TempPathFactory) -> float:
    """CPU seconds of a command that has nothing to do."""
    return run_command("solve FNPUV@5x5", LIMIT, files, tmp_path_factory.mktemp("startup")).seconds


@pytest.mark.full
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_ends_in_time(command: str, files: Path, startup: float, tmp_path: Path) -> None:
    ran = run_command(command, LIMIT, files, tmp_path)
    assert ran.code in CODES and "Traceback" not in ran.err, ran
    assert ran.seconds <= NOISE * (startup + LIMIT + LATE), ran


@pytest.mark.full
@pytest.mark.parametrize(("name", "given", "call"), [(name, *case) for name, cases in CALLS.items() for case in cases])
def test_a_call_ends_in_time(name: str, given: str, call: str, files: Path, tmp_path: Path) -> None:
    assert name.split(".")[-1] in call
    ran = run_call(given, call.format(limit=LIMIT), files, tmp_path)
    assert ran.code == 0 and ran.seconds <= NOISE * (LIMIT + LATE), ran
