"""Pictures of a disassembly, one for each move, and of the way back: how to put the pieces together.

The pieces that move are in full color, the others of their part pale. The way back has no words, so that it can be
printed in any language: an arrow shows the direction, with the number of steps before it; without a number the pieces come from
outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from tilewright.errors import ArgumentError
from tilewright.lattice import Atom, Lattice, Vector
from tilewright.movement.disassembly import Disassembly, Move
from tilewright.movement.replay import bodies_by_name
from tilewright.puzzle import Tiling
from tilewright.render import canvas as letters
from tilewright.render import draw, solids
from tilewright.render.canvas import LIGHT, Box, Canvas, Point, Theme, mix, shelves

CELL = 32.0  # of a picture, in pixels
WIDTH = 32.0  # of a row of pictures, in cells
AWAY = 2  # steps that a part is drawn away where it leaves without end
CAPTION = 1.0  # room for the text below, in cells
LETTER = 0.4  # size of its letters
ARROW, HEAD = 0.8, 0.2  # lengths of an arrow and its head, in cells

Places = Mapping[str, tuple[Atom, ...]]  # where each body lies, by its name


@dataclass(frozen=True)
class Step:
    """A move of one part: where its bodies lie before and after it; what leaves without end is a few steps away."""

    move: Move
    before: Places
    after: Places


@dataclass(frozen=True)
class Frame:
    """One picture: bodies where they lie, those of `moving` in full color, a caption, and perhaps an arrow."""

    grid: Lattice
    colors: Mapping[str, str]
    places: Places
    moving: Sequence[str]
    text: str
    arrow: Vector = ()

    @property
    def size(self) -> Point:
        """(width, height) in cells."""
        left, top, right, bottom = self._box
        return max(right - left, self._caption_width), bottom - top + CAPTION

    @property
    def _box(self) -> Box:
        atoms = [atom for each in self.places.values() for atom in each]
        return solids.block_box(self.grid, atoms) if self.grid.dimension == 3 else letters.box(self.grid, atoms)

    @property
    def _caption_width(self) -> float:
        return LETTER * letters.width(self.text) + (2 * ARROW if self.arrow else 0.0)

    def draw(self, canvas: Canvas, at: Point = (0, 0)) -> None:
        """Draw the picture, `at` its top left corner."""
        (wide, high), (left, top, right, _) = self.size, self._box
        corner = (at[0] - left + (wide - right + left) / 2, at[1] - top)
        pale = {name: mix(color, canvas.theme.paper, solids.PALE) for name, color in self.colors.items()}
        fills = [self.colors[name] if name in self.moving else pale[name] for name in self.places]
        if self.grid.dimension == 3:
            solids.blocks(canvas, self.grid, list(self.places.values()), fills, list(self.places), corner)
        else:
            for number, (fill, (name, atoms)) in enumerate(zip(fills, self.places.items(), strict=True)):
                draw.shape(canvas, self.grid, atoms, fill, name, corner, number)
        x, y = at[0] + (wide - self._caption_width) / 2, at[1] + high - LETTER
        canvas.text(self.text, (x, y), LETTER, canvas.theme.ink, "start")
        if self.arrow:
            self._draw_arrow(canvas, (x + self._caption_width - ARROW / 2, y))

    def _draw_arrow(self, canvas: Canvas, middle: Point) -> None:
        zero, tip = (self.grid.point(tuple(v * self.grid.scale * k for v in self.arrow)) for k in (0, 1))
        x, y = tip[0] - zero[0], tip[1] - zero[1]
        x, y = x / hypot(x, y), y / hypot(x, y)
        end = (middle[0] + x * ARROW / 2, middle[1] + y * ARROW / 2)
        style: dict[str, str | float] = {"stroke": canvas.theme.ink, "width": canvas.edge}
        canvas.line([(middle[0] - x * ARROW / 2, middle[1] - y * ARROW / 2), end], **style)
        sides = [(end[0] - HEAD * (x + s * y), end[1] - HEAD * (y - s * x)) for s in (1, -1)]
        canvas.line([sides[0], end, sides[1]], **style)


def steps_of(answer: Disassembly) -> Iterator[Step]:
    """Yield the steps in order; after a separation each part is looked at by itself."""
    tiling = _tiling(answer)
    grid, places = tiling.puzzle.grid, _start(answer)
    for separation in answer.separations:
        for move in separation.moves:
            distance = AWAY if move.distance is None else move.distance
            way = tuple(distance * v for v in move.vector)
            after = {**places, **{name: tuple(grid.shift(places[name], way)) for name in move.pieces}}
            part = separation.pieces
            yield Step(move, {name: places[name] for name in part}, {name: after[name] for name in part})
            if move.distance is not None:
                places = after


def position_after(answer: Disassembly, number: int) -> Places:
    """Return where the bodies lie after so many moves. Raises ArgumentError where the answer has not so many."""
    steps = list(steps_of(answer))
    if not 0 <= number <= len(steps):
        raise ArgumentError(f"step {number:,}: expected 0 to {len(steps):,}, for there are so many moves")
    return steps[number - 1].after if number else _start(answer)


def frames_apart(answer: Disassembly) -> list[Frame]:
    """Return the assembly, then each position after a move."""
    grid, colors, start = _tiling(answer).puzzle.grid, colors_of(answer), _start(answer)
    frames = [Frame(grid, colors, start, tuple(start), str(answer))]
    for number, step in enumerate(steps_of(answer), start=1):
        frames.append(Frame(grid, colors, step.after, step.move.pieces, f"{number}. {step.move}"))
    return frames


def frames_together(answer: Disassembly) -> list[Frame]:
    """How to put the pieces together: the moves backwards, each with the position that it leads to."""
    grid, colors = _tiling(answer).puzzle.grid, colors_of(answer)
    frames = []
    for number, step in enumerate(reversed(list(steps_of(answer))), start=1):
        back = tuple(-v for v in step.move.vector)
        text = f"{number}. {', '.join(step.move.pieces)}: {step.move.distance or ''}"
        frames.append(Frame(grid, colors, step.before, step.move.pieces, text, back))
    return frames


def steps_svg(answer: Disassembly, theme: Theme = LIGHT) -> str:
    """Return the assembly and all steps as one SVG document."""
    canvas, frames = Canvas(theme, CELL), frames_apart(answer)
    sizes = [frame.size for frame in frames]
    spots = shelves(sizes, max(WIDTH, *(wide for wide, _ in sizes)), solids.GAP)
    for frame, (_, x, y) in zip(frames, spots, strict=True):
        frame.draw(canvas, (x, y))
    return canvas.svg(title=str(answer))


def _tiling(answer: Disassembly) -> Tiling:
    assert answer.tiling is not None
    return answer.tiling


def _start(answer: Disassembly) -> dict[str, tuple[Atom, ...]]:
    return {name: tuple(atoms) for name, atoms in bodies_by_name(_tiling(answer), answer.pieces).items()}


def colors_of(answer: Disassembly) -> dict[str, str]:
    """Return a color for each body: that of its first piece."""
    colors = _tiling(answer).puzzle.picture.piece_colors()
    return {name: colors.get(name.split("+")[0].partition("#")[0], letters.PALETTE[0]) for name in answer.pieces}
