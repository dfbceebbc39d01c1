"""A published sequence to carry further: its puzzles, and its terms in the stored copies of the OEIS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright import loader
from tilewright.puzzle import Puzzle

COPY = "oeis/oeisdata"


@dataclass(frozen=True)
class Target:
    """A sequence to carry further.

    text:   the puzzle of a number n, a notation or TOML.
    start:  the n of its first stored term.
    stored: its terms in the stored copy.
    commit: of that copy.
    extra:  what else is known of longer lists, and `listed` to where they go, if they are known of, but not stored.
    """

    id: str
    name: str
    text: Callable[[int], str]
    start: int
    stored: str
    commit: str
    extra: str = ""
    listed: int = -1

    @property
    def known(self) -> dict[int, int]:
        """The stored terms by n."""
        return {self.start + place: int(term) for place, term in enumerate(self.stored.split(","))}

    @property
    def end(self) -> int:
        """Where what is published ends, as far as is known here."""
        return max(max(self.known), self.listed)

    def puzzle(self, n: int) -> Puzzle:
        """The puzzle whose tilings the n-th term counts."""
        text = self.text(n)
        return loader.parse(text, ".toml") if "=" in text else loader.load(text)
