"""The tables of docs/measured/benchmarks.md."""

from __future__ import annotations

from typing import Any

from tools.tables.page import Tables, ms, read, table

SWEEP = "plain sweep"


def times(row: dict[str, Any]) -> str:
    """How many times our seconds the plain sweep took."""
    other = row["beside"].get(SWEEP)
    if not isinstance(other, dict):
        return "-" if other else ""  # refused: an item that is covered more than once
    factor = other.get("seconds", other.get("at_least")) / row["seconds"]
    return ("> " if "at_least" in other else "") + (f"{factor:.1f}" if factor < 100 else f"{factor:.0f}")


def big(text: str | None) -> str:
    return "limit" if text is None else f"{int(text):,}" if len(text) < 14 else f"{int(text):.4e}"


def named() -> str:
    lines = []
    for row in read("bench-named.json")["rows"]:
        aim = f"{row['aim'] * 1000:g} ms" if "aim" in row else ""
        beside = times(row) + (f" ({row['ratio']})" if "ratio" in row else "")
        is_listed = row["instance"][0].isdigit() or row["job"] == "list"
        name = f"{row['job']} {row['instance']}" if is_listed else row["instance"]
        cells = (big(row.get("tilings_text")), row["engine"], f"{row['nodes']:,}", ms(row["seconds"]), aim, beside)
        lines.append((name, *cells))
    return table(("", "tilings", "engine", "nodes", "CPU time", "aimed at", f"x {SWEEP}"), lines)


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


TABLES: Tables = {"named": named, "growth": growth}
