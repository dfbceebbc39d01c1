"""Lattices: the infinite grids on which shapes lie. A lattice is one file, and its name in NAMES."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module

from tilewright.errors import NotationError, quote
from tilewright.lattice.lattice import Atom, Lattice, Motion, Vector
from tilewright.lattice.wrapped import periods_of, wrapped

__all__ = ["NAMES", "Atom", "Lattice", "Motion", "Vector", "lattice", "register_lattice"]

NAMES = ("square", "halfsquare", "triangular", "hexagonal", "cubic", "prism", "spheres")


def lattice(name: str) -> Lattice:
    """Return the lattice called `name`. Raises NotationError listing the names there are.

    Behind a `~` stands after how many columns, or rows and columns, a flat lattice begins again.

    >>> lattice("hexagonal").area(7)
    7.0
    >>> sorted(lattice("square~12").adjacent((0, 0)))
    [(-1, 0), (0, 1), (0, 11), (1, 0)]
    """
    if name in _registered:
        return _registered[name]
    flat, wrap, _ = name.partition("~")
    if wrap and flat in NAMES:
        return wrapped(lattice(flat), periods_of(name))
    if name not in NAMES:
        raise NotationError(f"unknown lattice {quote(name)}: expected one of {', '.join((*NAMES, *_registered))}")
    return _of_file(name)


_registered: dict[str, Lattice] = {}


def register_lattice(
    name: str,
    neighbors: Mapping[str, Sequence[tuple[int, int, str]]] | None = None,
    corners: Mapping[str, Sequence[tuple[float, float]]] | None = None,
    *,
    basis: tuple[tuple[float, float], tuple[float, float]] = ((0.0, 1.0), (1.0, 0.0)),
) -> Lattice:
    """Make a lattice known under a name, for boards, pieces and files of this program from then on.

    name:      of letters a to z.
    neighbors: for each cell of the block that repeats, which are called a, b, c, ..., the cells that share an edge with it:
               (rows, columns, cell), how many blocks down and right, and which cell of that block.
    corners:   for each cell its corners in order, (x, y) in the plane of the picture, y down. Without them pictures show
               blocks in strips, and pieces do not turn. With them the table of neighbors may be left out.
    basis:     the (x, y) of one step down a row, and of one step along a column.

    The same name may be registered again with the same tables. Raises NotationError for tables that contradict themselves
    or each other, and for the name of another lattice.

    >>> bricks = register_lattice("brick", {"a": [(0, 1, "a"), (0, -1, "a"), (1, 0, "a"), (-1, 0, "a"), (1, 1, "a"), (-1, -1, "a")]})
    >>> sorted(bricks.adjacent((0, 0)))[:2]
    [(-1, -1), (-1, 0)]
    """
    from tilewright.lattice.custom import make_lattice  # for lattices of one's own

    made = make_lattice(name, neighbors, corners, basis)
    there = lattice(name) if name in NAMES or name in _registered else None
    if there is not None and (there.neighbours, there.corners) != (made.neighbours, made.corners):
        raise NotationError(f"there is another lattice {quote(name)}: expected a new name")
    return _registered.setdefault(name, made)


@cache
def _of_file(name: str) -> Lattice:
    found: Lattice = import_module(f"tilewright.lattice.{name}").LATTICE
    return found
