"""PNG: size, and letters where no font is installed."""

import io

import numpy as np
import pytest
from PIL import Image

from tilewright.errors import LimitError
from tilewright.pieces import Piece
from tilewright.puzzle import Board
from tilewright.render import canvas
from tilewright.render.canvas import PRINT
from tilewright.render.svg import board_svg, piece_svg, pieces_svg, png


def pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


def test_size_is_the_zoom_times_the_document() -> None:
    picture = pixels(png(piece_svg(Piece.parse("##\n##"), cell=20), zoom=3))
    assert picture.shape == (3 * 50, 3 * 50, 3)  # 2 cells and a margin of a quarter cell on both sides


@pytest.mark.parametrize("cell", [20.0, 20.3, 20.5, 20.99])
def test_the_ground_reaches_the_last_row_and_column(cell: float) -> None:
    with Image.open(io.BytesIO(png(piece_svg(Piece.parse("##\n##"), cell=cell)))) as picture:
        alpha = np.asarray(picture.convert("RGBA"))[..., 3]
    assert (alpha == 255).all()


def test_letters_are_drawn_without_any_font() -> None:
    document = piece_svg(Piece.parse("##\n##", "I", color="#ffffff"), cell=40)
    assert "<text" not in document
    middle = pixels(png(document))[40:160, 40:160].sum(axis=2)
    assert (middle < 200).any()
    rows = np.flatnonzero((middle < 200).any(axis=1))
    assert abs(np.mean(rows) - 59.5) < 2  # the letter stands in the middle
    assert abs(len(rows) - 0.52 * canvas.CAP_HEIGHT * 80) <= 2


def test_hatching_needs_no_color_and_differs_from_piece_to_piece() -> None:
    pieces = [Piece(name, ((0, 0), (0, 1), (1, 0), (1, 1))) for name in "AB"]
    picture = pixels(png(pieces_svg(pieces, PRINT, cell=40)))
    assert (np.ptp(picture, axis=2) == 0).all()
    first, second = picture[20:180, 20:180], picture[20:180, 228:388]  # a gap of 0.6 cells after 2 cells
    assert first.shape == second.shape
    dark = [(tile.sum(axis=2) < 380).mean() for tile in (first, second)]
    assert all(0.1 < share < 0.6 for share in dark)
    assert (first != second).any(axis=2).mean() > 0.15


def test_outlines_of_letters_are_closed_and_centred() -> None:
    for text in ("A", "B8", "Q&"):
        points = np.array([point for contour in canvas.contours(text) for point in contour])
        assert abs(points[:, 0].min() + points[:, 0].max()) < 0.2
        assert points[:, 1].max() < 0.5
    assert len(canvas.contours("B")) == 3  # the outline and two holes
    assert not canvas.has_outlines("漢")
    assert canvas.width("iiii") < canvas.width("MMMM")


def test_a_picture_that_would_fill_the_memory_is_refused() -> None:
    document = board_svg(Board(((0, 0), (300, 4000))))
    with pytest.raises(LimitError, match=r"256,096 x 19,296 pixels.*write \.svg instead"):
        png(document)
