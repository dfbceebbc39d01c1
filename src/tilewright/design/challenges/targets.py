"""Target shapes by name: families of convex regions, sizes, and boards from files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from tilewright.design.challenges.convex import CONVEX, FAMILIES, LATTICES, convex_boards
from tilewright.errors import NotationError, quote
from tilewright.formats import load
from tilewright.lattice import Atom, Lattice, Motion, lattice
from tilewright.lattice.symmetry import canonical_form
from tilewright.pieces import Piece
from tilewright.puzzle import Board
from tilewright.silhouettes.catalogues.named import catalogue_files, merged


@dataclass(frozen=True)
class TargetShape:
    """A region to fill under the name by which it is listed."""

    name: str
    board: Board


@dataclass(frozen=True)
class Targets:
    """What `--shapes` asks for: families of convex shapes, and single shapes."""

    families: frozenset[str]
    shapes: tuple[TargetShape, ...]

    def of_area(self, area: int, grid: Lattice, motions: Sequence[Motion]) -> list[TargetShape]:
        """Return the shapes of so many atoms, each once up to the motions."""
        found: dict[tuple[Atom, ...], TargetShape] = {}
        single = (shape for shape in self.shapes if len(shape.board.atoms) == area)
        for shape in chain(self._convex(area, grid, motions), single):
            found.setdefault(canonical_form(grid, shape.board.atoms, motions), shape)
        return list(found.values())

    def _convex(self, area: int, grid: Lattice, motions: Sequence[Motion]) -> Iterator[TargetShape]:
        wanted = [kind for family, kind in FAMILIES.items() if {family, CONVEX} & self.families]
        if wanted:
            for kind, boards in convex_boards(grid, area, motions, wanted).items():
                yield from _name_shapes(kind, boards)


def _name_shapes(kind: str, boards: Sequence[Board]) -> Iterator[TargetShape]:
    """Yield the shapes, named by kind and bounding box, and a letter where several would have one name."""
    names = [f"{kind} {'x'.join(map(str, board.extent))}" for board in boards]
    for place, (name, board) in enumerate(zip(names, boards, strict=True)):
        letter = chr(ord("a") + names[:place].count(name)) if names.count(name) > 1 else ""
        yield TargetShape(name + letter, board)


def parse_targets(texts: Sequence[str], pieces: Sequence[Piece]) -> Targets:
    """Parse families, sizes, built-in catalogues and files. Raises NotationError quoting what is none of them."""
    grid = lattice(pieces[0].lattice)
    families, shapes = set[str](), list[TargetShape]()
    for text in texts:
        if text in FAMILIES or text == CONVEX:
            if grid.name not in LATTICES:
                raise NotationError(
                    f"--shapes {text}: lattice {grid.name} has no families of convex shapes: expected sizes or files"
                )
            families.add(text)
        else:
            shapes += _single_shapes(text, grid)
    if not families and not shapes:
        raise NotationError("--shapes: expected at least one family, size or file")
    return Targets(frozenset(families), tuple(shapes))


def _single_shapes(text: str, grid: Lattice) -> list[TargetShape]:
    """Return the shapes of a size, of a catalogue of silhouettes, or of a puzzle file."""
    if files := catalogue_files(text):
        plain = [one for one in (entry.silhouette() for entry in merged(files)) if not one.mixed]
        return [
            _on_lattice(TargetShape(one.id, Board(one.whole_cells, lattice=one.lattice)), grid, text) for one in plain
        ]
    if Path(text).is_file():
        puzzle = load(text)
        shapes = [TargetShape(puzzle.name or Path(text).stem, puzzle.board)]
        return [_on_lattice(shape, grid, text) for shape in shapes]
    try:
        return [TargetShape(text, Board.of_size(text, grid.name))]
    except NotationError:
        raise NotationError(
            f"--shapes {quote(text)}: expected {', '.join(FAMILIES)}, {CONVEX}, a size such as 5x8, "
            "a built-in catalogue or a file of silhouettes or a puzzle"
        ) from None


def _on_lattice(shape: TargetShape, grid: Lattice, source: str) -> TargetShape:
    if shape.board.lattice != grid.name:
        raise NotationError(f"{source}: a shape of lattice {shape.board.lattice}: expected {grid.name}, as the pieces")
    return replace(shape, board=Board((*shape.board.atoms, *shape.board.optional), lattice=grid.name))
