"""Output of commands: the files of `-o` with puzzles and pictures, and reports on limits and certificates.

Tilings are written by `cli.listing`. Results of a long search are saved before they are printed.
"""

from __future__ import annotations

import signal
import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from math import gcd
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.api.answer import print_json
from tilewright.cli import terminal
from tilewright.errors import NotationError, TilewrightError, printable
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.outcome import Count, StatesNote
from tilewright.exit_codes import DONE, LIMIT_REACHED, NO
from tilewright.files import check_writable, suffix_of
from tilewright.files import write_all as write_files
from tilewright.formats import dump
from tilewright.puzzle import Puzzle

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.formats.certificate import ProofCheck


SUFFIXES = (".txt", ".svg", ".png", ".pdf", ".json", ".jsonl", ".wkt", ".geojson")
PUZZLE_SUFFIXES = (".txt", ".svg", ".png", ".json")
PICTURES = (".svg", ".png")
OUTLINES = (".wkt", ".geojson")  # for flat tilings


def write(path: Path, content: str | bytes, force: bool = False) -> None:
    """Write a file, which is named on standard error at the end; raise NotationError if it cannot be written."""
    write_all({path: content}, force)


def write_all(files: Mapping[Path, str | bytes], force: bool = False) -> None:
    """Write all files or none; they are named on standard error at the end."""
    write_files(files, force)
    for path in files:
        terminal.note_written(path)


def write_folder(folder: Path, files: Mapping[str, str | bytes], force: bool = False) -> None:
    """Write all files by name to a directory, or none.

    A missing directory is made, and removed again if nothing is written.
    """
    made = not folder.exists()
    folder.mkdir(exist_ok=True)
    try:
        write_all({folder / name: content for name, content in files.items()}, force)
    except BaseException:
        if made:
            folder.rmdir()
        raise


def check_outputs(paths: Iterable[Path], force: bool = False, suffixes: Sequence[str] = SUFFIXES) -> None:
    """Raise NotationError unless every path can be written and has one of the suffixes; to be called before a search.

    An empty list of suffixes accepts all.
    """
    for path in paths:
        if suffixes and suffix_of(path) not in suffixes:
            wrong = f"unknown suffix {suffix_of(path)!r}" if suffix_of(path) else "it has no suffix"
            raise NotationError(f"-o {path}: {wrong}: expected {'one of ' * (len(suffixes) > 1)}{' '.join(suffixes)}")
        if not path.parent.is_dir():
            raise NotationError(f"-o {path}: there is no directory {path.parent}")
        check_writable(path, force)


def check_outlines(paths: Iterable[Path], puzzle: Puzzle) -> None:
    """Raise NotationError for files of outlines if the puzzle is not flat; to be called before a search."""
    for path in paths:
        if suffix_of(path) in OUTLINES and puzzle.grid.dimension != 2:
            flat = " ".join(suffix for suffix in SUFFIXES if suffix not in OUTLINES)
            raise NotationError(f"-o {path}: lattice {puzzle.grid.name} is not flat: expected one of {flat}")


def as_picture(suffix: str, svg: str) -> str | bytes:
    """Return a picture in the format of a suffix, .svg or .png."""
    from tilewright.render.svg import png

    return png(svg) if suffix == ".png" else svg


MOST_LATE = 0.4  # seconds after the limit, for a picture


@dataclass(frozen=True)
class DrawingTime:
    """The time that a limit leaves for pictures of a puzzle with `placements` placements.

    Drawing cannot be interrupted.
    """

    puzzle: Puzzle
    deadline: Deadline
    placements: int = 0

    def suffices(self, suffix: str) -> bool:
        """Return whether there is time for a picture in this format; a small one is also drawn after the limit."""
        if self.deadline.limit.seconds is None:
            return True
        from tilewright.puzzle.picture import drawing_seconds

        return drawing_seconds(self.puzzle, self.placements, suffix) <= max(MOST_LATE, self.deadline.left)


def write_pictures(
    args: Namespace,
    draw: Callable[[], str],
    drawing_time: DrawingTime | None = None,
    **others: Callable[[Path], str | bytes],
) -> bool:
    """Write the files of -o: a picture, drawn once, or the result of the function for its suffix, such as `json=`.

    Returns False, after a message on standard error, if there is not enough time for a picture.
    """
    svg, whole = cache(draw), True
    for path in args.output:
        suffix = suffix_of(path)
        if suffix[1:] not in others and drawing_time is not None and not drawing_time.suffices(suffix):
            terminal.tell(
                printable(f"tilewright: {path}: the limit came before the picture: expected a longer --limit")
            )
            whole = False
            continue
        content = others[suffix[1:]](path) if suffix[1:] in others else as_picture(suffix, svg())
        write(path, content, args.force)
    return whole


def numbered(path: Path, count: int) -> list[Path]:
    """Return the names of `count` files: the path itself for one, else `x-001.svg`, `x-002.svg`, ... for `x.svg`."""
    if count == 1:
        return [path]
    digits = max(3, len(str(count)))
    return [path.with_stem(f"{path.stem}-{number:0{digits}}") for number in range(1, count + 1)]


def write_puzzle(path: Path, puzzle: Puzzle, force: bool = False, draw: Callable[[], str] | None = None) -> None:
    """Write a puzzle as a picture, text or JSON to a file with one of PUZZLE_SUFFIXES.

    The picture is that of `draw`, or of the puzzle if it is None.
    """
    write(path, puzzle_file(puzzle, suffix_of(path), draw), force)


def puzzle_file(puzzle: Puzzle, suffix: str, draw: Callable[[], str] | None = None) -> str | bytes:
    """Return the content of the file that `write_puzzle` writes."""
    if suffix in PICTURES:
        return as_picture(suffix, (draw or puzzle._repr_svg_)())
    return dump(puzzle, "json") if suffix == ".json" else puzzle_text(puzzle)


def puzzle_text(puzzle: Puzzle) -> str:
    """Return the drawing of a puzzle.

    For tiles this is the list that can be read back, unless no list can hold the shape of the board.
    """
    if not puzzle.is_drawn_as_text:
        with suppress(NotationError):
            return dump(puzzle, puzzle.text_format)
    return f"{puzzle}\n"


def tell_rows(json: bool, document: Mapping[str, object], lines: Iterable[object]) -> None:
    """Print a document as one JSON object, or as lines of text."""
    if json:
        print_json({"tilewright": 1, **document})
        return
    for line in lines:
        print(line)


def cell_table(numbers: Mapping[tuple[int, ...], int], rows: int = 0, columns: int = 0) -> str:
    """Return the numbers of square cells as rows of text, with at least `rows` rows and `columns` columns.

    Cells without a number are blank.
    """
    rows, columns = (1 + max([least - 1, *(cell[i] for cell in numbers)]) for i, least in enumerate((rows, columns)))
    width = max(map(len, map(str, numbers.values())), default=1) + 1
    cells = ((str(numbers.get((r, c), "")).rjust(width) for c in range(columns)) for r in range(rows))
    return "\n".join("".join(line).rstrip() for line in cells)


REST = 10  # the time between two savings, relative to the time that one takes


class Keeper:
    """Saves results before it reports them, so that every reported result is in the file, however the program ends.

    If saving takes long, several results are saved together; waiting ones are saved by `tick` and at the end.
    While the object is entered as a context, SIGTERM ends the search as Ctrl-C does.
    """

    def __init__(self, path: Path | None, say: Callable[[str], None] | None, force: bool = False) -> None:
        self.path, self.say, self.force = path, say, force
        self.waiting: list[str] = []
        self.text: Callable[[], str] = str
        self.due = 0.0
        from threading import RLock

        self.lock = RLock()

    def __call__(self, line: str, text: Callable[[], str]) -> None:
        """Report a new result: a line about it, and a function that returns the file's text including it."""
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
        """Save if it is time, from another thread; an error is ignored, because it will recur in the main thread."""
        with suppress(TilewrightError, OSError):
            self.tick()

    def flush(self) -> None:
        """Save now."""
        with self.lock:
            if self.path is not None and self.waiting:
                began = time.monotonic()
                write(self.path, self.text(), self.force)
                self.due = time.monotonic() + REST * (time.monotonic() - began)
            while self.waiting:
                line = self.waiting.pop(0)  # removed first, so that a signal here does not repeat the line
                if self.say:
                    self.say(line)

    def __enter__(self) -> Keeper:
        self.before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGTERM, self.before)
        if self.waiting:
            self.flush()


SIGNS = {"*": "any number of each piece", "?": "each piece at most once"}


def suggestion(puzzle: Puzzle) -> str:
    """Return a message that suggests the sign for any number of pieces, if a short notation lacks it; else "".

    >>> from tilewright import load
    >>> suggestion(load("dominoes@4x4"))
    '; dominoes*@4x4 has any number of each piece'
    """
    areas = [len(piece.atoms) for piece in getattr(puzzle, "pieces", ()) if piece.copies == (1, 1)]
    pieces, at, board = puzzle.name.rpartition("@")
    room = len(puzzle.board.atoms)
    if not areas or len(areas) < len(puzzle.piece_names) or not at or pieces[-1:] in SIGNS or sum(areas) == room:
        return ""
    sign = "*" if sum(areas) < room else "?"
    return "" if room % gcd(*areas) else f"; {pieces}{sign}@{board} has {SIGNS[sign]}"


UNITS = {"": 1, "K": 10**3, "Ki": 2**10, "M": 10**6, "Mi": 2**20, "G": 10**9, "Gi": 2**30, "T": 10**12, "Ti": 2**40}


def tell_saved(found: Count) -> None:
    """Print whether the same command continues an unfinished count from its saved state."""
    states = next((note for note in found.notes if isinstance(note, StatesNote)), None)
    folder = states.saved if states else None  # also None if the time ended before the folder was read
    if folder is None or found.ended == "exhausted":
        return
    lacks_memory = found.limit == "memory"
    if lacks_memory and not folder:  # the line that asks for more memory is enough
        return
    same = "with more memory the same command goes on" if lacks_memory else "the same command goes on"
    kept = f"saved in {folder}: {same} from there" if folder else "nothing was saved yet"
    terminal.tell(f"tilewright: {printable(kept)}")


def which_limit(found: Count, limit: Limit) -> str:
    """Return what ended a count early and, for memory, what would help.

    >>> which_limit(Count(value=0, bound="at least", ended="limit", limit="memory"), Limit(memory=50_000_000))
    'memory of 50M is too small for this count: give more with --memory, or a folder with --scratch'
    """
    if found.ended != "limit":
        return "interrupted"
    late = f"the limit of {limit.seconds or 0:g} s came first"
    if found.limit != "memory":
        return f"{late}; {_lacking(found, limit, 'to count by states')}" if found.memory_wanted else late
    return _lacking(found, limit, "for this count")


def _lacking(found: Count, limit: Limit, goal: str) -> str:
    beside, disk = (", or a folder with --scratch", "") if limit.scratch is None else ("", ", with what is on disk")
    held = f" (the layer it ended at would take about {rounded_up(found.memory_wanted)}{disk})"
    small = f"memory of {in_bytes(limit.memory)} is too small {goal}: give more with --memory"
    return f"{small}{held * bool(found.memory_wanted)}{beside}"


def in_bytes(size: int) -> str:
    """Return a number of bytes as --memory accepts it, in the largest unit that divides it.

    >>> in_bytes(50_000_000), in_bytes(3 << 29), in_bytes(123_456_789)
    ('50M', '1536Mi', '123456789')
    """
    unit = max((unit for unit in UNITS if size % UNITS[unit] == 0), key=UNITS.__getitem__)
    return f"{size // UNITS[unit]}{unit}"


def rounded_up(size: int) -> str:
    """Return a number of bytes rounded up in the smallest unit that needs at most three digits.

    >>> rounded_up(123_456_789), rounded_up(7), rounded_up(999_001)
    ('124M', '1K', '1M')
    """
    unit = next(unit for unit in "KMGT" if size <= 999 * UNITS[unit] or unit == "T")
    return f"{-(-size // UNITS[unit])}{unit}"


class Certified(NamedTuple):
    """The result of writing a certificate.

    state: "checked" or "unchecked", or "" if none was written.
    text:  Why none was written, or another remark.
    kind:  The kind of the certificate.
    """

    state: str
    text: str = ""
    kind: str = ""

    @property
    def row(self) -> dict[str, str]:
        """Return the entries for JSON; empty if no certificate was written."""
        return {"proof": self.state, "certificate": self.kind} if self.state else {}

    def tell(self, path: Path) -> None:
        """Print the result on standard error."""
        done = f"proof {self.state}: {path}" if self.state else "no proof written"
        terminal.tell(f"{done}: {self.text}" if self.text else done)


def tell_check(checked: ProofCheck, json: bool, subject: dict[str, Any]) -> int:
    """Print the result of a check, with its subject if as JSON, and return the exit code."""
    word, code = {True: ("valid", DONE), False: ("invalid", NO), None: ("unchecked", LIMIT_REACHED)}[checked.good]
    proof = "unchecked" if checked.good is None else "checked"
    row = {**subject, "valid": checked.good, "proof": proof, "claim": checked.claim, "text": checked.text}
    tell_rows(json, row, [printable(": ".join(filter(None, (word, checked.claim, checked.text))))])
    return code
