"""Read files of cards. A file is a stranger's: every solution in it is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from tilewright.cover.search.report import Ended
from tilewright.design.challenges.cards import KIND, Card, Cards, ChallengeQuery, pieces_named
from tilewright.design.challenges.targets import TargetShape
from tilewright.errors import NotationError, quote
from tilewright.explain.hints.difficulty import Rating
from tilewright.explain.hints.techniques import TIERS
from tilewright.lattice import lattice
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Placement, Tiling
from tilewright.puzzle.cells import read_cells
from tilewright.puzzle.check import faults
from tilewright.silhouettes.catalogues.catalogue import pieces_digest
from tilewright.silhouettes.catalogues.document import is_document, parse_document
from tilewright.silhouettes.pieces import read_pieces


def is_cards(text: str) -> bool:
    """Return True if the text looks like a file of cards, of any version."""
    return is_document(text, KIND)


def parse_cards(text: str, source: str = "challenges") -> Cards:
    """Parse a file of cards, every solution checked. Raises NotationError naming the `source`."""
    return parse_document(text, source, KIND, "a file of challenges", _read)


def _read(data: Mapping[str, Any]) -> Cards:
    query = ChallengeQuery(
        data["pieces"], tuple(data["shapes"]), data["from"], data["to"], data["keep"], read_pieces(data)
    )
    pieces = query.chosen
    if data["pieces_digest"] != pieces_digest(pieces):
        raise NotationError(f"the pieces {quote(query.pieces)} are not those of the file")
    if data["ended"] not in get_args(Ended) or data["complete"] != (data["ended"] == "exhausted"):
        raise NotationError(f'"ended" is {quote(str(data["ended"]))}: was the file edited by hand?')
    grid = lattice(pieces[0].lattice)
    shapes = {
        row["name"]: TargetShape(row["name"], Board(read_cells(grid, row["cells"]), lattice=grid.name))
        for row in data["boards"]
    }
    return Cards(query, pieces, tuple(_read_card(row, shapes, pieces) for row in data["challenges"]), data["ended"])


def _read_card(row: Mapping[str, Any], shapes: Mapping[str, TargetShape], pieces: Sequence[Piece]) -> Card:
    shape, some = shapes[row["shape"]], pieces_named(pieces, row["pieces"])
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
        raise NotationError(f"{shape.name}: its solution is invalid: {wrong[0].text}")
    return Card(shape, some, card.tilings, card.bound, tiling, rating)
