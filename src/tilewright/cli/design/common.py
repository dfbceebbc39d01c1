"""What the makers share: options, and the writing of several puzzles."""

from __future__ import annotations

import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.cli.output import write_puzzle
from tilewright.errors import NotationError, TilewrightError, quote
from tilewright.files import check_writable, write

if TYPE_CHECKING:
    from tilewright.explain.difficulty import Rating
    from tilewright.puzzle import Puzzle


def whole_number(text: str | int) -> int:
    """An integer of the command line; NotationError quotes what is none."""
    if isinstance(text, str) and not re.fullmatch(r"[+-]?\d{1,18}", text.strip()):
        raise NotationError(f"{quote(text)} is no seed: expected a whole number")
    return int(text)


def tier(text: str) -> str:
    """A difficulty; NotationError lists those there are."""
    from tilewright.explain.techniques import TIERS

    if text not in TIERS:
        raise NotationError(f"unknown difficulty {quote(text)}: expected one of {', '.join(TIERS)}")
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


def check_suffixes(paths: Sequence[Path], force: bool = False) -> None:
    """NotationError when a puzzle cannot be written to one of the paths; before any work is done."""
    for path in paths:
        if path.suffix not in SUFFIXES:
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected one of {' '.join(SUFFIXES)}")
        if not path.parent.is_dir():
            raise NotationError(f"-o {path}: there is no directory {path.parent}")
        check_writable(path, force)


def write_puzzles(paths: Sequence[Path], puzzles: Sequence[Puzzle], force: bool = False) -> None:
    """Each puzzle to each path; several become `x-001.svg`, `x-002.svg`, ..."""
    digits = max(3, len(str(len(puzzles))))
    for path in paths:
        for number, puzzle in enumerate(puzzles, start=1):
            target = path if len(puzzles) == 1 else path.with_stem(f"{path.stem}-{number:0{digits}}")
            write_puzzle(target, puzzle, force)


def rating_row(rating: Rating) -> dict[str, object]:
    """A rating as JSON."""
    return {"tier": rating.tier, "techniques": dict(rating.techniques)}


def note(text: str) -> None:
    """A note for the user, which is no part of the output."""
    print(text, file=sys.stderr)


REST = 10  # the time between two savings is this many times what a saving takes
PACE = 10.0  # seconds between two lines of progress


class Keeper:
    """Saves what there is, then says what was found: what was said is in the file, whatever ends the program.

    Many finds are saved together when saving takes long; those that wait are saved by `tick`, and at the end. While it
    is entered SIGTERM ends the search as Ctrl-C does.
    """

    def __init__(self, path: Path | None, say: Callable[[str], None], force: bool = False) -> None:
        self.path, self.say, self.force = path, say, force
        self.waiting: list[str] = []
        self.text: Callable[[], str] | None = None
        self.due = 0.0
        self.lock = threading.RLock()

    def __call__(self, line: str, text: Callable[[], str]) -> None:
        """Something was found: a line about it, and what gives the file with it."""
        with self.lock:
            self.waiting.append(line)
            self.text = text
            self.tick()

    def tick(self) -> None:
        """Save if it is time."""
        with self.lock:
            if self.waiting and time.monotonic() >= self.due:
                self.flush()

    def tick_aside(self) -> None:
        """The same from another thread; what goes wrong there goes wrong again in the main one, which says so."""
        with suppress(TilewrightError, OSError):
            self.tick()

    def flush(self) -> None:
        """Save now."""
        with self.lock:
            if self.path is not None and self.text is not None:
                began = time.monotonic()
                write(self.path, self.text(), self.force)
                self.due = time.monotonic() + REST * (time.monotonic() - began)
            while self.waiting:
                self.say(self.waiting.pop(0))  # gone first: nothing is said twice when a signal comes here

    def __enter__(self) -> Keeper:
        self.before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGTERM, self.before)
        if self.waiting:
            self.flush()


def no_line(_: str) -> None:
    """Says nothing, for commands that print JSON."""


def say_line(line: str) -> None:
    """A line on standard output, at once."""
    print(line, flush=True)


class Pace:
    """Lines about a long run on standard error: a first one as soon as there is one, then how far it is.

    `tick` is called ten times a second.
    """

    def __init__(
        self,
        progress: Callable[[], str],
        first: Callable[[], str] = lambda: "",
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.progress, self.first, self.tick = progress, first, tick
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
            self.tick()
            if not told and (text := self.first()):
                told = True
                print(text, file=sys.stderr, flush=True)
            if time.monotonic() - last > PACE:
                last = time.monotonic()
                print(self.progress(), file=sys.stderr, flush=True)
