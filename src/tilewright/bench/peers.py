"""Other packages on the same covers, each run in a process of its own: python -m tilewright.bench.peers NAME COVER."""

from __future__ import annotations

import sys
import time
from importlib import import_module, util
from pathlib import Path
from typing import Any

PEERS = {"xcover": "xcover", "exact-cover": "exact_cover", "dxz": "dxz", "miniexact": "miniexact"}  # package: module


def peer_commands() -> tuple[dict[str, list[str]], list[str]]:
    """(the commands of the packages that are installed, the names of those that are not)."""
    here = {name: [sys.executable, "-m", __name__, name] for name, module in PEERS.items() if util.find_spec(module)}
    return here, [name for name in PEERS if name not in here]


def _read(path: Path) -> tuple[list[list[int]], int, int] | None:
    """(options, primary items, secondary items) of a dumped cover; None when some item is neither."""
    lo, hi, _, *rows = ([int(word) for word in line.split()] for line in path.read_text().splitlines())
    bounds = list(zip(lo[1:], hi[1:], strict=True))
    if any(bound not in ((1, 1), (0, 1)) for bound in bounds):
        return None
    # Others want the primary items first.
    ranked = sorted(range(len(bounds)), key=lambda item: -bounds[item][0])
    name = {item: place for place, item in enumerate(ranked)}
    primary = sum(low for low, _ in bounds)
    return [[name[item] for item in row[1:]] for row in rows[:-1]], primary, len(bounds) - primary


def _peer(name: str, path: Path) -> str:
    """What this process prints as the program of a package."""
    read = _read(path)
    if read is None:
        return "- items that are covered more than once"
    options, primary, secondary = read
    if secondary and name in ("exact-cover", "dxz"):
        return "- cells that may stay empty"
    module = import_module(PEERS[name])
    count = {"xcover": _xcover, "exact-cover": _exact_cover, "dxz": _dxz, "miniexact": _miniexact}[name]
    began = time.process_time()
    found = count(module, options, primary, secondary)
    return f"{found} {(time.process_time() - began) * 1000:.3f}"


def _xcover(module: Any, options: list[list[int]], primary: int, secondary: int) -> int:
    items = range(primary + secondary)
    found = module.covers(options, primary=[*items[:primary]], secondary=[*items[primary:]])
    return sum(1 for _ in found)


def _exact_cover(module: Any, options: list[list[int]], primary: int, secondary: int) -> int:
    import numpy as np  # only this package needs it

    matrix = np.zeros((len(options), primary), dtype=np.int32)
    for row, option in enumerate(options):
        matrix[row, option] = 1
    return len(module.get_all_solutions(matrix))


def _dxz(module: Any, options: list[list[int]], primary: int, secondary: int) -> int:
    flat = [int(item in option) for option in map(frozenset, options) for item in range(primary)]
    return int(module.dxz_count(len(options), primary, flat))


def _miniexact(module: Any, options: list[list[int]], primary: int, secondary: int) -> int:
    solver = module.miniexacts_x()
    items = [solver.primary(f"p{item}") for item in range(primary)]
    items += [solver.secondary(f"s{item}") for item in range(secondary)]
    for option in options:
        solver.add([items[item] for item in option])
    found = 0
    while solver.solve() == 10:
        found += 1
    return found


if __name__ == "__main__":
    print(_peer(sys.argv[1], Path(sys.argv[2])))
