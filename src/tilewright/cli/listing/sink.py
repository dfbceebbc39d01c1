"""What takes tilings while they are found, and the two that most answers need: text that is printed, text in a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tilewright.api.solve import Solved
from tilewright.cli.terminal.color import print_tilings
from tilewright.files import GrowingFile
from tilewright.puzzle import Tiling
from tilewright.puzzle.tilings import puzzle_of

COLORED = 16  # times longer takes a drawing in colors


class Sink:
    """Takes what is found, batch by batch.

    bytes:    how much is held until the end.
    slowness: how many times longer than text a tiling takes.
    """

    bytes = 0
    slowness = 1

    def take(self, batch: Sequence[Any]) -> None:
        """Take a batch, which is not empty: of tilings, or of solutions of a cover."""
        raise NotImplementedError

    def finish(self, found: Solved, is_late: Callable[[], bool]) -> None:
        """Write what is held, as far as `is_late` allows it; only `found` without its tilings is looked at."""

    def notes(self, found: int) -> list[str]:
        """What is said in the end, on standard error, of the tilings that were found."""
        return []


class Printed(Sink):
    """Drawings on standard output. `before` is called before the first of them, `alone` says that nobody else is told."""

    def __init__(self, numbers: bool, walls: bool, alone: bool, before: Callable[[], object]) -> None:
        self._form, self._alone, self._before = (numbers, walls), alone, before
        self._any = self._gone = False
        self.slowness = COLORED if is_watched() else 1
        self._notes: dict[str, None] = {}

    def take(self, batch: Sequence[Tiling]) -> None:
        """Print; a reader that has gone ends the search, unless there are files to be written."""
        if self._gone:
            return
        if not self._any:
            self._before()
        try:
            if self._any:
                print()
            self._notes |= dict.fromkeys(print_tilings(puzzle_of(batch), batch, *self._form))
        except BrokenPipeError:
            if self._alone:
                raise
            self._gone = True
        self._any = True

    def notes(self, found: int) -> list[str]:
        """What a reader of the drawings should know."""
        return list(filter(None, self._notes))


class TextFile(Sink):
    """A file of texts, one a tiling, that grows while they are found."""

    def __init__(self, path: Path, force: bool, text_of: Callable[[Sequence[Tiling]], str], between: str = "") -> None:
        self._file, self._text_of, self._between = GrowingFile(path, force), text_of, between
        self._number = 0

    def take(self, batch: Sequence[Tiling]) -> None:
        """Append the texts."""
        self._file.write((self._between if self._number else "") + self._text_of(batch))
        self._number += len(batch)

    def finish(self, found: Solved, is_late: Callable[[], bool]) -> None:
        """Put the file into its place."""
        self._file.finish()

    def notes(self, found: int) -> list[str]:
        """How many tilings are in it; nothing where there is none."""
        return [how_many(self._number, found, self._file.path)] if self._number else []


def how_many(written: int, found: int, path: Path) -> str:
    """How many tilings are in a file."""
    of_all = f"{written} of {found}" if written < found else f"{written}"
    return f"{of_all} {'tiling' if found == 1 else 'tilings'} in {path}"


def is_watched() -> bool:
    """Whether drawings are printed on a terminal, where a progress bar has to make room for them."""
    return sys.stdout.isatty()
