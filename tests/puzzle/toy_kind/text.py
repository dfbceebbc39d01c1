"""Stars as text, and back: both cells of a domino by the letter of its star."""

from __future__ import annotations

from collections.abc import Sequence

from tests.puzzle.toy_kind.puzzle import Stars
from tilewright.errors import NotationError, quote
from tilewright.lattice import Atom
from tilewright.puzzle.puzzle import Placement


def draw(puzzle: Stars, placements: Sequence[Placement]) -> str:
    """Cells that are not covered are full stops."""
    labels = puzzle.labels()
    letter = {atom: labels[placement.piece] for placement in placements for atom in placement.atoms}
    rows, columns = puzzle.board.extent
    free = dict.fromkeys(puzzle.cells, ".")
    lines = ("".join(letter.get((r, c), free.get((r, c), " ")) for c in range(columns)) for r in range(rows))
    return "\n".join(lines)


def parse_drawing(text: str, puzzle: Stars) -> tuple[Placement, ...]:
    """The dominoes of such a text."""
    names = {letter: name for name, letter in puzzle.labels().items()}
    found: dict[str, list[Atom]] = {}
    for row, line in enumerate(text.strip("\n").split("\n")):
        for column, letter in enumerate(line):
            if letter in names:
                found.setdefault(names[letter], []).append((row, column))
            elif letter not in " .":
                raise NotationError(f"{quote(line)}: {quote(letter)} is the letter of no star")
    return tuple(puzzle.placement(name, atoms) for name, atoms in found.items())
