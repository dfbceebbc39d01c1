"""A drawn puzzle of cells as an object of the package, and as a table in the many forms that files may have."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import tilewright as tw
from tests.campaign.puzzles import Atom, Copies, Packed, Predicate, Sentence, Shape
from tests.campaign.truth_lattice import QUARTERS, Grid
from tests.campaign.truth_lattice import grid as lattice_grid
from tilewright.kinds.packing.puzzle import Pin

Table = dict[str, Any]
OWN = "plank"  # a lattice of one's own


def register_own() -> tw.Lattice:
    """Return the lattice of planks, narrow and wide ones in turn, which is known by its name from then on."""
    scale, shapes = QUARTERS[OWN]
    corners = {letter: _ring([(x / scale, y / scale) for y, x in points]) for letter, points in shapes.items()}
    return tw.register_lattice(OWN, corners=corners)


def _ring(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    (left, top), (right, bottom) = min(points), max(points)
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def lattice_of(puzzle: Packed) -> str:
    """What the package calls the lattice."""
    if puzzle.lattice == OWN:
        register_own()
    return lattice_of_name(puzzle.lattice, puzzle.periods)


def lattice_of_name(name: str, periods: tuple[int, int]) -> str:
    """What the package calls a lattice that begins again after so many rows and columns."""
    rows, columns = periods
    return f"{name}~{f'{rows}x' if rows else ''}{columns}" if columns else name


def build(puzzle: Packed) -> tw.Packing:
    """The puzzle as an object, made of cells; what lies there already is left out, and so are names of a family."""
    name = lattice_of(puzzle)
    pieces = [_build_piece(each, puzzle.lattice) for each in puzzle.pieces]
    board = tw.Board(puzzle.atoms, puzzle.optional, name, puzzle.paint)
    made = tw.Packing(board, pieces, [Pin(piece, atoms) for piece, atoms in puzzle.pins], puzzle.title)
    made = made.where(*[sentence.words for sentence in puzzle.where])
    for predicate in puzzle.predicates:
        made = made.where(**{predicate.form: as_function(predicate)})
    return made


def _build_piece(piece: Shape, lattice: str) -> tw.Piece:
    """A piece as an object."""
    rules = (piece.copies, piece.motion, piece.color, piece.paints)
    return tw.Piece(
        piece.name, piece.atoms, lattice, *rules, connected=_is_connected(piece.atoms, lattice_grid(lattice))
    )


def as_function(predicate: Predicate) -> Any:
    """What Python is given for a predicate."""
    names, cell, axis = predicate.names, predicate.cell, predicate.axis
    if predicate.form == "each":
        return lambda placement: not (placement.piece in names and cell in placement.atoms)
    return lambda one, other: {one.piece, other.piece} != set(names) or one.atoms[0][axis] != other.atoms[0][axis]


def placements_of(made: tw.Packing, lying: Iterable[tuple[str, Iterable[Atom]]]) -> list[tw.Placement]:
    """Placements of a puzzle by pieces and cells."""
    return [made.placement(name, atoms) for name, atoms in lying]


# Tables.


def write_table(puzzle: Packed, rng: Random) -> Table:
    """The puzzle as the table of a file, each part in one of its forms."""
    grid = lattice_grid(puzzle.lattice)
    table: Table = {}
    if puzzle.title or rng.random() < 0.2:
        table["name"] = puzzle.title
    table |= _lattice_and_board(puzzle, grid, rng)
    table |= _pieces(puzzle, grid, rng)
    if puzzle.pins:
        table["pinned"] = [{"piece": name, "cells": _cells(grid, atoms, rng)} for name, atoms in puzzle.pins]
    for paint in sorted({paint for _, paint in puzzle.paint}):
        atoms = [atom for atom, each in puzzle.paint if each == paint]
        table.setdefault("paint", {})[paint] = _drawn_or_cells(grid, atoms, rng)
    if puzzle.where:
        sentences = [sentence.words for sentence in puzzle.where]
        table["where"] = sentences[0] if len(sentences) == 1 and rng.random() < 0.5 else sentences
    if puzzle.groups:
        table["named"] = {name: cells(grid, atoms) for name, atoms in puzzle.named}
        table["groups"] = [list(group) for group in puzzle.groups]
        if puzzle.excluded:
            table["excluded"] = [list(names) for names in puzzle.excluded]
    return table


def cells(grid: Grid, atoms: Iterable[Atom], whole: bool = False) -> list[Any]:
    """Cells as `[row, column]`, or with the letters of what is there."""
    if not grid.letters:
        return [list(atom) for atom in sorted(atoms)]
    found: dict[tuple[int, ...], str] = {}
    for atom in sorted(atoms):
        found[atom[:-1]] = found.get(atom[:-1], "") + grid.letters[atom[-1]]
    return [
        [*cell] if whole and len(letters) == len(grid.letters) else [*cell, letters] for cell, letters in found.items()
    ]


def _cells(grid: Grid, atoms: Iterable[Atom], rng: Random) -> list[Any]:
    found = cells(grid, atoms, whole=rng.random() < 0.5)
    rng.shuffle(found)
    return found


def draw(grid: Grid, atoms: Iterable[Atom], optional: Iterable[Atom] = ()) -> str | None:
    """The drawing of squares or cubes from row and column 0 on; None on other lattices."""
    if grid.name not in ("square", "cubic"):
        return None
    every, may = {*atoms, *optional}, set(optional)
    spans = [range(max(atom[axis] for atom in every) + 1) for axis in range(grid.dimension)]
    rows = {
        outer: [
            "".join("o" if (*outer, r, c) in may else "#" if (*outer, r, c) in every else "." for c in spans[-1])
            for r in spans[-2]
        ]
        for outer in ([()] if grid.dimension == 2 else [(layer,) for layer in spans[0]])
    }
    return "\n\n".join("\n".join(lines) for lines in rows.values())


def _drawn_or_cells(grid: Grid, atoms: Sequence[Atom], rng: Random) -> Any:
    drawing = draw(grid, atoms)
    rows = max((atom[0] for atom in atoms), default=0) + 1
    if drawing is None or grid.dimension == 3 or rng.random() < 0.5:
        found = _cells(grid, atoms, rng)
        return found if _are_surely_cells(found) else cells_text(drawing, found)
    lines = drawing.split("\n")
    return rng.choice(
        [drawing, lines, "\n".join(line.translate({35: "1", 46: "0"}) for line in lines) if rows else drawing]
    )


def cells_text(drawing: str | None, found: list[Any]) -> Any:
    """The drawing where cells could be taken for rows of 0 and 1."""
    return found if drawing is None else drawing


def _are_surely_cells(found: list[Any]) -> bool:
    return not all(len(each) == 2 and set(each) <= {0, 1} for each in found)


def _lattice_and_board(puzzle: Packed, grid: Grid, rng: Random) -> Table:
    table: Table = {}
    if puzzle.lattice == OWN:
        scale, shapes = QUARTERS[OWN]
        corners = {letter: _ring([(x / scale, y / scale) for y, x in points]) for letter, points in shapes.items()}
        own: Table = {"name": OWN, "corners": corners, "basis": [[0.0, 1.0], [1.0, 0.0]]}
        known = register_own()
        if rng.random() < 0.3:  # in the order in which the package has them: another order is another table
            own["neighbors"] = {
                letter: [[row, column, known.letters[slot]] for row, column, slot in known.adjacent((0, 0, place))]
                for place, letter in enumerate(known.letters)
            }
        table["lattice"] = OWN if rng.random() < 0.3 else own
    elif puzzle.lattice != "square" or rng.random() < 0.3:
        table["lattice"] = puzzle.lattice
    if puzzle.size and (puzzle.wrap or rng.random() < 0.7):
        rows, dash, holes = puzzle.size.partition("-")
        if puzzle.wrap and rng.random() < 0.6:
            return {**table, "board": f"{rows}{'~~' if puzzle.wrap == 'both' else '~'}{dash}{holes}"}
        return {**table, "board": puzzle.size, **({"wrap": puzzle.wrap} if puzzle.wrap else {})}
    if puzzle.wrap:  # the periods are those of the lattice's name
        table["lattice"] = lattice_of(puzzle)
    drawing = draw(grid, puzzle.atoms, puzzle.optional)
    plain = draw(grid, puzzle.atoms)
    if drawing is not None and not puzzle.wrap and rng.random() < 0.6:
        form = rng.choice(["drawing", "rows", "bits", "outline", "table", "table", "table"])
        if form == "rows":
            return {**table, "board": drawing.split("\n")}
        if form == "bits" and not puzzle.optional and plain:
            bits = plain.translate({35: "1", 46: "0"})
            lists = [[int(bit) for bit in line] for line in bits.split("\n")]
            return {
                **table,
                "board": lists if grid.dimension == 2 and len(lists[0]) > 2 and rng.random() < 0.4 else bits,
            }
        if form in ("outline", "table") and grid.dimension == 2 and not puzzle.optional:
            return {**table, **_outline(puzzle, form, rng)}
        return {**table, "board": drawing}
    if puzzle.optional:
        drawn = draw(grid, puzzle.optional)
        found = cells(grid, puzzle.optional)
        listed = found if _are_surely_cells(found) else {"cells": found}
        table["optional"] = drawn if drawn is not None and rng.random() < 0.4 else listed
        if rng.random() < 0.5:  # the board may have them, too
            return {**table, "board": {"cells": cells(grid, {*puzzle.atoms, *puzzle.optional})}}
    return {**table, "board": {"cells": cells(grid, puzzle.atoms, whole=rng.random() < 0.5)}}


def _outline(puzzle: Packed, form: str, rng: Random) -> Table:
    """The board as WKT, or as a table of shapes; the outline is moved to a corner of a cell, wherever it lies."""
    import shapely

    rows = max(row for row, _ in puzzle.atoms) + 1
    columns = max(column for _, column in puzzle.atoms) + 1
    if form == "outline":
        squares = [shapely.box(column, rows - row - 1, column + 1, rows - row) for row, column in puzzle.atoms]
        return {"outline": shapely.unary_union(squares).wkt}
    placed = [_square(row, column, rows) for row, column in sorted(puzzle.atoms)]
    missing = [_square(r, c, rows) for r in range(rows) for c in range(columns) if (r, c) not in puzzle.atoms]
    whole: Table = {"rectangle": [columns, rows], "translate": [columns / 2, rows / 2]}
    first, *others = placed
    forms: list[Table] = [
        {"union": placed} if others else first,
        {"shape": first, **({"plus": others} if others else {})},
    ]
    forms.append({"intersection": [whole, {"shape": first, "plus": [*others, whole]}]} if not missing else forms[0])
    if missing:
        forms += [{"shape": whole, "minus": missing}, {"difference": [whole, *missing]}]
    found = rng.choice(forms)
    change = rng.choice(["", "scale", "turn", "polygon"])
    if change == "scale":  # twice as large cells, made as small again
        found = {"shape": {"shape": found, "scale": 2}, "scale": 0.5}
    elif change == "turn":
        found = {"shape": {"shape": found, "turn": 90}, "turn": 270}
    elif change == "polygon" and not missing:
        found = {"polygon": [[0, 0], [columns, 0], [columns, rows], [0, rows]]}
    if rng.random() < 0.3:
        return {"outline": "one" if rng.random() < 0.5 else {"shape": "one"}, "shapes": {"one": found}}
    return {"outline": found}


def _square(row: int, column: int, rows: int) -> Table:
    return {"square": 1, "translate": [column + 0.5, rows - row - 0.5]}


def _pieces(puzzle: Packed, grid: Grid, rng: Random) -> Table:
    if puzzle.pieces_text:
        return {"pieces": puzzle.pieces_text}
    plain = all(_is_plain(each, grid) for each in puzzle.pieces)
    if plain and grid.name == "square" and rng.random() < 0.4:
        shapes = {each.name: _shape(grid, each, rng) for each in puzzle.pieces}
        return {rng.choice(["pieces", "piece"]): shapes}
    tables = [_piece(each, grid, rng) for each in puzzle.pieces]
    table: Table = {rng.choice(["pieces", "piece", "piece"]): tables}
    if rng.random() < 0.15:
        tables.insert(
            rng.randrange(len(tables) + 1),
            {"name": "unused", "cells": cells(grid, puzzle.pieces[0].atoms), "connected": False},
        )
        names = [each.name for each in puzzle.pieces]
        table["subset"] = "".join(names) if all(len(name) == 1 for name in names) and rng.random() < 0.5 else names
    return table


def _is_plain(piece: Shape, grid: Grid) -> bool:
    usual = "free" if grid.dimension == 2 else "turn"
    ruled = piece.copies != (1, 1) or piece.motion != usual or piece.paints or piece.color is not None
    return not ruled and _is_connected(piece.atoms, grid)


def _shape(grid: Grid, piece: Shape, rng: Random) -> Any:
    low = tuple(min(atom[axis] for atom in piece.atoms) for axis in range(grid.dimension))
    atoms = grid.moved(piece.atoms, tuple(-v for v in low))
    drawing = draw(grid, atoms)
    assert drawing is not None
    if grid.dimension == 3:
        return drawing
    lines = drawing.split("\n")
    bits = [[int(character == "#") for character in line] for line in lines]
    forms: list[Any] = [drawing, lines, "\n".join("".join(map(str, row)) for row in bits)]
    if len(bits[0]) != 2 or [0, 0] not in bits:
        forms.append(bits)
    return rng.choice(forms)


def _piece(piece: Shape, grid: Grid, rng: Random) -> Table:
    table: Table = {"name": piece.name}
    if piece.paints:  # whose cells count from the top left of the piece
        low = tuple(-min(atom[axis] for atom in piece.atoms) for axis in range(grid.dimension))
        rules = zip(
            grid.moved([atom for atom, _ in piece.paints], low), [paints for _, paints in piece.paints], strict=True
        )
        piece = replace(piece, atoms=tuple(grid.moved(piece.atoms, low)), paints=tuple(rules))
    if grid.name in ("square", "cubic") and not piece.paints and rng.random() < 0.6:
        table["shape"] = _shape(grid, piece, rng)
    else:
        table["cells"] = _cells(grid, piece.atoms, rng)
    if not _is_connected(piece.atoms, grid):
        table["connected"] = False
    elif rng.random() < 0.05:
        table["connected"] = True
    if piece.copies != (1, 1) or rng.random() < 0.1:
        table["copies"] = _copies(piece.copies, rng)
    if piece.color:
        table["color"] = piece.color
    table |= _motion(piece, grid, rng)
    for paints in dict.fromkeys(paints for _, paints in piece.paints):
        mine = [atom for atom, each in piece.paints if each == paints]
        table.setdefault("allowed_paints", []).append({"cells": cells(grid, mine), "paints": list(paints)})
    return table


def _copies(copies: Copies, rng: Random) -> Any:
    low, high = copies
    if copies == (0, None):
        return rng.choice(["any", [0, "any"]])
    if low == high and rng.random() < 0.7:
        return low
    return [low, "any" if high is None else high]


def _motion(piece: Shape, grid: Grid, rng: Random) -> Table:
    if isinstance(piece.motion, tuple):
        return {"motions": list(piece.motion)}
    usual = "free" if grid.dimension == 2 else "turn"
    if piece.motion == usual and rng.random() < 0.8:
        return {}
    return {
        "free": {"turn": True, "flip": True},
        "turn": {"turn": True, "flip": False},
        "fixed": {"turn": False, "flip": False},
    }[piece.motion]


# Texts.


def to_toml(table: Table) -> str:
    """A table as TOML, inner tables in one line."""
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, str) and "\n" in value and "'" not in value:
        return "'''\n" + value + "'''"
    return json.dumps(value, ensure_ascii=False)


def features(puzzle: Packed) -> set[str]:
    """The features that a puzzle has."""
    grid = lattice_grid(puzzle.lattice, puzzle.periods)
    found = {
        f"lattice: {puzzle.lattice}",
        f"surface: {({'': 'flat', 'columns': 'cylinder', 'both': 'torus'})[puzzle.wrap]}",
    }
    names: list[tuple[str, object]] = [
        ("optional cells", puzzle.optional),
        ("holes or notches", "-" in puzzle.size),
        ("pins", puzzle.pins),
        ("paint", puzzle.paint),
        ("paints of pieces", any(piece.paints for piece in puzzle.pieces)),
        ("predicates", puzzle.predicates),
        ("partial answer", puzzle.partial),
        ("family", puzzle.groups),
        ("named pieces of sets", puzzle.pieces_text),
        ("copies", any(lo == hi and lo > 1 for lo, hi in (piece.copies for piece in puzzle.pieces))),
        ("bounds", any(lo != hi for lo, hi in (piece.copies for piece in puzzle.pieces))),
        ("any number", any(piece.copies[1] is None for piece in puzzle.pieces)),
        ("turn only", any(piece.motion == "turn" for piece in puzzle.pieces) and grid.dimension == 2),
        ("flip in space", any(piece.motion == "free" for piece in puzzle.pieces) and grid.dimension == 3),
        ("fixed", any(piece.motion == "fixed" for piece in puzzle.pieces)),
        ("named motions", any(isinstance(piece.motion, tuple) for piece in puzzle.pieces)),
        (
            "disconnected pieces",
            any(not _is_connected(piece.atoms, lattice_grid(puzzle.lattice)) for piece in puzzle.pieces),
        ),
        ("twins", _has_twins(puzzle, grid)),
        ("board in parts", not _is_connected((*puzzle.atoms, *puzzle.optional), grid)),
    ]
    found |= {name for name, there in names if there}
    return found | {f"where: {form_of(sentence)}" for sentence in puzzle.where}


def form_of(sentence: Sentence) -> str:
    """The form of a sentence, with what it says."""
    about = sentence.relation or sentence.where
    return f"{sentence.form}{f' {about}' if about else ''}{' of a kind' if sentence.kind else ''}{' not' if sentence.negated else ''}"


def _is_connected(atoms: Iterable[Atom], grid: Grid) -> bool:
    left = set(atoms)
    reached = [left.pop()]
    while reached:
        atom = reached.pop()
        beside = {other for other in left if grid.adjacent(atom, other)}
        left -= beside
        reached += beside
    return not left


def _has_twins(puzzle: Packed, grid: Grid) -> bool:
    plain = lattice_grid(grid.name)
    keys = []
    for piece in puzzle.pieces:
        turned = (plain.normal(plain.turned(piece.atoms, motion))[1] for motion in plain.motions)
        keys.append((min(tuple(sorted(each)) for each in turned), piece.motion))
    return len(set(keys)) < len(keys)
