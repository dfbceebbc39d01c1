"""`tilewright design family`: one set of pieces against many boards."""

from __future__ import annotations

from argparse import Namespace
from itertools import islice

from tilewright.cli import options
from tilewright.cli.options import Command, Parser
from tilewright.cli.output import DONE, NO
from tilewright.design.family import count_members, document, piece_sets
from tilewright.errors import NotationError
from tilewright.files import check_writable, write
from tilewright.formats.answer import dumps_json, piece_rows, print_json
from tilewright.kinds.packing.family import Family, load_family
from tilewright.pieces import select

DETAILS = "Example: `tilewright design family examples/families/calendar.toml --threads 2 -o calendar.json`."


def add_arguments(parser: Parser) -> None:
    """The family, its members, the pool of pieces."""
    parser.add_argument("file", metavar="FILE", help="A TOML file with `[named]` cells and `groups`.")
    parser.add_argument(
        "--open",
        dest="only",
        metavar="NAMES",
        action="append",
        help="Count this member only, e.g. `MAR,14`; may be repeated.",
    )
    parser.add_argument(
        "--find",
        metavar="PIECES",
        help="Search this pool (`SET:LETTERS`, sums with +) for sets that solve all members.",
    )
    parser.add_argument(
        "--tries", metavar="N", type=options.whole(1), help="With --find: so many random sets instead of all."
    )
    options.add_count(parser)
    options.add_seed(parser)
    options.add_threads(parser)
    options.add_outputs(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Count the members, or find sets."""
    for path in args.output:
        if path.suffix != ".json":
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected .json")
        check_writable(path, args.force)
    family = load_family(args.file)
    return _find_sets(family, args) if args.find is not None else _count(family, args)


def _find_sets(family: Family, args: Namespace) -> int:
    sets = list(islice(piece_sets(family, select(args.find), args.seed, args.tries), args.count))
    if args.json:
        print_json({"tilewright": 1, "kind": "piece sets", "sets": [piece_rows(pieces) for pieces in sets]})
    else:
        print("\n".join(",".join(piece.name for piece in pieces) for pieces in sets))
    return DONE if sets else NO


def _count(family: Family, args: Namespace) -> int:
    members = None if args.only is None else [family.parse_member(text) for text in args.only]
    found = count_members(family, members, args.threads)
    for path in args.output:
        write(path, dumps_json(document(family, found, args.file)), args.force)
    if args.json:
        print_json(document(family, found, args.file))
    else:
        for names, value in zip(found.members, found.values, strict=True):
            print(f"{','.join(names)}  {value}")
        print("  ".join(f"{key} {value:g}" for key, value in found.summary.items()))
    return DONE if any(found.values) else NO


COMMAND = Command(DETAILS, add_arguments, run)
