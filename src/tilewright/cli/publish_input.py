"""What the `publish` commands read: challenges, pieces and boards; and their shared options."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tilewright import formats
from tilewright.cli import options
from tilewright.cli.parser import Parser
from tilewright.cli.puzzle import load_puzzle
from tilewright.cover.search.limit import Limit
from tilewright.design.challenges.card_file import is_cards, parse_cards
from tilewright.errors import NotationError
from tilewright.pieces import Piece, select
from tilewright.publish import challenge
from tilewright.publish.challenge import Challenge
from tilewright.puzzle import Board
from tilewright.silhouettes.catalogues.catalogue import Catalogue
from tilewright.silhouettes.catalogues.named import catalogue_files, entry_of
from tilewright.silhouettes.catalogues.names import published_names
from tilewright.silhouettes.catalogues.reading import MAX_BYTES, CatalogueFile
from tilewright.source import read_text


def add_challenges(parser: Parser) -> None:
    """The files with challenges, their names, and the time for solving."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="Catalogues of silhouettes (also fridgeiq-D4, or one: fridgeiq-D4#Dice), challenges, puzzles of any kind, in this order; no silhouette twice.",
    )
    parser.add_argument(
        "--names", metavar="FILE", type=Path, help='Other names of silhouettes by id: JSON {"id": "name", ...}.'
    )
    options.add_limit(parser, default=60.0, text="For solving each puzzle.")


def add_cell(parser: Parser, default: str = "20mm") -> None:
    """The size of everything."""
    parser.add_argument(
        "--cell", metavar="LENGTH", default=default, help=f"Side of a cell: 20mm, 2cm, 0.75in. [default: {default}]"
    )


def add_paper(parser: Parser) -> None:
    """The paper to print on."""
    parser.add_argument(
        "--paper", metavar="FORMAT", default="a4", help="One of a3, a4, a5, letter, legal and tabloid. [default: a4]"
    )


def add_language(parser: Parser) -> None:
    """The language of what stands beside the puzzles."""
    parser.add_argument(
        "--language", metavar="en|de", default="en", help="Of headings and notes on the pages. [default: en]"
    )


def add_set(parser: Parser) -> None:
    """Pieces to make, with or without a board."""
    parser.add_argument(
        "pieces",
        metavar="SET",
        help="Pieces such as `fridgeiq` or `tetrominoes:SIO`, or a puzzle: then with its board.",
    )


def add_length(parser: Parser, name: str, default: str, text: str, metavar: str = "LENGTH") -> None:
    """An option that takes a length."""
    parser.add_argument(name, metavar=metavar, default=default, help=text + f" [default: {default}]" * bool(default))


def read_challenges(files: Sequence[str], names: Path | None, limit: float) -> list[Challenge]:
    """The challenges of catalogues and puzzles, in order; names for the silhouettes that have one."""
    try:
        known = challenge.parse_names(read_text(names)) if names else {}
    except NotationError as error:
        raise NotationError(f"{names}: {error}") from None
    printed: set[str] = set()
    found = [each for name in files for each in _challenges_of(name, {**published_names(), **known}, limit, printed)]
    if known and printed.isdisjoint(known):  # some may be of other catalogues, but not all
        raise NotationError(
            f"{names}: it names none of these silhouettes: expected their ids, as they stand in the catalogue"
        )
    return found


def _challenges_of(name: str, names: dict[str, str], limit: float, printed: set[str]) -> list[Challenge]:
    """The challenges of a catalogue, of a silhouette of one, or of a file of challenges, or the one of a puzzle.

    Silhouettes whose ids are in `printed` are left out; the others are added to it.
    """
    if files := catalogue_files(name):
        return [each for file in files for each in _new_silhouettes(file, range(len(file.ids)), names, printed)]
    if entry := entry_of(name):
        return _new_silhouettes(entry.file, [entry.index], names, printed)
    if Path(name).is_file():
        text = read_text(name, MAX_BYTES)
        if is_cards(text):
            return challenge.card_challenges(parse_cards(text, name))
    return [challenge.puzzle_challenge(formats.load(name), Limit(seconds=limit), Path(name).stem)]


def _new_silhouettes(
    file: CatalogueFile, indices: Sequence[int], names: dict[str, str], printed: set[str]
) -> list[Challenge]:
    """The challenges of some silhouettes of a catalogue that are not printed yet."""
    new = tuple(file.silhouette(index) for index in indices if file.ids[index] not in printed)
    printed.update(each.id for each in new)
    if file.ids and not new:
        return []
    return challenge.catalogue_challenges(Catalogue(file.query, file.pieces, new, file.ended), names)


def set_and_board(text: str) -> tuple[tuple[Piece, ...], Board | None]:
    """The pieces of a set's notation, or the pieces and the board of a puzzle."""
    if "@" not in text and "#" not in text and not Path(text).exists() and "\n" not in text and text != "-":
        return select(text), None
    puzzle = load_puzzle(text)
    return puzzle.page.pieces_to_make(), puzzle.board
