"""Standard input, output and error, in whatever state the shell left them: closed, full, without reader or UTF-8.

Colors, progress lines and bars appear only on terminals; pipes get the plain drawing. Rich, which draws the
bars, is slow to import and is imported only when needed.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING

from tilewright.errors import InternalError, printable
from tilewright.exit_codes import DONE, INTERNAL_ERROR, INTERRUPTED, LIMIT_REACHED, NO
from tilewright.system import digits, roughly, ticking

if TYPE_CHECKING:
    from pathlib import Path

    from rich import progress as rich_progress

    from tilewright.exact_cover.outcome import Ended
    from tilewright.exact_cover.progress import Progress
    from tilewright.puzzle import Puzzle, Tiling


def unknown(ended: Ended | None, noun: str = "tiling") -> str:
    """Return the message for a search that ended with nothing found and nothing proven."""
    return f"unknown: {'interrupted' if ended == 'stopped' else 'the limit came'} before a {noun} was found"


def exit_code(ended: Ended | None, found: object) -> int:
    """Return the exit code of a search, from how it ended and whether anything was found."""
    if ended == "stopped":
        return INTERRUPTED
    if ended == "limit":
        return LIMIT_REACHED
    return DONE if found else NO


NAMES = ("stdin", "stdout", "stderr")  # by file descriptor
UNPRINTABLE = "replace"  # error handler for characters that the encoding lacks


def open_all() -> None:
    """Open closed standard streams, because a file opened later would get their number and our output with it."""
    for number, name in enumerate(NAMES):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, "w" if number else "r", encoding="utf-8")  # noqa: SIM115, PTH123  pathlib is slow
            setattr(sys, name, nowhere)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Output is buffered even under PYTHONUNBUFFERED: a reader that closes the pipe must not change the
            # exit code.
            stream.reconfigure(errors=UNPRINTABLE, write_through=False)


def flush() -> None:
    """Write buffered output while an error can still be reported; a reader that has closed the pipe is not an error."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(BrokenPipeError):
            stream.flush()


def tell(line: str) -> None:
    """Print a line on standard error, if possible."""
    with suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)


def say(line: str) -> None:
    """Print a line on standard output, without buffering."""
    print(line, flush=True)


def note(text: str) -> None:
    """Print a note for the reader of the output on standard error."""
    tell(printable(f"tilewright: note: {text}"))


DEBUG = "TILEWRIGHT_DEBUG"  # environment variable: internal errors are printed with a traceback
_broken = False  # whether an internal error was reported


def tell_internal_error(error: BaseException) -> int:
    """Report an internal error in one line, and return its exit code, which then becomes that of the program."""
    global _broken
    _broken = True
    if os.environ.get(DEBUG):
        import traceback

        tell("".join(traceback.format_exception(error)).rstrip())
    what = str(error) if isinstance(error, InternalError) else f"internal error: {type(error).__name__}: {error}"
    tell(f"tilewright: {printable(what)}; please report it with this command ({DEBUG}=1 prints where it was)")
    return INTERNAL_ERROR


def final_code(code: int) -> int:
    """Return the exit code of a finished command; if another thread failed, the code of an internal error."""
    global _broken
    broken, _broken = _broken, False
    return INTERNAL_ERROR if broken and code != INTERRUPTED else code


@contextmanager
def telling(seconds: float, tick: Callable[[], None]) -> Iterator[None]:
    """Call `tick` every `seconds` seconds while the body runs; an error in it is reported and the body continues."""

    def careful() -> None:
        if not _broken:
            try:
                tick()
            except Exception as error:
                tell_internal_error(error)

    with ticking(seconds, careful):
        yield


PLACE = (
    r"\b(row|column|layer) \d|(?<!degrees at )\(\d+, \d+|\br\d+c\d+"  # places named in a sentence; compiled when needed
)


def tell_origin(*texts: str) -> None:
    """Print that rows and columns count from 0 if one of the sentences names any."""
    if any(re.search(PLACE, text) for text in texts):
        tell("(rows and columns count from 0)")


MOST_NAMED = 3  # files named on one line
_written: dict[
    Path, str
] = {}  # files written by the current command, in order, with a description of the content, if known


def note_written(path: Path, content: str = "") -> None:
    """Record a file that was written and a description of its content, for the line at the end."""
    _written[path] = content


def tell_written() -> None:
    """Print the names of the files that were written, in one line on standard error."""
    named = [f"{path} ({content})" if content else f"{path}" for path, content in _written.items()]
    _written.clear()
    if len(named) > MOST_NAMED:
        tell(printable(f"wrote {len(named)} files, {named[0]} to {named[-1]}"))
    elif named:
        tell(printable(f"wrote {', '.join(named)}"))


def give_up() -> None:
    """Discard buffered output that nobody can read any more, so that Python reports no error on exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except OSError:
                os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def print_tilings(puzzle: Puzzle, tilings: Sequence[Tiling], numbers: bool = False, walls: bool = False) -> list[str]:
    """Print the drawings of tilings, separated by empty lines, and return remarks for the reader."""
    if not tilings:
        return []
    special = numbers or walls
    if sys.stdout.isatty():
        for number, tiling in enumerate(tilings):
            print(end="\n" if number else "")
            print_tiling(tiling, numbers, walls)
    elif special:
        print("\n\n".join(_drawing(tiling, numbers, walls) for tiling in tilings))
    else:
        print("\n\n".join(puzzle.text.drawings(tilings)))
    return [] if special else puzzle.text.notes(tilings)


def _drawing(tiling: Tiling, numbers: bool, walls: bool) -> str:
    text = tiling.puzzle.text
    return text.styles["numbers" if numbers else "walls"](tiling) if numbers or walls else text.draw(tiling)


def print_tiling(tiling: Tiling, numbers: bool = False, walls: bool = False) -> None:
    """Print the drawing of a tiling; on a terminal, the letters of each piece have its color."""
    puzzle, drawing = tiling.puzzle, _drawing(tiling, numbers, walls)
    if not sys.stdout.isatty() or not (labels := puzzle.labels()):
        print(drawing)
        return
    colors = puzzle.picture.piece_colors()
    by_character = {label[-1]: colors[name] for name, label in labels.items() if name in colors}
    from rich.console import Console
    from rich.text import Text

    text = Text()
    for character in drawing:
        color = by_character.get(character)
        text.append(character, style=f"bold {color}" if color else None)
    Console(highlight=False).print(text, soft_wrap=True)


PACE = 10.0  # seconds between two lines of progress


@contextmanager
def paced(progress: Callable[[], str], first: Callable[[], str], tick: Callable[[], None]) -> Iterator[None]:
    """Print lines about a long run on standard error while the body runs.

    The text of `first` is printed once it is not empty, then that of `progress` every PACE seconds.

    `tick` is called ten times a second.
    """
    told, last = False, time.monotonic()

    def look() -> None:
        nonlocal told, last
        tick()
        if not told and (text := first()):
            told = True
            print(text, file=sys.stderr, flush=True)
        if time.monotonic() - last > PACE:
            last = time.monotonic()
            print(progress(), file=sys.stderr, flush=True)

    with telling(0.1, look):
        yield


BAR_AFTER = 1.0  # seconds before a bar appears; most searches end earlier
BAR_EVERY = 0.2


def run_bar() -> rich_progress.Progress:
    """Return the progress bar of a durable run, with its text on the lines below, where it does not narrow the bar."""
    from rich.console import Console, RenderableType
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeElapsedColumn
    from rich.text import Text

    class RunBar(Progress):
        def get_renderables(self) -> Iterator[RenderableType]:
            yield self.make_tasks_table(self.tasks)
            for task in self.tasks:
                yield Text(task.description)

    columns = (BarColumn(20), TaskProgressColumn(), TimeElapsedColumn())
    return RunBar(*columns, console=Console(stderr=True), transient=True)


def _search_bar() -> rich_progress.Progress:
    from rich import progress as rich
    from rich.console import Console

    columns = (rich.TextColumn("{task.description}"), rich.BarColumn(), rich.TimeElapsedColumn())
    return rich.Progress(*columns, rich.TimeRemainingColumn(), console=Console(stderr=True), transient=True)


@contextmanager
def progress(search: Progress, noun: str = "tilings") -> Iterator[None]:
    """Show the progress of a search while the body runs, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    bar: rich_progress.Progress | None = None
    begin = time.monotonic() + BAR_AFTER

    def look() -> None:
        nonlocal bar
        if time.monotonic() < begin:
            return
        if bar is None:
            bar = _search_bar()
            bar.add_task("", total=1.0)
            bar.start()
        number, estimate, fraction = search.solutions, search.estimate, search.fraction
        total = "" if estimate is None else f" of about {roughly(estimate)}"
        found = "" if number is None else f"{digits(number, ',')} {noun}{total}, "
        text = f"{found}{search.nodes:,} nodes"
        done, whole = fraction or 0.0, 1.0 if fraction else None
        bar.update(bar.task_ids[0], description=text, completed=done, total=whole)

    try:
        with telling(BAR_EVERY, look):
            yield
    finally:
        if bar is not None:
            bar.stop()
