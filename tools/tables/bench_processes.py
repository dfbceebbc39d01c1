"""The tables of docs/measured/benchmarks.md that are about whole processes, limits and large puzzles."""

from __future__ import annotations

import statistics
from typing import Any

from tools.tables.page import DATA, Tables, read, table

OURS = ("ours", "ours, .txt", "ours, .jsonl")


def rows_of(name: str) -> list[dict[str, Any]]:
    """The rows of a file of measurements; none where it has not been measured."""
    return list(read(name)["rows"]) if (DATA / name).exists() else []


def not_measured(part: str) -> str:
    """What stands in place of a table without data."""
    return f"Not measured yet: `python benchmarks/all.py {part}`."


def beside() -> str:
    """CPU seconds of whole processes; letters stand for why a program cannot do it, as told below the table."""
    rows = rows_of("bench-beside.json")
    if not rows:
        return not_measured("beside")
    names = list(dict.fromkeys(name for row in rows for name in (*row["seconds"], *row["cannot"])))
    names = [*OURS, *(name for name in names if name not in OURS)]
    whys = list(dict.fromkeys(row["cannot"][name] for row in rows for name in names if name in row["cannot"]))
    letters = {why: chr(ord("a") + place) for place, why in enumerate(whys)}
    over = f"> {read('bench-beside.json')['limit']:g}"
    lines = [
        (row["instance"], f"{row['load']:g}", *(_cell(row, name, over, letters) for name in names)) for row in rows
    ]
    notes = "; ".join(f"({letter}) {why}" for why, letter in letters.items())
    return table(("CPU seconds of a process", "load", *names), lines) + (f"\n\n{notes}." if notes else "")


def _cell(row: dict[str, Any], name: str, over: str, letters: dict[str, str]) -> str:
    if name in row["cannot"]:
        return f"({letters[row['cannot'][name]]})"
    if name not in row["seconds"]:  # the program was not there
        return ""
    value: float | None = row["seconds"][name]
    return over if value is None else f"{value:.2f}"


def limits() -> str:
    """For each instance the longest way past a limit, over all commands and limits."""
    rows = rows_of("bench-limits.json")
    lines = []
    for instance in dict.fromkeys(row["instance"] for row in rows):
        mine = [row for row in rows if row["instance"] == instance]
        ends = [(end["cpu"], end["wall"], limit, row["command"]) for row in mine for limit, end in row["ends"].items()]
        cpu, wall, limit, command = max(ends)
        within = sum(end[0] <= 0.2 for end in ends)
        lines.append((instance, f"{within} of {len(ends)}", f"{cpu:.2f}", f"{wall:.2f}", f"`{command}`, {limit} s"))
    head = ("instance", "within 0.2 s of CPU", "longest, CPU s", "its wall s", "command and limit")
    return table(head, lines) if lines else not_measured("limits")


def large() -> str:
    """The way to the first drawn tiling of large puzzles."""
    lines = [
        (
            f"{row['family']} {row['size']}",
            f"{row['options']:,}",
            *(f"{row[lap]:.2f}" for lap in ("read", "compile", "solve", "draw")),
            f"{1e6 * row['compile'] / row['options']:.2f}",
            f"{row['bytes_an_option']:.0f}",
            row["ended"],
        )
        for row in rows_of("bench-growth-large.json")
    ]
    head = ("", "options", "read", "compile", "solve", "draw", "us to compile an option", "bytes an option", "ended")
    return table(head, lines) if lines else not_measured("growth-large")


def stock() -> str:
    """What comes before and after a search."""
    rows = rows_of("bench-stock.json")
    if not rows:
        return not_measured("stock")
    planned = [(row["milliseconds"], row["puzzle"]) for row in rows if row["kind"] == "plan"]
    reasons = [(row["reasons"], row["puzzle"]) for row in rows if row["kind"] == "plan"]
    listed = [(row["ratio"], row["puzzle"]) for row in rows if row["kind"] == "list"]
    lines = []
    for name, found, aim in (
        ("text to plan of a stock puzzle, ms", planned, 5.0),
        ("reasons why it might be impossible, ms", reasons, None),
        ("puzzle to all tilings by the search alone", listed, 1.5),
    ):
        if found:
            worst, where = max(found)
            median = statistics.median(value for value, _ in found)
            good = f"{sum(value <= aim for value, _ in found)} within {aim:g}" if aim else ""
            lines.append((name, len(found), f"{median:.2f}", f"{worst:.2f} ({where})", good))
    return table(("", "puzzles", "median", "worst", "aim"), lines)


def auto() -> str:
    """What the choice of an engine costs."""
    rows = rows_of("bench-auto.json")
    lines = []
    for threads, goal in dict.fromkeys((row["threads"], row["goal"]) for row in rows):
        mine = [row for row in rows if (row["threads"], row["goal"]) == (threads, goal) and row["ratio"]]
        worst = max(mine, key=lambda row: row["ratio"])
        median = statistics.median(row["ratio"] for row in mine)
        least = f"{worst['ratio']:.2f} ({worst['puzzle'].replace('|', ' ')}, {1000 * worst['auto']['seconds']:.1f} ms)"
        lines.append((goal, threads, len(mine), f"{median:.2f}", least))
    return table(("", "threads", "puzzles", "median", "worst"), lines) if lines else not_measured("auto")


TABLES: Tables = {"beside": beside, "limits": limits, "large": large, "stock": stock, "auto": auto}
