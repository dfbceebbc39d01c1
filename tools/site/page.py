"""The page of the site: the local studio's, with relative addresses, its policy, manifest, icons and service worker."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

from tilewright.render.svg import png
from tilewright.web import without_comments

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "tilewright" / "web" / "static"
# No script but the site's own files. WebAssembly is compiled from bytes that were checked against files.json, which
# browsers count as evaluating code: 'wasm-unsafe-eval' allows that and nothing else (no eval of JavaScript).
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "font-src 'self'; img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
ICONS = (192, 512)


def write_page(site: Path) -> None:
    """Copy the page and write index.html, manifest and icons."""
    shutil.copytree(STATIC, site / "static", ignore=shutil.ignore_patterns("index.html", "sw.js"))
    for module in (site / "static").rglob("*.js"):
        module.write_text(without_comments(module.read_text(encoding="utf-8")), encoding="utf-8")
    html = (STATIC / "index.html").read_text(encoding="utf-8").replace('"/static/', '"static/')
    (site / "index.html").write_text(html.replace("    <title>", _head(site) + "    <title>", 1), encoding="utf-8")
    icon = (STATIC / "icon.svg").read_text(encoding="utf-8")
    for size in ICONS:
        (site / f"icon-{size}.png").write_bytes(png(_scaled(icon, size)))
    manifest = {
        "name": "Tilewright studio",
        "short_name": "Tilewright",
        "description": "Draw, solve, play and make puzzles in which pieces fit a board.",
        "start_url": ".",
        "scope": ".",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#1f4e8c",
        "icons": [{"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in ICONS],
    }
    (site / "manifest.webmanifest").write_text(json.dumps(manifest, indent=1), encoding="utf-8")


def _head(site: Path) -> str:
    """What stands in the head besides; modules are named, so that they load side by side."""
    words = ("backend/worker.js", "backend/kernel.js", "backend/files.js", "backend/server.js")
    modules = sorted(path.relative_to(site).as_posix() for path in (site / "static").rglob("*.js"))
    loaded = [name for name in modules if not name.endswith(words) and not re.search(r"words/\w+(/\w+)?\.js$", name)]
    lines = [
        f'<meta http-equiv="content-security-policy" content="{POLICY}" />',
        '<meta name="tilewright-backend" content="site" />',
        '<meta name="theme-color" content="#1f4e8c" />',
        '<link rel="manifest" href="manifest.webmanifest" />',
        '<link rel="apple-touch-icon" href="icon-192.png" />',
        '<script src="static/backend/scheme.js"></script>',
        '<link rel="preload" href="data/answers.json" as="fetch" crossorigin="anonymous" />',
        *(f'<link rel="modulepreload" href="{name}" />' for name in loaded),
    ]
    return "".join(f"    {line}\n" for line in lines)


def _scaled(svg: str, size: int) -> str:
    return re.sub(
        r"<svg\b",
        f'<svg width="{size}" height="{size}"',
        re.sub(r'\s(width|height)="[^"]*"', "", svg, count=2),
        count=1,
    )


def write_files(site: Path, version: str) -> str:
    """Write files.json, the list of all files with their sizes and digests, and the service worker that keeps them."""
    files = {
        path.relative_to(site).as_posix(): {"bytes": path.stat().st_size, "sha256": _digest(path)}
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }
    text = json.dumps({"version": version, "files": files}, indent=0, sort_keys=True)
    number = hashlib.sha256(text.encode()).hexdigest()[:16]
    (site / "files.json").write_text(text, encoding="utf-8")
    worker = without_comments((STATIC / "backend" / "sw.js").read_text(encoding="utf-8"))
    (site / "sw.js").write_text(f'const VERSION = "{number}";\nconst FILES = {text};\n{worker}', encoding="utf-8")
    return number


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
