"""docs/reference/command-line.md says what the program says."""

from __future__ import annotations

from tilewright.cli.main import COMMANDS, parser_of
from tools.make_command_line import PAGE, page


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tools.make_command_line"


def test_the_page_has_every_command_and_option() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"# tilewright {name}\n" in text
        assert all(option in text for action in parser_of(name).options() for option in action.option_strings[-1:])
