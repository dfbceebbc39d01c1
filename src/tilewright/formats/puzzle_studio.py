"""Puzzle files of the Mechanical Puzzle Studio (github.com/mbrown1413/Mechanical-Puzzle-Studio): JSON of `"type": "PuzzleFile"`.

A shape is a list of voxels `x,y,z`, of which some may be optional; an assembly problem names the shape to be filled and how
many of each other shape are used. Read are cubic and square grids, groups of shapes included; `FILE#2` is the second problem. Ranges,
colors of constraints and disassembly have no like here and are refused where they would matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tilewright.errors import LimitError, NotationError, quote
from tilewright.formats import Format
from tilewright.formats.answer import dumps_json
from tilewright.formats.tables import decode_json
from tilewright.kinds import Packing
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.puzzle import Board
from tilewright.puzzle.board import MAX_CELLS

GRIDS = {"CubicGrid": "cubic", "SquareGrid": "square"}
EXPECTED = "expected a PuzzleFile of the Mechanical Puzzle Studio"
FAR = 10_000  # of a coordinate
MOST_COPIES = 10_000


def parse_studio(text: str, number: int = 0) -> Packing:
    """Parse a puzzle file, its problem by number from 0. Raises NotationError saying what is not read."""
    puzzle = _puzzle(text)
    problem = _problems(puzzle)[number]
    grid = puzzle.get("grid")
    kind = grid.get("type") if isinstance(grid, dict) else None
    if kind not in GRIDS:
        raise NotationError(f"grid {quote(str(kind))}: expected one of {', '.join(GRIDS)}")
    shapes = {shape.get("id"): shape for shape in _shapes(puzzle.get("shapeTree", puzzle.get("pieces")), 0)}
    goal = problem.get("goalShapeId", problem.get("goalPieceId"))
    counts = problem.get("shapeCounts", problem.get("usedPieceCounts", problem.get("pieceCounts")))
    if not isinstance(goal, int) or goal not in shapes or not isinstance(counts, dict):
        raise NotationError("the problem lacks its goal or its pieces: expected goalShapeId and shapeCounts")
    atoms, optional = _atoms(shapes[goal], GRIDS[kind])
    pieces = [_piece(shapes, key, count, GRIDS[kind]) for key, count in counts.items() if count != 0]
    title = str(problem.get("label", ""))[:200]
    return Packing(
        Board(tuple(sorted(atoms - optional)), tuple(sorted(optional)), GRIDS[kind]), tuple(pieces), name=title
    )


def _puzzle(text: str) -> dict[str, Any]:
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
    """The shapes of a list, those of its groups included."""
    if not isinstance(rows, list) or depth > 20:
        raise NotationError(f"shapes are no list: {EXPECTED}")
    for row in rows:
        if not isinstance(row, dict):
            raise NotationError(f"{quote(str(row))}: expected a shape")
        if "voxels" in row:
            yield row
        else:
            yield from _shapes(row.get("shapes", row.get("pieces")), depth + 1)


def _voxel(text: str, grid: str) -> Atom:
    match = re.fullmatch(r"\s*(-?[0-9]{1,5}),(-?[0-9]{1,5}),(-?[0-9]{1,5})\s*", text)
    if match is None or any(abs(int(each)) > FAR for each in match.groups()):
        raise NotationError(f"voxel {quote(text)}: expected x,y,z, each at most {FAR:,}")
    x, y, z = map(int, match.groups())
    if grid == "square" and z:
        raise NotationError(f"voxel {quote(text)}: expected z = 0 on a square grid")
    return (-y, x) if grid == "square" else (-z, -y, x)


def _atoms(shape: dict[str, Any], grid: str) -> tuple[set[Atom], set[Atom]]:
    """The cells of a shape, and those of them that may stay empty."""
    voxels, attributes = shape.get("voxels"), shape.get("voxelAttributes", {})
    if not isinstance(voxels, str) or not isinstance(attributes, dict):
        raise NotationError("the voxels of a shape are missing: expected x,y,z; x,y,z; ...")
    words = [word for word in voxels.split(";") if word.strip()]
    if not 1 <= len(words) <= MAX_CELLS:
        raise LimitError(f"a shape of {len(words):,} voxels: expected 1 to {MAX_CELLS:,}")
    atoms = {_voxel(word, grid) for word in words}
    if other := [name for name, values in attributes.items() if name != "optional" and values]:
        raise NotationError(f"voxels with {quote(other[0])}: expected none but optional ones")
    flags = attributes.get("optional", {})
    if not isinstance(flags, dict):
        raise NotationError("optional voxels: expected a table of voxels")
    return atoms, {_voxel(word, grid) for word, value in flags.items() if value is True} & atoms


def _piece(shapes: dict[Any, dict[str, Any]], key: str, count: object, grid: str) -> Piece:
    shape = shapes.get(int(key)) if re.fullmatch(r"[0-9]{1,9}", key) else None
    if shape is None:
        raise NotationError(f"piece {quote(key)}: expected the number of a shape")
    if not isinstance(count, int) or not 1 <= count <= MOST_COPIES:
        raise NotationError(f"{quote(str(count))} of piece {key}: expected a number from 0 to {MOST_COPIES:,}")
    atoms, optional = _atoms(shape, grid)
    if optional:
        raise NotationError(f"piece {key} has optional voxels: expected them in the goal alone")
    name = re.sub(r"\s+", "_", str(shape.get("label") or f"S{key}").strip())[:40]
    return Piece(name, tuple(sorted(atoms)), lattice=grid, copies=(count, count))


def problem_labels(text: str) -> list[str]:
    """The names of the problems in a file."""
    return [str(row.get("label", number)) for number, row in enumerate(_problems(_puzzle(text)), start=1)]


def dump_studio(puzzle: Packing) -> str:
    """Return a puzzle file. Raises NotationError for other lattices, pins, paint and ranges of copies."""
    grid = next((name for name, lattice in GRIDS.items() if lattice == puzzle.lattice), None)
    if grid is None or puzzle.pinned or any(piece.copies[0] != piece.copies[1] for piece in puzzle.pieces):
        raise NotationError("a PuzzleFile holds squares or cubes, a number of each piece and no pins: write it as TOML")
    shapes = [_shape(0, "goal", puzzle.board.atoms, puzzle.board.optional)]
    shapes += [_shape(place, piece.name, piece.atoms, ()) for place, piece in enumerate(puzzle.pieces, start=1)]
    problem = {
        "type": "AssemblyProblem",
        "id": 0,
        "label": puzzle.name or "problem",
        "solverId": "assembly",
        "goalShapeId": 0,
        "shapeCounts": {str(place): piece.copies[0] for place, piece in enumerate(puzzle.pieces, start=1)},
    }
    counters = {"shape": len(shapes), "problem": 1}
    inner = {
        "type": "Puzzle",
        "grid": {"type": grid},
        "shapeTree": shapes,
        "problems": [problem],
        "idCounters": counters,
    }
    return dumps_json({"type": "PuzzleFile", "name": puzzle.name or "puzzle", "puzzle": inner})


def _shape(number: int, label: str, atoms: tuple[Atom, ...], optional: tuple[Atom, ...]) -> dict[str, Any]:
    flat = len((*atoms, *optional)[0]) == 2
    high = [max(atom[axis] for atom in (*atoms, *optional)) for axis in range(1 if flat else 2)]
    left = min(atom[-1] for atom in (*atoms, *optional))

    def text(atom: Atom) -> str:
        layer = 0 if flat else high[0] - atom[0]
        return f"{atom[-1] - left},{high[-1] - atom[-2]},{layer}"

    row: dict[str, Any] = {
        "type": "Shape",
        "id": number,
        "label": label,
        "voxels": "; ".join(map(text, sorted({*atoms, *optional}))),
    }
    if optional:
        row["voxelAttributes"] = {"optional": {text(atom): True for atom in optional}}
    return row


STUDIO = Format(parse_studio, dump_studio, problem_titles=problem_labels)
