"""Read drawings of other programs, whose labels are not the names of our pieces: each piece is recognized by its shape.

    AABB    a a b b    0 0 1 1    +---+---+
                                  |A A|B B|
                                  +---+---+

Connected cells with equal labels, or cells between the same walls, are a piece. It gets the name of a piece with this
shape, as often as there are copies. Cells may be separated by blanks, and drawings may be indented. A drawing that can
also be read with our own labels is read in this way. If some pieces then have wrong shapes, while all would be right by
shape alone, the drawing is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tilewright.errors import NotationError, quote
from tilewright.kinds.packing.letters import labels
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom
from tilewright.puzzle.check import faults
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.walls import EMPTY_MARKS, drawn_lines, plain_walls, read_walls, without_margin

Placements = tuple[Placement, ...]
Region = tuple[str, tuple[Atom, ...]]  # a label, possibly "", and the atoms that it covers
MOST_CELLS = 50_000  # the most cells of a board for drawings by shapes, which take a second
OF_LABELS = {"shape", "name", "copies"}  # rules that foreign labels may break


def parse_any(text: str, puzzle: Packing, parse_labelled: Callable[[str], Placements]) -> Placements:
    """Return the placements of a drawing by our labels or, if that fails, by shapes.

    Raises NotationError if neither is possible, or if the two readings contradict each other.
    """
    try:
        labelled = parse_labelled(text)
    except NotationError:
        if (found := parse_shapes(text, puzzle)) is None:
            raise
        return found
    if not _is_read(puzzle):
        return labelled
    there = {*puzzle.board.atoms, *puzzle.board.optional}
    if not there.issuperset(atom for placement in labelled for atom in placement.atoms):
        return parse_shapes(text, puzzle) or labelled
    if wrong_layout := _wrong_layout(text, puzzle):
        if (found := parse_shapes(text, puzzle)) is None:
            raise NotationError(wrong_layout)
        return found
    if wrong := [fault for fault in faults(puzzle, labelled, partial=True) if fault.rule in OF_LABELS]:
        found = parse_shapes(text, puzzle)
        if found and not faults(puzzle, found, partial=True):
            raise NotationError(
                f"by the names of pieces in the drawing {wrong[0].text}, by the shapes alone all is right: expected the names of the "
                "pieces that lie there, or labels that are no names"
            )
    return labelled


def _is_read(puzzle: Packing) -> bool:
    return puzzle.grid.plane.name == "square" and not puzzle.grid.periods


def parse_shapes(text: str, puzzle: Packing) -> Placements | None:
    """Return the placements of a drawing by their shapes.

    The result is None if some region has the shape of no piece, and for boards that cannot be read by shapes.
    """
    if not _is_read(puzzle) or len(puzzle.board.atoms) > MOST_CELLS:
        return None
    try:
        lines = drawn_lines(plain_walls(text), "labels")
        regions = _walled(text, puzzle) if _is_wall(lines[0]) else _lettered(lines, puzzle)
    except NotationError:
        return None
    return _named(regions, puzzle) if regions else None


def _is_wall(line: str) -> bool:
    return "+" in line and not set(line) - set("+- ")


def _walled(text: str, puzzle: Packing) -> list[Region]:
    """Return the regions that walls enclose on the board.

    Raises NotationError for two labels in a region, and if only some regions have labels.
    """
    drawn = read_walls(text, puzzle.board.extent, puzzle.grid)
    texts, there = drawn.texts, {*puzzle.board.atoms, *puzzle.board.optional}
    regions: list[Region] = []
    for part in drawn.regions:
        shown = {texts[cell] for cell in part} - {"", *EMPTY_MARKS}
        if len(shown) > 1:
            raise NotationError(f"labels {' '.join(sorted(shown))} between the same walls: expected one piece")
        if inside := there.intersection(part):
            regions.append((shown.pop() if shown else texts[min(inside)], tuple(sorted(inside))))
    if len(regions) == 1 and regions[0][0] in ("", *EMPTY_MARKS):
        raise NotationError("nothing is drawn but the border: expected labels, or walls between the pieces")
    if all(label in ("", *EMPTY_MARKS) for label, _ in regions):
        if len({texts[cell] for cell in there}) > 1:
            raise NotationError("cells with and without dots: expected labels in the pieces, or the same in all cells")
        return regions  # there are only walls
    if drawn.divides({cell for label, atoms in regions if label in EMPTY_MARKS for cell in atoms}):
        raise NotationError("a wall between cells with dots: expected labels there, or no wall")
    if not all(label for label, _ in regions):
        raise NotationError("a part between walls has no label: expected one, or . for nothing")
    return [(label, atoms) for label, atoms in regions if label not in EMPTY_MARKS]


def _wrong_layout(text: str, puzzle: Packing) -> str:
    """Return what contradicts the layout of our own drawings, or "".

    This is a wall between cells with dots, or a row that is too long.
    """
    lines = drawn_lines(plain_walls(text), "labels")
    if not _is_wall(lines[0]):
        longest = puzzle.board.extent[1] * len(next(iter(labels(puzzle).values())))
        line = next((line for line in lines if len(line) > longest), "")
        return line and f"{quote(line)}: expected at most {longest} characters, as the board is wide"
    try:
        drawn = read_walls(text, puzzle.board.extent, puzzle.grid)
    except NotationError:
        return ""
    there = {*puzzle.board.atoms, *puzzle.board.optional}
    if drawn.divides({cell for cell, word in drawn.texts.items() if word in EMPTY_MARKS and cell in there}):
        return "a wall stands between cells with dots: expected labels of the pieces, or no walls where nothing lies"
    return ""


def _lettered(lines: Sequence[str], puzzle: Packing) -> list[Region]:
    """Return the connected regions of cells with one label.

    Raises NotationError if cells of the board are missing.
    """
    if (cells := next(_layouts(lines, puzzle), None)) is None:
        raise NotationError(f"{quote(lines[0])}: expected a label or . for each cell of the board")
    drawn: dict[str, list[Atom]] = {}
    for atom, label in cells.items():
        if label not in EMPTY_MARKS:
            drawn.setdefault(label, []).append(atom)
    has_zero = any(label.isdecimal() and not int(label[:9]) for label in drawn)
    if has_zero and not all(label.isdigit() for label in drawn) and not drawn.keys() >= set("123456789"):
        raise NotationError("0 among letters may be a piece, or a cell on which nothing lies: expected . there")
    return [(label, part) for label, atoms in drawn.items() for part in _parts(atoms, puzzle)]


def _parts(atoms: Sequence[Atom], puzzle: Packing) -> Iterable[tuple[Atom, ...]]:
    """Return the connected parts, or all atoms together if they have the shape of a piece."""
    form = puzzle.grid.normalize(atoms)
    if any(form in piece.forms for piece in puzzle.pieces):
        return [tuple(sorted(atoms))]
    return [tuple(sorted(part)) for part in puzzle.grid.components(atoms)]


def _layouts(lines: Sequence[str], puzzle: Packing) -> Iterator[dict[Atom, str]]:
    """Yield the label of each cell, for every way to read the lines that fits the board exactly."""
    rows, columns = puzzle.board.extent
    there = {*puzzle.board.atoms, *puzzle.board.optional}
    lines = without_margin([line for line in lines if line.strip()])
    if len(lines) != rows:
        return
    divided = [re.split(r"[,;]\s*|\s+", line.strip("[](), ;")) for line in lines]
    tables = [list(map(list, lines)), divided]
    if all(not line[1::2].strip() for line in lines):
        tables.insert(1, [list(line[::2]) for line in lines])
    for table in tables:
        cells: dict[Atom, str] = {
            (r, c): label for r, row in enumerate(table) for c, label in enumerate(row) if label != " "
        }
        besides = (label for cell, label in cells.items() if cell not in there)
        if there <= cells.keys() and all(not label.isalnum() for label in besides) and max(map(len, table)) <= columns:
            found = {cell: cells[cell] for cell in there}
            if all(label.isalnum() or label in EMPTY_MARKS for label in found.values()):
                yield found


def _named(regions: Sequence[Region], puzzle: Packing) -> Placements | None:
    """Return the regions as placements of pieces with their shapes.

    The result is None if a shape has no piece, or if names matter and the drawing does not tell them.
    """
    paint = dict(puzzle.board.paint)
    pins = {frozenset(pin.atoms): pin.piece for pin in puzzle.pinned}
    wanted: list[list[str]] = []  # the possible names of each region, the most likely first
    for label, atoms in regions:
        form = puzzle.grid.normalize(atoms)
        names = [piece.name for piece in puzzle.pieces if form in piece.forms and piece.allowed_motion(atoms, paint)]
        said = [name for name in names if name.casefold() == label.casefold()]
        if frozenset(atoms) in pins:
            names = [pins[frozenset(atoms)]]
        elif puzzle.constraints and len(names) > 1:
            names = said
        if not names:
            return None
        wanted.append([*said, *(name for name in names if name not in said)])
    chosen = _assigned(wanted, {piece.name: piece.copies[1] for piece in puzzle.pieces})
    placed = (puzzle.placement(name, atoms) for name, (_, atoms) in zip(chosen, regions, strict=True))
    return tuple(sorted(placed, key=lambda placement: placement.atoms))


def _assigned(wanted: Sequence[Sequence[str]], most: Mapping[str, int | None]) -> list[str]:
    """Return a name for each region, none more often than there are copies if possible, by augmenting paths.

    A region without a free name gets the first of its names.
    """
    held: dict[str, list[int]] = {name: [] for name in most}

    def place(region: int, tried: set[str]) -> bool:
        for name in wanted[region]:
            if name in tried:
                continue
            tried.add(name)
            copies = most[name]
            if copies is None or len(held[name]) < copies:
                held[name].append(region)
                return True
            for other in held[name]:
                if place(other, tried):
                    held[name].remove(other)
                    held[name].append(region)
                    return True
        return False

    for region in range(len(wanted)):
        place(region, set())
    chosen = {region: name for name, regions in held.items() for region in regions}
    return [chosen.get(region, names[0]) for region, names in enumerate(wanted)]
