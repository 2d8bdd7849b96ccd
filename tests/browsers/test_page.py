"""The page by itself: its languages, its sizes, what a finger and a screen reader find, its keys, and its weight."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.browsers.home import Home, PhoneMaker
from tests.browsers.measures import (
    STRIP_SIZE,
    TARGET_SIZE,
    find_nameless,
    find_small_targets,
    find_wide_elements,
    large_text,
    read_accessible_nodes,
    read_weights,
)  # fmt: skip
from tests.browsers.pages import PHONE, ChromiumPage, Screen
from tests.browsers.phone import Phone
from tests.browsers.table import NAMES, ONE_BRISCOLA, SHORT_MATCHES, has_card_choice, open_table
from tests.browsers.views import walk_views
from tests.lanes import choose_sample, long_test

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCREENS: Final = (Screen(320, 568), PHONE, Screen(390, 664), Screen(844, 390), Screen(820, 1180))
NARROW: Final = 320
WALKS: Final = [("spades", "it-IT"), *((game, locale) for game in SHORT_MATCHES for locale in ("en-US", "fr-FR"))]
"""The walks through a deal, of which each change is tried with the first: most cards, and long sentences."""
FIRST_VIEW_BYTES: Final = 150_000
LANGUAGES: Final = {"en-US": "en", "it-IT": "it", "fr-FR": "fr", "de-DE": "en"}


def find_faults(page: ChromiumPage) -> list[str]:
    """Return what is wrong with the present view at each size, and with text that is twice as large."""
    faults = [f"no name: {node}" for node in find_nameless(read_accessible_nodes(page))]
    for screen in choose_sample(SCREENS, 3):
        page.page.set_viewport_size({"width": screen.width, "height": screen.height})
        strip_size = STRIP_SIZE if screen.width == NARROW else TARGET_SIZE
        faults += [f"{screen}: small: {target}" for target in find_small_targets(page, strip_size)]
        faults += [f"{screen}: scrolls sideways: {element}" for element in find_wide_elements(page)]
    page.page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    with large_text(page):
        faults += [f"large: scrolls sideways: {element}" for element in find_wide_elements(page)]
    return faults


@long_test
@pytest.mark.parametrize(("game", "locale"), choose_sample(WALKS, len(WALKS)))
def test_each_view_fits_each_screen_and_says_what_it_has(
    home: Home, phones: PhoneMaker, tmp_path: Path, game: str, locale: str
) -> None:
    """Go through a deal of Spades, whose hands have the most cards, in Italian, whose sentences are longer."""
    found: dict[str, list[str]] = {}
    rules, seats = SHORT_MATCHES[game]
    for name, phone in walk_views(home, phones, tmp_path, rules, seats, locale=locale, reduced_motion="reduce"):
        found[name] = find_faults(phone.page)
    assert {"turn", "other", "menu", "log", "lost", "result", "ended"} <= found.keys()
    lines = [f"{name}: {fault}" for name, faults in found.items() for fault in faults]
    assert not lines, "\n".join(lines)


def list_buttons(page: ChromiumPage) -> set[str]:
    """Return the names of all buttons of a page."""
    return {node.name for node in read_accessible_nodes(page) if node.role == "button"}


def test_page_speaks_the_language_of_the_browser_and_of_a_choice(
    home: Home, phones: PhoneMaker, tmp_path: Path
) -> None:
    with open_table(tmp_path, home.host, ONE_BRISCOLA, 5) as table:
        joined: dict[str, Phone[ChromiumPage]] = {}
        for number, (locale, language) in enumerate(LANGUAGES.items()):
            phone = phones.add(table.link, locale=locale)
            phone.page.open(table.link)
            assert phone.wait_for_place("join").language == language
            phone.join(NAMES[number])
            joined[locale] = phone
        for phone in joined.values():
            phone.wait_for(lambda view: not [seat for seat in view.seats if seat.is_free])
        names = {locale: list_buttons(phone.page) for locale, phone in joined.items()}
        assert names["de-DE"] == names["en-US"]
        assert not names["it-IT"] & names["en-US"] - {"Menu"} and not names["fr-FR"] & names["en-US"] - {"Menu"}
        joined["de-DE"].change_language("it")
        joined["de-DE"].wait_for(lambda _view: list_buttons(joined["de-DE"].page) == names["it-IT"])


def test_cards_are_played_by_keys_and_by_one_tap(home: Home, phones: PhoneMaker, tmp_path: Path) -> None:
    with open_table(tmp_path, home.host, ONE_BRISCOLA, 2) as table:
        phone: Phone[ChromiumPage] = phones.add(table.link)
        phone.join(NAMES[0])
        phone.be_ready()
        table.play([phone], lambda views: has_card_choice(views[0]))
        card = phone.hand[0]
        phone.page.page.focus(f"#hand button[data-card='{card}']")
        phone.page.page.keyboard.press("Enter")
        assert phone.look().is_raised
        phone.page.page.keyboard.press("Escape")
        assert not phone.look().is_raised
        phone.page.page.keyboard.press("Enter")
        phone.page.page.keyboard.press("Enter")
        phone.wait_for(lambda view: card not in view.hand)
        phone.open_panel("menu")
        phone.page.tap("label:has(#one-tap)")
        phone.page.tap("#close-menu")
        table.play([phone], lambda views: has_card_choice(views[0]))
        card = phone.hand[0]
        phone.raise_card(card)
        phone.wait_for(lambda view: card not in view.hand)


def test_first_view_is_light_and_asks_for_no_address_but_the_host(
    home: Home, phones: PhoneMaker, tmp_path: Path
) -> None:
    with open_table(tmp_path, home.host, ONE_BRISCOLA, 2) as table:
        phone: Phone[ChromiumPage] = phones.add(table.link)
        asked: list[str] = []
        phone.page.page.on("request", lambda request: asked.append(request.url))
        phone.page.open(table.link)
        phone.wait_for_place("join")
        origin = re.escape(table.link.partition("#")[0])
        assert not [address for address in asked if not re.match(f"{origin}|about:", address)]
        assert not [address for address in asked if table.link.partition("#")[2] in address], "the key never travels"
        weights = read_weights(phone.page)
        counted = {path: size for path, size in weights.items() if not path.startswith(("/cards/", "/libraries/"))}
        assert 20_000 < sum(counted.values()) <= FIRST_VIEW_BYTES, counted


def test_address_without_a_key_asks_for_the_code(home: Home, phones: PhoneMaker, tmp_path: Path) -> None:
    with open_table(tmp_path, home.host, ONE_BRISCOLA, 2) as table:
        phone: Phone[ChromiumPage] = phones.add(table.link)
        phone.page.open(table.link.partition("#")[0])
        phone.wait_for_place("code-missing")
        phone.page.open("about:blank")
        phone.page.open(f"{table.link[:-4]}AAAA")
        phone.wait_for_place("join")
        phone.page.write("#name", NAMES[0])
        phone.page.tap("#sit-down")
        phone.wait_for(lambda view: view.refusal)
