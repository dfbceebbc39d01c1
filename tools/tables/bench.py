"""The tables of docs/measured/benchmarks.md."""

from __future__ import annotations

import statistics
from typing import Any

from tools.tables.page import Tables, ms, read, table

SWEEP = "plain sweep"
OTHERS = (SWEEP, "dancing links", "sparse sets")
PACKAGES = ("xcover", "exact-cover", "dxz", "miniexact")


def times(row: dict[str, Any], name: str) -> str:
    """How many times our seconds another took."""
    other = row["beside"].get(name)
    if not isinstance(other, dict):
        return "-" if other else ""  # refused: an item that is covered more than once
    factor = other.get("seconds", other.get("at_least")) / row["seconds"]
    return ("> " if "at_least" in other else "") + (f"{factor:.1f}" if factor < 100 else f"{factor:.0f}")


def big(text: str | None) -> str:
    return "limit" if text is None else f"{int(text):,}" if len(text) < 14 else f"{int(text):.4e}"


def named() -> str:
    rows = read("bench.json")["rows"]
    lines = []
    for row in rows:
        aim = f"{row['aim'] * 1000:g} ms" if "aim" in row else ""
        wanted = f" ({row['aimed ratio']})" if "aimed ratio" in row else ""
        beside = [times(row, SWEEP) + wanted, *(times(row, name) for name in OTHERS[1:])]
        name = (
            f"{row['job']} {row['instance']}"
            if row["instance"][0].isdigit() or row["job"] == "list"
            else row["instance"]
        )
        lines.append((name, big(row["tilings"]), row["engine"], f"{row['nodes']:,}", ms(row["seconds"]), aim, *beside))
    return table(("", "tilings", "engine", "nodes", "CPU time", "aimed at", *(f"x {name}" for name in OTHERS)), lines)


def packages() -> str:
    rows = [row for row in read("bench.json")["rows"] if any(name in row["beside"] for name in PACKAGES)]
    here = [name for name in PACKAGES if any(name in row["beside"] for row in rows)]
    lines = [(row["instance"], ms(row["seconds"]), *(times(row, name) for name in here)) for row in rows]
    return table(("all tilings", "CPU time", *(f"x {name}" for name in here)), lines)


def other_sets() -> str:
    """Least and median ratio of each group, by how long the plain sweep takes; all numbers below 1 counted."""
    rows = read("bench-other-sets.json")["rows"]
    sizes = (("under 1 ms", 0.0, 0.001), ("1 to 50 ms", 0.001, 0.05), ("above", 0.05, float("inf")))
    lines = []
    for group in dict.fromkeys(row["group"] for row in rows):
        for size, least, most in sizes:
            mine = [row for row in rows if row["group"] == group and least <= sweep_seconds(row) < most]
            if mine:
                ratios = [row["beside"][SWEEP]["ratio"] for row in mine]
                below = sum(ratio < 1 for ratio in ratios)
                sparse = [row["beside"]["sparse sets"]["ratio"] for row in mine if "sparse sets" in row["beside"]]
                cells = (f"{min(ratios):.2f}", f"{statistics.median(ratios):.2f}", below)
                lines.append((group, size, len(mine), *cells, f"{statistics.median(sparse):.1f}" if sparse else ""))
    head = ("sets", "plain sweep takes", "puzzles", "least ratio", "median", "below 1", "median ratio to sparse sets")
    return table(head, lines)


def sweep_seconds(row: dict[str, Any]) -> float:
    return float(row["seconds"] * row["beside"][SWEEP]["ratio"])


def growth() -> str:
    rows = read("bench-growth.json")["rows"]
    lines = [
        (
            f"4x{row['length']}",
            row["engine"],
            f"{row['microseconds_a_tiling']:.2f}",
            f"{4 * row['nanoseconds_a_tiling_and_cell']:.0f}",
            f"{row['states']:,}",
            f"{row['nanoseconds_a_state']:.0f}",
            row["digits"],
        )
        for row in rows
    ]
    head = ("board", "engine", "us a tiling", "ns a piece of it", "states", "ns a state", "digits of the count")
    return table(head, lines)


def instructions() -> str:
    rows = read("bench-instructions.json")["rows"]
    names = OTHERS
    lines = [
        (row["instance"], f"{row['ours'] / 1e6:,.1f}", *(f"{row[name] / row['ours']:.1f}" for name in names))
        for row in rows
    ]
    return table(("all tilings", "million instructions", *(f"x {name}" for name in OTHERS)), lines)


TABLES: Tables = {
    "named": named,
    "packages": packages,
    "other-sets": other_sets,
    "growth": growth,
    "instructions": instructions,
}
