"""Files of programs for mechanical puzzles: BurrTools and the Mechanical Puzzle Studio.

BurrTools puzzles (.xmpuzzle) consist of cubes, triangular prisms or spheres. The first problem in a file is the
puzzle, unless another one is chosen.

The file is XML, often compressed with gzip, and declares no encoding. A shape is a box of characters `_`
(empty), `#` (filled) and `+` (may stay empty), each followed by the number of its color. x varies fastest, then
y, then z: x points right, y away, z up. On prisms, even x + y is a triangle that points away (our up), odd x +
y one that points near. Balls lie where x + y + z is even.

BurrTools turns pieces in space and never mirrors them, so flat pieces may always be turned over. A colored cell
of a piece may lie where the result has no color, and on the colors that the problem pairs with its own. Here
these become the allowed paints of pieces and the paint of boards. Limits on holes and disconnected pieces have
no equivalent here; they are refused where they would matter. Groups are those of pieces that may stay
together when the puzzle is taken apart. Weights, which choose the part that is shown to move, are ignored.

Files of the Mechanical Puzzle Studio (github.com/mbrown1413/Mechanical-Puzzle-Studio) are JSON with `"type":
"PuzzleFile"`. A shape is a list of voxels `x,y,z`, some of which may be optional. An assembly problem names the
shape to be filled and how often each other shape is used. Cubic and square grids are read, including groups of
shapes; `FILE#2` is the second problem. Ranges, color constraints and disassembly have no equivalent here; they
are refused where they would matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from tilewright.errors import LimitError, NotationError, TilewrightError, controls_terminal, quote
from tilewright.formats import Format
from tilewright.formats.tables import decode_json
from tilewright.kinds import Packing
from tilewright.lattice import Atom, Vector
from tilewright.lattice.spatial import from_cubes, to_cubes
from tilewright.pieces import Piece
from tilewright.pieces.piece import note_parts
from tilewright.puzzle import Board
from tilewright.puzzle.board import MAX_CELLS
from tilewright.render.canvas import escape, quoteattr
from tilewright.system import dumps_json


def atom_at(place: Vector, lattice_name: str) -> Atom | None:
    """Return the atom of a voxel; None if the lattice has no cell there.

    Balls exist only where the sum of the coordinates is even.
    """
    x, y, z = place
    if lattice_name == "cubic":
        return -z, -y, x
    if lattice_name == "spheres":
        return None if sum(place) % 2 else from_cubes(place)
    slot = (x + y) % 2
    return -z, -y, (x - y - slot) // 2, slot


def place_of(atom: Atom, lattice_name: str) -> Vector:
    """Return the voxel of an atom; coordinates may be negative."""
    if lattice_name == "spheres":
        return to_cubes(atom)
    layer, row, column, *slot = atom
    return (column, -row, -layer) if lattice_name == "cubic" else (2 * column - row + slot[0], -row, -layer)


GRIDS = {"0": "cubic", "1": "prism", "2": "spheres"}
NAMES = {"0": "bricks", "1": "triangular prisms", "2": "spheres", "3": "rhombic tetrahedra", "4": "tetra-octahedra"}
MAX_NAME = 80  # characters, which leaves room for a number
MOST_COLORS = 63  # BurrTools stores the color of a cell in six bits, and one value means no color
STATES = "_#+"
_VOXEL = re.compile(r"([_#+])(\d{0,3})", re.ASCII)


@dataclass(frozen=True)
class BurrShape:
    """A shape: for each of its atoms, whether it may stay empty and the number of its color (0: none)."""

    name: str
    atoms: dict[Atom, tuple[bool, int]]


def parse(text: str, problem: int = 0) -> Packing:
    """Return the puzzle of one problem in the file.

    Raises NotationError if the file is invalid or holds something that cannot be represented.
    """
    if isinstance(problem, bool) or problem < 0:
        raise NotationError(f"problem {problem + 1}: expected a number from 1")
    root = parse_root(text)
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
    """Return the names of the problems in the file, in order; a problem without a name gets its number."""
    problems = parse_root(text).findall("problems/problem")
    return [problem.get("name") or f"problem {number}" for number, problem in enumerate(problems, start=1)]


def parse_root(text: str) -> Element:
    """Return the root of a file. Raises NotationError for XML that is not complete or declares a document type."""
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
    goal = read_shape(voxels, read_number(result, "id"), lattice_name)
    states = goal.atoms.items()
    paint = tuple((atom, str(color)) for atom, (_, color) in states if color)
    must, may = (tuple(atom for atom, (free, _) in states if free == wanted) for wanted in (False, True))
    board = Board(must, may, lattice_name, paint)
    holes = read_number(problem, "maxHoles", len(board.optional))
    if holes < len(board.optional):
        raise NotationError(
            f"maxHoles {holes} of {len(board.optional)} cells that may stay empty is not supported: expected no limit"
        )
    lies_on: dict[int, list[str]] = {}
    for pair in problem.findall("bitmap/pair"):  # here the first color is 0; in shapes it is 1
        lies_on.setdefault(read_number(pair, "piece") + 1, []).append(str(read_number(pair, "result") + 1))
    pieces, numbers = [], []
    for row in problem.findall("shapes/shape"):
        shape = read_shape(voxels, read_number(row, "id"), lattice_name)
        copies = copies_of(row)
        if any(copies):
            pieces.append(_piece(shape, copies, colors, lies_on, lattice_name))
            numbers.append(_group(row, copies[1], shape.name))
    pieces = list(_renamed(pieces))
    groups = [
        [piece.name for piece, number in zip(pieces, numbers, strict=True) if number == group]
        for group in dict.fromkeys(numbers)
        if group
    ]
    return Packing(board, pieces, name=problem.get("name", ""), groups=groups)


def copies_of(row: Element) -> tuple[int, int]:
    """Return (fewest, most) copies of a shape that a problem uses."""
    count = read_number(row, "count", 1)
    return read_number(row, "min", count), read_number(row, "max", count)


def _group(row: Element, copies: int, name: str) -> int:
    """Return the number of the group whose pieces may stay together; 0 for none."""
    given = [(read_number(row, "group", 0), copies)]
    given += [(read_number(each, "group"), read_number(each, "count")) for each in row.findall("group")]
    groups = [each for each in given if each[0]]
    if len(groups) > 1 or any(count < copies for _, count in groups):
        what = f"shape {quote(name)} has copies in different groups"
        raise NotationError(f"{what}, which is not supported: expected one group for all of them")
    return groups[0][0] if groups else 0


def read_shape(voxels: list[Element], number: int, lattice_name: str) -> BurrShape:
    """Return the shape of this number. Raises NotationError for what is no shape, LimitError for one that is too large."""
    if not 0 <= number < len(voxels):
        raise NotationError(f"there is no shape {number}: expected 0 to {len(voxels) - 1}")
    voxel = voxels[number]
    x, y, z = (read_number(voxel, axis) for axis in "xyz")
    if not 0 < x * y * z <= MAX_CELLS:
        raise LimitError(f"shape {number} is a box of {x} x {y} x {z}: expected at most {MAX_CELLS:,} cells")
    content = "".join((voxel.text or "").split())
    states = _VOXEL.findall(content)
    if len(states) != x * y * z or sum(map(len, (state + color for state, color in states))) != len(content):
        raise NotationError(
            f"shape {number}: {quote(content)}: expected {x * y * z} of the characters {' '.join(STATES)}, each with a color's number"
        )
    places = ((column, row, layer) for layer in range(z) for row in range(y) for column in range(x))
    atoms: dict[Atom, tuple[bool, int]] = {}
    for place, (state, color) in zip(places, states, strict=True):
        if state == "_":
            continue
        if (atom := atom_at(place, lattice_name)) is None:
            where = " ".join(f"{axis}={at}" for axis, at in zip("xyz", place, strict=True))
            raise NotationError(f"shape {number} has a ball at {where}: expected balls where x + y + z is even")
        atoms[atom] = state == "+", int(color or 0)
    if not atoms:
        raise NotationError(f"shape {number} is empty: expected at least one #")
    return BurrShape(voxel.get("name") or f"S{number + 1}", atoms)


def read_number(element: Element, key: str, default: int | None = None) -> int:
    """Return an attribute that is a whole number. Raises NotationError for any other text."""
    text = element.get(key)
    if text is None and default is not None:
        return default
    if text is None or not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise NotationError(f"<{element.tag} {key}={quote(text or '')}>: expected a number")
    return int(text)


def _piece(
    shape: BurrShape, copies: tuple[int, int], colors: list[str], lies_on: dict[int, list[str]], lattice_name: str
) -> Piece:
    if any(may for may, _ in shape.atoms.values()):
        raise NotationError(f"shape {quote(shape.name)} is a piece with cells that may stay empty: expected # only")
    used = {each for _, each in shape.atoms.values() if each}
    color = colors[used.pop() - 1] if len(used) == 1 and max(used) <= len(colors) else None
    name = "".join("_" if c.isspace() or c in "@/#." or controls_terminal(c) else c for c in shape.name[:MAX_NAME])
    paints = tuple((atom, tuple(sorted(lies_on.get(each, ())))) for atom, (_, each) in shape.atoms.items() if each)
    try:
        atoms = tuple(shape.atoms)
        piece = Piece(name, atoms, lattice_name, copies, color=color, allowed_paints=paints, connected=False)
    except TilewrightError as error:
        raise type(error)(f"shape {quote(shape.name)}: {error}") from None
    return note_parts(piece)


def _renamed(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces with distinct names."""
    used: set[str] = set()
    for piece in pieces:
        name, number = piece.name, 2
        while name in used:
            name, number = f"{piece.name}_{number}", number + 1
        used.add(name)
        yield replace(piece, name=name)


def _css(color: Element) -> str:
    values = [read_number(color, key, 0) for key in ("red", "green", "blue")]
    return "#" + "".join(f"{min(value, 255):02x}" for value in values)


def notes(puzzle: Packing) -> list[str]:
    """Return how BurrTools would interpret the exported puzzle differently; empty if it would not."""
    flat = puzzle.grid.dimension == 2
    wanted = "free" if flat else "turn"
    kept = {piece.name for piece in puzzle.pieces if set(piece.forms) == set(replace(piece, motion=wanted).forms)}
    others = ", ".join(piece.name for piece in puzzle.pieces if piece.name not in kept)
    rule = "turns all pieces in space, so flat ones turn over" if flat else "turns all pieces and mirrors none"
    return [f"BurrTools {rule}: the pieces {others} move otherwise in this puzzle"] if others else []


LAYERS = {"square": "cubic", "triangular": "prism"}  # what a flat lattice is one layer of


def dump(puzzle: Packing, solutions: Sequence[str] = ()) -> str:
    """Return the puzzle as a BurrTools file, flat puzzles one layer high; `notes` tells where its rules differ.

    solutions: elements of assemblies with their separations, as `burr_answers` writes them.
    """
    layers = LAYERS
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
    board = puzzle.board
    drawn = [(piece.name, numbers[piece.name], piece.atoms, ()) for piece in puzzle.pieces]
    shapes = [
        _voxel(name, color, [(*deep, *atom) for atom in atoms], [(*deep, *atom) for atom in optional], target)
        for name, color, atoms, optional in (*drawn, ("board", 0, board.atoms, board.optional))
    ]
    room = len(board.atoms) + len(board.optional)
    rows = [
        f"<shape id={quoteattr(str(i))} {_range(piece, room)}{_group_of(puzzle, piece)}/>"
        for i, piece in enumerate(puzzle.pieces)
    ]
    state = (
        f'state="2" assemblies="{len(solutions)}" solutions="{len(solutions)}" time="0"' if solutions else 'state="0"'
    )
    grid_type = next(number for number, name in GRIDS.items() if name == target)
    return "\n".join([
        '<?xml version="1.0"?>', '<puzzle version="2">', f'<gridType type="{grid_type}"/>',
        "<colors>", *(_color(color) for color in colors), "</colors>",
        "<shapes>", *shapes, "</shapes>",
        "<problems>", f"<problem name={quoteattr(puzzle.name)} {state}>", "<shapes>", *rows, "</shapes>",
        f'<result id="{len(puzzle.pieces)}"/>', "<bitmap/>",
        *(["<solutions>", *solutions, "</solutions>"] if solutions else []), "</problem>", "</problems>",
        f"<comment>{escape(' '.join(notes(puzzle)))}</comment>", "</puzzle>", "",
    ])  # fmt: skip


def _range(piece: Piece, room: int) -> str:
    """Return the allowed number of copies on a board of `room` atoms."""
    lo, most = piece.copies[0], most_copies(piece, room)
    return f'count="{lo}"' if lo == most else f'min="{lo}" max="{most}"'


def most_copies(piece: Piece, room: int) -> int:
    """Return the most copies that are written; any number is as many as there is room for, on a board of `room` atoms."""
    lo, hi = piece.copies
    return max(lo, 1, room // len(piece.atoms)) if hi is None else hi


def _group_of(puzzle: Packing, piece: Piece) -> str:
    """Return the group of a piece. Raises NotationError for a piece in two of them, which the file would mean otherwise."""
    mine = [number for number, group in enumerate(puzzle.groups, start=1) if piece.name in group]
    if len(mine) > 1:
        raise NotationError(f"piece {quote(piece.name)} is in two groups: expected each piece in one")
    return f' group="{mine[0]}"' if mine else ""


def _voxel(name: str, color: int, atoms: list[Atom], optional: list[Atom], lattice_name: str) -> str:
    """Return a shape as BurrTools writes it."""
    states = {place_of(atom, lattice_name): "#" for atom in atoms}
    states |= {place_of(atom, lattice_name): "+" for atom in optional}
    low = box_corner(states, lattice_name)
    x, y, z = (max(axis) - least + 1 for axis, least in zip(zip(*states, strict=True), low, strict=True))
    if prod((x, y, z)) > MAX_CELLS:
        raise LimitError(f"{name} needs a box of {x} x {y} x {z}: expected at most {MAX_CELLS:,} cells")
    places = ((low[0] + i, low[1] + j, low[2] + k) for k in range(z) for j in range(y) for i in range(x))
    mark = str(color or "")
    content = "".join(states[place] + mark if place in states else "_" for place in places)
    return f'<voxel x="{x}" y="{y}" z="{z}" name={quoteattr(name)} type="0">{content}</voxel>'


def box_corner(places: Iterable[Vector], lattice_name: str) -> list[int]:
    """Where the box of a shape begins: where its voxels are of the same sort as in the lattice."""
    low = [min(axis) for axis in zip(*places, strict=True)]
    low[0] -= {"prism": sum(low[:2]) % 2, "spheres": sum(low) % 2}.get(lattice_name, 0)
    return low


def _color(color: str) -> str:
    red, green, blue = bytes.fromhex(color[1:] if re.fullmatch(r"#[0-9a-fA-F]{6}", color) else "808080")
    return f'<color red="{red}" green="{green}" blue="{blue}"/>'


XMPUZZLE = Format(parse, dump, notes, problem_titles)


STUDIO_GRIDS = {"CubicGrid": "cubic", "SquareGrid": "square"}
EXPECTED = "expected a PuzzleFile of the Mechanical Puzzle Studio"
FAR = 10_000  # the largest coordinate
MOST_COPIES = 10_000


def parse_studio(text: str, number: int = 0) -> Packing:
    """Return the puzzle of a file's problem, numbered from 0; raise NotationError for what cannot be read."""
    puzzle = _studio_puzzle(text)
    problem = _problems(puzzle)[number]
    grid = puzzle.get("grid")
    kind = grid.get("type") if isinstance(grid, dict) else None
    if kind not in STUDIO_GRIDS:
        raise NotationError(f"grid {quote(str(kind))}: expected one of {', '.join(STUDIO_GRIDS)}")
    shapes = {shape.get("id"): shape for shape in _shapes(puzzle.get("shapeTree", puzzle.get("pieces")), 0)}
    goal = problem.get("goalShapeId", problem.get("goalPieceId"))
    counts = problem.get("shapeCounts", problem.get("usedPieceCounts", problem.get("pieceCounts")))
    if not isinstance(goal, int) or goal not in shapes or not isinstance(counts, dict):
        raise NotationError("the problem lacks its goal or its pieces: expected goalShapeId and shapeCounts")
    atoms, optional = _atoms(shapes[goal], STUDIO_GRIDS[kind])
    pieces = [_studio_piece(shapes, key, count, STUDIO_GRIDS[kind]) for key, count in counts.items() if count != 0]
    title = str(problem.get("label", ""))[:200]
    return Packing(
        Board(tuple(sorted(atoms - optional)), tuple(sorted(optional)), STUDIO_GRIDS[kind]), tuple(pieces), name=title
    )


def _studio_puzzle(text: str) -> dict[str, Any]:
    data = decode_json(text)
    puzzle = data.get("puzzle") if isinstance(data, dict) and data.get("type") == "PuzzleFile" else None
    if not isinstance(puzzle, dict):
        raise NotationError(EXPECTED)
    return puzzle


def _problems(puzzle: dict[str, Any]) -> list[dict[str, Any]]:
    rows = puzzle.get("problems")
    found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    if not found:
        raise NotationError(f"the file holds no problem: {EXPECTED} with one")
    return found


def _shapes(rows: object, depth: int) -> Iterator[dict[str, Any]]:
    """Yield the shapes of a list, including those in its groups."""
    if not isinstance(rows, list) or depth > 20:
        raise NotationError(f"shapes are no list: {EXPECTED}")
    for row in rows:
        if not isinstance(row, dict):
            raise NotationError(f"{quote(str(row))}: expected a shape")
        if "voxels" in row:
            yield row
        else:
            yield from _shapes(row.get("shapes", row.get("pieces")), depth + 1)


def _studio_voxel(text: str, grid: str) -> Atom:
    match = re.fullmatch(r"\s*(-?[0-9]{1,5}),(-?[0-9]{1,5}),(-?[0-9]{1,5})\s*", text)
    if match is None or any(abs(int(each)) > FAR for each in match.groups()):
        raise NotationError(f"voxel {quote(text)}: expected x,y,z, each at most {FAR:,}")
    x, y, z = map(int, match.groups())
    if grid == "square" and z:
        raise NotationError(f"voxel {quote(text)}: expected z = 0 on a square grid")
    return (-y, x) if grid == "square" else (-z, -y, x)


def _atoms(shape: dict[str, Any], grid: str) -> tuple[set[Atom], set[Atom]]:
    """Return the cells of a shape, and those of them that may stay empty."""
    voxels, attributes = shape.get("voxels"), shape.get("voxelAttributes", {})
    if not isinstance(voxels, str) or not isinstance(attributes, dict):
        raise NotationError("the voxels of a shape are missing: expected x,y,z; x,y,z; ...")
    words = [word for word in voxels.split(";") if word.strip()]
    if not 1 <= len(words) <= MAX_CELLS:
        raise LimitError(f"a shape of {len(words):,} voxels: expected 1 to {MAX_CELLS:,}")
    atoms = {_studio_voxel(word, grid) for word in words}
    if other := [name for name, values in attributes.items() if name != "optional" and values]:
        raise NotationError(f"voxels with {quote(other[0])}: expected none but optional ones")
    flags = attributes.get("optional", {})
    if not isinstance(flags, dict):
        raise NotationError("optional voxels: expected a table of voxels")
    return atoms, {_studio_voxel(word, grid) for word, value in flags.items() if value is True} & atoms


def _studio_piece(shapes: dict[Any, dict[str, Any]], key: str, count: object, grid: str) -> Piece:
    shape = shapes.get(int(key)) if re.fullmatch(r"[0-9]{1,9}", key) else None
    if shape is None:
        raise NotationError(f"piece {quote(key)}: expected the number of a shape")
    if not isinstance(count, int) or not 1 <= count <= MOST_COPIES:
        raise NotationError(f"{quote(str(count))} of piece {key}: expected a number from 0 to {MOST_COPIES:,}")
    atoms, optional = _atoms(shape, grid)
    if optional:
        raise NotationError(f"piece {key} has optional voxels: expected them in the goal alone")
    name = re.sub(r"\s+", "_", str(shape.get("label") or f"S{key}").strip())[:40]
    return note_parts(Piece(name, tuple(sorted(atoms)), lattice=grid, copies=(count, count), connected=False))


def problem_labels(text: str) -> list[str]:
    """Return the names of the problems in a file."""
    return [str(row.get("label", number)) for number, row in enumerate(_problems(_studio_puzzle(text)), start=1)]


def dump_studio(puzzle: Packing) -> str:
    """Return a puzzle as a PuzzleFile.

    Raises NotationError for other lattices, pins, paint, ranges of copies and rules of motion.
    """
    grid = next((name for name, lattice in STUDIO_GRIDS.items() if lattice == puzzle.lattice), None)
    if grid is None or puzzle.pinned or any(piece.copies[0] != piece.copies[1] for piece in puzzle.pieces):
        raise NotationError("a PuzzleFile holds squares or cubes, a number of each piece and no pins: write it as TOML")
    usual = {piece.name for piece in puzzle.pieces if set(piece.forms) == set(replace(piece, motion="").forms)}
    if others := [piece.name for piece in puzzle.pieces if piece.name not in usual]:
        rule = "turn and flip" if grid == "SquareGrid" else "turn in every way and are not mirrored"
        raise NotationError(
            f"the pieces of a PuzzleFile {rule}, but piece {quote(others[0])} moves otherwise: write it as TOML"
        )
    if puzzle.board.paint and any(piece.allowed_paints for piece in puzzle.pieces):
        raise NotationError("a PuzzleFile holds no paints of pieces: write it as TOML")
    shapes = [_studio_shape(0, "goal", puzzle.board.atoms, puzzle.board.optional)]
    shapes += [_studio_shape(place, piece.name, piece.atoms, ()) for place, piece in enumerate(puzzle.pieces, start=1)]
    inner = {
        "type": "Puzzle",
        "grid": {"type": grid},
        "shapeTree": shapes,
        "problems": [
            {
                "type": "AssemblyProblem",
                "id": 0,
                "label": puzzle.name or "problem",
                "solverId": "assembly",
                "goalShapeId": 0,
                "shapeCounts": {str(place): piece.copies[0] for place, piece in enumerate(puzzle.pieces, start=1)},
            }
        ],
        "idCounters": {"shape": len(shapes), "problem": 1},
    }
    return dumps_json({"type": "PuzzleFile", "name": puzzle.name or "puzzle", "puzzle": inner})


def _studio_shape(number: int, label: str, atoms: tuple[Atom, ...], optional: tuple[Atom, ...]) -> dict[str, Any]:
    def solid(atom: Atom) -> Atom:  # squares have no layers
        return (0, *atom)[-3:]

    cells = sorted({*atoms, *optional})
    layers, rows, columns = zip(*map(solid, cells), strict=True)
    top, front, left = max(layers), max(rows), min(columns)

    def text(atom: Atom) -> str:
        layer, row, column = solid(atom)
        return f"{column - left},{front - row},{top - layer}"

    row: dict[str, Any] = {"type": "Shape", "id": number, "label": label, "voxels": "; ".join(map(text, cells))}
    if optional:
        row["voxelAttributes"] = {"optional": {text(atom): True for atom in optional}}
    return row


STUDIO = Format(parse_studio, dump_studio, problem_titles=problem_labels)
