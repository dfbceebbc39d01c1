"""`tilewright disassemble`: take the assemblies of a puzzle, or given ones, apart move by move."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from tilewright import loader
from tilewright.api.answer import VERSION, disassembly_row, print_json, puzzle_row, reason_row
from tilewright.api.solve import tilings
from tilewright.cli import options
from tilewright.cli.options import Argument, Command, OneOf, as_path, read_puzzle, whole
from tilewright.cli.output import as_picture, numbered, write
from tilewright.cli.terminal import exit_code, print_tiling, progress, tell
from tilewright.errors import NotationError
from tilewright.exact_cover.limits import Deadline, Limit, interruptible
from tilewright.exact_cover.outcome import Ended
from tilewright.exact_cover.progress import Progress
from tilewright.files import suffix_of
from tilewright.movement.disassembly import Disassembly, check_movable, disassemble_many
from tilewright.movement.picture import colors_of, position_after, steps_svg
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.puzzle.rules import Reason
from tilewright.system import dumps_json

if TYPE_CHECKING:
    from pathlib import Path  # slow to import

AT_ONCE = 16  # assemblies for each thread between two looks at the time
SUFFIXES = (".txt", ".json", ".svg", ".png", ".pdf", ".xmpuzzle", ".stl", ".3mf")

DISASSEMBLE = """Says whether assemblies come apart by straight moves, in how many, and lists the moves. The level is the least
number of moves up to and including the first separation. Without a SOLUTION the assemblies of the puzzle are found
one by one, and the first that comes apart is shown. Exit code 1: everything was searched and nothing comes apart;
3: the limit came first.

Examples: `tilewright disassemble soma@3x3x3`, `tilewright disassemble burr.xmpuzzle --all --up-to rotations --sort level`,
`tilewright disassemble burr.xmpuzzle --most 1 -o steps.pdf`, `tilewright solve soma@3x3x3 -o soma.json`, then
`tilewright disassemble soma.json`."""


@dataclass
class _Found:
    """What was found so far."""

    puzzle: Puzzle
    looked: int = 0
    apart: list[Disassembly] = field(default_factory=list)
    stuck: Disassembly | None = None
    open: int = 0
    ended: Ended = "exhausted"
    reason: Reason | None = None


def _run(args: Namespace) -> int:
    search = Progress()  # its clock runs while the puzzle is read, so that the limit covers that too
    deadline = Deadline(Limit(seconds=args.limit, memory=args.memory), search)
    puzzle, given = _read(args)
    check_movable(puzzle)
    found = _Found(puzzle)
    with progress(search), interruptible() as block:
        _search(found, given, args, deadline)
    if block.ended:
        found.ended = block.ended
    elif found.open and (args.every or not found.apart):
        found.ended = "limit"
    if args.sort:
        found.apart.sort(key=_levels if args.sort == "level" else _moves, reverse=True)
        del found.apart[_most(args) or len(found.apart) :]
    answer = cache(lambda: _answer(found, args.up_to))
    for path in args.output:
        _write(path, found, answer, args)
    if args.json:
        print_json(answer())
    else:
        _tell(found, args.every, args.fewest)
    return exit_code(found.ended, found.apart)


def _read(args: Namespace) -> tuple[Puzzle, Sequence[Tiling] | None]:
    """Return the puzzle, and the assemblies that are given. Raises NotationError for those that do not tile the board."""
    may_be_answer = args.solution is None and suffix_of(as_path(args.puzzle)) == ".json"
    if may_be_answer and (alone := loader.read_assemblies(args.puzzle)):
        return alone[0].puzzle, alone
    puzzle = read_puzzle(args)
    if args.solution is None:
        return puzzle, None
    given = [Tiling(puzzle, placements) for placements in loader.read_solutions(as_path(args.solution), puzzle)]
    for number, tiling in enumerate(given, start=1):
        if wrong := faults(puzzle, tiling.placements):
            raise NotationError(f"{args.solution}: solution {number} is no tiling: {wrong[0].text}")
    return puzzle, given


def _search(found: _Found, given: Sequence[Tiling] | None, args: Namespace, deadline: Deadline) -> None:
    """Take assemblies apart until as many come apart as are asked for."""
    most = None if args.sort else _most(args)
    how: dict[str, Any] = {
        "groups": [_names(each) for each in args.groups],
        "fixed": _names(args.fixed) if args.fixed else (),
        "canonical": not args.quick,
        "fewest": args.fewest,
        "threads": args.threads,
    }
    stream = None
    if given is None:
        limit = Limit(seconds=args.limit, memory=args.memory)
        how_to_find: dict[str, Any] = {"engine": args.engine, "threads": args.threads, "up_to": args.up_to}
        stream = tilings(found.puzzle, limit=limit, progress=deadline.progress, **how_to_find)
    for batch in stream.batches() if stream else [given or ()]:
        for some in deadline.parts(batch, AT_ONCE * args.threads):
            for answer in disassemble_many(list(some), limit=deadline.limit_left(), **how):
                found.looked += 1
                if answer.answer:
                    found.apart.append(answer)
                    if len(found.apart) == most:
                        found.ended = "enough"
                        return
                elif answer.answer is None:
                    found.open += 1
                else:
                    found.stuck = found.stuck or answer
    if stream is not None:
        found.ended, found.reason = stream.outcome.ended, stream.reason


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _most(args: Namespace) -> int | None:
    return None if args.every else args.most or 1


def _levels(answer: Disassembly) -> tuple[int, ...]:
    return answer.levels


def _moves(answer: Disassembly) -> tuple[int, ...]:
    return (len(answer.moves), *answer.levels)


def _answer(found: _Found, up_to: str) -> dict[str, Any]:
    """Return the answer as JSON."""
    row = {
        "tilewright": VERSION, "puzzle": puzzle_row(found.puzzle), "ended": found.ended, "up_to": up_to,
        "assemblies": found.looked, "open": found.open,
        "disassemblies": [disassembly_row(each) for each in found.apart],
    }  # fmt: skip
    if not found.apart and found.stuck is not None:
        row["stuck"] = disassembly_row(found.stuck)
    if not found.looked and found.reason is not None:
        row["reason"] = reason_row(found.puzzle, found.reason)
    return row


def _tell(found: _Found, every: bool, fewest: bool) -> None:
    """Print what was found: of every assembly a line, else its drawing and its moves."""
    for number, answer in enumerate(found.apart, start=1):
        if every:
            print(f"{number}. {_headline(answer, fewest)}")
            continue
        print(end="\n" if number > 1 else "")
        assert answer.tiling is not None
        print_tiling(answer.tiling)
        print(f"\n{_details(answer, fewest)}")
    if not found.apart:
        _tell_why_none(found)
    elif found.looked > 1:
        still_open = f", {found.open:,} are not known" if found.open else ""
        tell(f"{len(found.apart):,} of {found.looked:,} assemblies come apart{still_open}{LATE.get(found.ended, '')}")


LATE = {"limit": "; the limit came first", "stopped": "; interrupted"}


def _tell_why_none(found: _Found) -> None:
    if found.ended in LATE:
        print(f"unknown: none of {found.looked:,} assemblies was found to come apart{LATE[found.ended]}")
    elif not found.looked:
        print(f"impossible: {found.reason.text}" if found.reason else "impossible")
    elif found.looked == 1:
        print(found.stuck)
    else:
        print(f"none of {found.looked:,} assemblies comes apart")


def _headline(answer: Disassembly, fewest: bool) -> str:
    """Return the level and the number of moves; `fewest`: whether their least number was asked for."""
    number = len(answer.moves)
    least = {None: " (fewer may do: the limit came first)", number: " (no fewer do)"}
    known = least.get(answer.fewest, f" ({answer.fewest} by other separations)") if fewest else ""
    return f"{answer}, {number} move{'s' * (number != 1)}{known}"


def _details(answer: Disassembly, fewest: bool) -> str:
    """Return the level and every move, a line each, the parts between separations apart."""
    lines, number = [_headline(answer, fewest)], 0
    for separation in answer.separations:
        for move in separation.moves:
            number += 1
            lines.append(f"{number:3}. {move}")
    return "\n".join(lines)


def _write(path: Path, found: _Found, answer: Callable[[], dict[str, Any]], args: Namespace) -> None:
    """Write one file of -o: the answer as JSON, moves as text, pictures of the steps, or solids of one."""
    suffix, force = suffix_of(path), args.force
    if suffix == ".json":
        write(path, dumps_json(answer()), force)
    elif suffix == ".txt":
        texts = [f"{each.tiling}\n\n{_details(each, args.fewest)}\n" for each in found.apart]
        write(path, "\n".join(texts), force)
    elif suffix == ".xmpuzzle":
        from tilewright.formats.burr_answers import dump_answers  # for files of BurrTools alone

        write(path, dump_answers(found.puzzle, found.apart), force)
    elif not found.apart:
        return
    elif suffix in (".stl", ".3mf"):
        from tilewright.publish.solids import SolidStyle, position_file, position_solids  # slow to import

        first = found.apart[0]
        solids = position_solids(found.puzzle.grid, position_after(first, args.step), SolidStyle())
        write(path, position_file(suffix, solids, colors_of(first)), force)
    elif suffix == ".pdf":
        from tilewright.render.svg import pages_pdf  # for paper alone

        write(path, pages_pdf([steps_svg(each) for each in found.apart]), force)
    else:
        for name, each in zip(numbered(path, len(found.apart)), found.apart, strict=True):
            write(name, as_picture(suffix, steps_svg(each)), force)


COMMANDS = {
    "disassemble": Command(
        DISASSEMBLE,
        _run,
        [
            *options.PUZZLE,
            Argument(
                "solution",
                nargs="?",
                type=as_path,
                metavar="SOLUTION",
                help="Assemblies of the puzzle to take apart: our JSON (whole, or lines), drawings, or a file of "
                "BurrTools with saved solutions; `-` for standard input. An answer of ours in JSON may also stand in "
                "place of PUZZLE.",
            ),
            (
                Argument(
                    "--all",
                    dest="every",
                    action="store_true",
                    help="List every assembly that comes apart, one a line.",
                ),
                Argument(
                    "--most",
                    type=whole(1, 1_000_000),
                    metavar="N",
                    help="List at most so many assemblies that come apart, with their moves. [default: 1]",
                ),
            ),
            options.UP_TO.but(
                help="Take only one assembly of each class apart: those that a rotation (symmetries: or reflection) "
                "takes to one another."
            ),
            Argument(
                "--groups",
                action="append",
                metavar="NAMES",
                default=[],
                help="Pieces that may stay together at the end, e.g. `key,shackle`; may be repeated.",
            ),
            Argument("--fixed", metavar="NAMES", help="Pieces that never move, such as a box, e.g. `box`."),
            Argument(
                "--sort",
                type=OneOf("level", "moves"),
                help="The highest level first, or the assembly with most moves.",
            ),
            Argument(
                "--fewest",
                action="store_true",
                help="Also find the least number of moves in all, which takes longer.",
            ),
            Argument(
                "--quick",
                action="store_true",
                help="Take the first separation that is found at the least level; the numbers behind the first are then "
                "bounds.",
            ),
            options.ENGINE,
            options.LIMIT,
            options.MEMORY,
            options.THREADS,
            options.OUTPUTS.but(
                help="Write to FILE: .json, .txt, a picture of each step (.svg, .png, .pdf), what BurrTools plays "
                "(.xmpuzzle), or solids to print, of the position after --step moves (.stl, .3mf); may be repeated."
            ),
            Argument(
                "--step",
                type=whole(0, 1_000_000),
                metavar="N",
                default=0,
                help="The position of which solids are written: after so many moves.",
            ),
            options.FORCE,
            options.JSON,
        ],
        SUFFIXES,
    ),
}
