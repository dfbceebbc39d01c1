"""A puzzle as an exact cover, together with what items and options mean."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from tilewright.cover.problem import Automorphism, ExactCover, Solution
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.lattice import Atom
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle
from tilewright.puzzle.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.lattice.symmetry import Isometry

MAX_HINTED = 60_000  # options; beyond it finding the automorphisms costs more than it saves
K = TypeVar("K")
T = TypeVar("T")
OptionImages = Callable[[memoryview, int, int], list[int] | None]  # by the images of items, from one option to another
Owner = int  # the number of what a placement is of: a class of identical pieces, or a clue


@dataclass(frozen=True)
class Compiled:
    """An exact cover and what its options mean; each kind of puzzle adds what it knows of its owners.

    atoms:    the atoms of items 0, 1, ...; items after them are the kind's own.
    meanings: for each option its owner and the name of its motion.
    isometries: what each of the cover's automorphisms does to the board; empty when they were not looked for.
    pins:     the options that are pinned where that fixes a name, each with that name.
    """

    puzzle: Puzzle
    cover: ExactCover
    atoms: tuple[Atom, ...]
    meanings: tuple[tuple[Owner, str], ...]
    isometries: tuple[Isometry, ...] = ()
    pins: Mapping[int, str] = field(default_factory=dict)

    @property
    @abstractmethod
    def owners(self) -> range:
        """All owners."""

    @abstractmethod
    def owner_names(self, owner: Owner) -> tuple[str, ...]:
        """The names that placements of an owner may bear."""

    @abstractmethod
    def owner_copies(self, owner: Owner) -> tuple[int, int | None]:
        """(fewest, most) placements of an owner."""

    @abstractmethod
    def owner_item(self, owner: Owner) -> int | None:
        """The item that all placements of an owner cover; None where there is none."""

    def image_of_rules(self, isometry: Isometry) -> list[int] | None:
        """Where an isometry of the board takes the items behind the atoms, or None when it does not keep the rules."""
        return []

    def automorphism(self, isometry: Isometry, atoms: Sequence[int], images: OptionImages) -> Automorphism | None:
        """What an isometry of the board does to the cover; None when it does not keep the rules or a placement becomes none.

        atoms: where it takes the items of atoms.
        """
        rules = self.image_of_rules(isometry)
        if rules is None:
            return None
        items = (*atoms, *rules)
        options = images(memoryview(array("i", items)), 0, len(self.cover.options))
        return None if options is None else Automorphism(items, tuple(options))

    @property
    def colored_cells(self) -> Mapping[int, Sequence[int]]:
        """For each item with colors the cells, by their items, whose options all give it one; each option covers one cell."""
        return {}

    def is_option(self, option: int, placement: Placement) -> bool:
        """Whether an option that covers a placement's atoms with its piece is that placement: usually there is one such."""
        return True

    def names_in_turn(self, owner: Owner, wanted: int) -> list[str]:
        """The names that `wanted` placements of an owner bear, those pinned left out."""
        return [self.owner_names(owner)[0]] * wanted

    def placement(self, option: int, name: str = "") -> Placement:
        """What an option stands for; where its owner has several names, under this one (else the first)."""
        owner, motion = self.meanings[option]
        return Placement(self.owner_names(owner)[0], self.atoms_of(option), motion, self.puzzle.lattice)

    def tiling(self, solution: Solution) -> Tiling:
        """The tiling of a solution, placements by position; owners with several names give them in turn."""
        return Tiling(self.puzzle, self.placements(solution))

    def placements(self, solution: Solution) -> tuple[Placement, ...]:
        """The placements of a solution, by position; each option's is made once and shared by all tilings."""
        options = self.by_position(solution)
        if self.owners_of_many:
            names = self.names_of(options)
            return tuple(self._named[option, names.get(option, "")] for option in options)
        return tuple(map(self._placed.__getitem__, options))

    def by_position(self, solution: Solution) -> list[int]:
        """The options of a solution by the first atom that each covers."""
        return sorted(solution, key=self._first_items.__getitem__)

    def names_of(self, options: Sequence[int]) -> dict[int, str]:
        """The names of those placements of a solution, given by position, whose owners have several; pins have theirs."""
        names: dict[int, str] = {}
        for owner in self.owners_of_many:
            mine = [option for option in options if self.meanings[option][0] == owner and option not in self.pins]
            names.update(zip(mine, self.names_in_turn(owner, len(mine)), strict=True))
        return names

    @cached_property
    def _placed(self) -> Lazy[int, Placement]:
        return Lazy(self.placement)

    @cached_property
    def _named(self) -> Lazy[tuple[int, str], Placement]:
        return Lazy(lambda key: self.placement(*key))

    @cached_property
    def _first_items(self) -> Lazy[int, int]:
        options = self.cover.options
        return Lazy(lambda option: options[option][0])

    @cached_property
    def owners_of_many(self) -> tuple[Owner, ...]:
        """The owners whose placements bear different names."""
        return tuple(owner for owner in self.owners if len(self.owner_names(owner)) > 1)

    def atoms_of(self, option: int) -> tuple[Atom, ...]:
        """The atoms an option covers, sorted."""
        count = len(self.atoms)
        return tuple(sorted(self.atoms[item] for item in self.cover.options[option] if item < count))

    def with_hints(self, deadline: Deadline = NEVER) -> Self:
        """The same with the automorphisms of the cover where they save a search of everything more than they take.

        Raises OutOfTimeError at the deadline.
        """
        return self if len(self.cover.options) > MAX_HINTED else self.with_symmetries(deadline)

    def with_symmetries(self, deadline: Deadline = NEVER) -> Self:
        """The same with the automorphisms of the cover filled in; raises OutOfTimeError at the deadline."""
        if self.isometries:
            return self
        from tilewright.puzzle.automorphisms import automorphisms  # which finding a tiling does not need

        found = automorphisms(self, deadline)
        cover = self.cover.replace(automorphisms=tuple(automorphism for _, automorphism in found))
        return replace(self, cover=cover, isometries=tuple(isometry for isometry, _ in found))

    def label_symmetries(self, deadline: Deadline = NEVER) -> tuple[Automorphism, ...]:
        """The symmetries with exchanges of labels, identity first; for kinds without labels just the symmetries."""
        return self.with_symmetries(deadline).cover.automorphisms

    @cached_property
    def item_owners(self) -> dict[int, Owner]:
        """For each item that stands for an owner, that owner."""
        return {item: owner for owner in self.owners if (item := self.owner_item(owner)) is not None}

    @cached_property
    def options_by_content(self) -> dict[tuple[Owner, tuple[int, ...]], int]:
        """(owner, items that are atoms) -> option."""
        count = len(self.atoms)
        return {
            (owner, tuple(item for item in option if item < count)): index
            for index, (option, (owner, _)) in enumerate(zip(self.cover.options, self.meanings, strict=True))
        }


class Lazy(dict[K, T], Generic[K, T]):
    """What `make` gives for each key, made when it is first asked for."""

    def __init__(self, make: Callable[[K], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> T:
        self[key] = made = self._make(key)
        return made
