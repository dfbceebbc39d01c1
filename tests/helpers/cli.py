"""Runs the command line in this process, as a user would type it."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tilewright.cli.main import main

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass
class Ran:
    """Exit code, standard output and standard error of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class CommandLine:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *words: str | Path) -> Ran:
        self.capsys.readouterr()
        self.monkeypatch.setattr(sys, "argv", ["pytest", *map(str, words)])  # so `main` does not end this process
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        captured = self.capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    def refused(self, *words: str | Path) -> str:
        """The one line of standard error of a command that must be refused with exit code 2."""
        ran = self(*words)
        assert ran.code == 2, ran
        assert ran.out == ""
        lines = ran.err.splitlines()
        assert len(lines) == 1 and lines[0].startswith("tilewright: "), ran.err
        return lines[0]
