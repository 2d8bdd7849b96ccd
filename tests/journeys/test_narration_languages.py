"""A deal of Briscola in each language, by keys and narration, without any English words."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from game.core.cards import ITALIAN_PACK, Card
from game.core.sanitizer import capitalize_first
from game.text.card_names import format_card_name
from game.text.gettext import _, use_language
from tests.ui.app_driver import AppDriver, get_main_menu_class, make_settings, mark_lessons_offered, open_test_app
from ui.app.narrator import Narrator
from ui.app.settings import Language
from ui.table.result.overlay import ResultOverlay

pytestmark = pytest.mark.slow

ENGLISH_WORD_PATTERN = re.compile(
    r"\b(the|you|your|plays?|takes?|draws?|deals?|and|turn|hand|trick|wins?|with)\b", re.I
)


class NarrationLines(list[str]):
    """The narrated lines, in memory."""

    error = ""

    def say(self, line: str) -> None:
        self.append(line)


def get_line_beginning(text: str) -> str:
    """Return the beginning of a line with this text, up to its first placeholder."""
    return text.partition("{")[0]


def find_first_playable_card(line: str) -> tuple[str, str]:
    """Return the number and the name of the first playable card of a hand."""
    refused = _("{number} {card} (unplayable)").partition("{card}")[2]
    cards = line.removeprefix(get_line_beginning(_("Your hand: {cards}"))).rstrip(".").split(", ")
    number, _blank, card = next(first for first in cards if not first.endswith(refused)).partition(" ")
    return number, card


def advance_to_line(app: AppDriver, lines: NarrationLines, beginning: str, lines_read: int = 0) -> int:
    """Run frames until a line with this beginning is narrated, or the deal is over.

    Return the number of lines read.
    """

    def find_line() -> int | None:
        return next(
            (index for index, line in enumerate(lines[lines_read:], lines_read) if line.startswith(beginning)), None
        )

    app.advance_until(lambda: find_line() is not None or isinstance(app.context.scenes.top, ResultOverlay))
    place = find_line()
    return len(lines) if place is None else place + 1


@pytest.mark.parametrize("language", ["it", "fr"])
def test_deal_is_played_by_narration_in_each_language(language: Language, tmp_path: Path) -> None:
    lines = NarrationLines()
    with use_language(language), open_test_app(tmp_path, settings=make_settings(language=language, speed=0.0)) as app:
        mark_lessons_offered(app)
        app.context.services.append(Narrator(app.context, lines))
        app.context.scenes.replace(get_main_menu_class()(app.context))
        for count in (1, 2):
            line = _("Enter: {button}. Tab: other buttons.").format(button=_("Play"))
            app.advance_until(lambda line=line, count=count: lines.count(line) == count)  # type: ignore[misc]
            app.press_key(pygame.K_RETURN)
        hand, played, read = get_line_beginning(_("Your hand: {cards}")), list[Card](), 0
        while not isinstance(app.context.scenes.top, ResultOverlay):
            read = advance_to_line(app, lines, hand, read)
            if isinstance(app.context.scenes.top, ResultOverlay):
                break
            number, called = find_first_playable_card(lines[read - 1])
            card = next(pack_card for pack_card in ITALIAN_PACK if format_card_name(pack_card) == called)
            app.press_key(ord(number))
            wanted = _("you play {card:the}").format(card=format_card_name(card))
            advance_to_line(app, lines, capitalize_first(wanted), read)
            played.append(card)
        advance_to_line(app, lines, get_line_beginning(_("Score: {totals}")))
        assert len(played) == len(set(played)) == 20
    assert [line for line in lines if ENGLISH_WORD_PATTERN.search(line)] == []
