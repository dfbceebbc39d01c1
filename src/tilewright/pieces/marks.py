"""The meaning of the characters of a drawing: cells, no cells, or ambiguous.

A drawing has one mark for cells, which may be any character, and `.` or a blank for no cell. `X`, `O` and `□` are cells
if they are the only mark, but ambiguous beside `#`. In a board, an `o` beside `#` may stay empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tilewright.errors import NotationError, quote
from tilewright.lattice import lattice
from tilewright.lattice.lattice import Lattice

SURE = "#■█"  # cells, also beside one another and beside marks for cells that may stay empty
OTHERS = "*XxOo@+□▓▒░◼◻▪▫⬛⬜●○"  # cells if they are the only mark
NONE = ".·_"
ALL = f"{SURE}{OTHERS}{NONE} \t\r\n"
FORM = "# for cells and . for none"


@lru_cache
def readable(lattice_name: str) -> dict[str, frozenset[int]]:
    """Return the slots of a cell of the lattice that each character shows."""
    grid = lattice(lattice_name)
    found = {character: slots for slots, characters in grid.glyphs for character in characters}
    whole = _whole(grid)
    others = OTHERS if whole in found.values() else ""
    return dict.fromkeys(others, whole) | found


def _whole(grid: Lattice) -> frozenset[int]:
    return frozenset(range(grid.slot_count))


def check_one_mark(characters: Iterable[str], lattice_name: str) -> None:
    """Raise NotationError, naming both, if two different characters of a drawing may represent cells.

    >>> check_one_mark("#.#", "square")
    """
    glyphs, whole = readable(lattice_name), _whole(lattice(lattice_name))
    marks = [character for character in dict.fromkeys(characters) if glyphs.get(character) == whole]
    if len(marks) > 1 and not set(marks) <= set(SURE):
        first, second = marks[:2]
        raise NotationError(
            f"a drawing in {first} and {second}: the cells may be {first}, or {second}, or both: expected one mark for cells, "
            f"as {FORM}"
        )


def check_beside_optional(drawing: str, mark: str, lattice_name: str) -> None:
    """Raise NotationError if the drawing of a board has ambiguous marks beside the optional cells."""
    grid = lattice(lattice_name)
    glyphs = readable(lattice_name)
    usual = next((characters[0] for slots, characters in grid.glyphs if slots == _whole(grid)), "")
    unsure = set(OTHERS) - {mark, usual}
    if other := next((c for c in drawing if c in unsure and glyphs.get(c) == _whole(grid)), ""):
        raise NotationError(
            f"a board in {other} and {mark}: the cells may be {other}, or {mark}, or both: expected # for cells, . for none, and {mark} "
            "beside # for cells that may stay empty"
        )


def check_layout(drawing: str, lattice_name: str) -> None:
    """Raise NotationError for a drawing whose blanks are ambiguous, on a lattice whose cells are drawn side by side."""
    grid = lattice(lattice_name)
    if grid.pitch != 1 or grid.lean or set("".join(drawing.split())) <= {"0", "1"}:
        return
    lines = [line.rstrip() for line in drawing.expandtabs().splitlines() if line.strip()]
    left = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    lines = [line[left:] for line in lines]
    if max(map(len, lines), default=0) > 2 and not any(line[1::2].strip() for line in lines):
        raise NotationError(
            f"{quote(lines[0])}: every other column is blank, which may be gaps between the cells of a row or cells that are not there: "
            f"expected cells side by side, {FORM}"
        )
    blank = next((line for line in lines if " " in line), None)
    text = "".join(lines)
    if blank is not None and set(NONE) & set(text) and not set(SURE) & set(text):
        raise NotationError(f"{quote(blank)}: blanks beside dots, which may be cells then: expected {FORM}")


def expanded(drawing: str) -> str:
    """Return the drawing without tabs.

    Raises NotationError unless all its lines begin with the same tabs and have no others.
    """
    if "\t" not in drawing:
        return drawing
    lines = [line.rstrip() for line in drawing.splitlines() if line.strip()]
    tabs = min((len(line) - len(line.lstrip("\t")) for line in lines), default=0)
    if line := next((line for line in lines if "\t" in line[tabs:]), ""):
        raise NotationError(f"{quote(line)}: a tab, which has no width of its own: expected {FORM}")
    return drawing.expandtabs()
