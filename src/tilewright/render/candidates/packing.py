"""Every orientation of every piece, with the number of its positions on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import partial

from tilewright.lattice import Atom
from tilewright.puzzle import Packing
from tilewright.puzzle.compiled import Compiled, Owner
from tilewright.render import draw
from tilewright.render.candidates.pictures import candidate_pictures, check_drawn
from tilewright.render.canvas import Picture
from tilewright.render.theme import palette_colors


@candidate_pictures.register(Packing)
def _pictures(puzzle: Packing, compiled: Compiled, owners: Collection[Owner]) -> list[tuple[Picture, str]]:
    counts = _positions(compiled)
    colors = palette_colors(puzzle.pieces)
    numbers = {piece.name: number for number, piece in enumerate(puzzle.pieces)}
    drawn: list[tuple[Picture, str]] = []
    for owner in sorted(owners):
        names = compiled.owner_names(owner)  # identical pieces are drawn once, under all their names
        piece = puzzle.piece(names[0])
        for motion, atoms in piece.orientations:
            figure = partial(
                draw.figure,
                grid=puzzle.grid,
                atoms=atoms,
                fill=colors[names[0]],
                label=names[0],
                number=numbers[names[0]],
            )
            drawn.append((figure, f"{'='.join(names)} {motion}: {counts[owner, atoms]}"))
        check_drawn(len(drawn))
    return drawn


def _positions(compiled: Compiled) -> Counter[tuple[Owner, tuple[Atom, ...]]]:
    """For each owner and orientation the number of its options."""
    grid = compiled.puzzle.grid
    return Counter(
        (owner, grid.normalize(compiled.atoms_of(option))) for option, (owner, _) in enumerate(compiled.meanings)
    )
