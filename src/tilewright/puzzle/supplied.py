"""Puzzles of pieces with names and copies, and their covers, in which indistinguishable pieces form one class."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from tilewright.errors import NotationError, quote
from tilewright.exact_cover.problem import UNLIMITED
from tilewright.lattice import Atom
from tilewright.pieces.piece import Counted
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Compiled, Owner, Puzzle

MOST_TOLD = 20  # largest number of names in a message
P = TypeVar("P", bound=Counted)


class SuppliedPuzzle(Puzzle, Generic[P]):
    """A puzzle of pieces with names and copies, some of which may be pinned."""

    @property
    @abstractmethod
    def supply(self) -> tuple[P, ...]:
        """The pieces, or their equivalent."""

    @property
    def piece_names(self) -> tuple[str, ...]:
        """The names of the pieces."""
        return tuple(piece.name for piece in self.supply)

    @cached_property
    def by_name(self) -> dict[str, P]:
        """The pieces by their names."""
        return {piece.name: piece for piece in self.supply}

    def named(self, name: str) -> P:
        """Return the piece called `name`. Raises NotationError listing the names there are."""
        if (found := self.by_name.get(name) if isinstance(name, str) else None) is None:
            names = ", ".join(self.piece_names[:MOST_TOLD]) + ", ..." * (len(self.supply) > MOST_TOLD)
            raise NotationError(f"no {self.owner_word} {quote(str(name))}: expected one of {names}")
        return found

    def copies_of(self, name: str) -> tuple[int, int]:
        """Return (fewest, most) placements that may carry a name, by copies and area."""
        piece = self.named(name)
        room = (len(self.board.atoms) + len(self.board.optional)) // piece.size
        lo, hi = piece.copies
        return lo, room if hi is None else min(room, hi)

    def _check_names(self) -> None:
        if twice := next((name for name, times in Counter(self.piece_names).items() if times > 1), None):
            raise NotationError(f"two {self.owner_word}s are called {quote(twice)}: expected names that differ")

    def _check_pins_compatible(self) -> None:
        word = self.owner_word
        owner: dict[Atom, Placement] = {}
        for pin in self.pinned_placements:
            if (met := next((owner[atom] for atom in pin.atoms if atom in owner), None)) is not None:
                how = "overlap at" if len(pin) > 1 else "both lie at"
                at = f"{how} {min(set(pin.atoms) & set(met.atoms))}"
                raise NotationError(
                    f"pinned {word}s {quote(met.piece)} and {quote(pin.piece)} {at}: expected one there"
                )
            owner.update(dict.fromkeys(pin.atoms, pin))
        for name, times in Counter(pin.piece for pin in self.pinned_placements).items():
            most = self.named(name).copies[1]
            if most is not None and times > most:
                raise NotationError(f"{word} {quote(name)} is pinned {times} times: expected at most its {most} copies")


@dataclass(frozen=True)
class OwnerClass(Generic[P]):
    """Indistinguishable pieces with their total number of copies; `pinned` has the name of each of their pins."""

    pieces: tuple[P, ...]
    pinned: tuple[str, ...] = ()

    @property
    def copies(self) -> tuple[int, int | None]:
        """The (fewest, most) copies in total; a pin is a copy of the piece that it names, and of no other."""
        if len(self.pieces) == 1 and not self.pinned:
            return self.pieces[0].copies
        highs = [piece.copies[1] for piece in self.pieces]
        fewest = sum(max(piece.copies[0], self.pinned.count(piece.name)) for piece in self.pieces)
        return fewest, None if None in highs else sum(h for h in highs if h)

    @property
    def bounded(self) -> bool:
        """Whether the number of copies constrains anything beyond the pins."""
        return self.copies != (len(self.pinned), None)

    def names_in_turn(self, wanted: int) -> list[str]:
        """Return names for `wanted` copies besides the pinned ones.

        Each piece first gets the copies that it must have; the remaining copies are then assigned in order.
        """
        left = [(piece.name, *self._left(piece)) for piece in self.pieces]
        names = [name for name, lo, _ in left for _ in range(lo)][:wanted]
        for name, lo, hi in left:
            names += [name] * min(wanted - len(names), wanted if hi is None else hi - lo)
        return names

    def _left(self, piece: P) -> tuple[int, int | None]:
        """Return (fewest, most) copies of a piece besides its pins."""
        (lo, hi), pinned = piece.copies, self.pinned.count(piece.name)
        return max(0, lo - pinned), None if hi is None else hi - pinned


def owner_classes(pieces: Iterable[P], key: Callable[[P], object], pinned: Sequence[str]) -> tuple[OwnerClass[P], ...]:
    """Group pieces with equal keys into classes, in order of first appearance; `pinned` are the names of the pins."""
    groups: dict[object, list[P]] = {}
    for piece in pieces:
        groups.setdefault(key(piece), []).append(piece)
    names = [{piece.name for piece in group} for group in groups.values()]
    own = (tuple(name for name in pinned if name in mine) for mine in names)
    return tuple(OwnerClass(tuple(group), pins) for group, pins in zip(groups.values(), own, strict=True))


def add_copy_items(classes: Sequence[OwnerClass[P]], lo: list[int], hi: list[int]) -> tuple[int | None, ...]:
    """Append the bounds of an item for each class that needs one; return the items of all classes.

    A class needs an item if it is bounded, or if several unbounded classes can lie on the same atoms in the same way.
    In the second case all unbounded classes have one, because a symmetry that exchanges two of them must map items to
    items.
    """
    free = Counter(form for each in classes if not each.bounded for form in each.pieces[0].motions)
    shared = any(times > 1 for times in free.values())
    found: list[int | None] = []
    for each in classes:
        counted = shared or each.bounded
        found.append(len(lo) if counted else None)
        if counted:
            lo.append(each.copies[0])
            hi.append(UNLIMITED if each.copies[1] is None else each.copies[1])
    return tuple(found)


@dataclass(frozen=True)
class CompiledClasses(Compiled, Generic[P]):
    """The cover of a puzzle of pieces with copies.

    classes: the classes of indistinguishable pieces; they are the owners.
    copy_items: for each class the item that counts its copies, or None when any number is allowed.
    """

    classes: tuple[OwnerClass[P], ...] = ()
    copy_items: tuple[int | None, ...] = ()

    @property
    def owners(self) -> range:
        """The classes."""
        return range(len(self.classes))

    def owner_names(self, owner: Owner) -> tuple[str, ...]:
        """Return the names of a class's pieces."""
        return tuple([piece.name for piece in self.classes[owner].pieces])

    @cached_property
    def owners_of_many(self) -> tuple[Owner, ...]:
        """The classes of several pieces."""
        return tuple([owner for owner, each in enumerate(self.classes) if len(each.pieces) > 1])

    def owner_copies(self, owner: Owner) -> tuple[int, int | None]:
        """Return (fewest, most) copies of all pieces of a class together."""
        return self.classes[owner].copies

    def form_of(self, option: int) -> object:
        """Return the form that an option gives its piece, a key of `Counted.motions`."""
        raise NotImplementedError

    def placement(self, option: int, name: str = "") -> Placement:
        """Return the placement of an option.

        Of several identical pieces it is the pinned one, or the one called `name` (by default the first). Each has its
        own motion for a form, because they may be drawn in different orientations.
        """
        placed, name = super().placement(option), self.pins.get(option, name)
        alike = self.classes[self.meanings[option][0]].pieces
        if not name or len(alike) < 2:
            return placed
        piece = next(piece for piece in alike if piece.name == name)
        return Placement(name, placed.atoms, piece.motions[self.form_of(option)], self.puzzle.lattice)

    def owner_item(self, owner: Owner) -> int | None:
        """Return the item that counts the copies of a class."""
        return self.copy_items[owner]

    def names_in_turn(self, owner: Owner, wanted: int) -> list[str]:
        """Return names for `wanted` copies of a class, first those that each piece must have."""
        return self.classes[owner].names_in_turn(wanted)
