"""The gallery of the site: every example solved and drawn anew, with a link that opens it in the studio."""

from __future__ import annotations

import re
from pathlib import Path

from tilewright import load, solve
from tilewright.puzzle.picture import puzzle_svg, tiling_svg
from tools.docs.stage import ROOT

PICTURE = re.compile(r"^!\[[^\]]*\]\(\.\./pictures/([^)]+)\)$", re.MULTILINE)
SOLVED = re.compile(r"examples/([\w-]+)/([\w.-]+)")


def write_gallery(source: Path, playable: bool) -> None:
    """Draw the pictures of the gallery's page in a staged site; where the studio is there each example gets its link to it."""
    page = source / "guides" / "gallery.md"
    sections = re.split(r"^(?=### )", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    page.write_text(
        "".join(_with_link(section, source / "pictures", playable) for section in sections), encoding="utf-8"
    )


def _with_link(section: str, pictures: Path, playable: bool) -> str:
    """Return a section with its picture drawn again, and a link to play it below."""
    example, picture = SOLVED.search(section), PICTURE.search(section)
    if not (section.startswith("###") and example and picture):
        return section
    folder, name = example.groups()
    _draw(ROOT / "examples" / folder / name, pictures / picture[1])
    if not playable:
        return section
    address = f"../studio/#play/gallery/{folder}/{Path(name).stem}"
    link = f'<p><a class="studio-link" href="{address}">Open in the studio</a></p>'
    return PICTURE.sub(lambda found: f"{found[0]}\n\n{link}", section)


def _draw(example: Path, picture: Path) -> None:
    puzzle = load(example)
    found = solve(puzzle)
    picture.write_text(tiling_svg(found.tilings[0]) if found.tilings else puzzle_svg(puzzle), encoding="utf-8")
