"""`tilewright design challenges`: every subset of the pieces against every target shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.app import DONE, INTERRUPTED, LIMIT_REACHED, NO, ForceOption, JsonOption, LimitOption, ThreadsOption
from tilewright.cli.design import common, design
from tilewright.errors import NotationError

if TYPE_CHECKING:
    from tilewright.design.challenges.cards import Card, Cards


@design.command()
def challenges(
    pieces: Annotated[
        str, typer.Option("--pieces", metavar="SET", help="Pieces, e.g. `fridgeiq`, or a file with pieces.")
    ],
    shapes: Annotated[
        str,
        typer.Option(
            "--shapes",
            metavar="LIST",
            help="Divided by commas: squares, rectangles, triangles, parallelograms, trapezoids, pentagons, hexagons, "
            "heptagons, octagons, convex (all of these), sizes such as 5x8, puzzle files, catalogues of outlines.",
        ),
    ] = "squares,rectangles,triangles",
    fewest: Annotated[int, typer.Option("--from", min=1, metavar="N", help="At least so many pieces.")] = 1,
    most: Annotated[
        int | None, typer.Option("--to", min=1, metavar="N", help="At most so many pieces; else all.")
    ] = None,
    keep: Annotated[str, typer.Option("--keep", help="Which challenges to list: all, solvable or unique.")] = "all",
    rating: Annotated[bool, typer.Option("--rating/--no-rating", help="Say how hard each is.")] = True,
    each: Annotated[
        float, typer.Option("--each", min=0.0, metavar="SECONDS", help="For counting one challenge's tilings.")
    ] = 10.0,
    threads: ThreadsOption = 1,
    limit: LimitOption = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the challenges to FILE (.json).")
    ] = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Try every subset of the pieces on every shape of its area: can it be done, in how many ways, how hard is it?

    `publish booklet` prints the file. Example:
    `tilewright design challenges --pieces fridgeiq --shapes squares,triangles --to 6 --keep solvable -o cards.json`
    """
    from tilewright.design.challenges.challenges import ChallengeReport, find_challenges
    from tilewright.files import check_writable, write
    from tilewright.formats.answer import print_json

    if output is not None and (output.suffix != ".json" or not output.parent.is_dir()):
        raise NotationError(f"-o {output}: expected a .json file in a directory that is there")
    if output is not None:
        check_writable(output, force)
    report = ChallengeReport()
    keeper = common.Keeper(output, common.no_line if json else common.say_line, force)

    def tell(card: Card, so_far: Callable[[], Cards]) -> None:
        level = f"  {card.rating.tier}" if card.rating else ""
        keeper(f"{card.shape.name}  {_pieces(card)}  {card.state}{level}", lambda: so_far().text())

    def progress() -> str:
        return f"{report.seconds:.0f} s: {report.tried:,} of {report.total:,} tried, {report.kept:,} kept"

    def first() -> str:
        return f"{report.total:,} challenges to try" if report.total > 1000 else ""

    with keeper, common.Pace(progress, first, keeper.tick_aside):
        wanted = [text.strip() for text in shapes.split(",") if text.strip()]
        found = find_challenges(pieces, wanted, fewest, most, keep, rating, each, threads, limit, report, tell)
    if output is not None:
        write(output, found.text(), force)
    if json:
        print_json(found.dump())
    else:
        state = "complete" if found.complete else f"not complete ({found.ended})"
        print(f"{report.tried:,} challenges tried, {len(found.cards):,} listed, {state}")
    if found.ended == "stopped":
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(LIMIT_REACHED if not found.complete else DONE if found.cards else NO)


def _pieces(card: Card) -> str:
    """The names of the pieces, as the notation has them."""
    names = Counter(card.names)
    texts = [name if times == 1 else f"{name}x{times}" for name, times in names.items()]
    return "".join(texts) if all(len(text) == 1 for text in texts) else ",".join(texts)
