"""What the package says of random puzzles, as lines of JSON: for comparing two kernels.

python -m tests.helpers.answers_of FIRST LAST            by the compiled kernel
python -m tests.helpers.wasm_kernel tests/helpers/answers_of.py FIRST LAST      by kernel.wasm
"""

from __future__ import annotations

import json
import sys
from typing import Any

from tests.helpers.generate import random_puzzle, random_shikaku
from tilewright import Limit, count, hint, tilings, verdict
from tilewright.api.answer import line_of
from tilewright.errors import TilewrightError
from tilewright.lattice import NAMES
from tilewright.puzzle import Puzzle

MOST = 3000  # tilings that are listed; a search may be cut off by its nodes, the same everywhere
NODES = 200_000


def puzzle_of(seed: int) -> Puzzle:
    """Every tenth a Shikaku, the others packings on all lattices in turn."""
    return random_shikaku(seed) if seed % 10 == 9 else random_puzzle(seed, (NAMES[seed % len(NAMES)],))


def answers(seed: int) -> dict[str, Any]:
    """Number, tilings in order, verdict with its reason, and the first hint."""
    puzzle, limit = puzzle_of(seed), Limit(nodes=NODES)
    found = tilings(puzzle, MOST, limit=limit).collect()
    judged = verdict(puzzle, limit=limit)
    row: dict[str, Any] = {"seed": seed, "listed": [line_of(tiling) for tiling in found], "verdict": judged.verdict}
    row["reason"] = judged.reason.text if judged.reason else None
    for engine in ("sweep", "native", "frontier"):
        row[engine] = _or_error(lambda engine=engine: count(puzzle, engine=engine, limit=limit).value)  # type: ignore[misc]
    row["symmetric"] = _or_error(lambda: count(puzzle, up_to="symmetries", limit=limit).value)
    row["hint"] = _or_error(lambda: hint(puzzle, limit=limit).text)
    return row


def _or_error(action: Any) -> Any:
    try:
        return action()
    except TilewrightError as error:
        return str(error)


if __name__ == "__main__":
    for number in range(int(sys.argv[1]), int(sys.argv[2])):
        print(json.dumps(answers(number), sort_keys=True))
