"""What every kind of puzzle offers. A kind is a folder beside this file; the layers above add a file each for it.

Nothing outside such a folder and those files asks of what kind a puzzle is: it calls what stands here, or a function
made by `by_kind`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.arguments import check_flag
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import NotationError
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.picture import picture
from tilewright.puzzle.board import Board
from tilewright.puzzle.placement import Placement

if TYPE_CHECKING:
    from tilewright.puzzle.compiled import Compiled
    from tilewright.puzzle.direct_search import DirectSearch
    from tilewright.puzzle.fault import Fault
    from tilewright.puzzle.tiling import Tiling


@cache
def _file_of(module: str, name: str) -> ModuleType:
    """The file of this name in the folder of a module: looked up once, for a drawing asks for it each time."""
    return import_module(f"{module.rpartition('.')[0]}.{name}")


class Puzzle(ABC):
    """A board to be covered, what covers it, and by which rules. Kinds are frozen dataclasses.

    The class of a kind, in `puzzle.py` of its folder, knows what the puzzle is. What is done with it stands in files
    beside, imported when they are needed (`part`): `compile.py` with `compile_puzzle`, `check.py` with `rule_faults`,
    `drawing.py` with `draw` and `parse_drawing`.

    kind:  the name of the kind: its folder here, and its file in each layer above.
    title: what such a puzzle is called when it has no name.
    owner_word: what a placement is of: a piece, a clue.
    has_numbers: whether `draw_numbers` works.
    rules: the rules of a tiling in words, by the names that faults bear.
    name:  a title, no part of the puzzle's identity.

    >>> from tilewright import Puzzle, load
    >>> puzzle = load("FNPUV@5x5")
    >>> isinstance(puzzle, Puzzle), puzzle.kind, puzzle.lattice, puzzle.piece_names
    (True, 'packing', 'square', ('F', 'N', 'P', 'U', 'V'))
    """

    kind: ClassVar[str]
    title: ClassVar[str]
    owner_word: ClassVar[str]
    rules: ClassVar[dict[str, str]]
    has_numbers: ClassVar[bool] = False
    name: str

    def __getstate__(self) -> dict[str, Any]:
        """What a copy is made of: the fields, and nothing that was worked out from them."""
        return {name: getattr(self, name) for name in getattr(self, "__dataclass_fields__", ())}

    @property
    @abstractmethod
    def lattice(self) -> str:
        """The name of the lattice."""

    @property
    def grid(self) -> Lattice:
        """The lattice."""
        return lattice(self.lattice)

    if TYPE_CHECKING:  # a field of one kind and computed by another: a property here would be the field's default

        @property
        def board(self) -> Board:
            """What is to be covered."""

    @property
    @abstractmethod
    def digest(self) -> str:
        """A hash of everything that decides the answer."""

    @property
    @abstractmethod
    def piece_names(self) -> tuple[str, ...]:
        """The names that placements bear: of the pieces, or `row,column` of the clues."""

    @abstractmethod
    def copies_of(self, name: str) -> tuple[int, int]:
        """(fewest, most) placements that may bear a name in a tiling, as far as the rules and the area tell."""

    @property
    @abstractmethod
    def pinned_placements(self) -> tuple[Placement, ...]:
        """The placements that every tiling must contain."""

    def part(self, name: str) -> Any:
        """A file of the kind's folder, by its name."""
        return _file_of(type(self).__module__, name)

    def compile(self, labelled: bool = False, deadline: Deadline = NEVER) -> Compiled:
        """The exact cover whose solutions are the tilings; its symmetries are looked for by `with_symmetries`.

        labelled: whether pieces of equal shape are told apart.

        Raises LimitError with the estimate when it is too large, OutOfTimeError at the deadline.
        """
        check_flag("labelled", labelled)
        compiled: Compiled = self.part("compile").compile_puzzle(self, labelled, deadline)
        return compiled

    def rule_faults(self, placements: Sequence[Placement], partial: bool) -> list[Fault]:
        """Which rules of this kind placements break, beyond covering the board; sharing nothing with `compile`."""
        found: list[Fault] = self.part("check").rule_faults(self, placements, partial)
        return found

    @abstractmethod
    def with_placements(self, placements: Iterable[Placement]) -> Puzzle:
        """The puzzle with these placements pinned as well."""

    def with_every_kind(self) -> Puzzle:
        """The puzzle in which every kind of piece must be used at least once; NotationError for kinds without any choice."""
        raise NotationError(f"this {self.title} has no kinds of pieces to choose from: expected pieces in any number")

    @property
    def has_any_number(self) -> bool:
        """Whether there are several kinds of pieces to be used any number of times, so that tilings may lack variety."""
        return False

    @abstractmethod
    def placement(self, name: str, atoms: Iterable[Atom]) -> Placement:
        """The placement of a piece on these atoms. Whether the rules allow it is not asked."""

    def placed(self, name: str, atoms: Iterable[Atom], motion: str) -> Placement:
        """The same in a motion that was written down; it matters only where the atoms do not tell it."""
        return self.placement(name, atoms)

    def draw(self, tiling: Tiling) -> str:
        """A tiling of the puzzle, also a partial one, as text."""
        text: str = self.part("drawing").draw(self, tiling.placements)
        return text

    def drawings(self, tilings: Sequence[Tiling]) -> Iterable[str]:
        """Each of many tilings as text, as `draw` has it."""
        return map(self.draw, tilings)

    def parse_drawing(self, text: str) -> tuple[Placement, ...]:
        """The placements of such a text, of several drawings the first; NotationError quotes the line that is wrong."""
        found: tuple[Placement, ...] = self.part("drawing").parse_drawing(text, self)
        return found

    def labels(self) -> dict[str, str]:
        """The characters that stand for each piece in `draw`, by its name; none where lines are drawn instead."""
        return {}

    def draw_numbers(self, tiling: Tiling) -> str:
        """The tiling as numbers of candidates; NotationError for kinds of puzzles that number none."""
        raise NotationError(f"this {self.title} has no candidate numbers: expected a Shikaku")

    def draw_walls(self, tiling: Tiling) -> str:
        """The tiling as text with walls around what lies on the board. Raises NotationError for kinds that draw none."""
        raise NotationError(f"this {self.title} is not drawn with walls: expected pieces of squares, or a Shikaku")

    def drawing_note(self, tiling: Tiling) -> str:
        """What a reader of `draw` should know of how this tiling is drawn; usually nothing."""
        return ""

    def drawing_notes(self, tilings: Sequence[Tiling]) -> list[str]:
        """What a reader of the drawings of many tilings should know, each note once."""
        return [note for note in dict.fromkeys(map(self.drawing_note, tilings)) if note]

    @property
    def has_filling(self) -> bool:
        """Whether `filling` searches for anything."""
        return False

    def filling(self, deadline: Deadline = NEVER) -> tuple[Placement, ...]:
        """As many placements as can be met in a while, without a fault, where a tiling is out of reach; usually none."""
        return ()

    def direct_search(self) -> DirectSearch | None:
        """A search that needs no exact cover, or None where engines do everything."""
        return None

    def _repr_svg_(self) -> str:
        return picture("puzzle_svg", self)
