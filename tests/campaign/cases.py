"""A puzzle that is asked: the drawn one, the object of the package, the truth, a folder, and who asks."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import tilewright
from tests.campaign.records import Records
from tilewright.cli import main as command_line
from tilewright.cli.main import COMMANDS, find, parser_of


class Wrong(AssertionError):
    """An answer that is not true."""


@dataclass
class Ran:
    """What a command did."""

    words: list[str]
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its answer as data."""
        try:
            return json.loads(self.out)
        except ValueError:
            raise Wrong(f"{self}: no JSON") from None

    def __str__(self) -> str:
        return f"`tilewright {' '.join(self.words)}`: code {self.code}, {self.out[:300]!r} {self.err[:300]!r}"


class Recorded:
    """The package, as questions use it: which names they take is noted."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def __getattr__(self, name: str) -> Any:
        self._records.functions[name] += 1
        return getattr(tilewright, name)


@dataclass
class Case:
    """A puzzle that is asked questions.

    kind: the kind of puzzle; drawn: what was drawn.
    rng:  what the question draws from: the same for the same puzzle and question.
    folder: an empty one for files; the working directory while a question is asked.
    """

    kind: str
    drawn: Any
    rng: Random
    folder: Path
    records: Records = field(default_factory=Records)

    def weigh(self) -> None:
        """Work out the truth. Raises TooManyError for a puzzle that is not small."""
        raise NotImplementedError(self.kind)

    @cached_property
    def tw(self) -> Any:
        """The package."""
        return Recorded(self.records)

    def run(self, *words: object, read: str = "") -> Ran:
        """Run a command in this process, `read` on its standard input."""
        given = [str(word) for word in words]
        self._note_options(given)
        out, err = io.StringIO(), io.StringIO()
        old = sys.argv, sys.stdin
        sys.argv, sys.stdin = ["campaign", *given], io.TextIOWrapper(io.BytesIO(read.encode()), encoding="utf-8")
        try:
            with redirect_stdout(out), redirect_stderr(err):
                command_line.main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        finally:
            sys.argv, sys.stdin = old
        return Ran(given, code, out.getvalue(), err.getvalue())

    def run_apart(self, *words: object) -> Ran:
        """Run a command in a process of its own."""
        given = [str(word) for word in words]
        self._note_options(given)
        done = subprocess.run(
            [sys.executable, "-m", "tilewright", *given], capture_output=True, text=True, timeout=120, check=False
        )
        return Ran(given, done.returncode, done.stdout, done.stderr)

    def _note_options(self, words: list[str]) -> None:
        name, rest = find(words)
        if name not in COMMANDS:
            return
        known = {text: action for action in parser_of(name).options() for text in action.option_strings}
        self.records.options[name, ""] += 1
        for place, word in enumerate(rest):
            if word in known:
                self.records.options[name, word] += 1
                if known[word].nargs != 0 and place + 1 < len(rest):
                    self.records.words[word, rest[place + 1]] += 1

    def write(self, name: str, text: str) -> Path:
        """Write a file and return its path, relative to the folder."""
        (self.folder / name).write_text(text, encoding="utf-8")
        return Path(name)


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Work in a folder and leave it empty."""
    old = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(old)
        for path in sorted(folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


def expect(got: object, wanted: object, what: str) -> None:
    """Raise Wrong unless both are equal."""
    if got != wanted:
        raise Wrong(f"{what}: {shown(got)}, but {shown(wanted)} is right")


def expect_in(got: object, wanted: Iterable[object], what: str) -> None:
    """Raise Wrong unless it is one of these."""
    right = list(wanted)
    if got not in right:
        raise Wrong(f"{what}: {shown(got)} is none of the {len(right)} that are right, such as {shown(right[:2])}")


def shown(value: object) -> str:
    """A value in a message."""
    text = repr(value)
    return text if len(text) < 400 else f"{text[:400]}..."
