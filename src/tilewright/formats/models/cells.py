"""The formula of the Tetris-filling report as DIMACS text: a variable for each cell and state, with the map of all of them.

A state is one cell of an oriented piece. The board has a margin in which every state is false; a state that is true forces those
of its piece's other cells, and each cell has exactly one. `read --model cells` makes placements of a solver's answer again.
"""

from __future__ import annotations

from tilewright.errors import NotationError, printable
from tilewright.puzzle import Puzzle
from tilewright.puzzle.cell_states import CellModel, State


def cell_model(puzzle: Puzzle) -> CellModel:
    """Return the formula of a puzzle. Raises NotationError for kinds and puzzles that have none."""
    model = puzzle.cell_states()
    if model is None:
        raise NotationError(
            f"cell states: this {puzzle.title} has none: expected any number of each piece, as tetrominoes*@8x7"
        )
    return model


def dump(puzzle: Puzzle) -> str:
    """Return the formula as DIMACS text; comments name the states, and each variable of a cell on the board."""
    model = cell_model(puzzle)
    notes = [
        f"cell states: {printable(puzzle.name, 60)!r}, digest {puzzle.digest}".encode("ascii", "replace").decode(),
        "state NUMBER: PIECE/MOTION and the piece's other cells as DOWN,RIGHT=STATE",
    ]
    notes += [f"state {number}: {_state(state)}" for number, state in enumerate(model.states)]
    notes += ["VARIABLE ROW,COLUMN STATE; variables that are not named belong to the margin and are false"]
    notes += [f"{variable} {','.join(map(str, cell))} {state}" for variable, cell, state in model.variables()]
    return model.cnf.dimacs(notes)


def _state(state: State) -> str:
    name = state.piece.encode("ascii", "replace").decode()
    return " ".join([f"{name}/{state.motion}", *(f"{down},{right}={other}" for down, right, other in state.others)])
