"""Counts members of a family by two programs that share nothing, and compares: the kernel, and `merge_cover.cpp`.

python -m tools.series.second_count 'dominoes*+tetrominoes:O*@a{n}' --n 1..8
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

from tilewright.api.count import count
from tilewright.formats.model import export
from tilewright.puzzle import Puzzle
from tilewright.series.pattern import Pattern, members, values

SOURCE = Path(__file__).parents[2] / "benchmarks" / "merge_cover.cpp"


def build(directory: Path) -> Path:
    """Compile the second program."""
    program = directory / "merge_cover"
    subprocess.run(["c++", "-O3", "-std=c++20", "-o", program, SOURCE], check=True)
    return program


def second_count(program: Path, puzzle: Puzzle, bound: int, directory: Path) -> tuple[int, list[int]]:
    """The count by residues, and the sizes of the layers. Raises ValueError if the count may exceed the primes' product."""
    file = directory / "cover.dlx"
    file.write_text(export(puzzle, "dlx"))
    return joined(subprocess.run([program, file], check=True, capture_output=True, text=True).stdout, bound)


def joined(output: str, bound: int) -> tuple[int, list[int]]:
    """What the second program printed, its residues joined. Raises ValueError if the count may exceed their primes' product."""
    *residues, layers = output.splitlines()
    value, product = 0, 1
    for line in residues:
        residue, prime = map(int, line.split())
        value += product * ((residue - value) * pow(product, -1, prime) % prime)
        product *= prime
    if bound >= product:
        raise ValueError("the number is larger than the product of the primes")
    return value, [int(size) for size in layers.split()[1:]]


def main() -> None:
    """Print both counts, their seconds, and the states of the second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pattern")
    parser.add_argument("--n", required=True)
    args = parser.parse_args()
    pattern = Pattern.of(args.pattern)
    with tempfile.TemporaryDirectory() as name:
        program = build(Path(name))
        for index in members(pattern, {"n": values(args.n)}):
            puzzle = pattern.puzzle(index)
            start = time.perf_counter()
            first = count(puzzle).value
            middle = time.perf_counter()
            second, layers = second_count(program, puzzle, first, Path(name))
            end = time.perf_counter()
            agree = "agree" if first == second else f"DIFFER: {second}"
            print(
                f"{index[0]} {first} {agree}  {middle - start:.2f} s, {end - middle:.2f} s, {sum(layers):,} states",
                flush=True,
            )


if __name__ == "__main__":
    main()
