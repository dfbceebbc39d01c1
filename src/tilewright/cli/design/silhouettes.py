"""`tilewright design silhouettes`: every symmetric silhouette that a set of pieces makes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.app import DONE, INTERRUPTED, LIMIT_REACHED, NO, ForceOption, JsonOption, LimitOption, ThreadsOption
from tilewright.cli.design import common, design
from tilewright.errors import NotationError, printable

if TYPE_CHECKING:
    from tilewright.silhouettes.catalogues.catalogue import Catalogue
    from tilewright.silhouettes.budget import SilhouetteProgress
    from tilewright.silhouettes.silhouette import Silhouette


@design.command()
def silhouettes(
    pieces: Annotated[
        str,
        typer.Option(
            "--pieces", metavar="SET", help="Pieces, e.g. `fridgeiq`, `fridgeiq!free`, or a file with pieces."
        ),
    ],
    symmetry: Annotated[str, typer.Option("--symmetry", help="D4, C4, D2, D2d, C2, D1 or D1d.")] = "D4",
    contact: Annotated[
        str,
        typer.Option(
            "--contact",
            help="edge: connected through edges; corner: corners count; concentric: every part symmetric itself.",
        ),
    ] = "edge",
    within: Annotated[
        str | None, typer.Option("--within", metavar="RxC", help="Only silhouettes on a board of R rows and C columns.")
    ] = None,
    threads: ThreadsOption = 1,
    limit: LimitOption = None,
    compare: Annotated[
        Path | None,
        typer.Option("--compare", metavar="FILE", help="Another catalogue: say what is common, only here, only there."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the catalogue to FILE (.json).")
    ] = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Find every silhouette of exactly these pieces with a symmetry, each once, with a checked tiling.

    No board is assumed: the catalogue is complete, or says that it is not.

    Example: `tilewright design silhouettes --pieces fridgeiq --symmetry D4 -o catalogue.json`
    """
    from tilewright.files import check_writable, write
    from tilewright.silhouettes.catalogues.comparison import comparison_note, read_other
    from tilewright.silhouettes.query import Query, parse_within
    from tilewright.silhouettes.budget import SilhouetteProgress
    from tilewright.silhouettes.pieces import name_pieces
    from tilewright.silhouettes.search import search_silhouettes

    board = parse_within(within) if within else None
    if output is not None and (output.suffix != ".json" or not output.parent.is_dir()):
        raise NotationError(f"-o {output}: expected a .json file in a directory that is there")
    if output is not None:
        check_writable(output, force)
    name, own = name_pieces(pieces)
    query = Query(name, symmetry, contact, board, own)
    others = read_other(compare) if compare else None
    if compare and others and (note := comparison_note(compare, others, query)):
        common.note(note)
    report = SilhouetteProgress()
    keeper = common.Keeper(output, common.no_line if json else common.say_line, force)

    def tell(silhouette: Silhouette, so_far: Catalogue) -> None:
        rows, columns = silhouette.extent
        line = f"{silhouette.id}  {silhouette.group}  {silhouette.center}  {silhouette.contact}  {rows:g}x{columns:g}"
        keeper(line, so_far.text)

    with keeper, common.Pace(partial(_progress, report), partial(_estimate, report), keeper.tick_aside):
        catalogue = search_silhouettes(query, threads, limit, report, tell)
    if output is not None:
        write(output, catalogue.text(), force)
    if json:
        from tilewright.formats.answer import print_json

        print_json(catalogue.dump())
    else:
        state = "complete" if catalogue.complete else f"not complete ({catalogue.ended})"
        if catalogue.complete_for:
            state += f"; complete for symmetry {' and '.join(catalogue.complete_for)}"
        print(f"{len(catalogue.silhouettes)} silhouettes, {state}")
    if others is not None:
        _print_comparison(catalogue, others.names, sys.stderr if json else sys.stdout)
    if catalogue.ended == "stopped":
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(LIMIT_REACHED if not catalogue.complete else DONE if catalogue.silhouettes else NO)


def _print_comparison(catalogue: Catalogue, others: Mapping[str, str], file: object) -> None:
    from tilewright.silhouettes.catalogues.comparison import compare

    found = compare(catalogue, others)
    rows = (("common", found.common), ("only here", found.only_here), ("only there", found.only_there))
    for name, ids in rows:
        print(f"{name}: {len(ids)}", file=file)  # type: ignore[call-overload]
        if name != "common":
            for one in ids:
                print(f"  {one} {printable(others.get(one, ''), 60)}".rstrip(), file=file)  # type: ignore[call-overload]


def _estimate(report: SilhouetteProgress) -> str:
    if report.estimate is None or report.estimate <= common.PACE:
        return ""
    return f"estimate: growing takes {_duration(report.estimate)}"


def _progress(report: SilhouetteProgress) -> str:
    return (
        f"{report.seconds:.0f} s, {report.stage}: {report.grown:,} tried, {report.examined:,} examined, "
        f"{report.found} found" + (f", {report.fraction:.0%} done" if report.fraction else "")
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
