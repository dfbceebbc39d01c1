"""Named sets of tiles: all labellings with so many labels, up to turning, and sets from the literature.

MacMahon's 24 squares with three colors and 24 triangles with four are in P. A. MacMahon, New Mathematical Pastimes
(Cambridge, 1921). Wang tiles do not turn; the set of Jeandel and Rao, 11 tiles with four colors of which no plane has a
periodic tiling, is from E. Jeandel, M. Rao, An aperiodic set of 11 Wang tiles (Advances in Combinatorics 2021:1).
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from itertools import product

from tilewright.errors import LimitError, NotationError, did_you_mean, quote
from tilewright.kinds.edges.tile import Copies, Tile

GENERATED: Mapping[str, int] = {"triangles": 3, "macmahon": 4, "wang": 4, "hexagons": 6}  # name -> edges of a tile
COPIES: Mapping[str, Copies] = {"": (1, 1), "*": (0, None), "+": (1, None), "?": (0, 1)}
MOST_TILES = 10_000
# Clockwise from the top.
JEANDEL_RAO = ("4212", "2202", "1113", "2123", "1333", "1013", "0010", "1320", "2021", "2141", "3321")
SETS: Mapping[str, str] = {
    "macmahon3": "MacMahon's squares, all with 3 labels, up to turning; also macmahon2, macmahon4, ...",
    "triangles4": "MacMahon's triangles, all with 4 labels, up to turning; also triangles2, triangles3, ...",
    "hexagons2": "hexagons, all with 2 labels, up to turning; also hexagons3, ...",
    "wang2": "Wang tiles, squares that do not turn, all with 2 labels; also wang3, ...",
    "jeandel-rao": "the aperiodic set of Jeandel and Rao",
}
_SET = re.compile(
    r"(?:(?P<name>triangles|macmahon|wang|hexagons)(?P<labels>\d{1,2})|jeandel-rao)(?P<many>[*+?]?)(?:!(?P<motion>\w+))?",
    re.ASCII,
)


def select_tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles of a named set: a name with its number of labels, then `*`, `+` or `?` for copies, `!fixed` or `!free`.

    Raises NotationError listing the names there are, LimitError for a set that is too large.

    >>> len(select_tiles("macmahon3")), len(select_tiles("triangles4")), len(select_tiles("hexagons2"))
    (24, 24, 14)
    >>> select_tiles("wang2*")[3]
    Tile(name='aabb', labels=('a', 'a', 'b', 'b'), copies=(0, None), motion='fixed')
    """
    match = _SET.fullmatch(text.strip())
    if match is None:
        guess = did_you_mean(text, SETS)
        raise NotationError(f"{quote(text)}: no set of tiles{guess}: expected one such as {', '.join(set_examples())}")
    name = match["name"]
    motion = "turn" if name in ("triangles", "macmahon", "hexagons") else "fixed"
    words = _labellings(name, int(match["labels"])) if name else JEANDEL_RAO
    return tuple(Tile(word, tuple(word), COPIES[match["many"]], match["motion"] or motion) for word in words)


def is_set(text: str) -> bool:
    """Return True if a text is written as the name of a set."""
    return _SET.fullmatch(text.strip()) is not None


def is_meant_as_set(text: str) -> bool:
    """Return True if a text begins as the name of a set, so that it is a wrong one or one.

    >>> is_meant_as_set("macmahon"), is_meant_as_set("pentominoes")
    (True, False)
    """
    return text.startswith((*GENERATED, "jeandel-rao"))


def tile_set_rows() -> list[tuple[str, int, str]]:
    """Return a set of each sort as (name, number of tiles, summary)."""
    return [(name, len(select_tiles(name)), summary) for name, summary in SETS.items()]


def set_examples() -> tuple[str, ...]:
    """One name of each sort."""
    return "macmahon3", "triangles4", "hexagons2", "wang2*", "jeandel-rao*"


def _labellings(name: str, labels: int) -> list[str]:
    """Words of so many letters, for tiles that turn the least of each class of turned ones."""
    edges = GENERATED[name]
    if not 1 <= labels <= len(string.ascii_lowercase):
        raise NotationError(f"{quote(f'{name}{labels}')}: expected 1 to {len(string.ascii_lowercase)} labels")
    if labels**edges > MOST_TILES * (1 if name == "wang" else edges):
        raise LimitError(f"{name}{labels} has about {labels**edges:,} tiles: expected at most {MOST_TILES:,}")
    words = ("".join(word) for word in product(string.ascii_lowercase[:labels], repeat=edges))
    return [word for word in words if name == "wang" or word == min(word[k:] + word[:k] for k in range(edges))]
