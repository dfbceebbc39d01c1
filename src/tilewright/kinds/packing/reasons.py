"""Why a packing puzzle has no tiling, what would make it possible, and the techniques that count pieces.

No choice of the pieces has the area of the board, or of one of its parts; a coloring cannot come out even.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, permutations, repeat
from math import prod

from tilewright.cover.kernel import general_plan
from tilewright.cover.limits import NEVER, Deadline
from tilewright.cover.problem import ExactCover, Rows
from tilewright.errors import quote
from tilewright.explain.position import Position, bits
from tilewright.explain.reasons import Change, Reasons, invariant_reason, uncovered_reasons
from tilewright.explain.techniques import TECHNIQUES, TIERS, Finding, Hints, NamedTechnique
from tilewright.kinds import Packing
from tilewright.kinds.packing.compile import CompiledPacking
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.pieces.piece import MOST_COPIES
from tilewright.puzzle.check import Reason
from tilewright.puzzle.compiled import Compiled

Multiplicity = tuple[int, int, int | None]  # atoms of one copy, fewest, most


def whole_area_reasons(puzzle: Packing, deadline: Deadline = NEVER) -> Iterator[Reason]:
    """The area of the whole board."""
    used = Counter(pin.piece for pin in puzzle.pinned)
    multiplicities: list[Multiplicity] = []
    for piece in puzzle.pieces:
        lo, hi = piece.copies
        multiplicities.append((len(piece.atoms), max(lo, used[piece.name]), hi))
    must, may = len(puzzle.board.atoms), len(puzzle.board.optional)
    sums = reachable_totals(deadline.watch(multiplicities, 1), must + may)
    if not sums >> must:
        yield Reason("area", _whole(puzzle, multiplicities, sums, must, may))


def reachable_totals(multiplicities: Iterable[Multiplicity], most: int) -> int:
    """The totals up to `most` that some choice of copies has, as the bits of a number."""
    within = (1 << (most + 1)) - 1
    sums = 1
    for size, lo, hi in multiplicities:
        sums = (sums << size * lo) & within
        left = most // size if hi is None else min(hi - lo, most // size)
        step = 1
        while left > 0:  # 1, 2, 4, ... copies and a rest make every number up to `left`
            step = min(step, left)
            sums |= (sums << size * step) & within
            left, step = left - step, 2 * step
    return sums


def _whole(puzzle: Packing, multiplicities: Sequence[Multiplicity], sums: int, must: int, may: int) -> str:
    area = puzzle.grid.area
    room = f"{area(must):g}" if not may else f"{area(must):g} to {area(must + may):g}"
    fewest = sum(size * lo for size, lo, _ in multiplicities)
    if fewest > must + may:
        return f"the pieces cover at least {area(fewest):g} cells, the board has {room}"
    if all(hi is not None for _, _, hi in multiplicities):
        most = sum(size * (hi or 0) for size, _, hi in multiplicities)
        if most < must:
            return f"the pieces cover at most {area(most):g} cells, the board has {room}"
    near = f"; the nearest below is {area(sums.bit_length() - 1):g}" if sums else ""
    return f"no choice of the pieces covers {room} cells in all{near}"


def region_reasons(compiled: CompiledPacking, deadline: Deadline = NEVER) -> Iterator[Reason]:
    """Parts of the board (without the pinned pieces) that are apart: what lies in one lies there whole."""
    puzzle, atoms = compiled.puzzle, compiled.atoms
    used = Counter(pin.piece for pin in puzzle.pinned)
    multiplicities: list[Multiplicity] = []
    for piece in puzzle.pieces:
        hi = piece.copies[1]
        multiplicities.append((len(piece.atoms), 0, None if hi is None else hi - used[piece.name]))
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
            size = f"{puzzle.grid.area(must):g}"
            text = f"no choice of the pieces covers the {size} cells of the part at {_cell(puzzle, atoms[min(part)])}"
            yield Reason("region", text, tuple(sorted(atoms[item] for item in part)))


def _is_full_box(puzzle: Packing) -> bool:
    """Whether the board is a rectangle or box of cells that are neighbors along every coordinate: it is in one part then.

    What takes no time here takes seconds cell by cell, on a board of a million.
    """
    board, grid = puzzle.board, puzzle.grid
    if grid.slot_count > 1 or len(board.atoms) + len(board.optional) != prod(board.extent):
        return False
    steps = {vector for vector, _ in grid.neighbours[0]}
    return all(tuple(int(axis == other) for other in range(grid.dimension)) in steps for axis in range(grid.dimension))


def connected_parts(near: Rows, items: set[int], deadline: Deadline = NEVER) -> list[set[int]]:
    """The parts of these items that hang together by their neighbors; raises OutOfTimeError at the deadline."""
    rest, found = set(items), []
    starts, neighbors = near.starts, near.flat  # no tuple is made for each item
    steps = deadline.watch(repeat(None))
    while rest:
        part, edge = set[int](), [rest.pop()]
        while edge:
            next(steps)
            item = edge.pop()
            part.add(item)
            beside = rest.intersection(neighbors[starts[item] : starts[item + 1]])
            rest -= beside
            edge.extend(beside)
        found.append(part)
    return found


def _cell(puzzle: Packing, atom: Atom) -> str:
    return "(" + ", ".join(map(str, puzzle.grid.split(atom)[0])) + ")"


def _changes(puzzle: Packing) -> Iterator[tuple[str, str, Packing]]:
    for number, pin in enumerate(puzzle.pinned):
        rest = puzzle.pinned[:number] + puzzle.pinned[number + 1 :]
        yield "unpin", f"drop the pin of piece {pin.piece}", replace(puzzle, pinned=rest)
    for number, each in enumerate(puzzle.constraints):
        rest_of = puzzle.constraints[:number] + puzzle.constraints[number + 1 :]
        yield "constraint", f"drop the constraint {quote(each.text)}", replace(puzzle, constraints=rest_of)
    flips = {piece.name: flipped for piece in puzzle.pieces if (flipped := _flipped(piece)) is not None}
    for name, flipped in flips.items():
        yield "flip", f"allow piece {name} to flip", _with(puzzle, {name: flipped})
    for piece in puzzle.pieces:
        lo, hi = piece.copies
        if hi is not None and hi < MOST_COPIES:
            yield (
                "more",
                f"one more copy of piece {piece.name}",
                _with(puzzle, {piece.name: piece.with_copies(lo, hi + 1)}),
            )
        if lo > 0:
            yield (
                "fewer",
                f"one copy of piece {piece.name} fewer",
                _with(puzzle, {piece.name: piece.with_copies(lo - 1, hi)}),
            )
    if len(flips) > 1:
        yield "flip", "allow every piece to flip", _with(puzzle, flips)


def _exchanges(puzzle: Packing) -> Iterator[tuple[str, str, Packing]]:
    for out, into in permutations(puzzle.pieces, 2):
        (lo, hi), (least, most) = out.copies, into.copies
        if len(out.atoms) == len(into.atoms) and lo > 0 and most is not None and most < MOST_COPIES:
            pinned = sum(pin.piece == out.name for pin in puzzle.pinned)
            fewer = out.with_copies(lo - 1, hi if hi is None else max(1, hi - 1, pinned))
            changed = {out.name: fewer, into.name: into.with_copies(least, most + 1)}
            yield "exchange", f"another piece {into.name} instead of one piece {out.name}", _with(puzzle, changed)


def _flipped(piece: Piece) -> Piece | None:
    """The piece with flips allowed as well, None where that changes nothing."""
    if piece.motion not in ("turn", "fixed"):
        return None
    motions: str | tuple[str, ...] = "free"
    if piece.motion == "fixed":  # over the vertical axis only: turning stays forbidden
        grid = piece.grid
        over = next((m.name for m in grid.motions if m.mirrored), None)
        if over is None:
            return None
        motions = (grid.motions[0].name, over)
    flipped = replace(piece, motion=motions)
    return flipped if flipped.forms != piece.forms else None


def _with(puzzle: Packing, changed: dict[str, Piece]) -> Packing:
    return replace(puzzle, pieces=tuple(changed.get(piece.name, piece) for piece in puzzle.pieces))


def isolated_region(position: Position) -> Iterator[Finding]:
    """A placement must not cut off a region whose size is no sum of sizes of the pieces left."""
    sizes = _Sizes(position)
    near = position.table.neighbors
    for option in bits(position.alive):
        position.table.deadline.check()
        covered = {item for item in position.table.options[option] if position.table.is_cell(item)}
        bad = [region for region in _regions(position, near, covered) if not sizes.fills(region, option)]
        if bad:
            smallest: set[int] = min(bad, key=len)
            yield Finding("isolated region", 1 << option, tuple(sorted(smallest)))


def _regions(position: Position, near: Sequence[tuple[int, ...]], covered: set[int]) -> Iterator[set[int]]:
    """The edge-connected parts of the cells that are free when `covered` is, those beside it."""
    table = position.table
    free = {item for item in range(len(table.compiled.atoms)) if position.room[item] == 1} - covered
    for start in [n for item in sorted(covered) for n in near[item]]:
        if start not in free:
            continue
        region = {start}
        free.remove(start)
        queue = deque(region)
        while queue:
            for other in near[queue.popleft()]:
                if other in free:
                    free.remove(other)
                    region.add(other)
                    queue.append(other)
        yield region


class _Sizes:
    """Which numbers of cells the pieces left can add up to."""

    def __init__(self, position: Position) -> None:
        compiled = position.table.compiled
        assert isinstance(compiled, CompiledPacking)
        self.most = sum(position.room[item] == 1 for item in range(len(compiled.atoms)))
        self.must = {item for item in position.open if position.table.is_cell(item)}
        self.meanings = compiled.meanings
        used = Counter(compiled.meanings[option][0] for option in position.placed)
        self.multiplicity: list[tuple[int, int]] = []  # (atoms of one, how many are left at most)
        for number, each in enumerate(compiled.classes):
            size, hi = len(each.pieces[0].atoms), each.copies[1]
            left = self.most // size if hi is None else hi - used[number]
            self.multiplicity.append((size, left))
        self.sums: dict[int, int] = {}

    def fills(self, region: set[int], option: int) -> bool:
        """Whether pieces left (after `option` is placed) add up to the region, its optional cells as one likes."""
        kind = self.meanings[option][0]
        if kind not in self.sums:
            self.sums[kind] = self._sums(kind)
        least = len(region & self.must)
        return bool(self.sums[kind] >> least & ((1 << len(region) - least + 1) - 1))

    def _sums(self, without: int) -> int:
        """The reachable sums as bits, with one piece of kind `without` less."""
        left = ((size, 0, copies - (number == without)) for number, (size, copies) in enumerate(self.multiplicity))
        return reachable_totals(left, self.most)


def invariant(position: Position) -> Iterator[Finding]:
    """Color the cells in two: every piece covers more of one color by certain amounts; they must come to the board's.

    Only where each piece lies exactly once: of any number of a piece nothing is known.
    """
    compiled = position.table.compiled
    if any(hi != 1 for hi in position.table.cover.hi):
        return
    left = [position.table.cover.lo[item] for item in range(len(compiled.atoms), len(position.table.cover.lo))]
    if any(lo == 0 for lo in left) or len(position.open) == 0 or not _is_each_counted(position):
        return
    for colors in _colorings(position):
        yield from _imbalances(position, colors)


def _is_each_counted(position: Position) -> bool:
    """Whether each option covers one item beside the cells: that of its piece, whose copies are given."""
    table, cells = position.table, len(position.table.compiled.atoms)
    return all(sum(item >= cells for item in table.options[option]) == 1 for option in bits(position.alive))


def _colorings(position: Position) -> Iterator[list[int]]:
    """+1 and -1 on the cells: a checkerboard, where the lattice has one, and stripes along each coordinate."""
    compiled = position.table.compiled
    yield from ([1 - 2 * (atom[axis] % 2) for atom in compiled.atoms] for axis in range(compiled.puzzle.grid.dimension))
    if (board := _checkerboard(position)) is not None:
        yield board


def _checkerboard(position: Position) -> list[int] | None:
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
    must = {item for item in position.open if item < cells}  # cells that may stay empty have no part in it
    board = sum(colors[item] for item in must)
    surplus = {option: sum(colors[i] for i in table.options[option] if i in must) for option in bits(position.alive)}
    kinds: dict[int, set[int]] = {}
    for item in sorted(position.open):
        if item >= cells:
            kinds[item] = {surplus[option] for option in bits(position.choices(item))}
    for item in kinds:
        others = {0}
        for other, values in kinds.items():
            table.deadline.check()
            if other != item:
                others = {a + b for a in others for b in values}
        against = 0
        for option in bits(position.choices(item)):
            if board - surplus[option] not in others:
                against |= 1 << option
        if against:
            yield Finding("invariant", against, (item,))


MOST_ITEMS = 5_000  # for an invariant: elimination takes 20 ms at 1,000 items and 50,000 options
FEW_ITEMS = 100  # up to which elimination takes less than a millisecond, about as long as a look for a tiling
LOOKS, NODES_A_LOOK = 6, 500  # of the search for a tiling that makes all further reasons needless: 1 ms in all


class PackingReasons(Reasons):
    """The reasons of packing puzzles."""

    puzzle: Packing

    def of_areas(self, deadline: Deadline) -> Iterator[Reason]:
        return whole_area_reasons(self.puzzle, deadline)

    def of_placements(self, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
        assert isinstance(compiled, CompiledPacking)
        yield from _unplaceable(compiled)
        yield from uncovered_reasons(compiled, deadline)
        items = len(compiled.cover.lo)
        if FEW_ITEMS < items <= MOST_ITEMS and _is_soon_solved(compiled.cover, deadline):
            return
        yield from region_reasons(compiled, deadline)
        if items <= MOST_ITEMS and (found := invariant_reason(compiled, deadline)) is not None:
            yield found

    def changes(self) -> Iterator[Change]:
        """One exchange of pieces is reported if nothing smaller helps."""
        for kind, text, changed in chain(_changes(self.puzzle), _exchanges(self.puzzle)):
            yield Change(kind, text, changed, last_resort=int(kind == "exchange"))


def _is_soon_solved(cover: ExactCover, deadline: Deadline) -> bool:
    """Whether a short search finds a tiling, so that there is no reason why there is none."""
    search = general_plan(cover, deadline).search()
    for _ in range(LOOKS):
        deadline.check()
        exhausted = search.run(NODES_A_LOOK, 1, False)[0]
        if exhausted or search.solutions:
            break
    return search.solutions > 0


def _unplaceable(compiled: CompiledPacking) -> Iterator[Reason]:
    """Pieces that must be used but fit nowhere."""
    for owner, options in enumerate(compiled.class_options):
        if not options and compiled.owner_copies(owner)[0] > 0:
            under = " under the constraints" if any(each.is_of_each for each in compiled.puzzle.constraints) else ""
            yield Reason("unplaceable", f"piece {compiled.owner_names(owner)[0]} fits nowhere on the board{under}")


OF_PIECES: tuple[NamedTechnique, ...] = (
    ("isolated region", "medium", isolated_region),
    ("invariant", "hard", invariant),
)
ALL_TECHNIQUES = tuple(sorted(TECHNIQUES + OF_PIECES, key=lambda technique: TIERS.index(technique[1])))


class PackingHints(Hints):
    """The words and techniques of packing puzzles."""

    puzzle: Packing

    def techniques(self) -> tuple[NamedTechnique, ...]:
        return ALL_TECHNIQUES
