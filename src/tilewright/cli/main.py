"""The entry point: loads the commands, turns errors into one line and an exit code."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from typing import NoReturn

from click.exceptions import NoArgsIsHelpError, UsageError

from tilewright.cli.app import BAD_INPUT, INTERRUPTED, app
from tilewright.errors import TilewrightError

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
    try:
        load()
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))  # so that the programs we run end with us
        code = app(standalone_mode=False)
    except NoArgsIsHelpError as nothing_asked:
        nothing_asked.show()
        sys.exit(BAD_INPUT)
    except UsageError as error:
        path = error.ctx.command_path if error.ctx else "tilewright"
        fail(f"{error.format_message().rstrip('.')}: `{path} --help` tells more")
    except TilewrightError as error:
        fail(str(error))
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            _unread()
        raise
    except BrokenPipeError:
        _unread()
    except OSError as error:
        fail(f"{error.filename or 'input or output'}: {error.strerror or error}")
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    sys.exit(code or 0)


def _unread() -> NoReturn:
    """The reader of our output has gone, which is its right."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)


def fail(message: str) -> NoReturn:
    """One line on standard error, exit code 2."""
    print(f"tilewright: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(BAD_INPUT)


if __name__ == "__main__":
    main()
