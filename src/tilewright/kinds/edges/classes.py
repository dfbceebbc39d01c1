"""Classes of tiles that cannot be told apart: they have the same forms. What cannot be told apart is counted together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.kinds.edges.tile import Copies, Form, Tile


@dataclass(frozen=True)
class TileClass:
    """Tiles with the same forms, and the copies of all of them together; `pinned` has the name of each pin of them."""

    tiles: tuple[Tile, ...]
    pinned: tuple[str, ...] = ()

    @property
    def forms(self) -> frozenset[Form]:
        """The forms of each of them."""
        return self.tiles[0].forms

    @property
    def copies(self) -> Copies:
        """(fewest, most) of all of them together; a pin is a copy of the tile that it names, and of no other."""
        highs = [tile.copies[1] for tile in self.tiles]
        fewest = sum(max(tile.copies[0], self.pinned.count(tile.name)) for tile in self.tiles)
        return fewest, None if None in highs else sum(high for high in highs if high)

    def names_in_turn(self, wanted: int) -> list[str]:
        """Names for `wanted` copies beside the pinned ones: what each tile needs first, then what is left of each."""
        left = [(tile.name, *self._left(tile)) for tile in self.tiles]
        names = [name for name, lo, _ in left for _ in range(lo)][:wanted]
        for name, lo, hi in left:
            names += [name] * min(wanted - len(names), wanted if hi is None else hi - lo)
        return names

    def _left(self, tile: Tile) -> Copies:
        (lo, hi), pinned = tile.copies, self.pinned.count(tile.name)
        return max(0, lo - pinned), None if hi is None else hi - pinned


def tile_classes(tiles: Sequence[Tile], labelled: bool, pinned: Sequence[str] = ()) -> tuple[TileClass, ...]:
    """Group the tiles into classes, one a tile when labelled, in order of first sight; `pinned` are the pins' names."""
    groups: dict[object, list[Tile]] = {}
    for tile in tiles:
        groups.setdefault(tile.name if labelled else tile.forms, []).append(tile)
    return tuple(
        TileClass(tuple(group), tuple(name for name in pinned if any(tile.name == name for tile in group)))
        for group in groups.values()
    )


def counted_classes(classes: Sequence[TileClass]) -> list[bool]:
    """For each class whether it has an item: it is bounded, or another class without bounds can lie as it does."""
    bounded = [each.copies != (len(each.pinned), None) for each in classes]
    free = Counter(form for each, bound in zip(classes, bounded, strict=True) if not bound for form in each.forms)
    return [bound or any(free[form] > 1 for form in each.forms) for each, bound in zip(classes, bounded, strict=True)]
