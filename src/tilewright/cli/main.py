"""The entry point: loads the commands, turns errors into one line and an exit code."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from importlib import import_module

from click.exceptions import Abort, NoArgsIsHelpError, UsageError

from tilewright import _start
from tilewright.cli import streams
from tilewright.cli.app import BAD_INPUT, INTERRUPTED, app
from tilewright.errors import TilewrightError, printable

TERMINATED = 128 + signal.SIGTERM

# In the order of the help text. A new command is a new file and a name here.
COMMANDS = (
    "solve",
    "count",
    "verdict",
    "optimise",
    "check",
    "hint",
    "show",
    "design",
    "sets",
    "export",
    "cover",
    "engines",
    "bench",
    "serve",
    "run",
    "publish",
)


def load() -> None:
    """Import every command file, which adds its command to the app."""
    for name in COMMANDS:
        import_module(f"tilewright.cli.{name}")


def main() -> None:
    """Run the command line and exit."""
    streams.open_all()
    try:
        load()
        _take_signals()
        code = app(standalone_mode=False)
        streams.flush()
    except NoArgsIsHelpError as nothing_asked:
        with suppress(OSError):
            nothing_asked.show()
        code = BAD_INPUT
    except UsageError as error:
        path = error.ctx.command_path if error.ctx else "tilewright"
        code = fail(f"{error.format_message().rstrip('.')}: `{path} --help` tells more")
    except TilewrightError as error:
        code = fail(str(error))
    except SystemExit as end:
        code = 0 if isinstance(end.__context__, BrokenPipeError) else end.code
    except BrokenPipeError:  # the reader of our output has gone, which is its right
        code = 0
    except OSError as error:
        code = fail(f"{error.filename or 'input or output'}: {error.strerror or error}")
    except (KeyboardInterrupt, Abort):
        streams.tell("interrupted")
        code = INTERRUPTED
    streams.give_up()
    sys.exit(code or 0)


def _take_signals() -> None:
    """From now on Ctrl-C is an exception, and SIGTERM ends us in order, so that the programs we run end with us."""
    if signal.getsignal(signal.SIGINT) is _start.end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))


def fail(message: str) -> int:
    """One line on standard error, and the exit code for it."""
    streams.tell(f"tilewright: {printable(message)}")
    return BAD_INPUT


if __name__ == "__main__":
    main()
