"""Finds the colors of pieces in render/canvas.py: `uv run python tools/make_palette.py` prints them (about a minute).

Sixteen colors of nearly even lightness and chroma (OKLCH), so that no piece shouts, one in each sixteenth of the circle
of hues. Among those on a grid, a local search makes the smallest distance of two of them (CIELAB) as large as it can, seen with full sight and with each of
the three kinds of color blindness. They are listed so that each next one differs most from those before it.
"""

from __future__ import annotations

import math
from itertools import product
from random import Random

import numpy as np

LIGHTNESS = np.arange(0.64, 0.805, 0.02)
CHROMA = (0.10, 0.115, 0.13, 0.145)
HUES = np.arange(0, 360, 4.5)
COUNT = 16
STARTS, STEPS = 30, 4_000
# Machado, Oliveira, Fernandes 2009, table 1, severity 1.0, in linear RGB: full sight, protan, deutan, tritan.
SIGHTS = np.array(
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ]
)
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear_rgb(lightness: float, chroma: float, hue: float) -> np.ndarray:
    """OKLCH (hue in degrees) as linear RGB, which may lie outside of 0 to 1."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    cones = np.array(
        [
            lightness + 0.3963377774 * a + 0.2158037573 * b,
            lightness - 0.1055613458 * a - 0.0638541728 * b,
            lightness - 0.0894841775 * a - 1.2914855480 * b,
        ]
    )
    matrix = [
        [4.0767416621, -3.3077115913, 0.2309699292],
        [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.7076147010],
    ]
    rgb: np.ndarray = np.array(matrix) @ cones**3
    return rgb


def hexadecimal(linear: np.ndarray) -> str:
    """`#rrggbb`."""
    parts = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.clip(linear, 0, 1) ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(255 * float(part)):02x}" for part in np.clip(parts, 0, 1))


def lab(colors: np.ndarray) -> np.ndarray:
    """CIE L*a*b* (D65) of linear RGB as each sight sees it: array of sights x colors x 3."""
    seen = np.clip(np.einsum("sij,cj->sci", SIGHTS, colors), 0, 1)
    f = np.cbrt(np.maximum(seen @ TO_XYZ.T / (0.9505, 1.0, 1.089), 0.008856))
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


def search(distance: np.ndarray, bucket: np.ndarray, rng: Random) -> tuple[float, list[int]]:
    """Replace colors by others of their part of the circle while the smallest distance of two grows."""
    parts = [np.flatnonzero(bucket == number) for number in range(COUNT)]
    chosen = [int(rng.choice(part)) for part in parts]
    best = smallest(distance, chosen)
    for _ in range(STEPS):
        near = distance[np.ix_(np.array(chosen), np.array(chosen))] + 999 * np.eye(COUNT)
        place = int(rng.choice(np.unravel_index(near.argmin(), near.shape)))
        others = chosen[:place] + chosen[place + 1 :]
        gains = distance[others][:, parts[place]].min(axis=0)
        trial = chosen.copy()
        trial[place] = int(parts[place][rng.choice(np.argsort(gains)[-4:])])
        value = smallest(distance, trial)
        if value >= best or rng.random() < 0.01:
            chosen, best = trial, value
    return best, chosen


def smallest(distance: np.ndarray, chosen: list[int]) -> float:
    """The smallest distance of two chosen colors."""
    near = distance[np.ix_(np.array(chosen), np.array(chosen))] + 999 * np.eye(len(chosen))
    return float(near.min())


def in_order(distance: np.ndarray, chosen: list[int]) -> list[int]:
    """Each next color differs most from those before it."""
    first = max(chosen, key=lambda color: distance[color, chosen].sum())
    ordered, left = [first], set(chosen) - {first}
    while left:
        ordered.append(max(left, key=lambda color: distance[color, ordered].min()))
        left.remove(ordered[-1])
    return ordered


def main() -> None:
    grid = list(product(LIGHTNESS, CHROMA, HUES))
    colors = [(each, linear_rgb(*each)) for each in grid]
    fitting = [(each, rgb) for each, rgb in colors if rgb.min() >= 0 and rgb.max() <= 1]
    points = lab(np.array([rgb for _, rgb in fitting]))
    distance = np.linalg.norm(points[:, :, None] - points[:, None], axis=-1).min(axis=0)
    bucket = np.array([int(hue * COUNT // 360) for (_, _, hue), _ in fitting])
    found = max(search(distance, bucket, Random(seed)) for seed in range(STARTS))
    print(f"smallest distance {found[0]:.1f}")
    for number in in_order(distance, found[1]):
        (lightness, chroma, hue), rgb = fitting[number]
        print(f'"{hexadecimal(rgb)}",  # L {lightness:.2f} C {chroma:.2f} h {hue}')


if __name__ == "__main__":
    main()
