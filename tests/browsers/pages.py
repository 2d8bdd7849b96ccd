"""Pages of real browsers: Chromium by Playwright, and what a test needs of any browser."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage
from playwright.sync_api import Page as PlaywrightPage

CHROMIUM_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
FIREFOX_NAMES: Final = ("firefox-esr", "firefox")
LOST_NETWORK: Final = "net::ERR_"
"""The errors of Chromium about a network that a test has taken away."""
TAP_TIMEOUT_S: Final = 10.0
FIND_MIDDLE: Final = """(selector => {
    const element = document.querySelector(selector);
    element?.scrollIntoView({block: "center"});
    if (!element?.checkVisibility({visibilityProperty: true})) return null;
    const box = element.getBoundingClientRect();
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    const points = [[x, y], [Math.round(box.x + 20), y], [Math.round(box.x + 20), Math.round(box.y + 20)]];
    return points.find(point => element.contains(document.elementFromPoint(...point))) ?? null;
})"""
"""A function of a selector: where a finger touches its element, null if it would touch something else."""


class GoneError(AssertionError):
    """An element is not there any more, or something covers it."""


class Screen(NamedTuple):
    """The size of a screen in pixels of the page."""

    width: int = 390
    height: int = 844


PHONE: Final = Screen()


class Page(Protocol):
    """A page that a person sees and touches; an element is named by a CSS selector."""

    def open(self, link: str) -> None:
        """Open an address, and wait until it is loaded."""

    def reload(self) -> None:
        """Load the page again."""

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, made of JSON's types."""

    def tap(self, selector: str) -> None:
        """Touch an element. Raise GoneError if no finger reaches it."""

    def write(self, selector: str, text: str) -> None:
        """Write a text into a field, in place of what is there."""

    def take_picture(self, path: Path) -> None:
        """Store what the screen shows."""


class ChromiumPage:
    """A page of Chromium, in a context of its own: another phone."""

    def __init__(self, context: BrowserContext, page: PlaywrightPage | None = None) -> None:
        self.context = context
        self.page = page or context.new_page()
        self.complaints: list[str] = []
        """The lines that the page or Chromium wrote to the console as an error, and the unhandled exceptions."""
        self.page.on("console", self._note_line)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _note_line(self, line: ConsoleMessage) -> None:
        if line.type == "error" and LOST_NETWORK not in line.text:
            self.complaints.append(line.text)

    def open(self, link: str) -> None:
        self.page.goto(link)

    def reload(self) -> None:
        self.page.reload()

    def evaluate(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def tap(self, selector: str) -> None:
        self.page.touchscreen.tap(*find_middle(self, selector))

    def write(self, selector: str, text: str) -> None:
        self.page.fill(selector, text)

    def take_picture(self, path: Path) -> None:
        self.page.screenshot(path=path)


def find_middle(page: Page, selector: str) -> tuple[float, float]:
    """Return where a finger touches an element, once it can. Raise GoneError if it cannot."""
    deadline = time.monotonic() + TAP_TIMEOUT_S
    while (middle := page.evaluate(f"{FIND_MIDDLE}({json.dumps(selector)})")) is None:
        if time.monotonic() > deadline:
            raise GoneError(selector)
        time.sleep(0.02)
    return middle[0], middle[1]


def find_browser(names: tuple[str, ...]) -> str:
    """Return the path of the first of these programs; skip the test without one, in the CI as root let it fail."""
    paths = [path for path in map(shutil.which, names) if path is not None]
    if not paths:
        is_required = os.environ.get("CI") and hasattr(os, "geteuid") and os.geteuid() == 0
        (pytest.fail if is_required else pytest.skip)(f"needs {' or '.join(names)}")
    return paths[0]
