"""What the makers share: options, and the writing of several puzzles."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.cli.output import write, write_puzzle
from tilewright.errors import NotationError, quoted

if TYPE_CHECKING:
    from tilewright.explain.difficulty import Rating
    from tilewright.solve import AnyPuzzle


def whole_number(text: str | int) -> int:
    """An integer of the command line; NotationError quotes what is none."""
    if isinstance(text, str) and not re.fullmatch(r"[+-]?\d{1,18}", text.strip()):
        raise NotationError(f"{quoted(text)} is no seed: expected a whole number")
    return int(text)


def tier(text: str) -> str:
    """A difficulty; NotationError lists those there are."""
    from tilewright.explain.techniques import TIERS

    if text not in TIERS:
        raise NotationError(f"unknown difficulty {quoted(text)}: expected one of {', '.join(TIERS)}")
    return text


SeedOption = Annotated[
    int,
    typer.Option(
        "--seed", parser=whole_number, metavar="N", help="The same seed gives the same puzzle on every machine."
    ),
]
CountOption = Annotated[int, typer.Option("--count", min=1, max=100_000, help="How many, from this seed on.")]
DifficultyOption = Annotated[
    Any | None,  # a Tier
    typer.Option(
        "--difficulty", parser=tier, metavar="easy|medium|hard|extreme", help="By the techniques that solve it."
    ),
]
SUFFIXES = (".txt", ".svg", ".png", ".json")


def check_suffixes(paths: Sequence[Path]) -> None:
    """NotationError when a puzzle cannot be written to one of the paths; before any work is done."""
    for path in paths:
        if path.suffix not in SUFFIXES:
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected one of {' '.join(SUFFIXES)}")
        if not path.parent.is_dir():
            raise NotationError(f"-o {path}: there is no directory {path.parent}")


def write_puzzles(paths: Sequence[Path], puzzles: Sequence[AnyPuzzle]) -> None:
    """Each puzzle to each path; several become `x-001.svg`, `x-002.svg`, ..."""
    digits = max(3, len(str(len(puzzles))))
    for path in paths:
        for number, puzzle in enumerate(puzzles, start=1):
            write_puzzle(path if len(puzzles) == 1 else path.with_stem(f"{path.stem}-{number:0{digits}}"), puzzle)


def rating_row(rating: Rating) -> dict[str, object]:
    """A rating as JSON."""
    return {"tier": rating.tier, "techniques": dict(rating.techniques)}


def note(text: str) -> None:
    """A note for the user, which is no part of the output."""
    print(text, file=sys.stderr)


KEEP = 2.0  # seconds between two savings of what is found so far
PACE = 10.0  # seconds between two lines of progress


class Saver:
    """Saves what there is to a file every now and then; `text` is asked only when it is time."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.saved = path, time.monotonic()

    def __call__(self, text: Callable[[], str]) -> None:
        """Save if it is time."""
        if self.path is not None and time.monotonic() - self.saved > KEEP:
            write(self.path, text())
            self.saved = time.monotonic()


class Pace:
    """Lines about a long run on standard error: a first one as soon as there is one, then how far it is."""

    def __init__(self, progress: Callable[[], str], first: Callable[[], str] = lambda: "") -> None:
        self.progress, self.first = progress, first
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()

    def _watch(self) -> None:
        told, last = False, time.monotonic()
        while not self.over.wait(0.1):
            if not told and (text := self.first()):
                told = True
                print(text, file=sys.stderr, flush=True)
            if time.monotonic() - last > PACE:
                last = time.monotonic()
                print(self.progress(), file=sys.stderr, flush=True)
