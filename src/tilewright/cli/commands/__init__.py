"""The commands: a module each, and the table from which help and completion are drawn without importing any of them.

A new command is a new file here, which offers what `Command` says, and a line in `COMMANDS`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from tilewright.errors import NotationError, did_you_mean, quote

if TYPE_CHECKING:
    from argparse import Namespace

    from tilewright.cli.parser import Parser

SUMMARY = "Solve, count, prove, explain, design, print and play puzzles in which pieces must fit a board."

HELP = ("-h", "--help")

# name: (module in this package, first line of its help), in the order of the help text
COMMANDS: dict[str, tuple[str, str]] = {
    "solve": ("solve", "Solve a puzzle: print one tiling, -n of them, all, some at random, or the best."),
    "count": ("count", "Count the tilings of a puzzle."),
    "verdict": ("verdict", "Say whether a puzzle is impossible, unique or has several solutions, and why."),
    "series": ("series", "Count every member of a family of boards, and compare with what is published."),
    "check": ("check", "Check a solution, or a certificate: which rule fails, and where."),
    "hint": ("hint", "Show the next step by the easiest technique, or which move is wrong."),
    "show": ("show", "Draw the board and the pieces of a puzzle, or list its placements."),
    "design silhouettes": ("design.silhouettes", "Find every silhouette of exactly these pieces with a symmetry."),
    "design challenges": ("design.challenges", "Try every subset of the pieces on every shape of its area."),
    "design shikaku": ("design.shikaku", "Make Shikaku puzzles with exactly one solution."),
    "design edges": ("design.edges", "Make edge-matching puzzles with exactly one solution."),
    "design blocks": ("design.blocks", "Make a block level: a shape cut into blocks that go back without turning."),
    "design ladder": ("design.ladder", "Make ladders: growing sets of pentominoes that fill 5 x 3, 5 x 4, ..."),
    "design family": (
        "design.family",
        "Count the tilings of every member of a family, or find sets that solve them all.",
    ),
    "fillable": ("fillable", "Say which rectangles a set of tetrominoes fills, any number of each, and why not."),
    "sets": ("sets", "List the named sets; with NAME draw every orientation of its pieces."),
    "export": ("exchange.export", "Write a puzzle as another solver's model, or in another puzzle format."),
    "read": ("exchange.read", "Read another solver's answer to an exported model, check it and draw it."),
    "cover": (
        "exchange.cover",
        "Solve an exact cover given as DLX text (items with multiplicities, options, colors).",
    ),
    "engines": ("engines", "List the engines, what each is for, and what an unavailable one needs."),
    "bench": ("bench", "Measure the search: seconds from a compiled cover, all that comes after it included."),
    "serve": ("serve", "Open the studio: draw, solve, play and make puzzles in a browser."),
    "run start": ("run.start", "Begin a run and work on it until it is finished or interrupted."),
    "run resume": ("run.resume", "Go on with a run, here or on another machine, with any number of threads."),
    "run status": ("run.status", "Say how far a run is; it may be at work."),
    "run log": ("run.log", "List the subproblems: state, who worked on it and how long, what was found."),
    "run export": ("run.export", "Write the tilings of a run, streaming, or the catalogue of a run for silhouettes."),
    "run verify": ("run.verify", "Check the store of a run, or an archive it was exported to."),
    "run salvage": ("run.salvage", "Save the finished subproblems of a damaged store into a new one."),
    "publish booklet": (
        "publish.booklet",
        "Write a booklet: one challenge a page at true size, solutions at the back.",
    ),
    "publish cards": ("publish.cards", "Write sheets with the tiles or pieces of puzzles, to print and cut out."),
    "publish sheet": ("publish.sheet", "Draw all silhouettes of catalogues, and boards of puzzles, as one picture."),
    "publish pieces": (
        "publish.pieces",
        "Write solids to print: STL and 3MF of each piece, of the board's tray, of a plate.",
    ),
    "publish laser": ("publish.laser", "Write sheets to cut: pieces, and the frame and floor of a puzzle's board."),
    "completion": ("completion", "Print the script that lets a shell complete commands, options, sets and files."),
}

# The words that stand before others, and what their commands have in common.
GROUPS = {
    "design": "Make puzzles.",
    "run": "Long searches that survive anything: kept in a store, resumed after any interruption.",
    "publish": "Make things: a booklet or cards to print, pieces and trays, sheets to cut.",
}


class Command(Protocol):
    """What the module of a command offers.

    DETAILS: the help text behind the first line, with examples.
    """

    DETAILS: str

    def add_arguments(self, parser: Parser) -> None:
        """Add the arguments and options to the parser."""

    def run(self, args: Namespace) -> int:
        """Do it; the exit code."""


def find(words: list[str]) -> tuple[str, list[str]]:
    """The command or group that the first words name, and the words behind; NotationError when there is none."""
    pair = " ".join(words[:2])
    if pair in COMMANDS:
        return pair, words[2:]
    if words[0] in GROUPS and words[1:] and words[1] not in HELP:
        raise NotationError(_unknown(words[1], words[0]))
    if words[0] in COMMANDS or words[0] in GROUPS:
        return words[0], words[1:]
    raise NotationError(_unknown(words[0], ""))


def _unknown(word: str, group: str) -> str:
    guess = did_you_mean(word, (name for name, _ in listed(group)))
    return f"no such command: {quote(word)}{guess}: `{' '.join(['tilewright', *group.split()])} --help` lists them"


def listed(group: str = "") -> list[tuple[str, str]]:
    """The commands of a group, or of the root with its groups: (name, first line of the help)."""
    if group:
        return [(name.split()[1], text) for name, (_, text) in COMMANDS.items() if name.startswith(f"{group} ")]
    rows: dict[str, str] = {}
    for name, (_, text) in COMMANDS.items():
        first = name.split()[0]
        rows.setdefault(first, GROUPS.get(first, text))
    return list(rows.items())


def load(name: str) -> Command:
    """The module of a command."""
    return cast(Command, import_module(f"{__name__}.{COMMANDS[name][0]}"))


def parser_of(name: str) -> Parser:
    """The parser of a command, which is imported for it."""
    from tilewright.cli.parser import Parser  # not for the help that is drawn from the table

    module = load(name)
    parser = Parser(f"tilewright {name}", f"{COMMANDS[name][1]}\n\n{module.DETAILS}".strip())
    module.add_arguments(parser)
    parser.add_argument("-h", "--help", action="help", help="Show this text.")
    return parser


def overview(group: str = "") -> str:
    """The help text of the command line or of a group of commands."""
    rows = listed(group)
    width = max(len(name) for name, _ in rows)
    lines = [
        f"usage: {' '.join(['tilewright', *group.split()])} COMMAND ...",
        "",
        GROUPS[group] if group else SUMMARY,
        "",
    ]
    lines += ["Commands:", *(f"  {name:<{width}}  {text}" for name, text in rows), ""]
    lines += ["Options:", "  -h, --help  Show this text, or that of a command."]
    return "\n".join(lines if group else [*lines, "  --version   Show the version."]) + "\n"
