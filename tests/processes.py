"""Processes of a cluster on the loopback, to be killed one by one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys


class Processes:
    """A scheduler and workers of our own."""

    def __init__(self) -> None:
        self.running: list[subprocess.Popen[bytes]] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def scheduler(self) -> subprocess.Popen[bytes]:
        return self._start(
            "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"
        )

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        options = ("--nthreads", "1", "--no-dashboard", "--no-nanny", "--host", "127.0.0.1", "--death-timeout", "60")
        return self._start("distributed.cli.dask_worker", self.address, *options, **environment)

    def _start(self, module: str, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **environment},
        )
        self.running.append(process)
        return process

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """As `kill -9`."""
        process.kill()
        process.wait()
        self.running.remove(process)

    def end(self) -> None:
        for process in list(self.running):
            self.kill(process)
