"""Solutions of a cover as they are found: each option a line of its items, an empty line after each solution; or as words for JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tilewright.cli.listing.sink import Sink
from tilewright.cover.problem import ExactCover, Solution
from tilewright.puzzle.compiled import Lazy

A_WORD = 64  # bytes of a list that one option of a solution takes, about


class OptionLines(Sink):
    """Prints solutions."""

    def __init__(self, cover: ExactCover) -> None:
        self._lines = Lazy[int, str](lambda option: f"{' '.join(option_words(cover, option))}\n")

    def take(self, batch: Sequence[Solution]) -> None:
        """Print; a reader that has gone ends the search."""
        lines = self._lines
        sys.stdout.write("".join(["".join([lines[option] for option in solution]) + "\n" for solution in batch]))


class OptionWords(Sink):
    """Keeps solutions for the one object of `--json`: for each its options, as lists of words that they share."""

    def __init__(self, cover: ExactCover) -> None:
        self.rows: list[list[list[str]]] = []
        self._words = Lazy[int, list[str]](lambda option: option_words(cover, option))

    def take(self, batch: Sequence[Solution]) -> None:
        """Keep."""
        words = self._words
        self.rows += [[words[option] for option in solution] for solution in batch]
        self.bytes += A_WORD * sum(map(len, batch))


def option_words(cover: ExactCover, option: int) -> list[str]:
    """An option as it stands in the text, its items in their order."""
    names, colors = cover.names, ["", *(f":{name}" for name in cover.color_names)]
    both = zip(cover.options[option], cover.color_rows[option], strict=True)
    return [names[item] + colors[color] for item, color in both]
