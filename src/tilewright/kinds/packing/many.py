"""Drawings of very many tilings, none of which is made: by letters with a few additions, with walls by the kernel.

A drawing is a number whose digits are its characters. Laid on an empty board, an option changes some of them, by a difference
that is the same in every tiling; so a tiling's drawing is the empty board's number and the differences of its options. This
takes about a microsecond where laying each atom in turn takes ten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from tilewright.cover.problem import Solution
from tilewright.kinds.packing.puzzle import Packing
from tilewright.puzzle.compiled import Compiled, Lazy
from tilewright.puzzle.tiling import Tiling
from tilewright.puzzle.tilings import Tilings

if TYPE_CHECKING:
    from tilewright.kinds.packing.compile import CompiledPacking


NARROW = 256  # characters below it take a byte, others four
CODECS = {1: "latin-1", 4: "utf-32-le"}


def drawings(puzzle: Packing, tilings: Sequence[Tiling]) -> Iterator[str]:
    """The drawing of each tiling, as `Packing.draw` has it."""
    if not isinstance(tilings, Tilings):
        return map(puzzle.draw, tilings)
    compiled = cast("CompiledPacking", tilings.compiled)
    if has_sums(puzzle, compiled):
        return compiled.drawing_sums.drawings(tilings.solutions)
    from tilewright.kinds.packing import wall_drawing  # it imports this module

    return wall_drawing.drawings(puzzle, compiled, tilings)


def drawing_notes(puzzle: Packing, tilings: Sequence[Tiling]) -> list[str]:
    """How copies that touch are told apart in those drawings: nothing where no piece has copies."""
    from tilewright.kinds.packing import wall_drawing  # it imports this module

    return [] if lies_once(puzzle) else wall_drawing.notes(puzzle, tilings)


def has_sums(puzzle: Packing, compiled: Compiled) -> bool:
    """Whether what an option looks like is the same in every tiling: each piece lies once, each cell is an atom."""
    return lies_once(puzzle) and not compiled.owners_of_many and puzzle.grid.slot_count == 1


def lies_once(puzzle: Packing) -> bool:
    """Whether no two placements bear one name, so that letters tell all apart."""
    return all(piece.copies[1] == 1 for piece in puzzle.pieces)


class DrawingSums:
    """The drawings of a puzzle whose options always look the same."""

    def __init__(self, puzzle: Packing, compiled: Compiled) -> None:
        self._compiled = compiled
        drawing = puzzle.letter_drawing
        empty, places = drawing.layout()
        labels = {owner: drawing.cell_text(compiled.owner_names(owner)[0]) for owner in compiled.owners}
        self._bytes = 1 if max(map(ord, "".join((empty, *labels.values())))) < NARROW else 4
        self._length = self._bytes * len(empty)
        self._empty = self._number(empty)
        self._changes = {
            owner: self._number(label) - self._number(drawing.cell_text(None)) for owner, label in labels.items()
        }
        self._ones = [1 << 8 * self._bytes * places[atom] for atom in compiled.atoms]
        self._options = Lazy(self._difference)

    def drawings(self, solutions: Iterable[Solution]) -> Iterator[str]:
        """The drawing of each solution."""
        of_option, empty, length, codec = self._options.__getitem__, self._empty, self._length, CODECS[self._bytes]
        for solution in solutions:
            yield sum(map(of_option, solution), empty).to_bytes(length, "little").decode(codec)

    def _number(self, text: str) -> int:
        return int.from_bytes(text.encode(CODECS[self._bytes]), "little")

    def _difference(self, option: int) -> int:
        """By how much an option changes the empty board."""
        owner, _ = self._compiled.meanings[option]
        atoms = len(self._ones)
        ones = sum(self._ones[item] for item in self._compiled.cover.options[option] if item < atoms)
        return self._changes[owner] * ones
