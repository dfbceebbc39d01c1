"""Touches for browser tests, as the browser itself sees them, gestures included."""

from __future__ import annotations

import time

from playwright.sync_api import Page

Point = tuple[float, float]
TOUCH = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Fingers:
    """Fingers on the screen of a page; `at` (seconds from the first touch on) fixes when, however slow the machine is."""

    def __init__(self, page: Page) -> None:
        self.client = page.context.new_cdp_session(page)
        self.begin = time.time()

    def __call__(self, kind: str, *points: Point, at: float | None = None) -> None:
        """All fingers that touch after a `touchStart`, `touchMove` or `touchEnd`."""
        rows = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        when = {} if at is None else {"timestamp": self.begin + at}
        self.client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": rows, **when})

    def tap(self, point: Point, at: float | None = None) -> None:
        """One finger, down and up."""
        self("touchStart", point, at=at)
        self("touchEnd", at=None if at is None else at + 0.05)

    def spread(self, start: tuple[Point, Point], end: tuple[Point, Point], steps: int = 5) -> None:
        """Two fingers from one place each to another."""
        self("touchStart", start[0])
        self("touchStart", *start)
        for step in range(1, steps + 1):
            part = step / steps
            self(
                "touchMove",
                *(
                    ((a[0] + (b[0] - a[0]) * part), a[1] + (b[1] - a[1]) * part)
                    for a, b in zip(start, end, strict=True)
                ),
            )
        self("touchEnd")
