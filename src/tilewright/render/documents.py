"""PNG from SVG.

PDF through typst: vectors at their true size, fonts embedded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from importlib.resources import files

from tilewright.errors import LimitError, TilewrightError
from tilewright.puzzle import Tiling
from tilewright.render.svg import tiling_svg

MAX_PIXELS = 100_000_000  # four bytes each while it is drawn


def png(svg: str, zoom: float = 2.0) -> bytes:
    """The picture as PNG, `zoom` pixels a unit; LimitError when it is too large.

    Letters are outlines already, so no font is needed.
    """
    from resvg_py import svg_to_bytes  # slow to import, and for PNG only

    size = re.search(r'<svg [^>]*width="([\d.]+)\w*" height="([\d.]+)', svg)
    wide, high = (float(value) * zoom for value in size.groups()) if size else (0.0, 0.0)
    if wide * high > MAX_PIXELS:
        raise LimitError(
            f"a PNG of {wide:,.0f} x {high:,.0f} pixels: expected at most {MAX_PIXELS:,}; write .svg instead"
        )
    return bytes(svg_to_bytes(svg_string=svg, zoom=zoom, dpi=96))


EPOCH = 0  # of the document's date: the same input gives the same bytes

PAGES = """
#let pictures = json(bytes(sys.inputs.data))
#set page(width: auto, height: auto, margin: 8mm)
#for (i, picture) in pictures.enumerate() {
  if i > 0 { pagebreak() }
  image(bytes(picture), format: "svg")
}
"""


def pdf(template: str, data: object) -> bytes:
    """The PDF of a typst template that reads `data` from `json(bytes(sys.inputs.data))`."""
    try:
        import typst  # the extra `print`
    except ImportError:
        raise TilewrightError("PDF needs the package typst: pip install 'tilewright[print]'") from None
    inputs = {"data": json.dumps(data, ensure_ascii=False)}
    return bytes(typst.compile(template.encode(), sys_inputs=inputs, ignore_system_fonts=True, timestamp=EPOCH))


def template(name: str) -> str:
    """A template that comes with the package."""
    return (files("tilewright") / f"data/{name}.typ").read_text("utf-8")


def tilings_pdf(tilings: Iterable[Tiling]) -> bytes:
    """One tiling a page, the page as large as its picture."""
    return pdf(PAGES, [tiling_svg(tiling) for tiling in tilings])
