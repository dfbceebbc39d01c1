"""What is true of an edge-matching puzzle, by trying every tile in every motion on every cell. A side of a cell is a pair of corners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product

from tests.campaign.puzzles import Atom, Tile, Tiled
from tests.campaign.truth import MOST_TILINGS, TooManyError
from tests.campaign.truth_lattice import Grid, Point, determinant, grid

Labels = tuple[str, ...]
Place = tuple[Atom, Labels]  # a cell, and the labels that the tile shows there, clockwise
Named = tuple[str, Place]
Tiling = frozenset[Named]
Side = frozenset[Point]
MOST_TRIED = 12_000
# The sides of the cells at the origin, clockwise: squares from the top, triangles and hexagons as the package lists them.
SIDES: dict[str, tuple[tuple[tuple[Point, Point], ...], ...]] = {
    "square": ((((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))),),
    "triangular": (
        (((0, 0), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))),
        (((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (0, 0))),
    ),
    "hexagonal": (
        (
            ((-1, 1), (1, 2)),
            ((1, 2), (2, 1)),
            ((2, 1), (1, -1)),
            ((1, -1), (-1, -2)),
            ((-1, -2), (-2, -1)),
            ((-2, -1), (-1, 1)),
        ),
    ),
}


@cache
def sides_of(name: str, atom: Atom) -> tuple[Side, ...]:
    """The sides of a cell, clockwise."""
    scale = 3 if name == "hexagonal" else 1
    slot = atom[2] if len(atom) > 2 else 0
    return tuple(
        frozenset((scale * atom[0] + down, scale * atom[1] + right) for down, right in side)
        for side in SIDES[name][slot]
    )


@dataclass(frozen=True)
class EdgesTruth:
    """Everything that is true of an edge-matching puzzle; what lies there already counts as pinned."""

    puzzle: Tiled

    @cached_property
    def grid(self) -> Grid:
        """The lattice."""
        return grid(self.puzzle.lattice, self.puzzle.periods)

    @cached_property
    def there(self) -> frozenset[Atom]:
        """The cells."""
        return frozenset(self.puzzle.atoms)

    @cached_property
    def across(self) -> dict[Atom, list[tuple[Atom, int] | None]]:
        """For each cell, across each of its sides, the cell there and which of its sides it is; None at the border."""
        name = self.grid.name
        owners: dict[Side, list[tuple[Atom, Atom, int]]] = {}
        for atom in self.there:
            for copy in self.grid.copies(atom):
                for number, side in enumerate(sides_of(name, copy)):
                    owners.setdefault(side, []).append((copy, atom, number))
        found: dict[Atom, list[tuple[Atom, int] | None]] = {}
        for atom in self.there:
            over = ([(other, n) for copy, other, n in owners[side] if copy != atom] for side in sides_of(name, atom))
            found[atom] = [each[0] if each else None for each in over]
        return found

    def opposite(self, atom: Atom, number: int) -> tuple[Atom, int] | None:
        """The cell across a side, and which of its sides that is."""
        return self.across[atom][number]

    def motions(self, tile: Tile) -> list[str]:
        """The motions that a tile may make."""
        if tile.motion == "fixed":
            return ["0"]
        return [name for name, m in self.grid.motions.items() if tile.motion == "free" or determinant(m) > 0]

    def turned(self, labels: Labels, motion: str, slot: int = 0) -> tuple[int, Labels]:
        """Where a tile lies after a motion (which way up, for triangles), and its labels there."""
        start = (0, 0, slot) if self.grid.letters else (0, 0)
        matrix = self.grid.motions[motion]
        (image,) = self.grid.turned([start], motion)
        label_at = {}
        for side, label in zip(sides_of(self.grid.name, start), labels, strict=True):
            label_at[
                frozenset(
                    tuple(sum(m * v for m, v in zip(row, point, strict=True)) for row in matrix) for point in side
                )
            ] = label
        return (image[2] if self.grid.letters else 0), tuple(label_at[side] for side in sides_of(self.grid.name, image))

    @cached_property
    def forms(self) -> dict[str, frozenset[tuple[int, Labels]]]:
        """What each tile may look like."""
        return {
            tile.name: frozenset(self.turned(tile.labels, motion) for motion in self.motions(tile))
            for tile in self.puzzle.tiles
        }

    @cached_property
    def first_alike(self) -> dict[str, str]:
        """For each tile the first with the same forms."""
        first: dict[object, str] = {}
        return {name: first.setdefault(forms, name) for name, forms in self.forms.items()}

    def one_alike(self, placed: Named) -> Named:
        """A placement by the first of the tiles that are alike."""
        return self.first_alike[placed[0]], placed[1]

    @cached_property
    def pins(self) -> tuple[Named, ...]:
        """What must lie there, each once. A motion that a tile may not make makes the puzzle one to be refused."""
        tiles = {tile.name: tile for tile in self.puzzle.tiles}
        found = []
        for name, atom, motion in (*self.puzzle.pins, *self.puzzle.partial):
            found.append((name, (atom, self.turned(tiles[name].labels, motion)[1])))
        return tuple(dict.fromkeys(found))

    def with_lying(self, lying: Iterable[Named]) -> EdgesTruth:
        """What is true with these tiles there."""
        motions = ((name, atom, self.motion_of(name, labels, atom)) for name, (atom, labels) in lying)
        return EdgesTruth(replace(self.puzzle, partial=(*self.puzzle.partial, *motions)))

    def motion_of(self, name: str, labels: Labels, atom: Atom) -> str:
        """A motion in which a tile shows these labels on a cell."""
        tile = next(tile for tile in self.puzzle.tiles if tile.name == name)
        slot = atom[2] if self.grid.letters else 0
        return next(motion for motion in self.motions(tile) if self.turned(tile.labels, motion) == (slot, labels))

    def partner(self, label: str) -> str:
        """What must stand on the other side of an edge."""
        return label.swapcase() if self.puzzle.match == "partner" else label

    @cached_property
    def labelled(self) -> list[Tiling]:
        """The tilings, each tile by its own name."""
        used = Counter(name for name, _ in self.pins)
        copies = {tile.name: tile.copies for tile in self.puzzle.tiles}
        at = {place[0]: (name, place[1]) for name, place in self.pins}
        if len(at) < len(self.pins) or any(
            most is not None and used[name] > most for name, (_, most) in copies.items()
        ):
            return []
        found: list[Tiling] = []
        tried = 0

        def fill(left: list[Atom], shown: dict[Atom, Labels], placed: tuple[Named, ...]) -> None:
            nonlocal tried
            if not left:
                if all(used[name] >= least for name, (least, _) in copies.items()) and self.is_border_right(shown):
                    found.append(frozenset(placed))
                return
            atom = left[0]
            pinned = atom in at
            for name, labels in self._choices(atom, at.get(atom)):
                tried += 1
                if tried > MOST_TRIED or len(found) > MOST_TILINGS:
                    raise TooManyError
                most = copies[name][1]
                if (pinned or most is None or used[name] < most) and self._fits(atom, labels, shown):
                    used[name] += not pinned
                    fill(left[1:], {**shown, atom: labels}, (*placed, (name, (atom, labels))))
                    used[name] -= not pinned

        fill(sorted(self.there), {}, ())
        return found

    def _choices(self, atom: Atom, pin: tuple[str, Labels] | None) -> list[tuple[str, Labels]]:
        slot = atom[2] if self.grid.letters else 0
        if pin is not None:
            return [pin] if (slot, pin[1]) in self.forms[pin[0]] else []
        return self.lying[slot]

    @cached_property
    def lying(self) -> dict[int, list[tuple[str, Labels]]]:
        """Each tile in each form, by the way up of the cell."""
        found: dict[int, list[tuple[str, Labels]]] = {0: [], 1: []}
        for name, forms in self.forms.items():
            for slot, labels in sorted(forms):
                found[slot].append((name, labels))
        return found

    def _fits(self, atom: Atom, labels: Labels, shown: dict[Atom, Labels]) -> bool:
        given = self.puzzle.border not in ("free", "uniform")
        for label, over in zip(labels, self.across[atom], strict=True):
            if over is None:
                if given and label != self.puzzle.border:
                    return False
            elif over[0] in shown and shown[over[0]][over[1]] != self.partner(label):
                return False
        return True

    def is_border_right(self, shown: dict[Atom, Labels]) -> bool:
        """Whether the border shows one label, where it must."""
        if self.puzzle.border != "uniform":
            return True
        edge = {
            label
            for atom, labels in shown.items()
            for label, over in zip(labels, self.across[atom], strict=True)
            if over is None
        }
        return len(edge) < 2

    @cached_property
    def tilings(self) -> frozenset[Tiling]:
        """The tilings, tiles that are alike not told apart."""
        return frozenset(frozenset(map(self.one_alike, tiling)) for tiling in self.labelled)

    def orbits(self, mirrors: bool) -> int:
        """How many tilings there are up to rotations, or with mirrors."""
        actions = []
        atoms = sorted(self.there)
        for motion, matrix in self.grid.motions.items():
            if (not mirrors and determinant(matrix) < 0) or not self._keeps_periods(matrix):
                continue
            turned = self.grid.turned(atoms, motion)
            for step in self._steps(turned):
                moved = dict(zip(atoms, self.grid.moved(turned, step), strict=True))
                if set(moved.values()) == self.there and (names := self._becomes(motion, moved)) is not None:
                    actions.append((motion, moved, names))

        def image(tiling: Tiling, action: tuple[str, dict[Atom, Atom], dict[str, str]]) -> Tiling:
            motion, moved, names = action
            return frozenset(
                (names[name], (moved[atom], self._labels_after(motion, atom, labels)))
                for name, (atom, labels) in tiling
            )

        left, number = set(self.tilings), 0
        while left:
            number += 1
            reached = [left.pop()]
            while reached:
                tiling = reached.pop()
                for action in actions:
                    if (other := image(tiling, action)) in left:
                        left.remove(other)
                        reached.append(other)
        return number

    def _labels_after(self, motion: str, atom: Atom, labels: Labels) -> Labels:
        return self.turned(labels, motion, atom[2] if self.grid.letters else 0)[1]

    def _steps(self, turned: list[Atom]) -> Iterator[tuple[int, ...]]:
        spans = []
        for axis in range(2):
            period = self.puzzle.periods[axis]
            own, there = [atom[axis] for atom in turned], [atom[axis] for atom in self.there]
            spans.append(range(period) if period else range(min(there) - min(own), min(there) - min(own) + 1))
        return product(*spans)

    def _keeps_periods(self, matrix: tuple[tuple[int, ...], ...]) -> bool:
        rows, columns = self.puzzle.periods
        for vector in ((rows, 0), (0, columns)) if columns else ():
            image = [sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix]
            if any(value % period if period else value for value, period in zip(image, (rows, columns), strict=True)):
                return False
        return True

    def _becomes(self, motion: str, moved: dict[Atom, Atom]) -> dict[str, str] | None:
        """The tile that each becomes: one with the forms that the motion makes of its own, and as many copies."""
        pins = {(moved[atom], self._labels_after(motion, atom, labels)) for _, (atom, labels) in self.pins}
        if pins != {place for _, place in self.pins}:
            return None
        classes = list(dict.fromkeys(self.first_alike.values()))
        left, found = dict.fromkeys(classes), {}
        for name in classes:
            images = {self.turned(labels, motion, slot) for slot, labels in self.forms[name]}
            goals = [*([name] if name in left else []), *(goal for goal in left if goal != name)]
            goal = next(
                (each for each in goals if self.forms[each] == images and self._supply(each) == self._supply(name)),
                None,
            )
            if goal is None:
                return None
            del left[goal]
            found[name] = goal
        return found

    def _supply(self, first: str) -> tuple[int, int | None, int]:
        alike = [tile for tile in self.puzzle.tiles if self.first_alike[tile.name] == first]
        pinned = Counter(name for name, _ in self.pins)
        most = [tile.copies[1] for tile in alike]
        fewest = sum(max(tile.copies[0], pinned[tile.name]) for tile in alike)
        return fewest, None if None in most else sum(hi or 0 for hi in most), sum(pinned[tile.name] for tile in alike)
