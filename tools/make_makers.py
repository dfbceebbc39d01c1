"""Draws the pictures of the makers' pages, and writes docs/measured/ladders.md and docs/measured/calendar.md from the published data.

uv run python -m tools.make_makers
"""

from __future__ import annotations

import json
from pathlib import Path

from tilewright import load, solve
from tilewright.design.blocks import make_level
from tilewright.design.ladder import LETTERS, ladders, published_tables
from tilewright.design.shikaku import Recipe, make
from tilewright.explain.hint import hint
from tilewright.explain.techniques import TIERS
from tilewright.kinds import Packing
from tilewright.kinds.packing.family import load_family
from tilewright.puzzle import Board, Tiling
from tilewright.render.canvas import Drawing
from tilewright.render.svg import draw_tiling, puzzle_svg, sheet_svg, step_svg, tiling_svg

DOCS = Path(__file__).parents[1] / "docs"
PICTURES = DOCS / "pictures"
CALENDAR = DOCS.parent / "examples" / "families" / "calendar.toml"


def main() -> None:
    """Draw all, write the pages."""
    for tier in TIERS:
        draw(f"made-shikaku-{tier}", puzzle_svg(make(Recipe(8, 8, tier), 3).puzzle))
    draw("made-shikaku-c4", puzzle_svg(make(Recipe(10, 10, symmetry="C4"), 1).puzzle))
    step = hint(puzzle := make(Recipe(8, 8, "hard"), 3).puzzle)
    draw("hint-shikaku", step_svg(Tiling(puzzle, ()), step.placements, step.kind == "place", step.atoms))
    pieces = load("FNPUV@5x5")
    whole = solve(pieces).tilings[0]
    step = hint(pieces, whole.placements[:2])
    lying = Tiling(pieces, whole.placements[:2])
    draw("hint-pieces", step_svg(lying, step.placements, step.kind == "place", step.atoms))
    level = make_level(Board.of_size("6x6"), 8, 3).puzzle
    draw("made-level", puzzle_svg(level))
    draw("made-level-solved", tiling_svg(solve(level).tilings[0]))
    (DOCS / "measured" / "ladders.md").write_text(ladder_page())
    (DOCS / "measured" / "calendar.md").write_text(calendar_page())


def picture(tiling: Tiling) -> Drawing:
    """The tiling as a part of a sheet."""
    return lambda canvas: draw_tiling(canvas, tiling)


def draw(name: str, svg: str) -> None:
    """Write a picture."""
    (PICTURES / f"{name}.svg").write_text(svg)


def ladder_page() -> str:
    """docs/measured/ladders.md."""
    tables = published_tables()
    one = next(ladders(tables, 3, 9, seed=1))
    tilings = [solve(Packing.parse(f"{step}@5x{len(step)}")).tilings[0] for step in one]
    captions = [f"{step}: {tables[len(step)][step]}" for step in one]
    draw("ladder", sheet_svg([picture(tiling) for tiling in tilings], captions, cell=18.0, columns=4))
    lines = [
        "# Katamino ladders",
        "",
        "Written by `python -m tools.make_makers` from `src/tilewright/data/ladder.json`.",
        "",
        "Which k pentominoes fill 5 x k, in how many ways? All 4,095 subsets were counted:",
        "`tilewright design ladder --recount -o ladder.json` does it again. The file is",
        "`src/tilewright/data/ladder.json`; below is every subset that has a tiling. Tilings that turn or mirror into one",
        "another count as different.",
        "",
        "```console",
        "$ tilewright design ladder --from 3 --to 9 --seed 1",
        *(f"{step}@5x{len(step)}  {tables[len(step)][step]} tilings" for step in one),
        "```",
        "",
        "![a ladder](../pictures/ladder.svg)",
        "",
        "A ladder adds one piece a step. With `--count N` there are N ladders that share no subset; when that many do not",
        "exist, as many as do (a largest set of disjoint paths, not the first that a greedy choice finds).",
        "",
        "| board | subsets that fill it | tilings | pieces in most of them |",
        "|---|---|---|---|",
    ]
    for k, table in tables.items():
        often = sorted(LETTERS, key=lambda letter: -sum(letter in name for name in table))[:3] if table else ["-"]
        lines.append(f"| 5x{k} | {len(table)} | {sum(table.values())} | {' '.join(often)} |")
    for k, table in tables.items():
        entries = " · ".join(f"{name} {number}" for name, number in table.items()) or "none"
        lines += ["", f"## 5 x {k}", "", entries]
    return "\n".join(lines) + "\n"


def calendar_page() -> str:
    """docs/measured/calendar.md."""
    data = json.loads((DOCS / "data" / "calendar.json").read_text())
    counts = data["counts"]
    ends = {which: [name for name, value in counts.items() if value == data[which]] for which in ("minimum", "maximum")}
    family = load_family(CALENDAR)
    chosen = ["MAR,14", *ends["minimum"][:1], *ends["maximum"][:1]]
    tilings = [solve(family.with_open_cells(name.split(","))).tilings[0] for name in chosen]
    captions = [f"{name}: {counts[name]}" for name in chosen]
    draw("calendar", sheet_svg([picture(tiling) for tiling in tilings], captions, cell=20.0, columns=3))
    months, days = family.groups
    lines = [
        "# Families: the calendar",
        "",
        "Written by `python -m tools.make_makers` from `docs/data/calendar.json`.",
        "",
        "A family is one set of pieces against many boards, which differ in the named cells left open. The calendar has",
        "a cell for each month and each day; 8 pieces cover the rest.",
        "",
        "```console",
        "$ tilewright solve examples/families/calendar.toml --open MAR,14",
        "$ tilewright design family examples/families/calendar.toml -o calendar.json",
        "$ tilewright design family examples/families/calendar.toml --find 'pentominoes+tetrominoes!free' --tries 200",
        "```",
        "",
        "![three dates](../pictures/calendar.svg)",
        "",
        f"All {data['members']} dates can be solved: {data['total']} tilings, {data['minimum']} at least"
        f" ({'; '.join(ends['minimum'])}), {data['median']:g} in the median, {data['maximum']} at most"
        f" ({'; '.join(ends['maximum'])}). The numbers are `docs/data/calendar.json`.",
        "",
        "The file is a puzzle in TOML with `[named]` cells, `groups` of names of which one each is left open, `excluded`",
        'names, which no member has together (`["FEB", "30"]` excludes every member with both, also where there is a group of '
        "weekdays), and `open`, the names left open where nobody says which.",
        "",
        "| | " + " | ".join(months) + " |",
        "|---|" + "---|" * len(months),
    ]
    for day in days:
        lines.append(f"| {day} | " + " | ".join(str(counts.get(f"{month},{day}", "")) for month in months) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
