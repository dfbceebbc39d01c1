"""The answers that need no Python in the page, worked out when the site is built."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tilewright.web import puzzles
from tilewright.web.answers import answer
from tilewright.web.requests import StudioLimits

ONCE = ("/api/lattices", "/api/gallery", "/api/sets", "/api/ladders")
FIRST = "katamino/5x3"  # what a first visit shows: see static/main.js


def write_answers(folder: Path) -> None:
    """Write answers.json (path -> answer), views.json with every puzzle of the gallery, and boxes.json with the shelf."""
    folder.mkdir(parents=True, exist_ok=True)
    views = {
        f"/api/gallery/{entry['name']}": _answer(f"/api/gallery/{quote(entry['name'])}") for entry in puzzles.entries()
    }
    answers = {path: _answer(path) for path in ONCE}
    first = f"/api/gallery/{FIRST}"
    _write(folder / "answers.json", {**answers, first: views[first]})
    _write(folder / "views.json", views)
    _write(folder / "boxes.json", {"/api/boxes": _answer("/api/boxes")})


def _answer(path: str) -> Any:
    return answer("GET", path, b"", StudioLimits())


def _write(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
