"""Compile a polygon puzzle to an exact cover, whose options are the positions found by the search by corners.

Only positions in tilings are options. Items are the pieces, and parts of the board that differ in the positions that
cover them. Parts are found with floats and kept only where floats are certain. The solutions are then counted to verify
that the cover has exactly the tilings as its solutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import TYPE_CHECKING

from tilewright.errors import InternalError
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import NEVER, Deadline, Limit, in_time
from tilewright.exact_cover.outcome import Ended, Outcome
from tilewright.exact_cover.problem import Automorphism, ExactCover
from tilewright.kinds.polygons.plane import BoardMotion, Plane, board_motions
from tilewright.kinds.polygons.puzzle import PolygonPiece, Polygons, place_of
from tilewright.kinds.polygons.search import CornerSearch, Node, form_of, positions_of, tilings_of
from tilewright.kinds.polygons.shape import Region, divided_at_touches, mirrored, rotated, subtract
from tilewright.lattice.symmetry import Isometry
from tilewright.puzzle.check import faults
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Compiled, DirectFound, Owner, Tiling

if TYPE_CHECKING:
    from tilewright.kinds.polygons.shape import Corners

MOST_HELD = 10_000  # tilings to list without a cover
CLEAR = 1e-7  # relative to the board: thinner parts are left to the pairs of positions


def start_search(puzzle: Polygons, deadline: Deadline = NEVER) -> tuple[CornerSearch, list[list[str]]]:
    """Return the search for everything that is not pinned, and for each of its forms the names of the pieces."""
    plane = Plane()
    region = region_of(plane, puzzle)
    left = {piece.name: piece.copies for piece in puzzle.pieces}
    for pin in puzzle.pinned:
        region = subtract(plane, region, rotated([plane.number(corner) for corner in pin.corners_ccw]))
        left[pin.piece] -= 1
    groups: list[list[PolygonPiece]] = []
    for piece in puzzle.pieces:
        like = next((group for group in deadline.watch(groups, 1) if group[0].is_like(piece)), [])
        if not like:
            groups.append(like)
        like.append(piece)
    names = [[piece.name for piece in group for _ in range(left[piece.name])] for group in groups]
    grouped = deadline.watch(zip(groups, names, strict=True), 1)
    forms = [form_of(group[0].sides_up, len(each)) for group, each in grouped]
    return CornerSearch(plane, region, forms, deadline), names


def region_of(plane: Plane, puzzle: Polygons) -> Region:
    """Return the board as a region of a plane."""
    return divided_at_touches(plane, [[plane.number(corner) for corner in ring] for ring in puzzle.rings])


def explored(puzzle: Polygons, deadline: Deadline) -> tuple[CornerSearch, list[list[str]], Node | None]:
    """Return the search, the names of its pieces, and the node of all tilings (None if there are none).

    The result is stored with the puzzle, because several functions need it.
    """
    kept: tuple[CornerSearch, list[list[str]], Node | None] | None = puzzle.__dict__.get("_explored")
    if kept is None:
        search, names = start_search(puzzle, deadline)
        kept = search, names, search.explore()
        search.deadline = search.sums.deadline = NEVER
        puzzle.__dict__["_explored"] = kept
    return kept


@dataclass(frozen=True)
class CompiledPolygons(Compiled):
    """The cover of a polygon puzzle. Its owners are the forms of pieces or, if labelled, the pieces.

    names: for each owner a name for each copy.
    rings: the corners of each option.
    """

    puzzle: Polygons
    names: tuple[tuple[str, ...], ...] = ()
    rings: tuple[Corners, ...] = ()

    @property
    def owners(self) -> range:
        return range(len(self.names))

    def owner_names(self, owner: Owner) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.names[owner]))

    def owner_copies(self, owner: Owner) -> tuple[int, int | None]:
        return len(self.names[owner]), len(self.names[owner])

    def owner_item(self, owner: Owner) -> int | None:
        return owner

    def names_in_turn(self, owner: Owner, wanted: int) -> list[str]:
        names = list(self.names[owner])
        for option, name in self.pins.items():
            if self.meanings[option][0] == owner:
                names.remove(name)
        return names[:wanted]

    def placement(self, option: int, name: str = "") -> Placement:
        owner, _ = self.meanings[option]
        return self.puzzle.placement_at(self.pins.get(option) or name or self.names[owner][0], self.rings[option])

    def place_of(self, option: int) -> tuple[object, ...]:
        return place_of(self.rings[option])

    def by_position(self, solution: Sequence[int]) -> list[int]:
        return sorted(solution)

    def with_symmetries(self, deadline: Deadline = NEVER) -> CompiledPolygons:
        """Return the cover with its symmetries.

        A symmetry is a motion of the board that takes the positions of each owner to those of an owner with the same
        number of equal pieces.
        """
        if self.isometries:
            return self
        images = _Images(self)
        found: list[tuple[BoardMotion, Automorphism]] = []
        for motion in board_motions(self.puzzle.rings):
            deadline.check()
            if (image := images.of(motion)) is not None:
                found.append((motion, image))
        cover = _closed(self.cover, len(self.names), [image for _, image in found])
        isometries = tuple(Isometry(motion.of_lattice, (0, 0)) for motion, _ in found)
        return replace(self, cover=cover, isometries=isometries)


class _Images:
    """Compute the images of owners and options of a cover under motions of the board."""

    def __init__(self, compiled: CompiledPolygons) -> None:
        self.compiled = compiled
        self.options: list[list[int]] = [[] for _ in compiled.owners]
        self.option_of: dict[tuple[Owner, Corners], int] = {}
        for option, ((owner, _), ring) in enumerate(zip(compiled.meanings, compiled.rings, strict=True)):
            self.options[owner].append(option)
            self.option_of[owner, rotated(ring)] = option

    def of(self, motion: BoardMotion) -> Automorphism | None:
        """Return the images of owners and options; None if an owner has no image.

        An owner is mapped to itself if possible; of several equal owners, the first is mapped to the first.
        """
        rings = [rotated(motion.ring_image(ring)) for ring in self.compiled.rings]
        left = dict.fromkeys(self.compiled.owners)
        owners: list[int] = []
        options = [0] * len(rings)
        for owner in self.compiled.owners:
            mine = self.options[owner]
            for goal in sorted(left, key=lambda goal: goal != owner):
                if not self._may_become(owner, goal, motion.flipped):
                    continue
                there = [self.option_of.get((goal, rings[option]), -1) for option in mine]
                if self._keeps_pins(mine, there):
                    break
            else:
                return None
            del left[goal]
            owners.append(goal)
            for option, image in zip(mine, there, strict=True):
                options[option] = image
        return Automorphism(tuple(owners), tuple(options))

    def _may_become(self, owner: Owner, goal: Owner, flipped: bool) -> bool:
        names, others = self.compiled.names[owner], self.compiled.names[goal]
        if not names or len(names) != len(others):
            return owner == goal
        piece, other = self.compiled.puzzle.piece(names[0]), self.compiled.puzzle.piece(others[0])
        return (replace(piece, corners=mirrored(piece.corners)) if flipped else piece).is_like(other)

    def _keeps_pins(self, options: Sequence[int], images: Sequence[int]) -> bool:
        pins = self.compiled.pins
        return all(
            image >= 0 and (option in pins) == (image in pins) for option, image in zip(options, images, strict=True)
        )


def _closed(cover: ExactCover, owners: int, images: Sequence[Automorphism]) -> ExactCover:
    """Return the cover with the images of its parts added, and with its automorphisms.

    owners: the number of owners, which are the first items.
    images: the images of owners and options under each symmetry.
    """
    columns = _columns(cover)
    bounds = list(zip(cover.lo, cover.hi, strict=True))
    number = {column: item for item, column in enumerate(columns[owners:], owners)}
    place = owners
    while place < len(columns):
        for image in images:
            moved = frozenset(image.options[option] for option in columns[place])
            if moved not in number:
                number[moved] = len(columns)
                columns.append(moved)
                bounds.append(bounds[place])
        place += 1
    parts = columns[owners:]
    automorphisms = [
        Automorphism(
            (*image.items, *(number[frozenset(image.options[option] for option in part)] for part in parts)),
            image.options,
        )
        for image in images
    ]
    return _cover(columns, bounds, len(cover.options), automorphisms)


def _columns(cover: ExactCover) -> list[frozenset[int]]:
    found: list[set[int]] = [set() for _ in cover.lo]
    for option, items in enumerate(cover.options):
        for item in items:
            found[item].add(option)
    return [frozenset(column) for column in found]


def _cover(
    columns: Sequence[frozenset[int]],
    bounds: Sequence[tuple[int, int | None]],
    options: int,
    automorphisms: Sequence[Automorphism] = (),
) -> ExactCover:
    rows: list[list[int]] = [[] for _ in range(options)]
    for item, column in enumerate(columns):
        for option in column:
            rows[option].append(item)
    lo, hi = zip(*bounds, strict=True)
    return ExactCover(lo, hi, [tuple(row) for row in rows], automorphisms=automorphisms)


def compile_puzzle(puzzle: Polygons, labelled: bool = False, deadline: Deadline = NEVER) -> CompiledPolygons:
    """Return the exact cover.

    labelled: whether identical pieces count as different.

    Raises OutOfTimeError at the deadline.
    """
    search, names, node = explored(puzzle, deadline)
    everyone = [tuple(group) for group in names]
    owners_of_form = [[number] for number in range(len(names))]
    if labelled:
        everyone = [(name,) * group.count(name) for group in names for name in dict.fromkeys(group)]
        owners_of_form = [[number for number, each in enumerate(everyone) if each[0] in group] for group in names]
    positions = sorted(positions_of(node))
    rings: list[Corners] = []
    meanings: list[tuple[Owner, str]] = []
    options_at: list[list[int]] = []  # options of each position
    for number in positions:
        form, ring = search.positions[number]
        owners = owners_of_form[form]
        options_at.append([*range(len(rings), len(rings) + len(owners))])
        rings += [tuple(search.plane.points[at] for at in ring)] * len(owners)
        meanings += [(owner, "") for owner in owners]
    pins: dict[int, str] = {}
    for pin in puzzle.pinned:
        owner = _owner_of_pin(puzzle, pin.piece, everyone)
        pins[len(rings)] = pin.piece
        everyone[owner] = (*everyone[owner], pin.piece)
        rings.append(pin.corners_ccw)
        meanings.append((owner, ""))
    owned = [
        frozenset(option for option, (owner, _) in enumerate(meanings) if owner == each)
        for each in range(len(everyone))
    ]
    items = {frozenset([option]): (1, 1) for option in pins}
    for bounds, column in _separating(search, node, positions, deadline):
        items[frozenset(option for place in column for option in options_at[place])] = bounds
    for options in options_at:
        if len(options) > 1:  # only one of several owners may lie there
            items.setdefault(frozenset(options), (0, 1))
    copies = [(len(group), len(group)) for group in everyone]
    cover = _cover([*owned, *items], [*copies, *items.values()], len(rings))
    return CompiledPolygons(puzzle, cover, (), tuple(meanings), (), pins, tuple(everyone), tuple(rings))


def _separating(
    search: CornerSearch, node: Node | None, positions: Sequence[int], deadline: Deadline
) -> list[tuple[tuple[int, int], frozenset[int]]]:
    """Return the items that exclude solutions other than tilings: bounds, and places in `positions`.

    The items are parts of the board. If they do not suffice, the pairs of positions that overlap are added.
    """
    forms = [search.positions[number][0] for number in positions]
    rings = [tuple(search.plane.points[at] for at in search.positions[number][1]) for number in positions]
    found = [((1, 1), part) for part in _covered_once(node, positions, _parts(rings))]
    wanted = node.count if node else 0
    if not positions or _count_choices(search, forms, found, wanted, deadline) == wanted:
        return found
    known = {part for _, part in found}
    every = combinations(enumerate(positions), 2)
    pairs = (frozenset((i, j)) for (i, a), (j, b) in every if search.overlaps(a, b))
    found += [((0, 1), pair) for pair in pairs if pair not in known]
    if _count_choices(search, forms, found, wanted, deadline) != wanted:
        raise InternalError("the cover of a polygon puzzle has other solutions than tilings")
    return found


def _covered_once(
    node: Node | None, positions: Sequence[int], parts: Sequence[frozenset[int]]
) -> Iterator[frozenset[int]]:
    """Yield the parts of the board that every tiling covers exactly once.

    The parts were found with floats and may be wrong. Each node gets three masks: the parts that some tiling below it
    covers, those that all of them cover, and those that one of them covers twice.
    """
    covers = {
        number: sum(1 << k for k, part in enumerate(parts) if place in part) for place, number in enumerate(positions)
    }
    masks: dict[int, tuple[int, int, int]] = {}
    waiting = [node] if node else []
    while waiting:
        here = waiting[-1]
        if unknown := [child for _, child in here.moves if id(child) not in masks]:
            waiting += unknown
            continue
        some = twice = 0
        every = -1 if here.moves else 0
        for move, child in here.moves:
            mine, (below, in_all, again) = covers[move], masks[id(child)]
            some, every, twice = some | mine | below, every & (mine | in_all), twice | again | mine & below
        masks[id(waiting.pop())] = some, every, twice
    _, every, twice = masks[id(node)] if node else (0, 0, 0)
    yield from (part for k, part in enumerate(parts) if every & ~twice & 1 << k)


def _count_choices(
    search: CornerSearch,
    forms: Sequence[int],
    items: Sequence[tuple[tuple[int, int], frozenset[int]]],
    wanted: int,
    deadline: Deadline,
) -> int:
    """Return how many choices of positions satisfy the items, at most one more than wanted.

    A choice has as many positions of each form as there are pieces.
    """
    copies = [form.copies for form in search.forms]
    columns = [frozenset(place for place, form in enumerate(forms) if form == each) for each in range(len(copies))]
    bounds = [*((each, each) for each in copies), *(pair for pair, _ in items)]
    return _count(_cover([*columns, *(column for _, column in items)], bounds, len(forms)), wanted, deadline)


def _owner_of_pin(puzzle: Polygons, name: str, everyone: list[tuple[str, ...]]) -> int:
    """Return the owner of a pinned piece. It is a new one if all pieces of its form are pinned."""
    like = {each.name for each in puzzle.pieces if each.is_like(puzzle.piece(name))}
    for owner, group in enumerate(everyone):
        if name in group or (group and group[0] in like):
            return owner
    everyone.append(())
    return len(everyone) - 1


def _count(cover: ExactCover, expected: int, deadline: Deadline) -> int:
    """Return the number of solutions of a cover, at most one more than expected."""
    found = 0
    for batch in engine("native").solutions(cover, Limit(solutions=expected + 1)):
        found += len(batch)
        deadline.check()
    return found


def _parts(rings: Sequence[Corners]) -> list[frozenset[int]]:
    """Return the positions that cover each part into which the sides of all positions divide the board.

    Equal parts are listed once. The result is empty if numpy and shapely are missing, as in the browser. Pairs that
    overlap then take the place of parts.
    """
    if not rings:
        return []
    try:
        import numpy as np
        import shapely
    except ImportError:
        return []
    shapes = [shapely.Polygon([(float(x), float(y)) for x, y in ring]) for ring in rings]
    lines = shapely.unary_union([shape.exterior for shape in shapes])
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(lines)))
    inside = shapely.point_on_surface(faces)
    left, low, right, high = lines.bounds
    clear = shapely.distance(inside, shapely.boundary(faces)) > CLEAR * max(right - left, high - low)
    xs, ys = shapely.get_x(inside)[clear], shapely.get_y(inside)[clear]
    table = np.array([shapely.contains_xy(shape, xs, ys) for shape in shapes])
    return sorted({frozenset(np.flatnonzero(column).tolist()) for column in table.T if column.any()}, key=sorted)


class PolygonSearch:
    """The search by corners, as the API expects a direct search."""

    name, has_rivals = "corners", False  # the cover is made from its results

    def __init__(self, puzzle: Polygons) -> None:
        self.puzzle = puzzle

    def find(self, most: int | None, deadline: Deadline) -> DirectFound:
        """Return the first tilings; None in their place if all are wanted and there are too many to hold at once.

        Raises InternalError if the first tiling breaks a rule.
        """
        found: list[Tiling] = []
        ended: Ended = "exhausted"
        nodes = 0
        with in_time() as block:
            if most is None:
                search, names, node = explored(self.puzzle, deadline)
                nodes = search.nodes
                if node is not None and node.count > MOST_HELD:
                    return DirectFound(None, Outcome(ended="enough", engine=self.name, nodes=nodes))
                moves = tilings_of(node)
            else:
                search, names = start_search(self.puzzle, deadline)
                moves = islice(search.first(), most)
            for numbers in moves:
                deadline.check()
                found.append(self._tiling(search, names, numbers))
            nodes = search.nodes
            ended = "enough" if most is not None and len(found) == most else "exhausted"
        if found and (wrong := faults(self.puzzle, found[0].placements)):
            raise InternalError(f"the search by corners returned no tiling: {wrong[0].text}")
        outcome = Outcome(ended=block.ended or ended, engine=self.name, solutions=len(found), nodes=nodes)
        return DirectFound(found, outcome)

    def count(self, deadline: Deadline) -> Outcome:
        """Return the outcome with the number of tilings."""
        with in_time() as block:
            search, _, node = explored(self.puzzle, deadline)
            solutions = node.count if node else 0
            return Outcome(ended="exhausted", engine=self.name, solutions=solutions, nodes=search.nodes)
        return Outcome(ended=block.ended or "limit", engine=self.name)

    def _tiling(self, search: CornerSearch, names: Sequence[Sequence[str]], numbers: Sequence[int]) -> Tiling:
        """Return the tiling of some positions, in a fixed order. Identical pieces get their names in turn."""
        left = [list(group) for group in names]
        placements: list[Placement] = list(self.puzzle.pinned)
        kept: dict[object, Placement] = self.puzzle.__dict__.setdefault("_placed", {})
        for number in sorted(numbers):
            form, ring = search.positions[number]
            key = name, corners = left[form].pop(0), tuple(search.plane.points[at] for at in ring)
            if key not in kept:
                kept[key] = self.puzzle.placement_at(name, corners)
            placements.append(kept[key])
        return Tiling(self.puzzle, placements)
