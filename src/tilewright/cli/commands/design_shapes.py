"""`tilewright design silhouettes`: every symmetric silhouette that a set of pieces makes.

`tilewright design challenges`: every subset of the pieces against every target shape.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TextIO

from tilewright.cli import options
from tilewright.cli.commands import design_levels
from tilewright.cli.options import Command, Parser
from tilewright.cli.output import Keeper, write
from tilewright.cli.terminal import DONE, INTERRUPTED, LIMIT_REACHED, NO, PACE, Pace
from tilewright.design.cards import Card, Cards
from tilewright.design.challenges import ChallengeReport, find_challenges
from tilewright.errors import NotationError, printable
from tilewright.files import check_writable
from tilewright.formats.answer import print_json
from tilewright.silhouettes.catalogue import Catalogue
from tilewright.silhouettes.comparison import compare, comparison_note, read_other
from tilewright.silhouettes.growth import GrowthReport
from tilewright.silhouettes.query import Query, name_pieces, parse_within
from tilewright.silhouettes.search import search_silhouettes
from tilewright.silhouettes.silhouette import Silhouette

SILHOUETTES_DETAILS = """Each is found once, with a checked tiling. No board is assumed: the catalogue is complete, or says that it is
not.

Example: `tilewright design silhouettes --pieces fridgeiq --symmetry D4 -o catalogue.json`"""


def add_silhouettes_arguments(parser: Parser) -> None:
    """The pieces, the symmetry, the bounds of the search."""
    parser.add_argument(
        "--pieces",
        metavar="SET",
        required=True,
        help="Pieces, e.g. `fridgeiq`, `fridgeiq!free`, or a file with pieces.",
    )
    parser.add_argument(
        "--symmetry", metavar="GROUP", default="D4", help="D4, C4, D2, D2d, C2, D1 or D1d. [default: D4]"
    )
    parser.add_argument(
        "--contact",
        metavar="edge|corner|concentric|corner-concentric|all",
        default="edge",
        help="Edge: connected through edges; corner: corners count; concentric: every part symmetric itself; "
        "corner-concentric: the same of parts joined through corners; all: edge, corner and concentric. [default: edge]",
    )
    parser.add_argument("--within", metavar="RxC", help="Only silhouettes on a board of R rows and C columns.")
    parser.take("threads", "limit")
    parser.add_argument(
        "--compare",
        metavar="CATALOGUE",
        help="Another catalogue, a file or `fridgeiq-D4`: say what is common, only here, only there.",
    )
    parser.take("output", help="Write the catalogue to FILE (.json).")
    parser.take("force", "json")


def run_silhouettes(args: Namespace) -> int:
    """Search and tell."""
    board = parse_within(args.within) if args.within else None
    _check_output(args.output, args.force)
    name, own = name_pieces(args.pieces)
    query = Query(name, args.symmetry, args.contact, board, own)
    others = read_other(args.compare) if args.compare else None
    if args.compare and others and (note := comparison_note(args.compare, others, query)):
        design_levels.note(note)
    catalogue = _search(query, args)
    if args.output is not None:
        write(args.output, catalogue.text(), args.force)
    if args.json:
        print_json(catalogue.dump())
    else:
        _print(catalogue)
    if others is not None:
        _print_comparison(catalogue, others.names, sys.stderr if args.json else sys.stdout)
    if catalogue.ended == "stopped":
        return INTERRUPTED
    return LIMIT_REACHED if not catalogue.complete else DONE if catalogue.silhouettes else NO


def _check_output(path: Path | None, force: bool) -> None:
    if path is None:
        return
    if path.suffix != ".json" or not path.parent.is_dir():
        raise NotationError(f"-o {path}: expected a .json file in an existing directory")
    check_writable(path, force)


def _search(query: Query, args: Namespace) -> Catalogue:
    """The silhouettes, each saved and told as it is found."""
    report = GrowthReport()
    keeper = Keeper(args.output, design_levels.no_line if args.json else design_levels.say_line, args.force)

    def tell(silhouette: Silhouette, so_far: Catalogue) -> None:
        rows, columns = silhouette.extent
        line = f"{silhouette.id}  {silhouette.group}  {silhouette.center}  {silhouette.contact}  {rows:g}x{columns:g}"
        keeper(line, so_far.text)

    with keeper, Pace(partial(_progress, report), partial(_estimate, report), keeper.tick_aside):
        return search_silhouettes(query, args.threads, args.limit, report, tell)


def _print(catalogue: Catalogue) -> None:
    state = "complete" if catalogue.complete else f"not complete ({catalogue.ended})"
    if catalogue.complete_for:
        state += f"; complete for symmetry {' and '.join(catalogue.complete_for)}"
    print(f"{len(catalogue.silhouettes)} silhouettes, {state}")


def _print_comparison(catalogue: Catalogue, others: Mapping[str, str], file: TextIO) -> None:
    found = compare(catalogue, others)
    rows = (("common", found.common), ("only here", found.only_here), ("only there", found.only_there))
    for name, ids in rows:
        print(f"{name}: {len(ids)}", file=file)
        if name != "common":
            for one in ids:
                print(f"  {one} {printable(others.get(one, ''), 60)}".rstrip(), file=file)


def _estimate(report: GrowthReport) -> str:
    if report.growth_seconds is None or report.growth_seconds <= PACE:
        return ""
    return f"estimate: growing takes {_duration(report.growth_seconds)}"


def _progress(report: GrowthReport) -> str:
    return (
        f"{report.seconds:.0f} s, {report.stage}: {report.nodes:,} tried, {report.examined:,} examined, "
        f"{report.solutions} found" + (f", {report.fraction:.0%} done" if report.fraction else "")
    )


def _duration(seconds: float) -> str:
    for limit, unit, size in (
        (120, "seconds", 1),
        (7200, "minutes", 60),
        (2 * 86400, "hours", 3600),
        (730 * 86400, "days", 86400),
    ):
        if seconds < limit:
            return f"about {seconds / size:.0f} {unit}"
    return "years: out of reach; the catalogue will not be complete"


SILHOUETTES = Command(SILHOUETTES_DETAILS, add_silhouettes_arguments, run_silhouettes)


CHALLENGES_DETAILS = """Can it be done, in how many ways, how hard is it? `publish booklet` prints the file.

Example: `tilewright design challenges --pieces fridgeiq --shapes squares,triangles --to 6 --keep solvable -o
cards.json`"""


def add_challenges_arguments(parser: Parser) -> None:
    """The pieces, the shapes, what to keep."""
    parser.add_argument(
        "--pieces", metavar="SET", required=True, help="Pieces, e.g. `fridgeiq`, or a file with pieces."
    )
    parser.add_argument(
        "--shapes",
        metavar="LIST",
        default="squares,rectangles,triangles",
        help="Divided by commas: squares, rectangles, triangles, parallelograms, trapezoids, pentagons, hexagons, "
        "heptagons, octagons, convex (all of these), sizes such as 5x8, puzzle files, catalogues of silhouettes (those on one lattice). "
        "[default: squares,rectangles,triangles]",
    )
    parser.add_argument(
        "--from",
        dest="fewest",
        metavar="N",
        type=options.whole(1),
        default=1,
        help="At least so many pieces. [default: 1]",
    )
    parser.add_argument(
        "--to", dest="most", metavar="N", type=options.whole(1), help="At most so many pieces; else all."
    )
    parser.add_argument(
        "--keep",
        metavar="all|solvable|unique",
        default="all",
        help="Which challenges to list: all, solvable, or unique: one solution up to symmetry, so that turns and mirror images "
        "of it do not count. [default: all]",
    )
    options.take_switch(
        parser, "--rating", "--no-rating", True, "Say how hard each is. [default]", "Rate nothing, which is faster."
    )
    parser.add_argument(
        "--each",
        metavar="SECONDS",
        type=options.seconds(),
        default=10.0,
        help="For counting one challenge's tilings. [default: 10]",
    )
    parser.take("threads", "limit")
    parser.take("output", help="Write the challenges to FILE (.json).")
    parser.take("force", "json")


def run_challenges(args: Namespace) -> int:
    """Try all and tell."""
    if args.output is not None:
        if args.output.suffix != ".json" or not args.output.parent.is_dir():
            raise NotationError(f"-o {args.output}: expected a .json file in an existing directory")
        check_writable(args.output, args.force)
    report = ChallengeReport()
    found = _find(args, report)
    if args.output is not None:
        write(args.output, found.text(), args.force)
    if args.json:
        print_json(found.dump())
    else:
        state = "complete" if found.complete else f"not complete ({found.ended})"
        print(f"{report.nodes:,} challenges tried, {len(found.cards):,} listed, {state}")
    if found.ended == "stopped":
        return INTERRUPTED
    return LIMIT_REACHED if not found.complete else DONE if found.cards else NO


def _find(args: Namespace, report: ChallengeReport) -> Cards:
    """The challenges, each saved and told as it is found."""
    keeper = Keeper(args.output, design_levels.no_line if args.json else design_levels.say_line, args.force)

    def tell(card: Card, so_far: Callable[[], Cards]) -> None:
        level = f"  {card.rating.tier}" if card.rating else ""
        images = ", one up to symmetry" if args.keep == "unique" and card.tilings > 1 else ""
        keeper(f"{card.shape.name}  {_pieces(card)}  {card.state}{images}{level}", lambda: so_far().text())

    def progress() -> str:
        return f"{report.seconds:.0f} s: {report.nodes:,} of {report.total:,} tried, {report.solutions:,} kept"

    def first() -> str:
        return f"{report.total:,} challenges to try" if report.total > 1000 else ""

    shapes = [text.strip() for text in args.shapes.split(",") if text.strip()]
    with keeper, Pace(progress, first, keeper.tick_aside):
        return find_challenges(
            args.pieces,
            shapes,
            args.fewest,
            args.most,
            args.keep,
            args.rating,
            args.each,
            args.threads,
            args.limit,
            report,
            tell,
        )


def _pieces(card: Card) -> str:
    """The names of the pieces, as the notation has them."""
    names = Counter(card.names)
    texts = [name if times == 1 else f"{name}x{times}" for name, times in names.items()]
    return "".join(texts) if all(len(text) == 1 for text in texts) else ",".join(texts)


CHALLENGES = Command(CHALLENGES_DETAILS, add_challenges_arguments, run_challenges)
