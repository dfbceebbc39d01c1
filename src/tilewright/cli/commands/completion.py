"""Scripts by which a shell completes the command line; drawn from the parsers of all commands.

`tilewright completion`: the script for a shell, for bash and zsh those of the folder `data`, where each `@NAME@` is filled in.
"""

from __future__ import annotations

import re
from argparse import Action, Namespace
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tilewright.cli import main
from tilewright.cli.main import GROUPS, HELP, listed, parser_of
from tilewright.cli.options import Argument, Command, OneOf
from tilewright.exact_cover.engine import ENGINES
from tilewright.exit_codes import DONE
from tilewright.files import data_text
from tilewright.formats import names
from tilewright.formats.model import MODELS
from tilewright.pieces.sets import set_names
from tilewright.shelf import shelf_names

FILES = ("FILE", "FILE.db", "FILE.pdf", "FILE.json", "PUZZLE", "STORE", "PARTIAL", "SOLUTION", "SOLVERFILE", "INSTANCE")
DIRECTORIES = ("DIR",)
WORDS: dict[str, Callable[[], Sequence[str]]] = {
    "PUZZLE": shelf_names,
    "BOX": shelf_names,
    "SET": set_names,
    "PIECES": set_names,
    "ENGINE": lambda: ("auto", *ENGINES),
    "FORMAT": lambda: (*MODELS, *names()),
}


class Values(NamedTuple):
    """What may stand for an argument: some words, and files or directories."""

    words: tuple[str, ...] = ()
    files: bool = False
    directories: bool = False


def values_of(action: Action) -> Values:
    """What the value of an option or argument may be, by what its help text calls it."""
    called = str(action.metavar or action.dest)
    if called in WORDS and (called != "FORMAT" or action.dest == "to"):
        return Values(tuple(WORDS[called]()), called == "PUZZLE")
    if "|" in called:
        words = called.split("|")
        return Values(tuple(filter(str.islower, words)), "FILE" in words)
    return Values((), called in FILES, called in DIRECTORIES)


class CommandWords(NamedTuple):
    """A command: its options by name, with what may follow each (None: nothing), and its arguments in order."""

    options: dict[str, Values | None]
    helps: dict[str, str]
    arguments: tuple[Values, ...]
    many: bool  # whether the last argument may be repeated

    @property
    def any_argument(self) -> Values:
        """What may stand for any of the arguments; the order of words is the user's."""
        words = dict.fromkeys(word for values in self.arguments for word in values.words)
        return Values(tuple(words), any(v.files for v in self.arguments), any(v.directories for v in self.arguments))


def completions() -> dict[str, CommandWords]:
    """All commands by name."""
    return {name: _completion(name) for name in main.COMMANDS}


def _completion(name: str) -> CommandWords:
    parser = parser_of(name)
    options = {text: option for option in parser.options() for text in option.option_strings}
    return CommandWords(
        {text: None if option.nargs == 0 else values_of(option) for text, option in options.items()},
        {text: option.help or "" for text, option in options.items()},
        tuple(map(values_of, parser.arguments())),
        any(argument.nargs in ("*", "+") for argument in parser.arguments()),
    )


def _filled(script: str, parts: Mapping[str, str | Sequence[str]]) -> str:
    """A script of `data` with its parts, text or lines."""
    texts = {name: part if isinstance(part, str) else "\n".join(part) for name, part in parts.items()}
    return re.sub("@([A-Z]+)@", lambda found: texts[found[1]], data_text(script))


def bash() -> str:
    """The script for bash."""
    values, options, arguments = [], [], []
    for name, command in completions().items():
        for option, value in command.options.items():
            if value is not None:
                values.append(f"    '{name} {option}') {_bash_values(value)}; return ;;")
        options.append(f"      '{name}') {_reply(list(command.options))} ;;")
        if command.arguments:
            arguments.append(f"    '{name}') {_bash_values(command.any_argument)} ;;")
    parts = {
        "GROUPS": "|".join(GROUPS),
        "LISTS": [f"      2:{group}) {_reply([name for name, _ in listed(group)])} ;;" for group in GROUPS],
        "COMMANDS": " ".join([*(name for name, _ in listed()), *HELP, "--version"]),
        "VALUES": values,
        "OPTIONS": options,
        "ARGUMENTS": arguments,
    }
    return _filled("completion.bash", parts)


def _reply(words: Sequence[str]) -> str:
    return f"""COMPREPLY=($(compgen -W '{" ".join(words)}' -- "$word"))"""


def _bash_values(values: Values) -> str:
    kind = " -f" * values.files + " -d" * values.directories + f" -W '{' '.join(values.words)}'" * bool(values.words)
    return f'COMPREPLY=($(compgen{kind} -- "$word"))' if kind else ":"


def zsh() -> str:
    """The script for zsh."""
    specs = []
    for name, command in completions().items():
        words = [_zsh_option(option, value, command.helps[option]) for option, value in command.options.items()]
        kinds = [_zsh_values(value) for value in command.arguments]
        words += [f"'{'*' if command.many and i + 1 == len(kinds) else ''}::{kind}'" for i, kind in enumerate(kinds)]
        specs.append(f"    {_zsh_quoted(name)}) _arguments {' '.join(words)} ;;")
    parts = {
        "GROUPS": "|".join(GROUPS),
        "LISTS": [f"      3:{group}) found=({_described(listed(group))}) ;;" for group in GROUPS],
        "COMMANDS": _described(listed()),
        "SPECS": specs,
    }
    return _filled("completion.zsh", parts)


def _described(rows: Sequence[tuple[str, str]]) -> str:
    return " ".join(_zsh_quoted(f"{name}:{text.replace(':', chr(92) + ':')}") for name, text in rows)


def _zsh_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _zsh_option(option: str, value: Values | None, text: str) -> str:
    escaped = re.sub(r"([][:\\])", r"\\\1", text)
    spec = f"*{option}[{escaped}]"
    return _zsh_quoted(spec if value is None else f"{spec}:value:{_zsh_values(value).partition(':')[2]}")


def _zsh_values(values: Values) -> str:
    if values.words and values.files:
        return f'value:_alternative "words:word:({" ".join(values.words)})" "files:file:_files"'
    if values.words:
        return f"value:({' '.join(values.words)})"
    return "value:_files -/" if values.directories else "value:_files" if values.files else "value: "


def fish() -> str:
    """The script for fish."""
    lines = ["# Completion of tilewright for fish: `tilewright completion fish | source` in config.fish."]
    lines.append("complete -c tilewright -f")
    for group in ("", *GROUPS):
        here = f"test (count (commandline -opc)) -eq {2 if group else 1}"
        here += f"; and test (commandline -opc)[2] = {group}" if group else ""
        lines += [f"{_complete(here)} -a {_fish(name)} -d {_fish(text)}" for name, text in listed(group)]
    for name, command in completions().items():
        words = enumerate(name.split(), start=2)
        start = _complete("; and ".join(f'test "$(commandline -opc)[{i}]" = {word}' for i, word in words))
        for option, value in command.options.items():
            flag = f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"
            after = ""
            if value is not None:
                after = f" {'-r' if value.files or value.directories else '-x'}{_fish_values(value)}"
            lines.append(f"{start} {flag}{after} -d {_fish(command.helps[option])}")
        if after := _fish_values(command.any_argument):
            lines.append(f"{start}{after}")
    return "\n".join(lines) + "\n"


def _complete(condition: str) -> str:
    return f"complete -c tilewright -n {_fish(condition)}"


def _fish_values(values: Values) -> str:
    return " -F" * (values.files or values.directories) + f" -a {_fish(' '.join(values.words))}" * bool(values.words)


def _fish(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


SHELLS: dict[str, Callable[[], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
COMPLETION = """Put `eval "$(tilewright completion bash)"` into ~/.bashrc, the same with zsh into ~/.zshrc after compinit, or
`tilewright completion fish | source` into config.fish."""


def _run(args: Namespace) -> int:
    print(SHELLS[args.shell](), end="")
    return DONE


COMMANDS = {
    "completion": Command(
        COMPLETION,
        _run,
        [
            Argument("shell", type=OneOf(*SHELLS), help="The shell to write for."),
        ],
    ),
}
