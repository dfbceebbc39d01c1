"""Tilings in color on a terminal; plain everywhere else, so that pipes get the classic drawing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.puzzle import Tiling


def print_tiling(tiling: Tiling, numbers: bool = False) -> None:
    """Print the drawing of a tiling, each piece's letters in its color if standard output is a terminal."""
    from tilewright.puzzle import Shikaku
    from tilewright.puzzle.packing.drawing import draw_numbers, draw_tiling

    drawing = draw_numbers(tiling) if numbers else draw_tiling(tiling)
    if not sys.stdout.isatty() or isinstance(tiling.puzzle, Shikaku):
        print(drawing)
        return
    from rich.console import Console
    from rich.text import Text

    from tilewright.puzzle.packing.drawing import labels
    from tilewright.render.theme import piece_colors

    colors = piece_colors(tiling.puzzle)
    by_character = {label[-1]: colors[name] for name, label in labels(tiling.puzzle).items() if name in colors}
    text = Text()
    for character in drawing:
        color = by_character.get(character)
        text.append(character, style=f"bold {color}" if color else None)
    Console(highlight=False).print(text, soft_wrap=True)
