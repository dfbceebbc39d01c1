"""A puzzle that is made on demand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.design.shikaku.maker import Recipe, make
from tilewright.formats.puzzles import json_puzzle
from tilewright.web.work.tell import Tell

TRIES = 200  # puzzles rated on the way to a difficulty: at most half a second at 15 x 15


def tell_new(job: dict[str, Any], tell: Tell) -> None:
    """Make the puzzle of a request."""
    tell({"event": "end", "puzzle": make_puzzle(job["request"])})


def make_puzzle(request: Mapping[str, Any]) -> str:
    """Make the puzzle of a request; return it as the file format's JSON. The same request makes the same puzzle."""
    recipe = Recipe(request["rows"], request["columns"], request["difficulty"], tries=TRIES)
    return json_puzzle.dump(make(recipe, request["seed"]).puzzle)
