"""The formula of the Tetris-filling report: a[i][j][k] means that cell (i, j) is the k-th cell of an oriented piece.

A state is a pair (orientation of a piece, one of its cells); the seven one-sided tetrominoes have 76. As published, the
board has a margin of 3 cells on each side in which every state is forbidden, so that no placement needs a special case.
With margin 0, states whose piece would leave the board do not exist: the formula has fewer variables and the same
tilings.

The formula covers only the puzzles of the report: a board of the square lattice, and any number of each piece. There
are two pictures: one shows every oriented piece with the numbers of its cells, the other a filled board with its
margin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np

from tilewright.errors import LimitError, NotationError
from tilewright.exact_cover.formula import AtMostOne, Builder, Cnf, Groups, amo
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import CellModel, CellState, Tiling
from tilewright.render import draw
from tilewright.render.canvas import LIGHT, Canvas, Point, ink_on, palette_colors

Implications = Literal["all", "ring"]
MARGIN = 3
MAX_PAIRS = 20_000_000  # pairs of states of a cell, with a clause each: half a gigabyte of text


@dataclass(frozen=True)
class CellStates(CellModel):
    """The formula. `variable[row, column, state]` is 0 if there is no such state."""

    puzzle: Packing
    states: tuple[CellState, ...]
    variable: np.ndarray
    margin: int
    cnf: Cnf

    def variables(self) -> Iterator[tuple[int, tuple[int, ...], int]]:
        for row, column in self.puzzle.board.atoms:
            for state, variable in enumerate(self.variable[row + self.margin, column + self.margin].tolist()):
                if variable:
                    yield variable, (row, column), state

    def numbered_orientations(self) -> dict[tuple[str, str], dict[Atom, int]]:
        return numbered_orientations(self.puzzle)

    def svg(self, tiling: Tiling | None) -> str:
        canvas = Canvas(LIGHT, CELL)
        colors = palette_colors(self.puzzle.pieces)
        numbers = self.numbered_orientations()
        bottom = 0.0
        for name, color in colors.items():
            bottom = _piece_line(
                canvas, self.puzzle, [each for key, each in numbers.items() if key[0] == name], color, bottom
            )
        _board(canvas, self.puzzle, tiling, numbers, colors, bottom + GAP)
        return canvas.svg(title=f"cell states of {self.puzzle.name or 'a puzzle'}")

    def placements(self, model: list[int]) -> tuple[Placement, ...]:
        true = {literal for literal in model if literal > 0}
        found = {}
        for variable, (row, column), number in self.variables():
            if variable in true:
                state = self.states[number]
                cells = tuple(sorted([(row, column), *((row + r, column + c) for r, c, _ in state.others)]))
                found[cells] = Placement(state.piece, cells, state.motion)
        return tuple(found.values())


def states_of(puzzle: Packing) -> tuple[CellState, ...]:
    """Return the states, sorted by piece, orientation and cell."""
    states: list[CellState] = []
    for piece in puzzle.pieces:
        for motion, cells in piece.orientations:
            first = len(states)
            for row, column in cells:
                others = ((r - row, c - column, first + n) for n, (r, c) in enumerate(cells) if (r, c) != (row, column))
                states.append(CellState(piece.name, motion, tuple(others)))
    return tuple(states)


def numbered_orientations(puzzle: Packing) -> dict[tuple[str, str], dict[Atom, int]]:
    """Return the numbers of the states at the cells of each (piece, motion), which lies at the origin."""
    number = iter(range(len(states_of(puzzle))))
    return {
        (piece.name, motion): {atom: next(number) for atom in atoms}
        for piece in puzzle.pieces
        for motion, atoms in piece.orientations
    }


def _reach(states: tuple[CellState, ...]) -> int:
    return max((max(abs(down), abs(right)) for s in states for down, right, _ in s.others), default=0)


def margin_of(puzzle: Packing) -> int:
    """Return the published margin of 3 cells, or the reach of the longest piece if that is more.

    >>> margin_of(Packing.parse("tetrominoes*@8x7")), margin_of(Packing.parse("pentominoes*@8x7"))
    (3, 4)
    """
    return max(MARGIN, _reach(states_of(puzzle)))


def check_puzzle(puzzle: Packing) -> None:
    """Raise NotationError for puzzles that the formula cannot express."""
    if puzzle.lattice != "square" or puzzle.board.optional or puzzle.pinned:
        raise NotationError("cell states: expected a board of whole squares without optional cells and pins")
    if any(piece.copies != (0, None) for piece in puzzle.pieces):
        raise NotationError("cell states: expected any number of each piece, such as tetrominoes*@8x7")


def encode(
    puzzle: Packing,
    margin: int = MARGIN,
    at_most_one: AtMostOne = "pairwise",
    implications: Implications = "all",
) -> CellStates:
    """Return the formula of a puzzle.

    margin:       the width of the margin in cells: 0, or at least the reach of the longest piece.
    at_most_one:  the encoding of "at most one state of each cell".
    implications: "all" if a state implies all other cells of its piece, "ring" if it implies only the next one.

    The defaults are those of the report. Raises NotationError for a puzzle that the formula cannot express or a margin
    that is too narrow, and LimitError for too many pairs of states.
    """
    check_puzzle(puzzle)
    states = states_of(puzzle)
    reach = _reach(states)
    if margin and margin < reach:
        raise NotationError(f"cell states: a margin of {margin} is too narrow: expected 0 or at least {reach}")
    pairs = len(puzzle.board.atoms) * len(states) * (len(states) - 1) // 2
    if at_most_one == "pairwise" and pairs > MAX_PAIRS:
        raise LimitError(
            f"cell states: {pairs:,} pairs of states: expected at most {MAX_PAIRS:,}; placements take less"
        )
    builder = Builder()
    rows, columns = puzzle.board.extent
    there = np.zeros((rows + 2 * margin, columns + 2 * margin), dtype=bool)
    there[tuple(np.array(puzzle.board.atoms).T + margin)] = True
    variable = _variables(builder, there, states, margin)
    inside = variable[there]
    builder.add(-variable[~there & (variable > 0).any(axis=2)].reshape(-1))
    _implied(builder, variable, states, there, implications)
    sizes = (inside > 0).sum(axis=1)
    groups = Groups(inside[inside > 0], sizes)
    if np.any(sizes == 0):
        builder.blocks.append(np.empty((1, 0), np.int32))
    for size in np.unique(sizes[sizes > 0]):
        builder.add_block(groups.of_size(int(size)))
    amo(builder, groups, at_most_one)
    return CellStates(puzzle, states, variable, margin, builder.done())


def _variables(builder: Builder, there: np.ndarray, states: tuple[CellState, ...], margin: int) -> np.ndarray:
    """Return the variable of each state of each cell, or 0.

    Without a margin, only states whose whole piece lies on the board have one.
    """
    if margin:
        return builder.new(there.size * len(states)).reshape(*there.shape, len(states))
    fits = np.stack([there] * len(states), axis=2)
    for number, state in enumerate(states):
        for down, right, _ in state.others:
            fits[:, :, number] &= _shifted(there, down, right)
    variable = np.zeros(fits.shape, dtype=np.int32)
    variable[fits] = builder.new(int(fits.sum()))
    return variable


def _shifted(values: np.ndarray, down: int, right: int) -> np.ndarray:
    """Return the values `down` rows below and `right` columns to the right of each place; 0 outside the array."""
    result = np.zeros_like(values)
    rows, columns = values.shape
    here = np.s_[max(0, -down) : rows - max(0, down), max(0, -right) : columns - max(0, right)]
    away = np.s_[max(0, down) : rows - max(0, -down), max(0, right) : columns - max(0, -right)]
    result[here] = values[away]
    return result


def _implied(
    builder: Builder, variable: np.ndarray, states: tuple[CellState, ...], there: np.ndarray, implications: Implications
) -> None:
    """Add the clauses by which a state implies the states of the other cells of its piece, or only the next of them."""
    for number, state in enumerate(states):
        after = [other for other in state.others if other[2] > number] or state.others
        for down, right, other in state.others if implications == "all" else after[:1]:
            left = variable[:, :, number]
            then = _shifted(variable[:, :, other], down, right)
            where = there & (left > 0) & (then > 0)
            builder.add(-left[where], then[where])


CELL = 32.0  # pixels
NUMBER = 0.36  # height of a number, in cells
GAP = 0.6  # between pieces, in cells


def _piece_line(canvas: Canvas, puzzle: Packing, orientations: list[dict[Atom, int]], color: str, top: float) -> float:
    """Draw the orientations side by side, and return the top of the next line."""
    left, high = 0.0, 0
    for cells in orientations:
        draw.shape(canvas, puzzle.grid, tuple(cells), color, at=(left, top))
        _numbers(canvas, cells, ink_on(color), (left, top))
        left += max(column for _, column in cells) + 1 + GAP
        high = max(high, max(row for row, _ in cells) + 1)
    return top + high + GAP


def _board(
    canvas: Canvas,
    puzzle: Packing,
    tiling: Tiling | None,
    numbers: Mapping[tuple[str, str], dict[Atom, int]],
    colors: Mapping[str, str],
    top: float,
) -> None:
    margin, there = margin_of(puzzle), set(puzzle.board.atoms)
    at = (float(margin), top + margin)
    rows, columns = puzzle.board.extent
    for row, column in product(range(-margin, rows + margin), range(-margin, columns + margin)):
        if (row, column) not in there:  # around the board, or in a hole
            x, y = column + at[0], row + at[1]
            corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
            canvas.polygons([corners], fill=canvas.theme.board, stroke=canvas.theme.soft, width=canvas.edge / 3)
            canvas.text("–", (x + 0.5, y + 0.5), NUMBER, canvas.theme.soft)
    canvas.include((0, top), (columns + 2 * margin, top + rows + 2 * margin))
    draw.board(canvas, puzzle.board, at)
    for placement in tiling.placements if tiling else ():
        shape = numbers[placement.piece, placement.motion]
        cells = dict(zip(sorted(placement.atoms), shape.values(), strict=True))
        draw.shape(canvas, puzzle.grid, tuple(cells), colors[placement.piece], at=at)
        _numbers(canvas, cells, ink_on(colors[placement.piece]), at)


def _numbers(canvas: Canvas, cells: Mapping[Atom, int], color: str, at: Point) -> None:
    for (row, column), number in cells.items():
        canvas.text(str(number), (column + 0.5 + at[0], row + 0.5 + at[1]), NUMBER, color)
