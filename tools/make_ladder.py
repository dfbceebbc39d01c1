"""Count the tilings of every subset of pentominoes on 5 x 1 to 5 x 12 and write the table: `python -m tools.make_ladder`."""

from __future__ import annotations

from pathlib import Path

from tilewright.design.ladder import count_subsets, document
from tilewright.system import dumps_json

TABLE = Path(__file__).parents[1] / "src" / "tilewright" / "data" / "ladder.json"

if __name__ == "__main__":
    TABLE.write_text(dumps_json(document({k: count_subsets(k) for k in range(1, 13)})), encoding="utf-8")
