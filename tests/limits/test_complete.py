"""The list of hostile inputs leaves out no command and no public function that takes a limit."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import tilewright as tw
from tests.limits.hostile import CALLS, COMMANDS, FILES
from tilewright.cli.main import COMMANDS as NAMES
from tilewright.cli.main import parser_of

TIME_LIMITS = {"--limit", "--for"}
RESULTS = {"Count", "Limit", "Limit.of_turn"}  # what has a limit, and does no work


def commands_with_limits() -> Iterator[str]:
    for name in NAMES:
        if TIME_LIMITS & {text for option in parser_of(name).options() for text in option.option_strings}:
            yield name


def functions_with_limits() -> Iterator[str]:
    for name in tw.__all__:
        value = getattr(tw, name)
        members = [(name, value)]
        if inspect.isclass(value):
            members += [(f"{name}.{key}", inspect.getattr_static(value, key)) for key in dir(value) if key[0] != "_"]
        for full, each in members:
            function = getattr(each, "__func__", each)
            if callable(function) and "limit" in inspect.signature(function).parameters:
                yield full


def test_every_command_with_a_limit_is_in_the_list() -> None:
    there = {" ".join(command.split()[:length]) for command in COMMANDS for length in (1, 2)}
    assert [name for name in commands_with_limits() if name not in there] == []


def test_every_public_function_with_a_limit_is_in_the_list() -> None:
    assert set(functions_with_limits()) - RESULTS == set(CALLS)


def test_there_are_hundreds_and_every_file_is_used() -> None:
    assert len(set(COMMANDS)) == len(COMMANDS) >= 200
    calls = "".join(f"{given} {call}" for cases in CALLS.values() for given, call in cases)
    unused = {name for name in FILES if f"{{{name}}}" not in "".join(COMMANDS) and f'"{name}"' not in calls}
    assert {name for name in unused if not name.endswith(".drat")} == set()
