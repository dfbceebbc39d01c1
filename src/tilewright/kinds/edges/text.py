"""Write the answer of an edge-matching puzzle as text and read it back.

Squares are drawn with walls that bear the labels, other lattices as words.

    +-a-+-b-+
    a 1 b 2 c
    +-c-+-a-+

A wall bears the label as the tile above it, or to its left, shows it (`a/b` if the labels beside it do not match).
Triangles and hexagons are written `TILE/MOTION`, one row a line. A cell without a tile is a full stop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from tilewright.errors import NotationError, quote
from tilewright.kinds.edges.puzzle import EdgeMatching
from tilewright.kinds.edges.tiles import Labels
from tilewright.lattice import Atom
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Tiling, TilingText
from tilewright.puzzle.walls import drawn_lines, without_margin

OPEN, NOTHING = ".", "-"
ABOVE, RIGHT, BELOW, LEFT = range(4)
SIDES = (-1, 0), (0, 1), (1, 0), (0, -1)  # the step over each side


class EdgesText(TilingText):
    """The drawings of edge-matching puzzles."""

    puzzle: EdgeMatching

    def draw(self, tiling: Tiling) -> str:
        draw = _draw_walls if self.puzzle.grid.plane.name == "square" else _draw_words
        return draw(self.puzzle, tiling.placements)

    def parse(self, text: str) -> tuple[Placement, ...]:
        lines = without_margin(drawn_lines(text, "walls + - with labels around tiles, or TILE/MOTION words"))
        if lines[0].lstrip().startswith("+") and self.puzzle.grid.plane.name == "square":
            return tuple(_parse_walls(lines, self.puzzle))
        return tuple(_parse_words(lines, self.puzzle))


def _labels(puzzle: EdgeMatching, placement: Placement) -> Labels:
    form = puzzle.tile(placement.piece).form(placement.motion)
    return form[1] if form else ("?",) * len(puzzle.tiles[0].labels)


def _draw_walls(puzzle: EdgeMatching, placements: Sequence[Placement]) -> str:
    """Return the drawing with walls.

    It is made from a table of words. Odd lines and places of the table are cells, the others are walls and corners.
    """
    rows, columns = puzzle.board.extent
    there = set(puzzle.board.atoms)
    names = {placement.atoms[0]: placement.piece for placement in placements}
    labels = {placement.atoms[0]: _labels(puzzle, placement) for placement in placements}

    def word(line: int, place: int) -> str | None:
        """Return the word at a place of the table; None if no cell of the board is near."""
        first, second = ((line - 1) // 2, (place - 1) // 2), (line // 2, place // 2)
        if there.isdisjoint(product({first[0], second[0]}, {first[1], second[1]})):
            return None
        if line % 2 == place % 2:
            return names.get(second, OPEN) if line % 2 else "+"
        side = RIGHT if line % 2 else BELOW
        one, other = labels.get(first), labels.get(second)
        if one and other and puzzle.partner(one[side]) != other[(side + 2) % 4]:
            return f"{one[side]}/{other[(side + 2) % 4]}"
        return one[side] if one else other[(side + 2) % 4] if other else "|" * (side == RIGHT)

    words = [[word(line, place) for place in range(2 * columns + 1)] for line in range(2 * rows + 1)]
    thick = max(len(bar) for line in words[1::2] for bar in line[::2] if bar is not None)
    # A cell holds the longest name or label, with a blank on each side.
    inside = max(map(len, (*puzzle.piece_names, *puzzle.labels_used))) + 2
    wide = max([inside, *(len(wall) + 2 for line in words[::2] for wall in line[1::2] if wall)])
    lines = []
    for number, line in enumerate(words):
        text = ""
        for place, (shown, after) in enumerate(pairwise([*line, None])):
            if number % 2 or (shown is None and place % 2):
                text += (shown or "").center(wide if place % 2 else thick)
            elif place % 2:
                text += (shown or "").center(wide, "-")
            else:
                text += (shown or " ").ljust(thick, " " if after is None else "-")
        lines.append(text.rstrip())
    return "\n".join(lines)


def _parse_walls(lines: Sequence[str], puzzle: EdgeMatching) -> Iterator[Placement]:
    """Yield the tiles of a drawing. The motion of each follows from the labels around it."""
    rows, columns = puzzle.board.extent
    height = 2 * rows + 1
    if len(lines) < height:
        raise NotationError(f"{quote(lines[0])}: the drawing has {len(lines)} lines: expected {height}")
    lines = lines[:height]
    corners = sorted({place for line in lines[::2] for place, mark in enumerate(line) if mark == "+"})
    step = min((b - a for a, b in pairwise(corners)), default=0)  # characters of a wall and a cell together
    thick = max(0, max(map(len, lines)) - columns * step)
    if not 0 < thick < step or any(corner % step for corner in corners):
        raise NotationError(f"{quote(lines[0])}: expected {columns} cells of one width between corners +")
    spans = [
        slice(k // 2 * step + thick * (k % 2), (k + 1) // 2 * step + thick * ((k + 1) % 2))
        for k in range(2 * columns + 1)
    ]
    words = [[line[span].strip().strip("-|").strip() for span in spans] for line in lines]
    names = {(row, column): words[2 * row + 1][2 * column + 1] for row, column in puzzle.board.atoms}
    for (row, column), name in sorted(names.items()):
        if name == OPEN:
            continue
        line = lines[2 * row + 1]
        if name not in puzzle.by_name:
            raise NotationError(f"{quote(line)}: no tile {quote(name)}: expected the name of a tile, or .")
        labels = []
        for side, (down, right) in enumerate(SIDES):
            label, _, second = words[2 * row + 1 + down][2 * column + 1 + right].partition("/")
            if side in (ABOVE, LEFT):  # the wall bears the label of the other tile, if there is one
                lies = names.get((row + down, column + right), OPEN) != OPEN
                label = second or (puzzle.partner(label) if lies else label)
            labels.append(label)
        motion = puzzle.tile(name).motions.get((0, tuple(labels)))
        if motion is None:
            shown = f"tile {quote(name)} cannot show {quote(' '.join(labels))} (clockwise from the top)"
            raise NotationError(f"{quote(line)}: {shown}")
        yield puzzle.placed(name, ((row, column),), motion)


def _row_atoms(puzzle: EdgeMatching, row: int) -> list[Atom]:
    """Return all places of a row of the bounding box, from the left."""
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
            if atom not in there or name not in puzzle.by_name:
                expected = "expected TILE/MOTION on a cell of the board, else . or -"
                raise NotationError(f"{quote(line)}: {quote(word)}: {expected}")
            if not motion and len(puzzle.tile(name).forms) > 1:
                raise NotationError(
                    f"{quote(line)}: {quote(word)}: expected TILE/MOTION, for the tile may lie in several ways"
                )
            yield puzzle.placed(name, (atom,), motion or puzzle.placement(name, (atom,)).motion)
