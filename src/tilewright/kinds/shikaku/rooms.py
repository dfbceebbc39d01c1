"""Read the rectangles of drawn answers, from this package and from other programs.

    +---+---+---+    +---+-------+    1 2 2    A B B    ABB    0 1 1
    | 2 |     . |    | 2 | .   . |    1 2 2    A B B    ABB    0 1 1
    +   +       +    |   |       |
    |   |   . 4.|    | . | .   4 |
    +---+---+---+    +---+-------+

In drawings by this package, a cell that nothing covers has a dot behind its clue or in its place, and no wall divides
such cells. In other drawings, all cells without a clue may have dots. In rows with a number or letters in each cell,
connected cells with the same label are a rectangle, and `.` is a cell that nothing covers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import chain

from tilewright.errors import NotationError, quote
from tilewright.kinds.shikaku.puzzle import Shikaku
from tilewright.lattice import Atom
from tilewright.puzzle.rows import WordRow, is_packed, read_rows, unpack
from tilewright.puzzle.walls import EMPTY_MARKS, WalledCells, read_walls

Region = tuple[Atom, ...]
NOTHING = (*EMPTY_MARKS, "-", "-1")  # in rows of labels


def walled_rooms(text: str, puzzle: Shikaku) -> list[Region]:
    """Return the rectangles that are drawn with walls.

    Raises NotationError that quotes an ambiguous cell.
    """
    drawn = read_walls(text, (puzzle.rows, puzzle.columns), puzzle.grid)
    texts, regions = drawn
    clues: dict[Atom, str] = {
        (row, column): "?" if value is None else str(value) for row, column, value in puzzle.clues
    }
    others = [cell for cell, word in sorted(texts.items()) if _without_dot(word) not in ("", clues.get(cell))]
    if not others:
        return _rooms_of(drawn, clues)
    for region in regions:
        labels = {texts[cell] for cell in region} - {*EMPTY_MARKS, ""}
        is_one = len(labels) < 2 and all(label.isalnum() for label in labels)
        is_number = any(label.isdigit() for label in labels)  # a number may be a clue, if it stands in one cell
        if not is_one or (is_number and not all(texts[cell] in (*labels, *EMPTY_MARKS) for cell in region)):
            row, column = others[0]
            raise NotationError(
                f"{quote(texts[row, column])} at row {row}, column {column}: expected the clue of this cell, or one label in all cells "
                "between the same walls"
            )
    open_cells = {cell for region in regions if {*map(texts.get, region)}.issubset(EMPTY_MARKS) for cell in region}
    if drawn.divides(open_cells):
        raise NotationError(
            "a wall stands between cells with dots: expected labels there, or no wall where nothing lies"
        )
    return [region for region in regions if region[0] not in open_cells]


def _without_dot(word: str) -> str:
    """Return the clue in a cell, without the dot behind it or in its place."""
    return "" if word in EMPTY_MARKS else word.removesuffix(".")


def _rooms_of(drawn: WalledCells, clues: Mapping[Atom, str]) -> list[Region]:
    """Return the regions that are rectangles, for a drawing whose cells show only clues and dots."""
    dotted = {cell for cell, word in drawn.texts.items() if word.endswith(EMPTY_MARKS)}
    if not dotted:
        return list(drawn.regions)
    is_whole = all(dotted.issuperset(region) or dotted.isdisjoint(region) for region in drawn.regions)
    has_clues = all(drawn.texts[cell].startswith(clue) for cell, clue in clues.items())
    is_divided = drawn.divides(dotted)
    if is_whole and has_clues and not is_divided:
        return [region for region in drawn.regions if region[0] not in dotted]
    cells = drawn.texts.keys()
    if dotted == cells - clues.keys() or (dotted == cells and is_divided):
        return list(drawn.regions)
    row, column = min(dotted)
    raise NotationError(
        f"a dot at row {row}, column {column} may be a cell that nothing covers or an empty cell of a rectangle: expected dots in "
        "all cells without a clue, or in all cells that nothing covers, their clues too"
    )


def labelled_rooms(text: str, puzzle: Shikaku) -> list[Region]:
    """Return the rectangles of rows with a number or letters in each cell.

    Raises NotationError that quotes the wrong row.
    """
    rows = _rows_of_cells(text, puzzle)
    labels: dict[str, list[Atom]] = {}
    for row, (line, words) in enumerate(rows):
        for column, word in enumerate(words):
            if word in NOTHING:
                continue
            if not word.isalnum():
                raise NotationError(
                    f"{quote(line)}: {quote(word)}: expected a number or letters for each rectangle, or ."
                )
            labels.setdefault(word, []).append((row, column))
    _check_labels(labels)
    regions = [(label, region) for label, cells in labels.items() for region in puzzle.grid.components(cells)]
    is_open = any(word in NOTHING for word in chain.from_iterable(row.words for row in rows))
    if any(map(is_zero, labels)) and not is_open and len(regions) != len(puzzle.clues):
        raise NotationError(
            "'0' may be a rectangle, or a cell that nothing covers: expected . for nothing, or rectangles from 1"
        )
    values = {clue[:2]: clue[2] for clue in puzzle.clues}
    for label, region in regions:
        inside = [values[cell] for cell in region if cell in values]
        if len(inside) > 1 and sum(filter(None, inside)) == len(region):
            raise NotationError(
                f"{quote(label)} at row {region[0][0]}, column {region[0][1]} may be one rectangle, or {len(inside)} that touch: "
                "expected another label for each, or walls between them"
            )
    return [region for _, region in regions]


def _rows_of_cells(text: str, puzzle: Shikaku) -> list[WordRow]:
    rows = read_rows(text)
    if len(rows) != puzzle.rows:
        raise NotationError(f"the drawing has {len(rows)} rows: expected {puzzle.rows}")
    if puzzle.columns > 1 and (is_packed(rows) or (len(rows) == 1 and len(rows[0].words) == 1)):
        rows = unpack(rows)
    for line, words in rows:
        if len(words) != puzzle.columns:
            raise NotationError(f"{quote(line)}: {len(words)} cells: expected {puzzle.columns}")
    return rows


def is_zero(label: str) -> bool:
    """Return True for 0 in digits of any script."""
    return label.isdecimal() and not int(label[:9])


def _check_labels(labels: Collection[str]) -> None:
    """Raise NotationError for letters among numbers, unless all digits are used and letters continue them."""
    numbers = {label for label in labels if label.isdigit()}
    letters = set(labels) - numbers
    if (
        numbers
        and letters
        and not numbers >= set("123456789")
        and not any(re.search("[0-9]", label) for label in letters)
    ):
        expected = "expected numbers, or letters, for the rectangles, or ."
        raise NotationError(f"{quote(min(letters))} beside {quote(min(numbers))}: {expected}")
