"""`tilewright cover`: any exact cover, for people without a board."""

from __future__ import annotations

import sys
from argparse import Namespace

from tilewright.api.exact_cover import count_cover, cover_solutions
from tilewright.api.prepare import interruptible
from tilewright.cli import options
from tilewright.cli.exit_codes import exit_code
from tilewright.cli.parser import Parser
from tilewright.cli.terminal.progress import progress
from tilewright.cover.problem import ExactCover
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.errors import TilewrightError
from tilewright.formats.answer import print_json
from tilewright.formats.models import dlx
from tilewright.formats.source import read_text

DETAILS = """Prints the options of each solution, a line each, and an empty line after it.

The first line names the items: `a` is covered once, `2|a` twice, `1:3|a` once to three times; behind `|` stand secondary items,
covered at most once, to which options may give colors: `x:A`. An option a line, each with an item from before the `|`."""


def add_arguments(parser: Parser) -> None:
    """The cover and how many solutions."""
    parser.add_argument(
        "file", metavar="FILE", help="Knuth's text: items, `|`, secondary items; then options, colors as item:color."
    )
    options.add_number(parser, "solution", counted=True)
    options.add_engine(parser)
    options.add_limit(parser)
    options.add_threads(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Solve or count."""
    report = Report()  # its clock runs while the cover is read, so that the limit covers that too
    limit = Limit(seconds=args.limit, solutions=None if args.every or args.count else args.number)
    cover, value, rows = _read(args.file, limit, report), 0, []
    with progress(report, "solutions"):
        if cover is not None and args.count:
            value = count_cover(cover, args.engine, limit, args.threads, report)
        elif cover is not None:
            solutions = cover_solutions(cover, args.engine, limit, args.threads, report)
            value, rows = len(solutions), [[_words(cover, option) for option in solution] for solution in solutions]
    if args.json:
        _print_json(cover, report, value, rows)
    elif args.count:
        print(value if report.ended == "exhausted" else f"at least {value}")
    else:
        for solution in rows:
            print("\n".join(" ".join(option) for option in solution), end="\n\n")
        if not rows:
            print("no solution" if report.ended == "exhausted" else "unknown", file=sys.stderr)
    return exit_code(report.ended, value)


def _read(file: str, limit: Limit, report: Report) -> ExactCover | None:
    """The cover of a file; None when the limit came first, as the report says. Errors say which file."""
    text = read_text(file, dlx.MAX_BYTES)
    try:
        with interruptible(limit, report) as deadline:
            return dlx.parse(text, deadline)
    except TilewrightError as error:
        raise type(error)(f"{'standard input' if file == '-' else file}: {error}") from None
    return None


def _words(cover: ExactCover, option: int) -> list[str]:
    """An option as it stands in the text, its items in their order."""
    names, colors = cover.names, ["", *(f":{name}" for name in cover.color_names)]
    both = zip(cover.options[option], cover.color_rows[option], strict=True)
    return [names[item] + colors[color] for item, color in both]


def _print_json(cover: ExactCover | None, report: Report, value: int, rows: list[list[list[str]]]) -> None:
    size = None if cover is None else dict(zip(("items", "options", "entries"), cover.size, strict=True))
    bound = "exact" if report.ended == "exhausted" else "at least"
    print_json(
        {
            "tilewright": 1,
            "cover": size,
            "ended": report.ended,
            "count": {"value": value, "value_text": str(value), "bound": bound},
            "solutions": rows,
            "engine": report.engine,
            "nodes": report.nodes,
        }
    )
