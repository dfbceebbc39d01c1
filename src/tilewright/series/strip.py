"""Strips of fixed width and any length, by a transfer matrix: a second method for their counts, and a proof for recurrences.

A board of `n` columns is filled column by column. When the columns before one are full, all that matters is which cells
from there on are covered already: the *state*. The tilings of length n are the walks of n steps from the empty state to
itself. Nothing here is shared with the search or the compilation of puzzles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import LimitError, NotationError, quote
from tilewright.kinds.edges.sets import is_set
from tilewright.lattice import Lattice, lattice
from tilewright.lattice.wrapped import wrapped
from tilewright.pieces import Piece
from tilewright.pieces.sets import select
from tilewright.series.pattern import PLACEHOLDER, Pattern

MOST_STATES = 20_000
BIG_STEPS = 64  # between two looks at the time, where numbers are large
MOST_LENGTH = 10**6  # of a strip, where pieces are made for it
State = int  # a bit for each atom from the present column on that is covered


@dataclass(frozen=True)
class Strip:
    """The boards `WIDTHx{n}` of a lattice, any number of each piece; of `{n}xWIDTH~` the rows are closed to rings.

    across: cells of a column. along: the coordinate that grows with n, 0 or 1. step, first: the length is step * n + first.

    >>> strip = Strip.of(Pattern("dominoes*@4x{n}"))
    >>> strip.terms(5)
    [1, 1, 5, 11, 36, 95]
    >>> Strip.of(Pattern("dominoes*@{n}x6~")).terms(3)
    [1, 2, 20, 108]
    """

    pieces: tuple[Piece, ...]
    lattice: str
    across: int
    along: int
    step: int = 1
    first: int = 0

    @classmethod
    def of(cls, pattern: Pattern) -> Strip:
        """The strip of a pattern such as `tetrominoes*@4x{n}`; NotationError when it is not one."""
        pieces_text, _, board = pattern.text.strip().rpartition("@")
        if is_set(pieces_text):
            raise NotationError(
                f"{quote(pieces_text)} is a set of tiles: recurrences and entropies are found for sets of pieces on strips only, expected as 'dominoes*@4x{{n}}'"
            )
        is_tube = board.endswith("~") and not board.endswith("~~") and not board.endswith("}~")
        board = board[:-1] if is_tube else board
        length = PLACEHOLDER.search(board)
        sides = PLACEHOLDER.sub("n", board).split("x")
        if pattern.suffix or length is None or sorted(map(str.isdigit, sides)) != [False, True] or "n" not in sides:
            raise NotationError(
                f"{quote(pattern.text)}: expected a strip of fixed width, as in 'dominoes*@4x{{n}}' "
                "(--entropy takes the plane, too, as 'dominoes*@{n}x{k}')"
            )
        along, across = sides.index("n"), int(next(filter(str.isdigit, sides)))
        pieces = select(pieces_text, lambda: (across, MOST_LENGTH))
        if bounded := next((piece for piece in pieces if piece.copies != (0, None)), None):
            raise NotationError(f"piece {bounded.name} has a number of copies: expected any number, as in 'dominoes*'")
        grid = lattice(pieces[0].lattice)
        if grid.dimension != 2 or any(piece.allowed_paints for piece in pieces):
            raise NotationError(f"{quote(pattern.text)}: expected pieces of a flat lattice, without paint")
        if not 1 <= across <= 64:
            raise NotationError(f"a strip {across} cells wide: expected 1 to 64")
        if is_tube:
            grid = wrapped(grid, (0, across))
            pieces = tuple(replace(piece, lattice=grid.name) for piece in pieces)
            if folded := next((piece for piece in pieces if not piece.orientations), None):
                raise NotationError(  # as `count` does
                    f"piece {folded.name} overlaps itself on a board that begins again after {across}: expected a wider board"
                )
        return cls(pieces, grid.name, across, along, int(length[1] or 1), int(length[3] or 0))

    @property
    def grid(self) -> Lattice:
        """The lattice."""
        return lattice(self.lattice)

    @cached_property
    def column(self) -> int:
        """Atoms of a column."""
        return self.across * self.grid.slot_count

    def _bit(self, atom: tuple[int, ...]) -> int:
        cell, slot = self.grid.split(atom)
        return cell[self.along] * self.column + cell[1 - self.along] * self.grid.slot_count + slot

    @cached_property
    def placements(self) -> tuple[tuple[State, ...], ...]:
        """For each atom of a column, the ways to cover it by a piece that begins in this column and lies in the strip."""
        found: list[set[tuple[int, State]]] = [set() for _ in range(self.column)]
        classes = dict.fromkeys(piece.forms for piece in self.pieces)  # around a tube, others may cover the same cells
        for number, form in ((number, form) for number, forms in enumerate(classes) for form in forms):
            width = max(self.grid.split(atom)[0][1 - self.along] for atom in form) + 1
            for shift in range(self.across if self.grid.periods else self.across - width + 1):
                vector = (0, shift) if self.along == 0 else (shift, 0)
                mask = sum(1 << self._bit(atom) for atom in self.grid.shift(form, vector))
                for place in range(self.column):
                    if mask >> place & 1:
                        found[place].add((number, mask))
        return tuple(tuple(mask for _, mask in sorted(each)) for each in found)

    def next_states(self, state: State, deadline: Deadline = NEVER) -> Counter[State]:
        """The states one column further, each with the number of ways to get there: a column is filled in the order of its
        atoms, the first bare one by each piece that covers it."""
        full = (1 << self.column) - 1
        ways, done = Counter({state: 1}), Counter[State]()
        while ways:
            later: Counter[State] = Counter()
            for covered, number in deadline.watch(ways.items()):
                bare = ~covered & full
                if not bare:
                    done[covered >> self.column] += number
                    continue
                place = (bare & -bare).bit_length() - 1
                for mask in self.placements[place]:
                    if not mask & covered:
                        later[covered | mask] += number
            ways = later
        return done

    def matrix(self, deadline: Deadline = NEVER) -> list[list[tuple[int, int]]]:
        """The steps between the states that lie on a walk from the empty state, 0, back to it: (state, ways) for each.

        Raises LimitError beyond MOST_STATES, OutOfTimeError at the deadline.
        """
        steps: dict[State, Counter[State]] = {}
        waiting = [0]
        while waiting:
            state = waiting.pop()
            if state in steps:
                continue
            if len(steps) >= MOST_STATES:
                raise LimitError(f"more than {MOST_STATES:,} states: expected a narrower strip or smaller pieces")
            steps[state] = self.next_states(state, deadline)
            waiting.extend(steps[state])
        useful = _leading_back(steps, deadline)
        number = {state: place for place, state in enumerate(sorted(useful))}
        return [
            [(number[other], ways) for other, ways in sorted(steps[state].items()) if other in useful]
            for state in deadline.watch(sorted(useful), BIG_STEPS)
        ]

    def terms(self, last: int, deadline: Deadline = NEVER) -> list[int]:
        """The number of tilings for n = 0, 1, ..., `last`; 1 where the board has no column."""
        lengths = [self.step * n + self.first for n in range(last + 1)]
        if lengths[0] < 0:
            raise NotationError(f"a strip of {lengths[0]} columns for n=0: expected none less than 0")
        found = list(_walks(self.matrix(deadline), lengths[-1], deadline))
        return [found[length] for length in lengths]


def _leading_back(steps: dict[State, Counter[State]], deadline: Deadline) -> set[State]:
    before: dict[State, list[State]] = {}
    for state, others in deadline.watch(steps.items(), BIG_STEPS):
        for other in others:
            before.setdefault(other, []).append(state)
    useful, waiting = {0}, [0]
    while waiting:
        deadline.check()
        for state in before.get(waiting.pop(), ()):
            if state not in useful:
                useful.add(state)
                waiting.append(state)
    return useful


def _walks(matrix: list[list[tuple[int, int]]], last: int, deadline: Deadline) -> Iterator[int]:
    """Closed walks from state 0 of 0, 1, ..., `last` steps."""
    there = [0] * len(matrix)
    there[0] = 1
    yield 1
    for _ in range(last):
        later = [0] * len(matrix)
        for state, number in deadline.watch(enumerate(there), BIG_STEPS):
            if number:
                for other, ways in matrix[state]:
                    later[other] += number * ways
        there = later
        yield there[0]
