"""Covers with colors for benchmarks, as Knuth's text: each function gives the lines of one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import product


def text(primary: Iterable[str], secondary: Iterable[str], options: Iterable[Iterable[str]]) -> str:
    head = " ".join([*primary, "|", *secondary])
    return "\n".join([head, *map(" ".join, options)]) + "\n"


def word_rectangles(across: Sequence[str], down: Sequence[str]) -> str:
    """A letter in each cell, so that each row is a word of the one list and each column of the other."""
    rows, columns = range(len(down[0])), range(len(across[0]))

    def options() -> Iterator[list[str]]:
        for row in rows:
            yield from ([f"A{row}", *(f"c{row}{k}:{letter}" for k, letter in enumerate(word))] for word in across)
        for column in columns:
            yield from ([f"D{column}", *(f"c{k}{column}:{letter}" for k, letter in enumerate(word))] for word in down)

    primary = [f"A{row}" for row in rows] + [f"D{column}" for column in columns]
    return text(primary, (f"c{r}{c}" for r in rows for c in columns), options())


def macmahon_squares(rows: int, columns: int, border: str = "a") -> str:
    """The 24 squares with three colors on their edges, each once, one color all around the border."""
    tiles = sorted({min(t[k:] + t[:k] for k in range(4)) for t in map("".join, product("abc", repeat=4))})

    def options() -> Iterator[list[str]]:
        for r, c, tile in product(range(rows), range(columns), tiles):
            for north, east, south, west in sorted({(*tile[k:], *tile[:k]) for k in range(4)}):
                edges = {f"h{r}{c}": north, f"v{r}{c + 1}": east, f"h{r + 1}{c}": south, f"v{r}{c}": west}
                outer = [f"h0{c}", f"h{rows}{c}", f"v{r}0", f"v{r}{columns}"]
                if all(edges.get(edge, border) == border for edge in outer):
                    yield [f"c{r}{c}", f"t{tile}", *(f"{edge}:{label}" for edge, label in edges.items())]

    edges = [f"h{r}{c}" for r in range(rows + 1) for c in range(columns)]
    edges += [f"v{r}{c}" for r in range(rows) for c in range(columns + 1)]
    cells = [f"c{r}{c}" for r in range(rows) for c in range(columns)]
    return text([*cells, *(f"t{tile}" for tile in tiles)], edges, options())


def word_search(rows: int, columns: int, words: Sequence[str]) -> str:
    """Each word once, in one of eight directions; words may cross where they have the same letter."""
    ways = [(a, b) for a, b in product((-1, 0, 1), repeat=2) if a or b]

    def options() -> Iterator[list[str]]:
        for word, r, c, (a, b) in product(words, range(rows), range(columns), ways):
            cells = [(r + a * k, c + b * k) for k in range(len(word))]
            if all(0 <= y < rows and 0 <= x < columns for y, x in cells):
                yield [f"w{word}", *(f"c{y:x}{x:x}:{letter}" for (y, x), letter in zip(cells, word, strict=True))]

    return text(
        (f"w{word}" for word in words), (f"c{r:x}{c:x}" for r, c in product(range(rows), range(columns))), options()
    )


def queens(size: int) -> str:
    """Rows and columns once, diagonals at most once: no colors."""
    options = ([f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c + size}"] for r, c in product(range(size), repeat=2))
    diagonals = [f"a{k}" for k in range(2 * size - 1)] + [f"b{k}" for k in range(1, 2 * size)]
    return text([f"{kind}{k}" for k in range(size) for kind in "rc"], diagonals, options)


def de_bruijn(letters: int, length: int) -> str:
    """Every word of so many letters begins at one place of a cycle: the first word at place 0."""
    words = list(product(range(letters), repeat=length))

    def options() -> Iterator[list[str]]:
        for place, (number, word) in product(range(len(words)), enumerate(words)):
            if (place == 0) == (number == 0):
                cells = ((f"x{(place + k) % len(words)}:{letter}") for k, letter in enumerate(word))
                yield [f"p{place}", f"w{number}", *dict.fromkeys(cells)]

    primary = [f"p{k}" for k in range(len(words))] + [f"w{k}" for k in range(len(words))]
    return text(primary, (f"x{k}" for k in range(len(words))), options())


def torus(rows: int, columns: int) -> str:
    """Bits on a torus, in which each square of two by two stands once: rows x columns is 16."""

    def options() -> Iterator[list[str]]:
        for r, c, bits in product(range(rows), range(columns), product("01", repeat=4)):
            cells = [(r, c), (r, (c + 1) % columns), ((r + 1) % rows, c), ((r + 1) % rows, (c + 1) % columns)]
            if not (r == c == 0) or bits == ("0",) * 4:
                yield [
                    f"p{r}{c}",
                    f"w{''.join(bits)}",
                    *(f"c{y}{x}:{bit}" for (y, x), bit in zip(cells, bits, strict=True)),
                ]

    places = list(product(range(rows), range(columns)))
    primary = [f"p{r}{c}" for r, c in places] + [f"w{''.join(bits)}" for bits in product("01", repeat=4)]
    return text(primary, (f"c{r}{c}" for r, c in places), options())


def wang_strip(rows: int, columns: int, colors: int, tiles: int, seed: int = 1) -> str:
    """A strip of square tiles, any number of each of so many kinds drawn at random; the border is free."""
    rng = random.Random(seed)
    kinds = rng.sample(list(product("abcdefgh"[:colors], repeat=4)), tiles)

    def options() -> Iterator[list[str]]:
        for c, r, (north, east, south, west) in product(range(columns), range(rows), kinds):
            yield [
                f"c{r}.{c}",
                f"h{r}.{c}:{north}",
                f"v{r}.{c + 1}:{east}",
                f"h{r + 1}.{c}:{south}",
                f"v{r}.{c}:{west}",
            ]

    cells = [f"c{r}.{c}" for c in range(columns) for r in range(rows)]
    edges = [f"h{r}.{c}" for r in range(rows + 1) for c in range(columns)]
    edges += [f"v{r}.{c}" for r in range(rows) for c in range(columns + 1)]
    return text(cells, edges, options())
