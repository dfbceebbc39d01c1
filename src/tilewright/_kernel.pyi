"""Tilewright's compiled core: exact cover search and counting."""

from collections.abc import Sequence
import enum
from typing import Annotated


class Cover:
    """
    An exact cover, checked; ValueError says in one line what is wrong with it.
    """

    def __init__(self, lo: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], hi: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], option_start: Annotated[memoryview, dict(dtype='int64', shape=(None,), order='C', device='cpu', writable=False)], option_items: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], adjacent_start: Annotated[memoryview, dict(dtype='int64', shape=(None,), order='C', device='cpu', writable=False)], adjacent_items: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], automorphisms: Sequence[tuple[Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)]]], colors: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def items(self) -> int: ...

    @property
    def options(self) -> int: ...

def find_invariant(cover: Cover, work: int = 2000000000) -> tuple[int, list[int]] | None:
    """
    (modulus, weights of the items) under which every option sums to zero and the demand does not; None when there
    is none, or when it would take more than about so many multiplications to tell.
    """

def read_options(text: bytes, names: Sequence[str], needed: Sequence[bool], most: int) -> tuple[Annotated[memoryview, dict(dtype='int64', shape=(None,))], Annotated[memoryview, dict(dtype='int32', shape=(None,))], int, int]:
    """
    (starts, items, lines, end) of the options before the text's end, or before the first line that is none.
    """

class OptionTable:
    """The options of a cover, found by what they cover."""

    def __init__(self, starts: Annotated[memoryview, dict(dtype='int64', shape=(None,), order='C', device='cpu', writable=False)], items: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def enter(self, options: int) -> bool:
        """Enters up to so many more of the options; true when all are."""

    def images(self, image_of_item: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], first: int, last: int) -> Annotated[memoryview, dict(dtype='int32', shape=(None,))]:
        """
        The options that these become when each item becomes its image, up to the first that becomes none.
        """

UNLIMITED: int = 2147483647

MOST_ENTRIES: int = 536870911

class SolutionChecker:
    """
    Tells what are solutions of a cover, by counting what is covered; shares nothing with a search.
    """

    def __init__(self, lo: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], hi: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], option_start: Annotated[memoryview, dict(dtype='int64', shape=(None,), order='C', device='cpu', writable=False)], option_items: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], colors: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def wrong(self, starts: Annotated[memoryview, dict(dtype='int64', shape=(None,), order='C', device='cpu', writable=False)], options: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)]) -> list[int]:
        """
        The numbers, ascending, of those that are not solutions: solution k takes options[starts[k]:starts[k + 1]].
        """

def common_length(starts: Annotated[memoryview, dict(dtype='int64', shape=(None,), order='C', device='cpu', writable=False)]) -> int:
    """
    The length of all solutions, k from starts[k] to starts[k + 1]; 0 where they differ, or there are none.
    """

def narrowed(numbers: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[memoryview, dict(dtype='uint16', shape=(None,))] | None:
    """The numbers in 16 bits; None where one is negative or beyond 65,535."""

class BoardAtoms:
    """The atoms of a board, ascending; item k is the k-th."""

    def __init__(self, dimension: int, width: int, numbers: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        numbers: `width` an atom: its cell's coordinates, `dimension` of them, and its slot if cells have several.
        """

    @property
    def extent(self) -> list[int]:
        """Cells that the board spans along each coordinate."""

    def order(self, axes: Sequence[int]) -> Annotated[memoryview, dict(dtype='int32', shape=(None,))]:
        """
        The items by the coordinates along these axes, the first of which counts most.
        """

    def adjacency(self, neighbours: Sequence[tuple[int, Sequence[int], int]]) -> tuple[Annotated[memoryview, dict(dtype='int64', shape=(None,))], Annotated[memoryview, dict(dtype='int32', shape=(None,))]]:
        """
        (starts, items): the neighbours of each item, ascending. neighbours: (slot, cell vector, slot there).
        """

class Placements:
    """All positions of shapes on a board, found in slices."""

    def __init__(self, board: BoardAtoms, shapes: Sequence[tuple[int, int, int, Sequence[int], Sequence[tuple[int, Sequence[int]]]]], pins: Sequence[tuple[int, int, Sequence[int]]] = [], paint: tuple[int, Sequence[int], Sequence[int]] | None = None) -> None:
        """
        shapes: (owner, its item or -1, motion, numbers of its atoms, rules of paint), a rule: (motion, the ground of
        each atom). pins: (owner, item, items of its atoms). paint: (number of paints, the paint of each atom or -1,
        for each ground and paint whether it is allowed). ValueError when something is out of range.
        """

    def run(self, steps: int) -> bool:
        """
        Looks at about so many more atoms where shapes could begin; true when all is done.
        """

    def take(self) -> tuple[Annotated[memoryview, dict(dtype='int64', shape=(None,))], Annotated[memoryview, dict(dtype='int32', shape=(None,))], Annotated[memoryview, dict(dtype='int32', shape=(None,))], Annotated[memoryview, dict(dtype='int32', shape=(None,))]]:
        """
        (starts, items, labels, pinned) of the positions found since the last call. All end to end: position k
        covers items[starts[k]:starts[k + 1]], ascending, and bears labels[k]; pinned: the positions that are pins.
        """

class RegionTest:
    """Which placements cut off a region that the pieces left cannot fill."""

    def __init__(self, near_start: Annotated[memoryview, dict(dtype='int64', shape=(None,), order='C', device='cpu', writable=False)], near: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], option_start: Annotated[memoryview, dict(dtype='int64', shape=(None,), order='C', device='cpu', writable=False)], option_items: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        near: the neighbors of each item. ValueError where the parts do not fit together.
        """

    def cut_off(self, state: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], options: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], group: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], totals: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)]) -> list[list[int]]:
        """
        Of each option the smallest such region beside it, or an empty list. state: of each item 0 (not free), 1 (may
        stay empty) or 2. group: of each option its row of totals, which says for each number of cells whether pieces
        left can cover so many.
        """

class SearchEngine(enum.Enum):
    """What searches: any cover, or the bit masks of a sweep."""

    GENERAL = 0

    SWEEP = 1

def sweep_refusal(cover: Cover) -> str:
    """Why the sweep cannot take the cover; empty if it can."""

class Plan:
    """What a search engine prepares for a cover; shared by its searches."""

    def __init__(self, cover: Cover, engine: SearchEngine, whole: bool = True, parts: float = -1.0, memory: int = -1, priority: Sequence[float] = []) -> None:
        """
        Of a sweep. whole: all of the tree is going to be searched, so that samples of a large one pay; parts: smallest
        domains are branched on until there are about so many nodes (negative: as samples advise); memory: bytes for
        the plan and each of its searches (negative: no bound), MemoryError where that is too little; priority:
        of the options that begin at one item those of the highest are tried first.
        """

    def search(self, chosen: Sequence[int] = [], after: int = -1) -> Search:
        """A search of what lies below the node that these choices lead to."""

    def expected_nodes(self, samples: int) -> float:
        """About how many nodes a search of everything has; negative: not known."""

    def uses(self, samples: int) -> list[float]:
        """
        How often each option leads to a node of that search, about; empty: not known.
        """

    def subproblems(self, wanted: int) -> list[list[int]]:
        """
        Paths of choices that together are the whole search, in order; at least so many, if there are.
        """

class Search:
    """A search, run in slices."""

    def run(self, max_nodes: int = -1, max_solutions: int = -1, collect: bool = True) -> tuple[bool, Annotated[memoryview, dict(dtype='int64', shape=(None,))], Annotated[memoryview, dict(dtype='int32', shape=(None,))]]:
        """
        Goes on; (exhausted, starts, options): solution k is options[starts[k]:starts[k + 1]], ascending.
        """

    @property
    def nodes(self) -> int: ...

    @property
    def solutions(self) -> int: ...

    @property
    def fraction(self) -> float: ...

class TeamState(enum.Enum):
    """Whether more solutions may come: only while it is RUNNING."""

    RUNNING = 0

    EXHAUSTED = 1

    ENDED = 2

class Team:
    """A search by several threads, which begins at once."""

    def __init__(self, plan: Plan, threads: int, collect: bool, max_nodes: int, max_solutions: int, buffer: int, begun: Search | None = None) -> None:
        """
        begun: a search of the plan to go on with where it stands, not to be used any more.
        """

    def wait(self, seconds: float, most: int) -> tuple[TeamState, Annotated[memoryview, dict(dtype='int64', shape=(None,))], Annotated[memoryview, dict(dtype='int32', shape=(None,))]]:
        """
        (state, starts, options) when about `most` solutions are there, or after so long.
        """

    def stop(self) -> None:
        """Ends the search; what it has found still comes."""

    @property
    def nodes(self) -> int: ...

    @property
    def solutions(self) -> int: ...

    @property
    def fraction(self) -> float: ...

    @property
    def cpu(self) -> list[float]:
        """CPU seconds of each thread so far."""

class RegionUse(enum.Enum):
    """What happens to a region of some area."""

    SKIP = 0

    REPORT = 1

    EXAMINE = 2

class RegionOutcome(enum.Enum):
    """
    What an examined region was: why it has no tiling, TILED, or still OPEN.
    """

    WEIGHT = 0

    UNPLACEABLE = 1

    UNCOVERED = 2

    MODULO2 = 3

    MODULO3 = 4

    SEARCH = 5

    TILED = 6

    OPEN = 7

class SilhouetteGraph:
    """Orbits of filled cells and their contacts, as compressed rows."""

    def __init__(self, times: Sequence[int], area: Sequence[int], stabiliser: Sequence[int], edges: tuple[Sequence[int], Sequence[int], Sequence[int]], overlaps: tuple[Sequence[int], Sequence[int]], roots: Sequence[int], rank: Sequence[int], subgroup: Sequence[int], reach: Sequence[Sequence[int]]) -> None: ...

    @property
    def order(self) -> int: ...

    @property
    def nodes(self) -> int: ...

class SilhouetteNews:
    """What happened since the last news; counters are totals."""

    @property
    def regions(self) -> list[list[int]]: ...

    @property
    def tiled(self) -> list[list[int]]: ...

    @property
    def open(self) -> list[list[int]]: ...

    @property
    def tilings(self) -> list[list[tuple[int, int, int]]]: ...

    @property
    def outcomes(self) -> list[tuple[RegionOutcome, int]]:
        """How many examined regions had each outcome."""

    @property
    def grown(self) -> int: ...

    @property
    def examined(self) -> int: ...

    @property
    def done(self) -> bool: ...

class SilhouetteSearch:
    """Grows regions and examines them on threads of its own until stopped."""

    def __init__(self, graph: SilhouetteGraph, cells: int, filled: tuple[Sequence[int], Sequence[int], Sequence[int]], pieces: Sequence[tuple[int, int, int, Sequence[int], Sequence[int], Sequence[int]]], weights: Sequence[tuple[Sequence[int], int, int]], symmetries: Sequence[Sequence[int]], parts: int, max_nodes: int) -> None: ...

    def grow(self, use: Sequence[RegionUse], threads: int, part: int = 0, parts: int = 1) -> None: ...

    def examine(self, regions: Sequence[Sequence[int]], threads: int) -> None: ...

    def news(self) -> SilhouetteNews:
        """MemoryError where a thread ran out of memory."""

    def stop(self) -> None: ...

class ShikakuJob:
    """A Shikaku search on a thread of its own."""

    def __init__(self, rows: int, columns: int, clues: Sequence[Sequence[int]], pinned: Sequence[Sequence[int]], most_divisions: int, max_nodes: int, most_candidates: int) -> None: ...

    def wait(self, seconds: float) -> bool: ...

    def stop(self) -> None: ...

    @property
    def nodes(self) -> int: ...

    @property
    def done(self) -> int: ...

    @property
    def total(self) -> int: ...

    @property
    def too_large(self) -> str: ...

    @property
    def finished(self) -> bool: ...

    @property
    def impossible(self) -> bool: ...

    @property
    def candidates(self) -> int: ...

    @property
    def components(self) -> int: ...

    @property
    def undecided(self) -> int: ...

    @property
    def counts(self) -> list[list[int]]: ...

    def divisions(self) -> Annotated[memoryview, dict(dtype='int32', shape=(None,))]:
        """
        Top, left, height and width of each rectangle, division by division. They are handed over, not copied: there may be
        gigabytes of them; a second call has none.
        """

class Outcome(enum.Enum):
    """How a slice of a count or of a graph ended."""

    RUNNING = 0

    EXHAUSTED = 1

    OUT_OF_MEMORY = 2

    SCRATCH_FAILED = 3

    INTERRUPTED = 4

def frontier_refusal(cover: Cover) -> str:
    """Why the cover's frontier is too wide, in one line, or nothing."""

class Frontier:
    """The number of a cover's solutions, by merging states; run in slices."""

    def __init__(self, cover: Cover, memory: int, symmetry: bool = True, prune: bool = True, reversed: bool = False, threads: int = 1, run_states: int = 800, modulus: int = 0, bounded: bool = False, scratch: str = '', checkpoint: str = '', label: str = '', checkpoint_seconds: float = 30.0, seconds: float = float('inf')) -> None: ...

    @property
    def value(self) -> bytes: ...

    @property
    def bound(self) -> float:
        """At least the number of solutions, where `bounded`."""

    @property
    def failure(self) -> str:
        """After SCRATCH_FAILED: what could not be read or written."""

    @property
    def on_disk(self) -> int: ...

    @property
    def number_bytes(self) -> int: ...

    @property
    def key_bytes(self) -> int: ...

    @property
    def cpu(self) -> list[float]:
        """CPU seconds of each thread so far."""

    @property
    def peak_states(self) -> int: ...

    @property
    def peak_memory(self) -> int: ...

    @property
    def memory_wanted(self) -> int: ...

    def run(self, work: int) -> Outcome:
        """Goes on for about so much work."""

    @property
    def states(self) -> int: ...

    @property
    def fraction(self) -> float: ...

    @property
    def memory(self) -> int: ...

class SolutionGraph:
    """All solutions of a cover as the paths of a graph; built in slices."""

    def __init__(self, cover: Cover, memory: int) -> None: ...

    def take(self) -> tuple[Annotated[memoryview, dict(dtype='int64', shape=(None,))], Annotated[memoryview, dict(dtype='int64', shape=(None,))], Annotated[memoryview, dict(dtype='int32', shape=(None,))]]: ...

    def run(self, work: int) -> Outcome:
        """Goes on for about so much work."""

    @property
    def states(self) -> int: ...

    @property
    def fraction(self) -> float: ...

    @property
    def memory(self) -> int: ...

class WallDrawing:
    """Tilings of squares as text with walls around every placement."""

    def __init__(self, rows: int, columns: int, cells: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], seam: bool, option_start: Annotated[memoryview, dict(dtype='int64', shape=(None,), order='C', device='cpu', writable=False)], option_items: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], owners: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], labels: bytes, width: int) -> None:
        """
        cells: the item of each cell or -1, row by row, with a margin of one all around. owners: of each option. labels:
        those of the owners end to end in Latin-1, `width` characters each. ValueError where they do not fit together.
        """

    def touches(self, options: Sequence[int]) -> bool:
        """
        Whether two placements of one owner, of several cells each, share an edge.
        """

    def draw(self, options: Sequence[int]) -> str:
        """The drawing of a solution."""

class FamilyCount:
    """The tilings of every member of a family of boards, counted together."""

    def __init__(self, cells: int, copies: Sequence[int], placements: Annotated[memoryview, dict(dtype='uint64', shape=(None,), order='C', device='cpu', writable=False)], pieces: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], choices: Annotated[memoryview, dict(dtype='uint64', shape=(None,), order='C', device='cpu', writable=False)], groups: Annotated[memoryview, dict(dtype='int32', shape=(None,), order='C', device='cpu', writable=False)], group_count: int, memory: int) -> None:
        """
        cells: at most 64. copies: of each piece, all used. placements, choices: masks of cells, of a piece and of a group each.
        ValueError for what does not fit the words of a state or has too many members.
        """

    def run(self, steps: int) -> bool:
        """
        Go on for about so many steps; true when all is counted. OverflowError beyond 64 bits.
        """

    @property
    def steps(self) -> int:
        """Steps done."""

    @property
    def fraction(self) -> float:
        """Part of the work done."""

    def counts(self) -> Annotated[memoryview, dict(dtype='uint64', shape=(None,))]:
        """
        Of every combination of one choice a group, the last group's running fastest.
        """

class Apart(enum.Enum):
    """Whether an assembly comes apart."""

    YES = 0

    STUCK = 1

    UNKNOWN = 2

class Least(enum.Enum):
    """
    What is least: the level alone, the numbers of moves in lexicographic order, or their sum.
    """

    LEVEL = 0

    LEVELS = 1

    MOVES = 2

class Disassembly:
    """How an assembly comes apart, or the positions in which it is stuck."""

    @property
    def apart(self) -> Apart: ...

    @property
    def levels(self) -> list[int]: ...

    @property
    def least(self) -> Least: ...

    @property
    def positions(self) -> int: ...

    @property
    def out_of_memory(self) -> bool: ...

    @property
    def stuck_pieces(self) -> int:
        """A bit for each piece."""

    @property
    def stuck_positions(self) -> list[list[int]]:
        """The places of the stuck pieces, one position after the other."""

    @property
    def separations(self) -> list[tuple[int, list[tuple[int, int, int]], int, int]]:
        """
        (pieces, moves, number of the moved part's separation, of the rest's) of each; a move is (pieces, number of the direction, steps or 0 for without end).
        """

class Mover:
    """Shapes of one lattice, and how far they move past one another."""

    def __init__(self, directions: Sequence[tuple[Sequence[int], int, Sequence[tuple[int, int, Sequence[int]]]]]) -> None: ...

    def add_shape(self, cells: Sequence[tuple[Sequence[int], int]]) -> int:
        """Return the number of the shape."""

    @property
    def table_bytes(self) -> int: ...

    def take_apart(self, assemblies: Sequence[Sequence[tuple[int, Sequence[int], int]]], least: Least, positions: int, bytes: int, seconds: float, threads: int) -> list[Disassembly]: ...

def levels_of_grids(size: Sequence[int], labels: bytes, least: int, positions: int) -> list[tuple[int, int, int]]:
    """
    Return (level, exits, positions visited) of each labeling of a box; the level is 0 where it does not come apart, or in fewer than the least number of moves.
    """
