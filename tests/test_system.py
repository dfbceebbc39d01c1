"""Systems without what POSIX has, such as Windows: its modules and functions are taken away, in our processes' processes too."""

from __future__ import annotations

import os
import pkgutil
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

import tilewright
from tilewright import system

# sitecustomize.py, which Python runs at its start: what is not there on Windows, as far as Python's own modules bear it.
TAKE_AWAY = """
import asyncio, fcntl, os, signal, _signal, subprocess, sys, types
def lock(handle, mode, count):
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=lock)
for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty"):
    sys.modules[name] = None
for name in (
    "nice", "fork", "forkpty", "killpg", "setsid", "getuid", "geteuid", "getgid", "getpgid", "getpgrp", "getloadavg",
    "sched_getaffinity", "fchmod", "mkfifo", "sysconf", "statvfs", "wait", "O_NONBLOCK", "O_CLOEXEC", "O_DIRECTORY",
):
    delattr(os, name)
for module in (signal, _signal):
    for name in ("pthread_sigmask", "setitimer", "alarm", "SIGALRM", "SIGPIPE", "SIGHUP", "SIGCHLD", "SIGUSR1"):
        if hasattr(module, name):
            delattr(module, name)
def refuse(*_):
    raise NotImplementedError
asyncio.SelectorEventLoop.add_reader = asyncio.SelectorEventLoop.remove_reader = refuse
"""
# Files are read and written as UTF-8, which is not what Windows takes when nothing is said.
PYTHON = (sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning")
IMPORT_ALL = """
import importlib, pkgutil, tilewright
for module in pkgutil.walk_packages(tilewright.__path__, "tilewright."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of processes without POSIX."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "sitecustomize.py").write_text(TAKE_AWAY)
    return {**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "cp1252"}


def ran(bare: dict[str, str], folder: Path, *words: str) -> str:
    done = subprocess.run((*PYTHON, *words), env=bare, cwd=folder, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode("cp1252")


def test_something_was_taken_away(bare: dict[str, str], tmp_path: Path) -> None:
    assert ran(bare, tmp_path, "-c", "import os; print(hasattr(os, 'nice'))") == "False\n"


@pytest.mark.full
@pytest.mark.ci
def test_every_module_is_imported(bare: dict[str, str], tmp_path: Path) -> None:
    assert len(list(pkgutil.walk_packages(tilewright.__path__))) > 20
    ran(bare, tmp_path, "-c", IMPORT_ALL)


@pytest.mark.parametrize(
    "words, told",
    [
        ("solve FNPUV@5x5", "P"),
        ("count pentominoes@5x12 --up-to symmetries", "1010\n"),
        ("count pentominoes@5x12 --engine frontier", "4040\n"),
        ("hint FNPUV@5x5", "F"),
        ("series dominoes*@4x{n} --n 2..4", "5"),
        ("show FNPUV@5x5", "F"),
    ],
)
def test_commands(bare: dict[str, str], tmp_path: Path, words: str, told: str) -> None:
    assert told in ran(bare, tmp_path, "-m", "tilewright", *words.split())


def test_a_run_is_kept_in_a_store_of_its_own(bare: dict[str, str], tmp_path: Path) -> None:
    start = "run start pentominoes@3x20 --store run.db --threads 2"
    assert ran(bare, tmp_path, "-m", "tilewright", *start.split()) == "8\n"


class Windows(SimpleNamespace):
    """What `msvcrt` does: one process at a time locks a byte of a file."""

    LK_NBLCK = 2
    locked = False

    def locking(self, handle: int, mode: int, count: int) -> None:
        assert handle >= 0 and (mode, count) == (self.LK_NBLCK, 1)
        if self.locked:
            raise PermissionError(13, "Permission denied")
        self.locked = True


def test_a_lock_is_taken_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "one").open("w") as one, (tmp_path / "one").open("w") as other:
        system.lock(one)
        with pytest.raises(BlockingIOError):
            system.lock(other)
        monkeypatch.setattr(system, "fcntl", None)
        monkeypatch.setitem(sys.modules, "msvcrt", Windows())  # type: ignore[arg-type]
        system.lock(one)
        with pytest.raises(BlockingIOError):
            system.lock(other)


SEARCH = {"puzzle": "pentominoes@5x12", "goal": "count"}


@pytest.mark.full
@pytest.mark.ci
def test_the_studio_searches(bare: dict[str, str]) -> None:
    command = (*PYTHON, "-m", "tilewright", "serve", "--port", "0", "--quiet", "--searches", "1")
    with subprocess.Popen(command, env=bare, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1].rstrip("/")
            for _ in range(2):
                search = httpx.post(f"{address}/api/search", json=SEARCH, timeout=60).json()["id"]
                told = httpx.get(f"{address}/api/search/{search}/events", timeout=60).text
                assert '"value_text": "4040"' in told or '"value_text":"4040"' in told
        finally:
            process.terminate()


def test_a_program_ends_with_the_test_that_fails_beside_it() -> None:
    """`with Popen(...)` would wait for it."""
    with (
        pytest.raises(ZeroDivisionError),
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"]) as process,
    ):
        assert 1 / 0
    assert process.returncode not in (0, None)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_that_are_put_off_come_after_the_body(number: signal.Signals) -> None:
    def end(*_: object) -> None:
        raise SystemExit(7)

    before, done = signal.signal(number, end), False
    try:
        with pytest.raises(SystemExit), system.signals_put_off():
            signal.raise_signal(number)
            done = True
        assert done and signal.getsignal(number) is end
    finally:
        signal.signal(number, before)
