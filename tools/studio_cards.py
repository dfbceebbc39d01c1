"""Writes src/tilewright/web/cards.json: cards for the studio's new FridgeIQ puzzles, by difficulty, from a list of challenges.

    tilewright design challenges --pieces fridgeiq --shapes squares,rectangles,triangles,trapezoids,hexagons --from 3 --to 4 \
        --keep solvable --limit 230 -o found.json
    uv run python -m tools.studio_cards found.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

MOST = 80  # cards of a difficulty
FILE = Path(__file__).parents[1] / "src/tilewright/web/cards.json"


def shape_of(row: dict[str, Any]) -> list[list[Any]]:
    """The cells that the card's solution covers."""
    halves: dict[tuple[int, int], set[str]] = {}
    for placement in row["solution"]:
        for r, c, letters in placement["cells"]:
            halves.setdefault((r, c), set()).update(letters)
    return [[r, c, "".join(letter for letter in "nesw" if letter in there)] for (r, c), there in sorted(halves.items())]


def main(source: str) -> None:
    found = json.loads(Path(source).read_text(encoding="utf-8"))
    cards: dict[str, list[list[object]]] = {"easy": [], "medium": [], "hard": []}
    rows = list(found["challenges"])
    Random(0).shuffle(rows)
    for row in rows:
        kept = cards[row["rating"].replace("extreme", "hard")]
        if len(kept) < MOST:
            kept.append([shape_of(row), "".join(sorted(row["pieces"]))])
    lines = (f'"{name}": [\n' + ",\n".join(map(json.dumps, kept)) + "\n]" for name, kept in cards.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
