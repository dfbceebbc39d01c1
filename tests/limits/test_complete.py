"""The list of hostile inputs leaves out no command and no public function that takes a limit."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator

import tilewright as tw
from tests.limits.hostile import CALLS, COMMANDS, FILES
from tilewright.cli.main import COMMANDS as NAMES
from tilewright.cli.main import parser_of

TIME_LIMITS = {"--limit"}
VALUES = {"Count", "Limit", "Limit.of_turn", "Outcome", "Outcome.reached", "SearchOptions"}  # which do no work


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
            if callable(function) and "limit" in parameters_of(function):
                yield full


def parameters_of(function: Callable[..., object]) -> Collection[str]:
    try:
        return inspect.signature(function).parameters
    except ValueError:  # of exceptions that have none of their own
        return ()


def test_every_command_with_a_limit_is_in_the_list() -> None:
    assert {
        name for name in commands_with_limits() if not any(each.startswith(f"{name} ") for each in COMMANDS)
    } == set()


def test_every_public_function_with_a_limit_is_in_the_list() -> None:
    assert set(functions_with_limits()) - VALUES == set(CALLS)


def test_there_are_hundreds_and_every_file_is_used() -> None:
    assert len(set(COMMANDS)) == len(COMMANDS) >= 200
    calls = "".join(f"{given} {call}" for cases in CALLS.values() for given, call in cases)
    unused = {name for name in FILES if f"{{{name}}}" not in "".join(COMMANDS) and f'"{name}"' not in calls}
    assert {name for name in unused if not name.endswith(".drat")} == set()
