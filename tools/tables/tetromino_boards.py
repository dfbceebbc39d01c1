"""The tables and the picture of docs/explanation/tetromino-boards.md."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tilewright.fillable import rules, theorem, tiling_of
from tilewright.puzzle.picture import draw_tiling
from tilewright.render.svg import sheet_svg
from tools.check_tetromino_boards import check
from tools.tables.page import ROOT, Tables, table

DATA = ROOT / "src" / "tilewright" / "data" / "tetromino-boards.json"
PAGE = ROOT / "docs" / "explanation" / "tetromino-boards.md"
PICTURE = ROOT / "docs" / "pictures" / "tetromino-boards.svg"
BY = {"area": "area", "coloring": "coloring", "strip": "automaton of the strip", "edge": "automaton of the edge"}


def rules_table() -> str:
    """Each rule, the sets that have it, and how many boards up to 20 x 20 they fill, by the checker."""
    counts = check(DATA, 0)
    sets: dict[str, list[str]] = {}
    for rule in rules():
        sets.setdefault(str(rule), []).append(rule.kinds)
    rows = [
        (text, len(chosen), " ".join(chosen), ", ".join(map(str, sorted({counts[kinds] for kinds in chosen}))))
        for text, chosen in sorted(sets.items(), key=lambda item: counts[item[1][0]])
    ]
    return table(("a board m x n is filled iff", "sets", "kinds", "boards up to 20x20"), rows)


def reasons_table() -> str:
    """The reasons of what is impossible."""
    rows = [
        (
            reason.kinds,
            ", ".join(map(str, reason.boards)),
            BY.get(reason.by, "theorem"),
            "" if reason.by == "strip" else reason.words,
        )
        for reason in theorem().reasons
    ]
    return table(("kinds, and every part of them", "boards", "by", "why"), rows)


def tilings_table() -> str:
    """The base tilings by their kinds."""
    sizes: dict[str, list[str]] = {}
    for tiling in theorem().tilings:
        sizes.setdefault("".join(sorted(tiling.kinds)), []).append("x".join(map(str, tiling.size)))
    return table(("kinds", "base tilings"), [(kinds, " ".join(sizes[kinds])) for kinds in sorted(sizes, key=key)])


def key(kinds: str) -> tuple[int, str]:
    """The smallest sets first."""
    return len(kinds), kinds


def write_picture(path: Path = PICTURE) -> None:
    """Draw all base tilings."""
    tilings = [tiling_of(tiling) for tiling in theorem().tilings]
    pictures = [partial(draw_tiling, tiling=tiling) for tiling in tilings]
    captions = ["".join(sorted(tiling.kinds)) for tiling in theorem().tilings]
    path.write_text(sheet_svg(pictures, captions, 9))


TABLES: Tables = {"rules": rules_table, "reasons": reasons_table, "tilings": tilings_table}
