"""Balls in the studio: layers at their places, a view of shaded balls, a piece laid and tumbled by keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.visitor import open_text
from tilewright import Board

pytestmark = [pytest.mark.full, pytest.mark.ci]


def test_pieces_of_balls_are_laid_in_the_pyramid(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        open_text(page, "kanoodle@p5")
        expect(page.locator(".solid-view circle.wall-face")).to_have_count(55)
        page.locator('#play-tray [data-piece="J"]').focus()
        for key in ("t", "Enter", "Enter"):
            page.keyboard.press(key)
        player = Player(page)
        (placement,) = player.placed
        assert len({atom[0] for atom in placement["atoms"]}) == 4, "it stands across four layers"
        expect(page.locator(".solid-view circle.side")).to_have_count(4)
        expect(page.locator(".solid-view circle.wall-face")).to_have_count(51)
        top, below = (player.on_screen(atom) for atom in ([0, 4, 4], [1, 4, 4]))
        assert below[1] > top[1], "the next layer begins half a ball further down"


def test_a_pyramid_is_made_and_played(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#make") as page:
        page.select_option("#make-grid", "spheres")
        page.fill("#make-side", "5")
        page.click("#make-draw-shape")
        page.select_option("#make-set", "kanoodle")
        page.click("#make-add-set")
        page.click("#make-play")
        expect(page.locator(".solid-view circle.wall-face")).to_have_count(55)
        assert sorted(map(tuple, Player(page).view["atoms"])) == sorted(Board.of_size("p5", "spheres").atoms)
        expect(page.locator("#play-tray .tile")).to_have_count(12)
