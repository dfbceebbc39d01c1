"""Colors: told apart by everyone, letters readable on each."""

import numpy as np
import pytest

from tilewright.pieces import Piece, select
from tilewright.render.canvas import PALETTE, REGIONS, ink_on, luminance, mix, palette_colors

# Simulations of full color blindness in linear RGB: Machado, Oliveira, Fernandes 2009, table 1, severity 1.0.
SIGHTS = {
    "full": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def lab(colors: tuple[str, ...], sight: str) -> np.ndarray:
    """CIE L*a*b* (D65) of colors as seen."""
    rgb = np.array([[int(c[i : i + 2], 16) / 255 for i in (1, 3, 5)] for c in colors])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ SIGHTS[sight].T, 0, 1)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    f = np.cbrt(np.maximum(seen @ to_xyz.T / (0.9505, 1.0, 1.089), 0.008856))
    return np.column_stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])])


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_colors_look_alike(sight: str) -> None:
    points = lab(PALETTE, sight)
    distance = np.linalg.norm(points[:, None] - points[None], axis=2)[~np.eye(len(PALETTE), dtype=bool)]
    assert distance.min() > 11  # 2.3 is what one can just tell apart


def oklch(color: str) -> tuple[float, float]:
    """Lightness and chroma in OKLCH (Ottosson 2020)."""
    rgb = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    to_cones = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
    to_lab = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
    lightness, a, b = np.array(to_lab) @ np.cbrt(np.array(to_cones) @ linear)
    return float(lightness), float(np.hypot(a, b))


def test_no_color_shouts() -> None:
    values = [oklch(color) for color in PALETTE]
    assert all(0.63 <= lightness <= 0.81 and 0.09 <= chroma <= 0.155 for lightness, chroma in values)
    assert abs(np.mean([lightness for lightness, _ in values]) - 0.72) < 0.02


def test_in_grey_the_first_colors_and_every_edge_differ() -> None:
    greys = [luminance(color) for color in PALETTE[:8]]
    assert max(greys) > 1.5 * min(greys)
    for color in PALETTE:
        assert oklch(color)[0] - oklch(mix(color, "#1b1f24", 0.65))[0] > 0.25


@pytest.mark.parametrize("color", [*PALETTE, *REGIONS, "#ffffff", "#000000", "#00f"])
def test_letters_have_contrast(color: str) -> None:
    ink = ink_on(color)
    full = "#0000ff" if color == "#00f" else color
    light, dark = sorted((luminance(full), luminance(ink)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4


def test_pieces_keep_their_own_color() -> None:
    pieces = (Piece("A", ((0, 0),), color="#123456"), Piece("B", ((0, 0),)))
    colors = palette_colors(pieces)
    assert colors["A"] == "#123456" and colors["B"] in PALETTE
    assert palette_colors([Piece("A", ((0, 0),), color="url(#x)")])["A"] in PALETTE
    assert len(set(palette_colors(select("fridgeiq")).values())) == 16
    assert ink_on("rebeccapurple") == "#1b1f24"


@pytest.mark.parametrize("names", ["P", "FNPUV", "PX", "XWP"])
def test_a_piece_has_one_color_in_every_selection(names: str) -> None:
    whole = palette_colors(select("pentominoes"))
    assert len(set(whole.values())) == 12
    assert palette_colors(select(names)) == {name: whole[name] for name in names}


def test_pieces_share_no_color_while_there_are_enough() -> None:
    for names in ("FA", "aA", "1Q", "0123456789ABCDEF"):
        colors = palette_colors([Piece(name, ((0, 0),)) for name in names])
        assert len(set(colors.values())) == len(names)
