"""The level pack that comes with the package: `levels#heart`, or `levels#7` by number. The file is made by `tools/make_levels.py`."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources

from tilewright.errors import NotationError, did_you_mean, quote
from tilewright.formats.puzzles import blocks
from tilewright.kinds import Packing

PACK = "levels"


@dataclass(frozen=True)
class PackLevel:
    """A level of the pack: a shape, and blocks that fill it in one way without being turned.

    number:     its place in the pack, from 1.
    source:     "published" (Doodle Fit), or "made" by `design blocks`.
    difficulty: easy, medium, hard or extreme, as `rate` says.
    text:       the level as blocks text.
    """

    number: int
    name: str
    source: str
    difficulty: str
    text: str

    @property
    def puzzle(self) -> Packing:
        """The level as a puzzle.

        >>> pack_levels()[0].puzzle.piece_names
        ('0', '1', '2')
        """
        return replace(blocks.parse(self.text), name=self.name)


@lru_cache
def pack_levels() -> tuple[PackLevel, ...]:
    """Return all levels, the published ones first.

    >>> [level.name for level in pack_levels()[:3]]
    ['two', 'cheeseonhead', 'house']
    """
    text = resources.files("tilewright").joinpath("data", "levels.json").read_text(encoding="utf-8")
    rows = enumerate(json.loads(text), start=1)
    return tuple(PackLevel(n, row["name"], row["source"], row["difficulty"], row["level"]) for n, row in rows)


def is_pack(source: str) -> bool:
    """Return True for the name of the pack, alone or with a level behind it."""
    return source == PACK or source.startswith(f"{PACK}#")


def load_level(source: str) -> Packing:
    """Return the puzzle of `levels#NAME` or `levels#NUMBER`. Raises NotationError listing what there is."""
    wanted = source.partition("#")[2].strip()
    by_name = {level.name: level for level in pack_levels()}
    by_name |= {str(level.number): level for level in pack_levels()}
    if wanted in by_name:
        return by_name[wanted].puzzle
    names = ", ".join(level.name for level in pack_levels())
    if not wanted:
        raise NotationError(
            f"{PACK} is a pack of {len(pack_levels())}: expected one of them, e.g. {PACK}#heart; there are {names}"
        )
    guess = did_you_mean(wanted, (level.name for level in pack_levels()))
    raise NotationError(f"{quote(source)}: no such level{guess}: expected 1 to {len(pack_levels())}, or one of {names}")
