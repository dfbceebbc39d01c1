"""The commands: the table from which help and completion are drawn without importing any of them.

A new command is a `Command` in a file here, and a line in `COMMANDS`.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

from tilewright.errors import NotationError, did_you_mean, printable, quote

if TYPE_CHECKING:
    from tilewright.cli.options import Command, Parser

SUMMARY = "Solve, count, prove, explain, design, print and play puzzles in which pieces must fit a board."

HELP = ("-h", "--help")

# name: (module in this package, the `Command` in it, first line of its help), in the order of the help text
COMMANDS: dict[str, tuple[str, str, str]] = {
    "solve": ("solve", "COMMAND", "Solve a puzzle: print one tiling, -n of them, all, some at random, or the best."),
    "count": ("count", "COMMAND", "Count the tilings of a puzzle."),
    "verdict": ("verdict", "COMMAND", "Say whether a puzzle is impossible, unique or has several solutions, and why."),
    "series": ("series", "COMMAND", "Count every member of a family of boards, and compare with what is published."),
    "check": ("check", "COMMAND", "Check a solution, or a certificate: which rule fails, and where."),
    "hint": ("hint", "COMMAND", "Show the next step by the easiest technique, or which move is wrong."),
    "show": ("show", "COMMAND", "Draw the board and the pieces of a puzzle, or list its placements."),
    "design silhouettes": (
        "design_shapes",
        "SILHOUETTES",
        "Find every silhouette of exactly these pieces with a symmetry.",
    ),
    "design challenges": ("design_shapes", "CHALLENGES", "Try every subset of the pieces on every shape of its area."),
    "design shikaku": ("design_levels", "SHIKAKU", "Make Shikaku puzzles with exactly one solution."),
    "design edges": ("design_levels", "EDGES", "Make edge-matching puzzles with exactly one solution."),
    "design blocks": (
        "design_levels",
        "BLOCKS",
        "Make a block level: a shape cut into blocks that go back without turning.",
    ),
    "design levels": (
        "design_pieces",
        "COMMAND",
        "Make levels for given pieces that turn: a board, one solution, a difficulty, hints.",
    ),
    "design ladder": (
        "design_families",
        "LADDER",
        "Make ladders: growing sets of pentominoes that fill 5 x 3, 5 x 4, ...",
    ),
    "design family": (
        "design_families",
        "FAMILY",
        "Count the tilings of every member of a family, or find sets that solve them all.",
    ),
    "fillable": (
        "fillable",
        "COMMAND",
        "Say which rectangles a set of tetrominoes fills, any number of each, and why not.",
    ),
    "sets": ("lists", "SETS", "List the named sets; with NAME draw every orientation of its pieces."),
    "export": ("exchange", "EXPORT", "Write a puzzle as another solver's model, or in another puzzle format."),
    "read": ("exchange", "READ", "Read another solver's answer to an exported model, check it and draw it."),
    "cover": (
        "exchange",
        "COVER",
        "Solve an exact cover given as DLX text (items with multiplicities, options, colors).",
    ),
    "engines": ("lists", "ENGINES", "List the engines, what each is for, and what an unavailable one needs."),
    "bench": (
        "bench",
        "COMMAND",
        "Measure the search: seconds from a compiled cover, all that comes after it included.",
    ),
    "serve": ("serve", "COMMAND", "Open the studio: draw, solve, play and make puzzles in a browser."),
    "run start": ("run", "START", "Begin a run and work on it until it is finished or interrupted."),
    "run resume": ("run", "RESUME", "Go on with a run, here or on another machine, with any number of threads."),
    "run status": ("run", "STATUS", "Say how far a run is; it may be at work."),
    "run log": ("run", "LOG", "List the subproblems: state, who worked on it and how long, what was found."),
    "run export": (
        "run",
        "EXPORT",
        "Write the tilings of a run, streaming, or the catalogue of a run for silhouettes.",
    ),
    "run verify": ("run", "VERIFY", "Check the store of a run, or an archive it was exported to."),
    "run salvage": ("run", "SALVAGE", "Save the finished subproblems of a damaged store into a new one."),
    "publish booklet": (
        "publish",
        "BOOKLET",
        "Write a booklet: one challenge a page at true size, solutions at the back.",
    ),
    "publish cards": ("publish", "CARDS", "Write sheets with the tiles or pieces of puzzles, to print and cut out."),
    "publish sheet": ("publish", "SHEET", "Draw all silhouettes of catalogues, and boards of puzzles, as one picture."),
    "publish pieces": (
        "publish",
        "PIECES",
        "Write solids to print: STL and 3MF of each piece, of the board's tray, of a plate.",
    ),
    "publish laser": ("publish", "LASER", "Write sheets to cut: pieces, and the frame and floor of a puzzle's board."),
    "completion": (
        "completion",
        "COMMAND",
        "Print the script that lets a shell complete commands, options, sets and files.",
    ),
}

# The words that stand before others, and what their commands have in common.
GROUPS = {
    "design": "Make puzzles.",
    "run": "Long searches that survive anything: kept in a store, resumed after any interruption.",
    "publish": "Make things: a booklet or cards to print, pieces and trays, sheets to cut.",
}


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
    if not group and ("@" in word or os.path.exists(word)):  # noqa: PTH110  pathlib is slow to import
        return f"no such command: {quote(word)} is a puzzle (did you mean `tilewright solve {printable(word, 60)}`?)"
    names = list(COMMANDS) if not group else [name for name, _ in listed(group)]
    guess = did_you_mean(word, names) or next(
        (f" (did you mean {name}?)" for name in names if word in name.split()), ""
    )
    return f"no such command: {quote(word)}{guess}: `{' '.join(['tilewright', *group.split()])} --help` lists them"


def listed(group: str = "") -> list[tuple[str, str]]:
    """The commands of a group, or of the root with its groups: (name, first line of the help)."""
    if group:
        return [(name.split()[1], text) for name, (_, _, text) in COMMANDS.items() if name.startswith(f"{group} ")]
    rows: dict[str, str] = {}
    for name, (_, _, text) in COMMANDS.items():
        first = name.split()[0]
        rows.setdefault(first, GROUPS.get(first, text))
    return list(rows.items())


def load(name: str) -> Command:
    """Return a command; its module is imported for it."""
    module, command, _ = COMMANDS[name]
    found: Command = getattr(import_module(f"{__name__}.{module}"), command)
    return found


def parser_of(name: str) -> Parser:
    """The parser of a command, which is imported for it."""
    from tilewright.cli.options import Parser  # not for the help that is drawn from the table

    command = load(name)
    parser = Parser(f"tilewright {name}", f"{COMMANDS[name][2]}\n\n{command.details}".strip())
    command.add_arguments(parser)
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
    lines += ["`tilewright help COMMAND` says what a command takes.", ""]
    lines += ["Options:", "  -h, --help  Show this text, or that of a command."]
    return "\n".join(lines if group else [*lines, "  --version   Show the version."]) + "\n"
