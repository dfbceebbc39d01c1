"""Colors: told apart by everyone, letters readable on each."""

import numpy as np
import pytest

from tilewright.pieces import Piece, select
from tilewright.render.theme import PALETTE, REGIONS, ink_on, luminance, palette_colors

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
    assert distance.min() > 7  # 2.3 is what one can just tell apart


@pytest.mark.parametrize("color", [*PALETTE, *REGIONS, "#ffffff", "#000000", "#00f"])
def test_letters_have_contrast(color: str) -> None:
    ink = ink_on(color)
    full = "#0000ff" if color == "#00f" else color
    light, dark = sorted((luminance(full), luminance(ink)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4


def test_pieces_keep_their_own_color() -> None:
    pieces = (Piece("A", ((0, 0),), color="#123456"), Piece("B", ((0, 0),)))
    assert palette_colors(pieces) == {"A": "#123456", "B": PALETTE[1]}
    assert palette_colors([Piece("A", ((0, 0),), color="url(#x)")]) == {"A": PALETTE[0]}
    assert len(set(palette_colors(select("fridgeiq")).values())) == 16
    assert ink_on("rebeccapurple") == "#1b1f24"
