"""Tilewright's compiled core: exact cover search and counting."""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


class Cover:
    """
    An exact cover, checked; ValueError says in one line what is wrong with it.
    """

    def __init__(self, lo: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], hi: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], option_start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], option_items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], adjacent_start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], adjacent_items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], automorphisms: Sequence[tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]]]) -> None: ...

    @property
    def items(self) -> int: ...

    @property
    def options(self) -> int: ...

UNLIMITED: int = 2147483647

class Plan:
    """What a search engine prepares for a cover; shared by its searches."""

    def __init__(self, cover: Cover, engine: str) -> None: ...

    def search(self, chosen: Sequence[int] = [], after: int = -1) -> Search:
        """A search of what lies below the node that these choices lead to."""

    def subproblems(self, wanted: int) -> list[list[int]]:
        """
        Paths of choices that together are the whole search, in order; at least so many, if there are.
        """

class Search:
    """A search, run in slices."""

    def run(self, max_nodes: int = -1, max_solutions: int = -1, collect: bool = True) -> tuple[bool, Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
        """
        Goes on; (exhausted, starts, options): solution k is options[starts[k]:starts[k + 1]], ascending.
        """

    @property
    def nodes(self) -> int: ...

    @property
    def solutions(self) -> int: ...

    @property
    def fraction(self) -> float: ...
