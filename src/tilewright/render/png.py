"""PNG from SVG."""

from __future__ import annotations

import re

from tilewright.errors import LimitError

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
