"""`tilewright completion`: the script for a shell."""

from __future__ import annotations

from argparse import Namespace

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE
from tilewright.cli.parser import Parser

DETAILS = """Put `eval "$(tilewright completion bash)"` into ~/.bashrc, the same with zsh into ~/.zshrc after compinit, or
`tilewright completion fish | source` into config.fish."""
SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: Parser) -> None:
    """The shell."""
    shell = options.OneOf(*SHELLS)
    parser.add_argument("shell", metavar=shell.metavar, type=shell, help="The shell to write for.")


def run(args: Namespace) -> int:
    """Print its script."""
    from tilewright.cli import completion  # it imports this module, as those of all commands

    print(completion.SHELLS[args.shell](), end="")
    return DONE
