"""Writes the tables of docs/measured, between their markers, from the measurements in docs/data.

    uv run python -m tools.make_tables

What is written by hand around the tables is kept.
"""

from __future__ import annotations

from tools.tables import bench, bench_processes, engines
from tools.tables.page import MEASURED, Tables, filled

PAGES: dict[str, Tables] = {"benchmarks.md": bench.TABLES | bench_processes.TABLES, "engines.md": engines.TABLES}


def main() -> None:
    """Write every page."""
    for name, tables in PAGES.items():
        path = MEASURED / name
        path.write_text(filled(path.read_text(), tables))


if __name__ == "__main__":
    main()
