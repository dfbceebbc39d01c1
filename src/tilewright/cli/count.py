"""`tilewright count`: how many tilings a puzzle has."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tilewright.cli.app import (
    DONE,
    INTERRUPTED,
    LIMIT_REACHED,
    NO,
    EngineOption,
    JsonOption,
    LabelledOption,
    LimitOption,
    OpenOption,
    PuzzleArgument,
    ThreadsOption,
    app,
)
from tilewright.errors import LimitError, NotationError, OutOfTimeError

if TYPE_CHECKING:
    from tilewright.api.certificate import ProofState
    from tilewright.cover.search.report import Count
    from tilewright.puzzle import Puzzle

UpToOption = Annotated[
    Literal["none", "rotations", "symmetries"],
    typer.Option("--up-to", help="Count tilings that turn (or turn and mirror) into one another once."),
]


@app.command()
def count(
    puzzle: PuzzleArgument,
    up_to: UpToOption = "none",
    labelled: LabelledOption = False,
    engine: EngineOption = "auto",
    limit: LimitOption = None,
    open_cells: OpenOption = None,
    threads: ThreadsOption = 1,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof",
            metavar="FILE",
            help="Write a certificate that others can check: the states of a sweep over the board with their numbers.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Count the tilings of a puzzle.

    Examples: `tilewright count pentominoes@6x10 --up-to symmetries` prints 2339;
    `tilewright count FNPUV@5x5 --proof all.txt`, then `tilewright check FNPUV@5x5 --proof all.txt`.
    """
    from tilewright.api.solve import count as count_tilings
    from tilewright.cli.progress import progress
    from tilewright.cover.search.limit import Limit
    from tilewright.cover.search.report import Report
    from tilewright.formats.family import load_member

    posed = load_member(puzzle, open_cells)
    if proof is not None:
        _refuse_unlisted(proof, up_to != "none" or labelled)
    report = Report()
    certified = None
    with progress(report):
        found = count_tilings(
            posed,
            up_to=up_to,
            labelled=labelled,
            engine=engine,
            limit=Limit(seconds=limit),
            threads=threads,
            report=report,
        )
        if proof is not None:
            left = None if limit is None else max(0.0, limit - report.seconds)
            certified = _certified(posed, found, proof, engine, left, threads)
    if json:
        from tilewright.formats.answer import count_answer, print_json

        state = {"proof": certified.state, "certificate": certified.kind} if certified and certified.state else {}
        print_json({**count_answer(posed, found), **state})
    else:
        print(f"{'' if found.bound == 'exact' else found.bound + ' '}{found.value}")
        if certified:
            done = f"proof {certified.state}: {proof}" if certified.state else "no proof written"
            print(f"{done}{': ' * bool(certified.said)}{certified.said}", file=sys.stderr)
    raise typer.Exit(_exit_code(found, certified))


@dataclass(frozen=True)
class _Certified:
    """What became of the certificate; `state` is None where none was written, `said` why not or what it lacks."""

    state: ProofState | None
    kind: Literal["states", "tilings", "none"]
    said: str = ""


def _refuse_unlisted(proof: Path, orbits: bool) -> None:
    if orbits:
        raise NotationError(
            "--proof counts every tiling once, identical pieces alike: expected no --up-to and no --labelled"
        )
    if not proof.parent.is_dir():
        raise NotationError(f"{proof}: there is no directory {proof.parent}")


def _certified(
    posed: Puzzle, found: Count, proof: Path, engine: str, seconds: float | None, threads: int
) -> _Certified:
    """Write the states, or where there are too many of them the list of all tilings."""
    from tilewright.api.certificate import MOST_LISTED, certify_count, certify_states
    from tilewright.cover.search.limit import Limit

    if found.bound != "exact":
        return _Certified(None, "none", "the count is not exact")
    try:
        return _Certified(certify_states(posed, found.value, proof, seconds), "states")
    except OutOfTimeError:
        return _Certified(None, "none", "the limit came before all states of the certificate were known")
    except LimitError as error:
        why = str(error)
    if found.value > MOST_LISTED:
        return _Certified(None, "none", f"{why}, and it has more than {MOST_LISTED:,} tilings to list")
    _, state = certify_count(posed, proof, engine=engine, limit=Limit(seconds=seconds), threads=threads)
    if state is None:
        return _Certified(None, "none", f"{why}, and the limit came before all tilings were listed")
    return _Certified(state, "tilings", f"a list, for {why}; that none is missing rests on our own count")


def _exit_code(found: Count, certified: _Certified | None) -> int:
    if found.ended == "stopped":
        return INTERRUPTED
    if found.bound != "exact" or (certified and certified.state is None):
        return LIMIT_REACHED
    return DONE if found.value else NO
