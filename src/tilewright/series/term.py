"""The terms of a series, counted one after the other and kept in a store; how it grows, its b-file and its plot.

The store is one SQLite file, a term a row, each written whole in a transaction of its own: a series that is killed goes
on with the first term that is not there. Each row has a checksum over the family, the place and all that was counted,
so that a number that was changed is not taken for a term.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from math import ceil, log, log10
from pathlib import Path
from typing import Any

from tilewright.api.count import count
from tilewright.errors import NotationError, RunMismatchError, TilewrightError
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.outcome import Count, UpTo
from tilewright.exact_cover.progress import Progress
from tilewright.pieces.sets import select
from tilewright.render.canvas import LIGHT, Canvas, Theme
from tilewright.runs.access import (
    MAGIC,
    SQLITE_ERRORS,
    DamageError,
    close_on_error,
    connect,
    detect_damage,
    is_outside_error,
    lock_store,
)
from tilewright.series.pattern import Index, Pattern
from tilewright.system import any_digits, digits, peak_memory
from tilewright.version import __version__

Watch = Callable[[Progress], AbstractContextManager[Any]]


@dataclass(frozen=True)
class Term:
    """One number of a series.

    index:   the values of the pattern's variables.
    digest:  of the puzzle that was counted.
    seconds: of wall time, reading and compiling included.
    memory:  the most bytes the process had held by then.
    """

    index: Index
    value: int
    digest: str
    engine: str
    seconds: float
    memory: int
    version: str


@dataclass(frozen=True)
class TermQuery:
    """What is counted of each member: up to what, by which engine, within which limit for each term.

    >>> from tilewright.series.pattern import Pattern
    >>> [term.value for term in terms(TermQuery(Pattern("dominoes*@{n}x4")), [(1,), (2,), (3,)])]
    [1, 5, 11]
    """

    pattern: Pattern
    up_to: UpTo = "none"
    engine: str = "auto"
    limit: Limit | float | None = None
    threads: int = 1

    def family(self) -> dict[str, str]:
        """What decides the numbers, as a store keeps it."""
        return {"pattern": self.pattern.text, "suffix": self.pattern.suffix, "up_to": self.up_to}


def terms(
    query: TermQuery, every: Iterable[Index], kept: TermStore | None = None, watch: Watch = nullcontext
) -> Iterator[Term | Count]:
    """The terms in order, each counted once and kept at once; last a Count that is not exact, where a limit came first.

    `watch` is entered with the progress of each search.

    >>> query = TermQuery(Pattern("dominoes*@2x{n}"))
    >>> [term.value for term in terms(query, [(1,), (2,), (3,), (4,)])]
    [1, 2, 3, 5]
    """
    for index in every:
        if kept is not None and (known := kept.get(index)) is not None:
            yield known
            continue
        progress = Progress()
        with watch(progress):
            found = counted(query, index, progress)
        if isinstance(found, Term) and kept is not None:
            kept.add(found)
        yield found
        if isinstance(found, Count):
            return


def counted(query: TermQuery, index: Index, progress: Progress) -> Term | Count:
    """Count one member; the Count itself when it is not exact."""
    start = time.perf_counter()
    if (empty := _on_empty_board(query.pattern, index)) is not None:
        return Term(index, empty, "", "", 0.0, peak_memory(), __version__)
    puzzle = query.pattern.puzzle(index)
    found = count(
        puzzle, up_to=query.up_to, engine=query.engine, limit=query.limit, threads=query.threads, progress=progress
    )
    if found.bound != "exact":
        return found
    seconds = time.perf_counter() - start
    return Term(index, found.value, puzzle.digest, found.engine, seconds, peak_memory(), __version__)


EMPTY = re.compile(r"(?:\d+x)*0+(?:x\d+)*~{0,2}|[a-z]0+", re.ASCII)


def _on_empty_board(pattern: Pattern, index: Index) -> int | None:
    """The tilings of a board without cells: one, unless pieces must be used; None for other boards."""
    pieces, _, board = pattern.filled(index).strip().rpartition("@")
    if pattern.suffix or not pieces or not EMPTY.fullmatch(board):
        return None
    return int(all(piece.copies[0] == 0 for piece in select(pieces, lambda: (1, 1))))


NOTICEABLE = 0.005  # seconds; faster terms say nothing of the next
USUAL = 3.0  # times the last, where nothing better is known


@dataclass(frozen=True)
class Estimate:
    """What a term may take: seconds, and bytes of memory."""

    seconds: float
    memory: int

    def __str__(self) -> str:
        return f"about {in_units(self.seconds)}, {self.memory / 1e6:,.0f} MB"


def estimate(before: Sequence[Term]) -> Estimate | None:
    """What the term after these may take, by the growth of the last of them; None while all were done at once.

    Of a series whose terms are 0 or trivial now and then only those that took their time are compared.

    >>> def term(n, seconds):
    ...     return Term((n,), 1, "", "", seconds, 50_000_000, "")
    >>> print(estimate([term(3, 0.01), term(4, 0.1), term(5, 1.0)]))
    about 10 s, 50 MB
    """
    slow = [term for term in before if term.seconds >= NOTICEABLE]
    if not slow:
        return None
    recent = slow[-3:]
    steps = sum(recent[-1].index) - sum(recent[0].index)
    factor = (recent[-1].seconds / recent[0].seconds) ** (1 / steps) if steps > 0 else USUAL
    held = [term.memory for term in before[-2:]]
    more = max(1.0, held[-1] / held[0]) if held[0] else 1.0  # nobody knows: not every system tells
    return Estimate(recent[-1].seconds * max(1.0, factor), round(held[-1] * more))


def in_units(seconds: float) -> str:
    """A time in two digits, with its unit."""
    units = ((86400.0, "days"), (3600.0, "h"), (60.0, "min"), (1.0, "s"))
    size, unit = next((each for each in units if seconds >= each[0]), (0.001, "ms"))
    return f"{float(f'{seconds / size:.2g}'):g} {unit}"


def entropy(value: int, cells: int) -> float | None:
    """log(tilings) for each cell; None where there is no tiling.

    >>> round(entropy(12988816, 64), 4)
    0.2559
    """
    return log(value) / cells if value > 0 else None


WIDTH, HEIGHT = 14.0, 8.0  # of the plot, in cells
SIZE = 0.45  # of its letters


def bfile(terms: Sequence[Term], head: Sequence[str] = ()) -> str:
    """The lines of a b-file: what it is of, then `n a(n)` in rising order.

    The terms of a table are numbered 1, 2, 3, ... in the order of its antidiagonals, those that are not there left out.

    >>> print(bfile([Term((2,), 5, "", "", 0, 0, "")], ["dominoes*@4x{n}"]), end="")
    # dominoes*@4x{n}
    2 5
    """
    rows = enumerate(sorted(terms, key=_order), start=1)
    numbered = (f"{term.index[0] if len(term.index) == 1 else place} {digits(term.value)}\n" for place, term in rows)
    return "".join((*(f"# {line}\n" for line in head), *numbered))


def _order(term: Term) -> tuple[int, Index]:
    return sum(term.index), term.index


def plot(terms: Sequence[Term], title: str, theme: Theme = LIGHT) -> str:
    """The terms above their n, on a logarithmic scale; those that are 0 are left out. An SVG document."""
    points = [(term.index[0], log10(term.value)) for term in sorted(terms, key=_order) if term.value > 0]
    canvas = Canvas(theme, 32.0)
    top = max([1, *(ceil(y) for _, y in points)])
    first, last = min((x for x, _ in points), default=0), max((x for x, _ in points), default=1)

    def at(x: float, y: float) -> tuple[float, float]:
        return (x - first) / max(1, last - first) * WIDTH, HEIGHT * (1 - y / top)

    step = max(1, ceil(top / 6))
    for power in range(0, top + 1, step):
        _, y = at(first, power)
        canvas.line([(0, y), (WIDTH, y)], fill="none", stroke=theme.soft, width=0.02)
        canvas.text(f"10^{power}", (-0.3, y), SIZE, theme.ink, anchor="end")
    for x in range(first, last + 1, max(1, ceil((last - first) / 14))):
        canvas.text(str(x), (at(x, 0)[0], HEIGHT + 0.6), SIZE, theme.ink)
    if points:
        canvas.line([at(*point) for point in points], fill="none", stroke=theme.ink, width=0.05)
    for point in points:
        canvas.circle(at(*point), 0.12, fill=theme.ink)
    canvas.text(title, (WIDTH / 2, -0.8), SIZE, theme.ink, bold=True)
    return canvas.svg(title=title)


FORMAT = 2
SCHEMA = """
CREATE TABLE IF NOT EXISTS series (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS terms (
    place TEXT PRIMARY KEY, value TEXT NOT NULL, digest TEXT NOT NULL, engine TEXT NOT NULL,
    seconds REAL NOT NULL, memory INTEGER NOT NULL, version TEXT NOT NULL, checksum TEXT NOT NULL
) WITHOUT ROWID;
"""


class TermStore:
    """The terms of one family that are known already; `add` writes one."""

    def __init__(self, path: Path, db: sqlite3.Connection, family: dict[str, str]) -> None:
        self.path, self.family = path, family
        self._db = db

    def get(self, index: Index) -> Term | None:
        """The term of these values, if it is there. Raises TilewrightError where it is not as it was written."""
        with _detect_damage(self.path, f"the term of {', '.join(map(str, index))}"):
            row = self._db.execute("SELECT * FROM terms WHERE place = ?", (json.dumps(index),)).fetchone()
            if row is None:
                return None
            _, value, *others, checksum = row
            if checksum != self._checksum(index, value, *others):
                raise ValueError("its checksum is wrong")
            with any_digits():  # the checksum says that we wrote it
                return Term(index, int(value), *others)

    def add(self, term: Term) -> None:
        """Write a term; TilewrightError when the disk refuses."""
        row = (digits(term.value), term.digest, term.engine, float(term.seconds), term.memory, term.version)
        with _detect_full(self.path, "; the terms before are safe"):
            self._db.execute(
                "INSERT INTO terms VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (json.dumps(term.index), *row, self._checksum(term.index, *row)),
            )

    def _checksum(self, index: Index, *row: object) -> str:
        """Of the family, the place, and all that is kept of a term, its types too; not against those who mean harm, who can make one."""
        text = json.dumps([sorted(self.family.items()), index, *row])
        return hashlib.sha256(text.encode()).hexdigest()

    def agree(self) -> None:
        """Write what the series is of, or compare it."""
        with _detect_damage(self.path, "its head"):
            is_new = not self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'series'").fetchone()
            there = {} if is_new else dict(self._db.execute("SELECT key, value FROM series"))
        wanted = {**self.family, "format": str(FORMAT)}
        if not there:
            with _detect_full(self.path):
                self._db.executescript(f"BEGIN IMMEDIATE; {SCHEMA}")
                self._db.executemany("INSERT INTO series VALUES (?, ?)", wanted.items())
                self._db.execute("COMMIT")
        elif there != wanted:
            key = next(key for key in wanted | there if there.get(key) != wanted.get(key))
            raise RunMismatchError(
                f"{self.path} holds another series: its {key} is {there.get(key)!r}: expected {wanted.get(key)!r}, "
                "or another file"
            )


@contextmanager
def open_store(path: Path, family: dict[str, str]) -> Iterator[TermStore]:
    """Open the store of a family, or create it. One process at a time; RunMismatchError for another family's."""
    if (path.exists() and not path.is_file()) or not path.resolve().parent.is_dir():
        raise NotationError(f"--store {path}: expected a file in an existing directory")
    if path.exists():
        with path.open("rb") as file:
            if file.read(len(MAGIC)) not in (b"", MAGIC):
                raise NotationError(f"--store {path}: expected a store that `tilewright series` wrote, or a new file")
    with closing(lock_store(path, "series")), closing(_connect(path)) as db:
        store = TermStore(path, db, family)
        store.agree()
        yield store


@contextmanager
def _detect_full(path: Path, rest: str = "") -> Iterator[None]:
    """Raise TilewrightError when the disk refuses what the body writes."""
    try:
        yield
    except SQLITE_ERRORS as error:
        if is_outside_error(error):
            raise TilewrightError(f"cannot write {path}: {error}{rest}") from error
        raise


@contextmanager
def _detect_damage(path: Path, part: str) -> Iterator[None]:
    """As for the store of a run, but of a series nothing is to be salvaged: its other terms can be counted again."""
    try:
        with detect_damage(path, part):
            yield
    except DamageError as damage:
        raise TilewrightError(
            f"{path} is damaged ({damage.what}): expected a store as `tilewright series` wrote it; remove it, or name another "
            "one, to count its terms again"
        ) from None


def _connect(path: Path) -> sqlite3.Connection:
    with _detect_damage(path, "its head"), close_on_error(connect(path)) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "terms" not in tables:
            raise NotationError(f"--store {path} holds something else: expected a store of `tilewright series`")
        return db
