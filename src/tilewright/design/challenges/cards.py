"""Cards: a shape, some of the pieces, what is known about filling one with the other; and how they are written."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.cover.search.report import Bound, Ended
from tilewright.design.challenges.targets import TargetShape
from tilewright.errors import NotationError, quote
from tilewright.explain.hints.difficulty import Rating
from tilewright.kinds import Packing
from tilewright.pieces import Piece, select
from tilewright.puzzle import Tiling
from tilewright.puzzle.cells import write_cells
from tilewright.silhouettes.catalogues.catalogue import pieces_digest
from tilewright.silhouettes.catalogues.document import document_text, with_digest
from tilewright.silhouettes.pieces import piece_tables

KIND = "challenges"
KEEP = ("all", "solvable", "unique")


@dataclass(frozen=True)
class ChallengeQuery:
    """What was asked: pieces in the short notation, shapes, how many pieces a card has, which cards are kept."""

    pieces: str
    shapes: tuple[str, ...]
    fewest: int = 1
    most: int | None = None
    keep: str = "all"
    own: tuple[Piece, ...] = ()  # the pieces themselves, when no notation names them

    def __post_init__(self) -> None:
        if self.keep not in KEEP:
            raise NotationError(f"--keep {quote(self.keep)}: expected one of {', '.join(KEEP)}")
        if self.fewest < 1 or (self.most is not None and self.most < self.fewest):
            raise NotationError(f"{self.fewest} to {self.most} pieces: expected at least 1, the smaller number first")

    @property
    def chosen(self) -> tuple[Piece, ...]:
        """The pieces."""
        return self.own or select(self.pieces)

    def keeps(self, card: Card) -> bool:
        """Return True if the card is asked for."""
        if self.keep == "unique":
            return card.tilings == 1 and card.bound == "exact"
        return self.keep == "all" or card.tiling is not None

    @property
    def command(self) -> str:
        """The command that answers it."""
        bounds = f" --from {self.fewest}" * (self.fewest > 1) + (f" --to {self.most}" if self.most else "")
        keep = f" --keep {self.keep}" if self.keep != "all" else ""
        return f"tilewright design challenges --pieces {shlex.quote(self.pieces)} --shapes {','.join(self.shapes)}{bounds}{keep}"


@dataclass(frozen=True)
class Card:
    """A shape, the pieces to fill it with, and what is known about its solutions.

    tilings: their number (0: unsolvable), exact or `at least`, identical pieces swapped counting once.
    tiling:  one of them, checked.
    rating:  None for what cannot be done, and where none was asked for.

    >>> from tilewright import find_challenges
    >>> card = find_challenges("tetrominoes:IJLO", ["4x4"]).cards[0]
    >>> card.shape.name, card.names, card.state
    ('4x4', ['I', 'J', 'L', 'O'], '8 tilings')
    """

    shape: TargetShape
    pieces: tuple[Piece, ...]
    tilings: int
    bound: Bound = "exact"
    tiling: Tiling | None = None
    rating: Rating | None = None

    @property
    def names(self) -> list[str]:
        """The pieces by name, each as often as it is there."""
        return [piece.name for piece in self.pieces for _ in range(piece.copies[0])]

    @property
    def puzzle(self) -> Packing:
        """The card as a puzzle."""
        return Packing(self.shape.board, self.pieces, name=self.shape.name)

    @property
    def state(self) -> str:
        """What is known of it, in words."""
        if self.bound != "exact":
            return f"at least {self.tilings} tilings" if self.tilings else "not decided"
        return f"{self.tilings} tiling{'s' * (self.tilings != 1)}" if self.tilings else "impossible"


@dataclass(frozen=True)
class Cards:
    """The cards that `find_challenges` kept. `ended`: "exhausted" when every card was tried, else why not.

    >>> from tilewright import find_challenges
    >>> found = find_challenges("tetrominoes:IJLO", ["2x4", "4x4"])
    >>> len(found.cards), found.cards[-1].tilings, found.complete
    (7, 8, True)
    """

    query: ChallengeQuery
    pieces: tuple[Piece, ...]
    cards: tuple[Card, ...]
    ended: Ended = "exhausted"

    @property
    def complete(self) -> bool:
        """True if no card is missing."""
        return self.ended == "exhausted"

    def dump(self) -> dict[str, Any]:
        """Return the cards as JSON."""
        names = _names(self.cards)
        head = {
            "pieces": self.query.pieces,
            "pieces_digest": pieces_digest(self.pieces),
            **({"lattice": self.pieces[0].lattice} if self.query.own else {}),
            "shapes": list(self.query.shapes),
            "from": self.query.fewest,
            "to": self.query.most,
            "keep": self.query.keep,
            "complete": self.complete,
            "ended": self.ended,
            "command": self.query.command,
        }
        lists = {
            **({"piece": piece_tables(self.query.own)} if self.query.own else {}),
            "boards": [
                {"name": name, "cells": write_cells(shape.board.grid, shape.board.atoms)}
                for shape, name in names.items()
            ],
            KIND: [card_row(card) | {"shape": names[card.shape]} for card in self.cards],
        }
        return with_digest(KIND, head, lists)

    def text(self) -> str:
        """Return the cards as the text of a file: JSON, one board or card a line."""
        return document_text(self.dump())


def _names(cards: Sequence[Card]) -> dict[TargetShape, str]:
    """The name of each shape in a file. Shapes of several areas may share theirs: then the area stands behind it."""
    shapes = dict.fromkeys(card.shape for card in cards)
    shared = Counter(shape.name for shape in shapes)
    return {
        shape: shape.name if shared[shape.name] == 1 else f"{shape.name} of {shape.board.area:g}" for shape in shapes
    }


def card_row(card: Card) -> dict[str, Any]:
    """Return a card as JSON."""
    row: dict[str, Any] = {"shape": card.shape.name, "pieces": card.names, "tilings": card.tilings, "bound": card.bound}
    if card.rating:
        row |= {"rating": card.rating.tier, "techniques": dict(card.rating.techniques)}
    if card.tiling:
        grid = card.shape.board.grid
        row["solution"] = [{"piece": p.piece, "cells": write_cells(grid, p.atoms)} for p in card.tiling.placements]
    return row


def pieces_named(pieces: Sequence[Piece], names: Sequence[str]) -> tuple[Piece, ...]:
    """Return the pieces of these names, as many copies as there are names. Raises NotationError for an unknown one."""
    wanted = Counter(names)
    if missing := wanted.keys() - {piece.name for piece in pieces}:
        raise NotationError(f"no piece {quote(min(missing))}: expected one of {', '.join(p.name for p in pieces)}")
    return tuple(p.with_copies(wanted[p.name], wanted[p.name]) for p in pieces if wanted[p.name])
