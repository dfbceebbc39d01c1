"""`tilewright count`: count the tilings of a puzzle.

With `--by`, count in how many tilings each piece lies on each cell, as numbers on the board, JSON or heat maps.
"""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from tilewright.api.answer import count_answer, print_json, puzzle_row, reason_row
from tilewright.api.count import count as count_tilings
from tilewright.cli import options, terminal
from tilewright.cli.options import Argument, Command, with_placements
from tilewright.cli.output import (
    PICTURES,
    Certified,
    DrawingTime,
    cell_table,
    suggestion,
    tell_saved,
    which_limit,
    write_pictures,
)
from tilewright.cli.several import Answered, answer_each, read_several
from tilewright.cli.terminal import progress, tell_origin
from tilewright.errors import LimitError, NotationError, OutOfTimeError, did_you_mean, printable, quote
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.outcome import HOW_ENDED, Count
from tilewright.exact_cover.progress import Progress
from tilewright.exit_codes import LIMIT_REACHED
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle
from tilewright.puzzle.board import write_cells
from tilewright.puzzle.rules import Reason
from tilewright.system import digits

if TYPE_CHECKING:
    from tilewright.api.coverage import Coverage


WHY_SECONDS = 2.0  # for finding the reason of a count of 0

COUNT = """Examples: `tilewright count pentominoes@6x10 --up-to symmetries` prints 2339;
`tilewright count FNPUV@5x5 --by V -o heat.svg` draws how often the V lies where; `tilewright count FNPUV@5x5 --proof
all.txt`, then `tilewright check FNPUV@5x5 --proof all.txt`."""


def _run(args: Namespace) -> int:
    search = Progress()  # started before the puzzle is read, so that the limit includes reading
    limit = Limit(seconds=args.limit, memory=args.memory, scratch=args.scratch)
    several = read_several(args)
    if len(several.titles) > 1:
        return answer_each(args, several, _answer_one)
    puzzle = with_placements(next(several.puzzles), args.partial)
    if args.by is not None:
        return count_by(args, puzzle, limit, search)
    if args.output:
        raise NotationError("-o goes with --by: a count is a number; expected --by piece, or the name of one")
    if args.proof is not None and (args.up_to != "none" or args.labelled):
        alike = "--proof counts every tiling once, identical pieces alike"
        raise NotationError(f"{alike}: expected no --up-to and no --labelled")
    certified = None
    with progress(search):
        how = {name: getattr(args, name) for name in ("up_to", "labelled", "engine", "threads")}
        found = count_tilings(puzzle, limit=limit, progress=search, **how)
        if args.proof is not None:
            certified = _certify(args, puzzle, found, search)
    reason = _reason(puzzle, limit, search) if not found.value and found.bound == "exact" else None
    _tell(args, puzzle, found, certified, reason)
    if found.limit == "memory" or found.memory_wanted:
        terminal.tell(f"tilewright: {which_limit(found, limit)}")
    if args.scratch is not None:
        tell_saved(found)
    uncertified = certified is not None and not certified.state and found.ended != "stopped"
    return LIMIT_REACHED if uncertified else found.exit_code


def _answer_one(args: Namespace, puzzle: Puzzle, seconds: float | None) -> Answered:
    """Count the tilings of one of several puzzles."""
    limit = Limit(seconds=seconds, memory=args.memory)
    how = {name: getattr(args, name) for name in ("up_to", "labelled", "engine", "threads")}
    found = count_tilings(puzzle, limit=limit, **how)
    return Answered(_value_text(found), count_answer(puzzle, found), found.exit_code)


def _value_text(found: Count) -> str:
    return f"{'' if found.bound == 'exact' else found.bound + ' '}{digits(found.value)}"


def _reason(puzzle: Puzzle, limit: Limit, search: Progress) -> Reason | None:
    """Return why there is no tiling, if a reason is found in the remaining time."""
    from tilewright.api.verdict import verdict

    left = WHY_SECONDS if limit.seconds is None else min(WHY_SECONDS, max(0.0, limit.seconds - search.seconds))
    found = verdict(puzzle, limit=Limit(seconds=left))
    return found.reason if found.verdict == "impossible" else None


def _tell(args: Namespace, puzzle: Puzzle, found: Count, certified: Certified | None, reason: Reason | None) -> None:
    if args.json:
        why = {} if reason is None else {"reason": reason_row(puzzle, reason)}
        print_json({**count_answer(puzzle, found), **why, **(certified.row if certified else {})})
        return
    print(_value_text(found))
    if reason is not None:
        tell_origin(reason.text)
        print(f"impossible: {reason.text}{suggestion(puzzle)}", file=sys.stderr)
    if certified:
        certified.tell(args.proof)


def _certify(args: Namespace, puzzle: Puzzle, found: Count, search: Progress) -> Certified:
    """Write the states as a certificate or, if they are too many, the list of all tilings."""
    from tilewright.api.certificate import MOST_LISTED, certify_count, certify_states

    if found.bound != "exact":
        return Certified("", "the count is not exact")
    seconds = None if args.limit is None else max(0.0, args.limit - search.seconds)
    try:
        return Certified(certify_states(puzzle, found.value, args.proof, seconds), kind="states")
    except OutOfTimeError:
        return Certified("", "the limit came before all states of the certificate were known")
    except LimitError as error:
        why = str(error)
    if found.value > MOST_LISTED:
        return Certified("", f"{why}, and it has more than {MOST_LISTED:,} tilings to list")
    limit = Limit(seconds=seconds)
    _, state = certify_count(puzzle, args.proof, engine=args.engine, limit=limit, threads=args.threads)
    if state is None:
        return Certified("", f"{why}, and the limit came before all tilings were listed")
    return Certified(state, f"a list, for {why}; that none is missing rests on our own count", "tilings")


CELL = re.compile(r"(?:l(\d{1,4}))?r(\d{1,4})c(\d{1,4})([a-z]?)", re.ASCII)
PIECES, CELLS = "piece", "cell"


def count_by(args: Namespace, puzzle: Puzzle, limit: Limit, search: Progress) -> int:
    """Count by pieces and cells, print the result, and write the heat maps of `-o`; return the exit code.

    Raises NotationError if `--by` names neither a piece nor a cell, and for options that cannot be combined.
    """
    from tilewright.api.coverage import coverage

    if args.up_to != "none" or args.labelled or args.proof is not None:
        raise NotationError("--by counts every tiling: expected no --up-to, no --labelled and no --proof")
    piece, cell = _asked(args.by, puzzle)
    if args.output and cell is not None:
        raise NotationError(f"--by {args.by} -o: a heat map is of a piece: expected --by piece, or the name of one")
    with progress(search):
        found = coverage(puzzle, engine=args.engine, limit=limit, threads=args.threads, progress=search)
    maps = len(found.counts) if piece is None else 1
    drawing_time = DrawingTime(puzzle, Deadline(limit, search), maps * len(puzzle.board.atoms))
    drawn = write_pictures(args, lambda: found.sheet() if piece is None else found.svg(piece), drawing_time)
    if args.json:
        print_json(_coverage_answer(found, piece, cell))
    else:
        _tell_coverage(found, piece, cell, args.by == CELLS)
    if found.ended != "exhausted":
        terminal.tell(f"tilewright: {digits(found.tilings, ',')} tilings were met: {HOW_ENDED[found.ended]}")
    return found.exit_code if drawn else LIMIT_REACHED


def _asked(by: str, puzzle: Puzzle) -> tuple[str | None, tuple[Atom, ...] | None]:
    """Return the piece, or the atoms of the cell, that `--by` names; neither if it asks for all."""
    if by in puzzle.piece_names:
        return by, None
    if by in (PIECES, CELLS):
        return None, None
    if found := CELL.fullmatch(by):
        grid, letter = puzzle.grid, found[4]
        vector = tuple(int(each) for each in found.groups()[:3] if each is not None)
        slots = [slot for slot in range(grid.slot_count) if not letter or grid.letters[slot : slot + 1] == letter]
        there = {*puzzle.board.atoms, *puzzle.board.optional}
        if atoms := tuple(atom for slot in slots if (atom := grid.join(vector, slot)) in there):
            return None, atoms
        raise NotationError(f"--by {by}: the cell is not on the board; rows and columns count from 0")
    names = printable(", ".join(puzzle.piece_names), 60)
    wrong = f"--by {quote(by)}{did_you_mean(by, puzzle.piece_names)}"
    raise NotationError(f"{wrong}: expected a piece ({names}), a cell such as r0c0, `piece` or `cell`")


def _coverage_answer(found: Coverage, piece: str | None, cell: tuple[Atom, ...] | None) -> dict[str, Any]:
    grid = found.puzzle.grid
    rows = [
        {"piece": name, "cell": write_cells(grid, [atom])[0], "tilings": number}
        for name, counts in found.counts.items()
        for atom, number in sorted(counts.items())
        if piece in (None, name) and (cell is None or atom in cell)
    ]
    head = {"tilewright": 1, "puzzle": puzzle_row(found.puzzle), "tilings": found.tilings, "ended": found.ended}
    return {**head, "coverage": rows, "times": found.times}


def _tell_coverage(found: Coverage, piece: str | None, cell: tuple[Atom, ...] | None, by_cell: bool) -> None:
    print(f"{found.tilings} tiling{'s' * (found.tilings != 1)}")
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
    """Return the numbers on the board as rows of text, or one line per cell if cells have several parts or layers."""
    board, counts = found.puzzle.board, found.counts.get(piece, {})
    there = {*board.atoms, *board.optional}
    if board.grid.letters or board.grid.dimension != 2:
        return "\n".join(f"{_cell_name(found.puzzle, atom)} {number}" for atom, number in sorted(counts.items()))
    return cell_table({atom: counts.get(atom, 0) for atom in there}, *board.extent)


COMMANDS = {
    "count": Command(
        COUNT,
        _run,
        [
            *options.PUZZLE,
            options.WITH,
            options.UP_TO,
            options.LABELLED,
            options.ENGINE,
            options.LIMIT,
            options.MEMORY,
            options.SCRATCH,
            options.THREADS,
            options.PROOF.but(
                help="Write a certificate that others can check: the states of a sweep over the board with their numbers."
            ),
            Argument(
                "--by",
                metavar="PIECE|CELL",
                help="Count how often a piece lies on each cell, or each piece on a cell such as `r0c0` (rows and columns "
                "from 0); `piece` and `cell` are all of them. With -o a picture.",
            ),
            options.OUTPUTS.but(help="Write the heat maps of --by to FILE, .svg or .png; may be repeated."),
            options.FORCE,
            options.JSON,
        ],
        PICTURES,
    ),
}
