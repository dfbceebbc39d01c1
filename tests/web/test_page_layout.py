"""How the page's code is laid out: rules that a reader relies on and that eslint does not know."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter

from tests.helpers.words import LANGUAGES, STATIC

MODULES = {
    path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(STATIC.rglob("*.js"))
    if path.parent.name not in LANGUAGES
}
TABLE = "core/kinds.js"
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
# Folders import from those above them here and from their own; what stands beside them, as main.js, from all.
LAYERS = ("kept", "words", "core", "state", ("backend", "play", "puzzles", "solve", "share", "make"))
# Modules that name others which are fetched when they are needed, and may lie anywhere.
LATE = {
    "core/api.js": "the backends",
    "core/kinds.js": "the modules of the kinds",
    "main.js": "the views",
    "backend/notebook.js": "the store, which asks the backend for its tables",
    "backend/site.js": "the same",
}
POSITION = {"play/moves.js", "state/store.js"}  # who may lay another position
MOST_ANY = 45
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


def test_modules_import_downward_and_never_in_a_circle() -> None:
    imports = {name: imported(name, r'^(?:import|export)\s[^;]*?from "(\.[^"]+)"') for name in MODULES}
    imports = {name: found | imported(name, r'\{import\("(\.[^"]+)"\)') for name, found in imports.items()}
    assert sum(map(len, imports.values())) > len(MODULES)
    assert list(TopologicalSorter(imports).static_order())  # or else a CycleError tells of a circle
    rank = {folder: i for i, layer in enumerate(LAYERS) for folder in ([layer] if isinstance(layer, str) else layer)}
    upward = [
        (name, other)
        for name, others in imports.items()
        for other in others
        if rank.get(name.split("/")[0], len(LAYERS)) < rank.get(other.split("/")[0], len(LAYERS))
    ]
    assert upward == []


def test_only_tables_fetch_later_what_lies_above_them() -> None:
    late = {name for name in MODULES if {other for other in imported(name, LATER) if is_elsewhere(name, other)}}
    assert late == LATE.keys()


LATER = r'(?<!\{)\bimport\(\s*"(\.[^"]+)"'


def is_elsewhere(name: str, other: str) -> bool:
    return name.split("/")[0] != other.split("/")[0]


def imported(name: str, pattern: str) -> set[str]:
    """The modules that a module names by a pattern."""
    home = (STATIC / name).parent
    paths = [(home / found).resolve() for found in re.findall(pattern, MODULES[name], re.M | re.S)]
    return {path.relative_to(STATIC.resolve()).as_posix() for path in paths if path.exists()}


def test_the_position_changes_by_moves_alone() -> None:
    """The store's own list is private; whoever else wants another position makes a move."""
    assert found(r"\bstore\.lay\(").keys() == POSITION
    assert found(r"\.(?:placed|position) = ").keys() <= {"play/places.js", "play/polygons/places.js", *KEEPERS}
    assert re.search(r"^  #position = ", MODULES["state/store.js"], re.M)


# Their own note of what lay there when they looked, or what the browser is to keep.
KEEPERS = {"play/coach.js", "play/spoken.js", "state/store.js"}


def test_types_say_what_they_are() -> None:
    jsdoc = r"@(?:param|type|returns?|template|typedef)\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
    found = [
        word for text in MODULES.values() for type_ in re.findall(jsdoc, text) for word in re.findall(r"\bany\b", type_)
    ]
    declared = re.findall(r"(?:[:<|&(,]|=>)\s*any\b", (STATIC.parent / "static.d.ts").read_text(encoding="utf-8"))
    assert len(found) + len(declared) <= MOST_ANY


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
