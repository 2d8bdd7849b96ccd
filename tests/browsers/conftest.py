"""A network with a host and phones, and the browsers of the phones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browsers.firefox import Firefox, open_firefox
from tests.browsers.home import Home, PhoneMaker, open_chromium, open_home
from tests.browsers.pages import FIREFOX_NAMES, find_browser
from tests.namespaces.networks import at_machine, check_networks


@pytest.fixture(scope="session")
def home() -> Iterator[Home]:
    """Return a network with the machine of a host, and one for all phones."""
    check_networks()
    with open_home() as home:
        yield home


@pytest.fixture(scope="package")
def chromium(home: Home) -> Iterator[PhoneMaker]:
    """Return Chromium at the machine of the phones.

    It is closed with the package: until then Playwright has an event loop in this thread, so that no test of other
    packages could run one.
    """
    with open_chromium(home) as maker:
        yield maker


@pytest.fixture
def phones(chromium: PhoneMaker) -> Iterator[PhoneMaker]:
    """Return what makes phones with Chromium. None may complain, as of what the policy of the page forbids."""
    yield chromium
    complaints = chromium.close_phones()
    assert not complaints


@pytest.fixture
def firefox(home: Home, tmp_path: Path) -> Iterator[Firefox]:
    """Return Firefox at the machine of the phones."""
    with at_machine(home.phones), open_firefox(find_browser(FIREFOX_NAMES), tmp_path / "profile") as firefox:
        yield firefox
