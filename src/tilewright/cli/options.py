"""Arguments of a command: argparse with errors of one line, options that may stand anywhere, and help for people.

The options and arguments that several commands share, and the checks of their values.
"""

from __future__ import annotations

import argparse
import os
import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from tilewright.arguments import is_writable_folder
from tilewright.cover.limits import DEFAULT_MEMORY, MOST_COUNTED, MOST_SECONDS
from tilewright.errors import NotationError, did_you_mean, quote
from tilewright.lazy import lazy

if TYPE_CHECKING:
    import pathlib
else:
    pathlib = lazy("pathlib")  # slow to import, for a command without files


WIDEST = 100  # columns of a help text
COLUMN = 28  # where the help of an option begins, if its name leaves room


class HelpFormatter(argparse.HelpFormatter):
    """Paragraphs of the description stay apart; the value of an option is named once."""

    def __init__(self, prog: str) -> None:
        # The width is given, for argparse would import shutil and all compressors to ask for it.
        super().__init__(prog, max_help_position=COLUMN, width=_columns() - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.split("\n\n")
        return "\n\n".join(super(HelpFormatter, self)._fill_text(each, width, indent) for each in paragraphs)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        return f"{', '.join(action.option_strings)} {action.metavar or action.dest.upper()}"


class Command(NamedTuple):
    """A command.

    details:       the help text behind the first line, with examples.
    add_arguments: adds the arguments and options to the parser.
    run:           does it; returns the exit code.
    """

    details: str
    add_arguments: Callable[[Parser], None]
    run: Callable[[Namespace], int]


class Parser(argparse.ArgumentParser):
    """The arguments of one command. What is wrong with them raises NotationError."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(
            prog, description=description, formatter_class=HelpFormatter, allow_abbrev=False, add_help=False
        )
        self._positionals.title, self._optionals.title = "Arguments", "Options"

    def arguments(self) -> list[argparse.Action]:
        """The positional arguments, in their order."""
        return self._get_positional_actions()

    def options(self) -> list[argparse.Action]:
        """The options, in the order of the help text."""
        return self._get_optional_actions()

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments, options before, between and after them."""
        found, unknown = self.parse_known_intermixed_args(words)
        if unknown:
            self._refuse(unknown)
        return found

    def _refuse(self, unknown: list[str]) -> NoReturn:
        name = next((word.partition("=")[0] for word in unknown if word.startswith("-")), None)
        if name is None:
            self.error(f"one argument too many: {quote(unknown[0])}")
        names = (text for option in self.options() for text in option.option_strings)
        self.error(f"no such option: {quote(name)}{did_you_mean(name, names)}")

    def format_usage(self) -> str:
        """One line. The options are only mentioned: the list below it has them all."""
        return f"usage: {self.prog} {' '.join(['[OPTIONS]', *map(_usage_of, self.arguments())])}\n"

    def format_help(self) -> str:
        """The usage, what the command does, its arguments and options."""
        self.usage = self.format_usage().removeprefix("usage: ").rstrip().replace("%", "%%")
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raise NotationError in place of printing the usage."""
        raise NotationError(f"{message.removeprefix('argument ').rstrip('.')}: `{self.prog} --help` tells more")


def _usage_of(action: argparse.Action) -> str:
    name = str(action.metavar or action.dest.upper())
    return {"?": f"[{name}]", "*": f"[{name}]...", "+": f"{name}..."}.get(str(action.nargs), name)


def _columns() -> int:
    try:
        return min(WIDEST, os.get_terminal_size().columns or WIDEST)
    except (OSError, ValueError):
        return WIDEST


MOST_THREADS = 1024
MOST_SEED = 2**53 - 1  # what every reader of JSON holds
NO_SEED = -1  # one is to be thrown
BYTES = r"([0-9]{1,18}(?:\.[0-9]{1,18})?)([KMGT]i?)?"  # letters of either case
MOST_WHOLE = 10**18 - 1  # as many digits as WHOLE reads
WHOLE = r"[+-]?[0-9]{1,18}"  # compiled when it is needed


def whole(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """What reads a whole number of the command line, within bounds."""
    low, high = (None if bound is None else f"{bound:,}" for bound in (least, most))
    bounds = f", {low} to {high}" if low and high else f" of at least {low}" if low else ""

    def read(text: str) -> int:
        number = int(text) if re.fullmatch(WHOLE, text.strip(), re.ASCII) else None
        below = number is not None and least is not None and number < least
        above = number is not None and most is not None and number > most
        if number is None or below or above:
            raise ArgumentTypeError(f"{quote(text)}: expected a whole number{bounds}")
        return number

    return read


def to_path(text: str) -> pathlib.Path:
    """What reads the name of a file of the command line."""
    return pathlib.Path(text)


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
    """What reads a number of bytes of the command line, such as 500M, 2G or 1.5Gi.

    >>> byte_count("1.5Ki"), byte_count("2G"), byte_count("10k")
    (1536, 2000000000, 10000)
    """
    if found := re.fullmatch(BYTES, text.strip(), re.ASCII | re.IGNORECASE):
        number, unit = float(found[1]), (found[2] or "").upper()
        power: int = " KMGT".index(unit[0]) if unit else 0
        size = round(number * float((1024 if unit.endswith("I") else 1000) ** power))
        if 1 <= size <= MOST_COUNTED:
            return size
    raise ArgumentTypeError(f"{quote(text)}: expected a number of bytes of at least 1, e.g. 500M, 2G or 1.5Gi")


def folder(text: str) -> str:
    """What reads the name of a folder to write to."""
    if not is_writable_folder(text):
        here = "" if os.path.lexists(text) else f"there is no folder {quote(text)}: make it first; "
        raise ArgumentTypeError(f"{here or quote(text) + ': '}expected a folder that can be written to")
    return text


class OneOf:
    """What reads one of some words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def __call__(self, text: str) -> str:
        """The word; ArgumentTypeError lists those there are."""
        if text not in self.words:
            raise ArgumentTypeError(f"{quote(text)}: expected one of {', '.join(self.words)}")
        return text

    @property
    def metavar(self) -> str:
        """The words as a help text lists them."""
        return "|".join(self.words)


def add_puzzle(parser: Parser) -> None:
    """The puzzle, as `formats.load` takes it."""
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE",
        help="A puzzle file (blocks text, TOML, JSON, Shikaku grid), `-` for standard input, a puzz.link URL, "
        "or the notation PIECES@BOARD, e.g. `FNPUV@5x5`, `tetrominoes*@8x7`, `pentominoes@8x8-r3c3,r3c4,r4c3,r4c4`, a level of the pack, `levels#heart`, or a box of the shelf, "
        "`kanoodle/pyramid`.",
    )


def add_open(parser: Parser) -> None:
    """Which named cells of a family's board stay open."""
    parser.add_argument(
        "--open",
        dest="open_cells",
        metavar="NAMES",
        help="Of a board with named cells: those left open, e.g. `MAR,14`.",
    )
    parser.add_argument(
        "--roll",
        metavar="CELLS",
        help="Of a box with dice: what they show, e.g. `F1,D4,A1,B2,E6,C5,F2`, or `random`.",
    )


def add_engine(parser: Parser, text: str = "Engine to use; `tilewright engines` lists them.") -> None:
    """The engine."""
    parser.add_argument("--engine", metavar="ENGINE", default="auto", help=text)


def add_limit(parser: Parser, default: float | None = None, text: str = "Stop after so many seconds.") -> None:
    """Seconds of wall time."""
    shown = "" if default is None else f" [default: {default:g}]"
    parser.add_argument("--limit", metavar="SECONDS", type=seconds(), default=default, help=text + shown)


def add_memory(parser: Parser) -> None:
    """How much a count may hold in memory, and where the rest goes."""
    parser.add_argument(
        "--memory",
        metavar="BYTES",
        type=byte_count,
        default=DEFAULT_MEMORY,
        help="Hold about so much in memory at most, e.g. 500M, 2G, 1.5Gi. [default: 4Gi]",
    )
    parser.add_argument(
        "--scratch",
        metavar="DIR",
        type=folder,
        help="Put states that do not fit in memory into this folder, and go on from there when the same count was ended before "
        "it was done (engine frontier). Tables and the places of all states always stay in memory: with too little the count ends "
        "at the limit and says so (exit code 3).",
    )


def add_threads(parser: Parser) -> None:
    """The number of threads."""
    parser.add_argument(
        "--threads", metavar="N", type=whole(1, MOST_THREADS), default=1, help="Threads to search with. [default: 1]"
    )


def add_json(parser: Parser, text: str = "Print one JSON object on standard output.") -> None:
    """JSON in place of text."""
    parser.add_argument("--json", action="store_true", help=text)


def add_outputs(
    parser: Parser,
    text: str = "Write to FILE, in the form its suffix names; may be repeated.",
    required: bool = False,
) -> None:
    """Any number of files to write."""
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=to_path, action="append", default=[], required=required, help=text
    )
    add_force(parser)


def add_output(parser: Parser, text: str, metavar: str = "FILE", required: bool = False) -> None:
    """The one file to write."""
    parser.add_argument("-o", "--output", metavar=metavar, type=to_path, required=required, help=text)


def add_force(parser: Parser) -> None:
    """What else than a plain file of ours may be written over."""
    parser.add_argument(
        "--force",
        action="store_true",
        help="Let -o follow a link, write into a FIFO or device, replace a read-only file.",
    )


def add_labelled(parser: Parser) -> None:
    """Pieces of equal shape are different pieces."""
    parser.add_argument("--labelled", action="store_true", help="Tell pieces of equal shape apart by their names.")


def add_partial(parser: Parser, text: str) -> None:
    """What lies on the board already."""
    parser.add_argument("--with", dest="partial", metavar="PARTIAL", type=to_path, help=text)


def add_number(parser: Parser, noun: str, counted: bool = False) -> None:
    """How many solutions to find, or with `counted` that they are counted: one of these."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "-n",
        dest="number",
        metavar="N",
        type=whole(1, MOST_WHOLE),
        default="1",  # a text, for argparse takes the number 1 of `--all -n 1` for one that was not given
        help=f"How many {noun}s to find. [default: 1]",
    )
    group.add_argument("--all", dest="every", action="store_true", help=f"Find every {noun}.")
    if counted:
        group.add_argument("--count", action="store_true", help=f"Count the {noun}s.")


def add_random(parser: Parser) -> None:
    """Tilings drawn at random."""
    parser.add_argument(
        "--random",
        metavar="[SEED]",
        type=_seed,
        nargs="?",
        const=NO_SEED,
        help="Draw tilings at random, all equally likely where the graph of states fits in memory, else by a randomised "
        "search; it says which. The same SEED draws the same tilings.",
    )


def _seed(text: str) -> int:
    try:
        return whole(0, MOST_SEED)(text)
    except ArgumentTypeError as error:
        raise ArgumentTypeError(f"{error}, as SEED; without one, put PUZZLE before --random") from None


def add_variables(parser: Parser) -> None:
    """What the variables of a model stand for."""
    parser.add_argument(
        "--model",
        metavar="placements|cells",
        type=OneOf("placements", "cells"),
        default="placements",
        help="What variables stand for: placements, or in DIMACS the states of cells as in the Tetris-filling report. "
        "[default: placements]",
    )


def add_switch(parser: Parser, on: str, off: str, default: bool, text: str) -> None:
    """Two options, the later of which counts: `--label`, `--no-label`."""
    dest = on.strip("-").replace("-", "_")
    parser.add_argument(on, dest=dest, action="store_true", default=default, help=text)
    parser.add_argument(off, dest=dest, action="store_false", default=default, help=f"The contrary of {on}.")


def add_seed(parser: Parser) -> None:
    """The seed of a maker."""
    parser.add_argument(
        "--seed",
        metavar="N",
        type=whole(),
        default=0,
        help="The same seed gives the same puzzle on every machine. [default: 0]",
    )


def add_count(parser: Parser) -> None:
    """How many puzzles to make."""
    parser.add_argument(
        "--count", metavar="N", type=whole(1, 100_000), default=1, help="How many, from this seed on. [default: 1]"
    )


def add_difficulty(parser: Parser, tiers: tuple[str, ...]) -> None:
    """How hard a made puzzle should be."""
    tier = OneOf(*tiers)
    parser.add_argument("--difficulty", metavar=tier.metavar, type=tier, help="By the techniques that solve it.")
