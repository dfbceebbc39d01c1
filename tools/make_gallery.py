"""Draws every example and writes docs/guides/gallery.md.

uv run python -m tools.make_gallery
"""

from __future__ import annotations

from pathlib import Path

from tilewright import Limit, load, solve
from tilewright.puzzle.picture import puzzle_svg, tiling_svg

DOCS = Path(__file__).parents[1] / "docs"
EXAMPLES = DOCS.parent / "examples"
PICTURES = DOCS / "pictures"
SECONDS = 60.0  # of a solution: by then there is none of the 16 x 16 squares
TITLES = {
    "doodle-fit": ("Doodle Fit", "Blocks that are never turned, on any shape; the file is the classic text."),
    "fridgeiq": (
        "FridgeIQ",
        "Magnets of whole and half squares, turned but never flipped; outlines with holes as WKT.",
    ),
    "tetris": ("Tetris filling", "Any number of the seven tetrominoes."),
    "katamino": ("Katamino", "Some of the twelve pentominoes on 5 rows, each once."),
    "shikaku": (
        "Shikaku",
        "Rectangles, each with one clue, the number of its cells. The clue grid of blog-17x15 is a reconstruction.",
    ),
    "edges": (
        "Edge matching",
        "Tiles with labels on their edges, which must match: a color and a half figure for each label.",
    ),
    "cards": (
        "Heads and tails",
        "Nine cards each: every figure is a head on one card and its tail, drawn hollow, on the next.",
    ),
}


def main() -> None:
    """Draw each, write the page."""
    PICTURES.mkdir(exist_ok=True)
    lines = ["# Gallery", "", "Every file in `examples/`, solved and drawn by `tilewright solve FILE -o picture.svg`."]
    lines += ["This page is written by `python -m tools.make_gallery`.", ""]
    folders = [folder for folder in TITLES if (EXAMPLES / folder).is_dir()]
    for folder in folders:
        title, text = TITLES[folder]
        lines += [f"## {title}", "", text, ""]
        for path in sorted((EXAMPLES / folder).iterdir(), key=lambda p: (len(p.name), p.name)):
            lines += entry(folder, path)
    (DOCS / "guides" / "gallery.md").write_text("\n".join(lines) + "\n")


def entry(folder: str, path: Path) -> list[str]:
    """The lines of one example, none if it is not solved in time; its picture is written beside them."""
    puzzle = load(path)
    found = solve(puzzle, limit=Limit(seconds=SECONDS))
    name = f"{folder}-{path.stem}.svg"
    if found.tilings:
        (PICTURES / name).write_text(tiling_svg(found.tilings[0]))
        answer = f"`tilewright solve examples/{folder}/{path.name}`"
    elif found.verdict != "impossible":
        return []
    else:
        (PICTURES / name).write_text(puzzle_svg(puzzle))
        answer = f"`examples/{folder}/{path.name}` is impossible: {found.reason.text if found.reason else ''}"
    return [f"### {path.name}", "", answer, "", f"![{path.name}](../pictures/{name})", ""]


if __name__ == "__main__":
    main()
