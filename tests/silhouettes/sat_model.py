"""The second method: symmetric silhouettes on a bounded board as a SAT problem. Slow, and shares no search with the first;
contacts are those of the checker (`connectivity`), not of the search.

One variable says of each orbit of atoms whether it is filled, one of each placement whether it is there. A filled atom is
covered once, an empty one never. A silhouette found is blocked as a region, not its tiling. One that is not connected as
asked is forbidden by a clause: its part, with nothing around it, never again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.solvers import Cadical153

from tilewright.errors import NotationError
from tilewright.kinds.packing.compile import PieceClass, piece_classes
from tilewright.lattice import Atom, Lattice, Motion, lattice
from tilewright.pieces import Piece
from tilewright.silhouettes.query import CORNER_CONCENTRIC, THROUGH_CORNERS
from tilewright.silhouettes.silhouette import (
    EDGE,
    OVERLAP,
    PlacedPiece,
    Silhouette,
    atom_contacts,
    components,
    to_half_cells,
)


@dataclass
class SatModel:
    """Variables and clauses. Atoms are in half cells from the center of the board.

    fills: the variable of each atom's orbit. placements: (class of pieces, atoms); the variable is `first` + place.
    """

    grid: Lattice
    motions: tuple[Motion, ...]
    classes: tuple[PieceClass, ...]
    clauses: list[list[int]] = field(default_factory=list)
    fills: dict[Atom, int] = field(default_factory=dict)
    placements: list[tuple[int, tuple[Atom, ...]]] = field(default_factory=list)
    first: int = 0
    top: int = 0

    def new_variable(self) -> int:
        """Return a variable that is not used yet."""
        self.top += 1
        return self.top

    def add_board(self, rows: int, columns: int) -> None:
        """Add the atoms of a board about the common center; orbits that leave it are never filled."""
        board = {
            self.grid.join((2 * r - rows + 1, 2 * c - columns + 1), slot)
            for r, c in product(range(rows), range(columns))
            for slot in range(self.grid.slot_count)
        }
        for atom in sorted(board):
            orbit = {self.grid.apply(motion, atom) for motion in self.motions}
            if atom not in self.fills and orbit <= board:
                self.fills.update(dict.fromkeys(orbit, self.new_variable()))

    def add_pieces(self) -> None:
        """Add the placements, what they cover, and how many there are of each class."""
        self.placements = list(self._all_placements())
        self.first = self.top + 1
        self.top += len(self.placements)
        self._add_cover()
        self._add_copies()

    def _all_placements(self) -> Iterator[tuple[int, tuple[Atom, ...]]]:
        for number, each in enumerate(self.classes):
            for orientation in each.pieces[0].forms:
                doubled = [to_half_cells(self.grid, atom) for atom in orientation]
                cell, first_slot = self.grid.split(doubled[0])
                for anchor in sorted(self.fills):
                    there, slot = self.grid.split(anchor)
                    if slot == first_slot:
                        atoms = tuple(self.grid.shift(doubled, tuple(map(int.__sub__, there, cell))))
                        if all(atom in self.fills for atom in atoms):
                            yield number, atoms

    def _add_cover(self) -> None:
        """A filled atom is covered by exactly one placement, an empty one by none."""
        covering: dict[Atom, list[int]] = {atom: [] for atom in self.fills}
        for variable, (_, atoms) in enumerate(self.placements, self.first):
            for atom in atoms:
                covering[atom].append(variable)
                self.clauses.append([-variable, self.fills[atom]])
        for atom, literals in covering.items():
            self.clauses.append([-self.fills[atom], *literals])
            self._cardinality(CardEnc.atmost, literals, 1, EncType.ladder)

    def _add_copies(self) -> None:
        """All copies of each class are used."""
        for number, each in enumerate(self.classes):
            literals = [variable for variable, (k, _) in enumerate(self.placements, self.first) if k == number]
            copies = each.copies[0]
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
        """Forbid that overlapping atoms of lattices shifted against each other are both filled."""
        for pair in {
            tuple(sorted((self.fills[a], self.fills[b]))) for a, b in self.neighbors(self.fills, lambda c: c == OVERLAP)
        }:
            self.clauses.append([-v for v in set(pair)])

    def neighbors(self, atoms: Iterable[Atom], counts: Callable[[str], bool]) -> Iterator[tuple[Atom, Atom]]:
        """Yield (atom, other atom of the model in such a contact with it)."""
        tables = [atom_contacts(self.grid, residue) for residue in product((0, 1), repeat=self.grid.dimension)]
        steps = [(key, contact) for table in tables for key, contact in table.items() if counts(contact)]
        for atom in atoms:
            cell, slot = self.grid.split(atom)
            for (own, step, other), _ in steps:
                if own == slot and (own != other or any(step)):
                    neighbor = self.grid.join(tuple(map(int.__add__, cell, step)), other)
                    if neighbor in self.fills:
                        yield atom, neighbor

    def isolation_clause(self, part: frozenset[Atom], counts: Callable[[str], bool]) -> list[int]:
        """Return the clause that forbids this part with nothing around it."""
        inside = {self.fills[atom] for atom in part}
        around = {self.fills[b] for _, b in self.neighbors(part, counts)} - inside
        return [-v for v in sorted(inside)] + sorted(around)


def sat_silhouettes(
    pieces: Sequence[Piece],
    symmetry: str,
    contact: str,
    board: tuple[int, int],
    region: Sequence[Atom] | None = None,
) -> list[Silhouette]:
    """Return all silhouettes on the board about its center, each once up to the lattice's symmetries.

    contact: edge | corner | concentric | corner-concentric | any (parts need not be connected). Boards one row or column smaller, about the
    same center, are included, and so are silhouettes that mix both. region: look for this one alone (in half cells from
    the center). Raises NotationError for a group that the lattice lacks.
    """
    grid = lattice(pieces[0].lattice)
    motions = next((tuple(map(grid.motion, names)) for name, names in grid.groups if name == symmetry), None)
    if motions is None or len(motions) == 1:
        raise NotationError(f"lattice {grid.name} has no symmetry group {symmetry!r}")
    has_turns = any(not motion.mirrored for motion in motions[1:])
    sizes = [size for size in product(*((side, side - 1) for side in board)) if _is_invariant(motions, size)]
    found: dict[str, Silhouette] = {}
    for together in [sizes] if has_turns else [[size] for size in sizes]:
        model = SatModel(grid, motions, piece_classes(pieces, labelled=False))
        for rows, columns in together:
            model.add_board(rows, columns)
        if region is not None:
            model.clauses += [[v] if atom in set(region) else [-v] for atom, v in model.fills.items()]
        model.add_pieces()
        model.add_overlaps()
        for silhouette in _solutions(model, contact):
            if silhouette.id not in found:
                found[silhouette.id] = silhouette
    return sorted(found.values(), key=lambda silhouette: silhouette.id)


def _is_invariant(motions: Sequence[Motion], size: tuple[int, ...]) -> bool:
    """Return True if the motions about the center of such a board keep the lattice: they may not mix odd and even sides."""
    residue = tuple((side + 1) % 2 for side in size)
    return all(
        all(
            (sum(m * r for m, r in zip(row, residue, strict=True)) - own) % 2 == 0
            for row, own in zip(motion.matrix, residue, strict=True)
        )
        for motion in motions
    )


def _solutions(model: SatModel, contact: str) -> Iterator[Silhouette]:
    with Cadical153(bootstrap_with=model.clauses) as solver:
        while solver.solve():
            true = {v for v in solver.get_model() if v > 0}
            filled = [atom for atom, v in model.fills.items() if v in true]
            if cuts := list(_violated(model, filled, contact)):
                for clause in cuts:
                    solver.add_clause(clause)
                continue
            yield Silhouette.of(model.grid.name, _placed_pieces(model, true))
            solver.add_clause([-v for v in {model.fills[atom] for atom in filled}])


def _violated(model: SatModel, filled: Sequence[Atom], contact: str) -> Iterator[list[int]]:
    """Yield clauses against each part that is not connected as asked."""
    corners = contact in THROUGH_CORNERS
    counts: Callable[[str], bool] = (lambda c: c != OVERLAP) if corners else (lambda c: c == EDGE)
    parts = components(model.grid, filled, counts)
    for part in parts:
        if contact == "any":
            broken = False
        elif contact in ("concentric", CORNER_CONCENTRIC):
            broken = any(frozenset(model.grid.apply(m, atom) for atom in part) != part for m in model.motions)
        else:
            broken = len(parts) > 1
        if broken:
            yield model.isolation_clause(part, counts)


def _placed_pieces(model: SatModel, true: set[int]) -> list[PlacedPiece]:
    names = [iter([p.name for p in each.pieces for _ in range(p.copies[0])]) for each in model.classes]
    placed = enumerate(model.placements, model.first)
    return [(next(names[number]), atoms) for variable, (number, atoms) in placed if variable in true]


def sat_confirms(silhouette: Silhouette, pieces: Sequence[Piece], symmetry: str) -> bool:
    """Return True if the SAT model, told the region alone, finds a tiling of it."""
    grid = silhouette.grid
    rows, columns = (round(side) for side in silhouette.extent)
    # the bounding box has the region's center; atoms are stored as cells' corners, so the middle is (extent - 1)
    middle = (int(2 * silhouette.extent[0]) - 2) // 2, (int(2 * silhouette.extent[1]) - 2) // 2
    region = tuple(grid.shift(silhouette.atoms, tuple(-m for m in middle)))
    # a board one larger also holds the lattices of both parities
    found = sat_silhouettes(pieces, symmetry, "any", (rows + 2, columns + 2), region)
    return [one.id for one in found] == [silhouette.id]
