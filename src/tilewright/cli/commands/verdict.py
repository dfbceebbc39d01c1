"""`tilewright verdict`, `check` and `hint`: judge a puzzle or a solution, and help with the next step.

`verdict` prints impossible, unique, several or unknown, with a reason, a picture or a proof. `check` tells
whether a solution is a tiling, or which rule fails and where, and whether a certificate is valid. `hint` prints
one step and its reason.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tilewright import loader
from tilewright.api.answer import atom_cells, print_json, puzzle_row, verdict_answer
from tilewright.api.verdict import Relaxation, Verdict, relaxations
from tilewright.api.verdict import verdict as verdict_on
from tilewright.cli import options
from tilewright.cli.options import (
    Argument,
    Command,
    as_path,
    read_partial,
    read_puzzle,
    read_started_puzzle,
    with_placements,
)
from tilewright.cli.output import (
    PICTURES,
    PUZZLE_SUFFIXES,
    DrawingTime,
    suggestion,
    tell_check,
    tell_rows,
    write_pictures,
)
from tilewright.cli.several import Answered, answer_each, read_several
from tilewright.cli.terminal import note, print_tilings, progress, tell_origin
from tilewright.errors import LimitError, NotationError, OutOfTimeError, printable
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.outcome import PresolveNote
from tilewright.exact_cover.progress import Progress
from tilewright.exit_codes import DONE, LIMIT_REACHED, NO
from tilewright.explain.hint import hint as next_step
from tilewright.movement.disassembly import Disassembly
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.puzzle.puzzle import Hint
from tilewright.puzzle.rules import Fault
from tilewright.system import dumps_json

VERDICT = """Examples: `tilewright verdict LPNUV@5x5 --proof none.cnf` (then `tilewright check LPNUV@5x5 --proof none.cnf`),
`tilewright verdict pentominoes@7x8 -o why.svg`."""


def _run_verdict(args: Namespace) -> int:
    search = Progress()  # started before the puzzle is read, so that the limit includes reading
    several = read_several(args)
    if len(several.titles) > 1:
        return answer_each(args, several, _answer_one)
    puzzle = with_placements(next(several.puzzles), args.partial)
    deadline = Deadline(Limit(seconds=args.limit), search)
    with progress(search):
        how = {"engine": args.engine, "limit": deadline.limit, "threads": args.threads}
        found = verdict_on(puzzle, proof=args.proof, progress=search, **how)
    helped: list[Relaxation] = []
    if args.relax and found.verdict == "impossible":
        helped += relaxations(found.puzzle, deadline.limit_left())
    answer = partial(_answer, found, helped)
    drawing_time = DrawingTime(puzzle, deadline, sum(len(each.placements) for each in found.tilings))
    files = {"txt": lambda _: _text(found), "json": lambda _: dumps_json(answer())}
    drawn = write_pictures(args, found._repr_svg_, drawing_time, **files)
    if args.json:
        print_json(answer())
    else:
        _print(found, args.proof, helped)
    return found.exit_code if drawn else LIMIT_REACHED


def _answer_one(args: Namespace, puzzle: Puzzle, seconds: float | None) -> Answered:
    """Return the verdict on one of several puzzles."""
    found = verdict_on(puzzle, engine=args.engine, limit=Limit(seconds=seconds), threads=args.threads)
    return Answered(_line(found), verdict_answer(found), found.exit_code)


def _line(found: Verdict) -> str:
    """Return the verdict as one line, with its reason or with the symmetry that relates its tilings."""
    if found.verdict == "impossible" and found.reason:
        return f"impossible: {found.reason.text}{suggestion(found.puzzle)}"
    return f"several, unique up to {found.unique_up_to}" if found.unique_up_to else found.verdict


def _print(found: Verdict, proof: Path | None, helped: list[Relaxation]) -> None:
    print(_line(found))
    if found.tilings:
        print()
        print_tilings(found.puzzle, found.tilings)
    for relaxation in helped:
        print(f"possible with: {relaxation.text}" if relaxation.kind != "cells" else f"otherwise {relaxation.text}")
    if found.verdict == "impossible" and found.reason:
        tell_origin(found.reason.text, *(relaxation.text for relaxation in helped))
    if presolve := found.outcome.note(PresolveNote):
        print(_presolve_line(presolve), file=sys.stderr)
    if found.proof:
        print(f"proof {found.proof}: {proof}", file=sys.stderr)
    elif proof is not None:
        late = found.verdict in ("impossible", "unique")
        why = "the limit came before one was found" if late else f"the verdict is {found.verdict}"
        print(f"no proof written: {why}", file=sys.stderr)


def _presolve_line(presolve: PresolveNote) -> str:
    """Return what HiGHS's presolve did to the model before any search."""

    def size(numbers: Sequence[int]) -> str:
        return f"{numbers[0]} rows, {numbers[1]} columns, {numbers[2]} non-zeros"

    settled = {"solved": "solved by presolve", "impossible": "found impossible by presolve"}.get(presolve.settled)
    return f"presolve: {size(presolve.before)}; {settled or 'left ' + size(presolve.after)}"


def _answer(found: Verdict, helped: list[Relaxation]) -> dict[str, Any]:
    answer = verdict_answer(found)
    if helped:
        answer["relaxations"] = [{"kind": helps.kind, "text": helps.text, "proven": helps.proven} for helps in helped]
    return answer


def _text(found: Verdict) -> str:
    drawings = [found.reason.text] if found.reason else list(found.puzzle.text.drawings(found.tilings))
    return "\n\n".join([found.verdict, *(drawings or [""])]) + "\n"


CHECK = """Prints `valid`, or each rule that fails and where (exit code 1). All solutions of a file are checked.

Examples: `tilewright check examples/doodle-fit/two answer.txt`, `tilewright check LPNUV@5x5 --proof none.cnf`."""


def _run_check(args: Namespace) -> int:
    deadline = Deadline(
        Limit(seconds=args.limit)
    )  # started before the files are read, so that the limit includes reading
    puzzle = read_started_puzzle(args)
    if (args.solution is None) == (args.proof is None):
        raise NotationError("check needs a SOLUTION file (our JSON or a drawing) or --proof FILE, one of the two")
    if args.proof is not None:
        from tilewright.api.certificate import check_proof

        checked = check_proof(puzzle, args.proof, deadline.limit_left())
        return tell_check(checked, args.json, {"puzzle": puzzle_row(puzzle)})
    solutions = _read_solutions(args.solution, puzzle)
    moved = loader.read_disassemblies(args.solution, puzzle) if str(args.solution) != "-" else []
    if any(map(partial(faults, puzzle), solutions)) or not moved:
        return _check_solutions(puzzle, solutions, args.json, deadline)
    return _check_disassemblies(puzzle, moved, args.json)


def _check_disassemblies(puzzle: Puzzle, answers: Sequence[Disassembly], json: bool) -> int:
    """Replay every disassembly of a file: one that does not hold makes the file wrong."""
    from tilewright.movement.replay import ReplayError, check_disassembly  # for disassemblies alone

    valid: bool | None = True
    text = f"{len(answers):,} disassembl{'y' if len(answers) == 1 else 'ies'} replayed"
    for number, answer in enumerate(answers, start=1):
        assert answer.tiling is not None
        try:
            check_disassembly(answer.tiling, answer)
        except ReplayError as error:
            valid, text = False, f"disassembly {number}: {error}"
            break
        except LimitError as error:
            valid, text = None, f"disassembly {number}: {error}"
            break
    word, code = {True: ("valid", DONE), False: ("invalid", NO), None: ("unchecked", LIMIT_REACHED)}[valid]
    tell_rows(json, {"puzzle": puzzle_row(puzzle), "valid": valid, "text": text}, [printable(f"{word}: {text}")])
    return code


def _read_solutions(path: Path, puzzle: Puzzle) -> list[tuple[Placement, ...]]:
    try:
        return loader.read_solutions(path, puzzle)
    except NotationError:
        from tilewright.formats.certificate import is_certificate

        if is_certificate(path):
            raise NotationError(f"{path} is a certificate: expected a solution, or `--proof {path}`") from None
        raise


def _check_solutions(puzzle: Puzzle, solutions: Sequence[Sequence[Placement]], json: bool, deadline: Deadline) -> int:
    """Check every solution in a file and return the exit code; one wrong solution makes the file wrong."""
    wrong: list[tuple[int, Fault]] = []
    try:
        for number, found in deadline.watch(enumerate(solutions, start=1), 1):
            wrong += [(number, fault) for fault in faults(puzzle, found)]
    except OutOfTimeError:
        late = f"the limit of {deadline.limit.seconds or 0:g} s came first"
        tell_rows(json, {"puzzle": puzzle_row(puzzle), "valid": None, "text": late}, [f"unchecked: {late}"])
        return LIMIT_REACHED
    if json:
        rows = [
            {"rule": f.rule, "text": f.text, "cells": atom_cells(puzzle, f.atoms), "solution": number}
            for number, f in wrong
        ]
        head = {"tilewright": 1, "puzzle": puzzle_row(puzzle), "valid": not wrong, "checked": len(solutions)}
        print_json({**head, "faults": rows})
    elif wrong:
        for number, fault in wrong:
            place = f"solution {number}: " if len(solutions) > 1 else ""
            print(printable(f"{place}{fault.rule}: {fault.text}"))
        tell_origin(*(fault.text for _, fault in wrong))
        for size in {_other_size(puzzle, found) for found in solutions} - {""}:
            note(size)
    else:
        print("valid" if len(solutions) == 1 else f"valid: {len(solutions):,} solutions")
    return NO if wrong else DONE


def _other_size(puzzle: Puzzle, placements: Sequence[Placement]) -> str:
    """Return a remark if placements use more or fewer rows or columns than a flat board has; else ""."""
    board, rank = puzzle.board, len(puzzle.board.extent)
    if rank != 2 or not board.atoms or any(each.lattice != puzzle.lattice for each in placements):
        return ""
    cells = [puzzle.grid.split(atom)[0] for placement in placements for atom in placement.atoms]
    taken = tuple(1 + max((cell[axis] for cell in cells), default=-1) for axis in range(rank))
    rows, columns = board.extent
    return f"the solution takes up {taken[0]}x{taken[1]} cells, the board is {rows}x{columns}" * (taken != board.extent)


HINT = """A hint is one step, never more; exit code 1 if a move is wrong. If the limit comes first, it is the best step
found until then; exit code 3 if there is none.

Example: `tilewright hint examples/shikaku/blog-6x6 -o step.svg`."""
CODES = {"wrong": NO, "impossible": NO, "none": LIMIT_REACHED}  # exit codes by kind of hint; all other kinds mean DONE


def _run_hint(args: Namespace) -> int:
    reading = Progress()  # started before the puzzle is read, so that the limit includes reading
    puzzle = read_puzzle(args)
    given = tuple(read_partial(args.partial, puzzle))
    deadline = Deadline(Limit(seconds=args.limit), reading)
    step = next_step(puzzle, given, without=args.without, limit=deadline.limit, progress=reading)
    drawing_time = DrawingTime(puzzle, deadline, len(given))
    drawn = write_pictures(args, lambda: _step_picture(puzzle, given, step), drawing_time)
    if args.json:
        row = {name: getattr(step, name) for name in ("kind", "technique", "tier", "text")}
        row["placements"] = [puzzle.placement_row(placement) for placement in step.placements]
        row |= {"cells": atom_cells(puzzle, step.atoms), "ended": step.ended}
        print_json({"tilewright": 1, "puzzle": puzzle_row(puzzle), "hint": row})
    else:
        _print_hint(step, args.limit)
    return CODES.get(step.kind, DONE) if drawn else LIMIT_REACHED


def _step_picture(puzzle: Puzzle, given: tuple[Placement, ...], step: Hint) -> str:
    from tilewright.puzzle.picture import step_svg

    return step_svg(Tiling(puzzle, given), step.placements, step.kind == "place", step.atoms)


def _print_hint(step: Hint, limit: float) -> None:
    print(step.text)
    if step.technique:
        print(f"({step.kind}; technique: {step.technique}, {step.tier})")
    if step.ended == "limit" and step.kind != "none":
        print(f"(stopped after {limit:g} s: there may be an easier step)")
    for placement in step.placements:
        print(placement.id)
    tell_origin(step.text)


COMMANDS = {
    "verdict": Command(
        VERDICT,
        _run_verdict,
        [
            *options.PUZZLE,
            options.WITH,
            options.PROOF.but(help="Write a certificate of `impossible` or `unique` that others can check."),
            Argument("--relax", action="store_true", help="If impossible: which small changes would help."),
            options.ENGINE,
            options.LIMIT,
            options.THREADS,
            options.OUTPUTS,
            options.FORCE,
            options.JSON,
        ],
        PUZZLE_SUFFIXES,
    ),
    "check": Command(
        CHECK,
        _run_check,
        [
            *options.PUZZLE,
            Argument(
                "solution",
                nargs="?",
                type=as_path,
                metavar="SOLUTION",
                help="Solutions: our JSON (whole, or lines), drawings, or what a solver wrote, as for `read`; `-` for "
                "standard input. Disassemblies in it, in our JSON or a file of BurrTools, are replayed move by move.",
            ),
            options.PROOF.but(
                type=as_path, help="Check a certificate that `verdict --proof` or `count --proof` wrote."
            ),
            options.WITH,
            options.LIMIT,
            options.JSON,
        ],
    ),
    "hint": Command(
        HINT,
        _run_hint,
        [
            *options.PUZZLE,
            options.WITH,
            Argument(
                "--without",
                action="append",
                metavar="ID",
                default=[],
                help="A placement that an earlier hint ruled out; may be repeated.",
            ),
            options.LIMIT.but(default=2),
            options.OUTPUTS,
            options.FORCE,
            options.JSON,
        ],
        PICTURES,
    ),
}
