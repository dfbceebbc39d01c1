"""`tilewright fillable`: which rectangles a set of tetrominoes fills, by the rules."""

from __future__ import annotations

import re
from argparse import Namespace
from collections import Counter
from typing import Any

from tilewright.api.solve import Solved
from tilewright.cli.listing import write_tilings
from tilewright.cli.options import Command, Parser
from tilewright.cli.output import check_outputs
from tilewright.cli.terminal import DONE, NO, print_tiling
from tilewright.errors import NotationError, quote
from tilewright.fillable.rules import Rule, blocks, fill, rules
from tilewright.formats.answer import print_json

DETAILS = """Any number of each kind, turned but not flipped. There is a rule for each of the 127 sets of kinds; with a
board the answer comes at once, whatever its size, with the reason or with the tilings it is composed of.

Examples: `tilewright fillable JLSTZ`, `tilewright fillable STZ 6x10`, `tilewright fillable JLSTZ 50x62 -o tiling.svg`."""

SIZE = re.compile(r"([1-9]\d{0,17})x([1-9]\d{0,17})", re.ASCII)


def add_arguments(parser: Parser) -> None:
    """The kinds, the board, and where a tiling goes."""
    parser.add_argument(
        "kinds", metavar="KINDS", nargs="?", help="Letters out of IJLOSTZ; without them every set is listed."
    )
    parser.add_argument("size", metavar="RxC", nargs="?", help="A board of R rows and C columns.")
    parser.add_argument("--draw", action="store_true", help="Print a tiling of the board.")
    parser.take("outputs", "json")


def run(args: Namespace) -> int:
    """List the rules, or apply one."""
    chosen = [Rule(args.kinds)] if args.kinds else list(rules())
    if args.size is None:
        if args.output or args.draw:
            raise NotationError("-o and --draw: expected a board such as 8x10 behind the kinds")
        _list(chosen, args.json)
        return DONE
    return _decide(chosen[0], *_size(args.size), args)


def _list(chosen: list[Rule], json: bool) -> None:
    if json:
        print_json({"tilewright": 1, "rules": [{"kinds": rule.kinds, "rule": str(rule)} for rule in chosen]})
        return
    for rule in chosen:
        print(f"{rule.kinds:9}{rule}" if len(chosen) > 1 else rule)


def _size(text: str) -> tuple[int, int]:
    if (found := SIZE.fullmatch(text)) is None:
        raise NotationError(f"{quote(text)}: expected rows x columns such as 8x10")
    return int(found[1]), int(found[2])


def _decide(rule: Rule, rows: int, columns: int, args: Namespace) -> int:
    """Say whether the kinds fill a board, and write a tiling if one is wanted."""
    check_outputs(args.output, args.force)
    reason = rule.reason(rows, columns)
    answer: dict[str, Any] = {"kinds": rule.kinds, "rule": str(rule), "board": f"{rows}x{columns}"}
    if reason:
        answer |= {"fillable": False, "reason": {"kind": reason.by, "text": reason.words}}
        text = f"{rule.kinds} cannot fill {rows}x{columns}: {reason.words}"
    else:
        answer |= {"fillable": True}
        text = f"{rule.kinds} fills {rows}x{columns}"
        if args.output or args.draw:
            _write(rule, rows, columns, args)
            text += f", composed of {_parts(rule.kinds, rows, columns)}"
    if args.json:
        print_json({"tilewright": 1, **answer})
    else:
        print(text)
    return NO if reason else DONE


def _write(rule: Rule, rows: int, columns: int, args: Namespace) -> None:
    tiling = fill(rule.kinds, rows, columns)
    write_tilings(args.output, Solved(tiling.puzzle, (tiling,), "enough", "solved"), args.force)
    if args.draw and not args.json:
        print_tiling(tiling)


def _parts(kinds: str, rows: int, columns: int) -> str:
    """The base tilings of a board, with their numbers."""
    sizes = Counter(tuple(sorted(tiling.size)) for _, _, tiling in blocks(kinds, rows, columns))
    return ", ".join(f"{count} of {m}x{n}" for (m, n), count in sorted(sizes.items()))


COMMAND = Command(DETAILS, add_arguments, run)
