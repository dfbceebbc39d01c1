"""Run the campaign: `python -m tests.campaign --seed 20260101 --seconds 300`.

Prints the seed, each difference with the smallest puzzle it could be reduced to and the command that asks that one again, and
ends with exit code 1 if there is any.
"""

from __future__ import annotations

import argparse
import datetime
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from tests.campaign.campaign import Campaign, Difference, ask_once
from tests.campaign.kinds import KINDS
from tests.campaign.puzzles import from_text, to_text
from tests.campaign.questions import TABLE, questions_of
from tests.campaign.records import Records
from tests.campaign.reduce import reduce
from tests.campaign.table import write_page

MOST_SHOWN = 10  # differences that are reduced; all are counted
SAME = 70  # characters of a message by which two differences are taken for one


def main() -> int:
    """Run what the arguments ask for; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaign", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--seed", type=int, default=int(f"{datetime.datetime.now(datetime.UTC):%Y%m%d}"), help="default: the day"
    )
    parser.add_argument("--puzzles", type=int, default=100_000, help="how many")
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--seconds", type=float, help="stop after so many")
    parser.add_argument("--processes", type=int, default=1, help="that share the puzzles")
    parser.add_argument("--kind", default="", choices=["", *KINDS], help="of puzzles; default: all")
    parser.add_argument("--question", default="", help="ask this one alone, of every puzzle")
    parser.add_argument("--key", help="what the question draws from, with --case")
    parser.add_argument("--case", help="ask one puzzle, given as a difference prints it")
    parser.add_argument("--table", type=Path, help="write the page with the pairs of features that met")
    parser.add_argument("--no-reduce", action="store_true", help="print puzzles as they were drawn")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        return _one(args, Path(name)) if args.case else _all(args, Path(name))


def _one(args: argparse.Namespace, folder: Path) -> int:
    questions_of(args.kind)
    kind, question = KINDS[args.kind], TABLE[args.kind, args.question]
    drawn = from_text(args.case, kind.drawn)
    case = kind.case(kind.name, drawn, Random(args.key), folder, Records())
    text, trace = ask_once(kind, question, case, args.key)
    print(text or "right", trace, sep="\n")
    return int(bool(text))


def _all(args: argparse.Namespace, folder: Path) -> int:
    print(f"seed {args.seed}", flush=True)
    records, found, seconds = Records(), Counter[str](), 0.0
    parts = range(args.first, args.first + args.puzzles, -(-args.puzzles // args.processes))
    with ProcessPoolExecutor(args.processes) as pool:
        for met, seen, spent in pool.map(_part, [args] * len(parts), parts, [folder] * len(parts)):
            records.add(met)
            found.update(seen)
            seconds += spent
    number = sum(records.puzzles.values())
    print(
        f"{number:,} puzzles, {sum(records.questions.values()):,} questions, {sum(found.values()):,} differences",
        flush=True,
    )
    if args.table:
        write_page(args.table, records, args.seed, seconds)
    return int(bool(found))


def _part(args: argparse.Namespace, first: int, folder: Path) -> tuple[Records, Counter[str], float]:
    """Ask the puzzles from a number on; return what was met, how many differences of each sort there are, and CPU seconds."""
    records, seen = Records(), Counter[str]()
    own = folder / str(first)
    own.mkdir()
    stop = min(first - (-args.puzzles // args.processes), args.first + args.puzzles)
    campaign = Campaign(args.seed, own, args.kind, args.question, records)
    for found in campaign.differences(first, stop, args.seconds):
        sort = f"{found.question}: {found.text[:SAME]}"
        seen[sort] += 1
        if seen[sort] == 1 and len(seen) <= MOST_SHOWN:
            print(_told(found, own, args.no_reduce), flush=True)
    return records, seen, time.process_time()


def _told(found: Difference, folder: Path, as_drawn: bool) -> str:
    head = f"\nPUZZLE {found.number}, question {found.question!r}: {found.text}\n{found.trace}"
    if as_drawn:
        return f"{head}\n{to_text(found.drawn)}"
    less = reduce(found, folder)
    return f"{head}\nREDUCED: {less.text}\n  {less.command}"


if __name__ == "__main__":
    sys.exit(main())
