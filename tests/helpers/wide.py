"""Wide puzzles whose counts are known: transfer matrices in plain Python, nothing of the package's covers or engines.

Strips and rings of straight pieces, thin boards of small polyominoes, chains of colors, covers with multiplicities and
strips of edge-matching tiles. Sizes, copies, colors and tiles lie around the widths at which words and bytes end.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import comb

from tilewright.exact_cover.outcome import UpTo
from tilewright.exact_cover.problem import ExactCover
from tilewright.kinds import EdgeMatching, Packing
from tilewright.kinds.edges.tiles import Tile
from tilewright.pieces import Piece
from tilewright.puzzle import Board

Copies = tuple[int, int | None]
Straight = tuple[int, Copies]  # length, copies
Cell = tuple[int, int]
Shape = tuple[Cell, ...]  # of an orientation, its first cell by columns at 0, 0

UP_TO: tuple[UpTo, ...] = ("none", "none", "rotations", "symmetries")
TURNS: tuple[Callable[[int, int], Cell], ...] = (
    lambda r, c: (r, c),
    lambda r, c: (c, -r),
    lambda r, c: (-r, -c),
    lambda r, c: (-c, r),
)
EDGES_OF_WIDTHS = (31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257)


@dataclass(frozen=True)
class WideCase:
    """A puzzle or a cover, how it is counted, and the number."""

    name: str
    problem: Packing | EdgeMatching | ExactCover
    count: int
    up_to: UpTo = "none"
    labelled: bool = False


def wide_case(seed: int) -> WideCase:
    """The same case for the same seed."""
    rng = random.Random(seed)
    return rng.choice(MAKERS)(rng)


def _length(rng: random.Random) -> int:
    kind = rng.random()
    if kind < 0.45:
        return rng.randint(2, 40)
    if kind < 0.85:
        return rng.choice(EDGES_OF_WIDTHS) + rng.randint(-2, 12)
    return rng.randint(41, 300) if kind < 0.98 else rng.randint(500, 2000)


def _copies(rng: random.Random, most: int) -> Copies:
    """Bounds near a width where it matters, or near what fits."""
    near = [edge for edge in EDGES_OF_WIDTHS if edge <= most] or [most]
    a, b = (max(0, rng.choice((rng.choice(near), rng.randint(0, max(most, 1)))) + rng.randint(-1, 1)) for _ in "ab")
    lo, hi = min(a, b), max(a, b, 1)
    return rng.choice(((lo, hi), (lo, hi), (0, hi), (0, hi), (lo, None), (0, None), (hi, hi)))


def _within(number: int, copies: Copies) -> bool:
    return copies[0] <= number and (copies[1] is None or number <= copies[1])


# Strips and rings of straight pieces


def arrangements(length: int, pieces: Sequence[Straight]) -> int:
    """In how many ways pieces of these kinds stand in a row of this length."""
    rows = {(0, 0): 1}  # cells, tiles -> words over the kinds so far
    for size, copies in pieces:
        more: Counter[tuple[int, int]] = Counter()
        for (cells, tiles), number in rows.items():
            for k in range(
                copies[0], min((length - cells) // size, copies[1] if copies[1] is not None else length) + 1
            ):
                more[cells + k * size, tiles + k] += number * comb(tiles + k, k)
        rows = more
    return sum(number for (cells, _), number in rows.items() if cells == length)


def palindromes(length: int, pieces: Sequence[Straight]) -> int:
    """How many of them are the same read backwards: a half, perhaps a piece in the middle, and its image."""

    def halved(copies: Copies, middle: int) -> Copies | None:
        lo, hi = max(0, -(-(copies[0] - middle) // 2)), None if copies[1] is None else (copies[1] - middle) // 2
        return None if hi is not None and hi < lo else (lo, hi)

    def of_middle(place: int | None) -> int:
        rest = length - (pieces[place][0] if place is not None else 0)
        half = [(size, halved(copies, int(k == place))) for k, (size, copies) in enumerate(pieces)]
        if rest < 0 or rest % 2 or any(copies is None for _, copies in half):
            return 0
        return arrangements(rest // 2, [(size, copies) for size, copies in half if copies is not None])

    return sum(of_middle(place) for place in (None, *range(len(pieces))))


def _ring(length: int, pieces: Sequence[Straight]) -> int:
    """Around a ring: the piece over the first cell lies in as many ways as it has cells, the others stand in a row."""
    total = 0
    for place, (size, (lo, hi)) in enumerate(pieces):
        if hi != 0 and size <= length:
            fewer = (size, (max(lo - 1, 0), None if hi is None else hi - 1))
            total += size * arrangements(length - size, [*pieces[:place], fewer, *pieces[place + 1 :]])
    return total


def _merged(pieces: Sequence[Straight]) -> list[Straight]:
    """Pieces of one shape that nothing tells apart count as one of so many copies."""
    sizes: dict[int, Copies] = {}
    for size, (lo, hi) in pieces:
        before = sizes.get(size, (0, 0))
        sizes[size] = (before[0] + lo, None if hi is None or before[1] is None else before[1] + hi)
    return list(sizes.items())


def _straights(rng: random.Random, length: int) -> list[Straight]:
    most = 4 if length < 80 else 3 if length < 320 else 2
    pieces: list[Straight] = []
    for _ in range(rng.randint(1, most)):
        size = rng.choice((1, 1, 2, 2, 3, 4, rng.randint(1, max(1, length // 2))))
        pieces.append((size, _copies(rng, length // size)))
    if rng.random() < 0.5:  # something that leaves no hole
        pieces[0] = (pieces[0][0], (0, None))
    if length > 320:
        pieces = [(max(2, size, length // 300), copies) for size, copies in pieces]
    return pieces


def _packing(board: str, pieces: Iterable[tuple[Iterable[Cell], Copies]]) -> Packing:
    named = [Piece(f"P{k}", tuple(cells), copies=copies) for k, (cells, copies) in enumerate(pieces)]
    return Packing(Board.of_size(board), tuple(named))


def _row(size: int, copies: Copies) -> tuple[list[Cell], Copies]:
    return [(0, k) for k in range(size)], copies


def _strip(rng: random.Random) -> WideCase:
    length = _length(rng)
    pieces = _straights(rng, length)
    puzzle = _packing(f"1x{length}", (_row(*piece) for piece in pieces))
    labelled = rng.random() < 0.4
    up_to = rng.choice(UP_TO)
    told = pieces if labelled else _merged(pieces)
    number = arrangements(length, told)
    if up_to != "none":
        number = (number + palindromes(length, told)) // 2
    return WideCase(f"1x{length} {pieces} {up_to} {labelled}", puzzle, number, up_to, labelled)


def _ring_case(rng: random.Random) -> WideCase:
    length = 3 + _length(rng) % 137
    pieces = [(min(size, length - 1), copies) for size, copies in _straights(rng, length)]
    puzzle = _packing(f"1x{length}~", (_row(*piece) for piece in pieces))
    labelled = rng.random() < 0.4
    number = _ring(length, pieces if labelled else _merged(pieces))
    return WideCase(f"1x{length}~ {pieces} {labelled}", puzzle, number, labelled=labelled)


# Thin boards

SHAPES: tuple[Shape, ...] = (
    ((0, 0),),
    ((0, 0), (0, 1)),
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (0, 1), (1, 0)),
    ((0, 0), (0, 1), (1, 0), (1, 1)),
    ((0, 0), (0, 1), (0, 2), (1, 1)),
    ((0, 0), (0, 1), (1, 1), (1, 2)),
)


def _oriented(shape: Shape) -> set[Shape]:
    """All that turns and mirror images make of it, with the first cell by columns at 0, 0."""
    found = set()
    for turn in TURNS:
        for mirror in (1, -1):
            cells = [turn(r, mirror * c) for r, c in shape]
            column, row = min((c, r) for r, c in cells)
            found.add(tuple(sorted((r - row, c - column) for r, c in cells)))
    return found


def thin_count(rows: int, columns: int, holes: set[Cell], pieces: Sequence[tuple[Shape, Copies]]) -> int:
    """Tilings of a thin board, cell by cell down its columns; a state is what is covered ahead and how often each kind was used."""
    moves = []  # kind, bits ahead, rows above and below that it needs
    for kind, (shape, _) in enumerate(pieces):
        for cells in _oriented(shape):
            bits = sum(1 << (c * rows + r) for r, c in cells)
            moves.append((kind, bits, -min(r for r, _ in cells), max(r for r, _ in cells), max(c for _, c in cells)))
    states = {(0, (0,) * len(pieces)): 1}
    for at in range(rows * columns):
        row, column = at % rows, at // rows
        hole = (row, column) in holes
        ahead = sum(1 << k for k in range(1, 4 * rows) if ((at + k) % rows, (at + k) // rows) in holes)
        after: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (mask, used), number in states.items():
            if mask & 1 or hole:
                after[mask >> 1, used] += number
                continue
            for kind, bits, above, below, right in moves:
                if mask & bits or ahead & bits or row < above or row + below >= rows or column + right >= columns:
                    continue
                lo, hi = pieces[kind][1]
                if hi is not None and used[kind] == hi:
                    continue
                more = used[kind] + 1 if hi is not None else min(used[kind] + 1, lo)
                after[(mask | bits) >> 1, (*used[:kind], more, *used[kind + 1 :])] += number
        states = after
    return sum(
        number
        for (_, used), number in states.items()
        if all(n >= lo for n, (_, (lo, _)) in zip(used, pieces, strict=True))
    )


def _thin(rng: random.Random) -> WideCase:
    rows = rng.choice((2, 2, 2, 3))
    columns = rng.choice((rng.randint(2, 12), rng.randint(10, 36), rng.randint(30, 70)))
    shapes = rng.sample(SHAPES, rng.randint(1, 3))
    counted = rng.randrange(len(shapes))
    pieces: list[tuple[Shape, Copies]] = [(shape, (0, None)) for shape in shapes]
    pieces[counted] = (shapes[counted], _copies(rng, rows * columns // len(shapes[counted])))
    holes = {(rng.randrange(rows), rng.randrange(1, columns)) for _ in range(rng.choice((0, 0, 1, 2)))}
    cells = tuple((r, c) for r in range(rows) for c in range(columns) if (r, c) not in holes)
    named = [Piece(f"P{k}", shape, copies=copies) for k, (shape, copies) in enumerate(pieces)]
    number = thin_count(rows, columns, holes, pieces)
    return WideCase(f"{rows}x{columns}-{holes} {pieces}", Packing(Board(cells), tuple(named)), number)


# Covers


def _sums(rng: random.Random) -> WideCase:
    """Items covered many times, each by options of its own, which cover it several times: sums of subsets."""
    lo, hi, options, number = [], [], [], 1
    for item in range(rng.randint(1, 3)):
        times = [rng.choice((1, 1, 1, 2, 3, rng.randint(1, 70))) for _ in range(rng.choice((3, 8, 20, 66, 130, 260)))]
        bounds = _copies(rng, sum(times))
        most = bounds[1] if bounds[1] is not None else sum(times)
        if most == 1:
            times = [1] * len(times)
        sums = Counter({0: 1})
        for more in times:
            sums += Counter({total + more: ways for total, ways in sums.items()})
        number *= sum(ways for total, ways in sums.items() if bounds[0] <= total <= most)
        lo.append(bounds[0])
        hi.append(bounds[1])
        options += [(item,) * more for more in times]
    rng.shuffle(options)
    return WideCase(f"sums {lo} {hi} {len(options)}", ExactCover(lo, hi, options), number)


def _choices(rng: random.Random) -> WideCase:
    """Items covered once, each by one of several options, some of which draw on a supply with bounds."""
    items = rng.choice((rng.randint(1, 12), rng.choice(EDGES_OF_WIDTHS) + rng.randint(-1, 6)))
    plain, drawing = rng.randint(0, 2), rng.randint(1, 2)
    bounds = _copies(rng, items)
    flip = [(k,) for k in range(items) for _ in range(plain)] + [
        (k, items) for k in range(items) for _ in range(drawing)
    ]
    rng.shuffle(flip)
    number = sum(comb(items, k) * drawing**k * plain ** (items - k) for k in range(items + 1) if _within(k, bounds))
    cover = ExactCover([1] * items + [bounds[0]], [1] * items + [bounds[1]], flip)
    return WideCase(f"choices {items} {plain} {drawing} {bounds}", cover, number)


def _chain(rng: random.Random) -> WideCase:
    """Items in a row and a color between each two: walks through a graph of so many colors."""
    colors = rng.choice((2, 3, 7, 20, rng.choice((63, 64, 65, 127, 128, 129, 255, 256, 257, 300))))
    steps = rng.randint(2, 90) if colors < 8 else rng.randint(2, 4)
    arcs = [(rng.randrange(colors), rng.randrange(colors)) for _ in range(min(3 * colors, 600))]
    arcs = sorted(set(arcs))
    options, shown = [], []
    ways = [1] * colors
    for at in range(steps):
        ways = [sum(ways[a] for a, to in arcs if to == b) for b in range(colors)]
        for a, b in arcs:
            left, right = [(steps + at - 1, a + 1)] * (at > 0), [(steps + at, b + 1)] * (at < steps - 1)
            entries = [(at, 0), *left, *right]
            options.append(tuple(item for item, _ in entries))
            shown.append(tuple(color for _, color in entries))
    # Where no color stands at an end, options with different ones there are different all the same.
    cover = ExactCover.of(options, steps, steps - 1, shown)
    return WideCase(f"chain {steps} of {colors} colors", cover, sum(ways))


def _tiles(rng: random.Random) -> WideCase:
    """Square tiles in a row that match."""
    length = rng.choice((rng.randint(2, 12), rng.choice(EDGES_OF_WIDTHS[:9]) + rng.randint(-1, 8)))
    letters = [f"{k}" for k in range(rng.choice((1, 2, 3)))]
    words = [tuple(rng.choice(letters) for _ in range(4)) for _ in range(2)]
    turned = [{word[k:] + word[:k] for k in range(4)} for word in words]
    if words[0] in turned[1]:
        words, turned = words[:1], turned[:1]
    copies = [_copies(rng, length) for _ in words]
    if sum(lo for lo, _ in copies) > length or all(hi is not None for _, hi in copies):
        copies[0] = (0, None)
    if sum(lo for lo, _ in copies) > length:
        copies[-1] = (length // 2, None)
    rows: Counter[tuple[str, int]] = Counter({("", 0): 1})  # label on the right, tiles of the first kind
    for _ in range(length):
        more: Counter[tuple[str, int]] = Counter()
        for (label, used), number in rows.items():
            for kind, shown in enumerate(turned):
                for _, east, _, west in shown:
                    if label in ("", west):
                        more[east, used + (kind == 0)] += number
        rows = more
    good = [
        k for k in range(length + 1) if _within(k, copies[0]) and (len(words) == 1 or _within(length - k, copies[1]))
    ]
    tiles = tuple(Tile(f"T{k}", word, copies[k]) for k, word in enumerate(words))
    number = sum(ways for (_, used), ways in rows.items() if used in good)
    return WideCase(f"tiles 1x{length} {words} {copies}", EdgeMatching(Board.of_size(f"1x{length}"), tiles), number)


MAKERS: tuple[Callable[[random.Random], WideCase], ...] = (
    _strip,
    _strip,
    _ring_case,
    _thin,
    _sums,
    _choices,
    _chain,
    _tiles,
)
