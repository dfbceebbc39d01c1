"""Counts up to symmetries and exchanges of labels against orbits of the listed tilings, moved by hand."""

from __future__ import annotations

import itertools
import random

import pytest

from tests.helpers.edge_brute import EdgeBrute, Laid, TooManyError, Word
from tests.helpers.tiers import quick
from tilewright.api.count import count
from tilewright.kinds.edges.puzzle import EdgeMatching
from tilewright.kinds.edges.tiles import Tile
from tilewright.loader import load
from tilewright.puzzle import Board

TURNS, MIRRORED = range(4), (False, True)


def moved(
    laid: Laid, rows: int, columns: int, turns: int, mirrored: bool, exchange: dict[str, str]
) -> frozenset[object]:
    """The labels shown on each cell after an isometry of the plane, moved back to the origin, and an exchange."""
    found = []
    for (row, column), _, word in laid:
        cell, shown, high, wide = (row, column), word, rows, columns
        if mirrored:  # left to right
            cell, shown = (row, columns - 1 - column), (word[0], word[3], word[2], word[1])
        for _ in range(turns):  # clockwise
            cell, high, wide = (cell[1], high - 1 - cell[0]), wide, high
            shown = (shown[3], *shown[:3])
        found.append((cell, tuple(exchange[label] for label in shown)))
    return frozenset(found)


def necklace(word: Word) -> Word:
    return min(word[k:] + word[:k] for k in range(4))


def group(
    brute: EdgeBrute, rows: int, columns: int, mirrors: bool, exchanges: bool
) -> list[tuple[int, bool, dict[str, str]]]:
    """Which of these keep board, tiles and border, read off the tiles as necklaces."""
    puzzle = brute.puzzle
    labels = puzzle.labels_used
    own = sorted(necklace(tile.labels) for tile in puzzle.tiles)
    found = []
    for turns, mirrored in itertools.product(TURNS, MIRRORED if mirrors else (False,)):
        if turns % 2 and rows != columns:
            continue
        for image in itertools.permutations(labels) if exchanges else [labels]:
            exchange = dict(zip(labels, image, strict=True))
            if puzzle.match == "partner" and any(
                exchange[a].swapcase() != exchange.get(a.swapcase(), exchange[a].swapcase()) for a in labels
            ):
                continue
            words = [tuple(exchange[label] for label in tile.labels) for tile in puzzle.tiles]
            words = [tuple(reversed(word)) for word in words] if mirrored else words
            keeps = puzzle.border in ("free", "uniform") or exchange[puzzle.border] == puzzle.border
            if keeps and sorted(map(necklace, words)) == own:
                found.append((turns, mirrored, exchange))
    return found


def orbits(brute: EdgeBrute, rows: int, columns: int, mirrors: bool, exchanges: bool) -> int:
    elements = group(brute, rows, columns, mirrors, exchanges)
    return len({frozenset(moved(laid, rows, columns, *each) for each in elements) for laid in brute.tilings})


def random_square_puzzle(rng: random.Random) -> tuple[EdgeBrute, int, int]:
    """Tiles that turn, mostly sets that are closed under something."""
    while True:
        rows, columns = rng.choice(((1, 2), (1, 3), (2, 2), (2, 3), (2, 2)))
        match = rng.choice(("same", "partner"))
        letters = "ab" if rng.random() < 0.6 else "abc"
        letters = "aAbB" if match == "partner" else letters
        words = [tuple(rng.choice(letters) for _ in range(4)) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.7:
            words += [tuple(reversed(word)) for word in words]
        if rng.random() < 0.5:
            words += [tuple(label.translate(str.maketrans("abAB", "baBA")) for label in word) for word in words]
        words = sorted({necklace(word) for word in words})
        copies = (0, None) if len(words) < rows * columns or rng.random() < 0.5 else (0, 1)
        tiles = tuple(Tile(str(number), word, copies) for number, word in enumerate(words))
        used = sorted({label for word in words for label in word})
        brute = EdgeBrute(
            EdgeMatching(Board.of_size(f"{rows}x{columns}"), tiles, rng.choice(("free", "uniform", used[0])), match),
            400,
        )
        try:
            if brute.tilings:
                return brute, rows, columns
        except TooManyError:
            continue


@pytest.mark.parametrize("seed", quick(range(40), 20))
def test_orbits(seed: int) -> None:
    brute, rows, columns = random_square_puzzle(random.Random(seed))
    puzzle = brute.puzzle
    assert count(puzzle).value == len(brute.tilings)
    assert count(puzzle, up_to="rotations").value == orbits(brute, rows, columns, False, False)
    assert count(puzzle, up_to="symmetries").value == orbits(brute, rows, columns, True, False)
    assert count(puzzle, up_to="labels").value == orbits(brute, rows, columns, True, True)


def test_all_two_color_squares() -> None:
    """416 ways to lay the six squares on 2 x 3: no symmetry keeps one, so the group of eight has 52 orbits of colors as well."""
    puzzle = load("macmahon2@2x3")
    numbers = [count(puzzle, up_to=up_to).value for up_to in ("none", "rotations", "symmetries", "labels")]
    assert numbers == [416, 208, 104, 52]
