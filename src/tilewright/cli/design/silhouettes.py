"""`tilewright design silhouettes`: every symmetric outline that a set of pieces makes."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.app import DONE, INTERRUPTED, LIMIT_REACHED, NO, JsonOption, LimitOption, ThreadsOption
from tilewright.cli.design import design
from tilewright.errors import NotationError

if TYPE_CHECKING:
    from tilewright.design.catalogue import Catalogue
    from tilewright.design.hunt import HuntReport
    from tilewright.design.outline import Outline

KEEP = 2.0  # seconds between two savings of what is found so far
PACE = 10.0  # seconds between two lines of progress


@design.command()
def silhouettes(
    pieces: Annotated[
        str, typer.Option("--pieces", metavar="SET", help="Pieces, e.g. `fridgeiq`, `fridgeiq!free`, `pentominoes`.")
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
        str | None, typer.Option("--within", metavar="RxC", help="Only outlines on a board of R rows and C columns.")
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
    json: JsonOption = False,
) -> None:
    """Find every outline of exactly these pieces with a symmetry, each once, with a checked tiling.

    No board is assumed: the catalogue is complete, or says that it is not.

    Example: `tilewright design silhouettes --pieces fridgeiq --symmetry D4 -o catalogue.json`
    """
    from tilewright.design.catalogue import outlines_of, parse_within
    from tilewright.design.hunt import HuntReport
    from tilewright.design.silhouettes import find_silhouettes
    from tilewright.pieces import select

    board = parse_within(within) if within else None
    if output is not None and (output.suffix != ".json" or not output.parent.is_dir()):
        raise NotationError(f"-o {output}: expected a .json file in a directory that is there")
    others = outlines_of(compare, select(pieces)[0].lattice) if compare else None
    report = HuntReport()
    keeper = _Keeper(output, quiet=json)
    with _Pace(report):
        catalogue = find_silhouettes(pieces, symmetry, contact, board, threads, limit, report, keeper)
    if output is not None:
        _write(output, catalogue)
    if json:
        from tilewright.formats.answer import print_json

        print_json(catalogue.dump())
    else:
        state = "complete" if catalogue.complete else f"not complete ({catalogue.ended})"
        print(f"{len(catalogue.outlines)} outlines, {state}")
    if others is not None:
        _print_comparison(catalogue, others, sys.stderr if json else sys.stdout)
    if catalogue.ended == "stopped":
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(LIMIT_REACHED if not catalogue.complete else DONE if catalogue.outlines else NO)


def _write(path: Path, catalogue: Catalogue) -> None:
    from tilewright.cli.output import write

    write(path, catalogue.text())


def _print_comparison(catalogue: Catalogue, others: dict[str, str], file: object) -> None:
    from tilewright.design.catalogue import compare

    found = compare(catalogue, others)
    rows = (("common", found.common), ("only here", found.only_here), ("only there", found.only_there))
    for name, ids in rows:
        print(f"{name}: {len(ids)}", file=file)  # type: ignore[call-overload]
        if name != "common":
            for one in ids:
                print(f"  {one} {others.get(one, '')}".rstrip(), file=file)  # type: ignore[call-overload]


class _Keeper:
    """Prints each outline as it is found, and saves what there is every now and then, marked as not complete."""

    def __init__(self, path: Path | None, quiet: bool) -> None:
        self.path, self.quiet = path, quiet
        self.saved = time.monotonic()

    def __call__(self, outline: Outline, so_far: Catalogue) -> None:
        if not self.quiet:
            rows, columns = outline.extent
            print(
                f"{outline.id}  {outline.group}  {outline.centre}  {outline.contact}  {rows:g}x{columns:g}", flush=True
            )
        if self.path is not None and time.monotonic() - self.saved > KEEP:
            _write(self.path, so_far)
            self.saved = time.monotonic()


class _Pace:
    """Lines about a long run on standard error: the estimate first, then how far it is."""

    def __init__(self, report: HuntReport) -> None:
        self.report = report
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()

    def _watch(self) -> None:
        told, last = False, time.monotonic()
        while not self.over.wait(0.1):
            report = self.report
            if report.estimate is not None and not told and report.estimate > PACE:
                told = True
                print(f"estimate: growing takes {_duration(report.estimate)}", file=sys.stderr, flush=True)
            if time.monotonic() - last > PACE:
                last = time.monotonic()
                text = f"{report.seconds:.0f} s, {report.stage}: {report.grown:,} tried, {report.examined:,} examined, {report.found} found"
                print(text, file=sys.stderr, flush=True)


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
