"""A puzzle as an exact cover, together with what items and options mean."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self, TypeVar

from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.lattice import Atom
from tilewright.lattice.symmetry import Isometry
from tilewright.puzzle.automorphisms import automorphisms
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle
from tilewright.puzzle.tiling import Tiling

MAX_HINTED = 60_000  # options; beyond it finding the automorphisms costs more than it saves
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

    @abstractmethod
    def image_of_rules(self, isometry: Isometry) -> list[int] | None:
        """Where an isometry of the board takes the items behind the atoms, or None when it does not keep the rules."""

    def names_in_turn(self, owner: Owner, wanted: int) -> list[str]:
        """The names that `wanted` placements of an owner bear, those pinned left out."""
        return [self.owner_names(owner)[0]] * wanted

    def placement(self, option: int, name: str = "") -> Placement:
        """What an option stands for; where its owner has several names, under this one (else the first)."""
        owner, motion = self.meanings[option]
        return Placement(self.owner_names(owner)[0], self.atoms_of(option), motion, self.puzzle.lattice)

    def tiling(self, solution: Solution) -> Tiling:
        """The tiling of a solution, placements by position; owners with several names give them in turn."""
        options = sorted(solution, key=lambda option: self.cover.options[option])
        placements = [self.placement(option) for option in options]
        for owner in self.owners_of_many:
            mine = [
                place
                for place, option in enumerate(options)
                if self.meanings[option][0] == owner and option not in self.pins
            ]
            for place, name in zip(mine, self.names_in_turn(owner, len(mine)), strict=True):
                placements[place] = self.placement(options[place], name)
        return Tiling(self.puzzle, tuple(placements))

    @cached_property
    def owners_of_many(self) -> tuple[Owner, ...]:
        """The owners whose placements bear different names."""
        return tuple(owner for owner in self.owners if len(self.owner_names(owner)) > 1)

    def atoms_of(self, option: int) -> tuple[Atom, ...]:
        """The atoms an option covers, sorted."""
        count = len(self.atoms)
        return tuple(sorted(self.atoms[item] for item in self.cover.options[option] if item < count))

    def with_symmetries(self, deadline: Deadline = NEVER) -> Self:
        """The same with the automorphisms of the cover filled in; raises OutOfTimeError at the deadline."""
        found = automorphisms(self, deadline)
        cover = replace(self.cover, automorphisms=tuple(automorphism for _, automorphism in found))
        return replace(self, cover=cover, isometries=tuple(isometry for isometry, _ in found))

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


C = TypeVar("C", bound=Compiled)


def with_usual_symmetries(compiled: C, hinted: bool, deadline: Deadline) -> C:
    """The same with its symmetries if `hinted`, where finding them pays."""
    return compiled.with_symmetries(deadline) if hinted and len(compiled.cover.options) <= MAX_HINTED else compiled
