"""`tilewright design` for levels: blocks, shikaku and edges (puzzles with one solution), family and ladder."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from tilewright.api.answer import piece_rows, print_json, solution_rows
from tilewright.api.family import Counts, count_layouts, count_members, family_document, histogram, piece_sets
from tilewright.api.solve import solve
from tilewright.cli import options
from tilewright.cli.options import Argument, Command, OneOf, number_range, whole
from tilewright.cli.output import (
    PICTURES,
    PUZZLE_SUFFIXES,
    DrawingTime,
    numbered,
    puzzle_file,
    puzzle_text,
    tell_rows,
    write,
    write_pictures,
)
from tilewright.cli.terminal import tell
from tilewright.design.blocks import MOST_PIECES, USUAL_CELLS, NoLevelError, make_level
from tilewright.design.edges import BORDERS, EdgesRecipe, make_edges
from tilewright.design.ladder import document as ladder_document
from tilewright.design.ladder import ladders, published_tables
from tilewright.design.made import Made
from tilewright.design.shikaku import MadeShikaku, Recipe, make
from tilewright.errors import NotationError, OutOfTimeError, quote
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exit_codes import DONE, LIMIT_REACHED, NO
from tilewright.explain.techniques import TIERS, Rating
from tilewright.files import suffix_of
from tilewright.formats import dump
from tilewright.kinds.packing.family import Family
from tilewright.loader import board_of
from tilewright.pieces import Piece, select
from tilewright.puzzle import Puzzle
from tilewright.shelf import is_shelf_name
from tilewright.shelf.box import load_board, load_family
from tilewright.system import digits, dumps_json


def rating_row(rating: Rating) -> dict[str, object]:
    """Return a rating as JSON."""
    return {"tier": rating.tier, "techniques": dict(rating.techniques)}


BLOCKS = """Prints the level as text: the shape, then its blocks, divided by lines of dashes.

Example: `tilewright design blocks 6x6 --blocks 8 --seed 3 > level.txt`."""
RANDOM_PIECES = 6  # pieces of random shape, if no number is given
SOLVE_SECONDS = 5.0  # for finding the solution shown in JSON
LEAST_SOLVE_SECONDS = 0.2  # the same for the last puzzle, even if the limit has come
SECONDS = 60.0  # without --limit: from about twenty blocks on, levels with one solution are rare


def _run_blocks(args: Namespace) -> int:
    deadline = Deadline(Limit(seconds=SECONDS if args.limit is None else args.limit))
    board = None if args.shape == "random" else board_of(args.shape)
    sizes = _block_sizes(args.sizes)
    pieces = args.blocks
    if pieces is None:
        mean = sum(sizes) / 2 if sizes else USUAL_CELLS
        pieces = RANDOM_PIECES if board is None else min(MOST_PIECES, max(1, round(board.area / max(1, mean))))
    try:
        made = make_level(board, pieces, args.seed, args.unique, args.difficulty, deadline.limit_left(), sizes)
    except NoLevelError as none:
        tell(str(none))
        return LIMIT_REACHED
    text = dump(made.puzzle, "blocks")
    write_pictures(args, made.puzzle._repr_svg_, txt=lambda _: text, json=lambda _: dump(made.puzzle, "json"))
    if args.json:
        row: dict[str, Any] = {"tilewright": 1, "kind": "blocks", "seed": args.seed, "level": text}
        row |= {"reached": made.reached, **_solution(made.puzzle, deadline)}
        print_json(row | ({"rating": rating_row(made.rating)} if made.rating else {}))
    else:
        print(text, end="")
    if made.rating:
        tell(f"seed {args.seed}: {made.rating}")
    if not made.reached:
        tell(f"{args.difficulty} was not reached: the nearest is given")
    return DONE if made.reached else LIMIT_REACHED


def _block_sizes(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    if not (found := re.fullmatch(r"(\d{1,3})(?:\.\.(\d{1,3}))?", text, re.ASCII)):
        raise NotationError(f"--sizes {quote(text)}: expected cells of a block, as 3..6 or 5")
    return int(found[1]), int(found[2] or found[1])


SHIKAKU = """Example: `tilewright design shikaku 10x10 --seed 7 --difficulty hard -o puzzle.svg`."""


def _run_shikaku(args: Namespace) -> int:
    rows, columns = _size(args.size)
    sizes = None if args.sizes is None else _sizes(args.sizes)
    recipe = Recipe(rows, columns, args.difficulty, args.symmetry, sizes)
    made, puzzles = _made(partial(make, recipe), args, _shikaku_row)
    if args.json:
        print_json({"tilewright": 1, "kind": "shikaku", "puzzles": puzzles})
    elif made:
        print("\n\n".join(str(one.puzzle) for one in made))
    missed = _tell_difficulty(made, args)
    unmet = [one for one in made if sizes and not {clue[2] for clue in one.puzzle.clues} <= set(sizes)]
    if unmet:
        tell(f"--sizes was not met for {len(unmet)} of {args.count}: some rectangles have other numbers of cells")
    return LIMIT_REACHED if missed or unmet or len(made) < args.count else DONE


def _tell_difficulty(made: Sequence[Made[Any]], args: Namespace) -> bool:
    """Print how hard each puzzle is; return True if some miss the requested difficulty."""
    for number, one in enumerate(made):
        if one.rating is not None:
            tell(f"seed {args.seed + number}: {one.rating}")
    if missed := [one for one in made if not one.reached]:
        tell(f"{args.difficulty} was not reached for {len(missed)} of {args.count}: the nearest is given")
    return bool(missed)


MadeOne = TypeVar("MadeOne", bound=Made[Any])


def _made(
    make: Callable[[int, Limit], MadeOne], args: Namespace, head: Callable[[MadeOne], Mapping[str, Any]]
) -> tuple[list[MadeOne], list[dict[str, Any]]]:
    """Make the requested number of puzzles within the limit, or fewer, and their rows for --json.

    The files of -o are written, too: several puzzles become `x-001.svg`, `x-002.svg`, ...
    """
    made, rows, files = list[MadeOne](), list[dict[str, Any]](), list[list[str | bytes]]()
    deadline = Deadline(Limit(seconds=args.limit))
    with suppress(OutOfTimeError):
        for seed in deadline.watch(range(args.seed, args.seed + args.count), 1):
            one = make(seed, deadline.limit_left())
            files.append([_drawn(one.puzzle, suffix_of(path), deadline) for path in args.output])
            if args.json:
                rows.append(_made_row(one, seed, head(one), deadline))
            made.append(one)
    for path, contents in zip(args.output, zip(*files[: len(made)], strict=True), strict=False):
        for target, content in zip(numbered(path, len(made)), contents, strict=True):
            write(target, content, args.force)
    if len(made) < args.count:
        none = f"{len(made)} of {args.count} puzzles were" if made else "no puzzle with one solution was"
        tell(f"{none} made within {args.limit:g} s: expected a longer limit or fewer cells")
    return made, rows


def _drawn(puzzle: Puzzle, suffix: str, deadline: Deadline) -> str | bytes:
    """Return the content of a file; raise OutOfTimeError if the time is too short for a picture."""
    if suffix in PICTURES and not DrawingTime(puzzle, deadline).suffices(suffix):
        raise OutOfTimeError
    return puzzle_file(puzzle, suffix)


def _shikaku_row(made: MadeShikaku) -> dict[str, Any]:
    puzzle = made.puzzle
    size = {"rows": puzzle.rows, "columns": puzzle.columns, "clues": [list(clue) for clue in puzzle.clues]}
    return {**size, "url": dump(puzzle, "puzz.link").strip()}


def _made_row(made: Made[Any], seed: int, head: Mapping[str, Any], deadline: Deadline) -> dict[str, Any]:
    rated = {} if made.rating is None else {"rating": rating_row(made.rating), "reached": made.reached}
    return {"seed": seed, **head, **_solution(made.puzzle, deadline), **rated}


def _solution(puzzle: Puzzle, deadline: Deadline) -> dict[str, Any]:
    """Return a solution as JSON, as in the answer of `solve`; empty if none is found within a few seconds."""
    found = solve(puzzle, limit=Limit(seconds=max(LEAST_SOLVE_SECONDS, min(SOLVE_SECONDS, deadline.left)))).tilings
    return {"solution": solution_rows(puzzle, found)[0]} if found else {}


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,4})x(\d{1,4})", text)
    if not match or "0" in (match[1].lstrip("0") or "0", match[2].lstrip("0") or "0"):
        raise NotationError(f"size {quote(text)}: expected RxC, rows and columns from 1, e.g. 10x10")
    return int(match[1]), int(match[2])


def _sizes(text: str) -> dict[int, int]:
    if match := re.fullmatch(r"(\d{1,4})\.\.(\d{1,4})", text):
        found = dict.fromkeys(range(int(match[1]), int(match[2]) + 1), 1)
    elif re.fullmatch(r"\d{1,4}(:\d{1,4})?(,\d{1,4}(:\d{1,4})?)*", text):
        parts = [part.partition(":") for part in text.split(",")]
        found = {int(size): int(weight or 1) for size, _, weight in parts}
    else:
        found = {}
    if not found or min(found) < 1:
        raise NotationError(
            f"--sizes {quote(text)}: expected cells of rectangles, as 2..8, or with weights, as 2:1,4:3"
        )
    return found


EDGES = """Examples: `tilewright design edges 4x4 --seed 7 --difficulty medium -o puzzle.json`,
`tilewright design edges h2 --lattice triangular --labels 12 -o puzzle.svg`,
`tilewright design edges 3x3 --match partner --border free` (heads and tails)."""


def _run_edges(args: Namespace) -> int:
    rules = (args.border, args.match, not args.fixed, args.difficulty)
    recipe = EdgesRecipe(args.size, args.lattice, args.labels, *rules, proved=not args.unproved)
    made, puzzles = _made(partial(make_edges, recipe), args, lambda one: {"toml": dump(one.puzzle, "toml")})
    if args.json:
        print_json({"tilewright": 1, "kind": "edges", "puzzles": puzzles})
    else:
        print("\n".join(puzzle_text(one.puzzle) for one in made), end="")
    return LIMIT_REACHED if _tell_difficulty(made, args) or len(made) < args.count else DONE


FAMILY = """Members are counted in one sweep, or one by one where cells may stay empty, pieces may be used more or less often, are
pinned or bound by `where`, or groups share cells. The command prints the fewest, the median and the most tilings, the
members that have them, those with exactly one tiling and those with none, and a histogram; `--list` prints each member,
too. For a box whose cards place some pieces first, such as `mondrian`, all layouts of those pieces are counted.

Examples: `tilewright design family genius-square`, `tilewright design family examples/families/calendar.toml -o
calendar.json`."""
SHOWN = 8  # members on one line
BAR = 40  # characters in the longest bar


def _run_family(args: Namespace) -> int:
    if is_shelf_name(args.file) and load_board(args.file).placed:
        return _layouts(args)
    family = load_family(args.file)
    return _find_sets(family, args) if args.find is not None else _count(family, args)


def _find_sets(family: Family, args: Namespace) -> int:
    sets: list[Sequence[Piece]] = []
    late = None
    try:
        found = piece_sets(family, select(args.find), args.seed, args.tries, limit=Limit(seconds=args.limit))
        sets.extend(islice(found, args.count))
    except OutOfTimeError as error:
        late = str(error)
    document = {"kind": "piece sets", "sets": [piece_rows(pieces) for pieces in sets]}
    tell_rows(args.json, document, (",".join(piece.name for piece in pieces) for pieces in sets))
    if late is not None:
        tell(f"tilewright: {late}")
        return LIMIT_REACHED
    return DONE if sets else NO


def _layouts(args: Namespace) -> int:
    """Count all layouts of the pieces that a card places first."""
    if args.only or args.find is not None or args.output:
        raise NotationError(f"{args.file}: layouts are counted: expected no --open, no --find and no -o")
    found = count_layouts(load_board(args.file), Limit(seconds=args.limit))
    _tell_counts(found, {"tilewright": 1, "kind": "layouts", "box": args.file, **found.summary}, args.listed, args.json)
    return DONE


def _count(family: Family, args: Namespace) -> int:
    members = [family.parse_member(text) for text in args.only]
    found = count_members(family, members or None, Limit(seconds=args.limit))
    document = family_document(family, found, args.file)
    for path in args.output:
        write(path, dumps_json(document), args.force)
    _tell_counts(found, document, args.listed or args.only, args.json)
    return DONE if any(found.values) else NO


def _tell_counts(found: Counts, document: Mapping[str, Any], listed: bool, json: bool) -> None:
    if json:
        return print_json(document)
    if listed:
        for names, value in zip(found.members, found.values, strict=True):
            print(f"{','.join(names)}  {digits(value)}")
    return _tell_summary(found)


def _tell_summary(found: Counts) -> None:
    print(
        "  ".join(
            f"{key} {digits(number) if isinstance(number, int) else number}" for key, number in found.summary.items()
        )
    )
    rows = {"fewest": found.rarest, "most": found.most_frequent}
    for title, members in (rows | {"one tiling": found.where(1), "impossible": found.where(0)}).items():
        more = f" and {len(members) - SHOWN:,} more" if len(members) > SHOWN else ""
        print(f"{title}: {'; '.join(map(','.join, members[:SHOWN])) or 'none'}{more}")
    bars = histogram(found.values)
    longest = max(number for _, _, number in bars)
    for low, high, number in bars:
        name = digits(low, ",") if low == high else f"{digits(low, ',')} to {digits(high, ',')}"
        print(f"{name:>24}  {'#' * -(-BAR * number // longest):<{BAR}}  {number:,}")


LADDER = """Each step adds one piece. Several ladders never share a set.

Examples: `tilewright design ladder --lengths 3..9 --seed 4`, `tilewright design ladder -o ladder.json` (every
subset of 5 x 1 to 5 x 12)."""
Tables = Mapping[int, Mapping[str, int]]


def _run_ladder(args: Namespace) -> int:
    tables = published_tables()
    for path in args.output:
        write(path, dumps_json(ladder_document(tables)), args.force)
    if args.table:
        if args.json:
            print_json(ladder_document(tables))
        else:
            print("board  subsets  tilings")
            for k, found in tables.items():
                print(f"{f'5x{k}':5}  {len(found):7}  {sum(found.values()):7}")
        return DONE
    shortest, longest = args.lengths
    made = list(islice(ladders(tables, shortest, longest, args.seed), args.count))
    _print_ladders(made, tables, args)
    if len(made) < args.count:
        reach = f"from 5x{shortest} to 5x{longest}"
        tell(f"there are {len(made)} ladders {reach} that share no set: {args.count} were asked for")
    return DONE if len(made) == args.count else NO


def _print_ladders(made: Sequence[Sequence[str]], tables: Tables, args: Namespace) -> None:
    ways = {step: tables[len(step)][step] for one in made for step in one}
    if args.json:
        rows = [[{"pieces": step, "board": f"5x{len(step)}", "tilings": ways[step]} for step in one] for one in made]
        return print_json({"tilewright": 1, "kind": "ladders", "seed": args.seed, "ladders": rows})
    texts = {step: f"{step}@5x{len(step)}  {number} tiling{'s' * (number != 1)}" for step, number in ways.items()}
    return print("\n\n".join("\n".join(map(texts.__getitem__, one)) for one in made))


COMMANDS = {
    "design shikaku": Command(
        SHIKAKU,
        _run_shikaku,
        [
            Argument("size", metavar="RxC", help="Rows x columns."),
            options.SEED,
            options.DIFFICULTY.but(type=OneOf(*TIERS)),
            Argument(
                "--symmetry",
                metavar="GROUP",
                default="C1",
                help="Symmetry of the clues: C1 (none), C2, C4, D1, D1d, D2, D2d or D4.",
            ),
            Argument(
                "--sizes", metavar="SIZES", help="Cells of the rectangles: `2..8`, or with weights `2:1,4:3,6:3`."
            ),
            options.COUNT,
            options.LIMIT,
            options.OUTPUTS,
            options.FORCE,
            options.JSON,
        ],
        PUZZLE_SUFFIXES,
    ),
    "design edges": Command(
        EDGES,
        _run_edges,
        [
            Argument("size", metavar="SIZE", help="The board: RxC, or a size of the lattice such as h2."),
            options.SEED,
            options.DIFFICULTY.but(type=OneOf(*TIERS)),
            Argument(
                "--lattice",
                type=OneOf("square", "triangular", "hexagonal"),
                default="square",
                help="Lattice of the tiles.",
            ),
            Argument(
                "--border",
                type=OneOf(*BORDERS),
                default="frame",
                help="What edges at the border show; frame is a label of its own.",
            ),
            Argument(
                "--match",
                type=OneOf("same", "partner"),
                default="same",
                help="What matches a label: the same, or a matches A.",
            ),
            Argument("--labels", type=whole(1, 25), metavar="N", help="How many labels, beside the frame's."),
            Argument("--fixed", action="store_true", help="Tiles do not turn."),
            Argument(
                "--unproved",
                action="store_true",
                help="Look for no second solution: for boards that no search can finish.",
            ),
            options.COUNT,
            options.LIMIT,
            options.OUTPUTS,
            options.FORCE,
            options.JSON,
        ],
        PUZZLE_SUFFIXES,
    ),
    "design blocks": Command(
        BLOCKS,
        _run_blocks,
        [
            Argument(
                "shape",
                nargs="?",
                metavar="SHAPE",
                default="random",
                help="A drawing, a size, the board of a puzzle (its file, `levels#heart`, `fridgeiq-D4#12`), or `random`.",
            ),
            Argument(
                "--blocks",
                type=whole(),
                metavar="N",
                help="How many. [default: as the shape has room for, of a random one 6]",
            ),
            Argument(
                "--sizes",
                metavar="A..B",
                help="Cells of a block, e.g. `3..6`; else about 4. Larger blocks make easier levels.",
            ),
            Argument("--any", dest="unique", action="store_false", help="Allow several solutions, not exactly one."),
            options.SEED,
            options.LIMIT,
            options.OUTPUTS,
            options.FORCE,
            options.JSON,
            options.DIFFICULTY.but(type=OneOf(*TIERS)),
        ],
        PUZZLE_SUFFIXES,
    ),
    "design ladder": Command(
        LADDER,
        _run_ladder,
        [
            Argument(
                "--lengths",
                type=number_range,
                metavar="A..B",
                default="3..8",
                help="The boards, from 5 x A to 5 x B.",
            ),
            options.SEED,
            options.COUNT,
            Argument("--table", action="store_true", help="Print how many subsets and tilings every 5 x k has."),
            options.OUTPUTS,
            options.FORCE,
            options.JSON,
        ],
        (".json",),
    ),
    "design family": Command(
        FAMILY,
        _run_family,
        [
            Argument(
                "file",
                metavar="FILE",
                help="A TOML file with `[named]` cells and `groups`, or a box: `genius-square`, `calendar`.",
            ),
            Argument(
                "--open",
                dest="only",
                action="append",
                metavar="NAMES",
                default=[],
                help="Count this member only, e.g. `MAR,14`; may be repeated.",
            ),
            Argument(
                "--find",
                metavar="PIECES",
                help="Search this pool (`SET:LETTERS`, sums with +) for sets that solve all members.",
            ),
            Argument(
                "--tries", type=whole(1), metavar="N", help="With --find: try this many random sets instead of all."
            ),
            Argument("--list", dest="listed", action="store_true", help="Print the count of each member."),
            options.COUNT,
            options.SEED,
            options.LIMIT,
            options.OUTPUTS,
            options.FORCE,
            options.JSON,
        ],
        (".json",),
    ),
}
