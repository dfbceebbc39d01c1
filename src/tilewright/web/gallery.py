"""The puzzles that come with the studio: names, difficulty and pictures for cards, all in `gallery.json` beside this file."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from tilewright.formats import parse
from tilewright.puzzle import Puzzle
from tilewright.web.limits import PhrasedNotationError
from tilewright.web.view import puzzle_view

FILE = Path(__file__).parent / "gallery.json"
SHOWN = ("name", "system", "title", "difficulty", "cells", "card")


@lru_cache
def _items() -> dict[str, dict[str, Any]]:
    items: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return {item["name"]: item for item in items}


@lru_cache
def entries() -> list[dict[str, Any]]:
    """Of every puzzle its name, system, title, difficulty, size in cells, and the picture of its card.

    The picture holds the board's bounds and outline in units of a cell, and the outlines of its pieces in their colors, or its
    clues: never a solution.
    """
    return [{key: item[key] for key in SHOWN} for item in _items().values()]


def puzzle(name: str) -> Puzzle:
    """The puzzle called `name`."""
    if name not in _items():
        raise PhrasedNotationError("the gallery has no such puzzle", "no such puzzle")
    return parse(_items()[name]["text"])


def item_view(name: str) -> dict[str, Any]:
    """The puzzle called `name` for the page, under its title."""
    view = puzzle_view(puzzle(name))
    return {**view, "name": _items()[name]["title"]}
