"""A claim of somebody else, and the command that tries it."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.cli import main
from tilewright.errors import TilewrightError

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
EXAMPLES = "examples"


@dataclass(frozen=True)
class Answer:
    """Exit code and standard output of a command."""

    code: int
    out: str

    @property
    def json(self) -> Any:
        """The object that was printed."""
        return json.loads(self.out)


Run = Callable[..., Answer]


@dataclass(frozen=True)
class Claim:
    """What a source says, and how to find out what we say.

    command: as it is shown; where `ours` runs many, one of them.
    note:    why the two differ, where they do.
    slow:    takes more than a second or two of CPU.
    """

    says: str
    source: str
    theirs: str
    command: str
    ours: Callable[[Run], str]
    note: str = ""
    slow: bool = False


def run_here(*words: str) -> Answer:
    """Run the command line in this process, in the root of the project."""
    written = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(written):
        try:
            code = main.run(list(words))
        except TilewrightError as error:
            raise AssertionError(f"tilewright {' '.join(words)}: {error}") from error
    return Answer(code, written.buffer.getvalue().decode())


def read(name: str) -> Any:
    """A file of the tests' data, which names its source."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def count_of(puzzle: str, *options: str) -> Callable[[Run], str]:
    """The number that `tilewright count` prints."""
    return lambda run: str(run("count", puzzle, *options, "--json").json["count"]["value_text"])
