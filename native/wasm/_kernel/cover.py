"""Covers, what can be said of one without a search, solutions and their checker.

What is done in less time than its arrays take to be copied to kernel.wasm is done here, in Python.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tilewright._kernel.blocks import pack
from tilewright._kernel.instance import Held, Instance, acquired, borrowed

UNLIMITED = 2**31 - 1
MOST_ENTRIES = (1 << 29) - 1  # of all options together, as in the extension module
Automorphism = tuple[Any, Any]


class Cover:
    """An exact cover, checked; ValueError says in one line what is wrong with it."""

    def __init__(
        self,
        lo: Any,
        hi: Any,
        option_start: Any,
        option_items: Any,
        order: Any,
        adjacent_start: Any,
        adjacent_items: Any,
        automorphisms: Sequence[Automorphism],
        colors: Any,
    ) -> None:
        self.items, self.options = len(lo), len(option_start) - 1
        self._automorphisms = len(automorphisms)
        arrays = [lo, hi, option_start, option_items, order, adjacent_start, adjacent_items, colors]
        self._block = pack(arrays + [each for pair in automorphisms for each in pair])
        with borrowed() as instance:
            self.leave(instance, self.enter(instance))

    def enter(self, instance: Instance) -> float:
        """Copy the cover into an instance."""
        return instance.call("cover", self._automorphisms, arrays=self._block)

    def leave(self, instance: Instance, handle: float) -> None:
        """Free that copy."""
        instance.call("cover_free", handle)


def _text(cover: Cover, name: str) -> str:
    with borrowed() as instance:
        handle = cover.enter(instance)
        instance.call(name, handle)
        text = bytes(instance.results()[0]).decode()
        cover.leave(instance, handle)
    return text


def sweep_refusal(cover: Cover) -> str:
    """Why the sweep cannot take the cover; empty if it can."""
    return _text(cover, "sweep_refusal")


def frontier_refusal(cover: Cover) -> str:
    """Why the cover's frontier is too wide, in one line, or nothing."""
    return _text(cover, "frontier_refusal")


def find_invariant(cover: Cover, work: int = 2_000_000_000) -> tuple[int, list[int]] | None:
    """(modulus, weights) under which every option sums to zero and the demand does not; None where none was found."""
    with borrowed() as instance:
        handle = cover.enter(instance)
        modulus = int(instance.call("find_invariant", handle, work))
        weights = instance.results()[0].cast("i").tolist() if modulus else []
        cover.leave(instance, handle)
    return (modulus, weights) if modulus else None


class SolutionChecker(Held):
    """Tells what are solutions of a cover, by counting what is covered; shares nothing with a search."""

    kind = "checker"

    def __init__(self, lo: Any, hi: Any, option_start: Any, option_items: Any, colors: Any) -> None:
        with acquired() as instance:
            self.hold(instance, instance.call("checker", arrays=[lo, hi, option_start, option_items, colors]))

    def wrong(self, starts: Any, options: Any) -> list[int]:
        """The numbers, ascending, of those that are not solutions: k takes options[starts[k]:starts[k + 1]]."""
        self.call("wrong", arrays=[starts, options])
        return list(self.results()[0].cast("q"))


class OptionTable:
    """The options of a cover, found by what they cover."""

    def __init__(self, starts: Any, items: Any) -> None:
        numbers = items.tolist()
        self._rows = [tuple(numbers[first:last]) for first, last in pairwise(starts.tolist())]
        self._numbers: dict[tuple[int, ...], int] = {}

    def enter(self, options: int) -> bool:
        """Enter up to so many more of the options; true when all are."""
        self._numbers = {row: number for number, row in enumerate(self._rows)}
        return True

    def images(self, image_of_item: Any, first: int, last: int) -> memoryview:
        """The options that these become when each item becomes its image, up to the first that becomes none."""
        items, found = image_of_item.tolist(), array("i")
        for row in self._rows[first:last]:
            if (option := self._numbers.get(tuple(sorted([items[item] for item in row])))) is None:
                break
            found.append(option)
        return memoryview(found)


def common_length(starts: Any) -> int:
    """The length of all solutions, k from starts[k] to starts[k + 1]; 0 where they differ, or there are none."""
    lengths = {last - first for first, last in pairwise(starts.tolist())}
    return lengths.pop() if len(lengths) == 1 else 0


def narrowed(numbers: Any) -> memoryview | None:
    """The numbers in 16 bits; None where one is negative or beyond 65,535."""
    try:
        return memoryview(array("H", numbers.tolist()))
    except OverflowError:
        return None
