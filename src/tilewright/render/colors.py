"""Colors and styles of pictures: light, dark, and patterns for printers without color.

The 16 colors are of nearly even lightness and chroma (OKLCH: L 0.64 to 0.80, C 0.10 to 0.145), one in each sixteenth of
the circle of hues, chosen by `tools/make_palette.py`: the smallest distance of two of them is as large as could be found,
seen with full sight and with each of the three kinds of color blindness (simulated after Machado, Oliveira and Fernandes
2009, severity 1). The first ones differ most. Edges are darker shades of the color within.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.pieces import Piece


PALETTE = (
    "#d46941", "#6188e4", "#e693c0", "#a2cd8b", "#cec141", "#949a08", "#28d6e2", "#ad76aa",
    "#c86d71", "#77b9ec", "#e59467", "#3ca694", "#997bc6", "#e4b662", "#8ba6fd", "#85d2a5",
)  # fmt: skip
REGIONS = ("#f3d9b1", "#c9e3f5", "#d8ecc8", "#f3cdd6", "#e0d6f2", "#f2eeb8")  # Shikaku: six are always enough
_COLOR = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+|(rgb|hsl)a?\([\d\s,.%]+\)")


@dataclass(frozen=True)
class Theme:
    """How a picture looks.

    paper: behind everything; ink: lines and text on it; soft: captions and the grid; board: cells to fill;
    edge: around pieces; patterned: pieces are hatched in black on white instead of colored.
    """

    name: str
    paper: str
    ink: str
    soft: str
    board: str
    edge: str
    patterned: bool = False


LIGHT = Theme("light", "#ffffff", "#1b1f24", "#8c949e", "#eef0f2", "#1b1f24")
DARK = Theme("dark", "#14171a", "#e9ecef", "#7b848e", "#262b31", "#0b0d0f")
PRINT = Theme("print", "#ffffff", "#000000", "#777777", "#f4f4f4", "#000000", patterned=True)
THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK, PRINT)}


def palette_colors(pieces: Iterable[Piece]) -> dict[str, str]:
    """A color for each piece by name: its own if it looks like one, or the palette's by its place in the list."""
    return {
        piece.name: piece.color if piece.color and _COLOR.fullmatch(piece.color) else PALETTE[i % len(PALETTE)]
        for i, piece in enumerate(pieces)
    }


def ink_on(color: str) -> str:
    """Return black or white, whichever is easier to read on a color `#rgb` or `#rrggbb`; black on any other.

    >>> ink_on("#000000")
    '#ffffff'
    """
    if re.fullmatch(r"#[0-9a-fA-F]{3}", color):
        color = "#" + "".join(2 * digit for digit in color[1:])
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", color):
        return LIGHT.ink
    light = luminance(color)
    dark = luminance(LIGHT.ink)
    return LIGHT.ink if (light + 0.05) / (dark + 0.05) >= 1.05 / (light + 0.05) else "#ffffff"


def mix(color: str, other: str, share: float) -> str:
    """Return `#rrggbb` mixed with a share (0 to 1) of another such color; any other notation is returned unchanged.

    >>> mix("#ffffff", "#000000", 0.5)
    '#808080'
    """
    if not all(re.fullmatch(r"#[0-9a-fA-F]{6}", each) for each in (color, other)):
        return color
    pairs = [(int(color[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def luminance(color: str) -> float:
    """Relative luminance of `#rrggbb`, 0 to 1, as the web's contrast rules define it."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
