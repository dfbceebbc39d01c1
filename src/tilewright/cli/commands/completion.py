"""`tilewright completion`: the script by which a shell completes commands, options, boxes, sets and files; written by shtab."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import Any

import shtab

from tilewright.cli.main import COMMANDS as TABLE
from tilewright.cli.main import GROUPS, SUMMARY, load
from tilewright.cli.options import Argument, Command, OneOf, Parser
from tilewright.exact_cover.engine import ENGINES
from tilewright.exit_codes import DONE
from tilewright.formats import names
from tilewright.formats.model import MODELS
from tilewright.pieces.sets import set_names
from tilewright.shelf import shelf_names

SHELLS = ("bash", "zsh", "fish")
# What an argument may be, by what its help text calls it.
FILES = (
    "FILE",
    "FILE.db",
    "FILE.pdf",
    "FILE.json",
    "PUZZLE",
    "STORE",
    "PARTIAL",
    "SOLUTION",
    "SOLVERFILE",
    "CATALOGUE",
)
WORDS: dict[str, Callable[[], Sequence[str]]] = {
    "PUZZLE": shelf_names,
    "BOX": shelf_names,
    "SET": set_names,
    "PIECES": set_names,
    "ENGINE": lambda: ("auto", *ENGINES),
    "FORMAT": lambda: (*MODELS, *names()),
}


def parser() -> ArgumentParser:
    """The parser of the whole command line, as shtab reads it."""
    root = ArgumentParser("tilewright", description=SUMMARY)
    root.add_argument("--version", action="store_true", help="Show the version.")
    of_groups = {"": root.add_subparsers(parser_class=Parser)}
    for name, (_, summary) in TABLE.items():
        group, _, last = name.rpartition(" ")
        if group not in of_groups:
            whole = of_groups[""].add_parser(
                group, help=GROUPS[group], summary=GROUPS[group], command=Command("", lambda args: DONE)
            )
            of_groups[group] = whole.add_subparsers(parser_class=Parser)
        command = of_groups[group].add_parser(last, help=summary, summary=summary, command=load(name))
        for action in command.arguments() + command.options():
            _set_values(action)
    return root


def _set_values(action: Action) -> None:
    """Tell shtab what may stand for an argument."""
    called = str(action.metavar or action.dest)
    if isinstance(action.type, OneOf):
        action.choices = action.type.words
    elif called == "DIR":
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    elif called in WORDS and (called != "FORMAT" or action.dest == "to"):
        words = WORDS[called]()
        if called in FILES:
            action.complete = _words_and_files(words)  # type: ignore[attr-defined]
        else:
            action.choices = words
    elif called in FILES:
        action.complete = shtab.FILE  # type: ignore[attr-defined]


def _words_and_files(words: Sequence[str]) -> dict[str, Any]:
    """Some words, and files, as shtab wants it for each shell."""
    listed = " ".join(words)
    functions = {
        "bash": f"_tilewright_file() {{ compgen -W '{listed}' -- $1; _shtab_compgen_files $1; }}",
        "zsh": f"_tilewright_file() {{ _alternative 'words:word:({listed})' 'files:file:_files' }}",
    }
    fish = f"{listed} (__fish_complete_path (commandline -ct))"
    return {"bash": "_tilewright_file", "zsh": "_tilewright_file", "fish": fish, "preamble": functions}


COMPLETION = """Put `eval "$(tilewright completion bash)"` into ~/.bashrc, the same with zsh into ~/.zshrc after compinit, or
`tilewright completion fish | source` into config.fish."""


def _run(args: Namespace) -> int:
    print(shtab.complete(parser(), args.shell), end="")
    return DONE


COMMANDS = {
    "completion": Command(COMPLETION, _run, [Argument("shell", type=OneOf(*SHELLS), help="The shell to write for.")]),
}
