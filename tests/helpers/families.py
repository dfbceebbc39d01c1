"""Random families of boards, and the tilings of each member from the rules alone, in the coordinates of the whole board.

Nothing here opens cells, moves boards or reads sentences: each sentence comes with what it means for a set of placements.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from tests.helpers.brute import Cells, Named, TooManyError
from tests.helpers.generate import random_region
from tests.helpers.orbits import PlainSymmetry
from tilewright.errors import NotationError
from tilewright.kinds import Packing
from tilewright.kinds.packing.family import Family
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import Atom, lattice
from tilewright.pieces import Piece
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board, Placement

Ways = dict[Atom, list[tuple[str, Cells]]]
Means = Callable[["MemberRules", Named], bool]
LATTICES = ("square", "square", "halfsquare", "triangular", "hexagonal", "cubic", "spheres")
WRAPPED = ("square", "halfsquare", "triangular", "hexagonal")
MOST = 300  # labelled tilings of a member


@dataclass(frozen=True)
class Sentence:
    """A constraint as a person states it, and what it means; `names` are the pieces it tells from others.

    needs: the cell that it names. function: (`each`, `pair`) where it is no sentence.
    """

    text: str
    means: Means
    names: tuple[str, ...] = ()
    needs: Cells = frozenset()
    function: tuple[Any, Any] = (None, None)


@dataclass(frozen=True)
class PosedFamily:
    """A family, and the sentences of its puzzle."""

    family: Family
    sentences: tuple[Sentence, ...]

    @cached_property
    def members(self) -> dict[tuple[str, ...], MemberRules]:
        known, whole = dict(self.family.names), MemberRules(self.family.puzzle)
        ways = tuple(
            (piece.name, cells)
            for piece in self.family.puzzle.pieces
            for cells in sorted({*whole.laid_anywhere(piece)}, key=sorted)
        )
        gone = {names: frozenset(a for name in names for a in known[name]) for names in self.family.members()}
        return {
            names: MemberRules(self.family.puzzle, False, without, self.sentences, ways)
            for names, without in gone.items()
        }


@dataclass(frozen=True)
class MemberRules(PlainSymmetry):
    """A member: the whole puzzle, the atoms that are gone from its board, and all ways to lay a piece on the whole board."""

    gone: Cells = frozenset()
    sentences: tuple[Sentence, ...] = ()
    ways: tuple[tuple[str, Cells], ...] = ()

    @cached_property
    def must(self) -> Cells:
        return frozenset(self.puzzle.board.atoms) - self.gone

    @cached_property
    def may(self) -> Cells:
        return frozenset(self.puzzle.board.optional) - self.gone

    @property
    def there(self) -> Cells:
        return self.must | self.may

    @property
    def is_contradictory(self) -> bool:
        """Whether a pin covers what is gone, or a sentence names a cell that is."""
        return any(self.gone & pin for pin in self.pins) or any(
            each.needs and not each.needs & self.there for each in self.sentences
        )

    @cached_property
    def labelled_tilings(self) -> frozenset[Named]:
        """The tilings, every name told apart. Raises TooManyError beyond MOST before the sentences."""
        pins = {(name, cells) for cells, name in self.pins.items()}
        found: set[Named] = set()
        laid = [way for way in self.ways if way[1] <= self.there]
        at = {atom: [way for way in laid if atom in way[1]] for atom in self.there}
        most = {piece.name: len(self.there) if (hi := piece.copies[1]) is None else hi for piece in self.puzzle.pieces}
        for tiling in self._fill(sorted(self.there), frozenset(), (), at, most):
            used = Counter(name for name, _ in tiling)
            if all(used[p.name] >= p.copies[0] for p in self.puzzle.pieces) and pins <= set(tiling):
                found.add(frozenset(tiling))
                if len(found) > MOST:
                    raise TooManyError
        return frozenset(each for each in found if all(one.means(self, each) for one in self.sentences))

    def laid_anywhere(self, piece: Piece) -> Iterator[Cells]:
        """Where a piece may lie on the member's board, by its shape and the paint."""
        paint = dict(self.puzzle.board.paint)
        for shape in self.turned(piece):
            for step in self.steps(next(iter(shape)), self.there):
                laid = self.laid(shape, step)
                fits = all(bears is None or atom not in paint or paint[atom] in bears for atom, bears in laid.items())
                if fits and len(laid) == len(shape) and self.there.issuperset(laid):
                    yield frozenset(laid)

    def _fill(
        self, left: list[Atom], taken: Cells, tiling: tuple[tuple[str, Cells], ...], at: Ways, most: dict[str, int]
    ) -> Iterator[tuple[tuple[str, Cells], ...]]:
        """`left` in order; what is taken is covered or stays empty. `most`: how many may be laid still of each piece."""
        left = [atom for atom in left if atom not in taken]
        if not left:
            yield tiling
            return
        if left[0] in self.may:
            yield from self._fill(left[1:], taken | {left[0]}, tiling, at, most)
        for name, cells in at[left[0]]:
            if most[name] and not cells & taken:
                fewer = {**most, name: most[name] - 1}
                yield from self._fill(left[1:], taken | cells, (*tiling, (name, cells)), at, fewer)

    @cached_property
    def told_apart(self) -> dict[str, str]:
        """For each piece the first of those that it cannot be told from, unless a constraint names it."""
        named = {name for each in self.sentences for name in each.names}
        named |= {name for each in self.sentences if any(each.function) for name in self.puzzle.piece_names}
        first: dict[object, str] = {}
        return {
            piece.name: piece.name if piece.name in named else first.setdefault(self.likeness(piece), piece.name)
            for piece in self.puzzle.pieces
        }

    @property
    def tilings(self) -> set[Named]:
        """The tilings with the names of pieces forgotten that cannot be told apart."""
        return {frozenset((self.told_apart[name], cells) for name, cells in each) for each in self.labelled_tilings}

    # What sentences speak of, by the lattice's tables alone.

    def beside(self, atom: Atom) -> set[Atom]:
        cell, slot = self.flat.split(atom)
        near = (self.flat.join(tuple(map(int.__add__, cell, way)), other) for way, other in self.flat.neighbours[slot])
        return {self.rolled(each, (0,) * len(self.periods)) for each in near} - {atom}

    def at_border(self, cells: Cells) -> bool:
        return any(not self.beside(atom) <= self.there for atom in cells)

    def corner_points(self, atom: Atom) -> set[tuple[int, ...]]:
        cell, slot = self.flat.split(atom)
        if self.flat.dimension == 3:
            return {tuple(v + (n >> axis & 1) for axis, v in enumerate(cell)) for n in range(8)}
        scale = self.flat.scale
        sides = [scale * period for period in self.periods]
        points = ([scale * v + d for v, d in zip(cell, corner, strict=True)] for corner in self.flat.corners[slot])
        return {tuple(v % side if side else v for v, side in zip(point, sides, strict=True)) for point in points}

    def are_related(self, relation: str, a: Cells, b: Cells) -> bool:
        if relation == "adjacent" or self.flat.ball:
            return any(self.beside(atom) & b for atom in a)
        return any(self.corner_points(p) & self.corner_points(q) for p in a for q in b)

    def kind(self, name: str) -> object:
        """The same for pieces of equal shape, whatever their paint."""
        piece = self.puzzle.piece(name)
        return frozenset(self.everywhere(dict.fromkeys(way)) for way in filter(self.is_whole, self.turned(piece)))


def random_family(seed: int) -> PosedFamily:
    """A family with a few members, which mostly have tilings."""
    rng = random.Random(seed)
    while True:
        try:
            posed = _posed(rng)
            rules = posed.members.values()
        except NotationError as error:
            if any(each in str(error) for each in ("overlaps itself", "has no members", "has no pieces")):
                continue
            raise
        with_tilings = 0
        try:
            for each in rules:
                with_tilings += not each.is_contradictory and bool(each.there) and bool(each.labelled_tilings)
        except TooManyError:
            continue
        if with_tilings or rng.random() < 0.1:
            return posed


def _posed(rng: random.Random) -> PosedFamily:
    plain = rng.random() < 0.4  # as one sweep takes them
    board = _board(rng, plain)
    names, groups = _groups(rng, board, plain or rng.random() < 0.3)
    gone = {atom for group in groups for atom in dict(names)[rng.choice(group)]}
    pieces = _pieces(rng, board, gone, plain or rng.random() < 0.4)
    if rng.random() < 0.3:
        board, pieces = _painted(rng, board, pieces)
    puzzle = Packing(board, pieces, name=rng.choice(["", "a family"]))
    if not plain and rng.random() < 0.3:
        puzzle = _with_pin(rng, puzzle)
    sentences = tuple(_sentence(rng, puzzle) for _ in range(0 if plain else rng.choice([0, 1, 1, 2])))
    texts = [each.text for each in sentences if not any(each.function)]
    puzzle = puzzle.where(*texts)
    for each in sentences:
        if any(each.function):
            puzzle = puzzle.where(each=each.function[0], pair=each.function[1])
    return PosedFamily(Family(puzzle, names, groups, _excluded(rng, groups)), sentences)


def _board(rng: random.Random, plain: bool) -> Board:
    if rng.random() < 0.25:
        name = rng.choice(WRAPPED)
        most = 4 if lattice(name).slot_count == 1 else 2
        size = f"{rng.randint(1, most)}x{rng.randint(2, most + 1)}{rng.choice(['~', '~~'])}"
        board = Board.of_size(size, name)
    else:
        name = rng.choice(LATTICES)
        grid = lattice(name)
        if rng.random() < 0.4 and grid.dimension == 2:
            far = 5 if grid.slot_count == 1 else 2
            board = Board.of_size(f"{rng.randint(1, 3)}x{rng.randint(2, far)}", name)
        else:
            board = Board(tuple(random_region(rng, name, rng.randint(4, 11))), lattice=name)
    if not plain and rng.random() < 0.4:
        optional = rng.sample(board.atoms, rng.randint(1, min(3, len(board.atoms) - 1)))
        board = Board(tuple(atom for atom in board.atoms if atom not in optional), tuple(optional), board.lattice)
    return board


STYLES = (
    ("a", "b", "c", "d", "A", "B", "C", "D", "e", "E"),
    ("1", "2", "3", "4", "10", "12", "21", "30", "31", "0"),
    ("JAN", "FEB", "Mar", "mar", "SUN DAY", "SUN", "DAY", "x y", "MON", "TUE"),
)
Groups = tuple[tuple[str, ...], ...]
Names = tuple[tuple[str, tuple[Atom, ...]], ...]


def _groups(rng: random.Random, board: Board, apart: bool) -> tuple[Names, Groups]:
    """Names of one cell or several, of which those of other groups may have some too."""
    words = list(rng.choice(STYLES))
    rng.shuffle(words)
    sizes = rng.choice([[3], [4], [5], [2, 2], [3, 2], [2, 3], [2, 2, 2], [1, 3], [1]])
    every = [*board.atoms, *board.optional] if rng.random() < 0.3 else [*board.atoms]
    edge = [atom for atom in every if atom[0] == 0 or atom[1] == 0]
    names, groups, taken = [], [], set[Atom]()
    for size in sizes:
        own, group = set[Atom](), []
        for _ in range(size):
            free = [atom for atom in every if atom not in taken] if apart else every
            free = [atom for atom in free if atom in edge] if rng.random() < 0.3 else free
            if not free:
                continue
            atoms = rng.sample(free, min(len(free), rng.choice([1, 1, 1, 2, 3])))
            if rng.random() < 0.2:  # a whole row or column of the board's edge, so that the board begins elsewhere
                axis = rng.randrange(lattice(board.lattice).dimension)
                atoms = [atom for atom in free if atom[axis] == 0] or atoms
            group.append(words.pop())
            names.append((group[-1], tuple(sorted(atoms))))
            own.update(atoms)
        taken |= own
        if group:
            groups.append(tuple(group))
    return tuple(names), tuple(groups)


def _excluded(rng: random.Random, groups: Groups) -> Groups:
    if rng.random() < 0.75:
        return ()
    return tuple(
        tuple(rng.choice(group) for group in rng.sample(groups, rng.randint(1, len(groups))))
        for _ in range(rng.randint(1, 2))
    )


def _pieces(rng: random.Random, board: Board, gone: set[Atom], fixed: bool) -> tuple[Piece, ...]:
    """Pieces that fill a member, as they were cut from it, or any; with some that need not be used."""
    if rng.random() < 0.8:
        shapes = list(_cut(rng, board, gone))
    else:
        plane = board.grid.plane
        shapes = [rng.choice(polyforms(plane.name, rng.randint(1, 3))) for _ in range(rng.randint(1, 3))]
    grid = board.grid.plane
    pieces: list[Piece] = []
    motion = rng.choice(["free", "free", "turn", "fixed"])
    number = Counter(min(grid.image(m, shape) for m in grid.motions) if motion == "free" else shape for shape in shapes)
    for letter, (shape, copies) in zip("ABCDEFGHIJKL", number.items(), strict=False):
        if copies > 1 and rng.random() < 0.3:  # twins in place of copies
            pieces += [Piece(f"{letter}{n}", shape, grid.name, (1, 1), motion) for n in range(copies)]
            continue
        bounds = (copies, copies) if fixed else rng.choice([(0, None), (0, copies), (1, None), (copies, copies + 1)])
        pieces.append(Piece(letter, shape, grid.name, bounds, motion))
    if not fixed and rng.random() < 0.5:
        pieces.append(Piece("Z", rng.choice(polyforms(grid.name, rng.randint(1, 2))), grid.name, (0, None), "free"))
    return tuple(pieces)


def _cut(rng: random.Random, board: Board, gone: set[Atom]) -> Iterator[tuple[Atom, ...]]:
    """Cut what is left of the board into shapes of the plane."""
    grid = board.grid
    left = {*board.atoms, *(atom for atom in board.optional if rng.random() < 0.5)} - gone
    while left:
        start = rng.choice(sorted(left))
        shape, size = [start], rng.randint(1, 4)
        left.discard(start)
        for _ in range(size - 1):
            around = sorted({near for atom in shape for near in grid.plane.adjacent(atom)} - {*shape})
            free = [near for near in around if next(iter(grid.reduce([near]))) in left]
            if not free:
                break
            shape.append(rng.choice(free))
            left.discard(next(iter(grid.reduce(shape[-1:]))))
        yield grid.plane.normalize(shape)


def _painted(rng: random.Random, board: Board, pieces: tuple[Piece, ...]) -> tuple[Board, tuple[Piece, ...]]:
    every = [*board.atoms, *board.optional]
    paint = [(atom, rng.choice(["red", "blue"])) for atom in rng.sample(every, rng.randint(1, len(every)))]
    made = []
    for piece in pieces:
        some = rng.sample(piece.atoms, rng.randint(0, len(piece.atoms)))
        may = tuple((atom, tuple(rng.choice([["red"], ["red", "blue"], ["blue"], []]))) for atom in some)
        made.append(replace(piece, allowed_paints=may) if rng.random() < 0.5 else piece)
    return replace(board, paint=tuple(paint)), tuple(made)


def _with_pin(rng: random.Random, puzzle: Packing) -> Packing:
    rules = MemberRules(puzzle)
    places = [(piece.name, cells) for piece in puzzle.pieces for cells in {*rules.laid_anywhere(piece)}]
    if not places:
        return puzzle
    name, cells = rng.choice(sorted(places, key=lambda place: (place[0], sorted(place[1]))))
    return puzzle.with_pins((Pin(name, tuple(cells)),))


def _sentence(rng: random.Random, puzzle: Packing) -> Sentence:
    """A sentence of any form that the grammar has, or a function, with what it means."""
    names = list(puzzle.piece_names)
    made = rng.choice([_of_each, _counted, _counted, _of_two, _of_two, _without, _function])
    return made(rng, puzzle, names)


def _some(rng: random.Random, names: list[str], most: int = 2) -> tuple[str, tuple[str, ...]]:
    """(as a sentence says them, the names): some pieces, or all."""
    if rng.random() < 0.25:
        return rng.choice(["pieces", "every piece", "all pieces"]), ()
    some = rng.sample(names, min(len(names), rng.randint(1, most)))
    return rng.choice([", ", " and "]).join(some), tuple(some)


def _property(rng: random.Random, puzzle: Packing) -> tuple[str, Callable[[MemberRules, Cells], bool], Cells]:
    """(verb, whether it is true of a placement, the atoms of the cell it names)."""
    if rng.random() < 0.5:
        return "touch the border", MemberRules.at_border, frozenset()
    grid, board = puzzle.grid, puzzle.board
    atom = rng.choice([*board.atoms, *board.optional])
    cell, slot = grid.split(atom)
    named = "".join(f"{letter}{v}" for letter, v in zip("lrc"[-len(cell) :], cell, strict=True))
    wanted = frozenset(grid.atoms_of(cell))
    if grid.letters and rng.random() < 0.5:
        named, wanted = f"{named}{grid.letters[slot]}", frozenset({atom})
    return f"cover {named}", lambda _, cells: bool(cells & wanted), wanted


def _of_each(rng: random.Random, puzzle: Packing, names: list[str]) -> Sentence:
    said, some = _some(rng, names)
    verb, is_true, needs = _property(rng, puzzle)
    about = some or tuple(names)
    if rng.random() < 0.5:
        text = f"{said} do not {verb}" if rng.random() < 0.7 or some else f"no piece {verb}"
        return Sentence(text, lambda m, t: not any(n in about and is_true(m, c) for n, c in t), some, needs)
    if needs:  # the cell is covered by one of them
        said, some = ", ".join(some or names[:1]), some or tuple(names[:1])
        return Sentence(
            f"{said} cover {verb.split()[1]}", lambda m, t: any(n in some and is_true(m, c) for n, c in t), some, needs
        )
    return Sentence(f"{said} {verb}", lambda m, t: all(is_true(m, c) for n, c in t if n in about), some)


def _counted(rng: random.Random, puzzle: Packing, names: list[str]) -> Sentence:
    said, some = _some(rng, names)
    bound, number = rng.choice(["at most", "at least", "exactly"]), rng.randint(0, 3)
    verb, is_true, needs = _property(rng, puzzle)
    plain, negated = rng.random() < 0.4, rng.random() < 0.3
    if plain:
        needs = frozenset()
    by_kind = rng.random() < 0.3
    if by_kind:
        said, some = rng.choice(["a kind", "each kind"]), ()
    about = some or tuple(names)

    def is_counted(rules: MemberRules, cells: Cells) -> bool:
        return plain or is_true(rules, cells) != negated

    def means(rules: MemberRules, tiling: Named) -> bool:
        kinds = {name: rules.kind(name) if by_kind else 0 for name in about}
        found = Counter(kinds[name] for name, cells in tiling if name in about and is_counted(rules, cells))
        every = [found[kind] for kind in set(kinds.values())]
        return all(
            n <= number if bound == "at most" else n >= number if bound == "at least" else n == number for n in every
        )

    of = " of" if by_kind or rng.random() < 0.5 else ""
    tail = "" if plain else f" do not {verb}" if negated else f" {verb}"
    return Sentence(f"{bound} {number}{of} {said}{tail}", means, some, needs)


def _of_two(rng: random.Random, puzzle: Packing, names: list[str]) -> Sentence:
    relation = rng.choice(["adjacent", "meet"])
    if len(names) < 2 or rng.random() < 0.5:
        kind = rng.random() < 0.4
        said, some = ("of one kind", ()) if kind else _some(rng, names)
        said = "pieces" if "piece" in said else said
        verb = "are adjacent" if relation == "adjacent" else rng.choice(["meet", "meet at a corner point"])

        def alone(rules: MemberRules, tiling: Named) -> bool:
            pairs = [
                (a, b)
                for (one, a), (two, b) in combinations(tiling, 2)
                if (not some or {one, two} <= {*some}) and (not kind or rules.kind(one) == rules.kind(two))
            ]
            return not any(rules.are_related(relation, a, b) for a, b in pairs)

        return Sentence(f"no two {said} {verb}", alone, some)
    some = tuple(rng.sample(names, min(len(names), rng.choice([2, 2, 3]))))
    related = rng.random() < 0.5
    verbs = {("adjacent", True): "are adjacent", ("adjacent", False): "are not adjacent"}
    verbs |= {("meet", True): "meet", ("meet", False): "do not meet"}

    def together(rules: MemberRules, tiling: Named) -> bool:
        pairs = [(a, b) for (one, a), (two, b) in combinations(tiling, 2) if one != two and one in some and two in some]
        return all(rules.are_related(relation, a, b) == related for a, b in pairs)

    said = " and ".join([", ".join(some[:-1]), some[-1]])
    return Sentence(f"{said} {verbs[relation, related]}", together, some)


def _without(rng: random.Random, puzzle: Packing, names: list[str]) -> Sentence:
    some = tuple(rng.sample(names, 1))
    return Sentence(f"no {some[0]}", lambda _, tiling: not any(name in some for name, _ in tiling), some)


def _function(rng: random.Random, puzzle: Packing, names: list[str]) -> Sentence:
    """A function in Python, of cells as the whole board has them."""
    one, atom = rng.choice(names), rng.choice([*puzzle.board.atoms, *puzzle.board.optional])
    if rng.random() < 0.5:

        def each(placement: Placement) -> bool:
            return placement.piece != one or atom not in placement.atoms

        return Sentence("each", lambda _, t: not any(n == one and atom in c for n, c in t), function=(each, None))

    def pair(a: Placement, b: Placement) -> bool:
        return atom not in a.atoms or b.piece != one or min(b.atoms) > atom

    def means(_: MemberRules, tiling: Named) -> bool:
        return not any(
            atom in a and two == one and min(b) <= atom and (n, a) != (two, b) for n, a in tiling for two, b in tiling
        )

    return Sentence("pair", means, function=(None, pair))
