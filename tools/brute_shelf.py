"""Counts boards of the shelf by `benchmarks/brute_drawings.cpp`, which shares nothing with the library.

    python -m tools.brute_shelf BOX/BOARD...

The drawings are taken from the box's file as they stand there; nothing of the library reads them.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from tools.corrections import built

BOXES = Path(__file__).parents[1] / "src/tilewright/shelf/boxes"


def drawings(name: str) -> tuple[str, list[str]]:
    """The lattice of a board `BOX/BOARD`, and the drawings of the board and of each piece in it."""
    box, _, board = name.partition("/")
    data = tomllib.loads((BOXES / f"{box}.toml").read_text("utf-8"))
    row = next(row for row in data["boards"] if row["name"] == board)
    size = re.fullmatch(r"(\d+)x(\d+)", row["board"])
    shape = "\n".join(["#" * int(size[2])] * int(size[1])) if size else row["board"]
    pieces: list[dict[str, Any]] = [each for each in data["piece"] if each["name"] in row.get("subset", [each["name"]])]
    return data.get("lattice", "square"), [
        shape,
        *(each["shape"] for each in pieces for _ in range(each.get("copies", 1))),
    ]


def brute_count(name: str, folder: Path) -> int:
    """The tilings of a board; the program is compiled in the folder."""
    lattice, texts = drawings(name)
    command = [str(built("brute_drawings", folder)), lattice]
    return int(subprocess.run(command, input="\n\n".join(texts), check=True, capture_output=True, text=True).stdout)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:]:
            print(f"{name}: {brute_count(name, Path(folder)):,}", flush=True)


if __name__ == "__main__":
    main()
