"""The entry point: finds the command, runs it, turns errors into one line and an exit code."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import warnings
from typing import TYPE_CHECKING, NoReturn

from tilewright import __version__, _start
from tilewright.cli import terminal
from tilewright.cli.commands import GROUPS, HELP, find, load, overview, parser_of
from tilewright.cli.terminal import BAD_INPUT, DONE, INTERRUPTED, NO
from tilewright.errors import TilewrightError, printable

if TYPE_CHECKING:
    from tilewright.cli.options import Parser

OBJECTS = 20_000  # made before a look for garbage: Python's 700 make dozens of looks while a small puzzle is solved


def main() -> None:
    """Run the command line and exit."""
    terminal.open_all()
    warnings.formatwarning = lambda message, *_, **__: f"note: {message}\n"  # a line, as all that is told
    try:
        code = _exit_code()
        _start.end_at_once()
    except KeyboardInterrupt:
        _start.end_at_once()
        terminal.tell("interrupted")
        code = INTERRUPTED
    terminal.give_up()
    if _start.is_command_line():
        _leave(code)
    sys.exit(code)


def _exit_code() -> int:
    """Run the command; errors become one line and their exit code."""
    try:
        code = run(sys.argv[1:])
        terminal.flush()
        terminal.tell_written()
    except TilewrightError as error:
        terminal.tell_written()  # those of before the error
        code = fail(str(error))
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else DONE if end.code is None else NO
    except BrokenPipeError:  # the reader of our output has gone, which is its right
        code = DONE
    except OSError as error:
        code = fail(f"{error.filename or 'input or output'}: {error.strerror or error}")
    return code


def run(words: list[str]) -> int:
    """Run the command that the words name; only its module is imported."""
    if words[:1] == ["--version"]:
        print(f"tilewright {__version__}")
        return DONE
    if words[:1] == ["help"]:
        words = [*words[1:], HELP[-1]]
    name, rest = find(words) if words and words[0] not in HELP else ("", words)
    if name in ("", *GROUPS):
        return _show_overview(name, asked=bool(rest))
    parser = _parser(name)
    _start.take_signals()
    if asks_for_help(rest):
        print(parser.format_help(), end="")
        return DONE
    return load(name).run(parser.parse(rest))


def _parser(name: str) -> Parser:
    """The parser of a command. In a process of our own garbage is looked for less often from then on."""
    if not _start.is_command_line():
        return parser_of(name)
    gc.disable()
    parser = parser_of(name)
    gc.freeze()  # what is imported stays
    gc.set_threshold(OBJECTS)
    gc.enable()
    return parser


def _leave(code: int) -> NoReturn:
    """End as Python does, but leave the memory to the system: taking modules apart takes as long as Python's start."""
    if "threading" in sys.modules:
        sys.modules["threading"]._shutdown()
    atexit._run_exitfuncs()
    terminal.give_up()
    os._exit(code)


def asks_for_help(words: list[str]) -> bool:
    """Return True if -h or --help stands before `--`."""
    end = words.index("--") if "--" in words else len(words)
    return any(word in HELP for word in words[:end])


def _show_overview(group: str, asked: bool) -> int:
    """What there is: on standard output if asked for, else as what is missing."""
    text = overview(group)
    if asked:
        print(text, end="")
        return DONE
    terminal.tell(text.rstrip())
    return BAD_INPUT


def fail(message: str) -> int:
    """One line on standard error, and the exit code for it."""
    terminal.tell(f"tilewright: {printable(message)}")
    return BAD_INPUT


if __name__ == "__main__":
    main()
