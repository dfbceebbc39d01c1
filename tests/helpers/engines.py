"""A page in Chromium, Firefox or WebKit with the few verbs of Playwright's that a walk needs, so that one test does for all.

In Chromium the page is Playwright's own. `Player` plays in any of them.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from playwright.sync_api import Browser, Error, Page
from websockets.exceptions import ConnectionClosed

from tests.helpers.browser import PATIENCE, visiting
from tests.helpers.engine_drivers import PYTHON, Driver, Firefox, WebKit, wait_until
from tests.helpers.fingers import Fingers, Point

DRIVERS: dict[str, Callable[[], Driver]] = {"firefox": Firefox, "webkit": WebKit}
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
HAS_BINDINGS = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
SECONDS = PATIENCE / 1000
KEYS = {
    "Enter": "\ue006",
    "Escape": "\ue00c",
    "Tab": "\ue004",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
}
FAILS = (OSError, RuntimeError, ConnectionClosed)  # TimeoutError is an OSError
TRIES = 3  # times a driver is started before it counts as broken
# The middle of an element that is seen, once it stands still in the window.
MIDDLE = """async (selector) => {
  const node = [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length);
  if (!node) return null;
  node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const place = () => {
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  let before;
  do {
    before = place();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  } while (place().join() !== before.join());
  return before;
}"""
FORGET = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
}"""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


def is_there(name: str) -> bool:
    """Return True if the programs of an engine are installed."""
    if name == "firefox":
        return bool(shutil.which("firefox-esr"))
    programs = all(shutil.which(program) for program in ("WebKitWebDriver", "Xvfb"))
    return programs and not subprocess.run([PYTHON, "-c", HAS_BINDINGS], capture_output=True, check=False).returncode


@dataclass
class Mouse:
    """A mouse; with `kind` "touch" a finger."""

    driver: Driver
    kind: str = "mouse"
    at: Point = (0.0, 0.0)

    def _do(self, *steps: dict[str, Any]) -> None:
        parameters = {"pointerType": self.kind}
        self.driver.act({"type": "pointer", "id": self.kind, "parameters": parameters, "actions": list(steps)})

    def move(self, x: float, y: float, steps: int = 1) -> None:
        """Go to a point of the window in so many moves."""
        (left, top), self.at = self.at, (x, y)
        ways = [(left + (x - left) * n / steps, top + (y - top) * n / steps) for n in range(1, steps + 1)]
        self._do(
            *(
                {"type": "pointerMove", "x": round(a), "y": round(b), "duration": 0, "origin": "viewport"}
                for a, b in ways
            )
        )

    def down(self) -> None:
        """Press."""
        self._do({"type": "pointerDown", "button": 0})

    def up(self) -> None:
        """Let go."""
        self._do({"type": "pointerUp", "button": 0})

    def click(self, x: float, y: float) -> None:
        """Press and let go at a point."""
        self.move(x, y)
        self.down()
        self.up()


@dataclass
class Keyboard:
    """The keys."""

    driver: Driver

    def press(self, key: str) -> None:
        """Press a key, by its name or letter."""
        value = KEYS.get(key, key)
        steps = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self.driver.act({"type": "key", "id": "keys", "actions": steps})


@dataclass
class Place:
    """The first element of the page that a selector of CSS finds."""

    page: EnginePage
    selector: str

    def evaluate(self, function: str) -> Any:
        """Return what a function of the element returns, once there is the element."""
        self.page.wait_for_selector(self.selector, state="attached")
        return self.page.evaluate(f"(selector) => ({function})(document.querySelector(selector))", self.selector)

    def count(self) -> int:
        """Return how many the selector finds."""
        return int(self.page.evaluate("(selector) => document.querySelectorAll(selector).length", self.selector))

    def get_attribute(self, name: str) -> str | None:
        """Return an attribute's text."""
        return cast("str | None", self.evaluate(f"(node) => node.getAttribute('{name}')"))

    def text_content(self) -> str:
        """Return its text."""
        return str(self.evaluate("(node) => node.textContent"))

    def focus(self) -> None:
        """Give it the focus."""
        self.evaluate("(node) => node.focus()")

    def scroll_into_view_if_needed(self) -> None:
        """Bring it into the window."""
        self.evaluate("(node) => node.scrollIntoView({ block: 'nearest', behavior: 'instant' })")


@dataclass
class EnginePage:
    """A page in Firefox or WebKit."""

    driver: Driver
    mouse: Mouse = field(init=False)
    keyboard: Keyboard = field(init=False)

    def __post_init__(self) -> None:
        self.mouse, self.keyboard = Mouse(self.driver), Keyboard(self.driver)

    def evaluate(self, text: str, value: object = None) -> Any:
        """Return what a function of `value`, or an expression, comes to."""
        return self.driver.script(text, value)

    def locator(self, selector: str) -> Place:
        """Return the element that a selector finds."""
        return Place(self, selector)

    def wait_for_selector(self, selector: str, state: str = "visible") -> None:
        """Wait until it finds something, which is seen or (`attached`) only there."""
        seen = "" if state == "attached" else ".getClientRects().length"
        look = f"(selector) => [...document.querySelectorAll(selector)].some((node) => node{seen})"
        wait_until(lambda: self.evaluate(look, selector), SECONDS, f"{selector} does not appear")

    def click(self, selector: str) -> None:
        """Click the middle of an element."""
        self.mouse.click(*wait_until(lambda: self.evaluate(MIDDLE, selector), SECONDS, f"{selector} does not appear"))

    def reload(self) -> None:
        """Load the page again."""
        self.driver.reload()

    def goto(self, address: str) -> None:
        """Open an address."""
        self.driver.go(address)


@dataclass
class Visit:
    """A page that somebody is at, and what cannot be said in Playwright's words."""

    page: Page  # Playwright's, or an EnginePage, which has what a walk uses of it
    engine: str

    def eventually(self, text: str, value: object = None) -> Any:
        """Wait until a function or an expression is true in the page, and return it."""

        def look() -> Any:
            try:
                return self.page.evaluate(text, value)
            except (RuntimeError, Error):  # the page is being left for another
                return None

        return wait_until(look, SECONDS, text)

    def drag(self, way: list[Point], finger: bool = False) -> None:
        """Drag from the first point to the last with the mouse or a finger."""
        if finger and self.engine == "chromium":
            touch = Fingers(self.page)
            touch("touchStart", way[0])
            for point in way[1:]:
                touch("touchMove", point)
            touch("touchEnd")
            return
        mouse = Mouse(cast(EnginePage, self.page).driver, "touch") if finger else self.page.mouse
        mouse.move(*way[0])
        mouse.down()
        for point in way[1:]:
            mouse.move(*point, steps=3)
        mouse.up()

    def picture(self) -> bytes:
        """Return what is seen, as PNG."""
        self.page.evaluate(PAINTED)
        if self.engine == "chromium":
            return self.page.screenshot()
        return cast(EnginePage, self.page).driver.picture()


class Engine:
    """Firefox or WebKit, started when it is first needed, and anew when it no longer answers."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._driver: Driver | None = None

    @contextmanager
    def visiting(self, address: str, size: str, view: str) -> Iterator[Visit]:
        """Somebody who comes for the first time; whatever the page complains of fails the test."""
        for left in reversed(range(TRIES)):
            try:
                driver = self._opened(address, SIZES[size], view)
                break
            except FAILS:  # on a busy machine a browser does not always start
                self.close()
                if not left:
                    raise
        said = len(driver.complaints)
        yield Visit(cast(Page, EnginePage(driver)), self.name)
        driver.script(PAINTED)
        complaints = driver.complaints[said:]
        assert not complaints, complaints

    def _opened(self, address: str, size: tuple[int, int], view: str) -> Driver:
        self._driver = driver = self._driver or DRIVERS[self.name]()
        driver.size(*size)
        driver.go(f"{address}/static/icon.svg")  # an address of the studio's without the studio
        driver.script(FORGET)
        said = len(driver.complaints)
        driver.go(f"{address}/{view}")
        EnginePage(driver).wait_for_selector("body[data-view]")
        assert not driver.complaints[said:], driver.complaints[said:]
        return driver

    def close(self) -> None:
        """End the browser, if it was started."""
        if self._driver:
            self._driver.close()
        self._driver = None


class Chromium:
    """Playwright's Chromium."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    @contextmanager
    def visiting(self, address: str, size: str, view: str) -> Iterator[Visit]:
        """Somebody who comes for the first time; whatever the page complains of fails the test."""
        width, height = SIZES[size]
        options = {"viewport": {"width": width, "height": height}, "has_touch": True, "locale": "en-US"}
        with visiting(self.browser, f"{address}/{view}", **options) as page:
            yield Visit(page, "chromium")
