"""Place as many tiles as possible within a number of steps, for puzzles whose tilings are out of reach.

Cells are filled in a fixed order, each with a tile that matches its surroundings. At a dead end, the last tile is
removed. After `RESTART` steps the search starts again with the tiles in another order. The cells that the best attempt
left open are then filled with whatever still fits. The result is the best that was found; it need not be the largest
possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from tilewright.errors import OutOfTimeError
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.kinds.edges.compile import TileClass, tile_classes
from tilewright.kinds.edges.puzzle import FREE, UNIFORM, EdgeMatching
from tilewright.kinds.edges.tiles import Form
from tilewright.lattice import Atom
from tilewright.puzzle.placement import Placement

STEPS = 400_000
RESTART = 40_000
Laid = tuple[int, Form]  # a class and the form of its tile
Key = tuple[int, tuple[str, ...]]  # slot, and the label wanted on each side, "" for any


def fill(puzzle: EdgeMatching, steps: int = STEPS, seed: int = 0, deadline: Deadline = NEVER) -> tuple[Placement, ...]:
    """Return the largest set of matching placements that was found, pins included.

    steps: the number of search steps.
    seed:  the seed of the order of the tiles.

    The search ends early at the deadline, without an error.

    >>> from tilewright import load
    >>> len(fill(load("macmahon2@2x3")))
    6
    """
    filler = _Filler(puzzle, Random(seed), deadline)
    with suppress(OutOfTimeError):
        while filler.steps < steps and len(filler.best) < len(puzzle.board.atoms):
            filler.search(min(steps, filler.steps + RESTART))
            filler.keep_best()
            deadline.check()
    return filler.placements(filler.filled_up())


class _Filler:
    """The state of a search: the tiles on the board, and the number left of each class."""

    def __init__(self, puzzle: EdgeMatching, rng: Random, deadline: Deadline) -> None:
        self.puzzle, self.rng, self.deadline = puzzle, rng, deadline
        self.classes: tuple[TileClass, ...] = tile_classes(puzzle.tiles, False, [pin.tile for pin in puzzle.pinned])
        self.near = {atom: tuple(puzzle.grid.adjacent(atom)) for atom in puzzle.board.atoms}
        self.lain = sorted((number, form) for number, each in enumerate(self.classes) for form in each.pieces[0].forms)
        self.showing: dict[tuple[int, int, str], list[Laid]] = {}  # by slot, side and the label there
        for number, (slot, labels) in self.lain:
            for side, label in enumerate(labels):
                self.showing.setdefault((slot, side, label), []).append((number, (slot, labels)))
        self.class_of = {tile.name: number for number, each in enumerate(self.classes) for tile in each.pieces}
        self.steps = 0
        self._begin()
        self.best = dict(self.lying)

    def _begin(self) -> None:
        """Clear the board except for the pins, and shuffle the tiles."""
        places = len(self.puzzle.board.atoms)
        self.left = [places if each.copies[1] is None else each.copies[1] or 0 for each in self.classes]
        self.lying: dict[Atom, Laid] = {}
        self.shown: dict[tuple[Atom, Atom], str] = {}
        self.fitting: dict[Key, list[Laid]] = {}
        self.border = "" if self.puzzle.border == FREE else self.puzzle.border  # "" for any label
        if self.puzzle.border == UNIFORM:
            self.border = self.rng.choice(self.puzzle.labels_used)
        for pin in self.puzzle.pinned:
            form = self.puzzle.tile(pin.tile).form(pin.motion)
            assert form is not None, "pins are checked"
            self._lay(pin.atom, (self.class_of[pin.tile], form))

    def _lay(self, atom: Atom, laid: Laid) -> None:
        self.lying[atom] = laid
        self.left[laid[0]] -= 1
        for other, label in zip(self.near[atom], laid[1][1], strict=True):
            self.shown[other, atom] = self.puzzle.partner(label)

    def _take(self, atom: Atom) -> None:
        number, _ = self.lying.pop(atom)
        self.left[number] += 1
        for other in self.near[atom]:
            del self.shown[other, atom]

    def _wanted(self, atom: Atom) -> Key:
        """Return the labels that a tile on a cell must show to match its neighbors and the border."""
        labels = (self.shown.get((atom, other), "") if other in self.near else self.border for other in self.near[atom])
        return self.puzzle.grid.split(atom)[1], tuple(labels)

    def _choices(self, atom: Atom) -> Iterator[Laid]:
        key = self._wanted(atom)
        if (found := self.fitting.get(key)) is None:
            self.deadline.check()  # the next line may take a millisecond
            found = self._fitting(*key)
            self.rng.shuffle(found)
            self.fitting[key] = found
        return (laid for laid in found if self.left[laid[0]] > 0)

    def _fitting(self, slot: int, wanted: tuple[str, ...]) -> list[Laid]:
        """Return all tiles that show the wanted labels, chosen from those that fit the side with the fewest."""
        sides = [(side, label) for side, label in enumerate(wanted) if label]
        few = min((self.showing.get((slot, *each), []) for each in sides), key=len, default=self.lain)
        return [
            (number, form)
            for number, form in few
            if form[0] == slot and all(form[1][side] == label for side, label in sides)
        ]

    def search(self, until: int) -> None:
        """Place and remove tiles until `until` steps are done or the board is full."""
        self._begin()
        order = [atom for atom in self.puzzle.board.atoms if atom not in self.lying]
        stack: list[Iterator[Laid]] = [self._choices(order[0])] if order else []
        while stack and self.steps < until:
            self.steps += 1
            if self.steps % 1000 == 0:
                self.deadline.check()
            atom = order[len(stack) - 1]
            if atom in self.lying:
                self.keep_best()
                self._take(atom)
            chosen = next(stack[-1], None)
            if chosen is None:
                stack.pop()
                continue
            self._lay(atom, chosen)
            if len(stack) == len(order):
                return
            stack.append(self._choices(order[len(stack)]))

    def keep_best(self) -> None:
        """Copy the board if it is the best so far.

        This is called before a tile is removed. A copy at each new tile would take time quadratic in the size of the
        board.
        """
        if len(self.lying) > len(self.best):
            self.best = dict(self.lying)

    def filled_up(self) -> dict[Atom, Laid]:
        """Return the best board that was found, with its open cells filled where a tile still fits."""
        self.keep_best()
        best = dict(self.best)
        for atom in list(self.lying):
            self._take(atom)
        self.deadline = NEVER  # the deadline may have passed, and the rest is short
        for atom, laid in best.items():
            self._lay(atom, laid)
        if self.puzzle.border == UNIFORM:
            shown = (
                label
                for atom, (_, form) in best.items()
                for other, label in zip(self.near[atom], form[1], strict=True)
                if other not in self.near
            )
            self.border = next(shown, self.border)
        for atom in self.puzzle.board.atoms:
            if atom not in self.lying and (fitting := next(self._choices(atom), None)) is not None:
                self._lay(atom, fitting)
        return self.lying

    def placements(self, lying: dict[Atom, Laid]) -> tuple[Placement, ...]:
        """Return the placements, with names. Pins keep their own; the other tiles of a class are named in turn."""
        pinned = {pin.atom: pin.tile for pin in self.puzzle.pinned}
        by_class: dict[int, list[Atom]] = {}
        for atom, (number, _) in sorted(lying.items()):
            if atom not in pinned:
                by_class.setdefault(number, []).append(atom)
        names = dict(pinned)
        for number, atoms in by_class.items():
            names |= zip(atoms, self.classes[number].names_in_turn(len(atoms)), strict=True)
        tiles = {atom: self.puzzle.tile(name) for atom, name in names.items()}
        return tuple(
            Placement(names[atom], (atom,), tiles[atom].motions[form], self.puzzle.lattice)
            for atom, (_, form) in sorted(lying.items())
        )
