"""A home: a network with the machine of a host, and one for all phones, with Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.browsers.pages import CHROMIUM_NAMES, PHONE, ChromiumPage, Screen, find_browser
from tests.browsers.phone import Phone
from tests.namespaces.networks import Networks, at_machine, run


class Home(NamedTuple):
    """The namespaces of two machines of one network."""

    host: str
    phones: str

    def cut(self) -> None:
        """Cut all connections of the phones."""
        run("ip", "netns", "exec", self.phones, "ss", "-K", "dst", HOST_ADDRESS)


HOST_ADDRESS = "192.168.7.1"


@contextmanager
def open_home() -> Iterator[Home]:
    """Make a home for the block."""
    networks = Networks()
    try:
        _switch, host, phones = networks.add_network("home", "host", "phones")
        yield Home(host, phones)
    finally:
        networks.close()


class PhoneMaker:
    """Chromium, in which each phone has a context of its own."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.pages: list[ChromiumPage] = []

    def add_page(self, screen: Screen = PHONE, **options: Any) -> ChromiumPage:
        """Return the page of a new phone, with Playwright's options of a context."""
        context = self.browser.new_context(
            **{"viewport": screen._asdict(), "has_touch": True, "is_mobile": True, "locale": "en-US", **options}
        )
        page = ChromiumPage(context)
        self.pages.append(page)
        return page

    def add(self, link: str, screen: Screen = PHONE, **options: Any) -> Phone[ChromiumPage]:
        """Return a new phone that has scanned ``link``."""
        return Phone(self.add_page(screen, **options), link)

    def close_phones(self) -> list[str]:
        """Close all phones, and return what their pages complained of."""
        complaints = [complaint for page in self.pages for complaint in page.complaints]
        for page in self.pages:
            page.context.close()
        self.pages.clear()
        return complaints


@contextmanager
def open_chromium(home: Home) -> Iterator[PhoneMaker]:
    """Run Chromium at the machine of the phones for the block."""
    program = find_browser(CHROMIUM_NAMES)
    with at_machine(home.phones):
        playwright = sync_playwright().start()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
    try:
        yield PhoneMaker(browser)
    finally:
        browser.close()
        playwright.stop()
