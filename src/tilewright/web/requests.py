"""The requests of the page as strict types: anything else is refused by the decoder."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from tilewright.errors import LimitError, NotationError, quote
from tilewright.formats import entry_of, parse
from tilewright.formats.puzzles import json_puzzle
from tilewright.formats.recognize import NUMBERS_ONLY, is_number_rows
from tilewright.formats.solution import parse_solution
from tilewright.puzzle import Puzzle
from tilewright.puzzle.check import faults
from tilewright.web.limits import PhrasedLimitError, PhrasedNotationError, StudioLimits
from tilewright.web.unread import phrased

Body = TypeVar("Body", bound=msgspec.Struct)


def parse_puzzle(text: str, limits: StudioLimits) -> Puzzle:
    """Parse puzzle text in any supported format, enforcing the studio's limits. File names are rejected."""
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
    """A puzzle as text, in any format."""

    puzzle: str


class PiecesRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Pieces of named sets, as in `pentominoes:FNPUV`."""

    pieces: str


class CheckRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A puzzle and what lies on its board, as our JSON `{"placements": [...]}` in text form."""

    puzzle: str
    solution: str

    def answer(self, limits: StudioLimits) -> dict[str, Any]:
        """Which rule fails, and where; `done` when nothing is missing either."""
        puzzle = parse_puzzle(self.puzzle, limits)
        placements = parse_solution(self.solution, puzzle)
        broken = faults(puzzle, placements, partial=True)
        rows = [{"rule": f.rule, "text": f.text, "atoms": f.atoms} for f in broken]
        return {"faults": rows, "done": not faults(puzzle, placements)}

    def hint(self, limits: StudioLimits) -> tuple[Puzzle, dict[str, Any]]:
        """The puzzle, and the job for the process that finds the next step."""
        puzzle = parse_puzzle(self.puzzle, limits)
        limits.check_search(puzzle)
        parse_solution(self.solution, puzzle)
        text = json_puzzle.dump(puzzle)
        return puzzle, {"goal": "hint", "puzzle": text, "partial": self.solution, "seconds": limits.hint}


class SearchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A search: list tilings (at most `number`, with what lies there in `partial`), count them, give the verdict, tell how
    many use each place (`map`), or show a plain search step by step (`steps`). `seconds` may shorten it.
    """

    puzzle: str
    goal: Literal["list", "count", "verdict", "map", "steps"] = "list"
    number: int = 1
    partial: str = ""
    up_to: Literal["none", "rotations", "symmetries"] = "none"
    seconds: float = 0.0

    def job(self, limits: StudioLimits) -> dict[str, Any]:
        """The job for the search process."""
        puzzle = parse_puzzle(self.puzzle, limits)
        limits.check_search(puzzle)
        if self.partial:
            parse_solution(self.partial, puzzle)
        number = max(1, min(self.number, limits.kept))
        text = json_puzzle.dump(puzzle)
        job = {"goal": self.goal, "puzzle": text, "number": number, "partial": self.partial, "up_to": self.up_to}
        seconds = min(self.seconds, limits.seconds) if self.seconds > 0 else limits.seconds
        return {**job, "seconds": seconds, "bytes": limits.kept_bytes}


class ExportRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A file of the puzzle, or of a solution of it where `solution` is given; what is printed is in a language."""

    puzzle: str
    form: Literal[
        "svg",
        "png",
        "pdf",
        "page",
        "booklet",
        "cards",
        "solids",
        "laser",
        "certificate",
        "json",
        "toml",
        "txt",
        "puzz.link",
    ]
    solution: str = ""
    language: Literal["en", "de"] = "en"
