"""Stars -> exact cover: every cell once; a star's own cell stands for the star."""

from __future__ import annotations

from dataclasses import dataclass

from tests.puzzle.toy_kind.puzzle import Stars
from tilewright.cover.limits import Deadline
from tilewright.cover.problem import ExactCover
from tilewright.lattice.symmetry import Isometry, image
from tilewright.puzzle.compiled import Compiled, Owner


@dataclass(frozen=True)
class CompiledStars(Compiled):
    """The cover of a Stars puzzle; its owners are the stars."""

    puzzle: Stars

    @property
    def owners(self) -> range:
        """The stars."""
        return range(len(self.puzzle.stars))

    def owner_names(self, owner: Owner) -> tuple[str, ...]:
        """The star's place."""
        return (self.puzzle.piece_names[owner],)

    def owner_copies(self, owner: Owner) -> tuple[int, int | None]:
        """Each star has one domino."""
        return 1, 1

    def owner_item(self, owner: Owner) -> int | None:
        """The star's own cell."""
        return self.atoms.index(self.puzzle.stars[owner])

    def image_of_rules(self, isometry: Isometry) -> list[int] | None:
        """There are no items behind the atoms; stars must become stars."""
        moved = image(self.puzzle.grid, isometry, self.puzzle.stars)
        return [] if set(moved) == set(self.puzzle.stars) else None


def compile_puzzle(puzzle: Stars, labelled: bool, deadline: Deadline) -> CompiledStars:
    """A star's options are the dominoes of its cell and a neighbour without a star, those that pins leave."""
    number = {atom: item for item, atom in enumerate(puzzle.cells)}
    options, meanings = [], []
    for owner, (row, column) in enumerate(puzzle.stars):
        for other in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if other in number and other not in puzzle.stars:
                placed = puzzle.placement(puzzle.piece_names[owner], ((row, column), other))
                if all(pin.atoms == placed.atoms or not {*pin.atoms} & {*placed.atoms} for pin in puzzle.pinned):
                    options.append(tuple(sorted(number[atom] for atom in placed.atoms)))
                    meanings.append((owner, placed.motion))
    ones = (1,) * len(puzzle.cells)
    return CompiledStars(puzzle, ExactCover(ones, ones, tuple(options)), puzzle.cells, tuple(meanings))
