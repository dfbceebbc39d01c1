"""A change of a puzzle that might make it possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.puzzle.puzzle import Puzzle
    from tilewright.puzzle.tiling import Tiling


@dataclass(frozen=True)
class Change:
    """A changed puzzle, to be tried.

    kind, text: what is changed, as a word and as a sentence.
    last_resort: 0, or how many of its kind are reported at most; it is tried only if nothing before it helped.
    finish:     makes (text, puzzle) of the tiling found, where only that tells what the change is.
    """

    kind: str
    text: str
    puzzle: Puzzle
    last_resort: int = 0
    finish: Callable[[Tiling], tuple[str, Puzzle]] | None = None
