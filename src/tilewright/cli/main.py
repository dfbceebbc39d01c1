"""The entry point: find the command, run it, and turn errors into one line and an exit code.

Help and completion are produced from the table of commands without importing any of them. To add a command, add
a `Command` to the `COMMANDS` of a file in `commands/` and a line to `COMMANDS` here.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from tilewright.cli import terminal
from tilewright.errors import (
    InternalError,
    NotationError,
    OutOfTimeError,
    TilewrightError,
    did_you_mean,
    printable,
    quote,
)
from tilewright.exit_codes import BAD_INPUT, DONE, INTERRUPTED, LIMIT_REACHED, NO
from tilewright.version import __version__

if TYPE_CHECKING:
    from tilewright.cli.options import Command, Parser

SUMMARY = "Solve, count, prove, explain, design, print and play puzzles in which pieces must fit a board."

HELP = ("-h", "--help")

# The key is the name. The value is the module in `commands/` whose `COMMANDS` has the command, and the first
# line of its help. The order is that of the help text.
COMMANDS: dict[str, tuple[str, str]] = {
    "solve": ("solve", "Solve a puzzle: print one tiling, -n of them, all, some at random, or the best."),
    "count": ("count", "Count the tilings of a puzzle."),
    "verdict": ("verdict", "Say whether a puzzle is impossible, unique or has several solutions, and why."),
    "series": ("series", "Count every member of a family of boards, and compare with what is published."),
    "check": ("verdict", "Check a solution, or a certificate: which rule fails, and where."),
    "hint": ("verdict", "Show the next step by the easiest technique, or which move is wrong."),
    "disassemble": ("disassemble", "Take assemblies of solid pieces apart: whether, in how many moves, and how."),
    "show": ("show", "Draw the board and the pieces of a puzzle, or list its placements."),
    "design silhouettes": ("design_pieces", "Find every silhouette of exactly these pieces with a symmetry."),
    "design challenges": ("design_pieces", "Try every subset of the pieces on every shape of its area."),
    "design shikaku": ("design_levels", "Make Shikaku puzzles with exactly one solution."),
    "design edges": ("design_levels", "Make edge-matching puzzles with exactly one solution."),
    "design blocks": ("design_levels", "Make a block level: a shape cut into blocks that go back without turning."),
    "design cards": ("design_pieces", "Make challenges with one solution for a box of the shelf."),
    "design levels": (
        "design_pieces",
        "Make levels for given pieces that turn: a board, one solution, a difficulty.",
    ),
    "design convex": ("design_pieces", "Find every convex shape that a set of polygons makes."),
    "design interlocking": (
        "design_interlocking",
        "Make interlocking puzzles: a box cut into pieces that come apart after many moves.",
    ),
    "design ladder": ("design_levels", "Make ladders: growing sets of pentominoes that fill 5 x 3, 5 x 4, ..."),
    "design family": (
        "design_levels",
        "Count the tilings of every member of a family, or find sets that solve them all.",
    ),
    "fillable": ("series", "Say which rectangles a set of tetrominoes fills, any number of each, and why not."),
    "sets": ("lists", "List the named sets; with NAME draw every orientation of its pieces."),
    "export": ("exchange", "Write a puzzle as another solver's model, or in another puzzle format."),
    "read": ("exchange", "Read another solver's answer to an exported model, check it and draw it."),
    "cover": ("exchange", "Solve an exact cover given as DLX text (items with multiplicities, options, colors)."),
    "shelf": ("lists", "List the puzzles people own, by name; with BOX show its pieces, boards and dice."),
    "engines": ("lists", "List the engines, what each is for, and what an unavailable one needs."),
    "serve": ("serve", "Open the studio: draw, solve, play and make puzzles in a browser."),
    "run start": ("run", "Begin a run and work on it until it is finished or interrupted."),
    "run resume": ("run", "Go on with a run, here or on another machine, with any number of threads."),
    "run status": ("run", "Say how far a run is; it may be at work."),
    "run log": ("run", "List the subproblems: state, who worked on it and how long, what was found."),
    "run export": ("run", "Write the tilings of a run, streaming, or the catalogue of a run for silhouettes."),
    "run verify": ("run", "Check the store of a run, or an archive it was exported to."),
    "run salvage": ("run", "Save the finished subproblems of a damaged store into a new one."),
    "publish booklet": ("publish", "Write a booklet: one challenge a page at true size, solutions at the back."),
    "publish cards": ("publish", "Write sheets with the tiles or pieces of puzzles, to print and cut out."),
    "publish sheet": ("publish", "Draw all silhouettes of catalogues, and boards of puzzles, as one picture."),
    "publish pieces": ("publish", "Write solids to print: STL and 3MF of each piece, of the board's tray, of a plate."),
    "publish laser": ("publish", "Write sheets to cut: pieces, and the frame and floor of a puzzle's board."),
    "completion": ("completion", "Print the script that lets a shell complete commands, options, sets and files."),
}

# First words of two-word commands, with what the commands of the group have in common.
GROUPS = {
    "design": "Make puzzles.",
    "run": "Long searches that survive anything: kept in a store, resumed after any interruption.",
    "publish": "Make things: a booklet or cards to print, pieces and trays, sheets to cut.",
}


def find(words: list[str]) -> tuple[str, list[str]]:
    """Return the command or group that the first words name, and the other words; raise NotationError if there is none."""
    pair = " ".join(words[:2])
    if pair in COMMANDS:
        return pair, words[2:]
    if words[0] in GROUPS and words[1:] and words[1] not in HELP:
        raise NotationError(_unknown(words[1], words[0]))
    if words[0] in COMMANDS or words[0] in GROUPS:
        return words[0], words[1:]
    raise NotationError(_unknown(words[0], ""))


# Commands by the names that users expect or other programs use.
MEANT = {
    **dict.fromkeys(("play", "studio", "gui", "web", "app"), "serve"),
    **dict.fromkeys(("print", "pdf", "booklet", "stl", "laser"), "publish"),
    **dict.fromkeys(("draw", "render", "picture", "view", "rate", "info", "stats"), "show"),
    **dict.fromkeys(("make", "generate", "create", "new"), "design"),
    **dict.fromkeys(("convert", "save"), "export"),
    **dict.fromkeys(("import", "load"), "read"),
    **dict.fromkeys(("prove", "unique", "explain", "why", "solvable"), "verdict"),
    **dict.fromkeys(("sudoku", "queens", "dlx"), "cover"),
    **dict.fromkeys(("boxes", "games"), "shelf"),
    **dict.fromkeys(("list", "ls"), "sets"),
    **dict.fromkeys(("verify", "validate"), "check"),
    **dict.fromkeys(("all", "enumerate", "search"), "solve --all"),
    **dict.fromkeys(("apart", "move", "movement", "disassembly", "assemble"), "disassemble"),
    "random": "solve --random",
    "version": "--version",
    **dict.fromkeys(("publish worksheet", "publish worksheets", "publish book"), "booklet --per-page 4"),
}


def _unknown(word: str, group: str) -> str:
    if not group and ("@" in word or os.path.exists(word)):  # noqa: PTH110  pathlib is slow to import
        return f"no such command: {quote(word)} is a puzzle (did you mean `tilewright solve {printable(word, 60)}`?)"
    names = list(COMMANDS) if not group else [name for name, _ in listed(group)]
    meant = MEANT.get(f"{group} {word}".strip().lower(), "")
    guess = (f" (did you mean {meant}?)" if meant else did_you_mean(word, names)) or next(
        (f" (did you mean {name}?)" for name in names if word in name.split()), ""
    )
    return f"no such command: {quote(word)}{guess}: `{f'tilewright {group}'.strip()} --help` lists them"


def listed(group: str = "") -> list[tuple[str, str]]:
    """Return the commands of a group, or of the root with its groups, as (name, first line of the help)."""
    if group:
        return [(name.split()[1], text) for name, (_, text) in COMMANDS.items() if name.startswith(f"{group} ")]
    rows: dict[str, str] = {}
    for name, (_, text) in COMMANDS.items():
        first = name.split()[0]
        rows.setdefault(first, GROUPS.get(first, text))
    return list(rows.items())


def load(name: str) -> Command:
    """Return a command, importing its module."""
    found: dict[str, Command] = import_module(f"tilewright.cli.commands.{COMMANDS[name][0]}").COMMANDS
    return found[name]


def parser_of(name: str) -> Parser:
    """Return the parser of a command, importing the command."""
    from tilewright.cli.options import Parser

    return Parser(f"tilewright {name}", COMMANDS[name][1], load(name))


def overview(group: str = "") -> str:
    """Return the help text of the command line or of a group of commands."""
    rows = listed(group)
    width = max(len(name) for name, _ in rows)
    commands = "\n".join(f"  {name:<{width}}  {text}" for name, text in rows)
    return f"""usage: {f"tilewright {group}".strip()} COMMAND ...

{GROUPS[group] if group else SUMMARY}

Commands:
{commands}

`tilewright help COMMAND` says what a command takes.

Options:
  -h, --help  Show this text, or that of a command.
""" + ("" if group else "  --version   Show the version.\n")


def is_command_line() -> bool:
    """Return True if this process is `tilewright` or `python -m tilewright`, and not a worker of either."""
    if "multiprocessing" in sys.modules:  # workers have the same name
        return False
    folder, name = os.path.split(sys.argv[0])
    return name in ("tilewright", "tilewright.exe") or (name, os.path.basename(folder)) == ("__main__.py", "tilewright")  # noqa: PTH119


def end_at_ctrl_c() -> None:
    """Let Ctrl-C end the process at once and without a traceback from now on, as nothing remains to be saved."""
    if is_command_line() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def terminate(number: int, frame: object) -> None:
    """Exit in an orderly way on SIGTERM, so that child processes end, too."""
    sys.exit(128 + number)


OBJECTS = 20_000  # allocations between garbage collections; with Python's 700, solving a small puzzle triggers dozens


def main() -> None:
    """Run the command line and exit."""
    terminal.open_all()
    warnings.formatwarning = lambda message, *_, **__: f"note: {message}\n"  # one line, like all other messages
    try:
        code = _exit_code()
        end_at_ctrl_c()
    except KeyboardInterrupt:
        end_at_ctrl_c()
        terminal.tell("interrupted")
        code = INTERRUPTED
    terminal.give_up()
    if is_command_line():
        _leave(code)
    sys.exit(code)


def _exit_code() -> int:
    """Run the command and return its exit code; errors become one line and never have the exit code of the answer "no"."""
    try:
        code = run(sys.argv[1:])
        terminal.flush()
        terminal.tell_written()
    except InternalError as error:
        code = terminal.tell_internal_error(error)
    except TilewrightError as error:
        terminal.tell_written()  # files written before the error
        code = fail(str(error))
        if isinstance(error, OutOfTimeError):
            code = INTERRUPTED if error.ended == "stopped" else LIMIT_REACHED
    except SystemExit as end:
        if isinstance(end.code, int) and end.code != NO:
            code = end.code
        else:  # libraries exit with a text or with 1
            code = DONE if end.code is None else terminal.tell_internal_error(end)
    except BrokenPipeError:  # the reader of the output has closed the pipe, which is no error
        code = DONE
    except OSError as error:
        code = fail(f"{error.filename or 'input or output'}: {error.strerror or error}")
    except MemoryError:
        code = fail("out of memory: expected a smaller puzzle, or a smaller --memory", LIMIT_REACHED)
    except Exception as error:
        code = terminal.tell_internal_error(error)
    return terminal.final_code(code)


def run(words: list[str]) -> int:
    """Run the command that the words name, importing only its module."""
    if words[:1] == ["--version"]:
        print(f"tilewright {__version__}")
        return DONE
    if words[:1] == ["help"]:
        words = [*words[1:], HELP[-1]]
    name, rest = find(words) if words and words[0] not in HELP else ("", words)
    if name in ("", *GROUPS):  # on standard output if requested, else as an error
        if rest:
            print(overview(name), end="")
            return DONE
        terminal.tell(overview(name).rstrip())
        return BAD_INPUT
    parser = _parser(name)
    signal.signal(signal.SIGTERM, terminate)
    if any(word in HELP for word in rest[: rest.index("--") if "--" in rest else None]):
        print(parser.format_help(), end="")
        return DONE
    return load(name).run(parser.parse(rest))


def _parser(name: str) -> Parser:
    """Return the parser of a command; in our own process, garbage collection is less frequent from then on."""
    if not is_command_line():
        return parser_of(name)
    gc.disable()
    parser = parser_of(name)
    gc.freeze()  # imported objects stay
    gc.set_threshold(OBJECTS)
    gc.enable()
    return parser


def _leave(code: int) -> NoReturn:
    """End as Python does, but without freeing memory: tearing down the modules takes as long as starting Python."""
    if "threading" in sys.modules:
        sys.modules["threading"]._shutdown()
    atexit._run_exitfuncs()
    terminal.give_up()
    os._exit(code)


def fail(message: str, code: int = BAD_INPUT) -> int:
    """Print one line on standard error and return the exit code for it."""
    terminal.tell(f"tilewright: {printable(message)}")
    return code


if __name__ == "__main__":
    main()
