"""Redoes the layers of a count by layers, one alone or all: docs/explanation/count-by-layers.md says what that shows.

    merge_cover cover.dlx backwards 4 meet > certificate
    merge_cover cover.dlx backwards 4 layer 18 > layer18
    python -m tools.check_layer cover.dlx certificate layer18 18
    merge_cover cover.dlx backwards 4 end 70 > end70
    python -m tools.check_layer cover.dlx certificate end70 70 --from-end
    python -m tools.check_layer cover.dlx certificate

A layer must have the size and checksums that the certificate says, and lead to a layer that has those it says of the next.
Without a layer all are made anew from both ends, and their sizes, checksums and products compared.
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
Layer = dict[State, list[int]]  # the residues of each state


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


def read_layer(text: str, item: int, primes: list[int]) -> Layer:
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


def next_layer(cover: DlxCover, layer: Layer, item: int, primes: list[int]) -> Layer:
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


def layer_before(cover: DlxCover, layer: Layer, item: int, primes: list[int]) -> Layer:
    """What leads to these states when the item is covered, its residues the ways to go on from there."""
    rests = [frozenset(option[1:]) for option in cover.options if option[0] == item]
    reached = item + cover.width - 1  # options that begin before the item cover items before this one
    found: dict[State, Counter[int]] = {}
    for state, residues in layer.items():
        ways = [state | {item}] + [state - rest for rest in rests if rest <= state]
        for covered in ways:
            if max(covered, default=item) >= reached:
                continue
            into = found.setdefault(covered, Counter())
            for number, residue in enumerate(residues):
                into[number] = (into[number] + residue) % primes[number]
    return {state: [sums[number] for number in range(len(primes))] for state, sums in found.items()}


def checksums(cover: DlxCover, layer: Layer, item: int, primes: list[int]) -> list[int]:
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


@dataclass(frozen=True)
class Certificate:
    """Size and checksums of each layer from the start and from the end, and the counts modulo the primes."""

    start: dict[int, list[int]]
    end: dict[int, list[int]]
    counts: list[int]
    primes: list[int]


def read_certificate(text: str) -> Certificate:
    """Read what `merge_cover ... meet` prints. Raises ValueError for a certificate that is cut or malformed."""
    said = Certificate({}, {}, [], [])
    for number, line in enumerate(text.splitlines(), start=1):
        word, *fields = line.split() or [""]
        if word not in ("start", "end", "count") or len(fields) < 2 or not all(map(DECIMAL.fullmatch, fields)):
            raise ValueError(
                f"the certificate's line {number}, {line[:60]!r}: expected start, end or count, and numbers"
            )
        numbers = [int(field) for field in fields]
        if word == "count":
            said.counts.append(numbers[0])
            said.primes.append(numbers[1])
        else:
            (said.start if word == "start" else said.end)[numbers[0]] = numbers[1:]
    if not text.endswith("\n"):
        raise ValueError("the certificate's last line has no end: it was cut")
    if not said.primes or not all(said.primes):
        raise ValueError(
            "the certificate has no line `count RESIDUE PRIME`: expected one at its end for each prime; is it cut?"
        )
    for layers in (said.start, said.end):
        if wrong := [item for item, sums in layers.items() if len(sums) != 1 + len(said.primes)]:
            raise ValueError(f"the certificate's layer {wrong[0]}: expected its size and {len(said.primes)} checksums")
    return said


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


def check(dlx: str, certificate: str, layer: str, item: int, from_end: bool = False) -> str:
    """Return "" if the layer and the one made from it are as the certificate says, else what is wrong.

    Raises ValueError when one of the texts is not what it should be.
    """
    certified = read_certificate(certificate)
    primes, said = certified.primes, certified.end if from_end else certified.start
    other, end = (item - 1, "end") if from_end else (item + 1, "start")
    if missing := [number for number in (item, other) if number not in said]:
        return (
            f"layer {missing[0]} is not in the certificate, whose layers from the {end} are "
            f"{min(said, default=0)} to {max(said, default=0)}"
        )
    cover, states = read_dlx(dlx), read_layer(layer, item, primes)
    if differs := difference(checksums(cover, states, item, primes), said[item], primes):
        return f"layer {item} is another one: {differs}"
    made = (layer_before if from_end else next_layer)(cover, states, min(item, other), primes)
    if differs := difference(checksums(cover, made, other, primes), said[other], primes):
        return f"layer {item} does not lead to layer {other}: {differs}"
    return ""


def check_all(dlx: str, certificate: str) -> str:
    """Make every layer anew, from both ends: "" if all are as the certificate says, else what is wrong.

    Raises ValueError when one of the texts is not what it should be.
    """
    said, cover = read_certificate(certificate), read_dlx(dlx)
    middle, primes = cover.items // 2, said.primes
    if set(said.start) != set(range(middle + 1)) or set(said.end) != set(range(middle, cover.items + 1)):
        return f"expected layers 0 to {middle} from the start and {middle} to {cover.items} from the end"
    first: Layer = {frozenset(): [1] * len(primes)}
    last = dict(first)
    for item in range(middle + 1):
        if differs := difference(checksums(cover, first, item, primes), said.start[item], primes):
            return f"layer {item} from the start is another one: {differs}"
        first = next_layer(cover, first, item, primes) if item < middle else first
    for item in range(cover.items, middle - 1, -1):
        if differs := difference(checksums(cover, last, item, primes), said.end[item], primes):
            return f"layer {item} from the end is another one: {differs}"
        last = layer_before(cover, last, item - 1, primes) if item > middle else last
    for number, (count, prime) in enumerate(zip(said.counts, primes, strict=True)):
        products = (residues[number] * last[state][number] for state, residues in first.items() if state in last)
        if (made := sum(products) % prime) != count:
            return f"the count modulo {prime} is another one: {made}, {count} in the certificate"
    return ""


def bad_input(message: str) -> int:
    """Say what is wrong with the input; the exit code for it."""
    print(f"check_layer: {message}", file=sys.stderr)
    return 2


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    for name in ("dlx", "certificate"):
        parser.add_argument(name, type=Path)
    parser.add_argument("layer", type=Path, nargs="?", help="the file of one layer; none: all are made anew")
    parser.add_argument("item", type=int, nargs="?", help="the number of the layer")
    parser.add_argument("--from-end", action="store_true", help="the layer was made from the end")
    asked = parser.parse_args()
    if asked.layer is not None and asked.item is None:
        parser.error("expected the number of the layer behind its file")
    return asked


def main() -> int:
    """Check one layer, or all: exit code 0 if what was checked is right, 1 if not, 2 for bad input."""
    asked = arguments()
    right = "all layers and the count are as the certificate says"
    try:
        dlx, certificate = (path.read_text("utf-8") for path in (asked.dlx, asked.certificate))
        if asked.layer is None:
            wrong = check_all(dlx, certificate)
        else:
            right = f"layer {asked.item} leads to the next one as the certificate says"
            wrong = check(dlx, certificate, asked.layer.read_text("utf-8"), asked.item, asked.from_end)
    except OSError as error:
        return bad_input(f"{error.filename}: {error.strerror}")
    except ValueError as error:
        return bad_input(str(error))
    print(wrong or right)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
