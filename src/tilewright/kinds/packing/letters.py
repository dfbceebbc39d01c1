r"""Write tilings as letters and read them back. The lattice defines what a cell looks like (`Lattice.cell_texts`).

Every piece has a label. A cell shows the label of the piece that covers it, `.` if none does, and blanks off the board.
A cell covered by two pieces is three characters wide: `A/B`, `A\B`. Copies of one piece have the same label, so the
parser divides their region into copies again. These are the original ones if there is only one way to divide it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import count as numbers
from itertools import islice, product

from tilewright.errors import LimitError, NotationError, quote
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom, Lattice, Vector
from tilewright.lattice.lattice import CellText
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Lazy

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
LONGEST_NAME = 3  # longer names make drawings unreadable
NOTHING = ".·_"  # a cell without a piece in a drawing
UNKNOWN = "?"  # a cell that no text of the lattice can show
MOST_ALIKE = 100_000  # cells with one label; dividing so many into pieces takes a second
MAX_NODES = 2_000_000  # nodes of the search that divides a region into copies


def short_names(count: int) -> list[str]:
    """Return `count` names: 0, 1, ..., 9, a, ..., z, A, ..., Z; beyond 62, all have two or more characters."""
    width = next(width for width in numbers(1) if len(LETTERS) ** width >= count)
    return ["".join(letters) for letters in islice(product(LETTERS, repeat=width), count)]


def labels(puzzle: Packing) -> dict[str, str]:
    """Return the label of each piece by its name, all of one width: the names, or numbers if a name is too long."""
    names = [piece.name for piece in puzzle.pieces]
    width = max(map(len, names))
    if width > LONGEST_NAME or any(set(name) <= {*NOTHING, UNKNOWN} for name in names):
        return dict(zip(names, short_names(len(names)), strict=True))
    return {name: name.ljust(width) for name in names}


labels_of = labels  # for functions with an argument of this name


class LetterDrawing:
    """The text of a puzzle's tilings: one line a row with trailing blanks, and empty lines between layers.

    Everything that all drawings of a puzzle share is computed once: `_parts` is the text with a place for each cell.
    """

    def __init__(self, puzzle: Packing, besides: Iterable[Atom] = (), labels: Mapping[str, str] | None = None) -> None:
        self.puzzle, self.grid = puzzle, puzzle.grid
        self.labels = labels_of(puzzle) if labels is None else labels
        self.width = len(next(iter(self.labels.values())))
        empty = dict.fromkeys((*puzzle.board.atoms, *puzzle.board.optional), ".".ljust(self.width))
        self._empty = {**empty, **dict.fromkeys(besides, "")}
        self._parts: list[str] = []
        self._cells: list[tuple[int, tuple[Atom, ...]]] = []  # the index of each cell in `_parts`, and its atoms
        self._lay_out()
        self._texts: Lazy[tuple[str, ...], str] = Lazy(partial(_cell_text, self.grid))
        plain = [text.pattern for text in self.grid.cell_texts] == ["0"]  # each cell is an atom, drawn as its label
        self._places = {atoms[0]: place for place, atoms in self._cells} if plain else {}

    def _lay_out(self) -> None:
        margins, columns = _margins(self.puzzle, self.width), range(self.puzzle.board.extent[-1])
        nothing = _cell_text(self.grid, [" " * self.width] * self.grid.slot_count)
        nothing_lies, text = ".".ljust(self.width), ""
        for number, layer in enumerate(_layers(self.puzzle)):
            text += "\n\n" if number else ""
            for row, margin in enumerate(margins):
                line, cut = " " * margin, max(0, -margin)  # blanks of the line to the left of the drawing
                for atoms in (self.grid.atoms_of((*layer, row, column)) for column in columns):
                    if self._empty.keys().isdisjoint(atoms):
                        line += nothing
                        continue
                    self._cells.append((len(self._parts) + 1, atoms))
                    self._parts += [text + line[cut:], nothing_lies]
                    text, line, cut = "", "", 0
                text += line[cut:] + "\n" * (row < len(margins) - 1)
        self._parts.append(text)

    def __call__(self, placements: Sequence[Placement]) -> str:
        """Return the drawing of a complete or partial tiling."""
        try:
            return self._plain_text(placements) if self._places else self._mixed_text(placements)
        except KeyError:  # a placement leaves the board
            lying = {atom for placement in placements for atom in placement.atoms}
            return LetterDrawing(self.puzzle, lying - self._empty.keys(), self.labels)._mixed_text(placements)

    def layout(self) -> tuple[str, dict[Atom, int]]:
        """Return the empty board and the index of each atom's first character, for lattices whose cells are atoms."""
        parts, begins, length = self._parts.copy(), {}, 0
        for place, (atom,) in self._cells:
            length += len(parts[place - 1])
            begins[atom] = length
            parts[place] = self.cell_text(None)
            length += len(parts[place])
        return "".join(parts), begins

    def cell_text(self, name: str | None) -> str:
        """Return the text of a cell that the piece `name` covers, or of an uncovered cell if it is None.

        This is for lattices whose cells are atoms.
        """
        return self._texts[".".ljust(self.width) if name is None else self.labels[name],]

    def _plain_text(self, placements: Sequence[Placement]) -> str:
        parts, places, unknown = self._parts.copy(), self._places, UNKNOWN * self.width
        for placement in placements:
            label = self.labels.get(placement.piece, unknown)
            for atom in placement.atoms:
                parts[places[atom]] = label
        return "".join(parts)

    def _mixed_text(self, placements: Sequence[Placement]) -> str:
        """Return the drawing for lattices whose cells have several atoms or whose text is more than a label.

        Raises KeyError if a placement leaves the board.
        """
        parts, shown, unknown = self._parts.copy(), self._empty.copy(), UNKNOWN * self.width
        for placement in placements:
            shown.update(dict.fromkeys(placement.atoms, self.labels.get(placement.piece, unknown)))
        if len(shown) > len(self._empty):
            raise KeyError
        blank = " " * self.width
        for place, atoms in self._cells:
            parts[place] = self._texts[tuple([shown.get(atom, blank) for atom in atoms])]
        return "".join(parts)


def parse_tiling(text: str, puzzle: Packing) -> tuple[Placement, ...]:
    """Return the placements of a drawing of a complete or partial tiling; of several drawings, the first is read.

    Raises NotationError that quotes the wrong line. Placements that break a rule are returned as they are; `faults`
    reports them.
    """
    regions: dict[str, list[Atom]] = {}
    names = {label.strip(): name for name, label in labels(puzzle).items()}
    for atom, label, line in labelled_atoms(text, puzzle):
        if label not in names:
            raise NotationError(f"{quote(line)}: unexpected {label!r}, expected one of {' '.join(names)} or .")
        regions.setdefault(names[label], []).append(atom)
    found = []
    for name, atoms in regions.items():
        pinned = [pin.atoms for pin in puzzle.pinned if pin.piece == name and set(pin.atoms) <= set(atoms)]
        found += [puzzle.placement(name, pin) for pin in pinned]
        found += divide_region(puzzle, name, set(atoms).difference(*pinned))
    return tuple(sorted(found, key=lambda placement: placement.atoms))


def _layers(puzzle: Packing) -> Iterator[Vector]:
    return product(*map(range, puzzle.board.extent[:-2]))


def _margins(puzzle: Packing, width: int) -> list[int]:
    """Return the number of characters before the cell in column 0 of each row.

    The number is negative if that cell is left of the whole board. Rows are shifted against each other if the lattice
    leans. The leftmost cell of the board begins at character 0.
    """
    grid, board = puzzle.grid, puzzle.board
    pitch = len(grid.cell_texts[0].pattern)
    cells = {grid.split(atom)[0] for atom in (*board.atoms, *board.optional)}
    left = min(pitch * cell[-1] + grid.lean * cell[-2] for cell in cells)
    return [width * (grid.lean * row - left) for row in range(board.extent[-2])]


def _cell_text(grid: Lattice, names: Sequence[str]) -> str:
    """Return the text of a cell whose atoms have these labels, by the first pattern that distinguishes them."""
    width = len(names[0])
    for text in grid.cell_texts:
        shown: dict[int, str] = {}
        if all(shown.setdefault(label, name) == name for label, name in zip(text.labels, names, strict=True)):
            return "".join(c * width if label is None else shown[label] for c, label in text.places)
    return UNKNOWN * width * len(grid.cell_texts[0].pattern)


def _names(text: CellText, cell: str, width: int) -> list[str] | None:
    """Return the label of each atom of a cell drawn in this pattern, or None if it does not match."""
    shown: dict[int, str] = {}
    for place, (c, label) in enumerate(text.places):
        part = cell[place * width : (place + 1) * width]
        if part != (c * width if label is None else shown.setdefault(label, part)):
            return None
    return [shown[label].strip() for label in text.labels]


def labelled_atoms(text: str, puzzle: Packing, width: int = 0) -> Iterator[tuple[Atom, str, str]]:
    """Yield (atom, label, line) for everything in a drawing, also outside the board, which `faults` reports.

    width: the width of the labels, if they are not those of the pieces.

    Raises NotationError that quotes the wrong line.
    """
    grid = puzzle.grid
    width = width or len(next(iter(labels(puzzle).values())))
    step = width * len(grid.cell_texts[0].pattern)
    margins = _margins(puzzle, width)
    names_of = cache(
        lambda cell: next((found for text in grid.cell_texts if (found := _names(text, cell, width))), None)
    )
    for place, line in _rows(text, puzzle):
        margin = margins[place[-1]]
        if line[: max(0, margin)].strip():
            expected = f"expected the row to begin after {margin} blanks, where its first cell is"
            raise NotationError(f"{quote(line)}: {expected}")
        body = " " * -margin + line[max(0, margin) :].rstrip()
        for column, start in enumerate(range(0, len(body), step)):
            cell = body[start : start + step].ljust(step)
            names = names_of(cell)
            if names is None:
                places = (
                    (c if label is None else chr(ord("A") + label) for c, label in t.places) for t in grid.cell_texts
                )
                forms = " ".join(map("".join, places))
                raise NotationError(f"{quote(line)}: unexpected cell {cell!r}, expected one of the forms {forms}")
            for slot, name in enumerate(names):
                if name.strip(NOTHING):
                    yield grid.join((*place, column), slot), name, line


def _rows(text: str, puzzle: Packing) -> Iterator[tuple[Vector, str]]:
    """Yield (layer and row, line) of the first drawing in a text."""
    lines = text.expandtabs().splitlines()
    rows = puzzle.board.extent[-2]
    whole = len(list(_layers(puzzle))) * (rows + 1) - 1
    while len(lines) > whole and not lines[0]:  # a row of blanks counts
        del lines[0]
    if not any(map(str.strip, lines)):
        raise NotationError("the drawing is empty: expected a row of labels for each row of the board")
    start = 0
    for layer in _layers(puzzle):
        for row, line in enumerate(lines[start : start + rows]):
            yield (*layer, row), line
        start += rows + 1
        if start <= len(lines) and lines[start - 1].strip():
            raise NotationError(f"{quote(lines[start - 1])}: the drawing has more than the {rows} rows of the board")


def divide_region(puzzle: Packing, name: str, atoms: Collection[Atom]) -> list[Placement]:
    """Return the copies of a piece that cover these atoms; a connected piece is placed in each connected region.

    Raises LimitError for too many atoms.
    """
    if not atoms:
        return []
    if len(atoms) > MOST_ALIKE:
        raise LimitError(
            f"the label of {name} stands in {len(atoms):,} cells: expected at most {MOST_ALIKE:,}, or JSON"
        )
    whole = puzzle.piece(name).connected
    parts = puzzle.grid.components(atoms) if whole else [tuple(sorted(atoms))]
    return [placement for part in parts for placement in _divide(puzzle, name, part)]


def _divide(puzzle: Packing, name: str, part: Sequence[Atom]) -> list[Placement]:
    """Return a region as copies of a piece; as a single misshapen placement if that is impossible."""
    whole = puzzle.placement(name, part)
    piece = puzzle.piece(name)
    if len(part) == len(piece.atoms) or len(part) % len(piece.atoms):
        return [whole]
    atoms = sorted(part)
    there = {atom: item for item, atom in enumerate(atoms)}
    options: dict[tuple[int, ...], None] = {}
    for atom, (_, orientation) in product(atoms, piece.orientations):
        (cell, slot), (anchor, anchor_slot) = puzzle.grid.split(atom), puzzle.grid.split(orientation[0])
        if slot == anchor_slot:
            moved = puzzle.grid.shift(orientation, tuple(map(int.__sub__, cell, anchor)))
            items = [there.get(each, -1) for each in moved]
            if min(items) >= 0:
                options[tuple(sorted(items))] = None
    cover = ExactCover.of(list(options), len(there))
    found = choose(cover).solutions(cover, Limit(solutions=1, nodes=MAX_NODES))
    solution = next((batch[0] for batch in found if batch), None)
    if solution is None and found.outcome.ended == "limit":
        raise NotationError(f"cannot separate the copies of {name} in so large a region: expected JSON")
    if solution is None:
        return [whole]
    return [puzzle.placement(name, (atoms[item] for item in cover.options[option])) for option in solution]
