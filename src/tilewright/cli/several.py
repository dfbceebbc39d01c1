"""Answers of `count`, `solve` and `verdict` for each puzzle of a file with several, such as presents with regions.

All other commands require one of them, `FILE#2`. The limit is for all of them together.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import Any, NamedTuple

from tilewright import formats, loader
from tilewright.api.answer import print_json
from tilewright.cli.options import read_puzzle
from tilewright.cli.terminal import say, tell
from tilewright.errors import NotationError, TilewrightError, printable
from tilewright.exact_cover.progress import Progress
from tilewright.exit_codes import DONE, INTERRUPTED, LIMIT_REACHED, NO
from tilewright.puzzle import Puzzle

# Options, by their names in Python, that are valid only for a single puzzle.
OF_ONE = {
    "partial": "--with",
    "proof": "--proof",
    "output": "-o",
    "by": "--by",
    "relax": "--relax",
    "random": "--random",
    "most": "--most",
    "fewest": "--fewest",
    "filling": "--filling",
    "numbers": "--numbers",
    "scratch": "--scratch",
}


class Answered(NamedTuple):
    """The answer of a command for one puzzle: the text after its title, the JSON, and the exit code."""

    text: str
    row: dict[str, Any]
    code: int


def read_several(args: Namespace) -> formats.Several:
    """Return the puzzles that the arguments name: usually one, or all those in a file with several.

    Raises NotationError as `read_puzzle` does.
    """
    is_named = args.pieces is None and args.open_cells is None and args.roll is None and args.cell_pixels is None
    found = loader.load_several(args.puzzle) if is_named else None
    if found is None:
        return formats.Several([""], iter((read_puzzle(args),)))
    return found._replace(puzzles=(puzzle.where(*args.where) if args.where else puzzle for puzzle in found.puzzles))


def answer_each(
    args: Namespace, several: formats.Several, answer: Callable[[Namespace, Puzzle, float | None], Answered]
) -> int:
    """Print what `answer` finds for each puzzle in the remaining seconds, and return the exit code.

    The code is 3 if a question stays open, else 1 if a puzzle has no tiling. Raises NotationError for options
    that are valid only for one puzzle.
    """
    for name, option in OF_ONE.items():
        if getattr(args, name, None) not in (None, False, []):
            one = f"the file holds {len(several.titles)} puzzles, and {option} is for one"
            raise NotationError(f"{one}: expected one of them, {args.puzzle}#1 to {args.puzzle}#{len(several.titles)}")
    clock, codes, rows = Progress(), list[int](), list[dict[str, Any]]()
    for title, puzzle in zip(several.titles, several.puzzles, strict=True):
        left = None if args.limit is None else max(0.0, args.limit - clock.seconds)
        try:
            found = answer(args, puzzle, left)
        except TilewrightError as error:
            raise type(error)(f"{title}: {error}") from None
        codes.append(found.code)
        if args.json:
            rows.append(found.row)
        else:
            say(printable(f"{title}:") + (f"\n{found.text}\n" if "\n" in found.text else f" {found.text}"))
        if found.code == INTERRUPTED:
            break
    if args.json:
        print_json({"tilewright": 1, "puzzles": rows})
    unknown = f", {codes.count(LIMIT_REACHED):,} are open" if LIMIT_REACHED in codes else ""
    tell(f"{codes.count(DONE):,} of {len(several.titles):,} have a tiling{unknown}")
    return next((code for code in (INTERRUPTED, LIMIT_REACHED, NO) if code in codes), DONE)
