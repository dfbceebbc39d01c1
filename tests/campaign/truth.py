"""What is true of a puzzle of cells, by trying everything: it knows cells, corners, shapes and the words of the rules.

A labelled tiling is a set of (piece, cells). Pieces are alike if they can lie in the same ways, on the same paint, and if no
sentence names them; a tiling is a labelled one with each name replaced by that of the first piece alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product

from tests.campaign.puzzles import Atom, Packed, Predicate, Sentence, Shape
from tests.campaign.truth_lattice import Cells, Grid
from tests.campaign.truth_lattice import grid as lattice_grid

Named = tuple[str, Cells]  # of a placement: the piece, or the first of those alike
Tiling = frozenset[Named]


class TooManyError(Exception):
    """More work than a small puzzle should be."""


MOST_TILINGS, MOST_NODES = 500, 5_000


@dataclass(frozen=True)
class Truth:
    """Everything that is true of a drawn puzzle. What lies there already counts as pinned."""

    puzzle: Packed

    @cached_property
    def grid(self) -> Grid:
        """The lattice."""
        return lattice_grid(self.puzzle.lattice, self.puzzle.periods)

    @cached_property
    def must(self) -> Cells:
        """What must be covered."""
        return frozenset(self.puzzle.atoms)

    @cached_property
    def there(self) -> Cells:
        """What may be covered."""
        return self.must | frozenset(self.puzzle.optional)

    @cached_property
    def piece(self) -> dict[str, Shape]:
        """The pieces by name."""
        return {piece.name: piece for piece in self.puzzle.pieces}

    # Shapes.

    def motions(self, piece: Shape) -> list[str]:
        """The names of the motions that a piece may make."""
        grid = self.grid
        if piece.motion == "free":
            return list(grid.motions)
        if piece.motion == "fixed":
            return [grid.identity]
        if piece.motion != "turn":
            return list(piece.motion)
        flat = grid.name in ("cubic", "spheres") and grid.is_flat(piece.atoms)
        return [name for name in grid.motions if flat or not self._mirrors(name)]

    def _mirrors(self, motion: str) -> bool:
        from tests.campaign.truth_lattice import determinant  # a word of two dimensions or three

        return determinant(self.grid.motions[motion]) < 0

    @cached_property
    def turned(self) -> dict[str, list[tuple[Cells, tuple[tuple[Atom, frozenset[str]], ...]]]]:
        """Each piece in each motion that leaves it whole: cells in normal position with what paint they may lie on."""
        found: dict[str, list[tuple[Cells, tuple[tuple[Atom, frozenset[str]], ...]]]] = {}
        for piece in self.puzzle.pieces:
            every: dict[tuple[Cells, tuple[tuple[Atom, frozenset[str]], ...]], None] = {}
            for motion in self.motions(piece):
                atoms = self.grid.turned(piece.atoms, motion)
                if len(set(self.grid.reduce(atoms))) < len(atoms):
                    continue  # around the board it would overlap itself
                rules = list(
                    zip(self.grid.turned([atom for atom, _ in piece.paints], motion), piece.paints, strict=True)
                )
                for step, cells in self._normal_steps(atoms):
                    back = tuple(-v for v in step)
                    painted = [(self.grid.moved([atom], back)[0], frozenset(paints)) for atom, (_, paints) in rules]
                    every[cells, tuple(sorted(painted, key=lambda each: (each[0], sorted(each[1]))))] = None
            found[piece.name] = list(every)
        return found

    def _normal_steps(self, atoms: list[Atom]) -> Iterator[tuple[tuple[int, ...], Cells]]:
        """The normal position of a shape with every step that leads to it: a shape may repeat around the board."""
        step, cells = self.grid.normal(atoms)
        yield step, cells
        if any(self.puzzle.periods):
            rows, columns = self.puzzle.periods
            for other in product(range(rows) if rows else (step[0],), range(columns)):
                if other != step and frozenset(self.grid.moved(atoms, (-other[0], -other[1]))) == cells:
                    yield other, cells

    @cached_property
    def forms(self) -> dict[str, frozenset[Cells]]:
        """What each piece looks like: pieces with the same forms have one shape."""
        return {name: frozenset(cells for cells, _ in every) for name, every in self.turned.items()}

    @cached_property
    def first_alike(self) -> dict[str, str]:
        """For each piece the first of those that nothing tells from it."""
        told = {name for sentence in self.puzzle.where for name in sentence.names}
        first: dict[object, str] = {}
        found = {}
        for name in self.piece:
            own = name if name in told or self.puzzle.predicates else ""
            found[name] = first.setdefault((frozenset(self.turned[name]), own), name)
        return found

    @cached_property
    def places(self) -> dict[str, list[Cells]]:
        """Every place where each piece may lie, paint and sentences about single placements apart from the latter."""
        paint = dict(self.puzzle.paint)
        found = {}
        for name, every in self.turned.items():
            here: set[Cells] = set()
            for cells, rules in every:
                for step in self._steps(cells):
                    lies = self._lying(cells, step)
                    if lies is None:
                        continue
                    moved = zip(self.grid.moved([atom for atom, _ in rules], step), rules, strict=True)
                    if all(atom not in paint or paint[atom] in paints for atom, (_, paints) in moved):
                        here.add(frozenset(lies))
            found[name] = sorted(here, key=sorted)
        return found

    def _lying(self, cells: Cells, step: tuple[int, ...]) -> list[Atom] | None:
        """Cells moved by a step; None where one leaves the board."""
        found = []
        for atom in cells:
            (moved,) = self.grid.moved((atom,), step)
            if moved not in self.there:
                return None
            found.append(moved)
        return found

    def _steps(self, cells: Cells) -> Iterator[tuple[int, ...]]:
        periods = (*self.puzzle.periods, 0)[: self.grid.dimension]
        spans = []
        for axis in range(self.grid.dimension):
            if self.grid.dimension == 2 and periods[axis]:
                spans.append(range(periods[axis]))
                continue
            own, there = [atom[axis] for atom in cells], [atom[axis] for atom in self.there]
            spans.append(range(min(there) - max(own), max(there) - min(own) + 1))
        return product(*spans)

    # Tilings.

    @cached_property
    def pins(self) -> tuple[Named, ...]:
        """What must lie there, each once."""
        pinned = (*self.puzzle.pins, *self.puzzle.partial)
        return tuple(dict.fromkeys((name, frozenset(atoms)) for name, atoms in pinned))

    @cached_property
    def labelled(self) -> list[Tiling]:
        """The tilings, each piece by its own name. Raises TooManyError for a puzzle that is not small."""
        return self._tilings(self.must, complete=True)

    def _tilings(self, must: Cells, complete: bool) -> list[Tiling]:
        used = Counter(name for name, _ in self.pins)
        taken = frozenset(atom for _, cells in self.pins for atom in cells)
        fits = sum(len(cells) for _, cells in self.pins) == len(taken)
        allowed = all(cells in self.places[name] for name, cells in self.pins)
        over = any(piece.copies[1] is not None and used[piece.name] > piece.copies[1] for piece in self.puzzle.pieces)
        if not fits or not allowed or over:
            return []
        found: list[Tiling] = []
        most = {name: piece.copies[1] for name, piece in self.piece.items()}
        nodes = 0

        def fill(left: list[Atom], taken: Cells, tiling: tuple[Named, ...]) -> None:
            """Go on in every way from the first cell that is left."""
            nonlocal nodes
            nodes += 1
            if nodes > MOST_NODES or len(found) > MOST_TILINGS:
                raise TooManyError
            left = [atom for atom in left if atom not in taken]
            if not left:
                if (not complete or self._is_enough(tiling)) and self.keeps(tiling, not complete):
                    found.append(frozenset(tiling))
                return
            first = left[0]
            if first not in must:
                fill(left[1:], taken | {first}, tiling)
            for name, cells in self.covering[first]:
                if taken.isdisjoint(cells) and (most[name] is None or used[name] < most[name]):
                    used[name] += 1
                    fill(left[1:], taken | cells, (*tiling, (name, cells)))
                    used[name] -= 1

        fill([*sorted(must - taken), *sorted(self.there - must - taken)], taken, self.pins)
        return found

    @cached_property
    def covering(self) -> dict[Atom, list[Named]]:
        """The placements on each cell."""
        found: dict[Atom, list[Named]] = {atom: [] for atom in self.there}
        for name, places in self.places.items():
            for cells in places:
                for atom in cells:
                    found[atom].append((name, cells))
        return found

    def _is_enough(self, tiling: Iterable[Named]) -> bool:
        used = Counter(name for name, _ in tiling)
        return all(used[piece.name] >= piece.copies[0] for piece in self.puzzle.pieces)

    def one_alike(self, placed: Named) -> Named:
        """A placement by the first of the pieces that are alike."""
        name, cells = placed
        return self.first_alike[name], cells

    @cached_property
    def tilings(self) -> frozenset[Tiling]:
        """The tilings, pieces that are alike not told apart."""
        return frozenset(frozenset(map(self.one_alike, tiling)) for tiling in self.labelled)

    def with_lying(self, lying: Iterable[Named]) -> Truth:
        """What is true with these placements pinned as well."""
        partial = tuple((name, tuple(sorted(cells))) for name, cells in lying)
        return Truth(replace(self.puzzle, partial=(*self.puzzle.partial, *partial)))

    @cached_property
    def parts(self) -> list[Tiling]:
        """Everything that may lie on the board with the pins, whether it covers the board or not: for the largest filling."""
        return self._tilings(frozenset(), complete=False)

    # Sentences.

    def keeps(self, tiling: Iterable[Named], partial: bool = False) -> bool:
        """Whether placements keep all sentences and predicates; of a part of a tiling lower bounds are not asked."""
        placed = list(tiling)
        return all(self._keeps(sentence, placed, partial) for sentence in self.puzzle.where) and all(
            self._is_kept(predicate, placed) for predicate in self.puzzle.predicates
        )

    def holds(self, sentence: Sentence, cells: Cells) -> bool:
        """Whether what a sentence says of one placement is true."""
        if sentence.where == "border":
            true = any(atom in self.border for atom in cells)
        elif sentence.where == "cell":
            true = any(self._is_at(sentence, atom) for atom in cells)
        else:
            return True
        return true != sentence.negated

    def _is_at(self, sentence: Sentence, atom: Atom) -> bool:
        if not self.grid.letters:
            return atom == sentence.cell
        return atom[:-1] == sentence.cell and (not sentence.letter or self.grid.letters[atom[-1]] == sentence.letter)

    @cached_property
    def border(self) -> Cells:
        """The cells beside which there is something that is no cell of the board."""
        beside = product((-1, 0, 1), repeat=self.grid.dimension)
        steps = list(beside)
        slots = range(len(self.grid.letters)) if self.grid.letters else (0,)
        found = set()
        for atom in self.there:
            cell = atom[: self.grid.dimension]
            near = {
                tuple(a + b for a, b in zip(cell, step, strict=True)) + ((slot,) if self.grid.letters else ())
                for step in steps
                for slot in slots
            }
            plain = lattice_grid(self.grid.name)
            if any(plain.adjacent(atom, other) and self.grid.reduce([other])[0] not in self.there for other in near):
                found.add(atom)
        return frozenset(found)

    def _keeps(self, sentence: Sentence, placed: list[Named], partial: bool) -> bool:
        about = [(name, cells) for name, cells in placed if not sentence.names or name in sentence.names]
        if sentence.form == "each":
            return all(self.holds(sentence, cells) for _, cells in about)
        if sentence.form in ("counted", "none"):
            lo, hi = sentence.bounds
            counted = Counter(
                self.forms[name] if sentence.kind else frozenset()
                for name, cells in about
                if self.holds(sentence, cells)
            )
            kinds = set(self.forms.values()) if sentence.kind else {frozenset()}
            return all((partial or counted[kind] >= lo) and (hi is None or counted[kind] <= hi) for kind in kinds)
        for (one, here), (other, beside) in combinations(about, 2):
            if sentence.form == "no two" and sentence.kind and self.forms[one] != self.forms[other]:
                continue
            if sentence.form == "together" and one == other:
                continue
            wanted = sentence.form == "together" and not sentence.negated
            if self.related(sentence.relation, here, beside) != wanted:
                return False
        return True

    def related(self, relation: str, one: Cells, other: Cells) -> bool:
        """Whether two placements are adjacent, or meet."""
        asked = self.grid.adjacent if relation == "adjacent" else self.grid.meet
        return any(asked(a, b) for a in one for b in other)

    def _is_kept(self, predicate: Predicate, placed: list[Named]) -> bool:
        if predicate.form == "each":
            return not any(name in predicate.names and predicate.cell in cells for name, cells in placed)
        return not any(
            {one, other} == set(predicate.names) and _least(here, predicate.axis) == _least(there, predicate.axis)
            for (one, here), (other, there) in combinations(placed, 2)
        )

    # Symmetry.

    @cached_property
    def isometries(self) -> list[tuple[str, dict[Atom, Atom]]]:
        """Every isometry that takes the board and its optional cells to themselves: its motion, and where cells go."""
        found: dict[tuple[str, tuple[Atom, ...]], dict[Atom, Atom]] = {}
        atoms = sorted(self.there)
        for motion, matrix in self.grid.motions.items():
            if not self._keeps_periods(matrix):
                continue
            turned = self.grid.turned(atoms, motion)
            for step in self._steps(frozenset(turned)):
                moved = self.grid.moved(turned, step)
                if (
                    set(moved) == self.there
                    and {b for a, b in zip(atoms, moved, strict=True) if a in self.must} == self.must
                ):
                    found[motion, tuple(moved)] = dict(zip(atoms, moved, strict=True))
        return [(motion, images) for (motion, _), images in found.items()]

    def _keeps_periods(self, matrix: tuple[tuple[int, ...], ...]) -> bool:
        rows, columns = self.puzzle.periods
        for vector in ((rows, 0), (0, columns)) if columns else ():
            image = [sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix]
            if any(value % period if period else value for value, period in zip(image, (rows, columns), strict=True)):
                return False
        return True

    def orbits(self, mirrors: bool, labelled: bool) -> tuple[int, int]:
        """How many tilings there are up to rotations, or with mirrors: the least and the most that can be meant.

        Both are the same unless sentences are kept by an isometry that does not keep their words.
        """
        tilings = self.labelled if labelled else sorted(self.tilings, key=lambda each: sorted(map(repr, each)))
        there = frozenset(tilings)
        most, least = [], []
        for motion, images in self.isometries:
            if (not mirrors and self._mirrors(motion)) or (names := self._becomes(motion, images, labelled)) is None:
                continue
            action = {
                tiling: frozenset((names[name], frozenset(images[atom] for atom in cells)) for name, cells in tiling)
                for tiling in there
            }
            if not there.issuperset(action.values()):
                if not self.puzzle.where and not self.puzzle.predicates:
                    raise AssertionError("an isometry of the puzzle takes a tiling to none")
                continue
            most.append(action)
            if not self.puzzle.predicates and all(
                self._keeps_words(sentence, images, names) for sentence in self.puzzle.where
            ):
                least.append(action)
        return _orbits(there, most), _orbits(there, least)

    def _keeps_words(self, sentence: Sentence, images: dict[Atom, Atom], names: dict[str, str]) -> bool:
        """Whether a sentence says the same of the images."""
        if any(names.get(name, name) != name for name in sentence.names):
            return False
        here = {atom for atom in self.there if self._is_at(sentence, atom)} if sentence.where == "cell" else set()
        return {images[atom] for atom in here} == here

    def _becomes(self, motion: str, images: dict[Atom, Atom], labelled: bool) -> dict[str, str] | None:
        """The piece that each piece becomes under an isometry; None if one becomes none, or a pin becomes none."""
        pins = {cells for _, cells in self.pins}
        if {frozenset(images[atom] for atom in cells) for cells in pins} != pins:
            return None
        classes: dict[str, list[str]] = defaultdict(list)
        for name in self.piece:
            classes[name if labelled else self.first_alike[name]].append(name)
        left = dict.fromkeys(classes)
        found = {}
        for name in classes:
            goals = [*([name] if name in left else []), *(goal for goal in left if goal != name)]
            goal = next((each for each in goals if self._is_image(classes, (name, each), motion, images)), None)
            if goal is None:
                return None
            del left[goal]
            found[name] = goal
        return found

    def _is_image(
        self, classes: dict[str, list[str]], pair: tuple[str, str], motion: str, images: dict[Atom, Atom]
    ) -> bool:
        name, goal = pair
        if self._supply(classes[name]) != self._supply(classes[goal]):
            return False
        turned = {self.grid.normal(self.grid.turned(cells, motion))[1] for cells in self.forms[name]}
        if turned != self.forms[goal]:
            return False
        own = {frozenset(images[atom] for atom in cells) for cells in self.open_places(classes[name])}
        return own == self.open_places(classes[goal])

    def _supply(self, names: list[str]) -> tuple[int, int | None, int]:
        """Fewest and most copies of pieces that are alike, and how many are pinned."""
        pinned = Counter(name for name, _ in self.pins)
        fewest = sum(max(self.piece[name].copies[0], pinned[name]) for name in names)
        most = [self.piece[name].copies[1] for name in names]
        return fewest, None if None in most else sum(hi or 0 for hi in most), sum(pinned[name] for name in names)

    def open_places(self, names: list[str]) -> set[Cells]:
        """Where pieces that are alike may lie: as one of their pins, or meeting no pin; sentences about single placements kept."""
        own = {cells for name, cells in self.pins if name in names}
        taken = {atom for _, cells in self.pins for atom in cells}
        places = {cells for cells in self.places[names[0]] if cells in own or taken.isdisjoint(cells)}
        single = [each for each in self.puzzle.where if each.form == "each"]
        about = [each for each in single if not each.names or names[0] in each.names]
        barred = [each for each in self.puzzle.predicates if each.form == "each" and names[0] in each.names]
        return {
            cells
            for cells in places
            if all(self.holds(each, cells) for each in about) and not any(each.cell in cells for each in barred)
        }

    # Parts of a puzzle as puzzles.

    def member(self, names: Iterable[str]) -> Truth:
        """The member of a family that leaves these named cells open."""
        gone = {atom for name, atoms in self.puzzle.named if name in set(names) for atom in atoms}
        atoms = tuple(atom for atom in self.puzzle.atoms if atom not in gone)
        paint = tuple((atom, each) for atom, each in self.puzzle.paint if atom not in gone)
        return Truth(replace(self.puzzle, atoms=atoms, paint=paint, named=(), groups=(), excluded=(), size=""))

    def members(self) -> list[tuple[str, ...]]:
        """One name of each group, none of them excluded together."""
        every = product(*self.puzzle.groups)
        return [names for names in every if not any(set(each) <= set(names) for each in self.puzzle.excluded)]


def _least(cells: Cells, axis: int) -> int:
    return min(cells)[axis]


def _orbits(there: frozenset[Tiling], actions: list[dict[Tiling, Tiling]]) -> int:
    left, number = set(there), 0
    while left:
        number += 1
        reached = [left.pop()]
        while reached:
            tiling = reached.pop()
            for action in actions:
                if (image := action[tiling]) in left:
                    left.remove(image)
                    reached.append(image)
    return number
