"""The answer of an edge-matching puzzle as text, and back: squares with walls that bear the labels, other lattices as words.

    +-a-+-b-+
    a 1 b 2 c
    +-c-+-a-+

A wall bears the label as the tile above it, or to its left, shows it (`a/b` where the labels beside it do not match).
Triangles and hexagons are written `TILE/MOTION`, a line a row. A cell without a tile is a full stop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tilewright.errors import NotationError, quote
from tilewright.kinds.edges.puzzle import EdgeMatching
from tilewright.kinds.edges.tiles import Labels
from tilewright.lattice import Atom
from tilewright.puzzle.puzzle import Placement, Tiling, TilingText
from tilewright.puzzle.walls import drawn_lines

OPEN, NOTHING = ".", "-"
ABOVE, RIGHT, BELOW, LEFT = range(4)


class EdgesText(TilingText):
    """The drawings of edge-matching puzzles."""

    puzzle: EdgeMatching

    def draw(self, tiling: Tiling) -> str:
        draw = _draw_walls if self.puzzle.grid.plane.name == "square" else _draw_words
        return draw(self.puzzle, tiling.placements)

    def parse(self, text: str) -> tuple[Placement, ...]:
        lines = drawn_lines(text, "walls + - with labels around tiles, or TILE/MOTION words")
        if lines[0].lstrip().startswith("+") and self.puzzle.grid.plane.name == "square":
            return tuple(_Walls(self.puzzle, lines).placements())
        return tuple(_parse_words(lines, self.puzzle))


def _labels(puzzle: EdgeMatching, placement: Placement) -> Labels:
    form = puzzle.tile(placement.piece).form(placement.motion)
    return form[1] if form else ("?",) * len(puzzle.tiles[0].labels)


def _inside(puzzle: EdgeMatching) -> int:
    """Characters inside a cell: the longest name, or the longest label, and a blank on each side."""
    return max(len(word) for word in (*puzzle.piece_names, *puzzle.labels_used)) + 2


def _draw_walls(puzzle: EdgeMatching, placements: Sequence[Placement]) -> str:
    rows, columns = puzzle.board.extent
    there = set(puzzle.board.atoms)
    lying = {placement.atoms[0]: placement for placement in placements}
    lies = {(placement.piece, placement.motion): placement for placement in placements}
    shown = {how: _labels(puzzle, placement) for how, placement in lies.items()}
    labels = {atom: shown[placement.piece, placement.motion] for atom, placement in lying.items()}

    def wall(first: Atom, second: Atom, side: int, empty: str) -> str | None:
        """What stands between two cells, the second below or to the right; None where neither is on the board."""
        if first not in there and second not in there:
            return None
        one, other = labels.get(first), labels.get(second)
        if one and other and puzzle.partner(one[side]) != other[(side + 2) % 4]:
            return f"{one[side]}/{other[(side + 2) % 4]}"
        return one[side] if one else other[(side + 2) % 4] if other else empty

    flat = [[wall((r - 1, c), (r, c), BELOW, "") for c in range(columns)] for r in range(rows + 1)]
    upright = [[wall((r, c - 1), (r, c), RIGHT, "|") for c in range(columns + 1)] for r in range(rows)]
    thick = max(len(word) for line in upright for word in line if word is not None)
    wide = max([_inside(puzzle), *(len(word) + 2 for line in flat for word in line if word)])
    lines = []
    for r in range(rows + 1):
        lines.append(_flat_line(flat[r], [_is_corner(there, r, c) for c in range(columns + 1)], thick, wide))
        if r < rows:
            cells = [_content(there, lying, (r, c)) for c in range(columns)]
            parts = (
                (mark or "").center(thick) + name.center(wide)
                for mark, name in zip(upright[r], [*cells, ""], strict=True)
            )
            lines.append("".join(parts).rstrip())
    return "\n".join(lines)


def _flat_line(walls: Sequence[str | None], corners: Sequence[bool], thick: int, wide: int) -> str:
    """A line between rows of cells."""
    line = ""
    for corner, label in zip(corners, [*walls, None], strict=True):
        line += ("+" if corner else " ").ljust(thick, " " if label is None else "-")
        line += " " * wide if label is None else label.center(wide, "-")
    return line.rstrip()


def _is_corner(there: set[Atom], row: int, column: int) -> bool:
    return any((row - up, column - left) in there for up in (0, 1) for left in (0, 1))


def _content(there: set[Atom], lying: dict[Atom, Placement], atom: Atom) -> str:
    return lying[atom].piece if atom in lying else OPEN if atom in there else ""


class _Walls:
    """A drawing with walls, read by the places of its characters."""

    def __init__(self, puzzle: EdgeMatching, lines: Sequence[str]) -> None:
        self.puzzle = puzzle
        self.rows, self.columns = puzzle.board.extent
        self.there = set(puzzle.board.atoms)
        height = 2 * self.rows + 1
        self.lines = lines[:height]
        if len(lines) < height:
            raise NotationError(f"{quote(lines[0])}: the drawing has {len(lines)} lines: expected {height}")
        self.wide, self.thick = self._widths()
        self.names = {
            atom: self._word(2 * atom[0] + 1, self._left(atom[1]) + self.thick, self.wide) for atom in self.there
        }

    def _widths(self) -> tuple[int, int]:
        """Characters inside a cell and of a wall between cells, from the places of the corners."""
        long = max(map(len, self.lines))
        corners = sorted({place for line in self.lines[::2] for place, mark in enumerate(line) if mark == "+"})
        step = min((b - a for a, b in pairwise(corners)), default=0)
        thick = long - self.columns * step if self.columns * step < long else 0
        if not 0 < thick < step or any(corner % step for corner in corners):
            raise NotationError(f"{quote(self.lines[0])}: expected {self.columns} cells of one width between corners +")
        return step - thick, thick

    def _left(self, column: int) -> int:
        return column * (self.wide + self.thick)

    def _word(self, line: int, start: int, width: int) -> str:
        return self.lines[line][start : start + width].strip().strip("-|").strip()

    def _wall(self, atom: Atom, side: int) -> str:
        row, column = atom
        if side in (ABOVE, BELOW):
            return self._word(2 * (row + (side == BELOW)), self._left(column) + self.thick, self.wide)
        return self._word(2 * row + 1, self._left(column + (side == RIGHT)), self.thick)

    def _label(self, atom: Atom, side: int) -> str:
        """The label that the tile on a cell shows on a side."""
        first, _, second = self._wall(atom, side).partition("/")
        if side in (RIGHT, BELOW):
            return first
        before = (atom[0] - (side == ABOVE), atom[1] - (side == LEFT))
        if second:
            return second
        return self.puzzle.partner(first) if self.names.get(before, OPEN) != OPEN else first

    def placements(self) -> Iterator[Placement]:
        """The tiles, by the labels around them."""
        for atom in sorted(self.there):
            name = self.names[atom]
            if name == OPEN:
                continue
            line = self.lines[2 * atom[0] + 1]
            if name not in self.puzzle.piece_names:
                raise NotationError(f"{quote(line)}: no tile {quote(name)}: expected the name of a tile, or .")
            labels = tuple(self._label(atom, side) for side in range(4))
            motion = self.puzzle.tile(name).motions.get((0, labels))
            if motion is None:
                shown = " ".join(labels)
                raise NotationError(
                    f"{quote(line)}: tile {quote(name)} cannot show {quote(shown)} (clockwise from the top)"
                )
            yield self.puzzle.placed(name, (atom,), motion)


def _row_atoms(puzzle: EdgeMatching, row: int) -> list[Atom]:
    """All places of a row of the bounding box, from the left."""
    columns = range(puzzle.board.extent[1])
    return [atom for column in columns for atom in puzzle.grid.atoms_of((row, column))]


def _draw_words(puzzle: EdgeMatching, placements: Sequence[Placement]) -> str:
    there = set(puzzle.board.atoms)
    words = {placement.atoms[0]: f"{placement.piece}/{placement.motion}" for placement in placements}
    wide = max(map(len, [OPEN, *words.values()])) + 1
    rows = puzzle.board.extent[0]
    lines = []
    for row in range(rows):
        atoms = _row_atoms(puzzle, row)
        line = "".join(words.get(atom, OPEN if atom in there else NOTHING).center(wide) for atom in atoms)
        indent = (rows - 1 - row) * wide * puzzle.grid.slot_count // 2 if puzzle.grid.lean else 0
        lines.append((" " * indent + line).rstrip())
    return "\n".join(lines)


def _parse_words(lines: Sequence[str], puzzle: EdgeMatching) -> Iterator[Placement]:
    rows = puzzle.board.extent[0]
    if len(lines) < rows:
        raise NotationError(f"{quote(lines[0])}: the drawing has {len(lines)} rows: expected {rows}")
    there = set(puzzle.board.atoms)
    for row, line in enumerate(lines[:rows]):
        atoms, words = _row_atoms(puzzle, row), line.split()
        if len(words) != len(atoms):
            raise NotationError(f"{quote(line)}: {len(words)} words: expected {len(atoms)}, TILE/MOTION or . or -")
        for atom, word in zip(atoms, words, strict=True):
            if word in (OPEN, NOTHING):
                continue
            name, _, motion = word.partition("/")
            if atom not in there or name not in puzzle.piece_names:
                raise NotationError(
                    f"{quote(line)}: {quote(word)}: expected TILE/MOTION on a cell of the board, else . or -"
                )
            yield puzzle.placed(name, (atom,), motion or puzzle.placement(name, (atom,)).motion)
