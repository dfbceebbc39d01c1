"""Writes docs/measured/silhouettes-solved.md: every silhouette of a built-in catalogue solved, counted twice, hinted and drawn.

    python -m tools.make_silhouette_counts [--first N] [--last N] [--again] [--limit SECONDS]

Both counts must be the same, the hint must be there, and the drawing of the tiling must be read back as that tiling. What was
found is kept in docs/data, a line for each silhouette, and not counted again unless asked.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tilewright as tw
from tilewright.kinds import Packing
from tilewright.names import read_catalogues
from tilewright.silhouettes.catalogue import class_of
from tilewright.silhouettes.comparison import Entry, merged

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "measured" / "silhouettes-solved.md"
DATA = DOCS / "data" / "fridgeiq-silhouette-counts.jsonl"
CATALOGUE = "fridgeiq-D4"
ENGINES = ("sweep", "frontier")  # one lists the tilings, the other merges states and lists none
MEMORY = 8 << 30  # bytes: number 6 has more states than fit into less


def solved(number: int, entry: Entry, limit: float) -> dict[str, Any]:
    """Solve, draw, count twice and hint one silhouette. Raises AssertionError where an answer is missing or differs."""
    puzzle = tw.load(f"{CATALOGUE}#{number}")
    assert isinstance(puzzle, Packing)
    (tiling,) = tw.solve(puzzle).tilings
    drawn = puzzle.parse_drawing(str(tiling))
    assert {each.atoms for each in drawn} == {each.atoms for each in tiling.placements}, number
    assert tiling._repr_svg_().startswith("<svg"), number
    counts = [tw.count(puzzle, engine=engine, limit=tw.Limit(seconds=limit, memory=MEMORY)) for engine in ENGINES]
    exact = [each for each in counts if each.bound == "exact"]
    assert len({each.value for each in exact}) < 2, (number, counts)
    step = tw.hint(puzzle)
    assert step.kind != "none", number
    return {
        "number": number,
        "id": entry.id,
        "name": entry.name,
        "class": class_of(entry.silhouette(), "D4"),
        "tilings": max(each.value for each in counts),
        "engines": [engine for engine, each in zip(ENGINES, counts, strict=True) if each.bound == "exact"],
        "hint": step.technique,
    }


def cell(row: dict[str, Any]) -> str:
    """The number of tilings, or what is known of it where a limit came first."""
    if len(row["engines"]) == len(ENGINES):
        return f"{row['tilings']:,}"
    return f"{row['tilings']:,} ({row['engines'][0]} alone)" if row["engines"] else f"at least {row['tilings']:,}"


def page(rows: Sequence[dict[str, Any]]) -> str:
    """The page with a line for each silhouette."""
    twice = sum(len(row["engines"]) == len(ENGINES) for row in rows)
    lines = [
        f"# The {len(rows)} silhouettes of `{CATALOGUE}` as puzzles",
        "",
        f"Written by `python -m tools.make_silhouette_counts`. `tilewright solve '{CATALOGUE}#19'` takes each of them by its number, name or id;",
        f"all were solved, their drawings read back, and given a first hint. {twice} of {len(rows)} were counted by `{ENGINES[0]}`, which lists the tilings,",
        f"and by `{ENGINES[1]}`, which merges states and lists none, with the same number. Those of mixed parity are posed in half cells: board",
        "and pieces are twice as large, and a piece may lie at any half cell.",
        "",
        f"Together they have {'' if all(row['engines'] for row in rows) else 'at least '}{sum(row['tilings'] for row in rows):,} tilings;",
        "`at least` stands where the limit of ten minutes came first.",
        "",
        "| number | id | name | class | tilings | first hint |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['number']} | {row['id']} | {row['name']} | {row['class']} | {cell(row)} | {row['hint']} |"
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Count what was not counted yet, and write the page when all are there."""
    entries = merged(read_catalogues(CATALOGUE))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=len(entries))
    parser.add_argument("--limit", type=float, default=600, help="seconds for each count")
    parser.add_argument("--again", action="store_true", help="count those again that were counted before")
    args = parser.parse_args()
    kept = [json.loads(line) for line in DATA.read_text().splitlines()] if DATA.exists() else []
    rows = {row["number"]: row for row in kept}
    for number in range(args.first, args.last + 1):
        if args.again or number not in rows:
            rows[number] = solved(number, entries[number - 1], args.limit)
            DATA.write_text("".join(json.dumps(row) + "\n" for _, row in sorted(rows.items())))
            print(json.dumps(rows[number]), file=sys.stderr, flush=True)
    if len(rows) == len(entries):
        PAGE.write_text(page([row for _, row in sorted(rows.items())]))


if __name__ == "__main__":
    main()
