"""Write tilings as text and read them back: by letters, unless the labels of touching copies would run together.

+-------+---+
|I I I I|O O|
+---+---+   |
|O O|O O|O O|

In that case squares get walls. On other lattices and in solids, labels get numbers: `O1`, `O2`. So do copies of a piece
in several parts, whose letters would not show which parts belong together.

For very many tilings, no placements are made. The kernel draws walls directly from the options. A drawing by letters is
treated as a number whose digits are its characters: placing an option on an empty board changes the number by a
difference that is the same in every tiling. So the drawing of a tiling is the number of the empty board plus the
differences of its options. This takes about a microsecond, a tenth of the time of writing each atom in turn.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, product
from typing import TYPE_CHECKING, Literal, cast

from tilewright._kernel import WallDrawing
from tilewright.errors import NotationError, quote
from tilewright.exact_cover.problem import Solution
from tilewright.kinds.packing.letters import LetterDrawing, divide_region, labelled_atoms, labels, parse_tiling
from tilewright.kinds.packing.puzzle import Packing
from tilewright.kinds.packing.shapes import parse_any
from tilewright.lattice import Atom
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Compiled, Lazy, Tiling, TilingText
from tilewright.puzzle.tilings import Tilings
from tilewright.puzzle.walls import draw_walls, drawn_lines, plain_walls, walled_regions

if TYPE_CHECKING:
    from tilewright.kinds.packing.compile import CompiledPacking


OPEN = -1  # the number of an uncovered cell of the board


def can_have_walls(puzzle: Packing) -> bool:
    """Return True if cells are squares with one atom each."""
    return puzzle.grid.plane.name == "square"


def draw_with_walls(puzzle: Packing, placements: Sequence[Placement], labels: Mapping[str, str]) -> str:
    """Return the drawing of placements, which must lie on the board and not overlap."""
    width = len(next(iter(labels.values())))
    numbers = dict.fromkeys((*puzzle.board.atoms, *puzzle.board.optional), OPEN)
    numbers |= {atom: number for number, placement in enumerate(placements) for atom in placement.atoms}
    numbers = with_copies(puzzle, numbers)
    shown: dict[int | None, str] = {OPEN: ".".ljust(width), None: " " * width}
    shown |= {number: labels.get(placement.piece, "?" * width) for number, placement in enumerate(placements)}
    rows, columns = puzzle.board.extent
    table: list[list[int | None]] = [[None] * (columns + 2) for _ in range(rows + 2)]
    for (row, column), number in numbers.items():
        table[row + 1][column + 1] = number
    texts = [[shown[number] for number in line[1:-1]] for line in table[1:-1]]
    return draw_walls(table, texts, width, is_seamed=bool(puzzle.grid.periods and puzzle.grid.periods[0]))


def with_copies(puzzle: Packing, numbers: dict[Atom, int]) -> dict[Atom, int]:
    """Return the numbers of cells, on a wrapped board also just beyond its ends.

    A placement that continues across the seam then has no wall there.
    """
    if not puzzle.grid.periods:
        return numbers
    (rows, columns), (down, right) = puzzle.board.extent, puzzle.grid.periods
    around = product(range(-1, rows + 1) if down else range(rows), range(-1, columns + 1) if right else range(columns))
    return {place: numbers[atom] for place in around for atom in puzzle.grid.reduce((place,)) if atom in numbers}


def parse_walls(text: str, puzzle: Packing, labels: Mapping[str, str]) -> tuple[Placement, ...]:
    """Return the placements of a drawing with walls.

    Raises NotationError that quotes the wrong line.
    """
    names = {label.strip(): name for name, label in labels.items()}
    width = len(next(iter(labels.values())))
    rows, columns = puzzle.board.extent
    lines = drawn_lines(text, "walls + - | around labels")[: 2 * rows + 1]
    lines = [line.ljust((columns + 1) * (width + 1)) for line in lines]
    if len(lines) < 2 * rows + 1:
        raise NotationError(f"{len(lines)} lines with walls: expected {2 * rows + 1} for the {rows} rows of the board")
    found: dict[Atom, str] = {}
    there = {*puzzle.board.atoms, *puzzle.board.optional}
    for row, column in product(range(rows), range(columns)):
        line, start = lines[2 * row + 1], 1 + column * (width + 1)
        label = line[start : start + width].strip()
        is_bare = not label and (row, column) in there
        if is_bare or (label and label not in (".", *names)):
            raise NotationError(f"{quote(line)}: unexpected {label!r}, expected one of {' '.join(names)} or .")
        if label in names:
            found[row, column] = names[label]
    regions = sorted(walled_regions(lines, found, width, puzzle.grid))
    for region in regions:
        if len({found[cell] for cell in region}) > 1:
            line = quote(lines[2 * region[0][0] + 1])
            raise NotationError(f"{line}: two labels between the same walls: expected one piece")
    placements: list[Placement] = []
    in_parts: dict[str, list[Atom]] = {}
    for region in regions:
        name = found[region[0]]
        if puzzle.piece(name).connected:
            placements.append(puzzle.placement(name, region))
        else:  # walls separate the parts of one placement, too
            in_parts.setdefault(name, []).extend(region)
    for name, atoms in in_parts.items():
        placements += divide_region(puzzle, name, atoms)
    return tuple(sorted(placements, key=lambda placement: placement.atoms))


Style = Literal["letters", "walls", "numbers"]
MOST_DIGITS = 3  # the most digits of a copy's number
WALLS_NOTE = "copies of a piece touch: drawn with walls"
NUMBERS_NOTE = "copies of a piece could be mistaken for one another: drawn with numbers behind their labels"
NOTES: dict[Style, str] = {"letters": "", "walls": WALLS_NOTE, "numbers": NUMBERS_NOTE}


class PackingText(TilingText):
    """The drawings of packing puzzles."""

    puzzle: Packing

    @cached_property
    def letters(self) -> LetterDrawing:
        return LetterDrawing(self.puzzle)

    def draw(self, tiling: Tiling) -> str:
        style = style_of(self.puzzle, tiling.placements)
        return self.letters(tiling.placements) if style == "letters" else self._draw_copies(tiling, style)

    def drawings(self, tilings: Sequence[Tiling]) -> Iterator[str]:
        if not isinstance(tilings, Tilings):
            return map(self.draw, tilings)
        compiled, solutions = cast("CompiledPacking", tilings.compiled), tilings.solutions
        if has_sums(self.puzzle, compiled):
            return compiled.drawing_sums.drawings(solutions)
        if (walls := compiled.wall_drawing) is None:
            return map(self.draw, tilings)
        return (
            walls.draw(solution) if walls.touches(solution) else self.letters(compiled.placements(solution))
            for solution in solutions
        )

    @property
    def styles(self) -> Mapping[str, Callable[[Tiling], str]]:
        return {"walls": lambda tiling: self._draw_copies(tiling, "walls")} if can_have_walls(self.puzzle) else {}

    def note(self, tiling: Tiling) -> str:
        return NOTES[style_of(self.puzzle, tiling.placements)]

    def notes(self, tilings: Sequence[Tiling]) -> list[str]:
        if lies_once(self.puzzle):
            return []
        walls = cast("CompiledPacking", tilings.compiled).wall_drawing if isinstance(tilings, Tilings) else None
        if walls is None or not isinstance(tilings, Tilings):
            return super().notes(tilings)
        return [WALLS_NOTE] if any(map(walls.touches, tilings.solutions)) else []

    def has_walls(self, first: str) -> bool:
        """Return whether the first line is a wall: with corners, or without any around a wrapped board."""
        if not can_have_walls(self.puzzle):
            return False
        first = plain_walls(first).rstrip()
        if "+" in first:
            return not set(first) - set("+-| ")  # an open end of a wrapped board has no wall
        width = len(next(iter(labels(self.puzzle).values())))
        return len(first) > self.puzzle.board.extent[1] * width and set(first) == {"-"}

    def parse(self, text: str) -> tuple[Placement, ...]:
        try:
            self._parse_labelled(text)
        except NotationError:
            if (numbered := parse_numbered(text, self.puzzle)) is not None:
                return numbered
        return parse_any(text, self.puzzle, self._parse_labelled)

    def _parse_labelled(self, text: str) -> tuple[Placement, ...]:
        """Return the placements of a drawing in the form that `draw` writes."""
        puzzle = self.puzzle
        if self.has_walls(next((line for line in text.splitlines() if line.strip()), "")):
            return parse_walls(text, puzzle, labels(puzzle))
        return parse_tiling(text, puzzle)

    def _draw_copies(self, tiling: Tiling, style: Style) -> str:
        puzzle, placements = self.puzzle, tiling.placements
        names = labels(puzzle)
        if style == "walls":
            return draw_with_walls(puzzle, placements, names)
        mark = _mark(names.values())
        seen: Counter[str] = Counter()
        numbered = []
        for placement in placements:
            seen[placement.piece] += 1
            text = f"{names[placement.piece].strip()}{mark}{seen[placement.piece]}"
            numbered.append(replace(placement, piece=text))
        width = max(len(placement.piece) for placement in numbered)
        texts = {placement.piece: placement.piece.ljust(width) for placement in numbered}
        return LetterDrawing(puzzle, labels=texts)(numbered)


def style_of(puzzle: Packing, placements: Sequence[Placement]) -> Style:
    """Return how a tiling is drawn: by letters, unless two placements with one label touch.

    Single atoms do not run together. Placements that overlap or leave the board are drawn by letters, too; `faults`
    reports them.
    """
    names = {placement.piece for placement in placements}
    if len(names) == len(placements):  # true of most tilings
        return "letters"
    used = Counter(placement.piece for placement in placements if len(placement.atoms) > 1)
    in_parts = any(used[piece.name] > 1 and not piece.connected for piece in puzzle.pieces)
    if max(used.values(), default=0) < 2 or not (in_parts or _touching(puzzle, placements, used)):
        return "letters"
    atoms = [atom for placement in placements for atom in placement.atoms]
    if len(set(atoms)) < len(atoms) or not {*puzzle.board.atoms, *puzzle.board.optional}.issuperset(atoms):
        return "letters"
    if can_have_walls(puzzle) and not in_parts:
        return "walls"
    return "numbers" if max(used.values()) < 10**MOST_DIGITS else "letters"


def _touching(puzzle: Packing, placements: Sequence[Placement], used: Mapping[str, int]) -> bool:
    owner = {
        atom: (placement.piece, number)
        for number, placement in enumerate(placements)
        if used.get(placement.piece, 0) > 1
        for atom in placement.atoms
    }
    for atom, (piece, number) in owner.items():
        for near in puzzle.grid.adjacent(atom):
            other = owner.get(near)
            if other is not None and other[0] == piece and other[1] != number:
                return True
    return False


def parse_numbered(text: str, puzzle: Packing) -> tuple[Placement, ...] | None:
    """Return the placements of a drawing with numbered labels; None if it has none."""
    if not any(character.isdigit() for character in set(text)):
        return None
    names = {label.strip(): name for name, label in labels(puzzle).items()}
    mark = _mark(names)
    there = {*puzzle.board.atoms, *puzzle.board.optional}
    longest = max(map(len, names)) + len(mark)
    for width in range(1 + len(mark) + 1, longest + MOST_DIGITS + 1):
        regions: dict[str, list[Atom]] = {}
        try:
            for atom, label, _ in labelled_atoms(text, puzzle, width):
                regions.setdefault(label, []).append(atom)
        except NotationError:
            continue
        parts = {label: re.fullmatch(rf"(.+?){mark}[1-9]\d*", label) for label in regions}
        of = {label: names[part[1]] for label, part in parts.items() if part and part[1] in names}
        if of and len(of) == len(parts) and there.issuperset(chain.from_iterable(regions.values())):
            found = [puzzle.placement(of[label], atoms) for label, atoms in regions.items()]
            return tuple(sorted(found, key=lambda placement: placement.atoms))
    return None


def _mark(names: Iterable[str]) -> str:
    """Return the text between a label and its number: nothing, unless a label has digits of its own."""
    return "'" if any(character.isdigit() for name in names for character in name) else ""


NO_CELL = -1


def wall_drawing(compiled: CompiledPacking) -> WallDrawing | None:
    """Return an object that draws the solutions of a cover with walls, or None.

    None is returned if cells are not squares, if a placement's label depends on other placements or has letters outside
    Latin-1, and if copies of a piece in several parts get numbers.
    """
    puzzle = compiled.puzzle
    names = labels(puzzle)
    texts = [names[compiled.owner_names(owner)[0]] for owner in compiled.owners]
    encoded = "".join(texts).encode("latin-1", "ignore")
    if not can_have_walls(puzzle) or compiled.owners_of_many or len(encoded) < len("".join(texts)):
        return None
    if any(not piece.connected and piece.copies[1] != 1 for piece in puzzle.pieces):
        return None
    rows, columns = puzzle.board.extent
    options, owners = compiled.cover.options, array("i", [owner for owner, _ in compiled.meanings])
    return WallDrawing(
        rows,
        columns,
        memoryview(_items_of_cells(compiled)),
        bool(puzzle.grid.periods and puzzle.grid.periods[0]),
        memoryview(options.starts),
        memoryview(options.flat),
        memoryview(owners),
        encoded,
        len(texts[0]),
    )


def _items_of_cells(compiled: CompiledPacking) -> array[int]:
    """Return the item of each cell of the board, row by row, with a margin of one cell on every side."""
    puzzle, atoms = compiled.puzzle, compiled.atoms
    rows, columns = puzzle.board.extent
    stride = columns + 2
    items = array("i", [NO_CELL]) * (stride * (rows + 2))
    if len(atoms) == rows * columns and not puzzle.grid.periods:  # one by one, a million cells take 0.2 s
        for row in range(1, rows + 1):
            items[row * stride + 1 : (row + 1) * stride - 1] = array("i", range((row - 1) * columns, row * columns))
        return items
    for (row, column), item in with_copies(puzzle, {atom: item for item, atom in enumerate(atoms)}).items():
        items[(row + 1) * stride + column + 1] = item
    return items


NARROW = 256  # characters below this take one byte, others four
CODECS = {1: "latin-1", 4: "utf-32-le"}


def has_sums(puzzle: Packing, compiled: Compiled) -> bool:
    """Return whether an option looks the same in every tiling: each piece is used once, and each cell is an atom."""
    return lies_once(puzzle) and not compiled.owners_of_many and puzzle.grid.slot_count == 1


def lies_once(puzzle: Packing) -> bool:
    """Return whether no two placements have the same name, so that letters distinguish them all."""
    return all(piece.copies[1] == 1 for piece in puzzle.pieces)


class DrawingSums:
    """The drawings of a puzzle whose options look the same in every tiling."""

    def __init__(self, puzzle: Packing, compiled: Compiled) -> None:
        self._compiled = compiled
        drawing = puzzle.text.letters
        empty, places = drawing.layout()
        labels = {owner: drawing.cell_text(compiled.owner_names(owner)[0]) for owner in compiled.owners}
        self._bytes = 1 if max(map(ord, "".join((empty, *labels.values())))) < NARROW else 4
        self._length = self._bytes * len(empty)
        self._empty = self._number(empty)
        self._changes = {
            owner: self._number(label) - self._number(drawing.cell_text(None)) for owner, label in labels.items()
        }
        self._ones = [1 << 8 * self._bytes * places[atom] for atom in compiled.atoms]
        self._options = Lazy(self._difference)

    def drawings(self, solutions: Iterable[Solution]) -> Iterator[str]:
        """Yield the drawing of each solution."""
        of_option, empty, length, codec = self._options.__getitem__, self._empty, self._length, CODECS[self._bytes]
        for solution in solutions:
            yield sum(map(of_option, solution), empty).to_bytes(length, "little").decode(codec)

    def _number(self, text: str) -> int:
        return int.from_bytes(text.encode(CODECS[self._bytes]), "little")

    def _difference(self, option: int) -> int:
        """Return the difference that an option makes to the number of the empty board."""
        owner, _ = self._compiled.meanings[option]
        atoms = len(self._ones)
        ones = sum(self._ones[item] for item in self._compiled.cover.options[option] if item < atoms)
        return self._changes[owner] * ones
