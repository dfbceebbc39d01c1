"""The second method: symmetric outlines on a bounded board as a SAT problem. Slow, and shares no search with the first.

One variable says of each orbit of atoms whether it is filled, one of each placement whether it is there. A filled atom
is covered once, an empty one never. An outline found is blocked as a whole, not its tiling; one that does not hang
together as asked is forbidden by a cut: its part, and nothing around it, is never there again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from tilewright.errors import NotationError
from tilewright.lattice import Atom, Lattice, Motion, lattice
from tilewright.pieces import Piece
from tilewright.puzzle.packing.classes import PieceClass, piece_classes
from tilewright.silhouettes.contacts import EDGE, OVERLAP, contacts
from tilewright.silhouettes.silhouette import Outline, Part, components


@dataclass
class _Model:
    """Variables and clauses. Atoms are in half cells from the centre of the board."""

    grid: Lattice
    motions: tuple[Motion, ...]
    kinds: tuple[PieceClass, ...]
    clauses: list[list[int]] = field(default_factory=list)
    fills: dict[Atom, int] = field(default_factory=dict)  # the variable of each atom's orbit
    placements: list[tuple[int, tuple[Atom, ...]]] = field(
        default_factory=list
    )  # (kind, atoms); variable = first + place
    first: int = 0
    top: int = 0

    def fresh(self) -> int:
        self.top += 1
        return self.top

    def add_board(self, rows: int, columns: int) -> None:
        """The atoms of a board about the common centre; orbits that leave it are never filled."""
        board = {
            self.grid.join((2 * r - rows + 1, 2 * c - columns + 1), kind)
            for r, c in product(range(rows), range(columns))
            for kind in range(self.grid.slot_count)
        }
        for atom in sorted(board):
            orbit = {self.grid.apply(motion, atom) for motion in self.motions}
            if atom not in self.fills and orbit <= board:
                self.fills.update(dict.fromkeys(orbit, self.fresh()))

    def add_pieces(self) -> None:
        """Placements, what they cover, how many there are of each kind."""
        from pysat.card import CardEnc, EncType

        for number, kind in enumerate(self.kinds):
            for orientation in kind.pieces[0].forms:
                double = [
                    self.grid.join(tuple(2 * v for v in self.grid.split(a)[0]), self.grid.split(a)[1])
                    for a in orientation
                ]
                cell, first_kind = self.grid.split(double[0])
                for anchor in sorted(self.fills):
                    there, anchor_kind = self.grid.split(anchor)
                    if anchor_kind == first_kind:
                        atoms = tuple(self.grid.shift(double, tuple(map(int.__sub__, there, cell))))
                        if all(atom in self.fills for atom in atoms):
                            self.placements.append((number, atoms))
        self.first = self.top + 1
        self.top += len(self.placements)
        covering: dict[Atom, list[int]] = {atom: [] for atom in self.fills}
        for place, (_, atoms) in enumerate(self.placements):
            for atom in atoms:
                covering[atom].append(self.first + place)
                self.clauses.append([-self.first - place, self.fills[atom]])
        for atom, literals in covering.items():
            self.clauses.append([-self.fills[atom], *literals])
            self._cardinality(CardEnc.atmost, literals, 1, EncType.ladder)
        for number, kind in enumerate(self.kinds):
            literals = [self.first + place for place, (k, _) in enumerate(self.placements) if k == number]
            copies = kind.copies[0]
            self._cardinality(CardEnc.equals, literals, copies, EncType.ladder if copies == 1 else EncType.seqcounter)

    def _cardinality(self, encode: Callable[..., Any], literals: list[int], bound: int, encoding: int) -> None:
        exactly = encode.__name__ == "equals"
        if not literals or (exactly and len(literals) < bound):  # which pysat does not take
            self.clauses += [[]] if exactly else []
            return
        encoded = encode(lits=literals, bound=bound, top_id=self.top, encoding=encoding)
        self.clauses.extend(encoded.clauses)
        self.top = max(self.top, encoded.nv)

    def add_overlaps(self) -> None:
        """Atoms of lattices shifted against each other that overlap are not both filled."""
        for pair in {
            tuple(sorted((self.fills[a], self.fills[b]))) for a, b in self.near(self.fills, lambda c: c == OVERLAP)
        }:
            self.clauses.append([-v for v in set(pair)])

    def near(self, atoms: Iterable[Atom], counts: Callable[[str], bool]) -> Iterator[tuple[Atom, Atom]]:
        """(atom, other atom of the model in such a contact with it)."""
        tables = [contacts(self.grid, residue) for residue in product((0, 1), repeat=self.grid.dimension)]
        steps = [(key, contact) for table in tables for key, contact in table.items() if counts(contact)]
        for atom in atoms:
            cell, kind = self.grid.split(atom)
            for (own, step, other), _ in steps:
                if own == kind and (own != other or any(step)):
                    neighbour = self.grid.join(tuple(map(int.__add__, cell, step)), other)
                    if neighbour in self.fills:
                        yield atom, neighbour

    def cut(self, part: frozenset[Atom], counts: Callable[[str], bool]) -> list[int]:
        """The clause that forbids this part with nothing around it."""
        inside = {self.fills[atom] for atom in part}
        around = {self.fills[b] for _, b in self.near(part, counts)} - inside
        return [-v for v in sorted(inside)] + sorted(around)


def sat_outlines(
    pieces: Sequence[Piece],
    symmetry: str,
    contact: str,
    board: tuple[int, int],
    region: Sequence[Atom] | None = None,
    on_found: Callable[[Outline], None] = lambda outline: None,
) -> list[Outline]:
    """All outlines on the board's centre, each once up to the lattice's symmetries.

    `contact` may also be "any": parts need not hang together. Boards one row or column smaller, about the same centre, are included, and so are outlines mixed from both. With
    `region` (half cells, centred) only that one is looked for.
    """
    grid = lattice(pieces[0].lattice)
    motions = next((tuple(map(grid.motion, names)) for name, names in grid.groups if name == symmetry), None)
    if motions is None or len(motions) == 1:
        raise NotationError(f"lattice {grid.name} has no symmetry group {symmetry!r}")
    turning = any(not motion.mirrored for motion in motions[1:])
    sizes = [size for size in product(*((side, side - 1) for side in board)) if _invariant(motions, size)]
    found: dict[str, Outline] = {}
    for together in [sizes] if turning else [[size] for size in sizes]:
        model = _Model(grid, motions, piece_classes(pieces, labelled=False))
        for rows, columns in together:
            model.add_board(rows, columns)
        if region is not None:
            model.clauses += [[v] if atom in set(region) else [-v] for atom, v in model.fills.items()]
        model.add_pieces()
        model.add_overlaps()
        for outline in _solutions(model, contact):
            if outline.id not in found:
                found[outline.id] = outline
                on_found(outline)
    return sorted(found.values(), key=lambda outline: outline.id)


def _invariant(motions: Sequence[Motion], size: tuple[int, ...]) -> bool:
    """Whether the motions about the centre of such a board keep the lattice: they may not mix odd and even sides."""
    residue = tuple((side + 1) % 2 for side in size)
    return all(
        all(
            (sum(m * r for m, r in zip(row, residue, strict=True)) - own) % 2 == 0
            for row, own in zip(motion.matrix, residue, strict=True)
        )
        for motion in motions
    )


def _solutions(model: _Model, contact: str) -> Iterator[Outline]:
    from pysat.solvers import Cadical153

    with Cadical153(bootstrap_with=model.clauses) as solver:
        while solver.solve():
            true = {v for v in solver.get_model() if v > 0}
            filled = [atom for atom, v in model.fills.items() if v in true]
            if cuts := list(_cuts(model, filled, contact)):
                for clause in cuts:
                    solver.add_clause(clause)
                continue
            yield Outline.of(model.grid.name, _parts(model, true))
            solver.add_clause([-v for v in {model.fills[atom] for atom in filled}])


def _cuts(model: _Model, filled: Sequence[Atom], contact: str) -> Iterator[list[int]]:
    counts: Callable[[str], bool] = (lambda c: c != OVERLAP) if contact == "corner" else (lambda c: c == EDGE)
    parts = components(model.grid, filled, counts)
    for part in parts:
        if contact == "any":
            broken = False
        elif contact == "concentric":
            broken = any(frozenset(model.grid.apply(m, atom) for atom in part) != part for m in model.motions)
        else:
            broken = len(parts) > 1
        if broken:
            yield model.cut(part, counts)


def _parts(model: _Model, true: set[int]) -> list[Part]:
    names = [iter([p.name for p in kind.pieces for _ in range(p.copies[0])]) for kind in model.kinds]
    return [(next(names[k]), atoms) for place, (k, atoms) in enumerate(model.placements) if model.first + place in true]


def sat_confirms(outline: Outline, pieces: Sequence[Piece], symmetry: str) -> bool:
    """Whether the SAT model, told the region alone, finds a tiling of it."""
    grid = outline.grid
    rows, columns = (round(side) for side in outline.extent)
    # the bounding box has the region's centre; atoms are stored as cells' corners, so the middle is (extent - 1)
    middle = (int(2 * outline.extent[0]) - 2) // 2, (int(2 * outline.extent[1]) - 2) // 2
    region = tuple(grid.shift(outline.atoms, tuple(-m for m in middle)))
    # a board one larger also holds the frames of both parities
    found = sat_outlines(pieces, symmetry, "any", (rows + 2, columns + 2), region)
    return [one.id for one in found] == [outline.id]
