"""Reasons why a packing puzzle has no tiling, changes that may make it possible, and techniques that count pieces.

One reason is that no choice of pieces has the area of the board or of one of its parts. Another is a coloring whose
totals cannot agree.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from math import prod

from tilewright.errors import quote
from tilewright.exact_cover.kernel import general_plan
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.problem import ExactCover
from tilewright.explain.position import DIGITS, Position, bits
from tilewright.explain.reasons import invariant_reason
from tilewright.explain.techniques import Finding
from tilewright.kinds.packing.compile import CompiledPacking
from tilewright.kinds.packing.puzzle import Packing
from tilewright.pieces import Piece
from tilewright.pieces.piece import MOST_COPIES
from tilewright.puzzle.puzzle import Change, Compiled, Hints, Lazy, NamedTechnique, Reasons, uncovered_reasons
from tilewright.puzzle.rules import Reason

LOOK = 1000  # items of a part between two checks of the clock
Multiplicity = tuple[int, int, int | None]  # atoms of one copy, fewest, most


def reachable_totals(multiplicities: Iterable[Multiplicity], most: int) -> int:
    """Return the totals up to `most` that some choice of copies has, as the bits of a number."""
    within = (1 << (most + 1)) - 1
    sums = 1
    for size, lo, hi in multiplicities:
        sums = (sums << size * lo) & within
        left = most // size if hi is None else min(hi - lo, most // size)
        step = 1
        while left > 0:  # 1, 2, 4, ... copies and a remainder make every number up to `left`
            step = min(step, left)
            sums |= (sums << size * step) & within
            left, step = left - step, 2 * step
    return sums


def whole_area_reasons(puzzle: Packing, deadline: Deadline = NEVER) -> Iterator[Reason]:
    """Yield the reason that the area of the whole board gives, if there is one."""
    area, used = puzzle.grid.area, Counter(pin.piece for pin in puzzle.pinned)
    multiplicities = [
        (len(piece.atoms), max(piece.copies[0], used[piece.name]), piece.copies[1]) for piece in puzzle.pieces
    ]
    must, may = len(puzzle.board.atoms), len(puzzle.board.optional)
    sums = reachable_totals(deadline.watch(multiplicities, 1), must + may)
    if sums >> must:
        return
    room = f"{area(must):.12g}" if not may else f"{area(must):.12g} to {area(must + may):.12g}"
    fewest = sum(size * lo for size, lo, _ in multiplicities)
    most = sum(size * (must if hi is None else hi) for size, _, hi in multiplicities)
    if fewest > must + may:
        text = f"the pieces cover at least {area(fewest):.12g} cells, the board has {room}"
    elif most < must:
        text = f"the pieces cover at most {area(most):.12g} cells, the board has {room}"
    else:
        near = f"; the nearest below is {area(sums.bit_length() - 1):.12g}" if sums else ""
        text = f"no choice of the pieces covers {room} cells in all{near}"
    yield Reason("area", text)


def region_reasons(compiled: CompiledPacking, deadline: Deadline = NEVER) -> Iterator[Reason]:
    """Yield the reasons that separate parts of the board give, without the pinned pieces.

    A connected piece lies in only one part.
    """
    puzzle, atoms = compiled.puzzle, compiled.atoms
    if not all(piece.connected for piece in puzzle.pieces):
        return
    used = Counter(pin.piece for pin in puzzle.pinned)
    most = {piece.name: piece.copies[1] for piece in puzzle.pieces}
    left = {name: None if hi is None else hi - used[name] for name, hi in most.items()}
    multiplicities = [(len(piece.atoms), 0, left[piece.name]) for piece in puzzle.pieces]
    pinned = {atom for pin in puzzle.pinned for atom in pin.atoms}
    if not pinned and _is_full_box(puzzle):
        return
    free = {item for item, atom in enumerate(atoms) if atom not in pinned} if pinned else set(range(len(atoms)))
    found = connected_parts(compiled.cover.adjacent, free, deadline)
    if len(found) == 1 and not pinned:
        return
    for part in sorted(found, key=len):
        must = sum(compiled.cover.lo[item] for item in part)
        if not reachable_totals(deadline.watch(multiplicities, 1), len(part)) >> must:
            size, cell = puzzle.grid.area(must), puzzle.grid.split(atoms[min(part)])[0]
            text = f"no choice of the pieces covers the {size:.12g} cells of the part at ({', '.join(map(str, cell))})"
            yield Reason("region", text, tuple(sorted(atoms[item] for item in part)))
    if (reason := _small_parts_reason(compiled, found, multiplicities, deadline)) is not None:
        yield reason


def _small_parts_reason(
    compiled: CompiledPacking, parts: Sequence[set[int]], multiplicities: Sequence[Multiplicity], deadline: Deadline
) -> Reason | None:
    """Return the reason that the small parts of the board have too many cells for the pieces that fit, or None."""
    grid, sizes = compiled.puzzle.grid, Counter(map(len, parts))
    for size in sorted(sizes):
        some = [part for part in parts if len(part) <= size]
        items = set().union(*some)
        must = sum(compiled.cover.lo[item] for item in items)
        within = [each for each in multiplicities if each[0] <= size]
        if reachable_totals(deadline.watch(within, 1), len(items)) >> must:
            continue
        most = sum(each * min(len(items) // each, len(items) if hi is None else hi) for each, _, hi in within)
        area = grid.area(size)
        if area == 1 and must == len(items):
            text = (
                f"{grid.area(must):g} cells lie by themselves, the pieces of one cell cover at most {grid.area(most):g}"
            )
        else:
            text = f"the parts of at most {area:g} cells have {grid.area(must):g} cells in all, which no choice of the pieces that small covers"
        return Reason("region", text, tuple(sorted(compiled.atoms[item] for item in items)))
    return None


def _is_full_box(puzzle: Packing) -> bool:
    """Return whether the board is a full rectangle or box of cells that are neighbors along every coordinate.

    Such a board is connected. Finding this cell by cell would take seconds on a board of a million cells.
    """
    board, grid = puzzle.board, puzzle.grid
    if grid.slot_count > 1 or len(board.atoms) + len(board.optional) != prod(board.extent):
        return False
    steps = {vector for vector, _ in grid.neighbours[0]}
    return all(tuple(int(axis == other) for other in range(grid.dimension)) in steps for axis in range(grid.dimension))


def connected_parts(near: Sequence[Sequence[int]], items: set[int], deadline: Deadline = NEVER) -> list[set[int]]:
    """Return the connected parts of these items, given the neighbors of each.

    Raises OutOfTimeError at the deadline.
    """
    rest, found = set(items), []
    for start in items:
        if start not in rest:
            continue
        deadline.check()
        part, edge = set[int](), [start]
        rest.remove(start)
        while edge:
            item = edge.pop()
            part.add(item)
            if not len(part) % LOOK:
                deadline.check()
            for other in near[item]:
                if other in rest:
                    rest.remove(other)
                    edge.append(other)
        found.append(part)
    return found


def _changes(puzzle: Packing) -> Iterator[Change]:
    for pin in puzzle.pinned:
        rest = tuple(each for each in puzzle.pinned if each is not pin)
        yield Change("unpin", f"drop the pin of piece {pin.piece}", replace(puzzle, pinned=rest))
    for constraint in puzzle.constraints:
        kept = tuple(each for each in puzzle.constraints if each is not constraint)
        yield Change("constraint", f"drop the constraint {quote(constraint.text)}", replace(puzzle, constraints=kept))
    flips = [flipped for piece in puzzle.pieces if (flipped := _flipped(piece)) is not None]
    for flipped in flips:
        yield Change("flip", f"allow piece {flipped.name} to flip", _with(puzzle, flipped))
    for piece in puzzle.pieces:
        name, (lo, hi) = piece.name, piece.copies
        if hi is not None and hi < MOST_COPIES:
            yield Change("more", f"one more copy of piece {name}", _with(puzzle, piece.with_copies(lo, hi + 1)))
        if lo > 0:
            yield Change("fewer", f"one copy of piece {name} fewer", _with(puzzle, piece.with_copies(lo - 1, hi)))
    if len(flips) > 1:
        yield Change("flip", "allow every piece to flip", _with(puzzle, *flips))
    for out, into in permutations(puzzle.pieces, 2):
        (lo, hi), (least, most) = out.copies, into.copies
        if len(out.atoms) == len(into.atoms) and lo > 0 and most is not None and most < MOST_COPIES:
            pinned = sum(pin.piece == out.name for pin in puzzle.pinned)
            fewer = out.with_copies(lo - 1, hi if hi is None else max(1, hi - 1, pinned))
            changed = _with(puzzle, fewer, into.with_copies(least, most + 1))
            text = f"another piece {into.name} instead of one piece {out.name}"
            yield Change("exchange", text, changed, last_resort=1)


def _flipped(piece: Piece) -> Piece | None:
    """Return the piece with flips allowed as well; None if that changes nothing."""
    if piece.motion not in ("turn", "fixed"):
        return None
    motions: str | tuple[str, ...] = "free"
    if piece.motion == "fixed":  # over the vertical axis only; turning stays forbidden
        all_motions = piece.grid.motions
        motions = (all_motions[0].name, *[motion.name for motion in all_motions if motion.mirrored][:1])
    flipped = replace(piece, motion=motions)
    return flipped if flipped.forms != piece.forms else None


def _with(puzzle: Packing, *pieces: Piece) -> Packing:
    """Return the puzzle with these pieces instead of those with the same names."""
    changed = {piece.name: piece for piece in pieces}
    return replace(puzzle, pieces=tuple(changed.get(piece.name, piece) for piece in puzzle.pieces))


CELLS_AT_ONCE = 1 << 20  # cells of all boards tested between two checks of the time: some milliseconds


def isolated_region(position: Position) -> Iterator[Finding]:
    """Yield the placements that cut off a region whose size is no sum of sizes of the remaining pieces.

    Each piece has at most as many copies left as its upper bound allows. Lower bounds and constraints are not used. Any
    number of the region's optional cells may stay empty.
    """
    sizes, table = _Sizes(position), position.table
    if not table.cover.adjacent or not all(piece.connected for each in sizes.classes for piece in each.pieces):
        return
    must = sizes.must
    state = array("i", [(1 + (item in must)) if room == 1 else 0 for item, room in enumerate(position.room)])
    state[len(table.compiled.atoms) :] = array("i", [0] * (len(state) - len(table.compiled.atoms)))
    options = bits(position.alive)
    owners = [table.compiled.meanings[option][0] for option in options]
    groups = {owner: row for row, owner in enumerate(dict.fromkeys(owners))}
    totals = array("i")
    for owner in groups:
        reached = bin(sizes.sums[owner])[:1:-1].encode().translate(DIGITS)
        totals.extend(reached[: len(state) + 1].ljust(len(state) + 1, b"\0"))
    steps = max(1, CELLS_AT_ONCE // len(state))
    for start in range(0, len(options), steps):
        table.deadline.step()
        some = array("i", options[start : start + steps])
        rows = array("i", [groups[owner] for owner in owners[start : start + steps]])
        regions = table.regions.cut_off(memoryview(state), memoryview(some), memoryview(rows), memoryview(totals))
        for option, region in zip(some, regions, strict=True):
            if region:
                yield Finding("isolated region", 1 << option, tuple(region))


class _Sizes:
    """The numbers of cells that the remaining pieces can cover together."""

    def __init__(self, position: Position) -> None:
        compiled = position.table.compiled
        assert isinstance(compiled, CompiledPacking)
        self.most = sum(position.room[item] == 1 for item in range(len(compiled.atoms)))
        self.must = {item for item in position.open if item < len(compiled.atoms)}
        self.classes = compiled.classes
        used = Counter(compiled.meanings[option][0] for option in position.placed)
        self.left: list[tuple[int, int]] = []  # (atoms of one copy, most copies left) of each class
        for number, each in enumerate(compiled.classes):
            size, hi = len(each.pieces[0].atoms), each.copies[1]
            self.left.append((size, self.most // size if hi is None else hi - used[number]))
        self.sums: Lazy[int, int] = Lazy(self._sums)  # as bits, by the class from which one piece is removed

    def _sums(self, without: int) -> int:
        left = ((size, 0, copies - (number == without)) for number, (size, copies) in enumerate(self.left))
        return reachable_totals(left, self.most)


def invariant(position: Position) -> Iterator[Finding]:
    """Yield the placements that a coloring with two colors rules out.

    Each piece covers more cells of one color than of the other by certain amounts, and these must add up to the surplus
    of the board. Optional cells have the weight 0.

    This applies only if all bounds are 1, except those of optional cells, and if each option covers one item that is
    not a cell: exactly one option of each such item then lies on the board.
    """
    compiled = position.table.compiled
    if any(hi != 1 for hi in position.table.cover.hi):
        return
    table, cells = position.table, len(compiled.atoms)
    if 0 in table.cover.lo[cells:] or len(position.open) == 0:
        return
    # Each option must cover exactly one item besides its cells: that of its piece, whose copies are given.
    for option in bits(position.alive):
        *others, last = table.options[option]  # in ascending order
        if last < cells or (others and others[-1] >= cells):
            return
    stripes = ([1 - 2 * (atom[axis] % 2) for atom in compiled.atoms] for axis in range(compiled.puzzle.grid.dimension))
    for colors in (*stripes, _checkerboard(position)):
        if colors is not None:
            yield from _imbalances(position, colors)


def _checkerboard(position: Position) -> list[int] | None:
    """Return +1 or -1 for each cell, in alternation; None if the lattice has no checkerboard."""
    near = position.table.neighbors
    colors = [0] * len(position.table.compiled.atoms)
    for start in range(len(colors)):
        if colors[start]:
            continue
        colors[start] = 1 - 2 * (sum(position.table.compiled.atoms[start]) % 2)
        stack = [start]
        while stack:
            item = stack.pop()
            for other in near[item]:
                if not colors[other]:
                    colors[other] = -colors[item]
                    stack.append(other)
                elif colors[other] == colors[item]:
                    return None
    return colors


def _imbalances(position: Position, colors: list[int]) -> Iterator[Finding]:
    table = position.table
    cells = len(colors)
    must = {item for item in position.open if item < cells}  # cells that may stay empty do not count
    board = sum(map(colors.__getitem__, must))
    weights = [colors[item] if item in must else 0 for item in range(cells)] + [0] * (len(position.room) - cells)
    surplus = {option: sum(map(weights.__getitem__, table.options[option])) for option in bits(position.alive)}
    kinds: dict[int, set[int]] = {}
    for item in sorted(position.open):
        if item >= cells:
            kinds[item] = {surplus[option] for option in bits(position.choices(item))}
    for item in kinds:
        others = {0}
        for other, values in kinds.items():
            table.deadline.step()
            if other != item:
                others = {a + b for a in others for b in values}
        against = 0
        for option in bits(position.choices(item)):
            if board - surplus[option] not in others:
                against |= 1 << option
        if against:
            yield Finding("invariant", against, (item,))


MOST_ITEMS = 5_000  # the most items for an invariant: elimination takes 20 ms at 1,000 items and 50,000 options
FEW_ITEMS = 100  # elimination of so few items takes under a millisecond, as long as a short search
LOOKS, NODES_A_LOOK = 6, 500  # a short search, 1 ms in all; a tiling makes other reasons needless


class PackingReasons(Reasons):
    """The reasons of packing puzzles."""

    puzzle: Packing

    def of_areas(self, deadline: Deadline) -> Iterator[Reason]:
        return whole_area_reasons(self.puzzle, deadline)

    def of_placements(self, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
        assert isinstance(compiled, CompiledPacking)
        under = " under the constraints" if any(each.is_of_each for each in self.puzzle.constraints) else ""
        for owner, options in enumerate(compiled.class_options):
            if not options and compiled.owner_copies(owner)[0] > 0:
                yield Reason("unplaceable", f"piece {compiled.owner_names(owner)[0]} fits nowhere on the board{under}")
        yield from uncovered_reasons(compiled, deadline)
        items = len(compiled.cover.lo)
        if FEW_ITEMS < items <= MOST_ITEMS and _is_soon_solved(compiled.cover, deadline):
            return
        yield from region_reasons(compiled, deadline)
        if items <= MOST_ITEMS and (found := invariant_reason(compiled, deadline)) is not None:
            yield found

    def changes(self) -> Iterator[Change]:
        """Yield the changes to try. Exchanges of pieces come last, and only one is reported."""
        return _changes(self.puzzle)


def _is_soon_solved(cover: ExactCover, deadline: Deadline) -> bool:
    """Return whether a short search finds a tiling, so that no reason needs to be searched."""
    search = general_plan(cover, deadline).search()
    for _ in range(LOOKS):
        deadline.check()
        exhausted = search.run(NODES_A_LOOK, 1, False)[0]
        if exhausted or search.solutions:
            break
    return search.solutions > 0


OF_PIECES: tuple[NamedTechnique, ...] = (
    ("isolated region", "medium", isolated_region),
    ("invariant", "hard", invariant),
)


class PackingHints(Hints):
    """The wording and techniques of hints for packing puzzles."""

    puzzle: Packing

    def own_techniques(self) -> tuple[NamedTechnique, ...]:
        return OF_PIECES
