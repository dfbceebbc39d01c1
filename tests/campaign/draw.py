"""Random puzzles of pieces and cells: a board is cut into pieces, so that most can be solved; then features are added to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from string import ascii_uppercase

from tests.campaign.puzzles import Atom, Copies, Packed, Predicate, Sentence, Shape
from tests.campaign.sentences import draw_sentence
from tests.campaign.truth_lattice import Grid
from tests.campaign.truth_lattice import grid as lattice_grid

LATTICES = ("square", "square", "square", "hexagonal", "triangular", "halfsquare", "cubic", "prism", "spheres", "plank")
WRAPPED = ("square", "square", "hexagonal", "triangular", "halfsquare")
PAINTS = ("red", "blue", "ochre")
# What features are added with which chance; each once at most.
CHANCES = {
    "copies": 0.3, "bounds": 0.3, "spare": 0.25, "motion": 0.35, "optional": 0.2, "pins": 0.2, "paint": 0.2, "where": 0.35,
    "predicates": 0.06, "partial": 0.2, "family": 0.12, "wrong": 0.15, "split": 0.1, "named": 0.1,
}  # fmt: skip
MOST_ATOMS = 13


Lying = list[tuple[str, tuple[Atom, ...]]]  # where the pieces lay when the board was cut
Step = Callable[[Random, Grid, Packed, Lying], Packed]


def draw_packed(rng: Random) -> Packed:
    """A puzzle of pieces with at least two features, usually more."""
    if rng.random() < CHANCES["named"]:
        return _with_features(rng, *_named(rng))
    board = _draw_board(rng)
    grid = lattice_grid(board.lattice, board.periods)
    parts = cut(rng, grid, board.atoms, split=rng.random() < CHANCES["split"])
    puzzle = replace(
        board, pieces=_pieces_of(rng, grid, parts), title=rng.choice(["", "", "two", "A title, with: signs"])
    )
    lying = [(piece.name, part) for piece, part in zip(puzzle.pieces, parts, strict=True)]
    puzzle, lying = _with_copies(rng, grid, puzzle, lying)
    if rng.random() < CHANCES["motion"]:
        puzzle = _with_motions(rng, grid, puzzle)
    return _with_features(rng, puzzle, lying)


def _with_features(rng: Random, puzzle: Packed, lying: Lying) -> Packed:
    """The puzzle with any of the features that are added one after the other; pieces of a set stay as they are."""
    steps: list[tuple[str, Step]] = [
        ("optional", _with_optional),
        ("paint", _with_paint),
        ("bounds", _with_bounds),
        ("spare", _with_spare),
        ("wrong", _with_wrong),
        ("pins", _with_pins),
        ("partial", _with_partial),
        ("family", _with_family),
        ("where", _with_where),
        ("predicates", _with_predicates),
    ]
    kept = ("paint", "bounds", "spare", "wrong", "family") if puzzle.pieces_text else ()
    grid = lattice_grid(puzzle.lattice, puzzle.periods)
    for name, step in steps:
        if name not in kept and rng.random() < CHANCES[name]:
            puzzle = step(rng, grid, puzzle, lying)
    return puzzle


# Pieces of sets, by their letters.

TETROMINOES = {
    "I": ((0, 0), (0, 1), (0, 2), (0, 3)),
    "J": ((0, 0), (1, 0), (1, 1), (1, 2)),
    "L": ((0, 2), (1, 0), (1, 1), (1, 2)),
    "O": ((0, 0), (0, 1), (1, 0), (1, 1)),
    "S": ((0, 1), (0, 2), (1, 0), (1, 1)),
    "T": ((0, 1), (1, 0), (1, 1), (1, 2)),
    "Z": ((0, 0), (0, 1), (1, 1), (1, 2)),
}
PENTOMINOES = {
    "F": ((0, 1), (0, 2), (1, 0), (1, 1), (2, 1)),
    "L": ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1)),
    "N": ((0, 1), (1, 1), (2, 0), (2, 1), (3, 0)),
    "P": ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1), (2, 1)),
    "U": ((0, 0), (0, 2), (1, 0), (1, 1), (1, 2)),
    "V": ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2)),
    "Y": ((0, 1), (1, 0), (1, 1), (2, 1), (3, 1)),
}
COPIES: dict[str, Copies] = {"": (1, 1), "*": (0, None), "+": (1, None), "?": (0, 1)}


def _named(rng: Random) -> tuple[Packed, Lying]:
    """Pieces of a set in the short notation, on a rectangle, a cylinder or a torus of a size that they may fill."""
    if rng.random() < 0.6:
        letters = "".join(sorted(rng.sample(sorted(TETROMINOES), rng.randint(1, 4))))
        sign = rng.choice(["*", "*", "", "?", "+"])
        every = rng.random() < 0.15 and sign == "*"
        shown = "tetrominoes" if every else f"tetrominoes:{letters}"
        text, names = f"{shown}{sign}", (sorted(TETROMINOES) if every else list(letters))
        pieces = [Shape(name, TETROMINOES[name], COPIES[sign], "turn") for name in names]
        sides = (
            {1: (2, 2), 2: (2, 4), 3: (3, 4), 4: (4, 4)}[len(letters)]
            if sign == ""
            else rng.choice([(2, 4), (3, 4), (2, 6)])
        )
    else:
        letters = "".join(sorted(rng.sample(sorted(PENTOMINOES), 3 if rng.random() < 0.7 else 2)))
        text = rng.choice([letters, f"pentominoes:{letters}"])
        pieces = [Shape(name, PENTOMINOES[name]) for name in letters]
        sides = (3, 5) if len(letters) == 3 else (2, 5)
    rows, columns = sides if rng.random() < 0.5 else sides[::-1]
    wrap = rng.choice(["", "", "", "columns", "both"])
    periods = (rows if wrap == "both" else 0, columns) if wrap else (0, 0)
    atoms = tuple(product(range(rows), range(columns)))
    return Packed(
        "square", atoms, tuple(pieces), wrap=wrap, periods=periods, size=f"{rows}x{columns}", pieces_text=text
    ), []


# Boards.


def _draw_board(rng: Random) -> Packed:
    wrap = rng.choice(["", "", "", "columns", "both"])
    lattice = rng.choice(WRAPPED if wrap else LATTICES)
    grid = lattice_grid(lattice)
    slots = max(1, len(grid.letters))
    if wrap:
        rows, columns = rng.choice(
            [(1, 4), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (1, 6), (4, 2), (3, 2), (2, 2), (2, 1)]
        )
        if rows * columns * slots > MOST_ATOMS + 3:
            rows, columns = rng.choice([(1, 2), (1, 3), (2, 2), (2, 3), (1, 4)])
            columns = min(columns, max(2, (MOST_ATOMS + 3) // (rows * slots)))
        atoms = _box(grid, (rows, columns))
        periods = (rows if wrap == "both" else 0, columns)
        return _without(rng, Packed(lattice, atoms, (), wrap=wrap, periods=periods, size=f"{rows}x{columns}"))
    if lattice != "plank" and rng.random() < 0.55:
        sides = [rng.randint(1, 4) for _ in range(grid.dimension - 1)] + [rng.randint(2, 6)]
        while _product(sides) * slots > MOST_ATOMS:
            place = rng.randrange(len(sides))
            sides[place] = max(1, sides[place] - 1)
        return _without(rng, Packed(lattice, _box(grid, sides), (), size="x".join(map(str, sides))))
    atoms = grown(rng, grid, {(0,) * (grid.dimension + bool(grid.letters))}, rng.randint(3, MOST_ATOMS))
    if rng.random() < 0.12 and len(atoms) < MOST_ATOMS - 2:  # a board in two parts
        far = (5,) * grid.dimension
        atoms |= set(grid.moved(grown(rng, grid, {(0,) * (grid.dimension + bool(grid.letters))}, 3), far))
    low = tuple(min(atom[axis] for atom in atoms) for axis in range(grid.dimension))
    return Packed(lattice, tuple(sorted(grid.moved(atoms, tuple(-v for v in low)))), ())


def _product(numbers: Iterable[int]) -> int:
    found = 1
    for number in numbers:
        found *= number
    return found


def _box(grid: Grid, sides: Sequence[int]) -> tuple[Atom, ...]:
    cells = product(*map(range, sides))
    slots = range(len(grid.letters))
    return tuple((*cell, slot) for cell in cells for slot in slots) if grid.letters else tuple(cells)


def _without(rng: Random, board: Packed) -> Packed:
    """The same board, sometimes with holes: cells that its size leaves out."""
    if rng.random() > 0.35 or len(board.atoms) < 5:
        return board
    grid = lattice_grid(board.lattice)
    holes = rng.sample(board.atoms, rng.randint(1, 2))
    named = [_cell_name(grid, atom) for atom in sorted(holes)]
    left = tuple(atom for atom in board.atoms if atom not in holes)
    low = tuple(min(atom[axis] for atom in left) for axis in range(grid.dimension))
    if any(low[axis] for axis in range(grid.dimension) if not (grid.dimension == 2 and board.periods[axis])):
        return board  # the cells would be numbered anew
    return replace(board, atoms=left, size=f"{board.size}-{','.join(named)}")


def _cell_name(grid: Grid, atom: Atom) -> str:
    place = "".join(f"{letter}{number}" for letter, number in zip("lrc"[-grid.dimension :], atom, strict=False))
    return place + (grid.letters[atom[-1]] if grid.letters else "")


@cache
def near(grid: Grid, atom: Atom) -> list[Atom]:
    """The cells that share an edge with one, on the board that is taken around."""
    cell = atom[: grid.dimension]
    found = set()
    for step in product((-1, 0, 1), repeat=grid.dimension):
        place = tuple(a + b for a, b in zip(cell, step, strict=True))
        for other in [(*place, slot) for slot in range(len(grid.letters))] if grid.letters else [place]:
            if other != atom and lattice_grid(grid.name).adjacent(atom, other):
                found.add(grid.reduce([other])[0])
    return sorted(found - {atom})


def grown(rng: Random, grid: Grid, region: set[Atom], size: int, within: Iterable[Atom] | None = None) -> set[Atom]:
    """A connected region of so many cells, or of fewer where there is no room."""
    region = set(region)
    allowed = None if within is None else set(within)
    while len(region) < size:
        edge = sorted({other for atom in region for other in near(grid, atom)} - region)
        edge = [atom for atom in edge if allowed is None or atom in allowed]
        if not edge:
            break
        region.add(rng.choice(edge))
    return region


# Pieces.


def cut(rng: Random, grid: Grid, atoms: Iterable[Atom], split: bool = False) -> list[tuple[Atom, ...]]:
    """The board in connected parts; with `split` one of them need not be connected."""
    left, parts = set(atoms), list[tuple[Atom, ...]]()
    if split:
        parts.append(tuple(sorted(rng.sample(sorted(left), min(len(left), rng.randint(2, 4))))))
        left -= set(parts[0])
    most = rng.choice([2, 3, 4, 5])
    while left:
        part = grown(rng, grid, {min(left)}, rng.randint(1 + (rng.random() < 0.8), most), left)
        parts.append(tuple(sorted(part)))
        left -= part
    return parts


def unrolled(grid: Grid, part: Iterable[Atom]) -> tuple[Atom, ...]:
    """A part of a board that begins again as a shape of the plane; what hangs together around the board does so there."""
    if not any(grid.periods):
        return tuple(part)
    left, plain = set(part), lattice_grid(grid.name)
    shape: list[Atom] = []
    while left:
        shape.append(min(left))
        left.discard(shape[-1])
        for atom in shape:
            for other in near(plain, atom):
                (here,) = grid.reduce([other])
                if here in left:
                    left.discard(here)
                    shape.append(other)
    return tuple(sorted(shape))


def _pieces_of(rng: Random, grid: Grid, parts: Sequence[tuple[Atom, ...]]) -> tuple[Shape, ...]:
    names = rng.choice(
        [list(ascii_uppercase), [f"P{number}" for number in range(1, 27)], list("LFXNabcdefghijklmnopqrstuv")]
    )
    colors = [None, None, "#c02040", "teal"]
    shapes = []
    for name, part in zip(names, parts, strict=False):
        atoms = unrolled(grid, part)
        motion = rng.choice(sorted(grid.motions))
        turned = tuple(sorted(lattice_grid(grid.name).turned(atoms, motion)))
        shapes.append(Shape(name, turned, color=rng.choice(colors)))
    return tuple(shapes)


def _with_motions(rng: Random, grid: Grid, puzzle: Packed) -> Packed:
    pieces = []
    for piece in puzzle.pieces:
        motion: str | tuple[str, ...] = rng.choice(["free", "turn", "turn", "fixed", "named"])
        if motion == "named" and grid.name != "plank":
            others = rng.sample(sorted(grid.motions), rng.randint(1, 3))
            motion = tuple(dict.fromkeys([grid.identity, *others] if rng.random() < 0.6 else others))
        pieces.append(replace(piece, motion="turn" if motion == "named" else motion))
    return replace(puzzle, pieces=tuple(pieces))


def _with_copies(
    rng: Random, grid: Grid, puzzle: Packed, lying: list[tuple[str, tuple[Atom, ...]]]
) -> tuple[Packed, list[tuple[str, tuple[Atom, ...]]]]:
    """Pieces of one shape as copies of one piece, or as twins."""
    if rng.random() > CHANCES["copies"]:
        return puzzle, lying
    first: dict[object, str] = {}
    becomes = {}
    for piece in puzzle.pieces:
        plain = lattice_grid(grid.name)
        key = min(sorted(plain.normal(plain.turned(piece.atoms, motion))[1]) for motion in plain.motions)
        becomes[piece.name] = first.setdefault(tuple(key), piece.name)
    lying = [(becomes[name], part) for name, part in lying]
    times = {name: sum(other == name for other, _ in lying) for name in first.values()}
    kept = [replace(piece, copies=(times[piece.name],) * 2) for piece in puzzle.pieces if piece.name in times]
    return replace(puzzle, pieces=tuple(kept)), lying


def _with_bounds(rng: Random, grid: Grid, puzzle: Packed, lying: Lying) -> Packed:
    pieces = list(puzzle.pieces)
    for number in rng.sample(range(len(pieces)), rng.randint(1, min(2, len(pieces)))):
        used = sum(name == pieces[number].name for name, _ in lying)
        low = rng.choice([0, 0, used, max(0, used - 1)])
        high = rng.choice([None, used + 1, used + 2, max(1, used)])
        pieces[number] = replace(pieces[number], copies=(low, high))
    return replace(puzzle, pieces=tuple(pieces))


def _with_spare(rng: Random, grid: Grid, puzzle: Packed, lying: Lying) -> Packed:
    """A piece more that need not lie there, sometimes the twin of another."""
    name = next(each for each in ("Y", "Z", "S1", "S2") if each not in {piece.name for piece in puzzle.pieces})
    if rng.random() < 0.5:
        atoms = rng.choice(puzzle.pieces).atoms
    else:
        start = (0,) * (grid.dimension + bool(grid.letters))
        atoms = tuple(sorted(grown(rng, lattice_grid(grid.name), {start}, rng.randint(1, 4))))
    motion = rng.choice(puzzle.pieces).motion
    return replace(puzzle, pieces=(*puzzle.pieces, Shape(name, atoms, rng.choice([(0, 1), (0, 2), (0, None)]), motion)))


def _with_wrong(rng: Random, grid: Grid, puzzle: Packed, lying: Lying) -> Packed:
    """One piece of another shape of the same size: often nothing fits any more."""
    number = rng.randrange(len(puzzle.pieces))
    piece = puzzle.pieces[number]
    start = (0,) * (grid.dimension + bool(grid.letters))
    atoms = tuple(sorted(grown(rng, lattice_grid(grid.name), {start}, len(piece.atoms))))
    changed = replace(piece, atoms=atoms, paints=())
    return replace(puzzle, pieces=(*puzzle.pieces[:number], changed, *puzzle.pieces[number + 1 :]))


# Boards with more to say.


def _with_optional(rng: Random, grid: Grid, puzzle: Packed, lying: Lying) -> Packed:
    """Cells of the board that may stay empty, or cells more that may be covered."""
    if rng.random() < 0.5 and not puzzle.wrap and not puzzle.size:
        beside = {other for atom in puzzle.atoms for other in near(grid, atom)} - set(puzzle.atoms)
        beside = {atom for atom in beside if min(atom[: grid.dimension]) >= 0}
        if beside:
            return replace(
                puzzle, optional=tuple(sorted(rng.sample(sorted(beside), min(len(beside), rng.randint(1, 3)))))
            )
    if len(puzzle.atoms) < 3:
        return puzzle
    chosen = set(rng.sample(puzzle.atoms, rng.randint(1, min(3, len(puzzle.atoms) - 1))))
    return replace(
        puzzle, atoms=tuple(a for a in puzzle.atoms if a not in chosen), optional=tuple(sorted(chosen)), size=""
    )


def _with_paint(rng: Random, grid: Grid, puzzle: Packed, lying: Lying) -> Packed:
    """Paint on some cells, and pieces some of whose cells may lie on some paint alone."""
    there = [*puzzle.atoms, *puzzle.optional]
    painted = sorted(rng.sample(there, rng.randint(1, len(there))))
    paint = tuple((atom, rng.choice(PAINTS)) for atom in painted)
    pieces = list(puzzle.pieces)
    for number in rng.sample(range(len(pieces)), rng.randint(1, len(pieces))):
        atoms = rng.sample(pieces[number].atoms, rng.randint(1, len(pieces[number].atoms)))
        rules = [(atom, tuple(sorted(rng.sample(PAINTS, rng.choice([1, 2, 2]))))) for atom in sorted(atoms)]
        pieces[number] = replace(pieces[number], paints=tuple(rules))
    return replace(puzzle, paint=paint if rng.random() < 0.9 else (), pieces=tuple(pieces))


def _with_pins(rng: Random, grid: Grid, puzzle: Packed, lying: Lying) -> Packed:
    return replace(puzzle, pins=tuple(_some(rng, puzzle, lying, 2)))


def _with_partial(rng: Random, grid: Grid, puzzle: Packed, lying: Lying) -> Packed:
    return replace(puzzle, partial=tuple(each for each in _some(rng, puzzle, lying, 2) if each not in puzzle.pins))


def _some(rng: Random, puzzle: Packed, lying: Lying, most: int) -> Lying:
    """Some of the placements that the board was cut into, with names that the pieces still have."""
    names = {piece.name for piece in puzzle.pieces}
    there = {*puzzle.atoms, *puzzle.optional}
    open_ = [(name, atoms) for name, atoms in lying if name in names and there.issuperset(atoms)]
    return rng.sample(open_, min(len(open_), rng.randint(1, most)))


def _with_family(rng: Random, grid: Grid, puzzle: Packed, lying: Lying) -> Packed:
    """Named cells, of which a member leaves one of each group open: where a piece lay that is taken away, and elsewhere."""
    fixed = {name for name, _ in (*puzzle.pins, *puzzle.partial)}
    single = {piece.name for piece in puzzle.pieces if piece.copies == (1, 1)} - fixed
    small = [
        (name, part) for name, part in lying if name in single and len(part) < 3 and set(part) <= set(puzzle.atoms)
    ]
    if not small or len(puzzle.pieces) < 2 or len(puzzle.atoms) < 6:  # no member has a board without cells
        return puzzle
    gone, part = rng.choice(small)
    pinned = {atom for _, pin in (*puzzle.pins, *puzzle.partial) for atom in pin}
    free = [atom for atom in puzzle.atoms if atom not in pinned and atom not in part]
    others = rng.sample(free, min(len(free), rng.randint(1, 5)))
    named, groups = [], []
    for number, atom in enumerate(part):
        mine = [atom, *others[number :: len(part)]]
        rng.shuffle(mine)
        groups.append(tuple(f"{'gh'[number]}{place}" for place in range(len(mine))))
        named += [(name, (each,)) for name, each in zip(groups[-1], mine, strict=True)]
    if rng.random() < 0.25 and len(free) > 2:  # a name may stand for several cells, and share some
        named.append(("WIDE", tuple(sorted(rng.sample(free, 2)))))
        groups[-1] = (*groups[-1], "WIDE")
    excluded = ((groups[0][0], groups[1][0]),) if len(groups) == 2 and rng.random() < 0.4 and len(groups[1]) > 1 else ()
    left = tuple(piece for piece in puzzle.pieces if piece.name != gone)
    lying[:] = [each for each in lying if each[0] != gone]
    return replace(puzzle, pieces=left, named=tuple(named), groups=tuple(groups), excluded=excluded, size="")


def _with_where(rng: Random, grid: Grid, puzzle: Packed, lying: Lying) -> Packed:
    sentences: list[Sentence] = [draw_sentence(rng, grid, puzzle) for _ in range(rng.choice([1, 1, 2, 3]))]
    return replace(puzzle, where=tuple({sentence.words: sentence for sentence in sentences}.values()))


def _with_predicates(rng: Random, grid: Grid, puzzle: Packed, lying: Lying) -> Packed:
    names = [piece.name for piece in puzzle.pieces]
    if rng.random() < 0.5 or len(names) < 2:
        return replace(puzzle, predicates=(Predicate("each", (rng.choice(names),), rng.choice(puzzle.atoms)),))
    return replace(puzzle, predicates=(Predicate("pair", tuple(rng.sample(names, 2)), axis=rng.randrange(2)),))
