"""Every piece of advice in a message is run: commands have their names and options, code works, extras can be installed."""

from __future__ import annotations

import re
import tomllib
from functools import cache

import pytest

import tilewright
from tests.helpers.advice import HOLE, messages
from tests.helpers.paths import ROOT
from tilewright.cli.main import COMMANDS, GROUPS, parser_of
from tilewright.errors import ArgumentError, check_placements

COMMAND = re.compile(r"(?<![\w/.@-])tilewright ((?:[a-z]+ )?[a-z]+)((?:[ =][^\s`;:)]+)*)")
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]+)")
CODE = re.compile(r"e\.g\. ((?:[A-Za-z_][\w.]*)\([^`]*)$")
MEMBER = re.compile(r"\b([A-Z][A-Za-z]+)\.([a-z_]\w*)\b")
INSTALL = re.compile(r"\bpip install ([a-z][\w -]*)")
NAME = re.compile(r"[\w-]+")
# Of glpsol.
FOREIGN = {"--math", "--minisat"}


@cache
def options_of(command: str) -> frozenset[str]:
    return frozenset(option for action in parser_of(command)._actions for option in action.option_strings)


def test_commands_that_messages_name_exist_and_take_their_options() -> None:
    found, wrong = 0, []
    for file, text in messages():
        for match in COMMAND.finditer(text):
            words, rest = match[1].split(), match[2]
            name = match[1] if match[1] in COMMANDS else words[0]
            if name == "help":  # which `main` answers itself
                continue
            if name not in COMMANDS and name not in GROUPS:
                wrong.append((file, match[0]))
                continue
            found += 1
            known = options_of(name) if name in COMMANDS else frozenset()
            wrong += [(file, match[0]) for option in OPTION.findall(rest) if known and option not in known]
    assert not wrong
    assert found >= 20


def test_options_that_messages_name_are_those_of_some_command() -> None:
    known = FOREIGN.union(*(options_of(name) for name in COMMANDS), {"--version", "--help"})
    named = {(file, option) for file, text in messages() for option in OPTION.findall(text)}
    assert len(named) >= 100
    assert not [(file, option) for file, option in named if option not in known]


def test_code_that_messages_advise_runs() -> None:
    puzzle = tilewright.load("FNPUV@5x5")
    names = {name: getattr(tilewright, name) for name in tilewright.__all__} | {
        "puzzle": puzzle,
        "tilewright": tilewright,
    }
    advised = [(file, match[1]) for file, text in messages() if (match := CODE.search(text)) and HOLE not in match[1]]
    assert {file.rpartition("/")[2] for file, _ in advised} >= {"errors.py"}
    for file, code in advised:
        assert eval(code, {}, names) is not None, file


def test_members_that_messages_name_exist() -> None:
    for file, text in messages():
        for owner, member in MEMBER.findall(text):
            if owner in tilewright.__all__:
                assert hasattr(getattr(tilewright, owner), member), (file, owner, member)


def test_packages_that_messages_name_are_those_of_the_extras() -> None:
    """The packages themselves, for an extra is one of a package that is not published."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    offered = {NAME.match(each)[0] for extra in extras.values() for each in extra}  # type: ignore[index]
    named = {package for _, text in messages() for group in INSTALL.findall(text) for package in group.split()}
    assert len(named) >= 10 and named <= offered


def test_wrong_placements_are_answered_with_code_that_gives_right_ones() -> None:
    puzzle = tilewright.load("FNPUV@5x5")
    with pytest.raises(ArgumentError) as refused:
        tilewright.solve(puzzle, partial=5)  # type: ignore[arg-type]
    code = str(refused.value).partition("e.g. ")[2]
    partial = eval(code, {}, {"solve": tilewright.solve, "puzzle": puzzle})
    check_placements("partial", partial)
    assert tilewright.solve(puzzle, partial=partial).tilings
