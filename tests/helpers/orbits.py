"""Orbits of tilings by the rule of rules.md, "Up to symmetry", cell by cell: no covers, and of the lattice only its tables.

Everything is tried: each motion, at each translation that takes one cell of the board to another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from tests.helpers.brute import Cells, Named, is_flat
from tilewright.api.solve import solve
from tilewright.kinds import Packing
from tilewright.lattice import Atom, Lattice, Motion, lattice
from tilewright.pieces import Piece

Paints = dict[Atom, frozenset[str]]  # where an atom may lie only on these
Move = dict[Atom, Atom]
Key = tuple[object, ...]  # (copies, placements, pins, orientations)


def orbits_by_cells(puzzle: Packing) -> tuple[int, int]:
    """The numbers of classes of the tilings that the reference engine lists, up to rotations and up to symmetries."""
    tilings = solve(puzzle, None, engine="reference").tilings
    plain = PlainSymmetry(puzzle)
    return plain.orbits(frozenset((p.piece, frozenset(p.atoms)) for p in tiling.placements) for tiling in tilings)


@dataclass(frozen=True)
class PlainSymmetry:
    """A packing and what is the same up to its symmetries; `labelled` tells identical pieces apart."""

    puzzle: Packing
    labelled: bool = False

    @cached_property
    def flat(self) -> Lattice:
        return lattice(self.puzzle.board.lattice.split("~")[0])

    @cached_property
    def periods(self) -> tuple[int, ...]:
        """After how many cells each coordinate begins again, or 0; only the name of the lattice is believed."""
        _, wrapped, size = self.puzzle.board.lattice.partition("~")
        sides = [int(side) for side in size.split("x")] if wrapped else []
        return (*(0,) * (self.flat.dimension - len(sides)), *sides)

    def rolled(self, atom: Atom, step: Iterable[int]) -> Atom:
        moved = (value + way for value, way in zip(atom, step, strict=False))
        place = tuple(value % period if period else value for value, period in zip(moved, self.periods, strict=False))
        return place + atom[len(place) :]

    def steps(self, start: Atom, goals: Iterable[Atom]) -> Iterator[tuple[int, ...]]:
        """The translations that take an atom to one of its slot among the goals."""
        size = self.flat.dimension
        return (
            tuple(b - a for a, b in zip(start, goal, strict=True))[:size]
            for goal in goals
            if goal[size:] == start[size:]
        )

    @cached_property
    def must(self) -> Cells:
        return frozenset(self.puzzle.board.atoms)

    @cached_property
    def may(self) -> Cells:
        return frozenset(self.puzzle.board.optional)

    @cached_property
    def pins(self) -> dict[Cells, str]:
        return {frozenset(pin.atoms): pin.piece for pin in self.puzzle.pinned}

    def motions(self, piece: Piece) -> list[Motion]:
        every = self.flat.motions
        if piece.motion == "free" or (piece.motion == "turn" and is_flat(piece.atoms, self.flat)):
            return list(every)
        if piece.motion == "turn":
            return [motion for motion in every if not motion.mirrored]
        names = (piece.motion,) if isinstance(piece.motion, str) else piece.motion
        return [motion for motion in every if motion.name in names or (names == ("fixed",) and motion is every[0])]

    def turned(self, piece: Piece) -> Iterator[Paints | dict[Atom, None]]:
        """Each way of the piece to lie, with the paints that its atoms bear."""
        bears = {atom: frozenset(paints) for atom, paints in piece.allowed_paints}
        for motion in self.motions(piece):
            yield {self.flat.apply(motion, atom): bears.get(atom) for atom in piece.atoms}  # type: ignore[misc]

    def laid(self, shape: Paints | dict[Atom, None], step: Iterable[int]) -> Paints | dict[Atom, None]:
        step = tuple(step)
        return {self.rolled(atom, step): paints for atom, paints in shape.items()}

    def everywhere(self, shape: Paints | dict[Atom, None]) -> frozenset[object]:
        """The same for all translations of a shape: the shape at each of them that begins in the first cells."""
        wide = [range(n) if n else (-min(atom[axis] for atom in shape),) for axis, n in enumerate(self.periods)]
        return frozenset(frozenset(self.laid(shape, step).items()) for step in product(*wide))

    def likeness(self, piece: Piece) -> object:
        """The same for pieces that cannot be told apart: all their ways to lie, with the paints that they may cover."""
        return frozenset(map(self.everywhere, filter(self.is_whole, self.turned(piece))))

    def is_whole(self, shape: Paints | dict[Atom, None]) -> bool:
        """Whether no two of its atoms meet around the board."""
        return len(self.laid(shape, (0,) * len(self.periods))) == len(shape)

    def orientations(self, name: str, motion: Motion) -> frozenset[object]:
        """What a piece looks like, in all its ways to lie, after a motion."""
        shapes = [{self.flat.apply(motion, atom): None for atom in way} for way in self.turned(self.puzzle.piece(name))]
        return frozenset(map(self.everywhere, filter(self.is_whole, shapes)))

    @cached_property
    def classes(self) -> dict[str, str]:
        """The name of the first piece that each piece cannot be told from."""
        if self.labelled:
            return {piece.name: piece.name for piece in self.puzzle.pieces}
        first: dict[object, str] = {}
        return {piece.name: first.setdefault(self.likeness(piece), piece.name) for piece in self.puzzle.pieces}

    def places(self, piece: Piece) -> Iterator[Cells]:
        """Where the piece may lie: on the board, on paint that it may cover, without meeting a pin of another placement."""
        there, paint = self.must | self.may, dict(self.puzzle.board.paint)
        for shape in self.turned(piece):
            for step in self.steps(next(iter(shape)), there):
                laid = self.laid(shape, step)
                cells = frozenset(laid)
                if len(cells) < len(shape) or not cells <= there:
                    continue
                fits = all(bears is None or atom not in paint or paint[atom] in bears for atom, bears in laid.items())
                own = cells in self.pins and self.classes[self.pins[cells]] == self.classes[piece.name]
                if fits and (own or not any(cells & pin for pin in self.pins)):
                    yield cells

    @cached_property
    def keys(self) -> dict[str, tuple[object, frozenset[Cells], frozenset[Cells]]]:
        """For each class its copies, its placements and its pins."""
        pinned = Counter(pin.piece for pin in self.puzzle.pinned)
        lo, hi = Counter[str](), dict[str, float]()
        for piece in self.puzzle.pieces:
            name = self.classes[piece.name]
            lo[name] += max(piece.copies[0], pinned[piece.name])
            hi[name] = hi.get(name, 0) + (float("inf") if piece.copies[1] is None else piece.copies[1])
        places = {piece.name: frozenset(self.places(piece)) for piece in self.puzzle.pieces if piece.name in lo}
        pins = {name: frozenset(c for c, own in self.pins.items() if self.classes[own] == name) for name in lo}
        return {name: ((lo[name], hi[name]), places[name], pins[name]) for name in lo}

    def isometries(self) -> Iterator[tuple[Motion, Move]]:
        """Every isometry of the lattice that takes the board to itself, with where each atom goes."""
        there = self.must | self.may
        ends = [
            tuple(period * (k == axis) for k in range(len(self.periods))) for axis, period in enumerate(self.periods)
        ]
        still = (0,) * len(self.periods)
        for motion in self.flat.motions:
            zero, *others = [self.flat.apply(motion, self.flat.join(cell, 0)) for cell in (still, *ends)]
            if any(self.rolled(other, still) != self.rolled(zero, still) for other in others):
                continue  # copies of an atom come apart
            turned = {atom: self.flat.apply(motion, atom) for atom in there}
            for step in self.steps(turned[min(there)], sorted(there)):
                move = {atom: self.rolled(to, step) for atom, to in turned.items()}
                if {move[a] for a in self.must} == self.must and {move[a] for a in self.may} == self.may:
                    yield motion, move

    def matching(self, motion: Motion, move: Move) -> dict[str, str] | None:
        """The class that each becomes; of those with the same orientations and placements the first becomes the first."""

        def moved(places: Collection[Cells]) -> frozenset[Cells]:
            return frozenset(frozenset(move[atom] for atom in cells) for cells in places)

        goals: dict[Key, list[str]] = {}
        for name, key in self.keys.items():
            goals.setdefault((*key, self.orientations(name, self.flat.motions[0])), []).append(name)
        found: dict[str, str] = {}
        for name, (copies, places, pins) in self.keys.items():
            left = goals.get((copies, moved(places), moved(pins), self.orientations(name, motion)))
            if not left:
                return None
            found[name] = left.pop(0)
        return found

    def symmetries(self) -> Iterator[tuple[Motion, Move, dict[str, str]]]:
        for motion, move in self.isometries():
            if (names := self.matching(motion, move)) is not None:
                yield motion, move, names

    def orbits(self, tilings: Iterable[Named]) -> tuple[int, int]:
        """The numbers of classes of these tilings, which are all there are: up to rotations and up to symmetries."""
        every = {frozenset((self.classes[name], cells) for name, cells in tiling) for tiling in tilings}
        group = list(self.symmetries())
        found = []
        for mirrors in (False, True):
            seen: set[Named] = set()
            number = 0
            for tiling in every:
                number += tiling not in seen
                for motion, move, names in group:
                    if mirrors or not motion.mirrored:
                        image = frozenset((names[name], frozenset(map(move.__getitem__, c))) for name, c in tiling)
                        assert image in every, "an isometry of the puzzle takes a tiling to none"
                        seen.add(image)
            found.append(number)
        return found[0], found[1]
