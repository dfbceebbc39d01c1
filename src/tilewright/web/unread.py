"""Why a text is no puzzle, as fields from which the page makes a sentence: what it was taken for says what is wrong with it."""

from __future__ import annotations

import re

from tilewright.errors import NotationError, quote
from tilewright.formats import entry_of
from tilewright.pieces import select
from tilewright.web.limits import PhrasedNotationError

GENRE = re.compile(r"/p(?:\.html)?\?(\w+)")  # of a link of puzz.link


def phrased(text: str, error: NotationError) -> NotationError:
    """The error of a text that was not read, with fields for the page where it has a sentence for this format.

    >>> phrased("FNPUV@", NotationError("'FNPUV@': expected PIECES@BOARD")).kind
    'bad board'
    """
    entry = entry_of(text)
    if isinstance(error, PhrasedNotationError) or entry is None:
        return error
    line = next(line.strip() for line in text.splitlines() if line.strip())
    said = str(error)
    if entry.module == "notation":
        return _notation(line, said)
    if entry.module == "puzzlink":
        return _link(line, said)
    if entry.module in ("json_puzzle", "toml_puzzle"):
        return PhrasedNotationError(said, "bad file", line=quote(line))
    return PhrasedNotationError(said, "bad grid") if entry.module == "shikaku_grid" else error


def _notation(line: str, said: str) -> NotationError:
    pieces, _, board = line.partition("@")
    try:
        select(pieces)
    except NotationError:
        return PhrasedNotationError(said, "bad pieces", pieces=quote(pieces))
    return PhrasedNotationError(said, "bad board", board=quote(board))


def _link(line: str, said: str) -> NotationError:
    genre = GENRE.search(line)
    if genre and genre[1] != "shikaku":
        return PhrasedNotationError(said, "other genre", genre=quote(genre[1]))
    return PhrasedNotationError(said, "bad link", line=quote(line))
