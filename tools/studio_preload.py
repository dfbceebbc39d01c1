"""Writes the modules that the studio's page needs at first into its head, so that they are asked for all at once.

`uv run python -m tools.studio_preload`, after a module was added or moved; tests/web/test_looks.py compares.
"""

from __future__ import annotations

import re
from pathlib import Path

from tilewright import web

STATIC = Path(web.__file__).parent / "static"
IMPORT = re.compile(r'^(?:import|export)\s(?:[^"]*?\sfrom\s)?"(\.[^"]+)";', re.M | re.S)
LINK = '    <link rel="modulepreload" href="/static/{}" />\n'


def reachable(start: str = "main.js") -> list[str]:
    """The modules that `start` imports, and these, and so on; without those that are imported when they are needed."""
    found = [start]
    for name in found:
        for target in IMPORT.findall((STATIC / name).read_text(encoding="utf-8")):
            other = str((STATIC / name).parent.joinpath(target).resolve().relative_to(STATIC.resolve()))
            if other not in found:
                found.append(other)
    return sorted(found[1:])


def main() -> None:
    page = STATIC / "index.html"
    text = re.sub(r' *<link rel="modulepreload"[^>]*>\n', "", page.read_text(encoding="utf-8"))
    links = "".join(map(LINK.format, reachable()))
    page.write_text(text.replace('    <script type="module"', f'{links}    <script type="module"', 1), encoding="utf-8")


if __name__ == "__main__":
    main()
