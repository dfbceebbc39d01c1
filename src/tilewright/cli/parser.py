"""Arguments of a command: argparse with errors of one line, options that may stand anywhere, and help for people."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import NoReturn

from tilewright.errors import NotationError, did_you_mean, quote

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
