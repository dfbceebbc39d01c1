"""A propositional formula as blocks of clauses, so that numpy builds it and no loop over clauses is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tilewright.lazy import lazy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = lazy("numpy")  # slow to import, and not there in a browser

Ints: TypeAlias = "NDArray[np.int32]"
AT_ONCE = 1 << 14  # clauses that are made lists together


@dataclass(frozen=True)
class Cnf:
    """Clauses over the variables 1 .. `variables`, as DIMACS numbers literals.

    blocks: arrays of shape (clauses, literals a clause), each of one width; together they are the clauses, in order.
    """

    variables: int
    blocks: tuple[Ints, ...]

    @property
    def size(self) -> tuple[int, int, int]:
        """(variables, clauses, literals)."""
        return self.variables, sum(len(block) for block in self.blocks), sum(block.size for block in self.blocks)

    def clauses(self) -> Iterator[list[int]]:
        """Every clause as a list of literals."""
        for block in self.blocks:
            for start in range(0, len(block), AT_ONCE):
                yield from block[start : start + AT_ONCE].tolist()

    def with_clauses(self, clauses: Iterable[Sequence[int]]) -> Cnf:
        """The formula with further clauses, over the same variables."""
        return Cnf(self.variables, (*self.blocks, *(np.array([clause], np.int32) for clause in clauses)))

    def dimacs(self, comments: Sequence[str] = ()) -> str:
        """The formula as DIMACS text, each comment on a line `c ...` before it."""
        head = [f"c {line}" for line in comments]
        head.append(f"p cnf {self.variables} {self.size[1]}")
        body = (" ".join(map(str, [*clause, 0])) for clause in self.clauses())
        return "\n".join([*head, *body]) + "\n"


class Builder:
    """Collects blocks of clauses and hands out variables."""

    def __init__(self, variables: int = 0) -> None:
        self.variables = variables
        self.blocks: list[Ints] = []

    def new(self, count: int) -> Ints:
        """`count` new variables."""
        first = self.variables + 1
        self.variables += count
        return np.arange(first, first + count, dtype=np.int32)

    def add(self, *columns: Ints) -> None:
        """One clause a row: the literals of clause i are the i-th entries of the columns."""
        if len(columns[0]):
            self.blocks.append(np.stack(columns, axis=1).astype(np.int32, copy=False))

    def add_block(self, block: Ints) -> None:
        """Clauses as rows."""
        if len(block):
            self.blocks.append(block.astype(np.int32, copy=False))

    def done(self) -> Cnf:
        """The formula."""
        return Cnf(self.variables, tuple(self.blocks))
