"""Pictures of Shikaku, on paper and in the page: clues, rectangles colored like a map, and the candidates of each clue.

All candidates of a clue cover its cell, so they are drawn as frames at different distances from the grid lines. The
number of a candidate is written where few other candidates lie, in the color of its frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from tilewright.kinds.shikaku.puzzle import Rect, Shikaku, cells_of, rectangle
from tilewright.lattice.outline import regions
from tilewright.puzzle import Placement, Tiling
from tilewright.puzzle.page import Task
from tilewright.puzzle.picture import Page
from tilewright.puzzle.puzzle import Compiled, Owner
from tilewright.render import draw
from tilewright.render.canvas import PALETTE, REGIONS, Canvas, Drawing, Point, ink_on, luminance, mix
from tilewright.render.svg import check_drawn


class ShikakuPicture(Page):
    """The pictures of Shikaku puzzles."""

    puzzle: Shikaku

    def draw_given(self, canvas: Canvas, at: Point = (0, 0)) -> None:
        draw_clues(self.puzzle, canvas, at)

    def draw_placements(
        self, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
    ) -> None:
        """Draw the rectangles and the clues; neighboring rectangles have different colors."""
        puzzle = self.puzzle
        grid = puzzle.grid
        for placement, color in zip(placements, draw.map_colors(grid, [p.atoms for p in placements]), strict=True):
            shades = (canvas.theme.paper,) if canvas.theme.patterned else SHADES if canvas.theme.gray else REGIONS
            fill = shades[color % len(shades)]
            canvas.regions(
                grid, regions(grid, placement.atoms), at, fill=fill, stroke=canvas.theme.edge, width=canvas.edge
            )
        draw_clues(puzzle, canvas, at, ink_on(REGIONS[0]) if placements else "")

    def candidates(self, compiled: Compiled, owners: Collection[Owner]) -> list[tuple[Drawing, str]]:
        puzzle = self.puzzle
        every = replace(puzzle, pinned=()).candidates()  # pins exclude some candidates, but the numbers stay the same
        left = set(puzzle.candidates())
        chosen = [
            (number, clue, rect)
            for number, (clue, rect) in enumerate(every, start=1)
            if clue in owners and (clue, rect) in left
        ]
        check_drawn(len(chosen))
        drawn: list[tuple[Drawing, str]] = []
        for owner in sorted(owners):
            mine = [each for each in chosen if each[1] == owner]
            row, column, value = puzzle.clues[owner]
            colors = [COLORS[i % len(COLORS)] for i in range(len(mine))]
            caption = f"{'?' if value is None else value} at {row},{column}: {len(mine)}"
            drawn.append((partial(_draw, puzzle=puzzle, candidates=mine, colors=colors, clue=owner), caption))
        if len(chosen) <= MOST_TOGETHER:
            colors = [COLORS[clue % len(COLORS)] for _, clue, _ in chosen]
            drawn.append((partial(_draw, puzzle=puzzle, candidates=chosen, colors=colors), f"all: {len(chosen)}"))
        return drawn

    def view(self) -> dict[str, Any]:
        puzzle = self.puzzle
        pinned = [{"piece": p.piece, "rect": rectangle(p), "atoms": p.atoms} for p in puzzle.pinned_placements]
        size = {"rows": puzzle.rows, "columns": puzzle.columns}
        return {"kind": puzzle.kind, "clues": puzzle.clues, **size, "pinned": pinned}

    def task(self, tiling: Tiling | None) -> Task:
        puzzle = self.puzzle
        return Task(f"{len(puzzle.clues)} rectangles, {puzzle.rows} × {puzzle.columns}")


SHADES = ("#ffffff", "#d4d4d4", "#ececec", "#bcbcbc", "#f6f6f6", "#a8a8a8")  # fills of pictures without color
INSETS = (0.07, 0.19, 0.31, 0.13, 0.25, 0.37)  # distances of the frames from the grid lines, in cells
COLORS = tuple(color for color in PALETTE if luminance(color) < 0.5)  # paler frames would be invisible
ROOM = 0.46  # size of a number, in cells
MOST_TOGETHER = 80  # candidates on one board that can still be told apart
MARGIN = 1  # cells around the candidates of a clue
Candidate = tuple[int, Owner, Rect]  # number, clue, (top, left, height, width)


def draw_clues(puzzle: Shikaku, canvas: Canvas, at: Point = (0, 0), ink: str = "") -> None:
    """Draw the numbers of a Shikaku."""
    for row, column, value in puzzle.clues:
        _draw_clue(canvas, (row + at[1], column + at[0]), value, ink or canvas.theme.ink)


def _draw_clue(canvas: Canvas, cell: Point, value: int | None, ink: str) -> None:
    text = "?" if value is None else str(value)
    canvas.text(text, (cell[1] + 0.5, cell[0] + 0.5), draw.fitting_size(text, 0.42), ink, bold=True)


def _draw(
    canvas: Canvas, puzzle: Shikaku, candidates: Sequence[Candidate], colors: Sequence[str], clue: Owner | None = None
) -> None:
    """Draw the board with these candidates.

    For one clue, only the surroundings of its candidates are drawn, and that clue in full ink.
    """
    if clue is None:
        draw.board(canvas, puzzle.board)
        near = set(puzzle.board.atoms)
    else:
        near = _around(puzzle, [rect for _, _, rect in candidates] or [(*puzzle.clues[clue][:2], 1, 1)])
        draw.cell_lines(canvas, puzzle.grid, near)
    for place, ((_, _, rect), color) in enumerate(zip(candidates, colors, strict=True)):
        inset = INSETS[place % len(INSETS)]
        top, left, height, width = rect
        (x, y), (right, bottom) = (left + inset, top + inset), (left + width - inset, top + height - inset)
        corners = (x, y), (right, y), (right, bottom), (x, bottom)
        ink = mix(color, canvas.theme.ink, 0.3)
        canvas.polygons([corners], fill=color, opacity=0.15, stroke="none")
        canvas.polygons([corners], fill="none", stroke=ink, width=canvas.edge)
    for number, (row, column, value) in enumerate(puzzle.clues):
        if (row, column) in near:
            _draw_clue(canvas, (row, column), value, canvas.theme.ink if clue in (None, number) else canvas.theme.soft)
    for (number, _, _), color, spot in zip(candidates, colors, _spots(puzzle, candidates), strict=True):
        text = str(number)
        canvas.circle(spot, 0.2, fill=canvas.theme.paper, opacity=0.8, stroke="none")
        canvas.text(text, spot, draw.fitting_size(text, ROOM / 2), mix(color, canvas.theme.ink, 0.7), bold=True)


def _around(puzzle: Shikaku, rects: Sequence[Rect]) -> set[tuple[int, ...]]:
    """Return the cells from the first row and column of the rectangles to the last, and `MARGIN` more on each side."""
    top, left = min(rect[0] for rect in rects), min(rect[1] for rect in rects)
    bottom, right = max(rect[0] + rect[2] for rect in rects), max(rect[1] + rect[3] for rect in rects)
    rows = range(max(0, top - MARGIN), min(puzzle.rows, bottom + MARGIN))
    return set(product(rows, range(max(0, left - MARGIN), min(puzzle.columns, right + MARGIN))))


def _spots(puzzle: Shikaku, candidates: Sequence[Candidate]) -> list[Point]:
    """Return a place for each number, inside its rectangle where few others lie.

    Two numbers share a place only if there is no room.
    """
    lying = Counter(cell for _, _, rect in candidates for cell in cells_of(rect))
    clues = {(row, column) for row, column, _ in puzzle.clues}
    taken: Counter[Point] = Counter()
    found = {}
    for number, _, rect in sorted(candidates, key=lambda each: each[2][2] * each[2][3]):
        places = [
            (taken[place], cell in clues, lying[cell], centred, place)
            for cell in cells_of(rect)
            for centred, place in _places(cell, cell in clues)
        ]
        spot = min(places)[-1]
        taken[spot] += 1
        found[number] = spot
    return [found[number] for number, _, _ in candidates]


def _places(cell: tuple[int, int], clue: bool) -> Iterable[tuple[bool, Point]]:
    """Yield (off the middle, place) for the middle of a cell, if it holds no clue, and four places near its corners."""
    row, column = cell
    if not clue:
        yield False, (column + 0.5, row + 0.5)
    for down, right in product((-0.31, 0.31), repeat=2):
        yield True, (column + 0.5 + right, row + 0.5 + down)
