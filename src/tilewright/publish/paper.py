"""Lengths and paper sizes in millimeters, words in the reader's language, colors and hatchings.

The table of words has English texts as keys. A piece has one color and one hatching in a whole document: a piece of a
named set gets the color of its place in the set, so that different documents agree, and others get the next free color.
The hatching follows from the color.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from tilewright.errors import NotationError, quote
from tilewright.lattice.symmetry import canonical_form
from tilewright.pieces import Piece, piece_set
from tilewright.pieces.sets import DRAWN
from tilewright.puzzle import Puzzle, Tiling
from tilewright.render.canvas import PALETTE, palette_colors

UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "": 1.0}
LONGEST = 2000.0

# Upright (width, height) in mm.
PAPERS = {
    "a3": (297.0, 420.0), "a4": (210.0, 297.0), "a5": (148.0, 210.0),
    "letter": (215.9, 279.4), "legal": (215.9, 355.6), "tabloid": (279.4, 431.8),
}  # fmt: skip


def parse_length(text: str, option: str, least: float = 0.0, given: str = "") -> float:
    """Return a length such as `20mm`, `2cm`, `0.5in` or `20` in mm.

    Raises NotationError, quoting option and text, if the length is not valid or out of range.

    >>> parse_length("2cm", "--cell")
    20.0
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*([a-z]*)\s*", text)
    if not found or found[2] not in UNITS:
        raise NotationError(f"{option} {quote(given or text)}: expected a length such as 20mm, 2cm or 0.75in")
    length = float(found[1]) * UNITS[found[2]]
    if not least <= length <= LONGEST:
        raise NotationError(f"{option} {quote(given or text)}: expected {least:g}mm to {LONGEST:g}mm")
    return length


def parse_two_lengths(text: str, option: str, *least: float) -> tuple[float, float]:
    """Return two lengths such as `10x2mm` in mm; if the first one has no unit, it has that of the second.

    >>> parse_two_lengths("10x2mm", "--magnet", 1, 0.5)
    (10.0, 2.0)
    """
    first, cross, second = text.partition("x")
    if not cross or "x" in second:
        raise NotationError(f"{option} {quote(text)}: expected two lengths such as 10x2mm")
    if first.strip()[-1:].isdigit():
        first += second.lstrip(" .0123456789")
    return parse_length(first, option, least[0], text), parse_length(second, option, least[1], text)


def paper_size(name: str) -> tuple[float, float]:
    """Return (width, height) in mm of a paper size by name. Raises NotationError for an unknown name.

    >>> paper_size("a4")
    (210.0, 297.0)
    """
    if name.lower() not in PAPERS:
        raise NotationError(f"--paper {quote(name)}: expected one of {', '.join(PAPERS)}")
    return PAPERS[name.lower()]


PRINTING = "Print at 100 %, without fitting to the page: this ruler is 100 mm long, as is the one on every page."
TABLES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
LANGUAGES = ("en", *TABLES)
NUMBER = re.compile(r"\d+")
PLACE = re.compile(r"\b(layer|row|column) (\d+)")
RANGE = re.compile(r"(?<=\d) to (?=\d)")


def check_language(language: str) -> str:
    """Return the language. Raises NotationError if there is no table for it.

    >>> check_language("de")
    'de'
    """
    if language not in LANGUAGES:
        expected = f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}"
        raise NotationError(f"--language {quote(language)}: expected {expected}")
    return language


def words(text: str, language: str, **values: int | str) -> str:
    """Return the text in a language, with its values filled in. Raises KeyError if the language's table lacks it.

    >>> words("{count} pieces", "de", count=5)
    '5 Teile'
    """
    return (text if language == "en" else TABLES[language][text]).format(**values)


def note(text: str, language: str) -> str:
    """Translate a line about a puzzle part by part; parts missing from the table, such as notes in a file, are kept.

    >>> note("5 pieces; one label all around", "de")
    '5 Teile; rundum das gleiche Zeichen'
    """
    if language == "en" or not text:
        return text
    if text in TABLES[language]:
        return TABLES[language][text]
    if text.startswith("Impossible: "):
        word = TABLES[language]["Impossible."].rstrip(".")
        return f"{word}{TABLES[language][':']} {_why(text.partition(': ')[2], language)}"
    return TABLES[language]["; "].join(
        ", ".join(_part(part, language) for part in each.split(", ")) for each in text.split("; ")
    )


def places_from_one(text: str) -> str:
    """Return a sentence of the solver with layers, rows and columns counted from 1, as on paper, instead of 0.

    >>> places_from_one("no rectangle of 5 cells fits around the clue at row 1, column 2")
    'no rectangle of 5 cells fits around the clue at row 2, column 3'
    """
    return PLACE.sub(lambda found: f"{found[1]} {int(found[2]) + 1}", text)


def _why(reason: str, language: str) -> str:
    """Translate the solver's reason, an English sentence, by its pattern.

    Reasons with weights or labels become the general statement that the counts do not work out.

    >>> _why("the clues sum to 24, the grid has 25 cells", "de")
    'die Zahlen ergeben 24, das Brett hat 25 Felder'
    """
    table = TABLES[language]
    for pattern in sorted((key for key in table if "{a}" in key), key=len, reverse=True):
        if found := re.fullmatch(re.sub(r"\\{(\w)\\}", r"(?P<\1>.+?)", re.escape(pattern)), reason):
            values = {name: RANGE.sub("\u2013", value) for name, value in found.groupdict().items()}
            return table[pattern].format(**values)
    if reason.startswith("the search through all "):
        return table["Impossible: an exhaustive search found nothing."].partition(table[":"])[2].strip().rstrip(".")
    return table["the counts do not work out"]


def _part(text: str, language: str) -> str:
    table = TABLES[language]
    if text.startswith("symmetry "):
        return table["symmetry {group}"].format(group=text.partition(" ")[2])
    counted = NUMBER.search(text)
    key = NUMBER.sub("{count}", text, count=1)
    return table[key].format(count=counted[0]) if counted and key in table else table.get(text, text)


def decimal(number: float, form: str, language: str) -> str:
    """Return a number with the decimal sign of the language.

    >>> decimal(17.5, ".1f", "de")
    '17,5'
    """
    text = format(number, form)
    return text if language == "en" else text.replace(".", ",")


# As many grays as there are pentominoes. None is white, so that no piece looks like a hole, and consecutive ones differ
# a lot.
GRAYS = tuple(
    f"#{level:02x}{level:02x}{level:02x}" for level in (236, 176, 206, 146, 226, 166, 196, 136, 216, 156, 186, 126)
)
Ink = Literal["color", "hatch", "gray"]
Key = tuple[str, str, tuple[tuple[int, ...], ...]]  # lattice, name, shape up to rotation and reflection


@dataclass
class PieceColors:
    """The colors assigned so far to the pieces of a document.

    ink: "color" keeps the pieces' own colors, or else those of the screen; "hatch" uses those of the palette; "gray"
    uses shades of gray, for printers without color.

    >>> from tilewright import load
    >>> colors = PieceColors()
    >>> first, second = (colors.pieces(load(name).pieces) for name in ("FNPUV@5x5", "PY@2x5"))
    >>> first[2].color == second[0].color
    True
    """

    ink: Ink = "color"
    found: dict[Key, str] = field(default_factory=dict)

    def pieces(self, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        """Return the pieces in their colors."""
        return tuple(replace(piece, color=self._color(piece)) for piece in pieces)

    def puzzle(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with its pieces in their colors; a puzzle without pieces is returned unchanged."""
        return puzzle.with_colors(self._color)

    def tiling(self, tiling: Tiling) -> Tiling:
        """Return the tiling with the pieces in their colors."""
        return Tiling(self.puzzle(tiling.puzzle), tiling.placements)

    def _color(self, piece: Piece) -> str:
        key = piece.lattice, piece.name, canonical_form(piece.grid, piece.atoms)
        if key not in self.found:
            palette = GRAYS if self.ink == "gray" else PALETTE
            wanted: list[str | None] = []
            if self.ink == "color":  # as on the screen
                wanted = [piece.color, palette_colors([replace(piece, color=None)])[piece.name]]
            elif (place := _place_in_set(key)) is not None:
                wanted = [palette[place % len(palette)]]
            used = set(self.found.values())
            free = (color for color in (*wanted, *palette) if color and color not in used)
            self.found[key] = next(free, palette[len(self.found) % len(palette)])
        return self.found[key]


def _place_in_set(key: Key) -> int | None:
    """Return the index of a piece within the drawn set that has one of its name and shape, or None."""
    for name, (_, _, lattice_name, _, _) in DRAWN.items():
        if lattice_name == key[0]:
            for place, piece in enumerate(piece_set(name).pieces):
                if piece.name == key[1] and canonical_form(piece.grid, piece.atoms) == key[2]:
                    return place
    return None
