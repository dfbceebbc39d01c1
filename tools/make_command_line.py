"""Write docs/reference/command-line.md from the parsers of the command line: `python -m tools.make_command_line`."""

from __future__ import annotations

from argparse import Action
from pathlib import Path

from tilewright.cli.main import COMMANDS, GROUPS, SUMMARY, load, parser_of
from tilewright.cli.options import Parser

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "command-line.md"
HEAD = f"""# The command line

Written by `python -m tools.make_command_line` from the program itself; `tilewright COMMAND --help` says the same.

{SUMMARY}

Options may stand before, between and after arguments. If an option is given twice, the last one counts, unless it may be
repeated. `--` ends the options. Answers go to standard output, notes and errors to standard error.

| exit code | means |
|---|---|
| 0 | done: solved, valid, counted |
| 1 | no: impossible, invalid, nothing found |
| 2 | bad input, in one line on standard error that begins with `tilewright:` |
| 3 | the limit came first: the output is what was found so far |
| 70 | internal error: a fault of this program, in one line on standard error; with `TILEWRIGHT_DEBUG=1` in the environment, where |
| 130, 143 | interrupted by Ctrl-C, ended by SIGTERM |


`tilewright --version` prints the version. `tilewright completion bash` (or zsh, fish) prints a script by which the shell
completes commands, options, names of sets, engines and formats, and files.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD, *map(_command, COMMANDS)]
    for group, text in GROUPS.items():
        first = next(name for name in COMMANDS if name.startswith(f"{group} "))
        place = 1 + list(COMMANDS).index(first)
        parts[place] = f"## tilewright {group}\n\n{text}\n\n{parts[place]}"
    return "\n".join(parts)


def _command(name: str) -> str:
    level = "###" if " " in name else "##"
    parser = parser_of(name)
    usage = parser.format_usage().removeprefix("usage: ").rstrip()
    lines = [f"{level} tilewright {name}", "", COMMANDS[name][1], "", "```text", usage, "```", ""]
    if details := load(name).details.strip():
        lines += [" ".join(paragraph.split()) + "\n" for paragraph in details.split("\n\n")]
    rows = [*parser.arguments(), *(option for option in parser.options() if option.dest != "help")]
    if rows:
        lines += ["| | |", "|---|---|", *(_row(action, parser) for action in rows), ""]
    return "\n".join(lines)


def _row(action: Action, parser: Parser) -> str:
    called = str(action.metavar or action.dest.upper())
    names = ", ".join(action.option_strings) or called
    value = f" {called}" if action.option_strings and action.nargs != 0 else ""
    cells = (f"`{names}{value}`", parser.help_of(action))
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name}: {len(page().splitlines())} lines")
