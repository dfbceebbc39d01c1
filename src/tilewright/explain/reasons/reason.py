"""A reason why there is no tiling, one that a person understands."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.lattice import Atom


@dataclass(frozen=True)
class Reason:
    """Why there is no tiling.

    kind:    area | labels | unplaceable | uncovered | region | invariant | partial | search.
    text:    one sentence.
    atoms:   where, when it is about a place.
    modulus, weights: of an invariant: whatever is placed covers weights that sum to 0 modulo `modulus`, the board's
             weights do not. `pieces` are the weights of pieces whose number is fixed, one entry (name, weight) a piece.
    """

    kind: str
    text: str
    atoms: tuple[Atom, ...] = ()
    modulus: int | None = None
    weights: tuple[tuple[Atom, int], ...] = ()
    pieces: tuple[tuple[str, int], ...] = ()
