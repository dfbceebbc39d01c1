"""Writes the covers of puzzles as plain numbers, for the C++ yardstick: dump_cover.py FOLDER PUZZLE..."""

import sys
from collections.abc import Sequence
from pathlib import Path

from tilewright import Puzzle


def text(puzzle: Puzzle) -> str:
    """Rows, each preceded by its length: lo, hi (-1: any), the options (their number first), the order."""
    cover = puzzle.compile().cover
    hi = [-1 if most is None else most for most in cover.hi]
    lines = [_row(cover.lo), _row(hi), str(len(cover.options)), *map(_row, cover.options), _row(cover.order)]
    return "\n".join(lines) + "\n"


def _row(values: Sequence[int]) -> str:
    return " ".join(map(str, (len(values), *values)))


if __name__ == "__main__":
    for notation in sys.argv[2:]:
        Path(sys.argv[1], notation.replace("*", "any") + ".cover").write_text(text(Puzzle.parse(notation)))
