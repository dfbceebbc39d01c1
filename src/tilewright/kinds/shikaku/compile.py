"""Compile a Shikaku to an exact cover: every cell is covered once, and a clue's own cell stands for the clue."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.problem import ExactCover
from tilewright.kinds.shikaku.puzzle import Shikaku, cells_of
from tilewright.lattice.symmetry import Isometry, image
from tilewright.puzzle.board import refuse_entries
from tilewright.puzzle.puzzle import Compiled, Owner


@dataclass(frozen=True)
class CompiledShikaku(Compiled):
    """The cover of a Shikaku; its owners are the clues."""

    puzzle: Shikaku

    @property
    def owners(self) -> range:
        return range(len(self.puzzle.clues))

    def owner_names(self, owner: Owner) -> tuple[str, ...]:
        """Return the place of the clue, `row,column`."""
        row, column, _ = self.puzzle.clues[owner]
        return (f"{row},{column}",)

    def owner_copies(self, owner: Owner) -> tuple[int, int | None]:
        """Return (1, 1), because each clue has one rectangle."""
        return 1, 1

    def owner_item(self, owner: Owner) -> int | None:
        """Return the item of the clue's own cell."""
        row, column, _ = self.puzzle.clues[owner]
        return row * self.puzzle.columns + column

    def image_of_rules(self, isometry: Isometry) -> list[int] | None:
        """Return no items, since none stand behind the atoms; None if the isometry changes the clues.

        Pins need no test here: they are kept if their options are.
        """
        clues = {(row, column): value for row, column, value in self.puzzle.clues}
        moved = image(self.puzzle.grid, isometry, clues)
        return [] if dict(zip(moved, clues.values(), strict=True)) == clues else None


def compile_puzzle(puzzle: Shikaku, labelled: bool = False, deadline: Deadline = NEVER) -> CompiledShikaku:
    """Return the exact cover of a Shikaku.

    `labelled` has no effect, because clues differ by their places. Raises LimitError with the estimated size if it is
    too large, and OutOfTimeError at the deadline.
    """
    width = puzzle.columns
    candidates = puzzle.candidates(deadline)
    refuse_entries(sum(height * width for _, (_, _, height, width) in candidates))
    options = tuple(
        tuple(row * width + column for row, column in cells_of(rect)) for _, rect in deadline.watch(candidates)
    )
    cells = puzzle.rows * width
    meanings = tuple((number, f"{h}x{w}") for number, (_, _, h, w) in candidates)
    atoms = tuple(product(range(puzzle.rows), range(width)))
    order = sorted(range(cells), key=lambda item: divmod(item, width)[:: -1 if width > puzzle.rows else 1])
    cover = ExactCover((1,) * cells, (1,) * cells, options, tuple(order))
    return CompiledShikaku(puzzle, cover, atoms, meanings)
