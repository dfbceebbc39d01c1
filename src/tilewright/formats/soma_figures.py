"""Figures for the seven Soma pieces: `.soma` files of layers, as the solver yass reads them (github.com/thanks4opensource/yass).

Layers are divided by empty lines, top first; `*` or `o` is a cube to be filled, `.` or a blank is none, and a letter is a
cube of a piece that lies there: 3 the tricube, l, t, z, c the one with a corner, p and n the two that twist. Which of these
two it is, is told by its shape: files differ in the order of their layers. `#` begins a comment.
"""

from __future__ import annotations

from tilewright.errors import NotationError, quote
from tilewright.formats import Format
from tilewright.formats.recognize import SOMA_CUBES, soma_layers
from tilewright.kinds import Packing
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import Atom
from tilewright.pieces import Piece, select
from tilewright.puzzle import Board

LETTERS = {"3": "V", "l": "L", "t": "T", "z": "Z", "c": "P", "p": "AB", "n": "AB"}
EMPTY, FULL = ".", "*"


def parse_soma(text: str) -> Packing:
    """Parse a figure. Raises NotationError for other signs, and for what is no piece.

    >>> len(parse_soma("\\n\\n".join(["***\\n***\\n***"] * 3)).board.atoms)
    27
    """
    layers = soma_layers(text)
    cubes: dict[str, list[Atom]] = {}
    for z, layer in enumerate(layers):
        for y, row in enumerate(layer):
            for x, sign in enumerate(row):
                if sign not in f" {EMPTY}{FULL}o{''.join(LETTERS)}":
                    raise NotationError(f"{quote(row)}: {quote(sign)}: expected * or o, ., or a piece of 3 l t z c p n")
                if sign not in f" {EMPTY}":
                    cubes.setdefault(sign, []).append((z, y, x))
    atoms = tuple(sorted(atom for some in cubes.values() for atom in some))
    if len(atoms) != SOMA_CUBES:
        raise NotationError(f"a figure of {len(atoms)} cubes: the seven Soma pieces fill {SOMA_CUBES}")
    pieces = select("soma")
    pins = tuple(_pin(sign, some, pieces) for sign, some in cubes.items() if sign in LETTERS)
    return Packing(Board(atoms, (), "cubic"), pieces, pinned=pins)


def _pin(sign: str, atoms: list[Atom], pieces: tuple[Piece, ...]) -> Pin:
    for piece in pieces:
        if piece.name in LETTERS[sign] and tuple(sorted(piece.grid.normalize(atoms))) in piece.forms:
            return Pin(piece.name, tuple(sorted(atoms)))
    raise NotationError(f"the cubes {sign} do not make that piece: expected all of it, or * in their place")


def dump_soma(puzzle: Packing) -> str:
    """Return the figure of a puzzle with the seven Soma pieces. Raises NotationError for any other."""
    if puzzle.pieces != select("soma") or puzzle.board.optional or len(puzzle.board.atoms) != SOMA_CUBES:
        raise NotationError("a .soma file holds a figure of 27 cubes for the pieces soma: write it as TOML")
    signs = dict.fromkeys(puzzle.board.atoms, FULL)
    names = {"V": "3", "L": "l", "T": "t", "Z": "z", "P": "c", "A": "n", "B": "p"}
    for pin in puzzle.pinned:
        signs |= dict.fromkeys(pin.atoms, names[pin.piece])
    low, high = ([f(atom[axis] for atom in signs) for axis in range(3)] for f in (min, max))
    ranges = [range(a, b + 1) for a, b in zip(low, high, strict=True)]
    layers = ("\n".join("".join(signs.get((z, y, x), EMPTY) for x in ranges[2]) for y in ranges[1]) for z in ranges[0])
    return "\n\n".join(layers) + "\n"


SOMA = Format(parse_soma, dump_soma)
