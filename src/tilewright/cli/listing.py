"""What takes tilings as they are found, under the clock of their search: printed or written, as text, JSON or pictures.
A file's suffix decides what writes it. Solutions of a cover are options, each a line of its items.
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
    from pathlib import Path  # slow to import

COLORED = 16  # times longer takes a drawing in colors
OF_JSON, OF_OUTLINES = 2, 20  # the same of other files


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

    def finish(self, found: Solved, is_late: Callable[[float], bool]) -> bool:
        """Write what is held, as far as `is_late` allows it, and return whether that is all of it.

        Only `found` without its tilings is looked at; `is_late` is asked before work that takes so many seconds.
        """
        return True

    def notes(self, found: int) -> list[str]:
        """What is said in the end, on standard error, of the tilings that were found."""
        return []


class Printed(Sink):
    """Drawings on standard output. `before` is called before the first of them, `alone`: there is no other output."""

    def __init__(self, numbers: bool, walls: bool, alone: bool, before: Callable[[], object]) -> None:
        self._form, self._alone, self._before = (numbers, walls), alone, before
        self._any = self._gone = False
        self.slowness = COLORED if sys.stdout.isatty() else 1
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


class Orders(Sink):
    """The order of laying of each tiling, said in the end."""

    def __init__(self) -> None:
        self._orders: list[str] = []

    def take(self, batch: Sequence[Tiling]) -> None:
        """Order the pieces of the tilings."""
        self._orders += [str(laying_order(tiling)) for tiling in batch]

    def notes(self, found: int) -> list[str]:
        """A line for each tiling."""
        if len(self._orders) == 1:
            return [f"order of laying: {self._orders[0]}"]
        return [f"order of laying, {number}: {order}" for number, order in enumerate(self._orders, start=1)]


class TextFile(Sink):
    """A file of texts, one a tiling, that grows while they are found."""

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
        """Append the texts."""
        self._file.write((self._between if self._number else "") + self._text_of(batch))
        self._number += len(batch)

    def finish(self, found: Solved, is_late: Callable[[float], bool]) -> bool:
        """Put the file into its place."""
        self._file.finish()
        if self._number:
            terminal.note_written(self._file.path, "1 tiling" if self._number == 1 else f"{self._number} tilings")
        return True


PLACEMENTS = 8192  # written between two looks at the clock: some 60 ms
SECONDS_A_PLACEMENT = 0.06 / PLACEMENTS
LATE = 0.1  # seconds, for what was found already when the limit or Ctrl-C came


class Listing:
    """Takes batches of tilings to all sinks. `written` of them went to all of them, the first in any case.

    ended: why it takes no more; None while it does.
    size_of_first: how many placements the first of a batch has; other things than tilings have a size of another kind.

    When the limit or Ctrl-C comes, what was found already is written for a tenth of a second more; a second Ctrl-C ends that.
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
        """Write a batch; False when not all of it was. Raises KeyboardInterrupt after an interrupted one."""
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
        """Write what waited for the end. Returns what was found; where not all could be written, it ended at the limit."""
        whole = [sink.finish(found, self.is_late) for sink in self.sinks]
        return found if all(whole) or found.ended == "stopped" else replace(found, ended="limit")

    def is_late(self, seconds: float) -> bool:
        """Return True once nothing more is to be written that takes so long; `ended` then says why."""
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
        """Whether what the sinks hold until the end fits into half of the memory; `ended` says if it does not."""
        if sum(sink.bytes for sink in self.sinks) <= self.deadline.limit.memory // 2:
            return True
        self.ended = "limit"
        return False

    @contextmanager
    def _interrupt_kept(self) -> Iterator[None]:
        """Ctrl-C waits until what is in hand is written, so that each sink has the same tilings."""
        before = signal.getsignal(signal.SIGINT)
        if not callable(before):  # ignored, as by what a shell runs in the background
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
    """A batch in parts that are written in a moment, each of its things at a cost; a small one as it is."""
    size = max(1, PLACEMENTS // max(1, cost))
    return [batch] if len(batch) <= size else (batch[k : k + size] for k in range(0, len(batch), size))


A_WORD = 64  # bytes of a list that one option of a solution takes, about


class OptionLines(Sink):
    """Prints solutions; before an option of a matrix the number of its row, from 1."""

    def __init__(self, cover: ExactCover, is_matrix: bool = False) -> None:
        def line(option: int) -> str:
            return f"{f'row {option + 1}: ' * is_matrix}{' '.join(option_words(cover, option))}\n"

        self._lines = Lazy[int, str](line)

    def take(self, batch: Sequence[Solution]) -> None:
        """Print; a reader that has gone ends the search."""
        lines = self._lines
        sys.stdout.write("".join(["".join([lines[option] for option in solution]) + "\n" for solution in batch]))


class OptionWords(Sink):
    """Keeps solutions for the one object of `--json`: for each its options, as lists of words that they share, and their numbers
    from 1.
    """

    def __init__(self, cover: ExactCover) -> None:
        self.rows: list[list[list[str]]] = []
        self.numbers: list[list[int]] = []
        self._words = Lazy[int, list[str]](lambda option: option_words(cover, option))

    def take(self, batch: Sequence[Solution]) -> None:
        """Keep."""
        words = self._words
        self.rows += [[words[option] for option in solution] for solution in batch]
        self.numbers += [[option + 1 for option in solution] for solution in batch]
        self.bytes += A_WORD * sum(map(len, batch))


def option_words(cover: ExactCover, option: int) -> list[str]:
    """An option as it stands in the text, its items in their order."""
    names, colors = cover.names, ["", *(f":{name}" for name in cover.color_names)]
    both = zip(cover.options[option], cover.color_rows[option], strict=True)
    return [names[item] + colors[color] for item, color in both]


LISTS = (".txt", ".jsonl")  # which take the place of the drawings that are printed


def file_sink(path: Path, force: bool = False) -> Sink:
    """What writes tilings into a file with one of the suffixes."""
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
    """Write the tilings of an answer into files."""
    listing = Listing([file_sink(path, force) for path in paths], NEVER)
    if found.tilings:
        listing.take(found.tilings)
    listing.finish(found)


A_PLACEMENT = 16  # bytes that one of a tiling that is kept takes


class AnswerText(Sink):
    """The answer as JSON, in a file or on standard output. Until the end it holds the text of the tilings."""

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
        """Write the tilings out, into memory."""
        self._writer.take(batch)

    def finish(self, found: Solved, is_late: Callable[[float], bool]) -> bool:
        """Write or print the answer, whatever it is."""
        if self._path is None:
            sys.stdout.write(self._writer.text(found))
        else:
            write(self._path, self._writer.text(found, indent=1), self._force)
        return True


class Pictures(Sink):
    """Pictures of tilings, numbered where there are several; as PDF one a page."""

    def __init__(self, path: Path, force: bool) -> None:
        self._path, self._force = path, force
        self._batches: list[Sequence[Tiling]] = []
        self._number = self._written = 0

    def take(self, batch: Sequence[Tiling]) -> None:
        """Keep the tilings: how many there are decides what the pictures are called."""
        self._batches.append(batch)
        self._number += len(batch)
        self.bytes += A_PLACEMENT * len(batch) * placements_of_first(batch)

    def finish(self, found: Solved, is_late: Callable[[float], bool]) -> bool:
        """Draw as many as there is time for; the first also when the limit has come, unless it is large."""
        suffix = suffix_of(self._path)
        tilings = self._in_time(is_late, suffix)
        if suffix == ".pdf":
            from tilewright.render.svg import pages_pdf  # for paper alone

            if pages := [tiling._repr_svg_() for tiling in tilings]:
                write(self._path, pages_pdf(pages), self._force)
            return self._written == self._number
        for name, tiling in zip(numbered(self._path, self._number), tilings, strict=False):
            drawn = dumps_json(tiling.geojson) if suffix == ".geojson" else as_picture(suffix, tiling._repr_svg_())
            write(name, drawn, self._force)
        return self._written == self._number

    def notes(self, found: int) -> list[str]:
        """How many there was time for, where that is not all."""
        return [f"{self._written} of {found} tilings in {self._path}"] if self._written < found else []

    def _in_time(self, is_late: Callable[[float], bool], suffix: str) -> Iterator[Tiling]:
        from tilewright.puzzle.picture import drawing_seconds  # for pictures alone

        for tiling in chain.from_iterable(self._batches):
            seconds = drawing_seconds(tiling.puzzle, len(tiling.placements), suffix)
            if suffix == ".pdf":  # which takes up all pages in the end
                seconds *= (self._written + 2) / 2
            if (self._written or seconds > MOST_LATE) and is_late(seconds):
                return
            self._written += 1
            yield tiling
