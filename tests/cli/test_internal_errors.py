"""An error that nobody foresaw never has the exit code of an answer, wherever it is raised."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tilewright.cli import terminal
from tilewright.cli.commands import count as count_command
from tilewright.errors import InternalError, OutOfTimeError
from tilewright.exact_cover.limits import Limit
from tilewright.exit_codes import INTERNAL_ERROR
from tilewright.runs import work
from tilewright.runs.subproblem import Child, Job

SRC = Path(tw.__file__).parent


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let every count raise this."""

    def count(*_: object, **__: object) -> NoReturn:
        raise error

    monkeypatch.setattr(count_command, "count_tilings", count)


@pytest.mark.parametrize(
    "error",
    [
        OverflowError(34, "Numerical result out of range"),
        ValueError("a text\nof two lines"),
        RecursionError(),
        AssertionError(),
        ZeroDivisionError("float division by zero"),
        ImportError("no kernel"),
        InternalError("an engine returned something that is not a solution"),
        SystemExit("a library's last words"),
        SystemExit(1),
    ],
    ids=repr,
)
def test_what_nobody_foresaw_has_a_code_of_its_own(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    failing(monkeypatch, error)
    ran = run("count", "FNPUV@5x5")
    assert (ran.code, ran.out) == (INTERNAL_ERROR, "")
    assert ran.err.count("\n") == 1 and "Traceback" not in ran.err
    assert "internal error: " in ran.err
    assert run("count", "LPNUV@5x5").code == INTERNAL_ERROR
    monkeypatch.undo()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MemoryError(), 3),
        (OutOfTimeError(), 3),
        (OutOfTimeError("stopped"), 130),
        (KeyboardInterrupt(), 130),
        (BrokenPipeError(), 0),
        (OSError(28, "No space left on device"), 2),
        (tw.LimitError("too large"), 2),
    ],
    ids=repr,
)
def test_what_was_foreseen_has_the_code_of_its_kind(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int
) -> None:
    failing(monkeypatch, error)
    ran = run("count", "FNPUV@5x5")
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.count("\n") <= 1


def test_where_it_was_is_told_on_request(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, OverflowError("too large"))
    monkeypatch.setenv(terminal.DEBUG, "1")
    ran = run("count", "FNPUV@5x5")
    assert ran.code == INTERNAL_ERROR
    assert "Traceback" in ran.err and "in count" in ran.err


def test_a_process_ends_with_that_code() -> None:
    code = (
        "import tilewright.cli.commands.count as c\nfrom tilewright.cli.main import main\n"
        "def count(*_, **__): raise OverflowError('too large')\nc.count_tilings = count\nmain()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, "count", "FNPUV@5x5"], capture_output=True, text=True, timeout=120
    )
    assert (ran.returncode, ran.stdout) == (INTERNAL_ERROR, "")


def test_an_error_beside_the_search_is_told_and_the_answer_is_given(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count(*_: object, **__: object) -> tw.Count:
        with terminal.telling(0.001, lambda: 1 / 0):  # type: ignore[arg-type,return-value]
            while not terminal._broken:
                pass
        return tw.Count(value=16)

    monkeypatch.setattr(count_command, "count_tilings", count)
    ran = run("count", "FNPUV@5x5")
    assert (ran.code, ran.out) == (INTERNAL_ERROR, "16\n")
    assert "ZeroDivisionError" in ran.err and ran.err.count("\n") == 1
    monkeypatch.undo()
    assert run("count", "FNPUV@5x5").code == 0


@pytest.mark.parametrize(
    ("error", "code"), [(OverflowError("too large"), INTERNAL_ERROR), (tw.NotationError("no engine"), 2)], ids=repr
)
def test_an_error_in_a_worker_of_a_run_ends_the_run(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch, error: Exception, code: int
) -> None:
    def fail(job: Job, child: Child) -> NoReturn:
        raise error

    class Here:
        """A pool that works in this process."""

        def __init__(self, job: work.Work, threads: int) -> None:
            self.job, self.given = job, list[tuple[int, Child]]()

        def free_slots(self) -> int:
            return 1

        def submit(self, id: int, child: Child) -> None:
            self.given.append((id, child))

        def collect(self, seconds: float) -> list[tuple[int, object]]:
            given, self.given = self.given, []
            return [(id, work.answer_subproblem(self.job, child)) for id, child in given]

        def close(self) -> None:
            pass

    monkeypatch.setattr(Job, "work", fail)
    monkeypatch.setattr("tilewright.cli.commands.run.LocalPool", Here)
    ran = run("run", "start", "dominoes*@4x4", "--store", "run.db")
    assert (ran.code, ran.out) == (code, "")
    assert re.search(r"subproblem \d+: ", ran.err) and ran.err.count("\n") == 1


def test_no_internal_error_is_called_bad_input() -> None:
    texts = {path: path.read_text() for path in SRC.rglob("*.py")}
    assert not [path for path, text in texts.items() if re.search(r'TilewrightError\(\s*f?"internal error', text)]


@dataclass
class Shown:
    """What a search shows of itself."""

    solutions: int
    fraction: float
    engine: str = "native"
    nodes: int = 0


def test_an_estimate_is_a_whole_number_however_large() -> None:
    for solutions, fraction, estimate in ((10**400, 0.25, 4 * 10**400), (7, 0.5, 14)):
        progress = tw.Progress()
        with progress.showing(Shown(solutions, fraction)):
            assert progress.estimate == estimate


def test_numbers_of_any_length_are_written() -> None:
    found = tw.Count(value=10**5000)
    assert len(str(found)) == 5001 + 5000 // 3 + len(" tilings")
    assert repr(found).startswith("<Count: 100,000,")
    assert sys.get_int_max_str_digits() == 4300


def test_bytes_are_read_without_floats(run: CommandLine) -> None:
    from tilewright.cli.options import byte_count

    assert byte_count("9007199254740993") == 2**53 + 1
    assert (byte_count("1.5Ki"), byte_count("0.0015K"), byte_count("2.5")) == (1536, 2, 3)
    assert Limit(memory=byte_count("3Gi")).memory == 3 << 30


def test_a_log_takes_numbers_of_any_length(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="tilewright"):
        found = tw.count(tw.load("monomino*+dominoes!fixed*@1x22000"))
    assert found.value.bit_length() > 15_000
    assert any(len(record.getMessage()) > 4300 for record in caplog.records)
