"""A limit covers the reading of the puzzle: what is left of it after a slow one is what the search gets."""

from __future__ import annotations

import json
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import CommandLine
from tilewright.errors import OutOfTimeError
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.progress import Progress
from tilewright.formats import dlx


@pytest.mark.parametrize("command", ["solve", "count", "verdict", "hint"])
def test_a_slow_reading_uses_the_limit_up(run: CommandLine, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    module = import_module(f"tilewright.cli.commands.{'verdict' if command == 'hint' else command}")
    slow: list[str] = []

    def slowed(name: str) -> Any:
        read = getattr(module, name)

        def read_slowly(*words: Any) -> Any:
            time.sleep(0.02)
            slow.append(name)
            return read(*words)

        return read_slowly

    for name in ("read_started_puzzle", "read_puzzle", "read_several"):
        if hasattr(module, name):
            monkeypatch.setattr(module, name, slowed(name))
    assert run(command, "pentominoes@6x10", "--limit", "0.01").code == 3
    assert slow


@pytest.mark.parametrize("options", [(), ("--count",)])
def test_a_limit_that_ends_while_a_cover_is_read(run: CommandLine, tmp_path: Path, options: tuple[str, ...]) -> None:
    file = tmp_path / "cover.dlx"
    file.write_text("a b\na b\na\nb\n")
    ran = run("cover", file, "--limit", "0", "--json", *options)
    answer = json.loads(ran.out)
    assert (ran.code, answer["cover"], answer["ended"], answer["count"]["value"]) == (3, None, "limit", 0)
    assert run("cover", file, "--limit", "0", *options).code == 3


@pytest.mark.parametrize("large", [0, dlx.LARGE * 99], ids=["by the kernel", "line by line"])
def test_the_clock_is_looked_at_while_a_cover_is_read(monkeypatch: pytest.MonkeyPatch, large: int) -> None:
    """Whenever the time is up, be it while the items or while the options are read."""
    names = [f"i{number}" for number in range(9000)]
    text = " ".join(names) + "\n" + "\n".join(names)
    monkeypatch.setattr(dlx, "LARGE", large)
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1
        progress.stop = looks == last

    for last in (1, 2, 4, 6, 7):
        progress, looks = Progress(on_look=look), 0
        with pytest.raises(OutOfTimeError):
            dlx.parse(text, Deadline(progress=progress))
        assert looks == last
    progress, last = Progress(on_look=look), 0
    assert dlx.parse(text, Deadline(progress=progress)) == dlx.parse(text)
