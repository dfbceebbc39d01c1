"""`tilewright optimise`: the best of all tilings, or the best that can be done where there is none."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.app import (
    DONE,
    INTERRUPTED,
    LIMIT_REACHED,
    NO,
    ForceOption,
    JsonOption,
    LimitOption,
    OutputOption,
    PuzzleArgument,
    ThreadsOption,
    app,
)
from tilewright.errors import NotationError

if TYPE_CHECKING:
    from tilewright.api.optimise import Best
    from tilewright.api.solve import Solved, VerdictWord
    from tilewright.cover.search.limit import Limit
    from tilewright.puzzle import Puzzle


@app.command()
def optimise(
    puzzle: PuzzleArgument,
    most: Annotated[str | None, typer.Option("--most", metavar="PIECE", help="Use this piece most often.")] = None,
    fewest: Annotated[str | None, typer.Option("--fewest", metavar="PIECE", help="Use this piece least often.")] = None,
    filling: Annotated[
        bool, typer.Option("--filling", help="Cover as many cells as possible; pieces may be left out.")
    ] = False,
    limit: LimitOption = None,
    threads: ThreadsOption = 1,
    output: OutputOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Find the tiling with the most or fewest copies of a piece, or the largest partial filling (needs extra `cp`).

    Examples: `tilewright optimise tetrominoes*@8x8 --fewest O`, `tilewright optimise tetrominoes:T*@6x6 --filling`.
    """
    from tilewright import formats
    from tilewright.cli.output import check_outputs, write_tilings
    from tilewright.cover.search.limit import Limit

    if sum([most is not None, fewest is not None, filling]) != 1:
        raise NotationError("expected one of --most PIECE, --fewest PIECE, --filling")
    posed = formats.load(puzzle)
    outputs = check_outputs(output or [], force)
    found = _best(posed, most, fewest, Limit(seconds=limit), threads)
    for path in outputs:
        write_tilings(path, _solved(found), force)
    _tell(found, filling, json)
    raise typer.Exit(_exit_code(found))


def _best(posed: Puzzle, most: str | None, fewest: str | None, limit: Limit, threads: int) -> Best:
    from tilewright.api import optimise as search

    if most is None and fewest is None:
        return search.largest_filling(posed, limit=limit, threads=threads)
    if most is not None:
        return search.most(posed, most, limit=limit, threads=threads)
    return search.fewest(posed, fewest or "", limit=limit, threads=threads)


def _solved(found: Best) -> Solved:
    """The answer in the form that `solve` gives, for what is written and printed."""
    from tilewright.api.solve import Solved

    tilings = () if found.tiling is None else (found.tiling,)
    verdict: VerdictWord = "solved" if tilings else "impossible" if found.ended == "exhausted" else "unknown"
    return Solved(found.puzzle, tilings, found.ended, verdict, engine="cp", times=found.times)


def _tell(found: Best, filling: bool, json: bool) -> None:
    proven = found.ended == "exhausted"
    if json:
        from tilewright.formats.answer import print_json, solved_answer

        best = {"value": found.value, "bound": found.bound, "proven": proven}
        print_json({**solved_answer(_solved(found)), "best": best if found.tiling else None})
        return
    if found.tiling is None:
        print("impossible" if proven else "unknown: the limit came before a tiling was found")
        return
    from tilewright.cli.color import print_tiling

    print_tiling(found.tiling, False)
    what = f"{found.value:g} of {found.puzzle.board.area:g} cells covered" if filling else f"{found.value:g} copies"
    print(f"{what}, {'proven best' if proven else f'at best {found.bound:g}'}", file=sys.stderr)


def _exit_code(found: Best) -> int:
    if found.ended == "stopped":
        return INTERRUPTED
    if found.ended == "limit":
        return LIMIT_REACHED
    return DONE if found.tiling else NO
