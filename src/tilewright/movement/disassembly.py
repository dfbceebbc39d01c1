"""Take an assembly of pieces apart, move by move.

A *position* is the offset of each piece from its place. A *move* shifts one set of pieces in one direction of the lattice,
by any distance and without any piece passing through another; the rest stays. A *separation* is a move after which the
set can be taken away without end. The *level* is the least number of moves up to and including the first separation; the
two parts are then taken apart in the same way, until single pieces are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright._kernel import Apart, Mover
from tilewright.errors import ArgumentError, NotationError, argument_error, quote
from tilewright.exact_cover.limits import Limit, as_limit
from tilewright.exact_cover.outcome import Ended, Result
from tilewright.movement.ways import Ways, ways_of
from tilewright.puzzle import Placement, Tiling

MOST_PIECES = 64  # the kernel keeps a set of pieces in one word
NO_LIMIT = 2**62


@dataclass(frozen=True)
class Move:
    """Some pieces shifted together in one direction.

    pieces:    their names, as in `Disassembly.pieces`.
    direction: its name, e.g. "up" (see `tilewright.movement.ways`).
    vector:    one step in that direction, in cells of the lattice.
    distance:  steps; None for a separation, after which they leave without end.

    >>> print(Move(("A", "B"), "up", (-1, 0, 0), 2))
    A, B: 2 up
    """

    pieces: tuple[str, ...]
    direction: str
    vector: tuple[int, ...]
    distance: int | None

    def __str__(self) -> str:
        names = ", ".join(self.pieces)
        if self.distance is None:
            return f"{names}: {self.direction} and away"
        return f"{names}: {self.distance} {self.direction}"


@dataclass(frozen=True)
class Separation:
    """How one part becomes two.

    pieces: what the part consists of.
    moves:  from the position in which the part was left to its separation, which is the last of them.
    """

    pieces: tuple[str, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class StuckPart:
    """Pieces that no sequence of moves separates, and every position they reach: the certificate of that.

    positions: for each position the offset of each piece from the first one, relative to the assembly, in cells.
    """

    pieces: tuple[str, ...]
    positions: tuple[tuple[tuple[int, ...], ...], ...] = field(repr=False)


@dataclass(frozen=True, repr=False)
class Disassembly(Result):
    """Whether an assembly comes apart, and how.

    pieces:      a name for each piece of the tiling; of equal ones the second is "A#2".
    separations: in the order in which they are made; empty unless it comes apart.
    canonical:   whether the numbers of moves are the least in lexicographic order; otherwise those after the level
                 are at most as good as found.
    stuck:       the part that stays together, where it does not come apart.
    positions:   how many were visited.

    >>> from tilewright import disassemble, load, solve
    >>> str(disassemble(solve(load("soma@3x3x3"))[0]))
    'comes apart, level 1 (1.1.1.1.1.1)'
    """

    pieces: tuple[str, ...]
    separations: tuple[Separation, ...] = ()
    canonical: bool = False
    stuck: StuckPart | None = None
    positions: int = 0
    ended: Ended = "exhausted"

    @property
    def answer(self) -> bool | None:
        """Whether it comes apart; None where a limit came first."""
        return None if self.ended != "exhausted" else self.stuck is None

    @property
    def levels(self) -> tuple[int, ...]:
        """The number of moves of each separation, e.g. (3, 1, 1)."""
        return tuple(len(separation.moves) for separation in self.separations)

    @property
    def level(self) -> int | None:
        """The moves up to the first separation; None unless it comes apart."""
        return self.levels[0] if self.levels else None

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves in order."""
        return tuple(move for separation in self.separations for move in separation.moves)

    def __bool__(self) -> bool:
        return self._truth()

    def __str__(self) -> str:
        if self.answer is None:
            return f"not known after {self.positions:,} positions"
        if self.stuck is not None:
            whole = len(self.stuck.pieces) == len(self.pieces)
            what = "it" if whole else f"the part {', '.join(self.stuck.pieces)}"
            count = len(self.stuck.positions)
            return f"does not come apart: {what} reaches {count:,} position{'s' * (count != 1)} and no separation"
        if not self.levels:
            return "comes apart: there is nothing to separate"
        return f"comes apart, level {self.level} ({'.'.join(map(str, self.levels))})"


def disassemble(
    tiling: Tiling,
    *,
    groups: Iterable[Iterable[str]] = (),
    fixed: Iterable[str] = (),
    canonical: bool = True,
    limit: Limit | float | None = None,
) -> Disassembly:
    """Take the pieces of a tiling apart by straight moves.

    groups:    sets of names of pieces that may stay together at the end.
    fixed:     names of pieces that never move, such as a box; together they are one body.
    canonical: compare all separations at the least level; otherwise the first one found is taken, which is faster.
    limit:     seconds, or a Limit of seconds, nodes (positions) and memory.

    Raises NotationError for lattices and kinds of puzzles whose pieces cannot be moved, ArgumentError for names that
    are not pieces of the tiling or for more than 64 pieces.

    >>> from tilewright import disassemble, load, solve
    >>> disassemble(solve(load("soma@3x3x3"))[0]).level
    1
    """
    if not isinstance(tiling, Tiling):
        raise argument_error("tiling", tiling, "a Tiling, e.g. tilewright.solve(puzzle)[0]", False)
    (found,) = disassemble_many([tiling], groups=groups, fixed=fixed, canonical=canonical, limit=limit)
    return found


def disassemble_many(
    tilings: Sequence[Tiling],
    *,
    groups: Iterable[Iterable[str]] = (),
    fixed: Iterable[str] = (),
    canonical: bool = True,
    limit: Limit | float | None = None,
    threads: int = 1,
) -> list[Disassembly]:
    """Take the tilings of one puzzle apart, side by side on so many threads; the arguments are those of `disassemble`."""
    if not tilings:
        return []
    puzzle = tilings[0].puzzle
    if not puzzle.board.atoms:
        raise NotationError(f"puzzles of the kind {puzzle.kind} have no cells to move: expected pieces on a lattice")
    ways = ways_of(puzzle.grid)
    together = [frozenset(group) for group in groups]
    mover = _Mover(ways)
    bodies = [_Bodies(tiling, together, frozenset(fixed)) for tiling in tilings]
    limits = as_limit(limit)
    rows = [mover.rows(each) for each in bodies]
    found = mover.kernel.take_apart(
        rows, canonical, limits.nodes or NO_LIMIT, limits.memory,
        limits.seconds if limits.seconds is not None else float("inf"), threads,
    )  # fmt: skip
    corners = [[corner for _, corner, _ in row] for row in rows]
    return [_answer(ways, each.names, home, result) for each, home, result in zip(bodies, corners, found, strict=True)]


class _Bodies:
    """What moves as one: each piece, and all fixed pieces together."""

    def __init__(self, tiling: Tiling, groups: Sequence[frozenset[str]], fixed: frozenset[str]) -> None:
        names = names_of(tiling.placements)
        known = {*names, *(placement.piece for placement in tiling.placements)}
        for name in (*fixed, *(name for group in groups for name in group)):
            if name not in known:
                raise ArgumentError(f"{quote(name)} is not a piece of the tiling: expected one of {', '.join(names)}")

        def is_in(which: frozenset[str], number: int) -> bool:
            return names[number] in which or tiling.placements[number].piece in which

        still = [number for number in range(len(names)) if is_in(fixed, number)]
        free = [number for number in range(len(names)) if number not in still]
        self.parts = [*([still] if still else []), *([number] for number in free)]
        if len(self.parts) > MOST_PIECES:
            raise ArgumentError(f"{len(self.parts)} pieces: expected at most {MOST_PIECES} that move on their own")
        self.names = tuple("+".join(names[number] for number in part) for part in self.parts)
        self.atoms = [[atom for number in part for atom in tiling.placements[number].atoms] for part in self.parts]
        self.groups = [
            next((k for k, group in enumerate(groups) if all(is_in(group, number) for number in part)), -1)
            for part in self.parts
        ]


def names_of(placements: Sequence[Placement]) -> list[str]:
    """A name for each placement: of several with the same piece the second is "A#2"."""
    seen = Counter[str]()
    names = []
    for placement in placements:
        seen[placement.piece] += 1
        number = seen[placement.piece]
        names.append(placement.piece if number == 1 else f"{placement.piece}#{number}")
    return names


class _Mover:
    """The kernel's shapes of one lattice: bodies of equal shape share one."""

    def __init__(self, ways: Ways) -> None:
        directions = zip(ways.directions, ways.opposites, strict=True)
        self.ways = ways
        self.kernel = Mover([
            (_in_space(each.vector), opposite, [(moving, met, _in_space(place)) for moving, met, place in each.sweeps])
            for each, opposite in directions
        ])  # fmt: skip
        self.shapes: dict[tuple[tuple[tuple[int, ...], int], ...], int] = {}

    def rows(self, bodies: _Bodies) -> list[tuple[int, tuple[int, ...], int]]:
        """The bodies as the kernel takes them: number of the shape, place, group."""
        rows = []
        for atoms, group in zip(bodies.atoms, bodies.groups, strict=True):
            cells = sorted(map(self.ways.place, atoms))
            corner = cells[0][0]
            shape = tuple((tuple(map(int.__sub__, place, corner)), slot) for place, slot in cells)
            if shape not in self.shapes:
                self.shapes[shape] = self.kernel.add_shape(list(shape))
            rows.append((self.shapes[shape], corner, group))
        return rows


def _in_space(vector: Sequence[int]) -> tuple[int, ...]:
    return (*(0,) * (3 - len(vector)), *vector)


def _answer(ways: Ways, names: tuple[str, ...], corners: Sequence[Sequence[int]], found: Any) -> Disassembly:
    if found.apart == Apart.UNKNOWN:
        return Disassembly(pieces=names, positions=found.positions, ended="limit")
    if found.apart == Apart.STUCK:
        return Disassembly(pieces=names, stuck=_stuck_part(ways, names, corners, found), positions=found.positions)
    separations = tuple(
        Separation(_named(names, pieces), tuple(_move(ways, names, move) for move in moves))
        for pieces, moves, _, _ in found.separations
    )
    return Disassembly(pieces=names, separations=separations, canonical=found.canonical, positions=found.positions)


def _named(names: Sequence[str], pieces: int) -> tuple[str, ...]:
    return tuple(name for number, name in enumerate(names) if pieces >> number & 1)


def _move(ways: Ways, names: Sequence[str], row: tuple[int, int, int]) -> Move:
    pieces, number, distance = row
    direction = ways.directions[number]
    return Move(_named(names, pieces), direction.name, direction.vector, distance or None)


def _stuck_part(ways: Ways, names: Sequence[str], corners: Sequence[Sequence[int]], found: Any) -> StuckPart:
    pieces = _named(names, found.stuck_pieces)
    home = [corner for name, corner in zip(names, corners, strict=True) if name in pieces]
    places = iter(found.stuck_positions)
    positions = []
    for _ in range(len(found.stuck_positions) // len(pieces)):
        offsets = [tuple(map(int.__sub__, next(places), corner)) for corner in home]
        flat = [tuple(map(int.__sub__, offset, offsets[0]))[3 - ways.lattice.dimension :] for offset in offsets]
        positions.append(tuple(flat))
    return StuckPart(pieces, tuple(positions))
