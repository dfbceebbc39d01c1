"""A tile: a cell with a label on each edge, how it may turn, and how many of it there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from tilewright.arguments import argument_error, check_whole
from tilewright.errors import NotationError, controls_terminal, quote
from tilewright.lattice import Lattice, Motion, lattice
from tilewright.pieces.piece import LONGEST_NAME, MOST_COPIES, MOTIONS

Copies = tuple[int, int | None]
Labels = tuple[str, ...]
Form = tuple[int, Labels]  # the slot of the cell that a tile lies in, and its labels there

LATTICES: Mapping[int, str] = {3: "triangular", 4: "square", 6: "hexagonal"}  # by the number of edges
WORDS = ("free", "anything", "uniform")  # rules of the border: no labels
LONGEST_LABEL = 12  # characters
RESERVED = "@/#.,:|*!"  # stand between names, labels and copies in text


@dataclass(frozen=True)
class Tile:
    """A triangle, square or hexagon with a label on each edge.

    name:   shown in drawings and ids; no white space and none of `@ / # . , : | * !`.
    labels: one for each edge, clockwise: of a square from the top, of a hexagon (which stands on a corner) from the
            right, of a triangle with a corner up from its right side.
    copies: (fewest, most) to be used; most is None when there is any number.
    motion: "turn", "free" (turn and flip) or "fixed"; or the names of the allowed motions.

    Raises NotationError for a number of labels that no lattice has, a name or a label that cannot be.

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
        _check_word("tile name", self.name, LONGEST_NAME)
        if not isinstance(self.labels, tuple):
            raise argument_error("labels", self.labels, 'a tuple of labels, e.g. ("a", "b", "a", "c")')
        for label in self.labels:
            _check_word(f"tile {quote(self.name)}: label", label, LONGEST_LABEL)
            if label in WORDS:
                raise NotationError(
                    f"tile {quote(self.name)}: label {label!r} is a word for the border: expected another"
                )
        if len(self.labels) not in LATTICES:
            raise NotationError(
                f"tile {quote(self.name)} has {len(self.labels)} labels {quote(' '.join(self.labels))}: "
                "expected 3 (triangle), 4 (square) or 6 (hexagon)"
            )
        if not isinstance(self.copies, tuple) or len(self.copies) != 2:
            raise argument_error("copies", self.copies, "(fewest, most)")
        lo, hi = self.copies
        check_whole("copies: fewest", lo, 0, MOST_COPIES)
        check_whole("copies: most", hi, 0, MOST_COPIES, optional=True)
        if hi is not None and hi < max(lo, 1):
            raise NotationError(
                f"tile {quote(self.name)}: copies {lo} to {hi}: expected 0 <= fewest <= most, most >= 1"
            )
        allowed_motions(self.grid, self.motion)

    @property
    def lattice(self) -> str:
        """The name of the lattice that cells with so many edges form."""
        return LATTICES[len(self.labels)]

    @property
    def grid(self) -> Lattice:
        """The lattice."""
        return lattice(self.lattice)

    @cached_property
    def orientations(self) -> tuple[tuple[str, Form], ...]:
        """The distinct results of the allowed motions: (name of the first motion that gives it, form)."""
        found: dict[Form, str] = {}
        for motion in allowed_motions(self.grid, self.motion):
            found.setdefault(turned(self.grid, motion, (0, self.labels)), motion.name)
        return tuple((name, form) for form, name in found.items())

    @cached_property
    def forms(self) -> frozenset[Form]:
        """All forms: tiles with the same ones cannot be told apart."""
        return frozenset(form for _, form in self.orientations)

    @cached_property
    def motions(self) -> dict[Form, str]:
        """The motion of each form."""
        return {form: motion for motion, form in self.orientations}

    def form(self, motion: str) -> Form | None:
        """Return the form that a motion gives; None where the motion is unknown or not allowed.

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
            words.append(
                "*" if (lo, hi) == (0, None) else f"*{lo}" if lo == hi else f"*{lo}-{'' if hi is None else hi}"
            )
        if self.motion != "turn":
            words.append("!" + (self.motion if isinstance(self.motion, str) else "+".join(self.motion)))
        return " ".join(words)

    def with_copies(self, lo: int, hi: int | None) -> Tile:
        """Return the same tile with another number of copies, `hi` None for no upper bound."""
        return replace(self, copies=(lo, hi))


def _check_word(what: str, word: object, longest: int) -> None:
    if not isinstance(word, str):
        raise argument_error(what, word, 'a text, e.g. "a"')
    if not word or len(word) > longest or any(c.isspace() or c in RESERVED or controls_terminal(c) for c in word):
        raise NotationError(
            f"{what} {quote(word)}: expected 1 to {longest} characters other than white space and {' '.join(RESERVED)}"
        )


def allowed_motions(grid: Lattice, motion: str | Sequence[str]) -> tuple[Motion, ...]:
    """Return the motions that a rule allows. Raises NotationError for an unknown name."""
    if motion in MOTIONS:
        return tuple(
            m for m in grid.motions if motion == "free" or (not m.mirrored and (motion == "turn" or m.name == "0"))
        )
    names = (motion,) if isinstance(motion, str) else tuple(motion)
    try:
        return tuple(grid.motion(name) for name in names)
    except KeyError as unknown:
        choices = ", ".join((*MOTIONS, *(m.name for m in grid.motions)))
        raise NotationError(f"unknown motion {unknown} on lattice {grid.name}: expected one of {choices}") from None


def turned(grid: Lattice, motion: Motion, form: Form) -> Form:
    """Return what a motion makes of a form: the label of each edge moves with the edge.

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
    """The slot where a cell goes, and for each of its sides there the one that it was before."""
    start = grid.join((0,) * grid.dimension, slot)
    goal = grid.apply(motion, start)
    before = {grid.apply(motion, other): place for place, other in enumerate(grid.adjacent(start))}
    return grid.split(goal)[1], tuple(before[other] for other in grid.adjacent(goal))
