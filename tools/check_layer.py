"""Redoes one layer of a count by layers, alone: docs/theory/count-by-layers.md says what that shows.

    merge_cover cover.dlx backwards 4 meet > certificate
    merge_cover cover.dlx backwards 4 layer 18 > layer18
    python -m tools.check_layer cover.dlx certificate layer18 18

The layer must have the size and checksums that the certificate says, and lead to a layer that has those it says of the next.
Plain Python, written apart from `merge_cover.cpp`: a state is a set of items, no window of bits.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

BASE = 1000003
State = frozenset[int]  # items, as their places in the order of the sweep, that are covered already


@dataclass(frozen=True)
class DlxCover:
    """The options of a cover without items that may stay uncovered, by the place of their items, the last item first."""

    items: int
    options: tuple[tuple[int, ...], ...]

    @property
    def width(self) -> int:
        """How many items an option reaches at most."""
        return max((max(option) - min(option) + 1 for option in self.options), default=1)


def read_dlx(text: str) -> DlxCover:
    """Read DLX text. Raises ValueError for an item that may stay uncovered."""
    head, *rows = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("|")]
    if "|" in head:
        raise ValueError("expected a cover without items that may stay uncovered")
    place = {name: number for number, name in enumerate(reversed(head))}
    return DlxCover(len(head), tuple(tuple(sorted(place[name] for name in row)) for row in rows))


def read_layer(text: str, item: int, primes: list[int]) -> dict[State, list[int]]:
    """The states of a layer, with the residues of each."""
    layer = {}
    for line in text.splitlines():
        fields = line.split()
        words, residues = fields[: -len(primes)], [int(field) for field in fields[-len(primes) :]]
        bits = sum(int(word, 16) << (64 * place) for place, word in enumerate(words))
        layer[frozenset(item + bit for bit in range(bits.bit_length()) if bits >> bit & 1)] = residues
    return layer


def next_layer(cover: DlxCover, layer: dict[State, list[int]], item: int, primes: list[int]) -> dict[State, list[int]]:
    """What the states lead to when the item is covered."""
    options = [frozenset(option) for option in cover.options if option[0] == item]
    found: dict[State, Counter[int]] = {}
    for state, residues in layer.items():
        ways = [state] if item in state else [state | option for option in options if not state & option]
        for covered in ways:
            into = found.setdefault(covered - {item}, Counter())
            for number, residue in enumerate(residues):
                into[number] = (into[number] + residue) % primes[number]
    return {state: [sums[number] for number in range(len(primes))] for state, sums in found.items()}


def checksums(cover: DlxCover, layer: dict[State, list[int]], item: int, primes: list[int]) -> list[int]:
    """The size of a layer and, for each prime, the sum of its residues times one more than the polynomial of their state's words."""
    words = next(size for size in (1, 2, 4, 8) if cover.width <= 64 * size)
    sums = [0] * len(primes)
    for state, residues in layer.items():
        bits = sum(1 << (covered - item) for covered in state)
        for number, prime in enumerate(primes):
            place = 0
            for word in range(words):
                place = (place * BASE + (bits >> 64 * word & (1 << 64) - 1)) % prime
            sums[number] = (sums[number] + (place + 1) * residues[number]) % prime
    return [len(layer), *sums]


def check(dlx: str, certificate: str, layer: str, item: int) -> str:
    """Return "" if the layer and the next one are as the certificate says, else what is wrong."""
    rows = [line.split() for line in certificate.splitlines()]
    primes = [int(row[2]) for row in rows if row[0] == "count"]
    said = {int(row[1]): [int(field) for field in row[2:]] for row in rows if row[0] == "start"}
    cover, states = read_dlx(dlx), read_layer(layer, item, primes)
    if item not in said or item + 1 not in said:
        return f"layer {item} or the next one is not in the certificate"
    if checksums(cover, states, item, primes) != said[item]:
        return f"layer {item} is another one"
    after = next_layer(cover, states, item, primes)
    if checksums(cover, after, item + 1, primes) != said[item + 1]:
        return f"layer {item} does not lead to layer {item + 1}"
    return ""


def main() -> int:
    """Check one layer."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    for name in ("dlx", "certificate", "layer"):
        parser.add_argument(name, type=Path)
    parser.add_argument("item", type=int, help="the number of the layer")
    asked = parser.parse_args()
    wrong = check(asked.dlx.read_text(), asked.certificate.read_text(), asked.layer.read_text(), asked.item)
    print(wrong or f"layer {asked.item} leads to the next one as the certificate says")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
