"""Help texts, usage errors, and where options may stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tilewright import __version__
from tilewright.cli.main import COMMANDS, GROUPS, listed, load, parser_of


def test_the_overview_names_every_command(run: CommandLine) -> None:
    ran = run("--help")
    assert ran.code == 0 and ran.err == ""
    named = re.findall(r"^  (\w+) +\S", ran.out, flags=re.MULTILINE)
    assert {name for name, _ in listed()} <= set(named)
    for group in GROUPS:
        text = run(group, "-h").out
        assert all(re.search(rf"^  {name} ", text, re.MULTILINE) for name, _ in listed(group))


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_every_command(run: CommandLine, name: str) -> None:
    ran = run(*name.split(), "--help")
    assert ran.code == 0 and ran.err == ""
    words = " ".join(ran.out.split())
    assert words.startswith(f"usage: tilewright {name} [OPTIONS]")
    assert COMMANDS[name][1] in words and callable(load(name).run)
    for action in [*parser_of(name).options(), *parser_of(name).arguments()]:
        assert (action.help and action.help[0].isupper() and action.help.endswith((".", "]"))) or action.help[
            0
        ] == ".", action
    assert max(map(len, ran.out.splitlines())) <= 100


def test_nothing_asked_is_help_and_code_2(run: CommandLine) -> None:
    for words in ((), ("design",), ("run",)):
        ran = run(*words)
        assert ran.code == 2 and ran.out == "" and ran.err.startswith("usage: tilewright")


def test_version(run: CommandLine) -> None:
    assert run("--version").out == f"tilewright {__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "FNPUV@5x5", "-n", "2"),
        ("solve", "-n", "2", "FNPUV@5x5"),
        ("solve", "-n2", "--", "FNPUV@5x5"),
        ("solve", "-n", "1", "FNPUV@5x5", "-n", "2"),
    ],
)
def test_options_stand_anywhere_and_the_last_counts(run: CommandLine, words: tuple[str, ...]) -> None:
    assert run(*words).out.count("\n\n") == 1


def test_options_stand_between_arguments(run: CommandLine) -> None:
    whole = run("solve", "FNPUV@5x5").out
    Path("answer.txt").write_text(whole)
    assert run("check", "FNPUV@5x5", "--json", "answer.txt").json["valid"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sovle",), "did you mean solve?"),
        (("design", "shikku"), "did you mean shikaku?"),
        (("solve", "FNPUV@5x5", "--treads", "2"), "did you mean --threads?"),
        (("solve", "FNPUV@5x5", "--thread", "2"), "no such option: '--thread'"),
        (("solve", "FNPUV@5x5", "more"), "one argument too many: 'more'"),
        (("solve",), "PUZZLE"),
        (("solve", "FNPUV@5x5", "--threads", "0"), "--threads: '0': expected a whole number, 1 to 1,024"),
        (("solve", "FNPUV@5x5", "-n", "two"), "-n: 'two': expected a whole number"),
        (("solve", "FNPUV@5x5", "--limit", "-1"), "expected a number of seconds"),
        (("solve", "FNPUV@5x5", "--limit"), "--limit: expected one argument"),
        (("count", "FNPUV@5x5", "--up-to", "luck"), "expected one of none, rotations, symmetries"),
        (("design", "shikaku", "5x5", "--seed", "x"), "expected a whole number"),
        (("read", "FNPUV@5x5"), "SOLVERFILE"),
    ],
)
def test_what_is_wrong_is_one_line(run: CommandLine, words: tuple[str, ...], said: str) -> None:
    line = run.refused(*words)
    assert said in line and "--help" in line
