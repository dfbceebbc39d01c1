"""Completion of commands, options, set names and files, in a real shell."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.shells import Zsh, fish_offers
from tilewright.cli.main import COMMANDS, parser_of
from tilewright.pieces.sets import set_names

COMPLETE = """
source {script}
COMP_WORDS=({words}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
_shtab_tilewright
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture
def script(request: pytest.FixtureRequest, run: CommandLine, tmp_path: Path) -> Path:
    """The script for bash, or for the shell that the test names."""
    ran = run("completion", getattr(request, "param", "bash"))
    assert ran.code == 0 and ran.err == ""
    (tmp_path / "script").mkdir()
    path = tmp_path / "script" / "tilewright"
    path.write_text(ran.out)
    return path


def complete(script: Path, directory: Path, *words: str) -> list[str]:
    """What bash offers for the last word."""
    code = COMPLETE.format(script=shlex.quote(str(script)), words=" ".join(map(shlex.quote, ("tilewright", *words))))
    ran = subprocess.run(["bash", "-c", code], capture_output=True, text=True, cwd=directory, timeout=60)
    assert ran.returncode == 0 and ran.stderr == "", ran.stderr
    return ran.stdout.split()


def test_commands_and_groups(script: Path, tmp_path: Path) -> None:
    assert complete(script, tmp_path, "so") == ["solve"]
    assert {"design", "run", "completion"} <= set(complete(script, tmp_path, ""))
    assert complete(script, tmp_path, "--v") == ["--version"]
    assert complete(script, tmp_path, "design", "s") == ["silhouettes", "shikaku"]


def test_the_options_of_every_command(script: Path, tmp_path: Path) -> None:
    for name in COMMANDS:
        options = {text for option in parser_of(name).options() for text in option.option_strings}
        assert set(complete(script, tmp_path, *name.split(), "-")) == options, name


def test_values(script: Path, tmp_path: Path) -> None:
    (tmp_path / "board.toml").touch()
    assert complete(script, tmp_path, "sets", "pentom") == ["pentominoes"]
    assert set(complete(script, tmp_path, "sets", "")) == set(set_names())
    assert complete(script, tmp_path, "solve", "boa") == ["board.toml"]
    assert complete(script, tmp_path, "solve", "kanoodle-j") == ["kanoodle-jr"]
    assert complete(script, tmp_path, "solve", "x", "-o", "boa") == ["board.toml"]
    assert complete(script, tmp_path, "solve", "x", "--engine", "nat") == ["native"]
    assert complete(script, tmp_path, "count", "x", "--up-to", "s") == ["symmetries"]
    assert complete(script, tmp_path, "export", "x", "--to", "math") == ["mathprog"]
    assert complete(script, tmp_path, "design", "silhouettes", "--pieces", "frid") == ["fridgeiq"]
    assert complete(script, tmp_path, "solve", "x", "--limit", "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_every_command_and_option(run: CommandLine, shell: str) -> None:
    said = run("completion", shell).out
    for name in COMMANDS:
        assert name.split()[-1] in said
        for option in parser_of(name).options():
            assert all((text if shell != "fish" else text.lstrip("-")) in said for text in option.option_strings)


@pytest.mark.ci
@pytest.mark.skipif(not shutil.which("zsh"), reason="needs the program zsh")
@pytest.mark.parametrize("script", ["zsh"], indirect=True)
def test_zsh_completes(script: Path, tmp_path: Path) -> None:
    (tmp_path / "board.toml").touch()
    with Zsh(script, tmp_path) as shell:
        shell.complete("tilewright so", "tilewright solve ")
        shell.complete("tilewright design s", "Make Shikaku puzzles with exactly one solution.")
        shell.complete("tilewright solve x --eng", "--engine ")
        shell.complete("tilewright solve x --engine nat", "--engine native ")
        shell.complete("tilewright sets pentom", "sets pentominoes ")
        shell.complete("tilewright count x --up-to s", "--up-to symmetries ")
        shell.complete("tilewright solve x -o boa", "-o board.toml ")
        shell.complete("tilewright design silhouettes --pieces frid", "--pieces fridgeiq ")


@pytest.mark.ci
@pytest.mark.skipif(not shutil.which("fish"), reason="needs the program fish")
@pytest.mark.parametrize("script", ["fish"], indirect=True)
def test_fish_completes(script: Path, tmp_path: Path) -> None:
    (tmp_path / "board.toml").touch()
    (tmp_path / "native").mkdir()
    for line, words in {
        "tilewright so": ["solve"],
        "tilewright design s": ["shikaku", "silhouettes"],
        "tilewright solve --eng": ["--engine"],
        "tilewright solve x --engine nat": ["native"],  # the engine, and no directory
        "tilewright sets pentom": ["pentominoes"],
        "tilewright count x --up-to s": ["symmetries"],
        "tilewright solve x -o boa": ["board.toml"],
        "tilewright solve boa": ["board.toml"],
        "tilewright solve x --limit ": [],
    }.items():
        assert fish_offers(script, tmp_path, line) == words, line
    offered = set(fish_offers(script, tmp_path, "tilewright "))
    assert {name.split()[0] for name in COMMANDS} <= offered


def test_another_shell_is_refused(run: CommandLine) -> None:
    assert "bash, zsh, fish" in run.refused("completion", "tcsh")
