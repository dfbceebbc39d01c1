"""docs/guides/lattices.md: every command is run and prints what the text says; the table lists every lattice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.cli import EXAMPLES, CommandLine
from tilewright.lattice import NAMES, lattice

TEXT = (EXAMPLES.parent / "docs/guides/lattices.md").read_text("utf-8")
COMMANDS = [
    (found[1], found[2])
    for block in re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL)
    for found in re.finditer(r"^\$ tilewright (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 7


@pytest.mark.parametrize(("command", "printed"), COMMANDS)
def test_command(command: str, printed: str, run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(EXAMPLES)
    done = run(*command.split())
    assert done.code == 0, done.err
    assert done.out.rstrip("\n") == printed.rstrip("\n")


def test_the_table_names_every_lattice() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| [^|]* \| (\d+)", TEXT, re.MULTILINE))
    assert {name: int(motions) for name, motions in rows.items()} == {
        name: len(lattice(name).motions) for name in NAMES
    }
