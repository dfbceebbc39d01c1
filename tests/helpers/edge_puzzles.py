"""Random edge-matching puzzles, small enough for a brute force."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.helpers.edge_brute import EdgeBrute, TooManyError
from tests.helpers.generate import random_region
from tilewright.errors import NotationError
from tilewright.kinds.edges.puzzle import EdgeMatching, TilePin
from tilewright.kinds.edges.tiles import LATTICES, Copies, Tile
from tilewright.puzzle import Board

TORI = ("square~3x3", "triangular~3x3", "hexagonal~3x3")  # the smallest, where a brute force takes about a second
EDGES = {name: count for count, name in LATTICES.items()}


def random_edges(rng: random.Random, lattice: str, most: int = 300) -> EdgeBrute:
    """A puzzle with twins, pins, copies, partners and every rule of the border, that has at most so many tilings.

    Most are cut from a tiling of labels, so that they have a solution; tiles are then turned at random.
    """
    while True:
        puzzle = _puzzle(rng, lattice)
        brute = EdgeBrute(puzzle, most)
        try:
            if brute.tilings or rng.random() < 0.4:
                return brute
        except TooManyError:
            continue


def _puzzle(rng: random.Random, lattice: str) -> EdgeMatching:
    board = random_edge_board(rng, lattice)
    match = rng.choice(("same", "same", "partner"))
    letters = "abc"[: rng.randint(1, 3)]
    letters += letters.upper() if match == "partner" else ""
    border = rng.choice(("free", "uniform", rng.choice(letters)))
    labels = planted_labels(rng, board, letters, match, border) if rng.random() < 0.8 else None
    tiles = _tiles(rng, board, letters, labels)
    known = {label for tile in tiles for label in tile.labels}
    try:
        puzzle = EdgeMatching(board, tiles, border if border in {*known, "free", "uniform"} else "free", match)
        return _with_pins(rng, puzzle) if rng.random() < 0.3 else puzzle
    except NotationError:
        return _puzzle(rng, lattice)


def random_edge_board(rng: random.Random, lattice: str) -> Board:
    plane, _, size = lattice.partition("~")
    if size:  # as far around as it says; on a torus all cells, else one row or parts of two
        if "x" in size:
            return Board.of_size(f"{size}~~", plane)
        if rng.random() < 0.4:
            return Board.of_size(f"1x{size}~", plane)
        return Board(tuple(random_region(rng, lattice, rng.randint(3, 6))), lattice=lattice)
    if rng.random() < 0.5:
        size = f"{rng.randint(1, 2)}x{rng.randint(1, 3 if lattice != 'triangular' else 2)}"
        return Board.of_size(size, lattice)
    return Board(tuple(random_region(rng, lattice, rng.randint(2, 6))), lattice=lattice)


def planted_labels(rng: random.Random, board: Board, letters: str, match: str, border: str) -> list[tuple[str, ...]]:
    """Labels of each cell such that all match."""
    shown: dict[tuple[object, object], str] = {}
    outside = border if border in letters else rng.choice(letters)
    there = set(board.atoms)
    for atom in board.atoms:
        for other in board.grid.adjacent(atom):
            if other not in there:
                shown[atom, other] = rng.choice(letters) if border == "free" else outside
            elif (atom, other) not in shown:
                label = shown[atom, other] = rng.choice(letters)
                shown[other, atom] = label.swapcase() if match == "partner" else label
    return [tuple(shown[atom, other] for other in board.grid.adjacent(atom)) for atom in board.atoms]


def _tiles(rng: random.Random, board: Board, letters: str, labels: list[tuple[str, ...]] | None) -> tuple[Tile, ...]:
    edges = EDGES[board.lattice.partition("~")[0]]
    found = []
    for number, atom in enumerate(board.atoms):
        word = labels[number] if labels else tuple(rng.choice(letters) for _ in range(edges))
        motion = rng.choice(("turn", "turn", "free", "fixed"))
        if motion != "fixed":
            turn = rng.randrange(edges)
            word = word[turn:] + word[:turn]
        elif len(atom) == 3 and atom[2]:
            motion = "turn"
        found.append(Tile(str(number + 1), word, motion=motion))
    if rng.random() < 0.3:
        found = [replace(tile, copies=_copies(rng)) for tile in found]
    if len(found) > 1 and rng.random() < 0.3:
        found.pop()
        found[0] = replace(found[0], copies=(0, None))
    rng.shuffle(found)
    return tuple(found)


def _copies(rng: random.Random) -> Copies:
    return rng.choice(((1, 1), (0, 1), (0, 2), (0, None), (1, 2), (1, None)))


def _with_pins(rng: random.Random, puzzle: EdgeMatching) -> EdgeMatching:
    tile = rng.choice(puzzle.tiles)
    motion, (slot, _) = rng.choice(tile.orientations)
    places = [atom for atom in puzzle.board.atoms if puzzle.grid.split(atom)[1] == slot]
    return replace(puzzle, pinned=(TilePin(tile.name, rng.choice(places), motion),)) if places else puzzle
