"""Writes docs/measured/silhouettes-solved.md: every silhouette of a built-in catalogue solved, counted twice, hinted and drawn.

    python -m tools.make_silhouette_counts [--first N] [--last N]

Both counts must be the same, the hint must be there, and the drawing of the tiling must be read back as that tiling.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import tilewright as tw
from tilewright.explain.hint import hint
from tilewright.kinds import Packing
from tilewright.names import read_catalogues
from tilewright.silhouettes.catalogue import class_of
from tilewright.silhouettes.comparison import Entry, merged

PAGE = Path(__file__).parents[1] / "docs" / "measured" / "silhouettes-solved.md"
CATALOGUE = "fridgeiq-D4"
ENGINES = ("sweep", "native")


class Row(NamedTuple):
    """What became of one silhouette."""

    number: int
    entry: Entry
    kind: str
    tilings: int
    hinted: str


def solved(number: int, entry: Entry) -> Row:
    """Solve, draw, count twice and hint one silhouette. Raises AssertionError where an answer is missing or differs."""
    puzzle = tw.load(f"{CATALOGUE}#{number}")
    assert isinstance(puzzle, Packing)
    (tiling,) = tw.solve(puzzle).tilings
    drawn = puzzle.parse_drawing(str(tiling))
    assert {each.atoms for each in drawn} == {each.atoms for each in tiling.placements}, number
    assert tiling._repr_svg_().startswith("<svg"), number
    counts = [tw.count(puzzle, engine=engine) for engine in ENGINES]
    assert counts[0].value == counts[1].value and all(each.bound == "exact" for each in counts), (number, counts)
    step = hint(puzzle)
    silhouette = entry.silhouette()
    return Row(number, entry, class_of(silhouette, "D4"), counts[0].value, step.technique if step else "")


def page(rows: Iterable[Row]) -> str:
    """The page with a line for each silhouette."""
    rows = list(rows)
    lines = [
        f"# The {len(rows)} silhouettes of `{CATALOGUE}` as puzzles",
        "",
        f"Written by `python -m tools.make_silhouette_counts`. `tilewright solve '{CATALOGUE}#19'` takes each of them by its number, name or id; "
        f"all were solved, their drawings read back, their tilings counted by the engines `{ENGINES[0]}` and `{ENGINES[1]}` with the "
        "same number, and given a hint. Those of mixed parity are posed in half cells: board and pieces are twice as large, and a "
        "piece may lie at any half cell.",
        "",
        f"Together they have {sum(row.tilings for row in rows):,} tilings.",
        "",
        "| number | id | name | class | tilings | first hint |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.number} | {row.entry.id} | {row.entry.name} | {row.kind} | {row.tilings} | {row.hinted} |"
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the page, or only check some of them."""
    entries = merged(read_catalogues(CATALOGUE))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=len(entries))
    args = parser.parse_args()
    rows = []
    for number in range(args.first, args.last + 1):
        rows.append(solved(number, entries[number - 1]))
        print(number, rows[-1].kind, rows[-1].tilings, rows[-1].hinted, file=sys.stderr, flush=True)
    if len(rows) == len(entries):
        PAGE.write_text(page(rows))


if __name__ == "__main__":
    main()
