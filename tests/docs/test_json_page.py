"""docs/reference/json.md: what commands print has the keys that the page names, and no others."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.paths import DATA, DOCS

TEXT = (DOCS / "reference" / "json.md").read_text("utf-8")
NAMED = set(re.findall(r"`(\w[\w ]*)`", TEXT))
READER = DATA / "docs"
COMMANDS = [
    ("solve", READER / "puzzle.toml"),
    ("solve", "tetrominoes:T*@6x6"),
    ("solve", "tetrominoes*@4x4", "--random", "3"),
    ("solve", "tetrominoes*@4x4", "--most", "O"),
    ("count", "FNPUV@5x5", "--up-to", "symmetries"),
    ("verdict", "LPNUV@5x5"),
    ("verdict", "dominoes*@8x8-r0c0,r7c7"),
    ("check", READER / "puzzle.toml", READER / "answer.txt"),
    ("check", READER / "puzzle.toml", READER / "half-done.txt"),
    ("hint", READER / "puzzle.toml"),
    ("show", "FNPUV@5x5", "--placements"),
    ("sets",),
    ("fillable", "JL"),
    ("fillable", "JL", "5x12"),
    ("engines",),
    ("design", "ladder", "--lengths", "3..4"),
    ("design", "blocks", "--blocks", "4", "--seed", "1"),
]


def rows_of(command: str) -> set[str]:
    """The keys that the table names for a command, and those of the command that it is like."""
    table = TEXT.partition("## The commands")[2]
    row = next(line for line in table.splitlines() if line.startswith("| ") and f"`{command}`" in line.split("|")[1])
    keys = set(re.findall(r"`(\w+)`", row.split("|", 2)[2])) | {"tilewright"}
    return keys | (rows_of("solve") if "as `solve`" in row else set())


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(map(str, words)))
def test_keys_are_on_the_page(words: tuple[Any, ...], run: CommandLine) -> None:
    answer = run(*words, "--json").json
    name = " ".join(words[:2]) if words[0] == "design" else words[0]
    assert set(answer) <= rows_of(name)
    for part in ("puzzle", "count", "hint", "stats", "times", "reason", "random", "best"):
        assert set(answer.get(part) or ()) <= NAMED, part
    for tiling in answer.get("solutions", ()):
        assert all(set(placement) <= NAMED for placement in tiling["placements"])
