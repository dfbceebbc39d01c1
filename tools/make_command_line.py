"""Write docs/reference/command-line.md from the parsers of the command line: `python -m tools.make_command_line`."""

from __future__ import annotations

import re
from argparse import Action
from collections import Counter
from functools import cache
from pathlib import Path

from tilewright.cli.main import COMMANDS, GROUPS, SUMMARY, load, parser_of
from tilewright.cli.options import Parser

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "command-line.md"
SHARED = 2  # an option that so many commands describe in the same words is described once, at the top
HEAD = f"""# The command line

`python -m tools.make_command_line` writes this page from the program itself; `tilewright COMMAND --help` prints the same.

{SUMMARY}

Options may stand before, between and after arguments. If an option is given twice, the last one counts, unless it may be
repeated. `--` ends the options. Answers go to standard output, notes and errors to standard error.

| exit code | meaning |
|---|---|
| 0 | done: solved, valid, counted |
| 1 | no: impossible, invalid, nothing found |
| 2 | bad input: one line on standard error that begins with `tilewright:` |
| 3 | a limit stopped the search: the output is what was found so far |
| 70 | a fault of the program itself: one line on standard error, and a traceback with `TILEWRIGHT_DEBUG=1` in the environment |
| 130, 143 | interrupted by Ctrl-C, ended by SIGTERM |

`tilewright --version` prints the version. `tilewright completion bash` (or `zsh`, `fish`) prints a script that lets the shell
complete commands, options, file names, and the names of sets, engines and formats.
"""


def page() -> str:
    """Return the whole page."""
    parts = [HEAD, _shared_table(), *map(_command, COMMANDS)]
    for group, text in GROUPS.items():
        first = next(name for name in COMMANDS if name.startswith(f"{group} "))
        place = 2 + list(COMMANDS).index(first)
        parts[place] = f"## tilewright {group}\n\n{text}\n\n{parts[place]}"
    return "\n".join(parts)


@cache
def _rows(name: str) -> tuple[str, ...]:
    """Return a row for each argument and option of a command."""
    parser = parser_of(name)
    actions = [*parser.arguments(), *(option for option in parser.options() if option.dest != "help")]
    return tuple(_row(action, parser) for action in actions)


@cache
def _shared() -> tuple[str, ...]:
    """Return the rows that several commands have in common, in the order of their first appearance."""
    times = Counter(row for name in COMMANDS for row in _rows(name))
    return tuple(row for row, number in times.items() if number >= SHARED)


def _shared_table() -> str:
    lines = [
        "## Shared options",
        "",
        "Several commands take these. Each command lists the ones it takes.",
        "",
        "| | |",
        "|---|---|",
    ]
    return "\n".join([*lines, *_shared(), ""])


def _command(name: str) -> str:
    level = "###" if " " in name else "##"
    usage = parser_of(name).format_usage().removeprefix("usage: ").rstrip()
    lines = [f"{level} tilewright {name}", "", COMMANDS[name][1], "", "```text", usage, "```", ""]
    if details := load(name).details.strip():
        lines += [" ".join(paragraph.split()) + "\n" for paragraph in details.split("\n\n")]
    if own := [row for row in _rows(name) if row not in _shared()]:
        lines += ["| | |", "|---|---|", *own, ""]
    if shared := [f"`{re.split('[`, ]', row[3:])[0]}`" for row in _rows(name) if row in _shared()]:
        lines += [f"[Shared](#shared-options): {', '.join(shared)}", ""]
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
