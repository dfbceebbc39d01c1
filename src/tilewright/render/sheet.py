"""Many pictures as one: rows of silhouettes or tilings, a caption under each.

Everything that may lie on a board, in one picture; each kind draws its own in the file of its name.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from math import ceil

from tilewright.errors import LimitError
from tilewright.puzzle import Tiling
from tilewright.puzzle.compiled import Compiled, Owner
from tilewright.render import letters
from tilewright.render.canvas import Canvas, Drawing
from tilewright.render.puzzles import draw_tiling
from tilewright.render.theme import LIGHT, Theme

APART = 0.12  # of the largest picture, between two


def sheet_svg(
    pictures: Sequence[Drawing],
    captions: Sequence[str] = (),
    columns: int = 8,
    theme: Theme = LIGHT,
    cell: float = 10.0,
    unit: str = "",
) -> str:
    """The pictures in rows of `columns`, all at `cell` units a cell, each centred above its caption."""
    parts = []
    for picture in pictures:
        parts.append(Canvas(theme, cell, unit))
        picture(parts[-1])
    wide = (1 + APART) * max(part.box[2] - part.box[0] for part in parts)
    high = (1 + APART) * max(part.box[3] - part.box[1] for part in parts)
    size = _caption_size(captions, wide)
    canvas = Canvas(theme, cell, unit)
    across = min(columns, len(parts))
    canvas.include((0, 0), (wide * across, (high + 2 * size) * ceil(len(parts) / across)))
    for i, part in enumerate(parts):
        left, top, right, bottom = part.box
        x, y = wide * (i % across + 0.5), (high + 2 * size) * (i // across) + high / 2
        canvas.add(part, (x - (left + right) / 2, y - (top + bottom) / 2))
        if captions:
            canvas.text(captions[i], (x, y + high / 2 + size / 2), size, theme.ink)
    return canvas.svg(APART * wide / 2)


def tilings_svg(tilings: Sequence[Tiling], columns: int = 2, theme: Theme = LIGHT, cell: float = 32.0) -> str:
    """Several tilings side by side."""
    return sheet_svg([partial(draw_tiling, tiling=each) for each in tilings], (), columns, theme, cell)


def _caption_size(captions: Sequence[str], wide: float) -> float:
    """The size at which the longest caption is as wide as a picture, within reason."""
    if not captions:
        return 0.0
    longest = max(letters.width(caption) for caption in captions)
    return min(wide / 8, 0.96 * wide / max(longest, 1.0))


MAX_DRAWN = 5000  # candidates of a Shikaku, orientations of pieces: more is a file that no program shows
COLUMNS = 6
CELL = 24.0  # pixels


def candidates_svg(compiled: Compiled, owners: Collection[Owner], theme: Theme = LIGHT, cell: float = CELL) -> str:
    """One sheet of all pictures. Raises LimitError when there are too many."""
    drawn = compiled.puzzle.picture.candidates(compiled, owners)
    pictures, captions = zip(*drawn, strict=True)
    return sheet_svg(pictures, captions, COLUMNS, theme, cell)


def check_drawn(count: int) -> None:
    """Raise LimitError for more candidates than a picture should have."""
    if count > MAX_DRAWN:
        raise LimitError(
            f"{count:,} candidates are too many for a picture: expected at most {MAX_DRAWN:,}; see --piece"
        )
