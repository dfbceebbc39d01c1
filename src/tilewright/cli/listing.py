"""Sinks that receive tilings as they are found and print or write them, within the limit of their search.

Tilings are written as text, JSON or pictures; the suffix of a file decides which. The solutions of a cover are
printed as options, each on a line of its items.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from types import FrameType
from typing import TYPE_CHECKING, Any

from tilewright.api.answer import AnswerWriter, LineWriter
from tilewright.api.solved import Solved
from tilewright.cli import terminal
from tilewright.cli.output import MOST_LATE, as_picture, numbered, write
from tilewright.cli.terminal import print_tilings
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.outcome import Ended
from tilewright.exact_cover.problem import ExactCover, Solution
from tilewright.files import GrowingFile, suffix_of
from tilewright.movement.laying import laying_order
from tilewright.puzzle import Tiling
from tilewright.puzzle.puzzle import Lazy
from tilewright.puzzle.tilings import placements_of_first, puzzle_of
from tilewright.system import dumps_json

if TYPE_CHECKING:
    from pathlib import Path

COLORED = 16  # the time for a drawing in colors, relative to text
OF_JSON, OF_OUTLINES = 2, 20  # the same for other files


class Sink:
    """Receives results batch by batch.

    bytes:    The memory held until the end.
    slowness: The time for a tiling, relative to text.
    """

    bytes = 0
    slowness = 1

    def take(self, batch: Sequence[Any]) -> None:
        """Receive a nonempty batch of tilings, or of solutions of a cover."""
        raise NotImplementedError

    def finish(self, found: Solved, is_late: Callable[[float], bool]) -> bool:
        """Write what is held, as far as `is_late` allows, and return whether everything was written.

        The tilings of `found` are not used. `is_late` is called before work that takes the given number of
        seconds.
        """
        return True

    def notes(self, found: int) -> list[str]:
        """Return the remarks on the tilings to print on standard error at the end."""
        return []


class Printed(Sink):
    """Prints drawings on standard output.

    `before` is called before the first drawing; `alone` says that there is no other output.
    """

    def __init__(self, numbers: bool, walls: bool, alone: bool, before: Callable[[], object]) -> None:
        self._form, self._alone, self._before = (numbers, walls), alone, before
        self._any = self._gone = False
        self.slowness = COLORED if sys.stdout.isatty() else 1
        self._notes: dict[str, None] = {}

    def take(self, batch: Sequence[Tiling]) -> None:
        """Print a batch; a reader that has closed the pipe ends the search, unless there are files to write."""
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
        """Return remarks for readers of the drawings."""
        return list(filter(None, self._notes))


class Orders(Sink):
    """The order of laying of each tiling, said in the end."""

    def __init__(self) -> None:
        self._orders: list[str] = []

    def take(self, batch: Sequence[Tiling]) -> None:
        """Order the pieces of the tilings."""
        self._orders += [str(laying_order(tiling)) for tiling in batch]

    def notes(self, found: int) -> list[str]:
        """Return a line for each tiling."""
        if len(self._orders) == 1:
            return [f"order of laying: {self._orders[0]}"]
        return [f"order of laying, {number}: {order}" for number, order in enumerate(self._orders, start=1)]


class TextFile(Sink):
    """A file with the text of each tiling, which grows as they are found."""

    def __init__(
        self,
        path: Path,
        force: bool,
        text_of: Callable[[Sequence[Tiling]], str],
        between: str = "",
        slowness: int = 1,
    ) -> None:
        self._file, self._text_of, self._between = GrowingFile(path, force), text_of, between
        self._number, self.slowness = 0, slowness

    def take(self, batch: Sequence[Tiling]) -> None:
        """Append the texts of a batch."""
        self._file.write((self._between if self._number else "") + self._text_of(batch))
        self._number += len(batch)

    def finish(self, found: Solved, is_late: Callable[[float], bool]) -> bool:
        """Move the file to its final place."""
        self._file.finish()
        if self._number:
            terminal.note_written(self._file.path, "1 tiling" if self._number == 1 else f"{self._number} tilings")
        return True


PLACEMENTS = 8192  # placements written between two checks of the clock: about 60 ms
SECONDS_A_PLACEMENT = 0.06 / PLACEMENTS
LATE = 0.1  # extra seconds for results found before the limit or Ctrl-C


class Listing:
    """Passes batches of tilings to all sinks.

    When the limit or Ctrl-C comes, tilings already found are written for a tenth of a second more; a second
    Ctrl-C ends that.

    written:       The number of tilings that reached all sinks; the first one always does.
    ended:         Why the listing accepts no more tilings; None while it does.
    size_of_first: Returns the number of placements in the first tiling of a batch. Results other than tilings
                   have another measure.
    """

    def __init__(
        self,
        sinks: Sequence[Sink],
        deadline: Deadline,
        size_of_first: Callable[[Sequence[Any]], int] = placements_of_first,
    ) -> None:
        self.sinks, self.deadline, self._size_of_first = sinks, deadline, size_of_first
        self.written = 0
        self.ended: Ended | None = None
        self._interrupted = False
        self._end: float | None = None

    def take(self, batch: Sequence[Any]) -> bool:
        """Write a batch and return whether all of it was written; raise KeyboardInterrupt after an interrupted one."""
        with self._interrupt_kept():
            whole = self._take(batch)
        if self._interrupted:
            raise KeyboardInterrupt
        return whole

    def _take(self, batch: Sequence[Any]) -> bool:
        cost = max((sink.slowness for sink in self.sinks), default=1) * self._size_of_first(batch)
        for some in _parts(batch, cost):
            seconds = SECONDS_A_PLACEMENT * cost * len(some)
            if (self.written or seconds > MOST_LATE) and self.is_late(seconds):
                return False
            for sink in self.sinks:
                sink.take(some)
            self.written += len(some)
        return self._has_memory()

    def finish(self, found: Solved) -> Solved:
        """Write what the sinks held until the end, and return the result.

        If not everything could be written, the result ended at the limit.
        """
        whole = [sink.finish(found, self.is_late) for sink in self.sinks]
        return found if all(whole) or found.ended == "stopped" else replace(found, ended="limit")

    def is_late(self, seconds: float) -> bool:
        """Return True if work that takes `seconds` must not begin any more; `ended` then says why."""
        ended = "stopped" if self._interrupted else self.deadline.ended
        now = time.perf_counter()
        if ended is None:
            if seconds <= max(LATE, self.deadline.left):
                return False
            ended = "limit"
        else:
            self._end = self._end or now + LATE
            if now + seconds < self._end:
                return False
        self.ended = ended
        return True

    def _has_memory(self) -> bool:
        """Return whether the memory held by the sinks fits in half of the limit; set `ended` if it does not."""
        if sum(sink.bytes for sink in self.sinks) <= self.deadline.limit.memory // 2:
            return True
        self.ended = "limit"
        return False

    @contextmanager
    def _interrupt_kept(self) -> Iterator[None]:
        """Delay Ctrl-C until the current batch is written, so that all sinks have the same tilings."""
        before = signal.getsignal(signal.SIGINT)
        if not callable(before):  # the signal is ignored, as in background jobs of a shell
            yield
            return

        def keep(number: int, frame: FrameType | None) -> None:
            if self._interrupted:
                before(number, frame)
            self._interrupted = True

        signal.signal(signal.SIGINT, keep)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def _parts(batch: Sequence[Any], cost: int) -> Iterable[Sequence[Any]]:
    """Return a batch in parts that are written quickly, given the cost of each item; a small batch stays whole."""
    size = max(1, PLACEMENTS // max(1, cost))
    return [batch] if len(batch) <= size else (batch[k : k + size] for k in range(0, len(batch), size))


A_WORD = 64  # approximate bytes for one option of a solution in a list


class OptionLines(Sink):
    """Prints solutions, with the row number, from 1, before each option of a matrix."""

    def __init__(self, cover: ExactCover, is_matrix: bool = False) -> None:
        def line(option: int) -> str:
            return f"{f'row {option + 1}: ' * is_matrix}{' '.join(option_words(cover, option))}\n"

        self._lines = Lazy[int, str](line)

    def take(self, batch: Sequence[Solution]) -> None:
        """Print a batch; a reader that has closed the pipe ends the search."""
        lines = self._lines
        sys.stdout.write("".join(["".join([lines[option] for option in solution]) + "\n" for solution in batch]))


class OptionWords(Sink):
    """Keeps solutions for the JSON object of `--json`.

    Each solution is kept as lists of words, one for each option, which solutions share, and as option numbers
    from 1.
    """

    def __init__(self, cover: ExactCover) -> None:
        self.rows: list[list[list[str]]] = []
        self.numbers: list[list[int]] = []
        self._words = Lazy[int, list[str]](lambda option: option_words(cover, option))

    def take(self, batch: Sequence[Solution]) -> None:
        """Keep a batch."""
        words = self._words
        self.rows += [[words[option] for option in solution] for solution in batch]
        self.numbers += [[option + 1 for option in solution] for solution in batch]
        self.bytes += A_WORD * sum(map(len, batch))


def option_words(cover: ExactCover, option: int) -> list[str]:
    """Return an option as it stands in the text, with its items in order."""
    names, colors = cover.names, ["", *(f":{name}" for name in cover.color_names)]
    both = zip(cover.options[option], cover.color_rows[option], strict=True)
    return [names[item] + colors[color] for item, color in both]


LISTS = (".txt", ".jsonl")  # files that replace the printed drawings


def file_sink(path: Path, force: bool = False) -> Sink:
    """Return the sink that writes tilings to a file; its suffix decides the form."""
    match suffix_of(path):
        case ".txt":
            return TextFile(path, force, lambda batch: "\n\n".join(puzzle_of(batch).text.drawings(batch)) + "\n", "\n")
        case ".jsonl":
            return TextFile(path, force, LineWriter(), slowness=OF_JSON)
        case ".wkt":
            return TextFile(path, force, lambda batch: "".join(f"{each.wkt}\n" for each in batch), slowness=OF_OUTLINES)
        case ".json":
            return AnswerText(path, force)
    return Pictures(path, force)


def write_tilings(paths: Iterable[Path], found: Solved, force: bool = False) -> None:
    """Write the tilings of an answer to files."""
    listing = Listing([file_sink(path, force) for path in paths], NEVER)
    if found.tilings:
        listing.take(found.tilings)
    listing.finish(found)


A_PLACEMENT = 16  # bytes for one placement of a tiling that is kept


class AnswerText(Sink):
    """Writes the answer as JSON to a file or to standard output; until the end it holds the text of the tilings."""

    slowness = OF_JSON

    def __init__(
        self, path: Path | None = None, force: bool = False, lines_of: Callable[[Sequence[Tiling]], str] | None = None
    ) -> None:
        self._path, self._force = path, force
        self._writer = AnswerWriter(lines_of)

    @property
    def bytes(self) -> int:  # type: ignore[override]
        """The size of the text so far."""
        return self._writer.bytes

    def take(self, batch: Sequence[Tiling]) -> None:
        """Convert the tilings to text and keep it."""
        self._writer.take(batch)

    def finish(self, found: Solved, is_late: Callable[[float], bool]) -> bool:
        """Write or print the answer."""
        if self._path is None:
            sys.stdout.write(self._writer.text(found))
        else:
            write(self._path, self._writer.text(found, indent=1), self._force)
        return True


class Pictures(Sink):
    """Pictures of tilings, numbered if there are several; a PDF has one page for each."""

    def __init__(self, path: Path, force: bool) -> None:
        self._path, self._force = path, force
        self._batches: list[Sequence[Tiling]] = []
        self._number = self._written = 0

    def take(self, batch: Sequence[Tiling]) -> None:
        """Keep the tilings, because their number decides the names of the pictures."""
        self._batches.append(batch)
        self._number += len(batch)
        self.bytes += A_PLACEMENT * len(batch) * placements_of_first(batch)

    def finish(self, found: Solved, is_late: Callable[[float], bool]) -> bool:
        """Draw as many as there is time for; the first is drawn even after the limit, unless it is large."""
        suffix = suffix_of(self._path)
        tilings = self._in_time(is_late, suffix)
        if suffix == ".pdf":
            from tilewright.render.svg import pages_pdf

            if pages := [tiling._repr_svg_() for tiling in tilings]:
                write(self._path, pages_pdf(pages), self._force)
            return self._written == self._number
        for name, tiling in zip(numbered(self._path, self._number), tilings, strict=False):
            drawn = dumps_json(tiling.geojson) if suffix == ".geojson" else as_picture(suffix, tiling._repr_svg_())
            write(name, drawn, self._force)
        return self._written == self._number

    def notes(self, found: int) -> list[str]:
        """Return how many pictures were written, if not all."""
        return [f"{self._written} of {found} tilings in {self._path}"] if self._written < found else []

    def _in_time(self, is_late: Callable[[float], bool], suffix: str) -> Iterator[Tiling]:
        from tilewright.puzzle.picture import drawing_seconds

        for tiling in chain.from_iterable(self._batches):
            seconds = drawing_seconds(tiling.puzzle, len(tiling.placements), suffix)
            if suffix == ".pdf":  # at the end, all pages are combined
                seconds *= (self._written + 2) / 2
            if (self._written or seconds > MOST_LATE) and is_late(seconds):
                return
            self._written += 1
            yield tiling
