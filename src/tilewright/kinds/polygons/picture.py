"""Pictures of polygon puzzles, on paper and in the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from itertools import product
from math import atan2, cos, hypot, sin
from typing import TYPE_CHECKING, Any

from tilewright.kinds.polygons.plane import Vector, board_motions, difference, rotation, sides_of, turned, twice_area
from tilewright.kinds.polygons.puzzle import PolygonPiece, PolygonPlacement, Polygons
from tilewright.kinds.polygons.shape import Corners, corners_of_motion, mirrored
from tilewright.puzzle import Placement, Tiling
from tilewright.puzzle.page import CutOut, OutlinePiece, Task, pieces_note
from tilewright.puzzle.picture import Page
from tilewright.render.canvas import PALETTE, Canvas, Point, ink_on, shelves
from tilewright.render.draw import copies_text

if TYPE_CHECKING:
    from tilewright.pieces import Piece

LABEL = 0.4  # the largest letter, in units of the board
GAP = 0.4  # between pieces in the list
GRID = 16  # grid points across a piece, if shapely is missing


class PolygonPicture(Page):
    """The pictures of polygon puzzles. The y-axis points up on the board and down on the canvas."""

    puzzle: Polygons

    def piece_colors(self) -> dict[str, str]:
        return {piece.name: piece.color or PALETTE[k % len(PALETTE)] for k, piece in enumerate(self.puzzle.pieces)}

    @cached_property
    def labels(self) -> dict[str, str]:
        """The label of each piece."""
        return short_labels(self.puzzle.piece_names)

    def outline(self, placement: Placement) -> list[list[Point]]:
        assert isinstance(placement, PolygonPlacement)
        return [[(float(x), -float(y)) for x, y in placement.corners]]

    def draw_placements(
        self, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
    ) -> None:
        for placement in placements:
            ring = [(x + at[0], y + at[1]) for x, y in self.outline(placement)[0]]
            self.draw_piece(canvas, placement.piece, ring, labels)

    def draw_piece(self, canvas: Canvas, name: str, ring: Sequence[Point], labels: bool = True) -> None:
        """Draw a piece with its corners at these points of the canvas."""
        number = self.puzzle.piece_names.index(name)
        color = canvas.hatch(number) if canvas.theme.patterned else self.piece_colors()[name]
        canvas.polygons([ring], fill=color, stroke=canvas.theme.edge, width=self._edge(canvas))
        if labels:
            x, y, room = _spot(ring)
            text = self.labels[name]
            if canvas.theme.patterned:
                canvas.circle((x, y), 0.8 * room, fill="#ffffff")
            canvas.text(text, (x, y), min(room / max(1, len(text) / 2), LABEL * self._unit()), ink_on(color), bold=True)

    def _unit(self) -> float:
        """Return a length that looks the same on boards of every size: an eighth of the longer side."""
        return max(self.puzzle.board.extent) / 8

    def _edge(self, canvas: Canvas) -> float:
        return canvas.edge * min(1.0, self._unit())

    def draw_piece_list(self, canvas: Canvas, at: Point, width: float) -> None:
        shapes = []
        for piece in self.puzzle.pieces:
            shapes.append((piece, *_listed(piece), copies_text((piece.copies, piece.copies))))
        unit = self._unit()
        sizes = [(wide + unit * bool(note), high) for _, _, (wide, high), note in shapes]
        room = max(width, *(wide for wide, _ in sizes))
        for (piece, ring, size, note), (_, x, y) in zip(shapes, shelves(sizes, room, GAP * unit), strict=True):
            self.draw_piece(canvas, piece.name, [(px + x + at[0], py + y + at[1]) for px, py in ring])
            if note:
                spot = (at[0] + x + size[0] + 0.1 * unit, at[1] + y + size[1] - 0.3 * unit)
                canvas.text(note, spot, 0.5 * unit, canvas.theme.ink, anchor="start")

    def task(self, tiling: Tiling | None) -> Task:
        pieces = sorted(self.puzzle.pieces, key=lambda piece: -_listed(piece)[1][1])  # the tallest first
        cards = tuple(
            CutOut(_listed(piece)[1], partial(self._draw_card, piece=piece), (piece.name, piece.corners), "unit")
            for piece in pieces
            for _ in range(piece.copies)
        )
        return Task(pieces_note(len(cards)), cards=cards, piece_list=True, to_scale=True)

    def _draw_card(self, canvas: Canvas, at: Point, piece: PolygonPiece) -> None:
        self.draw_piece(canvas, piece.name, [(x + at[0], y + at[1]) for x, y in _listed(piece)[0]])

    def view(self) -> dict[str, Any]:
        """Return the silhouette and the pieces.

        Where other kinds list atoms, there is one item with all corners as exact text.
        """
        puzzle = self.puzzle
        colors = self.piece_colors()
        return {
            **self.head(),
            "atoms": [_flat(ring) for ring in puzzle.rings],
            "pieces_list": [
                {"name": piece.name, "color": colors[piece.name], "copies": [piece.copies] * 2, **_played(piece, ways)}
                for piece, ways in zip(puzzle.pieces, play_orientations(puzzle), strict=True)
            ],
        }

    def atoms_of(self, placement: Placement) -> Sequence[Sequence[object]]:
        assert isinstance(placement, PolygonPlacement)
        return [_flat(placement.corners)]

    def pieces_to_make(self) -> tuple[Piece | OutlinePiece, ...]:
        colors = self.piece_colors()
        found = []
        for piece in self.puzzle.pieces:
            corners = tuple((float(x), float(y)) for x, y in piece.corners)
            copies = piece.copies, piece.copies
            label = self.labels[piece.name]
            found.append(OutlinePiece(piece.name, corners, copies, colors[piece.name], label, _spot(corners)))
        return tuple(found)


def _listed(piece: PolygonPiece) -> tuple[list[Point], Point]:
    """Return the corners of a listed piece, y down from the top left of its box, and the size of the box."""
    points = [(float(x), -float(y)) for x, y in piece.corners]
    left, top = (min(values) for values in zip(*points, strict=True))
    ring = [(x - left, y - top) for x, y in points]
    return ring, (max(x for x, _ in ring), max(y for _, y in ring))


def short_labels(names: Sequence[str]) -> dict[str, str]:
    """Return a different label for each name: short names as they are, of longer ones the first letters.

    >>> short_labels(["large triangle", "small triangle", "square", "B2"])
    {'large triangle': 'L', 'small triangle': 'ST', 'square': 'SQ', 'B2': 'B2'}
    """
    forms = [[name] if len(name) <= 2 else _shortened(name) for name in names]
    level = dict.fromkeys(names, 0)
    for _ in range(4):
        shown = {name: form[min(level[name], len(form) - 1)] for name, form in zip(names, forms, strict=True)}
        for name, label in shown.items():
            level[name] += list(shown.values()).count(label) > 1
    twice = {label for label in shown.values() if list(shown.values()).count(label) > 1}
    return {name: str(number) if shown[name] in twice else shown[name] for number, name in enumerate(names, 1)}


def _shortened(name: str) -> list[str]:
    """Return labels for a long name, the shortest first."""
    initials = "".join(word[0] for word in name.split())[:3]
    ends = [name[:1], initials if len(initials) > 1 else name[:2], name[:3]]
    return [label.upper() for label in ends]


def _spot(ring: Sequence[Point]) -> tuple[float, float, float]:
    """Return a point inside a polygon far from its sides, and its distance from them."""
    try:
        import shapely
    except ImportError:  # in the browser, for example
        return _spot_of_grid(ring)

    shape = shapely.Polygon(ring)
    line = shapely.maximum_inscribed_circle(shape)
    (x, y), *_ = line.coords
    return x, y, line.length


def _spot_of_grid(ring: Sequence[Point]) -> tuple[float, float, float]:
    """Return approximately the same as `_spot`: the best point of a grid."""
    sides = list(sides_of(ring))
    (left, right), (low, high) = ((min(values), max(values)) for values in zip(*ring, strict=True))
    best = (*ring[0], 0.0)
    for place in product(range(1, GRID), repeat=2):
        x, y = (a + (b - a) * k / GRID for (a, b), k in zip(((left, right), (low, high)), place, strict=True))
        crossed = [(ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax) for (ax, ay), (bx, by) in sides]
        far = min(_distance((x, y), a, b) for a, b in sides)
        if sum(crossed) % 2 and far > best[2]:
            best = x, y, far
    return best


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from a segment."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    along = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    return hypot(x - ax - along * dx, y - ay - along * dy)


Orientation = tuple[bool, float, Corners]  # flipped, degrees turned, corners relative to the first
MOST_ORIENTATIONS = 96  # of a piece; the first ones found are kept
MOST_DIRECTIONS = 40  # of sides; with more, the search for orientations ends


def play_orientations(puzzle: Polygons) -> list[list[Orientation]]:
    """Return the orientations in which each piece may lie in the studio.

    These are the given one and those with a side along a side of the board, or along a side of a piece that lies in
    such an orientation. They are sorted by angle, flipped ones last. If sides have few directions, all orientations are
    found. If they have many (the Stomachion), the result has the images of the given orientations under the symmetries
    of the board, and those along its sides.

    >>> from tilewright import load
    >>> puzzle = load({"kind": "polygons", "board": {"square": 2}, "piece": [{"name": "A", "corners": "0 0, 2 0, 0 2", "copies": 2}]})
    >>> [angle for _, angle, _ in play_orientations(puzzle)[0]]
    [0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0]
    """
    found: list[dict[tuple[bool, float], Corners]] = [{} for _ in puzzle.pieces]
    motions = board_motions(puzzle.rings)
    for ways, piece in zip(found, puzzle.pieces, strict=True):
        for ring, motion in product(piece.sides_up, motions):
            _keep(ways, piece, tuple(turned(motion.turn, corner) for corner in ring))
    known: dict[tuple[float, float], Vector] = {}
    new = _directions(puzzle.rings, known)
    while new and len(known) <= MOST_DIRECTIONS:
        met: list[Corners] = []
        for ways, piece in zip(found, puzzle.pieces, strict=True):
            for ring, target in product(piece.sides_up, new):
                for a, b in sides_of(ring):
                    turn = rotation(difference(b, a), target)
                    image = turn and tuple(turned(turn, corner) for corner in ring)
                    if image and len(ways) < MOST_ORIENTATIONS and _keep(ways, piece, image):
                        met.append(image)
        new = _directions(met, known)
    return [[(*key, ways[key]) for key in sorted(ways)] for ways in found]


def _keep(ways: dict[tuple[bool, float], Corners], piece: PolygonPiece, ring: Corners) -> bool:
    """Add a ring in the order of the piece's corners, and return whether it is new."""
    motion = corners_of_motion(piece.corners, ring, piece.flip)
    assert motion, "a turned piece is a motion of itself"
    corners, angle, flipped = motion
    key = flipped, round(angle, 6) % 360
    if key in ways:
        return False
    ways[key] = tuple(difference(corner, corners[0]) for corner in corners)
    return True


def _directions(rings: Sequence[Corners], known: dict[tuple[float, float], Vector]) -> list[Vector]:
    """Return the directions of the sides and their opposites that are not known yet, and add them to `known`."""
    new = []
    for ring in rings:
        for a, b in sides_of(ring):
            x, y = difference(b, a)
            for side in ((x, y), (-x, -y)):
                angle = atan2(float(side[1]), float(side[0]))
                key = round(cos(angle), 6) + 0.0, round(sin(angle), 6) + 0.0
                if key not in known:
                    known[key] = side
                    new.append(side)
    return new


def _played(piece: PolygonPiece, ways: Sequence[Orientation]) -> dict[str, Any]:
    """Return the orientations for the page, with the number of the next orientation after a turn and after a flip."""
    numbers = {(flipped, angle): number for number, (flipped, angle, _) in enumerate(ways)}
    count = sum(not flipped for flipped, _, _ in ways)
    turn = [(k + 1) % count if k < count else count + (k + 1 - count) % (len(ways) - count) for k in range(len(ways))]
    flip = [_flipped(piece, corners, numbers, number) for number, (_, _, corners) in enumerate(ways)]
    rows = [{"motion": f"{angle:.6g}{'f' * flipped}", "atoms": [_flat(corners)]} for flipped, angle, corners in ways]
    return {"orientations": rows, "turns": {"turn": turn, "flip": flip}}


def _flipped(piece: PolygonPiece, ring: Corners, numbers: Mapping[tuple[bool, float], int], number: int) -> int:
    """Return the orientation of the mirror image or the nearest to it; the same one if the piece may not be flipped."""
    ccw = ring if twice_area(ring).sign() > 0 else ring[::-1]
    motion = corners_of_motion(piece.corners, mirrored(ccw), piece.flip)
    if not motion:
        return number
    _, angle, flipped = motion
    there = [key for key in numbers if key[0] == flipped]
    return numbers[min(there, key=lambda key: min((key[1] - angle) % 360, (angle - key[1]) % 360))]


def _flat(corners: Corners) -> list[str]:
    return [str(number) for corner in corners for number in corner]
