"""Processes of a cluster on the loopback, to be killed one by one."""

from __future__ import annotations

import multiprocessing
import os
import runpy
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Protocol

SCHEDULER, WORKER = "distributed.cli.dask_scheduler", "distributed.cli.dask_worker"
PAGES = ("--no-dashboard", "--dashboard-address", "127.0.0.1:0")  # even without a dashboard there is a server


class Process(Protocol):
    """What a test does with a process; as of `subprocess.Popen`."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def kill(self) -> None: ...
    def wait(self) -> int: ...


def free_port() -> int:
    """A port of the loopback on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Processes:
    """A scheduler and workers of our own."""

    def __init__(self) -> None:
        self.running: list[Process] = []
        self.port = free_port()

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def scheduler(self) -> Process:
        """A scheduler that listens: a client gives it some seconds, and on a busy machine it takes longer to start."""
        process = self.start(SCHEDULER, "--host", "127.0.0.1", "--port", str(self.port), *PAGES)
        while process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return process
            time.sleep(0.1)
        raise RuntimeError("the scheduler has ended")

    def worker(self, *words: str, **environment: str) -> Process:
        # A worker gives up looking for its scheduler after so long: on a busy machine it needs minutes to start.
        options = ("--nthreads", "1", "--no-nanny", "--host", "127.0.0.1", "--death-timeout", "600", *PAGES)
        return self.start(WORKER, self.address, *options, *words, **environment)

    def start(self, module: str, *words: str, errors: Path | None = None, **environment: str) -> Process:
        """As `python -m`; what it says on standard error goes to a file, or is dropped."""
        with Path(errors or os.devnull).open("wb") as said:
            process = subprocess.Popen(
                [sys.executable, "-m", module, *words],
                stdout=subprocess.DEVNULL,
                stderr=said,
                env={**os.environ, **environment},
            )
        self.running.append(process)
        return process

    @contextmanager
    def stopped(self, process: Process) -> Iterator[None]:
        """It hangs, as after `kill -STOP`, while the body runs."""
        os.kill(process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGCONT)

    def kill(self, process: Process) -> None:
        """As `kill -9`."""
        process.kill()
        process.wait()
        self.running.remove(process)

    def end(self) -> None:
        for process in list(self.running):
            self.kill(process)


class Forked(Processes):
    """The same, forked from a process that has imported everything: that takes seconds, and hundreds are killed."""

    def start(self, module: str, *words: str, errors: Path | None = None, **environment: str) -> Process:
        multiprocessing.set_forkserver_preload([SCHEDULER, WORKER, "tilewright.runs.dask", "tilewright.cli.main"])
        process = _Forked(target=_run, args=(module, words, errors, environment))
        process.start()
        self.running.append(process)
        return process


class _Forked(ForkServerProcess):
    def poll(self) -> int | None:
        return self.exitcode

    def wait(self) -> int:
        self.join()
        assert self.exitcode is not None
        return self.exitcode


def _run(module: str, words: tuple[str, ...], errors: Path | None, environment: dict[str, str]) -> None:
    os.environ.update(environment)
    with Path(os.devnull).open("wb") as nothing, Path(errors or os.devnull).open("wb") as said:
        os.dup2(nothing.fileno(), 1)
        os.dup2(said.fileno(), 2)
    sys.argv = [module, *words]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
