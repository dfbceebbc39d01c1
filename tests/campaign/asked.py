"""A puzzle of any kind that is asked: what the package says of it, as sets of named places that the truth knows as well."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import tilewright
from tests.campaign.cases import Case, Wrong, expect
from tests.campaign.writing import to_toml

Named = tuple[str, Hashable]  # a placement: the piece, tile or clue, and the place
Tiling = frozenset[Named]


class AnyTruth(Protocol):
    """What the slow program of a kind knows."""

    @property
    def labelled(self) -> list[Tiling]:
        """The tilings, each piece by its own name."""
        ...

    @property
    def tilings(self) -> frozenset[Tiling]:
        """The tilings, pieces that are alike not told apart."""
        ...

    def one_alike(self, placed: Named) -> Named:
        """A placement by the first of the pieces that are alike."""
        ...

    def with_lying(self, lying: Iterable[Named]) -> AnyTruth:
        """What is true with these placements pinned as well."""
        ...


def alike(truth: AnyTruth, tiling: Iterable[Named]) -> Tiling:
    """A tiling with the names of pieces that are alike forgotten."""
    return frozenset(map(truth.one_alike, tiling))


@dataclass
class PuzzleCase(Case, ABC):
    """A puzzle, what is true of it, and the package's object."""

    has_cells = True  # whether coverage and fillings are counted by cells
    is_file = True  # whether a file can hold it

    @property
    @abstractmethod
    def truth(self) -> AnyTruth:
        """What is true of the puzzle; nothing lies there yet."""

    def weigh(self) -> None:
        """Work out the tilings."""
        assert self.truth.labelled is not None

    @property
    @abstractmethod
    def lying(self) -> tuple[Named, ...]:
        """What lies there already."""

    @cached_property
    def started(self) -> AnyTruth:
        """What is true with what lies there already."""
        return self.truth.with_lying(self.lying)

    @property
    @abstractmethod
    def made(self) -> Any:
        """The puzzle as an object of the package."""

    @abstractmethod
    def placement(self, placed: Named) -> Any:
        """A placement as an object of the package."""

    @abstractmethod
    def named(self, placement: Any) -> Named:
        """A placement of the package by its name and place."""

    @abstractmethod
    def table(self) -> dict[str, Any]:
        """The puzzle as the table of a file, in one of its forms."""

    @abstractmethod
    def orbits(self, mirrors: bool, labelled: bool) -> tuple[int, int]:
        """How many tilings there are up to rotations, or with mirrors: the least and the most that can be meant."""

    @abstractmethod
    def places(self, name: str) -> list[Hashable]:
        """Where a piece may lie, at least in part of the cases."""

    def cells(self, place: Hashable) -> Iterable[Hashable]:
        """The cells that a place covers."""
        assert isinstance(place, frozenset)
        return place

    def atoms_of(self, cell: list[Any]) -> list[Any]:
        """The atoms of a cell in an answer."""
        from tilewright.puzzle.board import read_cells

        return list(read_cells(self.made.grid, [cell]))

    def options_of(self, lying: tuple[Named, ...]) -> int | None:
        """How many placements the rules leave with what lies there; None where that is not known."""
        return None

    def has_own_digest(self, table: dict[str, Any]) -> bool:
        """Whether the puzzle of a table must have the digest of the object."""
        return True

    def ways(self) -> list[list[object]]:
        """Other words of the command line that name the puzzle; their files are written."""
        return []

    def texts(self) -> list[str]:
        """Other texts that are the puzzle."""
        return []

    @property
    def file(self) -> Path:
        """A file with the puzzle, in one of its forms."""
        return self.write_table(self.table(), "puzzle")

    def write_table(self, table: dict[str, Any], stem: str) -> Path:
        """Write a table as TOML or JSON."""
        self.records.note_keys(table)
        if self.rng.random() < 0.5:
            return self.write(f"{stem}.toml", to_toml(table))
        return self.write(f"{stem}.json", json.dumps(table))

    def placements(self, lying: Iterable[Named]) -> list[Any]:
        """Placements as objects of the package, in an order that does not depend on hashes."""
        return list(map(self.placement, in_order(lying)))

    def named_all(self, placements: Iterable[Any]) -> Tiling:
        """Placements of the package by names and places; Wrong for one that comes twice."""
        listed = list(map(self.named, placements))
        if len(set(listed)) < len(listed):
            raise Wrong(f"one placement twice: {listed}")
        return frozenset(listed)

    def named_rows(self, rows: Iterable[Any]) -> Tiling:
        """The placements of an answer in JSON by names and places."""
        from msgspec import convert

        from tilewright.puzzle.table import PlacementRow

        return self.named_all(self.made.read_row(convert(row, PlacementRow)) for row in rows)

    def expect_tilings(self, truth: AnyTruth, found: Iterable[Iterable[Any]], labelled: bool, what: str) -> None:
        """All tilings, each once: by names if they are labelled, else by what the names are of."""
        named = [self.named_all(each) for each in found]
        for each in named:
            self._expect_one(truth, each, what)
        got = [each if labelled else alike(truth, each) for each in named]
        if len(set(got)) < len(got):
            raise Wrong(f"{what}: a tiling comes twice")
        expect(len(got), len(truth.labelled if labelled else truth.tilings), f"{what}: number of tilings")

    def expect_tiling(self, truth: AnyTruth, placements: Iterable[Any], what: str) -> None:
        """One tiling, its names included."""
        self._expect_one(truth, self.named_all(placements), what)

    def _expect_one(self, truth: AnyTruth, tiling: Tiling, what: str) -> None:
        if tiling not in set(truth.labelled):
            raise Wrong(f"{what}: {in_order(tiling)} is none of {len(truth.labelled)} tilings")


def in_order(lying: Iterable[Named]) -> list[Named]:
    """Named places in an order of their own, sets as sorted tuples."""
    return sorted(lying, key=lambda each: (each[0], sorted_place(each[1])))


def sorted_place(place: Any) -> str:
    """A place as a text that does not depend on hashes."""
    return repr(sorted(place)) if isinstance(place, frozenset) else repr(place)


def refused(case: PuzzleCase) -> bool:
    """Whether the package refuses the puzzle; Wrong if it has a tiling all the same."""
    case.weigh()  # first: a puzzle that is too much work is not asked at all
    try:
        assert case.made is not None
    except tilewright.NotationError as error:
        if case.truth.labelled:
            raise Wrong(f"refused, though it has {len(case.truth.labelled)} tilings: {error}") from None
        return True
    return False
