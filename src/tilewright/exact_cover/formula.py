"""Encodings of exact covers as formulas, with blocks of clauses as numpy arrays; import this module late.

An encoding is determined by two choices. The first is the meaning of a variable: a *placement* (an option is taken), or
a *cell state* (this option covers this item, as in the Tetris-filling report; the states of an option imply one another
around a ring). The second is the encoding of "at most one of n":

- pairwise: n(n-1)/2 clauses, no helpers; the best choice for a few variables, hopeless for hundreds;
- ladder (sequential): 3n - 4 clauses, n - 1 helpers;
- product: 2n + O(sqrt n) clauses, 2 sqrt n helpers: each variable is a place in a grid, and at most one row and one
  column is used.

Bounds other than at most one use a sequential counter. docs/measured/engines.md has the measurements that determined
the defaults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import LimitError
from tilewright.exact_cover.constraints import NoGood, free_options, no_good, without_colors
from tilewright.exact_cover.problem import UNLIMITED, ExactCover, Rows, Solution

Ints: TypeAlias = NDArray[np.int32]
AT_ONCE = 1 << 14  # clauses that are converted to lists together


@dataclass(frozen=True)
class Cnf:
    """Clauses over the variables 1 .. `variables`, with literals numbered as in DIMACS.

    blocks: arrays of shape (clauses, literals per clause), each of one width; together they hold the clauses in order.
    """

    variables: int
    blocks: tuple[Ints, ...]

    @property
    def size(self) -> tuple[int, int, int]:
        """The numbers of (variables, clauses, literals)."""
        return self.variables, sum(len(block) for block in self.blocks), sum(block.size for block in self.blocks)

    def clauses(self) -> Iterator[list[int]]:
        """Yield every clause as a list of literals."""
        for block in self.blocks:
            for start in range(0, len(block), AT_ONCE):
                yield from block[start : start + AT_ONCE].tolist()

    def with_clauses(self, clauses: Iterable[Sequence[int]]) -> Cnf:
        """Return the formula with additional clauses over the same variables."""
        return Cnf(self.variables, (*self.blocks, *(np.array([clause], np.int32) for clause in clauses)))

    def dimacs(self, comments: Sequence[str] = ()) -> str:
        """Return the formula as DIMACS text, with each comment on a line `c ...` at the top."""
        head = [f"c {line}" for line in comments]
        head.append(f"p cnf {self.variables} {self.size[1]}")
        body = (" ".join(map(str, [*clause, 0])) for clause in self.clauses())
        return "\n".join([*head, *body]) + "\n"


class Builder:
    """A builder that collects blocks of clauses and assigns variables."""

    def __init__(self, variables: int = 0) -> None:
        self.variables = variables
        self.blocks: list[Ints] = []

    def new(self, count: int) -> Ints:
        """Return `count` new variables."""
        first = self.variables + 1
        self.variables += count
        return np.arange(first, first + count, dtype=np.int32)

    def add(self, *columns: Ints) -> None:
        """Add clauses by columns: clause i consists of the i-th entry of each column."""
        if len(columns[0]):
            self.blocks.append(np.stack(columns, axis=1).astype(np.int32, copy=False))

    def add_block(self, block: Ints) -> None:
        """Add clauses given as rows."""
        if len(block):
            self.blocks.append(block.astype(np.int32, copy=False))

    def done(self) -> Cnf:
        """Return the formula."""
        return Cnf(self.variables, tuple(self.blocks))


AtMostOne = Literal["pairwise", "product"]
Variables = Literal["placements", "cells"]
TINY = 5  # groups up to this size use the pairwise encoding in every case
MAX_LITERALS = 400_000_000


@dataclass(frozen=True)
class Encoded:
    """The formula of a cover; option o is taken iff variable `option[o]` is true."""

    cnf: Cnf
    option: Ints
    free: tuple[int, ...]  # options that cover nothing that must be covered

    def solution(self, model: list[int]) -> Solution:
        """Return the options taken in a model, which is a list of true and false literals."""
        truth = np.zeros(self.cnf.variables + 1, dtype=bool)
        # A variable that occurs in no clause may be missing.
        truth[[literal for literal in model if literal > 0]] = True
        return tuple(np.flatnonzero(truth[self.option]).tolist())

    def no_good(self, solution: Solution) -> list[int]:
        """Return the clause that this solution violates and all other solutions satisfy."""
        return self.clause(no_good(solution, self.free))

    def clause(self, constraint: NoGood) -> list[int]:
        """Return the constraint as a clause."""
        return [sign * int(self.option[option]) for sign, option in constraint.terms]


def as_numpy(rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the start of each row, and all rows end to end, without copying."""
    return np.asarray(memoryview(rows.starts), np.int64), np.asarray(memoryview(rows.flat), np.int32)


def encode(cover: ExactCover, variables: Variables = "placements", at_most_one: AtMostOne = "product") -> Encoded:
    """Return the formula whose models are the solutions.

    Raises LimitError with the estimate if it would be too large.
    """
    starts, items = as_numpy(cover.options)
    starts, lengths = starts[:-1], np.diff(starts)
    _refuse_too_large(cover, items, at_most_one)
    owner = np.repeat(np.arange(len(lengths)), lengths)
    if variables == "placements":
        builder = Builder(len(lengths))
        entry = (owner + 1).astype(np.int32)
        option = np.arange(1, len(lengths) + 1, dtype=np.int32)
    else:
        builder = Builder(len(items))
        entry = np.arange(1, len(items) + 1, dtype=np.int32)
        option = (starts + 1).astype(np.int32)
        _rings(builder, entry, starts, lengths)
    _bounds(builder, without_colors(cover), Groups.by_item(entry, items, len(cover.lo)), at_most_one)
    if cover.colors:
        _colors(builder, cover, entry, items, at_most_one)
    return Encoded(builder.done(), option, free_options(cover))


def _refuse_too_large(cover: ExactCover, items: np.ndarray, at_most_one: AtMostOne) -> None:
    sizes = np.bincount(items, minlength=len(cover.lo)).astype(np.int64)
    hi = np.array(cover.upper, dtype=np.int64)
    hi[hi == UNLIMITED] = 1
    lo = np.array(cover.lo, dtype=np.int64)
    plain = (hi <= 1) & (lo <= 1)
    pairs = sizes * (sizes - 1) if at_most_one == "pairwise" else 8 * sizes
    literals = int(np.where(plain, pairs, 12 * sizes * np.minimum(np.maximum(lo, hi), sizes)).sum())
    if literals > MAX_LITERALS:
        raise LimitError(f"the formula would have about {literals:,} literals: expected at most {MAX_LITERALS:,}")


def _rings(builder: Builder, entry: Ints, starts: np.ndarray, lengths: np.ndarray) -> None:
    """Make the states of each option imply one another: each implies the next, and the last the first."""
    after = np.arange(1, len(entry) + 1)
    after[(starts + lengths - 1)[lengths > 0]] = starts[lengths > 0]
    follows = entry[after] if len(entry) else entry
    builder.add(-entry[follows != entry], follows[follows != entry])


class Groups:
    """Rows of literals of various lengths, end to end."""

    def __init__(self, literals: Ints, sizes: np.ndarray) -> None:
        self.literals = literals
        self.sizes = sizes
        self.starts = np.cumsum(sizes) - sizes

    @classmethod
    def by_item(cls, literals: Ints, items: np.ndarray, count: int) -> Groups:
        """Return the literals of each of the `count` items."""
        return cls(literals[np.argsort(items, kind="stable")], np.bincount(items, minlength=count))

    def where(self, mask: np.ndarray) -> Groups:
        """Return the groups selected by the mask."""
        return Groups(self.literals[np.repeat(mask, self.sizes)], self.sizes[mask])

    def of_size(self, size: int) -> Ints:
        """Return the groups of one size, as rows."""
        return self.where(self.sizes == size).literals.reshape(-1, size)


def _bounds(builder: Builder, cover: ExactCover, groups: Groups, at_most_one: AtMostOne) -> None:
    lo = np.array(cover.lo, dtype=np.int64)
    hi = np.array(cover.upper, dtype=np.int64)
    unlimited = hi == UNLIMITED
    if np.any(lo > groups.sizes):  # an item that must be covered more often than is possible
        builder.blocks.append(np.empty((1, 0), np.int32))
    once = groups.where((lo == 1) & (groups.sizes > 0))
    for size in np.unique(once.sizes):
        builder.add_block(once.of_size(int(size)))
    never = groups.where(~unlimited & (hi == 0))
    builder.add(-never.literals)
    amo(builder, groups.where(~unlimited & (hi == 1)), at_most_one)
    counted = np.flatnonzero(((~unlimited & (hi > 1) & (hi < groups.sizes)) | (lo > 1)) & (lo <= groups.sizes))
    for item in counted:
        row = groups.literals[groups.starts[item] : groups.starts[item] + groups.sizes[item]]
        most = None if unlimited[item] else int(hi[item])
        counter(builder, row, int(lo[item]) if lo[item] > 1 else 0, most)


def _colors(builder: Builder, cover: ExactCover, entry: Ints, items: np.ndarray, at_most_one: AtMostOne) -> None:
    """Add a helper for each color that several options give an item, and allow at most one color per item."""
    colors = np.array(cover.colors, dtype=np.int64)
    colored = colors > 0
    base = int(colors.max()) + 1
    keys, group, sizes = np.unique(
        items[colored].astype(np.int64) * base + colors[colored], return_inverse=True, return_counts=True
    )
    used = np.empty(len(keys), np.int32)
    used[group] = entry[colored]  # a color of a single option needs no helper
    used[sizes > 1] = builder.new(int((sizes > 1).sum()))
    several = sizes[group] > 1
    builder.add(-entry[colored][several], used[group[several]])
    has_colors = np.zeros(len(cover.lo), dtype=bool)
    has_colors[keys // base] = True
    bare = ~colored & has_colors[items]
    literals, owners = np.concatenate((used, entry[bare])), np.concatenate((keys // base, items[bare]))
    amo(builder, Groups.by_item(literals, owners, len(cover.lo)), at_most_one)


def amo(builder: Builder, groups: Groups, how: AtMostOne) -> None:
    """Allow at most one true literal in each group."""
    tiny = groups.sizes <= (TINY if how != "pairwise" else groups.sizes.max(initial=0))
    for size in np.unique(groups.sizes[tiny]):
        if size > 1:
            rows = groups.of_size(int(size))
            left, right = np.triu_indices(int(size), 1)
            builder.add(-rows[:, left].ravel(), -rows[:, right].ravel())
    rest = groups.where(~tiny)
    if len(rest.sizes):
        _product(builder, rest)


def _product(builder: Builder, groups: Groups) -> None:
    """Arrange each group in a grid, and allow at most one used row and at most one used column."""
    wide = np.ceil(np.sqrt(groups.sizes)).astype(np.int64)
    high = -(-groups.sizes // wide)
    place = np.arange(len(groups.literals)) - np.repeat(groups.starts, groups.sizes)
    for count, index in ((high, place // np.repeat(wide, groups.sizes)), (wide, place % np.repeat(wide, groups.sizes))):
        helpers = Groups(builder.new(int(count.sum())), count)
        builder.add(-groups.literals, helpers.literals[np.repeat(helpers.starts, groups.sizes) + index])
        amo(builder, helpers, "product")


def counter(builder: Builder, x: Ints, lo: int, hi: int | None) -> None:
    """Bound the number of true literals of `x` to `lo` .. `hi` by a sequential counter.

    A literal that occurs twice counts twice. Helper s[i][j] stands for "at least j + 1 of the first i + 1 literals are
    true". The lower bound uses the "only if" direction, the upper bound the "if" direction.
    """
    count = len(x)
    if lo:
        s = builder.new(count * lo).reshape(count, lo)
        builder.add(-s[1:].ravel(), s[:-1].ravel(), np.repeat(x[1:], lo))
        builder.add(-s[1:, 1:].ravel(), s[:-1, 1:].ravel(), s[:-1, :-1].ravel())
        builder.add(-s[:1, 0], x[:1])
        builder.add(-s[0, 1:])
        builder.add(s[-1:, -1])
    if hi is not None and hi < count:
        s = builder.new(count * hi).reshape(count, hi)
        builder.add(-s[:-1].ravel(), s[1:].ravel())
        builder.add(-x, s[:, 0])
        builder.add(-np.repeat(x[1:], hi - 1), -s[:-1, :-1].ravel(), s[1:, 1:].ravel())
        builder.add(-x[1:], -s[:-1, -1])
