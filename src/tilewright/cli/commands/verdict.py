"""`tilewright verdict`: impossible, unique, several or unknown, with a reason, a picture or a proof."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from tilewright.api.verdict import SECONDS, Relaxation, Verdict, relaxations
from tilewright.api.verdict import verdict as verdict_on
from tilewright.cli.options import Command, Parser, read_begun_puzzle
from tilewright.cli.output import as_picture, suggestion, write
from tilewright.cli.terminal import print_tilings, progress, tell_origin
from tilewright.cover.limits import Limit, Report
from tilewright.errors import NotationError
from tilewright.files import check_writable
from tilewright.formats.answer import dumps_json, print_json, verdict_answer

DETAILS = """Examples: `tilewright verdict LPNUV@5x5 --proof none.cnf` (then `tilewright check LPNUV@5x5 --proof none.cnf`),
`tilewright verdict pentominoes@7x8 -o why.svg`."""


def add_arguments(parser: Parser) -> None:
    """The puzzle, the certificate, what would help."""
    parser.take("puzzle", "with")
    parser.take("proof", help="Write a certificate of `impossible` or `unique` that others can check.")
    parser.add_argument("--relax", action="store_true", help="If impossible: which small changes would help.")
    parser.take("engine", "limit", "threads", "outputs", "json")


def run(args: Namespace) -> int:
    """Find the verdict and tell it."""
    report = Report()  # its clock runs while the puzzle is read, so that the limit covers that too
    puzzle = read_begun_puzzle(args)
    _check_paths(args)
    with progress(report):
        found = verdict_on(
            puzzle,
            proof=args.proof,
            engine=args.engine,
            limit=Limit(seconds=args.limit),
            threads=args.threads,
            report=report,
        )
    helped = _relaxed(found, args.limit) if args.relax else []
    for path in args.output:
        _write(path, found, helped, args.force)
    if args.json:
        print_json(_answer(found, helped))
    else:
        _print(found, args.proof, helped)
    return found.exit_code


def _check_paths(args: Namespace) -> None:
    for path in [*args.output, *([args.proof] if args.proof else [])]:
        if not path.parent.is_dir():
            raise NotationError(f"{path}: there is no directory {path.parent}")
    for path in args.output:
        if path.suffix not in (".svg", ".png", ".txt", ".json"):
            raise NotationError(f"-o {path}: expected .svg, .png, .txt or .json for a verdict")
        check_writable(path, args.force)


def _relaxed(found: Verdict, limit: float | None) -> list[Relaxation]:
    if found.verdict != "impossible":
        return []
    return list(relaxations(found.puzzle, Limit(seconds=SECONDS if limit is None else limit)))


def _print(found: Verdict, proof: Path | None, helped: list[Relaxation]) -> None:
    line: str = found.verdict
    if found.verdict == "impossible" and found.reason:
        line = f"impossible: {found.reason.text}{suggestion(found.puzzle)}"
    elif found.unique_up_to:
        line = f"several, unique up to {found.unique_up_to}"
    print(line)
    if found.tilings:
        print()
        print_tilings(found.puzzle, found.tilings)
    for relaxation in helped:
        print(f"possible with: {relaxation.text}" if relaxation.kind != "cells" else f"otherwise {relaxation.text}")
    if found.verdict == "impossible" and found.reason:
        tell_origin(found.reason.text, *(relaxation.text for relaxation in helped))
    if found.outcome.presolve is not None:
        print(_presolve_line(found.outcome.presolve), file=sys.stderr)
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
    answer = verdict_answer(found)
    if helped:
        answer["relaxations"] = [{"kind": helps.kind, "text": helps.text, "proven": helps.proven} for helps in helped]
    return answer


def _write(path: Path, found: Verdict, helped: list[Relaxation], force: bool) -> None:
    if path.suffix == ".json":
        return write(path, dumps_json(_answer(found, helped)), force)
    if path.suffix == ".txt":
        drawings = [found.reason.text] if found.reason else list(found.puzzle.drawings(found.tilings))
        return write(path, "\n\n".join([found.verdict, *(drawings or [""])]) + "\n", force)
    return write(path, as_picture(path.suffix, _picture(found)), force)


def _picture(found: Verdict) -> str:
    if found.reason is not None:
        from tilewright.render.svg import reason_svg  # drawing, for -o alone

        return reason_svg(found.puzzle, found.reason)
    if found.tilings:
        from tilewright.render.svg import tilings_svg  # drawing, for -o alone

        return tilings_svg(found.tilings)
    return found.puzzle._repr_svg_()


COMMAND = Command(DETAILS, add_arguments, run)
