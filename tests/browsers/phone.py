"""A phone at the table: what its owner sees and does, found by ids and data attributes, in any browser."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import msgspec

from tests.browsers.pages import Page

AnyPage = TypeVar("AnyPage", bound=Page)
WAIT_LIMIT_S: Final = 60.0
ACTION: Final = "#action:not([aria-disabled=true])"
READ: Final = """(() => {
    if (!document.body?.dataset.place) {
        return null;
    }
    const all = selector => [...document.querySelectorAll(selector)];
    const text = selector => document.querySelector(selector)?.innerText.trim() ?? "";
    const isShown = element => element.checkVisibility({visibilityProperty: true});
    return {
        ...document.body.dataset,
        number: Number(document.body.dataset.number ?? 0),
        language: document.documentElement.lang,
        tab: document.title, title: text("#title"), status: text("#status"), refusal: text("#refusal"),
        notice: text("#notice"), question: text("#question"), result: text("#result"),
        isLost: all("#lost").some(isShown), isRaised: all("#hand [aria-pressed=true]").length > 0,
        hand: all("#hand button[data-card]").map(card => card.dataset.card),
        refused: all("#hand [aria-disabled=true]").map(card => card.dataset.card),
        trick: all("[data-seat] img[data-card]").map(card => card.dataset.card),
        seats: all("[data-seat]").map(seat => ({
            seat: Number(seat.dataset.seat), text: seat.innerText,
            portrait: seat.querySelector("img[src*=portraits]")?.getAttribute("src") ?? "",
            isYou: "you" in seat.dataset,
            isTurn: "turn" in seat.dataset, isFree: "free" in seat.dataset, isAway: "away" in seat.dataset,
        })),
        choices: all("[data-request]").map(element => ({
            index: Number(element.dataset.choice), kind: element.dataset.kind, request: element.dataset.request,
            isEnabled: !element.disabled && element.getAttribute("aria-disabled") !== "true",
        })),
        log: all("#log li").map(line => line.innerText),
        missingPictures: all("img").filter(picture => picture.complete && !picture.naturalWidth).map(({src}) => src),
    };
})()"""
"""The content of the page, as the fields of `View`; null while it loads."""


class Seat(msgspec.Struct, rename="camel"):
    """A seat at the table; ``text``: its name and what stands under it."""

    seat: int
    text: str
    portrait: str
    is_you: bool
    is_turn: bool
    is_free: bool
    is_away: bool


class Choice(msgspec.Struct, rename="camel"):
    """A choice of the page; ``request``: the JSON text of what it asks of the host."""

    index: int
    kind: str
    request: str
    is_enabled: bool


class View(msgspec.Struct, rename="camel"):
    """The content of the page of a phone.

    ``missing_pictures``: those that it could not load. ``refused``: the cards of the hand that may not be played.
    ``tab``: the title of the page.
    """

    number: int
    language: str
    tab: str
    title: str
    status: str
    refusal: str
    notice: str
    question: str
    result: str
    is_lost: bool
    is_raised: bool
    hand: list[str]
    refused: list[str]
    trick: list[str]
    seats: list[Seat]
    choices: list[Choice]
    log: list[str]
    missing_pictures: list[str]
    place: str = ""
    connection: str = "none"

    @property
    def playable(self) -> list[Choice]:
        """The choices that a turn at the table has: cards, numbers and buttons."""
        return [choice for choice in self.choices if choice.kind != "menu" and choice.is_enabled]


class Phone(Generic[AnyPage]):
    """A person at a page of the table; ``link`` is what their phone reads from the QR code."""

    def __init__(self, page: AnyPage, link: str) -> None:
        self.page = page
        self.link = link

    def join(self, name: str, language: str = "", portrait: str = "") -> None:
        """Open the link, say who one is, and wait for the lobby or the match. ``language``: "" for the browser's."""
        self.page.open(self.link)
        self.wait_for_place("join")
        self.page.write("#name", name)
        if portrait:
            self.page.tap(f"label:has(input[name=portrait][value='{portrait}'])")
        if language:
            self._choose_language(language)
        self.page.tap("#sit-down")
        self.wait_for(lambda view: view.place != "join" or view.refusal)

    def _choose_language(self, language: str) -> None:
        if self.look().language != language:
            self.page.tap(f"label:has(input[name=language][value={language}])")
            self.wait_for(lambda view: view.language == language)

    def change_language(self, language: str) -> None:
        """Choose another language in the menu."""
        self.open_panel("menu")
        self._choose_language(language)
        self.page.tap("#close-menu")

    def look(self) -> View:
        """Return what the page shows, once it has loaded."""
        deadline = time.monotonic() + WAIT_LIMIT_S
        while (content := self.page.evaluate(READ)) is None:
            assert time.monotonic() < deadline, "the page does not load"
            time.sleep(0.03)
        return msgspec.convert(content, View)

    @property
    def hand(self) -> list[str]:
        """The cards in the hand, as the page shows them."""
        return self.look().hand

    def wait_for(self, is_done: Callable[[View], object], timeout_s: float = WAIT_LIMIT_S) -> View:
        """Return the first view of which ``is_done`` holds. Raise AssertionError if there is none in time."""
        deadline = time.monotonic() + timeout_s
        while True:
            view = self.look()
            if is_done(view):
                return view
            assert time.monotonic() < deadline, f"{is_done} never came: {view}"
            time.sleep(0.03)

    def wait_for_place(self, *places: str) -> View:
        """Return the view once the page is at one of these places."""
        return self.wait_for(lambda view: view.place in places)

    def raise_card(self, card: str) -> None:
        """Tap a card of the hand."""
        self.page.tap(f"#hand button[data-card='{card}']")

    def play(self, card: str) -> None:
        """Raise a card and press the button that plays it."""
        self.raise_card(card)
        self.page.tap(ACTION)

    def choose(self, choice: Choice) -> None:
        """Make a choice as a person does: a card and a number need a second tap."""
        number = self.look().number
        if choice.kind == "menu":
            self.open_panel("menu")
        selector = f"[data-request={json.dumps(choice.request)}]"
        chosen = f"{selector}:is([aria-pressed=true], [aria-checked=true])"
        if not self.page.evaluate(f"document.querySelectorAll({json.dumps(chosen)}).length"):
            self.page.tap(selector)
        if choice.kind in ("card", "number"):
            self.page.tap(ACTION)
        self.wait_for(lambda view: view.number != number)

    def ask(self, kind: str, **values: Any) -> None:
        """Make the choice whose request is of this kind and has these values."""
        self.choose(self.wait_for_choice(kind, **values))

    def wait_for_choice(self, kind: str, **values: Any) -> Choice:
        """Return the choice whose request is of this kind and has these values, once it is there."""
        expected = {"type": kind, **values}

        def find(view: View) -> list[Choice]:
            enabled = [choice for choice in view.choices if choice.is_enabled]
            return [choice for choice in enabled if expected.items() <= json.loads(choice.request).items()]

        return find(self.wait_for(find))[0]

    def read_checks(self) -> dict[str, str]:
        """Return what the open menu says of the host: "yes", "no" or "unknown" for each check."""
        lines = "[...document.querySelectorAll('#fairness [data-check]')]"
        return dict(self.page.evaluate(f"{lines}.map(line => [line.dataset.check, line.dataset.state])"))

    def open_panel(self, name: str) -> None:
        """Open the "menu" or the "log"; a tap is lost if the page changes under the finger."""
        while not self.page.evaluate(f"document.querySelectorAll('#close-{name}').length"):
            self.page.tap(f"#open-{name}")
            time.sleep(0.1)

    def say(self, text: str) -> None:
        """Write a chat message, and close the log again."""
        self.open_panel("log")
        self.page.write("#chat-text", text)
        self.page.tap("#send")
        self.wait_for(lambda view: any(text in line for line in view.log))
        self.page.tap("#close-log")

    def read_log(self) -> list[str]:
        """Return the lines of the log, which is open only meanwhile."""
        self.open_panel("log")
        lines = self.look().log
        self.page.tap("#close-log")
        return lines

    def be_ready(self) -> None:
        """Say that one is ready for the match or for the next deal."""
        self.ask("ready", is_ready=True)
