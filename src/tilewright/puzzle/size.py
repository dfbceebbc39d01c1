"""How large a puzzle's cover will be, told before anything of its size is made."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tilewright.errors import LimitError
from tilewright.lattice import Lattice
from tilewright.puzzle.board import MAX_CELLS, atoms_of_size

MAX_ENTRIES = 60_000_000  # non-zeros of the matrix; each takes some 8 bytes in Python and 4 in the kernel


def refuse_too_large(kinds: Iterable[Collection[Collection[object]]], cells: int) -> None:
    """LimitError when the pieces, given by their orientations, have too many placements on so many cells."""
    refuse_entries(sum(len(orientation) for kind in kinds for orientation in kind) * cells)


def refuse_entries(entries: int) -> None:
    """LimitError with the estimate when the cover's matrix is too large."""
    if entries > MAX_ENTRIES:
        raise LimitError(f"the puzzle has about {entries:,} matrix entries: expected at most {MAX_ENTRIES:,}")


def least_cells(size: str, grid: Lattice) -> int:
    """Cells, at least, of a board written as a size, from the text alone; 0 where it is no size, or refused anyway."""
    extent, _, holes = size.partition("-")
    extent = extent.rstrip("~")
    cells = (atoms_of_size(grid, extent) or 0) // grid.slot_count
    return max(0, cells - (holes.count(",") + 1 if holes else 0)) if cells <= MAX_CELLS else 0
