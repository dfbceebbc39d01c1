"""The placements of a puzzle, made from its rules alone: for checkers, which share nothing with `puzzle.compile`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import LimitError
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.puzzle import Packing, Puzzle, Shikaku

MOST_ENTRIES = 60_000_000  # atoms of all placements together

Cells = frozenset[Atom]
Placed = tuple[int, Cells]  # the number of a kind of piece (of a Shikaku always 0), and the atoms covered
ANY = -1  # the supply of a kind of which there are as many as one likes


class Rules:
    """A puzzle as places 0, 1, ..., supplies, and placements.

    Places are the atoms sorted by the coordinates `axes`. Pieces that can lie alike, on the same paint, are one kind,
    and kinds are told apart; `supplies` are the (fewest, most) copies of each kind for which that says more than its
    pins do. `starting[p]` are the placements whose first place is p: (mask of its places, counted from p; number of
    the supply it uses, or ANY).

    OutOfTimeError when the deadline comes first, LimitError when there are too many placements.
    """

    def __init__(self, puzzle: Puzzle, axes: Sequence[int], deadline: Deadline = NEVER) -> None:
        board, self.deadline = puzzle.board, deadline
        atoms = sorted((*board.atoms, *board.optional), key=lambda atom: [atom[axis] for axis in axes])
        self.place_of = {atom: place for place, atom in enumerate(atoms)}
        self.supplies: list[tuple[int, int | None]] = []
        self.supply_of: list[int] = []  # by kind
        found, pins = self._shikaku(puzzle) if isinstance(puzzle, Shikaku) else self._pieces(puzzle)
        optional = set(board.optional).difference(*(cells for _, cells in pins))
        self.may_stay_empty = [atom in optional for atom in atoms]
        masks: dict[int, int] = {}  # equal ones are one object
        self.starting: list[list[tuple[int, int]]] = [[] for _ in atoms]
        for kind, cells in self._respecting(pins, found):
            places = [self.place_of[atom] for atom in cells]
            first = min(places)
            mask = sum(1 << (place - first) for place in places)
            self.starting[first].append((masks.setdefault(mask, mask), self.supply_of[kind]))
        self.span = max((mask.bit_length() for mask in masks), default=1)

    def _pieces(self, puzzle: Packing) -> tuple[Iterator[Placed], set[Placed]]:
        """Every position of every kind of piece, each once, and the pinned ones."""
        kinds: dict[object, list[Piece]] = {}
        for piece in puzzle.pieces:
            alike = frozenset((atoms, frozenset(grounds)) for atoms, grounds in piece.grounded.items())
            kinds.setdefault(alike, []).append(piece)
        kind_of = {piece.name: number for number, twins in enumerate(kinds.values()) for piece in twins}
        for twins in kinds.values():
            self.supply_of.append(self._supply(twins, Counter(pin.piece for pin in puzzle.pinned)))
        pins = {(kind_of[pin.piece], frozenset(pin.atoms)) for pin in puzzle.pinned}
        first = [twins[0] for twins in kinds.values()]
        return ((kind, cells) for kind, piece in enumerate(first) for cells in self._laid(puzzle, piece)), pins

    def _supply(self, twins: Sequence[Piece], pinned: Counter[str]) -> int:
        """Enter the copies of a kind; a pin is a copy of the very piece that it names."""
        fewest = sum(max(piece.copies[0], pinned[piece.name]) for piece in twins)
        most = [piece.copies[1] for piece in twins]
        if None in most and fewest == sum(pinned[piece.name] for piece in twins):
            return ANY
        self.supplies.append((fewest, None if None in most else sum(n for n in most if n is not None)))
        return len(self.supplies) - 1

    def _laid(self, puzzle: Packing, piece: Piece) -> Iterator[Cells]:
        """The atoms of every position of a piece on the board, on paint that it may cover."""
        paint = dict(puzzle.board.paint) if piece.grounds else {}
        for aspect in piece.grounded:
            for atom in self.deadline.watch(self.place_of):
                step = tuple(map(int.__sub__, atom, aspect[0]))
                if puzzle.grid.letters and step[-1]:
                    continue  # another kind of atom: no translation leads there
                cells = [tuple(map(int.__add__, other, step)) for other in aspect]
                if all(cell in self.place_of for cell in cells) and (not paint or piece.fit(cells, paint) is not None):
                    yield frozenset(cells)

    def _shikaku(self, puzzle: Shikaku) -> tuple[Iterator[Placed], set[Placed]]:
        """Every rectangle that holds one clue, whose number is its size; and the pinned ones."""
        self.supply_of.append(ANY)
        pins = {(0, _rectangle(*rect)) for rect in puzzle.pinned}
        return ((0, cells) for clue in puzzle.clues for cells in self._around(puzzle, *clue)), pins

    def _around(self, puzzle: Shikaku, row: int, column: int, size: int | None) -> Iterator[Cells]:
        clues = {(r, c) for r, c, _ in puzzle.clues}
        for height in range(1, puzzle.rows + 1):
            widths = range(1, puzzle.columns + 1) if size is None else [size // height] * (size % height == 0)
            for width in widths:
                for top in range(max(0, row - height + 1), min(row, puzzle.rows - height) + 1):
                    for left in range(max(0, column - width + 1), min(column, puzzle.columns - width) + 1):
                        self.deadline.check()
                        cells = _rectangle(top, left, height, width)
                        if len(cells & clues) == 1:
                            yield cells

    def _respecting(self, pins: set[Placed], found: Iterable[Placed]) -> Iterator[Placed]:
        """The pinned placements, and those that meet none: what is pinned is the only one to cover its atoms."""
        pinning: dict[Atom, set[Placed]] = {}
        for pin in pins:
            for atom in pin[1]:
                pinning.setdefault(atom, set()).add(pin)
        entries = 0
        for placed in found:
            entries += len(placed[1])
            if entries > MOST_ENTRIES:
                raise LimitError(f"the placements have more than {MOST_ENTRIES:,} cells: expected at most so many")
            if not pins or all(pin == placed for atom in placed[1] for pin in pinning.get(atom, ())):
                yield placed


def _rectangle(top: int, left: int, height: int, width: int) -> Cells:
    return frozenset((row, column) for row in range(top, top + height) for column in range(left, left + width))
