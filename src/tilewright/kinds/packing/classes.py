"""Classes of identical pieces: what cannot be told apart is counted together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.kinds.packing.puzzle import Pin
from tilewright.pieces import Copies, Piece


@dataclass(frozen=True)
class PieceClass:
    """Pieces that cannot be told apart, and the copies of all of them together; `pinned` has the name of each pin of them."""

    pieces: tuple[Piece, ...]
    pinned: tuple[str, ...] = ()

    @cached_property
    def copies(self) -> Copies:
        """(fewest, most) of all of them together; a pin is a copy of the piece that it names, and of no other."""
        highs = [piece.copies[1] for piece in self.pieces]
        fewest = sum(max(piece.copies[0], self.pinned.count(piece.name)) for piece in self.pieces)
        return fewest, None if None in highs else sum(h for h in highs if h)

    @property
    def bounded(self) -> bool:
        """Whether the number of copies constrains anything beside the pins."""
        return self.copies != (len(self.pinned), None)

    def names_in_turn(self, wanted: int) -> list[str]:
        """Names for `wanted` copies beside the pinned ones: what each piece needs first, then what is left of each."""
        left = [(piece.name, *self._left(piece)) for piece in self.pieces]
        names = [name for name, lo, _ in left for _ in range(lo)][:wanted]
        for name, lo, hi in left:
            names += [name] * min(wanted - len(names), wanted if hi is None else hi - lo)
        return names

    def _left(self, piece: Piece) -> Copies:
        """(fewest, most) of a piece beside its pins."""
        (lo, hi), pinned = piece.copies, self.pinned.count(piece.name)
        return max(0, lo - pinned), None if hi is None else hi - pinned


def piece_classes(pieces: Sequence[Piece], labelled: bool, pins: Sequence[Pin] = ()) -> tuple[PieceClass, ...]:
    """The pieces grouped into classes (one a piece when labelled), in order of first sight."""
    groups: dict[object, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(
            piece.name if labelled else piece.equivalence_key if piece.allowed_paints else piece.forms, []
        ).append(piece)
    names = [{piece.name for piece in group} for group in groups.values()]
    pinned = (tuple(pin.piece for pin in pins if pin.piece in own) for own in names)
    return tuple(PieceClass(tuple(group), own) for group, own in zip(groups.values(), pinned, strict=True))
