"""docs/guides/publish.md and pieces.md: every command and the Python example are run."""

import re
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.helpers.cli import EXAMPLES, CommandLine

GUIDES = EXAMPLES.parent / "docs/guides"
TEXT = (GUIDES / "publish.md").read_text("utf-8") + (GUIDES / "pieces.md").read_text("utf-8")
# Others need a shell, or what a command before them wrote: test_blocks.py.
COMMANDS = [each for each in re.findall(r"^\$ tilewright ([^$\n]*)$", TEXT, re.MULTILINE) if "class.json" not in each]


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 6


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command: str, tmp_path: Path, run: CommandLine) -> None:
    (tmp_path / "examples").symlink_to(EXAMPLES)
    done = run(*command.split())
    assert (done.code, done.out) == (0, ""), done.err
    assert len(list(tmp_path.iterdir())) > 1


def test_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (example,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(compile(example, "docs/guides/publish.md", "exec"), {})


def test_a_ladder_becomes_a_booklet(tmp_path: Path, run: CommandLine) -> None:
    steps = [line.split()[0] for line in run("design", "ladder", "--lengths", "3..6").out.splitlines()]
    assert len(steps) == 4
    assert run("publish", "booklet", *steps, "-o", tmp_path / "ladder.pdf", "--title", "A ladder").code == 0
    pdf = pdfium.PdfDocument((tmp_path / "ladder.pdf").read_bytes())
    for page, step in enumerate(steps, start=2):
        assert f"{len(step.split('@')[0])} pieces" in pdf[page].get_textpage().get_text_range()
