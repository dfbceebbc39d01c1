"""Pages with edge-matching puzzles: the board, and the tiles as cards to cut out."""

from __future__ import annotations

from functools import partial

from tilewright.publish.task import CutOut, Task, pieces_note, surface_note, task_of
from tilewright.puzzle import EdgeMatching, Tiling
from tilewright.puzzle.edges.puzzle import FREE, UNIFORM
from tilewright.puzzle.edges.tile import Tile
from tilewright.render.canvas import Canvas, Point, translate
from tilewright.render.edges import draw_tile
from tilewright.render.place import box


@task_of.register(EdgeMatching)
def _task_of(puzzle: EdgeMatching, tiling: Tiling | None) -> Task:
    copies = [tile.copies for tile in puzzle.tiles]
    any_number = any(most is None for _, most in copies)
    count = "any number of each" if any_number else pieces_note(sum(most or 0 for _, most in copies))
    note = "; ".join([count.replace("piece", "tile"), *_rules(puzzle)])
    cards = () if any_number else tile_cards(puzzle)
    return Task(note, cards=cards, piece_list=any_number, to_scale=not any_number)


def _rules(puzzle: EdgeMatching) -> list[str]:
    """What is asked beside matching sides."""
    rules = ["a small letter meets its capital"] if puzzle.match == "partner" else []
    if puzzle.border == UNIFORM:
        rules.append("one label all around")
    elif puzzle.border != FREE:
        rules.append("the border as drawn")
    return [*rules, *filter(None, [surface_note(puzzle)])]


def tile_cards(puzzle: EdgeMatching) -> tuple[CutOut, ...]:
    """Return a card for every copy of each tile."""
    grid = puzzle.grid.plane
    left, top, right, bottom = box(grid, [grid.join((0, 0), 0)])
    size = (right - left, bottom - top)
    return tuple(
        CutOut(size, partial(_draw_card, puzzle=puzzle, tile=tile, corner=(left, top)))
        for tile in puzzle.tiles
        for _ in range(tile.copies[1] or 0)
    )


def _draw_card(canvas: Canvas, at: Point, puzzle: EdgeMatching, tile: Tile, corner: Point) -> None:
    grid = puzzle.grid.plane
    place = (at[0] - corner[0], at[1] - corner[1])
    corners = [translate(point, place) for point in grid.polygon(grid.join((0, 0), 0))]
    draw_tile(canvas, puzzle, (0, tile.labels), corners, tile.name)
