"""An exact cover: items with bounds, and options that cover them."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tilewright.cover.rows import LARGEST, Rows, int_array
from tilewright.cover.search.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from tilewright._kernel import Cover

Solution = tuple[int, ...]  # numbers of options, ascending
UNLIMITED = LARGEST  # an upper bound in an array that stands for none


@dataclass(frozen=True)
class Automorphism:
    """A relabelling that keeps the cover: item i goes to items[i], option o to options[o]."""

    items: tuple[int, ...]
    options: tuple[int, ...]


class ExactCover:
    """Choose options so that item i is covered at least lo[i] and at most hi[i] times (None: any number).

    Primary items have bounds 1, 1, secondary 0, 1. An option lists its items in ascending order; an item that
    stands k times in it is covered k times (only where hi > 1). A choice is a set: no option is taken twice.

    An option may give a secondary item a color: options that give it the same color share the item, so that together
    they cover it once (Knuth's XCC). `colors` has a number for each entry of the options, 0 for no color; it is empty
    when no option gives any. An option that covers the item without a color shares it with none. Colors of different
    items have nothing to do with each other, even where their numbers are the same.

    Hints, each may be empty, none changes the answer: `order` is a good sequence of the items that form a board,
    `adjacent[i]` are the neighbours of item i, `automorphisms` is a whole group of symmetries, identity included.
    An automorphism may carry the colors of an item to others. `names` are the items' names for people, `color_names`
    those of the colors 1, 2, ...

    Everything is held in flat arrays, which are not changed any more: `lo`, `upper` (`UNLIMITED` for None), `order` and
    `colors` of 32-bit numbers, `options` and `adjacent` as `Rows`. Arrays of these types are kept as they are, without a copy;
    `hi`, and the rows where they are looked at, are tuples for people.

    >>> cover = ExactCover.of([(0, 1), (2,), (1, 2), (0,)], primary=3)
    >>> cover.size, cover.options[2], cover.hi
    ((3, 4, 6), (1, 2), (1, 1, 1))
    >>> crossing = ExactCover.of([(0, 2), (0, 2), (1, 2)], primary=2, secondary=1, colors=[(0, 1), (0, 2), (0, 2)])
    >>> crossing.colors.tolist(), crossing.color_rows[2]
    ([0, 1, 0, 2, 0, 2], (0, 2))
    """

    def __init__(
        self,
        lo: Iterable[int],
        hi: Iterable[int | None],
        options: Sequence[Sequence[int]],
        order: Iterable[int] = (),
        adjacent: Sequence[Sequence[int]] = (),
        automorphisms: Iterable[Automorphism] = (),
        names: Iterable[str] = (),
        colors: Iterable[int] = (),
        color_names: Iterable[str] = (),
    ) -> None:
        self.lo = int_array(lo)
        self.upper = _upper(hi)
        self.options = Rows.of(options)
        self.order = int_array(order)
        self.adjacent = Rows.of(adjacent)
        self.automorphisms = tuple(automorphisms)
        self.names = tuple(names)
        self.colors = int_array(colors)
        if not any(self.colors):
            self.colors = int_array(())
        self.color_names = tuple(color_names)
        self.prepared: Cover | None = None  # the same as the kernel holds it, see kernel.py
        self.work_in_vain = 0  # that was allowed to a look for an invariant which found none: another need not be begun

    @classmethod
    def of(
        cls,
        options: Sequence[Sequence[int]],
        primary: int,
        secondary: int = 0,
        colors: Sequence[Sequence[int]] = (),
    ) -> ExactCover:
        """A plain exact cover: items 0 .. primary - 1 exactly once, the next `secondary` ones at most once.

        colors: of each option a number for each of its items, in the same order; none when there are no colors.
        """
        lo, hi = (1,) * primary + (0,) * secondary, (1,) * (primary + secondary)
        rows = [sorted(zip(*both, strict=True)) for both in zip(options, colors or options, strict=True)]
        flat = [color for row in rows for _, color in row] if colors else ()
        return cls(lo, hi, tuple(tuple(item for item, _ in row) for row in rows), colors=flat)

    @cached_property
    def hi(self) -> tuple[int | None, ...]:
        """The upper bounds, None for none."""
        return tuple(None if most == UNLIMITED else most for most in self.upper)

    @cached_property
    def color_rows(self) -> Rows:
        """Of each option the colors of its items, in their order; 0 for none."""
        return Rows(self.options.starts, self.colors or array("i", bytes(4 * len(self.options.flat))))

    @cached_property
    def size(self) -> tuple[int, int, int]:
        """(items, options, entries): rows, columns and non-zeros of the matrix."""
        return len(self.lo), len(self.options), len(self.options.flat)

    def replace(self, **changes: Any) -> ExactCover:
        """The same cover with some arguments of `ExactCover` changed."""
        return ExactCover(**{**self._parts, "names": self.names, "color_names": self.color_names, **changes})

    def with_options(self, numbers: Sequence[int], deadline: Deadline = NEVER) -> ExactCover:
        """The same cover with these of its options alone, in this order, and without automorphisms.

        Raises OutOfTimeError at the deadline.
        """
        colors = self.color_rows.chosen(numbers, deadline).flat if self.colors else ()
        return self.replace(options=self.options.chosen(numbers, deadline), colors=colors, automorphisms=())

    @property
    def _parts(self) -> dict[str, Any]:
        """All that makes two covers equal."""
        return {
            "lo": self.lo,
            "hi": self.upper,
            "options": self.options,
            "order": self.order,
            "adjacent": self.adjacent,
            "automorphisms": self.automorphisms,
            "colors": self.colors,
        }

    def __eq__(self, other: object) -> bool:
        return self._parts == other._parts if isinstance(other, ExactCover) else NotImplemented

    def __hash__(self) -> int:
        return hash(
            (self.lo.tobytes(), self.upper.tobytes(), self.options, self.order.tobytes(), self.colors.tobytes())
        )

    def __repr__(self) -> str:
        parts: dict[str, object] = {"lo": tuple(self.lo), "hi": self.hi, "options": self.options}
        hints = {"order": tuple(self.order), "adjacent": self.adjacent, "automorphisms": self.automorphisms}
        hints["colors"] = tuple(self.colors)
        parts |= {name: hint for name, hint in hints.items() if hint}
        return f"ExactCover({', '.join(f'{name}={part!r}' for name, part in parts.items())})"

    def validate(self) -> str | None:
        """What is wrong with the cover in one line, or None."""
        if len(self.lo) != len(self.upper):
            return "lo and hi differ in length"
        for item, (lo, most) in enumerate(zip(self.lo, self.upper, strict=True)):
            if lo < 0 or most < lo:
                return f"item {item} has bounds {lo} to {most}"
        for number, option in enumerate(self.options):
            if not option or list(option) != sorted(option) or option[0] < 0 or option[-1] >= len(self.lo):
                return f"option {number} = {option}: expected items 0 to {len(self.lo) - 1} in ascending order"
            if len(set(option)) < len(option):
                for item, times in Counter(option).items():
                    if times > 1 and self.upper[item] < 2:
                        return f"option {number} covers item {item} {times} times"
        return self._wrong_colors()

    def _wrong_colors(self) -> str | None:
        if self.colors and len(self.colors) != len(self.options.flat):
            return f"there are {len(self.colors)} colors: expected one for each of {len(self.options.flat)} entries"
        for item, color in zip(self.options.flat, self.colors, strict=bool(self.colors)):
            if color < 0:
                return f"item {item} has the color {color}: expected 0 for none, or a positive number"
            if color and (self.lo[item], self.upper[item]) != (0, 1):
                bounds = f"{self.lo[item]} to {self.upper[item]}"
                return f"item {item} has colors and bounds {bounds}: only a secondary item, 0 to 1, may have colors"
        return None


def _upper(hi: Iterable[int | None]) -> array[int]:
    """Upper bounds as an array; one already made is kept."""
    if isinstance(hi, array | memoryview):
        return int_array(hi)
    return int_array(UNLIMITED if most is None else min(most, UNLIMITED) for most in hi)
