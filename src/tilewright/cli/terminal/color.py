"""Tilings in color on a terminal; plain everywhere else, so that pipes get the classic drawing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.puzzle import Tiling


def print_tiling(tiling: Tiling, numbers: bool = False, walls: bool = False) -> None:
    """Print the drawing of a tiling, each piece's letters in its color if standard output is a terminal."""
    puzzle = tiling.puzzle
    draw = puzzle.draw_numbers if numbers else puzzle.draw_walls if walls else puzzle.draw
    drawing = draw(tiling)
    if not sys.stdout.isatty() or not (labels := puzzle.labels()):
        print(drawing)
        return
    from rich.console import Console
    from rich.text import Text

    from tilewright.render.piece_colors import piece_colors

    colors = piece_colors(puzzle)
    by_character = {label[-1]: colors[name] for name, label in labels.items() if name in colors}
    text = Text()
    for character in drawing:
        color = by_character.get(character)
        text.append(character, style=f"bold {color}" if color else None)
    Console(highlight=False).print(text, soft_wrap=True)
