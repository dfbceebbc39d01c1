"""`count --by`: in how many tilings each piece lies on each cell, as numbers on the board, JSON or heat maps."""

from __future__ import annotations

import re
from argparse import Namespace
from pathlib import Path
from typing import Any

from tilewright.api.coverage import Coverage, coverage
from tilewright.cli import terminal
from tilewright.cli.output import as_picture, check_outputs, write
from tilewright.cli.terminal import progress
from tilewright.cover.limits import HOW_ENDED, Limit, Report
from tilewright.errors import NotationError, did_you_mean, printable, quote
from tilewright.formats.answer import print_json, puzzle_row
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle
from tilewright.puzzle.board import write_cells

CELL = re.compile(r"(?:l(\d{1,4}))?r(\d{1,4})c(\d{1,4})([a-z]?)", re.ASCII)
PIECES, CELLS = "piece", "cell"
PICTURES = (".svg", ".png")


def count_by(args: Namespace, puzzle: Puzzle, limit: Limit, report: Report) -> int:
    """Count by pieces and cells, tell, and write the heat maps of `-o`; return the exit code.

    Raises NotationError for what is neither a piece nor a cell, and for options that do not go together.
    """
    if args.up_to != "none" or args.labelled or args.proof is not None:
        raise NotationError("--by counts every tiling: expected no --up-to, no --labelled and no --proof")
    check_outputs(args.output, args.force, PICTURES)
    piece, cell = _asked(args.by, puzzle)
    if args.output and cell is not None:
        raise NotationError(f"--by {args.by} -o: a heat map is of a piece: expected --by piece, or the name of one")
    with progress(report):
        found = coverage(puzzle, engine=args.engine, limit=limit, threads=args.threads, report=report)
    for path in args.output:
        write(path, _picture(path, found, piece), args.force)
    if args.json:
        print_json(_answer(found, piece, cell))
    else:
        _tell(found, piece, cell, args.by == CELLS)
    if found.ended != "exhausted":
        terminal.tell(f"tilewright: {found.tilings:,} tilings were met: {HOW_ENDED[found.ended]}")
    return found.exit_code


def _asked(by: str, puzzle: Puzzle) -> tuple[str | None, tuple[Atom, ...] | None]:
    """The piece, or the atoms of the cell; neither where all are asked for."""
    if by in puzzle.piece_names:
        return by, None
    if by in (PIECES, CELLS):
        return None, None
    if found := CELL.fullmatch(by):
        grid = puzzle.grid
        vector = tuple(int(each) for each in found.groups()[:3] if each is not None)
        there = {*puzzle.board.atoms, *puzzle.board.optional}
        slots = [grid.letters.index(found[4])] if found[4] and found[4] in grid.letters else range(grid.slot_count)
        atoms = tuple(atom for slot in slots if (atom := grid.join(vector, slot)) in there)
        if atoms and (not found[4] or found[4] in grid.letters):
            return None, atoms
        raise NotationError(f"--by {by}: the cell is not on the board; rows and columns count from 0")
    names = ", ".join(puzzle.piece_names)
    guess = did_you_mean(by, puzzle.piece_names)
    raise NotationError(
        f"--by {quote(by)}{guess}: expected a piece ({printable(names, 60)}), a cell such as r0c0, `piece` or `cell`"
    )


def _picture(path: Path, found: Coverage, piece: str | None) -> str | bytes:
    return as_picture(path.suffix, found.sheet() if piece is None else found.svg(piece))


def _answer(found: Coverage, piece: str | None, cell: tuple[Atom, ...] | None) -> dict[str, Any]:
    grid = found.puzzle.grid
    rows = [
        {"piece": name, "cell": write_cells(grid, [atom])[0], "tilings": number}
        for name, counts in found.counts.items()
        for atom, number in sorted(counts.items())
        if piece in (None, name) and (cell is None or atom in cell)
    ]
    head = {"tilewright": 1, "puzzle": puzzle_row(found.puzzle), "tilings": found.tilings, "ended": found.ended}
    return {**head, "coverage": rows, "times": found.times}


def _tell(found: Coverage, piece: str | None, cell: tuple[Atom, ...] | None, by_cell: bool) -> None:
    print(f"{found.tilings} tilings")
    board = found.puzzle.board
    if cell is not None or by_cell:
        for atom in cell or (*board.atoms, *board.optional):
            there = ", ".join(f"{name} {number}" for name, number in found.pieces_at(atom).items())
            print(f"{_cell_name(found.puzzle, atom)}: {there or 'nothing'}")
        return
    for name in found.puzzle.piece_names if piece is None else (piece,):
        print(f"\n{name}" if piece is None else name)
        print(_grid(found, name))


def _cell_name(puzzle: Puzzle, atom: Atom) -> str:
    cell, slot = puzzle.grid.split(atom)
    letters = puzzle.grid.letters
    return "".join(f"{axis}{v}" for axis, v in zip("lrc"[-len(cell) :], cell, strict=True)) + letters[slot : slot + 1]


def _grid(found: Coverage, piece: str) -> str:
    """The numbers on the board, rows below each other; cell by cell where cells have several parts, or layers."""
    board, counts = found.puzzle.board, found.counts.get(piece, {})
    there = {*board.atoms, *board.optional}
    if board.grid.letters or board.grid.dimension != 2:
        return "\n".join(f"{_cell_name(found.puzzle, atom)} {number}" for atom, number in sorted(counts.items()))
    width = max(map(len, map(str, counts.values())), default=1) + 1
    rows, columns = board.extent
    lines = (
        "".join((str(counts.get((r, c), 0)) if (r, c) in there else "").rjust(width) for c in range(columns))
        for r in range(rows)
    )
    return "\n".join(line.rstrip() for line in lines)
