"""Cards: a shape, some of the pieces, and what is known about filling one with the other.

Files of cards may come from unknown sources, so every solution in them is checked.

Cards for a box of the shelf give some of the pieces. The other pieces are to be placed, in exactly one way. To make a
card, a random tiling is drawn, and its pieces are removed as long as one solution is left. The result is as hard as the
box allows; pieces are given again until the wanted difficulty is met. Boxes whose cards are regions get regions of some
of their pieces.
"""

from __future__ import annotations

import json
import shlex
import zlib
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.api.verdict import verdict
from tilewright.design.targets import TargetShape
from tilewright.errors import LimitError, NotationError, quote
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.outcome import Bound, Ended
from tilewright.explain.techniques import TIERS, Rating, rate
from tilewright.formats.tables import dump_json
from tilewright.kinds import Packing
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.lattice.planar import SQUARE
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Placement, Tiling
from tilewright.puzzle.board import read_cells, write_cells
from tilewright.puzzle.check import faults
from tilewright.puzzle.puzzle import Tier
from tilewright.shelf.box import Box, BoxBoard
from tilewright.silhouettes.catalogue import document_of, document_text, is_document, parse_document, read_ended
from tilewright.silhouettes.query import PieceQuery, name_pieces, read_pieces

KIND = "challenges"
EACH = 10.0  # seconds for counting the tilings of one challenge
MOST_IMAGES = 12  # most images of a tiling in the plane under rotation and reflection
KEEP = ("all", "solvable", "unique")


@dataclass(frozen=True)
class ChallengeQuery(PieceQuery):
    """Which challenges to find.

    pieces: the pieces in the short notation, such as `fridgeiq`.

    shapes: families, sizes, files.

    fewest, most: the number of pieces of a challenge; `most` is None for any number.

    keep: all | solvable | unique.

    own: the pieces themselves, if no notation names them.

    rated: whether each challenge is rated.

    each: seconds for counting the tilings of one challenge; if they are not enough, the count is a bound.

    >>> ChallengeQuery.of("fridgeiq", ["triangles"], keep="solvable").command
    'tilewright design challenges --pieces fridgeiq --shapes triangles --keep solvable'
    """

    pieces: str
    shapes: tuple[str, ...]
    fewest: int = 1
    most: int | None = None
    keep: str = "all"
    own: tuple[Piece, ...] = ()
    rated: bool = field(default=True, compare=False)
    each: float = field(default=EACH, compare=False)

    def __post_init__(self) -> None:
        if self.keep not in KEEP:
            raise NotationError(f"--keep {quote(self.keep)}: expected one of {', '.join(KEEP)}")
        if self.fewest < 1 or (self.most is not None and self.most < self.fewest):
            raise NotationError(f"{self.fewest} to {self.most} pieces: expected at least 1, the smaller number first")

    @classmethod
    def of(cls, pieces: str | Sequence[Piece], shapes: Sequence[str], **others: Any) -> ChallengeQuery:
        """Return the query for pieces given by the notation, by a file, or directly; `others` are further fields."""
        name, own = name_pieces(pieces)
        return cls(name, tuple(shapes), own=own, **others)

    def keeps(self, card: Card) -> bool:
        """Return whether the query asks for the card."""
        if self.keep == "unique":
            return card.is_unique
        return self.keep == "all" or card.tiling is not None

    @property
    def command(self) -> str:
        """The command that answers the query."""
        bounds = f" --pieces-used {self.fewest}..{self.most or ''}" if (self.fewest, self.most) != (1, None) else ""
        keep = f" --keep {self.keep}" if self.keep != "all" else ""
        return f"tilewright design challenges --pieces {shlex.quote(self.pieces)} --shapes {','.join(self.shapes)}{bounds}{keep}"


@dataclass(frozen=True)
class Card:
    """A shape, the pieces that must fill it, and what is known about its solutions.

    tilings: their number (0: unsolvable), exact or `at least`; swapping identical pieces makes no difference.

    tiling: one of them, checked.

    rating: None if the card is unsolvable or no rating was requested.

    >>> from tilewright import ChallengeQuery, find_challenges
    >>> card = find_challenges(ChallengeQuery.of("tetrominoes:IJLO", ["4x4"])).cards[0]
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
        """The names of the pieces, repeated by their copies."""
        return [piece.name for piece in self.pieces for _ in range(piece.copies[0])]

    @property
    def puzzle(self) -> Packing:
        """The card as a puzzle."""
        return Packing(self.shape.board, self.shape.fitted(self.pieces), name=self.shape.name)

    @property
    def is_unique(self) -> bool:
        """Whether there is exactly one tiling up to rotation and reflection."""
        if self.bound != "exact" or not 1 <= self.tilings <= MOST_IMAGES:
            return False
        return self.tilings == 1 or verdict(self.puzzle).unique_up_to is not None

    @property
    def state(self) -> str:
        """What is known of the card, in words."""
        if not self.tilings:
            return "impossible" if self.bound == "exact" else "not decided"
        return f"{'at least ' * (self.bound != 'exact')}{self.tilings} tiling{'s' * (self.tilings != 1)}"


@dataclass(frozen=True)
class Cards:
    """The cards that `find_challenges` kept.

    ended: "exhausted" if every card was tried, else the reason why not.

    >>> from tilewright import ChallengeQuery, find_challenges
    >>> found = find_challenges(ChallengeQuery.of("tetrominoes:IJLO", ["2x4", "4x4"]))
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
        names, query = _names(self.cards), self.query
        asked = {"shapes": list(query.shapes), "from": query.fewest, "to": query.most, "keep": query.keep}
        lists = {
            "boards": [
                {"name": name, "cells": write_cells(shape.board.grid, shape.board.atoms)}
                | ({"scale": shape.scale} if shape.scale > 1 else {})
                for shape, name in names.items()
            ],
            KIND: [card_row(card) | {"shape": names[card.shape]} for card in self.cards],
        }
        return document_of(KIND, query, asked, {"ended": self.ended}, lists)

    def text(self) -> str:
        """Return the cards as the text of a file: JSON with one board or card per line."""
        return document_text(self.dump())


def _names(cards: Sequence[Card]) -> dict[TargetShape, str]:
    """Return the name of each shape in a file; shapes with equal names but different areas get their area appended."""
    shapes = dict.fromkeys(card.shape for card in cards)
    shared = Counter(shape.name for shape in shapes)
    return {
        shape: shape.name if shared[shape.name] == 1 else f"{shape.name} of {shape.board.area:.12g}" for shape in shapes
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
    """Return the pieces of these names, with as many copies as the name occurs.

    Raises NotationError for an unknown name.
    """
    wanted = Counter(names)
    if missing := wanted.keys() - {piece.name for piece in pieces}:
        raise NotationError(f"no piece {quote(min(missing))}: expected one of {', '.join(p.name for p in pieces)}")
    return tuple(p.with_copies(wanted[p.name], wanted[p.name]) for p in pieces if wanted[p.name])


def is_cards(text: str) -> bool:
    """Return whether the text looks like a file of cards, of any version."""
    return is_document(text, KIND)


def parse_cards(text: str, source: str = "challenges") -> Cards:
    """Parse a file of cards and check every solution. Raises NotationError, naming the `source`, if it is not valid."""
    return parse_document(text, source, KIND, "a file of challenges", _read)


def _read(data: Mapping[str, Any]) -> Cards:
    query = ChallengeQuery(
        data["pieces"], tuple(data["shapes"]), data["from"], data["to"], data["keep"], read_pieces(data)
    )
    pieces, ended = query.chosen, read_ended(data, query)
    grid = lattice(pieces[0].lattice)
    shapes = {row["name"]: _read_shape(row, grid) for row in data["boards"]}
    return Cards(query, pieces, tuple(_read_card(row, shapes, pieces) for row in data[KIND]), ended)


def _read_shape(row: Mapping[str, Any], grid: Lattice) -> TargetShape:
    scale = row.get("scale", 1)
    if type(scale) is not int or scale not in (1, 2):
        raise NotationError(f'"scale" is {quote(str(scale))}: expected 1 or 2')
    return TargetShape(row["name"], Board(read_cells(grid, row["cells"]), lattice=grid.name), scale)


def _read_card(row: Mapping[str, Any], shapes: Mapping[str, TargetShape], pieces: Sequence[Piece]) -> Card:
    shape, some = shapes[row["shape"]], pieces_named(pieces, row["pieces"])
    if "rating" in row and row["rating"] not in TIERS:
        raise NotationError(f"{shape.name}: unknown rating {quote(row['rating'])}: expected one of {', '.join(TIERS)}")
    rating = Rating(row["rating"], tuple(row["techniques"].items())) if "rating" in row else None
    card, grid = Card(shape, some, row["tilings"], row["bound"], None, rating), shape.board.grid
    if "solution" not in row:
        return card
    cells = ((each["piece"], tuple(sorted(read_cells(grid, each["cells"])))) for each in row["solution"])
    tiling = Tiling(card.puzzle, (Placement(name, atoms, lattice=grid.name) for name, atoms in cells))
    if wrong := faults(tiling.puzzle, tiling.placements):
        raise NotationError(f"{shape.name}: its solution is invalid: {wrong[0].text}")
    return replace(card, tiling=tiling)


FEWEST, MOST = 3, 4  # number of pieces of a region
TRIES = 400  # consecutive tries that may give no card
WAYS = 24  # random places tried for the next piece of a region; the most compact is used
LARGEST_DRAWN = 55  # cells of a board for which a tiling is drawn uniformly from all
LAID_TRIES = 24  # placements tried on larger boards
PATIENCE = Limit(nodes=2_000_000)  # per search; without a clock, so that a seed always gives the same cards


@dataclass(frozen=True)
class BoxCard:
    """A challenge: the puzzle with the given pieces pinned, its only tiling, and its rating.

    member: the names of the open cells, for a board with dice or dates.

    ways: the number of tilings of that member without given pieces; 0 for other boards.

    board: the name of the board, if each card of a box has its own.
    """

    puzzle: Packing
    tiling: Tiling
    rating: Rating
    member: tuple[str, ...] = ()
    ways: int = 0
    board: str = ""

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the given pieces."""
        return tuple(pin.piece for pin in self.puzzle.pinned)

    def row(self) -> dict[str, Any]:
        """Return the card as JSON."""
        return {
            **({"board": self.board} if self.board else {}),
            "open": list(self.member),
            **({"ways": self.ways} if self.member else {}),
            "given": list(self.given),
            "difficulty": self.rating.tier,
            "techniques": [list(each) for each in self.rating.techniques],
            "puzzle": self.puzzle.to_table(),
            "solution": [each.id for each in self.tiling.placements],
            "link": self.link,
        }

    @property
    def link(self) -> str:
        """The fragment to append to the address of a studio in order to play the card there."""
        text = json.dumps(json.loads(dump_json(self.puzzle)), separators=(",", ":"))
        packed = zlib.compress(text.encode(), wbits=-15)
        return f"#play/1.{urlsafe_b64encode(packed).decode().rstrip('=')}"

    @property
    def missing(self) -> dict[str, int]:
        """The number of copies of each piece to place."""
        laid = Counter(self.given)
        left = {piece.name: piece.copies[0] - laid[piece.name] for piece in self.puzzle.pieces}
        return {name: number for name, number in left.items() if number}


def make_cards(box: Box, board: str = "", difficulty: Tier | None = None, seed: int = 0) -> Iterator[BoxCard]:
    """Yield different challenges with exactly one solution each; the same seed gives the same challenges.

    board: the name of one of the box's boards, by default the first; of a deck of boards, a random one for each card.

    difficulty: of all cards; by default the hardest that are found.

    Raises LimitError if no further card is found.
    """
    rng, seen, failed = Random(seed), set[str](), 0
    each_its_own = box.deck and not board
    where = box.board(board) if box.board_names else None
    while failed < TRIES:
        if each_its_own:
            where = box.board(rng.choice(box.board_names))
        card = _challenge(where, rng, difficulty) if where else _region(box, rng)
        failed += 1
        if card and card.puzzle.digest not in seen and difficulty in (None, card.rating.tier):
            seen.add(card.puzzle.digest)
            failed = 0
            yield replace(card, board=where.name) if where and each_its_own else card
    raise LimitError(f"no further card of {box.name} in {TRIES} tries: expected fewer, or another difficulty")


def only_tiling(puzzle: Packing) -> Tiling | None:
    """Return the tiling of a puzzle that has exactly one, or None if it has not or the search would take long."""
    found = solve(puzzle, 2, limit=PATIENCE)
    return found.tilings[0] if found.ended == "exhausted" and len(found.tilings) == 1 else None


def _challenge(board: BoxBoard, rng: Random, difficulty: Tier | None) -> BoxCard | None:
    member = tuple(rng.choice(group) for group in board.family.groups) if board.family else ()
    if board.family is not None and board.family.excluded_in(member):
        return None
    puzzle = board.member(member)
    if board.placed:
        return _placed(puzzle, board.placed, rng)
    drawn = _random_tiling(puzzle, rng)
    if drawn is None:
        return None
    placements = list(drawn.placements)
    rng.shuffle(placements)
    ways = count(puzzle).value if member else 0
    kept = _needed(puzzle, placements)
    back = [each for each in placements if each not in kept]
    while True:
        found = _given(puzzle, kept)
        rating = rate(found)
        if difficulty is None or TIERS.index(rating.tier) <= TIERS.index(difficulty) or not back:
            return BoxCard(found, Tiling(found, drawn.placements), rating, member, ways)
        kept.append(back.pop())


def _random_tiling(puzzle: Packing, rng: Random) -> Tiling | None:
    """Return a random tiling, drawn uniformly for small boards, or None if none is found.

    On large boards, where this would take too long, some placements are drawn at random instead, each only if the
    others can still be completed.
    """
    if puzzle.board.area <= LARGEST_DRAWN:
        return next(iter(solve(puzzle, 1, random=rng.randrange(1 << 30)).tilings), None)
    compiled = puzzle.compile(labelled=True)
    places = [
        Pin(compiled.owner_names(owner)[0], compiled.atoms_of(i)) for i, (owner, _) in enumerate(compiled.meanings)
    ]
    copies = {piece.name: piece.copies[0] for piece in puzzle.pieces}
    pins: tuple[Pin, ...] = ()
    found = next(iter(solve(puzzle, 1, limit=PATIENCE).tilings), None)
    for new in rng.sample(places, min(LAID_TRIES, len(places))):
        laid = {atom for pin in pins for atom in pin.atoms}
        if not laid.isdisjoint(new.atoms) or sum(pin.piece == new.piece for pin in pins) == copies[new.piece]:
            continue
        if tilings := solve(replace(puzzle, pinned=(*pins, new)), 1, limit=PATIENCE).tilings:
            pins, found = (*pins, new), tilings[0]
    return found


def _placed(puzzle: Packing, names: tuple[str, ...], rng: Random) -> BoxCard | None:
    """Return a card with the named pieces at random places, or None.

    One random layout of Mondrian blocks in forty has exactly one tiling, and most have none.
    """
    chosen = (piece for piece in puzzle.pieces if piece.name in names)
    pins = tuple(Pin(piece.name, rng.choice(_places(puzzle.board, piece))) for piece in chosen)
    if len({atom for pin in pins for atom in pin.atoms}) < sum(len(pin.atoms) for pin in pins):
        return None
    return _only(replace(puzzle, pinned=pins))


def _only(puzzle: Packing) -> BoxCard | None:
    """Return the rated card of a puzzle with exactly one tiling, or None."""
    tiling = only_tiling(puzzle)
    return None if tiling is None else BoxCard(puzzle, tiling, rate(puzzle))


def _places(board: Board, piece: Piece) -> list[tuple[Atom, ...]]:
    cells = set(board.atoms)
    moved = (tuple(board.grid.shift(form, cell)) for form in sorted(piece.forms) for cell in board.atoms)
    return [place for place in moved if cells.issuperset(place)]


def _needed(puzzle: Packing, placements: list[Placement]) -> list[Placement]:
    """Return a minimal subset of a tiling's placements that allows no other tiling."""
    kept = list(placements)
    for each in placements:
        fewer = [other for other in kept if other != each]
        if only_tiling(_given(puzzle, fewer)) is not None:
            kept = fewer
    return kept


def _given(puzzle: Packing, placements: list[Placement]) -> Packing:
    return replace(puzzle, pinned=tuple(Pin(each.piece, each.atoms) for each in placements))


def _region(box: Box, rng: Random) -> BoxCard | None:
    """Return a card with a region that only three or four of the box's pieces fill, in one way, or None.

    The pieces are those of one player, if the box has several.
    """
    hand = rng.choice(box.hands) if box.hands else ()
    own = [piece for piece in box.pieces if not hand or piece.name in hand]
    pieces = rng.sample(own, rng.randint(FEWEST, MOST))
    atoms = _outline(pieces, rng) if box.height == 1 else _tower(pieces, box.height, rng)
    if atoms is None:
        return None
    grid = pieces[0].grid
    return _only(Packing(Board(tuple(sorted(grid.normalize(atoms))), (), grid.name), tuple(pieces), name=box.title))


def _tower(pieces: list[Piece], height: int, rng: Random) -> set[Atom] | None:
    """Return a region with a random floor plan, `height` layers high and with the volume of the pieces.

    Return None if the floor would not have a whole number of cells.
    """
    cells, left = divmod(sum(len(piece.atoms) for piece in pieces), height)
    if left:
        return None
    floor: set[Atom] = {(0, 0)}
    while len(floor) < cells:
        around = sorted({beside for cell in floor for beside in SQUARE.adjacent(cell)} - floor)
        floor.add(min(rng.choices(around, k=2), key=lambda cell: _roughness(floor | {cell})))
    return {(layer, *cell) for layer in range(height) for cell in floor}


def _outline(pieces: list[Piece], rng: Random) -> set[Atom] | None:
    """Return the atoms covered by pieces laid side by side, each at the most compact of some random places."""
    laid: set[Atom] = set()
    for piece in pieces:
        if not (places := list(_touching(piece, laid, rng))):
            return None
        laid |= min(places, key=lambda place: _roughness(laid | place))
    return laid


def _touching(piece: Piece, laid: set[Atom], rng: Random) -> Iterator[set[Atom]]:
    forms = sorted(piece.forms)
    if not laid:
        yield set(rng.choice(forms))
        return
    around = sorted({beside for cell in laid for beside in SQUARE.adjacent(cell)} - laid)
    for _ in range(WAYS):
        form, (row, column) = rng.choice(forms), rng.choice(around)
        first = rng.choice(form)
        place: set[Atom] = {(r - first[0] + row, c - first[1] + column) for r, c in form}
        if not place & laid:
            yield place


def _roughness(atoms: set[Atom]) -> int:
    """Return the length of the outline, including holes."""
    return sum(beside not in atoms for cell in atoms for beside in SQUARE.adjacent(cell))
