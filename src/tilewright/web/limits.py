"""What one request to the studio may cost, and refusals as the page gets them: the program's own line, and fields from which
the page makes a sentence in its language.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

from tilewright.errors import BusyError, LimitError, NotationError, TilewrightError, printable
from tilewright.puzzle import Puzzle


class PhrasedError(TilewrightError):
    """An error that the page has a sentence for. `kind` names the sentence, `values` are filled in.

    >>> PhrasedError("the board is too large", "too many cells", count=9999, most=2500).values
    {'count': 9999, 'most': 2500}
    """

    def __init__(self, text: str, kind: str, **values: int | str) -> None:
        super().__init__(text)
        self.kind, self.values = kind, values


class PhrasedLimitError(PhrasedError, LimitError):
    """What was asked for is too large for the studio."""


class PhrasedNotationError(PhrasedError, NotationError):
    """Something was written, or asked for, that the studio cannot take."""


def error_fields(error: Exception) -> dict[str, Any]:
    """The body of an answer that refuses: the line `error`, the `kind` of sentence, and its `values`.

    >>> from tilewright.errors import NotationError
    >>> error_fields(NotationError("line 1: 'Q': expected a piece"))
    {'error': "line 1: 'Q': expected a piece", 'kind': 'notation', 'values': {}}
    """
    if not isinstance(error, TilewrightError):
        return {"error": printable(f"the request is not understood: {error}"), "kind": "request", "values": {}}
    values = error.values if isinstance(error, PhrasedError) else {}
    return {"error": printable(str(error)), "kind": _kind(error), "values": values}


def failed_end(error: TilewrightError | MemoryError) -> dict[str, Any]:
    """The last event of a search that an error ended: the fields of the error, and its line as `text`.

    >>> failed_end(MemoryError())["kind"]
    'no memory'
    """
    if isinstance(error, MemoryError):
        error = PhrasedLimitError("this needs more memory than the studio has: use the command line", "no memory")
    fields = error_fields(error)
    return {"event": "end", "ended": "error", "text": fields["error"], **fields}


def error_of(end: dict[str, Any], otherwise: str) -> PhrasedError:
    """The error that ended a search, from its last event; `otherwise` is said where it was none.

    >>> error_of(failed_end(MemoryError()), "nothing came")
    PhrasedError('this needs more memory than the studio has: use the command line')
    """
    return PhrasedError(end.get("text", otherwise), end.get("kind", "no answer"), **end.get("values", {}))


def _kind(error: TilewrightError) -> str:
    if isinstance(error, PhrasedError):
        return error.kind
    kinds = {BusyError: "busy", LimitError: "limit", NotationError: "notation"}
    return next((kind for each, kind in kinds.items() if isinstance(error, each)), "other")


@dataclass(frozen=True)
class StudioLimits:
    """Bytes of a request, cells of a board, pieces, placements of a search, seconds of a search and of a hint, tilings kept for browsing and
    their bytes, searches waiting.
    """

    body: int = 1 << 20
    cells: int = 2_500
    pieces: int = 500
    options: int = 200_000
    seconds: float = 1200.0
    hint: float = 1.5
    kept: int = 10_000
    kept_bytes: int = 16 << 20
    waiting: int = 500

    def check(self, puzzle: Puzzle) -> None:
        """LimitError when the puzzle is larger than the studio takes, be it only to draw and play it."""
        cells = len(puzzle.board.atoms) + len(puzzle.board.optional)
        cells = ceil(puzzle.grid.area(cells))
        if cells > self.cells:
            raise PhrasedLimitError(
                f"this board has {cells:,} cells; the studio solves up to {self.cells:,}: use the command line",
                "too many cells",
                count=cells,
                most=self.cells,
            )
        pieces = len(puzzle.piece_names)
        if pieces > self.pieces:
            raise PhrasedLimitError(
                f"this puzzle has {pieces:,} pieces; the studio takes up to {self.pieces:,}: use the command line",
                "too many pieces",
                count=pieces,
                most=self.pieces,
            )

    def check_search(self, puzzle: Puzzle) -> None:
        """LimitError when the puzzle has more placements than the studio searches; playing and checking need none."""
        if (options := puzzle.page.placements()) > self.options:
            raise PhrasedLimitError(
                f"this puzzle has about {options:,} placements: it can be played here, but the studio searches up to "
                f"{self.options:,}: use the command line",
                "too many placements",
                count=options,
                most=self.options,
            )


EVERYDAY_CELLS, EVERYDAY_PLACEMENTS = 400, 10_000  # larger puzzles are seldom solved by hand


def is_everyday(puzzle: Puzzle) -> bool:
    """Return True for puzzles of the size people solve by hand, whose hints take a moment only."""
    cells = len(puzzle.board.atoms) + len(puzzle.board.optional)
    return puzzle.grid.area(cells) <= EVERYDAY_CELLS and puzzle.page.placements() <= EVERYDAY_PLACEMENTS
