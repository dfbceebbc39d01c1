"""Edge-matching puzzles: drawn at random, as an object of the package and as texts, and their features."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

import tilewright as tw
from tests.campaign.asked import Named, PuzzleCase
from tests.campaign.draw import near
from tests.campaign.puzzles import Tile, Tiled
from tests.campaign.truth_edges import EdgesTruth
from tests.campaign.truth_lattice import grid as lattice_grid
from tests.campaign.writing import cells, draw, lattice_of_name

SIDES = {"square": 4, "triangular": 3, "hexagonal": 6}
MOST = 6


def draw_edges(rng: Random) -> Tiled:
    """Tiles cut from a board whose edges were labelled, so that most puzzles have a tiling; then features are added."""
    puzzle = _board(rng)
    truth = EdgesTruth(puzzle)
    partner = rng.random() < 0.3
    puzzle = replace(puzzle, match="partner" if partner else "same")
    letters = "abcde"[: rng.choice([1, 2, 3, 4, 4, 5])]
    border = rng.choice(["free", "free", "uniform", letters[0]])
    shown = _labelled(rng, truth, letters, partner, border)
    tiles = []
    for number, atom in enumerate(sorted(puzzle.atoms)):
        start, labels = (0 if len(atom) < 3 else atom[2]), shown[atom]
        motions = [name for name in truth.grid.motions if truth.turned(labels, name, start)[0] == 0]
        unmirrored = [name for name in motions if not name.endswith("f")]
        motion = rng.choice(unmirrored)
        name = rng.choice([str(number + 1), f"t{number + 1}"])
        tiles.append(Tile(name, truth.turned(labels, motion, start)[1]))
    rng.shuffle(tiles)
    known = {label for tile in tiles for label in tile.labels}
    puzzle = replace(
        puzzle, tiles=tuple(tiles), border=border if border in known or border in ("free", "uniform") else "free"
    )
    puzzle = _supplied(rng, puzzle)
    motions = {"turn": 0.6, "free": 0.25, "fixed": 0.15}
    if rng.random() < 0.4:
        changed = tuple(
            replace(tile, motion=rng.choices(list(motions), list(motions.values()))[0]) for tile in puzzle.tiles
        )
        puzzle = replace(puzzle, tiles=changed)
    return _with_lying(rng, puzzle)


def _board(rng: Random) -> Tiled:
    lattice = rng.choice(["square", "square", "triangular", "hexagonal"])
    grid = lattice_grid(lattice)
    wrap = rng.choice(["", "", "columns", "both"])
    if wrap:
        rows, columns = rng.choice([(1, 3), (2, 3)]) if wrap == "columns" else (3, 3)
        if lattice == "triangular":
            rows, columns = (1, 3) if wrap == "columns" else (3, 3)
        atoms = tuple(
            product(range(rows), range(columns), range(2)) if grid.letters else product(range(rows), range(columns))
        )
        if len(atoms) <= 9:
            return Tiled(
                lattice,
                atoms,
                (),
                wrap=wrap,
                periods=(rows if wrap == "both" else 0, columns),
                size=f"{rows}x{columns}",
            )
    if rng.random() < 0.6 and lattice != "triangular":
        rows, columns = rng.choice([(1, 2), (1, 3), (2, 2), (2, 3), (3, 2), (1, 4)])
        return Tiled(lattice, tuple(product(range(rows), range(columns))), (), size=f"{rows}x{columns}")
    atoms_ = {(0, 0, 0) if grid.letters else (0, 0)}
    for _ in range(rng.randint(0, MOST - 2)):
        atoms_.add(rng.choice(sorted({other for atom in atoms_ for other in near(grid, atom)} - atoms_)))
    low = (min(atom[0] for atom in atoms_), min(atom[1] for atom in atoms_))
    return Tiled(lattice, tuple(sorted(grid.moved(atoms_, (-low[0], -low[1])))), ())


def _labelled(rng: Random, truth: EdgesTruth, letters: str, partner: bool, border: str) -> dict[Any, tuple[str, ...]]:
    shown: dict[Any, dict[int, str]] = {atom: {} for atom in truth.there}
    outside = letters[0] if border in ("uniform", letters[0]) else ""
    for atom in sorted(truth.there):
        for number in range(SIDES[truth.grid.name]):
            if number in shown[atom]:
                continue
            over = truth.opposite(atom, number)
            label = rng.choice(letters)
            if partner and rng.random() < 0.5:
                label = label.upper()
            if over is None:
                shown[atom][number] = outside or label
            else:
                shown[atom][number] = label
                shown[over[0]][over[1]] = label.swapcase() if partner else label
    return {atom: tuple(labels[number] for number in range(SIDES[truth.grid.name])) for atom, labels in shown.items()}


def _supplied(rng: Random, puzzle: Tiled) -> Tiled:
    """Equal tiles as copies of one, bounds, a tile more, one with another label."""
    tiles = list(puzzle.tiles)
    if rng.random() < 0.4:
        number = rng.randrange(len(tiles))
        tiles[number] = replace(
            tiles[number], copies=rng.choice([(0, None), (1, 2), (0, 2), (1, None), (2, 2), (0, 1)])
        )
    if rng.random() < 0.3:
        extra = replace(rng.choice(tiles), name="spare", copies=rng.choice([(0, 1), (0, None), (0, 2)]))
        tiles.append(extra)
    if rng.random() < 0.15:
        number = rng.randrange(len(tiles))
        labels = list(tiles[number].labels)
        labels[rng.randrange(len(labels))] = rng.choice(tiles).labels[0]
        tiles[number] = replace(tiles[number], labels=tuple(labels))
    known = {label for tile in tiles for label in tile.labels}
    border = puzzle.border if puzzle.border in known or puzzle.border in ("free", "uniform") else "free"
    return replace(puzzle, tiles=tuple(tiles), border=border)


def _with_lying(rng: Random, puzzle: Tiled) -> Tiled:
    """Tiles that lie fixed, and tiles that lie there already: of a tiling if there is one."""
    if rng.random() < 0.5:
        return puzzle
    from tests.campaign.truth import TooManyError

    truth = EdgesTruth(puzzle)
    try:
        tilings = truth.labelled
    except TooManyError:
        return puzzle
    if not tilings:
        return puzzle
    tiling = sorted(rng.choice(tilings))
    lying = [(name, atom, truth.motion_of(name, labels, atom)) for name, (atom, labels) in tiling]
    pins = tuple(rng.sample(lying, min(len(lying), rng.randint(1, 2)))) if rng.random() < 0.5 else ()
    partial = tuple(each for each in rng.sample(lying, min(len(lying), rng.randint(1, 2))) if each not in pins)
    return replace(puzzle, pins=pins, partial=partial if rng.random() < 0.7 else ())


def features(puzzle: Tiled) -> set[str]:
    """What an edge-matching puzzle has."""
    surface = {"": "flat", "columns": "cylinder", "both": "torus"}[puzzle.wrap]
    border = puzzle.border if puzzle.border in ("free", "uniform") else "a label"
    found = {f"lattice: {puzzle.lattice}", f"surface: {surface}", f"border: {border}", f"match: {puzzle.match}"}
    truth = EdgesTruth(puzzle)
    names: list[tuple[str, object]] = [
        ("pins", puzzle.pins),
        ("partial answer", puzzle.partial),
        ("bounds", any(tile.copies[0] != tile.copies[1] for tile in puzzle.tiles)),
        ("copies", any(tile.copies == (2, 2) for tile in puzzle.tiles)),
        ("any number", any(tile.copies[1] is None for tile in puzzle.tiles)),
        ("fixed tiles", any(tile.motion == "fixed" for tile in puzzle.tiles)),
        ("tiles that flip", any(tile.motion == "free" for tile in puzzle.tiles)),
        ("equal tiles", len(set(truth.forms.values())) < len(puzzle.tiles)),
        ("no size", not puzzle.size),
        ("one label", len({label for tile in puzzle.tiles for label in tile.labels}) == 1),
    ]
    return found | {name for name, there in names if there}


@dataclass
class EdgesCase(PuzzleCase):
    """An edge-matching puzzle that is asked."""

    drawn: Tiled

    @cached_property
    def truth(self) -> EdgesTruth:
        """What is true of it."""
        return EdgesTruth(replace(self.drawn, partial=()))

    @property
    def lying(self) -> tuple[Named, ...]:
        """What lies there already."""
        tiles = {tile.name: tile for tile in self.drawn.tiles}
        return tuple(
            (name, (atom, self.truth.turned(tiles[name].labels, motion)[1]))
            for name, atom, motion in self.drawn.partial
        )

    @cached_property
    def made(self) -> Any:
        """The puzzle as an object of the package."""
        drawn = self.drawn
        tiles = [tw.Tile(tile.name, tile.labels, tile.copies, tile.motion) for tile in drawn.tiles]
        board = tw.Board(drawn.atoms, (), lattice_of_name(drawn.lattice, drawn.periods))
        pins = tuple(tw.TilePin(name, atom, motion) for name, atom, motion in drawn.pins)
        return tw.EdgeMatching(board, tuple(tiles), drawn.border, drawn.match, pins, drawn.title)

    def placement(self, placed: Named) -> Any:
        """A tile on its cell, in a motion that shows these labels."""
        name, (atom, labels) = placed  # type: ignore[misc]
        tile = self.made.tile(name)
        slot = atom[2] if len(atom) > 2 else 0
        motion = next((motion for motion, form in tile.orientations if form == (slot, labels)), "0")
        return self.made.placed(name, (atom,), motion)

    def named(self, placement: Any) -> Named:
        """A tile by its cell and the labels that it shows."""
        form = self.made.tile(placement.piece).form(placement.motion)
        return placement.piece, (placement.atoms[0], form[1])

    def cells(self, place: Hashable) -> list[Hashable]:
        """The one cell of a tile."""
        return [place[0]]  # type: ignore[index]

    def orbits(self, mirrors: bool, labelled: bool) -> tuple[int, int]:
        """How many tilings there are up to rotations, or with mirrors."""
        number = self.truth.orbits(mirrors)
        return number, number

    def places(self, name: str) -> list[Hashable]:
        """Any cell, in any form that fits there."""
        slots = {atom: atom[2] if len(atom) > 2 else 0 for atom in self.drawn.atoms}
        return [
            (atom, labels)
            for atom in sorted(slots)
            for slot, labels in sorted(self.truth.forms[name])
            if slot == slots[atom]
        ]

    def table(self) -> dict[str, Any]:
        """The puzzle as the table of a file."""
        drawn, rng = self.drawn, self.rng
        motion = rng.choice(["", "", "turn", "free", "fixed"])
        in_lines = rng.random() < 0.3
        lines = [_line(tile, motion or "turn", rng, drawn.pins if in_lines else ()) for tile in drawn.tiles]
        table: dict[str, Any] = {"tiles": lines if rng.random() < 0.5 and len(lines) > 1 else "\n".join(lines)}
        if motion:
            table["motion"] = motion
        table |= _board_table(drawn, rng)
        for key, value, usual in (
            ("border", drawn.border, "free"),
            ("match", drawn.match, "same"),
            ("name", drawn.title, ""),
        ):
            if value != usual or rng.random() < 0.15:
                table[key] = value
        grid = lattice_grid(drawn.lattice)
        told = (
            {tile.name for tile in drawn.tiles if sum(name == tile.name for name, _, _ in drawn.pins) == 1}
            if in_lines
            else set()
        )
        if pins := [each for each in drawn.pins if each[0] not in told]:
            table["pinned"] = [
                {"tile": name, "cell": cells(grid, [atom])[0], "motion": motion} for name, atom, motion in pins
            ]
        return table


def _line(tile: Tile, usual: str, rng: Random, pins: tuple[tuple[str, Any, str], ...]) -> str:
    """A tile as a line: name, labels, copies, motion, and perhaps where it is pinned."""
    labels = rng.choice(["".join(tile.labels), " ".join(tile.labels), ",".join(tile.labels), "/".join(tile.labels)])
    words = [f"{tile.name}:", labels]
    low, high = tile.copies
    if (low, high) == (0, None):
        words.append("*")
    elif low == high and low != 1:
        words.append(f"*{low}")
    elif low != high:
        words.append(f"*{low}-{'' if high is None else high}")
    if tile.motion != usual:
        words.append(f"!{tile.motion}")
    mine = [each for each in pins if each[0] == tile.name]
    if len(mine) == 1:
        _, atom, motion = mine[0]
        letter = "ud"[atom[2]] if len(atom) > 2 else ""
        words.append(f"@{atom[0]},{atom[1]}{letter}/{motion}")
    return " ".join(words)


def _board_table(drawn: Tiled, rng: Random) -> dict[str, Any]:
    grid = lattice_grid(drawn.lattice)
    if drawn.size:
        if drawn.wrap and rng.random() < 0.5:
            return {"board": drawn.size + {"columns": "~", "both": "~~"}[drawn.wrap]}
        return {"board": drawn.size, **({"wrap": drawn.wrap} if drawn.wrap else {})}
    named = {"lattice": drawn.lattice} if rng.random() < 0.3 else {}
    drawing = draw(grid, drawn.atoms)
    if drawing is not None and rng.random() < 0.5:
        return {**named, "board": drawing}
    return {**named, "board": {"cells": cells(grid, drawn.atoms)}}


def smaller(drawn: Tiled) -> list[Tiled]:
    """Puzzles with one thing less."""
    found = []
    for name, plain in (
        ("pins", ()),
        ("partial", ()),
        ("border", "free"),
        ("match", "same"),
        ("size", ""),
        ("title", ""),
    ):
        if getattr(drawn, name) != plain:
            found.append(replace(drawn, **{name: plain}))
    used = {name for name, _, _ in (*drawn.pins, *drawn.partial)}
    for number, tile in enumerate(drawn.tiles):
        rest = (*drawn.tiles[:number], *drawn.tiles[number + 1 :])
        if rest and tile.name not in used:
            found.append(replace(drawn, tiles=rest))
            found += [
                replace(drawn, tiles=rest, atoms=tuple(each for each in drawn.atoms if each != atom), size="")
                for atom in drawn.atoms
                if len(drawn.atoms) > 1 and atom not in {pin for _, pin, _ in (*drawn.pins, *drawn.partial)}
            ]
        for changed in (replace(tile, copies=(1, 1)), replace(tile, motion="turn"), replace(tile, motion="fixed")):
            if changed != tile:
                found.append(replace(drawn, tiles=(*drawn.tiles[:number], changed, *drawn.tiles[number + 1 :])))
    return found
