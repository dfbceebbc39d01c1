"""What the makers share: the writing of several puzzles."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tilewright.cli.output import write_puzzle
from tilewright.explain.difficulty import Rating
from tilewright.puzzle import Puzzle

SUFFIXES = (".txt", ".svg", ".png", ".json")  # of a puzzle


def write_puzzles(paths: Sequence[Path], puzzles: Sequence[Puzzle], force: bool = False) -> None:
    """Each puzzle to each path; several become `x-001.svg`, `x-002.svg`, ..."""
    digits = max(3, len(str(len(puzzles))))
    for path in paths:
        for number, puzzle in enumerate(puzzles, start=1):
            target = path if len(puzzles) == 1 else path.with_stem(f"{path.stem}-{number:0{digits}}")
            write_puzzle(target, puzzle, force)


def rating_row(rating: Rating) -> dict[str, object]:
    """A rating as JSON."""
    return {"tier": rating.tier, "techniques": dict(rating.techniques)}


def note(text: str) -> None:
    """A note for the user, which is no part of the output."""
    print(text, file=sys.stderr)


def no_line(_: str) -> None:
    """Says nothing, for commands that print JSON."""


def say_line(line: str) -> None:
    """A line on standard output, at once."""
    print(line, flush=True)
