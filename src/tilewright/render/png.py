"""PNG from SVG."""

from __future__ import annotations


def png(svg: str, zoom: float = 2.0) -> bytes:
    """The picture as PNG, `zoom` pixels a unit. Letters are outlines already, so no font is needed."""
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, zoom=zoom, dpi=96))
