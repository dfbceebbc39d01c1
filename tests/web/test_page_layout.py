"""How the page's code is laid out: rules that a reader relies on and that eslint does not know."""

from __future__ import annotations

import re

from tests.helpers.words import LANGUAGES, STATIC

MODULES = {
    path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(STATIC.rglob("*.js"))
    if path.parent.name not in LANGUAGES
}
TABLE = "state/kinds.js"
KINDS = re.findall(r"^  (\w+): \{", MODULES[TABLE], re.M)
READS_KIND = {  # and why
    "make/draft.js": "a draft is of the kind of the puzzle it is made from",
}
# What the server tells of the puzzles of one kind, by the folders or modules that know of it.
TOLD = {
    "clues": ("play/shikaku/", "make/numbers.js"),
    "tile_labels": ("play/edges/", "core/tiles.js"),
    "border": ("play/edges/", "core/tiles.js"),
}
MOST_LETS = 10
LONGEST_LINE = 140
LONG = {"core/icons.js"}  # outlines


def found(pattern: str) -> dict[str, list[str]]:
    """Lines of the modules in which the pattern is, without comments."""
    lines = {
        name: [line.strip() for line in text.splitlines() if re.search(pattern, re.sub(r"//.*|/\*\*.*?\*/", "", line))]
        for name, text in MODULES.items()
    }
    return {name: rows for name, rows in lines.items() if rows}


def test_only_the_table_of_kinds_asks_for_a_kind() -> None:
    assert len(KINDS) > 3
    name = rf'"(?:{"|".join(KINDS)})"'
    assert found(rf"[!=]==?\s*{name}|{name}\s*[!=]==?|case {name}|{name}\]\.includes") == {}
    assert found(rf"(?i:\bis(?:{'|'.join(KINDS)})\b)") == {}
    assert found(r"\b(?:view|draft)\.kind\b").keys() == READS_KIND.keys()


def test_what_one_kind_is_told_is_read_by_that_kind_alone() -> None:
    for name, homes in TOLD.items():
        strangers = {module for module in found(rf"\bview\.{name}\b") if not module.startswith(homes)}
        assert strangers == set(), name


def test_modules_keep_little_that_changes() -> None:
    """A view's state is an object of its own, a puzzle's is in the store; what else may become another says what it is."""
    lets = [line for rows in found(r"^(?:export )?let ").values() for line in rows]
    assert len(lets) <= MOST_LETS, lets
    assert [line for line in lets if "; // " not in line] == []


def test_everything_that_is_exported_is_imported() -> None:
    unused = []
    for name, text in MODULES.items():
        others = "\n".join(other for module, other in MODULES.items() if module != name)
        for exported in re.findall(r"^export (?:async )?(?:const|function\*?|class|let) ([\w$]+)", text, re.M):
            if not re.search(rf"(?<![\w$]){re.escape(exported)}(?![\w$])", others):
                unused.append(f"{name}: {exported}")
    assert unused == []


def test_lines_can_be_read() -> None:
    long = {name for name, text in MODULES.items() if max(map(len, text.splitlines())) > LONGEST_LINE}
    assert long <= LONG
