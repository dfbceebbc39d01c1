"""Writes src/tilewright/data/levels.json: the two published levels, and one for each shape of tools/levels/shapes.txt.

A shape stands under a line with its name, the difficulty that is wanted and the number of blocks. Seeds are tried in turn until a
level with one solution has that difficulty: `uv run python -m tools.make_levels [NAME...]` makes all, or these anew.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, cast

from tilewright import Packing, count, load, make_level, rate
from tilewright.design.blocks import NoLevelError
from tilewright.explain.techniques import Tier
from tilewright.formats import dump
from tilewright.puzzle import Board

ROOT = Path(__file__).parent.parent
SHAPES = ROOT / "tools/levels/shapes.txt"
FILE = ROOT / "src/tilewright/data/levels.json"
PUBLISHED = ("two", "cheeseonhead")
SECONDS = 40.0  # for a seed
SEEDS = range(1, 40)

Row = dict[str, Any]


def published(name: str) -> Row:
    """One of the published levels."""
    puzzle = cast(Packing, load(ROOT / "examples/doodle-fit" / name))
    return row(name, puzzle, "published", 0)


def made(name: str, drawing: str, wanted: Tier, blocks: int) -> Row:
    """A level of our own; that of the wanted difficulty, if a seed has one."""
    for seed in SEEDS:
        try:
            level = make_level(Board.parse(drawing), blocks, seed, difficulty=wanted, limit=SECONDS)
        except NoLevelError:
            continue
        if level.reached:
            return row(name, level.puzzle, "made", seed)
    raise SystemExit(f"{name}: no seed gives a level that is {wanted}")


def row(name: str, puzzle: Packing, source: str, seed: int) -> Row:
    """What is kept of a level. Its one solution is counted, its difficulty rated from the puzzle itself."""
    assert count(puzzle).value == 1, name
    found: Row = {"name": name, "source": source, "difficulty": rate(puzzle).tier}
    found |= {"seed": seed} if seed else {}
    return {**found, "blocks": len(puzzle.pieces), "cells": len(puzzle.board.atoms), "level": dump(puzzle, "blocks")}


def shapes() -> dict[str, tuple[str, Tier, int]]:
    """The drawing, the wanted difficulty and the number of blocks of each name."""
    found = {}
    for block in SHAPES.read_text(encoding="utf-8").strip().split("\n\n"):
        head, _, drawing = block.partition("\n")
        name, wanted, blocks = head.split()
        found[name] = (drawing, cast(Tier, wanted), int(blocks))
    return found


def main() -> None:
    """Make what is named, keep the rest."""
    kept = {each["name"]: each for each in json.loads(FILE.read_text("utf-8"))} if FILE.exists() else {}
    names = sys.argv[1:] or [*PUBLISHED, *shapes()]
    for name in names:
        kept[name] = published(name) if name in PUBLISHED else made(name, *shapes()[name])
        print(name, {key: value for key, value in kept[name].items() if key != "level"}, flush=True)
        rows = [kept[each] for each in (*PUBLISHED, *shapes()) if each in kept]
        FILE.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
