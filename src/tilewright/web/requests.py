"""What the page may ask, as types: everything else is refused before it is looked at."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from tilewright.errors import NotationError
from tilewright.formats import json_puzzle, parse
from tilewright.formats.solution import parse_solution
from tilewright.puzzle import Puzzle
from tilewright.puzzle.check import faults
from tilewright.web.limits import StudioLimits

Ask = TypeVar("Ask", bound=msgspec.Struct)


def posed(text: str, limits: StudioLimits) -> Puzzle:
    """The puzzle of a text in any format, within the studio's limits. Never a file: a name is no puzzle here."""
    if not text.strip():
        raise NotationError("there is no puzzle yet: draw a board and choose pieces")
    puzzle = parse(text)
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
        puzzle = posed(self.puzzle, limits)
        placements = parse_solution(self.solution, puzzle)
        broken = faults(puzzle, placements, partial=True)
        rows = [{"rule": f.rule, "text": f.text, "atoms": f.atoms} for f in broken]
        return {"faults": rows, "done": not faults(puzzle, placements)}

    def hint(self, limits: StudioLimits) -> dict[str, Any]:
        """What the process that finds the next step is told."""
        puzzle = posed(self.puzzle, limits)
        parse_solution(self.solution, puzzle)
        text = json_puzzle.dump(puzzle)
        return {"goal": "hint", "puzzle": text, "partial": self.solution, "seconds": limits.hint}


class SearchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A search: list tilings (at most `number`, with what lies there in `partial`), count them, or give the verdict."""

    puzzle: str
    goal: Literal["list", "count", "verdict"] = "list"
    number: int = 1
    partial: str = ""
    up_to: Literal["none", "rotations", "symmetries"] = "none"

    def job(self, limits: StudioLimits) -> dict[str, Any]:
        """What the search process is told."""
        puzzle = posed(self.puzzle, limits)
        if self.partial:
            parse_solution(self.partial, puzzle)
        number = max(1, min(self.number, limits.kept))
        text = json_puzzle.dump(puzzle)
        job = {"goal": self.goal, "puzzle": text, "number": number, "partial": self.partial, "up_to": self.up_to}
        return {**job, "seconds": limits.seconds, "bytes": limits.kept_bytes}


class TakeAwayRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A file to take away: of the puzzle, or of a solution of it where `solution` is given."""

    puzzle: str
    form: Literal["svg", "png", "pdf", "booklet", "json", "toml", "txt", "puzz.link"]
    solution: str = ""
