"""A puzzle as an exact cover, together with what items and options mean.

Tilings that are made when somebody looks at them. Until then a tiling is the numbers of its options.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, Self, TypeVar, overload

from tilewright._kernel import common_length, narrowed
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.outcome import Outcome
from tilewright.exact_cover.problem import UNLIMITED, Automorphism, Batch, ExactCover, Solution
from tilewright.lattice import Atom
from tilewright.puzzle.puzzle import P, Placement, Puzzle, Tiling

if TYPE_CHECKING:
    from tilewright.exact_cover.formula import Cnf
    from tilewright.lattice.symmetry import Isometry


MAX_HINTED = 60_000  # options; beyond it finding the automorphisms costs more than it saves
K = TypeVar("K")
T = TypeVar("T")
OptionImages = Callable[[memoryview, int, int], list[int] | None]  # by the images of items, from one option to another
Owner = int  # the number of what a placement is of: a class of identical pieces, or a clue


@dataclass(frozen=True)
class Compiled:
    """An exact cover and what its options mean; each kind of puzzle adds what it knows of its owners.

    atoms:    the atoms of items 0, 1, ...; items after them are the kind's own.
    meanings: for each option its owner and the name of its motion.
    isometries: what each of the cover's automorphisms does to the board; empty when they were not looked for.
    pins:     the options that are pinned where that fixes a name, each with that name.
    """

    puzzle: Puzzle
    cover: ExactCover
    atoms: tuple[Atom, ...]
    meanings: tuple[tuple[Owner, str], ...]
    isometries: tuple[Isometry, ...] = ()
    pins: Mapping[int, str] = field(default_factory=dict)

    @property
    def owners(self) -> range:
        """All owners; by default one for each of the puzzle's names."""
        return range(len(self.puzzle.piece_names))

    def owner_names(self, owner: Owner) -> tuple[str, ...]:
        """Return the names that placements of an owner may bear."""
        return (self.puzzle.piece_names[owner],)

    def owner_copies(self, owner: Owner) -> tuple[int, int | None]:
        """Return (fewest, most) placements of an owner."""
        return self.puzzle.copies_of(self.puzzle.piece_names[owner])

    def owner_item(self, owner: Owner) -> int | None:
        """Return the item that all placements of an owner cover; None if there is none."""
        return None

    def image_of_rules(self, isometry: Isometry) -> list[int] | None:
        """Where an isometry of the board takes the items behind the atoms, or None when it does not keep the rules."""
        return []

    def automorphism(self, isometry: Isometry, atoms: Sequence[int], images: OptionImages) -> Automorphism | None:
        """What an isometry of the board does to the cover; None when it does not keep the rules or a placement becomes none.

        atoms: where it takes the items of atoms.
        """
        rules = self.image_of_rules(isometry)
        if rules is None:
            return None
        items = (*atoms, *rules)
        options = images(memoryview(array("i", items)), 0, len(self.cover.options))
        return None if options is None else Automorphism(items, tuple(options))

    def is_option(self, option: int, placement: Placement) -> bool:
        """Whether an option that covers a placement's atoms with its piece is that placement: usually there is one such."""
        return True

    def without_constraints(self) -> Compiled:
        """The same without items that stand for constraints on several placements; most kinds have none."""
        return self

    def constraint_of(self, item: int) -> str:
        """The constraint on several placements that an item stands for; "" where it stands for something else."""
        return ""

    def names_in_turn(self, owner: Owner, wanted: int) -> list[str]:
        """The names that `wanted` placements of an owner bear, those pinned left out."""
        return [self.owner_names(owner)[0]] * wanted

    def placement(self, option: int, name: str = "") -> Placement:
        """What an option stands for; where its owner has several names, under this one (else the first)."""
        owner, motion = self.meanings[option]
        return Placement(self.owner_names(owner)[0], self.atoms_of(option), motion, self.puzzle.lattice)

    def tiling(self, solution: Solution) -> Tiling:
        """The tiling of a solution, placements by position; owners with several names give them in turn."""
        return Tiling(self.puzzle, self.placements(solution))

    def placements(self, solution: Solution) -> tuple[Placement, ...]:
        """The placements of a solution, by position; each option's is made once and shared by all tilings."""
        options = self.by_position(solution)
        if self.owners_of_many:
            names = self.names_of(options)
            return tuple(self._named[option, names.get(option, "")] for option in options)
        return tuple(map(self._placed.__getitem__, options))

    def by_position(self, solution: Solution) -> list[int]:
        """The options of a solution by the first atom that each covers."""
        return sorted(solution, key=self._first_items.__getitem__)

    def names_of(self, options: Sequence[int]) -> dict[int, str]:
        """The names of those placements of a solution, given by position, whose owners have several; pins have theirs."""
        names: dict[int, str] = {}
        for owner in self.owners_of_many:
            mine = [option for option in options if self.meanings[option][0] == owner and option not in self.pins]
            names.update(zip(mine, self.names_in_turn(owner, len(mine)), strict=True))
        return names

    @cached_property
    def _placed(self) -> Lazy[int, Placement]:
        return Lazy(self.placement)

    @cached_property
    def _named(self) -> Lazy[tuple[int, str], Placement]:
        return Lazy(lambda key: self.placement(*key))

    @cached_property
    def _first_items(self) -> Lazy[int, int]:
        options = self.cover.options
        return Lazy(lambda option: options[option][0])

    @cached_property
    def owners_of_many(self) -> tuple[Owner, ...]:
        """The owners whose placements bear different names."""
        return tuple(owner for owner in self.owners if len(self.owner_names(owner)) > 1)

    def atoms_of(self, option: int) -> tuple[Atom, ...]:
        """The atoms an option covers, sorted."""
        count = len(self.atoms)
        return tuple(sorted([self.atoms[item] for item in self.cover.options[option] if item < count]))

    def place_of(self, option: int) -> tuple[object, ...]:
        """What an option covers, as `Placement.place` has it."""
        return self.atoms_of(option)

    def with_hints(self, deadline: Deadline = NEVER) -> Self:
        """The same with the automorphisms of the cover where they save a search of everything more than they take.

        Raises OutOfTimeError at the deadline.
        """
        return self if len(self.cover.options) > MAX_HINTED else self.with_symmetries(deadline)

    def with_symmetries(self, deadline: Deadline = NEVER) -> Self:
        """The same with the automorphisms of the cover filled in; raises OutOfTimeError at the deadline."""
        if self.isometries:
            return self
        found = self.automorphisms(deadline)
        cover = self.cover.replace(automorphisms=tuple(automorphism for _, automorphism in found))
        return replace(self, cover=cover, isometries=tuple(isometry for isometry, _ in found))

    def automorphisms(self, deadline: Deadline) -> Sequence[tuple[Isometry, Automorphism]]:
        """Each symmetry of the board that keeps the rules, with what it does to the cover; the identity first."""
        from tilewright.puzzle.symmetry import automorphisms  # which finding a tiling does not need

        return automorphisms(self, deadline)

    def label_symmetries(self, deadline: Deadline = NEVER) -> tuple[Automorphism, ...]:
        """The symmetries with exchanges of labels, identity first; for kinds without labels just the symmetries."""
        return self.with_symmetries(deadline).cover.automorphisms

    @cached_property
    def item_owners(self) -> dict[int, Owner]:
        """For each item that stands for an owner, that owner."""
        return {item: owner for owner in self.owners if (item := self.owner_item(owner)) is not None}


@dataclass(frozen=True)
class OwnerClass(Generic[P]):
    """Pieces that cannot be told apart, and the copies of all of them together; `pinned` has the name of each pin of them."""

    pieces: tuple[P, ...]
    pinned: tuple[str, ...] = ()

    @property
    def copies(self) -> tuple[int, int | None]:
        """(fewest, most) of all of them together; a pin is a copy of the piece that it names, and of no other."""
        if len(self.pieces) == 1 and not self.pinned:
            return self.pieces[0].copies
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

    def _left(self, piece: P) -> tuple[int, int | None]:
        """(fewest, most) of a piece beside its pins."""
        (lo, hi), pinned = piece.copies, self.pinned.count(piece.name)
        return max(0, lo - pinned), None if hi is None else hi - pinned


def owner_classes(pieces: Iterable[P], key: Callable[[P], object], pinned: Sequence[str]) -> tuple[OwnerClass[P], ...]:
    """Group pieces with equal keys into classes, in order of first sight; `pinned` are the names of the pins."""
    groups: dict[object, list[P]] = {}
    for piece in pieces:
        groups.setdefault(key(piece), []).append(piece)
    names = [{piece.name for piece in group} for group in groups.values()]
    own = (tuple(name for name in pinned if name in mine) for mine in names)
    return tuple(OwnerClass(tuple(group), pins) for group, pins in zip(groups.values(), own, strict=True))


def add_copy_items(classes: Sequence[OwnerClass[P]], lo: list[int], hi: list[int]) -> tuple[int | None, ...]:
    """Add an item for each class that needs one to the bounds of items; return the items of all classes.

    A class needs one if it is bounded, or if some classes without bounds can lie on the same atoms in the same way. Then
    all without bounds have one, for a symmetry, which may make one of them another, takes items to items.
    """
    free = Counter(form for each in classes if not each.bounded for form in each.pieces[0].motions)
    shared = any(times > 1 for times in free.values())
    found: list[int | None] = []
    for each in classes:
        counted = shared or each.bounded
        found.append(len(lo) if counted else None)
        if counted:
            lo.append(each.copies[0])
            hi.append(UNLIMITED if each.copies[1] is None else each.copies[1])
    return tuple(found)


@dataclass(frozen=True)
class CompiledClasses(Compiled, Generic[P]):
    """The cover of a puzzle of pieces with copies.

    classes: the classes of pieces that cannot be told apart; they are the owners.
    copy_items: for each class the item that counts its copies, or None when any number is allowed.
    """

    classes: tuple[OwnerClass[P], ...] = ()
    copy_items: tuple[int | None, ...] = ()

    @property
    def owners(self) -> range:
        """The classes."""
        return range(len(self.classes))

    def owner_names(self, owner: Owner) -> tuple[str, ...]:
        """Return the names of a class's pieces."""
        return tuple([piece.name for piece in self.classes[owner].pieces])

    @cached_property
    def owners_of_many(self) -> tuple[Owner, ...]:
        """The classes of several pieces."""
        return tuple([owner for owner, each in enumerate(self.classes) if len(each.pieces) > 1])

    def owner_copies(self, owner: Owner) -> tuple[int, int | None]:
        """Return (fewest, most) of all of them together."""
        return self.classes[owner].copies

    def form_of(self, option: int) -> object:
        """Return what an option makes of its piece, a key of `Counted.motions`."""
        raise NotImplementedError

    def placement(self, option: int, name: str = "") -> Placement:
        """What an option stands for; of several identical pieces, the pinned one, or that called `name` (else the first).

        Each has its own motion for a form: they may be drawn turned.
        """
        placed, name = super().placement(option), self.pins.get(option, name)
        alike = self.classes[self.meanings[option][0]].pieces
        if not name or len(alike) < 2:
            return placed
        piece = next(piece for piece in alike if piece.name == name)
        return Placement(name, placed.atoms, piece.motions[self.form_of(option)], self.puzzle.lattice)

    def owner_item(self, owner: Owner) -> int | None:
        """Return the item that counts the copies of a class."""
        return self.copy_items[owner]

    def names_in_turn(self, owner: Owner, wanted: int) -> list[str]:
        """What each piece needs first, then what is left of each."""
        return self.classes[owner].names_in_turn(wanted)


class Lazy(dict[K, T], Generic[K, T]):
    """What `make` gives for each key, made when it is first asked for."""

    def __init__(self, make: Callable[[K], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> T:
        self[key] = made = self._make(key)
        return made


Item = TypeVar("Item")
MOST_NARROW = (1 << 16) - 1  # what two bytes hold


class SolutionArray(Sequence[Solution]):
    """Solutions end to end, two bytes an option, or four from option 65,536 on; eight more a solution where lengths differ.

    >>> kept = SolutionArray()
    >>> kept.extend([(0, 3), (1, 2), (4,)])
    >>> len(kept), kept[1], kept[-1], list(kept[:2])
    (3, (1, 2), (4,), [(0, 3), (1, 2)])
    """

    def __init__(self) -> None:
        self._options = array("H")
        self._width = 0  # of all solutions so far; 0 where they differ, as `_ends` then tells
        self._ends = array("q")

    def extend(self, solutions: Iterable[Solution]) -> None:
        """Keep more. An interrupt leaves whole solutions."""
        if isinstance(solutions, Batch):
            return self._extend_at_once(*solutions.buffers)
        for solution in solutions:
            if len(solution) != self._width or not self._width:
                self._allow(len(solution))
            if self._options.typecode == "H" and max(solution, default=0) > MOST_NARROW:
                self._options = array("i", self._options)
            self._options.extend(solution)
            if not self._width:
                self._ends.append(len(self._options))
        return None

    @property
    def bytes(self) -> int:
        """Bytes that all of them take."""
        return len(self._options) * self._options.itemsize + len(self._ends) * self._ends.itemsize

    def _extend_at_once(self, starts: memoryview, options: memoryview) -> None:
        """Keep a batch without a look at each solution, of which there may be millions."""
        if len(starts) < 2:
            return
        first, last, base = starts[0], starts[-1], len(self._options)
        width = common_length(starts)
        if width != self._width or not width:
            self._allow(width)
        if last > first:  # a view of nothing cannot be cast
            more, is_narrow = options[first:last], self._options.typecode == "H"
            narrow = narrowed(more) if is_narrow else None
            if is_narrow and narrow is None:
                self._options = array("i", self._options)
            self._options.frombytes((more if narrow is None else narrow).cast("B"))
        if not self._width:
            self._ends.extend([place - first + base for place in starts[1:].tolist()])

    def _allow(self, width: int) -> None:
        """Prepare for a solution of another length than those before."""
        if width and not self._options and not self._ends:
            self._width = width
        elif self._width:
            self._ends = array("q", range(self._width, len(self._options) + 1, self._width))
            self._width = 0

    def __len__(self) -> int:
        return len(self._options) // self._width if self._width else len(self._ends)

    @overload
    def __getitem__(self, place: int) -> Solution: ...
    @overload
    def __getitem__(self, place: slice) -> View[Solution]: ...
    def __getitem__(self, place: int | slice) -> Solution | View[Solution]:
        if isinstance(place, slice):
            return View(self, range(len(self))[place])
        place = range(len(self))[place]
        if self._width:
            start = place * self._width
            return tuple(self._options[start : start + self._width])
        return tuple(self._options[self._ends[place - 1] if place else 0 : self._ends[place]])

    def __iter__(self) -> Iterator[Solution]:
        if self._width:
            return zip(*[iter(self._options)] * self._width, strict=False)
        return (tuple(self._options[start:end]) for start, end in pairwise([0, *self._ends]))


class View(Sequence[Item]):
    """Some of a sequence, by their places: made at once, however long it is.

    >>> view = View("abcdef", range(6))[::-2]
    >>> len(view), view[0], list(view), list(view[1:])
    (3, 'f', ['f', 'd', 'b'], ['d', 'b'])
    """

    __slots__ = ("_places", "_source")

    def __init__(self, source: Sequence[Item], places: range) -> None:
        self._source, self._places = source, places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> View[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | View[Item]:
        places = self._places[place]
        return self._source[places] if isinstance(places, int) else View(self._source, places)

    def __iter__(self) -> Iterator[Item]:
        return map(self._source.__getitem__, self._places)


class TilingSequence(Sequence[Tiling]):
    """Tilings that are made when somebody looks at them. It equals a tuple of the same tilings, and is pickled as one."""

    __slots__ = ()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that they are tilings of."""
        raise NotImplementedError

    @property
    def first_size(self) -> int:
        """Placements of the first tiling, which is not made for that."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TilingSequence | tuple):
            return NotImplemented
        return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def place_of(self, number: int) -> int:
        """The place from 0 on that a number stands for, which counts from the end if it is negative; IndexError if none."""
        places = range(len(self))
        if not -len(places) <= number < len(places):
            raise IndexError(f"tiling {number:,} of {len(places):,}: expected {-len(places):,} to {len(places) - 1:,}")
        return places[number]

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type[tuple[Tiling, ...]], tuple[tuple[Tiling, ...]]]:
        return tuple, (tuple(self),)


class Tilings(TilingSequence):
    """The tilings of solutions of a compiled puzzle.

    puzzle:    the puzzle that the tilings are of; it may have fewer pins than the one that was compiled.
    compiled:  what the options of the solutions mean.
    solutions: the numbers of each tiling's options.
    """

    __slots__ = ("_puzzle", "compiled", "solutions")

    def __init__(self, puzzle: Puzzle, compiled: Compiled, solutions: Sequence[Solution]) -> None:
        self._puzzle, self.compiled, self.solutions = puzzle, compiled, solutions

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that they are tilings of."""
        return self._puzzle

    @property
    def first_size(self) -> int:
        """Placements of the first tiling."""
        return len(self.solutions[0])

    def __len__(self) -> int:
        return len(self.solutions)

    @overload
    def __getitem__(self, place: int) -> Tiling: ...
    @overload
    def __getitem__(self, place: slice) -> Tilings: ...
    def __getitem__(self, place: int | slice) -> Tiling | Tilings:
        if isinstance(place, slice):
            return Tilings(self.puzzle, self.compiled, View(self.solutions, range(len(self))[place]))
        return Tiling(self.puzzle, self.compiled.placements(self.solutions[self.place_of(place)]))

    def __iter__(self) -> Iterator[Tiling]:
        puzzle, placements = self.puzzle, self.compiled.placements
        return (Tiling(puzzle, placements(solution)) for solution in self.solutions)


def puzzle_of(tilings: Sequence[Tiling]) -> Puzzle:
    """The puzzle of some tilings, one at least. Those that are made when somebody looks at them are not made."""
    return tilings.puzzle if isinstance(tilings, TilingSequence) else tilings[0].puzzle


def placements_of_first(tilings: Sequence[Tiling]) -> int:
    """How many placements the first of some tilings has, which is not made for that."""
    return tilings.first_size if isinstance(tilings, TilingSequence) else len(tilings[0].placements)


class DirectFound(NamedTuple):
    """What a puzzle's own search found, and how it ended; no tilings where all were asked for and are too many to be held."""

    tilings: Sequence[Tiling] | None
    outcome: Outcome


class DirectSearch(Protocol):
    """What such a search offers. Its tilings have passed a check that shares nothing with the search."""

    name: str  # under which it can be asked for, as an engine can
    has_rivals: bool  # engines on the cover may be done where it is not

    def find(self, most: int | None, deadline: Deadline) -> DirectFound:
        """The first `most` tilings (None: all)."""
        ...

    def count(self, deadline: Deadline) -> Outcome:
        """The number of tilings."""
        ...


@dataclass(frozen=True)
class CellState:
    """One cell of an oriented piece, and where the piece's other cells are seen from it: (down, right, their state)."""

    piece: str
    motion: str
    others: tuple[tuple[int, int, int], ...]


class CellModel(ABC):
    """A formula with cell states: its clauses, and all states by number."""

    cnf: Cnf
    states: tuple[CellState, ...]

    @abstractmethod
    def variables(self) -> Iterator[tuple[int, tuple[int, ...], int]]:
        """(variable, cell, state) of the cells on the board, by cell and state."""

    @abstractmethod
    def numbered_orientations(self) -> dict[tuple[str, str], dict[Atom, int]]:
        """For each (piece, motion) the number of the state at each of its cells, as it lies at the origin."""

    @abstractmethod
    def svg(self, tiling: Tiling | None) -> str:
        """A picture of all states, a line for each piece, and of the board: with the states of a tiling if one is given."""

    @abstractmethod
    def placements(self, model: list[int]) -> tuple[Placement, ...]:
        """The pieces that a model stands for."""
