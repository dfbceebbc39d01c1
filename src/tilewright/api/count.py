"""The number of tilings, also up to symmetry, and of the solutions of exact covers without a board."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from tilewright.cover.check import BatchChecker
from tilewright.cover.choice import check_arguments, choose, listing_goal
from tilewright.cover.limits import (
    UP_TO,
    Bound,
    Clock,
    Count,
    Deadline,
    Limit,
    LimitKind,
    Report,
    UpTo,
    as_limit,
    interruptible,
    log,
)
from tilewright.cover.problem import ExactCover, Solution, quotient_cover
from tilewright.errors import (
    LimitError,
    NotationError,
    TilewrightError,
    argument_error,
    check_flag,
    check_puzzle,
    check_threads,
    check_word,
)
from tilewright.explain.reasons import Prepared, prepare
from tilewright.kinds.packing.family import Family
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle
from tilewright.puzzle.compiled import Compiled
from tilewright.puzzle.symmetry import symmetry_group


def cover_batches(
    cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report
) -> Iterator[Sequence[Solution]]:
    """Yield the solutions of an exact cover in batches as they are found, checked; `report` then says how the search ended.

    >>> from tilewright.cover.problem import ExactCover
    >>> cover = ExactCover.of([(0,), (1,), (0, 1)], primary=2)
    >>> report = Report()
    >>> [list(batch) for batch in cover_batches(cover, "native", Limit(), 1, report)], report.ended
    ([[(0, 1), (2,)]], 'exhausted')
    """
    with interruptible(limit, report) as deadline:
        chosen = choose(cover, listing_goal(limit), engine, deadline)
        yield from BatchChecker(cover).checked(chosen.solutions(cover, limit, report, threads))


def count_cover(cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report) -> int:
    """The number of solutions of an exact cover; `report` says how the search ended."""
    with interruptible(limit, report) as deadline:
        return choose(cover, "count", engine, deadline).count(cover, limit, report, threads)
    return report.solutions


def count(
    puzzle: Puzzle,
    *,
    up_to: UpTo = "none",
    labelled: bool = False,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
    report: Report | None = None,
) -> Count:
    """The number of tilings, exact or, when the limit came first, at least; up to the puzzle's own symmetries if asked.

    With `limit.scratch`, a folder, the engine is `frontier`: states that do not fit in `limit.memory` go to disk, and the same
    count goes on from there after a limit, Ctrl-C or a crash. Raises ScratchError when the folder fails, e.g. when the disk
    is full; what was saved stays.

    >>> from tilewright import load
    >>> count(load("FNPUV@5x5")).value, count(load("FNPUV@5x5"), up_to="symmetries").value
    (16, 2)
    """
    check_word("up_to", up_to, UP_TO)
    check_puzzle(puzzle)
    limit = as_limit(limit)
    engine = _on_disk(engine) if limit.scratch is not None else engine
    clock, report = Clock(), report or Report()
    direct = puzzle.direct_search() if up_to == "none" else None
    if direct and engine in ("auto", direct.name):
        check_threads(threads)
        check_flag("labelled", labelled)
    else:
        direct = None
        check_arguments(engine, limit, threads, labelled)
    value, exact = 0, False
    if direct is not None:
        value = direct.count(limit, report)
        exact = report.ended == "exhausted"
    else:
        with interruptible(limit, report) as deadline:
            prepared = prepare(puzzle, labelled, deadline, clock)
            value, exact = _counted(prepared, up_to, engine, threads, deadline, clock)
    clock.lap("search")
    log("counted %s: %d tilings, %s after %.3f s", puzzle.name or puzzle.title, value, report.ended, report.seconds)
    bound: Bound = "exact" if exact else "at least"
    ended = report.ended or "stopped"
    kind = limit_reached(limit, report)
    return Count(
        value,
        bound,
        up_to,
        labelled,
        ended,
        report.engine,
        report.nodes,
        clock.times(),
        limit=kind,
        memory_wanted=report.outcome.memory_wanted if kind else 0,
    )


def limit_reached(limit: Limit, report: Report) -> LimitKind | None:
    """Which limit ended the search of this report; None where none did.

    >>> limit_reached(Limit(nodes=5), Report(nodes=5, ended="limit"))
    'nodes'
    """
    if report.ended != "limit":
        return None
    if report.outcome.limit == "memory":
        return "memory"
    return "nodes" if limit.nodes is not None and report.nodes >= limit.nodes else "time"


def _on_disk(engine: str) -> str:
    """The engine that counts on disk. Raises ArgumentError for another."""
    if engine not in ("auto", "frontier"):
        raise argument_error("engine", engine, "'auto' or 'frontier', which alone counts in a scratch folder")
    return "frontier"


def _counted(
    prepared: Prepared, up_to: UpTo, engine: str, threads: int, deadline: Deadline, clock: Clock
) -> tuple[int, bool]:
    """The number, and whether it is exact."""
    report = deadline.report
    if prepared.reason is not None or prepared.compiled is None:
        report.ended = "exhausted"
        return 0, True
    compiled = prepared.compiled
    compiled = compiled.with_hints(deadline) if up_to == "none" else compiled.with_symmetries(deadline)
    clock.lap("prepare")
    if up_to != "none":
        return _count_orbits(compiled, up_to, engine, threads, deadline)
    value = count_cover(compiled.cover, engine, deadline.limit, threads, report)
    return value, report.ended == "exhausted"


def _count_orbits(compiled: Compiled, up_to: UpTo, engine: str, threads: int, deadline: Deadline) -> tuple[int, bool]:
    """Orbits of tilings by Burnside's lemma: the mean, over the group, of the tilings that each element keeps.

    When the limit comes first, what was counted of that sum still bounds the number from below. On disk the large count, that
    of the identity, is the last: what was ended goes on there.
    """
    report = deadline.report
    group = symmetry_group(compiled, up_to, deadline)
    kept = nodes = 0
    engines: dict[str, None] = {}  # in order of first use
    with interruptible(deadline.limit, report):
        for automorphism in group if deadline.limit.scratch is None else reversed(group):
            identity = automorphism is group[0]
            cover = compiled.cover if identity else quotient_cover(compiled.cover, automorphism, deadline)
            report.engine, report.nodes, report.solutions, report.fraction, report.ended = "", 0, 0, None, None
            kept += count_cover(cover, engine, deadline.limit, threads, report)
            nodes += report.nodes
            engines[report.engine] = None
            if report.ended != "exhausted":
                break
    report.engine, report.nodes, report.solutions = "+".join(filter(None, engines)), nodes, kept
    if report.ended != "exhausted":
        return -(-kept // len(group)), False
    if kept % len(group):
        raise TilewrightError("internal error: the symmetries of the puzzle are no group")
    return kept // len(group), True


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
    limit: Limit = Limit(),
    report: Report | None = None,
) -> dict[Member, int]:
    """The number of tilings of each member, in order.

    members: names of open cells, one a group; default: all members.
    limit:   seconds and bytes for the whole.

    Raises NotationError for names that are no member, LimitError when the limit came first.

    >>> from tilewright import Packing
    >>> from tilewright.kinds.packing.family import Family
    >>> family = Family(Packing.parse("dominoes*@1x5"), tuple((str(k), ((0, k),)) for k in range(5)), (tuple("01234"),))
    >>> count_family(family)
    {('0',): 1, ('1',): 0, ('2',): 1, ('3',): 0, ('4',): 1}
    """
    chosen = list(family.members() if members is None else map(tuple, members))
    deadline = Deadline(limit, report or Report())
    if len(chosen) <= FEW or not can_sweep(family):
        return {names: _single(family.with_open_cells(names), deadline) for names in chosen}
    known = dict(family.names)
    groups = [[known[name] for name in group] for group in family.groups]
    counts = _swept(family.puzzle, groups, deadline)
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
    compiled = puzzle.compile(labelled=True)
    groups: list[list[tuple[Atom, ...]]] = [[] for _ in names]
    for option, (owner, _) in enumerate(compiled.meanings):
        if (name := compiled.owner_names(owner)[0]) in names:
            groups[names.index(name)].append(compiled.atoms_of(option))
    rest = Packing(puzzle.board, tuple(piece for piece in puzzle.pieces if piece.name not in names), (), puzzle.name)
    counts = _swept(rest, groups, Deadline(limit, report or Report()))
    for places, number in zip(product(*groups), counts, strict=True):
        if sum(map(len, places)) == len({atom for atoms in places for atom in atoms}):
            yield places, number


def _swept(puzzle: Packing, groups: Sequence[Sequence[Sequence[Atom]]], deadline: Deadline) -> Sequence[int]:
    """The numbers of all combinations of one choice a group, the last group's running fastest."""
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
        raise LimitError("a count beyond 64 bits: count the members one by one") from None
    found: list[int] = memoryview(job.counts()).tolist()
    return found


def _mask(atoms: Iterable[Atom], order: Mapping[Atom, int]) -> int:
    return sum(1 << order[atom] for atom in atoms)


def _sweep_order(atoms: Sequence[Atom]) -> list[Atom]:
    """Cells across the longer side of the board, so that few lie on the line between what is done and what is not."""
    spans = [max(atom[axis] for atom in atoms) - min(atom[axis] for atom in atoms) for axis in range(len(atoms[0]))]
    axes = sorted(range(len(spans)), key=lambda axis: -spans[axis])
    return sorted(atoms, key=lambda atom: [atom[axis] for axis in axes])
