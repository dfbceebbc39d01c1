"""The canvas on which pictures are drawn, which becomes an SVG document, and its colors, styles and letters.

Coordinates are in cells, x to the right, y downwards; the document has `cell` units for each cell. The document
is as large as the drawing plus a margin, so nothing is ever cut off.

The 16 colors have nearly equal lightness and chroma (OKLCH: L 0.64 to 0.80, C 0.10 to 0.145), with one in each
sixteenth of the hue circle. They were chosen by a local search on a grid that maximizes the smallest distance
between two of them (CIELAB), with normal vision and with each of the three kinds of color blindness (simulated
after Machado, Oliveira and Fernandes 2009, severity 1). The first colors differ most. Edges are darker shades
of the color inside.

Letters are outlines, so that a picture looks the same where no font is installed, and can be engraved. They
come from data/letters.json (DejaVu Sans, whose free license is beside it), in font units, y upwards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from io import StringIO
from math import dist, hypot, inf
from typing import Protocol

from tilewright.files import data_text
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.lattice.outline import Region, regions

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_VALUE = _IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def escape(text: str) -> str:
    """Return text for use between tags; characters that XML does not allow become a replacement character.

    >>> escape("R & D < 1")
    'R &amp; D &lt; 1'
    """
    return _NOT_XML.sub("\ufffd", text).translate(_IN_TEXT)


def quoteattr(text: str) -> str:
    """Return text as the value of an attribute, with quotes around it.

    >>> print(quoteattr('5" x 4"'))
    "5&quot; x 4&quot;"
    """
    return '"' + _NOT_XML.sub("\ufffd", text).translate(_IN_VALUE) + '"'


PALETTE = (
    "#d46941", "#6188e4", "#e693c0", "#a2cd8b", "#cec141", "#949a08", "#28d6e2", "#ad76aa",
    "#c86d71", "#77b9ec", "#e59467", "#3ca694", "#997bc6", "#e4b662", "#8ba6fd", "#85d2a5",
)  # fmt: skip
REGIONS = ("#f3d9b1", "#c9e3f5", "#d8ecc8", "#f3cdd6", "#e0d6f2", "#f2eeb8")  # for Shikaku; six are always enough
# Positions in PALETTE by name: the twelve pentominoes differ, and so do the sixteen pieces of a FridgeIQ set.
_SLOTS = {name: i for i, name in enumerate("ILNTUYFPVWXZ")} | {name: i for i, name in enumerate("ABDEJMOQRS", 6)}
_COLOR = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+|(rgb|hsl)a?\([\d\s,.%]+\)")


@dataclass(frozen=True)
class Theme:
    """The colors and styles of a picture.

    paper:     The background.
    ink:       Lines and text on the paper.
    soft:      Captions and the grid.
    board:     Cells to fill.
    edge:      The outlines of pieces.
    patterned: Whether pieces are hatched in black on white instead of colored.
    gray:      Whether regions are in shades of gray; pieces take their colors from elsewhere.
    """

    name: str
    paper: str
    ink: str
    soft: str
    board: str
    edge: str
    patterned: bool = False
    gray: bool = False

    @property
    def colorless(self) -> bool:
        """Whether nothing is shown by color alone."""
        return self.patterned or self.gray


LIGHT = Theme("light", "#ffffff", "#1b1f24", "#8c949e", "#eef0f2", "#1b1f24")
DARK = Theme("dark", "#14171a", "#e9ecef", "#7b848e", "#262b31", "#0b0d0f")
PRINT = Theme("print", "#ffffff", "#000000", "#777777", "#f4f4f4", "#000000", patterned=True)
GRAY = Theme("gray", "#ffffff", "#000000", "#777777", "#f4f4f4", "#000000", gray=True)
THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK, PRINT)}


class Named(Protocol):
    """An object with a name and possibly a color, such as a piece."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def color(self) -> str | None:
        """The color, or None."""


def palette_colors(pieces: Iterable[Named]) -> dict[str, str]:
    """Return a color for each piece by name: its own if it is a valid color, else one of the palette.

    A letter or number has the same color in all puzzles, unless an earlier piece of the puzzle has taken it;
    other names take the colors of the palette in turn. Pieces share a color only if there are more pieces than
    colors.

    >>> from tilewright.pieces import select
    >>> palette_colors(select("pentominoes"))["P"] == palette_colors(select("P"))["P"]
    True
    """
    colors: dict[str, str] = {}
    taken: set[int] = set()
    for i, piece in enumerate(pieces):
        if piece.color and _COLOR.fullmatch(piece.color):
            colors[piece.name] = piece.color
            continue
        slot = _slot(piece.name, i)
        if slot in taken:
            slot = next((other for other in range(len(PALETTE)) if other not in taken), slot)
        taken.add(slot)
        colors[piece.name] = PALETTE[slot]
    return colors


def _slot(name: str, place: int) -> int:
    """Return the index of a name's color in the palette; `place` is the position of the piece in its puzzle."""
    number = int(name) if name.isascii() and name.isdigit() and len(name) < 4 else place
    return _SLOTS.get(name.upper(), number % len(PALETTE))


def ink_on(color: str) -> str:
    """Return black or white, whichever is easier to read on a color `#rgb` or `#rrggbb`; black on any other.

    >>> ink_on("#000000")
    '#ffffff'
    """
    if not re.fullmatch(r"#([0-9a-fA-F]{3}){1,2}", color):
        return LIGHT.ink
    light, dark = luminance(color if len(color) == 7 else re.sub("([^#])", r"\1\1", color)), luminance(LIGHT.ink)
    return LIGHT.ink if (light + 0.05) / (dark + 0.05) >= 1.05 / (light + 0.05) else "#ffffff"


def mix(color: str, other: str, share: float) -> str:
    """Return `#rrggbb` mixed with a share (0 to 1) of another such color; any other notation is returned unchanged.

    >>> mix("#ffffff", "#000000", 0.5)
    '#808080'
    """
    if not all(re.fullmatch(r"#[0-9a-fA-F]{6}", each) for each in (color, other)):
        return color
    pairs = [(int(color[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def luminance(color: str) -> float:
    """Return the relative luminance of `#rrggbb`, 0 to 1, as the contrast rules of the web define it."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


LetterPoint = tuple[float, float]
CAP_HEIGHT = 1493 / 2048  # height of a capital letter, relative to the font size


@lru_cache
def _table(bold: bool) -> tuple[float, dict[str, tuple[float, str]]]:
    data = json.loads(data_text("letters.json"))
    return data["units"], {c: (width, path) for c, (width, path) in data["bold" if bold else "regular"].items()}


def has_outlines(text: str) -> bool:
    """Return whether every character has an outline."""
    return all(character in _table(False)[1] for character in text)


def glyphs(text: str, bold: bool = False) -> Iterator[tuple[float, str]]:
    """Yield (distance from the start, path data) for each character, in font units; `?` replaces unknown ones."""
    _, table = _table(bold)
    x = 0.0
    for character in text:
        width, path = table.get(character, table["?"])
        if path:
            yield x, path
        x += width


def units() -> float:
    """Return the number of font units in the font size."""
    return _table(False)[0]


def width(text: str, bold: bool = False) -> float:
    """Return the length of a text, relative to the font size."""
    size, table = _table(bold)
    return sum(table.get(character, table["?"])[0] for character in text) / size


def contours(text: str, bold: bool = True, steps: int = 6) -> list[list[LetterPoint]]:
    """Return the outlines of a text as polygons for font size 1, centered on (0, 0), y upwards.

    Curves are divided into `steps` straight segments. The polygons must be filled by the non-zero rule.
    """
    size = units()
    left = width(text, bold) / 2
    return [
        [((x + start) / size - left, y / size - CAP_HEIGHT / 2) for x, y in contour]
        for start, path in glyphs(text, bold)
        for contour in _flatten(path, steps)
    ]


def _flatten(path: str, steps: int) -> Iterator[list[LetterPoint]]:
    """Yield the closed polygons of path data that has only the commands M, L, H, V, Q and Z."""
    contour: list[LetterPoint] = []
    for command, text in re.findall(r"([MLHVQZ])([^MLHVQZ]*)", path):
        values = [float(value) for value in re.findall(r"-?[\d.]+", text)]
        if command == "Z":
            yield contour
            contour = []
        elif command in "ML":
            contour += zip(values[::2], values[1::2], strict=True)
        elif command == "H":
            contour += [(x, contour[-1][1]) for x in values]
        elif command == "V":
            contour += [(contour[-1][0], y) for y in values]
        else:
            for cx, cy, x, y in zip(*(values[i::4] for i in range(4)), strict=True):
                x0, y0 = contour[-1]
                for t in (step / steps for step in range(1, steps + 1)):
                    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
                    contour.append((a * x0 + b * cx + c * x, a * y0 + b * cy + c * y))


Point = tuple[float, float]

# Hatchings for printers without color: one or two sets of lines, the second perpendicular to the first. Each is
# (angle in degrees, distance, half the width), with lengths in cells.
HATCHES: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((45, 0.22, 0.03),), ((0, 0.2, 0.03),), ((-45, 0.14, 0.05),), ((45, 0.3, 0.03), (135, 0.3, 0.03)),
    ((90, 0.2, 0.03),), ((0, 0.25, 0.03), (90, 0.25, 0.03)), ((20, 0.12, 0.025),), ((90, 0.12, 0.05),),
    ((-20, 0.3, 0.1),), ((0, 0.12, 0.05),), ((45, 0.4, 0.16),), ((65, 0.2, 0.08),),
)  # fmt: skip


def format_number(value: float) -> str:
    """Return a number in the notation of SVG, rounded to a thousandth.

    >>> format_number(1.50004), format_number(0)
    ('1.5', '0')
    """
    return f"{value:.3f}".rstrip("0").rstrip(".") if value else "0"


@dataclass
class Canvas:
    """Collects the elements of a picture; `svg()` returns the document.

    `unit` is the unit of the numbers, "" (pixels) or "mm"; `edge` is the width of outlines in cells.
    """

    theme: Theme = LIGHT
    cell: float = 32.0
    unit: str = ""
    edge: float = 0.06
    elements: list[str] = field(default_factory=list)
    defs: dict[str, str] = field(default_factory=dict)
    box: list[float] = field(default_factory=list)

    def include(self, *points: Point) -> None:
        """Enlarge the picture to include these points."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        if self.box:
            xs, ys = [*xs, self.box[0], self.box[2]], [*ys, self.box[1], self.box[3]]
        self.box = [min(xs), min(ys), max(xs), max(ys)]

    def polygons(self, rings: Iterable[Sequence[Point]], **style: str | float) -> None:
        """Draw closed polygons as one shape; a hole is a ring in the opposite direction.

        The keys of `style` are listed in `_style`.
        """
        self._draw(rings, "Z", style)

    def regions(self, grid: Lattice, found: Iterable[Region], at: Point = (0, 0), **style: str | float) -> None:
        """Draw regions of a lattice, with the origin moved to `at`."""
        rings = [[translate(grid.point(corner), at) for corner in ring] for region in found for ring in region.rings]
        self.polygons(rings, **style)

    def line(self, points: Sequence[Point], **style: str | float) -> None:
        """Draw an open line."""
        self._draw([points], "", {"fill": "none", **style})

    def segments(self, ends: Iterable[tuple[Point, Point]], **style: str | float) -> None:
        """Draw straight lines as one shape."""
        self._draw(ends, "", {"fill": "none", **style})

    def _draw(self, lines: Iterable[Sequence[Point]], end: str, style: dict[str, str | float]) -> None:
        data = StringIO()  # there may be a million lines
        for line in filter(None, lines):
            self.include(*line)
            data.write("M" + "L".join(map(self._pair, line)) + end)
        if text := data.getvalue():
            self.elements.append(f'<path d="{text}"{self._style(style)}/>')

    def circle(self, centre: Point, radius: float, **style: str | float) -> None:
        """Draw a circle."""
        x, y = centre
        self.include((x - radius, y - radius), (x + radius, y + radius))
        place = f'cx="{self._n(x)}" cy="{self._n(y)}" r="{self._n(radius)}"'
        self.elements.append(f"<circle {place}{self._style(style)}/>")

    def text(self, text: str, at: Point, size: float, color: str, anchor: str = "middle", bold: bool = False) -> None:
        """Draw a line of text `size` cells high, vertically centered on `at` and horizontally placed by `anchor`.

        Text with characters that have no outline is drawn with a font of the viewer.
        """
        long = width(text, bold) * size
        left = at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * long
        base = at[1] + CAP_HEIGHT * size / 2
        self.include((left, base - size), (left + long, base + size / 4))
        fill = f"fill={quoteattr(color)}"
        if not has_outlines(text):
            weight = ' font-weight="bold"' if bold else ""
            place = f'x="{self._n(left)}" y="{self._n(base)}" font-size="{self._n(size)}" font-family="sans-serif"'
            fit = f'textLength="{self._n(long)}"'
            self.elements.append(f"<text {place} {fit} {fill}{weight}>{escape(text)}</text>")
            return
        scale = size * self.cell / units()
        move = f"translate({self._n(left)} {self._n(base)}) scale({scale:.6f} {-scale:.6f})"
        paths = ""
        for x, path in glyphs(text, bold):
            paths += f'<path d="{path}"' + (f' transform="translate({format_number(x)})"' if x else "") + "/>"
        self.elements.append(f'<g transform="{move}" {fill} aria-label={quoteattr(text)}>{paths}</g>')

    def add(self, other: Canvas, at: Point) -> None:
        """Add everything on another canvas with the same cell size, moved to `at`."""
        left, top, right, bottom = other.box
        self.include(translate((left, top), at), translate((right, bottom), at))
        self.defs |= other.defs
        move = f"translate({self._n(at[0])} {self._n(at[1])})"
        self.elements.append(f'<g transform="{move}">{"".join(other.elements)}</g>')

    def hatch(self, number: int) -> str:
        """Return a fill with hatching, black on white; numbers repeat after 12."""
        number %= len(HATCHES)
        name = f"hatch{number}"
        if name not in self.defs:
            angle, gap, _ = HATCHES[number][0]
            step = self._n(gap)
            size, turn = f'width="{step}" height="{step}"', f"rotate({format_number(angle)})"
            lines = f'<rect {size} fill="#fff"/>'
            for along, (_, _, wide) in zip("HV", HATCHES[number], strict=False):
                lines += f'<path d="M0 0{along}{step}" stroke="#000" stroke-width="{self._n(2 * wide)}"/>'
            self.defs[name] = (
                f'<pattern id="{name}" {size} patternUnits="userSpaceOnUse" patternTransform="{turn}">{lines}</pattern>'
            )
        return f"url(#{name})"

    def svg(self, margin: float = 0.25, title: str = "") -> str:
        """Return the SVG document."""
        x0, y0, x1, y1 = self.box or [0, 0, 1, 1]
        left, top = self._n(x0 - margin), self._n(y0 - margin)
        wide, high = self._n(x1 - x0 + 2 * margin), self._n(y1 - y0 + 2 * margin)
        size = f'width="{wide}{self.unit}" height="{high}{self.unit}" viewBox="{left} {top} {wide} {high}"'
        head = f"<title>{escape(title)}</title>" if title else ""
        if self.defs:
            head += f"<defs>{''.join(self.defs.values())}</defs>"
        ground = f'<rect x="{left}" y="{top}" width="100%" height="100%" fill={quoteattr(self.theme.paper)}/>'
        root = f'<svg xmlns="http://www.w3.org/2000/svg" {size} stroke-linejoin="round">'
        return "\n".join([root, *filter(None, [head]), ground, *self.elements, "</svg>\n"])

    def _n(self, value: float) -> str:
        return format_number(value * self.cell)

    def _pair(self, point: Point) -> str:
        return f"{self._n(point[0])} {self._n(point[1])}"

    def _style(self, style: dict[str, str | float]) -> str:
        """Return the attributes of a shape: fill, stroke, width and dash (in cells), opacity."""
        lengths = {"width": "stroke-width", "dash": "stroke-dasharray"}
        values = {
            lengths.get(key, key): self._n(float(value)) if key in lengths else str(value)
            for key, value in style.items()
        }
        return "".join(f" {name}={quoteattr(value)}" for name, value in values.items())


Drawing = Callable[[Canvas], None]  # draws a picture on a canvas


def translate(point: Point, by: Point) -> Point:
    """Return the point moved by a vector."""
    return point[0] + by[0], point[1] + by[1]


Side = tuple[Point, Point]
Box = tuple[float, float, float, float]
STEPS = 6  # steps per cell when trying places; they include the centers of squares and triangles
MOST_TRIED = 4000  # places tried; for larger shapes the steps are coarser
ISLAND = 0.75  # cells between the layers of a solid
ENOUGH = 0.75  # cells of room beyond which more room makes no difference
CENTRAL = 0.12  # weight of the distance from the middle relative to room


def view(grid: Lattice, atoms: Iterable[Atom]) -> Lattice:
    """Return the lattice as pictures show it: the layers of a solid lie side by side from left to right.

    The layers are so far apart that the given atoms, those of the whole picture, do not overlap. A flat lattice
    is its own view; a wrapped one is cut open.
    """
    if grid.dimension == 2:
        return grid.plane
    flat = lattice(grid.layer)
    left, _, right, _ = box(flat, {atom[1:] for atom in atoms})
    return _islands(grid, right - left + ISLAND)


@lru_cache(maxsize=256)
def _islands(grid: Lattice, step: float) -> Lattice:
    x, y, _ = grid.space[0]  # the offset of a layer from the one above; zero if cells are stacked
    basis = ((step + x, -y), *lattice(grid.layer).basis)
    level = tuple(tuple((vector, slot) for vector, slot in near if not vector[0]) for near in grid.neighbours)
    return replace(grid, basis=basis, neighbours=level)


def box(grid: Lattice, atoms: Iterable[Atom]) -> Box:
    """Return (left, top, right, bottom) of the atoms in the picture."""
    points = [point for atom in atoms for point in grid.polygon(atom)]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def letter_spot(grid: Lattice, atoms: tuple[Atom, ...]) -> tuple[float, float, float]:
    """Return (x, y, room): a point well inside the shape, near its middle, and its distance from the outline, in cells."""
    corner = grid.origin(atoms)
    x, y, room = _spot_at_origin(grid, tuple(grid.shift(atoms, tuple(-v for v in corner))))
    right, down = grid.point(tuple(grid.scale * v for v in corner))
    return x + right, y + down, room


@lru_cache(maxsize=4096)
def _spot_at_origin(grid: Lattice, atoms: tuple[Atom, ...]) -> tuple[float, float, float]:
    """Return the letter spot of a shape whose box begins at 0; the cache works because shapes recur in a picture."""
    rings = [[grid.point(corner) for corner in ring] for region in regions(grid, atoms) for ring in region.rings]
    sides = [side for ring in rings for side in zip(ring, (*ring[1:], ring[0]), strict=True)]
    middle = middle_of([middle_of(grid.polygon(atom)) for atom in atoms])
    tried = _places(box(grid, atoms))
    costs = [CENTRAL * dist(point, middle) for point in tried]
    best, found = -inf, (*tried[0], -1.0)
    # Points near the middle come first: once even the most room could not improve the result, no later point
    # can.
    for number in sorted(range(len(tried)), key=lambda number: round(costs[number], 9)):
        if round(ENOUGH - costs[number], 6) <= best:
            break
        room = _room(tried[number], sides, best + costs[number])
        if (worth := round(min(room, ENOUGH) - costs[number], 6)) > best:
            best, found = worth, (*tried[number], room)
    return found


def middle_of(points: Sequence[Point]) -> Point:
    """Return the mean of some points."""
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _places(bounds: Box) -> list[Point]:
    """Return a grid of points, row by row."""
    left, top, right, bottom = bounds
    steps = min(STEPS, max(1, int((MOST_TRIED / ((right - left) * (bottom - top))) ** 0.5)))
    wide, high = round((right - left) * steps), round((bottom - top) * steps)
    xs = [left + (right - left) * k / (2 * wide) for k in range(2 * wide + 1)]
    ys = [top + (bottom - top) * k / (2 * high) for k in range(2 * high + 1)]
    return [(x, y) for y in ys for x in xs]


def _room(point: Point, sides: Sequence[Side], least: float) -> float:
    """Return the distance of an inside point from the nearest side; -inf if outside, or if not more than `least`."""
    room = inf
    for side in sides:
        room = min(room, _distance_from(point, side))
        if room <= least:
            return -inf
    return room if _is_inside(point, sides) else -inf


def _distance_from(point: Point, side: Side) -> float:
    (x, y), ((x0, y0), (x1, y1)) = point, side
    along_x, along_y = x1 - x0, y1 - y0
    share = ((x - x0) * along_x + (y - y0) * along_y) / (along_x * along_x + along_y * along_y)
    share = min(1.0, max(0.0, share))
    return hypot(x - x0 - share * along_x, y - y0 - share * along_y)


def _is_inside(point: Point, sides: Sequence[Side]) -> bool:
    """Return whether a point is inside, from the crossings of a ray to the right."""
    x, y = point
    crossings = (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in sides if (y0 <= y) != (y1 <= y))
    return sum(crossings) % 2 == 1


def shelves(
    sizes: Sequence[Point], width: float, gap: float, height: float = inf
) -> Iterator[tuple[int, float, float]]:
    """Yield (sheet, left, top) for each (width, height), in rows at most `width` long on sheets at most `height` high."""
    sheet, x, y, high = 0, 0.0, 0.0, 0.0
    for wide, tall in sizes:
        if x and x + wide > width:
            x, y, high = 0.0, y + high + gap, 0.0
        if y and y + tall > height:
            sheet, x, y, high = sheet + 1, 0.0, 0.0, 0.0
        yield sheet, x, y
        x, high = x + wide + gap, max(high, tall)
