"""Constraints on tilings: sentences such as `X touches the border`, and predicates in Python.

A sentence concerns each placement (`X touches the border`), the number of placements (`at most 2 of I touch the
border`) or each pair (`F and N are not adjacent`). `GRAMMAR` lists the accepted forms. This module defines what a
constraint means for placements on the board; `constrain.py` independently turns it into items of the exact cover.

*Adjacent* placements share an edge (in space a face). Placements *meet* if they have a corner point in common, so
adjacent placements meet, too; balls have no corners, and meet if they touch. A cell is at *the border* if a cell beside
it is not on the board, so the edges of holes are border. Rows and columns of `r0c0` count from 0.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Literal, cast

from tilewright.errors import NotationError, check_instance, did_you_mean, quote
from tilewright.lattice import Atom, Lattice, Vector

if TYPE_CHECKING:
    from tilewright.kinds.packing.puzzle import Packing
    from tilewright.puzzle.placement import Placement

GRAMMAR = (
    "X touches the border",
    "no piece touches the border",
    "X, Y do not touch the border",
    "X covers r0c0",
    "X does not cover r0c0",
    "F and N are adjacent",
    "F and N are not adjacent",
    "F and N do not meet",
    "no two of one kind are adjacent",
    "no two of one kind meet at a corner point",
    "no two pieces meet",
    "at most 2 of a kind",
    "at least 1 of I, L touches the border",
    "exactly 3 pieces touch the border",
    "no T",
)
SHOWN = (0, 3, 6, 9, 11)  # sentences of different kinds, as examples in messages
MOST_CONSTRAINTS, LONGEST = 100, 300  # the most constraints of a puzzle, and characters of a sentence
MOST_COUNTED = 1_000_000
CELL = r"(?:l(?P<layer>\d{1,4}))?r(?P<row>\d{1,4})c(?P<column>\d{1,4})(?P<slot>[a-z]?)"
PREDICATE = rf"(?P<negated>not )?(?:(?P<border>touch(?:es)? the border)|covers? {CELL})"
RELATION = r"(?P<relation>adjacent|meet)"
COUNTED = re.compile(
    rf"(?P<bound>at most|at least|exactly) (?P<number>\d{{1,7}})(?: of)? (?P<names>.+?)(?: {PREDICATE})?", re.ASCII
)
NO_TWO = re.compile(rf"no two (?:of )?(?P<names>.+?) {RELATION}", re.ASCII)
TOGETHER = re.compile(rf"(?P<names>.+?) (?P<negated>not )?{RELATION}", re.ASCII)
EACH = re.compile(rf"(?P<names>.+?) {PREDICATE}", re.ASCII)
NONE = re.compile(r"(?:no|without)(?: piece)? (?P<names>\S+(?:(?:, ?| and | or )\S+)*)", re.ASCII)
SAID_OTHERWISE = (
    (r"\s+", " "),
    (r" (?:must|may|can) ?(?:not|never) | cannot | never | (?:does|do) not ", " not "),
    (r" must ", " "),
    (r" (?:are|is|be) not adjacent\b", " not adjacent"),
    (r"( not)? (?:are|is|be) adjacent\b", r"\1 adjacent"),
    (r" meets?(?: even)?(?: at| in)? ?(?:a |one )?(?:corner|corners)?(?: point)?$", " meet"),
)
WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
ALL = ("piece", "pieces", "placement", "placements", "every piece", "each piece", "all pieces", "no piece")
KINDS = ("a kind", "one kind", "each kind", "any kind", "the same kind")
Relation = Literal["adjacent", "meet"]
Each = Callable[["Placement"], bool]
Pair = Callable[["Placement", "Placement"], bool]


@dataclass(frozen=True)
class Where:
    """The predicate of a sentence about one placement: it is at the border, or it covers a cell.

    cell:    the cell; None for the border.
    slot:    the letter of an atom of the cell; "" for all of them.
    negated: whether the predicate must be false.
    """

    cell: Vector | None = None
    slot: str = ""
    negated: bool = False

    def holds(self, ground: Ground, atoms: Iterable[Atom]) -> bool:
        """Return whether the predicate is true of a placement on these atoms."""
        there = ground.border if self.cell is None else ground.parts_of(self.cell, self.slot)
        return any(atom in there for atom in atoms) != self.negated


@dataclass(frozen=True)
class Constraint:
    """A sentence, or a predicate in Python.

    text:     the sentence, or the name of the predicate in messages.
    names:    the pieces that it concerns; empty for all.
    by_kind:  whether the pieces of each shape are considered separately.
    where:    the predicate of each placement, or of those that are counted; None if there is none.
    bounds:   (fewest, most) placements; None if nothing is counted.
    relation: the relation of two placements; None if it does not concern pairs.
    related:  whether the relation must hold; if False, it must not hold.
    among:    whether it also concerns two placements of the same piece.
    each, pair: the predicates in Python.

    >>> parse_constraint("F and N are not adjacent").names
    ('F', 'N')
    >>> parse_constraint("at most two of a kind").bounds
    (0, 2)
    """

    text: str
    names: tuple[str, ...] = ()
    by_kind: bool = False
    where: Where | None = None
    bounds: tuple[int, int | None] | None = None
    relation: Relation | None = None
    related: bool = False
    among: bool = False
    each: Each | None = None
    pair: Pair | None = None

    @property
    def is_predicate(self) -> bool:
        """Whether it is a Python function, which files cannot hold."""
        return self.each is not None or self.pair is not None

    @property
    def is_of_each(self) -> bool:
        """Whether it concerns each placement by itself."""
        return self.each is not None or (self.where is not None and self.bounds is None)

    def is_about(self, name: str) -> bool:
        """Return whether it concerns the placements of a piece."""
        return not self.names or name in self.names

    def allows(self, ground: Ground, placement: Placement) -> bool:
        """Return whether a placement by itself is allowed."""
        if self.each is not None:
            return bool(self.each(placement))
        if not self.is_of_each or self.where is None or not self.is_about(placement.piece):
            return True
        return self.where.holds(ground, placement.atoms)

    def counts(self, ground: Ground, placement: Placement) -> bool:
        """Return whether a placement is among those that are counted."""
        return self.is_about(placement.piece) and (self.where is None or self.where.holds(ground, placement.atoms))

    def allows_pair(self, ground: Ground, one: Placement, other: Placement) -> bool:
        """Return whether two placements that do not overlap may lie on the board together."""
        if self.pair is not None:
            return bool(self.pair(one, other)) and bool(self.pair(other, one))
        if self.relation is None or not self._speaks_of(ground, one.piece, other.piece):
            return True
        return ground.are_related(self.relation, one.atoms, other.atoms) == self.related

    def moved(self, grid: Lattice, vector: Vector) -> Constraint:
        """Return the constraint for the board moved by a vector, with its cells moved as well."""
        if not any(vector):
            return self
        if self.where is not None and self.where.cell is not None:
            cell = tuple(map(int.__add__, self.where.cell, vector))
            found = [*re.finditer(CELL, self.text, re.ASCII)][
                -1
            ]  # the last match, because names of pieces before it may look like cells
            numbers = "".join(f"{letter}{number}" for letter, number in zip("lrc"[-len(cell) :], cell, strict=True))
            text = f"{self.text[: found.start()]}{numbers}{self.where.slot}{self.text[found.end() :]}"
            return replace(self, text=text, where=replace(self.where, cell=cell))
        if not self.is_predicate:
            return self
        back, each, pair = tuple(-v for v in vector), self.each, self.pair

        def before(placement: Placement) -> Placement:
            return replace(placement, atoms=tuple(grid.shift(placement.atoms, back)))

        return replace(
            self,
            each=each and (lambda one: each(before(one))),
            pair=pair and (lambda one, other: pair(before(one), before(other))),
        )

    def _speaks_of(self, ground: Ground, one: str, other: str) -> bool:
        if not (self.is_about(one) and self.is_about(other)):
            return False
        if self.by_kind:
            return ground.kind_of[one] == ground.kind_of[other]
        return self.among or one != other


def predicate(each: Each | None, pair: Pair | None) -> Iterator[Constraint]:
    """Yield a constraint for each function that is given.

    each: a function of a placement, or None.
    pair: a function of two placements, or None.

    Raises NotationError for values that cannot be called.
    """
    for name, function in (("each", each), ("pair", pair)):
        if function is None:
            continue
        if not callable(function):
            raise NotationError(f"{name} = {quote(repr(function))}: expected a function of placements")
        text = f"{name} = {getattr(function, '__qualname__', type(function).__name__)}"
        yield Constraint(text, each=each) if name == "each" else Constraint(text, pair=pair)


def parse_constraint(text: str) -> Constraint:
    """Return the constraint of a sentence.

    Raises NotationError that quotes the sentence and shows accepted ones.
    """
    check_instance("sentence", text, str, "a text; functions are for each= and pair=")
    if len(text) > LONGEST:
        raise NotationError(f"{quote(text)}: expected a sentence of at most {LONGEST} characters")
    said = _normal(text)
    forms = ((NO_TWO, _no_two), (COUNTED, _counted), (TOGETHER, _together), (EACH, _each), (NONE, _none))
    for form, read in forms:
        if (found := form.fullmatch(said)) and (made := read(text.strip(), found)):
            return made
    raise NotationError(f"{quote(text)}: expected a sentence such as {'; '.join(GRAMMAR[each] for each in SHOWN)}")


def _normal(text: str) -> str:
    said = f" {text.strip().rstrip('.')} "
    for pattern, better in SAID_OTHERWISE:
        said = re.sub(pattern, better, said.rstrip() if pattern.endswith("$") else said)
    said = re.sub(r"^ (at most|at least|exactly) (\w+) ", lambda m: f" {m[1]} {WORDS.get(m[2], m[2])} ", said)
    return said.strip()


def _names(text: str) -> tuple[str, ...]:
    if text in ALL or text in KINDS:
        return ()
    parts = (name for part in text.split(",") for name in re.split(r"(?:^|\s)and\s", part.strip()))
    return tuple(dict.fromkeys(filter(None, parts)))


def _where(found: re.Match[str]) -> Where | None:
    negated = bool(found["negated"])
    if found["border"]:
        return Where(negated=negated)
    if found["row"] is None:
        return None
    layer = () if found["layer"] is None else (int(found["layer"]),)
    return Where((*layer, int(found["row"]), int(found["column"])), found["slot"], negated)


def _no_two(text: str, found: re.Match[str]) -> Constraint:
    by_kind, relation = found["names"] in KINDS, cast(Relation, found["relation"])
    return Constraint(text, _names(found["names"]), by_kind, relation=relation, among=True)


def _counted(text: str, found: re.Match[str]) -> Constraint:
    number, bound = min(int(found["number"]), MOST_COUNTED), found["bound"]
    bounds = (0 if bound == "at most" else number, None if bound == "at least" else number)
    return Constraint(text, _names(found["names"]), found["names"] in KINDS, _where(found), bounds)


def _none(text: str, found: re.Match[str]) -> Constraint:
    return Constraint(text, _names(found["names"].replace(" or ", ",")), bounds=(0, 0))


def _together(text: str, found: re.Match[str]) -> Constraint | None:
    names, relation = _names(found["names"]), cast(Relation, found["relation"])
    return Constraint(text, names, relation=relation, related=not found["negated"]) if len(names) > 1 else None


def _each(text: str, found: re.Match[str]) -> Constraint | None:
    names, where = _names(found["names"]), _where(found)
    if where is None:
        return None
    if found["names"] == "no piece":
        return None if where.negated else Constraint(text, where=Where(where.cell, where.slot, True))
    if where.cell is not None and not where.negated:
        return Constraint(text, names, where=where, bounds=(1, None)) if names else None
    return Constraint(text, names, where=where)


class Ground:
    """The board as constraints see it: the atoms at the border, and which atoms are adjacent or meet.

    kind_of: a number for each piece, equal for pieces of equal shape.
    """

    def __init__(self, puzzle: Packing) -> None:
        self.grid, self.there = puzzle.grid, frozenset((*puzzle.board.atoms, *puzzle.board.optional))
        kinds: dict[object, int] = {}
        self.kind_of = {piece.name: kinds.setdefault(piece.forms, len(kinds)) for piece in puzzle.pieces}

    @cached_property
    def border(self) -> frozenset[Atom]:
        """The atoms with a neighbor that is not on the board."""
        return frozenset(
            atom for atom in self.there if any(other not in self.there for other in self.grid.adjacent(atom))
        )

    def parts_of(self, cell: Vector, slot: str) -> tuple[Atom, ...]:
        """Return the atoms of a cell, or its atom in one slot."""
        return atoms_of_slot(self.grid, cell, slot)

    def points(self, atom: Atom) -> frozenset[Vector]:
        """Return the corner points of an atom, in units of 1/scale of lattice coordinates."""
        grid = self.grid
        found: Iterable[Vector] = ()
        if grid.dimension == 3:
            cell, slot = grid.split(atom)
            corners = {corner for face in grid.faces[slot] for corner in face}
            found = (tuple(grid.scale * v + d for v, d in zip(cell, corner, strict=True)) for corner in corners)
        else:
            found = grid.corner_points(atom)
        sides = [grid.scale * period for period in grid.periods] or [0] * grid.dimension
        return frozenset(
            tuple(v % side if side else v for v, side in zip(point, sides, strict=True)) for point in found
        )

    def are_related(self, relation: Relation, one: Iterable[Atom], other: Iterable[Atom]) -> bool:
        """Return whether two sets of atoms that do not overlap are adjacent, or meet."""
        if relation == "adjacent" or self.grid.ball:
            others = frozenset(other)
            return any(near in others for atom in one for near in self.grid.adjacent(atom))
        points = frozenset(point for atom in one for point in self.points(atom))
        return any(not points.isdisjoint(self.points(atom)) for atom in other)


def atoms_of_slot(grid: Lattice, cell: Vector, slot: str) -> tuple[Atom, ...]:
    """Return the atoms of a cell, or its atom in one slot; none if the lattice has no such cells."""
    if len(cell) != grid.dimension:
        return ()
    return (grid.join(cell, grid.letters.index(slot)),) if slot else grid.atoms_of(cell)


def check_constraints(puzzle: Packing) -> None:
    """Raise NotationError for pieces that the puzzle does not have, cells off its board, and too many constraints."""
    if len(puzzle.constraints) > MOST_CONSTRAINTS:
        raise NotationError(f"there are {len(puzzle.constraints)} constraints: expected at most {MOST_CONSTRAINTS}")
    names, letters = puzzle.piece_names, puzzle.grid.letters
    for each in puzzle.constraints:
        said = quote(each.text)
        for name in each.names:
            if name not in names:
                guess = did_you_mean(name, names)
                expected = f"expected one of {quote(', '.join(names))}"
                raise NotationError(f"{said}: no piece {quote(name)}{guess}: {expected}")
        if each.where is None or each.where.cell is None:
            continue
        if each.where.slot and each.where.slot not in letters:
            expected = f"expected one of the letters {quote(letters)}, or none"
            raise NotationError(f"{said}: {quote(each.where.slot)}: {expected}")
        ground = Ground(puzzle)
        if ground.there.isdisjoint(ground.parts_of(each.where.cell, each.where.slot)):
            raise NotationError(f"{said}: the cell is not on the board; rows and columns count from 0")


def constraint_faults(
    constraints: Sequence[Constraint], ground: Ground, placements: Sequence[Placement], partial: bool
) -> Iterator[tuple[str, tuple[Atom, ...]]]:
    """Yield each fault as a sentence with the atoms concerned. If `partial`, lower bounds are not checked."""
    known = [one for one in placements if one.piece in ground.kind_of and len({len(atom) for atom in one.atoms}) == 1]
    for each in constraints:
        for one in known if each.is_of_each else ():
            if not each.allows(ground, one):
                yield f"piece {one.piece} breaks the constraint {quote(each.text)}", one.atoms
        if each.bounds is not None:
            lo, hi = each.bounds
            kind_of = {name: kind if each.by_kind else 0 for name, kind in ground.kind_of.items()}
            counted = Counter(kind_of[one.piece] for one in known if each.counts(ground, one))
            for number in (counted[kind] for kind in set(kind_of.values())):
                if (number < lo and not partial) or (hi is not None and number > hi):
                    yield f"there are {number}, which breaks the constraint {quote(each.text)}", ()
        if each.relation is not None or each.pair is not None:
            for one, other in combinations(known, 2):
                if set(one.atoms).isdisjoint(other.atoms) and not each.allows_pair(ground, one, other):
                    text = f"{one.piece} and {other.piece} break the constraint {quote(each.text)}"
                    yield text, tuple(sorted((*one.atoms, *other.atoms)))
