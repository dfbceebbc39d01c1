"""What techniques find, in sentences."""

from __future__ import annotations

from tilewright.explain.hints.position import Table, bits
from tilewright.explain.hints.techniques import Finding
from tilewright.lattice import Atom

COORDINATES = {1: ("column",), 2: ("row", "column"), 3: ("layer", "row", "column")}


def place_name(table: Table, atom: Atom) -> str:
    """`row 2, column 3`."""
    grid = table.compiled.puzzle.grid
    cell, slot = grid.split(atom)
    where = ", ".join(f"{name} {value}" for name, value in zip(COORDINATES[len(cell)], cell, strict=True))
    return f"{where} ({grid.letters[slot]})" if grid.letters else where


def item_name(table: Table, item: int) -> str:
    """A cell, a clue or a piece, as the subject of a sentence."""
    if (owner := table.compiled.item_owners.get(item)) is not None:
        return table.compiled.puzzle.hints.owner_text(table.compiled, owner)
    if not table.is_cell(item):
        return f"the pinned {table.compiled.puzzle.owner_word}"
    return f"the cell at {place_name(table, table.compiled.atoms[item])}"


def owner_name(table: Table, option: int) -> str:
    """The clue or the piece of an option."""
    return table.compiled.puzzle.hints.owner_text(table.compiled, table.compiled.meanings[option][0])


def option_name(table: Table, option: int) -> str:
    """A placement: what, where, and its id."""
    return table.compiled.puzzle.hints.option_text(table.placement(option), owner_name(table, option))


def options_name(table: Table, options: int) -> str:
    """One placement by name, of several the first and how many more."""
    first = option_name(table, (options & -options).bit_length() - 1)
    more = options.bit_count() - 1
    return first + (f" (and {more} other placement{'s' * (more > 1)})" if more else "")


def reason_clause(table: Table, finding: Finding) -> str:
    """Why the finding's options are impossible, without a full stop."""
    out = options_name(table, finding.ruled_out)
    names = [item_name(table, item) for item in finding.items[:2]]
    match finding.technique:
        case "claimed cell" if len(finding.items) == 1:
            owner = owner_name(table, next(bits(finding.ruled_out)))
            return f"only {owner} can reach {names[0]}, which rules out {out}"
        case "claimed cell":
            return f"{names[1]} is covered by {names[0]} wherever that lies, which rules out {out}"
        case "starvation":
            return f"{out} would leave {names[0]} without any choice"
        case "isolated region":
            size = table.compiled.puzzle.grid.area(len(finding.items))
            cells = "1 cell," if size == 1 else f"{size:g} cells around"
            return f"{out} would cut off {cells} {names[0]}, which the pieces left cannot fill exactly"
        case "cluster":
            return f"however {names[0]} and {names[1]} are covered, there is no room for {out}"
        case "invariant":
            return f"with the cells colored in two, the other pieces cannot balance the colors beside {out}"
        case _:
            return f"trying {out} and following what is forced leaves {names[0]} without any choice"


def forced_clause(table: Table, item: int, option: int, name: str) -> str:
    """That an item has one choice left, as a clause."""
    what = option_name(table, option)
    if name == "forced cell":
        return f"{item_name(table, item)} can be covered in one way only: {what}"
    return f"{item_name(table, item)} has one place left: {what}"


def to_sentence(text: str) -> str:
    """A clause as a sentence."""
    return text[:1].upper() + text[1:] + "."
