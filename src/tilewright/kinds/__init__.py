"""The kinds of puzzles. Each kind has a folder with everything that concerns it, and a line in `KINDS`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tilewright.errors import NotationError
from tilewright.system import load_object

if TYPE_CHECKING:
    from tilewright.kinds.edges.puzzle import EdgeMatching
    from tilewright.kinds.packing.puzzle import Packing
    from tilewright.kinds.polygons.puzzle import Polygons
    from tilewright.kinds.shikaku.puzzle import Shikaku
    from tilewright.puzzle import Puzzle
    from tilewright.puzzle.table import NamedSets

__all__ = ["EdgeMatching", "Packing", "Polygons", "Shikaku"]


class Kind(NamedTuple):
    """A kind of puzzle: where its class is, and how its tables are recognized.

    module: the module of the class.
    name:   the name of the class.
    key:    a key that only tables of this kind have; "" for packing, which has none.
    sets:   the module whose NAMED_SETS lists the sets that the kind knows by name; "" for none.
    """

    module: str
    name: str
    key: str
    sets: str = ""


KINDS: dict[str, Kind] = {
    "packing": Kind("tilewright.kinds.packing.puzzle", "Packing", ""),
    "shikaku": Kind("tilewright.kinds.shikaku.puzzle", "Shikaku", "shikaku"),
    "edges": Kind("tilewright.kinds.edges.puzzle", "EdgeMatching", "tiles", "tilewright.kinds.edges.tiles"),
    "polygons": Kind("tilewright.kinds.polygons.puzzle", "Polygons", "kind", "tilewright.kinds.polygons.table"),
}


GRID_KEYS = ("clues", "grid")  # keys of Shikaku files written by other programs


def load_kind(kind: Kind) -> type[Puzzle]:
    """Return the class of a kind.

    The class is imported at the first call, because most processes need one kind only.
    """
    found: type[Puzzle] = load_object(kind.module, kind.name)
    return found


def named_sets() -> list[NamedSets]:
    """Return the named sets of each kind that has some."""
    return [load_object(kind.sets, "NAMED_SETS") for kind in KINDS.values() if kind.sets]


def find_named_sets(text: str) -> NamedSets | None:
    """Return the named sets that a text refers to, even if misspelled, or None."""
    return next((sets for sets in named_sets() if sets.is_meant(text)), None)


def __getattr__(name: str) -> object:
    """Import the class of a kind when it is first used (PEP 562)."""
    for kind in KINDS.values():
        if kind.name == name:
            return load_kind(kind)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def from_table(data: object, text: str) -> Puzzle:
    """Return the puzzle of a decoded file.

    data: the decoded file.
    text: the text of the file, which error messages quote.

    Raises NotationError that names the wrong key and quotes its line.

    >>> from_table({"shikaku": "2 . .", "name": "tiny"}, "").name
    'tiny'
    """
    by_key = {kind.key: kind for kind in KINDS.values()}
    own = next((key for key in by_key if key and isinstance(data, dict) and key in data), "")
    if not own and isinstance(data, dict) and not data.keys().isdisjoint(GRID_KEYS) and "pieces" not in data:
        key = next(key for key in GRID_KEYS if key in data)
        raise NotationError(
            f'the key {key}: expected {{"shikaku": [[3, 0, 0], [0, 6, 0]]}}, a row of numbers for each row of cells'
        )
    return load_kind(by_key[own]).from_table(data, text)
