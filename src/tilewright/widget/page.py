"""The studio's page as one text, for a frame that has no server: its own modules, each under a name of its own.

A module in a frame without an address cannot name another by a relative path, so that `from "./core/dom.js"` becomes
`from "tilewright/core/dom.js"`, and a table at the top (an import map) says where the text of each is.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
from functools import lru_cache
from pathlib import Path

STATIC = Path(__file__).parents[1] / "web" / "static"
ENTRY = "main.js"
# What only the static site runs: workers and what keeps it offline.
ELSEWHERE = ("backend/site.js", "backend/sw.js", "backend/worker.js")
IMPORT = re.compile(r'(\bfrom\s*|\bimport\s*\(?\s*)"(\.{1,2}/[^"]+\.js)"')
STYLE = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)" />')
EARLY = r'<link rel="modulepreload" href="/static/[^"]+" />|<script type="module" async src="/static/[^"]+"></script>'
PRELOAD = re.compile(rf"\s*(?:{EARLY})")
SCRIPT = re.compile(r'<script type="module" src="/static/[^"]+"></script>')


@lru_cache
def page() -> str:
    """Return the page."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    text = text.replace('<html lang="en">', '<html lang="en" class="embed">')
    text = text.replace("</title>", '</title><meta name="tilewright-backend" content="notebook" />', 1)
    text = PRELOAD.sub("", text)
    text = STYLE.sub(lambda found: f"<style>{(STATIC / found[1]).read_text(encoding='utf-8')}</style>", text)
    text = text.replace(
        "/static/icon.svg", _address("image/svg+xml", (STATIC / "icon.svg").read_text(encoding="utf-8"))
    )
    return SCRIPT.sub(lambda _: _scripts(), text)


def _scripts() -> str:
    table = {_name(path): _address("text/javascript", text) for path, text in modules().items()}
    imports = json.dumps({"imports": table})
    return f'<script type="importmap">{imports}</script><script type="module">import "{_name(ENTRY)}";</script>'


def modules() -> dict[str, str]:
    """Return every module that the page's entry reaches, by path, with names instead of relative paths in it."""
    found: dict[str, str] = {}
    ahead = [ENTRY]
    while ahead:
        path = ahead.pop()
        if path in found or path in ELSEWHERE:
            continue
        text = (STATIC / path).read_text(encoding="utf-8")
        ahead += [
            posixpath.normpath(posixpath.join(posixpath.dirname(path), match[2])) for match in IMPORT.finditer(text)
        ]
        found[path] = _renamed(path, text)
    return found


def _renamed(path: str, text: str) -> str:
    def name(found: re.Match[str]) -> str:
        return f'{found[1]}"{_name(posixpath.normpath(posixpath.join(posixpath.dirname(path), found[2])))}"'

    return IMPORT.sub(name, text)


def _name(path: str) -> str:
    return f"tilewright/{path}"


def _address(media: str, text: str) -> str:
    return f"data:{media};base64,{base64.b64encode(text.encode()).decode()}"
