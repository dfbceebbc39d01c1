"""Shikaku at any size, on the compiled core: candidates, propagation, then the independent components.

Needs no exact cover in Python, so a grid of a million cells fits into memory. Divisions are checked here with numpy,
by the rules of the puzzle: nothing is shared with the search.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from tilewright._kernel import ShikakuJob
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.errors import LimitError, TilewrightError
from tilewright.lazy import lazy
from tilewright.puzzle.shikaku.puzzle import MAX_CANDIDATES, Rect, Shikaku
from tilewright.puzzle.tiling import Tiling

if TYPE_CHECKING:
    import numpy as np
    from numpy import int32, int64
    from numpy.typing import NDArray
else:
    np = lazy("numpy")  # slow to import: counting needs none


NAME = "shikaku"
MOST_DIVISIONS = 10_000  # that are held at once; more are streamed by an engine
SLICE = 0.05  # seconds between two looks at the clock and at Ctrl-C
MOST_KEPT = 50_000_000  # rectangles of all divisions asked for: 16 bytes each


@dataclass(frozen=True)
class Divisions:
    """Divisions of a grid: `rects[d][k]` = (top, left, height, width) of clue k's rectangle in division d.

    `complete` says that there are no others.
    """

    puzzle: Shikaku
    rects: NDArray[int32]
    complete: bool = False

    def __len__(self) -> int:
        return len(self.rects)

    def rectangles(self, division: int = 0) -> list[Rect]:
        """The rectangles of a division, clue by clue."""
        return [(int(t), int(left), int(h), int(w)) for t, left, h, w in self.rects[division].tolist()]

    def tiling(self, division: int = 0) -> Tiling:
        """A division as a tiling, rectangles by position."""
        rows = sorted(enumerate(self.rectangles(division)), key=lambda row: row[1])
        return Tiling(self.puzzle, tuple(self.puzzle.rectangle_of(number, rect) for number, rect in rows))


class ShikakuSearch:
    """The search as the API asks for it."""

    name = NAME

    def __init__(self, puzzle: Shikaku) -> None:
        self.puzzle = puzzle

    def find(self, most: int | None, limit: Limit, report: Report) -> tuple[Tiling, ...] | None:
        """The first divisions; None when all are asked for and they are more than MOST_DIVISIONS."""
        found = divide(self.puzzle, MOST_DIVISIONS if most is None else most, limit, report)
        if most is None and report.ended == "enough":
            report.ended, report.engine = None, ""
            return None
        return tuple(map(found.tiling, range(len(found))))

    def count(self, limit: Limit, report: Report) -> int:
        """The number of divisions."""
        return count(self.puzzle, limit, report)


def divide(puzzle: Shikaku, most: int, limit: Limit = Limit(), report: Report | None = None) -> Divisions:
    """The first `most` divisions; `report.ended` says whether there are more ("enough") or not ("exhausted")."""
    report = report or Report()
    if most * len(puzzle.clues) > MOST_KEPT:
        raise LimitError(f"{most:,} divisions of {len(puzzle.clues):,} rectangles: expected at most {MOST_KEPT:,}")
    job = _run(puzzle, most, limit, report)
    rects = np.asarray(job.divisions()) if job.finished or report.ended else np.empty((0, 0, 4), np.int32)
    found = Divisions(puzzle, rects, job.finished and len(rects) < most)
    if wrong := invalid_divisions(found):
        raise TilewrightError(f"internal error: division {wrong[0]} of the Shikaku search breaks the rules")
    report.solutions = len(found)
    if job.finished:
        report.ended = "enough" if len(found) == most else "exhausted"
    return found


def count(puzzle: Shikaku, limit: Limit = Limit(), report: Report | None = None) -> int:
    """The number of divisions, the product over components; when `report.ended` is not "exhausted", at least so many."""
    report = report or Report()
    job = _run(puzzle, -1, limit, report)
    parts = [high << 64 | low for high, low, _ in job.counts]
    if job.finished and all(exact for _, _, exact in job.counts):
        report.ended = "exhausted"
    elif report.ended is None:
        report.ended = "limit"
    whole = len(parts) == job.components and job.total == job.components and not job.impossible
    report.solutions = prod(parts) if whole and (parts or job.finished) else 0
    return report.solutions


def is_unique(puzzle: Shikaku, limit: Limit = Limit()) -> bool | None:
    """Whether there is exactly one division; None when the limit came first."""
    found = divide(puzzle, 2, limit)
    return len(found) == 1 if found.complete or len(found) == 2 else None


def _run(puzzle: Shikaku, most: int, limit: Limit, report: Report) -> ShikakuJob:
    report.engine = report.engine or NAME
    clues = [(row, column, value or 0) for row, column, value in puzzle.clues]
    job = ShikakuJob(puzzle.rows, puzzle.columns, clues, list(puzzle.pinned), most, limit.nodes or 0, MAX_CANDIDATES)
    deadline = Deadline(limit, report)
    try:
        while not job.wait(max(0.0, min(SLICE, deadline.left))):
            report.nodes = job.nodes
            report.fraction = job.done / job.total if job.total else None
            if (ended := deadline.ended) is not None:
                report.ended = ended
                break
    except KeyboardInterrupt:
        report.ended = "stopped"
    job.stop()
    job.wait(3600.0)
    if job.too_large:
        raise LimitError(f"{job.too_large}: expected fewer or smaller clues")
    report.nodes = job.nodes
    report.notes.update(candidates=job.candidates, components=job.components, undecided=job.undecided)
    if not job.finished and report.ended is None:
        report.ended = "limit"
    return job


def invalid_divisions(found: Divisions) -> list[int]:
    """The numbers of the divisions that are none: every cell once, one clue a rectangle, of its size."""
    puzzle = found.puzzle
    clues = np.array([(r, c, v or 0) for r, c, v in puzzle.clues], dtype=np.int64).reshape(-1, 3)
    return [number for number, rects in enumerate(found.rects) if not _divides(puzzle, rects.astype(np.int64), clues)]


def _divides(puzzle: Shikaku, rects: NDArray[int64], clues: NDArray[int64]) -> bool:
    if rects.shape != (len(clues), 4) or (rects[:, 2:] < 1).any() or (rects[:, :2] < 0).any():
        return False
    top, left, height, width = rects.T
    bottom, right = top + height, left + width
    if (bottom > puzzle.rows).any() or (right > puzzle.columns).any():
        return False
    row, column, value = clues.T
    holds = (top <= row) & (row < bottom) & (left <= column) & (column < right)
    size = (value == 0) | (value == height * width)
    # Corner marks whose sums over rows and columns give the number of rectangles on each cell. Every cell once and
    # each clue in its own rectangle: so no rectangle holds a second clue.
    marks = np.zeros((puzzle.rows + 1, puzzle.columns + 1), np.int64)
    for rows, columns, sign in ((top, left, 1), (top, right, -1), (bottom, left, -1), (bottom, right, 1)):
        np.add.at(marks, (rows, columns), sign)
    cover = marks.cumsum(0).cumsum(1)[:-1, :-1]
    pinned = {tuple(rect) for rect in rects.tolist()}.issuperset(puzzle.pinned)
    return bool(holds.all() and size.all() and (cover == 1).all() and pinned)
