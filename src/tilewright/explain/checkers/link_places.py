"""Labels in the certificate of a count: places of a cover without colors, for what cells must agree on.

Cells that share a color are linked one to the next, in the order of their places. A link has a place for each color. What
lies on the earlier cell covers all of them but that of its color, what lies on the later cell covers that one: together they
cover each once exactly where they agree. So a certificate needs no word for labels: a state says which places are covered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tilewright.puzzle.compiled import Compiled

Link = tuple[int, int]  # (an item with colors, the later of the two cells, by its item)
LinkPlace = tuple[Link, int]  # and the color, from 1


class LinkPlaces:
    """The links of a compiled puzzle; `order` are the items of its cells by their places."""

    def __init__(self, compiled: Compiled, order: Sequence[int]) -> None:
        self.colors = range(1, len(compiled.cover.color_names) + 1)
        place = {item: number for number, item in enumerate(order)}
        self.into: dict[int, list[Link]] = {item: [] for item in order}
        self.out_of: dict[Link, Link] = {}  # (item with colors, cell) -> the link to the next cell
        before: dict[Link, int] = {}
        for item, cells in compiled.colored_cells.items():
            chain = sorted(cells, key=place.__getitem__)
            for earlier, later in pairwise(chain):
                self.into[later].append((item, later))
                self.out_of[item, earlier] = (item, later)
                before[item, later] = place[earlier]
        for links in self.into.values():
            links.sort(key=lambda link: (before[link], link[0]))

    def in_front_of(self, cell: int) -> Iterator[LinkPlace]:
        """The places that come before a cell's own."""
        yield from ((link, color) for link in self.into[cell] for color in self.colors)

    def covered(self, cell: int, item: int, color: int) -> Iterator[LinkPlace]:
        """What an option on the cell covers that gives the item this color."""
        if (item, cell) in self.into[cell]:
            yield (item, cell), color
        if (link := self.out_of.get((item, cell))) is not None:
            yield from ((link, other) for other in self.colors if other != color)
