"""What stands on paper besides the puzzles, in the reader's language: English is the key of the table."""

from __future__ import annotations

import re

from tilewright.errors import NotationError, quote

LANGUAGES = ("en", "de")
GERMAN = {
    "Contents": "Inhalt",
    "page": "Seite",
    "Pieces to cut out": "Teile zum Ausschneiden",
    "Solutions": "Lösungen",
    "from page": "ab Seite",
    "Print at 100 %, without fitting to the page: this ruler is 100 mm long, as is the one on every page.": (
        "Mit 100 % drucken, ohne an die Seite anzupassen: dieses Lineal ist 100 mm lang, wie das auf jeder Seite."
    ),
    "1:1, one cell is {cell} mm": "1:1, ein Feld hat {cell} mm",
    "scaled to {share} %, one cell is {cell} mm: 1:1 does not fit on {paper}": (
        "auf {share} % verkleinert, ein Feld hat {cell} mm: 1:1 passt nicht auf {paper}"
    ),
    "{count} challenge": "{count} Aufgabe",
    "{count} challenges": "{count} Aufgaben",
    "{count} piece": "{count} Teil",
    "{count} pieces": "{count} Teile",
    "{count} tile": "{count} Plättchen",
    "{count} tiles": "{count} Plättchen",
    "{count} rectangles": "{count} Rechtecke",
    "any number of each": "beliebig viele von jedem",
    "a small letter meets its capital": "ein kleiner Buchstabe trifft seinen großen",
    "one label all around": "rundum das gleiche Zeichen",
    "the border as drawn": "der Rand wie gezeichnet",
    "a tube: glue the pale cells under the first": "ein Rohr: kleb die blassen Felder unter die ersten",
    "Not solved within the time limit.": "In der erlaubten Zeit nicht gelöst.",
    "Impossible: an exhaustive search found nothing.": "Unmöglich: eine vollständige Suche hat nichts gefunden.",
}
COUNTED = re.compile(r"(\d+) (?=[a-z])")


def check_language(language: str) -> str:
    """The language; NotationError when there is no table for it.

    >>> check_language("de")
    'de'
    """
    if language not in LANGUAGES:
        raise NotationError(f"--language {quote(language)}: expected {' or '.join(LANGUAGES)}")
    return language


def words(text: str, language: str, **values: int | str) -> str:
    """The text in a language, with its values filled in; what the table does not have stays English.

    >>> words("{count} pieces", "de", count=5)
    '5 Teile'
    """
    return (GERMAN.get(text, text) if language == "de" else text).format(**values)


def note(text: str, language: str) -> str:
    """A line about a puzzle, part by part.

    >>> note("5 pieces; one label all around", "de")
    '5 Teile; rundum das gleiche Zeichen'
    """
    if language != "de":
        return text
    return "; ".join(", ".join(_part(part) for part in each.split(", ")) for each in text.split("; "))


def _part(text: str) -> str:
    if text in GERMAN:
        return GERMAN[text]
    if text.startswith("symmetry "):
        return text.replace("symmetry", "Symmetrie", 1)
    counted = COUNTED.match(text)
    key = COUNTED.sub("{count} ", text, count=1)
    return GERMAN[key].format(count=counted[1]) if counted and key in GERMAN else text


def decimal(number: float, form: str, language: str) -> str:
    """A number with the point of the language.

    >>> decimal(17.5, ".1f", "de")
    '17,5'
    """
    text = format(number, form)
    return text.replace(".", ",") if language == "de" else text
