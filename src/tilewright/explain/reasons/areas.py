"""Reasons by counting cells: no choice of the pieces has the area of the board, or of one of its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from math import prod

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.explain.reasons.reason import Reason
from tilewright.kinds import Packing
from tilewright.lattice import Atom

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


def region_reasons(puzzle: Packing, deadline: Deadline = NEVER) -> Iterator[Reason]:
    """Parts of the board (without the pinned pieces) that are apart: what lies in one lies there whole."""
    used = Counter(pin.piece for pin in puzzle.pinned)
    multiplicities: list[Multiplicity] = []
    for piece in puzzle.pieces:
        hi = piece.copies[1]
        multiplicities.append((len(piece.atoms), 0, None if hi is None else hi - used[piece.name]))
    pinned = {atom for pin in puzzle.pinned for atom in pin.atoms}
    if not pinned and _is_full_box(puzzle):
        return
    found = connected_parts(puzzle, {*puzzle.board.atoms, *puzzle.board.optional} - pinned, deadline)
    if len(found) == 1 and not pinned:
        return
    optional = set(puzzle.board.optional)
    for part in sorted(found, key=len):
        must = len(part - optional)
        if not reachable_totals(deadline.watch(multiplicities, 1), len(part)) >> must:
            size = f"{puzzle.grid.area(must):g}"
            text = f"no choice of the pieces covers the {size} cells of the part at {_cell(puzzle, min(part))}"
            yield Reason("region", text, tuple(sorted(part)))


def _is_full_box(puzzle: Packing) -> bool:
    """Whether the board is a rectangle or box of cells that are neighbors along every coordinate: it is in one part then.

    What takes no time here takes seconds cell by cell, on a board of a million.
    """
    board, grid = puzzle.board, puzzle.grid
    if grid.slot_count > 1 or len(board.atoms) + len(board.optional) != prod(board.extent):
        return False
    steps = {vector for vector, _ in grid.neighbours[0]}
    return all(tuple(int(axis == other) for other in range(grid.dimension)) in steps for axis in range(grid.dimension))


def connected_parts(puzzle: Packing, atoms: set[Atom], deadline: Deadline = NEVER) -> list[set[Atom]]:
    """The parts that hang together across edges; raises OutOfTimeError at the deadline."""
    rest, found = set(atoms), []
    steps = deadline.watch(repeat(None))
    while rest:
        part, edge = set[Atom](), [rest.pop()]
        while edge:
            next(steps)
            atom = edge.pop()
            part.add(atom)
            near = [other for other in puzzle.grid.adjacent(atom) if other in rest]
            rest.difference_update(near)
            edge.extend(near)
        found.append(part)
    return found


def _cell(puzzle: Packing, atom: Atom) -> str:
    return "(" + ", ".join(map(str, puzzle.grid.split(atom)[0])) + ")"
