"""`tilewright bench`: how fast, on named instances, beside a plain sweep and other packages."""

from __future__ import annotations

import sys
import tempfile
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from tilewright.bench.instances import instances, select_instances
from tilewright.bench.measure import SWEEP, Measurement, Setting, measure
from tilewright.bench.peers import peer_commands
from tilewright.bench.yardstick import build
from tilewright.cli import options
from tilewright.cli.bench_table import NAME_WIDTH, heading, json_report, line_of
from tilewright.cli.exit_codes import DONE, INTERRUPTED, LIMIT_REACHED, NO
from tilewright.cli.parser import Parser
from tilewright.cli.tetris_table import NAME, run_tetris, sides
from tilewright.cover.search.registry import engine as engine_called
from tilewright.errors import NotationError
from tilewright.formats.answer import print_json

DETAILS = """CPU seconds with one thread, wall seconds with several. Every number of tilings is held against the known one:
a wrong number ends with exit code 1, a run that the limit stopped with 3.

Examples: `tilewright bench 6x10 8x8-hole`, `tilewright bench pentominoes --peers`,
`tilewright bench FNPUV@5x5 --engine native --repeat 7`, `tilewright bench tetris --boards 5..15 --limit 1`: the tables of the
Tetris-filling report."""


def add_arguments(parser: Parser) -> None:
    """What to measure, and how."""
    parser.add_argument(
        "names",
        metavar="INSTANCE",
        nargs="*",
        help="Names of instances, of their groups, or puzzles (all tilings of each); without any: all but the slow "
        "ones.",
    )
    options.add_engine(parser)
    parser.add_argument(
        "--repeat",
        metavar="N",
        type=options.whole(1),
        default=3,
        help="Runs of each; the median counts. [default: 3]",
    )
    parser.add_argument("--peers", action="store_true", help="Run the exact-cover packages that are installed, too.")
    parser.add_argument(
        "--limit",
        metavar="SECONDS",
        type=options.seconds(0.01),
        default=60.0,
        help="The longest a run may take, ours or another's. [default: 60]",
    )
    options.add_threads(parser)
    parser.add_argument(
        "--boards",
        metavar="5..15",
        type=sides,
        help="Of `bench tetris`: the sides of the boards, all m x n of them. [default: 5..15]",
    )
    parser.add_argument("--list", action="store_true", help="Name the instances, run nothing.")
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Measure, a line for each instance."""
    if args.engine != "auto":
        engine_called(args.engine)  # an unknown one is refused before anything is run
    if args.names == [NAME]:
        return run_tetris(args)
    if args.boards is not None:
        raise NotationError("--boards: expected `bench tetris`, the experiment of the Tetris-filling report")
    wanted = select_instances(args.names)
    if args.list:
        _print_names()
        return DONE
    rows: list[Measurement] = []
    interrupted = False
    with tempfile.TemporaryDirectory() as folder:
        programs, notes = _programs(Path(folder), args.peers) if any(i.compared for i in wanted) else ({}, [])
        for note in notes:
            print(note, file=sys.stderr)
        setting = Setting(args.engine, args.repeat, args.limit, args.threads, programs)
        if not args.json:
            print(heading(list(programs)))
        try:
            for instance in wanted:
                rows.append(measure(instance, setting, Path(folder)))
                if not args.json:
                    print(line_of(rows[-1], list(programs)), flush=True)
        except KeyboardInterrupt:  # what was measured is told all the same
            interrupted = True
    if args.json:
        print_json(json_report(rows, setting, notes))
    for text in (*(f"wrong: {text}" for row in rows for text in row.wrong), *(t for row in rows for t in row.stopped)):
        print(text, file=sys.stderr)
    return INTERRUPTED if interrupted else _exit_code(rows)


def _exit_code(rows: Sequence[Measurement]) -> int:
    if any(row.wrong for row in rows):
        return NO
    return LIMIT_REACHED if any(row.tilings is None for row in rows) else DONE


def _programs(folder: Path, peers: bool) -> tuple[dict[str, Sequence[str]], list[str]]:
    """What to run beside, and what cannot be."""
    sweep, why_not = build(folder)
    programs: dict[str, Sequence[str]] = {SWEEP: sweep} if sweep else {}
    notes = [why_not] if why_not else []
    if peers:
        here, missing = peer_commands()
        programs |= here
        if missing:
            notes.append(f"not installed: {', '.join(missing)} (pip install {' '.join(missing)})")
    return programs, notes


def _print_names() -> None:
    for instance in instances().values():
        what = f"{instance.job}, {len(instance.puzzles)} puzzle{'s' if len(instance.puzzles) > 1 else ''}"
        print(f"{instance.name:<{NAME_WIDTH}}  {instance.group:<12}  {what}{', slow' if instance.slow else ''}")
