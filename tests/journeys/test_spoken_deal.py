"""A whole deal of Briscola in each language, by the keys and by what is narrated, and not a word of English in it."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from game.engine.cards import ITALIAN_PACK, Card
from game.i18n import _, speaking
from game.names import card_name
from game.text import capital
from tests.ui.stage import AppByHand, menu, no_newcomer, opened, settings
from ui.narrator import Narrator
from ui.settings import Language
from ui.table.result import Result

pytestmark = pytest.mark.slow

ENGLISH = re.compile(r"\b(the|you|your|plays?|takes?|draws?|deals?|and|turn|hand|trick|wins?|with)\b", re.I)


class Said(list[str]):
    """The lines, in memory."""

    fault = ""

    def say(self, line: str) -> None:
        self.append(line)


def beginning(words: str) -> str:
    """What a line of these words begins with, before what is filled in."""
    return words.partition("{")[0]


def first_card(line: str) -> tuple[str, str]:
    """The number and the name of the first card of a hand that may be played."""
    refused = _("{number} {card} (not now)").partition("{card}")[2]
    cards = line.removeprefix(beginning(_("Your hand: {cards}"))).rstrip(".").split(", ")
    number, _blank, card = next(one for one in cards if not one.endswith(refused)).partition(" ")
    return number, card


def hear(app: AppByHand, said: Said, wanted: str, read: int = 0) -> int:
    """Frames until a line that begins so is said, or the deal is over; where to read on after it."""

    def at() -> int | None:
        return next((at for at, line in enumerate(said[read:], read) if line.startswith(wanted)), None)

    app.steps(lambda: at() is not None or isinstance(app.stage.scene, Result))
    place = at()
    return len(said) if place is None else place + 1


@pytest.mark.parametrize("language", ["it", "fr"])
def test_a_deal_is_played_by_its_lines_in(language: Language, tmp_path: Path) -> None:
    said = Said()
    with speaking(language), opened(tmp_path, settings=settings(language=language, speed=0.0)) as app:
        no_newcomer(app)
        app.stage.besides.append(Narrator(app.stage, said))
        app.stage.go(menu()(app.stage))
        for button in (_("New match"), _("Play")):
            line = _("Enter: {button}. Tab: the other buttons.").format(button=button)
            hear(app, said, line)
            app.key(pygame.K_RETURN)
        hand, played, read = beginning(_("Your hand: {cards}")), list[Card](), 0
        while not isinstance(app.stage.scene, Result):
            read = hear(app, said, hand, read)
            if isinstance(app.stage.scene, Result):
                break
            number, called = first_card(said[read - 1])
            card = next(one for one in ITALIAN_PACK if card_name(one) == called)
            app.key(ord(number))
            wanted = _("you play {card}").format(card=card_name(card))
            hear(app, said, capital(wanted), read)
            played.append(card)
        hear(app, said, beginning(_("Where the match stands: {totals}")))
        assert len(played) == len(set(played)) == 20
    assert [line for line in said if ENGLISH.search(line)] == []
