"""A reader who types what a page says: in a directory with the examples and the files that the page takes for granted."""

from __future__ import annotations

import doctest
import os
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

from tests.helpers.markdown import Block, Page
from tests.helpers.paths import DATA, EXAMPLES

SOON = 300  # seconds that a command may take


class Reader:
    """Runs the blocks of a page, one after the other, in one directory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "reader"
        shutil.copytree(DATA / "docs", self.folder)
        (self.folder / "examples").symlink_to(EXAMPLES)
        programs = folder / "bin"
        programs.mkdir()
        command = programs / "tilewright"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tilewright "$@"\n')
        command.chmod(command.stat().st_mode | stat.S_IXUSR)
        run = (
            self.folder / "run"
        )  # the program of the repository that installs what a command needs, which is there here
        run.write_text('#!/bin/sh\nexec "$@"\n')
        run.chmod(command.stat().st_mode)
        self.env = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120"}

    def run_block(self, page: Page, block: Block) -> None:
        """Run a block and hold what is printed against what the page says."""
        where = f"{page.name}:{block.line}"
        if block.language == "console":
            for command, expected in block.commands():
                self.run_command(where, command, expected)
        elif block.language == "python":
            done = self.call([sys.executable, "-c", block.text])
            assert done.returncode == 0, f"{where}: {done.stderr}"

    def run_command(self, where: str, command: str, expected: str) -> None:
        """Run a line of the shell. It may say no (exit code 1), but must not be refused or stop early."""
        if command.removeprefix("./run ").startswith("tilewright serve"):
            self.serve(f"{command.partition('#')[0]} --port 0")
            return
        done = self.call(["bash", "-c", command])
        assert done.returncode in (0, 1), f"{where}: {command}: {done.returncode}\n{done.stderr}"
        assert "Traceback" not in done.stderr, f"{where}: {command}\n{done.stderr}"
        if expected:
            same = doctest.OutputChecker().check_output(_trimmed(expected), _trimmed(done.stdout), doctest.ELLIPSIS)
            assert same, f"{where}: {command} prints\n{done.stdout}"

    def call(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        """Run a program in the directory."""
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SOON,
            check=False,
        )

    def serve(self, command: str) -> None:
        """Start a server, wait until it says where it is, and end it as Ctrl-C does."""
        words = ["bash", "-c", f"exec {command}"]
        with subprocess.Popen(
            words, cwd=self.folder, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as server:
            assert server.stdout
            try:
                assert any("http://" in line for line in server.stdout), "the server ended without an address"
            finally:
                server.send_signal(signal.SIGINT)
            assert server.wait(SOON) in (0, 130)


def _trimmed(text: str) -> str:
    """Without blanks at the ends of lines, which editors drop."""
    return "".join(f"{line.rstrip()}\n" for line in text.strip("\n").splitlines())
