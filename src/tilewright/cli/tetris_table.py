"""`bench tetris --boards 5..15`: the tables of the Tetris-filling report, measured here."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence

from tilewright.bench.tetris import MISSING, REPORT, Filling, fillings, ways
from tilewright.cli.exit_codes import DONE, INTERRUPTED, LIMIT_REACHED
from tilewright.errors import quote
from tilewright.formats.answer import print_json

NAME = "tetris"
MOST_SIDE = 60
SIDES = range(5, 16)
WIDTH = 10  # of a cell of the table


def sides(text: str) -> range:
    """Return the sides of `5..15`. Raises ArgumentTypeError for what is no such range."""
    found = re.fullmatch(r"(\d{1,3})(?:\.\.(\d{1,3}))?", text, re.ASCII)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last <= MOST_SIDE:
        raise ArgumentTypeError(f"{quote(text)}: expected sides such as 5..15, 1 to {MOST_SIDE}")
    return range(first, last + 1)


def run_tetris(args: Namespace) -> int:
    """Measure, and print a table for each way; return the exit code."""
    wanted, names = args.boards or SIDES, ways(args.engine)
    if REPORT not in names:
        print(MISSING, file=sys.stderr)
    rows: list[Filling] = []
    code = DONE
    try:
        for row in fillings(wanted, args.engine, args.limit, args.repeat):
            rows.append(row)
    except KeyboardInterrupt:  # what was measured is told all the same
        code = INTERRUPTED
    if args.json:
        print_json({"tilewright": 1, "kind": "bench tetris", "limit": args.limit, "rows": list(map(_row, rows))})
    else:
        print("CPU milliseconds until the first filling, m rows and n columns; - where 4 does not divide the area,")
        print(f"> where the limit of {args.limit:g} s came first, none where nothing fills the board\n")
        print(
            "\n\n".join(f"{way}\n{table([row for row in rows if row.way == way], wanted, args.limit)}" for way in names)
        )
    return LIMIT_REACHED if code == DONE and any(row.seconds is None for row in rows) else code


def table(rows: Sequence[Filling], wanted: range, limit: float) -> str:
    """Return the measured times as lines of a table, in milliseconds."""
    cells = {(row.rows, row.columns): _cell(row, limit) for row in rows}
    lines = [["m \\ n", *map(str, wanted)]]
    lines += [[str(m), *(cells.get((m, n), "-") for n in wanted)] for m in wanted]
    return "\n".join("".join(cell.rjust(WIDTH) for cell in line) for line in lines)


def _cell(row: Filling, limit: float) -> str:
    if row.seconds is None:
        return f"> {limit:g} s"
    if not row.fillable:
        return "none"
    milliseconds = 1000 * row.seconds
    return f"{milliseconds:.2f}" if milliseconds < 10 else f"{milliseconds:.0f}"


def _row(row: Filling) -> dict[str, object]:
    found = {"rows": row.rows, "columns": row.columns, "way": row.way, "fillable": row.fillable}
    ended = "limit" if row.seconds is None else "enough" if row.fillable else "exhausted"
    return {**found, "seconds": row.seconds, "ended": ended}
