"""Tilings as text, and back: by letters, unless copies of one piece touch, whose labels would run together.

Then squares get walls; on other lattices, and in solids, labels get numbers: `O1`, `O2`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from tilewright.errors import NotationError
from tilewright.kinds.packing.letters import LetterDrawing, labelled_atoms, labels, parse_tiling
from tilewright.kinds.packing.puzzle import Packing
from tilewright.kinds.packing.walls import can_have_walls, draw_walls, has_walls, parse_walls
from tilewright.lattice import Atom
from tilewright.puzzle.placement import Placement

Style = Literal["letters", "walls", "numbers"]
MOST_DIGITS = 3  # of the number of a copy
NOTE = "copies of a piece touch: drawn with "
WALLS_NOTE = f"{NOTE}walls"
NOTES: dict[Style, str] = {"letters": "", "walls": WALLS_NOTE, "numbers": f"{NOTE}numbers behind their labels"}


def draw(puzzle: Packing, placements: Sequence[Placement]) -> str:
    """The tiling as text, one line a row; the layers of a solid divided by empty lines."""
    style = style_of(puzzle, placements)
    return puzzle.letter_drawing(placements) if style == "letters" else draw_copies(puzzle, placements, style)


def draw_with_walls(puzzle: Packing, placements: Sequence[Placement]) -> str:
    """The tiling with walls around every placement. Raises NotationError where cells are no squares."""
    if not can_have_walls(puzzle):
        raise NotationError(f"there are no walls on lattice {puzzle.lattice}: expected lattice square")
    return draw_copies(puzzle, placements, "walls")


def note(puzzle: Packing, placements: Sequence[Placement]) -> str:
    """How copies that touch are told apart; nothing where letters suffice."""
    return NOTES[style_of(puzzle, placements)]


def style_of(puzzle: Packing, placements: Sequence[Placement]) -> Style:
    """How a tiling is drawn: by letters, unless two placements with one label touch.

    Single atoms do not run together. What overlaps or lies off the board has letters, too: `faults` tells.
    """
    names = {placement.piece for placement in placements}
    if len(names) == len(placements):  # most tilings: each piece lies once
        return "letters"
    used = Counter(placement.piece for placement in placements if len(placement.atoms) > 1)
    if max(used.values(), default=0) < 2 or not _touching(puzzle, placements, used):
        return "letters"
    atoms = [atom for placement in placements for atom in placement.atoms]
    if len(set(atoms)) < len(atoms) or not {*puzzle.board.atoms, *puzzle.board.optional}.issuperset(atoms):
        return "letters"
    if can_have_walls(puzzle):
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


def draw_copies(puzzle: Packing, placements: Sequence[Placement], style: Style) -> str:
    """The drawing in a style other than letters."""
    names = labels(puzzle)
    if style == "walls":
        return draw_walls(puzzle, placements, names)
    mark = _mark(names.values())
    seen: Counter[str] = Counter()
    numbered, texts = [], {}
    for placement in placements:
        seen[placement.piece] += 1
        text = f"{names[placement.piece].strip()}{mark}{seen[placement.piece]}"
        texts[text] = text
        numbered.append(replace(placement, piece=text))
    width = max(map(len, texts))
    return LetterDrawing(puzzle, labels={text: text.ljust(width) for text in texts})(numbered)


def parse_drawing(text: str, puzzle: Packing) -> tuple[Placement, ...]:
    """The placements of a drawing in any style. Raises NotationError as `parse_tiling`."""
    if has_walls(text, puzzle):
        return parse_walls(text, puzzle, labels(puzzle))
    try:
        found = parse_tiling(text, puzzle)
    except NotationError:
        numbered = parse_numbered(text, puzzle)
        if numbered is None:
            raise
        return numbered
    return found


def parse_numbered(text: str, puzzle: Packing) -> tuple[Placement, ...] | None:
    """The placements of a drawing with numbered labels; None if it is none."""
    names = {label.strip(): name for name, label in labels(puzzle).items()}
    mark = _mark(names)
    there = {*puzzle.board.atoms, *puzzle.board.optional}
    longest = max(map(len, names)) + len(mark)
    for width in range(1 + len(mark) + 1, longest + MOST_DIGITS + 1):
        try:
            read = [(atom, label) for atom, label, _ in labelled_atoms(text, puzzle, width)]
        except NotationError:
            continue
        parts = {label: re.fullmatch(rf"(.+?){mark}([1-9]\d*)", label) for _, label in read}
        if read and all(part and part[1] in names for part in parts.values()) and there.issuperset(a for a, _ in read):
            regions: dict[str, list[Atom]] = {}
            for atom, label in read:
                regions.setdefault(label, []).append(atom)
            found = [
                puzzle.placement(names[part[1]], regions[label]) for label, part in parts.items() if part is not None
            ]
            return tuple(sorted(found, key=lambda placement: placement.atoms))
    return None


def _mark(names: Iterable[str]) -> str:
    """What stands between a label and its number: nothing, unless a label has digits of its own."""
    return "'" if any(character.isdigit() for name in names for character in name) else ""
