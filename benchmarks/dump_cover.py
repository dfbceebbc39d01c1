"""Writes the covers of puzzles as plain numbers, for the yardsticks in C++: dump_cover.py FOLDER PUZZLE..."""

import sys
from pathlib import Path

from tilewright import loader
from tilewright.bench import cover_text

if __name__ == "__main__":
    for puzzle in sys.argv[2:]:
        name = Path(puzzle).name.replace("*", "any").replace("\n", " ")
        Path(sys.argv[1], f"{name}.cover").write_text(cover_text(loader.load(puzzle).compile().cover))
