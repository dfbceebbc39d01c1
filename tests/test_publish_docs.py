"""docs/publish.md: every command and the Python example are run."""

import re
from pathlib import Path

import pytest

from tests.cli import EXAMPLES, CommandLine

TEXT = (EXAMPLES.parent / "docs/publish.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ tilewright (.*)$", TEXT, re.MULTILINE)


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 6


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command: str, tmp_path: Path, run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(EXAMPLES)
    monkeypatch.chdir(tmp_path)
    done = run(*command.split())
    assert (done.code, done.out) == (0, ""), done.err
    assert len(list(tmp_path.iterdir())) > 1


def test_python() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(compile(example, "docs/publish.md", "exec"), {})
