"""`tilewright verdict`: impossible, unique, several or unknown, with a reason, a picture or a proof."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.cli.app import (
    DONE,
    INTERRUPTED,
    LIMIT_REACHED,
    NO,
    EngineOption,
    ForceOption,
    JsonOption,
    LimitOption,
    OpenOption,
    OutputOption,
    PuzzleArgument,
    ThreadsOption,
    app,
)
from tilewright.errors import NotationError

if TYPE_CHECKING:
    from tilewright.api.relax import Relaxation
    from tilewright.api.verdict import Verdict

ProofOption = Annotated[
    Path | None,
    typer.Option(
        "--proof", metavar="FILE", help="Write a certificate of `impossible` or `unique` that others can check."
    ),
]


@app.command()
def verdict(
    puzzle: PuzzleArgument,
    proof: ProofOption = None,
    relax: Annotated[bool, typer.Option("--relax", help="If impossible: which small changes would help.")] = False,
    engine: EngineOption = "auto",
    limit: LimitOption = None,
    threads: ThreadsOption = 1,
    open_cells: OpenOption = None,
    output: OutputOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Say whether a puzzle is impossible, unique or has several solutions, and why.

    Examples: `tilewright verdict LPNUV@5x5 --proof none.cnf` (then `tilewright check LPNUV@5x5 --proof none.cnf`),
    `tilewright verdict pentominoes@7x8 -o why.svg`.
    """
    from tilewright.api.verdict import verdict as verdict_on
    from tilewright.cli.progress import progress
    from tilewright.cover.search.limit import Limit
    from tilewright.cover.search.report import Report
    from tilewright.files import check_writable
    from tilewright.formats.family import load_member

    posed = load_member(puzzle, open_cells)
    for path in [*(output or []), *([proof] if proof else [])]:
        if not path.parent.is_dir():
            raise NotationError(f"{path}: there is no directory {path.parent}")
    for path in output or []:
        if path.suffix not in (".svg", ".png", ".txt", ".json"):
            raise NotationError(f"-o {path}: expected .svg, .png, .txt or .json for a verdict")
        check_writable(path, force)
    report = Report()
    with progress(report):
        found = verdict_on(
            posed, proof=proof, engine=engine, limit=Limit(seconds=limit), threads=threads, report=report
        )
    helped = _relaxed(found, limit) if relax else []
    for path in output or []:
        _write(path, found, helped, force)
    if json:
        from tilewright.formats.answer import print_json

        print_json(_answer(found, helped))
    else:
        _print(found, proof, helped)
    raise typer.Exit(_exit_code(found))


def _relaxed(found: Verdict, limit: float | None) -> list[Relaxation]:
    from tilewright.api.relax import SECONDS, relaxations
    from tilewright.cover.search.limit import Limit

    if found.verdict != "impossible":
        return []
    return list(relaxations(found.puzzle, Limit(seconds=SECONDS if limit is None else limit)))


def _print(found: Verdict, proof: Path | None, helped: list[Relaxation]) -> None:
    from tilewright.cli.color import print_tiling

    line: str = found.verdict
    if found.verdict == "impossible" and found.reason:
        line = f"impossible: {found.reason.text}"
    elif found.unique_up_to:
        line = f"several, unique up to {found.unique_up_to}"
    print(line)
    for tiling in found.tilings:
        print()
        print_tiling(tiling, False)
    for relaxation in helped:
        print(f"possible with: {relaxation.text}" if relaxation.kind != "cells" else f"otherwise {relaxation.text}")
    if "presolve" in found.notes:
        print(_presolve_line(found.notes["presolve"]), file=sys.stderr)
    if found.proof:
        print(f"proof {found.proof}: {proof}", file=sys.stderr)
    elif proof is not None:
        late = found.verdict in ("impossible", "unique")
        why = "the limit came before one was found" if late else f"the verdict is {found.verdict}"
        print(f"no proof written: {why}", file=sys.stderr)


def _presolve_line(presolve: Any) -> str:
    """What HiGHS's presolve made of the model, before any search."""

    def size(numbers: list[int]) -> str:
        return f"{numbers[0]} rows, {numbers[1]} columns, {numbers[2]} non-zeros"

    settled = {"solved": "solved by presolve", "impossible": "found impossible by presolve"}.get(presolve["settled"])
    return f"presolve: {size(presolve['before'])}; {settled or 'left ' + size(presolve['after'])}"


def _answer(found: Verdict, helped: list[Relaxation]) -> dict[str, Any]:
    from tilewright.formats.answer import verdict_answer

    answer = verdict_answer(found)
    if helped:
        answer["relaxations"] = [{"kind": helps.kind, "text": helps.text, "proven": helps.proven} for helps in helped]
    return answer


def _write(path: Path, found: Verdict, helped: list[Relaxation], force: bool) -> None:
    from tilewright.files import write

    if path.suffix == ".json":
        from tilewright.formats.answer import dumps_json

        return write(path, dumps_json(_answer(found, helped)), force)
    if path.suffix == ".txt":
        tilings = [str(tiling) for tiling in found.tilings] or [found.reason.text if found.reason else ""]
        return write(path, "\n\n".join([found.verdict, *tilings]) + "\n", force)
    svg = _picture(found)
    if path.suffix == ".png":
        from tilewright.render.png import png

        return write(path, png(svg), force)
    return write(path, svg, force)


def _picture(found: Verdict) -> str:
    if found.reason is not None:
        from tilewright.explain.picture import reason_svg

        return reason_svg(found.puzzle, found.reason)
    if found.tilings:
        from tilewright.render.sheet import tilings_svg

        return tilings_svg(found.tilings)
    return found.puzzle._repr_svg_()


def _exit_code(found: Verdict) -> int:
    if found.ended == "stopped":
        return INTERRUPTED
    if found.verdict == "unknown":
        return LIMIT_REACHED
    return NO if found.verdict == "impossible" else DONE
