"""A tile: a cell with a label on each edge, its rule of motion and its copies. Also named sets of tiles.

A named set contains all labellings with a given number of labels, up to turning, or comes from the literature.

MacMahon's 24 squares with three colors and 24 triangles with four are in P. A. MacMahon, New Mathematical Pastimes
(Cambridge, 1921). Wang tiles do not turn. The set of Jeandel and Rao has 11 tiles with four colors and tiles the plane,
but never periodically: E. Jeandel, M. Rao, An aperiodic set of 11 Wang tiles (Advances in Combinatorics 2021:1).
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from tilewright.errors import LimitError, NotationError, argument_error, did_you_mean, quote
from tilewright.lattice import Lattice, Motion, lattice
from tilewright.pieces.piece import COPIES, Copies, Counted, allowed_motions, check_label
from tilewright.puzzle.table import NamedSets

Labels = tuple[str, ...]
Form = tuple[int, Labels]  # the slot of the tile's cell, and its labels there

LATTICES: Mapping[int, str] = {3: "triangular", 4: "square", 6: "hexagonal"}  # by the number of edges
WORDS = ("free", "anything", "uniform")  # words for the border, which cannot be labels
LONGEST_LABEL = 12  # characters
RESERVED = "@/#.,:|*!"  # characters that separate names, labels and copies in text


@dataclass(frozen=True)
class Tile(Counted):
    """A triangle, square or hexagon with a label on each edge.

    name:   the name in drawings and ids; without white space and any of `@ / # . , : | * !`.
    labels: one label for each edge, clockwise: of a square from the top, of a hexagon (which stands on a corner) from
            the right, of a triangle with a corner up from its right side.
    copies: (fewest, most) to be used; most is None if there is no limit.
    motion: "turn", "free" (turn and flip), "fixed", or the names of the allowed motions.

    Raises NotationError for a number of labels that no lattice has, and for an invalid name or label.

    >>> from tilewright import Tile
    >>> tile = Tile("1", ("a", "b", "a", "b"))
    >>> tile.lattice, [motion for motion, form in tile.orientations]
    ('square', ['0', '90'])
    >>> print(Tile("7", ("a", "b", "a", "c"), (0, None), "fixed"))
    7: abac * !fixed
    """

    name: str
    labels: Labels
    copies: Copies = (1, 1)
    motion: str | tuple[str, ...] = "turn"

    def __post_init__(self) -> None:
        check_label("tile name", self.name, RESERVED)
        if not isinstance(self.labels, tuple):
            raise argument_error("labels", self.labels, 'a tuple of labels, e.g. ("a", "b", "a", "c")', False)
        for label in self.labels:
            check_label(f"tile {quote(self.name)}: label", label, RESERVED, LONGEST_LABEL)
            if label in WORDS:
                word = f"label {label!r} is a word for the border: expected another"
                raise NotationError(f"tile {quote(self.name)}: {word}")
        if len(self.labels) not in LATTICES:
            labels = f"{len(self.labels)} labels {quote(' '.join(self.labels))}"
            expected = "expected 3 (triangle), 4 (square) or 6 (hexagon)"
            raise NotationError(f"tile {quote(self.name)} has {labels}: {expected}")
        self._check_copies(f"tile {quote(self.name)}")
        allowed_motions(self.grid, self.motion)

    @property
    def lattice(self) -> str:
        """The name of the lattice whose cells have as many edges as the tile."""
        return LATTICES[len(self.labels)]

    @property
    def grid(self) -> Lattice:
        return lattice(self.lattice)

    @cached_property
    def orientations(self) -> tuple[tuple[str, Form], ...]:
        found: dict[Form, str] = {}
        for motion in allowed_motions(self.grid, self.motion):
            found.setdefault(turned(self.grid, motion, (0, self.labels)), motion.name)
        return tuple((name, form) for form, name in found.items())

    @cached_property
    def forms(self) -> frozenset[Form]:
        """All forms. Tiles with the same forms cannot be told apart."""
        return frozenset(self.motions)

    def form(self, motion: str) -> Form | None:
        """Return the form that a motion gives; None if the motion is unknown or not allowed.

        >>> Tile("1", ("a", "b", "c", "d")).form("90")
        (0, ('d', 'a', 'b', 'c'))
        """
        allowed = next((m for m in allowed_motions(self.grid, self.motion) if m.name == motion), None)
        return None if allowed is None else turned(self.grid, allowed, (0, self.labels))

    def __str__(self) -> str:
        short = all(len(label) == 1 for label in self.labels)
        words = [f"{self.name}:", ("" if short else " ").join(self.labels)]
        lo, hi = self.copies
        if self.copies != (1, 1):
            bounds = f"{lo}" if lo == hi else f"{lo}-{'' if hi is None else hi}"
            words.append(f"*{bounds if self.copies != (0, None) else ''}")
        if self.motion != "turn":
            words.append("!" + (self.motion if isinstance(self.motion, str) else "+".join(self.motion)))
        return " ".join(words)


def turned(grid: Lattice, motion: Motion, form: Form) -> Form:
    """Return the image of a form under a motion: the label of each edge moves with the edge.

    >>> from tilewright.lattice import lattice
    >>> grid = lattice("triangular")
    >>> turned(grid, grid.motion("180"), (0, ("right", "bottom", "left")))
    (1, ('bottom', 'left', 'right'))
    """
    slot, labels = form
    there, places = _moved_sides(grid, motion, slot)
    return there, tuple(labels[place] for place in places)


@lru_cache(maxsize=256)
def _moved_sides(grid: Lattice, motion: Motion, slot: int) -> tuple[int, tuple[int, ...]]:
    """Return the slot of the moved cell, and for each of its sides the side from which it came."""
    start = grid.join((0,) * grid.dimension, slot)
    goal = grid.apply(motion, start)
    before = {grid.apply(motion, other): place for place, other in enumerate(grid.adjacent(start))}
    return grid.split(goal)[1], tuple(before[other] for other in grid.adjacent(goal))


GENERATED: Mapping[str, int] = {"triangles": 3, "macmahon": 4, "wang": 4, "hexagons": 6}  # name -> edges of a tile
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
EXAMPLES = "macmahon3, triangles4, hexagons2, wang2*, jeandel-rao*"
_SET = re.compile(
    r"(?:(?P<name>triangles|macmahon|wang|hexagons)(?P<labels>\d{1,2})|jeandel-rao)(?P<many>[*+?]?)(?:!(?P<motion>\w+))?",
    re.ASCII,
)


def select_tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles of a named set.

    text: a name with its number of labels, then `*`, `+` or `?` for copies, then `!fixed` or `!free`, e.g. "wang2*".

    Raises NotationError that lists the known names, and LimitError for a set that is too large.

    >>> len(select_tiles("macmahon3")), len(select_tiles("triangles4")), len(select_tiles("hexagons2"))
    (24, 24, 14)
    >>> select_tiles("wang2*")[3]
    Tile(name='aabb', labels=('a', 'a', 'b', 'b'), copies=(0, None), motion='fixed')
    """
    match = _SET.fullmatch(text.strip())
    if match is None:
        guess = did_you_mean(text, SETS)
        raise NotationError(f"{quote(text)}: no set of tiles{guess}: expected one such as {EXAMPLES}")
    name = match["name"]
    motion = "turn" if name in ("triangles", "macmahon", "hexagons") else "fixed"
    words = _labellings(name, int(match["labels"])) if name else JEANDEL_RAO
    return tuple(Tile(word, tuple(word), COPIES[match["many"]], match["motion"] or motion) for word in words)


def is_set(text: str) -> bool:
    """Return True if a text is written as the name of a set."""
    return _SET.fullmatch(text.strip()) is not None


def is_meant_as_set(text: str) -> bool:
    """Return True if a text begins like the name of a set, even if the rest is wrong.

    >>> is_meant_as_set("macmahon"), is_meant_as_set("pentominoes")
    (True, False)
    """
    return text.startswith((*GENERATED, "jeandel-rao"))


def _set_rows() -> list[tuple[str, int, str]]:
    return [(name, len(select_tiles(name)), summary) for name, summary in SETS.items()]


def _set_members(name: str) -> list[tuple[dict[str, Any], str]]:
    """Return each tile with its name, number of orientations, and the labels of each orientation.

    The labels go clockwise; those of triangles follow the letter u or d.
    """
    found: list[tuple[dict[str, Any], str]] = []
    for tile in select_tiles(name):
        words = [(tile.grid.letters[slot : slot + 1], "".join(labels)) for _, (slot, labels) in tile.orientations]
        line = f"{tile.name} {len(words)}  {' '.join('/'.join(filter(None, word)) for word in words)}"
        found.append(({"name": tile.name, "labels": list(tile.labels), "motion": tile.motion}, line))
    return found


NAMED_SETS = NamedSets("tile_sets", "tiles", _set_rows, is_meant_as_set, _set_members, str)


def _labellings(name: str, labels: int) -> list[str]:
    """Return the labels of the tiles of a set as words. Of tiles that turn into each other, only the least is kept."""
    edges = GENERATED[name]
    if not 1 <= labels <= len(string.ascii_lowercase):
        raise NotationError(f"{quote(f'{name}{labels}')}: expected 1 to {len(string.ascii_lowercase)} labels")
    if labels**edges > MOST_TILES * (1 if name == "wang" else edges):
        raise LimitError(f"{name}{labels} has about {labels**edges:,} tiles: expected at most {MOST_TILES:,}")
    words = ("".join(word) for word in product(string.ascii_lowercase[:labels], repeat=edges))
    return [word for word in words if name == "wang" or word == min(word[k:] + word[:k] for k in range(edges))]
