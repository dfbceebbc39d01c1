"""Arguments of commands: argparse with one-line errors, options in any position, and readable help.

A command lists its arguments where it is defined, each in the form that `argparse.ArgumentParser.add_argument`
takes. Arguments shared by several commands are in this file. The parser, the help, completion and
docs/reference/command-line.md are made from these lists.
"""

from __future__ import annotations

import argparse
import os
import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from tilewright import loader
from tilewright.cli import terminal
from tilewright.cli.output import check_outputs
from tilewright.errors import MOST_THREADS, NotationError, did_you_mean, is_writable_folder, quote
from tilewright.exact_cover.limits import DEFAULT_MEMORY, MOST_COUNTED, MOST_SECONDS
from tilewright.exact_cover.outcome import UP_TO as WAYS_TO_COUNT
from tilewright.loader import load, names_puzzle
from tilewright.puzzle import Placement, Puzzle
from tilewright.puzzle.check import with_partial
from tilewright.shelf import is_shelf_name

if TYPE_CHECKING:
    from pathlib import Path

WIDEST = 100  # columns of a help text
COLUMN = 28  # column at which the help of an option begins, if its name leaves room


class HelpFormatter(argparse.HelpFormatter):
    """Keeps the paragraphs of the description apart, and names the value of an option only once."""

    def __init__(self, prog: str) -> None:
        # The width is passed because argparse would otherwise import shutil and all compression modules to
        # determine it.
        width = WIDEST
        with suppress(OSError, ValueError):
            width = min(WIDEST, os.get_terminal_size().columns or WIDEST)
        super().__init__(prog, max_help_position=COLUMN, width=width - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.split("\n\n")
        return "\n\n".join(super(HelpFormatter, self)._fill_text(each, width, indent) for each in paragraphs)

    def _get_help_string(self, action: argparse.Action) -> str:
        text, default = action.help or "", action.default
        is_told = default in (None, argparse.SUPPRESS) or isinstance(default, bool | list) or "[default" in text
        return text if is_told else f"{text} [default: %(default)s]"

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        return f"{', '.join(action.option_strings)} {action.metavar or action.dest.upper()}"


class Argument:
    """An argument of a command, defined by what `argparse.ArgumentParser.add_argument` takes.

    >>> Argument("--limit", type=float, help="Stop after this many seconds.").but(default=60).settings["default"]
    60
    """

    def __init__(self, *names: str, **settings: Any) -> None:
        if isinstance(reader := settings.get("type"), OneOf):
            settings = {"metavar": reader.metavar, **settings}
        self.names, self.settings = names, settings

    def but(self, **settings: Any) -> Argument:
        """Return the same argument with other settings."""
        return Argument(*self.names, **{**self.settings, **settings})


class Command(NamedTuple):
    """A command of the command line.

    details:   The help text after its first line, with examples.
    run:       The function that runs the command and returns the exit code.
    arguments: The arguments in the order of the help text. Of those in a tuple at most one may be given.
    suffixes:  The suffixes that -o accepts, if others are to be refused before anything is done.
    """

    details: str
    run: Callable[[Namespace], int]
    arguments: Sequence[Argument | tuple[Argument, ...]] = ()
    suffixes: Sequence[str] = ()


class Parser(argparse.ArgumentParser):
    """Parses the arguments of one command, and raises NotationError for invalid ones."""

    def __init__(self, prog: str, summary: str, command: Command) -> None:
        text = f"{summary}\n\n{command.details}".strip()
        super().__init__(prog, description=text, formatter_class=HelpFormatter, allow_abbrev=False, add_help=False)
        self._positionals.title, self._optionals.title = "Arguments", "Options"
        self.suffixes = command.suffixes
        for each in command.arguments:
            if isinstance(each, Argument):
                self.add_argument(*each.names, **each.settings)
                continue
            group = self.add_mutually_exclusive_group()
            for one in each:
                group.add_argument(*one.names, **one.settings)
        self.add_argument("-h", "--help", action="help", help="Show this text.")

    def arguments(self) -> list[argparse.Action]:
        """Return the positional arguments, in their order."""
        return self._get_positional_actions()

    def options(self) -> list[argparse.Action]:
        """Return the options, in the order of the help text."""
        return self._get_optional_actions()

    def help_of(self, action: argparse.Action) -> str:
        """Return the help of an argument, with its default."""
        return self._get_formatter()._expand_help(action)

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse the words of a command line, whose options may stand anywhere.

        Words after `--` are files, even if they begin with a hyphen. Raises NotationError for outputs that
        cannot be written or that, without --force, are also read.
        """
        end = words.index("--") if "--" in words else len(words)
        files = [os.path.join(".", word) if len(word) > 1 and word[0] == "-" else word for word in words[end + 1 :]]  # noqa: PTH118
        found, unknown = self.parse_known_intermixed_args([*words[:end], *files])
        if unknown:
            self._refuse(unknown, getattr(found, "puzzle", None))
        if not getattr(found, "force", False):
            _check_inputs_kept(found)
        if self.suffixes and (output := found.output):
            check_outputs(output if isinstance(output, list) else [output], found.force, self.suffixes)
        return found

    def _refuse(self, unknown: list[str], puzzle: str | None) -> NoReturn:
        """Raise NotationError for words that no argument takes, with a suggestion of what was meant."""
        size = next((word for word in unknown if re.fullmatch(r"--board=.+|\d+(x\d+)+\S*", word)), "")
        joined = puzzle and size and "@" not in puzzle and f"{puzzle}@{size.removeprefix('--board=')}"
        name = next((word.partition("=")[0] for word in unknown if word.startswith("-")), None)
        if joined and name in (None, "--board"):
            self.error(f"a board stands behind its pieces, with @ between (did you mean {quote(joined)}?)")
        if name is None:
            self.error(f"one argument too many: {quote(unknown[0])}")
        names = [text for option in self.options() for text in option.option_strings]
        meant = next(
            (f" (did you mean {each}?)" for each in FOREIGN_NAMES.get(name, ()) if each.split()[0] in names), ""
        )
        self.error(f"no such option: {quote(name)}{meant or did_you_mean(name, names)}")

    def format_usage(self) -> str:
        """Return the usage in one line; it does not list the options, because the list below it does."""
        return f"usage: {self.prog} {' '.join(['[OPTIONS]', *map(_usage_of, self.arguments())])}\n"

    def format_help(self) -> str:
        """Return the usage, what the command does, its arguments and options."""
        self.usage = self.format_usage().removeprefix("usage: ").rstrip().replace("%", "%%")
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raise NotationError instead of printing the usage."""
        if re.search(r"required: (.*, )?PUZZLE\b", message):
            message += " (`-` reads it from standard input)"
        raise NotationError(f"{message.removeprefix('argument ').rstrip('.')}: `{self.prog} --help` tells more")


WRITTEN = ("output", "proof", "bfile")  # names of arguments


def _check_inputs_kept(args: Namespace) -> None:
    """Raise NotationError if another argument names an output file: as it is, after an @, or before a #."""
    values = {name: value if isinstance(value, list) else [value] for name, value in vars(args).items()}
    written = [str(value) for name in WRITTEN for value in values.pop(name, []) if value and os.path.isfile(value)]  # noqa: PTH113
    if not written:
        return
    values.pop("store", None)  # a store is locked, and checked before it is written
    read = [str(value) for each in values.values() for value in each if value]
    names = {name for text in read for name in (text, text.partition("@")[2], text.rpartition("#")[0])}
    for output in written:
        for name in sorted(names):
            if os.path.isfile(name) and os.path.samefile(output, name):  # noqa: PTH113, PTH121
                advice = "another name, or --force" if "force" in values else "another name"
                raise NotationError(f"{output}: the same command reads this file: expected {advice}")


def _usage_of(action: argparse.Action) -> str:
    name = str(action.metavar or action.dest.upper())
    return {"?": f"[{name}]", "*": f"[{name}]...", "+": f"{name}..."}.get(str(action.nargs), name)


# Options of other programs, with their names here; the first of these that the command has is suggested.
FOREIGN_NAMES = {
    **dict.fromkeys(("--seed", "--shuffle"), ("--seed", "--random")),
    **dict.fromkeys(("--symmetry", "--symmetric", "--unique", "--distinct", "--reduced"), ("--up-to symmetries",)),
    **dict.fromkeys(("--format", "--fmt"), ("--to", "--json")),
    **dict.fromkeys(("--out", "--save", "--write", "--svg", "--png"), ("--output",)),
    **dict.fromkeys(("--timeout", "--time", "--seconds"), ("--limit",)),
    **dict.fromkeys(("--jobs", "--cores", "--workers", "--parallel", "-j"), ("--threads",)),
    **dict.fromkeys(("--solver", "--backend", "--algorithm"), ("--engine",)),
    **dict.fromkeys(("--count", "--number", "--max"), ("-n", "--all")),
    **dict.fromkeys(("--given", "--partial", "--start", "--fixed"), ("--with",)),
}
MOST_SEED = 2**53 - 1  # the largest integer that every JSON reader represents exactly
NO_VALUE = -1  # the value of `--random` without a seed, which is then chosen at random
BYTES = r"([0-9]{1,18}(?:\.[0-9]{1,18})?)([KMGT]i?)?"  # letters in upper or lower case
MOST_WHOLE = 10**18 - 1  # as many digits as WHOLE accepts
WHOLE = r"[+-]?[0-9]{1,18}"  # compiled when needed


def whole(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """Return a function that reads a whole number within bounds."""
    low, high = (None if bound is None else f"{bound:,}" for bound in (least, most))
    bounds = f", {low} to {high}" if low and high else f" of at least {low}" if low else ""

    def read(text: str) -> int:
        number = int(text) if re.fullmatch(WHOLE, text.strip(), re.ASCII) else None
        if number is None or (least is not None and number < least) or (most is not None and number > most):
            long = number is None and high is None and text.strip(" +-").isdecimal()
            most_said = f", at most {MOST_WHOLE:,}" if long else ""
            raise ArgumentTypeError(f"{quote(text)}: expected a whole number{bounds}{most_said}")
        return number

    return read


def number_range(text: str) -> tuple[int, int]:
    """Read a range of whole numbers, such as 5..8, or one number.

    >>> number_range("5..8"), number_range("6")
    ((5, 8), (6, 6))
    """
    found = re.fullmatch(r"(\d{1,3})(?:\.\.(\d{1,3}))?", text, re.ASCII)
    if not found:
        raise ArgumentTypeError(f"{quote(text)}: expected a number or two, as 6 or 5..8")
    return int(found[1]), int(found[2] or found[1])


def seconds(least: float = 0.0) -> Callable[[str], float]:
    """Return a function that reads a number of seconds."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= MOST_SECONDS:  # also refuses nan
            raise ArgumentTypeError(f"{quote(text)}: expected a number of seconds, {least:g} to {MOST_SECONDS:,.0f}")
        return value

    return read


def byte_count(text: str) -> int:
    """Read a number of bytes, such as 500M, 2G or 1.5Gi.

    >>> byte_count("1.5Ki"), byte_count("2G"), byte_count("10k")
    (1536, 2000000000, 10000)
    """
    if found := re.fullmatch(BYTES, text.strip(), re.ASCII | re.IGNORECASE):
        whole, _, part = found[1].partition(".")
        unit = (found[2] or "").upper()
        power: int = " KMGT".index(unit[0]) if unit else 0
        factor: int = (1024 if unit.endswith("I") else 1000) ** power
        shift: int = 10 ** len(part)
        size = (2 * int(whole + part) * factor // shift + 1) // 2
        if 1 <= size <= MOST_COUNTED:
            return size
    raise ArgumentTypeError(f"{quote(text)}: expected a number of bytes of at least 1, e.g. 500M, 2G or 1.5Gi")


def folder(text: str) -> str:
    """Read the name of a folder to write to."""
    if not is_writable_folder(text):
        found = quote(text) if os.path.lexists(text) else f"there is no folder {quote(text)}: make it first"
        raise ArgumentTypeError(f"{found}: expected a folder that can be written to")
    return text


class OneOf:
    """Reads one of a list of words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def __call__(self, text: str) -> str:
        """Return the word; raise ArgumentTypeError listing the valid ones for any other."""
        if text not in self.words:
            guess = did_you_mean(text, self.words)
            raise ArgumentTypeError(f"{quote(text)}{guess}: expected one of {', '.join(self.words)}")
        return self.words[
            self.words.index(text)
        ]  # the listed object itself, because files leave out defaults, which are recognized by identity

    @property
    def metavar(self) -> str:
        """The words as a help text lists them."""
        return "|".join(self.words)


def _seed_of_random(text: str) -> int:
    try:
        return whole(0, MOST_SEED)(text)
    except ArgumentTypeError as error:
        raise ArgumentTypeError(f"{error}, as SEED; without one, put PUZZLE before --random") from None


def new_file(text: str) -> Path:
    """Return the path of a file to write, whose directory must exist."""
    path = as_path(text)
    if text == "-":
        raise ArgumentTypeError("-: expected the name of a file")
    if not path.parent.is_dir():
        raise ArgumentTypeError(f"{path}: there is no directory {path.parent}")
    return path


def new_folder(text: str) -> Path:
    """Return the path of a directory to write files to, which exists or can be made."""
    path = new_file(text)
    if path.exists() and not path.is_dir():
        raise ArgumentTypeError(f"{path}: it is a file: expected a directory, or the name of a new one")
    return path


def as_path(text: str) -> Path:
    """Return the path that an option or argument names."""
    from pathlib import Path

    return Path(text)


# Arguments that several commands take.
PUZZLE = (  # with the options that select its board, its member and its tilings
    Argument(
        "puzzle",
        metavar="PUZZLE",
        help="A puzzle file (blocks text, TOML, JSON, Shikaku grid), `-` for standard input, a puzz.link URL, or "
        "the notation PIECES@BOARD, e.g. `FNPUV@5x5`, `tetrominoes*@8x7`, "
        "`pentominoes@8x8-r3c3,r3c4,r4c3,r4c4` (rows and columns from 0); BOARD may be a file with a drawing,"
        " `pentominoes@heart.txt`; or one of a catalogue or a pack: a silhouette `fridgeiq-D4#12`, a level "
        "`levels#heart` (`tilewright sets` lists them); or a box of the shelf, `kanoodle/pyramid` "
        "(`tilewright shelf`).",
    ),
    Argument(
        "--pieces",
        metavar="PIECES",
        help="Fill the board that PUZZLE draws with these pieces, e.g. `tetrominoes*`, or the pieces that a file "
        "draws, with empty lines between them; the board is text of # and ., a PNG, or a size such as 5x12.",
    ),
    Argument(
        "--cell",
        dest="cell_pixels",
        type=whole(1, 10_000),
        metavar="PIXELS",
        help="Side of a cell in pixels, if the board is a PNG (black is board). Without it, the size is read from "
        "the picture.",
    ),
    Argument(
        "--open", dest="open_cells", metavar="NAMES", help="Named cells of the board to leave open, e.g. `MAR,14`."
    ),
    Argument("--roll", metavar="CELLS", help="What the dice of a box show, e.g. `F1,D4,A1,B2,E6,C5,F2`, or `random`."),
    Argument(
        "--where",
        action="append",
        metavar="SENTENCE",
        default=[],
        help="What else must be true of a tiling, e.g. 'X touches the border', 'F and N are not adjacent', 'no two"
        " of one kind meet', 'at most 2 of a kind'; may be repeated.",
    ),
)
WITH = Argument(
    "--with", dest="partial", type=as_path, metavar="PARTIAL", help="What lies on the board already: JSON or a drawing."
)
ENGINE = Argument("--engine", metavar="ENGINE", default="auto", help="Engine to use; `tilewright engines` lists them.")
LIMIT = Argument("--limit", type=seconds(), metavar="SECONDS", help="Stop after this many seconds.")
THREADS = Argument("--threads", type=whole(1, MOST_THREADS), metavar="N", default=1, help="Threads to search with.")
JSON = Argument("--json", action="store_true", help="Print one JSON object on standard output.")
OUTPUTS = Argument(
    "-o",
    "--output",
    action="append",
    type=as_path,
    metavar="FILE",
    default=[],
    help="Write to FILE, in the form its suffix names; may be repeated.",
)
OUTPUT = Argument("-o", "--output", type=as_path, metavar="FILE", help="Write to FILE.")
FORCE = Argument(
    "--force",
    action="store_true",
    help="Let -o follow a link, write to a FIFO or device, or replace a read-only file or one that was read.",
)
UP_TO = Argument(
    "--up-to",
    type=OneOf(*WAYS_TO_COUNT),
    default="none",
    help="Count two tilings as one if a rotation (symmetries: or reflection; labels: or exchange of labels) "
    "takes one to the other.",
)
LABELLED = Argument("--labelled", action="store_true", help="Tell pieces of equal shape apart by their names.")
PROOF = Argument("--proof", type=new_file, metavar="FILE", help="Write a certificate that others can check.")
MEMORY = Argument(
    "--memory",
    type=byte_count,
    metavar="BYTES",
    default=DEFAULT_MEMORY,
    help="Use at most about this much memory, e.g. 500M, 2G, 1.5Gi. [default: 4Gi]",
)
TILINGS_MEMORY = Argument(
    "--memory",
    type=byte_count,
    metavar="BYTES",
    default=DEFAULT_MEMORY,
    help="Use at most about this much memory, e.g. 500M, 8G, for the tilings, or with --random for the graph "
    "of states. [default: 4Gi, for a graph 512Mi]",
)
SCRATCH = Argument(
    "--scratch",
    type=folder,
    metavar="DIR",
    help="Put states that do not fit in memory into this folder, and go on from there if the same count was "
    "interrupted before (engine frontier). Tables and the places of all states always stay in memory: if "
    "there is too little, the count ends at the limit and says so (exit code 3).",
)
RANDOM = Argument(
    "--random",
    nargs="?",
    const=NO_VALUE,
    type=_seed_of_random,
    metavar="[SEED]",
    help="Draw tilings at random: all equally likely if the graph of states fits in memory, otherwise by a "
    "randomized search; it says which. The same SEED draws the same tilings.",
)
MODEL = Argument(
    "--model",
    type=OneOf("placements", "cells"),
    default="placements",
    help="What variables stand for: placements, or in DIMACS the states of cells as in the Tetris-filling report.",
)
# Its default is text: argparse takes a value that is the default itself for one that was not given, beside --all.
NUMBER = Argument("-n", dest="number", type=whole(1, MOST_WHOLE), metavar="N", default="1")
SEED = Argument(
    "--seed", type=whole(), metavar="N", default=0, help="The same seed gives the same puzzle on every machine."
)
COUNT = Argument(
    "-n",
    "--count",
    dest="count",
    type=whole(1, 100_000),
    metavar="N",
    default=1,
    help="How many to make, starting from this seed.",
)
DIFFICULTY = Argument("--difficulty", help="How hard, rated by the techniques that solve it.")
CELL = Argument("--cell", metavar="LENGTH", default="20mm", help="Side of a cell: 20mm, 2cm, 0.75in.")
PAPER = Argument("--paper", metavar="FORMAT", default="a4", help="One of a3, a4, a5, letter, legal and tabloid.")
LANGUAGE = Argument(
    "--language", metavar="en|de|fr|es", default="en", help="Language of headings and notes on the pages."
)
COLORS = Argument(
    "--colors",
    type=OneOf("color", "gray", "hatch"),
    default="color",
    help="Fill the pieces with colors, shades of gray, or hatchings in black.",
)
SET = Argument(
    "pieces", metavar="SET", help="Pieces such as `fridgeiq` or `tetrominoes:SIO`, or a puzzle, which adds its board."
)
FILES = Argument(
    "files",
    nargs="+",
    metavar="FILE",
    help="Catalogues of silhouettes (also fridgeiq-D4, or one: fridgeiq-D4#Dice), challenges, puzzles of any "
    "kind, in this order; no silhouette twice.",
)
NAMES = Argument(
    "--names", type=as_path, metavar="FILE", help='Other names of silhouettes by id: JSON {"id": "name", ...}.'
)
SOLVING = Argument(
    "--limit", type=seconds(), metavar="SECONDS", default=60, help="Time limit for solving each puzzle, in seconds."
)
STORE = Argument("store", type=as_path, metavar="STORE", help="The store of the run.")
GOAL = Argument(
    "--goal",
    type=OneOf("count", "all", "silhouettes"),
    default="count",
    help="Only count the tilings, keep them all, or find the silhouettes of --pieces.",
)
DASK = Argument("--dask", metavar="ADDRESS", help="Work on a Dask cluster: `tcp://scheduler:8786`, or `local:2`.")
RUN_LIMIT = Argument(
    "--limit", dest="seconds", type=seconds(), metavar="SECONDS", help="Stop after this many seconds; resume goes on."
)


def read_puzzle(args: Namespace) -> Puzzle:
    """Return the puzzle that the arguments name, with the constraints of `--where`."""
    puzzle = _read_puzzle(args)
    return puzzle.where(*args.where) if args.where else puzzle


def _read_puzzle(args: Namespace) -> Puzzle:
    """Return the puzzle of `PUZZLE`, or of `--pieces` on the board that `PUZZLE` draws.

    For a family, return the member that `--open` or `--roll` selects.
    """
    if args.roll is not None:
        return _rolled(args)
    pieces, board = args.pieces, args.puzzle
    if args.cell_pixels is not None and pieces is None:
        pieces, _, board = board.partition("@")
        if not (pieces and board):
            raise NotationError("--cell goes with pieces on a PNG: expected PIECES@FILE, e.g. 'tetrominoes*@heart.png'")
    if pieces is not None:
        if args.open_cells is not None:
            raise NotationError("--open names cells of a family of boards, which has pieces: expected no --pieces")
        from tilewright.loader import load_on

        return load_on(pieces, board, args.cell_pixels)
    if args.open_cells is None:
        _tell_default_member(args.puzzle)
        return load(args.puzzle)
    from tilewright.shelf.box import load_family

    family = load_family(args.puzzle)
    return family.with_open_cells(family.split_names(args.open_cells))


def _rolled(args: Namespace) -> Puzzle:
    """Return the member that the dice of a box show; a random roll is printed."""
    from tilewright.shelf.box import load_board, parse_roll

    if args.open_cells is not None or args.pieces is not None:
        raise NotationError("--roll says what stays open of a box: expected no --open and no --pieces")
    if names_puzzle(args.puzzle) and not is_shelf_name(args.puzzle):
        raise NotationError(f"{quote(args.puzzle)} has no dice: --roll goes with a box of dice, e.g. genius-square")
    board = load_board(args.puzzle)
    names = parse_roll(board, args.roll)
    if args.roll == "random":
        terminal.tell(f"--roll {','.join(names)}")
    return board.member(names)


def _tell_default_member(name: str) -> None:
    """Print the `--open` or `--roll` that a box with dates or dice has by default."""
    if os.path.exists(name) or not is_shelf_name(name):  # noqa: PTH110  pathlib is slow to import
        return
    from tilewright.shelf.box import load_board

    board = load_board(name)
    if board.family is not None:
        terminal.tell(f"{'--roll' if board.dice else '--open'} {','.join(board.open)} (the default)")


def read_started_puzzle(args: Namespace) -> Puzzle:
    """Return the puzzle with the placements of `--with` pinned; raise NotationError if these break a rule."""
    return with_placements(read_puzzle(args), args.partial)


def with_placements(puzzle: Puzzle, path: Path | None) -> Puzzle:
    """Return the puzzle with the placements in a file, if given, pinned; raise NotationError if these break a rule."""
    return with_partial(puzzle, read_partial(path, puzzle)) if path else puzzle


def read_partial(path: Path | None, puzzle: Puzzle) -> Sequence[Placement]:
    """Return the placements of `--with`."""
    return loader.read_solution(path, puzzle) if path else ()
