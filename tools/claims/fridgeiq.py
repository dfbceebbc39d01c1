"""FridgeIQ: the challenges of its solver, and the 79 fully symmetric silhouettes of its booklet."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from tilewright.silhouettes.comparison import read_other
from tools.claims.claim import ROOT, Claim, Run, count_of, read

STOCK = read("fridgeiq_stock.json")
PUBLISHED = "tests/data/fridgeiq_published.json"
SOURCE = "github.com/MarianAldenhoevel/FridgeIQ, commit 368cc9e39417"
SET = "tilewright design silhouettes --pieces fridgeiq --symmetry D4 --contact all"


def as_table(challenge: dict[str, Any]) -> str:
    """A stock challenge as the JSON of a puzzle; its y points up."""
    rows = 1 + max(y for _, y, _ in challenge["cells"])
    cells = [[rows - 1 - y, x, letters] for x, y, letters in challenge["cells"]]
    return json.dumps({"lattice": "halfsquare", "pieces": f"fridgeiq:{challenge['parts']}", "board": cells})


def solved(run: Run) -> str:
    """How many of the stock challenges have a tiling."""
    with tempfile.TemporaryDirectory() as there:
        path = Path(there) / "challenge.json"
        codes = []
        for challenge in STOCK["challenges"]:
            path.write_text(as_table(challenge))
            codes.append(run("solve", str(path)).code)
    return f"{codes.count(0)} of {len(codes)}"


def compared(run: Run) -> str:
    """How many published silhouettes are among ours."""
    common = run("design", "silhouettes", "--pieces", "fridgeiq", "--contact", "all", "--compare", PUBLISHED).out
    return next(line.removeprefix("common: ") for line in common.splitlines() if line.startswith("common: "))


def listed(run: Run) -> str:
    """How many silhouettes the catalogue has."""
    return str(len(run("show", "fridgeiq-D4", "--json").json["silhouettes"]))


def printed(run: Run) -> str:
    """How many of the catalogue's silhouettes are published."""
    known = {row["id"] for row in run("show", "fridgeiq-D4", "--json").json["silhouettes"]}
    return str(len(known & set(read_other(ROOT / PUBLISHED).names)))


def impossible(row: dict[str, Any]) -> Claim:
    """A rectangle of the author's that has no tiling."""
    width, height = row["size"]
    puzzle = f"fridgeiq:{row['parts']}@{height}x{width}"
    return Claim(f"{row['name']}: valid area, but no solution", SOURCE, "0", f"count {puzzle}", count_of(puzzle))


CLAIMS = (
    Claim(
        "the challenges of its solver can be solved",
        SOURCE,
        f"{len(STOCK['challenges'])} of {len(STOCK['challenges'])}",
        "solve examples/fridgeiq/square_01.toml",
        solved,
    ),
    *map(impossible, STOCK["author_says_no_solution"]),
    Claim(
        "fully symmetric silhouettes that all 16 pieces make",
        SOURCE,
        "79",
        "show fridgeiq-D4",
        listed,
        note="74 of the 79; 14 more are joined along edges, and 8 have parts on shifted lattices, as the published addendum says",
    ),
    Claim("of these 79, those in the printed booklet", SOURCE, "74", "show fridgeiq-D4", printed),
    Claim(
        "of the published ones, those that a search finds again",
        SOURCE,
        "79",
        f"design silhouettes --pieces fridgeiq --contact all --compare {PUBLISHED}",
        compared,
        note="the five others have four parts that do not touch and can be moved; the booklet leaves them out, too",
        slow=True,
    ),
)
