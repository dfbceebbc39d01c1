"""`show --states`: the states of cells, as the Tetris-filling report numbers them, in text and as pictures."""

from __future__ import annotations

from argparse import Namespace

from tilewright.api.solve import solve
from tilewright.cli.exit_codes import DONE
from tilewright.cli.output import as_picture
from tilewright.errors import NotationError
from tilewright.files import write
from tilewright.formats.answer import print_json, puzzle_row
from tilewright.formats.models.cells import cell_model
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle

PICTURES = (".svg", ".png")


def show_states(args: Namespace, puzzle: Puzzle) -> int:
    """Print the number of each cell of each oriented piece, or draw them and a filled board; return the exit code."""
    model = cell_model(puzzle)
    orientations = model.numbered_orientations()
    for path in args.output:
        if path.suffix not in PICTURES:
            raise NotationError(f"-o {path}: expected {' or '.join(PICTURES)} for states")
    if args.output:
        tilings = solve(puzzle).tilings
        svg = model.svg(tilings[0] if tilings else None)
        for path in args.output:
            write(path, as_picture(path.suffix, svg), args.force)
    if args.json:
        rows = [
            {"piece": piece, "motion": motion, "states": [[*atom, state] for atom, state in cells.items()]}
            for (piece, motion), cells in orientations.items()
        ]
        print_json({"tilewright": 1, "puzzle": puzzle_row(puzzle), "states": rows})
        return DONE
    print("\n\n".join(f"{piece} {motion}\n{_drawing(cells)}" for (piece, motion), cells in orientations.items()))
    return DONE


def _drawing(cells: dict[Atom, int]) -> str:
    rows, columns = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
    width = max(len(str(state)) for state in cells.values()) + 1
    lines = (
        "".join(str(cells.get((row, column), "")).rjust(width) for column in range(columns)) for row in range(rows)
    )
    return "\n".join(line.rstrip() for line in lines)
