"""A puzzle of pieces and cells that is asked."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.campaign.asked import Named, PuzzleCase
from tests.campaign.puzzles import Packed
from tests.campaign.truth import Truth
from tests.campaign.truth_lattice import Grid
from tests.campaign.truth_lattice import grid as lattice_grid
from tests.campaign.writing import build, draw, to_toml, write_table


@dataclass
class PackedCase(PuzzleCase):
    """A puzzle of pieces and cells."""

    drawn: Packed
    member: tuple[str, ...] = ()  # of a family, which is asked about

    @cached_property
    def base(self) -> Packed:
        """What is asked about: of a family a member whose cells are numbered as those of the board; nothing lies there yet."""
        drawn = replace(self.drawn, partial=())
        if not drawn.groups:
            return drawn
        truth, grid = Truth(drawn), lattice_grid(drawn.lattice)
        for names in truth.members():
            member = truth.member(names).puzzle
            if member.atoms and origin(member, grid) == (0,) * grid.dimension:
                self.member = names
                return replace(member, title=f"{drawn.title} {' '.join(names)}".strip())
        return replace(drawn, named=(), groups=(), excluded=())

    @cached_property
    def truth(self) -> Truth:
        """What is true of it."""
        return Truth(self.base)

    @property
    def lying(self) -> tuple[Named, ...]:
        """What lies there already, on cells that the member has."""
        there = {*self.base.atoms, *self.base.optional}
        return tuple((name, frozenset(atoms)) for name, atoms in self.drawn.partial if there.issuperset(atoms))

    @property
    def is_file(self) -> bool:  # type: ignore[override]
        """Functions are not written."""
        return not self.base.predicates

    @cached_property
    def made(self) -> Any:
        """The puzzle as an object of the package."""
        return build(self.base)

    def placement(self, placed: Named) -> Any:
        """A placement as an object of the package."""
        name, atoms = placed
        return self.made.placement(name, atoms)

    def named(self, placement: Any) -> Named:
        """A placement of the package by its name and cells."""
        return placement.piece, frozenset(placement.atoms)

    def table(self) -> dict[str, Any]:
        """The puzzle as the table of a file."""
        return write_table(self.base, self.rng)

    def has_own_digest(self, table: dict[str, Any]) -> bool:
        """Pieces of a set may be listed in other positions, and other pieces may be left out."""
        return not (self.base.pieces_text or "subset" in table)

    def orbits(self, mirrors: bool, labelled: bool) -> tuple[int, int]:
        """How many tilings there are up to rotations, or with mirrors."""
        return self.truth.orbits(mirrors, labelled)

    def places(self, name: str) -> list[Hashable]:
        """Where a piece may lie."""
        return [*self.truth.places[name]]

    def options_of(self, lying: tuple[Named, ...]) -> int | None:
        """Placements of pieces that are alike count once."""
        truth = self.truth.with_lying(lying)
        first = dict.fromkeys(truth.first_alike.values())
        return sum(
            len(truth.open_places([name for name, one in truth.first_alike.items() if one == each])) for each in first
        )

    def texts(self) -> list[str]:
        """The short notation, where it has one."""
        plain = not any((self.base.pins, self.base.paint, self.base.where, self.base.optional, self.base.groups))
        if not plain or not self.base.size or not self.base.pieces_text:
            return []
        extent, dash, holes = self.base.size.partition("-")
        tildes = {"": "", "columns": "~", "both": "~~"}[self.base.wrap]
        return [f"{self.base.pieces_text}@{extent}{tildes}{dash}{holes}"]

    def ways(self) -> list[list[object]]:
        """A member of a family; pieces of a set on a drawing, or on a picture."""
        base, found = self.base, list[list[object]]()
        if self.member and self.drawn.groups:
            found.append([self.write_family(), "--open", ",".join(self.member)])
        plain = not any((base.pins, base.paint, base.where, base.optional, base.wrap))
        drawing = draw(lattice_grid(base.lattice), base.atoms) if plain and base.pieces_text else None
        if drawing is not None:
            found.append([self.write("board.txt", drawing), "--pieces", base.pieces_text])
            pixels = self.rng.randint(3, 9)
            (self.folder / "board.png").write_bytes(picture(drawing.split("\n"), pixels))
            found.append(["board.png", "--pieces", base.pieces_text, "--cell", pixels])
        return found

    def family_table(self) -> dict[str, Any]:
        """The family as a table, sometimes with the member that is meant where none is named."""
        table = write_table(replace(self.drawn, partial=()), self.rng)
        if self.rng.random() < 0.4:
            table["open"] = list(self.rng.choice(Truth(self.drawn).members()))
        return table

    def write_family(self) -> Path:
        """Write the family as TOML."""
        table = self.family_table()
        self.records.note_keys(table)
        return self.write("family.toml", to_toml(table))


def origin(puzzle: Packed, grid: Grid) -> tuple[int, ...]:
    """Where the bounding box of the board begins; 0 along what begins again."""
    every = (*puzzle.atoms, *puzzle.optional)
    periods = puzzle.periods if grid.dimension == 2 else (0,) * grid.dimension
    return tuple(0 if periods[axis] else min(atom[axis] for atom in every) for axis in range(grid.dimension))


def picture(rows: list[str], pixels: int) -> bytes:
    """A PNG of a drawing, black where there is a cell, so many pixels a cell."""
    wide = max(map(len, rows))
    lines = b"".join(
        (b"\0" + b"".join((b"\0" if cell == "#" else b"\xff") * pixels for cell in row.ljust(wide))) * pixels
        for row in rows
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", wide * pixels, len(rows) * pixels, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")
