"""Tilings in color on a terminal; plain everywhere else, so that pipes get the classic drawing."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from tilewright.lazy import lazy

if TYPE_CHECKING:
    import rich.console as rich_console
    import rich.text as rich_text

    from tilewright.puzzle import Puzzle, Tiling
else:
    rich_console, rich_text = lazy("rich.console"), lazy("rich.text")  # slow to import; for terminals alone, as drawing

PRINTED_AT_ONCE = 256  # tilings, where nobody watches


def print_tilings(puzzle: Puzzle, tilings: Sequence[Tiling], numbers: bool = False, walls: bool = False) -> list[str]:
    """Print the drawings of many tilings of a puzzle, an empty line between two; what a reader should know of them."""
    if not tilings:
        return []
    special = numbers or walls
    if sys.stdout.isatty():
        for number, tiling in enumerate(tilings):
            print(end="\n" if number else "")
            print_tiling(tiling, numbers, walls)
    else:
        drawings = (_drawing(tiling, numbers, walls) for tiling in tilings) if special else puzzle.drawings(tilings)
        _print_all(drawings)
    return [] if special else puzzle.drawing_notes(tilings)


def _print_all(drawings: Iterable[str]) -> None:
    """Print many, not one by one, for nobody watches."""
    separator, rest = "", iter(drawings)
    while some := list(islice(rest, PRINTED_AT_ONCE)):
        print(separator + "\n\n".join(some))
        separator = "\n"


def _drawing(tiling: Tiling, numbers: bool, walls: bool) -> str:
    puzzle = tiling.puzzle
    draw = puzzle.draw_numbers if numbers else puzzle.draw_walls if walls else puzzle.draw
    return draw(tiling)


def print_tiling(tiling: Tiling, numbers: bool = False, walls: bool = False) -> None:
    """Print the drawing of a tiling, each piece's letters in its color if standard output is a terminal."""
    puzzle, drawing = tiling.puzzle, _drawing(tiling, numbers, walls)
    if not sys.stdout.isatty() or not (labels := puzzle.labels()):
        print(drawing)
        return
    colors = puzzle.picture.piece_colors()
    by_character = {label[-1]: colors[name] for name, label in labels.items() if name in colors}
    text = rich_text.Text()
    for character in drawing:
        color = by_character.get(character)
        text.append(character, style=f"bold {color}" if color else None)
    rich_console.Console(highlight=False).print(text, soft_wrap=True)
