"""A puzzle of cells that is asked: what was drawn beside the package's object, and both kinds of tilings as sets of cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import tilewright
from tests.campaign.cases import Case, Wrong, expect
from tests.campaign.puzzles import Packed
from tests.campaign.truth import Tiling, Truth
from tests.campaign.truth_lattice import Grid
from tests.campaign.truth_lattice import grid as lattice_grid
from tests.campaign.writing import build, placements_of, to_toml, write_table


@dataclass
class PackedCase(Case):
    """A puzzle of pieces and cells."""

    @cached_property
    def base(self) -> Packed:
        """What is asked about: of a family a member whose cells are numbered as those of the board; nothing lies there yet."""
        drawn: Packed = replace(self.drawn, partial=())
        if not drawn.groups:
            return drawn
        truth, grid = Truth(drawn), lattice_grid(drawn.lattice)
        for names in truth.members():
            member = truth.member(names).puzzle
            if member.atoms and origin(member, grid) == (0,) * grid.dimension:
                return replace(member, title=f"{drawn.title} {' '.join(names)}".strip())
        return replace(drawn, named=(), groups=(), excluded=())

    @cached_property
    def truth(self) -> Truth:
        """What is true of it."""
        return Truth(self.base)

    @cached_property
    def started(self) -> Truth:
        """What is true of it with what lies there already."""
        there = {atom for atom in (*self.base.atoms, *self.base.optional)}
        partial = tuple(each for each in self.drawn.partial if there.issuperset(each[1]))
        return Truth(replace(self.base, partial=partial))

    @cached_property
    def made(self) -> Any:
        """The puzzle as an object of the package."""
        return build(self.base)

    @property
    def lying(self) -> list[Any]:
        """Placements of what lies there already."""
        return placements_of(self.made, self.started.puzzle.partial)

    @property
    def file(self) -> Path:
        """A file with the puzzle, in one of the forms of tables."""
        if self.base.predicates:
            raise Wrong("a predicate was to be written to a file")
        return self.write_puzzle(self.base, "puzzle")

    def write_puzzle(self, puzzle: Packed, stem: str) -> Path:
        """Write a puzzle as TOML or JSON."""
        import json

        table = write_table(puzzle, self.rng)
        self.records.note_keys(table)
        if self.rng.random() < 0.5:
            return self.write(f"{stem}.toml", to_toml(table))
        return self.write(f"{stem}.json", json.dumps(table))

    def write_family(self) -> Path:
        """Write the family as TOML, sometimes with the member that is meant where none is named."""
        table = write_table(replace(self.drawn, partial=()), self.rng)
        if self.rng.random() < 0.4:
            table["open"] = list(self.rng.choice(Truth(self.drawn).members()))
        self.records.note_keys(table)
        return self.write("family.toml", to_toml(table))

    # Answers as sets of cells.

    def named(self, placements: Iterable[Any]) -> Tiling:
        """Placements by names and cells."""
        listed = [(each.piece, frozenset(each.atoms)) for each in placements]
        if len(set(listed)) < len(listed):
            raise Wrong(f"one placement twice: {listed}")
        return frozenset(listed)

    def named_rows(self, rows: Iterable[Any]) -> Tiling:
        """The placements of an answer in JSON by names and cells."""
        grid, found = lattice_grid(self.base.lattice), []
        for row in rows:
            atoms = []
            for cell in row["cells"]:
                if grid.letters:
                    atoms += [(*cell[:-1], grid.letters.index(letter)) for letter in cell[-1]]
                else:
                    atoms.append(tuple(cell))
            found.append((row["piece"], frozenset(atoms)))
        return frozenset(found)

    def expect_tilings(self, truth: Truth, found: Iterable[Iterable[Any]], labelled: bool, what: str) -> None:
        """All tilings, each once: by names if they are labelled, else by what the names are of."""
        named = [self.named(each) for each in found]
        got = [each if labelled else truth.alike(each) for each in named]
        wanted = set(truth.labelled) if labelled else truth.tilings
        names = set(truth.labelled)
        for each in named:
            if each not in names:
                raise Wrong(f"{what}: {sorted((n, sorted(c)) for n, c in each)} is no tiling")
        if len(set(got)) < len(got):
            raise Wrong(f"{what}: a tiling comes twice")
        expect(len(got), len(wanted), f"{what}: number of tilings")

    def expect_tiling(self, truth: Truth, placements: Iterable[Any], what: str) -> None:
        """One tiling, its names included."""
        named = self.named(placements)
        if named not in set(truth.labelled):
            raise Wrong(f"{what}: {sorted((n, sorted(c)) for n, c in named)} is none of {len(truth.labelled)} tilings")


def origin(puzzle: Packed, grid: Grid) -> tuple[int, ...]:
    """Where the bounding box of the board begins; 0 along what begins again."""
    every = (*puzzle.atoms, *puzzle.optional)
    periods = (*puzzle.periods, 0)[: grid.dimension] if grid.dimension == 2 else (0,) * grid.dimension
    return tuple(0 if periods[axis] else min(atom[axis] for atom in every) for axis in range(grid.dimension))


def refused(case: PackedCase) -> bool:
    """Whether the package refuses the puzzle; Wrong if it has a tiling all the same."""
    assert case.truth.labelled is not None  # first: a puzzle that is too much work is not asked at all
    try:
        assert case.made is not None
    except tilewright.NotationError as error:
        if case.truth.labelled:
            raise Wrong(f"refused, though it has {len(case.truth.labelled)} tilings: {error}") from None
        return True
    return False
