"""Every member of a family counted in one sweep: of a calendar all dates, of a box with dice all rolls.

The cells are cut into two halves. Each is swept once for all ways to leave cells of it open, which share what begins
alike; a member's count joins its halves by what reaches across the cut and by the pieces used
(`native/src/family/family.cpp`). What such a sweep cannot hold is counted member by member.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from tilewright.api.count import count
from tilewright.cover.limits import Deadline, Limit, Report, as_limit
from tilewright.errors import LimitError, NotationError
from tilewright.kinds.packing.family import Family
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom

MOST_CELLS = 64  # the bits of a word
MOST_MEMBERS = 20_000_000
MOST_GROUPS = 64
SLICE = 2_000_000  # steps between two looks at the clock
FEW = 12  # members that are counted one by one

Member = tuple[str, ...]


def count_family(
    family: Family,
    members: Iterable[Member] | None = None,
    *,
    limit: Limit | float | None = None,
    report: Report | None = None,
) -> dict[Member, int]:
    """The number of tilings of each member, in order.

    members: names of open cells, one a group; default: all members.
    limit:   seconds, or a Limit of seconds and bytes, for the whole.

    Raises NotationError for names that are no member, LimitError when the limit came first.

    >>> from tilewright import Packing
    >>> from tilewright.kinds.packing.family import Family
    >>> family = Family(Packing.parse("dominoes*@1x5"), tuple((str(k), ((0, k),)) for k in range(5)), (tuple("01234"),))
    >>> count_family(family)
    {('0',): 1, ('1',): 0, ('2',): 1, ('3',): 0, ('4',): 1}
    """
    chosen = list(family.members() if members is None else map(tuple, members))
    deadline = Deadline(as_limit(limit), report or Report())
    known = dict(family.names)
    groups = [[known[name] for name in group] for group in family.groups]
    counts = _swept(family.puzzle, groups, deadline) if len(chosen) > FEW and can_sweep(family) else None
    if counts is None:
        return {names: _single(family.with_open_cells(names), deadline) for names in chosen}
    places = [{name: place for place, name in enumerate(group)} for group in family.groups]
    return {names: counts[_index(names, places)] for names in chosen}


def can_sweep(family: Family) -> bool:
    """Whether one sweep holds the family: at most 64 cells, a fixed number of each piece, no cells that may stay empty."""
    puzzle = family.puzzle
    fixed = all(lo == hi for lo, hi in (piece.copies for piece in puzzle.pieces))
    small = len(puzzle.board.atoms) <= MOST_CELLS and len(family.groups) <= MOST_GROUPS
    few = prod(map(len, family.groups)) <= MOST_MEMBERS
    return fixed and small and few and not puzzle.board.optional and not puzzle.pinned


def _index(names: Member, places: Sequence[Mapping[str, int]]) -> int:
    index = 0
    for name, group in zip(names, places, strict=True):
        if name not in group:
            raise NotationError(f"{','.join(names)} is not a member: expected one name of each group, in their order")
        index = index * len(group) + group[name]
    return index


def _single(puzzle: Packing, deadline: Deadline) -> int:
    found = count(puzzle, limit=deadline.limit)
    if found.bound != "exact":
        raise LimitError("the limit came before all members were counted")
    return found.value


def count_placed(
    puzzle: Packing, names: Sequence[str], *, limit: Limit = Limit(), report: Report | None = None
) -> Iterator[tuple[tuple[tuple[Atom, ...], ...], int]]:
    """Yield every way to place some pieces first, and the number of tilings with them there.

    names: the pieces, one copy each, at most four.

    Ways in which they overlap are left out. Raises NotationError for a puzzle that one sweep does not hold.

    >>> from tilewright import load
    >>> found = list(count_placed(load("pentominoes:LPVIY@5x5"), ["I"]))
    >>> len(found), sum(number for _, number in found)
    (10, 48)
    """
    if sum(len(piece.atoms) * piece.copies[0] for piece in puzzle.pieces) != len(puzzle.board.atoms):
        raise NotationError("the pieces do not fill the board: expected as many cells as the board has")
    if puzzle.constraints:
        raise NotationError("the puzzle has constraints, which one sweep over all placements does not hold")
    compiled = puzzle.compile(labelled=True)
    groups: list[list[tuple[Atom, ...]]] = [[] for _ in names]
    for option, (owner, _) in enumerate(compiled.meanings):
        if (name := compiled.owner_names(owner)[0]) in names:
            groups[names.index(name)].append(compiled.atoms_of(option))
    rest = Packing(puzzle.board, tuple(piece for piece in puzzle.pieces if piece.name not in names), (), puzzle.name)
    counts = _swept(rest, groups, Deadline(limit, report or Report()))
    if counts is None:
        raise LimitError("a count beyond 64 bits, which one sweep over all placements does not hold")
    for places, number in zip(product(*groups), counts, strict=True):
        if sum(map(len, places)) == len({atom for atoms in places for atom in atoms}):
            yield places, number


def _swept(puzzle: Packing, groups: Sequence[Sequence[Sequence[Atom]]], deadline: Deadline) -> Sequence[int] | None:
    """The numbers of all combinations of one choice a group, the last group's running fastest; None beyond 64 bits."""
    from tilewright import _kernel  # not for counts of single members

    if not hasattr(_kernel, "FamilyCount"):
        raise LimitError("the sweep of families is not available in the browser: run it on a computer")
    order = {atom: place for place, atom in enumerate(_sweep_order(puzzle.board.atoms))}
    compiled = puzzle.compile(deadline=deadline)
    masks, owners = array("Q"), array("i")
    for option, (owner, _) in enumerate(compiled.meanings):
        masks.append(_mask(compiled.atoms_of(option), order))
        owners.append(owner)
    choices = array("Q", [_mask(atoms, order) for group in groups for atoms in group])
    group_of = array("i", [place for place, group in enumerate(groups) for _ in group])
    copies = [compiled.owner_copies(owner)[0] for owner in compiled.owners]
    try:
        job = _kernel.FamilyCount(
            len(order),
            copies,
            memoryview(masks),
            memoryview(owners),
            memoryview(choices),
            memoryview(group_of),
            len(groups),
            deadline.limit.memory,
        )
        while not job.run(SLICE):
            deadline.report.fraction = job.fraction
            if deadline.left <= 0:
                raise LimitError("the limit came before all members were counted")
    except MemoryError:
        raise LimitError("all members at once take more memory than the limit: count some of them by --open") from None
    except OverflowError:
        return None
    found: list[int] = memoryview(job.counts()).tolist()
    return found


def _mask(atoms: Iterable[Atom], order: Mapping[Atom, int]) -> int:
    return sum(1 << order[atom] for atom in atoms)


def _sweep_order(atoms: Sequence[Atom]) -> list[Atom]:
    """Cells across the longer side of the board, so that few lie on the line between what is done and what is not."""
    spans = [max(atom[axis] for atom in atoms) - min(atom[axis] for atom in atoms) for axis in range(len(atoms[0]))]
    axes = sorted(range(len(spans)), key=lambda axis: -spans[axis])
    return sorted(atoms, key=lambda atom: [atom[axis] for axis in axes])
