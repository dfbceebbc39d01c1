"""Packing -> exact cover: the items are the board's atoms and the supply of pieces, the options are placements.

Pieces with the same set of aspects are one kind with their supplies added, so identical pieces never double-count;
`labelled` keeps them apart. Kinds without bounds need no item, unless two of them can lie on the same atoms: then the
items tell their options apart.

A pin gives its option an item of its own, and excludes every other option that meets it. It fixes a kind at a place;
the name it bears is given back by `tiling`, for which the kind's supply leaves room (`Kind.copies`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.lattice import Atom
from tilewright.lattice.symmetry import Isometry
from tilewright.pieces import Copies, Piece
from tilewright.puzzle.packing.puzzle import Packing, Pin
from tilewright.puzzle.packing.size import refuse_entries, refuse_too_large
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle
from tilewright.puzzle.shikaku.puzzle import Shikaku
from tilewright.puzzle.tiling import Tiling

MAX_HINTED = 60_000  # options; beyond it finding the automorphisms costs more than it saves


@dataclass(frozen=True)
class Kind:
    """Pieces that cannot be told apart, and their supply together; `pinned` has the name of each pin of them."""

    pieces: tuple[Piece, ...]
    pinned: tuple[str, ...] = ()

    @property
    def copies(self) -> Copies:
        """(fewest, most) of all of them together; a pin is a copy of the piece that it names, and of no other."""
        highs = [piece.copies[1] for piece in self.pieces]
        fewest = sum(max(piece.copies[0], self.pinned.count(piece.name)) for piece in self.pieces)
        return fewest, None if None in highs else sum(h for h in highs if h)

    @property
    def bounded(self) -> bool:
        """Whether the supply constrains anything beside the pins."""
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


@dataclass(frozen=True)
class Compiled:
    """An exact cover together with what its options mean.

    atoms:    the atoms of items 0, 1, ...; items after them are the supplies of kinds and the pins.
    meanings: for each option, the number of its kind (Shikaku: of its clue) and the name of its motion.
    supply:   for each kind, the item that counts its copies, or nothing when any number is allowed.
    pins:     the options that are pinned, each with the name of its piece (Shikaku: none, nothing needs a name there).
    isometries: what each of the cover's automorphisms does to the board; empty when they were not looked for.
    """

    puzzle: Puzzle
    cover: ExactCover
    atoms: tuple[Atom, ...]
    kinds: tuple[Kind, ...]
    meanings: tuple[tuple[int, str], ...]
    supply: tuple[tuple[int, ...], ...] = ()
    pins: Mapping[int, str] = field(default_factory=dict)
    isometries: tuple[Isometry, ...] = ()

    def with_symmetries(self, deadline: Deadline = NEVER) -> Compiled:
        """The same with the automorphisms of the cover filled in; raises OutOfTimeError at the deadline."""
        from tilewright.puzzle.packing.automorphisms import automorphisms

        found = automorphisms(self, deadline)
        cover = replace(self.cover, automorphisms=tuple(automorphism for _, automorphism in found))
        return replace(self, cover=cover, isometries=tuple(isometry for isometry, _ in found))

    def placement(self, option: int, name: str = "") -> Placement:
        """What an option stands for; of several identical pieces, the pinned one, or that called `name` (else the first)."""
        number, motion = self.meanings[option]
        name = self.pins.get(option, name)
        if isinstance(self.puzzle, Shikaku):
            row, column, _ = self.puzzle.clues[number]
            piece = f"{row},{column}"
        else:
            piece = self.kinds[number].pieces[0].name
        count = len(self.atoms)
        atoms = tuple(self.atoms[item] for item in self.cover.options[option] if item < count)
        if name and name in self._own_motions:
            piece, motion = name, self._own_motions[name][self.puzzle.grid.normal(atoms)]
        return Placement(piece, tuple(sorted(atoms)), motion, self.puzzle.lattice)

    def tiling(self, solution: Solution) -> Tiling:
        """The tiling of a solution, placements by position; identical pieces that are not pinned get their names in turn."""
        options = sorted(solution, key=lambda option: self.cover.options[option])
        placements = [self.placement(option) for option in options]
        for number, kind in enumerate(self.kinds):
            if len(kind.pieces) > 1:
                mine = [
                    place
                    for place, option in enumerate(options)
                    if self.meanings[option][0] == number and option not in self.pins
                ]
                for place, name in zip(mine, kind.names_in_turn(len(mine)), strict=True):
                    placements[place] = self.placement(options[place], name)
        return Tiling(self.puzzle, tuple(placements))

    @cached_property
    def _own_motions(self) -> dict[str, dict[tuple[Atom, ...], str]]:
        """For each of several identical pieces, its own motion for an aspect: their drawings may be turned."""
        twins = (piece for kind in self.kinds if len(kind.pieces) > 1 for piece in kind.pieces)
        return {piece.name: {atoms: motion for motion, atoms in piece.aspects} for piece in twins}

    @cached_property
    def options_by_content(self) -> dict[tuple[int, tuple[int, ...]], int]:
        """(kind, items that are atoms) -> option."""
        count = len(self.atoms)
        return {
            (number, tuple(item for item in option if item < count)): index
            for index, (option, (number, _)) in enumerate(zip(self.cover.options, self.meanings, strict=True))
        }


def kinds_of(pieces: Sequence[Piece], labelled: bool, pins: Sequence[Pin] = ()) -> tuple[Kind, ...]:
    """The pieces grouped into kinds (one a piece when labelled), in order of first sight."""
    groups: dict[object, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(piece.name if labelled else piece.likeness if piece.grounds else piece.kind, []).append(piece)
    names = [{piece.name for piece in group} for group in groups.values()]
    pinned = (tuple(pin.piece for pin in pins if pin.piece in own) for own in names)
    return tuple(Kind(tuple(group), own) for group, own in zip(groups.values(), pinned, strict=True))


def _counted(kinds: Sequence[Kind]) -> list[bool]:
    """For each kind whether it has an item: it is bounded, or another kind without bounds can lie where it lies."""
    free = Counter(aspect for kind in kinds if not kind.bounded for aspect in kind.pieces[0].kind)
    return [kind.bounded or any(free[aspect] > 1 for aspect in kind.pieces[0].kind) for kind in kinds]


def compile_puzzle(
    puzzle: Packing, labelled: bool = False, hinted: bool = True, deadline: Deadline = NEVER
) -> Compiled:
    """The exact cover of a puzzle, with its symmetries if `hinted`.

    Raises LimitError with the estimate when it is too large, OutOfTimeError at the deadline.
    """
    kinds = kinds_of(puzzle.pieces, labelled, puzzle.pinned)
    board = puzzle.board
    atoms = tuple(sorted((*board.atoms, *board.optional)))
    refuse_too_large((kind.pieces[0].kind for kind in kinds), len(atoms) // puzzle.grid.kinds)
    item_of = {atom: item for item, atom in enumerate(atoms)}
    optional = set(board.optional)
    lo: list[int] = [0 if atom in optional else 1 for atom in atoms]
    hi: list[int | None] = [1] * len(atoms)
    supply: list[tuple[int, ...]] = []
    for kind, counted in zip(kinds, _counted(kinds), strict=True):
        supply.append((len(lo),) if counted else ())
        if counted:
            lo.append(kind.copies[0])
            hi.append(kind.copies[1])
    pins = _Pins(puzzle, kinds, item_of, first_item=len(lo))
    lo += [1] * len(puzzle.pinned)
    hi += [1] * len(puzzle.pinned)

    options: dict[tuple[int, ...], tuple[int, str]] = {}
    for number, kind in enumerate(kinds):
        for motion, items in _laid(puzzle, kind.pieces[0], atoms, item_of, deadline):
            extra = pins.items(number, items)
            if extra is not None:
                options.setdefault((*items, *supply[number], *extra), (number, motion))
    pinned = enumerate(deadline.watch(options)) if puzzle.pinned else ()
    names = {number: pins.name(option) for number, option in pinned if option[-1] >= pins.first_item}
    order, adjacent = _order(puzzle, atoms, deadline), _adjacent(puzzle, atoms, item_of, len(lo), deadline)
    cover = ExactCover(tuple(lo), tuple(hi), tuple(options), order, adjacent)
    compiled = Compiled(puzzle, cover, atoms, kinds, tuple(options.values()), tuple(supply), names)
    return _hinted(compiled, deadline) if hinted else compiled


def _laid(
    puzzle: Packing, piece: Piece, atoms: Sequence[Atom], item_of: dict[Atom, int], deadline: Deadline
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """(motion, items) of every position of a piece that the board's paint allows."""
    if not piece.grounds or not puzzle.board.paint:
        yield from _placements(piece, item_of, deadline)
        return
    paint = dict(puzzle.board.paint)
    for _, items in _placements(piece, item_of, deadline):
        motion = piece.fit([atoms[item] for item in items], paint)
        if motion is not None:
            yield motion, items


def _placements(piece: Piece, item_of: dict[Atom, int], deadline: Deadline) -> Iterator[tuple[str, tuple[int, ...]]]:
    """(motion, items) of every position of a piece on the board, by aspect, row and column."""
    grid = piece.grid
    cells = sorted({grid.split(atom)[0] for atom in deadline.watch(item_of)})
    for motion, aspect in piece.aspects:
        anchor, kind = grid.split(aspect[0])
        for cell in deadline.watch(cells):
            if (first := item_of.get(grid.join(cell, kind))) is None:
                continue
            vector = tuple(map(int.__sub__, cell, anchor))
            items = [first]
            for atom in grid.shift(aspect[1:], vector):
                if (item := item_of.get(atom)) is None:
                    break
                items.append(item)
            else:
                yield motion, tuple(sorted(items))


class _Pins:
    """Pinned placements: each has an item that its own option alone covers; what overlaps it is no option."""

    def __init__(self, puzzle: Packing, kinds: Sequence[Kind], item_of: dict[Atom, int], first_item: int) -> None:
        self.taken: dict[int, int] = {}
        self.wanted: list[tuple[int, tuple[int, ...]]] = []
        self.first_item = first_item
        self.names = [pin.piece for pin in puzzle.pinned]
        for index, pin in enumerate(puzzle.pinned):
            kind = next(n for n, kind in enumerate(kinds) if any(p.name == pin.piece for p in kind.pieces))
            items = tuple(sorted(item_of[atom] for atom in pin.atoms))
            self.wanted.append((kind, items))
            for item in items:
                self.taken.setdefault(item, index)

    def items(self, kind: int, items: tuple[int, ...]) -> tuple[int, ...] | None:
        """The pin items of a placement: none, its own, or None when it overlaps a pin."""
        if not self.wanted:
            return ()
        met = {self.taken[item] for item in items if item in self.taken}
        if not met:
            return ()
        mine = tuple(self.first_item + n for n, want in enumerate(self.wanted) if want == (kind, items))
        return mine or None

    def name(self, option: tuple[int, ...]) -> str:
        """The piece of the pin whose option this is."""
        return self.names[option[-1] - self.first_item]


def _order(puzzle: Packing, atoms: Sequence[Atom], deadline: Deadline) -> tuple[int, ...]:
    """The atoms along the board's narrow sides: the longest side's coordinate counts most."""
    extent = puzzle.board.extent
    axes = sorted(range(len(extent)), key=lambda axis: (-extent[axis], axis))
    if axes == sorted(axes):  # as the atoms are sorted already
        return tuple(range(len(atoms)))
    keys = [(*(atom[axis] for axis in axes), atom) for atom in deadline.watch(atoms)]
    return tuple(sorted(range(len(atoms)), key=keys.__getitem__))


def _adjacent(
    puzzle: Packing, atoms: Sequence[Atom], item_of: dict[Atom, int], items: int, deadline: Deadline
) -> tuple[tuple[int, ...], ...]:
    grid = puzzle.grid
    near = (sorted(item_of[n] for n in grid.adjacent(atom) if n in item_of) for atom in deadline.watch(atoms))
    rows = tuple(map(tuple, near))
    return rows + ((),) * (items - len(atoms))


def compile_shikaku(puzzle: Shikaku, hinted: bool = True, deadline: Deadline = NEVER) -> Compiled:
    """The exact cover of a Shikaku: every cell once; a clue's own cell stands for the clue.

    Raises LimitError with the estimate when it is too large, OutOfTimeError at the deadline.
    """
    width = puzzle.columns
    candidates = puzzle.candidates(deadline)
    entries = sum(height * width for _, (_, _, height, width) in candidates)
    refuse_entries(entries)
    options = tuple(
        tuple(r * width + c for r in range(top, top + h) for c in range(left, left + w))
        for _, (top, left, h, w) in deadline.watch(candidates)
    )
    cells = puzzle.rows * width
    meanings = tuple((number, f"{h}x{w}") for number, (_, _, h, w) in candidates)
    atoms = tuple((r, c) for r in range(puzzle.rows) for c in range(width))
    columns_first = puzzle.columns > puzzle.rows
    key: Callable[[int], tuple[int, int]] = lambda i: divmod(i, width)[::-1] if columns_first else divmod(i, width)  # noqa: E731
    cover = ExactCover((1,) * cells, (1,) * cells, options, tuple(sorted(range(cells), key=key)))
    compiled = Compiled(puzzle, cover, atoms, (), meanings)
    return _hinted(compiled, deadline) if hinted else compiled


def _hinted(compiled: Compiled, deadline: Deadline) -> Compiled:
    return compiled.with_symmetries(deadline) if len(compiled.cover.options) <= MAX_HINTED else compiled
