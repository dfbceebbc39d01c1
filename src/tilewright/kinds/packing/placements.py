"""Classes of identical pieces: what cannot be told apart is counted together.

All placements of a puzzle's pieces, found by the kernel from the lattice's tables and the orientations.

They come class by class, of a class by orientation, and of an orientation by row and column.

A wrapped board laid out in the plane, for the kernel: each atom with those of its copies that a shape may reach.

The kernel finds the positions on that flat board; here they become positions on the wrapped one. A position that begins
on a copy is found again where it begins on the atom itself, so what was seen before is left out.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product

from tilewright import _kernel
from tilewright.cover.limits import Deadline
from tilewright.cover.problem import Rows
from tilewright.kinds.packing.puzzle import Packing, Pin
from tilewright.lattice import Atom, Lattice, Vector
from tilewright.pieces import Copies, Piece
from tilewright.pieces.piece import PaintRules
from tilewright.puzzle.compiled import Owner


@dataclass(frozen=True)
class PieceClass:
    """Pieces that cannot be told apart, and the copies of all of them together; `pinned` has the name of each pin of them."""

    pieces: tuple[Piece, ...]
    pinned: tuple[str, ...] = ()

    @cached_property
    def copies(self) -> Copies:
        """(fewest, most) of all of them together; a pin is a copy of the piece that it names, and of no other."""
        highs = [piece.copies[1] for piece in self.pieces]
        fewest = sum(max(piece.copies[0], self.pinned.count(piece.name)) for piece in self.pieces)
        return fewest, None if None in highs else sum(h for h in highs if h)

    @property
    def bounded(self) -> bool:
        """Whether the number of copies constrains anything beside the pins."""
        return self.copies != (len(self.pinned), None)

    def names_in_turn(self, wanted: int) -> list[str]:
        """Names for `wanted` copies beside the pinned ones: what each piece needs first, then what is left of each."""
        left = [(piece.name, *self._left(piece)) for piece in self.pieces]
        names = [name for name, lo, _ in left for _ in range(lo)][:wanted]
        for name, lo, hi in left:
            names += [name] * min(wanted - len(names), wanted if hi is None else hi - lo)
        return names

    def _left(self, piece: Piece) -> Copies:
        """(fewest, most) of a piece beside its pins."""
        (lo, hi), pinned = piece.copies, self.pinned.count(piece.name)
        return max(0, lo - pinned), None if hi is None else hi - pinned


def piece_classes(
    pieces: Sequence[Piece], labelled: bool, pins: Sequence[Pin] = (), told_apart: Collection[str] = ()
) -> tuple[PieceClass, ...]:
    """The pieces grouped into classes (one a piece when labelled, or told apart by name), in order of first sight."""
    groups: dict[object, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(
            piece.name
            if labelled or piece.name in told_apart
            else piece.equivalence_key
            if piece.allowed_paints
            else piece.forms,
            [],
        ).append(piece)
    names = [{piece.name for piece in group} for group in groups.values()]
    pinned = (tuple(pin.piece for pin in pins if pin.piece in own) for own in names)
    return tuple(PieceClass(tuple(group), own) for group, own in zip(groups.values(), pinned, strict=True))


STEPS = 200_000  # atoms where a shape may begin, between two looks at the time: some 10 ms

Shape = tuple[int, int, int, list[int], list[tuple[int, list[int]]]]  # as _kernel.Placements takes them
Pinned = tuple[int, int, list[int]]


@dataclass(frozen=True)
class PlacementList:
    """The options of a puzzle, the owner and motion of each, and which of them are pins."""

    options: Rows
    meanings: tuple[tuple[Owner, str], ...]
    pinned: list[int]


class BoardTable:
    """The atoms of a board as the kernel takes them: item k is the k-th.

    is_flat: whether the kernel sees the board as it is; a wrapped one is laid out in the plane (`unrolled.py`).
    added: atoms that the kernel sees beyond those of the board.
    """

    is_flat = True
    added = 0

    def __init__(self, grid: Lattice, atoms: Sequence[Atom], reach: int) -> None:
        """reach: cells that the widest piece spans along any coordinate."""
        self.grid, self.atoms = grid, atoms
        try:
            numbers = array("i", chain.from_iterable(atoms))
        except OverflowError:
            numbers = array("i", chain.from_iterable(_without_gaps(atoms, grid.dimension, reach)))
        width = grid.dimension + bool(grid.letters)
        self.kernel = _kernel.BoardAtoms(grid.dimension, width, memoryview(numbers))

    def order(self) -> memoryview:
        """The items along the board's narrow sides: the longest side's coordinate counts most."""
        extent = self.kernel.extent
        return self.kernel.order(sorted(range(len(extent)), key=lambda axis: (-extent[axis], axis)))

    def adjacent(self, item_count: int) -> Rows:
        """The neighbours of each item; items behind the atoms have none."""
        near = [(slot, vector, other) for slot, row in enumerate(self.grid.neighbours) for vector, other in row]
        starts, items = self.kernel.adjacency(near)
        ends = array("q", starts.tolist())
        ends.extend([len(items)] * (item_count + 1 - len(ends)))
        return Rows(ends, items)

    def folded(self, found: PlacementList, pins: Sequence[Pinned]) -> PlacementList:
        """What the kernel found, in items of the board."""
        return found


def _without_gaps(atoms: Sequence[Atom], dimension: int, reach: int) -> Iterator[Atom]:
    """The atoms with the gaps along each coordinate narrowed to just more than pieces span: nothing lies across them."""
    places: list[dict[int, int]] = []
    for column in list(zip(*atoms, strict=True))[:dimension]:
        place, before, at = {}, 0, 0
        for value in sorted(set(column)):
            at += min(value - before, reach + 1)
            place[value], before = at, value
        places.append(place)
    for atom in atoms:
        yield (*(place[value] for place, value in zip(places, atom, strict=False)), *atom[dimension:])


def list_placements(
    puzzle: Packing,
    classes: Sequence[PieceClass],
    copy_items: Sequence[tuple[int, ...]],
    atoms: Sequence[Atom],
    board: BoardTable,
    first_pin: int,
    deadline: Deadline,
) -> PlacementList:
    """Every placement that the rules allow.

    copy_items: for each class the item that counts its copies, if any. first_pin: the item of the first pin.
    Raises OutOfTimeError at the deadline.
    """
    paints = _PaintTable(puzzle, tuple(puzzle.grid.reduce(board.atoms)))
    labels: dict[tuple[Owner, str], int] = {}
    shapes = [
        shape
        for owner, each in enumerate(classes)
        for shape in _shapes(owner, each.pieces[0], [item + board.added for item in copy_items[owner]], paints, labels)
    ]
    pins = _pins(puzzle, classes, atoms, first_pin) if puzzle.pinned else []
    search = _kernel.Placements(board.kernel, shapes, pins if board.is_flat else [], paints.table)
    return board.folded(_run(search, tuple(labels), deadline), pins)


def _run(search: _kernel.Placements, meanings: Sequence[tuple[Owner, str]], deadline: Deadline) -> PlacementList:
    starts, items, pinned = array("q"), array("i"), array("i")
    found: list[tuple[Owner, str]] = []
    done = False
    while not done:
        deadline.check()
        done = search.run(STEPS)
        some_starts, some_items, labels, some_pinned = search.take()
        for whole, some in ((starts, some_starts), (items, some_items), (pinned, some_pinned)):
            whole.frombytes(some.tobytes())
        found.extend(map(meanings.__getitem__, labels))
    return PlacementList(Rows(starts, items), tuple(found), pinned.tolist())


def _shapes(
    owner: Owner, piece: Piece, copy_item: Sequence[int], paints: _PaintTable, labels: dict[tuple[Owner, str], int]
) -> Iterator[Shape]:
    """The orientations of a piece; `labels` gets a number for each meaning."""

    def label(motion: str) -> int:
        return labels.setdefault((owner, motion), len(labels))

    for motion, orientation in piece.orientations:
        rules = [
            (label(turned), paints.allowed_sets(orientation, allowed))
            for allowed, turned in (piece.paint_variants[orientation].items() if paints.matter_to(piece) else ())
        ]
        numbers = list(chain.from_iterable(orientation))
        yield owner, copy_item[0] if copy_item else -1, label(motion), numbers, rules


def _pins(puzzle: Packing, classes: Sequence[PieceClass], atoms: Sequence[Atom], first_pin: int) -> list[Pinned]:
    """(class, its item, items of its atoms) of each pin."""
    item_of = {atom: item for item, atom in enumerate(atoms)}
    owner_of = {piece.name: owner for owner, each in enumerate(classes) for piece in each.pieces}
    return [
        (owner_of[pin.piece], first_pin + number, sorted(item_of[atom] for atom in pin.atoms))
        for number, pin in enumerate(puzzle.pinned)
    ]


class _PaintTable:
    """The board's paint by number, and the sets of paints that atoms of pieces may lie on."""

    def __init__(self, puzzle: Packing, atoms: Sequence[Atom]) -> None:
        self._paint = dict(puzzle.board.paint)
        self._paints = sorted(set(self._paint.values()))
        self._atoms = atoms
        self._numbers: dict[frozenset[str], int] = {frozenset(self._paints): 0}

    def matter_to(self, piece: Piece) -> bool:
        """Whether the paint may keep the piece from somewhere."""
        return bool(self._paint and piece.allowed_paints)

    def allowed_sets(self, orientation: Sequence[Atom], allowed: PaintRules) -> list[int]:
        """The ground of each atom."""
        may = dict.fromkeys(orientation, frozenset(self._paints))
        for atom, paints in allowed:
            may[atom] &= frozenset(paints)
        return [self._numbers.setdefault(paints, len(self._numbers)) for paints in may.values()]

    @property
    def table(self) -> tuple[int, list[int], list[int]] | None:
        """(number of paints, the paint of each atom or -1, for each ground and paint whether it is allowed)."""
        if not self._paint:
            return None
        number = {paint: place for place, paint in enumerate(self._paints)}
        of = [number[self._paint[atom]] if atom in self._paint else -1 for atom in self._atoms]
        return len(number), of, [int(paint in ground) for ground in self._numbers for paint in self._paints]


class UnrolledTable(BoardTable):
    """The flat copy of a wrapped board, and the item for which each of its atoms stands."""

    is_flat = False

    def __init__(self, grid: Lattice, atoms: Sequence[Atom], shapes: Iterable[Sequence[Atom]]) -> None:
        """shapes: in normal position, all that are to be laid on the board; none where pieces overlap themselves."""
        origin = (0,) * len(atoms[0])
        reach = tuple(max(column) for column in zip(origin, *chain.from_iterable(shapes), strict=True))
        item_of = {moved: item for item, atom in enumerate(atoms) for moved in _copies(grid, atom, reach)}
        super().__init__(grid, tuple(sorted(item_of)), max(reach) + 1)
        self.own = atoms
        self.added = len(self.atoms) - len(atoms)
        self._item_of = [item_of[atom] for atom in self.atoms]

    def order(self) -> memoryview:
        """The items so that the border of what is filled stays short; between wrapped ends there are two borders."""
        extents = [max(column) + 1 for column in zip(*self.own, strict=True)]
        borders = [extents[1 - axis] * (2 if period else 1) for axis, period in enumerate(self.grid.periods)]
        axes = sorted(range(len(borders)), key=lambda axis: (borders[axis], axis))
        items = sorted(range(len(self.own)), key=lambda item: [self.own[item][axis] for axis in axes])
        return memoryview(array("i", items))

    def adjacent(self, item_count: int) -> Rows:
        """The neighbours of each item, across the seam as well; items behind the atoms have none."""
        item_of = {atom: item for item, atom in enumerate(self.own)}
        near = [sorted(item_of[other] for other in self.grid.adjacent(atom) if other in item_of) for atom in self.own]
        return Rows.of([*near, *[()] * (item_count - len(near))])

    def folded(self, found: PlacementList, pins: Sequence[Pinned]) -> PlacementList:
        """The positions on the wrapped board, each once; one that lies as a pin covers its item, no other meets a pin."""
        pin_at = {(owner, tuple(atoms)): item for owner, item, atoms in pins}
        barred = {atom for _, _, atoms in pins for atom in atoms}
        starts, items, pinned = array("q", [0]), array("i"), []
        meanings: dict[tuple[Owner, tuple[int, ...]], tuple[Owner, str]] = {}
        for meaning, atoms, others in self._positions(found):
            key = (meaning[0], atoms)
            pin = pin_at.get(key)
            if key in meanings or (pin is None and not barred.isdisjoint(atoms)):
                continue
            if pin is not None:
                pinned.append(len(meanings))
                others.append(pin)
            meanings[key] = meaning
            items.extend((*atoms, *others))
            starts.append(len(items))
        return PlacementList(Rows(starts, items), tuple(meanings.values()), pinned)

    def _positions(self, found: PlacementList) -> Iterator[tuple[tuple[Owner, str], tuple[int, ...], list[int]]]:
        """Each position: its meaning, the board's items that are atoms, ascending, and those behind."""
        count = len(self.atoms)
        for meaning, row in zip(found.meanings, found.options, strict=True):
            atoms = tuple(sorted(self._item_of[item] for item in row if item < count))
            yield meaning, atoms, [item - self.added for item in row if item >= count]


def _copies(grid: Lattice, atom: Atom, reach: Vector) -> Iterator[Atom]:
    """The copies of an atom on which a shape may lie that begins within the periods."""
    steps = [
        range(0, period + far - place, period) if period else (0,)
        for period, far, place in zip(grid.periods, reach, atom, strict=False)
    ]
    return (copy for step in product(*steps) for copy in grid.plane.shift((atom,), step))
