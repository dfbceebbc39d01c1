"""What the makers share: options, and the writing of several puzzles."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.cli.output import write_puzzle
from tilewright.errors import NotationError, quoted

if TYPE_CHECKING:
    from tilewright.explain.difficulty import Rating
    from tilewright.solve import AnyPuzzle


def whole_number(text: str | int) -> int:
    """An integer of the command line; NotationError quotes what is none."""
    if isinstance(text, str) and not re.fullmatch(r"[+-]?\d{1,18}", text.strip()):
        raise NotationError(f"{quoted(text)} is no seed: expected a whole number")
    return int(text)


def tier(text: str) -> str:
    """A difficulty; NotationError lists those there are."""
    from tilewright.explain.techniques import TIERS

    if text not in TIERS:
        raise NotationError(f"unknown difficulty {quoted(text)}: expected one of {', '.join(TIERS)}")
    return text


SeedOption = Annotated[
    int,
    typer.Option(
        "--seed", parser=whole_number, metavar="N", help="The same seed gives the same puzzle on every machine."
    ),
]
CountOption = Annotated[int, typer.Option("--count", min=1, max=100_000, help="How many, from this seed on.")]
DifficultyOption = Annotated[
    Any | None,  # a Tier
    typer.Option(
        "--difficulty", parser=tier, metavar="easy|medium|hard|extreme", help="By the techniques that solve it."
    ),
]
SUFFIXES = (".txt", ".svg", ".png", ".json")


def check_suffixes(paths: Sequence[Path]) -> None:
    """NotationError when a puzzle cannot be written to one of the paths; before any work is done."""
    for path in paths:
        if path.suffix not in SUFFIXES:
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected one of {' '.join(SUFFIXES)}")
        if not path.parent.is_dir():
            raise NotationError(f"-o {path}: there is no directory {path.parent}")


def write_puzzles(paths: Sequence[Path], puzzles: Sequence[AnyPuzzle]) -> None:
    """Each puzzle to each path; several become `x-001.svg`, `x-002.svg`, ..."""
    digits = max(3, len(str(len(puzzles))))
    for path in paths:
        for number, puzzle in enumerate(puzzles, start=1):
            write_puzzle(path if len(puzzles) == 1 else path.with_stem(f"{path.stem}-{number:0{digits}}"), puzzle)


def rating_row(rating: Rating) -> dict[str, object]:
    """A rating as JSON."""
    return {"tier": rating.tier, "techniques": dict(rating.techniques)}


def note(text: str) -> None:
    """A note for the user, which is no part of the output."""
    print(text, file=sys.stderr)
