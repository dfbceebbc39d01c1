"""Random puzzles that often have symmetries: on every lattice, cylinders and tori, with copies, pins, paint and colors."""

from __future__ import annotations

import random

from tests.helpers.edge_puzzles import random_edges
from tilewright.kinds import Packing
from tilewright.kinds.edges.puzzle import EdgeMatching
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import Atom, lattice
from tilewright.lattice.symmetry import image, symmetries
from tilewright.pieces import Piece
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board

# Boards by lattice; "edges" are tiles whose labels match, so that their covers have colors.
BOARDS = {
    "square": ("2x3", "3x3", "3x4", "4x4", "2x5"),
    "halfsquare": ("1x2", "2x2", "1x3", "2x3"),
    "triangular": ("2x3", "2x4", "3x3", "3x4"),
    "hexagonal": ("2x3", "3x3", "2x4", "3x4"),
    "cubic": ("2x2x2", "1x2x3", "2x2x3", "1x3x3", "2x3x3"),
    "prism": ("1x2x2", "2x2x2", "1x2x3"),
    "spheres": ("p2", "p3", "t2", "t3", "2x2x2", "1x3x3"),
    "square~": ("2x3~", "2x4~", "3x4~", "3x3~"),
    "square~~": ("2x4~~", "3x3~~", "3x4~~", "2x6~~"),
    "hexagonal~~": ("2x4~~",),
    "edges": (),
}


def random_symmetric(name: str, seed: int) -> Packing | EdgeMatching:
    """A small puzzle of this row of `BOARDS`; most have symmetries, and a piece that lies exactly once."""
    rng = random.Random(f"{name} {seed}")
    if name == "edges":
        return random_edges(rng, rng.choice(("square", "square", "triangular", "hexagonal"))).puzzle
    plane = name.rstrip("~")
    board = _board(rng, rng.choice(BOARDS[name]), plane)
    pieces: list[Piece] = []
    mirrors = [motion for motion in lattice(plane).motions if motion.mirrored]
    for letter in "ABCD"[: rng.randint(1, 4)]:
        shape = rng.choice(polyforms(plane, rng.randint(1, 3)))
        motion = rng.choice(["free", "free", "free", "turn", "fixed"])
        copies = rng.choice([(1, 1), (1, 1), (0, None), (0, 2), (2, 2), (0, 1)])
        pieces.append(Piece(letter, shape, board.lattice, copies, motion))
        if rng.random() < 0.3:
            twin = lattice(plane).image(rng.choice(mirrors), shape)
            pieces.append(Piece(letter.lower(), twin, board.lattice, copies, motion))
    if rng.random() < 0.7:  # something fills the rest, so that most have tilings
        pieces.append(Piece("Z", rng.choice(polyforms(plane, rng.randint(1, 2))), board.lattice, (0, None), "free"))
    if board.paint:
        rules = ((pieces[0].atoms[0], ("red",)),)
        pieces[0] = Piece("A", pieces[0].atoms, board.lattice, pieces[0].copies, pieces[0].motion, allowed_paints=rules)
    posed = Packing(board, tuple(pieces))
    options = posed.compile().cover.options if rng.random() < 0.2 else ()
    if options and not board.grid.periods:
        pinned = posed.compile().placement(rng.randrange(len(options)))
        posed = posed.with_pins((Pin(pinned.piece, pinned.atoms),))
    return posed


def _board(rng: random.Random, size: str, plane: str) -> Board:
    """The board, or that without all images of a cell, or with these as optional cells or painted red."""
    whole = Board.of_size(size, plane)
    kind = rng.choice(["whole", "whole", "hole", "optional", "paint"])
    if kind == "whole":
        return whole
    group = list(symmetries(whole.grid, whole.atoms, ()))
    seed: Atom = rng.choice(whole.atoms)
    orbit = {atom for s in group for atom in image(whole.grid, s, whole.grid.atoms_of(whole.grid.split(seed)[0]))}
    if kind == "paint":
        return Board(whole.atoms, (), whole.lattice, tuple((atom, "red") for atom in sorted(orbit)))
    rest = tuple(atom for atom in whole.atoms if atom not in orbit)
    if len(rest) < 2:
        return whole
    return Board(rest, tuple(sorted(orbit)) if kind == "optional" else (), whole.lattice)
