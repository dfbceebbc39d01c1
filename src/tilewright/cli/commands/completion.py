"""Scripts by which a shell completes the command line; drawn from the parsers of all commands.

`tilewright completion`: the script for a shell.
"""

from __future__ import annotations

from argparse import Action, Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright.cli import main
from tilewright.cli.main import GROUPS, HELP, listed, parser_of
from tilewright.cli.options import Command, OneOf
from tilewright.cli.terminal import DONE
from tilewright.cover.engine import ENGINES
from tilewright.formats import names
from tilewright.formats.model import MODELS
from tilewright.pieces.sets import set_names
from tilewright.shelf import shelf_names

FILES = ("FILE", "FILE.db", "FILE.pdf", "FILE.json", "PUZZLE", "STORE", "PARTIAL", "SOLUTION", "SOLVERFILE", "INSTANCE")
DIRECTORIES = ("DIR",)


@dataclass(frozen=True)
class Values:
    """What may stand for an argument: some words, and files or directories."""

    words: tuple[str, ...] = ()
    files: bool = False
    directories: bool = False


def values_of(action: Action) -> Values:
    """What the value of an option or argument may be, by what its help text calls it."""
    called = str(action.metavar or action.dest)
    if called in ("PUZZLE", "BOX"):
        return Values(tuple(shelf_names()), called == "PUZZLE")
    known: dict[str, Callable[[], Sequence[str]]] = {
        "SET": set_names,
        "PIECES": set_names,
        "ENGINE": _engine_names,
        "FORMAT": _format_names,
    }
    if called in known and not (called == "FORMAT" and action.dest != "to"):
        return Values(tuple(known[called]()))
    if "|" in called:
        words = called.split("|")
        return Values(tuple(word for word in words if word.islower()), "FILE" in words)
    return Values((), called in FILES, called in DIRECTORIES)


def _engine_names() -> Sequence[str]:
    return ("auto", *ENGINES)


def _format_names() -> Sequence[str]:
    return (*MODELS, *names())


@dataclass(frozen=True)
class CommandWords:
    """A command: its options by name, with what may follow each (None: nothing), and its arguments in order."""

    summary: str
    options: dict[str, Values | None]
    helps: dict[str, str]
    arguments: tuple[Values, ...]
    many: bool  # whether the last argument may be repeated


def completions() -> dict[str, CommandWords]:
    """All commands by name."""
    return {name: _completion(name) for name in main.COMMANDS}


def _completion(name: str) -> CommandWords:
    parser = parser_of(name)
    options = {text: option for option in parser.options() for text in option.option_strings}
    return CommandWords(
        main.COMMANDS[name][1],
        {text: None if option.nargs == 0 else values_of(option) for text, option in options.items()},
        {text: option.help or "" for text, option in options.items()},
        tuple(map(values_of, parser.arguments())),
        any(argument.nargs in ("*", "+") for argument in parser.arguments()),
    )


BASH = """\
# Completion of tilewright for bash: `eval "$(tilewright completion bash)"` in ~/.bashrc.
_tilewright() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} first=2
  COMPREPLY=()
  case $command in @GROUPS@) command="$command ${COMP_WORDS[2]}"; first=3 ;; esac
  if (( COMP_CWORD < first )); then
    case ${COMP_CWORD}:${COMP_WORDS[1]} in
@LISTS@
      1:*) COMPREPLY=($(compgen -W '@COMMANDS@' -- "$word")) ;;
    esac
    return
  fi
  case "$command $before" in
@VALUES@
  esac
  if [[ $word == -* ]]; then
    case $command in
@OPTIONS@
    esac
    return
  fi
  case $command in
@ARGUMENTS@
  esac
}
complete -o filenames -F _tilewright tilewright
"""


def bash() -> str:
    """The script for bash."""
    every = completions()
    lists = [f"      2:{group}) {_reply([name for name, _ in listed(group)])} ;;" for group in GROUPS]
    values, options, arguments = [], [], []
    for name, command in every.items():
        for option, value in command.options.items():
            if value is not None:
                values.append(f"    '{name} {option}') {_bash_values(value)}; return ;;")
        options.append(f"      '{name}') {_reply(list(command.options))} ;;")
        if command.arguments:
            arguments.append(f"    '{name}') {_bash_values(_any_of(command.arguments))} ;;")
    parts = {
        "GROUPS": "|".join(GROUPS),
        "LISTS": "\n".join(lists),
        "COMMANDS": " ".join([*(name for name, _ in listed()), *HELP, "--version"]),
        "VALUES": "\n".join(values),
        "OPTIONS": "\n".join(options),
        "ARGUMENTS": "\n".join(arguments),
    }
    return _filled(BASH, parts)


def _reply(words: Sequence[str]) -> str:
    return f"""COMPREPLY=($(compgen -W '{" ".join(words)}' -- "$word"))"""


def _bash_values(values: Values) -> str:
    kind = " -f" * values.files + " -d" * values.directories + f" -W '{' '.join(values.words)}'" * bool(values.words)
    return f'COMPREPLY=($(compgen{kind} -- "$word"))' if kind else ":"


def _any_of(arguments: Sequence[Values]) -> Values:
    """What may stand for any of the arguments; the order of words is the user's."""
    words = tuple(dict.fromkeys(word for values in arguments for word in values.words))
    return Values(words, any(v.files for v in arguments), any(v.directories for v in arguments))


ZSH = """\
#compdef tilewright
# Completion of tilewright for zsh: `eval "$(tilewright completion zsh)"` in ~/.zshrc, after compinit.
_tilewright() {
  local command=$words[2] first=3
  case $command in @GROUPS@) command="$command $words[3]"; first=4 ;; esac
  if (( CURRENT < first )); then
    local -a found
    case $CURRENT:$words[2] in
@LISTS@
      2:*) found=(@COMMANDS@) ;;
    esac
    _describe command found
    return
  fi
  shift $(( first - 2 )) words
  (( CURRENT -= first - 2 ))
  case $command in
@SPECS@
  esac
}
compdef _tilewright tilewright
"""


def zsh() -> str:
    """The script for zsh."""
    specs = []
    for name, command in completions().items():
        words = [_zsh_option(option, value, command.helps[option]) for option, value in command.options.items()]
        kinds = [_zsh_values(value) for value in command.arguments]
        words += [f"'{'*' if command.many and i + 1 == len(kinds) else ''}::{kind}'" for i, kind in enumerate(kinds)]
        specs.append(f"    {_zsh_quoted(name)}) _arguments {' '.join(words)} ;;")
    lists = [f"      3:{group}) found=({_described(listed(group))}) ;;" for group in GROUPS]
    parts = {
        "GROUPS": "|".join(GROUPS),
        "LISTS": "\n".join(lists),
        "COMMANDS": _described(listed()),
        "SPECS": "\n".join(specs),
    }
    return _filled(ZSH, parts)


def _described(rows: Sequence[tuple[str, str]]) -> str:
    return " ".join(_zsh_quoted(f"{name}:{text.replace(':', chr(92) + ':')}") for name, text in rows)


def _zsh_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _zsh_option(option: str, value: Values | None, text: str) -> str:
    for character in "\\[]:":
        text = text.replace(character, "\\" + character)
    spec = f"*{option}[{text}]"
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
    first = "test (count (commandline -opc)) -eq 1"
    lines += [f"complete -c tilewright -n {_fish(first)} -a {_fish(name)} -d {_fish(text)}" for name, text in listed()]
    for group in GROUPS:
        here = f"test (count (commandline -opc)) -eq 2; and test (commandline -opc)[2] = {group}"
        lines += [
            f"complete -c tilewright -n {_fish(here)} -a {_fish(name)} -d {_fish(text)}" for name, text in listed(group)
        ]
    for name, command in completions().items():
        lines += _fish_command(name, command)
    return "\n".join(lines) + "\n"


def _fish_command(name: str, command: CommandWords) -> list[str]:
    words = name.split()
    here = "; and ".join(f'test "$(commandline -opc)[{i}]" = {word}' for i, word in enumerate(words, start=2))
    start = f"complete -c tilewright -n {_fish(here)}"
    lines = []
    for option, value in command.options.items():
        flag = f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"
        after = "" if value is None else f" {'-r' if value.files or value.directories else '-x'}{_fish_values(value)}"
        lines.append(f"{start} {flag}{after} -d {_fish(command.helps[option])}")
    if command.arguments and (after := _fish_values(_any_of(command.arguments))):
        lines.append(f"{start}{after}")
    return lines


def _fish_values(values: Values) -> str:
    return " -F" * (values.files or values.directories) + f" -a {_fish(' '.join(values.words))}" * bool(values.words)


def _fish(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _filled(script: str, parts: dict[str, str]) -> str:
    for name, text in parts.items():
        script = script.replace(f"@{name}@", text)
    return script


SHELLS: dict[str, Callable[[], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


COMPLETION = """Put `eval "$(tilewright completion bash)"` into ~/.bashrc, the same with zsh into ~/.zshrc after compinit, or
`tilewright completion fish | source` into config.fish.

WORD as shell  The shell to write for.
"""


def _run(args: Namespace) -> int:
    print(SHELLS[args.shell](), end="")
    return DONE


COMMANDS = {
    "completion": Command(COMPLETION, _run, {"shell": OneOf(*SHELLS)}),
}
