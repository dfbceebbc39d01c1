"""Draws the large random tilings of docs/guide/large-random-tilings.md.

    python -m tools.make_random_pictures [aztec] [tetrominoes]

The page says how each was drawn; the seeds are below.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from random import Random

import tilewright
from tilewright import formats
from tilewright.series.pattern import random_aztec
from tools.tables.page import ROOT

PICTURES = ROOT / "docs" / "pictures"
COLOURS = {"north": "#4e79a7", "south": "#e15759", "east": "#edc948", "west": "#59a14f"}
ORDER, SIDE, BAND, SWEEPS = 80, 60, 6, 6
Cell = tuple[int, int]
Piece = tuple[str, tuple[Cell, ...]]


def svg(side: int, parts: Iterable[str]) -> str:
    """A picture of so many cells each way."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {side + 2} {side + 2}" width="720" height="720">'
    return head + "".join(parts) + "</svg>\n"


def aztec() -> str:
    """The Aztec diamond in four colours, one path each."""
    paths: dict[str, list[str]] = {direction: [] for direction in COLOURS}
    for domino in random_aztec(ORDER, Random(1)):
        shape = "h2v1h-2z" if domino.direction in ("north", "south") else "h1v2h-1z"
        paths[domino.direction].append(f"M{domino.column} {domino.row}{shape}")
    style = 'stroke="#fff" stroke-width=".12"'
    return svg(
        2 * ORDER, (f'<path fill="{COLOURS[name]}" {style} d="{"".join(each)}"/>' for name, each in paths.items())
    )


def drawn(cells: list[Cell], seed: int) -> list[Piece]:
    """A tiling of these cells with tetrominoes, each as likely as any other."""
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    top, left = min(rows), min(columns)
    board = [[row - top, column - left] for row, column in cells]
    found = tilewright.solve(formats.parse(f'pieces = "tetrominoes*"\nboard = {board}\n', ".toml"), random=seed)
    assert found.draw is not None and found.draw.uniform
    return [
        (each.piece, tuple(sorted((atom[0] + top, atom[1] + left) for atom in each.atoms)))
        for each in found.tilings[0].placements
    ]


def tetrominoes() -> list[Piece]:
    """A square of tetrominoes: bands, each uniformly random; then bands anywhere, drawn again within what surrounds them."""
    pieces: list[Piece] = []
    for band in range(0, SIDE, BAND):
        pieces += drawn([(row, column) for row in range(band, band + BAND) for column in range(SIDE)], band)
    for seed, (first, lies) in enumerate(bands(), 1000):
        inside = [piece for piece in pieces if all(first <= cell[not lies] < first + BAND for cell in piece[1])]
        free = sorted(cell for piece in inside for cell in piece[1])
        pieces = [piece for piece in pieces if piece not in inside] + drawn(free, seed)
    return pieces


def bands() -> Iterator[tuple[int, bool]]:
    """Where bands begin, and whether they lie."""
    rng = Random(1)
    for _ in range(SWEEPS):
        for lies in (True, False):
            starts = [*range(rng.randrange(BAND), SIDE - BAND + 1, BAND)]
            yield from ((first, lies) for first in starts)


def tetromino_picture() -> str:
    """Pieces in the colours of the set, with their outlines."""
    colour = dict(
        zip("ILJSZOT", ["#4e79a7", "#f28e2b", "#ffbe7d", "#e15759", "#ff9d9a", "#59a14f", "#b07aa1"], strict=True)
    )
    parts = []
    for name, cells in tetrominoes():
        there = set(cells)
        squares = "".join(f"M{column} {row}h1v1h-1z" for row, column in cells)
        edges = []
        for row, column in cells:
            edges += [f"M{column} {row}h1"] * ((row - 1, column) not in there)
            edges += [f"M{column} {row + 1}h1"] * ((row + 1, column) not in there)
            edges += [f"M{column} {row}v1"] * ((row, column - 1) not in there)
            edges += [f"M{column + 1} {row}v1"] * ((row, column + 1) not in there)
        parts.append(
            f'<path fill="{colour[name[0]]}" d="{squares}"/><path stroke="#fff" stroke-width=".15" d="{"".join(edges)}"/>'
        )
    return svg(SIDE, parts)


def main() -> None:
    """Draw what is asked for, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", nargs="*", choices=["aztec", "tetrominoes", []], help="which (default: all)")
    asked = parser.parse_args().what
    if not asked or "aztec" in asked:
        (PICTURES / "random-aztec.svg").write_text(aztec())
    if not asked or "tetrominoes" in asked:
        (PICTURES / "random-tetrominoes.svg").write_text(tetromino_picture())


if __name__ == "__main__":
    main()
