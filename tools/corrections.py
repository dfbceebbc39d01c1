"""The published counts that differ from ours, each decided by a program that shares nothing with the library.

    python -m tools.corrections [NAME...]

Prints for each what is published, what the library counts, and what `benchmarks/brute_pack.cpp`, `polyominoes.cpp` or `brute_boxes.py` says.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import tilewright
from tilewright import loader
from tilewright.exact_cover.outcome import UpTo
from tilewright.pieces import piece_set
from tools import brute_boxes

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
        puzzle = loader.parse(self.puzzle, ".toml") if "=" in self.puzzle else loader.load(self.puzzle)
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


IQ_DRAWINGS = tuple("\n".join(rows) for rows in IQ["pieces"].values())
SMALL, TWELVE, SQUARE = _set("dominoes", "trominoes"), _set("pentominoes"), "##\n##"
MIXED = "dominoes*+trominoes*@4x4"
CORRECTIONS = (
    Correction("iq", 17_324_560, 4_331_140, 4_331_140, _iq(), "none", (11, 5), IQ_DRAWINGS),
    Correction("dominoes-trominoes", 1294, 1352, 1352, MIXED, "none", (4, 4), SMALL, once=False),
    Correction("4x15", 1424, 368, 1472, "pentominoes@4x15", "symmetries", (15, 4), TWELVE),
    Correction(
        "8x8", 32_292, 16_146, 129_168, "pentominoes+tetrominoes:O@8x8", "symmetries", (8, 8), (*TWELVE, SQUARE)
    ),
)


@dataclass(frozen=True)
class Boxes:
    """An OEIS entry with the tilings of boxes of 2 x 2 x n for n = 0, step, 2 step, ... by any number of each piece.

    letters: the pieces for `tools/brute_boxes.py`; notation: the same for the library.
    three:   the ways to three cubes that stand out, from none, one and two diagonal ones, that the published recurrence has.
    """

    name: str
    published: tuple[int, ...]
    letters: str
    notation: str
    three: tuple[int, int, int]
    step: int = 1

    def ours(self, layers: int) -> int:
        """What the library counts in a box with so many layers."""
        return tilewright.count(loader.load(f"{self.notation}@2x2x{layers}")).value

    def second(self, layers: int, *, wrong: bool = False) -> int:
        """What the second program counts, with the right ways to three cubes or with the published ones."""
        three = dict(zip(("none", "one", "diagonal"), self.three, strict=True)) if wrong else {}
        return brute_boxes.by_layers(layers, self.letters, three)[-1]

    def first(self) -> int:
        """The layers of the first box whose published count is not that of the second program."""
        boxes = ((place * self.step, value) for place, value in enumerate(self.published))
        return next(layers for layers, value in boxes if value != self.second(layers))


BOXES = (
    Boxes("A359885", (1, 44, 2512, 145088, 8383744), "L", "tricubes:2*", (0, 4, 0), step=3),
    Boxes("A359886", (1, 1, 3, 49, 231, 789, 4771, 27225, 122799), "Lp", "tricubes:2*+tetracubes:O*", (8, 4, 0)),
    Boxes("A360064", (1, 5, 89, 1177, 16873, 237977), "cL", "monocube*+tricubes:2*", (16, 4, 0)),
    Boxes("A360065", (1, 2, 45, 412, 4705, 50374, 549109), "dL", "dicubes*+tricubes:2*", (16, 5, 2)),
    Boxes("A360066", (1, 11, 444, 13311, 422617), "cdL", "monocube*+dicubes*+tricubes:2*", (48, 11, 2)),
    Boxes("A360644", (1, 12, 513, 16194, 547543), "cdLp", "monocube*+dicubes*+tricubes:2*+tetracubes:O*", (64, 13, 2)),
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
    for boxes in BOXES:
        if not asked.name or boxes.name in asked.name:
            layers = boxes.first()
            published, force = boxes.published[layers // boxes.step], brute_boxes.brute(layers, boxes.letters)
            print(
                f"{boxes.name} at 2 x 2 x {layers}: published {published:,}; ours {boxes.ours(layers):,}; brute force {force:,}"
            )


if __name__ == "__main__":
    main()
