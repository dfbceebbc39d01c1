"""The model of a cluster of 10 to 10,000 workers: draws docs/pictures/run-cluster-*.svg and prints the table of docs/guide/cluster.md.

uv run --group benchmark python -m tools.make_cluster_model
"""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib.pyplot as plt

from tilewright.runs.estimate import Costs, SimulatedRun, draw_sizes, simulate

DOCS = Path(__file__).parents[1] / "docs"
WORKERS = (10, 30, 100, 300, 1000, 3000, 10_000)
MEANS = (0.1, 1.0, 5.0, 20.0, 60.0)  # seconds a subproblem
EACH = 12  # subproblems a worker
COLORS = ("#d55e00", "#e69f00", "#009e73", "#0072b2", "#cc79a7")


def main() -> None:
    """Simulate, draw, print."""
    data = json.loads((DOCS / "data" / "run-sizes.json").read_text())
    costs = Costs(**data["costs"])
    found = {
        (workers, mean): simulate(draw_sizes(data["seconds"], mean, EACH * workers), workers, costs)
        for workers in WORKERS
        for mean in MEANS
    }
    busy(found)
    throughput(found)
    table(found)


def busy(found: dict[tuple[int, float], SimulatedRun]) -> None:
    """How much of their time the workers work."""
    figure, axes = plt.subplots(figsize=(6, 4))
    for mean, color in zip(MEANS, COLORS, strict=True):
        shares = [100 * found[workers, mean].workers for workers in WORKERS]
        axes.plot(WORKERS, shares, "o-", color=color, label=f"{mean:g} s a subproblem")
    axes.set(xlabel="workers", ylabel="% of their time at work", xscale="log", ylim=(0, 100))
    axes.legend()
    save(figure, "run-cluster-busy")


def throughput(found: dict[tuple[int, float], SimulatedRun]) -> None:
    """How many workers' worth of work is done."""
    figure, axes = plt.subplots(figsize=(6, 4))
    for mean, color in zip(MEANS, COLORS, strict=True):
        axes.plot(
            WORKERS, [found[w, mean].workers * w for w in WORKERS], "o-", color=color, label=f"{mean:g} s a subproblem"
        )
    axes.plot(WORKERS, WORKERS, "--", color="black", linewidth=0.8, label="all of them")
    axes.set(xlabel="workers", ylabel="workers at work, on average", xscale="log", yscale="log")
    axes.legend()
    save(figure, "run-cluster-throughput")


def save(figure: plt.Figure, name: str) -> None:
    figure.tight_layout()
    plt.rcParams["svg.hashsalt"] = name  # no date and fixed ids: the same data give the same file
    figure.savefig(DOCS / "pictures" / f"{name}.svg", metadata={"Date": None})


def table(found: dict[tuple[int, float], SimulatedRun]) -> None:
    """What limits each case, as Markdown."""
    print("| workers | " + " | ".join(f"{mean:g} s" for mean in MEANS) + " |")
    print("|---" * (1 + len(MEANS)) + "|")
    for workers in WORKERS:
        cells = [f"{100 * found[workers, mean].workers:.0f} %, {found[workers, mean].limit}" for mean in MEANS]
        print(f"| {workers:,} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
