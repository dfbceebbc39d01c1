"""Cards: a shape, some of the pieces, what is known about filling one with the other; and the file that holds many."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from tilewright.cover.search.report import Bound, Ended
from tilewright.design.challenges.shapes import Shape
from tilewright.errors import NotationError, quote
from tilewright.explain.difficulty import Rating
from tilewright.explain.techniques import TIERS
from tilewright.formats.cells import read_cells, write_cells
from tilewright.lattice import lattice
from tilewright.pieces import Piece, select
from tilewright.puzzle import Board, Packing, Placement, Tiling
from tilewright.puzzle.check import faults
from tilewright.silhouettes.catalogues.catalogue import pieces_digest
from tilewright.silhouettes.document import document_text, is_document, parse_document, with_digest
from tilewright.silhouettes.pieces import piece_tables, read_pieces

KIND = "challenges"
KEEP = ("all", "solvable", "unique")


@dataclass(frozen=True)
class Asked:
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

    @property
    def command(self) -> str:
        """The command that answers it."""
        bounds = f" --from {self.fewest}" * (self.fewest > 1) + (f" --to {self.most}" if self.most else "")
        keep = f" --keep {self.keep}" if self.keep != "all" else ""
        return f"tilewright design challenges --pieces {shlex.quote(self.pieces)} --shapes {','.join(self.shapes)}{bounds}{keep}"


@dataclass(frozen=True)
class Card:
    """A shape for some pieces. tilings: their number (0: it cannot be done), exact or `at least`, identical pieces swapped
    counting once; tiling: one of them, checked; rating: None for what cannot be done, and where none was asked for."""

    shape: Shape
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
    """The answer. `ended`: "exhausted" when every card was tried, else why not."""

    asked: Asked
    pieces: tuple[Piece, ...]
    cards: tuple[Card, ...]
    ended: Ended = "exhausted"

    @property
    def complete(self) -> bool:
        """Whether no card is missing."""
        return self.ended == "exhausted"

    def dump(self) -> dict[str, Any]:
        """The cards as JSON."""
        boards = {card.shape.name: card.shape.board for card in self.cards}
        head = {
            "pieces": self.asked.pieces,
            "pieces_digest": pieces_digest(self.pieces),
            **({"lattice": self.pieces[0].lattice} if self.asked.own else {}),
            "shapes": list(self.asked.shapes),
            "from": self.asked.fewest,
            "to": self.asked.most,
            "keep": self.asked.keep,
            "complete": self.complete,
            "ended": self.ended,
            "command": self.asked.command,
        }
        lists = {
            **({"piece": piece_tables(self.asked.own)} if self.asked.own else {}),
            "boards": [{"name": name, "cells": write_cells(b.grid, b.atoms)} for name, b in boards.items()],
            KIND: [card_row(card) for card in self.cards],
        }
        return with_digest(KIND, head, lists)

    def text(self) -> str:
        """The cards as a file: JSON, one board or card a line."""
        return document_text(self.dump())


def card_row(card: Card) -> dict[str, Any]:
    """A card as JSON."""
    row: dict[str, Any] = {"shape": card.shape.name, "pieces": card.names, "tilings": card.tilings, "bound": card.bound}
    if card.rating:
        row |= {"rating": card.rating.tier, "techniques": dict(card.rating.techniques)}
    if card.tiling:
        grid = card.shape.board.grid
        row["solution"] = [{"piece": p.piece, "cells": write_cells(grid, p.atoms)} for p in card.tiling.placements]
    return row


def some_of(pieces: Sequence[Piece], names: Sequence[str]) -> tuple[Piece, ...]:
    """The pieces named, each as often as it stands there."""
    wanted = Counter(names)
    if missing := wanted.keys() - {piece.name for piece in pieces}:
        raise NotationError(f"no piece {quote(min(missing))}: expected one of {', '.join(p.name for p in pieces)}")
    return tuple(p.with_copies(wanted[p.name], wanted[p.name]) for p in pieces if wanted[p.name])


def is_cards(text: str) -> bool:
    """Whether the text is meant to be a file of cards (of any version)."""
    return is_document(text, KIND)


def parse_cards(text: str, source: str = "challenges") -> Cards:
    """Cards from their file, every solution checked; NotationError names the `source` when it was changed by hand."""
    return parse_document(text, source, KIND, "a file of challenges", _read)


def _read(data: Mapping[str, Any]) -> Cards:
    asked = Asked(data["pieces"], tuple(data["shapes"]), data["from"], data["to"], data["keep"], read_pieces(data))
    pieces = asked.chosen
    if data["pieces_digest"] != pieces_digest(pieces):
        raise NotationError(f"the pieces {quote(asked.pieces)} are not those of the file")
    if data["ended"] not in get_args(Ended) or data["complete"] != (data["ended"] == "exhausted"):
        raise NotationError(f'"ended" is {quote(str(data["ended"]))}: was the file edited by hand?')
    grid = lattice(pieces[0].lattice)
    shapes = {
        row["name"]: Shape(row["name"], Board(read_cells(grid, row["cells"]), lattice=grid.name))
        for row in data["boards"]
    }
    return Cards(asked, pieces, tuple(_read_card(row, shapes, pieces) for row in data["challenges"]), data["ended"])


def _read_card(row: Mapping[str, Any], shapes: Mapping[str, Shape], pieces: Sequence[Piece]) -> Card:
    shape, some = shapes[row["shape"]], some_of(pieces, row["pieces"])
    card = Card(shape, some, row["tilings"], row["bound"])
    if "rating" in row and row["rating"] not in TIERS:
        raise NotationError(f"{shape.name}: unknown rating {quote(row['rating'])}: expected one of {', '.join(TIERS)}")
    rating = Rating(row["rating"], tuple(row["techniques"].items())) if "rating" in row else None
    if "solution" not in row:
        return Card(shape, some, card.tilings, card.bound, None, rating)
    grid = shape.board.grid
    placements = (
        Placement(p["piece"], tuple(sorted(read_cells(grid, p["cells"]))), lattice=grid.name) for p in row["solution"]
    )
    tiling = Tiling(card.puzzle, tuple(placements))
    if wrong := faults(tiling.puzzle, tiling.placements):
        raise NotationError(f"{shape.name}: its solution is none: {wrong[0].text}")
    return Card(shape, some, card.tilings, card.bound, tiling, rating)
