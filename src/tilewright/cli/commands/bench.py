"""What `tilewright bench` prints: the table for people, the report for machines.

`bench tetris --boards 5..15`: the tables of the Tetris-filling report, measured here.

`tilewright bench`: how fast, on named instances, beside a plain sweep and other packages.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import tempfile
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from tilewright import bench
from tilewright.api.answer import print_json
from tilewright.cli.options import Command, seconds, whole
from tilewright.cli.terminal import DONE, INTERRUPTED, LIMIT_REACHED, NO
from tilewright.errors import NotationError, quote
from tilewright.exact_cover.engine import engine as engine_called
from tilewright.version import __version__

HEAD = ("instance", "job", "tilings", "engine", "nodes", "seconds", "aim")
WIDTHS = (24, 6, 22, 18, 12, 10, 7)  # what stands behind is 14 wide
NAME_WIDTH = WIDTHS[0]


def heading(programs: Sequence[str]) -> str:
    """The first line of the table."""
    return _line([*HEAD, *(f"x {name}" for name in programs)])


def _line(cells: Sequence[str]) -> str:
    left = {0, 1, 3}
    widths = [*WIDTHS, *[14] * (len(cells) - len(WIDTHS))]
    placed = enumerate(zip(cells, widths, strict=True))
    return "  ".join(f"{text:<{width}}" if k in left else f"{text:>{width}}" for k, (text, width) in placed).rstrip()


def line_of(row: bench.Measurement, programs: Sequence[str]) -> str:
    """The row of the table for a measured instance."""
    instance = row.instance
    tilings = "limit" if row.tilings is None else "WRONG" if row.wrong else str(row.tilings)
    if len(tilings) > WIDTHS[2]:
        tilings = f"{int(tilings):.8e}"
    seconds = f"{row.seconds:.2g}" if row.seconds < 0.001 else f"{row.seconds:.4f}"
    aim = "" if instance.aim is None else f"{instance.aim:g}"
    cells = [instance.name, instance.job, tilings, row.engine, str(row.nodes), seconds, aim]
    return _line([*cells, *(_factor(row, row.peers.get(name), name) for name in programs)])


def _factor(row: bench.Measurement, other: bench.PeerResult | None, name: str) -> str:
    """How many times our seconds another took."""
    factor = row.ratio(name)
    if other is None or factor is None:
        return "-"
    if other.solutions is not None and row.tilings is not None and other.solutions != row.tilings:
        return f"wrong: {other.solutions}"
    return f"{'> ' if other.limit else ''}{factor:.1f}"


def json_report(rows: Sequence[bench.Measurement], setting: bench.Setting, notes: Sequence[str]) -> dict[str, Any]:
    """All that was measured, and where."""
    machine = {"processor": platform.machine(), "system": platform.system(), "python": platform.python_version()}
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "tilewright": 1,
        "kind": "bench",
        "version": __version__,
        "date": str(date.today()),
        "machine": {**machine, "cores": os.cpu_count(), "load": load},
        "setting": {name: getattr(setting, name) for name in ("engine", "repeat", "limit", "threads")},
        "clock": "wall" if setting.threads > 1 else "cpu",
        "notes": list(notes),
        "rows": [_instance_row(row) for row in rows],
    }


def _instance_row(row: bench.Measurement) -> dict[str, Any]:
    found: dict[str, Any] = {"instance": row.instance.name, "group": row.instance.group, "job": row.instance.job}
    if row.tilings is not None:
        found |= {"tilings": row.tilings, "tilings_text": str(row.tilings)}
    ended = "limit" if row.tilings is None else "enough" if row.instance.job == "find" else "exhausted"
    found |= {"seconds": row.seconds, "nodes": row.nodes, "engine": row.engine, "ended": ended}
    found |= {key: value for key in ("aim", "ratio") if (value := getattr(row.instance, key)) is not None}
    found["beside"] = {name: _beside_row(other) for name, other in row.peers.items()}
    return found | {key: value for key in ("wrong", "stopped") if (value := getattr(row, key))}


def _beside_row(other: bench.PeerResult) -> dict[str, Any]:
    if other.refused:
        return {"refused": other.refused}
    return {"at_least": other.seconds} if other.limit else {"seconds": other.seconds, "tilings": other.solutions}


NAME = "tetris"
MOST_SIDE = 60
SIDES: tuple[range, range] = (range(5, 16), range(5, 16))
SIDE = r"(\d{1,3})(?:\.\.(\d{1,3}))?"
KINDS = "IJLOSTZ"
WIDTH = 10  # of a cell of the table


def sides(text: str) -> tuple[range, range]:
    """Return the rows and columns of `5..15`, `5x8` or `5..6x8`. Raises ArgumentTypeError for what is none of these."""
    found = re.fullmatch(rf"{SIDE}(?:x{SIDE})?", text, re.ASCII)
    top, bottom, left, right = found.groups() if found else ("0", None, None, None)
    rows = range(int(top), int(bottom or top) + 1)
    columns = rows if left is None else range(int(left), int(right or left) + 1)
    if not all(each and each[0] >= 1 and each[-1] <= MOST_SIDE for each in (rows, columns)):
        raise ArgumentTypeError(
            f"{quote(text)}: expected sides such as 5..15, or a board such as 5x8, 1 to {MOST_SIDE}"
        )
    return rows, columns


def kinds(text: str) -> str:
    """Return letters of tetrominoes as the set has them. Raises ArgumentTypeError for others."""
    if not text or set(text.upper()) - set(KINDS) or len(set(text.upper())) < len(text):
        raise ArgumentTypeError(f"{quote(text)}: expected some of {KINDS}, each once")
    return text.upper()


def run_tetris(args: Namespace) -> int:
    """Measure, and print a table for each way; return the exit code."""
    (rows_of, columns_of), names = args.boards or SIDES, bench.ways(args.engine)
    if bench.REPORT not in names:
        print(bench.MISSING, file=sys.stderr)
    rows: list[bench.Filling] = []
    code = DONE
    try:
        for row in bench.fillings(rows_of, columns_of, args.kinds or KINDS, args.engine, args.limit, args.repeat):
            rows.append(row)
    except KeyboardInterrupt:  # what was measured is printed all the same
        code = INTERRUPTED
    if args.json:
        print_json({"tilewright": 1, "kind": "bench tetris", "limit": args.limit, "rows": list(map(_tetris_row, rows))})
    else:
        print("CPU milliseconds until the first filling, m rows and n columns; - where 4 does not divide the area,")
        print(f"> where the limit of {args.limit:g} s came first, none where nothing fills the board")
        for way in names:
            print(f"\n{way}\n{table([row for row in rows if row.way == way], rows_of, columns_of, args.limit)}")
    return LIMIT_REACHED if code == DONE and any(row.seconds is None for row in rows) else code


def table(rows: Sequence[bench.Filling], sides: range, columns: range, limit: float) -> str:
    """Return the measured times as lines of a table, in milliseconds."""
    cells = {(row.rows, row.columns): _cell(row, limit) for row in rows}
    lines = [["m \\ n", *map(str, columns)]]
    lines += [[str(m), *(cells.get((m, n), "-") for n in columns)] for m in sides]
    return "\n".join("".join(cell.rjust(WIDTH) for cell in line) for line in lines)


def _cell(row: bench.Filling, limit: float) -> str:
    if row.seconds is None:
        return f"> {limit:g} s"
    if not row.fillable:
        return "none"
    milliseconds = 1000 * row.seconds
    return f"{milliseconds:.2f}" if milliseconds < 10 else f"{milliseconds:.0f}"


def _tetris_row(row: bench.Filling) -> dict[str, object]:
    found = {"rows": row.rows, "columns": row.columns, "way": row.way, "fillable": row.fillable}
    ended = "limit" if row.seconds is None else "enough" if row.fillable else "exhausted"
    return {**found, "seconds": row.seconds, "ended": ended}


BENCH = """CPU seconds with one thread, wall seconds with several. Every number of tilings is compared with the known
one: a wrong number ends with exit code 1, a run that the limit stopped with 3.

Examples: `tilewright bench 6x10 8x8-hole`, `tilewright bench pentominoes --peers`,
`tilewright bench FNPUV@5x5 --engine native --repeat 7`, `tilewright bench tetris --boards 5..15 --limit 1`: the
tables of the
Tetris-filling report.

[INSTANCE]... as instances  Names of instances, of their groups, or puzzles (all tilings of each); without any: all but
    the slow ones.
engine
--repeat N = 3  Runs of each; the median counts.
--peers  Run the exact-cover packages that are installed, too.
--limit SECONDS = 60  The longest a run may take, ours or another's.
threads
--boards 5..15  For `bench tetris`: the range of sides (all boards m x n), or one board, `5x8`. [default: 5..15]
--kinds LETTERS  For `bench tetris`: which kinds, e.g. `JLSTZ`. [default: all seven]
--list  Name the instances, run nothing.
json
"""


def _run(args: Namespace) -> int:
    if args.engine != "auto":
        engine_called(args.engine)  # an unknown one is refused before anything is run
    if args.instances == [NAME]:
        return run_tetris(args)
    if args.boards is not None or args.kinds is not None:
        tetris = "`bench tetris`, the experiment of the Tetris-filling report"
        raise NotationError(f"--boards and --kinds: expected {tetris}")
    wanted = bench.select_instances(args.instances)
    if args.list:
        for each in bench.instances().values():
            what = f"{each.job}, {len(each.puzzles)} puzzle{'s' * (len(each.puzzles) > 1)}{', slow' * each.slow}"
            print(f"{each.name:<{NAME_WIDTH}}  {each.group:<12}  {what}")
        return DONE
    rows: list[bench.Measurement] = []
    interrupted = False
    with tempfile.TemporaryDirectory() as folder:
        programs, notes = _programs(Path(folder), args.peers) if any(i.compared for i in wanted) else ({}, [])
        for note in notes:
            print(note, file=sys.stderr)
        setting = bench.Setting(args.engine, args.repeat, args.limit, args.threads, programs)
        if not args.json:
            print(heading(list(programs)))
        try:
            for instance in wanted:
                rows.append(bench.measure(instance, setting, Path(folder)))
                if not args.json:
                    print(line_of(rows[-1], list(programs)), flush=True)
        except KeyboardInterrupt:  # what was measured is printed all the same
            interrupted = True
    if args.json:
        print_json(json_report(rows, setting, notes))
    for text in (*(f"wrong: {text}" for row in rows for text in row.wrong), *(t for row in rows for t in row.stopped)):
        print(text, file=sys.stderr)
    if interrupted:
        return INTERRUPTED
    return NO if any(row.wrong for row in rows) else LIMIT_REACHED if any(row.tilings is None for row in rows) else DONE


def _programs(folder: Path, peers: bool) -> tuple[dict[str, Sequence[str]], list[str]]:
    """What to run beside, and what cannot be."""
    sweep, why_not = bench.build(folder)
    programs: dict[str, Sequence[str]] = {bench.SWEEP: sweep} if sweep else {}
    notes = [why_not] if why_not else []
    if peers:
        here, missing = bench.peer_commands()
        programs |= here
        if missing:
            notes.append(f"not installed: {', '.join(missing)} (pip install {' '.join(missing)})")
    return programs, notes


COMMANDS = {
    "bench": Command(BENCH, _run, {"repeat": whole(1), "limit": seconds(0.01), "boards": sides, "kinds": kinds}),
}
