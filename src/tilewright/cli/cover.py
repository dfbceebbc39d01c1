"""`tilewright cover`: any exact cover, for people without a board."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tilewright.cli.app import (
    DONE,
    INTERRUPTED,
    LIMIT_REACHED,
    NO,
    EngineOption,
    JsonOption,
    LimitOption,
    ThreadsOption,
    app,
)


@app.command()
def cover(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Knuth's text: items, `|`, secondary items; then options.")
    ],
    number: Annotated[int, typer.Option("-n", min=1, help="How many solutions to find.")] = 1,
    every: Annotated[bool, typer.Option("--all", help="Find every solution.")] = False,
    only_count: Annotated[bool, typer.Option("--count", help="Count the solutions.")] = False,
    engine: EngineOption = "auto",
    limit: LimitOption = None,
    threads: ThreadsOption = 1,
    json: JsonOption = False,
) -> None:
    """Solve an exact cover given as DLX text (items with multiplicities, options; no colors).

    Prints the options of each solution, a line each, and an empty line after it.
    """
    from tilewright.api.solve import count_cover, cover_solutions
    from tilewright.cli.progress import progress
    from tilewright.cover.search.limit import Limit
    from tilewright.cover.search.report import Report
    from tilewright.formats.models import dlx
    from tilewright.formats.source import read_text

    posed = dlx.parse(read_text(file))
    report = Report()
    budget = Limit(seconds=limit, solutions=None if every or only_count else number)
    with progress(report, "solutions"):
        if only_count:
            value, solutions = count_cover(posed, engine, budget, threads, report), []
        else:
            solutions = cover_solutions(posed, engine, budget, threads, report)
            value = len(solutions)
    rows = [[[posed.names[item] for item in posed.options[option]] for option in solution] for solution in solutions]
    if json:
        from tilewright.formats.answer import print_json

        items, options, entries = posed.size
        bound = "exact" if report.ended == "exhausted" else "at least"
        print_json(
            {
                "tilewright": 1,
                "cover": {"items": items, "options": options, "entries": entries},
                "ended": report.ended,
                "count": {"value": value, "value_text": str(value), "bound": bound},
                "solutions": rows,
                "engine": report.engine,
                "nodes": report.nodes,
            }
        )
    elif only_count:
        print(value if report.ended == "exhausted" else f"at least {value}")
    else:
        for solution in rows:
            print("\n".join(" ".join(option) for option in solution), end="\n\n")
        if not rows:
            print("no solution" if report.ended == "exhausted" else "unknown", file=sys.stderr)
    if report.ended in ("stopped", "limit"):
        raise typer.Exit(INTERRUPTED if report.ended == "stopped" else LIMIT_REACHED)
    raise typer.Exit(DONE if value else NO)
