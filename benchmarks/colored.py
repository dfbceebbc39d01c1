"""Covers with colors: listing and counting beside a yardstick by sparse sets and the package xcover, on the same files.

    uv run python benchmarks/colored.py --words FILE [--xcover PYTHON] [--limit SECONDS] [NAME...]

CPU seconds of the search without reading the file, one thread each; of ours with the choice of the engine and all that it
prepares, and listing with the check of every solution. FILE has a word a line (docs/measured/colors.md says which were
used); PYTHON is an interpreter that has xcover. Needs a C++ compiler.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from colored_problems import de_bruijn, macmahon_squares, queens, torus, wang_strip, word_rectangles, word_search

from tilewright.bench import COMPILERS
from tilewright.cover.choice import choose
from tilewright.cover.limits import Limit, Report
from tilewright.cover.problem import BatchChecker, ExactCover
from tilewright.formats import dlx

XCOVER = """
import sys, time
from xcover import covers
def read(path):
    lines = [line.split() for line in open(path)]
    bar = lines[0].index("|")
    return lines[1:], lines[0][:bar], lines[0][bar + 1:]
def number(path):
    options, primary, secondary = read(path)
    began = time.process_time()
    return sum(1 for _ in covers(options, primary=primary, secondary=secondary, colored=True)), time.process_time() - began
number(sys.argv[1])  # compiles
print(*number(sys.argv[2]))
"""


def problems(words: list[str]) -> dict[str, str]:
    def some(length: int, number: int) -> list[str]:
        fitting = sorted(word for word in words if len(word) == length)
        random.Random(1).shuffle(fitting)
        return sorted(fitting[:number])

    return {
        "words 4x4": word_rectangles(some(4, 700), some(4, 700)),
        "words 4x5": word_rectangles(some(5, 1200), some(4, 1000)),
        "macmahon 3x8": macmahon_squares(3, 8),
        "search 4x4": word_search(4, 4, ["abc", "cde", "efg", "gha", "bdf"]),
        "search 5x5": word_search(5, 5, ["north", "south", "east", "west"]),
        "queens 10": queens(10),
        "queens 12": queens(12),
        "de Bruijn 2^5": de_bruijn(2, 5),
        "de Bruijn 3^3": de_bruijn(3, 3),
        "torus 4x4": torus(4, 4),
        "wang 3x3": wang_strip(3, 3, 3, 12),
        "wang 8x40": wang_strip(8, 40, 3, 24),
    }


def compiled(folder: Path) -> str:
    compiler = next(path for name in COMPILERS if (path := shutil.which(name)))
    program, source = folder / "colored_sets", Path(__file__).parent / "colored_sets.cpp"
    subprocess.run([compiler, "-O3", "-std=c++20", "-o", str(program), str(source)], check=True)
    return str(program)


def told(command: list[str], limit: float, number: int, seconds: int, scale: float) -> tuple[str, float | None]:
    """(solutions, CPU seconds) as a program prints them."""
    try:
        words = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=True).stdout.split()
    except subprocess.TimeoutExpired:
        return "-", None
    return words[number], float(words[seconds]) * scale


def ours(path: Path, limit: float) -> tuple[str, str, float | None, str, float | None]:
    """(engine, solutions listed, CPU seconds, solutions counted, CPU seconds)."""
    text, bounds = path.read_text(), Limit(seconds=limit)
    # Twice, for what is imported when it is first used is not the search's.
    engine, listed, list_seconds = [listing(dlx.parse(text), bounds) for _ in range(2)][1]
    _, counted, count_seconds = [counting(dlx.parse(text), bounds) for _ in range(2)][1]
    return engine, listed, list_seconds, counted, count_seconds


def listing(cover: ExactCover, limit: Limit) -> tuple[str, str, float | None]:
    """(engine, solutions, CPU seconds), every solution checked."""
    report, began = Report(), time.process_time()
    solutions = choose(cover, "list").solutions(cover, limit, report)
    number = sum(len(batch) for batch in BatchChecker(cover).checked(solutions))
    return _measured(report, number, time.process_time() - began)


def counting(cover: ExactCover, limit: Limit) -> tuple[str, str, float | None]:
    """The same of a count."""
    report, began = Report(), time.process_time()
    number = choose(cover, "count").count(cover, limit, report)
    return _measured(report, number, time.process_time() - began)


def _measured(report: Report, number: int, seconds: float) -> tuple[str, str, float | None]:
    return (report.engine, str(number), seconds) if report.ended == "exhausted" else (report.engine, "-", None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--words", type=Path, required=True)
    parser.add_argument("--xcover", default="")
    parser.add_argument("--limit", type=float, default=60)
    args = parser.parse_args()
    made = problems(args.words.read_text().split())
    print("| problem | options | solutions | sparse sets | xcover | list | engine | times | count | times |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yardstick, small = compiled(folder), folder / "small"
        small.write_text("p q | x\np x:A\nq x:A\n")
        for problem in args.names or made:
            path = folder / "cover"
            path.write_text(made[problem])
            print(row(problem, path, small, yardstick, args.xcover, args.limit), flush=True)


def row(problem: str, path: Path, small: Path, yardstick: str, xcover: str, limit: float) -> str:
    number, base = told([yardstick, str(path)], limit, 0, 2, 1e-3)
    others = [(number, base)]
    if xcover:
        others.append(told([xcover, "-c", XCOVER, str(small), str(path)], limit, 0, 1, 1))
    engine, listed, list_seconds, counted, count_seconds = ours(path, limit)
    numbers = {each for each in (*(number for number, _ in others), listed, counted) if each != "-"}
    if len(numbers) > 1:
        sys.exit(f"{problem}: {numbers}")
    best = min((seconds for _, seconds in others if seconds is not None), default=None)
    solutions = next(iter(numbers), "-")
    shown = solutions if len(solutions) < 16 else f"{len(solutions)} digits"
    cells = [problem, str(path.read_text().count("\n") - 1), shown, _ms(base), _ms(others[-1][1] if xcover else None)]
    cells += [_ms(list_seconds), engine, _times(best, list_seconds), _ms(count_seconds), _times(best, count_seconds)]
    return f"| {' | '.join(cells)} |"


def _ms(seconds: float | None) -> str:
    return "-" if seconds is None else f"{1e3 * seconds:.1f} ms"


def _times(other: float | None, mine: float | None) -> str:
    return "-" if other is None or mine is None else f"{other / max(mine, 1e-6):.2g}"


if __name__ == "__main__":
    main()
