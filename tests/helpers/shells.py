"""zsh and fish themselves, asked what they make of a line."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from pathlib import Path

PATIENCE = 60.0  # seconds, on a busy machine
COMPLETE, FORGET = b"\t", b"\x15"  # keys: Tab, Ctrl-U
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|.\x08")


def fish_offers(script: Path, directory: Path, line: str) -> list[str]:
    """The words that fish offers for the end of a line."""
    code = f"source {script}; complete -C '{line}'"
    ran = subprocess.run(["fish", "-c", code], capture_output=True, text=True, cwd=directory, timeout=PATIENCE)
    assert ran.returncode == 0 and ran.stderr == "", ran.stderr
    return [row.split("\t")[0] for row in ran.stdout.splitlines()]


class Zsh:
    """An interactive zsh on a terminal of its own; a line is typed, then the key that completes it."""

    def __init__(self, script: Path, directory: Path) -> None:
        environment = {**os.environ, "PS1": "", "TERM": "xterm", "HOME": str(directory)}
        ours, theirs = pty.openpty()
        self.terminal, self.shown = ours, ""
        self.process = subprocess.Popen(
            ["zsh", "-f", "-i"], stdin=theirs, stdout=theirs, stderr=theirs, cwd=directory, env=environment
        )
        os.close(theirs)
        self.type(f"autoload -Uz compinit; compinit -u -D; eval \"$(<{script})\"; echo re''ady\n".encode())
        self.wait_for("ready")

    def __enter__(self) -> Zsh:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def type(self, keys: bytes) -> None:
        """Send keys; what was shown before them is forgotten."""
        self.shown = ""
        os.write(self.terminal, keys)

    def complete(self, line: str, expected: str) -> None:
        """Type a line and complete it. Raises AssertionError when what is shown then does not have this text."""
        self.type(line.encode() + COMPLETE)
        self.wait_for(expected)
        self.type(FORGET)

    def wait_for(self, text: str) -> None:
        """Read until the terminal shows a text."""
        until = time.monotonic() + PATIENCE
        while text not in ESCAPES.sub("", self.shown):
            ready, _, _ = select.select([self.terminal], [], [], max(0.0, until - time.monotonic()))
            assert ready, f"zsh showed {self.shown!r}: expected {text!r}"
            self.shown += os.read(self.terminal, 65536).decode(errors="replace")
