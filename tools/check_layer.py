"""Redoes one layer of a count by layers, alone: docs/theory/count-by-layers.md says what that shows.

    merge_cover cover.dlx backwards 4 meet > certificate
    merge_cover cover.dlx backwards 4 layer 18 > layer18
    python -m tools.check_layer cover.dlx certificate layer18 18

The layer must have the size and checksums that the certificate says, and lead to a layer that has those it says of the next.
Plain Python, written apart from `merge_cover.cpp`: a state is a set of items, no window of bits.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

BASE = 1000003
HEX, DECIMAL = re.compile("[0-9a-f]{1,16}"), re.compile("[0-9]{1,19}")
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
    """Read DLX text. Raises ValueError for an item that may stay uncovered, and for options of unknown items."""
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("|")]
    if not lines:
        raise ValueError("the cover is empty: expected a line of items and one for each option")
    head, *rows = lines
    if "|" in head:
        raise ValueError("the cover has items that may stay uncovered: expected none")
    place = {name: number for number, name in enumerate(reversed(head))}
    if unknown := next((name for row in rows for name in row if name not in place), None):
        raise ValueError(f"the cover has an option with {unknown[:60]!r}: expected items of its first line")
    return DlxCover(len(head), tuple(tuple(sorted(place[name] for name in row)) for row in rows))


def read_layer(text: str, item: int, primes: list[int]) -> dict[State, list[int]]:
    """The states of a layer, with the residues of each. Raises ValueError for a line that is malformed."""
    layer = {}
    for number, line in enumerate(text.splitlines(), start=1):
        fields = line.split()
        words, last = fields[: -len(primes)], fields[-len(primes) :]
        if not words or not all(map(HEX.fullmatch, words)) or not all(map(DECIMAL.fullmatch, last)):
            raise ValueError(
                f"the layer's line {number}, {line[:60]!r}: expected the words of a state and {len(primes)} residues"
            )
        residues = [int(field) for field in last]
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


def read_certificate(text: str) -> tuple[list[int], dict[int, list[int]]]:
    """The primes, and of each layer from the start its size and checksums. Raises ValueError for one that is cut or malformed."""
    primes: list[int] = []
    said: dict[int, list[int]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        word, *fields = line.split() or [""]
        if word not in ("start", "end", "count") or len(fields) < 2 or not all(map(DECIMAL.fullmatch, fields)):
            raise ValueError(
                f"the certificate's line {number}, {line[:60]!r}: expected start, end or count, and numbers"
            )
        numbers = [int(field) for field in fields]
        if word == "count":
            primes.append(numbers[1])
        elif word == "start":
            said[numbers[0]] = numbers[1:]
    if not text.endswith("\n"):
        raise ValueError("the certificate's last line has no end: it was cut")
    if not primes or not all(primes):
        raise ValueError(
            "the certificate has no line `count RESIDUE PRIME`: expected one at its end for each prime; is it cut?"
        )
    if wrong := [item for item, sums in said.items() if len(sums) != 1 + len(primes)]:
        raise ValueError(f"the certificate's layer {wrong[0]}: expected its size and {len(primes)} checksums")
    return primes, said


def difference(found: list[int], said: list[int], primes: list[int]) -> str:
    """What differs between the size and checksums of a layer and those of the certificate; "" if nothing does."""
    if found[0] != said[0]:
        return f"{found[0]:,} states, {said[0]:,} in the certificate"
    for prime, mine, theirs in zip(primes, found[1:], said[1:], strict=True):
        if mine != theirs:
            return (
                f"as many states, {found[0]:,}, but modulo {prime} the checksum is {mine}, {theirs} in the certificate"
            )
    return ""


def check(dlx: str, certificate: str, layer: str, item: int) -> str:
    """Return "" if the layer and the next one are as the certificate says, else what is wrong.

    Raises ValueError when one of the texts is not what it should be.
    """
    primes, said = read_certificate(certificate)
    if missing := [number for number in (item, item + 1) if number not in said]:
        return f"layer {missing[0]} is not in the certificate, whose layers from the start are {min(said, default=0)} to {max(said, default=0)}"
    cover, states = read_dlx(dlx), read_layer(layer, item, primes)
    if differs := difference(checksums(cover, states, item, primes), said[item], primes):
        return f"layer {item} is another one: {differs}"
    after = next_layer(cover, states, item, primes)
    if differs := difference(checksums(cover, after, item + 1, primes), said[item + 1], primes):
        return f"layer {item} does not lead to layer {item + 1}: {differs}"
    return ""


def bad_input(message: str) -> int:
    """Say what is wrong with the input; the exit code for it."""
    print(f"check_layer: {message}", file=sys.stderr)
    return 2


def main() -> int:
    """Check one layer: exit code 0 if it is right, 1 if not, 2 for bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    for name in ("dlx", "certificate", "layer"):
        parser.add_argument(name, type=Path)
    parser.add_argument("item", type=int, help="the number of the layer")
    asked = parser.parse_args()
    try:
        dlx, certificate, layer = (path.read_text("utf-8") for path in (asked.dlx, asked.certificate, asked.layer))
        wrong = check(dlx, certificate, layer, asked.item)
    except OSError as error:
        return bad_input(f"{error.filename}: {error.strerror}")
    except ValueError as error:
        return bad_input(str(error))
    print(wrong or f"layer {asked.item} leads to the next one as the certificate says")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
