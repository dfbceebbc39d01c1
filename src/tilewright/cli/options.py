"""Arguments of a command: argparse with errors of one line, options that may stand anywhere, and help for people.

A command's arguments are the last paragraph of its text, written as the help shows them; `SHARED` has those that several take.
The parser, the help, completion and docs/reference/command-line.md come from that.
"""

from __future__ import annotations

import argparse
import os
import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from tilewright import loader
from tilewright.cli import terminal
from tilewright.cli.output import check_outputs
from tilewright.errors import MOST_THREADS, NotationError, did_you_mean, is_writable_folder, quote
from tilewright.exact_cover.limits import DEFAULT_MEMORY, MOST_COUNTED, MOST_SECONDS
from tilewright.exact_cover.outcome import UP_TO
from tilewright.loader import load, names_puzzle
from tilewright.puzzle import Placement, Puzzle
from tilewright.puzzle.check import with_partial
from tilewright.shelf import is_shelf_name

if TYPE_CHECKING:
    from pathlib import Path  # slow to import

WIDEST = 100  # columns of a help text
COLUMN = 28  # where the help of an option begins, if its name leaves room


class HelpFormatter(argparse.HelpFormatter):
    """Paragraphs of the description stay apart; the value of an option is named once."""

    def __init__(self, prog: str) -> None:
        # The width is given, for argparse would import shutil and all compressors to ask for it.
        width = WIDEST
        with suppress(OSError, ValueError):
            width = min(WIDEST, os.get_terminal_size().columns or WIDEST)
        super().__init__(prog, max_help_position=COLUMN, width=width - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.split("\n\n")
        return "\n\n".join(super(HelpFormatter, self)._fill_text(each, width, indent) for each in paragraphs)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        return f"{', '.join(action.option_strings)} {action.metavar or action.dest.upper()}"


Reader = Callable[[str], Any]  # turns the text of an argument into its value, or raises ArgumentTypeError


class Command(NamedTuple):
    """A command.

    text:     the help text after its first line, with examples; the last paragraph lists the arguments (`Parser.take`).
    run:      does it; returns the exit code.
    types:    what reads the values of arguments, by name; added to `TYPES`, or in place of an entry there.
    suffixes: those that -o takes, if others are to be refused before anything is done.
    """

    text: str
    run: Callable[[Namespace], int]
    types: Mapping[str, Reader] = {}
    suffixes: Sequence[str] = ()

    @property
    def details(self) -> str:
        """The help text without the arguments."""
        return self.text.rpartition("\n\n")[0]


class Parser(argparse.ArgumentParser):
    """The arguments of one command. What is wrong with them raises NotationError."""

    def __init__(self, prog: str, summary: str, command: Command) -> None:
        text = f"{summary}\n\n{command.details}".strip()
        super().__init__(prog, description=text, formatter_class=HelpFormatter, allow_abbrev=False, add_help=False)
        self._positionals.title, self._optionals.title = "Arguments", "Options"
        self.suffixes = command.suffixes
        self.take(command.text.rpartition("\n\n")[2], {**TYPES, **command.types})
        self.add_argument("-h", "--help", action="help", help="Show this text.")

    def arguments(self) -> list[argparse.Action]:
        """The positional arguments, in their order."""
        return self._get_positional_actions()

    def options(self) -> list[argparse.Action]:
        """The options, in the order of the help text."""
        return self._get_optional_actions()

    def take(self, text: str, types: Mapping[str, Reader]) -> None:
        """Take the arguments of a text, one a line as the help shows them, with two blanks before the help.

        FILE                an argument; `FILE...` one or more, `[FILE]` one or none, `[FILE]...` any number
        -n, --number N      an option with a value; `N...` may be repeated, `[N]` may do without its value
        --unique            a switch; `--any unless unique` turns `--unique` off
        ... as path         is called `path` in Python
        ... = 20mm          has a default; ` =` alone: the empty default
        ... required        must be given
        | ...               excludes all others with a `|`

        A line of names without help takes these of `OPTIONS`. One name with a value, a default or a help takes this option
        with its own in their place.
        """
        group = self.add_mutually_exclusive_group()
        for signature, words in _lines(text):
            first, *rest = signature.split()
            if first not in OPTIONS:
                self._add(_parts(signature), words, types, group)
            elif words or "=" in rest:
                self._take_shared(first, types, group, _parts(" ".join(rest)), words)
            else:
                for name in (first, *rest):
                    self._take_shared(name, types, group)

    def _take_shared(
        self, name: str, types: Mapping[str, Reader], group: Any, own: Any = None, words: str = ""
    ) -> None:
        """Take an option of `OPTIONS` and those that go with it, with parts and help of its own where there are any."""
        for each in TOGETHER.get(name, (name,)):
            signature, usual_words = OPTIONS[each]
            if each == name:
                self._add(_parts(signature) | (own or {}), words or usual_words, types, group)
            else:
                self._add(_parts(signature), usual_words, types, group)

    def _add(self, parts: Mapping[str, Any], words: str, types: Mapping[str, Reader], group: Any) -> None:
        """Add one argument to argparse: a switch, an option with a value, or a word by its place."""
        names, value = parts.get("names", []), parts.get("value", "")
        several, bare = value.endswith("..."), value.removesuffix("...")
        own_name = names[-1].strip("-") if names else bare.strip("[]").lower()
        dest = (parts.get("as") or parts.get("unless") or own_name).replace("-", "_")
        keywords: dict[str, Any] = {"dest": dest, "help": words}
        if names and not value:
            keywords |= {"action": "store_true", "default": words.endswith("[default]")}
            if "unless" in parts:
                keywords |= {"action": "store_false", "default": True}
        else:
            reader = types.get(dest)
            keywords |= {"type": reader, "metavar": reader.metavar if isinstance(reader, OneOf) else bare}
        if parts.get("=") and "[default" not in words:
            keywords["help"] += f" [default: {parts['=']}]"
        if "=" in parts:
            keywords["default"] = parts["="]
        if "required" in parts:
            keywords["required"] = True
        optional = value.startswith("[")
        if not names:
            keywords["metavar"] = keywords["metavar"].strip("[]")
            keywords["nargs"] = {(True, True): "*", (True, False): "?", (False, True): "+"}.get((optional, several))
        elif several:
            keywords |= {"action": "append", "default": []}
        elif optional:
            keywords |= {"nargs": "?", "const": NO_VALUE}
        (group if "|" in parts else self).add_argument(*names, **keywords)

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments, options before, between and after them; behind `--` are files, whatever their names begin with.

        Raises NotationError for outputs that cannot be written, or, without --force, that are read as well.
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
        """Raise NotationError for words that no argument takes, with what was probably meant."""
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
        """One line. The options are only mentioned: the list below it has them all."""
        return f"usage: {self.prog} {' '.join(['[OPTIONS]', *map(_usage_of, self.arguments())])}\n"

    def format_help(self) -> str:
        """The usage, what the command does, its arguments and options."""
        self.usage = self.format_usage().removeprefix("usage: ").rstrip().replace("%", "%%")
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raise NotationError in place of printing the usage."""
        if re.search(r"required: (.*, )?PUZZLE\b", message):
            message += " (`-` reads it from standard input)"
        raise NotationError(f"{message.removeprefix('argument ').rstrip('.')}: `{self.prog} --help` tells more")


OUTPUTS = ("output", "proof", "bfile")


def _check_inputs_kept(args: Namespace) -> None:
    """Raise NotationError if an output is a file that another argument names: as it is, behind an @, or before a #."""
    values = {name: value if isinstance(value, list) else [value] for name, value in vars(args).items()}
    written = [str(value) for name in OUTPUTS for value in values.pop(name, []) if value and os.path.isfile(value)]  # noqa: PTH113
    if not written:
        return
    values.pop("store", None)  # a store is locked, and looked at before it is written
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


# Options of other programs, and what they are called here (the first of these that the command has).
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
MOST_SEED = 2**53 - 1  # what every reader of JSON holds
NO_VALUE = -1  # of an option that may do without: `--random`, where a seed is chosen at random then
BYTES = r"([0-9]{1,18}(?:\.[0-9]{1,18})?)([KMGT]i?)?"  # letters of either case
MOST_WHOLE = 10**18 - 1  # as many digits as WHOLE reads
WHOLE = r"[+-]?[0-9]{1,18}"  # compiled when it is needed


def whole(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """What reads a whole number of the command line, within bounds."""
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


def seconds(least: float = 0.0) -> Callable[[str], float]:
    """What reads a number of seconds of the command line."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= MOST_SECONDS:  # not for nan either
            raise ArgumentTypeError(f"{quote(text)}: expected a number of seconds, {least:g} to {MOST_SECONDS:,.0f}")
        return value

    return read


def byte_count(text: str) -> int:
    """Read a number of bytes of the command line, such as 500M, 2G or 1.5Gi.

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
    """What reads one of some words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def __call__(self, text: str) -> str:
        """The word; ArgumentTypeError lists those there are."""
        if text not in self.words:
            guess = did_you_mean(text, self.words)
            raise ArgumentTypeError(f"{quote(text)}{guess}: expected one of {', '.join(self.words)}")
        return self.words[self.words.index(text)]  # itself, not an equal one: files leave out what is their default

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
    """Return the path of a directory to write files into, which is there or can be made."""
    path = new_file(text)
    if path.exists() and not path.is_dir():
        raise ArgumentTypeError(f"{path}: it is a file: expected a directory, or the name of a new one")
    return path


def as_path(text: str) -> Path:
    """Return the path of an option or argument."""
    from pathlib import Path  # slow to import, and few commands read or write files

    return Path(text)


TYPES: dict[str, Reader] = {
    "cell_pixels": whole(1, 10_000),
    "partial": as_path,
    "limit": seconds(),
    "threads": whole(1, MOST_THREADS),
    "output": as_path,
    "up_to": OneOf(*UP_TO),
    "proof": new_file,
    "memory": byte_count,
    "scratch": folder,
    "random": _seed_of_random,
    "model": OneOf("placements", "cells"),
    "seed": whole(),
    "number": whole(1, MOST_WHOLE),
    "count": whole(1, 100_000),
    "store": as_path,
    "goal": OneOf("count", "all", "silhouettes"),
    "seconds": seconds(),
    "names": as_path,
}
SHARED = f"""
puzzle: PUZZLE  A puzzle file (blocks text, TOML, JSON, Shikaku grid), `-` for standard input, a puzz.link URL, or the
    notation PIECES@BOARD, e.g. `FNPUV@5x5`, `tetrominoes*@8x7`, `pentominoes@8x8-r3c3,r3c4,r4c3,r4c4` (rows and
    columns from 0); BOARD may be a file with a drawing, `pentominoes@heart.txt`; or one of a catalogue or a pack: a
    silhouette `fridgeiq-D4#12`, a level `levels#heart` (`tilewright sets` lists them); or a box of the shelf,
    `kanoodle/pyramid` (`tilewright shelf`).
pieces: --pieces PIECES  Fill the board that PUZZLE draws with these pieces, e.g. `tetrominoes*`, or the pieces that a
    file draws, with empty lines between them; the board is text of # and ., a PNG, or a size such as 5x12.
cell-pixels: --cell PIXELS as cell_pixels  Side of a cell in pixels, if the board is a PNG (black is board). Without
    it, the size is read from the picture.
open: --open NAMES as open_cells  Named cells of the board to leave open, e.g. `MAR,14`.
roll: --roll CELLS  What the dice of a box show, e.g. `F1,D4,A1,B2,E6,C5,F2`, or `random`.
where: --where SENTENCE...  What else must be true of a tiling, e.g. 'X touches the border', 'F and N are not
    adjacent', 'no two of one kind meet', 'at most 2 of a kind'; may be repeated.
with: --with PARTIAL as partial  What lies on the board already: JSON or a drawing.
engine: --engine ENGINE = auto  Engine to use; `tilewright engines` lists them.
limit: --limit SECONDS  Stop after this many seconds.
threads: --threads N = 1  Threads to search with.
json: --json  Print one JSON object on standard output.
outputs: -o, --output FILE...  Write to FILE, in the form its suffix names; may be repeated.
output: -o, --output FILE  Write to FILE.
force: --force  Let -o follow a link, write to a FIFO or device, or replace a read-only file or one that was read.
up-to: --up-to WORD = none  Count two tilings as one if a rotation (symmetries: or reflection; labels: or exchange of
    labels) takes one to the other.
labelled: --labelled  Tell pieces of equal shape apart by their names.
proof: --proof FILE  Write a certificate that others can check.
memory: --memory BYTES = {DEFAULT_MEMORY}  Use at most about this much memory, e.g. 500M, 2G, 1.5Gi. [default: 4Gi]
tilings-memory: --memory BYTES = {DEFAULT_MEMORY}  Use at most about this much memory, e.g. 500M, 8G, for the tilings, or
    with --random for the graph of states. [default: 4Gi, for a graph 512Mi]
scratch: --scratch DIR  Put states that do not fit in memory into this folder, and go on from there if the same count
    was interrupted before (engine frontier). Tables and the places of all states always stay in memory: if there is
    too little, the count ends at the limit and says so (exit code 3).
random: --random [SEED]  Draw tilings at random: all equally likely if the graph of states fits in memory, otherwise
    by a randomized search; it says which. The same SEED draws the same tilings.
model: --model WORD = placements  What variables stand for: placements, or in DIMACS the states of cells as in the
    Tetris-filling report.
seed: --seed N = 0  The same seed gives the same puzzle on every machine.
count: --count N = 1  How many to make, starting from this seed.
difficulty: --difficulty WORD  How hard, rated by the techniques that solve it.
cell: --cell LENGTH = 20mm  Side of a cell: 20mm, 2cm, 0.75in.
paper: --paper FORMAT = a4  One of a3, a4, a5, letter, legal and tabloid.
language: --language en|de|fr|es = en  Language of headings and notes on the pages.
patterns: --patterns  Hatch the pieces in black instead of coloring them.
gray: --gray  Use shades of gray instead of colors.
set: SET as pieces  Pieces such as `fridgeiq` or `tetrominoes:SIO`, or a puzzle, which adds its board.
files: FILE... as files  Catalogues of silhouettes (also fridgeiq-D4, or one: fridgeiq-D4#Dice), challenges, puzzles of
    any kind, in this order; no silhouette twice.
names: --names FILE  Other names of silhouettes by id: JSON {{"id": "name", ...}}.
solving: --limit SECONDS = 60  Time limit for solving each puzzle, in seconds.
store: STORE  The store of the run.
goal: --goal WORD = count  Only count the tilings, keep them all, or find the silhouettes of --pieces.
dask: --dask ADDRESS  Work on a Dask cluster: `tcp://scheduler:8786`, or `local:2`.
for: --for SECONDS as seconds  Stop after this many seconds; resume goes on.
"""
TOGETHER = {  # options that go together: a command that takes the first takes them all
    "puzzle": ("puzzle", "pieces", "cell-pixels", "open", "roll", "where"),
    "memory": ("memory", "scratch"),
    "outputs": ("outputs", "force"),
}


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Yield the signature and the help of each argument; an indented line continues the one before."""
    for line in text.strip().replace("\n    ", " ").split("\n"):
        signature, _, words = line.partition("  ")
        yield signature, words


def _parts(signature: str) -> dict[str, Any]:
    """`-n, --number N as size = 3 required` in its parts."""
    parts: dict[str, Any] = {}
    words = iter(signature.split())
    for word in words:
        if word in ("as", "unless", "="):
            parts[word] = next(words, None)
        elif word in ("required", "|"):
            parts[word] = True
        elif word.startswith("-"):
            parts.setdefault("names", []).append(word.rstrip(","))
        else:
            parts["value"] = word
    return parts


# What several commands take: its name here, what it looks like, and its help.
OPTIONS: dict[str, tuple[str, str]] = {
    name: (signature, words) for head, words in _lines(SHARED) for name, _, signature in [head.partition(": ")]
}


def read_puzzle(args: Namespace) -> Puzzle:
    """The puzzle that the arguments name, with the constraints of `--where`."""
    puzzle = _read_puzzle(args)
    return puzzle.where(*args.where) if args.where else puzzle


def _read_puzzle(args: Namespace) -> Puzzle:
    """The puzzle of `PUZZLE`, or of `--pieces` on the board it draws; of a family, the member of `--open` or `--roll`."""
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
        from tilewright.loader import load_on  # for boards without pieces

        return load_on(pieces, board, args.cell_pixels)
    if args.open_cells is None:
        _tell_default_member(args.puzzle)
        return load(args.puzzle)
    from tilewright.shelf.box import load_family  # TOML and msgspec, which few puzzles need

    family = load_family(args.puzzle)
    return family.with_open_cells(family.split_names(args.open_cells))


def _rolled(args: Namespace) -> Puzzle:
    """The member that the dice of a box show; a random roll is printed."""
    from tilewright.shelf.box import load_board, parse_roll  # TOML and msgspec, which few puzzles need

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
    from tilewright.shelf.box import load_board  # TOML and msgspec, which few puzzles need

    board = load_board(name)
    if board.family is not None:
        terminal.tell(f"{'--roll' if board.dice else '--open'} {','.join(board.open)} (the default)")


def read_started_puzzle(args: Namespace) -> Puzzle:
    """The puzzle with the placements of `--with` pinned. Raises NotationError if these break a rule."""
    return with_placements(read_puzzle(args), args.partial)


def with_placements(puzzle: Puzzle, path: Path | None) -> Puzzle:
    """The puzzle with the placements of a file pinned, if there is one. Raises NotationError if these break a rule."""
    return with_partial(puzzle, read_partial(path, puzzle)) if path else puzzle


def read_partial(path: Path | None, puzzle: Puzzle) -> Sequence[Placement]:
    """The placements of `--with`."""
    return loader.read_solution(path, puzzle) if path else ()
