"""Take an assembly of pieces apart, move by move.

A *position* is the offset of each piece from its place. A *move* shifts one set of pieces in one direction of the lattice,
by any distance and without any piece passing through another; the rest stays. A *separation* is a move after which the
set can be taken away without end. The *level* is the least number of moves up to and including the first separation; the
two parts are then taken apart in the same way, until single pieces are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tilewright._kernel import Apart, Least, Mover
from tilewright.errors import ArgumentError, NotationError, argument_error, quote
from tilewright.exact_cover.limits import Deadline, Limit, as_limit
from tilewright.exact_cover.outcome import Ended, Result
from tilewright.movement.ways import Ways, ways_of
from tilewright.puzzle import Placement, Puzzle, Tiling

MOST_PIECES = 64  # the kernel keeps a set of pieces in one word
NO_LIMIT = 2**62
_Rows = list[tuple[int, tuple[int, ...], int]]  # bodies: number of the shape, place, group


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

    def to_dict(self) -> dict[str, Any]:
        """Return the move as plain data."""
        return {
            "pieces": self.pieces, "direction": self.direction, "vector": self.vector, "distance": self.distance,
        }  # fmt: skip

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
    fewest:      the least number of moves in all, where it was asked for and found; another order of separations may
                 need fewer than these.
    stuck:       the part that stays together, where it does not come apart.
    positions:   how many were visited.
    tiling:      what was taken apart.

    >>> from tilewright import disassemble, load, solve
    >>> str(disassemble(solve(load("soma@3x3x3"))[0]))
    'comes apart, level 1 (1.1.1.1.1.1)'
    """

    pieces: tuple[str, ...]
    separations: tuple[Separation, ...] = ()
    canonical: bool = False
    fewest: int | None = None
    stuck: StuckPart | None = None
    positions: int = 0
    ended: Ended = "exhausted"
    tiling: Tiling | None = field(default=None, compare=False)

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

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data; of a stuck part with the offsets of its pieces in every position."""
        row: dict[str, Any] = {"apart": self.answer, "pieces": list(self.pieces), "positions": self.positions}
        if self.stuck is not None:
            return {**row, "stuck": {"pieces": self.stuck.pieces, "positions": self.stuck.positions}}
        if self.answer is None:
            return row
        separations = [
            {"pieces": each.pieces, "moves": [move.to_dict() for move in each.moves]} for each in self.separations
        ]
        moves = {"level": self.level, "levels": self.levels, "moves": len(self.moves), "canonical": self.canonical}
        if self.fewest is not None:
            moves["fewest"] = self.fewest
        return {**row, **moves, "separations": separations}

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
        numbers = ".".join(map(str, self.levels))
        return f"comes apart, level {self.level} ({numbers if self.canonical else f'at most {numbers}'})"


def disassemble(
    tiling: Tiling,
    *,
    groups: Iterable[Iterable[str]] = (),
    fixed: Iterable[str] = (),
    canonical: bool = True,
    fewest: bool = False,
    limit: Limit | float | None = None,
) -> Disassembly:
    """Take the pieces of a tiling apart by straight moves.

    groups:    sets of names of pieces that may stay together at the end; those of the puzzle are added.
    fixed:     names of pieces that never move, such as a box; together they are one body.
    canonical: compare all separations at the least level; otherwise the first one found is taken, which is faster. Where
               the limit leaves no time for the comparison, the answer says so (`Disassembly.canonical`).
    fewest:    also find the least number of moves in all, which takes longer; `Disassembly.fewest` is None if the limit
               came first.
    limit:     seconds, or a Limit of seconds, nodes (positions) and memory.

    Raises NotationError for lattices and kinds of puzzles whose pieces cannot be moved, ArgumentError for names that
    are not pieces of the tiling or for more than 64 pieces.

    >>> from tilewright import disassemble, load, solve
    >>> disassemble(solve(load("soma@3x3x3"))[0]).level
    1
    """
    if not isinstance(tiling, Tiling):
        raise argument_error("tiling", tiling, "a Tiling, e.g. tilewright.solve(puzzle)[0]", False)
    (found,) = disassemble_many([tiling], groups=groups, fixed=fixed, canonical=canonical, fewest=fewest, limit=limit)
    return found


def disassemble_many(
    tilings: Sequence[Tiling],
    *,
    groups: Iterable[Iterable[str]] = (),
    fixed: Iterable[str] = (),
    canonical: bool = True,
    fewest: bool = False,
    limit: Limit | float | None = None,
    threads: int = 1,
) -> list[Disassembly]:
    """Take the tilings of one puzzle apart, side by side on so many threads; the arguments are those of `disassemble`."""
    if not tilings:
        return []
    ways = check_movable(tilings[0].puzzle)
    together = list({frozenset(group): None for group in (*groups, *tilings[0].puzzle.groups)})
    mover, deadline = _Mover(ways), Deadline(as_limit(limit))
    bodies = [_Bodies(tiling, together, frozenset(fixed)) for tiling in tilings]
    rows = [mover.rows(each) for each in bodies]
    found = mover.take_apart(rows, Least.LEVEL, deadline, threads)
    apart = [number for number, each in enumerate(found) if each.apart == Apart.YES]

    def again(least: Least) -> list[tuple[int, Any]]:
        """Those that come apart once more, as far as the limit allows."""
        results = mover.take_apart([rows[number] for number in apart], least, deadline, threads)
        return [(number, each) for number, each in zip(apart, results, strict=True) if each.apart == Apart.YES]

    if canonical:
        for number, each in again(Least.LEVELS):
            found[number] = each
    answers = [
        _answer(ways, tiling, each.names, [corner for _, corner, _ in row], result)
        for tiling, each, row, result in zip(tilings, bodies, rows, found, strict=True)
    ]
    if fewest:
        for number, each in again(Least.MOVES):
            answers[number] = replace(answers[number], fewest=sum(each.levels))
    return answers


def check_movable(puzzle: Puzzle) -> Ways:
    """Return the directions in which pieces of the puzzle move. Raises NotationError where they cannot be moved."""
    if not puzzle.board.atoms:
        raise NotationError(f"puzzles of the kind {puzzle.kind} have no cells to move: expected pieces on a lattice")
    return ways_of(puzzle.grid)


class _Bodies:
    """What moves as one: each piece, and all fixed pieces together."""

    def __init__(self, tiling: Tiling, groups: Sequence[frozenset[str]], fixed: frozenset[str]) -> None:
        names = names_of(tiling.placements)
        known = {*names, *(placement.piece for placement in tiling.placements), *tiling.puzzle.piece_names}
        grouped = [name for group in groups for name in group]
        for name in (*fixed, *grouped):
            if name not in known:
                raise ArgumentError(f"{quote(name)} is not a piece of the tiling: expected one of {', '.join(names)}")
        if twice := next((name for name, times in Counter(grouped).items() if times > 1), None):
            raise ArgumentError(f"{quote(twice)} is in two groups: expected each piece in one")

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
    """Return a name for each placement: of several with the same piece the second is "A#2"."""
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

    def take_apart(self, rows: list[_Rows], least: Least, deadline: Deadline, threads: int) -> list[Any]:
        """Return what the kernel finds for each assembly in the time that is left."""
        limit = deadline.limit
        return self.kernel.take_apart(
            rows, least, limit.nodes or NO_LIMIT, limit.memory, max(0.0, deadline.left), threads
        )

    def rows(self, bodies: _Bodies) -> _Rows:
        """Return the bodies as the kernel takes them: number of the shape, place, group."""
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


def _answer(
    ways: Ways, tiling: Tiling, names: tuple[str, ...], corners: Sequence[Sequence[int]], found: Any
) -> Disassembly:
    answer = Disassembly(pieces=names, positions=found.positions, tiling=tiling)
    if found.apart == Apart.UNKNOWN:
        return replace(answer, ended="limit")
    if found.apart == Apart.STUCK:
        return replace(answer, stuck=_stuck_part(ways, names, corners, found))
    separations = tuple(
        Separation(_named(names, pieces), tuple(_move(ways, names, move) for move in moves))
        for pieces, moves, _, _ in found.separations
    )
    return replace(answer, separations=separations, canonical=found.least == Least.LEVELS)


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
