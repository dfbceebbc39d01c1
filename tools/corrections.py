"""The published counts that differ from ours, each decided by a program that shares nothing with the library.

    python -m tools.corrections [NAME...]

Prints for each what is published, what the library counts, and what `benchmarks/brute_pack.cpp` or `polyominoes.cpp` says.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import tilewright
from tilewright import formats
from tilewright.cover.search.report import UpTo
from tilewright.pieces import piece_set

ROOT = Path(__file__).parents[1]
IQ = json.loads((ROOT / "tests" / "data" / "iq_5x11.json").read_text())


@dataclass(frozen=True)
class Correction:
    """A published count and the right one.

    puzzle: a notation or TOML; up_to: what the published count counts up to.
    size:   of the board for the brute force, the narrow side across, which is the quicker way round.
    once:   whether each of the drawn pieces is laid once, or in any number.
    """

    name: str
    published: int
    right: int
    every: int
    puzzle: str
    up_to: UpTo
    size: tuple[int, int]
    drawings: tuple[str, ...]
    once: bool = True

    def ours(self) -> tuple[int, int]:
        """What the library counts: up to what the source means, and in all."""
        puzzle = formats.parse(self.puzzle, ".toml") if "=" in self.puzzle else formats.load(self.puzzle)
        return tilewright.count(puzzle, up_to=self.up_to).value, tilewright.count(puzzle).value

    def brute_force(self, folder: Path) -> int:
        """All tilings, by the other program, which is compiled in the folder."""
        program = built("brute_pack", folder)
        rows, columns = self.size
        command = [str(program), str(rows), str(columns), "once" if self.once else "any"]
        return int(
            subprocess.run(command, input="\n\n".join(self.drawings), check=True, capture_output=True, text=True).stdout
        )


def built(name: str, folder: Path) -> Path:
    """A program of `benchmarks/`, compiled."""
    program = folder / name
    if not program.exists():
        source = ROOT / "benchmarks" / f"{name}.cpp"
        subprocess.run(["c++", "-O3", "-std=c++20", "-o", program, source], check=True)
    return program


def _set(*names: str) -> tuple[str, ...]:
    """Drawings of the pieces of sets."""
    found: list[str] = []
    for name in names:
        for piece in piece_set(name).pieces:
            cells = {(atom[0], atom[1]) for atom in piece.atoms}
            height, width = max(row for row, _ in cells) + 1, max(column for _, column in cells) + 1
            rows = ("".join(".#"[(row, column) in cells] for column in range(width)) for row in range(height))
            found.append("\n".join(rows))
    return tuple(found)


def _iq() -> str:
    tables = (
        f'[[piece]]\nname = "{name}"\nshape = """\n' + "\n".join(rows) + '"""\n' for name, rows in IQ["pieces"].items()
    )
    return 'board = "5x11"\n' + "".join(tables)


CORRECTIONS = (
    Correction(
        "iq",
        17_324_560,
        4_331_140,
        4_331_140,
        _iq(),
        "none",
        (11, 5),
        tuple("\n".join(rows) for rows in IQ["pieces"].values()),
    ),
    Correction(
        "dominoes-trominoes",
        1294,
        1352,
        1352,
        "dominoes*+trominoes*@4x4",
        "none",
        (4, 4),
        _set("dominoes", "trominoes"),
        once=False,
    ),
    Correction("4x15", 1424, 368, 1472, "pentominoes@4x15", "symmetries", (15, 4), _set("pentominoes")),
    Correction(
        "8x8",
        32_292,
        16_146,
        129_168,
        "pentominoes+tetrominoes:O@8x8",
        "symmetries",
        (8, 8),
        (*_set("pentominoes"), "##\n##"),
    ),
)


def main() -> None:
    """Print them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("name", nargs="*", help="which (default: all)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for each in CORRECTIONS:
            if asked.name and each.name not in asked.name:
                continue
            ours, every = each.ours()
            print(f"{each.name}: published {each.published:,}; ours {ours:,} ({every:,} in all)", flush=True)
            print(f"  brute force: {each.brute_force(Path(name)):,} in all", flush=True)


if __name__ == "__main__":
    main()
