"""`tilewright design family`: one set of pieces against many boards.

`tilewright design ladder`: Katamino ladders, and the table of all subsets.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from itertools import islice

from tilewright.cli import options
from tilewright.cli.commands import design_levels
from tilewright.cli.options import Command, Parser
from tilewright.cli.output import write
from tilewright.cli.terminal import DONE, NO
from tilewright.cover.limits import Limit
from tilewright.design.family import Counts, count_layouts, count_members, document, histogram, piece_sets
from tilewright.design.ladder import count_subsets, ladders, published_tables
from tilewright.design.ladder import document as ladder_document
from tilewright.errors import NotationError
from tilewright.files import check_writable
from tilewright.formats.answer import dumps_json, piece_rows, print_json
from tilewright.kinds.packing.family import Family
from tilewright.pieces import select
from tilewright.shelf import is_shelf_name
from tilewright.shelf.box import load_board, load_family

FAMILY_DETAILS = """All members are counted in one sweep. Printed are the least, the median and the most, the members that have them, those
with exactly one tiling and those with none, and a histogram; `--list` prints each member, too. Of a box whose cards
place some pieces first, such as `mondrian`, all layouts of these are counted.

Examples: `tilewright design family genius-square`, `tilewright design family examples/families/calendar.toml -o calendar.json`."""
SHOWN = 8  # members of a line
BAR = 40  # characters of the longest bar


def add_family_arguments(parser: Parser) -> None:
    """The family, its members, the pool of pieces."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="A TOML file with `[named]` cells and `groups`, or a box: `genius-square`, `calendar`.",
    )
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
    parser.add_argument("--list", dest="listed", action="store_true", help="Print the count of each member.")
    parser.take("count", "seed", "limit", "outputs", "json")


def run_family(args: Namespace) -> int:
    """Count the members, or find sets."""
    for path in args.output:
        if path.suffix != ".json":
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected .json")
        check_writable(path, args.force)
    if is_shelf_name(args.file) and load_board(args.file).placed:
        return _layouts(args)
    family = load_family(args.file)
    return _find_sets(family, args) if args.find is not None else _count(family, args)


def _find_sets(family: Family, args: Namespace) -> int:
    sets = list(islice(piece_sets(family, select(args.find), args.seed, args.tries), args.count))
    if args.json:
        print_json({"tilewright": 1, "kind": "piece sets", "sets": [piece_rows(pieces) for pieces in sets]})
    else:
        print("\n".join(",".join(piece.name for piece in pieces) for pieces in sets))
    return DONE if sets else NO


def _layouts(args: Namespace) -> int:
    """Count all layouts of the pieces that a card places first."""
    if args.only is not None or args.find is not None or args.output:
        raise NotationError(f"{args.file}: layouts are counted: expected no --open, no --find and no -o")
    found = count_layouts(load_board(args.file), Limit(seconds=args.limit))
    if args.json:
        print_json({"tilewright": 1, "kind": "layouts", "box": args.file, **found.summary})
        return DONE
    if args.listed:
        for names, value in zip(found.members, found.values, strict=True):
            print(f"{','.join(names)}  {value}")
    _tell_summary(found)
    return DONE


def _count(family: Family, args: Namespace) -> int:
    members = None if args.only is None else [family.parse_member(text) for text in args.only]
    found = count_members(family, members, Limit(seconds=args.limit))
    for path in args.output:
        write(path, dumps_json(document(family, found, args.file)), args.force)
    if args.json:
        print_json(document(family, found, args.file))
        return DONE if any(found.values) else NO
    if args.listed or members is not None:
        for names, value in zip(found.members, found.values, strict=True):
            print(f"{','.join(names)}  {value}")
    _tell_summary(found)
    return DONE if any(found.values) else NO


def _tell_summary(found: Counts) -> None:
    print(
        "  ".join(
            f"{key} {value:g}" if value != int(value) else f"{key} {int(value)}" for key, value in found.summary.items()
        )
    )
    rows = {
        "fewest": found.rarest,
        "most": found.most_frequent,
        "one tiling": found.where(1),
        "impossible": found.where(0),
    }
    for title, members in rows.items():
        more = f" and {len(members) - SHOWN:,} more" if len(members) > SHOWN else ""
        print(f"{title}: {'; '.join(map(','.join, members[:SHOWN])) or 'none'}{more}")
    bars = histogram(found.values)
    longest = max(number for _, _, number in bars)
    for low, high, number in bars:
        name = f"{low:,}" if low == high else f"{low:,} to {high:,}"
        print(f"{name:>24}  {'#' * -(-BAR * number // longest):<{BAR}}  {number:,}")


FAMILY = Command(FAMILY_DETAILS, add_family_arguments, run_family)


LADDER_DETAILS = """Each step adds one piece. Several ladders never share a set.

Examples: `tilewright design ladder --from 3 --to 9 --seed 4`, `tilewright design ladder --recount -o ladder.json`
(every subset of 5 x 1 to 5 x 12)."""
Tables = Mapping[int, Mapping[str, int]]


def add_ladder_arguments(parser: Parser) -> None:
    """From where to where, and the table."""
    parser.add_argument(
        "--from",
        dest="first",
        metavar="N",
        type=options.whole(),
        default=3,
        help="The smallest board is 5 x N. [default: 3]",
    )
    parser.add_argument(
        "--to",
        dest="last",
        metavar="N",
        type=options.whole(),
        default=8,
        help="The largest board is 5 x N. [default: 8]",
    )
    parser.take("seed", "count")
    parser.add_argument("--table", action="store_true", help="Print how many subsets and tilings every 5 x k has.")
    parser.add_argument("--recount", action="store_true", help="Count all subsets anew instead of reading the table.")
    parser.take("outputs", "json")


def run_ladder(args: Namespace) -> int:
    """Make ladders, or print the table."""
    for path in args.output:
        if path.suffix != ".json":
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected .json for the table")
        check_writable(path, args.force)
    tables = {k: count_subsets(k) for k in range(1, 13)} if args.recount else published_tables()
    for path in args.output:
        write(path, dumps_json(ladder_document(tables)), args.force)
    if args.table or args.recount:
        if args.json:
            print_json(ladder_document(tables))
        else:
            _print_table(tables)
        return DONE
    made = list(islice(ladders(tables, args.first, args.last, args.seed), args.count))
    _print_ladders(made, tables, args)
    if len(made) < args.count:
        reach = f"from 5x{args.first} to 5x{args.last}"
        design_levels.note(f"there are {len(made)} ladders {reach} that share no set: {args.count} were asked for")
    return DONE if len(made) == args.count else NO


def _print_table(tables: Tables) -> None:
    print("board  subsets  tilings")
    for k, found in tables.items():
        print(f"{f'5x{k}':5}  {len(found):7}  {sum(found.values()):7}")


def _print_ladders(made: Sequence[Sequence[str]], tables: Tables, args: Namespace) -> None:
    rows = [
        [{"pieces": step, "board": f"5x{len(step)}", "tilings": tables[len(step)][step]} for step in one]
        for one in made
    ]
    if args.json:
        print_json({"tilewright": 1, "kind": "ladders", "seed": args.seed, "ladders": rows})
        return
    texts = ["\n".join(f"{row['pieces']}@{row['board']}  {row['tilings']} tilings" for row in one) for one in rows]
    print("\n\n".join(texts))


LADDER = Command(LADDER_DETAILS, add_ladder_arguments, run_ladder)
