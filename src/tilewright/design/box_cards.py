"""Challenges for a box of the shelf: some pieces given, the rest to be found, with exactly one solution each.

A random tiling is taken, and its pieces are taken away as long as one solution is left. What remains is as hard as the
box allows; pieces are given back until the wanted difficulty is met. Boxes whose cards are regions get regions of some
of their pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tilewright.api.solve import solve
from tilewright.cover.limits import Limit
from tilewright.errors import LimitError
from tilewright.explain.difficulty import Rating, rate
from tilewright.explain.techniques import TIERS, Tier
from tilewright.kinds import Packing
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Placement, Tiling
from tilewright.shelf.box import Box, BoxBoard

FEWEST, MOST = 3, 4  # pieces of a region
TRIES = 400  # in a row that may give no card
WAYS = 24  # of laying the next piece of a region, of which the most compact is taken
PATIENCE = Limit(nodes=2_000_000)  # of each search; not by the clock, so that a seed gives the same cards everywhere


@dataclass(frozen=True)
class BoxCard:
    """A challenge: the puzzle with the given pieces pinned, its only tiling, how hard it is.

    member: what lies open, of a board with dice or dates.
    """

    puzzle: Packing
    tiling: Tiling
    rating: Rating
    member: tuple[str, ...] = ()

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the pieces that lie there."""
        return tuple(pin.piece for pin in self.puzzle.pinned)

    def row(self) -> dict[str, Any]:
        """The card as JSON."""
        return {
            "open": list(self.member),
            "given": list(self.given),
            "difficulty": self.rating.tier,
            "techniques": [list(each) for each in self.rating.techniques],
            "puzzle": self.puzzle.to_table(),
            "solution": [each.id for each in self.tiling.placements],
        }


def make_cards(box: Box, board: str = "", difficulty: Tier | None = None, seed: int = 0) -> Iterator[BoxCard]:
    """Yield challenges with exactly one solution, no two alike; the same for the same seed.

    board:      the name of one of the box's boards (default: the first).
    difficulty: of all cards; default: the hardest that come.

    Raises LimitError when none is found any more.
    """
    rng, seen, failed = Random(seed), set[str](), 0
    where = box.board(board) if box.board_names else None
    while failed < TRIES:
        card = _region(box, rng) if where is None else _challenge(where, rng, difficulty)
        failed += 1
        if card is None or card.puzzle.digest in seen or (difficulty and card.rating.tier != difficulty):
            continue
        seen.add(card.puzzle.digest)
        failed = 0
        yield card
    raise LimitError(f"no further card of {box.name} in {TRIES} tries: expected fewer, or another difficulty")


def only_tiling(puzzle: Packing) -> Tiling | None:
    """The tiling of a puzzle that has exactly one; None for others, and where the search would take long."""
    found = solve(puzzle, 2, limit=PATIENCE)
    return found.tilings[0] if found.ended == "exhausted" and len(found.tilings) == 1 else None


def _challenge(board: BoxBoard, rng: Random, difficulty: Tier | None) -> BoxCard | None:
    member = tuple(rng.choice(group) for group in board.family.groups) if board.family else ()
    if board.family is not None and board.family.excluded_in(member):
        return None
    puzzle = board.member(member)
    if board.placed:
        return _placed(puzzle, board.placed, rng)
    drawn = solve(puzzle, 1, random=rng.randrange(1 << 30)).tilings
    if not drawn:
        return None
    placements = list(drawn[0].placements)
    rng.shuffle(placements)
    kept = _needed(puzzle, placements)
    back = [each for each in placements if each not in kept]
    while True:
        found = _given(puzzle, kept)
        rating = rate(found)
        if difficulty is None or TIERS.index(rating.tier) <= TIERS.index(difficulty) or not back:
            return BoxCard(found, Tiling(found, drawn[0].placements), rating, member)
        kept.append(back.pop())


def _placed(puzzle: Packing, names: tuple[str, ...], rng: Random) -> BoxCard | None:
    """Some pieces laid at random: of Mondrian blocks one layout in forty has one tiling, and most have none."""
    pins = []
    for piece in (piece for piece in puzzle.pieces if piece.name in names):
        pins.append(Pin(piece.name, rng.choice(_places(puzzle.board, piece))))
    if len({atom for pin in pins for atom in pin.atoms}) < sum(len(pin.atoms) for pin in pins):
        return None
    given = replace(puzzle, pinned=tuple(pins))
    tiling = only_tiling(given)
    return None if tiling is None else BoxCard(given, tiling, rate(given))


def _places(board: Board, piece: Piece) -> list[tuple[Atom, ...]]:
    """All places of a piece on a board in the plane, in order."""
    cells = set(board.atoms)
    moved = (
        tuple((r + row, c + column) for r, c in form) for form in sorted(piece.forms) for row, column in board.atoms
    )
    return [place for place in moved if cells.issuperset(place)]


def _needed(puzzle: Packing, placements: list[Placement]) -> list[Placement]:
    """Some of the placements of a tiling that allow no other, none of which may be left out."""
    kept = list(placements)
    for each in placements:
        fewer = [other for other in kept if other != each]
        if only_tiling(_given(puzzle, fewer)) is not None:
            kept = fewer
    return kept


def _given(puzzle: Packing, placements: list[Placement]) -> Packing:
    return replace(puzzle, pinned=tuple(Pin(each.piece, each.atoms) for each in placements))


def _region(box: Box, rng: Random) -> BoxCard | None:
    """A region of three or four pieces of a box (of one hand) that only they fill, in one way."""
    hand = rng.choice(box.hands) if box.hands else ()
    own = [piece for piece in box.pieces if not hand or piece.name in hand]
    pieces = rng.sample(own, rng.randint(FEWEST, MOST))
    atoms = _outline(pieces, rng) if box.height == 1 else _tower(pieces, box.height, rng)
    if atoms is None:
        return None
    grid = pieces[0].grid
    puzzle = Packing(Board(tuple(sorted(grid.normalize(atoms))), (), grid.name), tuple(pieces), name=box.title)
    tiling = only_tiling(puzzle)
    return None if tiling is None else BoxCard(puzzle, tiling, rate(puzzle))


def _tower(pieces: list[Piece], height: int, rng: Random) -> set[Atom] | None:
    """A random floor plan, so many layers high, of the volume of the pieces; None where that is no whole number."""
    cells, left = divmod(sum(len(piece.atoms) for piece in pieces), height)
    if left:
        return None
    floor: set[Atom] = {(0, 0)}
    while len(floor) < cells:
        around = sorted({beside for row, column in floor for beside in _beside(row, column)} - floor)
        floor.add(min(rng.choices(around, k=2), key=lambda cell: _roughness(floor | {cell})))
    return {(layer, *cell) for layer in range(height) for cell in floor}


def _outline(pieces: list[Piece], rng: Random) -> set[Atom] | None:
    """What pieces cover that are laid side by side, each as compactly as some tries allow."""
    laid: set[Atom] = set()
    for piece in pieces:
        places = list(_touching(piece, laid, rng))
        if not places:
            return None
        laid |= min(places, key=lambda place: _roughness(laid | place))
    return laid


def _touching(piece: Piece, laid: set[Atom], rng: Random) -> Iterator[set[Atom]]:
    """Yield some places of a piece beside what is laid."""
    forms = sorted(piece.forms)
    if not laid:
        yield set(rng.choice(forms))
        return
    around = sorted({beside for row, column in laid for beside in _beside(row, column)} - laid)
    for _ in range(WAYS):
        form, (row, column) = rng.choice(forms), rng.choice(around)
        first = rng.choice(form)
        place: set[Atom] = {(r - first[0] + row, c - first[1] + column) for r, c in form}
        if not place & laid:
            yield place


def _beside(row: int, column: int) -> list[Atom]:
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def _roughness(atoms: set[Atom]) -> int:
    """The length of the outline, holes included."""
    return sum(beside not in atoms for row, column in atoms for beside in _beside(row, column))
