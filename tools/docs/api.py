"""The reference of the Python API: one page for each subject, out of the docstrings."""

from __future__ import annotations

import inspect
from pathlib import Path

import tilewright

# fmt: off
PAGES: dict[str, tuple[str, str, list[str]]] = {
    "puzzles": (
        "Puzzles and tilings",
        "What is given, and what comes back.",
        [
            "load", "Puzzle", "Packing", "Polygons", "Shikaku", "Board", "Piece", "PieceSet", "piece_set", "select",
            "Tiling", "Placement", "faults", "Fault", "export",
        ],
    ),
    "solving": (
        "Solving and counting",
        "One tiling, all of them, how many there are, the best, and why there is none.",
        [
            "solve", "Solved", "tilings", "TilingStream", "count", "Count", "verdict", "Verdict", "check_proof",
            "ProofCheck", "relaxations", "Relaxation", "most", "fewest", "largest_filling", "Best", "Limit",
            "Progress", "Outcome",
        ],
    ),
    "hints": (
        "Hints and ratings",
        "How a person would go on, and how hard that is.",
        ["hint", "Hint", "rate", "Rating"],
    ),
    "movement": (
        "Movement",
        "Whether assembled pieces come apart, and in how many moves.",
        ["disassemble", "Disassembly", "Move"],
    ),
    "making": (
        "Making puzzles",
        "New puzzles, and outlines that a set of pieces can make.",
        [
            "make_shikaku", "ShikakuRecipe", "MadeShikaku", "make_level", "Level", "find_challenges", "Card",
            "Cards", "find_silhouettes", "Silhouette", "Catalogue",
        ],
    ),
}
# fmt: on


def pages() -> dict[str, tuple[str, str, list[str]]]:
    """Every page with its title, what it is about, and its names. What no subject claims is on the last page but one,
    and errors are on the last.
    """
    claimed = {name for _, _, names in PAGES.values() for name in names}
    rest = [name for name in tilewright.__all__ if name not in claimed]
    errors = [name for name in rest if name.endswith("Error")]
    other = [name for name in rest if name not in errors]
    found = dict(PAGES)
    if other:
        found["more"] = ("More", "Further names of the package.", other)
    found["errors"] = ("Errors", "All of them are `TilewrightError`s, whose text is one line meant for people.", errors)
    return found


def write_reference(out: Path) -> None:
    """Write the pages to the folder `out`, with an index."""
    out.mkdir(parents=True, exist_ok=True)
    found = pages()
    for name, (title, about, names) in found.items():
        body = "\n".join(_directive(member) for member in names)
        (out / f"{name}.md").write_text(f"# {title}\n\n{about}\n\n```{{eval-rst}}\n{body}```\n", encoding="utf-8")
    rows = [f"- [{title}]({name}.md): {about}" for name, (title, about, _) in found.items()]
    toc = ":::{toctree}\n:hidden:\n\n" + "\n".join(found) + "\n:::\n"
    start = "Everything below is imported from `tilewright` itself: `import tilewright as tw`, then `tw.load(...)`."
    (out / "index.md").write_text("\n".join(["# Python", "", start, "", *rows, "", toc]), encoding="utf-8")


def _directive(name: str) -> str:
    value = getattr(tilewright, name)
    if not inspect.isclass(value):
        return f".. autofunction:: tilewright.{name}\n"
    return f".. autoclass:: tilewright.{name}\n   :members:\n"
