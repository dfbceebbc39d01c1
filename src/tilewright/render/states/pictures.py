"""Cell states as pictures and numbers; a kind of puzzle that has such states draws them in the file of its name."""

from __future__ import annotations

from tilewright.errors import NotationError
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.by_kind import by_kind
from tilewright.render.theme import LIGHT, Theme

CELL = 32.0  # pixels


@by_kind
def states_svg(puzzle: Puzzle, tiling: Tiling | None, theme: Theme = LIGHT, cell: float = CELL) -> str:
    """Return all states, a line for each piece, and below them the board: with the states of a tiling if one is given.

    Raises NotationError for puzzles whose cells have no such states.
    """
    raise _no_states(puzzle)


@by_kind
def numbered_orientations(puzzle: Puzzle) -> dict[tuple[str, str], dict[Atom, int]]:
    """Of each (piece, motion) the number of the state at each of its cells, as it lies at the origin.

    Raises NotationError for puzzles whose cells have no such states.
    """
    raise _no_states(puzzle)


def _no_states(puzzle: Puzzle) -> NotationError:
    return NotationError(f"cell states: this {puzzle.title} has none: expected pieces such as tetrominoes*@8x7")
