"""`tilewright engines`: the engines there are, and what is missing for those that cannot run here."""

from __future__ import annotations

from argparse import Namespace

from tilewright.cli import options
from tilewright.cli.options import Command, Parser
from tilewright.cli.output import DONE
from tilewright.cover.engine import Engine
from tilewright.cover.engine import engines as all_engines
from tilewright.formats.answer import print_json

DETAILS = ""


def add_arguments(parser: Parser) -> None:
    """Only --json."""
    options.add_json(parser)


def run(args: Namespace) -> int:
    """List the engines."""
    found = list(all_engines().values())
    if args.json:
        print_json({"tilewright": 1, "engines": [_row(engine) for engine in found]})
        return DONE
    width = max(len(engine.name) for engine in found)
    for engine in found:
        reason = engine.unavailable()
        print(f"{engine.name:<{width}}  {engine.summary}" + (f"  [not available: {reason}]" if reason else ""))
    return DONE


def _row(engine: Engine) -> dict[str, object]:
    reason = engine.unavailable()
    row = {"name": engine.name, "available": reason is None, "summary": engine.summary}
    return row | ({"reason": reason} if reason else {})


COMMAND = Command(DETAILS, add_arguments, run)
