"""The puzzles that come with the studio: names, and what they are. Kept as text in `gallery.json` beside this file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from tilewright.errors import NotationError
from tilewright.formats import parse
from tilewright.puzzle import Puzzle
from tilewright.puzzle.by_kind import by_kind
from tilewright.render.svg import board_svg
from tilewright.web.view import puzzle_view

FILE = Path(__file__).parent / "gallery.json"
CATALOGUE = "data/silhouettes/fridgeiq-D4-concentric.json"
SHELF = "Catalogue: what all 16 FridgeIQ pieces make with the symmetry of a square"


@lru_cache
def _items() -> dict[str, dict[str, str]]:
    items: list[dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return {item["name"]: item for item in [*items, *_outlines()]}


def _outlines() -> Iterator[dict[str, str]]:
    """The catalogue's outlines that lie on the lattice: as puzzles of all its pieces."""
    catalogue = json.loads((files("tilewright") / CATALOGUE).read_text("utf-8"))
    on_lattice = (
        row for row in catalogue["outlines"] if all(isinstance(v, int) for cell in row["cells"] for v in cell[:2])
    )
    for number, row in enumerate(on_lattice, start=1):
        table = {
            "name": f"FridgeIQ outline {number}",
            "lattice": "halfsquare",
            "pieces": catalogue["pieces"],
            "board": row["cells"],
        }
        text = json.dumps(table, ensure_ascii=False)
        yield {"name": f"outline/{row['id']}", "system": SHELF, "title": f"Outline {number}", "text": text}


def entries() -> list[dict[str, Any]]:
    """Name, system and title of every puzzle."""
    return [{key: item[key] for key in ("name", "system", "title")} for item in _items().values()]


def puzzle(name: str) -> Puzzle:
    """The puzzle called `name`."""
    if name not in _items():
        raise NotationError("the gallery has no such puzzle")
    return parse(_items()[name]["text"])


def item_view(name: str) -> dict[str, Any]:
    """The puzzle called `name` for the page, under its title."""
    view = puzzle_view(puzzle(name))
    return {**view, "name": _items()[name]["title"]}


@lru_cache(maxsize=256)
def picture(name: str) -> str:
    """A small SVG of the puzzle."""
    return thumbnail(puzzle(name))


@by_kind
def thumbnail(puzzle: Puzzle) -> str:
    """What tells a puzzle from others at a glance: its board."""
    return board_svg(puzzle.board)
