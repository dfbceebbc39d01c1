"""Carries a published sequence further: each term by the kernel and by `benchmarks/merge_cover.cpp`, kept as data.

    python -m tools.series.extend A356512 --n 13..15

Terms that are kept already are not counted again; `docs/data/series/ID.json` is written after each one. A term counts only
when both programs agree. Each runs in a process of its own, so that its time and memory are known.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tilewright
from tilewright.files import write
from tilewright.formats import dump
from tilewright.formats.model import export
from tilewright.series.pattern import values
from tools.series.target import COPY, Target
from tools.series.targets import BY_ID

DATA = Path(__file__).parents[2] / "docs" / "data" / "series"
SOURCE = Path(__file__).parents[2] / "benchmarks" / "merge_cover.cpp"
MEMORY = 6 << 30  # bytes that each program may hold


def build(directory: Path) -> Path:
    """Compile the second program."""
    program = directory / "merge_cover"
    subprocess.run(["c++", "-O3", "-std=c++20", "-o", program, SOURCE], check=True)
    return program


@dataclass(frozen=True)
class Measured:
    """What a process printed, and what it took: seconds of wall time and of CPU, bytes held at most."""

    output: str
    seconds: float
    cpu: float
    memory: int

    def figures(self) -> dict[str, float]:
        """What it took, rounded."""
        return {"seconds": round(self.seconds, 2), "cpu": round(self.cpu, 2), "memory": self.memory}


def measured(command: list[str], none: int = 0) -> Measured:
    """Run a command to its end, in at most MEMORY; it ends with `none` where there is no tiling. Raises RuntimeError if it fails."""
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output, preexec_fn=_limit_memory)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        if process.returncode not in (0, none):
            raise RuntimeError(f"{' '.join(command[:4])} ended with {process.returncode}")
        seconds = time.perf_counter() - start
        return Measured(output.read(), seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def _moduli(value: int) -> int:
    """Primes of 62 bits for the second program: one more, at least, than the number needs."""
    return min(number for number in (2, 4, 8, 12) if value.bit_length() < 61 * (number - 1))


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


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


def term(target: Target, n: int, program: Path, folder: Path) -> dict[str, Any]:
    """Count one term twice. Raises RuntimeError where the programs differ."""
    puzzle = target.puzzle(n)
    toml, dlx = folder / "puzzle.toml", folder / "cover.dlx"
    toml.write_text(dump(puzzle, "toml"))
    dlx.write_text(export(puzzle, "dlx"))
    first = measured([sys.executable, "-m", "tilewright", "count", str(toml), "--engine", "frontier", "--json"], none=1)
    answer = json.loads(first.output)
    assert answer["count"]["bound"] == "exact" and answer["puzzle"]["digest"] == puzzle.digest
    value = int(answer["count"]["value_text"])
    second = measured([str(program), str(dlx), "backwards", str(_moduli(value))])
    again, layers = joined(second.output, value)
    if again != value:
        raise RuntimeError(f"{target.id}({n}): the kernel says {value}, merge_cover {again}")
    return {
        "n": n,
        "value": str(value),
        "cells": len(puzzle.board.atoms),
        "digest": puzzle.digest,
        "states": answer["nodes"],
        "kernel": first.figures(),
        "second": {**second.figures(), "states": sum(layers), "largest": max(layers, default=0)},
    }


def extend(target: Target, numbers: tuple[int, ...], program: Path) -> None:
    """Count those terms that are not kept yet, and print each; `program` is merge_cover, compiled."""
    path = DATA / f"{target.id}.json"
    kept: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {"id": target.id, "terms": []}
    for n in numbers:
        if any(each["n"] == n for each in kept["terms"]):
            continue
        with tempfile.TemporaryDirectory() as folder:
            found = term(target, n, program, Path(folder))
        if n in target.known and int(found["value"]) != target.known[n]:
            raise RuntimeError(f"{target.id}({n}): {found['value']}, but stored is {target.known[n]}")
        found |= {"date": time.strftime("%Y-%m-%d"), "version": tilewright.__version__, "commit": _commit()}
        kept["terms"] = sorted([*kept["terms"], found], key=lambda each: each["n"])
        write(path, json.dumps(kept, indent=1) + "\n", force=True)
        print(target.id, n, found["value"], found["kernel"], found["second"], flush=True)


def _commit() -> str:
    return subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True).stdout.strip()


def main() -> None:
    """Carry one sequence further."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("id", choices=sorted(BY_ID), help=f"a sequence of {COPY}")
    parser.add_argument("--n", required=True, help="1..14 or 13,14")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        extend(BY_ID[asked.id], values(asked.n), build(Path(folder)))


if __name__ == "__main__":
    main()
