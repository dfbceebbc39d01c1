"""Writes src/tilewright/web/gallery.json: the puzzles that come with the studio, with the pictures of their cards; and
boxes.json beside, the boards of the boxes of the shelf, solved.

They come from `examples/`, from notations, and from the published catalogue of outlines; the calendar is copied beside:
`uv run python -m tools.studio_gallery`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import copyfile
from typing import Any

from tilewright import (
    Board,
    EdgeMatching,
    LevelRecipe,
    Limit,
    Packing,
    Placement,
    Puzzle,
    Shikaku,
    Tile,
    count,
    load,
    make_levels,
    piece_set,
    solve,
)
from tilewright.design.challenges import rate_card
from tilewright.explain.hint import hint
from tilewright.explain.techniques import TIERS, rate
from tilewright.formats import dump
from tilewright.formats.drawing import pack_levels
from tilewright.kinds.edges.picture import label_look
from tilewright.kinds.polygons.puzzle import Polygons
from tilewright.lattice import Atom, Lattice
from tilewright.lattice.outline import regions
from tilewright.pieces import Piece
from tilewright.render.canvas import box, palette_colors, view
from tilewright.shelf.box import boxes, find_box
from tilewright.silhouettes.comparison import catalogue_files, merged

ROOT = Path(__file__).parent.parent
FOLDERS = ("fridgeiq", "tetris", "katamino", "shikaku")
NOTATIONS = [
    ("katamino", "FNPUV@5x5", "Five pentominoes"),
    ("katamino", "pentominoes@6x10", "All twelve, 6 x 10"),
    ("katamino", "pentominoes@8x8-r3c3,r3c4,r4c3,r4c4", "All twelve around a hole"),
    ("tetris", "tetrominoes*@6x6", "Six by six"),
    ("more", "hexiamonds@6x6", "Twelve hexiamonds"),
    ("more", "tetrahexes@4x7", "Seven tetrahexes"),
    ("more", "soma@3x3x3", "Soma cube"),
]
EDGES = [  # file or notation, title, difficulty
    ("examples/edges/nine.edges", "Nine squares", "easy"),
    ("macmahon2@2x3", "Six squares", "easy"),
    ("examples/edges/sixteen.edges", "Sixteen squares", "medium"),
    ("hexagons2@2x7", "Fourteen hexagons", "medium"),
    ("wang2@4x4~~", "Sixteen tiles on a torus", "medium"),
    ("examples/edges/heads-and-tails.edges", "Heads and tails", "hard"),
    ("examples/edges/tetravex-5x5.edges", "Twenty-five that do not turn", "hard"),
    ("examples/edges/triangles-hexagon.toml", "Twenty-four triangles", "extreme"),
    ("examples/edges/macmahon-4x6.toml", "Twenty-four squares", "extreme"),
]
LEVELS, LEVEL_SEED = 18, 1  # of pentominoes on boards of their own: six easy ones, six medium, six hard
CATALOGUE = "fridgeiq-D4"
# What was not published has no name; with the symmetry of a flower, it has a flower's, in the order of the alphabet.
FLOWERS = [
    "Acanthus", "Achillea", "Aconitum", "Adonis", "Ageratum", "Allium", "Althaea", "Alyssum", "Ammi", "Anchusa",
    "Anemone", "Aquilegia", "Arabis", "Arctotis",
]  # fmt: skip
BOARDS = 5  # of a box, on the shelf
NODES = 300_000  # of the search that measures how hard an outline is
SHELF_TANGRAMS = [
    "house", "fir", "boat", "rocket", "fish", "bridge", "letter-t", "butterfly", "fox", "crown", "lantern", "mushroom",
    "vase", "sailboat", "flying-goose", "castle", "bowl", "trousers", "rook", "lightning", "umbrella", "sock", "rooster",
    "lamp", "church", "bull", "flag", "penguin", "teapot",
]  # fmt: skip
SHOWN = 24  # pieces on a card at most
Item = dict[str, Any]


def path(grid: Lattice, atoms: Sequence[Atom]) -> str:
    """The outline of some atoms as the path of a picture, one unit a cell."""
    rings = (ring for region in regions(grid, atoms) for ring in region.rings)
    return "".join(f"M{' '.join(_number(v) for corner in ring for v in grid.point(corner))}Z" for ring in rings)


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".").replace("-0.", "-.") or "0"


def picture(puzzle: Puzzle) -> dict[str, Any]:
    """The card's picture: bounds, the board's outline, the pieces in their colors with their bounds, or the clues."""
    board = puzzle.board
    every = [*board.atoms, *board.optional]
    grid = view(puzzle.grid, every)
    left, top, right, bottom = box(grid, every)
    row: dict[str, Any] = {"lattice": puzzle.lattice}
    row["box"] = [round(v, 3) for v in (left, top, right - left, bottom - top)]
    row["board"] = path(grid, board.atoms)
    if puzzle.grid.dimension == 3:
        row["atoms"] = board.atoms
    if board.optional:
        row["optional"] = path(grid, board.optional)
    if isinstance(puzzle, Shikaku):
        row["clues"] = [[column, row_, "?" if value is None else value] for row_, column, value in puzzle.clues]
    if isinstance(puzzle, Packing):
        row["pieces"] = list(_pieces(puzzle.pieces))
    if isinstance(puzzle, EdgeMatching):
        row["pieces"] = [_tile(puzzle, tile) for tile in puzzle.tiles[:SHOWN]]
        row["tiles"] = {tile.name: [label_look(puzzle, label).color for label in tile.labels] for tile in puzzle.tiles}
    return row


def _tile(puzzle: EdgeMatching, tile: Tile) -> list[Any]:
    """The same of a tile; its colors stand apart."""
    grid, atoms = puzzle.grid.plane, [puzzle.grid.join((0, 0), 0)]
    left, top, right, bottom = (round(v, 3) for v in box(grid, atoms))
    bounds = [left, top, round(right - left, 3), round(bottom - top, 3)]
    return [tile.name, "#e8e3d6", 1, path(grid, atoms), *bounds]


def _pieces(pieces: Sequence[Piece]) -> Iterator[list[Any]]:
    """[name, color, copies, outline, left, top, width, height] of each piece."""
    colors = palette_colors(pieces)
    for piece in pieces[:SHOWN]:
        _, atoms = piece.orientations[0]
        grid = view(piece.grid, atoms)
        left, top, right, bottom = (round(v, 3) for v in box(grid, atoms))
        copies = piece.copies[1] or 1
        bounds = [left, top, round(right - left, 3), round(bottom - top, 3)]
        yield [piece.name, colors[piece.name], min(copies, 6), path(grid, atoms), *bounds]


def boxes_rows() -> Iterator[Item]:
    """The first boards of each box of the shelf, with a whole tiling on the card; the box is called as the game it fits."""
    for each in boxes():
        for board_name in each.board_names[:BOARDS]:
            puzzle = each.board(board_name).member()
            if not (found := solve(puzzle, limit=Limit(seconds=60)).tilings):
                continue
            rows = [_laid_row(puzzle, placement) for placement in found[0].placements]
            head = {"box": each.name, "board": board_name, "game": each.game, "title": each.title}
            yield {**head, "card": {**picture(puzzle), "laid": rows}}


def laid(puzzle: Puzzle) -> list[dict[str, Any]]:
    """The upper half of a tiling's placements, in space the lower half, as the page lays them; half of the pieces of a puzzle that
    has no tiling.
    """
    found = solve(puzzle, limit=Limit(seconds=60)).tilings
    if not found and isinstance(puzzle, Packing):
        some = tuple(puzzle.pieces[: len(puzzle.pieces) // 2])
        loose = Packing(Board((), optional=puzzle.board.atoms, lattice=puzzle.lattice), some)
        return [_laid_row(puzzle, each) for each in solve(loose, limit=Limit(seconds=60)).tilings[0].placements]
    placements = sorted(found[0].placements, key=lambda each: min(each.atoms)) if found else []
    half = len(placements) // 2
    return [
        _laid_row(puzzle, each) for each in (placements[half:] if puzzle.grid.dimension == 3 else placements[:half])
    ]


def _laid_row(puzzle: Puzzle, placement: Placement) -> dict[str, Any]:
    row: dict[str, Any] = {"piece": placement.piece, "atoms": placement.atoms}
    if isinstance(puzzle, EdgeMatching):
        row["motion"] = placement.motion
    if isinstance(puzzle, Shikaku):
        row["rect"] = puzzle.placement_row(placement)["rect"]
    return row


def difficulty(puzzle: Puzzle) -> str:
    """How hard the puzzle is for a person: by techniques, and with lucky choices where there are several tilings."""
    if not isinstance(puzzle, Packing):
        return rate(puzzle).tier
    if any(piece.copies[1] is None for piece in puzzle.pieces):
        return "medium"  # any number of each piece: there are very many tilings, and no two pieces to fight for
    solved = solve(puzzle, limit=Limit(seconds=60))
    if not solved.tilings:
        return "impossible"
    tilings = count(puzzle, limit=Limit(seconds=20)).value
    return rate_card(puzzle, solved.tilings[0], max(tilings, 1)).tier


def effort(puzzle: Puzzle) -> float:
    """Steps of a plain search for each tiling it meets."""
    found = count(puzzle, engine="native", limit=Limit(nodes=NODES))
    return found.nodes / (1 + found.value)


def item(name: str, system: str, title: str, puzzle: Puzzle, tier: str) -> Item:
    """A row of the gallery."""
    head: Item = {"name": name, "system": system, "title": title, "difficulty": tier}
    head["cells"] = float(puzzle.grid.area(len(puzzle.board.atoms)))
    card = silhouette(puzzle.board) if isinstance(puzzle, Polygons) else {**picture(puzzle), "laid": laid(puzzle)}
    return {**head, "card": card, "text": dump(puzzle, "json")}


def silhouette(board: Board) -> dict[str, Any]:
    """A card that shows nothing but the shape."""
    left, bottom, right, top = board.polygon.bounds
    paths = (f"M{' '.join(_number(v) for corner in ring for v in corner)}Z" for ring in board.rings)
    return {"box": [round(v, 3) for v in (left, -top, right - left, top - bottom)], "board": "".join(paths)}


def examples() -> Iterator[Item]:
    """The puzzles of `examples/`."""
    for system in FOLDERS:
        for file in sorted((ROOT / "examples" / system).iterdir(), key=lambda p: (len(p.name), p.name)):
            puzzle = load(file)
            title = (puzzle.name or file.stem).replace("_", " ").replace("-", " ")
            yield item(f"{system}/{file.stem}", system, title, puzzle, difficulty(puzzle))


def levels() -> Iterator[Item]:
    """The level pack, graded already."""
    for level in pack_levels():
        yield item(f"doodle-fit/{level.name}", "doodle-fit", level.name, level.puzzle, level.difficulty)


def made_levels() -> Iterator[Item]:
    """Levels of pentominoes that turn, from easy to hard, as `design levels` makes them; each has one solution."""
    made = make_levels(LevelRecipe(piece_set("pentominoes")), LEVELS, seed=LEVEL_SEED)
    for number, level in enumerate(made, start=1):
        puzzle = replace(level.puzzle, name=f"Level {number}")
        yield item(f"levels/{number}", "levels", puzzle.name, puzzle, level.rating.tier)


def edges() -> Iterator[Item]:
    """Puzzles of tiles whose sides must match."""
    for source, title, tier in EDGES:
        puzzle = load(ROOT / source if source.startswith("examples/") else source)
        name = Path(source).stem if source.startswith("examples/") else source
        yield item(f"edges/{name}", "edges", title, puzzle, tier)
    for file in sorted((ROOT / "examples" / "cards").iterdir()):
        yield item(f"cards/{file.stem}", "edges", f"Heads and tails {int(file.stem)}", load(file), "hard")


def outlines() -> Iterator[Item]:
    """The catalogue's silhouettes that lie on the lattice, as puzzles of all its pieces, in thirds by the search's effort.

    Those that were published have their names, the others flowers'.
    """
    flowers, found = iter(FLOWERS), []
    for entry in merged(catalogue_files(CATALOGUE)):
        silhouette = entry.silhouette()
        if not silhouette.mixed:
            name = entry.name or next(flowers)
            board = Board(tuple(sorted(silhouette.whole_cells)), lattice=silhouette.lattice)
            puzzle = Packing(board, entry.file.pieces, name=name)
            found.append((effort(puzzle), f"outline/{entry.id}", name, puzzle))
    for place, (_, key, name, puzzle) in enumerate(sorted(found, key=lambda each: each[0])):
        yield item(key, "catalogue", name, puzzle, TIERS[3 * place // len(found)])


def write(name: str, items: Iterable[Item]) -> None:
    """Write a list of the page, a row a line."""
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in items)
    (ROOT / "src/tilewright/web" / name).write_text(f"[\n{rows}\n]\n", encoding="utf-8")


def tangrams() -> Iterator[Item]:
    """Tangram silhouettes as polygons: those of `examples/polygons/`, and some of the shelf's, by how far hints lead."""
    found = [load(file) for file in sorted((ROOT / "examples/polygons").glob("tangram-*.toml"))]
    box = find_box("tangram")
    for name in SHELF_TANGRAMS:
        shape = box.board(name).puzzle.board
        rings = (ring for region in regions(shape.grid, shape.atoms) for ring in region.rings)
        corners = [tuple(map(shape.grid.point, ring)) for ring in rings]
        wkt = [f"(({', '.join(f'{x:g} {-y:g}' for x, y in (*ring, ring[0]))}))" for ring in corners]
        title, board = name.replace("-t", " T").replace("-", " "), f"MULTIPOLYGON ({', '.join(wkt)})"
        found.append(load({"kind": "polygons", "name": title, "pieces": "tangram", "board": board}))
    for puzzle in found:
        title = puzzle.name.removeprefix("Tangram: ").removeprefix("the ")
        assert isinstance(puzzle, Polygons)
        row = item(f"tangram/{title.replace(' ', '-')}", "tangram", title, replace(puzzle, name=title), needed(puzzle))
        row["cells"] = float(puzzle.board.area)
        yield row


def needed(puzzle: Puzzle) -> str:
    """The tier of a silhouette: how many of its pieces no corner forces when they are laid one after the other, up to 2, 3, 4."""
    laid: list[Placement] = []
    searched = 0
    while (step := hint(puzzle, laid, limit=Limit(seconds=60))).kind != "done":
        if not step.placements:  # any that can be completed will do
            searched += 1
            laid = list(solve(puzzle, 1, partial=laid).tilings[0].placements)[: len(laid) + 1]
            continue
        searched += step.technique != "forced corner"
        laid.append(step.placements[0])
    return TIERS[min(3, max(0, searched - 2))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boxes", action="store_true", help="boxes.json alone")
    write("boxes.json", boxes_rows())
    if parser.parse_args().boxes:
        return
    items = [*levels(), *made_levels(), *examples()]
    items += [item(name, system, title, load(name), difficulty(load(name))) for system, name, title in NOTATIONS]
    items += edges()
    items += tangrams()
    items += outlines()
    copyfile(ROOT / "examples/families/calendar.toml", ROOT / "src/tilewright/web/calendar.toml")
    write("gallery.json", items)


if __name__ == "__main__":
    main()
