"""Writes the covers of puzzles as plain numbers, for the yardsticks in C++: dump_cover.py FOLDER PUZZLE..."""

import sys
from pathlib import Path

from tilewright import loader
from tilewright.exact_cover.problem import ExactCover


def cover_text(cover: ExactCover) -> str:
    """Rows, each preceded by its length: lo, hi (-1: any), the options (their number first), the order."""
    hi = [-1 if most is None else most for most in cover.hi]
    rows = [cover.lo, hi, *cover.options, cover.order or range(len(hi))]
    lines = [" ".join(map(str, (len(row), *row))) for row in rows]
    return "\n".join([*lines[:2], str(len(cover.options)), *lines[2:], ""])


if __name__ == "__main__":
    for puzzle in sys.argv[2:]:
        name = Path(puzzle).name.replace("*", "any").replace("\n", " ")
        Path(sys.argv[1], f"{name}.cover").write_text(cover_text(loader.load(puzzle).compile().cover))
