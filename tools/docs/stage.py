"""The pages of the repository laid out as the source of a site, with their links pointing where the pages now are.

`docs/site/` gives the landing page and the configuration; what else lies in `docs/` keeps its place below the root; the
pages in the repository's root come under `project/`. Another file that a page links to, such as a program, is copied to
`files/` and offered to be saved. The site wears the type and the colors of the studio.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SITE = DOCS / "site"
PROJECT = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "benchmarks/README.md"]
FENCE = re.compile(r"(^(`{3,}|~{3,}).*?^\2[^\n]*\n)", re.MULTILINE | re.DOTALL)
PAGE = ROOT / "src/tilewright/web/static"
WORN = ("icon.svg", "style/tokens.css", "fonts/figtree.woff2")  # of the studio's page, by the site as well
PICTURE = re.compile(r"^!\[[^\]]*\]\(pictures/studio/[^)]+\)\n", re.MULTILINE)
LINK = re.compile(r"(!?\[[^\]]*\]\()([^()\s#]+)((?:#[^()\s]*)?\))")


def place_of(path: Path) -> Path:
    """Return where a file of the repository lies in the source of the site, relative to its root."""
    if path.is_relative_to(SITE):
        return path.relative_to(SITE)
    if path.is_relative_to(DOCS):
        return path.relative_to(DOCS)
    name = path.relative_to(ROOT)
    if str(name) in PROJECT:
        return Path("project") / "-".join(name.parts)
    return Path("files") / name


def stage(out: Path) -> None:
    """Write the source of the site to `out`, which is emptied first. Raises FileNotFoundError for a link to nothing."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(SITE, out)
    shutil.copytree(DOCS / "pictures", out / "pictures")
    for path in [*DOCS.rglob("*.md"), *(ROOT / name for name in PROJECT if name.endswith(".md"))]:
        target = out / place_of(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(moved(path.read_text(encoding="utf-8"), path, out), encoding="utf-8")


def moved(text: str, path: Path, out: Path) -> str:
    """Return the text of the page at `path` with the links it needs in the site; files they name are copied to `out`."""

    def link(found: re.Match[str]) -> str:
        if re.match(r"\w+:", found[2]):
            return found[0]
        target = (path.parent / found[2]).resolve()
        place = place_of(target)
        if place.suffix != ".md" and place.parts[0] != "pictures":
            (out / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(target, out / place)
        return f"{found[1]}{os.path.relpath(place, place_of(path).parent)}{found[3]}"

    # `split` gives prose, a block of code, its fence, prose, and so on.
    parts = FENCE.split(text)
    return "".join(LINK.sub(link, part) if at % 3 == 0 else part for at, part in enumerate(parts) if at % 3 != 2)


def wear_the_studio(source: Path, playable: bool) -> None:
    """Give a staged site the type and colors of the studio, and its first page a puzzle to play if the studio is there."""
    for name in WORN:
        (source / "_static" / name).parent.mkdir(exist_ok=True)
        shutil.copy2(PAGE / name, source / "_static" / name)
    measures = source / "_static" / "style" / "tokens.css"
    # A page of text shows the face however late it comes; the studio, whose boards must not jump, does without it then.
    measures.write_text(
        measures.read_text(encoding="utf-8").replace("display: optional", "display: swap"), encoding="utf-8"
    )
    frame = (source / "play.html").read_text(encoding="utf-8")
    (source / "play.html").unlink()
    if playable:
        first = source / "index.md"
        first.write_text(PICTURE.sub(lambda _: frame, first.read_text(encoding="utf-8"), count=1), encoding="utf-8")
