"""`tilewright solve`: print, draw and write the tilings of a puzzle.

With `--most`, `--fewest` and `--filling` it finds the best of all tilings.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tilewright.api.answer import laying_lines, print_json, solved_answer
from tilewright.api.solve import solve as solve_puzzle
from tilewright.api.solve import solved, tilings
from tilewright.api.solved import Solved, VerdictWord
from tilewright.cli import options
from tilewright.cli.listing import LISTS, AnswerText, Listing, Orders, Printed, Sink, file_sink, write_tilings
from tilewright.cli.options import NO_VALUE, Argument, Command, OneOf, read_partial
from tilewright.cli.output import SUFFIXES, check_outlines, suggestion
from tilewright.cli.several import Answered, answer_each, read_several
from tilewright.cli.terminal import exit_code, print_tiling, progress, tell_origin, unknown
from tilewright.errors import NotationError, check_cells
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.progress import Progress
from tilewright.files import suffix_of
from tilewright.puzzle import Placement, Puzzle
from tilewright.puzzle.check import with_partial

if TYPE_CHECKING:
    from tilewright.api.optimise import Best


ENGINES = ("auto", "cp")


def wants_best(args: Namespace) -> bool:
    """Return whether the best tiling is requested; raise NotationError for options that cannot be combined with that."""
    asked = [args.most is not None, args.fewest is not None, args.filling]
    if sum(asked) > 1:
        raise NotationError("expected one of --most KIND, --fewest KIND, --filling")
    if any(asked) and (args.number != 1 or args.every or args.random is not None):
        raise NotationError("--most, --fewest and --filling find one tiling: expected no -n, --all or --random")
    if args.up_to != "none" and (any(asked) or args.random is not None):
        raise NotationError("--up-to lists tilings: expected no --random, --most, --fewest or --filling with it")
    if any(asked) and args.engine not in ENGINES:
        raise NotationError("--most, --fewest and --filling are answered by the engine cp: expected no other --engine")
    return any(asked)


def solve_best(puzzle: Puzzle, partial: Sequence[Placement], args: Namespace, search: Progress) -> int:
    """Find the best tiling and show it; return the exit code.

    The limit uses the clock of `search`.
    """
    found = _best(with_partial(puzzle, partial), args, search)
    proven, tilings = found.ended == "exhausted", () if found.tiling is None else (found.tiling,)
    verdict: VerdictWord = "solved" if tilings else "impossible" if proven else "unknown"
    solved = Solved(
        puzzle=found.puzzle, tilings=tilings, ended=found.ended, verdict=verdict, engine="cp", times=found.times
    )
    write_tilings(args.output, solved, args.force)
    if args.json:
        best = {"value": found.value, "bound": found.bound, "proven": proven}
        print_json({**solved_answer(solved), "best": best if tilings else None})
    elif found.tiling is None:
        print("impossible" if proven else unknown(found.ended))
    else:
        print_tiling(found.tiling, args.numbers, args.walls)
        area = found.puzzle.board.area
        what = f"{found.value:.12g} of {area:.12g} cells covered" if args.filling else f"{found.value:.12g} copies"
        print(f"{what}, {'proven best' if proven else f'at best {found.bound:.12g}'}", file=sys.stderr)
    return found.exit_code


def _best(puzzle: Puzzle, args: Namespace, search: Progress) -> Best:
    from tilewright.api import optimise

    how: dict[str, Any] = {"limit": Limit(seconds=args.limit), "threads": args.threads, "progress": search}
    if args.filling:
        check_cells(puzzle, "--filling")
        every = [piece for piece in getattr(puzzle, "pieces", ()) if piece.copies[0] > 0 and piece.copies[1] is None]
        if every:
            wanted = f"--filling leaves pieces out, but piece {every[0].name} is wanted at least once"
            raise NotationError(f"{wanted}: expected no --kinds all and no `+`")
        return optimise.largest_filling(puzzle, **how)
    if args.most is not None:
        return optimise.most(puzzle, args.most, **how)
    return optimise.fewest(puzzle, args.fewest, **how)


ENDS = {"limit": "stopped by the limit", "stopped": "interrupted"}
SOLVE = """Examples: `tilewright solve examples/doodle-fit/two`, `tilewright solve FNPUV@5x5 --all -o pictures.svg`,
`tilewright solve pentominoes@6x10 --all -o all.jsonl` (streamed, one tiling a line), `tilewright solve
tetrominoes*@8x8 --random 7`,
`tilewright solve tetrominoes*@8x8 --fewest O`, `tilewright solve tetrominoes:T*@6x6 --filling`.

If any number of each piece may be used, the first tiling has many kinds; `--kinds all`, or + in place of * in the
notation, asks for each at least once."""


def _run(args: Namespace) -> int:
    search = Progress()  # started before the puzzle is read, so that the limit includes reading
    several = read_several(args)
    if len(several.titles) > 1 and args.laying:
        raise NotationError(f"--laying: {len(several.titles)} puzzles: expected one")
    if len(several.titles) > 1:
        return answer_each(args, several, _answer_one)
    puzzle = next(several.puzzles)
    puzzle = puzzle.with_every_kind() if args.kinds else puzzle
    best = wants_best(args)
    if args.laying and best:
        raise NotationError("--laying: expected no --most, --fewest and --filling")
    _check_random(args)
    if args.numbers and "numbers" not in puzzle.text.styles:
        raise NotationError("--numbers: expected a Shikaku; other puzzles have no candidate numbers")
    if args.walls and "walls" not in puzzle.text.styles:
        what = f"--walls: this {puzzle.title} on lattice {puzzle.lattice} is not drawn with walls"
        raise NotationError(f"{what}: expected lattice square, with pieces or as a Shikaku")
    partial = read_partial(args.partial, puzzle)
    if args.output:
        check_outlines(args.output, puzzle)
    if best:
        return solve_best(puzzle, partial, args, search)
    with ExitStack() as bar:
        bar.enter_context(progress(search))
        listing = Listing(_sinks(args, bar), Deadline(Limit(seconds=args.limit), search))
        found, number = _search(puzzle, partial, args, listing)
    found = listing.finish(found)
    _tell(found, number, listing, args.json)
    return exit_code(found.ended, number)


def _answer_one(args: Namespace, puzzle: Puzzle, seconds: float | None) -> Answered:
    """Find the tilings of one of several puzzles."""
    puzzle = puzzle.with_every_kind() if args.kinds else puzzle
    found = solve_puzzle(puzzle, **_options(args) | {"limit": Limit(seconds=seconds, memory=args.memory)})
    draw = puzzle.text.styles["walls"] if args.walls and "walls" in puzzle.text.styles else puzzle.text.draw
    texts = [draw(tiling) for tiling in found.tilings]
    if not texts:
        texts = [f"impossible: {found.reason.text}" if found.reason else unknown(found.ended)]
    text = "\n\n".join(texts)
    return Answered(
        text if len(texts) == 1 and not found.tilings else f"{text}\n", solved_answer(found), found.exit_code
    )


def _sinks(args: Namespace, bar: ExitStack) -> list[Sink]:
    """Return the sinks that receive the tilings; a progress bar is closed before drawings are printed on a terminal."""
    sinks = [file_sink(path, args.force) for path in args.output]
    if args.json:
        sinks.append(AnswerText(lines_of=laying_lines if args.laying else None))
    elif not any(suffix_of(path) in LISTS for path in args.output):
        before = bar.close if sys.stdout.isatty() else lambda: None
        sinks.append(Printed(args.numbers, args.walls, alone=not sinks, before=before))
    if args.laying and not args.json:
        sinks.append(Orders())
    return sinks


def _search(puzzle: Puzzle, partial: Sequence[Placement], args: Namespace, listing: Listing) -> tuple[Solved, int]:
    """Return the result without its tilings, which went to the listing, and the number of tilings."""
    search = listing.deadline.progress
    if args.random is None:
        stream = tilings(puzzle, partial=partial, progress=search, **_options(args))
        stream.reserve_time_for_part()
        stream.feed(listing.take)
        found = solved(stream, ())
    else:
        found = solve_puzzle(puzzle, partial=partial, progress=search, random=args.random, **_options(args))
    if found.tilings:  # these did not come from a stream
        listing.take(found.tilings)
    found = replace(found, ended=listing.ended or found.ended)
    number = len(found.tilings) if args.random is not None or found.tilings else stream.found
    return replace(found, tilings=()), number


def _check_random(args: Namespace) -> None:
    """Choose a seed if none is given; raise NotationError for options that cannot be combined with random tilings."""
    if args.random is not None and (args.every or args.engine != "auto"):
        raise NotationError("--random draws -n tilings by a method of its own: expected no --all and no --engine")
    if args.random == NO_VALUE:
        from random import SystemRandom

        args.random = SystemRandom().randrange(1_000_000)


def _options(args: Namespace) -> dict[str, Any]:
    return {
        "n": None if args.every else args.number,
        "engine": args.engine,
        "limit": Limit(seconds=args.limit, memory=args.memory),
        "threads": args.threads,
        "labelled": args.labelled,
        "up_to": args.up_to,
    }


def _tell(found: Solved, number: int, listing: Listing, json: bool) -> None:
    """Print remarks on the tilings on standard error, or why there is none; JSON contains these itself."""
    if not number:
        return None if json else _tell_why_none(found)
    for sink in listing.sinks:
        for note in sink.notes(number):
            print(note, file=sys.stderr)
    if found.draw is not None:
        print(found.draw, file=sys.stderr)
    if found.ended in ENDS:
        written = "" if listing.written >= number else f", {listing.written} of them written"
        print(f"{ENDS[found.ended]} after {number} {'tiling' if number == 1 else 'tilings'}{written}", file=sys.stderr)
    return None


def _tell_why_none(found: Solved) -> None:
    if found.verdict == "impossible" and found.reason:
        tell_origin(found.reason.text)
        print(f"impossible: {found.reason.text}{suggestion(found.puzzle)}")
        return
    print(unknown(found.ended), file=sys.stderr)
    if found.partial is not None:
        print(found.partial)
        placed, places = len(found.partial.placements), len(found.puzzle.board.atoms)
        print(f"the most that was laid: {placed} of {places} places, every edge matching", file=sys.stderr)


COMMANDS = {
    "solve": Command(
        SOLVE,
        _run,
        [
            *options.PUZZLE,
            (
                options.NUMBER.but(help="How many tilings to find."),
                Argument("--all", dest="every", action="store_true", help="Find every tiling."),
            ),
            options.RANDOM,
            options.TILINGS_MEMORY,
            Argument("--kinds", type=OneOf("all"), help="Use every piece of the puzzle at least once."),
            Argument("--most", metavar="KIND", help="The tiling with the most of this piece (extra `cp`)."),
            Argument("--fewest", metavar="KIND", help="The tiling with the fewest of this piece (extra `cp`)."),
            options.UP_TO.but(
                help="List one tiling of each class: those that a rotation (symmetries: or reflection; labels: or "
                "exchange of labels) takes to one another."
            ),
            Argument(
                "--filling",
                action="store_true",
                help="Cover as many cells as possible; pieces may be left out (extra `cp`).",
            ),
            options.WITH.but(help="Complete what lies there already: JSON or a drawing."),
            options.ENGINE,
            options.LIMIT,
            options.THREADS,
            options.LABELLED,
            Argument("--numbers", action="store_true", help="Shikaku: print the grid of candidate numbers."),
            Argument("--walls", action="store_true", help="Squares: draw walls around every piece."),
            Argument(
                "--laying",
                action="store_true",
                help="Print an order in which the pieces can be laid from above without lifting another, or that there is "
                "none. In JSON it is the key `laying` of each solution.",
            ),
            options.OUTPUTS.but(
                help="Write to FILE, in the form its suffix names; may be repeated. A .txt or .jsonl grows while tilings "
                "are found, and takes the place of the drawings printed. Where none is found, only a .json is "
                "written."
            ),
            options.FORCE,
            options.JSON,
        ],
        SUFFIXES,
    ),
}
