"""`tilewright export`, `read` and `cover`: write models for other solvers, read their answers, solve exact covers."""

from __future__ import annotations

import sys
from argparse import Namespace
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from tilewright import formats
from tilewright.api.answer import print_json, solved_answer
from tilewright.api.certificate import certify_cover, check_cover_proof
from tilewright.api.count import count_cover, cover_batches
from tilewright.api.solved import Solved
from tilewright.cli import listing as covers
from tilewright.cli import options
from tilewright.cli.listing import Listing, Sink, write_tilings
from tilewright.cli.options import Argument, Command, as_path, read_puzzle, read_started_puzzle
from tilewright.cli.output import SUFFIXES, Certified, check_outputs, tell_check, write_all
from tilewright.cli.terminal import exit_code, note, print_tiling, progress, tell_origin, unknown
from tilewright.errors import LimitError, NotationError, OutOfTimeError, TilewrightError
from tilewright.exact_cover.limits import Deadline, Limit, interruptible
from tilewright.exact_cover.outcome import Ended, Outcome
from tilewright.exact_cover.problem import ExactCover
from tilewright.exact_cover.progress import Progress
from tilewright.exit_codes import DONE, LIMIT_REACHED, NO
from tilewright.files import check_writable, read_text, suffix_of
from tilewright.formats import dlx
from tilewright.formats.certificate import ProofCheck
from tilewright.formats.matrix import parse_cover
from tilewright.formats.model import MODELS, export, export_names, format_of
from tilewright.formats.solution import read_answer
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.puzzle.rules import Reason
from tilewright.system import digits

EXPORT = """The classic walk: `tilewright export two --to mathprog > two.mod`, `glpsol --math two.mod -w two.sol`,
`tilewright read two two.sol`."""


def _run_export(args: Namespace) -> int:
    check_outputs(args.output, args.force, ())
    if not args.to and not args.output:
        raise NotationError(f"expected --to FORMAT, or -o FILE with a suffix that says it: FORMAT is {_all_formats()}")
    told = args.to.lower() if args.to else ""
    by_path = {path: told or _format_of(path) for path in args.output}
    puzzle = read_started_puzzle(args)
    if TEXT in by_path.values() and not puzzle.text_format:
        raise NotationError(f"-o: no {TEXT} holds {puzzle.kind} puzzles: expected --to with one of {_all_formats()}")
    texts = {
        name: export(puzzle, puzzle.text_format if name == TEXT else name, args.model)
        for name in by_path.values() or [told]
    }
    names = (puzzle.text_format if name == TEXT else name for name in texts)
    for text in dict.fromkeys(each for name in names for each in formats.notes(puzzle, name)):
        note(text)
    if args.output:
        write_all({path: texts[name] for path, name in by_path.items()}, args.force)
    else:
        text = texts[told]
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
    return DONE


TEXT = ".txt"


def _format_of(path: Path) -> str:
    """Return the format that a suffix stands for; TEXT for that of the puzzle's kind."""
    if found := TEXT if suffix_of(path) == TEXT else format_of(suffix_of(path)):
        return found
    raise NotationError(f"-o {path}: unknown suffix {suffix_of(path)!r}: expected --to with one of {_all_formats()}")


def _all_formats() -> str:
    return ", ".join(export_names())


READ = """Reads what glpsol -w or -o, lp_solve -S3, CBC, HiGHS, Z3 (for --to smtlib), MiniSat and CaDiCaL write, and the listing
of a GAMS model that ends in `display x.l;`."""


def _run_read(args: Namespace) -> int:
    puzzle = read_puzzle(args)
    found = _found(puzzle, args.answer, args.model)
    write_tilings(args.output, found, args.force)
    if args.json:
        print_json(solved_answer(found))
    elif found.tilings:
        print_tiling(found.tilings[0])
    elif found.reason:
        tell_origin(found.reason.text)
        print(f"impossible: {found.reason.text}")
    return DONE if found.tilings else NO


def _found(puzzle: Puzzle, answer: str, variables: str) -> Solved:
    """Return the checked answer of another solver; raise NotationError if it is not a solution."""
    placements = read_answer(puzzle, read_text(answer), variables)
    if placements is None:
        reason = Reason("search", "the solver says that there is none")
        return Solved(puzzle=puzzle, tilings=(), ended="exhausted", verdict="impossible", reason=reason, engine="read")
    if wrong := faults(puzzle, placements):
        raise NotationError(f"{answer} is no solution of this puzzle: {wrong[0].text}")
    tiling = Tiling(puzzle, placements)
    return Solved(puzzle=puzzle, tilings=(tiling,), ended="enough", verdict="solved", engine="read")


def check_proof_options(args: Namespace) -> None:
    """Raise NotationError for files and options that cannot be combined."""
    if args.proof is not None and not args.count:
        raise NotationError("--proof certifies a count: expected --count with it")
    if args.check is not None and (args.count or args.every or args.number != 1):
        raise NotationError("--check solves nothing: expected no --count, no --all and no -n with it")
    if args.proof is not None:
        if args.proof.exists() and args.file != "-" and args.proof.samefile(args.file):
            raise NotationError(f"--proof {args.proof}: this is the cover: expected another name")
        check_writable(args.proof, forcible=False)


def certify(cover: ExactCover | None, found: Outcome, args: Namespace, deadline: Deadline) -> Certified:
    """Write the certificate of a count, if the count is exact and there is time."""
    if cover is None or found.bound != "exact":
        return Certified("", "the count is not exact")
    try:
        return Certified(
            "checked" if certify_cover(cover, found.solutions, args.proof, deadline) else "unchecked", kind="states"
        )
    except OutOfTimeError:
        return Certified("", "the limit came before all states of the certificate were known")
    except LimitError as error:
        return Certified("", str(error))


COVER = """Prints the options of each solution as it is found, a line each, and an empty line after it.

The first line names the items: `a` is covered once, `2|a` twice, `1:3|a` once to three times; behind `|` stand
secondary items,
covered at most once, to which options may give colors: `x:A`. An option a line, each with an item from before the
`|`.

`--count --proof FILE` writes a certificate of the count, `--check FILE` checks one: every number in it is added up
again.

A matrix of 0 and 1, a row a line (also .csv), has a row for each option and a column for each item; rows of a solution
are named by their numbers from 1."""


def _run_cover(args: Namespace) -> int:
    search = Progress()  # started before the cover is read, so that the limit includes reading
    if args.proof is not None or args.check is not None:
        check_proof_options(args)
    limit = Limit(seconds=args.limit, solutions=None if args.every or args.count else args.number)
    deadline = Deadline(limit, search)
    cover, is_matrix, proof = None, False, None
    with interruptible() as reading:
        cover, is_matrix = _read(args.file, deadline)
    found = Outcome(ended=reading.ended or "exhausted")
    if args.check is not None:
        late = ProofCheck(None, "", "the limit came before the cover was read")
        checked = late if cover is None else check_cover_proof(cover, args.check, deadline)
        return tell_check(checked, args.json, _size(cover))
    sink = None
    if cover is not None and not args.count:
        sink = covers.OptionWords(cover) if args.json else covers.OptionLines(cover, is_matrix)
    with ExitStack() as bar:
        bar.enter_context(progress(search, "solutions"))
        if cover is not None and args.count:
            found = count_cover(cover, args.engine, limit, args.threads, search)
        elif cover is not None and sink is not None:
            if not args.json and sys.stdout.isatty():
                bar.close()  # a bar would be mixed with the printed lines
            found = _list(cover, sink, args, deadline)
        if args.proof is not None:
            proof = certify(cover, found, args, deadline)
    number = found.solutions
    if args.json:
        answer: dict[str, Any] = {
            "ended": found.ended,
            "count": {"value": number, "value_text": digits(number), "bound": found.bound},
        }
        answer["solutions"] = sink.rows if isinstance(sink, covers.OptionWords) else []
        if is_matrix:
            answer["rows"] = sink.numbers if isinstance(sink, covers.OptionWords) else []
        answer |= {"engine": found.engine, "nodes": found.nodes}
        print_json({"tilewright": 1, **_size(cover), **answer, **(proof.row if proof else {})})
    elif args.count:
        print(f"{'' if found.bound == 'exact' else 'at least '}{digits(number)}")
        if proof:
            proof.tell(args.proof)
    else:
        _tell(found)
    uncertified = proof is not None and not proof.state and found.ended != "stopped"
    return LIMIT_REACHED if uncertified else exit_code(found.ended, number)


def _list(cover: ExactCover, sink: Sink, args: Namespace, deadline: Deadline) -> Outcome:
    """Write the solutions; return how the search ended, with the number of solutions written."""
    listing = Listing([sink], deadline, size_of_first=lambda batch: len(batch[0]))
    batches = cover_batches(cover, args.engine, deadline.limit, args.threads, deadline.progress)
    ended: Ended | None = None
    try:
        for batch in batches:
            if not listing.take(batch):
                break
    except KeyboardInterrupt:
        ended = "stopped"
    outcome = batches.outcome
    return replace(outcome, ended=ended or listing.ended or outcome.ended, solutions=listing.written)


def _tell(found: Outcome) -> None:
    number = found.solutions
    if not number:
        print("no solution" if found.ended == "exhausted" else unknown(found.ended, "solution"), file=sys.stderr)
    elif found.ended == "limit":
        print(f"stopped by the limit after {number} {'solution' if number == 1 else 'solutions'}", file=sys.stderr)


def _read(file: str, deadline: Deadline) -> tuple[ExactCover, bool]:
    """Return the cover in a file, and whether it is a matrix.

    Errors name the file. Raises OutOfTimeError at the deadline.
    """
    text = read_text(file, dlx.MAX_BYTES)
    try:
        return parse_cover(text, suffix_of(file), deadline)
    except OutOfTimeError:
        raise
    except TilewrightError as error:
        raise type(error)(f"{'standard input' if file == '-' else file}: {error}") from None


def _size(cover: ExactCover | None) -> dict[str, Any]:
    return {"cover": None if cover is None else dict(zip(("items", "options", "entries"), cover.size, strict=True))}


COMMANDS = {
    "export": Command(
        EXPORT,
        _run_export,
        [
            *options.PUZZLE,
            options.WITH,
            Argument(
                "--to",
                metavar="FORMAT",
                help=f"A model: {', '.join(MODELS)}; or a format of puzzles: {', '.join(formats.names())}. Without it the "
                "suffix of -o decides, e.g. `-o two.cnf`.",
            ),
            options.MODEL,
            options.OUTPUTS,
            options.FORCE,
        ],
    ),
    "read": Command(
        READ,
        _run_read,
        [
            *options.PUZZLE,
            Argument("answer", metavar="SOLVERFILE", help="What the solver wrote; `-` for standard input."),
            options.MODEL,
            options.OUTPUTS,
            options.FORCE,
            options.JSON,
        ],
        SUFFIXES,
    ),
    "cover": Command(
        COVER,
        _run_cover,
        [
            Argument(
                "file",
                metavar="FILE",
                help="Knuth's text: items, `|`, secondary items; then options, colors as item:color. Or a matrix of 0 and "
                "1.",
            ),
            (
                options.NUMBER.but(help="How many solutions to find."),
                Argument("--all", dest="every", action="store_true", help="Find every solution."),
                Argument("--count", action="store_true", help="Count the solutions."),
            ),
            options.ENGINE,
            options.LIMIT,
            options.THREADS,
            options.PROOF.but(
                help="With --count: write a certificate that others can check: the states of a sweep over the items with "
                "their numbers."
            ),
            Argument(
                "--check",
                type=as_path,
                metavar="FILE",
                help="Solve nothing; check a certificate that --proof wrote of this cover.",
            ),
            options.JSON,
        ],
    ),
}
