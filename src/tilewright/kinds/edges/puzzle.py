"""An edge-matching puzzle: a board, tiles with labels on their edges, and a rule for the border."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.errors import TITLE, NotationError, check_instances, check_whole_tuples, check_word, printable, quote
from tilewright.exact_cover.limits import Deadline
from tilewright.kinds.edges.tiles import WORDS, Tile
from tilewright.lattice import Atom
from tilewright.puzzle.board import Board
from tilewright.puzzle.placement import Placement, digest
from tilewright.puzzle.puzzle import atoms_of_row
from tilewright.puzzle.supplied import MOST_TOLD, SuppliedPuzzle

if TYPE_CHECKING:
    from tilewright.kinds.edges.text import EdgesText
    from tilewright.puzzle.puzzle import Checkers, Compiled, Hints, Picture, Reasons
    from tilewright.puzzle.table import PlacementRow


FREE, UNIFORM = "free", "uniform"
MATCHES = ("same", "partner")


@dataclass(frozen=True, order=True)
class TilePin:
    """A tile that lies in every tiling: its name, the atom that it covers, and its motion.

    >>> from tilewright import EdgeMatching, TilePin, load
    >>> puzzle = load("macmahon2@2x3")
    >>> EdgeMatching(puzzle.board, puzzle.tiles, pinned=(TilePin("aabb", (0, 0), "90"),)).pinned_placements[0].id
    'aabb@0,0/90'
    """

    tile: str
    atom: Atom
    motion: str = "0"

    def __post_init__(self) -> None:
        check_whole_tuples("atom", (self.atom,), "a tuple of whole numbers, e.g. (0, 0)")


@dataclass(frozen=True)
class EdgeMatching(SuppliedPuzzle[Tile]):
    """Tiles that must fill a board so that the labels of touching edges match.

    board:  a board on the square, triangular or hexagonal lattice; each atom takes one tile.
    tiles:  tiles with different names, on the board's lattice.
    border: the label at the border: "free" for any, "uniform" for the same label all around, or that label.
    match:  "same" if a label matches itself, "partner" if `a` matches `A`.
    pinned: tiles with a fixed place, stored sorted and without duplicates.
    name:   a title, which is not part of the puzzle's identity.

    Raises NotationError for tiles that do not fit the board, equal names, an unknown word for the border, labels
    without a possible partner, more tiles than places, and pins that no tiling can have.

    >>> tiles = tuple(Tile(str(n), tuple(labels)) for n, labels in enumerate(["aabb", "abba", "aaab", "abbb"]))
    >>> puzzle = EdgeMatching(Board.of_size("2x2"), tiles, border="a")
    >>> puzzle.labels_used, puzzle.piece_names
    (('a', 'b'), ('0', '1', '2', '3'))
    """

    kind = "edges"
    text_format = "edge-list"
    is_drawn_as_text = False
    title = "edge-matching puzzle"
    owner_word = "tile"
    rules: ClassVar[dict[str, str]] = {
        "off-board": "every tile lies on the board",
        "overlap": "no place has two tiles",
        "uncovered": "every place has a tile",
        "name": "every placement bears the name of a tile",
        "shape": "every tile covers one place and lies as it may turn",
        "copies": "every tile is used as often as its copies allow",
        "edge": "labels of edges that meet match",
        "border": "edges at the border show what the border asks for",
        "pin": "pinned tiles lie where they are pinned",
    }

    board: Board
    tiles: tuple[Tile, ...]
    border: str = FREE
    match: str = "same"
    pinned: tuple[TilePin, ...] = ()
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", printable(self.name, TITLE))
        check_instances("board", (self.board,), Board, "a Board")
        check_instances("tiles", self.tiles, Tile, "tiles")
        check_instances("pinned", self.pinned, TilePin, "pins")
        check_word("match", self.match, MATCHES)
        object.__setattr__(self, "border", FREE if self.border == "anything" else self.border)
        self._check_tiles()
        self._check_labels()
        pins = {self._checked_pin(pin) for pin in self.pinned}
        object.__setattr__(self, "pinned", tuple(sorted(pins)))
        self._check_pins_compatible()

    def _check_tiles(self) -> None:
        if not self.tiles:
            raise NotationError("the puzzle has no tiles: expected at least one")
        if self.board.optional:
            raise NotationError("the board has cells that may stay empty: expected a tile for each cell")
        for tile in self.tiles:
            if tile.lattice != (plane := self.grid.plane).name:
                expected = f"expected {len(plane.neighbours[0])}, as the cells of the {plane.name} board have"
                raise NotationError(f"tile {quote(tile.name)} has {len(tile.labels)} edges: {expected}")
        grid, first = self.grid, self.board.atoms[0]
        if len({first, *grid.adjacent(first)}) <= len(grid.neighbours[grid.split(first)[1]]):
            what = "a board wrapped so that a cell meets itself, or another cell twice"
            raise NotationError(f"{what}: expected at least 3 cells around")
        self._check_names()

    def _check_labels(self) -> None:
        known = self.labels_used
        told = " ".join(known[:MOST_TOLD]) + " ..." * (len(known) > MOST_TOLD)
        if self.border not in (FREE, UNIFORM, *known):
            expected = f"expected a label of the tiles ({told}), or one of {', '.join(WORDS)}"
            raise NotationError(f"border {quote(self.border)}: {expected}")
        if self.match == "partner":
            for label in known:
                if not label.isalpha() or self.partner(label) == label or self.partner(self.partner(label)) != label:
                    raise NotationError(f"label {quote(label)} has no partner: expected letters, of which a matches A")

    def _checked_pin(self, pin: TilePin) -> TilePin:
        """Return the pin with the first of the motions that give its labels."""
        tile = self.tile(pin.tile)
        if pin.atom not in self._places:
            raise NotationError(f"pinned tile {quote(pin.tile)} lies at {pin.atom}, which is not on the board")
        form, there = tile.form(pin.motion), self.grid.split(pin.atom)[1]
        if form is None or form[0] != there:
            fitting = ", ".join(name for name, (slot, _) in tile.orientations if slot == there)
            expected = f"motion {quote(pin.motion)}: expected one of {fitting or 'none: it cannot lie there'}"
            raise NotationError(f"pinned tile {quote(pin.tile)} at {pin.atom}: {expected}")
        return replace(pin, motion=tile.motions[form])

    @property
    def lattice(self) -> str:
        return self.board.lattice

    @cached_property
    def labels_used(self) -> tuple[str, ...]:
        """The labels on the tiles, sorted."""
        return tuple(sorted({label for tile in self.tiles for label in tile.labels}))

    @cached_property
    def _places(self) -> frozenset[Atom]:
        return frozenset(self.board.atoms)

    @cached_property
    def digest(self) -> str:
        """A hash of everything that decides the answer, with the names of tiles and without the title."""
        tiles = [(t.name, t.labels, t.copies, sorted(form for _, form in t.orientations)) for t in self.tiles]
        pins = [(pin.tile, pin.atom, pin.motion) for pin in self.pinned]
        return digest("edges", self.lattice, self.board.atoms, tiles, self.border, self.match, pins)

    def partner(self, label: str) -> str:
        """Return the label that must stand on the other side of an edge.

        >>> EdgeMatching(Board.of_size("1x1"), (Tile("1", tuple("aBcD")),), match="partner").partner("B")
        'b'
        """
        return label.swapcase() if self.match == "partner" else label

    @property
    def supply(self) -> tuple[Tile, ...]:
        return self.tiles

    def tile(self, name: str) -> Tile:
        return self.named(name)

    @property
    def pinned_placements(self) -> tuple[Placement, ...]:
        return tuple(self.placed(pin.tile, (pin.atom,), pin.motion) for pin in self.pinned)

    def with_placements(self, placements: Iterable[Placement]) -> EdgeMatching:
        pins = tuple(TilePin(placed.piece, placed.atoms[0], placed.motion) for placed in placements)
        return replace(self, pinned=(*self.pinned, *pins))

    def with_every_kind(self) -> EdgeMatching:
        return replace(self, tiles=tuple(tile.used() for tile in self.tiles))

    def placement(self, name: str, atoms: Iterable[Atom]) -> Placement:
        """Return the tile on these atoms, in the first motion that fits there."""
        atoms = tuple(sorted(atoms))
        tile = self.by_name.get(name)
        slot = self.grid.split(atoms[0])[1] if atoms else 0
        fitting = (motion for motion, form in (tile.orientations if tile else ()) if form[0] == slot)
        return Placement(name, atoms, next(fitting, "0"), self.lattice)

    def read_row(self, row: PlacementRow) -> Placement:
        """Return the placement of a row, with the motion that its id names.

        Raises NotationError if the row lists other labels than the tile shows.
        """
        placed = self.placed(row.piece, atoms_of_row(self, row), row.id.rpartition("/")[2])
        if row.labels is not None and (shown := self.placement_row(placed)["labels"]) and row.labels != shown:
            labels = f"labels {quote(' '.join(row.labels))}: expected {quote(' '.join(shown))}, as the tile lies"
            raise NotationError(f"the placement {quote(row.id)} has {labels}")
        return placed

    def placed(self, name: str, atoms: Iterable[Atom], motion: str) -> Placement:
        """Return the tile on these atoms in a motion, or in the first motion that gives the same labels."""
        tile = self.by_name.get(name)
        form = tile.form(motion) if tile else None
        first = tile.motions[form] if tile and form else motion
        return Placement(name, tuple(sorted(atoms)), first, self.lattice)

    @property
    def filler(self) -> Callable[[Deadline], tuple[Placement, ...]]:
        from tilewright.kinds.edges.filling import fill

        return lambda deadline: fill(self, deadline=deadline)

    @property
    def text(self) -> EdgesText:
        from tilewright.kinds.edges.text import EdgesText

        return EdgesText(self)

    @classmethod
    def from_table(cls, data: object, text: str) -> EdgeMatching:
        from tilewright.kinds.edges.table import read_table

        return read_table(data, text)

    def to_table(self) -> dict[str, Any]:
        from tilewright.kinds.edges.table import to_table

        return to_table(self)

    def _compile(self, labelled: bool, deadline: Deadline) -> Compiled:
        from tilewright.kinds.edges.compile import compile_puzzle

        return compile_puzzle(self, labelled, deadline)

    @property
    def picture(self) -> Picture:
        from tilewright.kinds.edges.picture import EdgesPicture

        return EdgesPicture(self)

    @property
    def reasons(self) -> Reasons:
        from tilewright.kinds.edges.reasons import EdgesReasons

        return EdgesReasons(self)

    @property
    def hints(self) -> Hints:
        from tilewright.puzzle.puzzle import Hints

        return Hints(self)

    @property
    def checkers(self) -> Checkers:
        from tilewright.kinds.edges.check import EdgesCheckers

        return EdgesCheckers(self)

    def placement_row(self, placement: Placement) -> dict[str, Any]:
        form = self.tile(placement.piece).form(placement.motion)
        return {**super().placement_row(placement), "labels": list(form[1] if form else ())}

    def __str__(self) -> str:
        rules = f"border {self.border}" + (", a matches A" if self.match == "partner" else "")
        head = [self.name.strip() or self.title, str(self.board), rules]
        pins = "\n".join(f"pinned: {placed.id}" for placed in self.pinned_placements)
        return "\n\n".join(filter(None, [*head, pins, "\n".join(map(str, self.tiles))]))
