"""Does it tile? The rules of the puzzle applied to placements, sharing nothing with compile or any engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tilewright.lattice import Atom
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle
from tilewright.puzzle.shikaku import Shikaku


@dataclass(frozen=True)
class Fault:
    """A rule that fails and where: rule is off-board | overlap | uncovered | shape | supply | pin | paint | clue."""

    rule: str
    text: str
    atoms: tuple[Atom, ...] = ()


def faults(puzzle: Puzzle | Shikaku, placements: Iterable[Placement], partial: bool = False) -> list[Fault]:
    """What is wrong; empty when the placements tile the board (or, if `partial`, break no rule so far)."""
    placements = list(placements)
    found = _cover_faults(puzzle, placements, partial)
    rules = _clue_faults if isinstance(puzzle, Shikaku) else _piece_faults
    return found + rules(puzzle, placements, partial)  # type: ignore[arg-type]


def _cells(atoms: Iterable[Atom]) -> str:
    listed = sorted(atoms)
    text = ", ".join("(" + ", ".join(map(str, atom)) + ")" for atom in listed[:6])
    return text + (f" and {len(listed) - 6} more" if len(listed) > 6 else "")


def _cover_faults(puzzle: Puzzle | Shikaku, placements: list[Placement], partial: bool) -> list[Fault]:
    board = puzzle.board
    must, may = set(board.atoms), set(board.optional)
    found = []
    owner: dict[Atom, Placement] = {}
    for placement in placements:
        outside = {atom for atom in placement.atoms if atom not in must and atom not in may}
        if outside:
            found.append(
                Fault("off-board", f"{placement.piece} leaves the board at {_cells(outside)}", tuple(sorted(outside)))
            )
        for other in {owner[atom].piece for atom in placement.atoms if atom in owner}:
            shared = tuple(sorted(a for a in placement.atoms if a in owner and owner[a].piece == other))
            found.append(Fault("overlap", f"{placement.piece} and {other} overlap at {_cells(shared)}", shared))
        owner.update(dict.fromkeys(placement.atoms, placement))
    bare = must - owner.keys()
    if bare and not partial:
        found.append(
            Fault("uncovered", f"{len(bare)} parts of the board are not covered: {_cells(bare)}", tuple(sorted(bare)))
        )
    return found


def _piece_faults(puzzle: Puzzle, placements: list[Placement], partial: bool) -> list[Fault]:
    pieces = {piece.name: piece for piece in puzzle.pieces}
    found = []
    used: Counter[str] = Counter()
    for placement in placements:
        if (piece := pieces.get(placement.piece)) is None:
            found.append(Fault("shape", f"there is no piece {placement.piece}", placement.atoms))
            continue
        used[placement.piece] += 1
        normal = puzzle.grid.normal(placement.atoms)
        if not any(normal == puzzle.grid.normal(aspect) for _, aspect in piece.aspects):
            text = f"what is placed at {_cells(placement.atoms)} is no allowed position of piece {piece.name}"
            found.append(Fault("shape", text, placement.atoms))
        elif piece.grounds and piece.fit(placement.atoms, dict(puzzle.board.paint)) is None:
            text = f"piece {piece.name} at {_cells(placement.atoms)} lies on a paint that it must not cover"
            found.append(Fault("paint", text, placement.atoms))
    for name, piece in pieces.items():
        lo, hi = piece.copies
        if (hi is not None and used[name] > hi) or (used[name] < lo and not partial):
            bounds = f"{lo}" if hi == lo else f"{lo} to {'any number' if hi is None else hi}"
            found.append(Fault("supply", f"piece {name} is used {used[name]} times: expected {bounds}"))
    there = {frozenset(placement.atoms) for placement in placements}
    for pin in puzzle.pinned:
        if frozenset(pin.atoms) not in there and not partial:
            found.append(Fault("pin", f"the pinned piece {pin.piece} is not at {_cells(pin.atoms)}", pin.atoms))
    return found


def _clue_faults(puzzle: Shikaku, placements: list[Placement], partial: bool) -> list[Fault]:
    clue_at = {clue[:2]: clue for clue in puzzle.clues}
    found = []
    for placement in placements:
        rows = [r for r, _ in placement.atoms]
        columns = [c for _, c in placement.atoms]
        area = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
        if area != len(placement.atoms):
            found.append(Fault("shape", f"the region of clue {placement.piece} is no rectangle", placement.atoms))
        inside = [clue_at[atom] for atom in placement.atoms if atom in clue_at]
        if len(inside) != 1:
            found.append(
                Fault(
                    "clue",
                    f"a rectangle at {_cells(placement.atoms)} holds {len(inside)} clues: expected one",
                    placement.atoms,
                )
            )
        elif inside[0][2] not in (None, len(placement.atoms)):
            text = f"the rectangle of clue {inside[0][2]} at {inside[0][:2]} has {len(placement.atoms)} cells"
            found.append(Fault("clue", text, placement.atoms))
    return found
