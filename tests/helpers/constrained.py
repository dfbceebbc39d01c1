"""Small packing puzzles with constraints of every form, and all their tilings from the rules alone."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.helpers.brute import Brute, Named, TooManyError
from tests.helpers.generate import random_puzzle
from tilewright.errors import NotationError
from tilewright.kinds import Packing
from tilewright.kinds.packing.constraints import Constraint, parse_constraint, predicate
from tilewright.puzzle.check import faults

LATTICES = ("square", "square", "square", "halfsquare", "triangular", "hexagonal")
MOST = 400  # labelled tilings without constraints


def random_sentence(rng: random.Random, puzzle: Packing) -> str:
    """A sentence of any form about the puzzle's pieces and cells."""
    names, number = list(puzzle.piece_names), rng.randint(0, 3)
    cell, slot = puzzle.grid.split(rng.choice([*puzzle.board.atoms, *puzzle.board.optional]))
    letter = puzzle.grid.letters[slot] if puzzle.grid.letters and rng.random() < 0.5 else ""
    at = ("l{}r{}c{}" if len(cell) == 3 else "r{}c{}").format(*cell) + letter
    one, some = rng.choice(names), ", ".join(rng.sample(names, rng.randint(1, len(names))))
    where = rng.choice(
        ["touch the border", f"cover {at}", "do not touch the border", f"do not cover {at}", f"do not cover {at}"]
    )
    relation = rng.choice(["are adjacent", "meet"])
    bound = f"{rng.choice(['at least', 'at most', 'exactly'])} {number}"
    sentences = [
        f"{one} touches the border",
        f"{some} do not touch the border",
        "no piece touches the border",
        f"{one} covers {at}",
        f"{one} does not cover {at}",
        f"no two of one kind {relation}",
        f"no two pieces {relation}",
        f"no two of {one} {relation}",
        f"{bound} of a kind",
        f"{bound} of {some}",
        f"{bound} of {some}",
        f"{bound} of {some} {where}",
        f"{bound} pieces {where}",
        f"{bound} pieces",
        f"no {one}",
    ]
    if len(names) > 1:
        pair = " and ".join(rng.sample(names, 2))
        sentences += [f"{pair} are adjacent", f"{pair} are not adjacent", f"{pair} meet", f"{pair} do not meet"]
    return rng.choice(sentences)


def random_predicate(rng: random.Random) -> Constraint:
    """A function of a placement, or of two."""
    some, least = rng.randint(2, 4), rng.randint(1, 3)
    each = (lambda one: sum(map(sum, one.atoms)) % some > 0) if rng.random() < 0.5 else None
    pair = None if each else (lambda one, other: abs(one.atoms[0][0] - other.atoms[0][0]) < least)
    return next(predicate(each, pair))


def painted(rng: random.Random, puzzle: Packing) -> Packing:
    """The puzzle with paint on some cells, and with cells of pieces that may lie on some paint only."""
    board = puzzle.board
    every = [*board.atoms, *board.optional]
    paint = tuple((atom, rng.choice("rg")) for atom in rng.sample(every, rng.randint(1, min(4, len(every)))))
    pieces = [
        replace(piece, allowed_paints=((rng.choice(piece.atoms), (rng.choice("rg"),)),))
        if rng.random() < 0.7
        else piece
        for piece in puzzle.pieces
    ]
    return replace(puzzle, board=replace(board, paint=paint), pieces=tuple(pieces))


def random_constrained(seed: int) -> Packing:
    """A small puzzle with up to three constraints, optional cells, pins, paint, any bounds of copies, often identical pieces.

    Most have a tiling. Without their constraints they have at most MOST labelled ones.
    """
    rng = random.Random(f"constrained {seed}")
    while True:
        puzzle = random_puzzle(rng.randrange(10**6), LATTICES)
        if rng.random() < 0.4:
            name = next(letter for letter in "ABCDE" if letter not in puzzle.piece_names)
            copies = rng.choice([(1, 1), (0, 1), (0, None), (1, 2), (2, 2), (1, None)])
            puzzle = replace(puzzle, pieces=(*puzzle.pieces, replace(puzzle.pieces[0], name=name, copies=copies)))
        try:
            puzzle = painted(rng, puzzle) if rng.random() < 0.2 else puzzle
            every = sorted(labelled_tilings(puzzle, MOST), key=repr)
        except (NotationError, TooManyError):  # a pin on paint that its piece must not cover
            continue
        kept = [] if rng.random() < 0.2 else rng.sample(every, min(1, len(every)))
        if not kept and rng.random() < 0.9:
            continue
        for _ in range(rng.randint(0, 6)):
            try:
                added = random_predicate(rng) if rng.random() < 0.1 else parse_constraint(random_sentence(rng, puzzle))
                constrained = replace(puzzle, constraints=(*puzzle.constraints, added)[-3:])
            except NotationError:  # a pin that a constraint forbids
                continue
            if all(is_tiling(constrained, tiling) for tiling in kept):
                puzzle = constrained
        return puzzle


def is_tiling(puzzle: Packing, tiling: Named) -> bool:
    """Whether named cells are a tiling by the rules."""
    return not faults(puzzle, [puzzle.placement(name, sorted(cells)) for name, cells in tiling])


def labelled_tilings(puzzle: Packing, most: int) -> set[Named]:
    """Every tiling, all names told apart: cell by cell, then by the rules. TooManyError for more than `most` without constraints."""
    every = Brute(replace(puzzle, constraints=()), most).labelled
    return {tiling for tiling in every if is_tiling(puzzle, tiling)}
