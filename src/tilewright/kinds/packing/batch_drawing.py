"""Drawings with walls of many tilings, made by the kernel: a tiling's options go there, its placements are not made.

In Python (`walls.py`, which draws whatever else is laid, and is what this is tested against) a cell takes a microsecond.

Drawings of very many tilings, none of which is made: by letters with a few additions, with walls by the kernel.

A drawing is a number whose digits are its characters. Laid on an empty board, an option changes some of them, by a difference
that is the same in every tiling; so a tiling's drawing is the empty board's number and the differences of its options. This
takes about a microsecond where laying each atom in turn takes ten.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from tilewright import _kernel
from tilewright.cover.problem import Solution
from tilewright.kinds.packing.letters import labels
from tilewright.kinds.packing.puzzle import Packing
from tilewright.kinds.packing.text import WALLS_NOTE, can_have_walls, with_copies
from tilewright.puzzle.compiled import Compiled, Lazy, Tilings
from tilewright.puzzle.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.kinds.packing.compile import CompiledPacking


NO_CELL = -1


def wall_drawings(puzzle: Packing, compiled: CompiledPacking, tilings: Tilings) -> Iterator[str]:
    """The drawing of each tiling, as `Packing.draw` has it: with walls where copies touch, else by letters."""
    if (walls := compiled.wall_drawing) is None:
        return map(puzzle.draw, tilings)
    return (
        walls.draw(solution) if walls.touches(solution) else puzzle.letter_drawing(compiled.placements(solution))
        for solution in tilings.solutions
    )


def wall_notes(puzzle: Packing, tilings: Sequence[Tiling]) -> list[str]:
    """How copies that touch are told apart in those drawings, each note once."""
    compiled = cast("CompiledPacking", tilings.compiled) if isinstance(tilings, Tilings) else None
    if compiled is None or (walls := compiled.wall_drawing) is None:
        return [note for note in dict.fromkeys(map(puzzle.drawing_note, tilings)) if note]
    assert isinstance(tilings, Tilings)
    return [WALLS_NOTE] if any(map(walls.touches, tilings.solutions)) else []


def wall_drawing(compiled: CompiledPacking) -> _kernel.WallDrawing | None:
    """Return what draws the solutions of a cover with walls, or None.

    None where cells are no squares, a placement's label depends on what else lies there or is not of Latin letters, or the
    kernel is that of the browser, which draws in Python.
    """
    puzzle = compiled.puzzle
    if not hasattr(_kernel, "WallDrawing") or not can_have_walls(puzzle) or compiled.owners_of_many:
        return None
    names = labels(puzzle)
    texts = [names[compiled.owner_names(owner)[0]] for owner in compiled.owners]
    try:
        encoded = "".join(texts).encode("latin-1")
    except UnicodeEncodeError:
        return None
    rows, columns = puzzle.board.extent
    options, owners = compiled.cover.options, array("i", [owner for owner, _ in compiled.meanings])
    return _kernel.WallDrawing(
        rows,
        columns,
        memoryview(_items_of_cells(compiled)),
        bool(puzzle.grid.periods and puzzle.grid.periods[0]),
        memoryview(options.starts),
        memoryview(options.flat),
        memoryview(owners),
        encoded,
        len(texts[0]),
    )


def _items_of_cells(compiled: CompiledPacking) -> array[int]:
    """The item of each cell of the board, row by row, with a margin of one cell on every side."""
    puzzle, atoms = compiled.puzzle, compiled.atoms
    rows, columns = puzzle.board.extent
    stride = columns + 2
    items = array("i", [NO_CELL]) * (stride * (rows + 2))
    if len(atoms) == rows * columns and not puzzle.grid.periods:  # of a million, one by one, they take 0.2 s
        for row in range(rows):
            first = (row + 1) * stride + 1
            items[first : first + columns] = array("i", range(row * columns, (row + 1) * columns))
        return items
    for (row, column), item in with_copies(puzzle, {atom: item for item, atom in enumerate(atoms)}).items():
        items[(row + 1) * stride + column + 1] = item
    return items


NARROW = 256  # characters below it take a byte, others four
CODECS = {1: "latin-1", 4: "utf-32-le"}


def drawings(puzzle: Packing, tilings: Sequence[Tiling]) -> Iterator[str]:
    """The drawing of each tiling, as `Packing.draw` has it."""
    if not isinstance(tilings, Tilings):
        return map(puzzle.draw, tilings)
    compiled = cast("CompiledPacking", tilings.compiled)
    if has_sums(puzzle, compiled):
        return compiled.drawing_sums.drawings(tilings.solutions)

    return wall_drawings(puzzle, compiled, tilings)


def drawing_notes(puzzle: Packing, tilings: Sequence[Tiling]) -> list[str]:
    """How copies that touch are told apart in those drawings: nothing where no piece has copies."""

    return [] if lies_once(puzzle) else wall_notes(puzzle, tilings)


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
