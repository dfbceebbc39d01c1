"""Count every member of a family in one sweep, and find sets of pieces that solve every member.

The members of a calendar are its dates, those of a box with dice its rolls.

The board is cut into two halves. Each is swept once for all ways to leave cells of it open; ways that begin
alike share the work. The count of a member joins two such halves by what reaches across the cut and by the
pieces used (`native/src/family/family.cpp`). `can_sweep` tells for which families the sweep gives the number of
each member. Members of other families are counted one by one, each as the puzzle that `Family.with_open_cells`
builds for it.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, product
from math import prod
from random import Random
from statistics import median_high, median_low
from typing import TYPE_CHECKING, Any

from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.errors import LimitError, NotationError, OutOfTimeError, argument_error, as_tuple, check_instance
from tilewright.exact_cover.limits import Deadline, Limit, as_limit
from tilewright.exact_cover.progress import Progress
from tilewright.kinds.packing.family import Family
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.shelf.box import BoxBoard
from tilewright.version import __version__

MOST_CELLS = 64  # the bits of a machine word
MOST_MEMBERS = 20_000_000
MOST_GROUPS = 64
MOST_EXACT = 2**53  # up to here a float holds every half of a whole number exactly
SLICE = 300_000  # steps between two checks of the clock
MEMBERS_A_LOOK = 50  # members built between two checks of the clock, a few tenths of a millisecond each
FEW = 12  # members that are still counted one by one
LATE = "before all members were counted"

Member = tuple[str, ...]
MEMBERS = "a list of members, e.g. [('MAR', '14')]"

if TYPE_CHECKING:
    from tilewright._kernel import FamilyCount


def count_family(
    family: Family,
    members: Iterable[Sequence[str | int]] | None = None,
    *,
    limit: Limit | float | None = None,
    progress: Progress | None = None,
) -> dict[Member, int]:
    """Count the tilings of each member, in order.

    The result is a mapping, not an iterator: the sweep joins both halves of the board only after both are
    complete, so all numbers are known at the same time.

    members: Tuples with the names of open cells, one for each group, e.g. ("MAR", "14") or ("MAR", 14).
             Default: all members.
    limit:   Seconds, or a Limit of seconds and bytes, for the whole count.

    Raises NotationError for names that are not a member, ArgumentError for anything that is not a list of
    members, OutOfTimeError if the time ends, or a stop is requested, before all members are counted, and
    LimitError if the count takes too much memory.

    >>> from tilewright import Packing
    >>> from tilewright.kinds.packing.family import Family
    >>> family = Family(Packing.parse("dominoes*@1x5"), tuple((str(k), ((0, k),)) for k in range(5)), (tuple("01234"),))
    >>> count_family(family)
    {('0',): 1, ('1',): 0, ('2',): 1, ('3',): 0, ('4',): 1}
    """
    check_instance("family", family, Family, 'a family, e.g. load_family("calendar")')
    deadline = Deadline(as_limit(limit), progress)
    if members is None:
        chosen = {names: names for names in deadline.watch(family.members())}
    else:
        given = [_member(each) for each in as_tuple("members", members, MEMBERS)]
        chosen = {names: family.member_of(names) for names in given}
    counts = _swept_family(family, deadline) if len(chosen) > FEW and can_sweep(family) else None
    if counts is None:
        return _counted_singly(family, chosen, deadline)
    places = [{name: place for place, name in enumerate(group)} for group in family.groups]
    return {given: counts[_index(names, places)] for given, names in deadline.watch(chosen.items())}


def _member(given: object) -> Member:
    """Return the names of a member, numbers as texts; raise ArgumentError for anything else."""
    names = as_tuple("member", given, "a tuple of names, e.g. ('MAR', 14)")
    for name in names:
        if not isinstance(name, str | int) or isinstance(name, bool):
            raise argument_error("member", given, "a tuple of names, e.g. ('MAR', 14)", False)
    return tuple(map(str, names))


def can_sweep(family: Family) -> bool:
    """Return whether one sweep of the whole board gives the right number for every member.

    The sweep knows cells, the placements on the whole board, how often each piece is used, and for each group
    the chosen cells. The tilings of a member are the sets of these placements that leave its open cells bare if

    - every cell must be covered, and each piece is used a fixed number of times;
    - nothing is pinned, and there are no constraints: the states know no pairs of placements, and constraints on the
      border refer to the border of the member, which includes its open cells;
    - no two groups name the same cell: a member may leave open a cell that both name, while the sweep covers it once;
    - every member has cells left;
    - the numbers are small: 64 cells, 64 groups, 64 bits for how often each piece is used, and MOST_MEMBERS combinations.

    Paint excludes placements wherever they lie, and the lattice, wrapped or not, decides which exist. The sweep
    takes both from the cover of the whole board.
    """
    known = dict(family.names)
    choices = [{atom for name in group for atom in known[name]} for group in family.groups]
    apart = sum(map(len, choices)) == len(set().union(*choices))
    most_open = sum(max(len(known[name]) for name in group) for group in family.groups) if all(family.groups) else 0
    small = len(family.groups) <= MOST_GROUPS and prod(map(len, family.groups)) <= MOST_MEMBERS
    return small and apart and most_open < len(family.puzzle.board.atoms) and not _obstacle(family.puzzle)


def _obstacle(puzzle: Packing) -> str:
    """Return the feature of a puzzle that one sweep cannot handle, as words for a message; "" if there is none."""
    if puzzle.constraints:
        return "constraints"
    if puzzle.pinned:
        return "pinned pieces"
    if puzzle.board.optional:
        return "cells that may stay empty"
    if any(lo != hi for lo, hi in (piece.copies for piece in puzzle.pieces)):
        return "pieces of which there may be more or fewer"
    if len(puzzle.board.atoms) > MOST_CELLS:
        return f"more than {MOST_CELLS} cells"
    if sum(piece.copies[0].bit_length() for piece in puzzle.pieces) > MOST_CELLS:
        return "too many pieces"
    return ""


def _swept_family(family: Family, deadline: Deadline) -> Sequence[int] | None:
    known = dict(family.names)
    return _swept(family.puzzle, [[known[name] for name in group] for group in family.groups], deadline)


def _counted_singly(family: Family, chosen: Mapping[Member, Member], deadline: Deadline) -> dict[Member, int]:
    """Count each member by itself, all within the limit."""
    for name in dict.fromkeys(chain.from_iterable(chosen.values())):
        family.with_open_cells([name])  # report a name that no member can leave open before counting anything
    found: dict[Member, int] = {}
    for given, names in chosen.items():
        counted = count(family.with_open_cells(names), limit=deadline.limit, progress=deadline.progress)
        if counted.ended == "stopped" and not deadline.progress.stop:
            raise KeyboardInterrupt
        if counted.bound != "exact" and counted.limit == "memory":
            raise LimitError(f"the count of {','.join(names)} takes more memory than the limit: expected a larger one")
        if counted.bound != "exact":
            raise OutOfTimeError("stopped" if deadline.progress.stop else "limit", LATE)
        found[given] = counted.value
    return found


def _index(names: Member, places: Sequence[Mapping[str, int]]) -> int:
    index = 0
    for name, group in zip(names, places, strict=True):
        index = index * len(group) + group[name]
    return index


def count_placed(
    puzzle: Packing, names: Sequence[str], *, limit: Limit = Limit(), progress: Progress | None = None
) -> Iterator[tuple[tuple[tuple[Atom, ...], ...], int]]:
    """Yield every way to place some pieces first, and the number of tilings that contain these placements.

    The argument `names` gives the pieces: at most four, one copy each. Ways in which the pieces overlap are
    left out. Raises NotationError for a puzzle that one sweep cannot handle, OutOfTimeError when the time ends
    first.

    >>> from tilewright import load
    >>> found = list(count_placed(load("pentominoes:LPVIY@5x5"), ["I"]))
    >>> len(found), sum(number for _, number in found)
    (10, 48)
    """
    if sum(len(piece.atoms) * piece.copies[0] for piece in puzzle.pieces) != len(puzzle.board.atoms):
        raise NotationError("the pieces do not fill the board: expected as many cells as the board has")
    if obstacle := _obstacle(puzzle):
        raise NotationError(f"the puzzle has {obstacle}, which one sweep over all placements does not hold")
    if several := [name for name in names if puzzle.piece(name).copies != (1, 1)]:
        raise NotationError(f"piece {several[0]} is used more than once: expected pieces of one copy each")
    deadline = Deadline(limit, progress)
    compiled = puzzle.compile(labelled=True, deadline=deadline)
    groups: list[list[tuple[Atom, ...]]] = [[] for _ in names]
    for option, (owner, _) in enumerate(compiled.meanings):
        if (name := compiled.owner_names(owner)[0]) in names:
            groups[names.index(name)].append(compiled.atoms_of(option))
    rest = Packing(puzzle.board, tuple(piece for piece in puzzle.pieces if piece.name not in names), (), puzzle.name)
    counts = _swept(rest, groups, deadline)
    if counts is None:
        raise LimitError("a count beyond 64 bits, which one sweep over all placements does not hold")
    for places, number in deadline.watch(zip(product(*groups), counts, strict=True)):
        if sum(map(len, places)) == len({atom for atoms in places for atom in atoms}):
            yield places, number


class _FamilySweep:
    """The progress of a sweep over all members."""

    engine, nodes, solutions = "family", 0, None

    def __init__(self) -> None:
        self.fraction = 0.0

    def look(self, job: FamilyCount) -> None:
        """Read the progress of the job."""
        self.fraction = job.fraction


def _swept(puzzle: Packing, groups: Sequence[Sequence[Sequence[Atom]]], deadline: Deadline) -> Sequence[int] | None:
    """Return the counts of all combinations of one choice per group, the last group varying fastest.

    Returns None if a count exceeds 64 bits.
    """
    from tilewright._kernel import FamilyCount

    atoms = puzzle.board.atoms
    extent = [max(side) - min(side) for side in zip(*atoms, strict=True)]
    axes = sorted(
        range(len(extent)), key=lambda axis: -extent[axis]
    )  # sweep along the longer side, which keeps the frontier short
    sequence = sorted(atoms, key=lambda atom: [atom[axis] for axis in axes])
    order = {atom: place for place, atom in enumerate(sequence)}
    compiled = puzzle.compile(deadline=deadline)
    masks = array("Q", [_mask(compiled.atoms_of(option), order) for option in range(len(compiled.meanings))])
    owners = array("i", [owner for owner, _ in compiled.meanings])
    choices = array("Q", [_mask(atoms, order) for group in groups for atoms in group])
    group_of = array("i", [place for place, group in enumerate(groups) for _ in group])
    copies = [compiled.owner_copies(owner)[0] for owner in compiled.owners]
    views = memoryview(masks), memoryview(owners), memoryview(choices), memoryview(group_of)
    try:
        job = FamilyCount(len(order), copies, *views, len(groups), deadline.limit.memory)
        sweep = _FamilySweep()
        with deadline.progress.showing(sweep):
            while not job.run(SLICE):
                sweep.look(job)
                if (ended := deadline.ended) is not None:
                    raise OutOfTimeError(ended, LATE)
    except MemoryError:
        raise LimitError("all members at once take more memory than the limit: count some of them by --open") from None
    except OverflowError:
        return None
    found: list[int] = memoryview(job.counts()).tolist()
    return found


def _mask(atoms: Iterable[Atom], order: Mapping[Atom, int]) -> int:
    return sum(1 << order[atom] for atom in {*atoms})


@dataclass(frozen=True)
class Counts:
    """The number of tilings of every member, in the order of the family."""

    members: tuple[tuple[str, ...], ...]
    values: tuple[int, ...]

    @property
    def summary(self) -> dict[str, int | float]:
        """The number of members and of solvable ones, and the total, minimum, median and maximum of the counts.

        All are integers, except a median of n + 1/2.
        """
        values = self.values
        return {
            "members": len(values),
            "solvable": sum(value > 0 for value in values),
            "total": sum(values),
            "minimum": min(values),
            "median": _median(values),
            "maximum": max(values),
        }

    @property
    def rarest(self) -> tuple[tuple[str, ...], ...]:
        """The members with the fewest tilings, in order."""
        return tuple(self.where(min(self.values)))

    @property
    def most_frequent(self) -> tuple[tuple[str, ...], ...]:
        """The members with the most tilings, in order."""
        return tuple(self.where(max(self.values)))

    def where(self, value: int) -> list[tuple[str, ...]]:
        """Return the members with exactly `value` tilings."""
        return [names for names, found in zip(self.members, self.values, strict=True) if found == value]


def _median(values: Sequence[int]) -> int | float:
    """Return the median; a value n + 1/2 that no float can hold is rounded down."""
    total = median_low(values) + median_high(values)
    return total / 2 if total % 2 and total < MOST_EXACT else total // 2


def family_document(family: Family, found: Counts, source: str) -> dict[str, Any]:
    """Return the counts as the JSON document to publish."""
    return {
        "tilewright": 1,
        "kind": "family",
        "name": family.puzzle.name,
        "digest": family.puzzle.digest,
        "command": f"tilewright design family {source} -o FILE.json",
        "version": __version__,
        **found.summary,
        "counts": {",".join(names): value for names, value in zip(found.members, found.values, strict=True)},
    }


def count_members(family: Family, members: Sequence[tuple[str, ...]] | None = None, limit: Limit = Limit()) -> Counts:
    """Count the tilings of each member (default: all of them, in one sweep)."""
    found = count_family(family, members, limit=limit)
    return Counts(tuple(found), tuple(found.values()))


def count_layouts(board: BoxBoard, limit: Limit = Limit()) -> Counts:
    """Count the tilings of each layout of the pieces that a card of the board places first, in one sweep.

    A member is named by the first cell and the direction of each piece, such as `K3@0,2-`. Raises NotationError
    for a board whose cards place no pieces first.
    """
    if not board.placed:
        raise NotationError(f"{board.name}: its cards place no pieces first: expected a box such as mondrian")
    found = list(count_placed(board.puzzle, board.placed, limit=limit))
    names = tuple(tuple(map(_place_name, board.placed, places)) for places, _ in found)
    return Counts(names, tuple(number for _, number in found))


def _place_name(piece: str, atoms: tuple[Atom, ...]) -> str:
    (row, column), (last_row, _) = min(atoms), max(atoms)
    direction = "" if len(atoms) == 1 else "-" if row == last_row else "|"
    return f"{piece}@{row},{column}{direction}"


def histogram(values: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return how many members have how many tilings, as rows (least, most, members).

    The ranges double, starting with 1; zero has a row of its own.

    >>> histogram([0, 1, 1, 3, 9])
    [(0, 0, 1), (1, 1, 2), (2, 3, 1), (8, 15, 1)]
    """
    sizes = Counter(value.bit_length() for value in values)
    return [(1 << size >> 1, (1 << size) - 1, sizes[size]) for size in sorted(sizes)]


def piece_sets(
    family: Family, pool: Sequence[Piece], seed: int = 0, tries: int | None = None, *, limit: Limit = Limit()
) -> Iterator[tuple[Piece, ...]]:
    """Yield the sets from the pool that fill every member, each piece used once.

    All sets of the right size are tried in order, or with `tries` that many random ones. The member that
    refuted the last set is tested first, because most sets fail on the same board. Raises OutOfTimeError when
    the limit comes before the last set is tried.
    """
    deadline = Deadline(limit)
    members = list(deadline.watch(family.members()))
    boards = [family.with_open_cells(names).board for names in deadline.watch(members, MEMBERS_A_LOOK)]
    cells = range(max(len(each.atoms) for each in boards), 1 + min(len(each.atoms + each.optional) for each in boards))
    if tries is None:
        candidates = _sets_of_area(pool, cells, deadline)
    else:
        candidates = _random_sets(pool, cells, Random(seed), deadline.watch(range(tries)))
    for pieces in candidates:
        for place, names in enumerate(members):
            puzzle = replace(family.with_open_cells(names), pieces=pieces)
            left = None if limit.seconds is None else max(0.0, deadline.left)
            found = solve(puzzle, 1, limit=limit.of_turn(seconds=left))
            if found.answer is None:
                raise OutOfTimeError("limit", "before all sets were tried")
            if not found.tilings:
                members.insert(0, members.pop(place))
                break
        else:
            yield pieces


def _sets_of_area(pool: Sequence[Piece], cells: range, deadline: Deadline) -> Iterator[tuple[Piece, ...]]:
    every = chain.from_iterable(combinations(pool, size) for size in range(1, len(pool) + 1))
    for chosen in deadline.watch(every):
        if sum(len(piece.atoms) for piece in chosen) in cells:
            yield chosen


def _random_sets(pool: Sequence[Piece], cells: range, rng: Random, tries: Iterable[int]) -> Iterator[tuple[Piece, ...]]:
    """Yield random sets whose total area is in `cells`: pieces are added in random order as long as they fit."""
    seen: set[tuple[str, ...]] = set()
    for _ in tries:
        order = list(pool)
        rng.shuffle(order)
        chosen: list[Piece] = []
        left = cells.stop - 1
        for piece in order:
            if len(piece.atoms) <= left:
                chosen.append(piece)
                left -= len(piece.atoms)
        key = tuple(sorted(piece.name for piece in chosen))
        if cells.stop - 1 - left in cells and key not in seen:
            seen.add(key)
            yield tuple(sorted(chosen, key=lambda piece: piece.name))
