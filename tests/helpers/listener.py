"""Somebody who sees nothing of the page: knows what screen readers say of it, and has keys."""

from __future__ import annotations

import json
import re
from itertools import product
from typing import Any

from playwright.sync_api import Page, expect

from tests.helpers.keyboard import AXES, Keyboard
from tilewright import load, solve
from tilewright.api.answer import line_of
from tilewright.lattice import lattice

LABEL = "() => document.activeElement?.getAttribute('aria-label') ?? ''"
PARTS = {
    "halfsquare": {"upper left": "nw", "upper right": "ne", "lower right": "es", "lower left": "sw"},
    "triangular": {"upper": "u", "lower": "d"},
}
Cell = tuple[Any, ...]


class Listener(Keyboard):
    """Plays by what is said alone: the label of what has the focus, and what live regions tell."""

    def __init__(self, page: Page, grid: str = "square") -> None:
        super().__init__(page)
        self.grid = grid
        self.axes = list(AXES)[-lattice(grid).dimension :]

    @property
    def label(self) -> str:
        return str(self.page.evaluate(LABEL))

    @property
    def heard(self) -> str:
        return (self.page.locator("#play-where").text_content() or "").strip()

    def place(self) -> tuple[int, ...]:
        """Return the cell that was told last, from 0; people count from 1."""
        found = [re.search(rf"{axis} (\d+)", self.heard, re.IGNORECASE) for axis in self.axes]
        assert all(found), self.heard
        return tuple(int(each[1]) - 1 for each in found if each)

    # ---- what there is ----------------------------------------------------------------------------------------------

    def board(self) -> dict[tuple[int, ...], str]:
        """Walk over the whole board; return what is said of each cell."""
        self.tab_to("#play-board")
        for axis in self.axes:
            self.press(AXES[axis][1], 20)
        told: dict[tuple[int, ...], str] = {}
        ends = [self._end_of(axis) for axis in self.axes]
        for cell in product(*(range(end + 1) for end in ends)):
            self.walk(cell)
            told[cell] = self.heard.partition(": ")[2]
        return told

    def _end_of(self, axis: str) -> int:
        """The last place along an axis."""
        self.press(AXES[axis][0], 20)
        return self.place()[self.axes.index(axis)]

    def walk(self, cell: tuple[int, ...]) -> None:
        """Press arrows until the place that is told is this one."""
        for axis, away in zip(self.axes, (w - a for w, a in zip(cell, self.place(), strict=True)), strict=True):
            self.press(AXES[axis][away < 0], abs(away))
        assert self.place() == cell, (self.heard, cell)

    def pieces(self) -> dict[str, str]:
        """The pieces beside the board by their names, with all that is said of them."""
        self.tab_to("#play-tray [data-piece]")
        found: dict[str, str] = {}
        while match := re.match(r"(?:Piece|Tile) ([^,:]+)[,:] (.*)", self.label, re.DOTALL):
            found[match[1]] = match[2]
            self.press("Tab")
        return found

    def cells(self, told: str) -> list[Cell]:
        """The cells of a shape that is told row by row."""
        found: list[Cell] = []
        for row, columns in re.findall(r"((?:Layer \d+, )?[Rr]ow \d+): ([^.]*)\.", told):
            at = [int(number) - 1 for number in re.findall(r"\d+", row)]
            for column, part in re.findall(r"(\d+)((?: [a-z]+)*)", columns):
                found.append((*at, int(column) - 1, *self.letters(part)))
        return found

    def letters(self, part: str) -> list[str]:
        """The letters of the part of a cell; none where a cell has no parts."""
        whole = lattice(self.grid).letters
        name = re.sub(r" (half|quarter)$", "", part.strip())
        return [PARTS[self.grid][name] if name else whole] if whole else []

    # ---- playing ----------------------------------------------------------------------------------------------------

    def puzzle(self, turn: bool = True, flip: bool = True) -> dict[str, Any]:
        """The puzzle, put together from what is said of its board and pieces."""
        whole = self.letters("")
        board: list[list[Any]] = []
        for cell, what in self.board().items():
            for part in [] if what == "no cell" else what.split(", "):
                name = re.sub(r"(?:half|quarter)? ?empty$", "", part).strip()
                if "no cell" not in part:
                    board.append([*cell, *(self.letters(name) if name else whole)])
        pieces = [
            {"name": name, "cells": [list(cell) for cell in self.cells(told)], "turn": turn, "flip": flip}
            for name, told in self.pieces().items()
        ]
        return {"lattice": self.grid, "board": board, "piece": pieces}

    def play(self, puzzle: dict[str, Any]) -> None:
        """Solve the puzzle elsewhere, and lay a solution."""
        found = solve(load(json.dumps(puzzle)))
        for row in json.loads(line_of(found.tilings[0]))["placements"]:
            self.lay_heard(row["piece"], {tuple(cell) for cell in row["cells"]})

    def lay_heard(self, name: str, cells: set[Cell]) -> None:
        """Turn a piece until what is said of its shape is right, move it until what is said of its place is."""
        self.tab_to(f'#play-tray [data-piece="{name}"]')
        size = len(self.axes)
        corner = tuple(min(cell[axis] for cell in cells) for axis in range(size))
        wanted = {(*(v - c for v, c in zip(cell, corner, strict=False)), *cell[size:]) for cell in cells}
        ways = "rrrrrrfrrrrrr" if size == 2 else "rrrrt" * 4 + "rtrrrrttrrrr"  # through all a piece can be turned to
        for key in ways:
            if {*self.cells(self.label)} == wanted:
                break
            self.press(key)
        assert {*self.cells(self.label)} == wanted, (name, self.label)
        self.press("Enter")
        self.walk(corner)
        assert "fits" in self.heard and "not" not in self.heard.partition(".")[0], self.heard
        self.press("Enter")
        if self.page.locator("#play-finish").is_hidden():
            assert re.match(rf"Piece {name} is laid, .*left", self.heard), self.heard

    def hears_the_end(self) -> None:
        """The last piece is laid: the page says that it is solved."""
        expect(self.page.locator("#play-text")).to_contain_text("Well played")
        assert self.page.locator("#play-text").get_attribute("role") == "status"
