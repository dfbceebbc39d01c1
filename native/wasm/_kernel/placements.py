"""Boards, and all positions of shapes on them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from tilewright._kernel.blocks import ints, rows
from tilewright._kernel.instance import Held, acquired, borrowed

Shape = tuple[int, int, int, Sequence[int], Sequence[tuple[int, Sequence[int]]]]
Pin = tuple[int, int, Sequence[int]]
Paint = tuple[int, Sequence[int], Sequence[int]]
NO_PAINT: Paint = (0, [], [])


class BoardAtoms:
    """The atoms of a board, ascending; item k is the k-th."""

    def __init__(self, dimension: int, width: int, numbers: Any) -> None:
        self.dimension, self.width, self.numbers = dimension, width, bytes(numbers)

    def _call(self, name: str, *arrays: Any) -> list[memoryview]:
        with borrowed() as instance:
            instance.call(f"board_{name}", self.dimension, self.width, arrays=[self.numbers, *arrays])
            return instance.results()

    @property
    def extent(self) -> list[int]:
        """Cells that the board spans along each coordinate."""
        return self._call("extent")[0].cast("q").tolist()

    def order(self, axes: Sequence[int]) -> memoryview:
        """The items by the coordinates along these axes, the first of which counts most."""
        return self._call("order", ints(axes))[0].cast("i")

    def adjacency(self, neighbours: Sequence[tuple[int, Sequence[int], int]]) -> tuple[memoryview, memoryview]:
        """(starts, items): the neighbours of each item, ascending. neighbours: (slot, cell vector, slot there)."""
        slots, others = ints([slot for slot, _, _ in neighbours]), ints([other for _, _, other in neighbours])
        starts, items = self._call("adjacency", slots, others, *rows([vector for _, vector, _ in neighbours]))
        return starts.cast("q"), items.cast("i")


class Placements(Held):
    """All positions of shapes on a board, found in slices."""

    kind = "placements"

    def __init__(
        self, board: BoardAtoms, shapes: Sequence[Shape], pins: Sequence[Pin] = (), paint: Paint | None = None
    ) -> None:
        paints, of, allowed = paint or NO_PAINT
        arrays = [board.numbers, *_shape_arrays(shapes), *_pin_arrays(pins), ints(of), bytes(allowed)]
        with acquired() as instance:
            self.hold(instance, instance.call("placements", board.dimension, board.width, paints, arrays=arrays))

    def run(self, steps: int) -> bool:
        """Look at about so many more atoms where shapes could begin; true when all is done."""
        return bool(self.call("run", steps))

    def take(self) -> tuple[memoryview, memoryview, memoryview, memoryview]:
        """(starts, items, labels, pinned) of the positions found since the last call."""
        self.call("take")
        starts, items, labels, pinned = self.results()
        return starts.cast("q"), items.cast("i"), labels.cast("i"), pinned.cast("i")


def _shape_arrays(shapes: Sequence[Shape]) -> list[Any]:
    rules = [rule for shape in shapes for rule in shape[4]]
    starts = array("q", [0])
    for shape in shapes:
        starts.append(starts[-1] + len(shape[4]))
    columns = [ints(column) for column in zip(*(shape[:3] for shape in shapes), strict=True)] or [b"", b"", b""]
    numbers = rows([shape[3] for shape in shapes])
    return [*columns, *numbers, starts, ints([label for label, _ in rules]), *rows([ground for _, ground in rules])]


def _pin_arrays(pins: Sequence[Pin]) -> list[Any]:
    return [ints([pin[0] for pin in pins]), ints([pin[1] for pin in pins]), *rows([pin[2] for pin in pins])]
