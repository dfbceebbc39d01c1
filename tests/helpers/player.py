"""A player for browser tests: lays pieces and draws rectangles with the mouse or with the keys, as a person would."""

from __future__ import annotations

import re
from collections import deque
from typing import Any

from playwright.sync_api import Page

STATE = """async () => {
  const { store } = await import('/static/state/store.js');
  return { view: store.view, placed: store.placed };
}"""
# Where on the screen the middle of some atoms is: as the page holds a dragged piece, by the middle of its bounds.
SPOT = """async (atoms) => {
  const { store } = await import('/static/state/store.js');
  const board = document.getElementById('play-board');
  board.scrollIntoView({ block: 'center' });
  const box = store.lattice.bounds(atoms);
  const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(board.getScreenCTM());
  return [middle.x, middle.y];
}"""
FACE = """(face) => {
  const [x, y] = face.getAttribute('viewBox').split(' ').map(Number);
  const here = face.getScreenCTM();
  return [here.e + (x + 0.08) * here.a, here.f + (y + 0.08) * here.d, here.a];
}"""
MIDDLE = """async ([atom]) => {
  const { store } = await import('/static/state/store.js');
  const { centre } = await import('/static/core/lattice.js');
  return centre(store.lattices[store.view.lattice].polygon(atom));
}"""
BOX = """async ([atoms]) => {
  const { store } = await import('/static/state/store.js');
  return store.lattices[store.view.lattice].bounds(atoms);
}"""
ON_SCREEN = """async (atom) => {
  const { store } = await import('/static/state/store.js');
  const { centre } = await import('/static/core/lattice.js');
  const [x, y] = centre(store.lattice.polygon(atom));
  const place = new DOMPoint(x, y).matrixTransform(document.getElementById('play-board').getScreenCTM());
  return [place.x, place.y];
}"""


class Player:
    """Plays what is open in the page's Play view."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.page.evaluate(STATE)["view"])

    @property
    def placed(self) -> list[dict[str, Any]]:
        return list(self.page.evaluate(STATE)["placed"])

    def spot(self, atoms: list[list[int]]) -> tuple[float, float]:
        x, y = self.page.evaluate(SPOT, atoms)
        return x, y

    def turns_to(self, piece: dict[str, Any], atoms: list[list[int]]) -> list[str]:
        """Which of R and F, in order, bring the piece in the tray to the orientation that lies at `atoms`."""
        wanted = _normal(atoms)
        shown = self.page.locator(f'#play-tray [data-piece="{piece["name"]}"]').get_attribute("data-orientation")
        found: dict[int, list[str]] = {int(shown or 0): []}
        queue = deque(found)
        while queue:
            at = queue.popleft()
            if _normal(piece["orientations"][at]["atoms"]) == wanted:
                return found[at]
            for letter, how in (("r", "turn"), ("f", "flip")):
                after = piece["turns"][how][at]
                if after not in found:
                    found[after] = [*found[at], letter]
                    queue.append(after)
        raise AssertionError(f"piece {piece['name']} cannot be turned to lie at {atoms}")

    def face(self, name: str) -> tuple[float, float, float]:
        """Left and top of the piece's picture in the tray, and pixels a cell there."""
        face = self.page.locator(f'#play-tray [data-piece="{name}"] svg')
        face.scroll_into_view_if_needed()
        left, top, scale = face.evaluate(FACE)
        return left, top, scale

    def grip(self, name: str, atoms: list[list[int]]) -> tuple[float, float]:
        """Where the mouse takes hold of the piece in the tray: the middle of its first atom there."""
        left, top, scale = self.face(name)
        x, y = self.page.evaluate(MIDDLE, [_normal(atoms)[0]])
        box = self.page.evaluate(BOX, [_normal(atoms)])
        return left + (x - box["x"]) * scale, top + (y - box["y"]) * scale

    def drag_piece(self, name: str, atoms: list[list[int]]) -> None:
        """Turn the piece in the tray, take it there at its first atom, and lay it down."""
        piece = next(p for p in self.view["pieces_list"] if p["name"] == name)
        tile = self.page.locator(f'#play-tray [data-piece="{name}"]')
        tile.focus()
        for letter in self.turns_to(piece, atoms):
            self.page.keyboard.press(letter)
        self.page.locator("#play-board").scroll_into_view_if_needed()
        self.page.mouse.move(*self.grip(name, atoms))
        self.page.mouse.down()
        first = min((tuple(atom) for atom in atoms), key=lambda atom: atom)
        self.page.mouse.move(*self.on_screen(list(first)), steps=3)
        self.page.mouse.up()

    def on_screen(self, atom: list[int]) -> tuple[float, float]:
        """Where on the screen the middle of an atom of the board is."""
        x, y = self.page.evaluate(ON_SCREEN, atom)
        return x, y

    def key_piece(self, name: str, atoms: list[list[int]]) -> None:
        """The same by keys alone."""
        piece = next(p for p in self.view["pieces_list"] if p["name"] == name)
        self.page.locator(f'#play-tray [data-piece="{name}"]').focus()
        self.page.keyboard.press("Enter")
        for letter in self.turns_to(piece, atoms):
            self.page.keyboard.press(letter)
        told = self.page.locator("#play-where").text_content() or ""
        at = [int(number) - 1 for number in re.findall(r"-?\d+", told.partition(", row ")[2])]  # people count from 1
        rows, columns = (min(atom[axis] for atom in atoms) - at[axis] for axis in (0, 1))
        for count, keys in ((rows, ("ArrowDown", "ArrowUp")), (columns, ("ArrowRight", "ArrowLeft"))):
            for _ in range(abs(count)):
                self.page.keyboard.press(keys[count < 0])
        self.page.keyboard.press("Enter")

    def drag_rectangle(self, rect: list[int]) -> None:
        """From the first cell's middle to the last one's."""
        top, left, height, width = rect
        self.page.mouse.move(*self.spot([[top, left]]))
        self.page.mouse.down()
        self.page.mouse.move(*self.spot([[top + height - 1, left + width - 1]]), steps=3)
        self.page.mouse.up()

    def lay(self, row: dict[str, Any], atoms: list[list[int]], keys: bool = False) -> None:
        """A placement of a solution."""
        if "rect" in row:
            self.drag_rectangle(row["rect"])
        elif keys:
            self.key_piece(row["piece"], atoms)
        else:
            self.drag_piece(row["piece"], atoms)


def _normal(atoms: list[list[int]]) -> list[tuple[int, ...]]:
    row, column = (min(atom[axis] for atom in atoms) for axis in (0, 1))
    return sorted((r - row, c - column, *kind) for r, c, *kind in atoms)
