"""Lattices: a few exact integer tables from which everything else is derived.

An **atom** is a tuple of integers: the coordinates of its cell, row before column, and, on lattices whose
cells have several atoms, the number of its slot last: `(row, column)` or `(row, column, slot)`. Adding a
vector with a last 0 translates it, so a shape can be moved without knowing its lattice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from operator import mul, neg

Atom = tuple[int, ...]
Vector = tuple[int, ...]
GroupRow = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class Motion:
    """An element of the point group; it maps (cell v, slot k) to (matrix·v + offsets[k], slots[k])."""

    name: str
    matrix: tuple[Vector, ...]
    slots: tuple[int, ...] = (0,)
    offsets: tuple[Vector, ...] = ()
    mirrored: bool = False


@dataclass(frozen=True)
class CellText:
    """The text of one cell of a tiling.

    Digits in `pattern` are labels, and `labels[k]` is the label of the atom in slot k. Labels from 10 on are written as
    letters, as in base 36.
    """

    pattern: str
    labels: tuple[int, ...]

    @cached_property
    def places(self) -> list[tuple[str, int | None]]:
        """Each character of the pattern, with its label or None."""
        return [(c, int(c, 36) if c.isalnum() else None) for c in self.pattern]


@dataclass(frozen=True)
class Size:
    """Boards named by a letter and a number: `atoms(n)` yields those of `<letter><n>`, from the top left.

    number: returns the number of atoms by a formula, so that boards that are too large are refused before they are
        built.
    """

    letter: str
    text: str
    atoms: Callable[[int], Iterator[Atom]]
    number: Callable[[int], int]


@dataclass(frozen=True, repr=False, eq=False)
class Lattice:
    """An infinite grid, defined by tables.

    name:       the name in files and on the command line.
    dimension:  the number of coordinates of a cell.
    letters:    one letter for each slot of a cell; "" if a cell is one atom.
    neighbours: for each slot, the (vector, slot) of the atoms that share an edge (in space: a face) with it.
    motions:    the point group, identity first, rotations before reflections.
    corners:    for each slot, the corners of its polygon in order, in units of 1/scale of lattice coordinates.
    scale:      corners are integers in units of 1/scale.
    basis:      the picture's (x, y) of one step along each coordinate; y grows downwards.
    blocks:     the slots that form one polyform cell: a half square is two atoms, on other lattices it is one.
    glyphs:     characters for the set of slots of a cell; the first is written, all are read.
    cell_texts: the texts for a cell of a tiling; the first that fits is used.
    groups_of:  computes `groups` from the motions; in space this takes time and is rarely needed.
    unit:       the number of atoms that count as one cell of area; 0 means all slots.
    default_motion: how pieces may move unless a puzzle says otherwise: "free", or in space "turn".
    pitch:      the number of characters of a cell in the drawing of a shape; `spots` gives the character of each slot.
    lean:       the number of characters by which a drawn row is shifted to the right of the row above it.
    sizes:      named boards other than rectangles, by letter and number.
    periods:    for a wrapped lattice, the number of cells after which each coordinate repeats, or 0.

    Lattices in space (`dimension` 3, the first coordinate is the layer, from the top) also have:

    layer: the flat lattice of one layer; `corners` are then those of the top face, and `basis` is the isometric view.
    faces: for each slot and each of its neighbours, the corners of the face between them, counterclockwise as seen from
           outside, in units of 1/scale of lattice coordinates.
    space: the (x, y, z) of one step along each coordinate; x to the right, y away, z up.
    ball:  the radius of the ball that represents a cell; 0 if a cell is drawn by its faces.

    >>> from tilewright.lattice import lattice
    >>> square = lattice("square")
    >>> square.dimension, len(square.motions), square.area(5)
    (2, 8, 5.0)
    """

    name: str
    dimension: int
    neighbours: tuple[tuple[tuple[Vector, int], ...], ...]
    motions: tuple[Motion, ...]
    corners: tuple[tuple[Vector, ...], ...]
    scale: int
    glyphs: tuple[tuple[frozenset[int], str], ...]
    cell_texts: tuple[CellText, ...]
    groups_of: Callable[[Sequence[Motion]], tuple[GroupRow, ...]]
    blocks: tuple[tuple[int, ...], ...] = ((0,),)
    letters: str = ""
    basis: tuple[tuple[float, float], ...] = ((0.0, 1.0), (1.0, 0.0))
    unit: int = 0
    default_motion: str = "free"
    pitch: int = 1
    spots: tuple[int, ...] = ()
    lean: int = 0
    sizes: tuple[Size, ...] = ()
    periods: Vector = ()
    layer: str = ""
    faces: tuple[tuple[tuple[Vector, ...], ...], ...] = ()
    space: tuple[tuple[float, float, float], ...] = ()
    ball: float = 0.0

    def __repr__(self) -> str:
        return f"lattice({self.name!r})"

    @property
    def plane(self) -> Lattice:
        """The lattice on which shapes turn and flip: the flat lattice of a wrapped one, otherwise the lattice itself."""
        return self

    @cached_property
    def groups(self) -> tuple[GroupRow, ...]:
        """The names of the symmetry groups that a region may have, each with the names of its motions.

        A name that occurs several times is one group in several positions, the first of them the usual one.
        """
        return self.groups_of(self.motions)

    @property
    def slot_count(self) -> int:
        """The number of atoms in a cell."""
        return len(self.neighbours)

    def area(self, atoms: int) -> float:
        """Return the area of so many atoms, in cells."""
        return atoms / (self.unit or self.slot_count)

    def split(self, atom: Atom) -> tuple[Vector, int]:
        """Return the cell vector and the slot of an atom."""
        return (atom[:-1], atom[-1]) if self.letters else (atom, 0)

    def join(self, cell: Vector, slot: int) -> Atom:
        """Return the atom of a slot of a cell."""
        return (*cell, slot) if self.letters else cell

    def atoms_of(self, cell: Vector) -> tuple[Atom, ...]:
        """Return all atoms of a cell.

        >>> from tilewright.lattice import lattice
        >>> lattice("triangular").atoms_of((2, 3))
        ((2, 3, 0), (2, 3, 1))
        """
        return tuple(self.join(cell, slot) for slot in range(self.slot_count))

    def shift(self, atoms: Iterable[Atom], vector: Vector) -> Iterator[Atom]:
        """Return the atoms translated by a cell vector."""
        if not any(vector):
            return iter(atoms)
        step = (*vector, 0) if self.letters else vector
        return (tuple(map(int.__add__, atom, step)) for atom in atoms)

    def adjacent(self, atom: Atom) -> Iterator[Atom]:
        """Yield the atoms that share an edge with this one."""
        cell, slot = self.split(atom)
        for vector, other in self.neighbours[slot]:
            yield self.join(tuple(map(int.__add__, cell, vector)), other)

    def apply(self, motion: Motion, atom: Atom) -> Atom:
        """Return the image of an atom under an element of the point group."""
        cell, slot = self.split(atom)
        # A list comprehension is faster here, in the innermost loop of loading a puzzle.
        image = tuple([sum(map(mul, row, cell)) for row in motion.matrix])
        if motion.offsets:
            image = tuple(map(int.__add__, image, motion.offsets[slot]))
        return self.join(image, motion.slots[slot])

    def origin(self, atoms: Iterable[Atom]) -> Vector:
        """Return the least coordinates of the atoms' bounding box."""
        return tuple(map(min, zip(*atoms, strict=True)))[: self.dimension]

    def corners_of(self, atoms: Collection[Atom]) -> tuple[Vector, ...]:
        """Return the translations from the atoms' normal position: one vector, unless a wrapped shape repeats."""
        return (self.origin(atoms),)

    def reduce(self, atoms: Iterable[Atom]) -> Iterable[Atom]:
        """Return the atoms in canonical form; on a wrapped lattice each atom has many equivalent coordinates."""
        return atoms

    def keeps(self, motion: Motion) -> bool:
        """Return whether a motion of the lattice maps boards to boards.

        A wrapped lattice preserves only some motions.
        """
        return True

    def translations(self, vector: Vector) -> Iterable[Vector]:
        """Return every vector that may move a region whose origin differs by `vector`."""
        return (vector,)

    def normalize(self, atoms: Iterable[Atom]) -> tuple[Atom, ...]:
        """Return the atoms in normal position: sorted, and moved so that their bounding box begins at 0.

        >>> from tilewright.lattice import lattice
        >>> lattice("square").normalize([(5, 4), (4, 4)])
        ((0, 0), (1, 0))
        """
        atoms = tuple(atoms)
        return tuple(sorted(self.shift(atoms, tuple(map(neg, self.origin(atoms))))))

    def image(self, motion: Motion, atoms: Iterable[Atom]) -> tuple[Atom, ...]:
        """Return the image of a shape under an element of the point group, in normal position."""
        return self.normalize(self.apply(motion, atom) for atom in atoms)

    def turns(self, atoms: Sequence[Atom]) -> tuple[Motion, ...]:
        """Return the motions by which a shape can be turned: rotations, and for a flat shape in space also reflections.

        Balls of a triangular layer can be turned by 60 degrees, which is not a symmetry of the packing as a whole.
        """
        if self.dimension == 3 and not self.letters and atoms and _is_flat(atoms):
            return self.motions
        return tuple(motion for motion in self.motions if not motion.mirrored)

    def motion(self, name: str) -> Motion:
        """Return the element of the point group called `name`. Raises KeyError if there is none."""
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Motion]:
        return {motion.name: motion for motion in self.motions}

    def polygon(self, atom: Atom) -> tuple[tuple[float, float], ...]:
        """Return the corners of an atom in the plane of the picture: (x, y), y downwards, one unit per cell."""
        return tuple(self.point(corner) for corner in self.corner_points(atom))

    def corner_points(self, atom: Atom) -> tuple[Vector, ...]:
        """Return the corners of an atom as exact integers, in units of 1/scale of lattice coordinates."""
        cell, slot = self.split(atom)
        return tuple(
            tuple(self.scale * v + d for v, d in zip(cell, corner, strict=True)) for corner in self.corners[slot]
        )

    def point(self, corner: Vector) -> tuple[float, float]:
        """Return the picture's (x, y) of a corner given in units of 1/scale of lattice coordinates."""
        x = sum(v * step[0] for v, step in zip(corner, self.basis, strict=True)) / self.scale
        y = sum(v * step[1] for v, step in zip(corner, self.basis, strict=True)) / self.scale
        return x, y

    def cell(self, atom: Atom) -> Vector:
        """Return the atom's cell as users see it: the atom itself if each atom is a cell, otherwise the cell vector."""
        return atom if self.unit == 1 else self.split(atom)[0]

    def components(self, atoms: Iterable[Atom]) -> list[tuple[Atom, ...]]:
        """Return the edge-connected components, sorted.

        >>> from tilewright.lattice import lattice
        >>> lattice("square").components([(0, 0), (0, 1), (1, 2)])
        [((0, 0), (0, 1)), ((1, 2),)]
        """
        left = dict.fromkeys(sorted(atoms))
        found = []
        while left:
            part = [next(iter(left))]
            del left[part[0]]
            for atom in part:
                for neighbour in self.adjacent(atom):
                    if neighbour in left:
                        del left[neighbour]
                        part.append(neighbour)
            found.append(tuple(sorted(part)))
        return found

    def is_connected(self, atoms: Iterable[Atom]) -> bool:
        """Return True if the atoms are edge-connected. The empty set is not."""
        return len(self.components(atoms)) == 1


def _is_flat(atoms: Sequence[Atom]) -> bool:
    """Return whether cells in space lie in one plane."""
    steps = [tuple(map(int.__sub__, atom, atoms[0])) for atom in atoms]
    first = next((step for step in steps if any(step)), None)
    normals = (_cross(first, step) for step in steps) if first else iter(())
    normal = next(filter(any, normals), None)
    return normal is None or all(sum(map(int.__mul__, normal, step)) == 0 for step in steps)


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@dataclass(frozen=True, repr=False, eq=False)
class Wrapped(Lattice):
    """A flat lattice modulo translations.

    flat: the lattice that is wrapped.
    """

    flat: Lattice | None = None

    @property
    def plane(self) -> Lattice:
        """The lattice that is wrapped."""
        return self.flat or self

    def reduce(self, atoms: Iterable[Atom]) -> Iterator[Atom]:
        """Yield the atoms with coordinates reduced modulo the periods."""
        rows, columns = self.periods
        for row, column, *slot in atoms:
            yield (row % rows if rows else row, column % columns, *slot)

    def shift(self, atoms: Iterable[Atom], vector: Vector) -> Iterator[Atom]:
        """Yield the atoms translated by a cell vector."""
        return self.reduce(super().shift(atoms, vector))

    def adjacent(self, atom: Atom) -> Iterator[Atom]:
        """Yield the other atoms that share an edge with this one, each once.

        With a short period, the same atom can occur twice, or an atom can be its own neighbor.
        """
        return (near for near in dict.fromkeys(self.reduce(super().adjacent(atom))) if near != atom)

    def origin(self, atoms: Iterable[Atom]) -> Vector:
        """Return the least coordinates of the atoms; 0 along a wrapped coordinate, which has no least value."""
        return tuple(0 if period else least for period, least in zip(self.periods, super().origin(atoms), strict=True))

    def corners_of(self, atoms: Collection[Atom]) -> tuple[Vector, ...]:
        """Return the cells from which the atoms have the same least coordinates.

        This is one cell, unless the shape repeats around the board.

        >>> from tilewright.lattice import lattice
        >>> lattice("square~6").corners_of([(2, 5), (2, 0), (3, 0)])
        ((2, 5),)
        """
        atoms = tuple(self.reduce(atoms))
        starts = [
            _starts({atom[axis] for atom in atoms}, period) if period else [least]
            for axis, (period, least) in enumerate(zip(self.periods, self.plane.origin(atoms), strict=True))
        ]
        views: dict[tuple[Atom, ...], list[Vector]] = {}
        for start in product(*starts):
            views.setdefault(self._seen_from(start, atoms), []).append(start)
        return tuple(views[min(views)])

    def _seen_from(self, start: Vector, atoms: Iterable[Atom]) -> tuple[Atom, ...]:
        return tuple(sorted(self.shift(atoms, tuple(-v for v in start))))

    def normalize(self, atoms: Iterable[Atom]) -> tuple[Atom, ...]:
        """Return the atoms in normal position, which is the same for all translations of a shape.

        A shape that overlaps itself loses atoms.

        >>> from tilewright.lattice import lattice
        >>> lattice("square~6").normalize([(2, 5), (2, 0), (3, 0)])
        ((0, 0), (0, 1), (1, 1))
        """
        atoms = tuple(dict.fromkeys(self.reduce(atoms)))
        return self._seen_from(self.corners_of(atoms)[0], atoms)

    def keeps(self, motion: Motion) -> bool:
        """Return whether the motion maps equivalent atoms to equivalent atoms, and so moves the whole board."""
        return all(
            (row[axis] * turn) % period == 0 if period else row[axis] == 0
            for axis, turn in enumerate(self.periods)
            if turn
            for row, period in zip(motion.matrix, self.periods, strict=True)
        )

    def translations(self, vector: Vector) -> Iterator[Vector]:
        """Return every vector that may move a region whose origin differs by `vector`."""
        return product(
            *(range(period) if period else (step,) for period, step in zip(self.periods, vector, strict=True))
        )


def _starts(places: Collection[int], period: int) -> Sequence[int]:
    """Return the possible starts of a shape that occupies these places of a ring: after its widest gaps."""
    taken = sorted(places)
    gaps = [(place - before - 1) % period for before, place in zip([taken[-1], *taken], taken, strict=False)]
    return [place for place, gap in zip(taken, gaps, strict=True) if gap == max(gaps)]
