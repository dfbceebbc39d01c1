"""Draws docs/pictures/bench-*.svg from the measurements in docs/data.

uv run --group benchmark python -m tools.make_plots
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.ticker import NullFormatter

DOCS = Path(__file__).parents[1] / "docs"
FAMILIES = {
    "dominoes": "Dominoes on n x n, n to 1000",
    "Shikaku": "Shikaku n x n, n to 1000",
    "pentominoes": "12 to 192 pentominoes",
}


def read(name: str) -> list[dict[str, Any]]:
    return list(json.loads((DOCS / "data" / f"{name}.json").read_text())["rows"])


def save(figure: Any, name: str) -> None:
    figure.tight_layout()
    # No date and fixed ids: the same data give the same file.
    plt.rcParams["svg.hashsalt"] = name
    figure.savefig(DOCS / "pictures" / f"{name}.svg", metadata={"Date": None})


def growth() -> None:
    rows = read("bench-growth")
    lengths = [row["length"] for row in rows]
    figure, axes = plt.subplots(figsize=(6, 4))
    axes.plot(
        lengths, [row["nanoseconds_a_tiling_and_cell"] * 4 for row in rows], "o-", label="a piece of a listed tiling"
    )
    axes.plot(lengths, [row["nanoseconds_a_state"] for row in rows], "s-", label="a state of the count")
    axes.set(
        xlabel="N", ylabel="CPU nanoseconds", title="Any number of tetrominoes on 4 x N", xscale="log", yscale="log"
    )
    axes.set_ylim(1, 10_000)
    axes.legend()
    save(figure, "bench-growth")


def growth_large() -> None:
    rows = read("bench-growth-large")
    families = list(dict.fromkeys(row["family"] for row in rows))
    figure, every = plt.subplots(1, len(families), figsize=(4.2 * len(families), 4), sharey=True, squeeze=False)
    for axes, family in zip(every[0], families, strict=True):
        mine = sorted((row for row in rows if row["family"] == family), key=lambda row: row["options"])
        options = [row["options"] for row in mine]
        for lap, mark in (("read", "v-"), ("compile", "o-"), ("solve", "s-"), ("draw", "^-")):
            microseconds = [1e6 * row[lap] / row["options"] if row["ended"] == "enough" else None for row in mine]
            axes.plot(options, microseconds, mark, label=f"{lap}, microseconds")
        axes.plot(options, [row["bytes_an_option"] / 100 for row in mine], "k:", label="memory, 100 bytes")
        axes.set(xlabel="options", title=FAMILIES[family], xscale="log", yscale="log")
        axes.xaxis.set_minor_formatter(NullFormatter())  # their numbers would overlap
    every[0][0].set_ylabel("for each option")
    every[0][0].legend(fontsize="small")
    save(figure, "bench-growth-large")


if __name__ == "__main__":
    growth()
    if (DOCS / "data" / "bench-growth-large.json").exists():
        growth_large()
