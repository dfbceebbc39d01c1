"""Drawings with walls of many tilings, made by the kernel: a tiling's options go there, its placements are not made.

In Python (`walls.py`, which draws whatever else is laid, and is what this is tested against) a cell takes a microsecond.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from tilewright import _kernel
from tilewright.kinds.packing.drawing import WALLS_NOTE
from tilewright.kinds.packing.letters import labels
from tilewright.kinds.packing.puzzle import Packing
from tilewright.kinds.packing.walls import can_have_walls, with_copies
from tilewright.puzzle.tiling import Tiling
from tilewright.puzzle.tilings import Tilings

if TYPE_CHECKING:
    from tilewright.kinds.packing.compile import CompiledPacking


NO_CELL = -1


def drawings(puzzle: Packing, compiled: CompiledPacking, tilings: Tilings) -> Iterator[str]:
    """The drawing of each tiling, as `Packing.draw` has it: with walls where copies touch, else by letters."""
    if (walls := compiled.wall_drawing) is None:
        return map(puzzle.draw, tilings)
    return (
        walls.draw(solution) if walls.touches(solution) else puzzle.letter_drawing(compiled.placements(solution))
        for solution in tilings.solutions
    )


def notes(puzzle: Packing, tilings: Sequence[Tiling]) -> list[str]:
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
