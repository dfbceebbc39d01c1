"""Laying tiles with labels in the studio as a person would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from tests.helpers.player import Player


def motions(page: Page) -> dict[str, tuple[list[int], str]]:
    """Where each tile lies, and how."""
    return {row["piece"]: (row["atoms"][0], row["motion"]) for row in Player(page).placed}


class Tiler(Player):
    """Lays tiles as a person would."""

    def motion_keys(self, name: str, wanted: str) -> int:
        """How often R is pressed in the tray, so that the tile lies as wanted: of triangles it turns by itself on its way."""
        tile = self.tile(name)
        number = int(self.page.locator(f'#play-tray [data-piece="{name}"]').get_attribute("data-orientation") or 0)
        slots = [each["atoms"][0][2:] for each in tile["orientations"]]
        goal = [each["motion"] for each in tile["orientations"]].index(wanted)
        turns = tile["turns"]["turn"]
        for count in range(len(turns)):
            there = (
                number if slots[number] == slots[goal] else turns[number] if slots[goal] == [1] else turns.index(number)
            )
            if there == goal:
                return count
            number = next(to for to in self.followed(turns, number) if slots[to] == slots[number])
        raise AssertionError(f"tile {name} cannot lie as {wanted}")

    @staticmethod
    def followed(turns: list[int], number: int) -> Iterator[int]:
        for _ in turns:
            number = turns[number]
            yield number

    def tile(self, name: str) -> dict[str, Any]:
        return next(dict(each) for each in self.view["pieces_list"] if each["name"] == name)

    def drag(self, name: str, atom: list[int], motion: str) -> None:
        self.page.locator(f'#play-tray [data-piece="{name}"]').focus()
        for _ in range(self.motion_keys(name, motion)):
            self.page.keyboard.press("r")
        self.carry(self.middle(name), self.on_screen(atom))

    def middle(self, name: str) -> tuple[float, float]:
        """Where the middle of the tile in the tray is."""
        tile = self.page.locator(f'#play-tray [data-piece="{name}"]')
        number = int(tile.get_attribute("data-orientation") or 0)
        return self.grip(name, self.tile(name)["orientations"][number]["atoms"])

    def carry(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()

    def key(self, name: str, atom: list[int], labels: list[str]) -> None:
        """Choose it, walk to its place, turn it there, lay it; what is told is all that is looked at."""
        keyboard = self.page.keyboard
        self.page.locator(f'#play-tray [data-piece="{name}"]').focus()
        keyboard.press("Enter")
        row, column, _ = self.told()
        for count, keys in ((atom[0] - row, ("ArrowDown", "ArrowUp")), (atom[1] - column, ("ArrowRight", "ArrowLeft"))):
            for _ in range(abs(count)):
                keyboard.press(keys[count < 0])
        for _ in range(4):
            if self.told()[2] == labels:
                break
            keyboard.press("r")
        assert self.told() == (*atom, labels)
        keyboard.press("Enter")

    def told(self) -> tuple[int, int, list[str]]:
        text = self.page.locator("#play-where").text_content() or ""
        labels, row, column = re.findall(r"\((.*)\), row (\d+), column (\d+)", text)[0]
        return int(row) - 1, int(column) - 1, [side.split()[-1] for side in labels.split(", ")]
