"""The terms of a series, counted one after the other and kept in a store; their growth, b-file and plot.

The store is one SQLite file with one row per term. Each row is written in a transaction of its own, so that an
interrupted series continues with its first missing term. Each row has a checksum over the family, the index and all
data of the term, so that a changed number is not taken for a term.
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

    index: the values of the pattern's variables.

    digest: the digest of the counted puzzle.

    seconds: wall time, including reading and compiling.

    memory: the peak memory of the process in bytes so far.
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
    """What to count for each member: up to which symmetries, by which engine and within which limit per term.

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
        """Return what determines the numbers, in the form kept in a store."""
        return {"pattern": self.pattern.text, "suffix": self.pattern.suffix, "up_to": self.up_to}


def terms(
    query: TermQuery, every: Iterable[Index], kept: TermStore | None = None, watch: Watch = nullcontext
) -> Iterator[Term | Count]:
    """Yield the terms in order, each stored as soon as it is counted.

    If a limit is reached, the last value is a Count that is not exact. `watch` is entered with the progress of each
    search.

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
    """Count one member; return the Count itself if it is not exact."""
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
    """Return the number of tilings of a board without cells: 1, or 0 if pieces must be used. None for other boards."""
    pieces, _, board = pattern.filled(index).strip().rpartition("@")
    if pattern.suffix or not pieces or not EMPTY.fullmatch(board):
        return None
    return int(all(piece.copies[0] == 0 for piece in select(pieces, lambda: (1, 1))))


NOTICEABLE = 0.005  # seconds; faster terms do not help to predict the next one
USUAL = 3.0  # assumed growth from term to term if nothing better is known


@dataclass(frozen=True)
class Estimate:
    """The expected seconds and bytes of memory for a term."""

    seconds: float
    memory: int

    def __str__(self) -> str:
        return f"about {in_units(self.seconds)}, {self.memory / 1e6:,.0f} MB"


def estimate(before: Sequence[Term]) -> Estimate | None:
    """Return the estimate for the term after these from the growth of the last ones; None while all were fast.

    Only terms that took a noticeable time are compared, because some terms of a series may be 0 or trivial.

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
    more = max(1.0, held[-1] / held[0]) if held[0] else 1.0  # 0 if the system does not report memory use
    return Estimate(recent[-1].seconds * max(1.0, factor), round(held[-1] * more))


def in_units(seconds: float) -> str:
    """Return a time with two digits and its unit."""
    units = ((86400.0, "days"), (3600.0, "h"), (60.0, "min"), (1.0, "s"))
    size, unit = next((each for each in units if seconds >= each[0]), (0.001, "ms"))
    return f"{float(f'{seconds / size:.2g}'):g} {unit}"


def entropy(value: int, cells: int) -> float | None:
    """Return log(tilings) per cell, or None if there is no tiling.

    >>> round(entropy(12988816, 64), 4)
    0.2559
    """
    return log(value) / cells if value > 0 else None


WIDTH, HEIGHT = 14.0, 8.0  # size of the plot in cells
SIZE = 0.45  # size of its letters in cells


def bfile(terms: Sequence[Term], head: Sequence[str] = ()) -> str:
    """Return the lines of a b-file: the comments in `head`, then `n a(n)` in rising order.

    The terms of a table are numbered 1, 2, 3, ... in the order of its antidiagonals; missing terms are skipped.

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
    """Return an SVG plot of the terms above their n on a logarithmic scale, without terms that are 0."""
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
    """A store of the known terms of one family."""

    def __init__(self, path: Path, db: sqlite3.Connection, family: dict[str, str]) -> None:
        self.path, self.family = path, family
        self._db = db

    def get(self, index: Index) -> Term | None:
        """Return the term for these values, or None if it is not in the store.

        Raises TilewrightError if the row was damaged.
        """
        with _detect_damage(self.path, f"the term of {', '.join(map(str, index))}"):
            row = self._db.execute("SELECT * FROM terms WHERE place = ?", (json.dumps(index),)).fetchone()
            if row is None:
                return None
            _, value, *others, checksum = row
            if checksum != self._checksum(index, value, *others):
                raise ValueError("its checksum is wrong")
            with any_digits():  # the checksum shows that we wrote the number
                return Term(index, int(value), *others)

    def add(self, term: Term) -> None:
        """Write a term. Raises TilewrightError if it cannot be written to the disk."""
        row = (digits(term.value), term.digest, term.engine, float(term.seconds), term.memory, term.version)
        with _detect_full(self.path, "; the terms before are safe"):
            self._db.execute(
                "INSERT INTO terms VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (json.dumps(term.index), *row, self._checksum(term.index, *row)),
            )

    def _checksum(self, index: Index, *row: object) -> str:
        """Return a checksum of the family, the index and all data of a term with their types.

        It detects accidental changes only, since anyone can compute it.
        """
        text = json.dumps([sorted(self.family.items()), index, *row])
        return hashlib.sha256(text.encode()).hexdigest()

    def agree(self) -> None:
        """Write the family into a new store, or check that an existing one is for the same family.

        Raises RunMismatchError for a store of another family.
        """
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
    """Open or create the store of a family, for one process at a time.

    Raises NotationError if the path is not suitable, and RunMismatchError for a store of another family.
    """
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
    """Raise TilewrightError if the body cannot write to the disk."""
    try:
        yield
    except SQLITE_ERRORS as error:
        if is_outside_error(error):
            raise TilewrightError(f"cannot write {path}: {error}{rest}") from error
        raise


@contextmanager
def _detect_damage(path: Path, part: str) -> Iterator[None]:
    """Report damage as for the store of a run, but without advice to salvage it: the terms can be counted again."""
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
