"""What a booklet has a page for: a picture to fill, its answer, and the pieces it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import msgspec

from tilewright.api.solve import solve
from tilewright.cover.search.limit import Limit
from tilewright.design.challenges.cards import Cards
from tilewright.errors import LimitError, NotationError
from tilewright.lattice import Lattice, Vector, lattice
from tilewright.pieces import Piece
from tilewright.publish.cut_outs import LINE
from tilewright.puzzle import Puzzle, Tiling
from tilewright.render import draw
from tilewright.render.canvas import Canvas, Drawing
from tilewright.render.page import CutOut, PieceCount, piece_counts, pieces_note
from tilewright.render.puzzles import draw_puzzle_board, draw_tiling
from tilewright.render.theme import LIGHT, Theme, palette_colors
from tilewright.silhouettes.catalogues.catalogue import Catalogue
from tilewright.silhouettes.half_cells import atoms_by_shift
from tilewright.silhouettes.silhouette import Silhouette

MOST_CELLS = 20_000  # of a board on a page: more than anyone can see
LIST_WIDTH = 42.0  # cells of a row of pieces to use
SHADE = "#c6ccd2"  # of an silhouette to be filled: pale, to save ink, and clearly an area


@dataclass(frozen=True)
class Challenge:
    """One page.

    picture:  draws what is given; None of its lines may change the outline's size.
    answer:   draws the solution, or None with the reason in `remark`.
    needs:    the pieces it takes.
    cards:    what else is to be cut out for it.
    choice:   draws the pieces to use, where they differ from page to page.
    to_scale: whether real pieces are laid on the page (else it is filled with a pencil).
    """

    name: str
    note: str
    picture: Drawing
    answer: Drawing | None
    needs: tuple[PieceCount, ...] = ()
    choice: Drawing | None = None
    to_scale: bool = True
    remark: str = ""
    cards: tuple[CutOut, ...] = ()

    def size(self) -> tuple[float, float]:
        """(width, height) of the picture in cells."""
        canvas = Canvas()
        self.picture(canvas)
        left, top, right, bottom = canvas.box
        return right - left, bottom - top


def sheet(cell: float, theme: Theme = LIGHT) -> Canvas:
    """A canvas of `cell` mm a cell."""
    return Canvas(theme, cell, "mm", edge=min(Canvas.edge, LINE / cell))


def svg(picture: Drawing, cell: float, theme: Theme = LIGHT, margin: float = 0.05) -> str:
    """The picture at `cell` mm a cell."""
    canvas = sheet(cell, theme)
    picture(canvas)
    return canvas.svg(margin)


def parse_names(text: str) -> dict[str, str]:
    """Names of silhouettes by their id, `{"0126af29...": "Dice", ...}`; NotationError when it is something else."""
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except msgspec.DecodeError as error:
        raise NotationError(f'no names of silhouettes: {error}: expected {{"id": "name", ...}}') from None


def catalogue_challenges(catalogue: Catalogue, names: Mapping[str, str] = {}) -> list[Challenge]:
    """A challenge for each silhouette; `names` by the silhouettes' ids, where they have one."""
    if not catalogue.silhouettes:
        raise NotationError("the catalogue has no silhouettes: expected at least one")
    return [_of_silhouette(each, catalogue.pieces, names.get(each.id, "")) for each in catalogue.silhouettes]


def _of_silhouette(silhouette: Silhouette, pieces: tuple[Piece, ...], name: str) -> Challenge:
    grid = lattice(silhouette.lattice)
    colors = palette_colors(pieces)
    numbers = {piece.name: i for i, piece in enumerate(pieces)}
    needs = piece_counts(pieces, Counter(letter for letter, _ in silhouette.solution))

    def picture(canvas: Canvas) -> None:
        for shift, atoms in atoms_by_shift(grid, silhouette.atoms):
            draw.silhouette(canvas, grid, atoms, SHADE, _moved(grid, shift))

    def answer(canvas: Canvas) -> None:
        for letter, placed in silhouette.solution:
            ((shift, atoms),) = atoms_by_shift(grid, placed)
            draw.shape(canvas, grid, atoms, colors[letter], letter, _moved(grid, shift), numbers[letter])

    note = pieces_note(len(silhouette.solution)) + (f", symmetry {silhouette.group}" if silhouette.group else "")
    return Challenge(name, note, picture, answer, needs)


def _moved(grid: Lattice, shift: Vector) -> tuple[float, float]:
    """The picture's (x, y) of a shift in half cells."""
    x, y = (sum(v * step[axis] for v, step in zip(shift, grid.basis, strict=True)) / 2 for axis in (0, 1))
    return x, y


def puzzle_challenge(puzzle: Puzzle, limit: Limit, name: str = "") -> Challenge:
    """A challenge that asks for a tiling of the puzzle; it is solved for the answer. `name` is for one without."""
    name = puzzle.name or name
    if puzzle.board.area > MOST_CELLS:
        raise LimitError(
            f"{name}: a board of {puzzle.board.area:,.0f} cells: expected at most {MOST_CELLS:,} on a page"
        )
    found = solve(puzzle, 1, limit=limit)
    remark = "" if found.tilings else _remark(found.reason.text if found.reason else "", found.verdict)
    return _asking(puzzle, name, found.tilings[0] if found.tilings else None, remark)


def card_challenges(cards: Cards) -> list[Challenge]:
    """A challenge for each card that can be done, numbered within its shape."""
    if not (solvable := [card for card in cards.cards if card.tiling]):
        raise NotationError("no challenge of the file is solvable: expected at least one to print")
    number: Counter[str] = Counter()
    found = []
    for card in solvable:
        number[card.shape.name] += 1
        asked = _asking(card.puzzle, f"{card.shape.name} no. {number[card.shape.name]}", card.tiling)
        rating = f", {card.rating.tier}" if card.rating else ""
        found.append(replace(asked, note=f"{asked.note}, {card.state}{rating}"))
    return found


def _asking(puzzle: Puzzle, name: str, tiling: Tiling | None, remark: str = "") -> Challenge:
    """A challenge that asks for a tiling of the puzzle."""
    answer = partial(_filled, tiling=tiling) if tiling else None
    task = puzzle.page.task(tiling)
    choice = partial(_draw_piece_list, puzzle=puzzle) if task.piece_list else None
    return Challenge(
        name, task.note, partial(_given, puzzle=puzzle), answer, task.needs, choice, task.to_scale, remark, task.cards
    )


def _remark(reason: str, verdict: str) -> str:
    if verdict == "impossible":
        return f"Impossible: {reason}" if reason else "Impossible: an exhaustive search found nothing."
    return "Not solved within the time limit."


def _filled(canvas: Canvas, tiling: Tiling) -> None:
    draw_tiling(canvas, tiling)


def _given(canvas: Canvas, puzzle: Puzzle) -> None:
    draw_puzzle_board(canvas, puzzle)


def _draw_piece_list(canvas: Canvas, puzzle: Puzzle) -> None:
    puzzle.picture.draw_piece_list(canvas, (0, 0), LIST_WIDTH)
