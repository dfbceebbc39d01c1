"""The command line when Ctrl-C comes early, and when standard output and error are closed, full, left or ASCII."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.cli import EXAMPLES

MODULE = (sys.executable, "-m", "tilewright")
SCRIPT = (str(Path(sys.executable).parent / "tilewright"),)
KATAMINO = str(EXAMPLES / "shikaku" / "blog-6x6")
NAMED = 'name = "Größe 5×5 ∎"\npieces = "FNPUV"\nboard = "5x5"\n'

# Command lines and their exit codes; `{}` is a directory with the files that `fill` makes.
COMMANDS = {
    "solve FNPUV@5x5": 0,
    "solve FNPUV@5x5 --all --json": 0,
    "solve FNPUV@5x6": 1,
    "solve FNPUV@5x5x": 2,
    "solve {}/named.toml": 0,
    "count tetrominoes*@4x6": 0,
    "count tetrominoes*@8x8 --limit 0 --json": 3,
    "verdict dominoes*@3x3": 1,
    "verdict FNPUV@5x5": 0,
    "solve tetrominoes*@4x4 --most T": 0,
    "solve tetrominoes*@4x4 --random 1": 0,
    "check {}/named.toml {}/solution.txt": 0,
    "hint FNPUV@5x5": 0,
    "show {}/named.toml": 0,
    "show FNPUV@5x5 --placements": 0,
    "sets": 0,
    "export {}/named.toml --to json": 0,
    "engines": 0,
    "--help": 0,
    "hint --help": 0,
    "run --help": 0,
    "nonsense": 2,
    "": 2,
}
STREAMS = (">&-", "2>&-", ">&- 2>&-", "<&-", "<&- >&- 2>&-", "2>/dev/full", "| head -1", "| true")
ENCODINGS = (
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C", "LANG": "C"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
)
# A line at a time on its way at once, as PYTHONUNBUFFERED has it, would be lost before the exit code is known.
USUAL = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"} | {"COLUMNS": "100"}


def fill(directory: Path) -> None:
    (directory / "named.toml").write_text(NAMED, encoding="utf-8")
    (directory / "solution.txt").write_text("NNNUU\nFFNNU\nVFFUU\nVFPPP\nVVVPP\n")


def ran(words: str, directory: Path, streams: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command line as a shell runs it; the code is the program's own, whoever reads it."""
    line = f"{shlex.join(MODULE)} {words.replace('{}', shlex.quote(str(directory)))} {streams}"
    code = subprocess.run(
        ["bash", "-c", f"{line}; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        env={**USUAL, **environment},
        timeout=300,
    )
    assert b"Traceback" not in code.stderr and b"Exception ignored" not in code.stderr, (line, code.stderr)
    return code


def cases() -> list[object]:
    """Every command with every stream; with one of them each in the fast tier."""
    found: list[object] = []
    for number, words in enumerate(COMMANDS):
        for place, streams in enumerate(STREAMS):
            marks = () if place == number % len(STREAMS) else pytest.mark.full
            found.append(pytest.param(words, streams, marks=marks))
    return found


@pytest.mark.parametrize(("words", "streams"), cases())
def test_the_exit_code_is_right_whatever_the_streams(words: str, streams: str, tmp_path: Path) -> None:
    fill(tmp_path)
    assert ran(words, tmp_path, streams).returncode == COMMANDS[words]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(
            words, marks=() if words in ("show {}/named.toml", "export {}/named.toml --to json") else pytest.mark.full
        )
        for words in COMMANDS
        if words and "help" not in words  # boxes are drawn in other characters then
    ],
)
def test_characters_that_cannot_be_printed_are_replaced(words: str, tmp_path: Path) -> None:
    fill(tmp_path)
    plain = ran(words, tmp_path, PYTHONIOENCODING="utf-8")
    ascii_only = ran(words, tmp_path, PYTHONIOENCODING="ascii")
    assert ascii_only.returncode == plain.returncode == COMMANDS[words]
    if "--json" not in words:  # what was measured differs from run to run
        assert ascii_only.stdout == plain.stdout.decode().encode("ascii", "replace")


@pytest.mark.parametrize("environment", ENCODINGS, ids=str)
@pytest.mark.parametrize("words", ["--help", "show {}/named.toml", "solve Größe@5x5"])
def test_no_encoding_is_too_small(words: str, environment: dict[str, str], tmp_path: Path) -> None:
    fill(tmp_path)
    assert ran(words, tmp_path, **environment).returncode == COMMANDS.get(words, 2)


def test_a_reader_that_has_gone_hides_no_exit_code(tmp_path: Path) -> None:
    """Even where Python is told to print at once: a script must not take a solution for valid."""
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("FFFFF\nNNNNN\nPPPPP\nUUUUU\nVVVVV\n")
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "tilewright", "check", "FNPUV@5x5", str(wrong)]
    ended = subprocess.run(command, stdout=write, env={**os.environ, "PYTHONUNBUFFERED": "1"}, check=False)
    os.close(write)
    assert ended.returncode == 1


def test_a_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    for words in ("solve FNPUV@5x5", "solve pentominoes@6x10 -n 2000", "sets", "engines"):
        full = ran(words, tmp_path, ">/dev/full")
        assert full.returncode == 2
        assert full.stderr.startswith(b"tilewright: ") and full.stderr.count(b"\n") == 1, full.stderr


def test_a_reader_that_has_gone_ends_a_long_list() -> None:
    command = [*MODULE, "solve", "pentominoes@6x10", "--all"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    assert len(process.stdout.readline()) == 11
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0
    process.stderr.close()


STRIKES = """
import os, signal, sys, time
os.kill(os.getpid(), signal.SIGINT)
time.sleep(0.01)
"""
GOES_ON = """
import importlib
sys.path.remove({directory!r})
del sys.modules[__name__]
importlib.import_module(__name__)
"""


def interrupted(
    command: tuple[str, ...], module: str, directory: Path, after: str = "", **options: object
) -> tuple[int, str]:
    """Exit code and standard error of a command that gets Ctrl-C while it imports `module`."""
    (directory / f"{module}.py").write_text(STRIKES + after)
    environment = {**os.environ, "PYTHONPATH": str(directory)}
    ran = subprocess.run([*command, "engines"], capture_output=True, text=True, env=environment, timeout=120, **options)  # type: ignore[call-overload]
    return ran.returncode, ran.stderr


@pytest.mark.parametrize("command", [MODULE, SCRIPT], ids=["module", "script"])
@pytest.mark.parametrize("module", ["argparse", "gettext"])
def test_an_interrupt_of_the_imports_leaves_no_traceback(command: tuple[str, ...], module: str, tmp_path: Path) -> None:
    assert interrupted(command, module, tmp_path) == (130, "interrupted\n")


def test_who_ignores_interrupts_is_not_interrupted(tmp_path: Path) -> None:
    after = GOES_ON.format(directory=str(tmp_path))
    ignored = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)}
    assert interrupted(MODULE, "argparse", tmp_path, after, **ignored) == (0, "")
    assert interrupted(MODULE, "argparse", tmp_path, after) == (130, "interrupted\n")


def test_a_program_that_uses_the_package_keeps_its_own_interrupts(tmp_path: Path) -> None:
    code = "import signal, tilewright; assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
    (script := tmp_path / "uses.py").write_text(code)
    assert subprocess.run([sys.executable, script, "-m", "tilewright"]).returncode == 0
