"""Where a voxel of a BurrTools file lies on our lattices: x to the right, y away, z up, as there.

BurrTools puzzles (.xmpuzzle): cubes, triangular prisms and spheres. The first problem of a file is the puzzle, or a chosen one.

The file is XML, often gzip, with no encoding declared. A shape is a box of characters `_` (empty), `#` (filled), `+` (may
stay empty), each with the number of its color behind it; x runs first, then y, then z: x to the right, y away, z up. On
prisms x + y even is a triangle pointing away (our up), odd one pointing near; balls lie where x + y + z is even.

BurrTools turns pieces in space and never mirrors them: flat pieces always turn over. A colored cell of a piece may lie
where the result has no color, and on the colors that the problem pairs with its own: the allowed paints of pieces and the paint
of boards. Limits on holes and pieces of several parts have no like here and are refused where they would matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import prod
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from tilewright.errors import LimitError, NotationError, TilewrightError, controls_terminal, quote
from tilewright.formats import Format
from tilewright.kinds import Packing
from tilewright.lattice import Atom, Vector
from tilewright.lattice.spatial import from_cubes, to_cubes
from tilewright.markup import escape, quoteattr
from tilewright.pieces import Piece
from tilewright.puzzle import Board
from tilewright.puzzle.board import MAX_CELLS


def has_cell(place: Vector, lattice_name: str) -> bool:
    """Whether there is a cell at all: balls lie only where the sum of the coordinates is even."""
    return lattice_name != "spheres" or sum(place) % 2 == 0


def atom_at(place: Vector, lattice_name: str) -> Atom:
    """The atom of a voxel."""
    x, y, z = place
    if lattice_name == "cubic":
        return -z, -y, x
    if lattice_name == "spheres":
        return from_cubes(place)
    slot = (x + y) % 2
    return -z, -y, (x - y - slot) // 2, slot


def place_of(atom: Atom, lattice_name: str) -> Vector:
    """The voxel of an atom; coordinates may be negative."""
    if lattice_name == "spheres":
        return to_cubes(atom)
    layer, row, column, *slot = atom
    return (column, -row, -layer) if lattice_name == "cubic" else (2 * column - row + slot[0], -row, -layer)


def box_begins(low: list[int], lattice_name: str) -> list[int]:
    """The corner of the box around a shape, moved to where voxels of the box are of the same sort as in the lattice."""
    x, y, z = low
    odd = {"prism": (x + y) % 2, "spheres": (x + y + z) % 2}.get(lattice_name, 0)
    return [x - odd, y, z]


GRIDS = {"0": "cubic", "1": "prism", "2": "spheres"}
NAMES = {"0": "bricks", "1": "triangular prisms", "2": "spheres", "3": "rhombic tetrahedra", "4": "tetra-octahedra"}
MAX_NAME = 80  # characters, so that there is room for a number
MOST_COLORS = 63  # BurrTools keeps the color of a cell in six bits, and none is one of them
STATES = "_#+"
_VOXEL = re.compile(r"([_#+])(\d{0,3})", re.ASCII)


@dataclass(frozen=True)
class BurrShape:
    """A shape: for each atom that is there whether it may stay empty, and the number of its color (0: none)."""

    name: str
    atoms: dict[Atom, tuple[bool, int]]


def parse(text: str, problem: int = 0) -> Packing:
    """The puzzle of one of the file's problems; NotationError says what is wrong with it or cannot be kept."""
    if isinstance(problem, bool) or problem < 0:
        raise NotationError(f"problem {problem + 1}: expected a number from 1")
    root = _root(text)
    grid = root.find("gridType")
    number = "0" if grid is None else grid.get("type", "0")
    if number not in GRIDS:
        known = " or ".join(f"{each} ({NAMES[each]})" for each in GRIDS)
        raise NotationError(
            f"grid type {quote(number)} {f'({NAMES[number]}) ' if number in NAMES else ''}is not supported: expected {known}"
        )
    problems = root.findall("problems/problem")
    if problem >= len(problems):
        raise NotationError(f"the file has {len(problems)} problems: expected one of them, not number {problem + 1}")
    voxels = root.findall("shapes/voxel")
    colors = [_css(color) for color in root.findall("colors/color")]
    return _puzzle(problems[problem], voxels, colors, GRIDS[number])


def problem_titles(text: str) -> list[str]:
    """The names of the file's problems, in their order; one without a name is told by its number."""
    problems = _root(text).findall("problems/problem")
    return [problem.get("name") or f"problem {number}" for number, problem in enumerate(problems, start=1)]


def _root(text: str) -> Element:
    if "<!" in text.replace("<!--", ""):  # without a document type there are no entities to expand
        raise NotationError("the file declares a document type: expected plain XML")
    try:
        return ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise NotationError(f"not complete XML: {error}: expected <puzzle> ... </puzzle>") from None


def _puzzle(problem: Element, voxels: list[Element], colors: list[str], lattice_name: str) -> Packing:
    result = problem.find("result")
    if result is None:
        raise NotationError("the problem has no result: expected <result id=...>")
    goal = _shape(voxels, _number(result, "id"), lattice_name)
    states = goal.atoms.items()
    paint = tuple((atom, str(color)) for atom, (_, color) in states if color)
    must, may = (tuple(atom for atom, (free, _) in states if free == wanted) for wanted in (False, True))
    board = Board(must, may, lattice_name, paint)
    holes = _number(problem, "maxHoles", len(board.optional))
    if holes < len(board.optional):
        raise NotationError(
            f"maxHoles {holes} of {len(board.optional)} cells that may stay empty is not supported: expected no limit"
        )
    lies_on: dict[int, list[str]] = {}
    for pair in problem.findall("bitmap/pair"):  # here the first color is 0, in shapes it is 1
        lies_on.setdefault(_number(pair, "piece") + 1, []).append(str(_number(pair, "result") + 1))
    pieces = []
    for row in problem.findall("shapes/shape"):
        shape = _shape(voxels, _number(row, "id"), lattice_name)
        if copies := _copies(row):
            pieces.append(_piece(shape, copies, colors, lies_on, lattice_name))
    return Packing(board, tuple(_renamed(pieces)), name=problem.get("name", ""))


def _shape(voxels: list[Element], number: int, lattice_name: str) -> BurrShape:
    if not 0 <= number < len(voxels):
        raise NotationError(f"there is no shape {number}: expected 0 to {len(voxels) - 1}")
    voxel = voxels[number]
    x, y, z = (_number(voxel, axis) for axis in "xyz")
    if not 0 < x * y * z <= MAX_CELLS:
        raise LimitError(f"shape {number} is a box of {x} x {y} x {z}: expected at most {MAX_CELLS:,} cells")
    content = "".join((voxel.text or "").split())
    states = _VOXEL.findall(content)
    if len(states) != x * y * z or sum(map(len, (state + color for state, color in states))) != len(content):
        raise NotationError(
            f"shape {number}: {quote(content)}: expected {x * y * z} of the characters {' '.join(STATES)}, each with a color's number"
        )
    places = ((column, row, layer) for layer in range(z) for row in range(y) for column in range(x))
    atoms = {
        atom_at(place, lattice_name): (state == "+", int(color or 0))
        for place, (state, color) in zip(_checked(places, number, states, lattice_name), states, strict=True)
        if state != "_"
    }
    if not atoms:
        raise NotationError(f"shape {number} is empty: expected at least one #")
    return BurrShape(voxel.get("name") or f"S{number + 1}", atoms)


def _checked(
    places: Iterable[Vector], number: int, states: list[tuple[str, str]], lattice_name: str
) -> Iterator[Vector]:
    """The places, as long as nothing stands where the grid has no cell."""
    for place, (state, _) in zip(places, states, strict=True):
        if state != "_" and not has_cell(place, lattice_name):
            x, y, z = place
            raise NotationError(
                f"shape {number} has a ball at x={x} y={y} z={z}: expected balls where x + y + z is even"
            )
        yield place


def _number(element: Element, key: str, default: int | None = None) -> int:
    text = element.get(key)
    if text is None and default is not None:
        return default
    if text is None or not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise NotationError(f"<{element.tag} {key}={quote(text or '')}>: expected a number")
    return int(text)


def _copies(row: Element) -> tuple[int, int] | None:
    """(fewest, most) of a piece; None where none may be used."""
    count = _number(row, "count", 1)
    lo, hi = _number(row, "min", count), _number(row, "max", count)
    return (lo, hi) if lo or hi else None


def _piece(
    shape: BurrShape, copies: tuple[int, int], colors: list[str], lies_on: dict[int, list[str]], lattice_name: str
) -> Piece:
    if any(may for may, _ in shape.atoms.values()):
        raise NotationError(f"shape {quote(shape.name)} is a piece with cells that may stay empty: expected # only")
    used = {each for _, each in shape.atoms.values() if each}
    color = colors[used.pop() - 1] if len(used) == 1 and max(used) <= len(colors) else None
    name = "".join("_" if c.isspace() or c in "@/#." or controls_terminal(c) else c for c in shape.name[:MAX_NAME])
    try:
        allowed_paints = tuple(
            (atom, tuple(sorted(lies_on.get(each, ())))) for atom, (_, each) in shape.atoms.items() if each
        )
        return Piece(name, tuple(shape.atoms), lattice_name, copies, color=color, allowed_paints=allowed_paints)
    except TilewrightError as error:
        raise type(error)(f"shape {quote(shape.name)}: {error}") from None


def _renamed(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces under names that differ."""
    used: set[str] = set()
    for piece in pieces:
        name, number = piece.name, 2
        while name in used:
            name, number = f"{piece.name}_{number}", number + 1
        used.add(name)
        yield replace(piece, name=name)


def _css(color: Element) -> str:
    values = [_number(color, key, 0) for key in ("red", "green", "blue")]
    return "#" + "".join(f"{min(value, 255):02x}" for value in values)


def notes(puzzle: Packing) -> list[str]:
    """Where BurrTools would understand the exported puzzle otherwise; empty where it is the same."""
    flat = puzzle.grid.dimension == 2
    wanted = "free" if flat else "turn"
    kept = {piece.name for piece in puzzle.pieces if set(piece.forms) == set(replace(piece, motion=wanted).forms)}
    others = ", ".join(piece.name for piece in puzzle.pieces if piece.name not in kept)
    rule = "turns all pieces in space, so flat ones turn over" if flat else "turns all pieces and mirrors none"
    return [f"BurrTools {rule}: the pieces {others} move otherwise in this puzzle"] if others else []


def dump(puzzle: Packing) -> str:
    """The puzzle as a file of BurrTools, flat ones one layer high; `notes` says where its rules differ."""
    layers = {"square": "cubic", "triangular": "prism"}
    if layers.get(puzzle.lattice, puzzle.lattice) not in GRIDS.values():
        raise NotationError(
            f"BurrTools files cannot hold the lattice {puzzle.lattice}: expected one of {', '.join((*layers, *GRIDS.values()))}"
        )
    if any(piece.allowed_paints for piece in puzzle.pieces) and puzzle.board.paint:
        raise NotationError("puzzles with paints are not written for BurrTools: expected none")
    if puzzle.pinned:
        raise NotationError("BurrTools files cannot hold pinned pieces: expected none")
    colors = list(dict.fromkeys(piece.color for piece in puzzle.pieces if piece.color))[:MOST_COLORS]
    target = layers.get(puzzle.lattice, puzzle.lattice)
    deep = (0,) if target != puzzle.lattice else ()
    numbers = {piece.name: colors.index(piece.color) + 1 if piece.color in colors else 0 for piece in puzzle.pieces}
    shapes = [
        _voxel([(*deep, *atom) for atom in piece.atoms], [], numbers[piece.name], piece.name, target)
        for piece in puzzle.pieces
    ]
    board = puzzle.board
    shapes.append(
        _voxel(
            [(*deep, *atom) for atom in board.atoms], [(*deep, *atom) for atom in board.optional], 0, "board", target
        )
    )
    room = len(board.atoms) + len(board.optional)
    rows = [f"<shape id={quoteattr(str(i))} {_range(piece, room)}/>" for i, piece in enumerate(puzzle.pieces)]
    grid_type = next(number for number, name in GRIDS.items() if name == target)
    return "\n".join([
        '<?xml version="1.0"?>', '<puzzle version="2">', f'<gridType type="{grid_type}"/>',
        "<colors>", *(_color(color) for color in colors), "</colors>",
        "<shapes>", *shapes, "</shapes>",
        "<problems>", f'<problem name={quoteattr(puzzle.name)} state="0">', "<shapes>", *rows, "</shapes>",
        f'<result id="{len(puzzle.pieces)}"/>', "<bitmap/>", "</problem>", "</problems>",
        f"<comment>{escape(' '.join(notes(puzzle)))}</comment>", "</puzzle>", "",
    ])  # fmt: skip


def _range(piece: Piece, room: int) -> str:
    """How many copies there may be; any number is as many as there is room for, on a board of `room` atoms."""
    lo, hi = piece.copies
    most = max(lo, 1, room // len(piece.atoms)) if hi is None else hi
    return f'count="{lo}"' if lo == most else f'min="{lo}" max="{most}"'


def _voxel(atoms: list[Atom], optional: list[Atom], color: int, name: str, lattice_name: str) -> str:
    """A shape as BurrTools writes it."""
    states = {place_of(atom, lattice_name): "#" for atom in atoms}
    states |= {place_of(atom, lattice_name): "+" for atom in optional}
    low = box_begins([min(axis) for axis in zip(*states, strict=True)], lattice_name)
    x, y, z = (max(axis) - least + 1 for axis, least in zip(zip(*states, strict=True), low, strict=True))
    if prod((x, y, z)) > MAX_CELLS:
        raise LimitError(f"{name} needs a box of {x} x {y} x {z}: expected at most {MAX_CELLS:,} cells")
    places = ((low[0] + i, low[1] + j, low[2] + k) for k in range(z) for j in range(y) for i in range(x))
    mark = str(color or "")
    content = "".join(states[place] + mark if place in states else "_" for place in places)
    return f'<voxel x="{x}" y="{y}" z="{z}" name={quoteattr(name)} type="0">{content}</voxel>'


def _color(color: str) -> str:
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", color):
        color = "#808080"
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return f'<color red="{red}" green="{green}" blue="{blue}"/>'


XMPUZZLE = Format(parse, dump, notes, problem_titles)
