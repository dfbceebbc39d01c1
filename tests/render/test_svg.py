"""Pictures: what is in the document, where letters stand, what hostile text does."""

import re
import tracemalloc
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity

from tilewright.kinds import Packing, Shikaku
from tilewright.kinds.packing.puzzle import Pin
from tilewright.pieces import Piece, select
from tilewright.puzzle import Board, Placement, Tiling
from tilewright.puzzle.picture import puzzle_svg, tiling_svg, tilings_svg
from tilewright.render import draw, svg
from tilewright.render.canvas import DARK, LIGHT, PRINT, Drawing, letter_spot, shelves
from tilewright.render.svg import sheet_svg

SVG = "{http://www.w3.org/2000/svg}"
WHOLE = Packing(
    Board.parse("####o\n#..##\n#####"),
    (*select("pentominoes:LP"), *select("tetrominoes:SO")),
    (Pin("O", ((1, 3), (1, 4), (2, 3), (2, 4))),),
)


def elements(document: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(document).iter(SVG + tag))


def labels(document: str) -> list[str]:
    return [group.attrib["aria-label"] for group in elements(document, "g") if "aria-label" in group.attrib]


def shapes(document: str) -> list[tuple[str, shapely.Polygon]]:
    """(fill, geometry) of the paths that are no letters."""
    letter = {id(path) for group in elements(document, "g") for path in group}
    root = ElementTree.fromstring(document)
    inside = {id(path) for group in root.iter(SVG + "g") for path in group}
    assert len(inside) == len(letter)
    found = []
    for path in root.findall(SVG + "path"):
        rings = [
            [tuple(map(float, pair.split())) for pair in ring.split("L")]
            for ring in re.findall(r"M([^Z]*)Z", path.attrib["d"])
        ]
        area = shapely.Polygon()
        for ring in rings:
            area = area.symmetric_difference(shapely.Polygon(ring))
        found.append((path.attrib["fill"], area))
    return found


def line_of(*rows: str) -> Tiling:
    """A tiling of a 1-line Katamino-like board from letters."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            cells.setdefault(letter, []).append((r, c))
    pieces = tuple(Piece(letter, tuple(atoms), motion="fixed") for letter, atoms in cells.items())
    board = Board(tuple(atom for atoms in cells.values() for atom in atoms))
    return Tiling(Packing(board, pieces), tuple(Placement(letter, tuple(atoms)) for letter, atoms in cells.items()))


@pytest.mark.parametrize("theme", [LIGHT, DARK, PRINT], ids=lambda theme: theme.name)
def test_a_tiling_shows_each_piece_once_with_its_area_and_name_and_without_inner_lines(theme: object) -> None:
    document = tiling_svg(line_of("AABB", "ACCB", "CCDD"), theme, cell=10)  # type: ignore[arg-type]
    assert sorted(labels(document)) == ["A", "B", "C", "D"]
    pieces = shapes(document)[-4:]
    assert [round(area.area / 100) for _, area in pieces] == [3, 3, 4, 2]
    assert len({fill for fill, _ in pieces}) == 4
    assert [len(area.exterior.coords) - 1 for _, area in pieces] == [6, 6, 8, 4]


@pytest.mark.parametrize("pieces", ["pentominoes", "fridgeiq", "tetrominoes", "hexominoes", "tetraboloes"])
def test_letters_stand_inside_their_piece(pieces: str) -> None:
    for piece in select(pieces):
        x, y, room = letter_spot(piece.grid, piece.atoms)
        shape = shapely.union_all([shapely.Polygon(piece.grid.polygon(atom)) for atom in piece.atoms])
        assert shape.buffer(-0.2).contains(shapely.Point(x, y)), piece.name
        assert room == pytest.approx(shape.exterior.distance(shapely.Point(x, y)))


def test_a_hole_in_the_middle_moves_the_letter_aside() -> None:
    piece = Piece.parse("###\n#.#\n###")
    x, y, _ = letter_spot(piece.grid, piece.atoms)
    assert not (1 <= x <= 2 and 1 <= y <= 2)


def test_a_puzzle_shows_holes_optional_cells_pins_and_supply() -> None:
    document = puzzle_svg(WHOLE, cell=10)
    board = next(area for fill, area in shapes(document) if fill == LIGHT.board and area.area > 200)
    assert (board.area, len(board.interiors)) == (1200, 1)
    assert labels(document).count("O") == 2  # on the board and among the pieces
    assert len(elements(document, "circle")) == 2  # one ring in the optional cell, one around the pinned letter
    many = puzzle_svg(Packing.parse("tetrominoes:SO*@4x4"))
    assert labels(many).count("×∞") == 2


def test_shikaku_shows_clues_and_rectangles_with_different_neighbours() -> None:
    puzzle = Shikaku(2, 4, ((0, 0, 2), (0, 3, 4), (1, 1, None)))
    assert labels(puzzle_svg(puzzle)) == ["2", "4", "?"]
    rows = (("0,0", ((0, 0), (1, 0))), ("0,3", ((0, 2), (0, 3), (1, 2), (1, 3))), ("1,1", ((0, 1), (1, 1))))
    document = tiling_svg(Tiling(puzzle, tuple(Placement(name, atoms) for name, atoms in rows)), cell=10)
    (first, left), (second, right), (third, middle) = shapes(document)[-3:]
    assert [left.area, right.area, middle.area] == [200, 400, 200]
    assert third not in (first, second)
    assert labels(document) == ["2", "4", "?"]


def test_half_squares_and_colorings() -> None:
    board = Board.parse("◢◣\n■■", "halfsquare")
    document = svg.coloring_svg(board, {atom: atom[2] % 2 for atom in board.atoms}, "two\nlines")
    assert labels(document)[-2:] == ["two", "lines"]
    assert set(labels(document)[:-2]) == {"0", "1"}
    negative = svg.coloring_svg(Board.of_size("1x2"), {(0, 0): -1, (0, 1): 1})
    assert labels(negative) == ["−1", "1"]


def test_a_sheet_holds_many_pictures_apart() -> None:
    boards = [Board.of_size(f"{n}x{n}") for n in range(1, 6)]

    def picture(board: Board) -> Drawing:
        return lambda canvas: draw.silhouette(canvas, board.grid, board.atoms, "#000000")

    document = sheet_svg([picture(board) for board in boards], [f"board {n}" for n in range(1, 6)], columns=3, cell=10)
    found = [area for group in moved_groups(document) for area in group]
    assert [round(area.area) for area in found] == [100, 400, 900, 1600, 2500]
    assert labels(document) == [f"board {n}" for n in range(1, 6)]
    boxes = [area.bounds for area in found]
    assert all(a[2] < b[0] or a[3] < b[1] for i, a in enumerate(boxes) for b in boxes[i + 1 :])


def test_tilings_side_by_side() -> None:
    document = tilings_svg([line_of("AAB"), line_of("ABB"), line_of("ABC")], columns=2, cell=10)
    assert labels(document) == ["A", "B", "A", "B", "A", "B", "C"]
    root = ElementTree.fromstring(document)
    assert float(root.attrib["width"]) > 60 > float(root.attrib["height"])


def moved_groups(document: str) -> list[list[shapely.Polygon]]:
    """The shapes in groups that are only moved."""
    found = []
    for group in elements(document, "g"):
        if move := re.fullmatch(r"translate\((\S+) (\S+)\)", group.attrib["transform"]):
            inner = (
                f'<svg xmlns="{SVG[1:-1]}">'
                + "".join(ElementTree.tostring(path, "unicode") for path in group)
                + "</svg>"
            )
            found.append([affinity.translate(area, float(move[1]), float(move[2])) for _, area in shapes(inner)])
    return found


@given(
    name=st.text(
        st.characters(
            exclude_categories=["Zs", "Zl", "Zp", "C"],
            exclude_characters="@/#.\t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85",
        ),
        min_size=1,
        max_size=8,
    )
)
@settings(max_examples=50, deadline=None)
def test_any_name_and_color_gives_a_well_formed_document(name: str) -> None:
    piece = Piece(name, ((0, 0), (0, 1)), color='"/><script>alert(1)</script>')
    puzzle = Packing(Board(((0, 0), (0, 1))), (piece,), name='<b onload="x">&')
    for document in (svg.piece_svg(piece), puzzle_svg(puzzle)):
        assert not elements(document, "script")
    assert elements(puzzle_svg(puzzle), "title")[0].text == '<b onload="x">&'


def test_objects_show_themselves_in_notebooks() -> None:
    tiling = line_of("AAB")
    for thing in (tiling, tiling.puzzle, tiling.puzzle.board, tiling.puzzle.pieces[0], Shikaku(1, 1, ((0, 0, 1),))):
        assert ElementTree.fromstring(thing._repr_svg_()).tag == SVG + "svg"


@given(st.lists(st.tuples(st.floats(0.5, 6), st.floats(0.5, 6)), min_size=1, max_size=12))
def test_shelves_stay_on_their_sheet_and_do_not_overlap(sizes: list[tuple[float, float]]) -> None:
    placed = list(shelves(sizes, 10, 0.5, height=9))
    boxes = [shapely.box(x, y, x + w, y + h) for (w, h), (_, x, y) in zip(sizes, placed, strict=True)]
    assert all(box.bounds[2] <= 10 and box.bounds[3] <= 9 for box in boxes)
    for i, (a, (sheet, _, _)) in enumerate(zip(boxes, placed, strict=True)):
        others = [b for b, (other, _, _) in zip(boxes[:i], placed, strict=False) if other == sheet]
        assert all(a.distance(b) >= 0.499 for b in others)


def peak_per_cell(board: Board, draw: Callable[[], str]) -> float:
    """Bytes of a picture, while it is drawn, for each cell of the board."""
    draw()  # letters and lattices are there then
    tracemalloc.start()
    try:
        draw()
        return tracemalloc.get_traced_memory()[1] / len(board)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("lattice", ["square", "halfsquare", "triangular", "hexagonal"])
def test_memory_of_a_large_board(lattice: str) -> None:
    """A million cells are drawn in memory for a few: of what lies inside nothing is kept."""
    board = Board.of_size("80x80", lattice)
    assert peak_per_cell(board, board.svg) < 100 + 12 * len(board.svg()) / len(board)


def test_memory_of_a_large_tiling() -> None:
    puzzle = Packing.parse("dominoes*@60x60")
    laid = [Placement("1", ((row, column), (row, column + 1))) for row in range(60) for column in range(0, 60, 2)]
    tiling = Tiling(puzzle, laid)
    assert peak_per_cell(puzzle.board, tiling.svg) < 4 * len(tiling.svg()) / len(puzzle.board)
