"""Does what people come to the studio for, in a browser, and counts their steps: the table of docs/measured/studio.md.

`uv run --group dev python -m tools.studio_tasks [WHO ...]`. A step is a click, a drag, a key, or a text typed or pasted into a
field. Seconds are those of a visitor who never stops to think.
"""

from __future__ import annotations

import argparse
import io
import re
import time
import zipfile
from collections.abc import Callable
from typing import Any

import pypdfium2
from playwright.sync_api import Page, expect

from tests.helpers.browser import DESKTOP, browsing
from tests.helpers.cli import EXAMPLES
from tests.helpers.studio import serving
from tilewright import load
from tilewright.formats import dump
from tools.studio_person import Person

LINK = dump(load(EXAMPLES / "shikaku" / "blog-6x6"), "puzz.link")
COUNT = "addEventListener('keydown', () => { window.pressed = (window.pressed ?? 0) + 1; }, true)"
Task = Callable[[Person], Any]


# ---- a child ------------------------------------------------------------------------------------------------------


def lays_a_piece_at_once(person: Person) -> None:
    person.open("")
    person.page.wait_for_selector("#play-board")
    person.lay(1)
    expect(person.page.locator("#play-board .laid")).to_have_count(1)


def asks_for_help_until_a_piece_lies(person: Person) -> None:
    person.open("")
    for word in ("Hint", "Why?", "Do it"):
        expect(person.page.locator("#play-hint")).to_have_text(word)
        person.click("#play-hint")
    expect(person.page.locator("#play-board .laid")).to_have_count(1)


def finishes_the_first_puzzle_and_goes_on(person: Person) -> None:
    person.open("")
    person.page.wait_for_selector("#play-board")
    person.lay()
    before = person.page.url
    person.click("#finish-next")
    person.page.wait_for_function("(before) => location.href !== before", arg=before)


def climbs_a_ladder(person: Person) -> None:
    person.open("#puzzles")
    person.click(".rung.next")
    person.page.wait_for_selector("#play-board")
    person.lay()
    person.link("Puzzles")
    expect(person.page.locator(".rung.solved")).to_have_count(1)


def plays_the_puzzle_of_today_and_sees_the_mark(person: Person) -> None:
    person.open("#today")
    person.click('[data-system="katamino"]')
    person.page.wait_for_selector("#play-board")
    person.lay()
    person.link("Today")
    expect(person.page.locator(".day.is-today.solved")).to_have_count(1)


# ---- a parent with a printer ---------------------------------------------------------------------------------------


def prints_a_puzzle_on_one_page(person: Person) -> None:
    person.choose_card("Five pentominoes")
    assert len(pypdfium2.PdfDocument(person.shared("#share-page"))) == 1


def prints_a_new_easy_shikaku(person: Person) -> None:
    person.open("#puzzles")
    person.click("#new-shikaku")
    assert len(pypdfium2.PdfDocument(person.shared("#share-page"))) == 1


def prints_a_booklet_with_the_solution(person: Person) -> None:
    person.choose_card("challenge 01")
    assert len(pypdfium2.PdfDocument(person.shared("#share-booklet"))) > 2


def makes_the_pieces_on_a_3d_printer(person: Person) -> None:
    person.choose_card("All twelve, 6 × 10")
    files = zipfile.ZipFile(io.BytesIO(person.shared("#share-solids"))).namelist()
    assert "tray.stl" in files and any(name.startswith("plate") for name in files)


def sends_a_puzzle_to_the_childs_tablet(person: Person) -> None:
    person.play("FNPUV@5x5")
    person.link("Share and print")
    person.click("#share-copy")
    expect(person.page.locator("#share-link")).to_have_value(re.compile("#play/1"))


# ---- a puzzle maker ------------------------------------------------------------------------------------------------


def draws_a_board_and_asks_whether_it_is_unique(person: Person) -> None:
    person.open("#make")
    person.set_size("5", "5")
    person.choose("#make-set", "pentominoes")
    person.fill("#make-letters", "FNPUV")
    person.click("#make-add-set")
    person.verdict()
    expect(person.page.locator("#solve-text")).to_contain_text("solution")


def writes_a_shikaku_by_keys(person: Person) -> None:
    person.open("#make")
    person.choose("#make-grid", "shikaku")
    person.set_size("2", "2")
    person.click("#make-board")
    person.press("ArrowUp", 2)
    person.press("ArrowLeft", 2)
    person.press("2")
    person.press("ArrowRight")
    person.press("2")
    person.verdict()
    expect(person.page.locator("#solve-text")).to_contain_text("Exactly one")


def opens_a_link_of_puzz_link_and_changes_it(person: Person) -> None:
    person.open("#puzzles")
    person.click("#puzzles summary")
    person.fill("#puzzles textarea", LINK)
    person.click("#puzzles .open-text")
    person.link("Edit")
    expect(person.page.locator("#make-board")).to_be_visible()


def puts_a_puzzle_into_a_page_of_their_own(person: Person) -> None:
    person.play("FNPUV@5x5")
    person.link("Share and print")
    person.click("#share-embed")
    expect(person.page.locator("#share-link")).to_have_value(re.compile("^<iframe"))


def takes_away_a_proof_of_the_count(person: Person) -> None:
    person.play("FNPUV@5x5")
    assert person.shared("#share-certificate").startswith(b"PK")


# ---- a person without a mouse ---------------------------------------------------------------------------------------


def plays_to_the_end_by_keys(person: Person) -> None:
    person.play("katamino/5x3")
    person.lay(keys=True)
    expect(person.page.locator("#play-finish")).to_be_visible()


def gets_a_hint_by_keys(person: Person) -> None:
    person.play("FNPUV@5x5")
    person.press("h")
    expect(person.page.locator("#play-text")).to_contain_text("Look at")


def makes_a_new_puzzle_by_keys(person: Person) -> None:
    person.open("#puzzles")
    person.tab_to("#new-doodle-fit")
    person.press("Enter")
    person.page.wait_for_selector("#play-board")


def turns_high_contrast_on_by_keys(person: Person) -> None:
    person.open("#puzzles")
    person.tab_to("#settings-open")
    person.press("Enter")
    person.tab_to("#settings-contrast")
    person.press("Space")
    person.press("Escape")
    expect(person.page.locator("html")).to_have_class(re.compile("contrast"))


def counts_all_solutions_by_keys(person: Person) -> None:
    person.open("#solve/gallery/FNPUV@5x5")
    person.tab_to("#solve-count")
    person.press("Enter")
    expect(person.page.locator("#solve-text")).to_contain_text("2 solutions")


# ---- a friend who is shown the studio --------------------------------------------------------------------------------


def solves_a_first_puzzle(person: Person) -> None:
    person.open("")
    person.page.wait_for_selector("#play-board")
    person.lay()
    expect(person.page.locator("#play-finish")).to_be_visible()


def opens_my_kanoodle(person: Person) -> None:
    person.open("#puzzles")
    person.click("#shelf-add")
    person.click('#shelf-boxes input[value="balls-55"]')
    person.click('#shelf .card:has-text("pyramid")')
    expect(person.page.locator("#play-board .name-of-layer")).to_have_count(5)


def makes_a_level_for_a_friend(person: Person) -> None:
    person.open("#make")
    person.set_size("4", "5")
    person.click("#make-cut")
    expect(person.page.locator("#make-list li").first).to_be_visible(timeout=60_000)
    person.click("#make-share")
    person.click("#share-copy")
    expect(person.page.locator("#share-link")).to_have_value(re.compile("#play/1"))


def prints_it(person: Person) -> None:
    person.page.add_init_script("window.print = () => { window.printed = true; }")
    person.choose_card("Five pentominoes")
    person.link("Share and print")
    person.click("#share-print")
    person.page.wait_for_function("() => window.printed")


def reads_german(person: Person) -> None:
    person.open("#puzzles")
    person.click("#settings-open")
    person.choose("#settings-language", "de")
    expect(person.page.locator("header nav").first).to_contain_text("Rätsel")


def plays_on_a_phone(person: Person) -> None:
    person.page.set_viewport_size({"width": 390, "height": 844})
    solves_a_first_puzzle(person)


def turns_it_dark(person: Person) -> None:
    person.open("#puzzles")
    person.click("#settings-open")
    person.choose("#settings-theme", "dark")
    person.click("#settings-close")
    expect(person.page.locator("html")).to_have_class(re.compile("dark"))


def goes_on_without_a_network(person: Person) -> None:
    person.play("FNPUV@5x5")
    person.page.context.set_offline(True)
    person.lay(2)
    person.press("Control+z")
    expect(person.page.locator("#play-board .laid")).to_have_count(1)
    person.link("Share and print")
    person.page.evaluate("() => { window.print = () => {}; }")
    person.click("#share-print")
    expect(person.page.locator("#sheet")).to_have_count(1)


PEOPLE: dict[str, tuple[Task, ...]] = {
    "a friend": (
        solves_a_first_puzzle,
        plays_the_puzzle_of_today_and_sees_the_mark,
        opens_my_kanoodle,
        makes_a_level_for_a_friend,
        prints_it,
        reads_german,
        plays_on_a_phone,
        turns_it_dark,
        plays_to_the_end_by_keys,
        goes_on_without_a_network,
    ),
    "a child": (
        lays_a_piece_at_once,
        asks_for_help_until_a_piece_lies,
        finishes_the_first_puzzle_and_goes_on,
        climbs_a_ladder,
        plays_the_puzzle_of_today_and_sees_the_mark,
    ),
    "a parent with a printer": (
        prints_a_puzzle_on_one_page,
        prints_a_new_easy_shikaku,
        prints_a_booklet_with_the_solution,
        makes_the_pieces_on_a_3d_printer,
        sends_a_puzzle_to_the_childs_tablet,
    ),
    "a puzzle maker": (
        draws_a_board_and_asks_whether_it_is_unique,
        writes_a_shikaku_by_keys,
        opens_a_link_of_puzz_link_and_changes_it,
        puts_a_puzzle_into_a_page_of_their_own,
        takes_away_a_proof_of_the_count,
    ),
    "a person without a mouse": (
        plays_to_the_end_by_keys,
        gets_a_hint_by_keys,
        makes_a_new_puzzle_by_keys,
        turns_high_contrast_on_by_keys,
        counts_all_solutions_by_keys,
    ),
}


def done(page: Page, address: str, task: Task) -> str:
    """Do a task; return its steps and seconds, or where it stopped."""
    page.add_init_script(COUNT)
    person = Person(page, address)
    began = time.monotonic()
    try:
        task(person)
    except Exception as error:  # what stops a person is what we want to know
        return f"stopped after {person.steps}: {(str(error) or repr(error)).splitlines()[0][:100]} |"
    return f"{person.steps} | {time.monotonic() - began:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("who", nargs="*", help=f"all, or some of: {', '.join(PEOPLE)}")
    chosen = parser.parse_args().who or PEOPLE
    with serving() as (address, _), browsing() as browser:
        print("| who | task | steps | seconds |\n|---|---|---|---|")
        for who in chosen:
            for task in PEOPLE[who]:
                with browser.new_context(viewport={"width": DESKTOP["width"], "height": DESKTOP["height"]}) as context:
                    told = done(context.new_page(), address, task)
                print(f"| {who} | {task.__name__.replace('_', ' ')} | {told} |", flush=True)


if __name__ == "__main__":
    main()
