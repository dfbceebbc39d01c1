"""The stock challenges of FridgeIQ."""

from __future__ import annotations

import json
from typing import Any

from tests.helpers.paths import DATA
from tilewright.kinds import Packing
from tilewright.lattice import lattice
from tilewright.pieces import select
from tilewright.puzzle import Board

STOCK = json.loads((DATA / "fridgeiq_stock.json").read_text())


def stock_puzzle(challenge: dict[str, Any]) -> Packing:
    """A FridgeIQ challenge; the data have y upwards."""
    grid = lattice("halfsquare")
    top = max(y for _, y, _ in challenge["cells"])
    atoms = [(top - y, x, grid.letters.index(d)) for x, y, kinds in challenge["cells"] for d in kinds]
    return Packing(
        Board(tuple(atoms), lattice="halfsquare"), select(f"fridgeiq:{challenge['parts']}"), name=challenge["name"]
    )
