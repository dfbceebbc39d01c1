"""Shapes as text: one character a cell, as the lattice's `glyphs` say; `parse_cells(draw_cells(x)) == x`.

Layers of a solid, outermost coordinate first, are separated by an empty line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import product

from tilewright.errors import NotationError, quoted
from tilewright.lattice import Atom, Vector, lattice

MAX_SIDE = 10_000  # of a drawing: more is a mistake or an attack, not a puzzle


def parse_cells(text: str, lattice_name: str, filled: str = "") -> tuple[Atom, ...]:
    """The atoms of a drawing, its first row and column being 0; NotationError quotes the line that is wrong.

    `filled` are further characters that stand for a whole cell.
    """
    grid = lattice(lattice_name)
    glyphs = _readable(lattice_name)
    atoms: list[Atom] = []
    for cell, character, line in _characters(text.expandtabs(), grid.dimension):
        kinds = frozenset(range(grid.kinds)) if character in filled else glyphs.get(character)
        if kinds is None:
            raise NotationError(f"{quoted(line)}: unexpected {character!r}, expected one of {_expected(lattice_name)}")
        atoms.extend(grid.join(cell, kind) for kind in sorted(kinds))
    return tuple(atoms)


def draw_cells(atoms: Collection[Atom], lattice_name: str, blank: str = ".") -> str:
    """The shape as text, from its bounding box on; a cell that no glyph shows is drawn `?`."""
    grid = lattice(lattice_name)
    glyphs = {kinds: characters[0] for kinds, characters in grid.glyphs}
    glyphs[frozenset()] = blank
    cells: dict[Vector, set[int]] = {}
    for atom in atoms:
        cell, kind = grid.split(atom)
        cells.setdefault(cell, set()).add(kind)
    return "\n".join(_lines(cells, lambda kinds: glyphs.get(frozenset(kinds), "?")))


def _lines(cells: dict[Vector, set[int]], glyph: object) -> Iterable[str]:
    spans = [range(min(axis), max(axis) + 1) for axis in zip(*cells, strict=True)]
    *outer, rows, columns = spans
    for index, layer in enumerate(product(*outer)):
        if index:
            yield ""
        for row in rows:
            yield "".join(glyph(cells.get((*layer, row, column), set())) for column in columns)  # type: ignore[operator]


def _characters(text: str, dimension: int) -> Iterable[tuple[Vector, str, str]]:
    lines = text.splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    if len(lines) > MAX_SIDE or any(len(line) > MAX_SIDE for line in lines):
        raise NotationError(f"a drawing of {len(lines)} lines: expected at most {MAX_SIDE} rows and columns")
    layer = row = 0
    for line in lines:
        if dimension == 3 and not line.strip():
            layer, row = layer + 1, 0
            continue
        for column, character in enumerate(line):
            yield ((layer, row, column) if dimension == 3 else (row, column)), character, line
        row += 1


@lru_cache
def _readable(lattice_name: str) -> dict[str, frozenset[int]]:
    return {c: kinds for kinds, characters in lattice(lattice_name).glyphs for c in characters}


def _expected(lattice_name: str) -> str:
    return " ".join(repr(characters[0]) for _, characters in lattice(lattice_name).glyphs)
