"""Catalogues of outlines as `design silhouettes` writes them, read back and checked.

A file edited by hand is found out: every outline's solution is laid again, with the pieces of the named set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from tilewright.errors import NotationError, quoted
from tilewright.lattice import Atom, Lattice
from tilewright.lattice.symmetry import canonical
from tilewright.pieces import Piece, select
from tilewright.puzzle.board import MAX_CELLS
from tilewright.puzzle.digest import digest

VERSION = 1
Cell = list[float | str]
Shift = tuple[float, float]


class Row(msgspec.Struct):
    """A placed piece in the file."""

    piece: str
    cells: list[Cell]


class OutlineRow(msgspec.Struct):
    """An outline in the file; keys that do not matter here are skipped."""

    id: str
    cells: list[Cell]
    solution: list[Row]
    group: str = ""


class File(msgspec.Struct):
    """The file."""

    tilewright: int
    kind: str
    pieces: str
    outlines: list[OutlineRow]
    symmetry: str = ""
    complete: bool = False


@dataclass(frozen=True)
class Part:
    """Atoms on the lattice moved by `shift` (x, y): nothing, or half a cell where parity is mixed."""

    shift: Shift
    atoms: tuple[Atom, ...]


@dataclass(frozen=True)
class Outline:
    """A region of one or more parts and one way to tile it: (piece, part) each."""

    id: str
    group: str
    parts: tuple[Part, ...]
    solution: tuple[tuple[str, Part], ...]


@dataclass(frozen=True)
class Catalogue:
    """The outlines and the pieces that tile each of them."""

    pieces: tuple[Piece, ...]
    notation: str
    symmetry: str
    complete: bool
    outlines: tuple[Outline, ...]


def recognise(text: str) -> bool:
    """Whether the text is meant to be a catalogue (of any version)."""
    head = text.lstrip()[:4096]
    return head.startswith("{") and '"silhouettes"' in head and '"kind"' in head


def parse(text: str) -> Catalogue:
    """The catalogue; NotationError says what is wrong, and in which outline."""
    try:
        file = msgspec.json.decode(text, type=File)
    except msgspec.DecodeError as error:
        raise NotationError(f"no catalogue of outlines: {error}") from None
    if (file.tilewright, file.kind) != (VERSION, "silhouettes"):
        raise NotationError(
            f"a file of kind {quoted(file.kind)}, version {file.tilewright}: expected silhouettes, version {VERSION}"
        )
    if not file.outlines:
        raise NotationError("the catalogue has no outlines: expected at least one")
    twice = [key for key, times in Counter(row.id for row in file.outlines).items() if times > 1]
    if twice:
        raise NotationError(f"two outlines have the id {quoted(twice[0])}: the file was changed by hand")
    pieces = select(file.pieces)
    outlines = tuple(_outline(row, pieces) for row in file.outlines)
    return Catalogue(pieces, file.pieces, file.symmetry, file.complete, outlines)


def parse_names(text: str) -> dict[str, str]:
    """Names of outlines by their id, `{"0126af29...": "Dice", ...}`; NotationError when it is something else."""
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except msgspec.DecodeError as error:
        raise NotationError(f'no names of outlines: {error}: expected {{"id": "name", ...}}') from None


def _outline(row: OutlineRow, pieces: Sequence[Piece]) -> Outline:
    try:
        parts = _parts(pieces[0].grid, row.cells)
        solution = tuple((each.piece, part) for each in row.solution for part in _parts(pieces[0].grid, each.cells))
        _check(parts, solution, pieces)
        if (own := _id(pieces[0].grid, parts)) != row.id:
            raise NotationError(f"its cells have the id {own}: the file was changed by hand")
    except NotationError as error:
        raise NotationError(f"outline {quoted(row.id)}: {error}") from None
    return Outline(row.id, row.group, parts, solution)


def _id(grid: Lattice, parts: Sequence[Part]) -> str:
    """The stable name of a region: the hash of the least of its images, in half cells."""
    halves: list[Atom] = []
    for part in parts:
        for place, kind in map(grid.split, part.atoms):
            column, row = part.shift
            halves.append(grid.join((2 * place[0] + round(2 * row), 2 * place[1] + round(2 * column)), kind))
    return digest("outline", grid.name, canonical(grid, halves))


def _check(parts: Sequence[Part], solution: Sequence[tuple[str, Part]], pieces: Sequence[Piece]) -> None:
    """Refuse a solution that does not cover the outline exactly with pieces that there are."""
    region = Counter((part.shift, atom) for part in parts for atom in part.atoms)
    covered = Counter((part.shift, atom) for _, part in solution for atom in part.atoms)
    if max(region.values()) > 1:
        raise NotationError("it has a cell twice: the file was changed by hand")
    if region != covered:
        (_, atom), *_ = (region - covered) + (covered - region)
        raise NotationError(f"its solution does not fill it at {list(atom)}: the file was changed by hand")
    by_name = {piece.name: piece for piece in pieces}
    for name, part in solution:
        if name not in by_name:
            raise NotationError(f"there is no piece {quoted(name)}: expected one of {', '.join(by_name)}")
        if by_name[name].grid.normal(part.atoms) not in by_name[name].kind:
            raise NotationError(f"what its solution calls {quoted(name)} is no allowed position of that piece")
    used = Counter(name for name, _ in solution)
    for name, piece in by_name.items():
        lo, hi = piece.copies
        if used[name] < lo or (hi is not None and used[name] > hi):
            raise NotationError(f"its solution uses piece {name} {used[name]} times: expected {lo}")


def _parts(grid: Lattice, cells: Sequence[Cell]) -> tuple[Part, ...]:
    """The cells by the lattice they lie on: the usual one, and those shifted by half a cell."""
    found: dict[Shift, list[Atom]] = {}
    for cell in cells:
        place, letters = cell[: grid.dimension], cell[grid.dimension :]
        if not all(isinstance(v, int | float) and abs(v) <= MAX_CELLS and v * 2 == int(v * 2) for v in place):
            raise _unreadable(grid, cell)
        text = letters[0] if letters else grid.letters
        known = isinstance(text, str) and len(set(text)) == len(text) and set(text) <= set(grid.letters)
        if len(place) != grid.dimension or len(letters) > bool(grid.letters) or not known:
            raise _unreadable(grid, cell)
        whole = tuple(int(float(v) // 1) for v in place)
        row, column = (float(v) % 1 for v in place[-2:])
        kinds = [grid.letters.index(letter) for letter in str(text)] if grid.letters else [0]
        found.setdefault((column, row), []).extend(grid.join(whole, kind) for kind in kinds)
    if not found:
        raise NotationError("there are no cells: expected at least one")
    return tuple(Part(shift, tuple(sorted(atoms))) for shift, atoms in sorted(found.items()))


def _unreadable(grid: Lattice, cell: Cell) -> NotationError:
    letters = f', letters of "{grid.letters}"' if grid.letters else ""
    return NotationError(f"cell {quoted(str(cell))}: expected [row, column{letters}], rows and columns in halves")
