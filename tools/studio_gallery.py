"""Writes src/tilewright/web/gallery.json: the puzzles that come with the studio, from `examples/` and from notations.

uv run python -m tools.studio_gallery
"""

from __future__ import annotations

import json
from pathlib import Path

from tilewright import load
from tilewright.formats import dump

ROOT = Path(__file__).parent.parent
SYSTEMS = {
    "doodle-fit": "Doodle Fit",
    "fridgeiq": "FridgeIQ",
    "tetris": "Tetris",
    "katamino": "Katamino",
    "shikaku": "Shikaku",
}
NOTATIONS = [
    ("Katamino", "FNPUV@5x5", "Five pentominoes"),
    ("Katamino", "pentominoes@6x10", "All twelve, 6 x 10"),
    ("Katamino", "pentominoes@8x8-r3c3,r3c4,r4c3,r4c4", "All twelve around a hole"),
    ("Tetris", "tetrominoes*@6x6", "Six by six"),
    ("More", "hexiamonds@6x6", "Twelve hexiamonds"),
    ("More", "tetrahexes@4x7", "Seven tetrahexes"),
]


def main() -> None:
    items = []
    for folder, system in SYSTEMS.items():
        for path in sorted((ROOT / "examples" / folder).iterdir(), key=lambda p: (len(p.name), p.name)):
            puzzle = load(path)
            title = (puzzle.name or path.stem).replace("_", " ").replace("-", " ")
            items.append(
                {"name": f"{folder}/{path.stem}", "system": system, "title": title, "text": dump(puzzle, "json")}
            )
    for system, notation, title in NOTATIONS:
        items.append({"name": notation, "system": system, "title": title, "text": dump(load(notation), "json")})
    text = json.dumps(items, ensure_ascii=False, indent=1)
    (ROOT / "src/tilewright/web/gallery.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
