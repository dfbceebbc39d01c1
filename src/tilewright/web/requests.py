"""The requests of the page, their limits, and the errors in the form that the page gets.

Requests are strict types, so that the decoder refuses anything else. Errors have the program's own message, and fields
from which the page makes a sentence in its language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal, TypeVar

import msgspec

from tilewright.errors import BusyError, LimitError, NotationError, TilewrightError, printable, quote
from tilewright.formats import NUMBERS_ONLY, entry_of, is_number_rows
from tilewright.formats.solution import parse_solution
from tilewright.loader import parse
from tilewright.pieces import select
from tilewright.puzzle import Puzzle
from tilewright.puzzle.check import faults


class PhrasedError(TilewrightError):
    """An error for which the page has a sentence.

    `kind` names the sentence, and `values` are inserted into it.

    >>> PhrasedError("the board is too large", "too many cells", count=9999, most=2500).values
    {'count': 9999, 'most': 2500}
    """

    def __init__(self, text: str, kind: str, **values: int | str) -> None:
        super().__init__(text)
        self.kind, self.values = kind, values


class PhrasedLimitError(PhrasedError, LimitError):
    """The request is too large for the studio."""


class PhrasedNotationError(PhrasedError, NotationError):
    """The studio cannot read or make what was requested."""


KINDS = {BusyError: "busy", LimitError: "limit", NotationError: "notation"}


def error_fields(error: Exception) -> dict[str, Any]:
    """Return the JSON fields of an error: the message `error`, the `kind` of sentence, and its `values`.

    >>> from tilewright.errors import NotationError
    >>> error_fields(NotationError("line 1: 'Q': expected a piece"))
    {'error': "line 1: 'Q': expected a piece", 'kind': 'notation', 'values': {}}
    """
    if not isinstance(error, TilewrightError):
        return {"error": printable(f"the request is not understood: {error}"), "kind": "request", "values": {}}
    if isinstance(error, PhrasedError):
        kind, values = error.kind, error.values
    else:
        kind, values = next((kind for each, kind in KINDS.items() if isinstance(error, each)), "other"), {}
    return {"error": printable(str(error)), "kind": kind, "values": values}


def failed_end(error: TilewrightError | MemoryError) -> dict[str, Any]:
    """Return the last event of a search that ended with an error: the error's fields, and its message as `text`.

    >>> failed_end(MemoryError())["kind"]
    'no memory'
    """
    if isinstance(error, MemoryError):
        error = PhrasedLimitError("this needs more memory than the studio has: use the command line", "no memory")
    fields = error_fields(error)
    return {"event": "end", "ended": "error", "text": fields["error"], **fields}


def error_of(end: dict[str, Any], otherwise: str) -> PhrasedError:
    """Return the error that ended a search, from the search's last event.

    The message is `otherwise` if that event has no text.

    >>> error_of(failed_end(MemoryError()), "nothing came")
    PhrasedError('this needs more memory than the studio has: use the command line')
    """
    return PhrasedError(end.get("text", otherwise), end.get("kind", "no answer"), **end.get("values", {}))


@dataclass(frozen=True)
class StudioLimits:
    """The limits of the studio.

    body: bytes of a request.

    cells, pieces: size of a puzzle.

    options: placements of a puzzle that is searched.

    seconds, hint: time for a search and for a hint.

    kept, kept_bytes: number and size in bytes of the tilings kept for browsing.

    waiting: searches in the queue.
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

    def check_cells(self, cells: int) -> None:
        """Raise LimitError if a board has too many cells for the studio."""
        _check(cells, self.cells, "this board has {:,} cells; the studio solves up to {:,}", "too many cells")

    def check(self, puzzle: Puzzle) -> None:
        """Raise LimitError if the puzzle is too large for the studio, even if it is only drawn and played."""
        self.check_cells(ceil(puzzle.grid.area(len(puzzle.board.atoms) + len(puzzle.board.optional))))
        text = "this puzzle has {:,} pieces; the studio takes up to {:,}"
        _check(len(puzzle.piece_names), self.pieces, text, "too many pieces")

    def check_search(self, puzzle: Puzzle) -> None:
        """Raise LimitError if the puzzle has too many placements for a search.

        Playing and checking have no such limit.
        """
        text = "this puzzle has about {:,} placements: it can be played here, but the studio searches up to {:,}"
        _check(puzzle.picture.placements(), self.options, text, "too many placements")


def _check(count: int, most: int, text: str, kind: str) -> None:
    if count > most:
        raise PhrasedLimitError(f"{text.format(count, most)}: use the command line", kind, count=count, most=most)


EVERYDAY_CELLS, EVERYDAY_PLACEMENTS = 400, 10_000  # larger puzzles are rarely solved by hand


def is_everyday(puzzle: Puzzle) -> bool:
    """Return whether people solve puzzles of this size by hand; their hints are found quickly."""
    cells = len(puzzle.board.atoms) + len(puzzle.board.optional)
    return puzzle.grid.area(cells) <= EVERYDAY_CELLS and puzzle.picture.placements() <= EVERYDAY_PLACEMENTS


MOST_IN_PIECE = 8  # cells of a piece into which a board is cut
GENRE = re.compile(r"/p(?:\.html)?\?(\w+)")  # the genre in a link of puzz.link


def phrased(text: str, error: NotationError) -> NotationError:
    """Return the error of a text that could not be read, with fields if the page has a sentence for its format.

    >>> phrased("FNPUV@", NotationError("'FNPUV@': expected PIECES@BOARD")).kind
    'bad board'
    """
    entry = entry_of(text)
    if isinstance(error, PhrasedNotationError) or entry is None:
        return error
    line, said = next(line.strip() for line in text.splitlines() if line.strip()), str(error)
    if entry.name == "NOTATION":
        pieces, _, board = line.partition("@")
        try:
            select(pieces)
        except NotationError:
            return PhrasedNotationError(said, "bad pieces", pieces=quote(pieces))
        return PhrasedNotationError(said, "bad board", board=quote(board))
    if entry.name == "PUZZLINK" and (genre := GENRE.search(line)) and genre[1] != "shikaku":
        return PhrasedNotationError(said, "other genre", genre=quote(genre[1]))
    if entry.name in ("PUZZLINK", "JSON", "TOML"):
        return PhrasedNotationError(said, "bad link" if entry.name == "PUZZLINK" else "bad file", line=quote(line))
    return PhrasedNotationError(said, "bad grid") if entry.name == "GRID" else error


Body = TypeVar("Body", bound=msgspec.Struct)


def parse_puzzle(text: str, limits: StudioLimits) -> Puzzle:
    """Parse a puzzle in any supported format and check the studio's limits. File names are not accepted."""
    if not text.strip():
        raise PhrasedNotationError("there is no puzzle yet: draw a board and choose pieces", "no puzzle")
    if entry_of(text) is None:
        line = next(line for line in text.splitlines() if line.strip())
        if is_number_rows(text):
            raise PhrasedNotationError(f"{quote(line)}: {NUMBERS_ONLY}", "unclear numbers", line=quote(line))
        expected = "a link, a drawing with blocks, TOML, JSON, a Shikaku grid or PIECES@BOARD"
        raise PhrasedNotationError(f"{quote(line)}: expected {expected}", "not recognized", line=quote(line))
    try:
        puzzle = parse(text)
    except NotationError as error:
        raise phrased(text, error) from error
    except LimitError as error:
        raise PhrasedLimitError(str(error), "too large", most=limits.cells) from error
    limits.check(puzzle)
    return puzzle


class PuzzleRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request with a puzzle as text, in any format."""

    puzzle: str


class PiecesRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for pieces of named sets, such as `pentominoes:FNPUV`."""

    pieces: str


class CheckRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request with a puzzle and the placements on its board, as the text of our JSON `{"placements": [...]}`."""

    puzzle: str
    solution: str

    def answer(self, limits: StudioLimits) -> dict[str, Any]:
        """Return which rules are broken and where, whether the puzzle is done, and whether it can be searched."""
        puzzle = parse_puzzle(self.puzzle, limits)
        placements = parse_solution(self.solution, puzzle)
        broken = faults(puzzle, placements, partial=True)
        rows = [{"rule": f.rule, "text": f.text, "atoms": f.atoms} for f in broken]
        searchable = puzzle.picture.placements() <= limits.options
        return {"faults": rows, "done": not faults(puzzle, placements), "searchable": searchable}

    def hint(self, limits: StudioLimits) -> tuple[Puzzle, dict[str, Any]]:
        """Return the puzzle, and the job for the process that finds the next step."""
        puzzle = parse_puzzle(self.puzzle, limits)
        limits.check_search(puzzle)
        partial = parse_solution(self.solution, puzzle)
        return puzzle, {"goal": "hint", "puzzle": puzzle, "partial": partial, "seconds": limits.hint}


class SearchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a search.

    goal: "list" tilings, at most `number` of them, that contain the placements in `partial`; "count" the tilings; give
    the "verdict"; count the tilings that use each place ("map"); show a plain search step by step ("steps"); or
    identify the tiling in `partial` among all tilings ("found").

    seconds: a time limit below that of the studio; 0 for the studio's limit.
    """

    puzzle: str
    goal: Literal["list", "count", "verdict", "map", "steps", "found"] = "list"
    number: int = 1
    partial: str = ""
    up_to: Literal["none", "rotations", "symmetries"] = "none"
    seconds: float = 0.0

    def job(self, limits: StudioLimits) -> dict[str, Any]:
        """Return the job for the search process."""
        puzzle = parse_puzzle(self.puzzle, limits)
        limits.check_search(puzzle)
        partial = parse_solution(self.partial, puzzle) if self.partial or self.goal == "found" else ()
        number = max(1, min(self.number, limits.kept))
        job = {"goal": self.goal, "puzzle": puzzle, "number": number, "partial": partial, "up_to": self.up_to}
        seconds = min(self.seconds, limits.seconds) if self.seconds > 0 else limits.seconds
        return {**job, "seconds": seconds, "bytes": limits.kept_bytes}


class CutRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to cut a board of squares into pieces of about `size` cells, with a unique solution.

    `cells` are given as [row, column].
    """

    cells: list[tuple[int, int]]
    difficulty: Literal["easy", "medium", "hard"]
    size: int = 4
    seed: int = 0

    def job(self, limits: StudioLimits) -> dict[str, Any]:
        """Return the job for the process that cuts the board.

        Raises NotationError for an empty board or an unsuitable size of pieces, and LimitError for a board with too
        many cells.
        """
        if not self.cells or not 2 <= self.size <= MOST_IN_PIECE:
            raise PhrasedNotationError(f"pieces of {self.size} cells: expected 2 to {MOST_IN_PIECE}", "not cut")
        limits.check_cells(len(self.cells))
        return {"goal": "cut", "request": msgspec.to_builtins(self)}


class ExportRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a file of the puzzle, or of the tiling in `solution`; printed text is in `language`."""

    puzzle: str
    form: Literal[
        "svg", "png", "pdf", "page", "booklet", "cards", "solids", "laser", "certificate", "json", "toml", "txt", "puzz.link"
    ]  # fmt: skip
    solution: str = ""
    language: str = "en"  # one of `tilewright.publish.paper.LANGUAGES`; printing refuses other languages
